"""What programs ask of the hand-written solver: ``explain``, ``hint``, ``candidates``.

Each takes a puzzle as it is: whether it has one solution is found out first, where that matters.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, SupportsIndex

from kenken_cp.encode.instance import instance
from kenken_cp.errors import GridError
from kenken_cp.logic.candidates import Board, CandidateBoard, filled
from kenken_cp.logic.explanation import Explanation, explanation
from kenken_cp.logic.hinting import Entries, Wrong, easiest_steps, wrong_entries
from kenken_cp.logic.inference import contradiction_in, settle
from kenken_cp.logic.sentences import looks_at, sentence
from kenken_cp.logic.steps import Level, Taken, level_named, techniques_up_to
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell
from kenken_cp.model.integers import as_integer
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.model.rules import rows_of
from kenken_cp.search.interrupts import in_time
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import find_in_time
from kenken_cp.text import cell_name, plural, quoted, short_values

AnyBoard = Iterable[Iterable[SupportsIndex | None]]
"""A partly filled grid as programs hand it in: rows of integers, such as an array; None, and 0
where it is no value, is an open cell.
"""


def explain(puzzle: Puzzle, *, seconds: float | None = None) -> Explanation:
    """The way to the solution, by the easiest techniques first; ``print`` it for sentences.

    Where the techniques end it goes on by the smallest reasons. A puzzle that has no solution, or
    several, is explained as far as deduction goes.

    Raises:
        LimitReachedError: if the time ran out, or on Ctrl-C.
    """
    with in_time(seconds):
        outcome = find_in_time(puzzle, solutions=2, keep=2)
        explained = explanation(puzzle, outcome.solution if outcome.unique else None)
    return replace(explained, solutions=outcome.count)


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next on a board; ``print`` it for sentences that give no value away, to which a
    notebook adds the board.

    Attributes:
        steps: the easiest deductions that place a value; the last of them places it. Where the
            techniques end, they are the smallest reasons.
        stuck: where no placement follows, or none is found: a cell with the fewest candidates, and
            these.
        value: what the only solution has in the cell where one is stuck.
        wrong: entries that no solution has.
        solutions: how many the puzzle has: 0, 1, or ``2+`` for several.
        entries: what the board holds.
    """

    puzzle: Puzzle
    solutions: Count
    steps: tuple[Taken, ...] = ()
    stuck: tuple[Cell, tuple[int, ...]] | None = None
    value: int | None = None
    wrong: Wrong | None = None
    entries: Entries = field(default_factory=dict)

    @property
    def board(self) -> Board:
        """What is entered, and what is given."""
        held = {**self.puzzle.givens, **self.entries}
        return instance(self.puzzle).grid([held.get(cell) for cell in self.puzzle.cells])

    @property
    def found(self) -> Literal["next", "stuck", "wrong", "solved", "none"]:
        """Which it is: ``none`` is a puzzle without a solution, ``solved`` a full board."""
        if not self.solutions:
            return "none"
        if self.wrong is not None:
            return "wrong"
        if self.steps:
            return "next"
        return "solved" if self.stuck is None else "stuck"

    @property
    def sentences(self) -> tuple[str, ...]:
        """Where to look, or what is wrong; no value is given away."""
        if self.steps:
            looks = [looks_at(taken.step, self.puzzle) for taken in self.steps]
            return tuple(f"Look at {look}." for look in looks)
        if self.found == "wrong" and self.wrong is not None:
            entries = self.wrong.entries.items()
            listed = ", ".join(f"{cell_name(cell)} = {value}" for cell, value in entries)
            return (
                f"No solution has all of {listed}." if self.wrong.together else f"Wrong: {listed}.",
            )
        if self.stuck is not None:
            cell, values = self.stuck
            cells = f"the {plural(len(values), 'candidate')} of {cell_name(cell)}"
            why = "Nothing more can be deduced: the puzzle has more than one solution."
            if self.solutions == 1:
                why = "No technique finds more, and to look for the smallest reason takes too long."
            return (f"{why} Try {cells}.",)
        return ("The board is solved." if self.solutions else "The puzzle has no solution.",)

    @property
    def revealed(self) -> tuple[str, ...]:
        """The same with what can be deduced there, or what to try."""
        if self.steps:
            return tuple(sentence(taken, self.puzzle) for taken in self.steps)
        if self.stuck is not None:
            values = ", ".join(map(str, self.stuck[1]))
            known = f"They are {values}." if self.value is None else f"It is {self.value}."
            return (*self.sentences, known)
        return self.sentences

    def __repr__(self) -> str:
        steps = f", {plural(len(self.steps), 'step')}" if self.steps else ""
        return f"<Hint {self.found}{steps}>"

    def _repr_html_(self) -> str:
        from kenken_cp.render.notebook import hint_html  # a layer above this one

        return hint_html(self)

    def __str__(self) -> str:
        return "\n".join(self.sentences)


def hint(puzzle: Puzzle, board: AnyBoard | None = None, *, seconds: float | None = None) -> Hint:
    """What to look at next on a partly filled board, or which entry is wrong.

    Args:
        board: rows of values, None for open cells; 0 too, where it is no value. By default all are
            open.

    Raises:
        GridError: for a board of another shape, or an entry that is none of the values.
        LimitReachedError: if the time ran out, or on Ctrl-C.
    """
    entries = entries_of(puzzle, board)
    with in_time(seconds):
        return hint_for(puzzle, entries, find_in_time(puzzle, solutions=2, keep=2))


def hint_for(puzzle: Puzzle, entries: Entries, outcome: Outcome) -> Hint:
    """``hint``, where the puzzle is solved already; StoppedError if a limit came first."""
    found = Hint(puzzle, outcome.count, entries=entries)
    if not outcome.count:
        return found
    only = outcome.solution if outcome.unique else None
    if wrong := wrong_entries(puzzle, entries, only):
        return replace(found, wrong=wrong)
    if filled(puzzle, entries).solved:
        return found
    steps, stuck = easiest_steps(puzzle, entries)
    value = None if only is None or stuck is None else only[stuck[0][0]][stuck[0][1]]
    return replace(found, steps=steps, stuck=stuck, value=value)


def candidates(
    puzzle: Puzzle,
    board: AnyBoard | None = None,
    *,
    level: Level | str | None = None,
    seconds: float | None = None,
) -> CandidateBoard:
    """What deduction leaves to each cell, in rows: the pencil marks of a careful player.

    Every value that a solution of the puzzle, and of the board, has in a cell is among them; others
    may be that no technique eliminates. Where deduction shows that there is no solution all are
    empty.

    Args:
        board: as for ``hint``.
        level: of the hardest techniques used, or its name; by default all are.

    Raises:
        GridError: as for ``hint``.
        LimitReachedError: if the time ran out, or on Ctrl-C.
        UnknownNameError: for a level that does not exist.
    """
    entries = entries_of(puzzle, board)
    with in_time(seconds):
        return _candidates(puzzle, entries, level)


def _candidates(puzzle: Puzzle, entries: Entries, level: Level | str | None) -> CandidateBoard:
    techniques = techniques_up_to(Level.UNREASONABLE if level is None else level_named(level))
    left = filled(puzzle, entries)
    settle(left, techniques)
    if left.dead or contradiction_in(left):
        return left.instance.grid([()] * len(left.masks))
    return left.table


def entries_of(puzzle: Puzzle, board: AnyBoard | None) -> Entries:
    """The filled cells of a board; raises as ``hint``."""
    expect_puzzle(puzzle)
    if board is None:
        return {}
    entries = {}
    for row, values in enumerate(rows_of(board, puzzle)):
        for column, value in enumerate(values):
            number = as_integer(value)
            if number in puzzle.values:
                entries[row, column] = number
            elif value is not None and number != 0:
                known = short_values(puzzle.values)
                raise GridError(
                    f"{cell_name((row, column))} of the board is {quoted(value)}; expected one of "
                    f"{known}, or None"
                )
    return entries
