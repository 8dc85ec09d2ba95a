"""The least common multiple of the values; 0 if one of them is 0."""

import math

from kenken_cp.model.operators.record import Fold, Operator


def _alive(state: int, left: int, target: int, low: int, high: int) -> bool:
    if left == 0 or state == 0:
        return state == target
    return target % state == 0


LCM = Operator(
    name="lcm",
    noun="least common multiple",
    meaning="the least common multiple of the values, whatever their signs; 0 if one of them is 0",
    evaluate=lambda values: math.lcm(*values),
    fold=Fold(1, math.lcm, _alive),
)
