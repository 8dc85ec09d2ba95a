"""States of a frontier, options as moves from state to state, and the merging of equal states.

A state is a bit set, stored as a column of a numpy array. A bit stands for a value in a group of
cells (set if the group has it), for a state of an automaton between two cells (set if it is not
this one), or for an interchangeable value (set if it is used). Making a child of a state takes a
tenth of a microsecond, and so does merging a state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kenken_cp.backends.cover.arrays import Flags, Words, carried, columns, equal_columns, together
from kenken_cp.clock import checkpoint
from kenken_cp.encode.exact_cover import ExactCover, OptionGroup
from kenken_cp.encode.masks import numbers_in

STATES_PER_STEP = 1 << 17
"""Children made, or states merged, between two pauses: some hundredths of a second."""


class Move(NamedTuple):
    """How an option changes a state.

    Attributes:
        forbidden: the bits that must not be set, for the option to be possible.
        needed: the bits that must be set.
        added: the bits that it sets.
        weight: the number of options that it stands for.
    """

    forbidden: int
    needed: int
    added: int
    weight: int


Moves = Sequence[Sequence[Move]]
"""The moves of each option group, in the order in which the groups are filled."""


class Encoding:
    """What the bits of states stand for, in an exact cover problem.

    Args:
        live: the options that are still possible.

    Attributes:
        required: the bits that are set when the board is full.
        words: the number of words that hold all bits.
    """

    def __init__(self, cover: ExactCover, live: int) -> None:
        self._cover, self._live = cover, live
        values = cover.primary_items[len(cover.option_groups) :]
        self.required = (1 << len(values)) - 1
        values += cover.secondary_items
        self._forbidden = dict.fromkeys(numbers_in(live), 0)
        for number, item in enumerate(values):
            checkpoint()
            for option in numbers_in(item & live):
                self._forbidden[option] |= 1 << number
        self._added = self._forbidden.copy()
        number = len(values)
        for states in cover.transitions:
            all_bits = ((1 << len(states)) - 1) << number
            for bit, state in enumerate(states, number):
                checkpoint()
                for option in numbers_in((state.ending | state.starting) & live):
                    self._forbidden[option] |= 1 << bit
                    self._added[option] |= all_bits & ~(1 << bit)
            number += len(states)
        self._used_bits = {value: bit for bit, value in enumerate(_interchangeable(cover), number)}
        self.words = (number + len(self._used_bits)) // 64 + 1

    def value_bits(self, groups: Sequence[int]) -> list[list[int]]:
        """For each of these groups of cells, by number: the bit of each value."""
        all_groups, values = self._cover.instance.groups, len(self._cover.instance.domain)
        full_bits = len(self._cover.primary_items) - len(self._cover.option_groups)
        full_starts = iter(range(0, full_bits, values))
        starts = iter(range(full_bits, full_bits + values * len(all_groups), values))
        first = [next(full_starts if group.full else starts) for group in all_groups]
        return [list(range(first[group], first[group] + values)) for group in groups]

    def moves(self, *, columns_first: bool, last: Collection[int] = ()) -> tuple[Moves, Moves]:
        """The moves of the option groups, by rows or by columns: with value precedence, and plain.

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
        with_precedence = [list(self._in_precedence(group)) for group in groups]
        return with_precedence, [
            [self._move(option) for option in numbers_in(group.mask & self._live)]
            for group in groups
        ]

    def _move(self, option: int) -> Move:
        return Move(self._forbidden[option], 0, self._added[option], 1)

    def _in_precedence(self, group: OptionGroup) -> Iterator[Move]:
        """The moves of a group with value-precedence symmetry breaking: interchangeable values are
        first used in ascending order, and the next one stands for all that are not used yet (Law
        and Lee, "Global constraints for integer and set value precedence", CP 2004).

        That divides the work on an empty board by the factorial of its order. Only one of two
        frontiers that meet may do it: each of its boards stands for several, all of which have the
        same number of completions.
        """
        used_bits = self._used_bits if _is_free(self._cover, group) else {}
        first, last = min(used_bits.values(), default=0), max(used_bits.values(), default=0)
        for option in numbers_in(group.mask & self._live):
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
    """Whether a group is a cell that may hold any value, and is not part of an automaton."""
    return (
        len(group.cells) == 1
        and group.rows == cover.instance.domain
        and group.first not in cover.transition_conflicts
    )


def _interchangeable(cover: ExactCover) -> list[int]:
    """The values that no cage can hold, if there are several."""
    caged = {
        value for group in cover.option_groups if not _is_free(cover, group) for value in group.rows
    }
    found = [value for value in cover.instance.domain if value not in caged]
    return found if len(found) > 1 else []


class States(NamedTuple):
    """Distinct states, sorted by their hashes.

    Attributes:
        keys: ``[word, state]``: the bit set of each state.
        counts: ``[limb, state]``: the number of boards in each state, in limbs of 32 bits, the
            least significant first.
        hashes: the hashes of the keys.
    """

    keys: Words
    counts: Words
    hashes: Words

    def sliced(self, places: slice) -> States:
        """The states of a slice; nothing is copied."""
        return States(self.keys[:, places], self.counts[:, places], self.hashes[places])

    def where(self, flags: Flags) -> States:
        """The states whose flag is set."""
        places = np.flatnonzero(flags)
        return States(columns(self.keys, places), columns(self.counts, places), self.hashes[places])

    def has_bit(self, number: int | None) -> Flags:
        """Whether each state has a bit; if ``number`` is None, true for every second state."""
        found: Flags = (
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
    """The states after each possible move, and their counts; some states may be equal."""
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


def alive(keys: Words, plain: Moves, required: Words) -> Flags:
    """Whether each state may still lead to a full board: every open option group has a possible
    move, and every required bit is set or added by one. That is necessary, not sufficient.
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
    """The words of a bit set that are not zero, each after its index."""
    found, place = [], 0
    while mask:
        zeros = ((mask & -mask).bit_length() - 1) // 64  # hundreds, if there are many values
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
