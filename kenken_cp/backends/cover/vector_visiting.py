"""Visiting every solution by the search of many nodes at a time (``vector_search``): where there
are many, a microsecond or two for each, so in plain Python as fast as compiled engines.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from kenken_cp.backends.cover.progress import estimated
from kenken_cp.backends.cover.propagation import propagate
from kenken_cp.backends.cover.vector_inference import Candidates, UnsuitableError, VectorInference
from kenken_cp.backends.cover.vector_search import VectorSearch
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.blocks import Block, Gathered, cell_type
from kenken_cp.search.progress import Known
from kenken_cp.search.protocol import Ended, Limits, Status, VisitBlock


def inference(cover: ExactCover) -> VectorInference | None:
    """What the search infers by; None where it cannot state the puzzle, or not well."""
    live, _ = propagate(cover, cover.all_options, cover.primary_items)
    try:
        return VectorInference(cover, live)
    except UnsuitableError:
        return None


def visit_all(
    cover: ExactCover,
    inference: VectorInference,
    visit: VisitBlock,
    limits: Limits,
    shown: Iterable[Grid] = (),
) -> Ended:
    """Visits every solution that was not shown, some thousands at a time."""
    puzzle = cover.instance.puzzle
    values = np.array(cover.instance.domain, cell_type(puzzle.values))
    found: list[Candidates] = []
    visit = _except(_rows(puzzle, shown), visit)
    search = VectorSearch(inference, found.append)
    search.begin()
    why_stop = limits.watch()
    status = None
    with estimated(limits, cover, lambda: Known(0, search.share)):
        while search.has_nodes and status is None:
            for _ in search.step():
                while found and status is None:
                    places = np.bitwise_count(found.pop() - 1)
                    if not visit(Block(values[places], puzzle.columns)):
                        status = Status.LIMIT
                status = status or why_stop()
                if status is not None:
                    break
    return Ended(status or Status.EXHAUSTED, search.statistics)


def _rows(puzzle: Puzzle, grids: Iterable[Grid]) -> set[bytes]:
    """As ``Block.rows`` has them."""
    gathered = Gathered(puzzle)
    for grid in grids:
        gathered.add(grid)
    return set(gathered.block().rows())


def _except(shown: set[bytes], visit: VisitBlock) -> VisitBlock:
    """Leaves out the grids shown: each comes once more, is forgotten; then blocks pass whole."""

    def visit_others(block: Block) -> bool:
        if shown:
            rows = block.rows()
            if not shown.isdisjoint(rows):
                block = block[[place for place, row in enumerate(rows) if row not in shown]]
                shown.difference_update(rows)
        return not len(block) or visit(block)

    return visit_others
