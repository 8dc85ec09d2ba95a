"""What people write around a puzzle, a picture, or its rows, that is no part of it."""

import re
from itertools import islice
from math import isqrt
from typing import NamedTuple

from kenken_cp.formats._words import MAX_TEXT
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.patterns import regex
from kenken_cp.text import quoted

_AROUND = regex(r"[\[\](){}\"']+")
_CELL = regex(r"[^\W\d_]\w*|\d+|\.")
_WORD = regex(r"[^\W\d_]{3,}")
_VALUE = regex(r"\w++[ \t]*+=[ \t]*+[\[({]")
"""The beginning of a value with a name."""
_MAX_HEADING = 200

_MAX_DIGITS = 9
"""Of a value in a grid."""

_COMMENT = regex(
    r"^[ \t]*+(?:#(?![ \t]*+[0-9]++(?:[ \t]*+$|[ \t]++[A-Za-z]?+[0-9]|(?:-[0-9]++)*+#))|//"
    r"|[%;](?=.*[^\W\d_]{2}|[^\d\n]*+$))"
    r"(?!.*samurai|.*gattai).*+$",
    re.MULTILINE | re.IGNORECASE,
)
"""A line of comment; but ``# 5`` is the size of a neknek table, ``% 2 A1 B1`` and ``# 2 A1 B1`` are
cages with an operator that is not known there, ``#2-3#+`` is one without its target, and a Samurai
is no Sudokus.
"""

_TITLE, _NUMBERED_TITLE = (
    regex(
        r"^[ \t#=*-]*+(?:(?:kenken|mathdoku|calcudoku|sudoku)[ \t]++)?+"
        r"(?:puzzle|problem|example|instance|kenken|mathdoku|sudoku)"
        rf"(?:[ \t]++(?:no|nr|number)\.?+)?+[ \t]*+#?+[ \t]*+{number}[ \t]*+[:.]?+[ \t]*+"
        r"(?:\(?+(?:easy|medium|normal|hard|difficult|expert)\)?+)?+[ \t:=*-]*+$",
        re.MULTILINE | re.IGNORECASE,
    )
    for number in ("(?:[0-9]++)?+", "[0-9]++")
)
"""A line above a puzzle that only counts it, and perhaps says how hard it is."""

_NUMBER = regex(r"[0-9]++")
_RULE = regex(r"^-{3,}+[ \t]*+$", re.MULTILINE)
_MAX_PARTS = 200

_NOTE = regex(r"(?<=\S)[ \t]++(?:#|//|--|%|;)[ \t]++[^\W\d_]{2}.*+$", re.MULTILINE)
"""A comment behind something."""

LACKS_OPERATOR = regex(r"\s*+(?:\w++[\s:=]++(?:[0-9]++\s++#|#\s*+[0-9]++)|[0-9]++\s++#)\s*+")
"""A clue with ``#`` for its operator: a comment would say more."""

ROW_OF_NUMBERS = regex(r"[\[({|\s]*+(?:[0-9]++(?:[\s,|]++[0-9]++)++|[0-9]{2,}+)[\])}|\s,;]*+")
_ANSWER = regex(r"\W*+(?:solution|solved|answer)s?\W*+", re.IGNORECASE)


class SolutionBelow(NamedTuple):
    """A text, and the grid of values that stands below it."""

    text: str
    grid: list[list[int]]


def solution_below(text: str) -> SolutionBelow | None:
    """The grid in the last lines of a text: as many as each has numbers, apart or packed, or all on
    one; perhaps with a word such as ``Solution`` above it. None if there is none.
    """
    if len(text) > MAX_TEXT:
        return None
    lines = text.rstrip().split("\n")
    if not ROW_OF_NUMBERS.fullmatch(lines[-1]):
        return None
    last = re.findall("[0-9]++", lines[-1])
    if len(last) > 1 and max(map(len, last)) > _MAX_DIGITS:
        return None
    packed = len(last) == 1
    numbers = list(map(int, last[0] if packed else last))
    side = len(numbers)
    grid: list[list[int]] = []
    for line in islice(reversed(lines[1:]), min(side, MAX_SIZE)):
        row = re.findall("[0-9]" if packed else "[0-9]++", line)
        if (
            len(row) != side
            or max(map(len, row)) > _MAX_DIGITS
            or not ROW_OF_NUMBERS.fullmatch(line)
        ):
            break
        grid.insert(0, list(map(int, row)))
    height = side
    if len(grid) < side:  # all on one line
        side, height = isqrt(side), 1
        grid = [numbers[at : at + side] for at in range(0, side * side, side)]
    if not 1 < side <= MAX_SIZE or (height == 1 and side**2 != len(numbers)):
        return None
    if any(len(set(each)) < side for each in (*grid, *zip(*grid, strict=True))):
        return None
    above = "\n".join(lines[: len(lines) - height]).rstrip()
    start = above.rfind("\n") + 1
    if _ANSWER.fullmatch(above[start:]):
        above = above[:start].rstrip()
    if not above or above.endswith("---"):
        return None
    return SolutionBelow(above + "\n", grid)


def without_comments(text: str) -> str:
    """A text whose lines of comment are blank; the same if it has none, or many more lines than a
    puzzle has.
    """
    return _COMMENT.sub("", text) if len(text) <= MAX_TEXT else text


def has_numbers_in_comments(text: str) -> bool:
    """Whether a line that ``without_comments`` leaves out has two numbers, as a cage has."""
    return any(len(_NUMBER.findall(line[0])) > 1 for line in _COMMENT.finditer(text))


def between_rules(text: str) -> list[str]:
    """The parts of a text between lines ``---``, each below as many empty lines as are above it;
    none if it has no such line, or many more lines than a puzzle has.
    """
    if len(text) > MAX_TEXT or not 1 <= len(_RULE.findall(text)) < _MAX_PARTS:
        return []
    found, above = list[str](), 0
    for part in _RULE.split(text):
        found.append("\n" * above + part)
        above += part.count("\n")
    return [part for part in found if part.strip()]


def without_numbered_titles(text: str) -> str:
    """A text without its lines such as ``Puzzle 17``, which could be a row and a clue, too; the
    same if it has none, or many more lines than a puzzle has.
    """
    return _NUMBERED_TITLE.sub("", text) if len(text) <= MAX_TEXT else text


def without_words(text: str) -> str:
    """A text without the lines that count its puzzles, ``Puzzle 17``, and without comments, on
    lines of their own or behind something; the same if it has none, or many more lines than a
    puzzle has.
    """
    if len(text) > MAX_TEXT:
        return text
    return _NOTE.sub("", _TITLE.sub("", without_comments(text)))


def row_in_brackets(text: str) -> str | None:
    """The row that a line is without its brackets and quotation marks: ``aab`` of ``[a, a, b],``;
    None if it has none of them, or is something else.
    """
    if not _AROUND.search(text) or ":" in text:
        return None
    cells = [cell for cell in re.split(r"[\s,;]+", _AROUND.sub(" ", text)) if cell]
    if not all(map(_CELL.fullmatch, cells)) or not any(cell[0].isalpha() for cell in cells):
        return None
    return ("" if all(len(cell) == 1 for cell in cells) else " ").join(cells)


def in_brackets(row: str) -> str:
    """The sentence about such a row."""
    return f"a row in brackets or quotation marks; expected {quoted(row, 60)}"


def is_heading(text: str) -> bool:
    """Whether a line, which is neither a row nor a clue, may be words for people."""
    words = len(text) <= _MAX_HEADING and _WORD.search(text) is not None
    return words and _VALUE.match(text.strip()) is None


def heading(text: str) -> str:
    """The sentence about such a line."""
    return f"{quoted(text.strip(), 60)} looks like words for people; expected # before them"
