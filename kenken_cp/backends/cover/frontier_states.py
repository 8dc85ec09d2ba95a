"""States of a frontier, options as moves from state to state, and the merging of equivalent states.

A state is a bit set, a column of numpy arrays. A bit stands for a value in a group of cells (set:
it is there), for a state of an automaton between two cells (set: it is not this one), or for an
interchangeable value (set: it is used). A state costs a tenth of a microsecond for each of its
children, and so does merging it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kenken_cp.backends.cover.arrays import LIMB_BITS, LIMB_MASK, MULTIPLIER, Words, columns
from kenken_cp.checkpoints import checkpoint
from kenken_cp.encode.exact_cover import ExactCover, OptionGroup
from kenken_cp.encode.mdd import bits

STATES_PER_STEP = 1 << 17
"""Children made, or states merged, between two pauses: some hundredths of a second."""


class Move(NamedTuple):
    """An option, as it changes a state. Of bit sets: it is possible if none of ``forbidden`` is
    set and all of ``needed``; then ``added`` is set. ``weight`` is how many options it stands for.
    """

    forbidden: int
    needed: int
    added: int
    weight: int


Moves = Sequence[Sequence[Move]]
"""Those of each option group, in the order in which the groups are filled."""


class Encoding:
    """The bits of an exact cover, of which only the options ``live`` are still possible.

    Attributes:
        required: the bits that are set when the board is full.
        words: how many hold all bits.
    """

    def __init__(self, cover: ExactCover, live: int) -> None:
        self._cover, self._live = cover, live
        values = cover.primary_items[len(cover.option_groups) :]
        self.required = (1 << len(values)) - 1
        values += cover.secondary_items
        self._forbidden = dict.fromkeys(bits(live), 0)
        for number, item in enumerate(values):
            checkpoint()
            for option in bits(item & live):
                self._forbidden[option] |= 1 << number
        self._added = self._forbidden.copy()
        number = len(values)
        for states in cover.transitions:
            all_bits = ((1 << len(states)) - 1) << number
            for bit, state in enumerate(states, number):
                checkpoint()
                for option in bits((state.ending | state.starting) & live):
                    self._forbidden[option] |= 1 << bit
                    self._added[option] |= all_bits & ~(1 << bit)
            number += len(states)
        self._used_bits = {value: bit for bit, value in enumerate(_interchangeable(cover), number)}
        self.words = (number + len(self._used_bits)) // 64 + 1

    def value_bits(self, groups: Sequence[int]) -> list[list[int]]:
        """Of groups of cells that must all differ, by number: the bit of each value."""
        everything, values = self._cover.instance.groups, len(self._cover.instance.domain)
        full = len(self._cover.primary_items) - len(self._cover.option_groups)
        others = iter(range(full, full + values * len(everything), values))
        starts = iter(range(0, full, values))
        first = [next(starts) if group.full else next(others) for group in everything]
        return [list(range(first[group], first[group] + values)) for group in groups]

    def moves(self, *, columns_first: bool, last: Collection[int] = ()) -> tuple[Moves, Moves]:
        """The moves in an order of the option groups: with value precedence, and plain.

        Args:
            last: cells that are filled last.
        """
        columns = self._cover.instance.columns
        groups = sorted(
            self._cover.option_groups,
            key=lambda group: (
                group.cells[0] in last,
                sorted(
                    (cell % columns, cell) if columns_first else (cell, 0) for cell in group.cells
                ),
            ),
        )
        return [list(self._in_precedence(group)) for group in groups], [
            [self._move(option) for option in bits(group.mask & self._live)] for group in groups
        ]

    def _move(self, option: int) -> Move:
        return Move(self._forbidden[option], 0, self._added[option], 1)

    def _in_precedence(self, group: OptionGroup) -> Iterator[Move]:
        """Value-precedence symmetry breaking: interchangeable values are first used in ascending
        order, and the next of them stands for all that are not used yet (Law and Lee, "Global
        constraints for integer and set value precedence", CP 2004).

        That divides the work on an empty board by the factorial of its order. Only one frontier may
        do it: what it has filled stands for several boards, each of which is completed in as many
        ways.
        """
        used_bits = self._used_bits if _is_free(self._cover, group) else {}
        first, last = min(used_bits.values(), default=0), max(used_bits.values(), default=0)
        for option in bits(group.mask & self._live):
            checkpoint()
            move = self._move(option)
            used = used_bits.get(group.row(option)[0])
            if used is None:
                yield move
                continue
            yield move._replace(needed=1 << used)
            yield Move(
                forbidden=move.forbidden | 1 << used,
                needed=1 << used - 1 if used > first else 0,
                added=move.added | 1 << used,
                weight=last - used + 1,
            )


def _is_free(cover: ExactCover, group: OptionGroup) -> bool:
    """Whether a group is a cell that may hold any value; one of an automaton may only seem so."""
    return (
        len(group.cells) == 1
        and group.rows == cover.instance.domain
        and group.first not in cover.transition_conflicts
    )


def _interchangeable(cover: ExactCover) -> list[int]:
    """Values that no cage can hold, if there are several."""
    caged = {
        value for group in cover.option_groups if not _is_free(cover, group) for value in group.rows
    }
    found = [value for value in cover.instance.domain if value not in caged]
    return found if len(found) > 1 else []


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

    def sliced(self, places: slice) -> States:
        """Those in some places; nothing is copied."""
        return States(self.keys[:, places], self.counts[:, places], self.hashes[places])

    def where(self, flags: NDArray[np.bool_]) -> States:
        """Those with a flag."""
        places = np.flatnonzero(flags)
        return States(columns(self.keys, places), columns(self.counts, places), self.hashes[places])

    def has_bit(self, number: int | None) -> NDArray[np.bool_]:
        """Of each state whether a bit is set; without a number, every second state is taken."""
        found: NDArray[np.bool_] = (
            np.arange(len(self.hashes)) % 2 == 1
            if number is None
            else self.keys[number // 64] & np.uint64(1 << number % 64) != 0
        )
        return found


def in_chunks(batches: Iterable[States], size: int) -> Iterator[States]:
    """The same states, at most ``size`` at a time."""
    for states in batches:
        for first in range(0, len(states.hashes), size):
            yield states.sliced(slice(first, first + size))


def children(keys: Words, counts: Words, moves: Sequence[Move]) -> tuple[Words, Words]:
    """The states after each possible move, with their counts; some may be equal."""
    all_keys, all_counts = [keys[:, :0]], [counts[:, :0]]
    for move in moves:
        checkpoint()
        blocked = _blocked(keys, move.forbidden)
        for word, mask in _nonzero_words(move.needed):
            blocked |= ~keys[word] & mask
        chosen = np.flatnonzero(blocked == 0)
        after = columns(keys, chosen)
        for word, mask in _nonzero_words(move.added):
            after[word] |= mask
        all_keys.append(after)
        all_counts.append(columns(counts, chosen) * np.uint64(move.weight))
    return np.concatenate(all_keys, axis=1), np.concatenate(all_counts, axis=1)


def alive(keys: Words, plain: Moves, required: Words) -> NDArray[np.bool_]:
    """Of each state whether every open option group still has a move, and every required bit is
    set or still added by one: necessary for a full board, not sufficient.
    """
    found = np.ones(keys.shape[1], bool)
    reached = keys.copy()
    for moves in plain:
        possible = np.zeros(keys.shape[1], bool)
        for move in moves:
            checkpoint()
            possible_move = _blocked(keys, move.forbidden) == 0
            possible |= possible_move
            all_bits = np.negative(possible_move.astype(np.uint64))
            for word, mask in _nonzero_words(move.forbidden):
                reached[word] |= all_bits & mask
        found &= possible
    found &= ((reached & required) == required).all(axis=0)
    return found


def _blocked(keys: Words, forbidden: int) -> Words:
    (word, mask), *more = _nonzero_words(forbidden) or ((0, np.uint64(0)),)
    found: Words = keys[word] & mask
    for word, mask in more:
        found |= keys[word] & mask
    return found


@lru_cache(maxsize=1 << 12)
def _nonzero_words(mask: int) -> tuple[tuple[int, np.uint64], ...]:
    """The words of a bit set that are not zero, with their places."""
    found, place = [], 0
    while mask:
        zeros = ((mask & -mask).bit_length() - 1) // 64  # hundreds, where there are many values
        mask >>= 64 * zeros
        place += zeros
        found.append((place, np.uint64(mask & (1 << 64) - 1)))
        mask >>= 64
        place += 1
    return tuple(found)


def merged(keys: Words, counts: Words) -> States:
    """The distinct states among some, with the sums of their counts."""
    hashes, order, starts = equal_columns(keys)
    ordered = columns(counts, order)
    sums = np.add.reduceat(ordered, starts, axis=1) if len(starts) else ordered
    distinct = order[starts]
    return States(columns(keys, distinct), carried(sums), hashes[distinct])


def equal_columns(keys: Words) -> tuple[Words, NDArray[np.intp], NDArray[np.intp]]:
    """The hashes of columns, an order of these in which equal ones stand together, and where in it
    those that differ begin.
    """
    hashes = _hashes(keys)
    order = np.argsort(hashes)
    repeated, differ = _neighbours(keys, hashes, order)
    if differ.any():  # two of one hash, so that equal ones may stand apart
        order = np.lexsort((*keys, hashes))
        repeated, differ = _neighbours(keys, hashes, order)
    begins = np.ones(len(order), bool)
    begins[repeated] = differ
    return hashes, order, np.flatnonzero(begins)


def _neighbours(
    keys: Words, hashes: Words, order: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """The places in an order whose column has the hash of the one before; whether they differ."""
    places = np.flatnonzero(np.diff(hashes[order]) == 0) + 1
    differ = columns(keys, order[places]) != columns(keys, order[places - 1])
    return places, differ.any(axis=0)


def merged_batches(batches: Sequence[States]) -> Iterator[States]:
    """The distinct states of several batches, in batches that have no state in common."""
    if len(batches) == 1:
        yield batches[0]
        return
    total = sum(len(states.hashes) for states in batches)
    ranges = 1 << (total // STATES_PER_STEP).bit_length()
    limits = np.array([(number << 64) // ranges for number in range(1, ranges)], np.uint64)
    cuts = [[0, *np.searchsorted(states.hashes, limits), len(states.hashes)] for states in batches]
    for number in range(ranges):
        parts = [
            states.sliced(slice(*cut[number : number + 2]))
            for states, cut in zip(batches, cuts, strict=True)
        ]
        keys = np.concatenate([part.keys for part in parts], axis=1)
        yield merged(keys, together([part.counts for part in parts]))


def together(counts: Sequence[Words]) -> Words:
    """Numbers in limbs, side by side, all with as many limbs as the largest."""
    limbs = max(map(len, counts))
    padded = (
        each if len(each) == limbs else np.pad(each, ((0, limbs - len(each)), (0, 0)))
        for each in counts
    )
    return np.concatenate(list(padded), axis=1)


def _hashes(keys: Words) -> Words:
    found = np.zeros(keys.shape[1], np.uint64)
    for word in keys:
        found = (found ^ word) * MULTIPLIER
        found ^= found >> LIMB_BITS
    return found * MULTIPLIER


def carried(limbs: Words) -> Words:
    """The same numbers, each limb below 2^32; with one more limb if there is need."""
    limbs = np.vstack((limbs, np.zeros_like(limbs[:1])))
    for low in range(len(limbs) - 1):
        limbs[low + 1] += limbs[low] >> LIMB_BITS
        limbs[low] &= LIMB_MASK
    return limbs if limbs[-1].any() else limbs[:-1]
