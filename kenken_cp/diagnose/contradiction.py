"""Why a puzzle has no solution: a smallest set of cages and houses that contradict each other."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from kenken_cp.backends import grid_by_cp_sat
from kenken_cp.clock import Clock, StoppedError, checkpoint
from kenken_cp.encode.instance import Constraint, Instance, Kind
from kenken_cp.errors import InternalError, LimitReachedError
from kenken_cp.logic.explain import Explanation, explanation
from kenken_cp.model.geometry import Grid, House
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rules import satisfies
from kenken_cp.sat.oracle import Constraints, Oracle
from kenken_cp.text import plural

SECONDS_FOR_MINIMAL = 10.0
"""For the search for a conflict none of whose members can be left out."""

SECONDS_FOR_SMALLEST = 0.5
"""For the search for a smaller one after that."""

_SECONDS_TO_REPROVE = 5.0
"""For another engine to prove it again."""

SECONDS_FOR_DEDUCTION = 0.5
"""For the hand-written solver."""

_MAX_MEMBERS = 16
"""Members of the largest conflict for which a short deduction is looked for."""

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
        reproved: whether a second engine, which shares no clauses with the first, has proved too
            that no grid satisfies them; False if its time did not suffice.
        deduction: the steps that lead from the members alone to a contradiction; None if these are
            many, or the techniques do not suffice.
        without: for each member, as far as it is known, a grid that satisfies all the others.
        part: the puzzle with nothing but these cages and houses.
    """

    puzzle: Puzzle
    cages: tuple[Cage, ...]
    houses: tuple[House, ...]
    minimal: bool
    smallest: bool
    reproved: bool
    deduction: Explanation | None
    without: Mapping[Cage | House, Grid]
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
        InternalError: if the puzzle has a solution, or two engines disagree.
    """
    puzzle = oracle.puzzle
    core, without, minimal = _minimal(oracle, oracle.constraints)
    smallest = False
    if minimal:
        with suppress(StoppedError):
            with Clock(SECONDS_FOR_SMALLEST).running():
                smaller = oracle.smallest(core)
            smallest = True
            if len(smaller) < len(core):
                core, without, minimal = _minimal(oracle, smaller)
    part = part_of(puzzle, core)
    cages = {one: puzzle.cages[one.number] for one in sorted(core) if one.kind is Kind.CAGE}
    houses = {one: puzzle.all_houses[one.number] for one in sorted(core) if one not in cages}
    members: dict[Constraint, Cage | House] = {**cages, **houses}
    _check_grids(puzzle, members, without)
    return Conflict(
        puzzle,
        tuple(cages.values()),
        tuple(houses.values()),
        minimal,
        smallest,
        _reproved(part),
        _deduction(part) if len(core) <= _MAX_MEMBERS else None,
        {members[one]: grid for one, grid in without.items()},
        part,
    )


def _minimal(
    oracle: Oracle, core: Constraints
) -> tuple[Constraints, Mapping[Constraint, Grid], bool]:
    """What is left of a core; for each member that is known to be needed, a grid that satisfies the
    others; and whether all members are.
    """
    without: Mapping[Constraint, Grid] = {}
    with suppress(StoppedError), Clock(SECONDS_FOR_MINIMAL).running():
        if oracle.grid(core) is not None:
            raise InternalError(f"a solution of {oracle.puzzle.name}, which was to have none")
        for step in oracle.shrunk(oracle.core()):
            core, without = step
        return core, without, True
    return core, without, False


def part_of(puzzle: Puzzle, only: Constraints) -> Instance:
    """A puzzle of which only some cages and houses hold."""
    cages = tuple(puzzle.cages[one.number] for one in sorted(only) if one.kind is Kind.CAGE)
    houses = range(len(puzzle.all_houses))
    released = {number for number in houses if Constraint(Kind.HOUSE, number) not in only}
    return Instance(replace(puzzle, cages=cages), released)


def _check_grids(
    puzzle: Puzzle, members: Mapping[Constraint, Cage | House], without: Mapping[Constraint, Grid]
) -> None:
    """Holds each grid that breaks one member alone against the rules.

    Raises:
        InternalError: if such a grid breaks another of them, or none.
    """
    for left_out, grid in without.items():
        for one, member in members.items():
            if satisfies(puzzle, member, grid) is (one == left_out):
                raise InternalError(f"a wrong grid for a part of {puzzle.name}: {grid}")


def _reproved(part: Instance) -> bool:
    """Whether CP-SAT has proved in its time that no grid satisfies a conflict.

    Raises:
        InternalError: if it has found such a grid.
    """
    try:
        checkpoint()
        with Clock(_SECONDS_TO_REPROVE).running() as clock:
            grid = grid_by_cp_sat(part, clock)
    except StoppedError:
        return False
    if grid is not None:
        raise InternalError(f"two engines disagree about constraints of {part.puzzle.name}")
    return True


def _deduction(part: Instance) -> Explanation | None:
    """A short deduction of the contradiction, if the hand-written solver finds one."""
    with suppress(StoppedError, LimitReachedError), Clock(SECONDS_FOR_DEDUCTION).running():
        explained = explanation(part)
        if explained.contradiction is not None and len(explained.steps) <= _MAX_STEPS:
            return explained
    return None
