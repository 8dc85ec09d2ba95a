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
from kenken_cp.sat.solver import CADICAL, GLUCOSE_BESIDE, Solver
from kenken_cp.search.protocol import Ended, Limits, Status, Visit

MAX_FORBIDDEN = 1000
"""Grids that a part of a search meets before it is split again."""

MAX_FOR_GLUCOSE = 2000
"""Cells times values of a board that Glucose searches: to 12x12. On a 9x9 of large cages it takes
half as long as CaDiCaL does in parts, and other threads run beside it; on a 16x16 it takes longer.
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
    engine = GLUCOSE_BESIDE if is_for_glucose(problem) else CADICAL
    conflicts = CONFLICTS_OF_ALL_CLAUSES // len(clauses)
    conflicts = max(LEAST_CONFLICTS, min(MOST_CONFLICTS, conflicts))
    parts, solvers, most, status = [_Part((), [])], 0, 0, Status.EXHAUSTED
    while parts and status is Status.EXHAUSTED:
        solvers += 1
        most = max(most, sum(len(part.found) for part in parts))
        with closing(Solver(clauses, conflicts, engine=engine)) as solver:
            status = _search(cnf, solver, parts.pop(), parts, visit, max_forbidden)
    statistics = {
        "encode_seconds": encoded - started,
        "solver_seconds": time.perf_counter() - encoded,
        "variables": cnf.variable_count,
        "clauses": len(clauses),
        "solvers": solvers,
        "remembered": most,
    }
    return Ended(status, statistics)


def is_for_glucose(problem: Instance) -> bool:
    """Whether Glucose searches a board; else CaDiCaL does."""
    return len(problem.cells) * len(problem.domain) <= MAX_FOR_GLUCOSE


def _search(
    cnf: Cnf, solver: Solver, part: _Part, parts: list[_Part], visit: Visit, max_forbidden: int
) -> Status:
    """Searches one part; what it is split into, but for one, is added to the parts."""
    solver.extend((literal,) for literal in part.literals)
    for literals in part.found:
        solver.add(_not_all(literals))
    while solver.solve():
        grid = cnf.grid(solver.model())
        if not visit(grid):
            return Status.LIMIT
        literals = cnf.literals(grid)
        solver.add(_not_all(literals))
        part.found.append(literals)
        if len(part.found) >= max_forbidden:
            part, other = _split(part)
            parts.append(other)
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
