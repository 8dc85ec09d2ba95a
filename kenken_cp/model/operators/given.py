"""The value of a single cell."""

from kenken_cp.model.operators.record import Fold, Operator


def _alive(state: int | None, left: int, target: int, low: int, high: int) -> bool:
    return left > 0 or state == target


GIVEN = Operator(
    name="given",
    symbol="=",
    verb="be",
    noun="value",
    meaning="the value of a single cell",
    evaluate=lambda values: values[0] if len(values) == 1 else None,
    fold=Fold(None, lambda _, value: value, _alive),
    least_cells=1,
    most_cells=1,
)
