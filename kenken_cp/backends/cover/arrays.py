"""Bit sets and large numbers as numpy arrays.

A bit set is a row of 64-bit words: bit ``b`` is bit ``b % 64`` of word ``b // 64``. Counts are
unsigned integers of 64 bits, or Python's own if one might have more.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Places = NDArray[np.intp]
Flags = NDArray[np.bool_]

Counts = NDArray[Any]
"""Counts, as ``uint64`` or ``object``."""

Candidates = NDArray[np.unsignedinteger]
"""``[cell, board]``: a bit for each value that is possible, the lowest for the least value."""

_Scalar = TypeVar("_Scalar", bound=np.generic)

COUNT_BITS = 63
"""Counts become integers of Python's before one could have more bits."""

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
"""The multiplier of hashes: 2^64 divided by the golden ratio."""


class UnsuitableError(Exception):
    """An engine cannot do anything for this puzzle, however much work it is allowed."""


def rows_of(bit_sets: Sequence[int], width: int) -> Words:
    """Bit sets as rows of ``width`` words."""
    written = b"".join(bit_set.to_bytes(8 * width, "little") for bit_set in bit_sets)
    # Read as little-endian, stored in the processor's byte order; a copy, for bytes are read-only.
    return np.frombuffer(written, "<u8").astype(np.uint64).reshape(len(bit_sets), width)


def columns(array: NDArray[_Scalar], places: Places) -> NDArray[_Scalar]:
    """Some columns of an array, by index; two to three times as fast as ``array[:, places]``."""
    return array.take(places, axis=-1)


def starts_of_runs(ordered: Places) -> Places:
    """The index at which each run of equal numbers begins."""
    return np.flatnonzero(np.concatenate((np.ones(1, bool), np.diff(ordered) != 0)))


def equal_columns(keys: Words) -> tuple[Words, Places, Places]:
    """The hashes of columns, an order in which equal columns are neighbours, and the indices in
    that order at which each run of equal columns begins.
    """
    hashes = _hashes(keys)
    order = np.argsort(hashes)
    repeated, differ = _neighbours(keys, hashes, order)
    if differ.any():  # different columns with one hash may stand between equal ones
        order = np.lexsort((*keys, hashes))
        repeated, differ = _neighbours(keys, hashes, order)
    begins = np.ones(len(order), bool)
    begins[repeated] = differ
    return hashes, order, np.flatnonzero(begins)


def _neighbours(keys: Words, hashes: Words, order: Places) -> tuple[Places, Flags]:
    """The indices in an order whose column has the hash of the one before, and whether the two
    columns differ.
    """
    places = np.flatnonzero(np.diff(hashes[order]) == 0) + 1
    differ = columns(keys, order[places]) != columns(keys, order[places - 1])
    return places, differ.any(axis=0)


def _hashes(keys: Words) -> Words:
    found = np.zeros(keys.shape[1], np.uint64)
    for word in keys:
        found = (found ^ word) * MULTIPLIER
        found ^= found >> np.uint64(32)
    return found * MULTIPLIER


def sums_of_runs(counts: Counts, starts: Places) -> Counts:
    """The sums of runs of counts, each from a start to the next; along the last axis."""
    if not len(starts):
        return counts
    longest = np.diff(starts, append=counts.shape[-1]).max()
    if counts.dtype != object and int(counts.max()) * int(longest) >> COUNT_BITS:
        counts = counts.astype(object)
    return np.add.reduceat(counts, starts, axis=-1)
