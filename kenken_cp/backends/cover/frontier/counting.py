"""Counting by frontier dynamic programming (the transfer-matrix method).

Cells are filled in order. All that matters of a partly filled board is what its houses still need:
the *state* of the frontier between filled and open cells. Boards with the same state are
equivalent. They are kept once, with their number, so that the time of a count depends on the number
of states. (Sekine, Imai and Tani, "Computing the Tutte polynomial of a graph of moderate size",
ISAAC 1995; Kawahara, Inoue, Iwashita and Minato, "Frontier-based search for enumerating all
constrained subgraphs", 2017.)

There are four frontiers: from the first cell and from the last, each by rows and by columns. The
one with the fewest states is advanced. Where two of the same order meet, a board of one completes a
board of the other if it has exactly what the other lacks (Horowitz and Sahni, "Computing partitions
with applications to the knapsack problem", 1974).

A frontier with too many states is *full*. If both are full before they meet, one of them is
advanced the rest of the way with some of its states at a time. If all of them would be far too wide
before they meet, that shows early, and the count is left to other methods.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import reduce
from math import log
from operator import or_

import numpy as np

from kenken_cp.backends.cover.arrays import columns, integers, rows_of
from kenken_cp.backends.cover.frontier.frontier import Frontier
from kenken_cp.backends.cover.frontier.states import Encoding, merged, merged_batches
from kenken_cp.backends.cover.frontier.symmetry import Representatives, free_lines
from kenken_cp.backends.cover.propagation import propagate
from kenken_cp.encode.exact_cover import ExactCover

MAX_LINES_BETWEEN = 3
"""The most lines between two full frontiers that are still brought together."""

MAX_EXPECTED_STATES = 10**9
"""Expected states of a frontier where it is widest; with more it would take hours. A 9x9 that lacks
half of its cages has 10^10, a 7x7 10^5 to 10^7.
"""

MIN_STATES_TO_EXPECT = 50_000
"""States of all frontiers together from which their width can be predicted."""

Pair = tuple[Frontier, Frontier]
"""Two frontiers of the same order: from the first option group and from the last."""


class FrontierCounting:
    """A ``CountingMethod`` that gives up if it would need too many states."""

    def __init__(self, cover: ExactCover) -> None:
        self._cover = cover
        self._groups = len(cover.option_groups)
        # The states of all frontiers at all depths, and the most of one frontier at a time.
        self.statistics = {"states": 0, "widest": 0}
        # None until it is certain that this method will not give up.
        self.share: float | None = None
        self.steps = self._count()

    def _count(self) -> Generator[None, None, int | None]:
        cover = self._cover
        live, _ = propagate(cover, cover.all_options, cover.primary_items)
        if not live:
            return 0
        encoding = Encoding(cover, live)
        orders = [encoding.moves(columns_first=columns_first) for columns_first in (False, True)]
        for columns_first in (False, True):
            frontier = self._by_representatives(live, columns_first=columns_first)
            if frontier is not None:
                while not (frontier.finished or frontier.full or _is_hopeless([[frontier]])):
                    yield from self._advance(frontier)
                if frontier.finished:
                    return (yield from self._bridged(frontier, frontier))
        # Only one frontier of each pair may break the symmetry of values.
        pair = yield from self._advanced(
            [
                (Frontier(encoding, moves, plain), Frontier(encoding, plain[::-1], plain[::-1]))
                for moves, plain in orders
            ]
        )
        if pair is None:
            return None
        one, other = pair
        longest_line = max(cover.instance.rows, cover.instance.columns)
        too_far_apart = self._open_between(one, other) > MAX_LINES_BETWEEN * longest_line
        if one.full and other.full and too_far_apart:
            return None
        return (yield from self._bridged(one, other))

    def _by_representatives(self, live: int, *, columns_first: bool) -> Frontier | None:
        """A frontier that fills free lines last, and replaces the states between these by
        representatives; None if there are too few free lines.
        """
        cover = self._cover
        free = free_lines(cover, columns_first=columns_first)
        if free is None:
            return None
        # All options of free lines, for what inference has removed would break their symmetry.
        options = (group.mask for group in cover.option_groups if group.cells[0] in free.cells)
        encoding = Encoding(cover, reduce(or_, options, live))
        moves, plain = encoding.moves(columns_first=columns_first, last=free.cells)
        before, length = self._groups - len(free.cells), len(free.crossing)
        first = before or length  # of the first line of an empty board, precedence leaves one state
        representatives = Representatives(encoding.value_bits(free.crossing))
        depths = range(first, self._groups, length)
        return Frontier(
            encoding,
            [*moves[:first], *plain[first:]],
            plain,
            dict.fromkeys(depths, representatives),
        )

    def _advanced(self, pairs: list[Pair]) -> Generator[None, None, Pair | None]:
        """Advances the frontiers until two meet, one is finished, or all are full.

        Returns:
            The pair that is finished, meets or is closest; None if all would be too wide.
        """
        while open_ := [
            (frontier, pair) for pair in pairs for frontier in pair if not frontier.full
        ]:
            frontier, pair = min(open_, key=lambda candidate: candidate[0].width)
            yield from self._advance(frontier)
            meet = not self._open_between(*pair) and _can_join(*pair, pair[0].depth)
            if frontier.finished or meet:
                return pair
            if _is_hopeless(pairs):
                return None
        return min(pairs, key=lambda pair: self._open_between(*pair))

    def _advance(self, frontier: Frontier) -> Iterator[None]:
        yield from frontier.advance()
        self.statistics["states"] += frontier.width
        self.statistics["widest"] = max(self.statistics["widest"], frontier.width)

    def _open_between(self, one: Frontier, other: Frontier) -> int:
        """The number of option groups that are open between two frontiers."""
        return self._groups - one.depth - other.depth

    def _bridged(self, one: Frontier, other: Frontier) -> Generator[None, None, int]:
        """Counts by advancing one frontier to where the other is, with as many states at a time as
        are allowed.
        """
        if (other.finished, -other.width) > (one.finished, -one.width):
            one, other = other, one
        goal = self._groups - other.depth
        if not _can_join(one, other, goal):
            goal = self._groups
        total, self.share = 0, 0.0
        waiting = [(one, 1.0)]  # frontiers, each with its share of the work
        while waiting:
            frontier, share = waiting.pop()
            if frontier.finished:
                total += sum(integers(states.counts).sum() for states in frontier.batches)
                self.share += share
            elif frontier.depth == goal:
                for boards in _joined(frontier, other):
                    total += boards
                    yield
                self.share += share
            elif frontier.full:
                waiting += [(half, share / 2) for half in frontier.halves(goal)]
            else:
                before = frontier.depth
                yield from self._advance(frontier)
                done = share * (frontier.depth - before) / (goal - before)
                self.share += done
                waiting.append((frontier, share - done))
        return total


def _is_hopeless(orders: Sequence[Sequence[Frontier]]) -> bool:
    """Whether the frontiers of each order would be too wide."""
    if sum(frontier.width for order in orders for frontier in order) < MIN_STATES_TO_EXPECT:
        return False
    expected = (sum(frontier.expected_width for frontier in order) / len(order) for order in orders)
    return min(expected) > log(MAX_EXPECTED_STATES)


def _can_join(one: Frontier, other: Frontier, depth: int) -> bool:
    """Whether ``one``, advanced to a depth, can be joined with ``other``: whether full boards are
    those where one has exactly what the other lacks. That does not hold in the middle of groups
    that are not full, or of automata.
    """
    return not one.relevant[depth] & other.relevant[other.depth] & ~one.required


def _joined(one: Frontier, other: Frontier) -> Iterator[int]:
    """Yields addends of the number of full boards that two frontiers make where they meet.

    The states of both are merged like those of one frontier, those of ``other`` with their bits
    inverted. The counts of ``one`` are in the lower limbs and those of ``other`` in the upper ones.
    """
    shared = rows_of([one.relevant[one.depth] & other.relevant[other.depth]], one.words).T
    lower = [merged(states.keys & shared, states.counts) for states in one.batches]
    yield 0
    upper = [merged(~states.keys & shared, states.counts) for states in other.batches]
    yield 0
    limbs = 1 + max(len(states.counts) for states in lower)  # with one for the carry
    upper = [
        states._replace(counts=np.pad(states.counts, ((limbs, 0), (0, 0)))) for states in upper
    ]
    for _, counts, _ in merged_batches([*lower, *upper]):
        both = columns(
            counts, np.flatnonzero(counts[:limbs].any(axis=0) & counts[limbs:].any(axis=0))
        )
        yield integers(both[:limbs]) @ integers(both[limbs:])
