"""The cross-check on python-constraint (distribution ``python-constraint2``).

It gets the operators' plain arithmetic, never our tuples, so that an error in the tuples cannot
affect both sides. It hardly propagates: a 6x6 takes up to a second, a 7x7 seconds, an 8x8 with many
solutions hours.
"""

from functools import partial
from typing import Any

from constraint import AllDifferentConstraint, FunctionConstraint, Problem

from kenken_cp.clock import Clock, Status
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.engine import Ended, Visit


def search(puzzle: Puzzle, visit: Visit, clock: Clock) -> Ended:
    """Visits every solution."""
    rows = puzzle.all_houses[: puzzle.rows]
    for found in _problem(puzzle, clock).getSolutionIter():
        if not visit([tuple(tuple(found[cell] for cell in row) for row in rows)]):
            return Ended(Status.LIMIT)
    return Ended(Status.EXHAUSTED)


def _problem(puzzle: Puzzle, clock: Clock) -> Problem:
    problem = Problem()
    problem.addVariables(list(puzzle.cells), list(puzzle.values))
    for house in puzzle.all_houses:
        problem.addConstraint(_AllDifferentUntil(clock), list(house))
    for cage in puzzle.cages:
        holds = partial(_holds, puzzle.possible_operators(cage), cage.target)
        problem.addConstraint(FunctionConstraint(holds), list(cage.cells))
        if puzzle.rules.distinct_cages:
            problem.addConstraint(AllDifferentConstraint(), list(cage.cells))
    return problem


class _AllDifferentUntil(AllDifferentConstraint):  # type: ignore[misc]
    """Checks the clock, too: the engine has no limits, and, being compiled, ignores Ctrl-C."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def __call__(self, *arguments: Any, **more: Any) -> bool:
        self._clock.check()
        return bool(super().__call__(*arguments, **more))


def _holds(operators: tuple[Operator, ...], target: int, *values: int) -> bool:
    return any(operator.holds(values, target) for operator in operators)
