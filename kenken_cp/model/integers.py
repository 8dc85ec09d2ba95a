"""Arguments that are integers: Python's own, numpy's, and all others that have ``__index__``; and
arguments of several items.

Integers are kept as plain ``int``: other types are slower, may overflow, and are pickled and
printed differently.
"""

from collections.abc import Iterable, Mapping, Set
from operator import index
from typing import TypeVar

from kenken_cp.errors import PuzzleError
from kenken_cp.text import MAX_DIGITS, quoted

Item = TypeVar("Item")

_TOO_LARGE = 10**MAX_DIGITS
"""The least positive integer that is not taken: Python would not print it."""


def as_integer(value: object) -> int | None:
    """The plain integer of a value, by its ``__index__``; None for Booleans, integers of more than
    ``MAX_DIGITS`` digits, and anything else.
    """
    if isinstance(value, bool):
        return None
    try:
        integer = index(value)  # type: ignore[arg-type] # it says so
    except TypeError:
        return None
    return integer if abs(integer) < _TOO_LARGE else None


def as_integers(values: object) -> tuple[int, ...] | None:
    """The plain integers of a sequence, such as a list or an array; None for anything else."""
    if isinstance(values, str | bytes | Mapping | Set):  # of no order, or no sequence of numbers
        return None
    try:
        several = iter(values)  # type: ignore[call-overload]
    except TypeError:
        return None
    found = [as_integer(value) for value in several]
    whole = [value for value in found if value is not None]
    return tuple(whole) if len(whole) == len(found) else None


def as_tuple(items: Iterable[Item], name: str) -> tuple[Item, ...]:
    """An argument of several items as a tuple; PuzzleError for a single item."""
    try:
        several = iter(items)
    except TypeError:
        raise PuzzleError(
            f"{name} {quoted(items)}; expected several, such as a list of them"
        ) from None
    return tuple(several)
