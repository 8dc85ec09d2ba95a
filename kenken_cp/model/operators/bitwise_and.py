"""The bitwise and of the values: each binary digit that all of them have."""

from functools import reduce
from operator import and_

from kenken_cp.model.operators.record import Fold, Operator


def _alive(state: int, left: int, target: int, low: int, high: int) -> bool:
    return state == target if left == 0 else not target & ~state  # no digit comes back


AND = Operator(
    name="and",
    symbol="&",
    noun="bitwise and",
    meaning=(
        "bitwise and: the binary digits that all values have, negative ones in two's complement"
    ),
    evaluate=lambda values: reduce(and_, values),
    fold=Fold(-1, and_, _alive),
    least_cells=1,
)
