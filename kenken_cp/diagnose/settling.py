"""A puzzle with one solution, made of one with several by what settles it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from kenken_cp.diagnose.ambiguity import Ambiguity
from kenken_cp.errors import InternalError, PuzzleError
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.search.verbs import find_in_time

Givens = Mapping[Cell, Cage]


def settled(ambiguity: Ambiguity) -> Puzzle | None:
    """The puzzle with the fewest givens, where a given in a cage takes its cell from it, and
    without a level or a number of solutions; None if they are not known.

    Raises:
        StoppedError: if a limit came first.
    """
    puzzle = ambiguity.puzzle
    if ambiguity.givens is None or ambiguity.meant is None:
        return None
    givens = {cell: Cage([cell], GIVEN, value) for cell, value in ambiguity.givens.items()}
    untouched = [cage for cage in puzzle.cages if givens.keys().isdisjoint(cage.cells)]
    parted = [cage for cage in puzzle.cages if cage not in untouched]
    # What is left of a cage may allow more than it did as a part: values may repeat, for one.
    for rest_of in (_with_a_clue, _given):
        with suppress(PuzzleError):  # an operator that the rules do not allow on that few cells
            rests = [rest for cage in parted for rest in rest_of(cage, givens, ambiguity.meant)]
            cages = (*givens.values(), *untouched, *rests)
            made = replace(puzzle, cages=cages, expected=None, level="")
            if find_in_time(made, solutions=2).unique:
                return made
    raise InternalError(f"{puzzle.name}: one solution with some givens, but not with them as cages")


def _with_a_clue(cage: Cage, givens: Givens, grid: Grid) -> Iterator[Cage]:
    """What the givens leave of a cage, with what they leave of its target; all of it given, if its
    operator leaves none.
    """
    target: int | None = cage.target
    for cell in cage.cells:
        if cell in givens and target is not None:
            complement = cage.operator and cage.operator.complement
            target = complement(target, givens[cell].target) if complement else None
    cells = [cell for cell in cage.cells if cell not in givens]
    if target is None:
        yield from _given(cage, givens, grid)
    elif cells:
        yield Cage(cells, cage.operator, target)


def _given(cage: Cage, givens: Givens, grid: Grid) -> Iterator[Cage]:
    """Every other cell of a cage as a given."""
    for row, column in cage.cells:
        if (row, column) not in givens:
            yield Cage([(row, column)], GIVEN, grid[row][column])
