"""Puzzles with one solution, made of puzzles with several by what settles these."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from kenken_cp.diagnose.ambiguity import Ambiguity, Fewest
from kenken_cp.encode.instance import instance
from kenken_cp.errors import InternalError, PuzzleError
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.sat.oracle import SatOracle
from kenken_cp.search.verbs import find_in_time

Givens = Mapping[Cell, int]


def settled(found: Ambiguity) -> Puzzle | None:
    """The puzzle with the fewest operators shown or, if that does not do, with the fewest givens;
    None if neither are known.

    Raises:
        StoppedError: if a limit came first.
    """
    puzzle = found.puzzle
    if found.operators is not None:
        shown = {cage.cells: cage for cage in shown_operators(found.operators)}
        return replace(puzzle, cages=tuple(shown.get(cage.cells, cage) for cage in puzzle.cages))
    return None if found.givens is None else _given(puzzle, found.givens.givens)


def shown_operators(found: Fewest) -> list[Cage]:
    """The cages with the operators that were hidden."""
    return [Cage(cage.cells, shown, cage.target) for cage, shown in found.operators.items()]


def _given(puzzle: Puzzle, givens: Givens) -> Puzzle:
    """The puzzle with givens that leave one solution. One in a cage takes its cell from it."""
    taken = instance(puzzle)
    with SatOracle(taken, ()) as oracle:
        grid = oracle.grid((), [oracle.literal(taken.index(c), v) for c, v in givens.items()])
    if grid is None:
        raise InternalError(
            f"sat finds no solution of {puzzle.name} with values of one: {dict(givens)}"
        )
    # What is left of a cage may allow more than it did as a part: values may repeat, for one.
    for divided in (_rest_with_a_clue, _rest_given):
        made = _divided(puzzle, givens, grid, divided)
        if made is not None and find_in_time(made, solutions=2).unique:
            return made
    raise InternalError(f"{puzzle.name}: one solution with some givens, but not with them as cages")


def _divided(
    puzzle: Puzzle, givens: Givens, grid: Grid, rest: Callable[[Cage, Givens, Grid], Iterator[Cage]]
) -> Puzzle | None:
    cages = [Cage([cell], GIVEN, value) for cell, value in givens.items()]
    for cage in puzzle.cages:
        cages += [cage] if givens.keys().isdisjoint(cage.cells) else rest(cage, givens, grid)
    try:
        return replace(puzzle, cages=tuple(cages))
    except PuzzleError:  # an operator that the rules do not allow on that few cells
        return None


def _rest_with_a_clue(cage: Cage, givens: Givens, grid: Grid) -> Iterator[Cage]:
    """What is left of a cage, with what is left of its target."""
    cells = [cell for cell in cage.cells if cell not in givens]
    if not cells:
        return
    target: int | None = cage.target
    operator = cage.operator
    for cell in cage.cells:
        if cell in givens and target is not None:
            left = operator.complement if operator else None
            target = left(target, givens[cell]) if left else None
    if target is None:
        yield from _rest_given(cage, givens, grid)
    else:
        yield Cage(cells, operator, target)


def _rest_given(cage: Cage, givens: Givens, grid: Grid) -> Iterator[Cage]:
    """Every cell of it a given."""
    for row, column in cage.cells:
        if (row, column) not in givens:
            yield Cage([(row, column)], GIVEN, grid[row][column])
