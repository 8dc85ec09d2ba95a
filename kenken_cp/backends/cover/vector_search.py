"""Counting by search with many nodes at a time, in numpy (``vector_inference``) or compiled.

A node is a board with its candidates. Each branches on its own most constrained cell, on one in a
cage as long as any of these is open: what is left then are houses, and of many ways to fill the
cages the same is left. Nodes whose open cells have the same candidates, and whose cages allow the
same of them, have equally many solutions; they are merged into one that counts as many times. The
nodes with most open cells in cages are taken first, then those with most open cells, for only nodes
with equally many can be equal: then all equal ones meet. Where that would keep too many nodes
waiting, those with fewest are taken first. As long as few wait, all are taken: a step takes as long
for one node as for a hundred.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from kenken_cp.backends.cover.arrays import LIMB_BITS, LIMB_MASK, Words
from kenken_cp.backends.cover.counting import expected
from kenken_cp.backends.cover.frontier_states import carried, equal_columns, together
from kenken_cp.backends.cover.propagation import propagate
from kenken_cp.backends.cover.vector_inference import (
    Candidates,
    Flags,
    UnsuitableError,
    VectorInference,
    only,
)
from kenken_cp.checkpoints import checkpoint
from kenken_cp.encode.exact_cover import ExactCover

NODES_AT_ONCE = 1 << 12
"""Of a round of inference: arrays that stay in the processor's cache."""

NODES_PER_STEP = 1 << 13
"""That are branched on together."""

FEW_NODES = 1 << 10
"""So many are not worth a step, or a round of inference, of their own."""

MAX_BYTES = 1 << 26
"""Of the nodes that wait: some 400,000 of a 9x9."""


Done = TypeVar("Done")


class Nodes(NamedTuple):
    """Nodes of the search, a column each.

    Attributes:
        counts: ``[limb, node]``: how many nodes each stands for, in limbs of 32 bits.
        shares: each node's part of the search tree, all branches of a node counting alike.
        decided: the cell that it was branched on, if nothing was inferred since; else -1.
    """

    candidates: Candidates
    counts: Words
    shares: NDArray[np.float64]
    decided: NDArray[np.intp]

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.shares)

    def chosen(self, which: NDArray[np.intp] | slice) -> Nodes:
        """Some of them."""
        return Nodes(
            self.candidates[:, which],
            self.counts[:, which],
            self.shares[which],
            self.decided[which],
        )

    def where(self, flags: Flags) -> Nodes:
        """Those with a flag."""
        return self.chosen(np.flatnonzero(flags))


def _together(parts: Sequence[Nodes]) -> Nodes:
    if len(parts) == 1:
        return parts[0]
    return Nodes(
        np.concatenate([part.candidates for part in parts], axis=1),
        together([part.counts for part in parts]),
        np.concatenate([part.shares for part in parts]),
        np.concatenate([part.decided for part in parts]),
    )


class VectorSearch:
    """A ``CountingMethod``, which gives up at once where it cannot state the puzzle.

    Args:
        inference: how it infers.

    Attributes:
        threads: how many may infer at a time: nearly all of it is done without the interpreter.
    """

    def __init__(
        self, cover: ExactCover, inference: type[VectorInference] = VectorInference
    ) -> None:
        self._cover, self._kind = cover, inference
        self.threads = 1
        self.statistics = {"vector nodes": 0, "merged": 0}
        self.leaves = 0
        self.found = 0
        self.share: float | None = None
        self.steps = self._count()

    def _count(self) -> Generator[None, None, int | None]:
        cover = self._cover
        live, _ = propagate(cover, cover.all_options, cover.primary_items)
        if not live:
            return 0
        try:
            self._inference = self._kind(cover, live)
        except UnsuitableError:
            return None
        caged = set(range(len(cover.instance.cells))).difference(cover.instance.free_cells)
        self._caged = np.array(sorted(caged), np.intp)
        self.share = 0.0
        yield
        root = Nodes(
            self._inference.root, np.ones((1, 1), np.uint64), np.ones(1), np.full(1, -1, np.intp)
        )
        most = MAX_BYTES // (root.candidates.nbytes + 16)
        waiting = _Waiting(len(root.candidates), self._inference.partly_filled, most)
        late = yield from self._take_in([root], waiting)
        while waiting.size:
            rank, nodes, merged = waiting.taken()
            self.statistics["merged"] += merged
            self.statistics["vector nodes"] += nodes.size
            yield
            if rank <= len(nodes.candidates):  # cells in cages are all filled
                nodes = yield from self._complete(nodes)
            new = [_branched(nodes, self._caged)] if nodes.size else []
            late = yield from self._take_in([*late, *new], waiting)
        return self.found

    def _complete(self, nodes: Nodes) -> Generator[None, None, Nodes]:
        """Counts what can be counted otherwise; returns the rest."""
        left = []
        while nodes.size:
            later = []
            for part, totals in self._each(self._completed, nodes):
                done = part.chosen(slice(len(totals)))
                later.append(part.chosen(slice(len(totals), None)))
                left.append(done.where(totals < 0))
                self._add(done.where(totals > 0), totals[totals > 0])
                self._finish(done.shares[totals >= 0])
                yield
            nodes = _together(later)
        return _together(left)

    def _completed(self, part: Nodes) -> tuple[Nodes, NDArray[np.int64]]:
        return part, self._inference.completions(part.candidates)

    def _add(self, solved: Nodes, totals: NDArray[np.int64]) -> None:
        """Counts nodes with that many solutions each, below 2^32."""
        self.leaves += solved.size
        for place, limb in enumerate(solved.counts):
            products = limb * totals.astype(np.uint64)
            low, high = products & LIMB_MASK, products >> LIMB_BITS
            self.found += int(low.sum()) + (int(high.sum()) << 32) << 32 * place

    def _take_in(self, parts: list[Nodes], waiting: _Waiting) -> Generator[None, None, list[Nodes]]:
        """Infers what follows on new nodes; counts those that are solved, drops those without a
        solution, and has the others wait.

        Returns:
            A few of which more may follow, to be taken in with the next; none if no others wait.
        """
        while parts:
            nodes, parts = _together(parts), []
            for dead, changed, left in self._each(self._inferred, nodes):
                self._finish(dead)
                if changed.size:
                    parts.append(changed)
                self._settle(left, waiting)
                yield
            if sum(part.size for part in parts) < min(FEW_NODES, waiting.size):
                break
        return parts

    def _inferred(self, part: Nodes) -> tuple[NDArray[np.float64], Nodes, Nodes]:
        """Infers once: the shares of nodes without a solution, and the nodes of which more may
        follow, and those of which it does not.
        """
        boards = part.candidates.copy()
        dead, changed = self._inference.round(boards, part.decided)
        shares = part.shares[dead]
        part = part._replace(candidates=boards, decided=np.full_like(part.decided, -1))
        return shares, part.where(changed), part.where(~(changed | dead))

    def _each(self, work: Callable[[Nodes], Done], nodes: Nodes) -> Iterator[Done]:
        """Some work on some of the nodes at a time, in threads if there are to be several."""
        parts = (
            nodes.chosen(slice(first, first + NODES_AT_ONCE))
            for first in range(0, nodes.size, NODES_AT_ONCE)
        )
        if self.threads > 1 and nodes.size > NODES_AT_ONCE:
            with ThreadPoolExecutor(self.threads, "kenken-cp-infer") as threads:
                yield from threads.map(work, parts)
        else:
            yield from map(work, parts)

    def _settle(self, nodes: Nodes, waiting: _Waiting) -> None:
        open_ = only(nodes.candidates) == 0
        ranks = np.count_nonzero(open_[self._caged], axis=0)
        ranks += (ranks > 0) * len(open_)
        np.copyto(ranks, np.count_nonzero(open_, axis=0), where=ranks == 0)
        solved = nodes.where(ranks == 0)
        self._add(solved, np.ones(solved.size, np.int64))
        self._finish(solved.shares)
        for rank in np.unique(ranks[ranks > 0]).tolist():
            waiting.add(rank, nodes.where(ranks == rank))

    def _finish(self, shares: NDArray[np.float64]) -> None:
        assert self.share is not None
        self.share = min(1.0, self.share + float(shares.sum()))

    @property
    def expected(self) -> float:
        """See ``DepthFirstCounting``."""
        return expected(self.found, self.share)

    def at_least(self) -> int:
        """What it has found."""
        return self.found


def _branched(nodes: Nodes, caged: NDArray[np.intp]) -> Nodes:
    """The children of nodes: the values of the open cell with fewest candidates, the first of these
    in a cage, or of all if there is none.
    """
    candidates, columns = nodes.candidates, np.arange(nodes.size)
    numbers = np.bitwise_count(candidates)
    decided = np.iinfo(numbers.dtype).max
    numbers[numbers == 1] = decided
    cell = np.argmin(numbers, axis=0)
    if len(caged):
        first = np.argmin(numbers[caged], axis=0)
        np.copyto(cell, caged[first], where=numbers[caged[first], columns] < decided)
    values = candidates[cell, columns]
    shares = nodes.shares / numbers[cell, columns]
    one, found = candidates.dtype.type(1), []
    while (left := np.flatnonzero(values)).size:
        lowest = values & (~values + one)
        children = candidates[:, left]
        children[cell[left], np.arange(len(left))] = lowest[left]
        found.append(Nodes(children, nodes.counts[:, left], shares[left], cell[left]))
        values &= ~lowest
    return _together(found)


class _Waiting:
    """Nodes that wait, by their ranks: of all children of a node these are less than its own.

    Args:
        cells: of the board; greater ranks are those of nodes with open cells in cages.
        partly_filled: cages whose cells matter even when they are filled, as long as several others
            are open.
        most: beyond as many, those of the least rank are next.
    """

    def __init__(self, cells: int, partly_filled: Sequence[Sequence[int]], most: int) -> None:
        self._cells, self._partly_filled, self._most = cells, partly_filled, most
        self._by_rank: dict[int, list[Nodes]] = {}
        self._sizes: dict[int, int] = {}
        self._merged: set[int] = set()
        self.size = 0

    def add(self, rank: int, nodes: Nodes) -> None:
        """Has nodes wait, all of one rank."""
        self._by_rank.setdefault(rank, []).append(nodes)
        self._sizes[rank] = self._sizes.get(rank, 0) + nodes.size
        self._merged.discard(rank)
        self.size += nodes.size

    def taken(self) -> tuple[int, Nodes, int]:
        """The next nodes, the greatest of their ranks, and how many were merged into others."""
        ranks = self._next()
        rank = max(ranks)
        nodes = _together([part for each in ranks for part in self._by_rank.pop(each)])
        self.size -= sum(self._sizes.pop(each) for each in ranks)
        before = nodes.size
        if not self._merged.issuperset(ranks) and before > 1:
            nodes = self._distinct(nodes)
        merged = before - nodes.size
        if nodes.size > NODES_PER_STEP:
            self.add(rank, nodes.chosen(slice(NODES_PER_STEP, None)))
            self._merged.add(rank)
            nodes = nodes.chosen(slice(NODES_PER_STEP))
        return rank, nodes, merged

    def _next(self) -> list[int]:
        """The ranks of the next nodes: all of those with open cells in cages, or all, if few wait;
        else one.
        """
        if self.size <= FEW_NODES:
            return [rank for rank in self._by_rank if rank > self._cells] or list(self._by_rank)
        if self.size < self._most:
            return [max(self._by_rank)]
        # As soon as they are enough for a step; of all ranks, one has as many.
        enough = [rank for rank, size in self._sizes.items() if size >= NODES_PER_STEP // 4]
        return [min(enough) if enough else max(self._sizes, key=self._sizes.__getitem__)]

    def _distinct(self, nodes: Nodes) -> Nodes:
        """One node for each subproblem."""
        candidates = nodes.candidates
        keys = np.concatenate(
            [
                self._keys(candidates[:, first : first + NODES_AT_ONCE])
                for first in range(0, nodes.size, NODES_AT_ONCE)
            ],
            axis=1,
        )
        _, order, starts = equal_columns(keys)
        return Nodes(
            candidates[:, order[starts]],
            carried(np.add.reduceat(nodes.counts[:, order], starts, axis=1)),
            np.add.reduceat(nodes.shares[order], starts),
            nodes.decided[order[starts]],
        )

    def _keys(self, candidates: Candidates) -> Words:
        """Columns that are equal only for equal subproblems."""
        checkpoint()
        filled = only(candidates)
        open_ = filled == 0
        keys = candidates ^ filled
        for cells in self._partly_filled:
            matters = np.count_nonzero(open_[cells], axis=0) > 1
            keys[cells] |= candidates[cells] * matters
        return _in_words(keys)


def _in_words(keys: Candidates) -> Words:
    """``[cell, node]`` as ``[word, node]``."""
    cells, nodes = keys.shape
    per_word = 8 // keys.itemsize
    padded = np.zeros((nodes, -(-cells // per_word) * per_word), keys.dtype)
    padded[:, :cells] = keys.T
    return np.ascontiguousarray(padded.view(np.uint64).T)
