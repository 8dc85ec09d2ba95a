"""The sum, and what is made of it: the average, and the parity."""

from collections.abc import Sequence

from kenken_cp.model.equations import NEVER, Equation
from kenken_cp.model.operators.record import Fold, Operator


def _sum_alive(total: int, left: int, target: int, low: int, high: int) -> bool:
    return total + left * low <= target <= total + left * high


def _sum_linear(cells: tuple[int, ...], target: int, values: tuple[int, ...]) -> list[Equation]:
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
    fold=Fold(0, int.__add__, _sum_alive),
    least_cells=1,
    linear=_sum_linear,
    complement=int.__sub__,
)

_State = tuple[int, int]
"""How many values so far, and their sum."""


def _average(values: Sequence[int]) -> int | None:
    average, rest = divmod(sum(values), len(values))
    return None if rest else average


def _average_alive(state: _State, left: int, target: int, low: int, high: int) -> bool:
    count, total = state
    return _sum_alive(total, left, target * (count + left), low, high)


AVERAGE = Operator(
    name="average",
    symbol="avg",
    noun="average",
    meaning="the sum of the values divided by their number, exactly",
    evaluate=_average,
    fold=Fold((0, 0), lambda state, value: (state[0] + 1, state[1] + value), _average_alive),
    least_cells=1,
)

PARITY = Operator(
    name="parity",
    noun="parity",
    meaning="0 if the sum of the values is even, 1 if it is odd",
    evaluate=lambda values: sum(values) % 2,
    fold=Fold(0, lambda parity, value: (parity + value) % 2),
)
