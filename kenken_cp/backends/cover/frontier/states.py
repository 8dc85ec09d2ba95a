"""States of a frontier as columns of numpy arrays, and the merging of equivalent ones.

A state costs a tenth of a microsecond for each of its children, and so does merging it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

STATES_PER_STEP = 1 << 17
"""Children made, or states merged, between two pauses: some hundredths of a second."""

Words = NDArray[np.uint64]

_LIMB_BITS = np.uint64(32)
_LIMB_MASK = np.uint64(0xFFFFFFFF)
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


class States(NamedTuple):
    """Distinct states, sorted by their hashes.

    Attributes:
        keys: ``[word, state]``: the bit set of each state.
        counts: ``[limb, state]``: how many boards are in it, in limbs of 32 bits, the least first.
        hashes: of the keys.
    """

    keys: Words
    counts: Words
    hashes: Words

    def chosen(self, which: NDArray[np.bool_] | slice) -> States:
        """Some of them."""
        return States(self.keys[:, which], self.counts[:, which], self.hashes[which])

    def has_bit(self, number: int | None) -> NDArray[np.bool_]:
        """Of each state whether a bit is set; without a number, every second state is taken."""
        if number is None:
            every_second: NDArray[np.bool_] = np.arange(len(self.hashes)) % 2 == 1
            return every_second
        bit = np.uint64(1 << number % 64)
        found: NDArray[np.bool_] = np.not_equal(self.keys[number // 64] & bit, 0)
        return found

    def numbers(self) -> list[int]:
        """The counts as integers."""
        return integers(self.counts)


def start(words: int) -> States:
    """The state of the empty board, in as many words."""
    return merged(np.zeros((words, 1), np.uint64), np.ones((1, 1), np.uint64))


def in_chunks(batches: Iterable[States], size: int) -> Iterator[States]:
    """The same states, at most ``size`` at a time."""
    for states in batches:
        for first in range(0, len(states.hashes), size):
            yield states.chosen(slice(first, first + size))


def merged(keys: Words, counts: Words) -> States:
    """The distinct states among some, with the sums of their counts."""
    hashes = _hashes(keys)
    order = np.argsort(hashes)
    states = keys[:, order]
    same_hash = np.diff(hashes[order]) == 0
    same = (states[:, 1:] == states[:, :-1]).all(axis=0)
    if (same_hash & ~same).any():  # then equal states may stand apart
        order = np.lexsort((*keys, hashes))
        states = keys[:, order]
        same = (states[:, 1:] == states[:, :-1]).all(axis=0)
    starts = np.flatnonzero(np.concatenate((np.ones(min(len(order), 1), bool), ~same)))
    sums = np.add.reduceat(counts[:, order], starts, axis=1) if len(starts) else counts[:, :0]
    return States(states[:, starts], _carried(sums), hashes[order][starts])


def merged_batches(batches: Sequence[States]) -> Iterator[States]:
    """The distinct states of several batches, in batches that have no state in common."""
    if len(batches) == 1:
        yield batches[0]
        return
    total = sum(len(states.hashes) for states in batches)
    limbs = max((len(states.counts) for states in batches), default=1)
    ranges = 1 << (total // STATES_PER_STEP).bit_length()
    limits = [(number << 64) // ranges for number in range(1, ranges)]
    cuts = [
        [0, *np.searchsorted(states.hashes, np.array(limits, np.uint64)), len(states.hashes)]
        for states in batches
    ]
    for number in range(ranges):
        parts = [
            states.chosen(slice(*cut[number : number + 2]))
            for states, cut in zip(batches, cuts, strict=True)
        ]
        counts = [np.pad(part.counts, ((0, limbs - len(part.counts)), (0, 0))) for part in parts]
        keys = np.concatenate([part.keys for part in parts], axis=1)
        yield merged(keys, np.concatenate(counts, axis=1))


def _hashes(keys: Words) -> Words:
    found = np.zeros(keys.shape[1], np.uint64)
    for word in keys:
        found = (found ^ word) * _MULTIPLIER
        found ^= found >> _LIMB_BITS
    return found * _MULTIPLIER


def _carried(limbs: Words) -> Words:
    """The same numbers, each limb below 2^32; with one more limb if there is need."""
    limbs = limbs.copy()
    for low in range(len(limbs) - 1):
        limbs[low + 1] += limbs[low] >> _LIMB_BITS
        limbs[low] &= _LIMB_MASK
    carry = limbs[-1] >> _LIMB_BITS
    if not carry.any():
        return limbs
    limbs[-1] &= _LIMB_MASK
    return np.vstack((limbs, carry))


def integers(limbs: Words) -> list[int]:
    """The number in each column of limbs."""
    return [
        sum(limb << 32 * place for place, limb in enumerate(column)) for column in limbs.T.tolist()
    ]


def words_of(mask: int, words: int) -> Words:
    """A bit set as a column of as many words."""
    written = mask.to_bytes(8 * words, "little")
    return np.frombuffer(written, "<u8").astype(np.uint64).reshape(words, 1)


def nonzero_words(mask: int) -> Iterator[tuple[int, np.uint64]]:
    """The words of a bit set that are not zero, with their places."""
    place = 0
    while mask:
        if word := mask & (1 << 64) - 1:
            yield place, np.uint64(word)
        mask >>= 64
        place += 1
