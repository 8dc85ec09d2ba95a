"""Warnings: what is odd about a well-formed puzzle, though not wrong."""

from kenken_cp.encode.instance import instance
from kenken_cp.model.geometry import connected_components
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import short_cell_names

_MAX_LISTED = 10_000
"""Tuples after which a cage is plainly possible, or too costly to look into."""


def warnings(puzzle: Puzzle) -> list[str]:
    """Sentences about what a puzzle's author may not have meant, naming cages by their cells."""
    found = []
    for cage in instance(puzzle).cages:
        if cage.relation.tuples(_MAX_LISTED) == ():
            found.append(f"the cage {cage.cage} has no possible tuple, so there is no solution")
        if len(connected_components(cage.cage.cells)) > 1:
            found.append(f"the cage {cage.cage} is not connected")
    if (free := puzzle.free_cells) and puzzle.cages:
        names = short_cell_names(free)
        found.append(f"{len(free)} of {len(puzzle.cells)} cells are in no cage: {names}")
    return found
