"""States of a frontier, options as moves from state to state, and the merging of equal states.

A state is a bit set, stored as a column of a numpy array. A bit stands for a value in a group of
cells, and is set if the group has it. Making a child of a state takes a tenth of a microsecond, and
so does merging a state.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from math import log
from operator import or_
from typing import NamedTuple

import numpy as np

from kenken_cp.backends.cover.arrays import (
    Counts,
    Flags,
    Words,
    columns,
    equal_columns,
    rows_of,
    sums_of_runs,
)
from kenken_cp.clock import checkpoint
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.encode.masks import numbers_in

MAX_BYTES = 1 << 25
"""Size of the states of one of four frontiers: some million states of a 7x7. A single frontier may
have twice as much. While it is advanced it may need six times as much as its states.
"""

STATES_PER_PRUNING_STEP = 1 << 15
"""States pruned between two pauses."""

PRUNING_GROWTH = 2
"""A frontier is pruned when its states have grown by this factor since the last pruning. If that
removes less than half of them, the factor is doubled: on puzzles with cages one state in twenty is
alive, on Latin squares nearly all are.
"""

MIN_STATES_TO_PRUNE = 1000
"""Fewer states are not pruned: it would take longer than it saves."""

STATES_PER_STEP = 1 << 17
"""Children made, or states merged, between two pauses: some hundredths of a second."""


Moves = Sequence[Sequence[int]]
"""The moves of each option group, in the order in which the groups are filled: a move is the bit
set that an option adds to a state, none of whose bits may be set before.
"""


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
        self._added = dict.fromkeys(numbers_in(live), 0)
        for number, item in enumerate(values):
            checkpoint()
            for option in numbers_in(item & live):
                self._added[option] |= 1 << number
        self.words = len(values) // 64 + 1

    def value_bits(self, groups: Sequence[int]) -> list[list[int]]:
        """For each of these groups of cells, by number: the bit of each value."""
        all_groups, values = self._cover.instance.groups, len(self._cover.instance.domain)
        full_bits = len(self._cover.primary_items) - len(self._cover.option_groups)
        full_starts = iter(range(0, full_bits, values))
        starts = iter(range(full_bits, full_bits + values * len(all_groups), values))
        first = [next(full_starts if group.full else starts) for group in all_groups]
        return [list(range(first[group], first[group] + values)) for group in groups]

    def moves(self, *, columns_first: bool, last: Collection[int] = ()) -> Moves:
        """The moves of the option groups, by rows or by columns.

        Args:
            last: cells that are filled last.
        """
        width = self._cover.instance.columns
        groups = sorted(
            self._cover.option_groups,
            key=lambda group: (
                group.cells[0] in last,
                sorted(
                    (cell % width, cell) if columns_first else (cell, 0) for cell in group.cells
                ),
            ),
        )
        return [
            [self._added[option] for option in numbers_in(group.mask & self._live)]
            for group in groups
        ]


class States(NamedTuple):
    """Distinct states, sorted by their hashes.

    Attributes:
        keys: ``[word, state]``: the bit set of each state.
        counts: the number of boards in each state; where two frontiers are joined, ``[frontier,
            state]``.
        hashes: the hashes of the keys.
    """

    keys: Words
    counts: Counts
    hashes: Words

    def sliced(self, places: slice) -> States:
        """The states of a slice; nothing is copied."""
        return States(self.keys[:, places], self.counts[..., places], self.hashes[places])

    def where(self, flags: Flags) -> States:
        """The states whose flag is set."""
        places = np.flatnonzero(flags)
        return States(columns(self.keys, places), columns(self.counts, places), self.hashes[places])


def in_chunks(batches: Iterable[States], size: int) -> Iterator[States]:
    """The same states, at most ``size`` at a time."""
    for states in batches:
        for first in range(0, len(states.hashes), size):
            yield states.sliced(slice(first, first + size))


def children(keys: Words, counts: Counts, moves: Sequence[int]) -> tuple[Words, Counts]:
    """The states after each possible move, and their counts; some states may be equal."""
    all_keys, all_counts = [keys[:, :0]], [counts[:0]]
    for move in moves:
        checkpoint()
        chosen = np.flatnonzero(_blocked(keys, move) == 0)
        after = columns(keys, chosen)
        for word, mask in _nonzero_words(move):
            after[word] |= mask
        all_keys.append(after)
        all_counts.append(columns(counts, chosen))
    return np.concatenate(all_keys, axis=1), np.concatenate(all_counts)


def alive(keys: Words, open_moves: Moves, required: Words) -> Flags:
    """Whether each state may still lead to a full board: every open option group has a possible
    move, and every required bit is set or added by one. That is necessary, not sufficient.
    """
    found = np.ones(keys.shape[1], bool)
    reached = keys.copy()
    for moves in open_moves:
        possible = np.zeros(keys.shape[1], bool)
        for move in moves:
            checkpoint()
            possible_move = _blocked(keys, move) == 0
            possible |= possible_move
            all_bits = np.negative(possible_move.astype(np.uint64))
            for word, mask in _nonzero_words(move):
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


def merged(keys: Words, counts: Counts) -> States:
    """The distinct states among some, with the sums of their counts."""
    hashes, order, starts = equal_columns(keys)
    sums = sums_of_runs(columns(counts, order), starts)
    distinct = order[starts]
    return States(columns(keys, distinct), sums, hashes[distinct])


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
        yield merged(keys, np.concatenate([part.counts for part in parts], axis=-1))


class Frontier:
    """The states of the boards that are filled from one end.

    Args:
        moves: the moves of each option group, in the order in which the groups are filled.
        representatives: by depth, a function that replaces the states by representatives; for a
            single frontier.

    Attributes:
        required: the bits that are set when the board is full.
        words: the number of words of a state.
        relevant: by depth, the bits on which the moves of open option groups depend; all other bits
            are cleared.
        depth: the number of option groups that are filled.
        batches: the states; no two batches have one in common.
        too_wide: whether there would be too many states at the next depth.
    """

    def __init__(
        self,
        encoding: Encoding,
        moves: Moves,
        representatives: Mapping[int, Callable[[Words], Words]] | None = None,
    ) -> None:
        self._moves = moves
        self._representatives = representatives or {}
        self.required, self.words = encoding.required, encoding.words
        self.relevant = [0]
        for options in reversed(moves):
            self.relevant.insert(0, reduce(or_, options, self.relevant[0]))
        max_bytes = 2 * MAX_BYTES if representatives else MAX_BYTES
        self._max_states = max_bytes // (8 * (self.words + 2))
        self._prune_at = MIN_STATES_TO_PRUNE
        self._growth = PRUNING_GROWTH
        self.depth = 0
        self.too_wide = False
        self.batches = [merged(np.zeros((self.words, 1), np.uint64), np.ones(1, np.uint64))]

    @property
    def finished(self) -> bool:
        """Whether no more states follow: every option group is filled, or no state is alive."""
        return self.depth == len(self._moves) or not self.width

    @property
    def relevant_now(self) -> int:
        """``relevant`` at this depth."""
        return self.relevant[self.depth]

    @property
    def width(self) -> int:
        """The number of states."""
        return sum(len(states.hashes) for states in self.batches)

    @property
    def log_expected_width(self) -> float:
        """The logarithm of its estimated width in the middle of the board.

        The logarithm of the width is taken to be a parabola of the depth, zero at both ends. In
        fifteen counts the estimate made at 100,000 states was right within a factor of ten.
        """
        filled = self.depth / len(self._moves)
        if not self.width or not 0 < filled < 1:
            return 0.0
        return log(self.width) / (4 * filled * (1 - filled))

    def advance(self) -> None:
        """Fills one more option group, or finds that the frontier is too wide."""
        before = self.batches
        may_be_too_wide = self.width > 1  # else there is nothing to divide
        found: list[States] = []
        child_count = 0
        for states in in_chunks(before, max(STATES_PER_STEP // len(self._moves[self.depth]), 1)):
            found.append(self._filled(states))
            child_count += len(found[-1].hashes)
            if child_count > 4 * self._max_states and may_be_too_wide:
                self.too_wide = True
                return
            checkpoint()
        self.depth += 1
        self.batches = list(merged_batches(found))
        if self.width > self._prune_at:
            self._prune()
        if self.width > self._max_states and may_be_too_wide:
            self.too_wide, self.batches = True, before
            self.depth -= 1

    def _filled(self, states: States) -> States:
        """The states after the next option group, without those that no later move can complete."""
        relevant, relevant_next = self.relevant[self.depth : self.depth + 2]
        needed_now = self.required & relevant & ~relevant_next
        last_chance, kept = rows_of([needed_now, relevant_next], self.words)
        keys, counts = children(states.keys, states.counts, self._moves[self.depth])
        # They would die out later; without them a count takes four fifths of the time.
        complete = np.flatnonzero((~keys & last_chance[:, None] == 0).all(axis=0))
        keys, counts = columns(keys, complete) & kept[:, None], columns(counts, complete)
        if representatives := self._representatives.get(self.depth + 1):
            # Merged first, so that there are fewer states to replace.
            found = merged(keys, counts)
            return merged(representatives(found.keys), found.counts)
        return merged(keys, counts)

    def _prune(self) -> None:
        """Removes dead states."""
        before = self.width
        required = rows_of([self.required & self.relevant[self.depth]], self.words).T
        found = []
        for states in in_chunks(self.batches, STATES_PER_PRUNING_STEP):
            found.append(states.where(alive(states.keys, self._moves[self.depth :], required)))
            checkpoint()
        self.batches = found
        if self.width > before // 2:
            self._growth *= 2
        self._prune_at = max(MIN_STATES_TO_PRUNE, self.width * self._growth)
