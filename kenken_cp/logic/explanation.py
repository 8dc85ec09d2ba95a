"""The whole way to a solution: the easiest techniques first, and only the steps that matter."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from kenken_cp.clock import checkpoint
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import Instance
from kenken_cp.logic.candidates import Board, Candidates, filled
from kenken_cp.logic.inference import contradiction_in, next_steps, stands, take
from kenken_cp.logic.questions import Effort, counted
from kenken_cp.logic.reasons import placeable
from kenken_cp.logic.relevance import relevant, shown_by
from kenken_cp.logic.sentences import paragraphs
from kenken_cp.logic.steps import (
    GUESS,
    TECHNIQUES,
    Contradiction,
    Level,
    Step,
    Taken,
    techniques_up_to,
)
from kenken_cp.logic.strategies import fewest_candidates
from kenken_cp.logic.techniques.reasons import SMALLEST_REASON, one_at_a_time
from kenken_cp.logic.words import contradiction_name
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.interrupts import in_time
from kenken_cp.text import plural

MAX_TRIAL_CHECKPOINTS = 500_000
"""Checkpoints of all trials of a puzzle together: on a 16x16 they take some seconds."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The way to a solution, or as far as it goes; ``print`` it for sentences, to which a notebook
    adds the board.

    Args:
        steps: those that matter, in order.
        board: what they lead to.
        contradiction: where they show that there is no solution.
        solutions: how many there are: 0, 1, or ``2+`` for several; None where nobody has asked.
        unexplained: why the search for smallest reasons ended where the techniques did, or after
            some; else empty.
    """

    puzzle: Puzzle
    steps: tuple[Taken, ...]
    board: Board
    contradiction: Contradiction | None
    solutions: Count | None = None
    unexplained: str = ""

    @property
    def guesses(self) -> int:
        """How often a value was taken from the solution, for want of a reason."""
        return sum(taken.step.technique == GUESS for taken in self.steps)

    @property
    def ending(self) -> str:
        """What to add where the steps do not end in the only solution."""
        if self.contradiction is not None:
            end = contradiction_name(self.contradiction, self.puzzle)
            return f"{end[0].upper()}{end[1:]}: the puzzle has no solution."
        sought = ""
        if self.unexplained:
            sought = f"No smallest reason was sought for some steps: {self.unexplained}."
        if self.solutions is None or self.solutions == 1:
            return sought
        if sought:
            many = "more than one" if self.solutions else "no"
            return f"{sought} The puzzle has {many} solution."
        if self.solutions:
            return "Nothing more can be deduced: the puzzle has more than one solution."
        return "Nothing more can be deduced, and nothing fits: the puzzle has no solution."

    @property
    def sentences(self) -> tuple[str, ...]:
        """The steps in words, and the ending."""
        found = [text for _, run in paragraphs(self.steps, self.puzzle) for text in run]
        return (*found, self.ending) if self.ending else tuple(found)

    def __repr__(self) -> str:
        open_cells = sum(value is None for row in self.board for value in row)
        left = f", {plural(open_cells, 'cell')} left open" if open_cells else ""
        return f"<Explanation in {plural(len(self.steps), 'step')}{left}>"

    def _repr_html_(self) -> str:
        from kenken_cp.render.notebook import explanation_html  # a layer above this one

        return explanation_html(self)

    def __str__(self) -> str:
        return "\n".join(self.sentences)


def explanation(
    puzzle: Puzzle | Instance,
    solution: Grid | None = None,
    *,
    seconds: float | None = None,
    begun: Callable[[Candidates], object] = lambda candidates: None,
) -> Explanation:
    """The way by the easiest techniques first, and where they end by the smallest reasons.

    Where a puzzle is too large for reasons, it goes on by a value of the solution, if one is given,
    and otherwise ends with an open board.

    Args:
        puzzle: or an instance, which may have houses released.
        solution: the only one; None if there are several, or none.
        begun: called with the candidates, which then change with each step.

    Raises:
        LimitReachedError: if the time ran out, or on Ctrl-C.
    """
    with in_time(seconds):
        start = filled(puzzle, {})
        way = _Way(start.copy(), solution)
        begun(way.candidates)
        steps = list(way)
        contradiction = contradiction_in(way.candidates)
        kept, _ = relevant(start, steps, contradiction and partial(shown_by, contradiction))
    left = way.candidates
    return Explanation(
        left.instance.puzzle, tuple(kept), left.board, contradiction, unexplained=way.unexplained
    )


class _Way:
    """Takes steps as it is iterated over, and yields each that changed something.

    Attributes:
        candidates: what is left after the steps so far.
        unexplained: why no smallest reason was sought where there was none; else empty.
    """

    def __init__(self, candidates: Candidates, solution: Grid | None) -> None:
        self.candidates, self._solution = candidates, solution
        self.unexplained = ""
        self._effort = Effort()
        self._trials_left = iter(range(MAX_TRIAL_CHECKPOINTS))

    def __iter__(self) -> Iterator[Step]:
        candidates = self.candidates
        while not candidates.dead and (steps := self._next()):
            for step in steps:
                if not stands(step, candidates):
                    return
                if take(candidates, step):
                    yield step

    def _next(self) -> Iterable[Step]:
        """What is taken next, without what might be found anew after something easier."""
        checkpoint()
        candidates = self.candidates
        steps = next_steps(candidates, (one for one in techniques_up_to() if not one.trial))
        if not steps:
            return () if candidates.solved or contradiction_in(candidates) else self._when_stuck()
        # A player who has found a pair looks for what is easier before the next pair.
        return steps[:1] if TECHNIQUES.named(steps[0].technique).level > Level.NORMAL else steps

    def _when_stuck(self) -> Iterable[Step]:
        candidates = self.candidates
        try:
            with self._effort.spent():
                follows = self._solution is not None or placeable(candidates)
                for step in SMALLEST_REASON.find(candidates) if follows else ():
                    return one_at_a_time(step, candidates)
        except TooLargeError as error:
            self.unexplained = str(error)
            follows = None
        # Of a puzzle without a solution every candidate has a reason: the smallest lead nowhere.
        if follows is None and (steps := self._trials()):
            return steps[:1]
        return () if self._solution is None else (_guess(candidates, self._solution),)

    def _trials(self) -> Sequence[Step]:
        trials = (one for one in techniques_up_to() if one.trial)
        with suppress(_TooManyTrialsError), counted(self._trials_left, _TooManyTrialsError):
            return next_steps(self.candidates, trials)
        return ()


class _TooManyTrialsError(Exception):
    """Trials have taken more checkpoints than they were given."""


def _guess(candidates: Candidates, solution: Grid) -> Step:
    cell, values = easiest_guess(candidates)
    value = solution[cell[0]][cell[1]]
    return Step(GUESS, places=((cell, value),), cells=(cell,), values=values)


def easiest_guess(candidates: Candidates) -> tuple[Cell, tuple[int, ...]]:
    """The cell with the fewest candidates, and these."""
    index = fewest_candidates(candidates)
    return candidates.instance.cells[index], candidates.domain.values(candidates.masks[index])
