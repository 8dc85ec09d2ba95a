"""Why a puzzle has no solution: a smallest set of cages and houses that contradict each other."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from kenken_cp.clock import Clock, StoppedError
from kenken_cp.encode.instance import Constraint, Instance, Scope
from kenken_cp.errors import InternalError, LimitReachedError
from kenken_cp.logic.explain import Explanation, explanation
from kenken_cp.model.geometry import House
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.sat.oracle import Constraints, Oracle
from kenken_cp.text import plural

SECONDS_FOR_MINIMAL = 10.0
"""For the search for a conflict none of whose members can be left out."""

SECONDS_FOR_SMALLEST = 0.5
"""For the search for a smaller one after that."""

SECONDS_FOR_DEDUCTION = 0.5
"""For the hand-written solver."""

_MAX_STEPS = 12
"""Steps of a deduction that is short enough to be read."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Constraints that no grid satisfies together.

    Attributes:
        cages, houses: of the puzzle.
        minimal: whether none of them can be left out: without any one some grid satisfies the rest.
            Otherwise the time did not suffice to see which can.
        smallest: whether it is proved that no contradicting set is smaller.
        deduction: the steps that lead from the members alone to a contradiction; None if these are
            many, or the techniques do not suffice.
        part: the puzzle with nothing but these cages and houses.
    """

    puzzle: Puzzle
    cages: tuple[Cage, ...]
    houses: tuple[House, ...]
    minimal: bool
    smallest: bool
    deduction: Explanation | None
    part: Instance

    def __repr__(self) -> str:
        members = f"{plural(len(self.cages), 'cage')} and {plural(len(self.houses), 'house')}"
        return f"<Conflict of {members}>"


def conflict(oracle: Oracle) -> Conflict:
    """A smallest conflict of a puzzle without a solution. If there is no time to find one, a
    minimal one; if there is no time for that either, what is left of its cages and houses.

    Args:
        oracle: of all cages and houses of the puzzle.

    Raises:
        InternalError: if the puzzle has a solution.
    """
    puzzle = oracle.puzzle
    core, minimal = _minimal(oracle, oracle.constraints)
    smallest = False
    if minimal:
        with suppress(StoppedError), Clock(SECONDS_FOR_SMALLEST).running():
            smaller = oracle.find_smallest(core)
            smallest = True
        if smallest and len(smaller) < len(core):
            core, minimal = _minimal(oracle, smaller)
    part = part_of(puzzle, core)
    houses = [puzzle.all_houses[one.number] for one in sorted(core) if one.scope is Scope.HOUSE]
    deduction = _deduction(part)
    return Conflict(puzzle, part.puzzle.cages, tuple(houses), minimal, smallest, deduction, part)


def _minimal(oracle: Oracle, start: Constraints) -> tuple[Constraints, bool]:
    """What is left of contradicting constraints, and whether each of them is known to be needed:
    for each some grid satisfies all the others.

    Raises:
        InternalError: if a grid satisfies all of them, or does not break one alone as it should.
    """
    core = start
    with suppress(StoppedError), Clock(SECONDS_FOR_MINIMAL).running():
        if oracle.find_grid(start) is not None:
            raise InternalError(f"a solution of {oracle.puzzle.name}, which was to have none")
        for left, without in oracle.each_smaller(oracle.core()):
            core, breaking = left, without
        for member, grid in breaking.items():
            if core - oracle.satisfied(grid) != {member}:
                raise InternalError(f"a wrong grid for a part of {oracle.puzzle.name}: {grid}")
        return core, True
    return core, False


def part_of(puzzle: Puzzle, only: Constraints) -> Instance:
    """A puzzle of which only some cages and houses hold."""
    cages = tuple(puzzle.cages[one.number] for one in sorted(only) if one.scope is Scope.CAGE)
    houses = range(len(puzzle.all_houses))
    released = {number for number in houses if Constraint(Scope.HOUSE, number) not in only}
    return Instance(replace(puzzle, cages=cages), released)


def _deduction(part: Instance) -> Explanation | None:
    """A short deduction of the contradiction, if the hand-written solver finds one."""
    with suppress(StoppedError, LimitReachedError), Clock(SECONDS_FOR_DEDUCTION).running():
        explained = explanation(part)
        if explained.contradiction is not None and len(explained.steps) <= _MAX_STEPS:
            return explained
    return None
