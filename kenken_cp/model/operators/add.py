"""The sum."""

from kenken_cp.model.operators.record import Fold, Operator


def _alive(total: int, left: int, target: int, low: int, high: int) -> bool:
    return total + left * low <= target <= total + left * high


ADD = Operator(
    name="add",
    symbol="+",
    verb="add to",
    noun="sum",
    meaning="the sum of the values",
    evaluate=sum,
    fold=Fold(0, int.__add__, _alive),
    least_cells=1,
    complement=int.__sub__,
)
