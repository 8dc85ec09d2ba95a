"""Masks: sets of small numbers as the bits of an integer, bit ``i`` for the number ``i``."""

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_


def mask_of(numbers: Iterable[int]) -> int:
    """The mask of some numbers."""
    return union(1 << number for number in numbers)


def union(masks: Iterable[int]) -> int:
    """The union of some masks."""
    return reduce(or_, masks, 0)


def numbers_in(mask: int) -> Iterator[int]:
    """The numbers in a mask, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def bits_in(mask: int) -> Iterator[int]:
    """The numbers in a mask, ascending, each as a mask of its own."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest
