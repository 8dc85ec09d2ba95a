"""Warnings: what is odd about a well-formed puzzle, though not wrong."""

from __future__ import annotations

from collections.abc import Iterator

from kenken_cp.encode.instance import instance
from kenken_cp.model.geometry import connected_components
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import short_cell_names

_MAX_LISTED = 10_000
"""Tuples after which a cage is plainly possible, or too costly to look into."""


def warnings(puzzle: Puzzle) -> list[str]:
    """Sentences about what a puzzle's author may not have meant, naming cages by their cells."""
    return list(_warnings(puzzle))


def _warnings(puzzle: Puzzle) -> Iterator[str]:
    for indexed in instance(puzzle).cages:
        cage = indexed.cage
        if indexed.relation.tuples(_MAX_LISTED) == ():
            yield f"the cage {cage} has no possible tuple, so there is no solution"
        if len(connected_components(cage.cells)) > 1:
            yield f"the cage {cage} is not connected"
    free = puzzle.free_cells
    if free and puzzle.cages:
        yield f"{len(free)} of {len(puzzle.cells)} cells are in no cage: {short_cell_names(free)}"
