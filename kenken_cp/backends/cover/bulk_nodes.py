"""The nodes of the bulk search: boards with their candidates, one column each; and their queue.

Two nodes are *equal* if their open cells have the same candidates and their cages allow these cells
the same values. Equal nodes have the same number of solutions, so a count merges them into one that
stands for all of them. Only nodes with the same number of open cells can be equal. A count takes
nodes with an open cell in a cage before all others, and in each kind those with the most open cells
first; so equal nodes wait for each other. If too many nodes would have to wait for that, it takes
those with the fewest open cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kenken_cp.backends.cover.arrays import (
    Candidates,
    Counts,
    Flags,
    Places,
    Words,
    columns,
    equal_columns,
    starts_of_runs,
    sums_of_runs,
)
from kenken_cp.backends.cover.bulk_inference import Inference, only
from kenken_cp.clock import checkpoint

NODES_PER_STEP = 1 << 13
"""Nodes that are branched on together."""

NODES_PER_VISITING_STEP = 1 << 11
"""The same if solutions are visited; fewer, for all children of a step may wait at every rank."""

FEW_NODES = 1 << 10
"""Fewer nodes are not worth a step, or a round of inference, of their own."""

MAX_BYTES = 1 << 26
"""Size of the nodes that wait: some 400,000 of a 9x9."""


class Nodes(NamedTuple):
    """Nodes of the search, a column each.

    Attributes:
        candidates: ``[cell, node]``, as in ``bulk_inference``.
        counts: the number of nodes that each stands for.
        shares: each node's share of the search tree, all branches of a node counting alike.
    """

    candidates: Candidates
    counts: Counts
    shares: NDArray[np.float64]

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.shares)

    def sliced(self, first: int, end: int) -> Nodes:
        """The nodes from one place to another; nothing is copied."""
        return Nodes(self.candidates[:, first:end], self.counts[first:end], self.shares[first:end])

    def where(self, flags: Flags) -> Nodes:
        """The nodes whose flag is set."""
        return self.at(np.flatnonzero(flags))

    def at(self, places: Places) -> Nodes:
        """The nodes at some places, in that order."""
        return Nodes(columns(self.candidates, places), self.counts[places], self.shares[places])


def root_node(inference: Inference) -> Nodes:
    """The node from which the search starts."""
    return Nodes(inference.root, np.ones(1, np.uint64), np.ones(1))


def nodes_together(parts: Sequence[Nodes]) -> Nodes:
    """The nodes of several parts, at least one, as one."""
    if len(parts) == 1:
        return parts[0]
    return Nodes(
        np.concatenate([part.candidates for part in parts], axis=1),
        np.concatenate([part.counts for part in parts]),
        np.concatenate([part.shares for part in parts]),
    )


def children(nodes: Nodes, in_cages: Places) -> Nodes:
    """The children of nodes: one for each value of the open cell with the fewest candidates, among
    the cells in cages if any of these is open.
    """
    candidates, places = nodes.candidates, np.arange(nodes.size)
    numbers = np.bitwise_count(candidates)
    most = np.iinfo(numbers.dtype).max
    numbers[numbers == 1] = most
    cell = np.argmin(numbers, axis=0)
    if len(in_cages):
        first = np.argmin(numbers[in_cages], axis=0)
        np.copyto(cell, in_cages[first], where=numbers[in_cages[first], places] < most)
    values = candidates[cell, places]
    shares = nodes.shares / numbers[cell, places]
    bits = values.dtype.type(1) << np.arange(8 * values.itemsize, dtype=values.dtype)
    parents, value = np.nonzero(values[:, None] & bits)
    found = columns(candidates, parents)
    found[cell[parents], np.arange(len(parents))] = bits[value]
    return Nodes(found, nodes.counts[parents], shares[parents])


class Queue:
    """The nodes that wait, by *rank*: the number of open cells; boards with an open cell in a cage
    get the number of all cells on top, so that they come first. Children have lower ranks.

    Args:
        inference: that of the search.
        merging: whether equal nodes are merged, for which the nodes of one rank wait for each
            other; if not, the nodes of the lowest rank are next, so that few wait.

    Attributes:
        size: the number of nodes.
    """

    def __init__(self, inference: Inference, *, merging: bool) -> None:
        self._inference, self._merging = inference, merging
        self._per_step = NODES_PER_STEP if merging else NODES_PER_VISITING_STEP
        # If more nodes wait than this, those of the lowest rank are next.
        self._max_waiting = MAX_BYTES // (inference.root.nbytes + 16)
        self._by_rank: dict[int, list[Nodes]] = {}
        self._sizes: dict[int, int] = {}
        self._distinct_ranks: set[int] = set()  # those whose nodes have been merged
        self.size = 0

    def add(self, ranks: Places, nodes: Nodes) -> None:
        """Adds nodes, at least one, of these ranks."""
        order = np.argsort(ranks, kind="stable")
        nodes, ranks = nodes.at(order), ranks[order]
        starts = starts_of_runs(ranks).tolist()
        for first, end in pairwise([*starts, nodes.size]):
            self._add(int(ranks[first]), nodes.sliced(first, end))

    def _add(self, rank: int, nodes: Nodes) -> None:
        self._by_rank.setdefault(rank, []).append(nodes)
        self._sizes[rank] = self._sizes.get(rank, 0) + nodes.size
        self._distinct_ranks.discard(rank)
        self.size += nodes.size

    def _remove(self, rank: int) -> list[Nodes]:
        self.size -= self._sizes.pop(rank)
        return self._by_rank.pop(rank)

    def next(self) -> Nodes:
        """Removes the nodes that are next."""
        if self.size <= FEW_NODES:
            # To compare them would take longer than to branch on equal ones.
            cells = len(self._inference.root)
            ranks_in_cages = [rank for rank in self._by_rank if rank > cells]
            ranks = ranks_in_cages or [*self._by_rank]
            return nodes_together([part for rank in ranks for part in self._remove(rank)])
        rank = self._next_rank()
        nodes = nodes_together(self._remove(rank))
        if self._merging and rank not in self._distinct_ranks:
            nodes = self._distinct(nodes)
        if nodes.size > self._per_step:
            self._add(rank, nodes.sliced(self._per_step, nodes.size))
            self._distinct_ranks.add(rank)
            nodes = nodes.sliced(0, self._per_step)
        return nodes

    def _next_rank(self) -> int:
        """The rank of the next nodes, of many."""
        if self._merging and self.size < self._max_waiting:
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
            sums_of_runs(nodes.counts[order], starts),
            np.add.reduceat(nodes.shares[order], starts),
        )

    def _keys(self, candidates: Candidates) -> Words:
        """``[word, node]``: columns that are equal only if the nodes are.

        What the filled cells rule out of the open ones is gone from these, for all was inferred;
        but a cage with several open cells also has to know the values of its filled ones.
        """
        checkpoint()
        filled = only(candidates)
        open_ = filled == 0
        keys = candidates ^ filled
        for cells in self._inference.larger_cages:
            matters = np.count_nonzero(open_[cells], axis=0) > 1
            keys[cells] |= candidates[cells] * matters
        cells_of_words = 8 // keys.itemsize
        padded = np.zeros(
            (keys.shape[1], -(-len(keys) // cells_of_words) * cells_of_words), keys.dtype
        )
        padded[:, : len(keys)] = keys.T
        return np.ascontiguousarray(padded.view(np.uint64).T)
