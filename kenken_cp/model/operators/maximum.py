"""The largest value."""

from kenken_cp.model.equations import Equation, extreme
from kenken_cp.model.operators.record import Fold, Operator


def _alive(largest: int, left: int, target: int, low: int, high: int) -> bool:
    return largest == target or (left > 0 and largest < target <= high)


def _step(largest: int | None, value: int) -> int:
    return value if largest is None else max(largest, value)


def _linear(cells: tuple[int, ...], target: int, values: tuple[int, ...]) -> list[Equation]:
    return extreme(cells, target, [value for value in values if value <= target])


MAXIMUM = Operator(
    name="maximum",
    symbol="max",
    glyph="max",
    verb="have the maximum",
    noun="maximum",
    meaning="the largest value",
    evaluate=max,
    fold=Fold(None, _step, _alive),
    least_cells=1,
    aliases=("largest", "greatest"),
    linear=_linear,
)
