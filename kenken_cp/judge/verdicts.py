"""What is said of a solver's reply to one puzzle: the reply, the verdict on it, and its kinds."""

from enum import StrEnum

from kenken_cp.frozen import frozen
from kenken_cp.judge.answers import Answers
from kenken_cp.judge.exchange import Exchange
from kenken_cp.judge.processes import RunEnd
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import quoted

NamedPuzzle = tuple[str, Puzzle]
"""What to call a puzzle, and the puzzle."""


class Kind(StrEnum):
    """What is wrong with an answer, if anything."""

    RIGHT = "right"
    WRONG_GRID = "wrong-grid"
    MISSING = "missing"
    DUPLICATE = "duplicate"
    FALSE_NONE = "false-none"
    FALSE_UNIQUE = "false-unique"
    WRONG_COUNT = "wrong-count"
    CRASH = "crash"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    UNREADABLE = "unreadable"


@frozen
class Reply:
    """What a solver returned or printed.

    Args:
        code: its exit code, or minus the signal that ended it.
        error: the end of its standard error.
        ending: the end of what it printed.
        shown: the beginning of what it printed, for messages.
        problem: why what it said could not be read, if that is known.
        exchange: what it was given and printed; None of what ran in this process.
        again: puzzles that a function was called for next in the same process, in that order, and
            what it returned then.
    """

    answers: Answers
    seconds: float
    ended: RunEnd = RunEnd.EXITED
    code: int = 0
    error: str = ""
    ending: str = ""
    shown: str = ""
    problem: str = ""
    exchange: Exchange | None = None
    again: "tuple[tuple[Puzzle, Reply], ...]" = ()

    @property
    def excerpt(self) -> str:
        """The first 60 characters that it printed, for a message of one line."""
        line = " ".join(self.shown.split())
        return quoted(line, 60) if line else "nothing"


@frozen
class Verdict:
    """What is right or wrong about a reply.

    Args:
        detail: one line that says it with its particulars; empty if it is right.
        expected: a solution that should have been given.
        given: the grid that was given and is wrong.
        marked: the cells of it where a rule is broken.
        calls: what a function has to be called for next, in the same process, to show it; empty if
            it is about the first call.
    """

    kind: Kind
    detail: str = ""
    expected: Grid | None = None
    given: Grid | None = None
    marked: tuple[Cell, ...] = ()
    calls: tuple[NamedPuzzle, ...] = ()


RIGHT = Verdict(Kind.RIGHT)
