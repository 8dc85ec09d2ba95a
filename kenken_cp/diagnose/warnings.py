"""Remarks: what is odd about a well-formed puzzle, though not wrong."""

from __future__ import annotations

from collections.abc import Iterator

from kenken_cp.encode.tuples import allowed_tuples
from kenken_cp.model.puzzle import Puzzle, cells_shown, pieces

_ENOUGH = 10_000
"""Tuples after which a cage is plainly possible, or too costly to look into."""


def remarks(puzzle: Puzzle) -> list[str]:
    """Sentences about what a puzzle's author may not have meant, naming cages by their cells."""
    return list(_remarks(puzzle))


def _remarks(puzzle: Puzzle) -> Iterator[str]:
    for cage in puzzle.cages:
        if allowed_tuples(puzzle, cage, _ENOUGH) == ():
            yield f"the cage {cage} has no possible tuple, so there is no solution"
        if len(pieces(cage.cells)) > 1:
            yield f"the cage {cage} is in pieces"
    free = puzzle.free_cells
    if free and puzzle.cages:
        yield f"{len(free)} of {puzzle.size**2} cells are in no cage: {cells_shown(free)}"
