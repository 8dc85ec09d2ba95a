"""The cross-check on python-constraint (distribution ``python-constraint2``).

It gets the operators' plain arithmetic, never our tuples, so that an error in the tuples cannot
affect both sides. It hardly propagates: a 6x6 takes up to a second, a 7x7 seconds, an 8x8 with many
solutions hours.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from constraint import AllDifferentConstraint, FunctionConstraint, Problem

from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Ended, Limits, Status, Visit


class _StopError(Exception):
    """Carries the status out of the engine, which has no limits of its own."""

    def __init__(self, status: Status) -> None:
        self.status = status


def search(puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
    """Visits every solution."""
    why_stop = limits.watch()
    rows = puzzle.all_houses[: puzzle.rows]
    try:
        for found in _problem(puzzle, why_stop).getSolutionIter():
            if not visit(tuple(tuple(found[cell] for cell in row) for row in rows)):
                return Ended(Status.LIMIT)
    except _StopError as stopped:
        return Ended(stopped.status)
    return Ended(Status.EXHAUSTED)


def _problem(puzzle: Puzzle, why_stop: Callable[[], Status | None]) -> Problem:
    problem = Problem()
    problem.addVariables(list(puzzle.cells), list(puzzle.values))
    for house in puzzle.all_houses:
        problem.addConstraint(_AllDifferentUntil(why_stop), list(house))
    for cage in puzzle.cages:
        holds = partial(_holds, puzzle.possible_operators(cage), cage.target)
        problem.addConstraint(FunctionConstraint(holds), list(cage.cells))
        if puzzle.rules.distinct_cages:
            problem.addConstraint(AllDifferentConstraint(), list(cage.cells))
    return problem


class _AllDifferentUntil(AllDifferentConstraint):  # type: ignore[misc]
    """Ends the search at a limit: the engine has none, and, being compiled, ignores Ctrl-C."""

    def __init__(self, why_stop: Callable[[], Status | None]) -> None:
        self._why_stop = why_stop

    def __call__(self, *arguments: Any, **more: Any) -> bool:
        if status := self._why_stop():
            raise _StopError(status)
        return bool(super().__call__(*arguments, **more))


def _holds(operators: tuple[Operator, ...], target: int, *values: int) -> bool:
    return any(operator.holds(values, target) for operator in operators)
