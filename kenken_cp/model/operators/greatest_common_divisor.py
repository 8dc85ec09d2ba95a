"""The greatest common divisor of the values; 0, which all numbers divide, only of zeros."""

import math
from collections.abc import Sequence

from kenken_cp.model.operators.record import Fold, Operator


def _evaluate(values: Sequence[int]) -> int:
    return math.gcd(*values)


def _alive(state: int, left: int, target: int, low: int, high: int) -> bool:
    if left == 0:
        return state == target
    if target == 0:
        return state == 0 and low <= 0 <= high
    return 0 < target <= max(abs(low), abs(high)) and state % target == 0


GCD = Operator(
    name="gcd",
    symbol="gcd",
    glyph="gcd",
    verb="have the greatest common divisor",
    noun="greatest common divisor",
    meaning="the greatest common divisor of the values, whatever their signs",
    evaluate=_evaluate,
    fold=Fold(0, math.gcd, _alive),
    aliases=("hcf", "gcf"),
)
