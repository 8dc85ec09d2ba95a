"""Cubes: a puzzle split into puzzles that share no solution and together have all of them.

A puzzle in which a cage is assigned one of its tuples, or a free cell a value, is the same puzzle
with givens in their place. So a cube is a ``Puzzle`` like any other: it can be sent to any machine
and counted by any backend. (The word is from SAT solving: Heule, Kullmann, Wieringa and Biere,
"Cube and conquer", HVC 2011.)
"""

from __future__ import annotations

import heapq
import itertools
from dataclasses import replace

from kenken_cp.backends.cover.propagation import most_constrained, propagate
from kenken_cp.clock import checkpoint
from kenken_cp.encode.exact_cover import ExactCover, TooManyOptionsError
from kenken_cp.encode.masks import numbers_in
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle


def cubes(puzzle: Puzzle, wanted: int) -> list[Puzzle]:
    """Splits a puzzle into at least ``wanted`` cubes, if it can be split that far.

    The cube with the most options left is split, on its cage or free cell with the fewest. So the
    same puzzle is always split in the same way, in any process. Cubes in which propagation finds a
    contradiction are left out, so there may be none. A puzzle too large to be stated as an exact
    cover is its own only cube. A cube keeps the title, but not the expected count.
    """
    try:
        cover = ExactCover(puzzle)
    except TooManyOptionsError:
        return [puzzle]
    numbers = itertools.count()
    decided: list[int] = []
    undecided: list[tuple[int, int, int, list[int], int]] = []
    added = [(cover.all_options, list(cover.primary_items))]
    while True:
        for live, items in added:
            checkpoint()
            live, items = propagate(cover, live, items)
            choices = [
                group.mask for group in cover.option_groups if (live & group.mask).bit_count() > 1
            ]
            if live and choices:
                choice = most_constrained(live, choices)
                heapq.heappush(undecided, (-live.bit_count(), next(numbers), live, items, choice))
            elif live:
                decided.append(live)
        if not undecided or len(undecided) + len(decided) >= wanted:
            break
        _, _, live, items, choice = heapq.heappop(undecided)
        added = [(live & ~cover.excluded(option), items) for option in numbers_in(live & choice)]
    found = []
    for live in [*decided, *(live for _, _, live, _, _ in sorted(undecided))]:
        values: dict[Cell, int] = {}
        for group in cover.option_groups:
            options = live & group.mask
            if options.bit_count() == 1:
                cells = (puzzle.cells[index] for index in group.cells)
                values.update(zip(cells, group.row(options.bit_length() - 1), strict=True))
        cages = [cage for cage in puzzle.cages if cage.cells[0] not in values]
        cages += [Cage((cell,), GIVEN, value) for cell, value in values.items()]
        found.append(replace(puzzle, cages=tuple(cages), expected=None))
    return found
