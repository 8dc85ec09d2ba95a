"""The smallest value."""

from kenken_cp.model.operators.record import Fold, Operator


def _step(least: int | None, value: int) -> int:
    return value if least is None else min(least, value)


def _alive(least: int, left: int, target: int, low: int, high: int) -> bool:
    return least == target or (left > 0 and low <= target < least)


MINIMUM = Operator(
    name="minimum",
    symbol="min",
    noun="minimum",
    meaning="the smallest value",
    evaluate=min,
    fold=Fold(None, _step, _alive),
    least_cells=1,
)
