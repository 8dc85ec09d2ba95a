"""Which of a puzzle's constraints hold together: by a SAT solver, or question by question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from kenken_cp.backends import grid_by_cp_sat
from kenken_cp.clock import Clock, checkpoint
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import Constraint, Instance, Kind, instance
from kenken_cp.errors import InternalError
from kenken_cp.model.geometry import Grid, House
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rules import satisfies
from kenken_cp.sat.oracle import Constraints, Oracle, SatOracle

SECONDS_FOR_QUESTION = 5.0
"""For CP-SAT to answer one question; after that the search that asked ends."""


@contextmanager
def oracle_for(puzzle: Puzzle) -> Iterator[Oracle]:
    """Which cages and houses of a puzzle hold together: by a SAT solver; or by CP-SAT, if a cage is
    too large to be stated as clauses.
    """
    try:
        oracle = SatOracle(instance(puzzle), {Kind.CAGE, Kind.HOUSE})
    except TooLargeError:
        yield CpSatOracle(puzzle)
    else:
        with oracle:
            yield oracle


class CpSatOracle(Oracle):
    """Each question is stated anew, to CP-SAT: nothing is too large for that, but it learns nothing
    from one for the next, and knows no smaller core than what it was asked.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._asked: Constraints = frozenset()
        self.constraints = frozenset(
            [
                *(Constraint(Kind.CAGE, number) for number in range(len(puzzle.cages))),
                *(Constraint(Kind.HOUSE, number) for number in range(len(puzzle.all_houses))),
            ]
        )

    def grid(self, only: Iterable[Constraint], literals: Iterable[int] = ()) -> Grid | None:
        if [*literals]:
            raise InternalError(f"literals of {self.puzzle.name}, which has no clauses for CP-SAT")
        self._asked = frozenset(only)
        with Clock(SECONDS_FOR_QUESTION).running() as clock:
            return grid_by_other_engine(self.puzzle, self._asked, clock)

    def core(self) -> Constraints:
        return self._asked


def grid_by_other_engine(puzzle: Puzzle, only: Constraints, clock: Clock) -> Grid | None:
    """A grid that satisfies only some cages and houses, by CP-SAT; None if none does.

    Raises:
        StoppedError: if a limit came first.
    """
    checkpoint()
    part = part_of(puzzle, only)
    grid = grid_by_cp_sat(part, clock)
    if grid is not None:
        kept = (group.house for group in part.houses if group.cells)
        members: Iterable[Cage | House] = (*part.puzzle.cages, *kept)
        if not all(satisfies(puzzle, one, grid) for one in members):
            raise InternalError(f"cp-sat gave a wrong grid for a part of {puzzle.name}: {grid}")
    return grid


def part_of(puzzle: Puzzle, only: Constraints) -> Instance:
    """A puzzle of which only some cages and houses hold."""
    cages = tuple(puzzle.cages[one.number] for one in sorted(only) if one.kind is Kind.CAGE)
    houses = range(len(puzzle.all_houses))
    released = {number for number in houses if Constraint(Kind.HOUSE, number) not in only}
    return Instance(replace(puzzle, cages=cages), released)
