"""One frontier: the states of the boards that are filled from one end, advanced cell by cell.

From time to time dead states, from which the board cannot be completed, are pruned. (Any further
inference would keep equivalent states apart.) A frontier with too many states is *full*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from functools import reduce
from math import log
from operator import or_

import numpy as np

from kenken_cp.backends.cover.arrays import columns, rows_of
from kenken_cp.backends.cover.frontier.states import (
    STATES_PER_STEP,
    Encoding,
    Moves,
    States,
    alive,
    children,
    in_chunks,
    merged,
    merged_batches,
)
from kenken_cp.backends.cover.frontier.symmetry import Representatives
from kenken_cp.encode.masks import numbers_in

MAX_BYTES = 1 << 25
"""Size of the states of one of four frontiers: some million states of a 7x7. A single frontier may
have twice as much. While it is advanced it may need six times as much.
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


class Frontier:
    """The states of the boards that are filled from one end.

    Args:
        moves: the moves of each option group, in the order in which the groups are filled.
        plain: the same without symmetry breaking.
        representatives: by depth, a function that replaces the states by representatives; for a
            single frontier.

    Attributes:
        required: the bits that are set when the board is full.
        words: the number of words of a state.
        relevant: by depth, the bits on which the moves of open option groups depend; all other bits
            are cleared.
        depth: the number of option groups that are filled.
        batches: the states; no two batches have one in common.
        full: whether there would be too many states at the next depth.
    """

    def __init__(
        self,
        encoding: Encoding,
        moves: Moves,
        plain: Moves,
        representatives: Mapping[int, Representatives] | None = None,
    ) -> None:
        self._moves, self._plain = moves, plain
        self._representatives = representatives or {}
        self.required, self.words = encoding.required, encoding.words
        self.relevant = [0]
        for options in reversed(moves):
            used = (move.forbidden | move.needed for move in options)
            self.relevant.insert(0, reduce(or_, used, self.relevant[0]))
        max_bytes = 2 * MAX_BYTES if representatives else MAX_BYTES
        self._max_states = max_bytes // (8 * (self.words + 2))
        self._prune_at = MIN_STATES_TO_PRUNE
        self._growth = PRUNING_GROWTH
        self.depth = 0
        self.full = False
        self.batches = [merged(np.zeros((self.words, 1), np.uint64), np.ones((1, 1), np.uint64))]

    @property
    def finished(self) -> bool:
        """Whether no more states follow: every option group is filled, or no state is alive."""
        return self.depth == len(self._moves) or not self.width

    @property
    def width(self) -> int:
        """The number of states."""
        return sum(len(states.hashes) for states in self.batches)

    @property
    def expected_width(self) -> float:
        """The logarithm of its estimated width in the middle of the board.

        The logarithm of the width is taken to be a parabola of the depth, zero at both ends. In
        fifteen counts the estimate made at 100,000 states was right within a factor of ten.
        """
        filled = self.depth / len(self._moves)
        return log(self.width) / (4 * filled * (1 - filled)) if self.width and filled % 1 else 0.0

    def advance(self) -> Iterator[None]:
        """Fills one more option group, or finds that the frontier is full."""
        before = self.batches
        can_be_divided = self.width > 1
        found: list[States] = []
        child_count = 0
        for states in in_chunks(before, max(STATES_PER_STEP // len(self._moves[self.depth]), 1)):
            found.append(self._filled(states))
            child_count += len(found[-1].hashes)
            if child_count > 4 * self._max_states and can_be_divided:
                self.full = True
                return
            yield
        self.depth += 1
        self.batches = []
        for states in merged_batches(found):
            self.batches.append(states)
            yield
        if self.width > self._prune_at:
            yield from self._prune()
        if self.width > self._max_states and can_be_divided:
            self.full, self.batches = True, before
            self.depth -= 1

    def _filled(self, states: States) -> States:
        """The states after the next option group, without those that no later move can complete."""
        relevant, relevant_next = self.relevant[self.depth : self.depth + 2]
        due, kept = rows_of([self.required & relevant & ~relevant_next, relevant_next], self.words)
        keys, counts = children(states.keys, states.counts, self._moves[self.depth])
        complete = np.flatnonzero((keys & due[:, None] == due[:, None]).all(axis=0))
        keys, counts = columns(keys, complete) & kept[:, None], columns(counts, complete)
        if representatives := self._representatives.get(self.depth + 1):
            # Merged first, so that there are fewer states to replace.
            found = merged(keys, counts)
            return merged(representatives(found.keys), found.counts)
        return merged(keys, counts)

    def _prune(self) -> Iterator[None]:
        """Removes dead states."""
        before = self.width
        required = rows_of([self.required & self.relevant[self.depth]], self.words).T
        found = []
        for states in in_chunks(self.batches, STATES_PER_PRUNING_STEP):
            found.append(states.where(alive(states.keys, self._plain[self.depth :], required)))
            yield
        self.batches = found
        if self.width > before // 2:
            self._growth *= 2
        self._prune_at = max(MIN_STATES_TO_PRUNE, self.width * self._growth)

    def halves(self, depth: int) -> Iterator[Frontier]:
        """Splits the states between two frontiers, so that up to a depth few become equivalent."""
        number = self._lasting_bit(depth)
        for value in (False, True):
            half = copy(self)
            half.full = False
            half.batches = [
                states.where(states.has_bit(number) == value) for states in self.batches
            ]
            yield half

    def _lasting_bit(self, depth: int) -> int | None:
        """A bit that about half of the states have, and that no move before a depth adds; for the
        greatest depth, at most the given one, for which there is such a bit. None if there is none.
        """
        sample = max(self.batches, key=lambda states: len(states.hashes))
        for until in range(depth, self.depth, -1):
            moves = [move for options in self._moves[self.depth : until] for move in options]
            added = reduce(or_, (move.added for move in moves), 0)
            for number in numbers_in(self.relevant[self.depth] & ~added):
                if 0.25 < sample.has_bit(number).mean() < 0.75:
                    return number
        return None
