"""The nodes of the search of many at a time: boards with their candidates, a column each, and those
that wait.

Nodes whose open cells have the same candidates, and whose cages allow the same of them, have
equally many solutions; they are merged into one that counts as many times. The nodes with most open
cells in cages are taken first, then those with most open cells, for only nodes with equally many
can be equal: then all equal ones meet. Where that would keep too many nodes waiting, those with
fewest are taken first. As long as few wait, all are taken: a step takes as long for one node as for
a hundred.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kenken_cp.backends.cover.arrays import Words, columns
from kenken_cp.backends.cover.frontier_states import carried, equal_columns, together
from kenken_cp.backends.cover.vector_inference import (
    Candidates,
    Flags,
    Places,
    VectorInference,
    only,
)
from kenken_cp.checkpoints import checkpoint

NODES_PER_STEP = 1 << 13
"""That are branched on together."""

NODES_PER_VISITING_STEP = 1 << 11
"""The same where solutions are visited: of each rank as many, times their children, may wait."""

FEW_NODES = 1 << 10
"""Fewer are not worth a step, or a round of inference, of their own."""

MAX_BYTES = 1 << 26
"""Of the nodes that wait: some 400,000 of a 9x9."""


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

    def sliced(self, places: slice) -> Nodes:
        """Those in some places; nothing is copied."""
        return Nodes(
            self.candidates[:, places],
            self.counts[:, places],
            self.shares[places],
            self.decided[places],
        )

    def where(self, flags: Flags) -> Nodes:
        """Those with a flag."""
        places = np.flatnonzero(flags)
        return Nodes(
            columns(self.candidates, places),
            columns(self.counts, places),
            self.shares[places],
            self.decided[places],
        )


def nodes_together(parts: Sequence[Nodes]) -> Nodes:
    """The nodes of several parts; of one at least."""
    if len(parts) == 1:
        return parts[0]
    return Nodes(
        np.concatenate([part.candidates for part in parts], axis=1),
        together([part.counts for part in parts]),
        np.concatenate([part.shares for part in parts]),
        np.concatenate([part.decided for part in parts]),
    )


def branched(nodes: Nodes, caged: Places) -> Nodes:
    """The children of nodes: the values of the open cell with fewest candidates, the first of these
    in a cage, or of all if there is none.
    """
    candidates, places = nodes.candidates, np.arange(nodes.size)
    numbers = np.bitwise_count(candidates)
    decided = np.iinfo(numbers.dtype).max
    numbers[numbers == 1] = decided
    cell = np.argmin(numbers, axis=0)
    if len(caged):
        first = np.argmin(numbers[caged], axis=0)
        np.copyto(cell, caged[first], where=numbers[caged[first], places] < decided)
    values = candidates[cell, places]
    shares = nodes.shares / numbers[cell, places]
    one, found = candidates.dtype.type(1), []
    while (left := np.flatnonzero(values)).size:
        lowest = values & (~values + one)
        children = columns(candidates, left)
        children[cell[left], np.arange(len(left))] = lowest[left]
        found.append(Nodes(children, columns(nodes.counts, left), shares[left], cell[left]))
        values &= ~lowest
    return nodes_together(found)


Hand = dict[int, Nodes]
"""Nodes that wait, by their ranks."""


class Waiting:
    """Nodes that wait, by their ranks: of all children of a node these are less than its own.

    Args:
        inference: how these are inferred on.
        merging: whether equal ones are merged, for which those of one rank wait for each other;
            else those of the least rank are next, so that few wait.

    Attributes:
        size: how many there are.
    """

    def __init__(self, inference: VectorInference, *, merging: bool) -> None:
        self._merging = merging
        self._per_step = NODES_PER_STEP if merging else NODES_PER_VISITING_STEP
        self._cells = len(inference.root)  # greater ranks are those with open cells in cages
        # Beyond as many, those of the least rank are next.
        self._most = MAX_BYTES // (inference.root.nbytes + 16)
        self._partly_filled = inference.partly_filled
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

    def dealt(self, hands: int) -> list[Hand]:
        """Takes all away, into each hand as many of each rank."""
        found: list[Hand] = [{} for _ in range(hands)]
        first = 0
        for rank, parts in self._by_rank.items():
            nodes = nodes_together(parts)
            for number in range(min(hands, nodes.size)):
                found[(first + number) % hands][rank] = nodes.sliced(slice(number, None, hands))
            first += nodes.size
        self._by_rank, self._sizes, self._merged, self.size = {}, {}, set(), 0
        return found

    def taken(self) -> tuple[int, Nodes, int]:
        """The next nodes, the greatest of their ranks, and how many were merged into others."""
        ranks = self._next()
        rank = max(ranks)
        nodes = nodes_together([part for each in ranks for part in self._by_rank.pop(each)])
        self.size -= sum(self._sizes.pop(each) for each in ranks)
        before = nodes.size
        if self._merging and not self._merged.issuperset(ranks) and before > 1:
            nodes = self._distinct(nodes)
        merged = before - nodes.size
        if nodes.size > self._per_step:
            self.add(rank, nodes.sliced(slice(self._per_step, None)))
            self._merged.add(rank)
            nodes = nodes.sliced(slice(self._per_step))
        return rank, nodes, merged

    def _next(self) -> list[int]:
        """The ranks of the next nodes: all of those with open cells in cages, or all, if few wait;
        else one.
        """
        if self.size <= FEW_NODES:
            return [rank for rank in self._by_rank if rank > self._cells] or list(self._by_rank)
        if self._merging and self.size < self._most:
            return [max(self._by_rank)]
        # As soon as they are enough for a step; if they never are, the most of one rank.
        enough = [rank for rank, size in self._sizes.items() if size >= self._per_step // 4]
        return [min(enough) if enough else max(self._sizes, key=self._sizes.__getitem__)]

    def _distinct(self, nodes: Nodes) -> Nodes:
        """One node for each subproblem."""
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
