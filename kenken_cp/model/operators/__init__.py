"""The operators: one record each, and the table ``OPERATORS`` of them all.

``record`` defines what a record holds. Parsers, writers, pictures, explanations, rules, automata
and engines all use the records; none has a list of operators of its own.
"""

from kenken_cp.model.operators.bitwise import AND as AND
from kenken_cp.model.operators.bitwise import OR as OR
from kenken_cp.model.operators.bitwise import XOR as XOR
from kenken_cp.model.operators.concatenation import CONCATENATION as CONCATENATION
from kenken_cp.model.operators.distinct import DISTINCT as DISTINCT
from kenken_cp.model.operators.divide import DIVIDE as DIVIDE
from kenken_cp.model.operators.divisors import GCD as GCD
from kenken_cp.model.operators.divisors import LCM as LCM
from kenken_cp.model.operators.extremes import MAXIMUM as MAXIMUM
from kenken_cp.model.operators.extremes import MINIMUM as MINIMUM
from kenken_cp.model.operators.extremes import RANGE as RANGE
from kenken_cp.model.operators.given import GIVEN as GIVEN
from kenken_cp.model.operators.modulo import MODULO as MODULO
from kenken_cp.model.operators.multiply import MULTIPLY as MULTIPLY
from kenken_cp.model.operators.order import ORDER as ORDER
from kenken_cp.model.operators.power import POWER as POWER
from kenken_cp.model.operators.record import OPERATORS as OPERATORS
from kenken_cp.model.operators.record import Fold as Fold
from kenken_cp.model.operators.record import Operator as Operator
from kenken_cp.model.operators.record import operator_named as operator_named
from kenken_cp.model.operators.subtract import SUBTRACT as SUBTRACT
from kenken_cp.model.operators.sums import ADD as ADD
from kenken_cp.model.operators.sums import AVERAGE as AVERAGE
from kenken_cp.model.operators.sums import PARITY as PARITY

for _operator in (
    *(GIVEN, ADD, SUBTRACT, MULTIPLY, DIVIDE, MODULO, POWER, OR, AND, XOR, GCD, LCM),
    *(MINIMUM, MAXIMUM, RANGE, AVERAGE, CONCATENATION, PARITY, DISTINCT, ORDER),
):
    OPERATORS.register(_operator)
