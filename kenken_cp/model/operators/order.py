"""The order of the values, in the order of the cells: 1 if each is larger than the one before, -1
if each is smaller, else 0.
"""

from collections.abc import Sequence
from itertools import pairwise

from kenken_cp.model.operators.record import Fold, Operator

_State = tuple[int, int | None]
"""The last value, and the order so far; none of a single value."""


def _of_two(first: int, second: int) -> int:
    return (second > first) - (second < first)


def _evaluate(values: Sequence[int]) -> int:
    orders = {_of_two(first, second) for first, second in pairwise(values)}
    return orders.pop() if len(orders) == 1 else 0


def _step(state: _State | None, value: int) -> _State:
    if state is None:
        return value, None
    last, before = state
    order = _of_two(last, value)
    return value, order if before in (None, order) else 0


def _alive(state: _State, left: int, target: int, low: int, high: int) -> bool:
    _, order = state
    return order == target or (left > 0 and (order is None or target == 0))


ORDER = Operator(
    name="order",
    noun="order",
    meaning=(
        "1 if each value, in the order of the cells, is larger than the one before it, -1 if each "
        "is smaller, else 0"
    ),
    evaluate=_evaluate,
    fold=Fold(None, _step, _alive),
)
