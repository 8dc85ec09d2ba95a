"""The concatenation: the digits of the values, read in the order of the cells.

That is their reading order: row by row, each from the left. A value of several digits stands there
with all of them; zeros in front count for nothing, as in any number; only the first value may be
negative, and the number is negative then.
"""

from collections.abc import Sequence

from kenken_cp.model.operators.record import Fold, Operator

_State = tuple[int | None, ...]
"""The number so far, None if there is none any more; empty before the first value."""


def _step(state: _State, value: int) -> _State:
    if not state:
        return (value,)
    number = state[0]
    if number is None or value < 0:
        return (None,)
    moved = number * 10 ** len(str(value))
    return (moved - value if number < 0 else moved + value,)


def _evaluate(values: Sequence[int]) -> int | None:
    state: _State = ()
    for value in values:
        state = _step(state, value)
    return state[0]


def _alive(state: _State, left: int, target: int, low: int, high: int) -> bool:
    number = state[0]
    if left == 0 or number is None:
        return number == target
    if number == 0:
        return True
    if (number < 0) != (target < 0) or abs(number) > abs(target):
        return False
    begun, whole = str(number), str(target)
    return whole.startswith(begun) and len(whole) >= len(begun) + left


CONCATENATION = Operator(
    name="concatenation",
    symbol="concat",
    verb="read",
    noun="concatenation",
    meaning="the digits of the values, read in the order of the cells",
    evaluate=_evaluate,
    fold=Fold((), _step, _alive),
    least_cells=1,
)
