"""Cubes: a puzzle cut into puzzles that share no solution and together have all of them.

A cage assigned one of its tuples is the same puzzle with givens in the cage's place, and so is a
free cell assigned a value. So a cube is a ``Puzzle`` like any other: it can be sent to any machine
and given to any backend. (The word is from SAT solving: Heule, Kullmann, Wieringa and Biere, "Cube
and conquer", HVC 2011.)
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import count

from kenken_cp.encode.exact_cover import (
    ExactCover,
    Part,
    TooManyOptionsError,
    bits,
    propagate,
    smallest,
)
from kenken_cp.encode.tuples import allowed_tuples
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle

_LONGEST_LIST = 1000
"""Tuples of the largest cage that is split where there is no exact cover."""


def cubes(puzzle: Puzzle, wanted: int) -> list[Puzzle]:
    """Cuts a puzzle into at least ``wanted`` cubes, if it can be cut so far.

    The same puzzle is always cut in the same way, in any process. Cubes that are seen to have no
    solution are left out, so there may be none. A cube keeps the title of the puzzle, for messages,
    but not the expected count, which is that of the whole.
    """
    try:
        cover = ExactCover(puzzle)
    except TooManyOptionsError:
        return _cut_blindly(puzzle, wanted)
    return _Cutter(puzzle, cover).cut(wanted)


class _Cutter:
    """Cuts where propagation shows the fewest choices, always the cube that has most left."""

    def __init__(self, puzzle: Puzzle, cover: ExactCover) -> None:
        self._puzzle, self._cover = puzzle, cover
        caged = {cage.cells for cage in puzzle.cages} | {(cell,) for cell in puzzle.free_cells}
        # The cell of a chain is no whole cage, and what is left of its cage would be none.
        self._whole = [part for part in cover.parts if self._cells(part) in caged]
        self._masks = [part.mask for part in self._whole]

    def cut(self, wanted: int) -> list[Puzzle]:
        numbers = count()
        whole: list[int] = []
        open_: list[tuple[int, int, int, list[int]]] = []

        def add(live: int, items: Sequence[int]) -> None:
            live, items = propagate(self._cover, live, items)
            if live and self._choice(live):
                heapq.heappush(open_, (-live.bit_count(), next(numbers), live, items))
            elif live:
                whole.append(live)

        add(self._cover.all_options, self._cover.items)
        while open_ and len(open_) + len(whole) < wanted:
            *_, live, items = heapq.heappop(open_)
            for option in bits(live & self._choice(live)):
                add(live & ~self._cover.excluded(option), items)
        return [self._cube(live) for live in whole + [live for *_, live, _ in sorted(open_)]]

    def _choice(self, live: int) -> int:
        """The cage or free cell to split: of those that still have a choice the smallest."""
        open_ = [mask for mask in self._masks if (live & mask).bit_count() > 1]
        return smallest(live, open_) if open_ else 0

    def _cube(self, live: int) -> Puzzle:
        assigned: dict[Cell, int] = {}
        for part in self._whole:
            options = live & part.mask
            if options & (options - 1) == 0:
                width = len(part.cells)
                start = (options.bit_length() - 1 - part.first) * width
                row = part.rows[start : start + width]
                assigned.update(zip(self._cells(part), row, strict=True))
        return with_givens(self._puzzle, assigned)

    def _cells(self, part: Part) -> tuple[Cell, ...]:
        size = self._puzzle.size
        return tuple(divmod(cell, size) for cell in part.cells)


def with_givens(puzzle: Puzzle, values: dict[Cell, int]) -> Puzzle:
    """A puzzle with givens in place of its cages and free cells over some cells; of a cage all
    cells are given or none.
    """
    cages = [cage for cage in puzzle.cages if cage.cells[0] not in values]
    cages += [Cage((cell,), GIVEN, value) for cell, value in values.items()]
    return Puzzle(
        puzzle.size, cages, puzzle.values, puzzle.houses, puzzle.rules, title=puzzle.title
    )


def _cut_blindly(puzzle: Puzzle, wanted: int) -> list[Puzzle]:
    """For puzzles too large to be stated as an exact cover: no propagation, breadth first."""
    found = [puzzle]
    while len(found) < wanted:
        following: list[Puzzle] = []
        for index, cube in enumerate(found):
            if len(following) + len(found) - index >= wanted:
                following += found[index:]
                break
            following += _children(cube)
        if len(following) <= len(found) and set(following) == set(found):
            break
        found = following
    return found


def _children(puzzle: Puzzle) -> Iterator[Puzzle]:
    """A puzzle split on its smallest cage, or on a free cell; itself if there is neither."""
    lists = (
        (cage.cells, rows)
        for cage in puzzle.cages
        if len(cage.cells) > 1
        if (rows := allowed_tuples(puzzle, cage, _LONGEST_LIST)) is not None
    )
    cells, rows = min(lists, key=lambda listed: len(listed[1]) // len(listed[0]), default=((), ()))
    if not cells and puzzle.free_cells:
        cells, rows = puzzle.free_cells[:1], puzzle.values
    if not cells:
        yield puzzle
        return
    for start in range(0, len(rows), len(cells)):
        row = rows[start : start + len(cells)]
        yield with_givens(puzzle, dict(zip(cells, row, strict=True)))
