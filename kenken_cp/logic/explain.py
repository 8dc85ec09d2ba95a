"""``explain``: the whole way to a solution, the easiest techniques first, and only what matters."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import Instance
from kenken_cp.logic.candidates import Board, Candidates, filled
from kenken_cp.logic.relevance import relevant, shown_by
from kenken_cp.logic.sentences import contradiction_name, paragraphs
from kenken_cp.logic.steps import (
    GUESS,
    TECHNIQUES,
    Contradiction,
    Level,
    Step,
    Technique,
    contradiction_at_start,
    contradiction_in,
    fits,
    next_steps,
    take,
)
from kenken_cp.logic.strategies import chosen_cell, fewest_candidates
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.interrupts import in_time
from kenken_cp.search.verbs import find_or_stop
from kenken_cp.text import plural


@dataclass(frozen=True, slots=True)
class Explanation:
    """The way to a solution, or as far as it goes; ``print`` it for sentences, to which a notebook
    adds the board.

    Args:
        steps: those that matter, in order.
        board: what they lead to.
        contradiction: where they show that there is no solution.
        solutions: how many there are: 0, 1, or ``2+`` for several; None where nobody has asked.
    """

    puzzle: Puzzle
    steps: tuple[Step, ...]
    board: Board
    contradiction: Contradiction | None
    solutions: Count | None = None

    @property
    def guesses(self) -> int:
        """How often a value was taken from the solution, for want of a reason."""
        return sum(step.technique == GUESS for step in self.steps)

    @property
    def ending(self) -> str:
        """What to add where the steps do not end in the only solution."""
        if self.contradiction is not None:
            end = contradiction_name(self.contradiction, self.puzzle)
            return f"{end[0].upper()}{end[1:]}: the puzzle has no solution."
        if self.solutions is None or self.solutions == 1:
            return ""
        if self.solutions:
            return "No technique places another value; the puzzle has more than one solution."
        return "Nothing more can be deduced, and nothing fits: the puzzle has no solution."

    @property
    def sentences(self) -> tuple[str, ...]:
        """The steps in words, and the ending."""
        texts = [text for _, run in paragraphs(self.steps, self.puzzle) for text in run]
        return (*texts, self.ending) if self.ending else tuple(texts)

    def __repr__(self) -> str:
        return f"<Explanation in {plural(len(self.steps), 'step')}>"

    def _repr_html_(self) -> str:
        from kenken_cp.render.sections import explanation_html  # a layer above this one

        return explanation_html(self)

    def __str__(self) -> str:
        return "\n".join(self.sentences)


def explain(puzzle: Puzzle, *, seconds: float | None = None) -> Explanation:
    """The way to the solution, by the easiest techniques first; ``print`` it for sentences.

    A puzzle that has no solution, or several, is explained as far as deduction goes.

    Raises:
        LimitReachedError: if the time ran out, or on Ctrl-C.
    """
    with in_time(seconds):
        outcome = find_or_stop(puzzle, solutions=2, keep=2)
        explained = explanation(puzzle, outcome.solution if outcome.unique else None)
    return replace(explained, solutions=outcome.count)


def explanation(
    puzzle: Puzzle | Instance,
    solution: Grid | None = None,
    techniques: Iterable[Technique] = TECHNIQUES,
) -> Explanation:
    """The way by the easiest techniques first, where the solutions are known already.

    Where the techniques end it goes on by a value of the solution, if one is given, and otherwise
    ends with an open board.

    Args:
        puzzle: or an instance, which may have houses released.
        solution: the only one; None if there are several, or none.

    Raises:
        LimitReachedError: on Ctrl-C.
        StoppedError: if a limit of the caller's came first.
    """
    with in_time(None):
        start = filled(puzzle, {})
        left, contradiction = start.copy(), contradiction_at_start(start)
        steps = [] if contradiction else list(_steps_taken(left, solution, techniques))
        contradiction = contradiction or contradiction_in(left)
        kept, _ = relevant(start, steps, contradiction and partial(shown_by, contradiction))
    return Explanation(left.instance.puzzle, tuple(kept), left.board, contradiction)


def _steps_taken(
    candidates: Candidates, solution: Grid | None, techniques: Iterable[Technique]
) -> Iterator[Step]:
    """Takes steps, and yields each that changed something."""
    while not (candidates.dead or candidates.solved):
        checkpoint()
        steps = next_steps(candidates, techniques)
        if not steps:
            if solution is None:
                return
            steps = [_guess(candidates, solution)]
        elif TECHNIQUES.named(steps[0].technique).level > Level.NORMAL:
            # A player who has found a pair looks for what is easier before the next pair.
            steps = steps[:1]
        for step in steps:
            if not fits(step, candidates):
                return
            if take(candidates, step):
                yield step


def _guess(candidates: Candidates, solution: Grid) -> Step:
    (row, column), values = easiest_guess(candidates)
    value = solution[row][column]
    return Step(GUESS, places=(((row, column), value),), cells=((row, column),), values=values)


def easiest_guess(candidates: Candidates) -> tuple[Cell, tuple[int, ...]]:
    """The cell with the fewest candidates, and these."""
    index = chosen_cell(candidates, fewest_candidates)
    return candidates.instance.cells[index], candidates.domain.values(candidates.masks[index])
