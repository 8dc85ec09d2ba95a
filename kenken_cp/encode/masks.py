"""Masks: sets of small numbers as the bits of an integer, bit ``i`` for the number ``i``."""

from collections.abc import Iterable, Iterator


def mask_of(numbers: Iterable[int]) -> int:
    """The mask of some numbers."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def union(masks: Iterable[int]) -> int:
    """The union of some masks."""
    found = 0
    for mask in masks:
        found |= mask
    return found


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
