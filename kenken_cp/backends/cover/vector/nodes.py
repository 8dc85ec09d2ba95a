"""The nodes of the search of many nodes at a time: boards with their candidates, one column each;
and the queue of nodes that wait.

Nodes are equal if their open cells have the same candidates and their cages allow these cells the
same values. They have the same number of solutions, so they are merged into one that counts several
times. Only nodes with the same number of open cells can be equal. So the nodes with the most open
cells in cages are taken first, then those with the most open cells: that way all equal nodes meet.
If too many nodes would have to wait for that, those with the fewest are taken first. As long as few
nodes wait, all are taken and none compared, for a step takes as long for one node as for a hundred.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kenken_cp.backends.cover.arrays import (
    Candidates,
    Flags,
    Places,
    Words,
    carried,
    columns,
    equal_columns,
    starts_of_runs,
    together,
)
from kenken_cp.backends.cover.vector.inference import VectorInference, only
from kenken_cp.clock import checkpoint

NODES_PER_STEP = 1 << 13
"""Nodes that are branched on together."""

NODES_PER_VISITING_STEP = 1 << 11
"""The same if solutions are visited: of each rank, as many nodes may wait as these have children.
"""

FEW_NODES = 1 << 10
"""Fewer nodes are not worth a step, or a round of inference, of their own."""

MAX_BYTES = 1 << 26
"""Size of the nodes that wait: some 400,000 of a 9x9."""


class Nodes(NamedTuple):
    """Nodes of the search, a column each.

    Attributes:
        candidates: ``[cell, node]``, as in ``inference``.
        counts: ``[limb, node]``: the number of nodes that each stands for, in limbs of 32 bits.
        shares: each node's share of the search tree, all branches of a node counting alike.
        decided: the cell whose branch led to the node, if nothing was inferred since; else -1.
    """

    candidates: Candidates
    counts: Words
    shares: NDArray[np.float64]
    decided: Places

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.shares)

    def sliced(self, places: slice) -> Nodes:
        """The nodes of a slice; nothing is copied."""
        return Nodes(
            self.candidates[:, places],
            self.counts[:, places],
            self.shares[places],
            self.decided[places],
        )

    def where(self, flags: Flags) -> Nodes:
        """The nodes whose flag is set."""
        return self.taken(np.flatnonzero(flags))

    def taken(self, places: Places) -> Nodes:
        """The nodes of some places, in that order."""
        return Nodes(
            columns(self.candidates, places),
            columns(self.counts, places),
            self.shares[places],
            self.decided[places],
        )


def nodes_together(parts: Sequence[Nodes]) -> Nodes:
    """The nodes of several parts, at least one, as one."""
    if len(parts) == 1:
        return parts[0]
    return Nodes(
        np.concatenate([part.candidates for part in parts], axis=1),
        together([part.counts for part in parts]),
        np.concatenate([part.shares for part in parts]),
        np.concatenate([part.decided for part in parts]),
    )


def branched(nodes: Nodes, caged: Places) -> Nodes:
    """The children of nodes: one for each value of the open cell with the fewest candidates, among
    the cells in cages if any of these is open.
    """
    candidates, places = nodes.candidates, np.arange(nodes.size)
    numbers = np.bitwise_count(candidates)
    most = np.iinfo(numbers.dtype).max
    numbers[numbers == 1] = most
    cell = np.argmin(numbers, axis=0)
    if len(caged):
        first = np.argmin(numbers[caged], axis=0)
        np.copyto(cell, caged[first], where=numbers[caged[first], places] < most)
    values = candidates[cell, places]
    shares = nodes.shares / numbers[cell, places]
    bits = values.dtype.type(1) << np.arange(8 * values.itemsize, dtype=values.dtype)
    parents, value = np.nonzero(values[:, None] & bits)
    children = columns(candidates, parents)
    decided = cell[parents]
    children[decided, np.arange(len(parents))] = bits[value]
    return Nodes(children, columns(nodes.counts, parents), shares[parents], decided)


Hand = dict[int, Nodes]
"""Nodes that are dealt to a worker, by their ranks."""


class Waiting:
    """The queue of nodes that wait, by rank. The children of a node have lower ranks than it.

    Args:
        inference: that of the search.
        merging: whether equal nodes are merged, for which the nodes of one rank wait for each
            other; if not, the nodes of the lowest rank are next, so that few wait.

    Attributes:
        size: the number of nodes.
    """

    def __init__(self, inference: VectorInference, *, merging: bool) -> None:
        self._merging = merging
        self._per_step = NODES_PER_STEP if merging else NODES_PER_VISITING_STEP
        self._cells = len(inference.root)  # greater ranks are those with open cells in cages
        # If more nodes wait than this, those of the lowest rank are next.
        self._most = MAX_BYTES // (inference.root.nbytes + 16)
        self._partly_filled = inference.partly_filled
        self._unsorted: list[tuple[Places, Nodes]] = []
        self._by_rank: dict[int, list[Nodes]] = {}
        self._sizes: dict[int, int] = {}
        self._merged: set[int] = set()
        self.size = 0

    def add(self, ranks: Places, nodes: Nodes) -> None:
        """Adds nodes, at least one, of these ranks."""
        self._unsorted.append((ranks, nodes))
        self.size += nodes.size

    def _sort(self) -> None:
        unsorted, self._unsorted = self._unsorted, []
        for ranks, nodes in unsorted:
            order = np.argsort(ranks)
            nodes, ranks = nodes.taken(order), ranks[order]
            starts = starts_of_runs(ranks).tolist()
            for first, end in pairwise([*starts, nodes.size]):
                self._add(int(ranks[first]), nodes.sliced(slice(first, end)))

    def _add(self, rank: int, nodes: Nodes) -> None:
        self._by_rank.setdefault(rank, []).append(nodes)
        self._sizes[rank] = self._sizes.get(rank, 0) + nodes.size
        self._merged.discard(rank)

    def dealt(self, hands: int) -> list[Hand]:
        """Removes all nodes and deals them out evenly, rank by rank.

        Nodes whose last open cells have the same candidates come into one hand: what is below them
        is often equal, and nodes of different hands cannot be merged.
        """
        self._sort()
        found: list[Hand] = [{} for _ in range(hands)]
        for rank, parts in self._by_rank.items():
            nodes = nodes_together(parts)
            if hands > 1:
                nodes = nodes.taken(np.lexsort(self._keys(nodes.candidates)))
            ends = [nodes.size * number // hands for number in range(hands + 1)]
            for hand, (first, end) in zip(found, pairwise(ends), strict=True):
                if first < end:
                    hand[rank] = nodes.sliced(slice(first, end))
        self._by_rank, self._sizes, self._merged, self.size = {}, {}, set(), 0
        return found

    def taken(self) -> tuple[int, Nodes, int]:
        """Removes the next nodes; returns the highest of their ranks, the nodes, and the number of
        nodes that were merged into others.
        """
        if self.size <= FEW_NODES:
            return self._all_taken()
        self._sort()
        rank = self._next()
        nodes = nodes_together(self._by_rank.pop(rank))
        before = self._sizes.pop(rank)
        self.size -= before
        if self._merging and rank not in self._merged and before > 1:
            nodes = self._distinct(nodes)
        merged = before - nodes.size
        if nodes.size > self._per_step:
            rest = nodes.sliced(slice(self._per_step, None))
            self._add(rank, rest)
            self._merged.add(rank)
            self.size += rest.size
            nodes = nodes.sliced(slice(self._per_step))
        return rank, nodes, merged

    def _all_taken(self) -> tuple[int, Nodes, int]:
        """``taken`` for few nodes: all with open cells in cages, or all if there are none.

        To compare them would take longer than to branch on equal ones.
        """
        for rank, parts in self._by_rank.items():
            self._unsorted += [(np.full(part.size, rank), part) for part in parts]
        self._by_rank, self._sizes, self._merged = {}, {}, set()
        ranks = np.concatenate([its_ranks for its_ranks, _ in self._unsorted])
        nodes = nodes_together([part for _, part in self._unsorted])
        self._unsorted = []
        rank = int(ranks.max())
        later = ranks <= self._cells
        if rank > self._cells and later.any():
            self._unsorted = [(ranks[later], nodes.where(later))]
            nodes = nodes.where(~later)
        self.size -= nodes.size
        return rank, nodes, 0

    def _next(self) -> int:
        """The rank of the next nodes, of many."""
        if self._merging and self.size < self._most:
            return max(self._by_rank)
        # The lowest with enough nodes for a step; if none has enough, the one with the most.
        enough = [rank for rank, size in self._sizes.items() if size >= self._per_step // 4]
        return min(enough) if enough else max(self._sizes, key=self._sizes.__getitem__)

    def _distinct(self, nodes: Nodes) -> Nodes:
        """The nodes with equal ones merged."""
        candidates = nodes.candidates
        keys = np.concatenate(
            [
                self._keys(candidates[:, first : first + NODES_PER_STEP])
                for first in range(0, nodes.size, NODES_PER_STEP)
            ],
            axis=1,
        )
        _, order, starts = equal_columns(keys)
        return Nodes(
            columns(candidates, order[starts]),
            carried(np.add.reduceat(columns(nodes.counts, order), starts, axis=1)),
            np.add.reduceat(nodes.shares[order], starts),
            nodes.decided[order[starts]],
        )

    def _keys(self, candidates: Candidates) -> Words:
        """Columns that are equal only if the nodes are."""
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
