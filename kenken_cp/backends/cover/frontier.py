"""Counting by frontier dynamic programming (the transfer-matrix method), in numpy.

Cells are filled in order. All that matters of a partly filled board is what its houses still need:
the *state* of the frontier between filled and open cells. Boards with the same state are
equivalent. They are kept once, with their number, so that the time of a count depends on the number
of states. (Sekine, Imai and Tani, "Computing the Tutte polynomial of a graph of moderate size",
ISAAC 1995; Kawahara, Inoue, Iwashita and Minato, "Frontier-based search for enumerating all
constrained subgraphs", 2017.)

There are four frontiers: from the first cell and from the last, each by rows and by columns. The
one with the fewest states is advanced. Where two of the same order meet, a board of one completes a
board of the other if it has exactly what the other lacks (Horowitz and Sahni, "Computing partitions
with applications to the knapsack problem", 1974). Boards with lines that no cage and no extra house
touches, such as Latin squares, have fewer states by symmetry (``frontier_symmetry``).

A frontier with too many states is *too wide*. If all four are too wide before two of them meet, the
count is divided: the boards with each option of one group are counted by themselves. If all
frontiers would be far too wide before they meet, that shows early, and the count is left to other
engines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from math import log, perm
from operator import mul, or_

import numpy as np

from kenken_cp.backends.cover.arrays import UnsuitableError, columns, rows_of
from kenken_cp.backends.cover.frontier_states import Encoding, Frontier, merged, merged_batches
from kenken_cp.backends.cover.frontier_symmetry import Representatives, free_lines
from kenken_cp.backends.cover.propagation import propagate
from kenken_cp.clock import Clock
from kenken_cp.encode.exact_cover import ExactCover, OptionGroup
from kenken_cp.encode.masks import numbers_in

MAX_EXPECTED_STATES = 10**9
"""Expected states of a frontier where it is widest; with more it would take hours. A 9x9 that lacks
half of its cages has 10^10, a 7x7 10^5 to 10^7.
"""

MIN_STATES_TO_EXPECT = 50_000
"""States of all frontiers together from which their width can be predicted."""

Pair = tuple[Frontier, Frontier]
"""Two frontiers of the same order: from the first option group and from the last."""


def count(cover: ExactCover, clock: Clock, *, max_states: float) -> int | None:
    """The number of solutions; None if there would be more states than ``max_states``, at all
    depths together.

    Raises:
        UnsuitableError: if there would be far too many anyhow.
    """
    live, _ = propagate(cover, cover.all_options, cover.primary_items)
    if not live:
        return 0
    try:
        return _Counting(cover, live, clock, max_states).total()
    except _TooManyStatesError:
        return None


class _TooManyStatesError(Exception):
    """There would be more states than are allowed."""


class _Counting:
    """A count by frontiers."""

    def __init__(self, cover: ExactCover, live: int, clock: Clock, max_states: float) -> None:
        self._cover, self._live = cover, live
        self._clock, self._max_states = clock, max_states
        self._groups = len(cover.option_groups)
        self._states = self._total = 0
        self._stands_for, self._done = 1, 0.0

    def total(self) -> int:
        """The number of solutions."""
        for columns_first in (False, True):
            total = self._by_symmetry(columns_first=columns_first)
            if total is not None:
                return total
        cover, live = self._cover, self._live
        if not cover.instance.cages:
            line = max((group.cells for group in cover.instance.groups), key=len)
            self._stands_for = perm(len(cover.instance.domain), len(line))
            live, _ = propagate(cover, _filled_ascending(cover, line) & live, cover.primary_items)
        self._add(live, 1.0)
        return self._total

    def _add(self, live: int, share: float) -> None:
        """Adds the boards that are left with some options, a share of the work. If all frontiers
        are too wide before two of them meet, that is done for each option of one group.
        """
        cover = self._cover
        if not live:
            boards = 0
        elif (pair := self._meeting(live)) is not None:
            boards = _boards_of_pair(pair)
        else:
            options = [*numbers_in(self._group_to_divide(live).mask & live)]
            for option in options:
                kept = live & ~cover.excluded(option)
                left, _ = propagate(cover, kept, cover.primary_items)
                self._add(left, share / len(options))
            return
        self._total += self._stands_for * boards
        self._done += share
        self._clock.note(self._total, self._done)

    def _group_to_divide(self, live: int) -> OptionGroup:
        """The group with several options that is nearest to the middle of the board, where the
        frontiers are widest.
        """
        middle = (len(self._cover.instance.cells) - 1) / 2
        return min(
            (group for group in self._cover.option_groups if (group.mask & live).bit_count() > 1),
            key=lambda group: min(abs(cell - middle) for cell in group.cells),
        )

    def _by_symmetry(self, *, columns_first: bool) -> int | None:
        """Counts with a frontier that fills free lines last, and replaces the states between these
        by representatives; None if there are too few free lines, or too many states.
        """
        cover = self._cover
        free = free_lines(cover, columns_first=columns_first)
        if free is None:
            return None
        length, stands_for = len(free.crossing), 1
        # All options of free lines, for what inference has removed would break their symmetry.
        options = (group.mask for group in cover.option_groups if group.cells[0] in free.cells)
        live = reduce(or_, options, self._live)
        if len(free.cells) == self._groups:  # no other line is filled before
            live = _filled_ascending(cover, free.cells[:length])
            stands_for = perm(len(cover.instance.domain), length)
        encoding = Encoding(cover, live)
        moves = encoding.moves(columns_first=columns_first, last=free.cells)
        representatives = Representatives(encoding.value_bits(free.crossing))
        depths = range(self._groups - len(free.cells), self._groups, length)
        frontier = Frontier(encoding, moves, dict.fromkeys(depths, representatives))
        while not (frontier.finished or frontier.too_wide or _is_hopeless([[frontier]])):
            self._advance(frontier)
        return stands_for * _boards_of(frontier) if frontier.finished else None

    def _meeting(self, live: int) -> Pair | None:
        """Two frontiers of the same order that meet, or one of which is finished; None if all are
        too wide before.
        """
        encoding = Encoding(self._cover, live)
        orders = [encoding.moves(columns_first=columns_first) for columns_first in (False, True)]
        pairs = [(Frontier(encoding, moves), Frontier(encoding, moves[::-1])) for moves in orders]
        while open_ := [
            (frontier, pair) for pair in pairs for frontier in pair if not frontier.too_wide
        ]:
            frontier, pair = min(open_, key=lambda candidate: candidate[0].width)
            self._advance(frontier)
            if frontier.finished or _meet(*pair):
                return pair
            if _is_hopeless(pairs):
                raise UnsuitableError
        return None

    def _advance(self, frontier: Frontier) -> None:
        frontier.advance()
        self._states += frontier.width
        if self._states > self._max_states:
            raise _TooManyStatesError


def _filled_ascending(cover: ExactCover, line: Sequence[int]) -> int:
    """The options of a board without cages if a line's cells hold the lowest values, ascending.

    As all values are alike there, a board stands for one for each choice of the line's values.
    """
    options = cover.all_options
    place = {cell: number for number, cell in enumerate(line)}
    for group in cover.option_groups:
        (cell,) = group.cells
        if cell in place:
            options &= ~group.mask | 1 << group.first + place[cell]
    return options


def _boards_of(frontier: Frontier) -> int:
    """The number of boards of a frontier that is finished."""
    return sum(sum(states.counts.tolist()) for states in frontier.batches)


def _boards_of_pair(pair: Pair) -> int:
    """The number of boards of two frontiers that meet, or one of which is finished."""
    for frontier in pair:
        if frontier.finished:
            return _boards_of(frontier)
    return sum(_joined(*pair))


def _is_hopeless(orders: Sequence[Sequence[Frontier]]) -> bool:
    """Whether the frontiers of each order would be too wide."""
    if sum(frontier.width for order in orders for frontier in order) < MIN_STATES_TO_EXPECT:
        return False
    logs = [[frontier.log_expected_width for frontier in order] for order in orders]
    return min(sum(each) / len(each) for each in logs) > log(MAX_EXPECTED_STATES)


def _meet(one: Frontier, other: Frontier) -> bool:
    """Whether two frontiers meet so that every full board is a state of one with exactly what a
    state of the other lacks. That is not so in the middle of groups that are not full.
    """
    are_there = one.depth + other.depth == len(one.relevant) - 1
    return are_there and not one.relevant_now & other.relevant_now & ~one.required


def _joined(one: Frontier, other: Frontier) -> Iterator[int]:
    """Yields addends of the number of full boards that two frontiers make where they meet.

    The states of both are merged like those of one frontier, those of ``other`` with their bits
    inverted.
    """
    shared = rows_of([one.relevant_now & other.relevant_now], one.words).T
    batches = []
    for states in one.batches:
        counts = np.stack((states.counts, np.zeros_like(states.counts)))
        batches.append(merged(states.keys & shared, counts))
    for states in other.batches:
        counts = np.stack((np.zeros_like(states.counts), states.counts))
        batches.append(merged(~states.keys & shared, counts))
    for _, counts, _ in merged_batches(batches):
        both = columns(counts, np.flatnonzero((counts != 0).all(axis=0)))
        yield sum(map(mul, *both.tolist()))
