"""The bitwise or of the values: each binary digit that some value has."""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from kenken_cp.model.operators.record import Fold, Operator


def _evaluate(values: Sequence[int]) -> int:
    return reduce(or_, values)


def _alive(state: int, left: int, target: int, low: int, high: int) -> bool:
    if left == 0:
        return state == target
    if state & ~target:
        return False  # a digit that stays
    return low < 0 or (target >= 0 and target.bit_length() <= high.bit_length())


OR = Operator(
    name="or",
    symbol="|",
    glyph="|",
    verb="have the bitwise or",
    noun="bitwise or",
    meaning="bitwise or: the binary digits that some value has, negative ones in two's complement",
    evaluate=_evaluate,
    fold=Fold(0, or_, _alive),
    least_cells=1,
    aliases=("bitor", "∨"),
)
