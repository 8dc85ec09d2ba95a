"""The greatest common divisor of the values; 0, which all numbers divide, only of zeros."""

import math

from kenken_cp.model.operators.record import Fold, Operator


def _alive(state: int, left: int, target: int, low: int, high: int) -> bool:
    if left == 0 or target == 0:
        return state == target
    return state % target == 0


GCD = Operator(
    name="gcd",
    noun="greatest common divisor",
    meaning="the greatest common divisor of the values, whatever their signs",
    evaluate=lambda values: math.gcd(*values),
    fold=Fold(0, math.gcd, _alive),
)
