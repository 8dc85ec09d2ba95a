"""The least common multiple of the values; 0 if one of them is 0."""

import math
from collections.abc import Sequence

from kenken_cp.model.operators.record import Fold, Operator


def _evaluate(values: Sequence[int]) -> int:
    return math.lcm(*values)


def _alive(state: int, left: int, target: int, low: int, high: int) -> bool:
    if left == 0 or state == 0:
        return state == target
    if target == 0:
        return low <= 0 <= high
    return target > 0 and target % state == 0


LCM = Operator(
    name="lcm",
    symbol="lcm",
    glyph="lcm",
    verb="have the least common multiple",
    noun="least common multiple",
    meaning="the least common multiple of the values, whatever their signs; 0 if one of them is 0",
    evaluate=_evaluate,
    fold=Fold(1, math.lcm, _alive),
)
