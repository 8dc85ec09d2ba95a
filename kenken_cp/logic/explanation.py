"""The whole way to a solution, the easiest techniques first, without what did not matter."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

from kenken_cp.errors import LimitReachedError
from kenken_cp.logic.candidates import Board, Candidates, filled
from kenken_cp.logic.inference import contradiction_in, next_steps, stands, take
from kenken_cp.logic.relevance import relevant, shown_by
from kenken_cp.logic.steps import GUESS, TECHNIQUES, Contradiction, Level, Step, Taken
from kenken_cp.logic.strategies import fewest_candidates
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Explanation:
    """The way to a solution, or as far as it goes.

    Args:
        steps: those that matter, in order.
        board: what they lead to.
        contradiction: where they show that there is no solution.
    """

    puzzle: Puzzle
    steps: tuple[Taken, ...]
    board: Board
    contradiction: Contradiction | None

    @property
    def guesses(self) -> int:
        """How often deduction was stuck."""
        return sum(taken.step.technique == GUESS for taken in self.steps)


def explanation(
    puzzle: Puzzle, solution: Grid | None = None, *, seconds: float | None = None
) -> Explanation:
    """The way by the easiest techniques first.

    Where they do not suffice it goes on by a value of the solution, if one is given, and otherwise
    ends with an open board.

    Raises:
        LimitReachedError: if the time ran out.
    """
    end = math.inf if seconds is None else time.monotonic() + seconds
    start = filled(puzzle, {})
    candidates = start.copy()
    steps = []
    for step in _way(candidates, solution):
        steps.append(step)
        if time.monotonic() > end:
            raise LimitReachedError(f"timeout after {len(steps)} steps")
    contradiction = contradiction_in(candidates)
    if contradiction is None:
        kept, _ = relevant(start, steps, lambda _: {}, all_places=True)
    else:
        kept, _ = relevant(start, steps, shown_by(contradiction))
    return Explanation(puzzle, tuple(kept), candidates.board, contradiction)


def _way(candidates: Candidates, solution: Grid | None) -> Iterator[Step]:
    """Takes steps, and yields each that changed something."""
    while not candidates.dead:
        steps = next_steps(candidates, TECHNIQUES)
        if not steps:
            if solution is None or candidates.solved:
                return
            steps = [_guess(candidates, solution)]
        # A player who has found a pair looks for what is easier before the next pair.
        elif TECHNIQUES.named(steps[0].technique).level > Level.NORMAL:
            steps = steps[:1]
        for step in steps:
            if not stands(step, candidates):
                return
            if take(candidates, step):
                yield step


def _guess(candidates: Candidates, solution: Grid) -> Step:
    index = fewest_candidates(candidates)
    row, column = cell = candidates.instance.cells[index]
    values = candidates.domain.values(candidates.masks[index])
    return Step(GUESS, places=((cell, solution[row][column]),), cells=(cell,), values=values)
