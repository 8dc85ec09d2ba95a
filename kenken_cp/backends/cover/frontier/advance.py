"""One frontier, advanced from one end of the board: option group after option group.

Now and then the states are searched for dead ones, from which the board cannot be completed. (Other
inference would keep states apart that are equivalent.) A frontier of too many states is *full*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

from kenken_cp.backends.cover.frontier.encoding import Encoding, Move, Moves, alive, children
from kenken_cp.backends.cover.frontier.states import (
    STATES_PER_STEP,
    States,
    in_chunks,
    merged,
    merged_batches,
    start,
    words_of,
)
from kenken_cp.encode.exact_cover import bits

MAX_BYTES = 1 << 26
"""Of the states of one frontier, of which there are four: some two million states of a 7x7. While
it is advanced it may need four times as much.
"""

STATES_PER_PRUNING_STEP = 1 << 15
"""States pruned between two pauses."""

PRUNING_GROWTH = 2
"""A frontier is pruned when it has as many times the states that it had after the last time. Where
that removes less than half of them, the factor is doubled: on puzzles with cages one state in
twenty is alive, on Latin squares nearly all are.
"""

MIN_STATES_TO_PRUNE = 1000
"""Fewer are not worth it."""


class Frontier:
    """The states of the boards filled from one end.

    Args:
        encoding: what the bits of a state mean.
        moves: those of each option group, in the order in which they are filled.
        plain: the same without symmetry breaking.

    Attributes:
        required: the bits that are set when the board is full.
        words: how many hold a state.
        depth: how many option groups are filled.
        batches: the states; no two batches have one in common.
        full: whether the next states would be too many.
    """

    def __init__(self, encoding: Encoding, moves: Moves, plain: Moves) -> None:
        self._moves, self._plain = moves, plain
        self.required, self.words = encoding.required, encoding.words
        relevant = 0
        self._relevant = [0]
        for options in reversed(moves):
            for move in options:
                relevant |= move.forbidden | move.needed
            self._relevant.append(relevant)
        self._max_states = MAX_BYTES // (8 * (self.words + 2))
        self._prune_at = MIN_STATES_TO_PRUNE
        self._growth = PRUNING_GROWTH
        self.depth = 0
        self.full = False
        self.batches = [start(self.words)]

    @property
    def relevant(self) -> int:
        """The bits that moves of open option groups depend on; all others are forgotten."""
        return self.relevant_at(self.depth)

    def relevant_at(self, depth: int) -> int:
        """The same when that many option groups are filled."""
        return self._relevant[len(self._moves) - depth]

    @property
    def finished(self) -> bool:
        """Whether every option group is filled."""
        return self.depth == len(self._moves)

    @property
    def width(self) -> int:
        """How many states there are."""
        return sum(len(states.hashes) for states in self.batches)

    @property
    def boards(self) -> int:
        """How many partly filled boards they stand for."""
        return sum(sum(states.numbers()) for states in self.batches)

    def advance(self) -> Iterator[None]:
        """Fills one more option group, or finds that the frontier is full."""
        before = self.batches
        can_be_divided = self.width > 1
        moves = self._moves[self.depth]
        found: list[States] = []
        child_count = 0
        for states in in_chunks(before, max(STATES_PER_STEP // len(moves), 1)):
            found.append(self._filled(states, moves))
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

    def _filled(self, states: States, moves: Sequence[Move]) -> States:
        """The states after the moves of one option group, without those that lack a required bit
        which no later move adds.
        """
        relevant_next = self.relevant_at(self.depth + 1)
        due = words_of(self.required & self.relevant & ~relevant_next, self.words)
        keys, counts = children(states.keys, states.counts, moves)
        complete = ((keys & due) == due).all(axis=0)
        return merged(keys[:, complete] & words_of(relevant_next, self.words), counts[:, complete])

    def _prune(self) -> Iterator[None]:
        """Removes dead states."""
        before = self.width
        required = words_of(self.required & self.relevant, self.words)
        found = []
        for states in in_chunks(self.batches, STATES_PER_PRUNING_STEP):
            found.append(states.chosen(alive(states.keys, self._plain[self.depth :], required)))
            yield
        self.batches = found
        if self.width > before // 2:
            self._growth *= 2
        self._prune_at = max(MIN_STATES_TO_PRUNE, self.width * self._growth)

    def halves(self, depth: int) -> Iterator[Frontier]:
        """Two frontiers with some of the states each, of which as few as possible become
        equivalent before a depth.
        """
        number = self._lasting_bit(depth)
        for value in (False, True):
            half = copy(self)
            half.full = False
            half.batches = [
                states.chosen(states.has_bit(number) == value) for states in self.batches
            ]
            yield half

    def _lasting_bit(self, depth: int) -> int | None:
        """A bit that about half of the states have, and that the next moves do not add: up to the
        greatest depth for which there is such a bit.
        """
        sample = max(self.batches, key=lambda states: len(states.hashes))
        for until in range(depth, self.depth, -1):
            added = 0
            for options in self._moves[self.depth : until]:
                for move in options:
                    added |= move.added
            for number in bits(self.relevant & ~added):
                if 0.25 < sample.has_bit(number).mean() < 0.75:
                    return number
        return None
