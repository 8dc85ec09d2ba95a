"""The product."""

import math

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
    complement=_complement,
)
