"""Cubes: a puzzle split into puzzles that share no solution and together have all of them.

A puzzle in which a cage is assigned one of its tuples, or a free cell a value, is the same puzzle
with givens in their place. So a cube is a ``Puzzle`` like any other: it can be sent to any machine
and counted by any backend. (The word is from SAT solving: Heule, Kullmann, Wieringa and Biere,
"Cube and conquer", HVC 2011.)
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from kenken_cp.backends.cover.propagation import most_constrained, propagate
from kenken_cp.clock import checkpoint
from kenken_cp.encode.exact_cover import ExactCover, TooManyOptionsError
from kenken_cp.encode.masks import numbers_in
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle


def cubes(puzzle: Puzzle, wanted: int) -> list[Puzzle]:
    """Splits a puzzle into at least ``wanted`` cubes, if it can be split that far.

    The same puzzle is always split in the same way, in any process. Cubes in which propagation
    finds a contradiction are left out, so there may be none. A puzzle too large to be stated as an
    exact cover is its own only cube. A cube keeps the title of the puzzle, but not the expected
    count, which is that of the whole.
    """
    try:
        return _Splitter(puzzle, ExactCover(puzzle)).split(wanted)
    except TooManyOptionsError:
        return [puzzle]


class _Splitter:
    """Splits the cube with the most options left, on its cage or free cell with the fewest."""

    def __init__(self, puzzle: Puzzle, cover: ExactCover) -> None:
        self._puzzle, self._cover = puzzle, cover
        caged = {cage.cells for cage in puzzle.cages} | {(cell,) for cell in puzzle.free_cells}
        placed = (
            (group, tuple(puzzle.cells[index] for index in group.cells))
            for group in cover.option_groups
        )
        # One cell of an automaton is not a whole cage, and the rest of its cage would be no cage.
        self._whole = [(group, cells) for group, cells in placed if cells in caged]

    def split(self, wanted: int) -> list[Puzzle]:
        numbers = count()
        decided: list[int] = []
        undecided: list[tuple[int, int, int, list[int]]] = []

        def add(live: int, items: Sequence[int]) -> None:
            checkpoint()
            live, items = propagate(self._cover, live, items)
            if live and self._choice(live):
                heapq.heappush(undecided, (-live.bit_count(), next(numbers), live, items))
            elif live:
                decided.append(live)

        add(self._cover.all_options, self._cover.primary_items)
        while undecided and len(undecided) + len(decided) < wanted:
            *_, live, items = heapq.heappop(undecided)
            for option in numbers_in(live & self._choice(live)):
                add(live & ~self._cover.excluded(option), items)
        decided += [live for *_, live, _ in sorted(undecided)]
        return [self._cube(live) for live in decided]

    def _choice(self, live: int) -> int:
        """The cage or free cell to branch on, by minimum remaining values; 0 if none is left."""
        undecided = [group.mask for group, _ in self._whole if (live & group.mask).bit_count() > 1]
        return most_constrained(live, undecided) if undecided else 0

    def _cube(self, live: int) -> Puzzle:
        """The puzzle with givens in place of the cages and free cells that are decided."""
        values: dict[Cell, int] = {}
        for group, cells in self._whole:
            options = live & group.mask
            if options.bit_count() == 1:
                values.update(zip(cells, group.row(options.bit_length() - 1), strict=True))
        cages = [cage for cage in self._puzzle.cages if cage.cells[0] not in values]
        cages += [Cage((cell,), GIVEN, value) for cell, value in values.items()]
        return replace(self._puzzle, cages=tuple(cages), expected=None)
