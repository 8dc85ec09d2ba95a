"""Repairs: puzzles near a given one that have a solution, the likeliest first.

This module repairs clues. *Suspects* are the cages without which there is a solution. They lie in
every set of constraints that contradict each other, so the cores of a few answers rule out most
cages. If no single clue explains the mistake, the fewest clues that have to change together are
found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from kenken_cp.clock import Status, StoppedError
from kenken_cp.diagnose.clue_distance import ANY_CLUE, distance
from kenken_cp.encode.instance import Constraint
from kenken_cp.errors import InternalError
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.sat.hitting import HittingSets
from kenken_cp.sat.oracle import Constraints, Oracle
from kenken_cp.search.verbs import find_in_time
from kenken_cp.text import listed

MAX_SOLUTIONS = 300
"""Solutions of a puzzle without some cages that are compared, to see which clues would fit."""

MAX_SETS = 5
"""Sets of clues to change that are listed."""

_MAX_FITS = 12
"""Clues that are listed for a suspect."""

_NOT_UNIQUE = 2.0
"""What a repair that leaves several solutions costs, as a distance of clues."""


@dataclass(frozen=True, slots=True)
class Change:
    """Other cages instead of some of a puzzle.

    Attributes:
        text: what changes, in a phrase: ``6* at r3c3 r4c3 becomes 6+``.
        cages: cages of the given puzzle.
        becomes: the cages that take their place; they may have other cells.
        distance: how unlikely a person is to make this mistake; smaller is likelier.
    """

    text: str
    cages: tuple[Cage, ...]
    becomes: tuple[Cage, ...]
    distance: float

    def applied(self, puzzle: Puzzle) -> Puzzle:
        """The changed puzzle, which states neither a level nor how many solutions it has;
        PuzzleError if its rules do not allow one of the cages.
        """
        kept = (cage for cage in puzzle.cages if cage not in self.cages)
        return replace(puzzle, cages=(*kept, *self.becomes), expected=None, level="")


@dataclass(frozen=True, slots=True)
class Repair(Change):
    """A change that leaves a solution; one that leaves several counts as less likely.

    Attributes:
        puzzle: the mended puzzle.
        unique: whether it has one solution; None if that is not known.
    """

    puzzle: Puzzle
    unique: bool | None

    def __repr__(self) -> str:
        return f"<Repair {self.text}>"


@dataclass(frozen=True, slots=True)
class Suspect:
    """A cage without which there is a solution.

    Attributes:
        fits: clues that it could have instead, as repairs, the likeliest first; empty if no clue
            fits, since a value would repeat in its cells, which the rules forbid. None if the time
            was over before they were known.
        has_all_fits: whether no other clue fits: without the cage there were few enough solutions
            to look at each.
    """

    cage: Cage
    fits: tuple[Repair, ...] | None
    has_all_fits: bool = False

    def __repr__(self) -> str:
        return f"<Suspect {self.cage}>"

    @property
    def distance(self) -> float:
        """That of the likeliest clue."""
        return self.fits[0].distance if self.fits else ANY_CLUE + _NOT_UNIQUE


def suspects_first(suspects: Iterable[Suspect]) -> tuple[Suspect, ...]:
    """Suspects in the order in which a person should look at them."""
    return tuple(sorted(suspects, key=lambda each: (each.distance, each.cage.cells)))


def likeliest_first(repairs: Iterable[Repair]) -> tuple[Repair, ...]:
    """Repairs in the order in which a person should look at them, the same in every run."""
    return tuple(sorted(repairs, key=lambda each: (each.distance, _cells(each.cages), each.text)))


def _cells(cages: Iterable[Cage]) -> list[tuple[Cell, ...]]:
    return [cage.cells for cage in cages]


def repair_by(change: Change, puzzle: Puzzle) -> Repair | None:
    """The repair that a change makes; None if the changed puzzle has no solution."""
    mended = change.applied(puzzle)
    outcome = find_in_time(mended, solutions=2)
    return _repair(change, mended, unique=outcome.unique) if outcome.count else None


def _repair(change: Change, mended: Puzzle, *, unique: bool | None) -> Repair:
    cost = change.distance + (_NOT_UNIQUE if unique is False else 0)
    return Repair(change.text, change.cages, change.becomes, cost, mended, unique)


# --- one clue ------------------------------------------------------------------------------------


def suspects(oracle: Oracle, cores: list[Constraints]) -> Iterator[Suspect]:
    """Every cage whose removal leaves a solution, as it is found.

    Args:
        oracle: of a puzzle without a solution, whose cages can be left out.
        cores: sets of cages that contradict each other; those found are added.
    """
    for constraint in indispensable(oracle, cores):
        cage = oracle.puzzle.cages[constraint.number]
        try:
            fits, complete = _fits(oracle.puzzle, cage)
        except StoppedError:
            yield Suspect(cage, None)
            raise
        yield Suspect(cage, fits, complete)


def indispensable(oracle: Oracle, cores: list[Constraints]) -> Iterator[Constraint]:
    """The cages that every contradiction needs: if only one of them is left out, there is a grid.

    Cages outside a core are not needed, so each core leaves fewer cages to ask about.

    Args:
        cores: those found are added.
    """
    every = oracle.constraints
    if oracle.grid(every) is not None:
        raise InternalError(f"a solution of {oracle.puzzle.name}, which was to have none")
    cores.append(oracle.core())
    left = set(oracle.core())
    while left:
        constraint = min(left)
        left.discard(constraint)
        if oracle.grid(every - {constraint}) is not None:
            yield constraint
        else:
            cores.append(oracle.core())
            left &= oracle.core()


def _fits(puzzle: Puzzle, cage: Cage) -> tuple[tuple[Repair, ...], bool]:
    """The clues that a cage can have so that there is a solution: those that its cells make in
    some solution of the puzzle without it; and whether these are all.
    """
    solutions: Counter[tuple[int, ...]] = Counter()  # by the values of the cage

    def note(grid: Grid) -> None:
        solutions[_values(cage, grid)] += 1

    outcome = find_in_time(_without(puzzle, [cage]), note, solutions=MAX_SOLUTIONS)
    complete = outcome.status is Status.EXHAUSTED
    repairs = []
    for clue in {clue for values in solutions for clue in _clues(puzzle, cage, values)}:
        operators = puzzle.possible_operators(clue)
        count = sum(
            number
            for values, number in solutions.items()
            if any(operator.holds(values, clue.target) for operator in operators)
        )
        unique = None
        if count > 1 or complete:
            unique = count == 1
        text = f"{cage} becomes {clue.clue}"
        change = Change(text, (cage,), (clue,), distance(cage, clue))
        repairs.append(_repair(change, change.applied(puzzle), unique=unique))
    return likeliest_first(repairs)[:_MAX_FITS], complete and len(repairs) <= _MAX_FITS


def _without(puzzle: Puzzle, cages: Sequence[Cage]) -> Puzzle:
    """A puzzle without the clues of some cages. If the rules forbid a repetition in a cage, the
    cells of these cages must still differ.
    """
    others = tuple(cage for cage in puzzle.cages if cage not in cages)
    houses = [
        cage.cells
        for cage in cages
        if puzzle.rules.distinct_cages and 1 < len(cage.cells) <= len(puzzle.values)
    ]
    return replace(puzzle, cages=others, houses=(*puzzle.houses, *houses))


def _values(cage: Cage, grid: Grid) -> tuple[int, ...]:
    return tuple(grid[row][column] for row, column in cage.cells)


def _clues(puzzle: Puzzle, cage: Cage, values: Sequence[int]) -> list[Cage]:
    """A cage with each clue that values in its cells make; a hidden operator stays hidden. No clue
    if a value repeats that must not, as in a cage of more cells than there are values.
    """
    if len(values) == 1:
        return [Cage(cage.cells, cage.operator, values[0])]
    if puzzle.rules.distinct_cages and len(set(values)) < len(values):
        return []
    operators = {*puzzle.rules.possible_operators(len(values)), *puzzle.possible_operators(cage)}
    return [
        Cage(cage.cells, operator if cage.operator else None, target)
        for operator in operators
        if (target := operator.evaluate(values)) is not None
    ]


# --- several clues at once -----------------------------------------------------------------------


def fewest_changes(oracle: Oracle, cores: Iterable[Constraints]) -> Iterator[Repair]:
    """The fewest clues that have to change together, with clues that they could be.

    A set of cages without which there is a solution meets every core: so a smallest set that meets
    all cores known is such a set, or shows another core. (Davies and Bacchus, "Solving MAXSAT by
    solving a sequence of simpler SAT instances", 2011.)
    """
    puzzle = oracle.puzzle
    seen = fewest = 0
    with closing(HittingSets(sorted(oracle.constraints))) as sets:
        for core in cores:
            sets.add(core)
        while seen < MAX_SETS:
            wrong = sets.smallest()
            if wrong is None or (seen and len(wrong) > fewest):
                break
            if oracle.grid(oracle.constraints - wrong) is None:
                sets.add(oracle.core())
                continue
            seen, fewest = seen + 1, len(wrong)
            cages = sorted((puzzle.cages[each.number] for each in wrong), key=lambda c: c.cells)
            change = _likeliest_clues(puzzle, cages)
            repair = None if change is None else repair_by(change, puzzle)
            if repair is not None:
                yield repair
            sets.forbid(wrong)


def _likeliest_clues(puzzle: Puzzle, cages: Sequence[Cage]) -> Change | None:
    """The likeliest of the clues that some cages make in the solutions without them, the same in
    every run; None if no clues fit.
    """
    changes: list[Change] = []

    def note(grid: Grid) -> None:
        clues: list[Cage] = []
        for cage in cages:
            made = _clues(puzzle, cage, _values(cage, grid))
            if not made:
                return
            clues.append(min(made, key=lambda clue: (distance(cage, clue), clue.clue)))
        pairs = list(zip(cages, clues, strict=True))
        text = listed(f"{cage} becomes {clue.clue}" for cage, clue in pairs)
        far = sum(distance(cage, clue) for cage, clue in pairs)
        changes.append(Change(text, tuple(cages), tuple(clues), far))

    find_in_time(_without(puzzle, cages), note, solutions=MAX_SOLUTIONS)
    return min(changes, key=lambda change: (change.distance, change.text), default=None)
