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
  largest so far and the product so far are enough, which is 0 once there is a zero.
- A product is 0 if there is a zero, and a quotient if there is exactly one: of these the number of
  zeros so far is enough.

A partial result is hopeless if no further values lead to the target. It is asked where
there would else be too many:

- of a product other than 0, the product so far divides it, and what is missing of it is no larger
  than the largest value allows;
- the target of a sum lies between the sum so far plus the smallest value for each cell that is
  left, and the same with the largest value; so does, of a difference, the sum of all values, which
  is twice the final maximum less the target, for some maximum between the largest value so far and
  the largest of all;
- of a quotient t other than 0, there is no zero, and m * m = t * p bounds p, which never becomes
  smaller.

The same of the operators that only a shown clue can be:

- ``or``, ``and``, ``xor``, ``gcd``, ``minimum``, ``maximum``: what the values so far make and the
  rest make that of all.
- ``lcm`` is 0 if there is a zero, and else likewise: what it is so far divides that of all.
- ``range``: the smallest and the largest so far.
- ``average``: how many there are, and their sum, which has to be as many times the target.
- ``concatenation``: the sign and the digits so far, without zeros in front: those of the target
  begin with them.
- ``parity``: that of the sum so far. ``distinct``: which values there are so far, whose number
  never shrinks. ``order``: the last value, and whether all so far rise, fall, or do neither, as
  they then do for good.
- ``modulo``, ``power``: the values so far, whatever their order.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kenken_cp.model.operators import (
    ADD,
    AND,
    AVERAGE,
    CONCATENATION,
    DISTINCT,
    DIVIDE,
    GCD,
    GIVEN,
    LCM,
    MAXIMUM,
    MINIMUM,
    MODULO,
    MULTIPLY,
    OR,
    ORDER,
    PARITY,
    POWER,
    RANGE,
    SUBTRACT,
    XOR,
    Operator,
)


@dataclass(frozen=True, slots=True)
class Meaning:
    """How values are taken one by one.

    Args:
        step: the partial result after one more value.
        made: what a partial result is worth when all values are taken: the target, or something
            else.
        hopeless: whether the target is out of reach, given the partial result, the number of values
            that are left, the target, and the least and the largest value; by default it never is.
    """

    start: Any
    step: Callable[[Any, int], Any]
    made: Callable[[Any, int], bool]
    hopeless: Callable[[Any, int, int, int, int], bool] = lambda *_: False


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
    state: tuple[int, int], left: int, target: int, low: int, high: int
) -> bool:
    largest, total = state
    return total + left * low > 2 * high - target or total + left * high < 2 * largest - target


def _divide(state: tuple[int | None, int], value: int) -> tuple[int | None, int]:
    largest, product = state
    return value if largest is None else max(largest, value), product * value


def _quotient_made(state: tuple[int | None, int], target: int) -> bool:
    largest, product = state
    return largest is not None and largest**2 == target * product


def _quotient_hopeless(
    state: tuple[int | None, int], left: int, target: int, low: int, high: int
) -> bool:
    _, product = state
    return product == 0 or abs(target * product) > max(low * low, high * high)


def _zeros(zeros: int, value: int) -> int:
    return min(zeros + (value == 0), 2)


# --- operators that only a shown clue can be ------------------------------------------------------


def _extend(ends: tuple[int, int] | None, value: int) -> tuple[int, int]:
    least, largest = ends or (value, value)
    return min(least, value), max(largest, value)


def _lcm_hopeless(multiple: int, left: int, target: int, low: int, high: int) -> bool:
    return multiple == 0 or target % multiple != 0


def _write(digits: str, value: int) -> str:
    """A negative value behind others leaves a sign among the digits, as no target has."""
    return str(value) if digits == "0" and value >= 0 else f"{digits}{value}"


def _number_hopeless(digits: str, left: int, target: int, low: int, high: int) -> bool:
    return not (digits == "0" or str(target).startswith(digits))


def _distinct_hopeless(seen: frozenset[int], left: int, target: int, low: int, high: int) -> bool:
    return not len(seen) <= target <= len(seen) + left


def _follow(state: tuple[int, int] | None, value: int) -> tuple[int, int]:
    """The last value, and 1, -1 or 0 if all rise, fall, or neither; 2 while there is only one."""
    if state is None:
        return value, 2
    last, order = state
    found = 1 if value > last else -1 if value < last else 0
    return value, found if order in (2, found) else 0


def _insert(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    return tuple(sorted((*values, value)))


def _some_remainder(values: tuple[int, ...], target: int) -> bool:
    pairs = (values, values[::-1])
    return any(divisor != 0 and number % divisor == target for number, divisor in pairs)


def _some_tower(values: tuple[int, ...], target: int) -> bool:
    return target in _towers(values, 2 * (abs(target) + 2))


@lru_cache(1 << 14)
def _towers(values: tuple[int, ...], bound: int) -> frozenset[int]:
    """The powers that values make in some order. One beyond an even bound is replaced by the bound,
    or by one more if it is odd, with its sign. That is enough: as an exponent of 1, -1 or 0 only
    its sign and parity matter, and with another base the result is beyond the bound, too.
    """
    if len(values) == 1:
        return frozenset((_within(values[0], bound),))
    found = set()
    for place, base in enumerate(values):
        for exponent in _towers(values[:place] + values[place + 1 :], bound):
            if abs(base) < 2:
                if exponent >= 0 or base:
                    found.add(base ** abs(exponent))
            elif exponent >= bound.bit_length():
                sign = -1 if base < 0 and exponent % 2 else 1
                found.add(sign * (bound + base % 2))
            elif exponent >= 0:
                found.add(_within(base**exponent, bound))
    return frozenset(found)


def _within(number: int, bound: int) -> int:
    if abs(number) <= bound:
        return number
    return (bound + number % 2) * (1 if number > 0 else -1)


_SUM = Meaning(0, lambda total, value: total + value, lambda total, t: total == t, _sum_hopeless)

_MEANINGS = {
    GIVEN: _SUM,  # of a single value
    ADD: _SUM,
    MULTIPLY: Meaning(
        1,
        lambda product, value: product * value,
        lambda product, target: product == target,
        _product_hopeless,
    ),
    SUBTRACT: Meaning((None, 0), _subtract, _difference_made, _difference_hopeless),
    DIVIDE: Meaning((None, 1), _divide, _quotient_made, _quotient_hopeless),
    MODULO: Meaning((), _insert, _some_remainder),
    POWER: Meaning((), _insert, _some_tower),
    OR: Meaning(0, int.__or__, int.__eq__),
    AND: Meaning(-1, int.__and__, int.__eq__),
    XOR: Meaning(0, int.__xor__, int.__eq__),
    GCD: Meaning(0, math.gcd, int.__eq__),
    LCM: Meaning(1, math.lcm, int.__eq__, _lcm_hopeless),
    MINIMUM: Meaning(math.inf, min, lambda least, target: least == target),
    MAXIMUM: Meaning(-math.inf, max, lambda largest, target: largest == target),
    RANGE: Meaning(None, _extend, lambda ends, target: ends[1] - ends[0] == target),
    AVERAGE: Meaning(
        (0, 0),
        lambda counted, value: (counted[0] + 1, counted[1] + value),
        lambda counted, target: counted[1] == counted[0] * target,
    ),
    CONCATENATION: Meaning(
        "", _write, lambda digits, target: digits == str(target), _number_hopeless
    ),
    PARITY: Meaning(0, lambda parity, value: (parity + value) % 2, int.__eq__),
    DISTINCT: Meaning(
        frozenset(),
        lambda seen, value: seen | {value},
        lambda seen, target: len(seen) == target,
        _distinct_hopeless,
    ),
    ORDER: Meaning(None, _follow, lambda state, target: state[1] == target),
}


_MAKING_ZERO = {
    MULTIPLY: Meaning(0, _zeros, lambda zeros, _: zeros > 0),
    DIVIDE: Meaning(0, _zeros, lambda zeros, _: zeros == 1),
    LCM: Meaning(0, _zeros, lambda zeros, _: zeros > 0),
}


def meaning_of(operator: Operator, target: int) -> Meaning:
    """How values are taken to make a target by an operator."""
    if target == 0 and operator in _MAKING_ZERO:
        return _MAKING_ZERO[operator]
    return _MEANINGS.get(operator) or _listed(operator)


def _listed(operator: Operator) -> Meaning:
    """Of an operator that is not known here: all values so far."""
    return Meaning((), lambda values, value: (*values, value), operator.holds)
