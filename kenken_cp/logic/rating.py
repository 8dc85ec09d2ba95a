"""How hard a puzzle is for a person: the hardest technique that it needs, or the largest reason."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kenken_cp.clock import checkpoint
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.errors import LimitReachedError, expect_bool
from kenken_cp.logic.events import Event, Found, Node, Observer
from kenken_cp.logic.questions import Effort
from kenken_cp.logic.solver import events
from kenken_cp.logic.steps import TECHNIQUES, Level, Step
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.logic.techniques.reasons import SMALLEST_REASON, reason_size
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.search.interrupts import in_time
from kenken_cp.text import listed, plural


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
        largest_reason: if each step is the smallest reason on the board, how many cages and houses
            the largest of them has; 0 if naked singles are enough. None if nobody asked, for a
            puzzle without exactly one solution, and for one too large to look for reasons.
    """

    level: Level | None
    hardest: str | None
    guesses: int
    techniques: Mapping[str, int]
    solutions: Count
    largest_reason: int | None = None

    @property
    def solved(self) -> bool:
        """Whether there is exactly one solution, and it was found."""
        return self.solutions == 1

    def __str__(self) -> str:
        if not self.solved:
            return "several solutions" if self.solutions else "no solution"
        guesses = [plural(self.guesses, "guess", "guesses")] if self.guesses else []
        needed = [*([self.hardest] if self.hardest else []), *guesses]
        return f"{self.level}: {listed(needed)}" if needed else str(self.level)


def rate(puzzle: Puzzle, *, reasons: bool = False, seconds: float | None = None) -> Rating:
    """Solves a puzzle as a person would, to see what that takes.

    Args:
        reasons: solve it a second time, by smallest reasons alone, for the largest of them.

    Raises:
        LimitReachedError: if the time ran out, or on Ctrl-C; it says what was needed so far.
        KenKenError: for a time that is not positive.
    """
    expect_puzzle(puzzle)
    expect_bool(reasons, "reasons")
    tally = _Tally(puzzle)
    solutions = 0
    try:
        with in_time(seconds):
            for event in events(puzzle, STRATEGIES.named("deduction"), tally):
                checkpoint()
                solutions += isinstance(event, Found)
                if solutions == 2:
                    break
            largest = _largest_reason(puzzle) if reasons and solutions == 1 else None
    except LimitReachedError as error:
        so_far = rating_of(tally.steps, tally.guesses, 1)
        if so_far.hardest is None:
            raise
        guesses = plural(so_far.guesses, "guess", "guesses")
        needed = [so_far.hardest, *([guesses] if so_far.guesses else [])]
        text = f"{error}; {so_far.level} so far: {listed(needed)}"
        raise LimitReachedError(text, status=error.status) from None
    return rating_of(tally.steps, tally.guesses, solutions, largest)


def rating_of(
    steps: Mapping[str, int], guesses: int, solutions: int, largest_reason: int | None = None
) -> Rating:
    """The rating of a puzzle that took these steps of each technique, and guesses.

    Args:
        solutions: 0, 1, or 2 for several.
    """
    used = [technique for technique in TECHNIQUES if steps.get(technique.name)]
    level = Level.UNREASONABLE if guesses else used[-1].level if used else Level.EASY
    return Rating(
        level if solutions == 1 else None,
        used[-1].name if used else None,
        guesses,
        {technique.name: steps[technique.name] for technique in used},
        Count(solutions, exact=solutions < 2),
        largest_reason,
    )


def _largest_reason(puzzle: Puzzle) -> int | None:
    """The size of the largest reason on the way to the only solution; None if it is too large to
    look for them.
    """
    sizes = _Sizes()
    try:
        with Effort().spent():
            for event in events(puzzle, STRATEGIES.named("smallest-reason"), sizes):
                if isinstance(event, Found):
                    return sizes.largest
    except TooLargeError:
        pass
    return None


class _Tally(Observer):
    """Counts guesses, and steps, but for those that only read off a given."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._givens = {(cell,) for cell in puzzle.givens}
        self.steps: Counter[str] = Counter()
        self.guesses = 0

    def takes(self, node: Node, step: Step, waiting: int) -> Iterable[Event]:
        self.steps[step.technique] += step.cells not in self._givens
        return ()

    def branches(
        self, node: Node, cell: int, children: Sequence[Node], waiting: int
    ) -> Iterable[Event]:
        self.guesses += sum(child.broken is None for child in children) > 1
        return ()


class _Sizes(Observer):
    """Keeps the size of the largest reason."""

    def __init__(self) -> None:
        self.largest = 0

    def takes(self, node: Node, step: Step, waiting: int) -> Iterable[Event]:
        if step.technique == SMALLEST_REASON.name:
            self.largest = max(self.largest, reason_size(step))
        return ()
