"""What the operators make of the values of a cage, taken one after the other: for the check of a
certificate, and on purpose not shared with the folds from which automata are built.

Each partial result is all that the rest of the values needs to know, so that tuples with the same
one may be treated as one. That it is so, case by case:

- ``add``, ``multiply``: the sum, the product, is that of the sum or product so far and the rest.
- ``subtract`` is twice the largest value less the sum of all: the largest so far and the sum so far
  are enough.
- ``divide``: the dividend is the zero if there is one, else the largest value. With two zeros there
  is no quotient; with one it is 0. Without one, the quotient of the largest value m and the product
  of the others, which is that of all, p, divided by m, is exactly t just when m * m = t * p: the
  zeros so far, the largest so far and the product so far are enough.
- A product is 0 if there is a zero, and a quotient if there is exactly one: of these the number of
  zeros so far is enough.

A partial result is hopeless if no further values lead to the target:

- of a product other than 0, the product so far divides it, and what is missing of it is no larger
  than the largest value allows;
- the target of a sum lies between the sum so far plus the smallest value for each cell that is
  left, and the same with the largest value; so does, of a difference, the sum of all values, which
  is twice the final maximum less the target, for some maximum between the largest value so far and
  the largest of all;
- of a quotient t other than 0, m * m = t * p bounds p, and p never becomes smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kenken_cp.checkpoints import checkpoint
from kenken_cp.errors import KenKenError
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT, Operator

MAX_PARTIAL_RESULTS = 300_000
"""Of one cage, after some number of its cells."""


@dataclass(frozen=True, slots=True)
class _Meaning:
    """How values are taken one by one.

    Args:
        step: the partial result after one more value.
        made: what a partial result is worth when all values are taken: the target, or something
            else.
        hopeless: whether the target is out of reach, given the partial result, the number of values
            that are left, the target, and the least and the largest value.
    """

    start: Any
    step: Callable[[Any, int], Any]
    made: Callable[[Any, int], bool]
    hopeless: Callable[[Any, int, int, int, int], bool]


def _sum_hopeless(total: int, left: int, target: int, low: int, high: int) -> bool:
    return not total + left * low <= target <= total + left * high


def _product_hopeless(product: int, left: int, target: int, low: int, high: int) -> bool:
    if product == 0 or target % product:
        return True
    most: int = max(abs(low), abs(high)) ** left
    return abs(target // product) > most


def _subtract(state: tuple[int | None, int], value: int) -> tuple[int | None, int]:
    largest, total = state
    return value if largest is None else max(largest, value), total + value


def _difference_made(state: tuple[int | None, int], target: int) -> bool:
    largest, total = state
    return largest is not None and 2 * largest == target + total


def _difference_hopeless(
    state: tuple[int | None, int], left: int, target: int, low: int, high: int
) -> bool:
    largest, total = state
    least = low if largest is None else largest
    return total + left * low > 2 * high - target or total + left * high < 2 * least - target


def _divide(state: tuple[int, int | None, int], value: int) -> tuple[int, int | None, int]:
    zeros, largest, product = state
    if value == 0:
        return min(zeros + 1, 2), largest, product
    return zeros, value if largest is None else max(largest, value), product * value


def _quotient_made(state: tuple[int, int | None, int], target: int) -> bool:
    zeros, largest, product = state
    return not zeros and largest is not None and largest**2 == target * product


def _quotient_hopeless(
    state: tuple[int, int | None, int], left: int, target: int, low: int, high: int
) -> bool:
    zeros, _, product = state
    return zeros > 0 or abs(target * product) > max(low * low, high * high)


def _zeros(zeros: int, value: int) -> int:
    return min(zeros + (value == 0), 2)


_SUM = _Meaning(0, lambda total, value: total + value, lambda total, t: total == t, _sum_hopeless)

_MEANINGS = {
    GIVEN: _SUM,  # of a single value
    ADD: _SUM,
    MULTIPLY: _Meaning(
        1,
        lambda product, value: product * value,
        lambda product, target: product == target,
        _product_hopeless,
    ),
    SUBTRACT: _Meaning((None, 0), _subtract, _difference_made, _difference_hopeless),
    DIVIDE: _Meaning((0, None, 1), _divide, _quotient_made, _quotient_hopeless),
}


_MAKING_ZERO = {
    MULTIPLY: _Meaning(0, _zeros, lambda zeros, _: zeros > 0, lambda *_: False),
    DIVIDE: _Meaning(0, _zeros, lambda zeros, _: zeros == 1, lambda zeros, *_: zeros > 1),
}


def _meaning(operator: Operator, target: int) -> _Meaning:
    if target == 0 and operator in _MAKING_ZERO:
        return _MAKING_ZERO[operator]
    return _MEANINGS.get(operator) or _listed(operator)


def _listed(operator: Operator) -> _Meaning:
    """Of an operator that is not known here: all values so far."""
    return _Meaning((), lambda values, value: (*values, value), operator.holds, lambda *_: False)


def continuations(
    operator: Operator, target: int, cells: int, values: Iterable[int]
) -> list[dict[Any, dict[int, Any]]]:
    """For each cell, in their order: the partial results before it from which the target can be
    made, and for each of them the values from which it still can be, and the partial results after
    these. So its paths from the first to the last are the tuples that make the target.

    Raises:
        KenKenError: if there are more than ``MAX_PARTIAL_RESULTS``.
    """
    values = tuple(values)
    meaning = _meaning(operator, target)
    low, high = min(values), max(values)
    found: list[dict[Any, dict[int, Any]]] = []
    states = {meaning.start}
    for left in range(cells - 1, -1, -1):
        layer: dict[Any, dict[int, Any]] = {}
        for number, state in enumerate(states):
            if not number % 64:
                checkpoint()
            after = {value: meaning.step(state, value) for value in values}
            layer[state] = {
                value: result
                for value, result in after.items()
                if not meaning.hopeless(result, left, target, low, high)
            }
        found.append(layer)
        states = {result for after in layer.values() for result in after.values()}
        if len(states) > MAX_PARTIAL_RESULTS:
            raise KenKenError(
                f"{target}{operator.symbol} on {cells} cells has more than {MAX_PARTIAL_RESULTS} "
                "partial results; expected a clue that a certificate can be checked for"
            )
    alive = {state for state in states if meaning.made(state, target)}
    for layer in reversed(found):
        for state, after in list(layer.items()):
            layer[state] = {value: result for value, result in after.items() if result in alive}
            if not layer[state]:
                del layer[state]
        alive = set(layer)
    return found
