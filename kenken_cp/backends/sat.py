"""SAT: the clauses of ``encode.cnf`` that state a puzzle whole; each grid found is then forbidden.

The clause that forbids a grid is about its cells alone, so no grid comes twice whatever the other
variables are. A clause for each would fill memory in the end, so a search that has found many is
split in two by the value of a cell: the solver goes on with one part, and a new one, in which only
the grids of the other part are forbidden, searches that.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

from kenken_cp.encode.cnf import Clause, Cnf, stated
from kenken_cp.encode.instance import Instance, instance
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.sat.solver import GLUCOSE_BESIDE, Solver
from kenken_cp.search.protocol import Ended, Limits, Status, Visit

MAX_FORBIDDEN = 1000
"""Grids that a part of a search meets before it is split again."""

MAX_FOR_GLUCOSE = 1000
"""Cells times values of a board that Glucose begins with: to 10x10. On a 9x9 of large cages that is
done in a second it takes half as long as CaDiCaL, and other threads run beside it.
"""

GLUCOSE_CONFLICTS, GLUCOSE_TRIES = 2000, 20
"""Conflicts of a part of its work, and parts without an answer, after which CaDiCaL takes over: it
simplifies what it has learned, and what takes longer takes Glucose twice its time or far more.
"""

MOST_CONFLICTS, LEAST_CONFLICTS = 2000, 500
CONFLICTS_OF_ALL_CLAUSES = 400_000_000
"""Of each part of a call, between two checkpoints, by how many clauses there are: half a second of
CaDiCaL, which begins every part in the same way, and if they are of fewer conflicts never gets to
its other way of searching.
"""


class _Part(NamedTuple):
    """A part of a search.

    Args:
        literals: what holds in it.
        found: the grids in it that were found, as the literals of their cells.
    """

    literals: Clause
    found: list[list[int]]


def search(
    puzzle: Puzzle, visit: Visit, limits: Limits, max_forbidden: int = MAX_FORBIDDEN
) -> Ended:
    """Visits every solution; the limits of time are those of the checkpoints.

    Raises:
        TooLargeError: for a board, or a cage, that would take too many clauses.
    """
    started = time.perf_counter()
    problem = instance(puzzle)
    cnf, clauses = stated(problem)
    encoded = time.perf_counter()
    searching = _Search(cnf, clauses, visit, max_forbidden)
    status = searching.run(by_glucose=is_for_glucose(problem))
    statistics = {
        "encode_seconds": encoded - started,
        "solver_seconds": time.perf_counter() - encoded,
        "variables": cnf.variable_count,
        "clauses": len(clauses),
        "solvers": searching.solvers,
        "remembered": searching.remembered,
    }
    return Ended(status, statistics)


def is_for_glucose(problem: Instance) -> bool:
    """Whether Glucose begins with a board; else CaDiCaL does."""
    return len(problem.cells) * len(problem.domain) <= MAX_FOR_GLUCOSE


class _Search:
    """A search of all parts, one after the other.

    Attributes:
        solvers: how many it has taken.
        remembered: the most grids that it has held.
    """

    def __init__(
        self, cnf: Cnf, clauses: Sequence[Clause], visit: Visit, max_forbidden: int
    ) -> None:
        self._cnf, self._clauses = cnf, clauses
        self._visit, self._max_forbidden = visit, max_forbidden
        self._parts = [_Part((), [])]
        self.solvers = self.remembered = 0

    def run(self, *, by_glucose: bool) -> Status:
        """Visits every grid. What takes Glucose long CaDiCaL begins anew, with the grids found."""
        conflicts = CONFLICTS_OF_ALL_CLAUSES // len(self._clauses)
        conflicts = max(LEAST_CONFLICTS, min(MOST_CONFLICTS, conflicts))
        while self._parts:
            if by_glucose:
                solver = Solver(self._clauses, GLUCOSE_CONFLICTS, engine=GLUCOSE_BESIDE)
            else:
                solver = Solver(self._clauses, conflicts)
            self.solvers += 1
            self.remembered = max(self.remembered, sum(len(part.found) for part in self._parts))
            with closing(solver):
                status = self._search(solver, GLUCOSE_TRIES if by_glucose else None)
            if status is None:
                by_glucose = False
            elif status is not Status.EXHAUSTED:
                return status
        return Status.EXHAUSTED

    def _search(self, solver: Solver, tries: int | None) -> Status | None:
        """Searches the last part, which may be split; None, and the part is one again, where the
        solver has no answer after that many tries.
        """
        part = self._parts.pop()
        solver.extend((literal,) for literal in part.literals)
        for literals in part.found:
            solver.add(_not_all(literals))
        while answer := _answer(solver, tries):
            grid = self._cnf.grid(solver.model())
            if not self._visit(grid):
                return Status.LIMIT
            literals = self._cnf.literals(grid)
            solver.add(_not_all(literals))
            part.found.append(literals)
            if len(part.found) >= self._max_forbidden:
                part, other = _split(part)
                self._parts.append(other)
                solver.add(part.literals[-1:])
        if answer is None:
            self._parts.append(part)
            return None
        return Status.EXHAUSTED


def _answer(solver: Solver, tries: int | None) -> bool | None:
    if tries is None:
        return solver.solve()
    answers = (solver.try_to_solve() for _ in range(tries))
    return next((answer for answer in answers if answer is not None), None)


def _split(part: _Part) -> tuple[_Part, _Part]:
    """Where a cell has a value, and where it has not: that of which half the grids come nearest."""
    often = Counter(literal for literals in part.found for literal in literals)
    half = len(part.found) / 2
    literal = min(often, key=lambda one: (abs(often[one] - half), one))
    of_both: tuple[_Part, _Part] = (
        _Part((*part.literals, literal), []),
        _Part((*part.literals, -literal), []),
    )
    for literals in part.found:
        of_both[literal not in literals].found.append(literals)
    return of_both


def _not_all(literals: Sequence[int]) -> list[int]:
    return [-literal for literal in literals]
