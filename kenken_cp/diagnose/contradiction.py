"""Why a puzzle has no solution: a smallest set of cages and houses that contradict each other."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass

from kenken_cp.backends.sat.solver import StoppedError
from kenken_cp.diagnose.questions import Clock, Constraints, Questions
from kenken_cp.encode.instance import Constraint, Kind, instance
from kenken_cp.model.geometry import Grid, House
from kenken_cp.model.puzzle import Cage, Puzzle

SECONDS_FOR_SMALLEST = 1.0
"""For the search for a smaller one, after a minimal one is found."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Constraints that no grid satisfies together, though without any one of them some grid does.

    Attributes:
        cages, houses: of the puzzle.
        smallest: whether it is proved that no contradicting set is smaller.
        without: for each member a grid that satisfies all the others.
    """

    puzzle: Puzzle
    cages: tuple[Cage, ...]
    houses: tuple[House, ...]
    smallest: bool
    without: Mapping[Cage | House, Grid]

    @property
    def released(self) -> frozenset[int]:
        """The houses, by their numbers in the instance, that it does not need."""
        kept = set(self.houses)
        groups = instance(self.puzzle).houses
        return frozenset(number for number, group in enumerate(groups) if group.house not in kept)


def conflict(
    puzzle: Puzzle, clock: Clock, *, seconds_for_smallest: float = SECONDS_FOR_SMALLEST
) -> Conflict | None:
    """A smallest conflict of a puzzle, or, where none is found in its time, a minimal one.

    Returns:
        None if the puzzle has a solution.

    Raises:
        StoppedError: if a limit came before there was a minimal one.
    """
    with Questions(puzzle, {Kind.CAGE, Kind.HOUSE}, clock) as questions:
        if questions.grid(questions.constraints) is not None:
            return None
        without = questions.minimal(questions.core())
        try:
            with questions.within(seconds_for_smallest):
                smaller = _smallest(questions, frozenset(without))
                if len(smaller) < len(without):
                    without = questions.minimal(smaller)
            smallest = True
        except StoppedError:
            smallest = False
        return _conflict(puzzle, without, smallest=smallest)


def _smallest(questions: Questions, best: Constraints) -> Constraints:
    """A smallest contradicting set, given a minimal one.

    Every contradicting set meets each set whose removal leaves a solution; so a smallest set that
    meets all those known is either contradicting, and then a smallest such, or shows another.
    """
    with closing(questions.hitting_sets()) as corrections:
        for one in best:
            corrections.add(_correction(questions, best - {one}))
        while True:
            candidate = corrections.smallest()
            assert candidate is not None
            if len(candidate) == len(best):
                return best
            if questions.grid(candidate) is None:
                return candidate
            corrections.add(_correction(questions, candidate))


def _correction(questions: Questions, satisfied: Constraints) -> Constraints:
    """What has to be left out for a solution: all but a large set that can be satisfied."""
    left = sorted(questions.constraints - satisfied, key=_order)
    kept = satisfied
    # In halves, so that a few questions suffice where most can be kept.
    parts = [left]
    while parts:
        part = parts.pop()
        if questions.grid(kept.union(part)) is not None:
            kept = kept.union(part)
        elif len(part) > 1:
            half = len(part) // 2
            parts += [part[half:], part[:half]]
    return questions.constraints - kept


def _conflict(puzzle: Puzzle, without: Mapping[Constraint, Grid], *, smallest: bool) -> Conflict:
    groups = instance(puzzle).houses
    members: dict[Cage | House, Grid] = {
        puzzle.cages[one.number] if one.kind is Kind.CAGE else groups[one.number].house: grid
        for one, grid in sorted(without.items(), key=lambda item: _order(item[0]))
    }
    cages = tuple(member for member in members if isinstance(member, Cage))
    houses = tuple(member for member in members if not isinstance(member, Cage))
    return Conflict(puzzle, cages, houses, smallest, members)


def _order(one: Constraint) -> tuple[str, int]:
    return one.kind.value, one.number
