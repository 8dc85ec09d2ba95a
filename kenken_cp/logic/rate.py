"""``rate``: how hard a puzzle is for a person, by the hardest technique that it needs."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from kenken_cp.clock import checkpoint
from kenken_cp.logic.events import Deduced, Expanded
from kenken_cp.logic.solver import events
from kenken_cp.logic.steps import TECHNIQUES, Level
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.search.interrupts import in_time
from kenken_cp.search.verbs import find_or_stop
from kenken_cp.text import listed, plural


@dataclass(frozen=True, slots=True)
class Rating:
    """What solving a puzzle takes, by the easiest techniques first.

    Args:
        level: that of the hardest technique, ``UNREASONABLE`` if one must guess; None for a puzzle
            without exactly one solution, of which nothing else is known either.
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

    def __str__(self) -> str:
        if not self.solved:
            return "several solutions" if self.solutions else "no solution"
        needed = [self.hardest] if self.hardest else []
        needed += [plural(self.guesses, "guess", "guesses")] if self.guesses else []
        return f"{self.level}: {listed(needed)}" if needed else str(self.level)


def rate(puzzle: Puzzle, *, seconds: float | None = None) -> Rating:
    """Solves a puzzle as a person would, to see what that takes.

    Raises:
        LimitReachedError: if the time ran out, or on Ctrl-C.
        KenKenError: for a time that is not positive.
    """
    expect_puzzle(puzzle)
    steps: Counter[str] = Counter()
    guesses = 0
    givens = {(cell,) for cell in puzzle.givens}  # to read off a given is no step
    with in_time(seconds):
        found = find_or_stop(puzzle, solutions=2)
        if not found.unique:
            return Rating(None, None, 0, {}, found.count)
        for event in events(puzzle, STRATEGIES.named("deduction"), boards=False):
            checkpoint()
            if isinstance(event, Deduced):
                steps[event.step.technique] += event.step.cells not in givens
            elif isinstance(event, Expanded):
                guesses += len(event.values) > 1
    used = [technique for technique in TECHNIQUES if steps[technique.name]]
    level = Level.UNREASONABLE if guesses else used[-1].level if used else Level.EASY
    numbers = {technique.name: steps[technique.name] for technique in used}
    return Rating(level, used[-1].name if used else None, guesses, numbers, found.count)
