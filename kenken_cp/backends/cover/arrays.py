"""Bit sets and large numbers as numpy arrays.

A bit set is a row of 64-bit words: bit ``b`` is bit ``b % 64`` of word ``b // 64``. A number is
stored as limbs of 32 bits, the least significant first.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Indices = NDArray[np.uint32]
Numbers = NDArray[np.int64]
Places = NDArray[np.intp]
Flags = NDArray[np.bool_]

Candidates = NDArray[np.unsignedinteger]
"""``[cell, board]``: a bit for each value that is possible, the lowest for the least value."""

_Scalar = TypeVar("_Scalar", bound=np.generic)

LIMB_BITS = np.uint64(32)
LIMB_MASK = np.uint64(0xFFFFFFFF)
MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
"""The multiplier of hashes: 2^64 divided by the golden ratio."""


def rows_of(bit_sets: Sequence[int], width: int) -> Words:
    """Bit sets as rows of ``width`` words."""
    written = b"".join(bit_set.to_bytes(8 * width, "little") for bit_set in bit_sets)
    # Read as little-endian, stored in the processor's byte order; a copy, for bytes are read-only.
    return np.frombuffer(written, "<u8").astype(np.uint64).reshape(len(bit_sets), width)


def integers(limbs: Words) -> Any:
    """The number in a row of limbs; from an array ``[limb, number]``, an array of integers."""
    return sum(limb.astype(object) << 32 * place for place, limb in enumerate(limbs))


def columns(array: NDArray[_Scalar], places: NDArray[np.intp]) -> NDArray[_Scalar]:
    """Some columns of an array, by index; two to three times as fast as ``array[:, places]``."""
    return array.take(places, axis=1)


def starts_of_runs(ordered: NDArray[np.intp]) -> NDArray[np.intp]:
    """The index at which each run of equal numbers begins."""
    return np.flatnonzero(np.concatenate((np.ones(1, bool), np.diff(ordered) != 0)))
