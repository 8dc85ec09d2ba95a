"""The backend ``sat``: a SAT solver on the clauses of ``encode.cnf``; each grid found is blocked.

The blocking clause of a grid is about its cells alone, so no grid comes twice, whatever the other
variables are. One clause for every grid would fill memory in the end. So a search that has found
many grids is split in two by the value of a cell: the solver goes on with one part, and a new
solver, with the blocking clauses of the other part alone, searches that.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from kenken_cp.clock import Clock, Status
from kenken_cp.encode.cnf import MAX_CLAUSES, Clause, all_clauses
from kenken_cp.encode.instance import instance
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.sat.solver import SatSolver
from kenken_cp.search.engine import Ended, Visit

MAX_FORBIDDEN = 1000
"""Grids that a part of a search forbids before it is split again."""

MIN_CONFLICTS, MAX_CONFLICTS = 500, 2000
CONFLICTS_TIMES_CLAUSES = 400_000_000
"""The number of conflicts of one step: this divided by the number of clauses, within these bounds.
That is at most half a second of CaDiCaL. With each step it begins again in the first of its two
modes of search, and with fewer conflicts it would never reach the second.
"""


def search(puzzle: Puzzle, visit: Visit, clock: Clock) -> Ended:
    """Visits every solution.

    Raises:
        TooLargeError: for a board or a cage that would take too many clauses.
    """
    sat = SatSearch(puzzle)
    for grid in sat.steps():
        if grid is not None and not visit([grid]):
            return Ended(Status.LIMIT, sat.statistics)
        clock.check()
    return Ended(Status.EXHAUSTED, sat.statistics)


class _Part(NamedTuple):
    """A part of a search.

    Attributes:
        literals: those that hold in it: the choices by which it was split off.
        forbidden: the grids of this part that were found, as the literals of their cells.
    """

    literals: Clause
    forbidden: list[list[int]]


class SatSearch:
    """A search for every solution, in steps that a caller may end at any time.

    Args:
        max_clauses: as of ``Cnf``.

    Attributes:
        statistics: its figures so far, by name.

    Raises:
        TooLargeError: for a board or a cage that would take too many clauses.
    """

    def __init__(self, puzzle: Puzzle, max_clauses: int = MAX_CLAUSES) -> None:
        began = time.perf_counter()
        self._cnf, self._clauses = all_clauses(instance(puzzle), max_clauses)
        self.statistics: dict[str, int | float] = {
            "encode_seconds": time.perf_counter() - began,
            "variables": self._cnf.variable_count,
            "clauses": len(self._clauses),
            "solvers": 0,
        }

    def steps(self) -> Iterator[Grid | None]:
        """Every solution, with None after each step that has found none."""
        conflicts = CONFLICTS_TIMES_CLAUSES // len(self._clauses)
        conflicts = max(MIN_CONFLICTS, min(MAX_CONFLICTS, conflicts))
        parts = [_Part((), [])]
        while parts:
            self.statistics["solvers"] += 1
            with closing(SatSolver(self._clauses, conflicts)) as solver:
                yield from self._steps_in(parts, solver)

    def _steps_in(self, parts: list[_Part], solver: SatSolver) -> Iterator[Grid | None]:
        """Searches the last part, or what is left of it after splits."""
        part = parts.pop()
        solver.extend((literal,) for literal in part.literals)
        solver.extend(_blocking_clause(literals) for literals in part.forbidden)
        while (is_satisfiable := solver.try_to_solve()) is not False:
            if is_satisfiable is None:
                yield None
                continue
            grid = self._cnf.grid(solver.model())
            yield grid
            literals = self._cnf.literals(grid)
            solver.add(_blocking_clause(literals))
            part.forbidden.append(literals)
            if len(part.forbidden) >= MAX_FORBIDDEN:
                part, other = _split(part)
                parts.append(other)
                solver.add(part.literals[-1:])


def _split(part: _Part) -> tuple[_Part, _Part]:
    """Splits a part by the literal of a cell that is true in most nearly half of its grids."""
    frequency = Counter(literal for literals in part.forbidden for literal in literals)
    half = len(part.forbidden) / 2
    chosen = min(frequency, key=lambda literal: (abs(frequency[literal] - half), literal))
    true, false = _Part((*part.literals, chosen), []), _Part((*part.literals, -chosen), [])
    for literals in part.forbidden:
        (true if chosen in literals else false).forbidden.append(literals)
    return true, false


def _blocking_clause(literals: Sequence[int]) -> list[int]:
    """The clause that forbids all of these literals together."""
    return [-literal for literal in literals]
