"""The difference: the largest value, and the rest taken off it."""

from collections.abc import Sequence

from kenken_cp.model.equations import NEVER, Equation, Largest
from kenken_cp.model.operators.record import Fold, Operator

_State = tuple[int | None, int]
"""The largest value so far, and the sum of all so far."""


def _evaluate(values: Sequence[int]) -> int:
    return 2 * max(values) - sum(values)


def _step(state: _State, value: int) -> _State:
    largest, total = state
    return (value if largest is None or value > largest else largest), total + value


def _alive(state: _State, left: int, target: int, low: int, high: int) -> bool:
    largest, total = state
    if left == 0:
        return largest is not None and 2 * largest - total == target
    floor = low if largest is None else largest
    # With the final maximum m, the total lies between two bounds linear in m; so do the extremes.
    least = min((2 - left) * m for m in (floor, max(floor, high))) - total
    most = max(high - total - (left - 1) * low, 2 * floor - total - left * low)
    return least <= target <= most


def _linear(cells: tuple[int, ...], target: int, values: tuple[int, ...]) -> list[Equation]:
    reach = max(abs(values[0]), abs(values[-1])) * (len(cells) + 2)
    if abs(target) > reach:
        return [NEVER]
    return [Equation(((Largest(cells), 2), *((cell, -1) for cell in cells)), (target,))]


SUBTRACT = Operator(
    name="subtract",
    symbol="-",
    glyph="−",
    verb="subtract to",
    noun="difference",
    meaning="the largest value less all others",
    evaluate=_evaluate,
    fold=Fold((None, 0), _step, _alive),
    linear=_linear,
)
