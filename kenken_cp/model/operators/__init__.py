"""The operator table: one record for each operator, in a module of its own.

``record`` defines what a record holds. Parsers, writers, pictures, explanations, rules, automata
and engines all use the records; none has a list of operators of its own.
"""

from kenken_cp.model.operators.add import ADD
from kenken_cp.model.operators.average import AVERAGE
from kenken_cp.model.operators.bitwise_and import AND
from kenken_cp.model.operators.bitwise_or import OR
from kenken_cp.model.operators.bitwise_xor import XOR
from kenken_cp.model.operators.concatenation import CONCATENATION
from kenken_cp.model.operators.distinct import DISTINCT
from kenken_cp.model.operators.divide import DIVIDE
from kenken_cp.model.operators.given import GIVEN
from kenken_cp.model.operators.greatest_common_divisor import GCD
from kenken_cp.model.operators.least_common_multiple import LCM
from kenken_cp.model.operators.maximum import MAXIMUM
from kenken_cp.model.operators.minimum import MINIMUM
from kenken_cp.model.operators.modulo import MODULO
from kenken_cp.model.operators.multiply import MULTIPLY
from kenken_cp.model.operators.order import ORDER
from kenken_cp.model.operators.parity import PARITY
from kenken_cp.model.operators.power import POWER
from kenken_cp.model.operators.record import OPERATORS, Fold, Operator, operator_named
from kenken_cp.model.operators.spread import RANGE
from kenken_cp.model.operators.subtract import SUBTRACT

__all__ = [
    "ADD",
    "AND",
    "AVERAGE",
    "CONCATENATION",
    "DISTINCT",
    "DIVIDE",
    "GCD",
    "GIVEN",
    "LCM",
    "MAXIMUM",
    "MINIMUM",
    "MODULO",
    "MULTIPLY",
    "OPERATORS",
    "OR",
    "ORDER",
    "PARITY",
    "POWER",
    "RANGE",
    "SUBTRACT",
    "XOR",
    "Fold",
    "Operator",
    "operator_named",
]

_TABLE = (
    *(GIVEN, ADD, SUBTRACT, MULTIPLY, DIVIDE, MODULO, POWER, OR, AND, XOR, GCD, LCM),
    *(MINIMUM, MAXIMUM, RANGE, AVERAGE, CONCATENATION, PARITY, DISTINCT, ORDER),
)
for _operator in _TABLE:
    OPERATORS.register(_operator)
