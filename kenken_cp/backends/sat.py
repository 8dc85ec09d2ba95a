"""The backend ``sat``: a SAT solver on the clauses of ``encode.cnf``; each grid found is blocked.

The blocking clause of a grid is about its cells alone, so no grid comes twice, whatever the other
variables are. Each takes half a kilobyte on a 5x5 and one on a 7x7.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing

from kenken_cp.clock import Clock, Status
from kenken_cp.encode.cnf import MAX_CLAUSES, all_clauses
from kenken_cp.encode.instance import instance
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.sat.solver import Solver
from kenken_cp.search.engine import Ended, Visit

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


class SatSearch:
    """A search for every solution, in steps that a caller may end at any time.

    Args:
        max_clauses: as ``most`` of ``Cnf``.

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
        }

    def steps(self) -> Iterator[Grid | None]:
        """Every solution, with None after each step that has found none."""
        conflicts = CONFLICTS_TIMES_CLAUSES // len(self._clauses)
        conflicts = max(MIN_CONFLICTS, min(MAX_CONFLICTS, conflicts))
        with closing(Solver(self._clauses, conflicts)) as solver:
            while (is_satisfiable := solver.try_to_solve()) is not False:
                if is_satisfiable is None:
                    yield None
                    continue
                grid = self._cnf.grid(solver.model())
                yield grid
                solver.add([-literal for literal in self._cnf.literals(grid)])
