"""Cubes: a puzzle split into puzzles that share no solution and together have all of them.

A puzzle in which a cage is assigned one of its tuples, or a free cell a value, is the same puzzle
with givens in their place. So a cube is a ``Puzzle`` like any other: it can be sent to any machine
and solved by any backend. (The word is from SAT solving: Heule, Kullmann, Wieringa and Biere, "Cube
and conquer", HVC 2011.)
"""

import heapq
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from kenken_cp.backends.cover.propagation import most_constrained, propagate
from kenken_cp.clock import StoppedError, checkpoint
from kenken_cp.encode.exact_cover import ExactCover, TooManyOptionsError
from kenken_cp.encode.instance import instance
from kenken_cp.encode.masks import numbers_in
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.search.protocol import Limits, Outcome, Status

_MAX_TUPLES = 1000
"""Tuples of the largest cage that is split if the puzzle has too many options for exact cover."""

CUBES_PER_WORKER = 16
"""Cubes differ in size, and no worker should be busy for long when all others are done."""


def cubes(puzzle: Puzzle, wanted: int) -> list[Puzzle]:
    """Splits a puzzle into at least ``wanted`` cubes, if it can be split that far.

    The same puzzle is always split in the same way, in any process. Cubes in which propagation
    finds a contradiction are left out, so there may be none. A cube keeps the title of the puzzle,
    for messages, but not the expected count, which is that of the whole.
    """
    try:
        cover = ExactCover(puzzle)
    except TooManyOptionsError:
        return _split_without_propagation(puzzle, wanted)
    return _Splitter(puzzle, cover).split(wanted)


def cubes_in_time(
    puzzle: Puzzle, wanted: int, limits: Limits, *, backend: str
) -> tuple[list[Puzzle], Limits] | Outcome:
    """The cubes of a puzzle, and the limits with the time that is left; or the outcome of a count
    that ended at the limits before there were cubes.
    """
    started, remaining = time.perf_counter(), limits.countdown()
    try:
        with limits.enforced():
            return cubes(puzzle, wanted), remaining()
    except StoppedError as stopped:
        seconds = time.perf_counter() - started
        return Outcome(Status(stopped.reason), Count(0, exact=False), (), seconds, backend, {})


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
        assigned: dict[Cell, int] = {}
        for group, cells in self._whole:
            options = live & group.mask
            if options & (options - 1) == 0:
                values = group.row(options.bit_length() - 1)
                assigned.update(zip(cells, values, strict=True))
        return _with_givens(self._puzzle, assigned)


def _with_givens(puzzle: Puzzle, values: dict[Cell, int]) -> Puzzle:
    """A puzzle with givens in place of whole cages and of free cells."""
    checkpoint()
    cages = [cage for cage in puzzle.cages if cage.cells[0] not in values]
    cages += [Cage((cell,), GIVEN, value) for cell, value in values.items()]
    return replace(puzzle, cages=tuple(cages), expected=None)


def _split_without_propagation(puzzle: Puzzle, wanted: int) -> list[Puzzle]:
    """Splits a puzzle too large to be stated as an exact cover, breadth first."""
    whole: list[Puzzle] = []
    waiting = deque([puzzle])
    while waiting and len(whole) + len(waiting) < wanted:
        cube = waiting.popleft()
        children = _children(cube)
        if children is None:
            whole.append(cube)
        else:
            waiting += children
    return [*whole, *waiting]


def _children(puzzle: Puzzle) -> list[Puzzle] | None:
    """A puzzle split on its cage with the fewest tuples, or else on a free cell; None if it has
    neither.
    """
    listed = (
        (cage.cage.cells, rows)
        for cage in instance(puzzle).cages
        if len(cage.cells) > 1
        if (rows := cage.relation.tuples(_MAX_TUPLES)) is not None
    )
    cells, rows = min(
        listed,
        key=lambda cage: len(cage[1]) // len(cage[0]),
        default=(puzzle.free_cells[:1], puzzle.values),
    )
    if not cells:
        return None
    tuples = zip(*[iter(rows)] * len(cells), strict=True)
    return [_with_givens(puzzle, dict(zip(cells, values, strict=True))) for values in tuples]
