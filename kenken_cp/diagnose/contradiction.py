"""Why a puzzle has no solution: a smallest set of cages and houses that contradict each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import itemgetter

from kenken_cp.checkpoints import StoppedError
from kenken_cp.encode.instance import Constraint, Kind, instance
from kenken_cp.model.geometry import Grid, House
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.sat.questions import Questions
from kenken_cp.search.protocol import Limits

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
    puzzle: Puzzle, *, seconds_for_smallest: float = SECONDS_FOR_SMALLEST
) -> Conflict | None:
    """A smallest conflict of a puzzle, or, where none is found in its time, a minimal one.

    Returns:
        None if the puzzle has a solution.

    Raises:
        StoppedError: if a limit came before there was a minimal one.
    """
    with Questions(instance(puzzle), {Kind.CAGE, Kind.HOUSE}) as questions:
        if questions.grid(questions.constraints) is not None:
            return None
        without = questions.minimal(questions.core())
        try:
            with Limits(seconds=seconds_for_smallest).enforced():
                smaller = questions.smallest(frozenset(without))
                if len(smaller) < len(without):
                    without = questions.minimal(smaller)
            smallest = True
        except StoppedError:
            smallest = False
        return _conflict(puzzle, without, smallest=smallest)


def _conflict(puzzle: Puzzle, without: Mapping[Constraint, Grid], *, smallest: bool) -> Conflict:
    groups = instance(puzzle).houses
    members: dict[Cage | House, Grid] = {
        puzzle.cages[one.number] if one.kind is Kind.CAGE else groups[one.number].house: grid
        for one, grid in sorted(without.items(), key=itemgetter(0))
    }
    cages = tuple(member for member in members if isinstance(member, Cage))
    houses = tuple(member for member in members if not isinstance(member, Cage))
    return Conflict(puzzle, cages, houses, smallest, members)
