"""The concatenation: the digits of the values, read in the order of the cells.

That is their reading order: row by row, each from the left. A value of several digits stands there
with all of them; zeros in front count for nothing, as in any number; only the first value may be
negative, and the number is negative then.
"""

from collections.abc import Sequence

from kenken_cp.model.operators.record import Fold, Operator

_State = tuple[int | None, ...]
"""The number so far, None if there is none any more; empty before the first value."""


def _digits(value: int) -> int:
    """How many digits a value has; faster than its text, and of any length."""
    count, power = 1, 10
    while power <= abs(value):
        count, power = count + 1, power * 10
    return count


def _step(state: _State, value: int) -> _State:
    if not state:
        return (value,)
    number = state[0]
    if number is None or value < 0:
        return (None,)
    moved = number * 10 ** _digits(value)
    return (moved - value if number < 0 else moved + value,)


def _evaluate(values: Sequence[int]) -> int | None:
    state: _State = ()
    for value in values:
        state = _step(state, value)
    return state[0]


def _alive(state: _State, left: int, target: int, low: int, high: int) -> bool:
    (number,) = state
    if left == 0 or number is None:
        return number == target
    if (number < 0) != (target < 0):
        return False
    # The digits that are to come are what the target has behind the number.
    begun, rest, missing = abs(number), abs(target), 0
    while rest > begun:
        rest, missing = rest // 10, missing + 1
    most = left * max(_digits(low), _digits(high))
    return missing <= most and (begun == 0 or (rest == begun and missing >= left))


CONCATENATION = Operator(
    name="concatenation",
    symbol="concat",
    glyph="concat",
    verb="read",
    noun="concatenation",
    meaning="the digits of the values, read in the order of the cells",
    evaluate=_evaluate,
    fold=Fold((), _step, _alive),
    least_cells=1,
    aliases=("cat", "concatenate"),
)
