"""The operator table: one record an operator, each whole, one module each.

``record`` says what a record holds. Parsers, writers, pictures, explanations, rules, automata and
engines all ask the record; none has a list of operators of its own.
"""

from kenken_cp.model.operators.add import ADD
from kenken_cp.model.operators.divide import DIVIDE
from kenken_cp.model.operators.given import GIVEN
from kenken_cp.model.operators.multiply import MULTIPLY
from kenken_cp.model.operators.record import OPERATORS, Fold, Operator, operator_named
from kenken_cp.model.operators.subtract import SUBTRACT

__all__ = [
    "ADD",
    "DIVIDE",
    "GIVEN",
    "MULTIPLY",
    "OPERATORS",
    "SUBTRACT",
    "Fold",
    "Operator",
    "operator_named",
]

for _operator in (GIVEN, ADD, SUBTRACT, MULTIPLY, DIVIDE):
    OPERATORS.register(_operator)
