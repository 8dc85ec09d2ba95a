"""The shapes of answers that the judge reads in what a solver prints.

Grids are read in rows of numbers or in JSON; a line may say that there is no solution, or, if that
is asked for, their number, or whether there is one. ``docs/judge.md`` ("What it may print") says
exactly what each looks like.

Whatever has none of these shapes is ignored beside a complete answer, and alone it is unreadable:
nothing is guessed.
"""

import json
import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from io import StringIO
from itertools import product

from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import plural, quoted


class Question(StrEnum):
    """What a solver is asked (``--answers``)."""

    ONE = "one"
    ALL = "all"
    COUNT = "count"
    UNIQUE = "unique"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a solver answered: ``grids`` with their ``lines``, or at most one of the other fields,
    or both.

    Args:
        grids: the grids, in their order; to ``Question.ONE`` the last one that was printed.
        lines: the line of each grid on which it ends, from 1.
        none: whether it says that there is no solution.
        count: how many solutions it says there are.
        unique: whether it says that there is exactly one.
        problem: why no answer could be read; empty if one was.
    """

    grids: Sequence[Grid] = ()
    lines: Sequence[int] = ()
    none: bool = False
    count: int | None = None
    unique: bool | None = None
    problem: str = ""


def read_answer(printed: str, puzzle: Puzzle, question: Question, stderr: str = "") -> Answer:
    """The answer to a question about a puzzle in what was printed."""
    reader = _Reader(puzzle, question)
    reader.read(printed)
    if not printed.strip():
        for number, line in _lines(stderr):
            reader.read_words(number, line, only_none=True)
    grids, ends, said = reader.grids, reader.ends, reader.said
    if question is Question.ONE and grids and ends[-1] > reader.said_on:
        return Answer(grids, ends)
    if question is Question.ALL and grids and said is not None:
        both = f"line {ends[-1]} ends a grid, and line {reader.said_on} says that there is none"
        return Answer(problem=f"{both}; expected one of the two")
    if question is Question.ALL and len(grids) == _MAX_GRIDS:
        return Answer(problem=f"{_MAX_GRIDS} grids and more; expected fewer")
    if question is Question.ALL and grids:
        return Answer(grids, ends)
    if said is None:
        return Answer(problem=reader.problem())
    return said if said.unique is None else replace(said, grids=grids, lines=ends)


def expected_text(puzzle: Puzzle, question: Question) -> str:
    """What to print for an answer to be read, as a clause."""
    rows, columns = puzzle.rows, puzzle.columns
    lines, numbers = plural(rows, "line"), plural(columns, "number")
    grid = f"{lines} of {numbers} each, or JSON such as [[1, 2, ...], ...]"
    return {
        Question.ONE: f"{grid}, or the line: no solution",
        Question.ALL: f"for each solution {grid}, or the line: no solution",
        Question.COUNT: "a line such as: 3 solutions",
        Question.UNIQUE: "a line: unique, not unique, or no solution",
    }[question]


# --- reading ----------------------------------------------------------------------------------


_CONTROL = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[()][0-9A-Z]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
"""A colour or another code of terminals: also a set of characters, and the title of a window."""

_SEPARATORS = "|\uff5c_,;[](){}\"'" + "".join(map(chr, range(0x2500, 0x2580)))
_NO_SEPARATORS = str.maketrans(dict.fromkeys(_SEPARATORS, " "))
_NO_BORDERS = str.maketrans(dict.fromkeys(_SEPARATORS + "-+=", " "))
_NUMBER = re.compile(r"[0-9]{1,18}")
_NUMBER_OR_NEGATIVE = re.compile(r"-?[0-9]{1,18}")
_COUNT = re.compile(
    r"([0-9]{1,18})(?: solutions?(?: found)?)?|(?:count|solutions|total): ?([0-9]{1,18})"
)
_NONE = re.compile(
    "no solutions?(?: found)?|no solution exists|there is no solution|not solvable|unsolvable|"
    "infeasible|unsat(?:isfiable)?|none|0 solutions(?: found)?"
)
_SUBJECT = re.compile(r"(?:the |this )?puzzle (?:is|has) ")
_BEFORE_UNIQUE = {
    *("the", "a", "it", "its", "this", "to", "puzzle", "board", "grid", "solution", "answer"),
    *("has", "is", "result", "status", "verdict", "output", "there", "1", "one", "exactly"),
    *("only", "found", "and", "yes"),
}
_NEVER_BEFORE_NOT_UNIQUE = {"if", "whether", "not"}
_QUESTION = re.compile(
    r"(?:is|has) (?:the|it|this|a|there)\b.*|.*\?|"
    r"(?:.*[:,] *)?is (?:the|it|this|puzzle|board|grid|solution)\b[^?]*",
    re.IGNORECASE,
)
_OPENING, _CLOSING = ("[", "(", "{"), ("]", ")", "}")
_TO_LISTS = str.maketrans("(){}", "[][]")
_LISTS = re.compile(r"[-\s,\[\]]*[0-9][-0-9\s,\[\]]*")

_MAX_GRIDS = 100_000
"""Grids that are read at most; of a puzzle with as many solutions not all are known."""

_CACHED_LINES = 4096
"""Rows that are kept: an output of millions of lines has few different ones."""


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers from 1, without colours; each ``CR`` ends one, too."""
    for number, line in enumerate(StringIO(text, newline=None), 1):
        yield number, _CONTROL.sub("", line) if "\x1b" in line else line


def _normalized(line: str) -> str:
    """A line in small letters, without the punctuation at its ends and the puzzle as a subject."""
    normalized = " ".join(line.split()).strip(string.punctuation + " ").casefold()
    found = _SUBJECT.match(normalized)
    return normalized[found.end() :] if found else normalized


def _unique(line: str) -> bool | None:
    """Whether a line says that the solution is unique; None if it does not say."""
    *before, last = ["", *re.findall(r"\w+", _normalized(line))]
    if last != "unique" or _QUESTION.fullmatch(line):
        return None
    if before[-1] == "not":
        return None if _NEVER_BEFORE_NOT_UNIQUE.intersection(before[:-1]) else False
    is_heading = line.endswith((":", "="))  # of what may be "no"
    return True if _BEFORE_UNIQUE.issuperset(before[1:]) and not is_heading else None


def _nested_lists(text: str) -> object:
    """Nested lists of numbers as other languages than JSON have them; None for anything else."""
    if not _LISTS.fullmatch(lists := text.translate(_TO_LISTS)):
        return None
    words = ",".join(re.findall(r"-?[0-9]+|[\[\]]", lists))
    try:
        return json.loads(words.replace("[,", "[").replace(",]", "]"))
    except (ValueError, RecursionError):
        return None


class _Reader:
    """What an output says, as far as its lines have been read.

    Attributes:
        grids: the grids; if not all are asked for, the last one.
        ends: the line on which each ends.
        said: the last line that says something else, if there is one.
        said_on: its number.
    """

    def __init__(self, puzzle: Puzzle, question: Question) -> None:
        self._puzzle, self._question = puzzle, question
        self._rows, self._columns = puzzle.rows, puzzle.columns
        has_digits = puzzle.values[0] >= 0 and puzzle.values[-1] <= 9
        self._digits = set(map(str, puzzle.values if has_digits else ()))
        self._number = _NUMBER if puzzle.values[0] >= 0 else _NUMBER_OR_NEGATIVE
        self._as_row = lru_cache(_CACHED_LINES)(self._read_row)
        self._block: list[tuple[int, ...]] = []
        self._block_lines: list[int] = []
        self._block_end = ""
        self._last, self._last_number = "", 0
        self.grids: list[Grid] = []
        self.ends: list[int] = []
        self.said: Answer | None = None
        self.said_on = 0

    def read(self, text: str) -> None:
        """Reads a whole output."""
        whole, end = text.strip(), text.rstrip().count("\n") + 1
        if whole[:1] in _OPENING and self._read_json(end, whole):
            self._last, self._last_number = whole, end
            return
        for number, line in _lines(text):
            self._read_line(number, line.strip())
        self._end_block()

    def _read_line(self, number: int, line: str) -> None:
        if line:
            self._last, self._last_number = line, number
        if line[:1] in _OPENING and line[-1:] in _CLOSING and self._read_json(number, line):
            return
        if (row := self._as_row(line)) is not None:
            self._block.append(row)
            self._block_lines.append(number)
            self._block_end = line
        elif not line or line.translate(_NO_BORDERS).strip():  # a border alone has no meaning
            self._end_block()
            self.read_words(number, line)

    def _read_row(self, line: str) -> tuple[int, ...] | None:
        """The numbers of a line that is a row; None if it is none."""
        words = line.translate(_NO_SEPARATORS).split()
        if not words or not all(map(self._number.fullmatch, words)):
            return None
        # Two rows without gaps on one line would look like one row of two numbers.
        packed = self._digits and all(len(word) == self._columns > 1 for word in words)
        if len(words) == self._columns and not packed:
            return tuple(map(int, words))
        digits = "".join(words)
        if len(digits) == self._columns and set(digits) <= self._digits:
            return tuple(map(int, digits))
        return None

    def _end_block(self) -> None:
        """Takes the rows before as grids, if they are as many as some boards have."""
        if not self._block:
            return
        block, lines = self._block, self._block_lines
        self._block, self._block_lines = [], []
        is_number = self._question is Question.COUNT and self._rows == 1
        if len(block) % self._rows or is_number or self._is_list_of_cells(block):
            self.read_words(lines[-1], self._block_end)
            return
        for end in range(self._rows, len(block) + 1, self._rows):
            self._add(tuple(block[end - self._rows : end]), lines[end - 1])

    def _add(self, grid: Grid, end: int) -> None:
        if self._question is not Question.ALL:
            self.grids, self.ends = [], []
        if len(self.grids) < _MAX_GRIDS:
            self.grids.append(grid)
            self.ends.append(end)

    def _is_list_of_cells(self, block: Sequence[tuple[int, ...]]) -> bool:
        """Whether rows of three are a row, a column and a value, in any order: on a board of three
        columns these look alike. In a right grid no row begins with the same value twice.
        """
        if self._columns != 3:
            return False
        pairs = {row[:2] for row in block[: 3 * self._rows]}
        first = min(min(pairs))
        cells = set(product(range(first, first + self._rows), range(first, first + 3)))
        return pairs in (cells, {(column, row) for row, column in cells})

    def _read_json(self, number: int, text: str) -> bool:
        """Reads JSON; returns whether it is an answer."""
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = _nested_lists(text)
        grids = self._grids_of(value)
        if grids is None:
            return False
        self._end_block()
        for grid in grids:
            self._add(grid, number)
        if not grids:
            self.said, self.said_on = Answer(none=True), number
        return True

    def _grids_of(self, value: object) -> list[Grid] | None:
        """The grids of a JSON value; None if it is no answer."""
        if isinstance(value, dict):
            keys = [key for key in ("grid", "solution", "solutions") if key in value]
            value = value[keys[0]] if len(keys) == 1 else None
        if (grid := self._as_grid(value)) is not None:
            return [grid]
        if not isinstance(value, list):
            return None
        grids = [grid for each in value if (grid := self._as_grid(each)) is not None]
        return grids if len(grids) == len(value) else None

    def _as_grid(self, value: object) -> Grid | None:
        if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
            return None
        is_shape = [len(row) for row in value] == [self._columns] * self._rows
        is_whole = all(type(cell) is int for row in value for cell in row)
        return tuple(map(tuple, value)) if is_shape and is_whole else None

    def read_words(self, number: int, line: str, *, only_none: bool = False) -> None:
        """Reads what a line says that is no row of a grid, if anything."""
        normalized, said = _normalized(line), None
        if _NONE.fullmatch(normalized):
            said = Answer(none=True)
        elif self._question is Question.COUNT and not only_none:
            found = _COUNT.fullmatch(" ".join(line.split()).casefold().rstrip(".!"))
            said = Answer(count=int(found[1] or found[2])) if found else None
        elif self._question is Question.UNIQUE and not only_none:
            is_unique = _unique(line.strip())
            said = None if is_unique is None else Answer(unique=is_unique)
        if said is not None:
            self.said, self.said_on = said, number

    def problem(self) -> str:
        """Why no answer could be read, with what to print instead."""
        found = "printed nothing"
        if self._last:
            found = f"no answer was read; line {self._last_number} is {quoted(self._last, 60)}"
        return f"{found}; expected {expected_text(self._puzzle, self._question)}"
