"""The counting method: frontiers from both ends of the board that meet in the middle.

There are four, from the first cell and from the last, with rows first and with columns first, and
the one of fewest states is advanced. Where two of one order meet, a board of the one completes a
board of the other if what the one has is what the other lacks (Horowitz and Sahni, "Computing
partitions with applications to the knapsack problem", 1974). Frontiers that are full before they
meet are brought together by advancing one of them with some of its states at a time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from operator import mul

import numpy as np

from kenken_cp.backends.cover.frontier.advance import Frontier
from kenken_cp.backends.cover.frontier.encoding import Encoding
from kenken_cp.backends.cover.frontier.states import integers, merged, merged_batches, words_of
from kenken_cp.backends.cover.method import SECONDS_PER_TURN, Steps
from kenken_cp.backends.cover.propagation import propagate
from kenken_cp.encode.exact_cover import ExactCover

MAX_LINES_BETWEEN = 3
"""Lines of the board between two full frontiers, if they are to be brought together."""

Pair = tuple[Frontier, Frontier]
"""From the first option group and from the last, in one order."""


class FrontierCounting:
    """The count of a cover. ``steps`` returns None if it would take too many states."""

    turn = SECONDS_PER_TURN

    def __init__(self, cover: ExactCover) -> None:
        self._cover = cover
        self._groups = len(cover.option_groups)
        self._states = self._widest = 0
        self.steps: Steps = self._count()

    @property
    def statistics(self) -> dict[str, int]:
        """The states of all frontiers at all depths, and the most at one time."""
        return {"states": self._states, "widest": self._widest}

    def _count(self) -> Steps:
        cover = self._cover
        live, _ = propagate(cover, cover.all_options, cover.primary_items)
        if not live:
            return 0
        pair = yield from self._advanced(_pairs(Encoding(cover, live)))
        longest_line = max(cover.instance.rows, cover.instance.columns)
        if (
            all(frontier.full for frontier in pair)
            and self._open_between(*pair) > MAX_LINES_BETWEEN * longest_line
        ):
            return None
        return (yield from self._bridged(*pair))

    def _advanced(self, pairs: list[Pair]) -> Generator[None, None, Pair]:
        """Advances the frontiers until two meet, one is finished, or all are full; returns those
        two, or else those that are nearest to each other.
        """
        while open_ := [
            (frontier.width, pair, frontier)
            for pair in pairs
            for frontier in pair
            if not frontier.full
        ]:
            _, pair, frontier = min(open_, key=lambda candidate: candidate[0])
            yield from self._advance(frontier)
            if frontier.finished or self._meet(*pair) or not frontier.width:
                return pair
        return min(pairs, key=lambda pair: self._open_between(*pair))

    def _advance(self, frontier: Frontier) -> Iterator[None]:
        yield from frontier.advance()
        self._states += frontier.width
        self._widest = max(self._widest, frontier.width)

    def _open_between(self, one: Frontier, other: Frontier) -> int:
        """How many option groups are open between two frontiers."""
        return self._groups - one.depth - other.depth

    def _meet(self, one: Frontier, other: Frontier) -> bool:
        """Whether they fill the board between them, and can be joined."""
        return not self._open_between(one, other) and _can_join(one, other, one.depth)

    def _bridged(self, one: Frontier, other: Frontier) -> Generator[None, None, int]:
        """Advances one frontier to where the other is, as many states at a time as are allowed."""
        if (other.finished, -other.width) > (one.finished, -one.width):
            one, other = other, one
        goal = self._groups - other.depth
        if not _can_join(one, other, goal):
            goal = self._groups
        total = 0
        waiting = [one]
        while waiting:
            frontier = waiting.pop()
            if frontier.finished or not frontier.width:
                total += frontier.boards
            elif frontier.depth == goal:
                for boards in _joined(frontier, other):
                    total += boards
                    yield
            elif frontier.full:
                waiting += frontier.halves(goal)
            else:
                yield from self._advance(frontier)
                waiting.append(frontier)
        return total


def _pairs(encoding: Encoding) -> list[Pair]:
    """Only one of each two may break the symmetry of values."""
    found = []
    for columns_first in (False, True):
        moves, plain = encoding.moves(columns_first=columns_first)
        first = Frontier(encoding, moves, plain)
        found.append((first, Frontier(encoding, plain[::-1], plain[::-1])))
    return found


def _can_join(one: Frontier, other: Frontier, depth: int) -> bool:
    """Whether ``one``, advanced to a depth, has what ``other`` lacks where they meet: not where a
    group of cells needs only some values, or within an automaton.
    """
    return not one.relevant_at(depth) & other.relevant & ~one.required


def _joined(one: Frontier, other: Frontier) -> Iterator[int]:
    """How many full boards two frontiers that meet make together, in several addends.

    The states of both are merged as those of one frontier, the ``other`` with its bits inverted,
    the counts of ``one`` in the lower limbs and those of ``other`` in the upper ones.
    """
    shared = words_of(one.relevant & other.relevant, one.words)
    lower = [merged(states.keys & shared, states.counts) for states in one.batches]
    yield 0
    upper = [merged(~states.keys & shared, states.counts) for states in other.batches]
    yield 0
    limbs = 1 + max(len(states.counts) for states in lower)  # one to carry into
    raised = [
        states._replace(counts=np.pad(states.counts, ((limbs, 0), (0, 0)))) for states in upper
    ]
    for states in merged_batches([*lower, *raised]):
        counts = states.counts
        both = counts[:, counts[:limbs].any(axis=0) & counts[limbs:].any(axis=0)]
        yield sum(map(mul, integers(both[:limbs]), integers(both[limbs:])))
