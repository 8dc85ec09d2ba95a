"""Local search from a random puzzle to one of a level."""

from __future__ import annotations

from dataclasses import dataclass

from kenken_cp.generate.cages import CageBuilder
from kenken_cp.generate.moves import loosening_moves, tightening_moves
from kenken_cp.generate.uniqueness import Budget, make_unique
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.inference import settle
from kenken_cp.logic.steps import techniques_up_to
from kenken_cp.logic.techniques import TECHNIQUES, Level
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle

_MAX_CLIMBS = 30
"""Moves that a puzzle which is too easy is given before another is started from: some boards are
easy whatever is changed.
"""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How far the techniques up to a level solve a puzzle.

    Args:
        level: of the puzzle, if it has one solution, and the techniques up to ``EXTREME`` were
            tried.
        hardest: the rank of the hardest technique used.
        times: how often it was used.
        excess: the candidates left beyond one a cell, where the techniques were stuck.
        open_cells: the cells that have them.
    """

    level: Level
    hardest: int
    times: int
    excess: int
    open_cells: tuple[Cell, ...]

    def at_least(self, other: Difficulty) -> bool:
        """Whether a puzzle is as hard as another, both being solved, or stuck."""
        return (self.excess > 0, self.hardest, self.times) >= (
            other.excess > 0,
            other.hardest,
            other.times,
        )


def difficulty(puzzle: Puzzle, level: Level, budget: Budget) -> Difficulty:
    """Solves with the techniques of a level and below."""
    budget.spend()
    techniques = tuple(TECHNIQUES)
    ranks = {technique.name: rank for rank, technique in enumerate(techniques)}
    candidates = Candidates(puzzle)
    used = [ranks[step.technique] for step in settle(candidates, techniques_up_to(level))]
    hardest = max(used, default=0)
    counts = [mask.bit_count() for mask in candidates.masks]
    open_cells = [cell for cell, left in zip(puzzle.cells, counts, strict=True) if left > 1]
    return Difficulty(
        Level.UNREASONABLE if open_cells else techniques[hardest].level,
        hardest,
        used.count(hardest),
        sum(counts) - len(counts),
        tuple(open_cells),
    )


def reach_level(
    builder: CageBuilder, puzzle: Puzzle, level: Level, budget: Budget
) -> Puzzle | None:
    """A puzzle of a level, made from any by moves; None if they do not lead there.

    It is first tightened until it is no harder than the level, then loosened in small steps and
    tightened again after each, as long as it is easier.
    """
    found = _tightened(level, builder, puzzle, budget)
    for _ in range(_MAX_CLIMBS):
        if found is None:
            return None
        if found[1].level == level:
            return found[0]
        found = _loosened(found, level, builder, budget)
    return None


def _loosened(
    found: tuple[Puzzle, Difficulty], level: Level, builder: CageBuilder, budget: Budget
) -> tuple[Puzzle, Difficulty] | None:
    """A puzzle one move away that is as hard or harder, up to the level; None if there is none."""
    for changed in loosening_moves(builder, found[0]):
        harder = _tightened(level, builder, changed, budget)
        if harder is not None and harder[1].at_least(found[1]):
            return harder
    return None


def _tightened(
    level: Level, builder: CageBuilder, puzzle: Puzzle, budget: Budget
) -> tuple[Puzzle, Difficulty] | None:
    """A puzzle tightened until it has one solution that can be found at a level, and how hard it
    then is; None if no move helps any more.
    """
    if level is Level.UNREASONABLE:
        unique = make_unique(builder, puzzle, budget)
        return None if unique is None else (unique, difficulty(unique, Level.EXTREME, budget))
    now = difficulty(puzzle, level, budget)
    while now.excess:
        for changed in tightening_moves(builder, puzzle, now.open_cells, gently=True):
            after = difficulty(changed, level, budget)
            if after.excess < now.excess:
                puzzle, now = changed, after
                break
        else:
            return None
    return puzzle, now
