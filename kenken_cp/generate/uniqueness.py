"""From a random puzzle to one with a single solution."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import chain, product
from math import inf

from kenken_cp.generate.cages import CageBuilder
from kenken_cp.generate.moves import tighter
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker
from kenken_cp.search.protocol import Limits, Status
from kenken_cp.search.run import find_solutions, solve

_REPAIRS = 100
"""Ambiguities taken out of a puzzle before it is given up; three are usual, large cages take 25."""

_PATIENCE = 10.0
"""Seconds for a second solution of one puzzle. Only very large cages take as long; where it runs
out, cages are split on the guess that there is one (and the result depends on the machine).
"""


class BudgetSpentError(Exception):
    """All the budget that was allowed is spent."""


class Budget:
    """How many more looks may be had at puzzles: solvings, by an engine or by techniques; and for
    how long: with very large cages or boards each takes seconds.
    """

    def __init__(self, looks: int, seconds: float = inf) -> None:
        self.left = looks
        self._end = time.monotonic() + seconds

    def spend(self) -> None:
        """Takes one.

        Raises:
            BudgetSpentError: if none is left, or no time.
        """
        if not self.left or time.monotonic() > self._end:
            raise BudgetSpentError
        self.left -= 1


def make_unique(builder: CageBuilder, puzzle: Puzzle, budget: Budget) -> Puzzle | None:
    """A puzzle changed until only the planted solution is left; None if that does not come about.

    As long as there is another solution, a change is made where the two differ, one by which none
    of the solutions that were ever found is one again.
    """
    size, grid = puzzle.size, builder.grid
    known: list[Grid] = []
    for repair in range(_REPAIRS):
        budget.spend()
        rivals = other_solutions(puzzle, grid)
        if rivals == []:
            return puzzle
        doubted: list[Cell] = list(product(range(size), range(size)))
        if rivals is not None:
            known += rivals
            doubted = [(r, c) for r, c in doubted if rivals[0][r][c] != grid[r][c]]
        # Splits end every ambiguity, where they may go down to single cells.
        patient = repair < 4 * size or builder.recipe.cage_sizes[0] > 1
        for changed in tighter(builder, puzzle, doubted, gently=patient and rivals is not None):
            broken = Checker(changed)
            if all(broken(tuple(chain.from_iterable(rival))) for rival in known):
                puzzle = changed
                break
        else:
            return None
    return None


def limit_solutions(builder: CageBuilder, puzzle: Puzzle, most: int) -> Puzzle | None:
    """A puzzle changed until it has at most so many solutions, their number stated; None if that
    does not come about.
    """
    limits = Limits(most + 1, _PATIENCE)
    for _ in range(_REPAIRS):
        outcome = find_solutions(puzzle, lambda _: True, limits, keep=2)
        if outcome.status is Status.INTERRUPTED:
            raise KeyboardInterrupt
        if outcome.status is Status.EXHAUSTED:
            return replace(puzzle, expected=outcome.count)
        rival = next((found for found in outcome.grids if found != builder.grid), None)
        cells = product(range(puzzle.size), range(puzzle.size))
        doubted = [(r, c) for r, c in cells if not rival or rival[r][c] != builder.grid[r][c]]
        # Any change that takes a solution away will do: there are plenty.
        following = next(tighter(builder, puzzle, doubted, gently=False), None)
        if following is None:
            return None
        puzzle = following
    return None


def other_solutions(puzzle: Puzzle, grid: Grid) -> list[Grid] | None:
    """One or two solutions other than the planted one; none if it is proved that there are none;
    None if that took too long to tell.
    """
    outcome = solve(puzzle, seconds=_PATIENCE)
    if outcome.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    rivals = [found for found in outcome.grids if found != grid]
    return rivals if rivals or outcome.status is Status.EXHAUSTED else None
