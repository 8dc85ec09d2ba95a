"""Counting the solutions of an exact cover problem by a search that counts equal nodes once.

The search goes depth first, on the most constrained item, with full inference at every node. The
solutions below a node depend only on the live options of the items that still have a choice: what
the others rule out is no longer live. So these options are remembered with their count.
(Memoization: Nishino, Yasuda, Minato and Nagata, "Dancing with decision diagrams", AAAI 2017.)
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kenken_cp.backends.cover.propagation import most_constrained, propagate
from kenken_cp.clock import Clock
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.encode.masks import numbers_in, union

MAX_REMEMBERED_BYTES = 1 << 28
"""Rough size of the counts that are remembered. When there are too many, all are forgotten."""

MAX_REMEMBERED = 1 << 19
"""The most counts that are remembered: some 120 MB on a 9x9."""


@dataclass(slots=True)
class _Node:
    """A node that is being counted.

    Attributes:
        live, items: its live options after inference, and the items that still have a choice.
        open_options: the live options of these items.
        options: those of the item to branch on that are not done.
        share: the share of the tree below each of these.
        total: the solutions below those that are done.
    """

    live: int
    items: list[int]
    open_options: int
    options: Iterator[int]
    share: float
    total: int = 0


class MergingCount:
    """A count of the solutions, which can be interrupted and continued.

    Attributes:
        nodes: those visited so far.
        leaves: how many times it has reached solutions, one or more.
        found: the solutions counted so far.
        share: the part of the tree that is done.
    """

    def __init__(self, cover: ExactCover) -> None:
        self._cover = cover
        room = MAX_REMEMBERED_BYTES // (cover.options // 8 + 200)
        self._max_remembered = min(MAX_REMEMBERED, room)
        self._totals: dict[int, int] = {}  # by open options
        self._path: list[_Node] = []
        self.nodes = self.leaves = self.found = 0
        self.share = 0.0
        self._enter(cover.all_options, cover.primary_items, 1.0)

    def run(self, clock: Clock, max_nodes: float) -> int | None:
        """The number of solutions; None if it has visited ``max_nodes``, those of earlier calls
        included, before it is done.

        Raises:
            StoppedError: if the clock says so.
        """
        while self._path:
            if self.nodes >= max_nodes:
                return None
            clock.check()
            clock.note(self.found, self.share)
            node = self._path[-1]
            option = next(node.options, None)
            if option is not None:
                self._enter(node.live & ~self._cover.excluded(option), node.items, node.share)
                continue
            self._path.pop()
            if len(self._totals) >= self._max_remembered:
                self._totals.clear()
            self._totals[node.open_options] = node.total
            if self._path:
                self._path[-1].total += node.total
        return self.found

    def _enter(self, live: int, items: list[int], share: float) -> None:
        """Counts a node, or puts it on the path if it has to be branched on."""
        self.nodes += 1
        live, still_open = propagate(self._cover, live, items)
        if live and still_open:
            open_options = live & union(still_open)
            known = self._totals.get(open_options)
            if known is None:
                options = live & most_constrained(live, still_open)
                share /= options.bit_count()
                node = _Node(live, still_open, open_options, numbers_in(options), share)
                self._path.append(node)
                return
        else:
            known = int(live > 0)
        self.leaves += known > 0
        self.found += known
        self.share = min(1.0, self.share + share)
        if self._path:
            self._path[-1].total += known
