"""Repairs: puzzles near a given one that have a solution, the likeliest first.

This module repairs a clue. *Suspects* are the cages without which there is a solution. They lie in
every set of constraints that contradict each other, so the cores of a few answers rule out most
cages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kenken_cp.clock import Status, checkpoint
from kenken_cp.diagnose.clue_distance import ANY_CLUE, distance
from kenken_cp.errors import InternalError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.integers import as_integer
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.sat.oracle import Constraints, Oracle
from kenken_cp.search.limits import Limits
from kenken_cp.search.verbs import find_solutions

MAX_SOLUTIONS = 300
"""Solutions of a puzzle without a cage that are compared, to see which clues would fit it."""

_MAX_FITS = 12
"""Clues that are listed for a suspect."""

_TARGET_BITS = 40
"""Bits of the largest of several targets of the same values: puzzles print none above 10^12."""

_NOT_UNIQUE = 2.0
"""What a repair that leaves several solutions costs, as a distance of clues."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Other cages instead of some of a puzzle, which leave a solution.

    Attributes:
        text: what changes, in a phrase: ``6* at r3c3 r4c3 becomes 6+``.
        cages: cages of the given puzzle.
        becomes: the cages that take their place; they may have other cells.
        mistake_distance: how unlikely a person is to make this mistake, as a distance of clues.
        puzzle: the mended puzzle, which states neither a level nor how many solutions it has.
        unique: whether it has one solution; None if that is not known.
    """

    text: str
    cages: tuple[Cage, ...]
    becomes: tuple[Cage, ...]
    mistake_distance: float
    puzzle: Puzzle
    unique: bool | None = None

    @property
    def rank(self) -> float:
        """How unlikely the repair is: one that leaves several solutions is less likely."""
        return self.mistake_distance + (_NOT_UNIQUE if self.unique is False else 0)

    def __repr__(self) -> str:
        return f"<Repair {self.text}>"


@dataclass(frozen=True, slots=True)
class Suspect:
    """A cage without which there is a solution.

    Attributes:
        fits: clues that it could have instead, as repairs, the likeliest first.
        has_all_fits: whether no other clue fits that puzzles print: without the cage there were few
            enough solutions to look at each.
    """

    cage: Cage
    fits: tuple[Repair, ...]
    has_all_fits: bool

    def __repr__(self) -> str:
        return f"<Suspect {self.cage}>"

    @property
    def rank(self) -> float:
        """How unlikely the likeliest clue is."""
        return self.fits[0].rank if self.fits else ANY_CLUE + _NOT_UNIQUE


def sorted_suspects(suspects: Iterable[Suspect]) -> tuple[Suspect, ...]:
    """Suspects in the order in which a person should look at them."""
    return tuple(sorted(suspects, key=lambda each: (each.rank, each.cage.cells)))


def sorted_repairs(repairs: Iterable[Repair]) -> tuple[Repair, ...]:
    """Repairs in the order in which a person should look at them, the same in every run."""
    return tuple(
        sorted(repairs, key=lambda one: (one.rank, [c.cells for c in one.cages], one.text))
    )


def suspects(oracle: Oracle, cores: list[Constraints]) -> Iterator[Suspect]:
    """Every cage whose removal leaves a solution, as it is found.

    Cages outside a core are none, so each core leaves fewer cages to ask about.

    Args:
        oracle: of a puzzle without a solution, whose cages can be left out.
        cores: sets of cages that contradict each other; those found are added.
    """
    every = oracle.constraints
    if oracle.find_grid(every) is not None:
        raise InternalError(f"a solution of {oracle.puzzle.name}, which was to have none")
    cores.append(oracle.core())
    left = set(cores[-1])
    while left:
        constraint = min(left)
        left.discard(constraint)
        if oracle.find_grid(every - {constraint}) is None:
            cores.append(oracle.core())
            left &= cores[-1]
        else:
            yield _suspect(oracle.puzzle, oracle.puzzle.cages[constraint.number])
            checkpoint()  # whether the time was over before all clues that fit were known


def _suspect(puzzle: Puzzle, cage: Cage) -> Suspect:
    """A cage with the clues that fit: those that its cells make in some solution of the puzzle
    without it.
    """
    solutions: Counter[tuple[int, ...]] = Counter()  # by the values of the cage

    def note(grid: Grid) -> None:
        solutions[tuple(grid[row][column] for row, column in cage.cells)] += 1

    outcome = find_solutions(_without(puzzle, cage), note, Limits(MAX_SOLUTIONS))
    complete = outcome.status is Status.EXHAUSTED
    counts: Counter[Cage] = Counter()  # by the clue that the solutions make
    for values, number in solutions.items():
        for clue in _clues(puzzle, cage, values):
            counts[clue] += number
    repairs = []
    for clue, count in counts.items():
        unique = count == 1 if count > 1 or complete else None
        text, after = f"{cage} becomes {clue.clue}", puzzle.with_cages([cage], [clue])
        repairs.append(Repair(text, (cage,), (clue,), distance(cage, clue), after, unique))
    fits = sorted_repairs(repairs)[:_MAX_FITS]
    return Suspect(cage, fits, has_all_fits=complete and len(repairs) <= _MAX_FITS)


def _without(puzzle: Puzzle, cage: Cage) -> Puzzle:
    """A puzzle without the clue of a cage, whose cells must still differ if the rules forbid a
    repetition in a cage.
    """
    others = tuple(other for other in puzzle.cages if other != cage)
    if not puzzle.rules.distinct_cages or not 1 < len(cage.cells) <= len(puzzle.values):
        return replace(puzzle, cages=others)
    return replace(puzzle, cages=others, houses=(*puzzle.houses, cage.cells))


def _clues(puzzle: Puzzle, cage: Cage, values: Sequence[int]) -> set[Cage]:
    """A cage with each clue that values in its cells make; a hidden operator stays hidden. No clue
    if a value repeats that must not, as in a cage of more cells than there are values.
    """
    if len(values) == 1:
        return {Cage(cage.cells, cage.operator, values[0])}
    clues = set[Cage]()
    if puzzle.rules.distinct_cages and len(set(values)) < len(values):
        return clues
    operators = {*puzzle.rules.hidden_operators(len(values)), *puzzle.possible_operators(cage)}
    for operator in operators:
        several = operator.targets(values, _TARGET_BITS) if operator.targets else ()
        for target in {operator.evaluate(values), *several}:
            if target is not None and as_integer(target) is not None:  # not too large to be typed
                clues.add(Cage(cage.cells, operator if cage.operator else None, target))
    return clues
