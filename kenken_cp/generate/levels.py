"""From a random puzzle to one of a level."""

from __future__ import annotations

from dataclasses import dataclass

from kenken_cp.generate.cages import CageBuilder
from kenken_cp.generate.moves import looser, tighter
from kenken_cp.generate.uniqueness import Budget, make_unique
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.solver import techniques_up_to
from kenken_cp.logic.techniques import TECHNIQUES, Level, settle
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle

_CLIMBS = 30
"""Changes to a puzzle that is too easy before another is taken to start from: some boards are
easy whatever one does.
"""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How far the techniques up to a level come with a puzzle.

    Args:
        hardest: the rank of the hardest technique used.
        times: how often it was used.
        left: candidates too many that were left, where the techniques were stuck.
        doubted: the cells they were left in.
    """

    hardest: int
    times: int
    left: int
    doubted: tuple[Cell, ...]

    @property
    def level(self) -> Level:
        """The level of the puzzle, if it has one solution, and those up to ``EXTREME`` were
        tried.
        """
        return Level.UNREASONABLE if self.left else TECHNIQUES[self.hardest].level

    def at_least(self, other: Difficulty) -> bool:
        """Whether a puzzle is as hard as another, both being solved, or stuck."""
        return (self.left > 0, self.hardest, self.times) >= (
            other.left > 0,
            other.hardest,
            other.times,
        )


_RANK = {technique.name: rank for rank, technique in enumerate(TECHNIQUES)}


def difficulty(puzzle: Puzzle, level: Level, budget: Budget) -> Difficulty:
    """Solves with the techniques of a level and below."""
    budget.spend()
    candidates = Candidates(puzzle)
    used = [_RANK[step.technique] for step in settle(candidates, techniques_up_to(level))]
    hardest = max(used, default=0)
    cells = candidates.layout.cells
    return Difficulty(
        hardest,
        used.count(hardest),
        sum(mask.bit_count() - 1 for mask in candidates.masks),
        tuple(cells[i] for i, mask in enumerate(candidates.masks) if mask.bit_count() > 1),
    )


def reach_level(
    builder: CageBuilder, puzzle: Puzzle, level: Level, budget: Budget
) -> Puzzle | None:
    """A puzzle of a level, made of any; None if that does not come about.

    It is first tightened until it is no harder than the level, then loosened in small steps and
    tightened again after each, as long as it is easier.
    """
    found = _held_to(level, builder, puzzle, budget)
    for _ in range(_CLIMBS):
        if found is None:
            return None
        if found[1].level == level:
            return found[0]
        found = _loosened(found, level, builder, budget)
    return None


def _loosened(
    found: tuple[Puzzle, Difficulty], level: Level, builder: CageBuilder, budget: Budget
) -> tuple[Puzzle, Difficulty] | None:
    """A neighbour of a puzzle that is as hard or harder, up to the level; None if there is none."""
    for changed in looser(builder, found[0]):
        harder = _held_to(level, builder, changed, budget)
        if harder is not None and harder[1].at_least(found[1]):
            return harder
    return None


def _held_to(
    level: Level, builder: CageBuilder, puzzle: Puzzle, budget: Budget
) -> tuple[Puzzle, Difficulty] | None:
    """A puzzle tightened until it has one solution that can be found at a level, with how hard it
    then is; None if that does not come about.
    """
    if level is Level.UNREASONABLE:
        held = make_unique(builder, puzzle, budget)
        return None if held is None else (held, difficulty(held, Level.EXTREME, budget))
    now = difficulty(puzzle, level, budget)
    while now.left:
        for changed in tighter(builder, puzzle, now.doubted, gently=True):
            after = difficulty(changed, level, budget)
            if after.left < now.left:
                puzzle, now = changed, after
                break
        else:
            return None
    return puzzle, now
