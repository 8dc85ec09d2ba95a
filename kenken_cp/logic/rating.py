"""How hard a puzzle is for a person: the hardest technique that it needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from kenken_cp.errors import LimitReachedError
from kenken_cp.logic.solver import Deduced, Expanded, Found, events, strategy_named
from kenken_cp.logic.techniques import TECHNIQUES, Level, Step
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Limits


@dataclass(frozen=True, slots=True)
class Rating:
    """What solving a puzzle takes, by the easiest techniques first.

    Args:
        level: that of the hardest technique, ``UNREASONABLE`` if one must guess; None for a puzzle
            without exactly one solution.
        hardest: the name of the hardest technique; None if there is nothing to deduce.
        guesses: how often the techniques were stuck, in the whole search.
        techniques: how many steps each technique gave, from easy to hard; givens do not count.
        solutions: 0, 1, or ``2+`` for several.
    """

    level: Level | None
    hardest: str | None
    guesses: int
    techniques: Mapping[str, int]
    solutions: Count

    @property
    def solved(self) -> bool:
        """Whether there is exactly one solution, and it was found."""
        return self.solutions == 1


def rate(puzzle: Puzzle, *, seconds: float | None = None) -> Rating:
    """Solves a puzzle as a person would, to see what that takes.

    Raises:
        LimitReachedError: if the time ran out.
        KenKenError: for a time that is not positive.
    """
    why_stop = Limits(seconds=seconds).watch()
    steps: Counter[str] = Counter()
    guesses = solutions = 0
    for event in events(puzzle, strategy_named("deduction")):
        if isinstance(event, Deduced):
            steps[event.step.technique] += not _is_given(event.step, puzzle)
        elif isinstance(event, Expanded):
            guesses += len(event.values) > 1
        elif isinstance(event, Found):
            solutions += 1
            if solutions == 2:
                break
        if why_stop():
            raise LimitReachedError(f"timeout after {guesses} guesses")
    used = [technique for technique in TECHNIQUES if steps[technique.name]]
    level = Level.UNREASONABLE if guesses else max((t.level for t in used), default=Level.EASY)
    return Rating(
        level if solutions == 1 else None,
        used[-1].name if used else None,
        guesses,
        {technique.name: steps[technique.name] for technique in used},
        Count(solutions, exact=solutions < 2),
    )


def _is_given(step: Step, puzzle: Puzzle) -> bool:
    """Whether a step only reads off a given, which no player would count as one."""
    if step.cages:
        return len(step.cages) == 1 and len(step.cages[0].cells) == 1
    if not step.places:
        return False
    ((cell, _),) = step.places
    return any(cage.cells == (cell,) for cage in puzzle.cages)
