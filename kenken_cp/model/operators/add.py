"""The sum."""

from kenken_cp.model.equations import NEVER, Equation
from kenken_cp.model.operators.record import Fold, Operator


def _alive(total: int, left: int, target: int, low: int, high: int) -> bool:
    return total + left * low <= target <= total + left * high


def _linear(cells: tuple[int, ...], target: int, values: tuple[int, ...]) -> list[Equation]:
    if not len(cells) * values[0] <= target <= len(cells) * values[-1]:
        return [NEVER]
    return [Equation(tuple((cell, 1) for cell in cells), (target,))]


ADD = Operator(
    name="add",
    symbol="+",
    verb="add to",
    noun="sum",
    meaning="the sum of the values",
    evaluate=sum,
    fold=Fold(0, int.__add__, _alive),
    least_cells=1,
    linear=_linear,
    complement=int.__sub__,
)
