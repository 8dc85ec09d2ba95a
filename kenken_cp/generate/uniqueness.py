"""Local search from a random puzzle to one with a single solution, or with few."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import chain
from math import inf

from kenken_cp.generate.cages import CageBuilder
from kenken_cp.generate.moves import tightening_moves
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker
from kenken_cp.search.protocol import Limits, Status
from kenken_cp.search.run import find_solutions, solve

_MAX_REPAIRS = 100
"""Moves made before a puzzle is given up; three are usual, large cages take 25."""

_MAX_GENTLE_REPAIRS_PER_LINE = 4
"""How many of these moves may be gentle, times the cells of the longest line. Splits end every
ambiguity, where cages may have one cell.
"""

_SECONDS_PER_SOLVE = 10.0
"""For a second solution of one puzzle. Only very large cages take as long; where the time runs out,
cages are split as if there was one (and the result depends on the machine).
"""


class BudgetSpentError(Exception):
    """All the evaluations that were allowed are done."""


class Budget:
    """How many puzzles may still be evaluated (solved by an engine, or as far as techniques reach),
    and for how many seconds: with very large cages or boards each evaluation takes seconds.
    """

    def __init__(self, evaluations: int, seconds: float = inf) -> None:
        self.left = evaluations
        self._end = time.monotonic() + seconds

    def spend(self) -> None:
        """Takes one evaluation from the budget.

        Raises:
            BudgetSpentError: if none is left, or no time.
        """
        if not self.left or time.monotonic() > self._end:
            raise BudgetSpentError
        self.left -= 1


def make_unique(builder: CageBuilder, puzzle: Puzzle, budget: Budget) -> Puzzle | None:
    """A puzzle changed until only the planted solution is left; None if no move helps any more, or
    too many were made.

    As long as there is another solution, a move is made where the two differ, one that admits none
    of the other solutions found so far.
    """
    grid, known = builder.grid, list[Grid]()
    for repair in range(_MAX_REPAIRS):
        budget.spend()
        others = other_solutions(puzzle, grid)
        if others == []:
            return puzzle
        known += others or ()
        cells = [
            (row, column)
            for row, column in puzzle.cells
            if others is None or others[0][row][column] != grid[row][column]
        ]
        gently = others is not None and (
            builder.recipe.cage_sizes[0] > 1
            or repair < _MAX_GENTLE_REPAIRS_PER_LINE * max(puzzle.rows, puzzle.columns)
        )
        for changed in tightening_moves(builder, puzzle, cells, gently=gently):
            broken = Checker(changed)
            if all(broken(tuple(chain.from_iterable(other))) for other in known):
                puzzle = changed
                break
        else:
            return None
    return None


def limit_solutions(builder: CageBuilder, puzzle: Puzzle, most: int) -> Puzzle | None:
    """A puzzle changed until it has at most ``most`` solutions, their number stated; None if no
    move is left, or too many were made.
    """
    grid, limits = builder.grid, Limits(most + 1, _SECONDS_PER_SOLVE)
    for _ in range(_MAX_REPAIRS):
        outcome = find_solutions(puzzle, limits=limits, keep=2)
        if outcome.status is Status.INTERRUPTED:
            raise KeyboardInterrupt
        if outcome.status is Status.EXHAUSTED:
            return replace(puzzle, expected=outcome.count)
        other = next((found for found in outcome.grids if found != grid), None)
        cells = [
            (row, column)
            for row, column in puzzle.cells
            if other is None or other[row][column] != grid[row][column]
        ]
        # Any move that excludes some solution will do: there are many.
        following = next(tightening_moves(builder, puzzle, cells, gently=False), None)
        if following is None:
            return None
        puzzle = following
    return None


def other_solutions(puzzle: Puzzle, grid: Grid) -> list[Grid] | None:
    """One or two solutions other than the planted one; an empty list if it is proved that there are
    none; None if the time ran out before either.
    """
    outcome = solve(puzzle, seconds=_SECONDS_PER_SOLVE)
    if outcome.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    others = [found for found in outcome.grids if found != grid]
    return others if others or outcome.status is Status.EXHAUSTED else None
