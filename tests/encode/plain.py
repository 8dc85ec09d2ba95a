"""What the encodings are tested against: all grids of a small puzzle, by the rules alone."""

from __future__ import annotations

from kenken_cp import violations


def grids(puzzle):
    """Every solution: cell by cell, with each complete grid tried on the rules."""
    houses_of = {
        cell: [house for house in puzzle.all_houses if cell in house] for cell in puzzle.cells
    }
    values, found = {}, set()

    def fill(cells):
        if not cells:
            flat = list(values.values())
            starts = range(0, len(flat), puzzle.columns)
            grid = tuple(tuple(flat[start : start + puzzle.columns]) for start in starts)
            if not violations(puzzle, grid):
                found.add(grid)
            return
        cell, *rest = cells
        barred = {values[other] for house in houses_of[cell] for other in house if other in values}
        for value in puzzle.values:
            if value not in barred:
                values[cell] = value
                fill(rest)
                del values[cell]

    fill(list(puzzle.cells))
    return found
