"""Arguments that are integers: Python's own, numpy's, and all others that have ``__index__``.

They are kept as plain ``int``. Other types are slower, may overflow, and are pickled and printed
differently.
"""

from collections.abc import Iterable, Mapping, Set
from operator import index
from typing import Any, TypeGuard

from kenken_cp.text import MAX_DIGITS

_TOO_LARGE = 10**MAX_DIGITS
"""The least positive integer that is not taken: Python would not print it."""


def as_integer(value: object) -> int | None:
    """The plain integer of a value, by its ``__index__``; None for Booleans, integers of more than
    ``MAX_DIGITS`` digits, and anything else.
    """
    if type(value) is int:
        integer = value
    elif isinstance(value, bool):
        return None
    else:
        try:
            integer = index(value)  # type: ignore[arg-type] # it says so
        except TypeError:
            return None
    return integer if abs(integer) < _TOO_LARGE else None


def is_iterable(value: object) -> TypeGuard[Iterable[Any]]:
    """Whether a value can be iterated over; an array without dimensions only looks like it."""
    return isinstance(value, Iterable) and getattr(value, "ndim", 1) != 0


def as_integers(values: object) -> tuple[int, ...] | None:
    """The plain integers of a sequence, such as a list or an array; None for anything else."""
    if not is_iterable(values) or isinstance(values, str | bytes | Mapping | Set):
        return None
    found = [as_integer(value) for value in values]
    whole = [value for value in found if value is not None]
    return tuple(whole) if len(whole) == len(found) else None
