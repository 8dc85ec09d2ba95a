"""The search of many nodes at a time, which counts solutions or visits each.

Its inference is in numpy (``inference``) or compiled (``compiled.vector_inference``). A node is a
board with its candidates. Each node branches on its own most constrained cell, which is one in a
cage as long as any of these is open: then only houses are left, and many ways to fill the cages
result in equal boards. In a count, equal nodes are merged if many wait (``nodes``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator

import numpy as np
from numpy.typing import NDArray

from kenken_cp.backends.cover.arrays import LIMB_BITS, LIMB_MASK, Candidates, Numbers
from kenken_cp.backends.cover.vector.inference import VectorInference, only
from kenken_cp.backends.cover.vector.nodes import (
    FEW_NODES,
    Hand,
    Nodes,
    Waiting,
    branched,
    nodes_together,
)

NODES_AT_ONCE = 1 << 12
"""Nodes of a round of inference: their arrays fit into the processor's cache."""

SECONDS_PER_STEP = 0.25
"""Time for the completions of a step; the nodes that are left after that wait again."""


class VectorSearch:
    """A search below some nodes, in steps; between two steps its attributes are consistent.

    Args:
        visit: called with the solutions, many at a time. None: they are only counted, and equal
            nodes are merged.

    Attributes:
        waiting: the nodes that wait.
        found: the number of solutions found.
        leaves: the number of leaves with solutions.
        share: the share of the whole search tree that is done.
        statistics: figures of the work.
    """

    def __init__(
        self, inference: VectorInference, visit: Callable[[Candidates], object] | None = None
    ) -> None:
        self._inference, self._visit = inference, visit
        self._late: list[Nodes] = []
        self.waiting = Waiting(inference, merging=visit is None)
        self.found = self.leaves = 0
        self.share = 0.0
        self.statistics: dict[str, int | float] = {"vector nodes": 0, "merged": 0}

    @property
    def has_nodes(self) -> bool:
        """Whether there is work left."""
        return bool(self._late or self.waiting.size)

    def begin(self) -> None:
        """Takes the root."""
        board = self._inference.root
        self._late.append(Nodes(board, np.ones((1, 1), np.uint64), np.ones(1), np.full(1, -1)))

    def take(self, hand: Hand) -> None:
        """Takes nodes that another search has dealt out."""
        kind = self._inference.root.dtype
        for rank, nodes in hand.items():
            boards = nodes.candidates.astype(kind, copy=False)
            self.waiting.add(np.full(nodes.size, rank), nodes._replace(candidates=boards))

    def settle(self) -> Iterator[None]:
        """Makes all nodes wait, so that they can be dealt out."""
        late, self._late = self._late, []
        yield from self._take_in(late, 0)

    def step(self) -> Generator[None, None, None]:
        """Branches on some of the nodes that wait; pauses often."""
        new = []
        if self.waiting.size:
            rank, nodes, merged = self.waiting.taken()
            self.statistics["merged"] += merged
            self.statistics["vector nodes"] += nodes.size
            yield
            if self._visit is None and rank <= len(nodes.candidates):  # no open cell in a cage
                nodes = yield from self._complete(nodes)
            if nodes.size:
                new.append(branched(nodes, self._inference.caged))
        late, self._late = self._late, []
        self._late = yield from self._take_in([*late, *new], FEW_NODES)

    def _complete(self, nodes: Nodes) -> Generator[None, None, Nodes]:
        """Counts the completions of nodes where that is quick; returns the other nodes."""
        left, due = [], time.monotonic() + SECONDS_PER_STEP
        while nodes.size:
            later = []
            for part in _in_parts(nodes):
                if time.monotonic() > due:
                    self._settle(part)
                    continue
                totals = self._inference.completions(part.candidates)
                done = part.sliced(slice(len(totals)))
                later.append(part.sliced(slice(len(totals), None)))
                left.append(done.where(totals < 0))
                self._add(done.where(totals > 0), totals[totals > 0])
                self._finish(done.shares[totals >= 0])
                yield
            if not later:
                break
            nodes = nodes_together(later)
        return nodes_together(left)

    def _add(self, solved: Nodes, totals: Numbers) -> None:
        """Counts nodes with that many solutions each, below 2^32."""
        self.leaves += solved.size
        for place, limb in enumerate(solved.counts):
            products = limb * totals.astype(np.uint64)
            low, high = products & LIMB_MASK, products >> LIMB_BITS
            self.found += int(low.sum()) + (int(high.sum()) << 32) << 32 * place

    def _take_in(self, parts: list[Nodes], few: int) -> Generator[None, None, list[Nodes]]:
        """Infers on new nodes; counts those that are solved, drops those without a solution, and
        makes the others wait.

        Args:
            few: fewer nodes are not worth a round of their own if others wait.

        Returns:
            The nodes left on which more may be inferred. They are to be taken in with the next new
            nodes.
        """
        hasty = min(few, self._inference.few_boards)
        while parts:
            nodes, parts = nodes_together(parts), []
            for part in _in_parts(nodes):
                dead, changed, left = self._inferred(part)
                self._finish(dead)
                if changed.size:
                    nodes_now = changed.size + left.size + self.waiting.size
                    parts += self._hastened(changed) if nodes_now < hasty else [changed]
                self._settle(left)
                yield
            if self.waiting.size and sum(part.size for part in parts) < few:
                break
        return parts

    def _hastened(self, changed: Nodes) -> list[Nodes]:
        """Branches on nodes on which more may be inferred: where there are few nodes, that takes
        some more of them, and fewer rounds. (They must not wait, for equal ones may differ: what
        their filled cells rule out is still to be inferred.)
        """
        open_ = np.bitwise_or.reduce(only(changed.candidates) == 0, axis=0)
        found = [] if open_.all() else [changed.where(~open_)]
        if open_.any():
            self.statistics["vector nodes"] += int(np.count_nonzero(open_))
            found.append(branched(changed.where(open_), self._inference.caged))
        return found

    def _inferred(self, part: Nodes) -> tuple[NDArray[np.float64], Nodes, Nodes]:
        """One round of inference.

        Returns:
            The shares of the nodes that have no solution, the nodes on which more may be inferred,
            and the other nodes.
        """
        boards = part.candidates.copy()
        dead, changed = self._inference.round(boards, part.decided)
        shares = part.shares[dead]
        part = part._replace(candidates=boards, decided=np.full_like(part.decided, -1))
        return shares, part.where(changed), part.where(~(changed | dead))

    def _settle(self, nodes: Nodes) -> None:
        """Counts or visits nodes that are solved, and makes the others wait."""
        if not nodes.size:
            return
        open_ = only(nodes.candidates) == 0
        ranks = np.count_nonzero(open_, axis=0)
        in_cages = np.count_nonzero(open_[self._inference.caged], axis=0)
        np.copyto(ranks, in_cages + len(open_), where=in_cages > 0)
        solved = ranks == 0
        if solved.any():
            self._solve(nodes.where(solved))
            nodes, ranks = nodes.where(~solved), ranks[~solved]
        if nodes.size:
            self.waiting.add(ranks, nodes)

    def _solve(self, nodes: Nodes) -> None:
        if self._visit is not None:
            self._visit(nodes.candidates)
        self._add(nodes, np.ones(nodes.size, np.int64))
        self._finish(nodes.shares)

    def _finish(self, shares: NDArray[np.float64]) -> None:
        self.share = min(1.0, self.share + float(shares.sum()))


def _in_parts(nodes: Nodes) -> Iterator[Nodes]:
    for first in range(0, nodes.size, NODES_AT_ONCE):
        yield nodes.sliced(slice(first, first + NODES_AT_ONCE))
