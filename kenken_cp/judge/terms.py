"""What a solver to be judged is, and how puzzles are put to it."""

import re
from dataclasses import field
from typing import Protocol

from kenken_cp.errors import KenKenError
from kenken_cp.formats import format_to_write
from kenken_cp.frozen import frozen
from kenken_cp.judge.processes import RunLimits
from kenken_cp.judge.verdicts import Reply
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import StopSignal


class Solver(Protocol):
    """A function from a puzzle to a reply; FormatError for a puzzle that cannot be written as this
    solver reads puzzles, KenKenError if it cannot be run at all.
    """

    @property
    def name(self) -> str:
        """What verdicts call it."""

    def __call__(self, puzzle: Puzzle, stop: StopSignal, /) -> Reply: ...


@frozen
class Terms:
    """How puzzles are put to a solver; KenKenError for a format or argument that does not exist.

    Args:
        format: what puzzles are written in, perhaps in one of its spellings (``letters:start``);
            None for the native one, and to let a callable choose.
        pattern: finds the answers in what is printed; None to find them by their shape.
        argument: ``puzzle`` or ``text``, what a callable is given; None to go by its annotation.
    """

    format: str | None = None
    limits: RunLimits = field(default_factory=RunLimits)
    pattern: re.Pattern[str] | None = None
    argument: str | None = None

    def __post_init__(self) -> None:
        if self.format is not None:
            format_to_write(self.format)
        if self.argument not in (None, "puzzle", "text"):
            raise KenKenError(f"argument {self.argument!r}; expected puzzle or text")
