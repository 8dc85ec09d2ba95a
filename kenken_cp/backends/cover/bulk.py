"""The bulk engine: it searches thousands of nodes at a time in numpy. It is made for puzzles with
many solutions.

A node is a board with its candidates (``bulk_inference``). Each node branches on its own most
constrained cell: cells in cages come first; once they are filled only houses matter, and many nodes
are equal. A count merges equal nodes (``bulk_nodes``).
"""

from __future__ import annotations

import numpy as np

from kenken_cp.backends.cover.arrays import Candidates
from kenken_cp.backends.cover.bulk_inference import Inference, only
from kenken_cp.backends.cover.bulk_nodes import (
    FEW_NODES,
    Nodes,
    Queue,
    children,
    nodes_together,
    root_node,
)
from kenken_cp.backends.cover.propagation import propagate
from kenken_cp.clock import Clock, Status
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.model.geometry import Grid
from kenken_cp.search.engine import Ended, Visit
from kenken_cp.search.grid_arrays import GridArray, cell_type

NODES_AT_ONCE = 1 << 12
"""Nodes of a round of inference: their arrays fit into the processor's cache."""


def visit_all(
    cover: ExactCover,
    visit: Visit,
    clock: Clock,
    *,
    known: set[Grid],
    max_nodes: int | None = None,
    min_solutions: int = 0,
) -> Ended | None:
    """Visits every solution, some thousands at a time.

    Args:
        known: solutions that are left out.
        max_nodes, min_solutions: the search gives up if it has branched on that many nodes before
            it has found that many solutions; then ``known`` has what it has visited, too.

    Returns:
        None if it has given up.

    Raises:
        UnsuitableError: if the puzzle has too many values, or too large cages.
    """
    inference = _inference(cover)
    puzzle = cover.instance.puzzle
    values = np.array(puzzle.values, cell_type(puzzle.values))
    left_out = {np.array(grid, values.dtype).tobytes() for grid in known}
    search = _Search(inference, clock, merging=False)
    statistics: dict[str, int | float] = {}
    while search.has_nodes:
        search.step()
        statistics["nodes"] = search.nodes
        if search.solved:
            boards = np.concatenate(search.solved, axis=1)
            search.solved.clear()
            grids = _without(values[np.bitwise_count(boards - boards.dtype.type(1))].T, left_out)
            if len(grids) and not visit(grids):
                return Ended(Status.LIMIT, statistics)
            if search.found < min_solutions:
                known.update(map(cover.instance.grid, grids.tolist()))
        if max_nodes is not None and search.nodes > max_nodes and search.found < min_solutions:
            return None
    return Ended(Status.EXHAUSTED, statistics)


def count(cover: ExactCover, clock: Clock, *, max_nodes: float) -> int | None:
    """The number of solutions; None if more nodes than ``max_nodes`` would be branched on.

    Raises:
        UnsuitableError: if the puzzle has too many values, or too large cages.
    """
    search = _Search(_inference(cover), clock, merging=True)
    while search.has_nodes:
        search.step()
        if search.nodes > max_nodes:
            return None
    return search.found


class _Search:
    """A search of many nodes at a time.

    Args:
        merging: whether equal nodes are merged, and solved ones only counted.

    Attributes:
        solved: the boards that are solved, for the caller to take.
        nodes: the number of nodes that were branched on.
        found: the number of solutions found.
    """

    def __init__(self, inference: Inference, clock: Clock, *, merging: bool) -> None:
        self._inference, self._clock, self._merging = inference, clock, merging
        self._queue = Queue(inference, merging=merging)
        self.solved: list[Candidates] = []
        self._unfinished = [root_node(inference)]
        self._share = 0.0
        self.nodes = self.found = 0

    @property
    def has_nodes(self) -> bool:
        """Whether there is work left."""
        return bool(self._unfinished or self._queue.size)

    def step(self) -> None:
        """Branches on some of the nodes that wait, and infers on their children."""
        parts = self._unfinished
        if self._queue.size:
            nodes = self._queue.next()
            self.nodes += nodes.size
            parts.append(children(nodes, self._inference.in_cages))
        while parts:
            nodes, parts = nodes_together(parts), []
            for first in range(0, nodes.size, NODES_AT_ONCE):
                self._clock.check()
                part = nodes.sliced(first, first + NODES_AT_ONCE)
                changed = self._infer_and_settle(part)
                if changed.size:
                    parts.append(changed)
            if self._queue.size and sum(part.size for part in parts) < FEW_NODES:
                break
        self._unfinished = parts
        self._clock.note(self.found, min(self._share, 1.0))

    def _infer_and_settle(self, nodes: Nodes) -> Nodes:
        """One round of inference; drops the nodes that have no solution, counts or collects those
        that are solved, and makes the others wait, but for those on which more may be inferred.

        Returns:
            The nodes on which more may be inferred. They must not wait: what their filled cells
            rule out is still among their candidates, so that equal ones may differ.
        """
        boards = nodes.candidates.copy()
        dead, changed = self._inference.round(boards)
        nodes = nodes._replace(candidates=boards)
        self._share += float(nodes.shares[dead].sum())
        settled = nodes.where(~(changed | dead))
        if settled.size:
            self._settle(settled)
        return nodes.where(changed)

    def _settle(self, nodes: Nodes) -> None:
        """Counts or collects nodes that are solved, and makes the others wait."""
        is_open = only(nodes.candidates) == 0
        ranks = np.count_nonzero(is_open, axis=0)
        open_in_cages = np.count_nonzero(is_open[self._inference.in_cages], axis=0)
        ranks += np.where(open_in_cages > 0, len(is_open), 0)
        is_solved = ranks == 0
        solved = nodes.where(is_solved)
        if solved.size:
            self.found += sum(solved.counts.tolist())
            self._share += float(solved.shares.sum())
            if not self._merging:
                self.solved.append(solved.candidates)
        if solved.size < nodes.size:
            self._queue.add(ranks[~is_solved], nodes.where(~is_solved))


def _inference(cover: ExactCover) -> Inference:
    live, _ = propagate(cover, cover.all_options, cover.primary_items)
    return Inference(cover, live)


def _without(grids: GridArray, left_out: set[bytes]) -> GridArray:
    """The grids without those to be left out, each of which comes once and is forgotten then."""
    if not left_out:
        return grids
    rows = [row.tobytes() for row in np.ascontiguousarray(grids)]
    kept = [place for place, row in enumerate(rows) if row not in left_out]
    left_out.difference_update(rows)
    return grids if len(kept) == len(rows) else grids[kept]
