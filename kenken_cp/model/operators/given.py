"""The value of a single cell."""

from collections.abc import Sequence

from kenken_cp.model.equations import Equation
from kenken_cp.model.operators.record import Fold, Operator


def _evaluate(values: Sequence[int]) -> int | None:
    return values[0] if len(values) == 1 else None


def _alive(state: int | None, left: int, target: int, low: int, high: int) -> bool:
    return low <= target <= high if left else state == target


def _linear(cells: tuple[int, ...], target: int, values: tuple[int, ...]) -> list[Equation]:
    return [Equation(((cells[0], 1),), (target,))]


GIVEN = Operator(
    name="given",
    symbol="=",
    glyph="",
    verb="be",
    noun="value",
    meaning="the value of a single cell",
    evaluate=_evaluate,
    fold=Fold(None, lambda _, value: value, _alive),
    least_cells=1,
    most_cells=1,
    linear=_linear,
)
