"""Why a puzzle has no solution: a smallest set of cages and houses that contradict each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kenken_cp.clock import Clock, StoppedError
from kenken_cp.diagnose.oracles import grid_by_other_engine, part_of
from kenken_cp.encode.instance import Constraint, Instance, Kind, instance
from kenken_cp.errors import InternalError, LimitReachedError
from kenken_cp.logic.explain import Explanation, explanation
from kenken_cp.model.geometry import Grid, House
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rules import satisfies
from kenken_cp.sat.oracle import Constraints, Oracle, SatOracle
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
    """

    puzzle: Puzzle
    cages: tuple[Cage, ...]
    houses: tuple[House, ...]
    minimal: bool
    smallest: bool
    reproved: bool
    deduction: Explanation | None
    without: Mapping[Cage | House, Grid]

    def __repr__(self) -> str:
        members = f"{plural(len(self.cages), 'cage')} and {plural(len(self.houses), 'house')}"
        return f"<Conflict of {members}>"

    @property
    def released(self) -> frozenset[int]:
        """The houses, by their numbers in the instance, that it does not need."""
        kept = set(self.houses)
        groups = instance(self.puzzle).houses
        return frozenset(number for number, group in enumerate(groups) if group.house not in kept)

    @property
    def alone(self) -> Instance:
        """The puzzle with nothing but these cages and houses."""
        return Instance(replace(self.puzzle, cages=self.cages), self.released)


def conflict(oracle: Oracle) -> Conflict:
    """A smallest conflict of a puzzle without a solution. If there is no time to find one, a
    minimal one; if there is no time for that either, what is left of its cages and houses.

    Args:
        oracle: of all cages and houses of the puzzle.

    Raises:
        InternalError: if the puzzle has a solution, or two engines disagree.
        StoppedError: if a limit came before anything could be asked.
    """
    puzzle = oracle.puzzle
    core, without, minimal = _minimal(oracle, oracle.constraints)
    smallest = False
    if minimal and isinstance(oracle, SatOracle):
        smaller = _smallest(oracle, core)
        smallest = smaller is not None
        if smaller is not None and len(smaller) < len(core):
            core, without, minimal = _minimal(oracle, smaller)
    member = _members(puzzle, core, without)
    return Conflict(
        puzzle,
        tuple(one for one in member.values() if isinstance(one, Cage)),
        tuple(one for one in member.values() if not isinstance(one, Cage)),
        minimal,
        smallest,
        _reproved(puzzle, core),
        _deduction(puzzle, core),
        {member[one]: without[one] for one in member if one in without},
    )


def _minimal(
    oracle: Oracle, core: Constraints
) -> tuple[Constraints, Mapping[Constraint, Grid], bool]:
    """What is left of a core; for each member that is known to be needed, a grid that satisfies the
    others; and whether all members are.
    """
    without: Mapping[Constraint, Grid] = {}
    try:
        with Clock(SECONDS_FOR_MINIMAL).running():
            if oracle.grid(core) is not None:
                raise InternalError(f"a solution of {oracle.puzzle.name}, which was to have none")
            for step in oracle.shrunk(oracle.core()):
                core, without = step
    except StoppedError:
        return core, without, False
    return core, without, True


def _smallest(oracle: Oracle, minimal: Constraints) -> Constraints | None:
    """A smallest core; None if the time did not suffice."""
    try:
        with Clock(SECONDS_FOR_SMALLEST).running():
            return oracle.smallest(minimal)
    except StoppedError:
        return None


def _reproved(puzzle: Puzzle, core: Constraints) -> bool:
    """Whether CP-SAT has proved in its time that no grid satisfies a core.

    Raises:
        InternalError: if it has found such a grid.
    """
    try:
        with Clock(_SECONDS_TO_REPROVE).running() as clock:
            grid = grid_by_other_engine(puzzle, core, clock)
    except StoppedError:
        return False
    if grid is not None:
        raise InternalError(f"two engines disagree about constraints of {puzzle.name}: {grid}")
    return True


def _deduction(puzzle: Puzzle, core: Constraints) -> Explanation | None:
    """A short deduction of the contradiction, if the hand-written solver finds one."""
    if len(core) > _MAX_MEMBERS:
        return None
    try:
        with Clock(SECONDS_FOR_DEDUCTION).running():
            found = explanation(part_of(puzzle, core), seconds=SECONDS_FOR_DEDUCTION)
    except (StoppedError, LimitReachedError):
        return None
    short = found.contradiction is not None and len(found.steps) <= _MAX_STEPS
    return found if short else None


def _members(
    puzzle: Puzzle, core: Constraints, without: Mapping[Constraint, Grid]
) -> dict[Constraint, Cage | House]:
    """The cages and houses of a core. Each grid that lacks one is held against the rules.

    Raises:
        InternalError: if such a grid breaks another of them, or none.
    """
    houses = puzzle.all_houses
    member: dict[Constraint, Cage | House] = {
        one: puzzle.cages[one.number] if one.kind is Kind.CAGE else houses[one.number]
        for one in sorted(core)
    }
    for left_out, grid in without.items():
        for one in member:
            if satisfies(puzzle, member[one], grid) is (one == left_out):
                raise InternalError(f"a wrong grid for a part of {puzzle.name}: {grid}")
    return member
