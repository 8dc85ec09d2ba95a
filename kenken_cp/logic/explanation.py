"""What players ask for: the whole way to a solution, what to look at next, an entry that is wrong.

Always by the easiest techniques first, and without the steps that do not matter.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from kenken_cp.checkpoints import StoppedError, checkpoint
from kenken_cp.encode.instance import Instance, instance
from kenken_cp.errors import LimitReachedError
from kenken_cp.logic.candidates import Board, Candidates, filled
from kenken_cp.logic.events import Found, Observer
from kenken_cp.logic.inference import contradiction_in, next_steps, stands, take
from kenken_cp.logic.relevance import relevant, shown_by
from kenken_cp.logic.sentences import paragraphs
from kenken_cp.logic.solver import events
from kenken_cp.logic.steps import GUESS, TECHNIQUES, Contradiction, Level, Step, Taken
from kenken_cp.logic.strategies import STRATEGIES, fewest_candidates
from kenken_cp.logic.words import contradiction_name
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Limits

# --- explanations --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Explanation:
    """The way to a solution, or as far as it goes; ``print`` it for sentences.

    Args:
        steps: those that matter, in order.
        board: what they lead to.
        contradiction: where they show that there is no solution.
        solutions: how many there are: 0, 1, or ``2+`` for several; None where nobody has asked.
    """

    puzzle: Puzzle
    steps: tuple[Taken, ...]
    board: Board
    contradiction: Contradiction | None
    solutions: Count | None = None

    @property
    def guesses(self) -> int:
        """How often deduction was stuck."""
        return sum(taken.step.technique == GUESS for taken in self.steps)

    @property
    def ending(self) -> str:
        """What to add where the steps do not end in the only solution."""
        if self.contradiction is not None:
            end = contradiction_name(self.contradiction, self.puzzle)
            return f"{end[0].upper()}{end[1:]}: the puzzle has no solution."
        if self.solutions is None or self.solutions == 1:
            return ""
        if self.solutions:
            return "Nothing more can be deduced: the puzzle has more than one solution."
        return "Nothing more can be deduced, and nothing fits: the puzzle has no solution."

    @property
    def sentences(self) -> tuple[str, ...]:
        """The steps in words, and the ending."""
        found = [text for _, run in paragraphs(self.steps, self.puzzle) for text in run]
        return (*found, self.ending) if self.ending else tuple(found)

    def __str__(self) -> str:
        return "\n".join(self.sentences)


def explanation(
    puzzle: Puzzle | Instance, solution: Grid | None = None, *, seconds: float | None = None
) -> Explanation:
    """The way by the easiest techniques first.

    Where they do not suffice it goes on by a value of the solution, if one is given, and otherwise
    ends with an open board.

    Args:
        puzzle: or an instance, which may have houses released.

    Raises:
        LimitReachedError: if the time ran out.
    """
    with in_time(seconds):
        start = filled(puzzle, {})
        candidates = start.copy()
        steps = list(_way(candidates, solution))
        contradiction = contradiction_in(candidates)
        kept, _ = relevant(start, steps, contradiction and partial(shown_by, contradiction))
    return Explanation(candidates.instance.puzzle, tuple(kept), candidates.board, contradiction)


@contextmanager
def in_time(seconds: float | None) -> Iterator[None]:
    """Within it, running out of time is a LimitReachedError."""
    try:
        with Limits(seconds=seconds).enforced():
            yield
    except StoppedError:
        raise LimitReachedError(f"timeout after {seconds:.1f} s") from None


def _way(candidates: Candidates, solution: Grid | None) -> Iterator[Step]:
    """Takes steps, and yields each that changed something."""
    while not candidates.dead:
        checkpoint()
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
    cell, values = _easiest_guess(candidates)
    value = solution[cell[0]][cell[1]]
    return Step(GUESS, places=((cell, value),), cells=(cell,), values=values)


def _easiest_guess(candidates: Candidates) -> tuple[Cell, tuple[int, ...]]:
    """The cell with the fewest candidates, and these."""
    index = fewest_candidates(candidates)
    return candidates.instance.cells[index], candidates.domain.values(candidates.masks[index])


# --- hints ---------------------------------------------------------------------------------------

Entries = Mapping[Cell, int]
"""What a player has written."""


def easiest_steps(
    puzzle: Puzzle, entries: Entries
) -> tuple[tuple[Taken, ...], tuple[Cell, tuple[int, ...]] | None]:
    """The steps up to the easiest placement, which is the last of them, on a board that can be
    completed, and is not complete.

    Of the placements that the easiest steps lead to, it takes the one that needs the fewest. Where
    the techniques find none, there are no steps, but a cell with the fewest candidates, and these.
    """
    start = filled(puzzle, entries)
    candidates = start.copy()
    taken: list[Step] = []
    while steps := next_steps(candidates, TECHNIQUES):
        if steps[0].places:
            ways = [tuple(relevant(start, [*taken, step])[0]) for step in steps]
            return min(ways, key=len), None
        taken += [step for step in steps if take(candidates, step)]
    return (), _easiest_guess(candidates)


@dataclass(frozen=True, slots=True)
class Wrong:
    """Entries that no solution has: each by itself, or only ``together``."""

    entries: Entries
    together: bool = False


def wrong_entries(puzzle: Puzzle, entries: Entries, solution: Grid | None) -> Wrong | None:
    """What is wrong with a board; None if it can be completed.

    All entries that are wrong by themselves; failing these, some of which none can be spared.

    Args:
        solution: the only solution; None if there are several.
    """
    if solution is not None:
        differing = {(r, c): value for (r, c), value in entries.items() if solution[r][c] != value}
        return Wrong(differing) if differing else None
    if _completable(puzzle, entries):
        return None
    alone = {one: entries[one] for one in entries if not _completable(puzzle, {one: entries[one]})}
    if alone:
        return Wrong(alone)
    if pair := _plain_conflict(puzzle, entries):
        return Wrong(pair, together=True)
    together = dict(entries)
    for cell in entries:
        fewer = {other: value for other, value in together.items() if other != cell}
        if not _completable(puzzle, fewer):
            together = fewer
    return Wrong(together, together=True)


def _plain_conflict(puzzle: Puzzle, entries: Entries) -> Entries | None:
    """Two entries of one value in one house."""
    taken = instance(puzzle)
    for one, other in combinations(entries, 2):
        if entries[one] == entries[other] and taken.index(other) in taken.peers[taken.index(one)]:
            return {one: entries[one], other: entries[other]}
    return None


def _completable(puzzle: Puzzle, entries: Entries) -> bool:
    """Whether some solution has all entries."""
    for event in events(filled(puzzle, entries), STRATEGIES.named("deduction"), Observer()):
        checkpoint()
        if isinstance(event, Found):
            return True
    return False
