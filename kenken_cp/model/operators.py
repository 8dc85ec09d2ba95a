"""The operator table: one record an operator, read by parsers, renderers, rules and tuples.

Each record states its meaning twice, on purpose. ``evaluate`` is plain arithmetic on a finished
cage; it is what the rules and the cross-checking engines are handed. ``fold`` is the same meaning
taken one cell at a time, with bounds, and is what enumerates tuples quickly. A test holds the two
against each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kenken_cp.errors import UnknownNameError


@dataclass(frozen=True, slots=True)
class Fold:
    """An operator taken cell by cell.

    ``alive(state, left, target, low, high)`` answers whether ``left`` more values, each within
    ``low..high``, may still meet the target; it may be too hopeful, but never with none left.
    """

    start: Any
    step: Callable[[Any, int], Any]
    alive: Callable[[Any, int, int, int, int], bool]


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator: how it is written, and what it means.

    Args:
        name: the word for it, ``add``.
        symbol: how files write it, in ASCII.
        glyph: how a picture prints it.
        aliases: other spellings that are read.
        evaluate: the target that the values of a cage make, in whatever order they stand; None if
            they make none.
        fold: the same, one cell at a time.
    """

    name: str
    symbol: str
    glyph: str
    aliases: tuple[str, ...]
    evaluate: Callable[[Sequence[int]], int | None]
    fold: Fold

    def holds(self, values: Sequence[int], target: int) -> bool:
        """Whether the values of a cage, in any order, make the target."""
        return self.evaluate(values) == target

    def __repr__(self) -> str:
        return f"<operator {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str], Operator], tuple[str]]:
        return operator_named, (self.name,)


# --- given ---------------------------------------------------------------------------------------


def _given(values: Sequence[int]) -> int | None:
    return values[0] if len(values) == 1 else None


def _given_alive(state: int | None, left: int, target: int, low: int, high: int) -> bool:
    return low <= target <= high if left else state == target


# --- add -----------------------------------------------------------------------------------------


def _sum_alive(total: int, left: int, target: int, low: int, high: int) -> bool:
    return total + left * low <= target <= total + left * high


# --- subtract: the largest, and the rest taken off it --------------------------------------------


def _difference(values: Sequence[int]) -> int:
    return 2 * max(values) - sum(values)


def _difference_step(state: tuple[int | None, int], value: int) -> tuple[int, int]:
    largest, total = state
    return (value if largest is None or value > largest else largest), total + value


def _difference_alive(
    state: tuple[int | None, int], left: int, target: int, low: int, high: int
) -> bool:
    largest, total = state
    if left == 0:
        return largest is not None and 2 * largest - total == target
    floor = low if largest is None else largest
    # With the final maximum m, the total lies between two bounds linear in m; so do the extremes.
    least = min((2 - left) * m for m in (floor, max(floor, high))) - total
    most = max(high - total - (left - 1) * low, 2 * floor - total - left * low)
    return least <= target <= most


# --- multiply ------------------------------------------------------------------------------------


def _product_alive(product: int, left: int, target: int, low: int, high: int) -> bool:
    if left == 0 or product == 0:
        return product == target
    if target == 0:
        return low <= 0 <= high
    if target % product:
        return False
    reach: int = max(abs(low), abs(high)) ** left
    return abs(target // product) <= reach


# --- divide: the largest, divided by all the rest; a zero can only be what is divided ------------


def _quotient(values: Sequence[int]) -> int | None:
    dividend, *rest = sorted(values, key=lambda value: (value != 0, -value))
    divisor: int = math.prod(rest)
    if divisor == 0 or dividend % divisor:
        return None
    return dividend // divisor


def _quotient_step(state: tuple[int, int | None, int], value: int) -> tuple[int, int | None, int]:
    zeros, largest, product = state
    if value == 0:
        return zeros + 1, largest, product
    return zeros, (value if largest is None or value > largest else largest), product * value


def _quotient_alive(
    state: tuple[int, int | None, int], left: int, target: int, low: int, high: int
) -> bool:
    zeros, largest, product = state
    if zeros > 1 or (zeros == 1) > (target == 0):
        return False
    if target == 0:
        return zeros == 1 or (left > 0 and low <= 0 <= high)
    # largest = target * (product / largest), so largest squared = target * product.
    if left == 0:
        return largest is not None and largest * largest == target * product
    reach = max(abs(low), abs(high))
    return abs(target * product) <= reach * reach


GIVEN = Operator("given", "=", "", (), _given, Fold(None, lambda _, value: value, _given_alive))
ADD = Operator("add", "+", "+", (), sum, Fold(0, int.__add__, _sum_alive))
SUBTRACT = Operator(
    "subtract",
    "-",
    "−",
    ("–", "sub"),
    _difference,
    Fold((None, 0), _difference_step, _difference_alive),
)
MULTIPLY = Operator(
    "multiply",
    "*",
    "×",
    ("x", "X", "·", "mul", "mult"),
    math.prod,
    Fold(1, int.__mul__, _product_alive),
)
DIVIDE = Operator(
    "divide",
    "/",
    "÷",
    (":", "div"),
    _quotient,
    Fold((0, None, 1), _quotient_step, _quotient_alive),
)

OPERATORS = (GIVEN, ADD, SUBTRACT, MULTIPLY, DIVIDE)
_BY_SPELLING = {
    spelling: operator
    for operator in OPERATORS
    for spelling in (operator.name, operator.symbol, operator.glyph, *operator.aliases)
    if spelling
}


def operator_named(spelling: str) -> Operator:
    """The operator of that name, symbol or alias.

    Raises:
        UnknownNameError: if there is none.
    """
    try:
        return _BY_SPELLING[spelling]
    except KeyError:
        known = [f"{operator.name} ({operator.symbol})" for operator in OPERATORS]
        raise UnknownNameError("operator", spelling, known) from None
