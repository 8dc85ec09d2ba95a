"""The values of a cage taken one after the other: for the check of a certificate, and on purpose
not shared with the folds from which automata are built.

A *partial result* is what the values so far come to. It needs to say enough for two things: whether
all values together make the target, and what it becomes with one more value. Why it does:

- ``add``, ``multiply``, ``or``, ``and``, ``xor``, ``gcd``, ``lcm``, ``minimum``, ``maximum``: it is
  what the values so far make.
- ``subtract`` is twice the largest value less the sum of all: it is the largest and the sum.
- ``divide``: without a zero, the quotient of the largest value m and the product of the others,
  which is the product p of all divided by m, is exactly t just when m * m = t * p: it is the
  largest and the product. The quotient is 0 if there is one zero, and none if there are two: for
  the target 0 it is the number of zeros.
- of all others it is the values themselves, in ascending order where their order does not matter.
  Whether they make the target is left to the rules (``Operator.holds``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass
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
    PARITY,
    POWER,
    RANGE,
    SUBTRACT,
    XOR,
    Operator,
)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """How the values of a cage make a target, one by one.

    Args:
        start: the partial result of no values.
        step: the partial result after one more value.
        makes: whether all values make the target, given the partial result and the target.
        hopeless: whether no further values lead to the target, given the partial result, their
            number, the target, and the least and the largest value. It may be false too often: it
            is there so that few partial results are kept.
    """

    start: Hashable
    step: Callable[[Any, int], Any]
    makes: Callable[[Any, int], bool] = lambda result, target: bool(result == target)
    hopeless: Callable[[Any, int, int, int, int], bool] = lambda *_: False


def arithmetic_of(operator: Operator, target: int) -> Arithmetic:
    """How values make a target by an operator."""
    if operator is DIVIDE and target == 0:
        return Arithmetic(0, lambda zeros, value: zeros + (value == 0), lambda zeros, _: zeros == 1)
    if operator in _OF_SINGLE_NUMBERS:
        return _OF_SINGLE_NUMBERS[operator]
    if operator in _SYMMETRIC:
        return Arithmetic((), lambda values, value: (*sorted((*values, value)),), operator.holds)
    hopeless = _begins_otherwise if operator is CONCATENATION else lambda *_: False
    return Arithmetic((), lambda values, value: (*values, value), operator.holds, hopeless)


def _sum_hopeless(total: int, left: int, target: int, low: int, high: int) -> bool:
    return not total + left * low <= target <= total + left * high


def _product_hopeless(product: int, left: int, target: int, low: int, high: int) -> bool:
    if target == 0:
        return False
    most: int = max(abs(low), abs(high)) ** left
    return product == 0 or target % product != 0 or abs(target // product) > most


def _largest_and(combine: Callable[[int, int], int]) -> Callable[[tuple[float, int], int], Any]:
    return lambda result, value: (max(result[0], value), combine(result[1], value))


def _quotient_hopeless(
    result: tuple[int, int], left: int, target: int, low: int, high: int
) -> bool:
    """In the end m * m = t * p: so with p, which never becomes smaller, t * p may not be beyond the
    largest m * m that values allow.
    """
    product = result[1]
    return product == 0 or abs(target * product) > max(low * low, high * high)


def _begins_otherwise(values: tuple[int, ...], left: int, target: int, low: int, high: int) -> bool:
    """Whether digits are not those with which the target begins, zeros in front left out."""
    return not str(target).startswith("".join(map(str, values)).lstrip("0"))


_SUM = Arithmetic(0, int.__add__, hopeless=_sum_hopeless)

_OF_SINGLE_NUMBERS = {
    GIVEN: _SUM,  # of a single value
    ADD: _SUM,
    MULTIPLY: Arithmetic(1, int.__mul__, hopeless=_product_hopeless),
    SUBTRACT: Arithmetic(
        (-math.inf, 0),
        _largest_and(int.__add__),
        lambda result, target: bool(2 * result[0] == target + result[1]),
    ),
    DIVIDE: Arithmetic(
        (-math.inf, 1),
        _largest_and(int.__mul__),
        lambda result, target: bool(result[0] ** 2 == target * result[1] != 0),
        _quotient_hopeless,
    ),
    OR: Arithmetic(0, int.__or__),
    AND: Arithmetic(-1, int.__and__),
    XOR: Arithmetic(0, int.__xor__),
    GCD: Arithmetic(0, math.gcd),
    LCM: Arithmetic(1, math.lcm),
    MINIMUM: Arithmetic(math.inf, min),
    MAXIMUM: Arithmetic(-math.inf, max),
}
"""Operators of which one number, or two, say enough."""

_SYMMETRIC = (MODULO, POWER, RANGE, AVERAGE, PARITY, DISTINCT)
"""Others under which the order of the values does not matter."""
