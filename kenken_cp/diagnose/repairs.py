"""Repairs: puzzles near a given one that have a solution, the likeliest first.

This module repairs clues. *Suspects* are the cages without which there is a solution. They lie in
every set of constraints that contradict each other, so the cores of a few answers rule out most
cages. If no single clue explains the mistake, the fewest clues that have to change together are
found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from operator import attrgetter
from typing import Any

from kenken_cp.clock import Clock, Status, StoppedError, checkpoint
from kenken_cp.diagnose.typing_slips import ANY_CLUE, distance, near_clues
from kenken_cp.encode.instance import Constraint
from kenken_cp.errors import InternalError
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.sat.oracle import Constraints, Oracle
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import find_in_time
from kenken_cp.text import listed

Clue = tuple[Operator | None, int]
"""Operator, None if it is hidden, and target."""

_MAX_SOLUTIONS = 300
"""Solutions of the puzzle without a suspect that are found, to see which clues its cells make."""

_MAX_NEAR = 100
"""Clues near that of a suspect that are tried if there are more solutions than that."""

_SECONDS_FOR_NEAR = 1.0
"""Time to try the clues near that of one suspect."""

_MAX_FITS = 12
"""Clues that are listed for a suspect."""

NOT_UNIQUE = 2.0
"""What a repair that leaves several solutions costs, as a distance of clues."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A puzzle that has a solution, and how it comes about.

    Attributes:
        puzzle: the mended puzzle.
        words: what was changed, in a phrase: ``6* at r3c3 r4c3 becomes 6+``.
        cages: the cages of the given puzzle that were changed.
        distance: how unlikely the slip is; smaller is likelier.
        unique: whether the mended puzzle has one solution; None if that is not known.
    """

    puzzle: Puzzle
    words: str
    cages: tuple[Cage, ...]
    distance: float
    unique: bool | None

    def __repr__(self) -> str:
        return f"<Repair {self.words}>"


@dataclass(frozen=True, slots=True)
class Suspect:
    """A cage without whose clue there is a solution.

    Attributes:
        fits: clues that it could have instead, as repairs, the likeliest first.
        distance: that of the likeliest.
    """

    cage: Cage
    fits: tuple[Repair, ...]

    def __repr__(self) -> str:
        return f"<Suspect {self.cage}>"

    @property
    def distance(self) -> float:
        return self.fits[0].distance if self.fits else ANY_CLUE + NOT_UNIQUE


@dataclass(frozen=True, slots=True)
class CageChange:
    """Other cages instead of some of a puzzle, not yet tried.

    Attributes:
        words, distance: those of the repair that it may be.
    """

    words: str
    distance: float
    before: tuple[Cage, ...]
    after: tuple[Cage, ...]


def likeliest_first(found: Iterable[Suspect | Repair]) -> tuple[Any, ...]:
    """Suspects, or repairs, in the order in which a person should look at them."""
    return tuple(sorted(found, key=_unlikeliness))


def _unlikeliness(one: Suspect | Repair) -> tuple[float, tuple[Cell, ...]]:
    return one.distance, (one.cage if isinstance(one, Suspect) else one.cages[0]).cells


def suspects(cages: Oracle, cores: list[Constraints]) -> Iterator[Suspect]:
    """Every cage whose removal leaves a solution, as it is found.

    Args:
        cages: an oracle of a puzzle without a solution, whose cages can be left out.
        cores: sets of cages that contradict each other; those found are added.
    """
    for one in indispensable(cages, cores):
        yield Suspect(cages.puzzle.cages[one.number], tuple(_fits(cages, one)))


def indispensable(cages: Oracle, cores: list[Constraints]) -> Iterator[Constraint]:
    """The cages that every contradiction needs: if only one of them is left out, there is a grid.

    Cages outside a core are not needed, so each core leaves fewer cages to ask about.

    Args:
        cores: those found are added.
    """
    every = cages.constraints
    if cages.grid(every) is not None:
        raise InternalError(f"a solution of {cages.puzzle.name}, which was to have none")
    cores.append(cages.core())
    left = set(cages.core())
    while left:
        one = min(left)
        left.discard(one)
        if cages.grid(every - {one}) is not None:
            yield one
        else:
            cores.append(cages.core())
            left &= cages.core()


def _fits(cages: Oracle, wrong: Constraint) -> list[Repair]:
    """The clues that a cage can have so that there is a solution."""
    puzzle = cages.puzzle
    cage = puzzle.cages[wrong.number]
    outcome, made = clues_in_solutions(_without(puzzle, [cage]), cage)
    complete = outcome.status is Status.EXHAUSTED
    fits: dict[Cage, bool | None] = {
        Cage(cage.cells, *clue): count == 1 if complete else (False if count > 1 else None)
        for clue, count in made.items()
    }
    if not complete:
        # What a person would have meant may be none of what was seen so far.
        fits |= _near_fits(cages, wrong, [clue for clue in fits if fits[clue] is False])
    repairs = [
        Repair(
            changed(puzzle, [cage], [clue]),
            f"{cage} becomes {clue.clue}",
            (cage,),
            distance(cage, clue) + (NOT_UNIQUE if unique is False else 0),
            unique,
        )
        for clue, unique in fits.items()
    ]
    repairs.sort(key=lambda repair: (repair.distance, repair.words))  # the same in every run
    return repairs[:_MAX_FITS]


def _near_fits(
    cages: Oracle, wrong: Constraint, known: Collection[Cage]
) -> dict[Cage, bool | None]:
    """The likeliest clues that a cage can have, except those known, as far as they are found in
    time; for each, whether it leaves one solution.
    """
    puzzle, cage = cages.puzzle, cages.puzzle.cages[wrong.number]
    fits: dict[Cage, bool | None] = {}
    try:
        with Clock(_SECONDS_FOR_NEAR).running():
            for clue in islice(near_clues(cage, puzzle.rules), _MAX_NEAR):
                if clue not in known and cages.may_replace(frozenset([wrong]), [clue]):
                    outcome = find_in_time(changed(puzzle, [cage], [clue]), solutions=2)
                    if outcome.count:
                        fits[clue] = outcome.unique
    except StoppedError:
        checkpoint()  # raises it again if another limit was reached
    return fits


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


def changed(puzzle: Puzzle, before: Sequence[Cage], after: Sequence[Cage]) -> Puzzle:
    """A puzzle with other cages instead of some."""
    kept = (cage for cage in puzzle.cages if cage not in before)
    return replace(puzzle, cages=(*kept, *after))


def tried(puzzle: Puzzle, change: CageChange) -> Repair | None:
    """The repair that a change makes; None if the changed puzzle has no solution."""
    mended = changed(puzzle, change.before, change.after)
    outcome = find_in_time(mended, solutions=2)
    if not outcome.count:
        return None
    cost = change.distance + (0 if outcome.unique else NOT_UNIQUE)
    return Repair(mended, change.words, change.before, cost, outcome.unique)


def clues_in_solutions(puzzle: Puzzle, cage: Cage) -> tuple[Outcome, Counter[Clue]]:
    """The outcome of a search for solutions of a puzzle without a cage, and in how many of them the
    cells of that cage make each clue.
    """
    held: Counter[tuple[int, ...]] = Counter()

    def note(grid: Grid) -> None:
        values = _values(cage, grid)
        if not _repeats(puzzle, values):
            held[values] += 1

    outcome = find_in_time(puzzle, note, solutions=_MAX_SOLUTIONS)
    made: Counter[Clue] = Counter()
    for values, count in held.items():
        for clue in _clues_made(puzzle, cage, values):
            made[clue] += count
    operators = _operators(puzzle, cage)
    if any(operator.makes for operator in operators):
        # Some values make several targets, and only one of them has been counted.
        near = ((clue.operator, clue.target) for clue in near_clues(cage, puzzle.rules))
        made = Counter({clue: _solutions_making(clue, operators, held) for clue in {*made, *near}})
    return outcome, +made


def _solutions_making(
    clue: Clue, operators: Collection[Operator], held: Counter[tuple[int, ...]]
) -> int:
    """In how many solutions a cage holds values that make a clue."""
    checkpoint()
    shown, target = clue
    among = operators if shown is None else (shown,)
    return sum(
        count
        for values, count in held.items()
        if any(operator.holds(values, target) for operator in among)
    )


def _values(cage: Cage, grid: Grid) -> tuple[int, ...]:
    return tuple(grid[row][column] for row, column in cage.cells)


def _repeats(puzzle: Puzzle, values: Sequence[int]) -> bool:
    """Whether values repeat where they must not, as in a cage of more cells than there are values:
    then no clue helps.
    """
    return puzzle.rules.distinct_cages and len(set(values)) < len(values)


def _operators(puzzle: Puzzle, cage: Cage) -> set[Operator]:
    """The operators that a clue of a cage may have instead of its own, and its own."""
    return {*puzzle.rules.possible_operators(len(cage.cells)), *puzzle.possible_operators(cage)}


def _clues_made(puzzle: Puzzle, cage: Cage, values: Sequence[int]) -> set[Clue]:
    """The clues that values make in a cage, one by each operator; a hidden one stays hidden."""
    if len(values) == 1:
        return {(cage.operator, values[0])}
    if _repeats(puzzle, values):
        return set()
    return {
        (operator if cage.operator else None, target)
        for operator in _operators(puzzle, cage)
        if (target := operator.evaluate(values)) is not None
    }


# --- several clues at once -----------------------------------------------------------------------

MAX_SETS = 5
"""Sets of clues to change that are listed."""


def fewest_changes(cages: Oracle, cores: Iterable[Constraints]) -> Iterator[Repair]:
    """The fewest clues that have to change together, with clues that they could be.

    A set of cages without which there is a solution meets every core: so a smallest set that meets
    all cores known is such a set, or shows another core. (Davies and Bacchus, "Solving MAXSAT by
    solving a sequence of simpler SAT instances", 2011.)
    """
    puzzle = cages.puzzle
    found = fewest = 0
    with closing(cages.hitting_sets()) as sets:
        for core in cores:
            sets.add(core)
        while found < MAX_SETS:
            changed = sets.smallest()
            if changed is None or (found and len(changed) > fewest):
                break
            if cages.grid(cages.constraints - changed) is None:
                sets.add(cages.core())
                continue
            found, fewest = found + 1, len(changed)
            wrong = sorted((puzzle.cages[one.number] for one in changed), key=attrgetter("cells"))
            if repair := _other_clues(puzzle, wrong):
                yield repair
            sets.forbid(changed)


def _other_clues(puzzle: Puzzle, cages: Sequence[Cage]) -> Repair | None:
    """The repair of some cages by the likeliest of the clues that they make in some solutions; None
    if there is none.
    """
    found: set[tuple[Cage, ...]] = set()

    def note(grid: Grid) -> None:
        made = [
            [Cage(cage.cells, *clue) for clue in _clues_made(puzzle, cage, _values(cage, grid))]
            for cage in cages
        ]
        if all(made):
            found.add(tuple(map(_likeliest, cages, made)))

    find_in_time(_without(puzzle, cages), note, solutions=_MAX_SOLUTIONS)
    changes = [
        CageChange(
            listed(f"{cage} becomes {clue.clue}" for cage, clue in zip(cages, clues, strict=True)),
            sum(map(distance, cages, clues)),
            tuple(cages),
            clues,
        )
        for clues in found
    ]
    if not changes:
        return None
    likeliest = min(changes, key=lambda change: (change.distance, change.words))
    return tried(puzzle, likeliest)


def _likeliest(cage: Cage, clues: Iterable[Cage]) -> Cage:
    """The clue that a person is likeliest to have meant; of several the same in every run."""
    return min(clues, key=lambda clue: (distance(cage, clue), clue.clue))
