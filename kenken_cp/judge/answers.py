"""What a solver says, read from whatever it prints.

Its grids are the complete boards; one with open cells is part of a trace, and no answer. Everything
is recognised by the records of one table, ``RECOGNITIONS``.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from kenken_cp.errors import KenKenError, UnknownNameError
from kenken_cp.judge.boards import LINES, Board, boards
from kenken_cp.judge.recognition import Recognition
from kenken_cp.judge.statements import (
    ENTRIES,
    STATEMENTS,
    grids_of_entries,
    read_number,
    read_statements,
)
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import quoted

RECOGNITIONS: tuple[Recognition[Any], ...] = (*LINES, *ENTRIES, *STATEMENTS)


class Claim(StrEnum):
    """What the answers of a solver claim to be."""

    GRIDS = "grids"
    """Every solution, each once."""
    FIRST = "first"
    """A solution, or none."""
    COUNT = "count"
    """How many solutions there are."""
    UNIQUE = "unique"
    """Whether there are one, several or none."""


def claim_named(name: str) -> Claim:
    """The claim of that name; UnknownNameError if there is none."""
    if name not in list(Claim):
        raise UnknownNameError("kind of answers", name, list(Claim))
    return Claim(name)


@dataclass(frozen=True, slots=True)
class Answers:
    """What a solver said about one puzzle.

    Args:
        grids: the complete ones, in order.
        unique: whether it says that there is exactly one solution.
        several: whether it says that there are more, not only that there is not exactly one.
        blank: it said nothing at all.
        other_shape: rows and columns of the grids that were found, if none has those of the puzzle.
        claim: what the answer is by its type; None if that is not known.
    """

    grids: tuple[Grid, ...] = ()
    count: int | None = None
    unique: bool | None = None
    several: bool = False
    none: bool = False
    blank: bool = False
    open_boards: bool = False
    other_shape: tuple[int, int] | None = None
    claim: Claim | None = None

    @property
    def say_something(self) -> bool:
        """Whether there is an answer of any kind."""
        counted = self.count is not None or self.unique is not None
        return bool(self.grids) or self.none or counted


def read_answers(text: str, puzzle: Puzzle, echo: str = "") -> Answers:
    """What a text says about a puzzle; ``echo``, the puzzle as it was asked, is no answer."""
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)  # colours
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    shown = echo.strip()
    if shown and shown in text:
        found = _read(text.replace(shown, "\nthe puzzle\n", 1), puzzle)
        # A puzzle of givens alone looks like its solution.
        if found.say_something:
            return found
    return _read(text, puzzle)


def _read(text: str, puzzle: Puzzle) -> Answers:
    rows, columns = puzzle.rows, puzzle.columns
    shown = list(boards(text, rows, columns, puzzle.values))
    grids = [grid for board in shown if (grid := _complete(board)) is not None]
    if rows == columns == 1:
        # A lone number may be a statistic, too.
        grids = [grid for grid in grids if grid[0][0] in puzzle.values] or grids
    if not grids:
        grids = grids_of_entries(text, rows, columns)
    said = read_statements(text)
    return Answers(
        tuple(grids),
        said.count,
        said.unique,
        said.several,
        none=said.none and not grids,
        blank=not text.strip(),
        open_boards=any(_complete(board) is None for board in shown),
        other_shape=None if shown or grids else _other_shape(text, rows, columns),
    )


def _complete(board: Board) -> Grid | None:
    """A board as a grid; None if a cell is open."""
    grid = tuple(tuple(value for value in row if value is not None) for row in board)
    return grid if list(map(len, grid)) == list(map(len, board)) else None


def _other_shape(text: str, rows: int, columns: int) -> tuple[int, int] | None:
    """The shape of the grids in a text, if they are one larger or smaller, or rows for columns."""
    turned = [(columns, rows)] if rows != columns else []
    for shape in [*turned, (rows + 1, columns + 1), (rows - 1, columns - 1)]:
        # A lone number is no sign of a 1x1 grid, four digits are none of a 2x2 one.
        if min(shape) < 2 or shape == (2, 2):
            continue
        if any(boards(text, *shape, range(1, max(shape) + 1))):
            return shape
    return None


def read_matches(text: str, pattern: re.Pattern[str], puzzle: Puzzle) -> Answers:
    """What the matches of a user's expression in a text say.

    A match is a grid: its group ``grid`` if there is one, else all of it; KenKenError if there is
    none in it. Groups ``count`` and ``none`` mean what they are called.
    """
    grids: list[Grid] = []
    count, none = None, False
    for match in pattern.finditer(text):
        groups = match.groupdict()
        none = none or groups.get("none") is not None
        if groups.get("count") is not None:
            count = read_number(groups["count"])
        whole = None if "none" in groups or "count" in groups else match.group()
        if (grid := groups.get("grid", whole)) is not None:
            found = _read(grid, puzzle).grids
            if len(found) != 1:
                raise KenKenError(f"a match is no {puzzle.size_name} grid: {quoted(grid)}")
            grids += found
    return Answers(tuple(grids), count, none=none and not grids, blank=not text.strip())


def answer_pattern(text: str) -> re.Pattern[str]:
    """The compiled expression of ``--answer-regex``; KenKenError if it is none."""
    try:
        return re.compile(text, re.MULTILINE)
    except re.error as error:
        raise KenKenError(f"not a regular expression: {quoted(text)}: {error}") from None
