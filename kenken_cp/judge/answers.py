"""What a solver says, read from whatever it prints.

Its grids are the complete boards; one with open cells is part of a trace, and no answer. Everything
is recognised by the records of one table, ``RECOGNITIONS``.
"""

import re
from collections.abc import Sequence
from dataclasses import asdict, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any

from kenken_cp.errors import KenKenError, UnknownNameError
from kenken_cp.frozen import frozen
from kenken_cp.judge.boards import boards
from kenken_cp.judge.brackets import brackets_as_lines
from kenken_cp.judge.doubts import DOUBTS
from kenken_cp.judge.entries import ENTRIES, TRIPLES, grids_of_entries
from kenken_cp.judge.lines import LINES, is_named_otherwise
from kenken_cp.judge.matches import matches
from kenken_cp.judge.plain_text import REPLACEMENTS, plain_text
from kenken_cp.judge.recognition import Recognition
from kenken_cp.judge.statements import Statements, read_number, read_statements
from kenken_cp.judge.symbols import has_board_of_symbols
from kenken_cp.judge.wordings import STATEMENTS
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.picture import CellValues
from kenken_cp.search.protocol import StopSignal
from kenken_cp.text import quoted

RECOGNITIONS: tuple[Recognition[Any], ...] = (*REPLACEMENTS, *LINES, *ENTRIES, *STATEMENTS)


MAX_CHARACTERS = 4 << 20
"""Characters of output that are read; 10,000 solutions of a 9x9 puzzle take half of them. What is
longer could take minutes, and gigabytes.
"""


_MAX_READ_AGAIN = 1 << 17
"""Characters of an output that are read in other ways, too."""

_MAX_LINES_SEARCHED = 5000
"""Lines, at the end of an output without boards, that are searched for boards of another shape or
of symbols.
"""


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


@frozen
class Answers(Statements):
    """What a solver said about one puzzle: in words, as far as its boards do not say otherwise, and
    in boards.

    Args:
        grids: the complete ones, in order.
        unfinished: the boards of the right shape in which cells are open or zero, in order; and an
            empty one, if it says how many solutions there are, and prints an empty list.
        cleared: how many boards of zeros come after a complete one.
        blank: it said nothing at all.
        other_shape: rows and columns of the grids that were found, if none has those of the puzzle.
        of_symbols: it prints a board whose cells are no numbers, and no other.
        claim: what the answer is by its type; None if that is not known.
        text: what it was read from, for ``read_otherwise``; empty if that is too long to be
            read several times.
    """

    grids: tuple[Grid, ...] = ()
    unfinished: tuple[CellValues, ...] = ()
    cleared: int = 0
    blank: bool = False
    other_shape: tuple[int, int] | None = None
    of_symbols: bool = False
    claim: Claim | None = None
    text: str = ""

    @property
    def number(self) -> int | None:
        """How many solutions it says there are, in whatever way."""
        return self.total if self.count is None else self.count

    @property
    def say_something(self) -> bool:
        """Whether there is an answer of any kind."""
        counted = self.number is not None or self.unique is not None
        return bool(self.grids) or self.none or counted


def read_answers(
    text: str, puzzle: Puzzle, echo: str = "", stop: StopSignal | None = None
) -> Answers:
    """What a text says about a puzzle; ``echo``, the puzzle as it was asked, is no answer.

    KenKenError for a text that is too long to be read. Once ``stop`` was given, what it returns
    means nothing.
    """
    _expect_not_too_long(text)
    blank = not text.strip()
    text = plain_text(text)
    shown = echo.strip()
    if shown and shown in text:
        others = text.replace(shown, "\nthe puzzle\n", 1)
        found = _read(others, puzzle, stop)
        # A full board is its own solution, beside which a number may stand.
        is_full = len(puzzle.givens) == len(puzzle.cells)
        if found.grids or (found.say_something and not is_full) or stop:
            return replace(found, text=_if_short(others))
    found = _read(text, puzzle, stop)
    # Tags alone are plain text without anything in it: that is not nothing.
    return replace(found, blank=found.blank and blank, text=_if_short(text))


def _if_short(text: str) -> str:
    return text if len(text) <= _MAX_READ_AGAIN else ""


@lru_cache(16)
def read_otherwise(text: str, puzzle: Puzzle) -> tuple[tuple[str, Answers], ...]:
    """What the text of answers says if some of it is not what it looks like: what the solver should
    do, and the answers.
    """
    return tuple(
        (doubt.advice, _read(other, puzzle))
        for doubt in DOUBTS
        for other in doubt.rewriting(text, puzzle)
        if other != text
    )


def _read(text: str, puzzle: Puzzle, stop: StopSignal | None = None) -> Answers:
    rows, columns = puzzle.rows, puzzle.columns
    triples = grids_of_entries(text, rows, columns, TRIPLES)
    lines = [] if triples else list(brackets_as_lines(_GAPS.sub("\n\n", text), stop))
    grids, unfinished, cleared = _boards(lines, puzzle, stop)
    if stop:
        return Answers()
    if not grids:
        grids = triples or grids_of_entries(text, rows, columns)
    said = read_statements(text)
    if said.empty and (said.count or said.total) and not grids:
        unfinished.append(())
    if grids and said.count is not None and len(str(said.count)) == rows * columns > 3:
        said = replace(said, count=None)  # "answers: 1221" is a board of packed digits
    none = said.none and not grids and not said.count and not (said.empty and unfinished)
    said = replace(said, none=none, denies_all=said.denies_all and bool(grids))
    is_without_board = not (grids or unfinished)
    return Answers(
        **asdict(said),
        grids=tuple(grids),
        unfinished=tuple(unfinished),
        cleared=cleared,
        blank=not text.strip(),
        other_shape=_other_shape(lines, rows, columns, stop) if is_without_board else None,
        of_symbols=is_without_board and has_board_of_symbols(lines[-_MAX_LINES_SEARCHED:], puzzle),
    )


def _boards(
    lines: Sequence[str], puzzle: Puzzle, stop: StopSignal | None
) -> tuple[list[Grid], list[CellValues], int]:
    """The grids and the boards with open cells that stand in some lines, and how many of the latter
    hold zeros alone, below a grid.
    """
    allowed = frozenset(puzzle.values)
    grids: list[Grid] = []
    unfinished: list[CellValues] = []
    cleared = 0
    once: dict[CellValues, Grid | None] = {}  # equal boards take the memory of one
    for found in boards(lines, puzzle.rows, puzzle.columns, puzzle.values, stop):
        board = tuple(map(tuple, found))
        if board not in once:
            once[board] = _complete(board, allowed)
        if (grid := once[board]) is not None:
            grids.append(grid)
        else:
            unfinished.append(board)
            cleared += bool(grids) and not any(value != 0 for row in board for value in row)
    if len(puzzle.cells) == 1:
        # A lone 1 may be a heading, the size or a count, too; a larger number a statistic.
        values = {grid: grid[0][0] for grid in grids}
        may_be_cell = allowed | {*range(2, 10)}
        grids = [grid for grid, value in values.items() if value in may_be_cell] or grids
    return grids, unfinished, cleared


_GAPS = re.compile(r"\n(?:[ \t]*+\n){2,}+")
"""Several blank lines, which say no more than one."""


def _complete(board: CellValues, allowed: frozenset[int]) -> Grid | None:
    """A board as a grid; None if a cell is open, or zero where that is no value."""
    grid = tuple(
        tuple(value for value in row if value is not None and (value != 0 or 0 in allowed))
        for row in board
    )
    return grid if list(map(len, grid)) == list(map(len, board)) else None


def _other_shape(
    lines: Sequence[str], rows: int, columns: int, stop: StopSignal | None
) -> tuple[int, int] | None:
    """The shape of the grids in a text, if they are one larger or smaller, rows for columns, or
    have one row too many.
    """
    turned = [(columns, rows)] if rows != columns else []
    # Nine numbers that are said to be something else are no 3x3 grid.
    lines = ["other" if is_named_otherwise(line) else line for line in lines[-_MAX_LINES_SEARCHED:]]
    for shape in [*turned, (rows + 1, columns + 1), (rows - 1, columns - 1), (rows + 1, columns)]:
        # A lone number is no sign of a 1x1 grid, four digits are none of a 2x2 one.
        if min(shape) < 2 or shape == (2, 2):
            continue
        if any(boards(lines, *shape, range(1, max(shape) + 1), stop)):
            return shape
    return None


def read_matches(
    text: str, pattern: re.Pattern[str], puzzle: Puzzle, stop: StopSignal | None = None
) -> Answers:
    """What the matches of a user's expression in a text say.

    A match is a grid: its group ``grid`` if there is one, else all of it; KenKenError if there is
    none in it, or as ``matches`` and ``read_answers`` raise it. Groups ``count`` and ``none`` mean
    what they are called.
    """
    _expect_not_too_long(text)
    grids: list[Grid] = []
    count, none = None, False
    for match, groups in matches(text, pattern, StopSignal() if stop is None else stop):
        none = none or groups.get("none") is not None
        if (number := groups.get("count")) is not None:
            count = read_number(number)
        whole = None if "none" in groups or "count" in groups else match
        if (grid := groups.get("grid", whole)) is not None:
            found = _read(grid, puzzle, stop).grids
            if len(found) != 1:
                raise KenKenError(f"a match is no {puzzle.size_name} grid: {quoted(grid)}")
            grids += found
    return Answers(grids=tuple(grids), count=count, none=none and not grids, blank=not text.strip())


def _expect_not_too_long(text: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise KenKenError(
            f"printed {len(text)} characters; at most {MAX_CHARACTERS} are read: "
            f"{quoted(' '.join(text[:200].split()))}"
        )
