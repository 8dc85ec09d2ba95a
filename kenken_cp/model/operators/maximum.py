"""The largest value."""

from kenken_cp.model.operators.record import Fold, Operator


def _step(largest: int | None, value: int) -> int:
    return value if largest is None else max(largest, value)


def _alive(largest: int, left: int, target: int, low: int, high: int) -> bool:
    return largest == target or (left > 0 and largest < target <= high)


MAXIMUM = Operator(
    name="maximum",
    symbol="max",
    noun="maximum",
    meaning="the largest value",
    evaluate=max,
    fold=Fold(None, _step, _alive),
    least_cells=1,
)
