"""The product."""

import math

from kenken_cp.model.equations import Equation, exponents, negatives, zeros
from kenken_cp.model.operators.record import Fold, Operator


def _alive(product: int, left: int, target: int, low: int, high: int) -> bool:
    if left == 0 or product == 0:
        return product == target
    if target == 0:
        return low <= 0 <= high
    if target % product:
        return False
    reach: int = max(abs(low), abs(high)) ** left
    return abs(target // product) <= reach


def _complement(whole: int, part: int) -> int | None:
    return None if part == 0 or whole % part else whole // part


def _linear(cells: tuple[int, ...], target: int, values: tuple[int, ...]) -> list[Equation]:
    if target == 0:
        return [zeros(cells, values, range(1, len(cells) + 1))]
    return [
        zeros(cells, values, (0,)),
        *negatives(cells, target, values),
        *exponents(dict.fromkeys(cells, 1), target, values),
    ]


MULTIPLY = Operator(
    name="multiply",
    symbol="*",
    glyph="×",
    verb="multiply to",
    noun="product",
    meaning="the product of the values",
    evaluate=math.prod,
    fold=Fold(1, int.__mul__, _alive),
    least_cells=1,
    linear=_linear,
    complement=_complement,
)
