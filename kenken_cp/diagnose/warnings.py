"""Warnings: what is odd about a well-formed puzzle, though not wrong."""

from contextlib import suppress

from kenken_cp.checkpoints import StoppedError, limited
from kenken_cp.encode.instance import instance
from kenken_cp.model.geometry import connected_components
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Limits
from kenken_cp.text import short_cell_names

_MAX_LISTED = 10_000
"""The limit of tuples within which a cage is found to have none; else it is too costly."""


def warnings(puzzle: Puzzle, *, seconds: float | None = None) -> list[str]:
    """Sentences about what a puzzle's author may not have meant, naming cages by their cells.

    Args:
        seconds: how long cages may be searched for tuples; those not reached by then have any.
    """
    found = []
    why_stop = Limits(seconds=seconds).watch()
    for cage in instance(puzzle).cages:
        with suppress(StoppedError), limited(why_stop):
            if cage.relation.impossible(_MAX_LISTED):
                found.append(f"the cage {cage.cage} has no possible tuple, so there is no solution")
        if len(connected_components(cage.cage.cells)) > 1:
            found.append(f"the cage {cage.cage} is not connected")
    if (free := puzzle.free_cells) and puzzle.cages:
        names = short_cell_names(free)
        found.append(f"{len(free)} of {len(puzzle.cells)} cells are in no cage: {names}")
    return found
