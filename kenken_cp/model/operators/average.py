"""The average: the sum divided by the number of cells, exactly."""

from collections.abc import Sequence

from kenken_cp.model.operators.record import Fold, Operator

_State = tuple[int, int]
"""How many values so far, and their sum."""


def _evaluate(values: Sequence[int]) -> int | None:
    average, rest = divmod(sum(values), len(values))
    return None if rest else average


def _step(state: _State, value: int) -> _State:
    count, total = state
    return count + 1, total + value


def _alive(state: _State, left: int, target: int, low: int, high: int) -> bool:
    count, total = state
    return total + left * low <= target * (count + left) <= total + left * high


AVERAGE = Operator(
    name="average",
    symbol="avg",
    noun="average",
    meaning="the sum of the values divided by their number, exactly",
    evaluate=_evaluate,
    fold=Fold((0, 0), _step, _alive),
    least_cells=1,
)
