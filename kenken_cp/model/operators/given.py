"""The value of a single cell."""

from kenken_cp.model.operators.record import Fold, Operator

GIVEN = Operator(
    name="given",
    symbol="=",
    verb="be",
    noun="value",
    meaning="the value of a single cell",
    evaluate=lambda values: values[0] if len(values) == 1 else None,
    fold=Fold(None, lambda _, value: value),
    least_cells=1,
    most_cells=1,
)
