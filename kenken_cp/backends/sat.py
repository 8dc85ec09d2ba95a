"""The backend ``sat``: a SAT solver on the clauses of ``encode.cnf``; each grid found is blocked.

The blocking clause of a grid is about its cells alone, so no grid comes twice, whatever the other
variables are. One clause for every grid would fill memory in the end. So a search that has found
many grids is split in two by the value of a cell: the solver goes on with one part, and a new
solver, with the blocking clauses of the other part alone, searches that.
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
"""Grids that a part of a search forbids before it is split again."""

MIN_CONFLICTS, MAX_CONFLICTS = 500, 2000
CONFLICTS_TIMES_CLAUSES = 400_000_000
"""The number of conflicts between two checkpoints: this divided by the number of clauses, within
these bounds. That is half a second of CaDiCaL. After each checkpoint it goes on in the first of its
two modes of search, and with fewer conflicts it would never reach the second.
"""


class _Part(NamedTuple):
    """A part of a search.

    Args:
        literals: those that hold in it: the choices by which it was split off.
        found: the grids of this part that were found, as the literals of their cells.
    """

    literals: Clause
    found: list[list[int]]


def search(
    puzzle: Puzzle, visit: Visit, limits: Limits, max_forbidden: int = MAX_FORBIDDEN
) -> Ended:
    """Visits every solution; time limits are noticed at checkpoints.

    Raises:
        TooLargeError: for a board or a cage that would take too many clauses.
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
        solvers: how many solvers it has used.
        remembered: the most grids that it has held at a time.
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
        conflicts = CONFLICTS_TIMES_CLAUSES // len(self._clauses)
        conflicts = max(MIN_CONFLICTS, min(MAX_CONFLICTS, conflicts))
        while self._parts:
            self.solvers += 1
            self.remembered = max(self.remembered, sum(len(part.found) for part in self._parts))
            with closing(Solver(self._clauses, conflicts)) as solver:
                status = self._search(solver, self._parts.pop())
            if status is not Status.EXHAUSTED:
                return status
        return Status.EXHAUSTED

    def _search(self, solver: Solver, part: _Part) -> Status:
        """Searches a part, or what is left of it after splits."""
        solver.extend((literal,) for literal in part.literals)
        for literals in part.found:
            solver.add(_blocking_clause(literals))
        while solver.solve():
            grid = self._cnf.grid(solver.model())
            if not self._visit(grid):
                return Status.LIMIT
            literals = self._cnf.literals(grid)
            solver.add(_blocking_clause(literals))
            part.found.append(literals)
            if len(part.found) >= self._max_forbidden:
                part, other = _split(part)
                self._parts.append(other)
                solver.add(part.literals[-1:])
        return Status.EXHAUSTED


def _split(part: _Part) -> tuple[_Part, _Part]:
    """Splits a part by the literal of a cell that is true in most nearly half of its grids."""
    frequency = Counter(literal for literals in part.found for literal in literals)
    half = len(part.found) / 2
    chosen = min(frequency, key=lambda literal: (abs(frequency[literal] - half), literal))
    true, false = _Part((*part.literals, chosen), []), _Part((*part.literals, -chosen), [])
    for literals in part.found:
        (true if chosen in literals else false).found.append(literals)
    return true, false


def _blocking_clause(literals: Sequence[int]) -> list[int]:
    """The clause that forbids all of these literals together."""
    return [-literal for literal in literals]
