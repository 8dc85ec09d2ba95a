"""The smallest value."""

from kenken_cp.model.equations import Equation, extreme
from kenken_cp.model.operators.record import Fold, Operator


def _alive(least: int, left: int, target: int, low: int, high: int) -> bool:
    return least == target or (left > 0 and low <= target < least)


def _step(least: int | None, value: int) -> int:
    return value if least is None else min(least, value)


def _linear(cells: tuple[int, ...], target: int, values: tuple[int, ...]) -> list[Equation]:
    return extreme(cells, target, [value for value in values if value >= target])


MINIMUM = Operator(
    name="minimum",
    symbol="min",
    glyph="min",
    verb="have the minimum",
    noun="minimum",
    meaning="the smallest value",
    evaluate=min,
    fold=Fold(None, _step, _alive),
    least_cells=1,
    aliases=("least", "smallest"),
    linear=_linear,
)
