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
from kenken_cp.encode.instance import instance
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.sat.solver import Solver
from kenken_cp.search.protocol import Ended, Limits, Status, Visit

MAX_FORBIDDEN = 1000
"""Grids that a part of a search meets before it is split again."""

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
    status = searching.run()
    statistics = {
        "encode_seconds": encoded - started,
        "solver_seconds": time.perf_counter() - encoded,
        "variables": cnf.variable_count,
        "clauses": len(clauses),
        "solvers": searching.solvers,
        "remembered": searching.remembered,
    }
    return Ended(status, statistics)


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

    def run(self) -> Status:
        """Visits every grid."""
        conflicts = CONFLICTS_OF_ALL_CLAUSES // len(self._clauses)
        conflicts = max(LEAST_CONFLICTS, min(MOST_CONFLICTS, conflicts))
        while self._parts:
            self.solvers += 1
            self.remembered = max(self.remembered, sum(len(part.found) for part in self._parts))
            with closing(Solver(self._clauses, conflicts)) as solver:
                status = self._search(solver, self._parts.pop())
            if status is not Status.EXHAUSTED:
                return status
        return Status.EXHAUSTED

    def _search(self, solver: Solver, part: _Part) -> Status:
        """Searches a part, which may be split."""
        solver.extend((literal,) for literal in part.literals)
        for literals in part.found:
            solver.add(_not_all(literals))
        while solver.solve():
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
        return Status.EXHAUSTED


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
