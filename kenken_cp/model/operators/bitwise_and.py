"""The bitwise and of the values: each binary digit that all of them have."""

from collections.abc import Sequence
from functools import reduce
from operator import and_

from kenken_cp.model.operators.record import Fold, Operator


def _evaluate(values: Sequence[int]) -> int:
    return reduce(and_, values)


def _alive(state: int, left: int, target: int, low: int, high: int) -> bool:
    if left == 0:
        return state == target
    if target & ~state:
        return False  # a digit that is gone
    return low < 0 or 0 <= target <= high


AND = Operator(
    name="and",
    symbol="&",
    glyph="&",
    verb="have the bitwise and",
    noun="bitwise and",
    meaning=(
        "bitwise and: the binary digits that all values have, negative ones in two's complement"
    ),
    evaluate=_evaluate,
    fold=Fold(-1, and_, _alive),
    least_cells=1,
    aliases=("bitand", "∧"),
)
