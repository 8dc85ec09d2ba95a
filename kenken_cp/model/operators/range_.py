"""The range: the largest value less the smallest. Of two cells it is their difference."""

from kenken_cp.model.operators.record import Fold, Operator

_State = tuple[int, int] | None
"""The smallest and the largest value so far."""


def _step(state: _State, value: int) -> _State:
    if state is None:
        return value, value
    least, largest = state
    return min(least, value), max(largest, value)


def _alive(state: tuple[int, int], left: int, target: int, low: int, high: int) -> bool:
    least, largest = state
    return largest - least == target if left == 0 else largest - least <= target


RANGE = Operator(
    name="range",
    noun="range",
    meaning="the largest value less the smallest",
    evaluate=lambda values: max(values) - min(values),
    fold=Fold(None, _step, _alive),
)
