"""The bitwise or of the values: each binary digit that some value has."""

from functools import reduce
from operator import or_

from kenken_cp.model.operators.record import Fold, Operator


def _alive(state: int, left: int, target: int, low: int, high: int) -> bool:
    return state == target if left == 0 else not state & ~target  # no digit goes away


OR = Operator(
    name="or",
    symbol="|",
    noun="bitwise or",
    meaning="bitwise or: the binary digits that some value has, negative ones in two's complement",
    evaluate=lambda values: reduce(or_, values),
    fold=Fold(0, or_, _alive),
    least_cells=1,
)
