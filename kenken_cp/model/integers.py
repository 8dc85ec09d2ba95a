"""Integers as programs hand them in: Python's own, numpy's, and whatever else stands for one.

They are kept as plain ``int``: others are slower, overflow, or are neither pickled nor printed
alike.
"""

from collections.abc import Iterable, Mapping, Set
from operator import index


def as_integer(value: object) -> int | None:
    """The plain integer that a value stands for, by its ``__index__``; None if it is none. A truth
    value is none.
    """
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type] # what it is asked
    except TypeError:
        return None


def as_integers(values: object) -> tuple[int, ...] | None:
    """The plain integers of a sequence, such as a list or an array; None if it is none of these."""
    if not isinstance(values, Iterable) or isinstance(values, str | bytes | Mapping | Set):
        return None
    try:
        found = [as_integer(value) for value in values]
    except TypeError:  # an array without dimensions
        return None
    whole = [value for value in found if value is not None]
    return tuple(whole) if len(whole) == len(found) else None
