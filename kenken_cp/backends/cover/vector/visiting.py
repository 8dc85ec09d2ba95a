"""Visiting every solution by the search of many nodes at a time (``vector.search``).

Where there are many solutions it takes a microsecond or two for each: with numpy alone it is as
fast as compiled engines.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import numpy as np

from kenken_cp.backends.cover.arrays import Candidates
from kenken_cp.backends.cover.progress import estimated
from kenken_cp.backends.cover.propagation import propagate
from kenken_cp.backends.cover.vector.inference import UnsuitableError, VectorInference
from kenken_cp.backends.cover.vector.search import VectorSearch
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.blocks import Block, Gathered, cell_type
from kenken_cp.search.progress import Known
from kenken_cp.search.protocol import Ended, Limits, Status, VisitBlock


def inference(cover: ExactCover) -> VectorInference | None:
    """The inference of the search; None if the puzzle is unsuitable for it."""
    live, _ = propagate(cover, cover.all_options, cover.primary_items)
    try:
        return VectorInference(cover, live)
    except UnsuitableError:
        return None


class Trial:
    """Decides whether a search finds enough solutions, in some seconds of work, to continue.

    Attributes:
        found: the number of solutions found so far, which the search sets.
    """

    def __init__(self, solutions: int, seconds: float) -> None:
        self._solutions, self._ends = solutions, time.thread_time() + seconds
        self.found = 0

    @property
    def is_won(self) -> bool:
        """Whether the search has found enough solutions."""
        return self.found >= self._solutions

    @property
    def is_lost(self) -> bool:
        """Whether the search must give up."""
        return not self.is_won and time.thread_time() > self._ends


def visit_all(
    cover: ExactCover,
    inference: VectorInference,
    visit: VisitBlock,
    limits: Limits,
    shown: Iterable[Grid] = (),
    trial: Trial | None = None,
) -> Ended | None:
    """Visits every solution that was not shown before, some thousands at a time.

    Args:
        shown: solutions that were visited before.
        trial: if it is lost, the search gives up and returns None.
    """
    puzzle = cover.instance.puzzle
    values = np.array(cover.instance.domain, cell_type(puzzle.values))
    found: list[Candidates] = []
    visit = _except(_rows(puzzle, shown), visit)
    search = VectorSearch(inference, found.append)
    search.begin()
    why_stop = limits.watch()
    status = None

    def known() -> Known:
        return Known(0, search.share if trial is None or trial.is_won else None)

    def visit_found() -> Status | None:
        """Visits what was found; returns the reason to stop, if the visitor wants no more."""
        while found:
            block = Block(values[np.bitwise_count(found.pop() - 1)], puzzle.columns)
            if trial is not None:
                trial.found += len(block)
            if not visit(block):
                return Status.LIMIT
        return None

    with estimated(limits, cover, known):
        while search.has_nodes and status is None:
            for _ in search.step():
                status = visit_found() or why_stop()
                if status is not None:
                    break
                if trial is not None and trial.is_lost:
                    return None
    return Ended(status or Status.EXHAUSTED, search.statistics)


def _rows(puzzle: Puzzle, grids: Iterable[Grid]) -> set[bytes]:
    """Grids as bytes, as in ``Block.rows``."""
    gathered = Gathered(puzzle)
    for grid in grids:
        gathered.add(grid)
    return set(gathered.block().rows())


def _except(shown: set[bytes], visit: VisitBlock) -> VisitBlock:
    """A visitor that leaves out the grids shown. Each of these comes once more, and is forgotten
    then; when none is left, blocks pass unchanged.
    """

    def visit_others(block: Block) -> bool:
        if shown:
            rows = block.rows()
            if not shown.isdisjoint(rows):
                block = block[[place for place, row in enumerate(rows) if row not in shown]]
                shown.difference_update(rows)
        return not len(block) or visit(block)

    return visit_others
