"""The range: the largest value less the smallest. Of two cells it is their difference."""

from collections.abc import Sequence

from kenken_cp.model.operators.record import Fold, Operator

_State = tuple[int, int] | None
"""The smallest and the largest value so far."""


def _evaluate(values: Sequence[int]) -> int:
    return max(values) - min(values)


def _step(state: _State, value: int) -> _State:
    if state is None:
        return value, value
    least, largest = state
    return min(least, value), max(largest, value)


def _alive(state: tuple[int, int], left: int, target: int, low: int, high: int) -> bool:
    least, largest = state
    if left == 0:
        return largest - least == target
    # The smallest of all is somewhere from the one bound to the other, and the largest above it.
    return max(low, largest - target) <= min(least, high - target)


RANGE = Operator(
    name="range",
    symbol="range",
    glyph="range",
    verb="have the range",
    noun="range",
    meaning="the largest value less the smallest",
    evaluate=_evaluate,
    fold=Fold(None, _step, _alive),
    aliases=("spread",),
)
