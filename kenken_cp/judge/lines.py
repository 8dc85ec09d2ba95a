"""What each line of a text is to a board: the meaning of the first record of ``LINES`` that
recognises it.
"""

import re
from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property, lru_cache
from typing import NamedTuple

from kenken_cp.judge.recognition import Meaning, Recognition

MAX_REMEMBERED_LINES = 4096
"""Traces repeat their lines, and boards their rows: what was read need not be read again."""

_OPEN = None
Row = list[int | None]
"""The values of a row; None for an open cell. A zero may be an open cell, too."""
Rows = list[Row]


class Line(NamedTuple):
    """What a line is to a board, and its rows if it has any."""

    meaning: Meaning
    rows: Rows


class Shape:
    """The shape of the boards that are looked for, and how their values may be printed."""

    def __init__(self, rows: int, columns: int, values: Sequence[int]) -> None:
        self.rows, self.columns = rows, columns
        self.largest, self.signed = max(values), min(values) < 0
        self.allowed = frozenset(values)
        self.known = {*values, _OPEN, 0}
        # What stands in a line: the cells of a row, or of the whole board.
        self.lengths = columns, rows * columns

    @cached_property
    def turned(self) -> "Shape":
        """The shape of these boards with rows for columns."""
        turned = copy(self)
        turned.rows, turned.columns = self.columns, self.rows
        turned.lengths = turned.columns, turned.lengths[1]
        return turned

    def cell(self, token: str) -> int | None:
        """What a token is as a cell; ``NO_CELL`` if it is none."""
        if token == "-1" and not self.signed:
            return _OPEN
        if INTEGER.fullmatch(token) and (self.signed or token[0] != "-"):
            return int(token)
        # Beyond 9, boards are printed with letters too: A is 10.
        lettered = self.largest > 9 and not self.signed
        if lettered and len(token) == 1 and token.isascii() and token.isalpha():
            number = int(token, 36)
            return number if number <= self.largest else NO_CELL
        return _OPEN if _OPEN_CELL.fullmatch(token) else NO_CELL

    def cut(self, tokens: Sequence[str]) -> Rows | None:
        """A token for each cell, as rows; None if they are none."""
        if len(tokens) not in self.lengths:
            return None
        cells = [self.cell(token) for token in tokens]
        if NO_CELL in cells:
            return None
        width = self.columns
        return [cells[start : start + width] for start in range(0, len(cells), width)]


NO_CELL = 10**30
"""What a token that is no cell is read as; no integer that is read is as large."""

INTEGER = re.compile(r"-?\d{1,18}", re.ASCII)
_DECIMAL = re.compile(r"-?\d{1,18}\.0*", re.ASCII)
_SCIENTIFIC = re.compile(r"-?\d\.\d{1,20}e\+\d\d", re.ASCII | re.IGNORECASE)
_PADDED = re.compile("[0-][0-9]")
_OPEN_CELL = re.compile(r"_+|\.+|\?+|\*+|-|[xX·]|None|null|nil|undefined|NaN|nan")
_BARS = "|¦│┃║╎╏┆┇｜"
_BOX_DRAWING = "".join(map(chr, range(0x2500, 0x2580)))
_SEPARATORS = str.maketrans(dict.fromkeys(_BARS + _BOX_DRAWING + "[](){},;/\"'`&\\", " "))
RULE = re.compile(r"[^\w.?]*_{3,}[^\w.?]*|[^\w.?]*")
PREFIX = re.compile(
    r"(?:[^:=>]*[:=>]+|\s*(?i:r|row)[ _]?\d{1,3}\s*[|│]?(?=\s)|\s*\w{1,2}\s*[|│]"
    r"|\s*[-*#•](?=\s))\s*"
)
_COLUMN = re.compile(
    r"\W*col(?:umn)?[\W_]{0,3}\d{1,3}['\"]?\s*+(?:[-=]>|[:=|.)]|-(?=\s))?\s*+(?<=\W)", re.IGNORECASE
)
_ROW_LABEL = re.compile(r"\W*row[\W_]{0,3}\d{1,3}\W*", re.IGNORECASE)
_LABEL = re.compile(r"\W*(?:\d{1,9}|[Aa])\W*")
_SOLUTION_WORD = re.compile(
    r"solution(?!s)|answer|result|grid|\b(?:row|r)[ _]?\d+\W*$|^\W*$", re.IGNORECASE
)
"""What may stand before a lone number that is a board; after ``solutions`` it is their number."""
_ANSWER_WORD = re.compile(
    rf"{_SOLUTION_WORD.pattern}|solution|board|solved|row|^\W*(?:\w{{1,3}}|\d{{1,9}})\W*$",
    re.IGNORECASE,
)


_QUOTED = re.compile(r'"([^"\n]{0,2000})"')
_LONE_QUOTED = re.compile(r'"(?:answer|board|cells|grid|solution)": ?"([^"\n]{1,9})"')
"""A lone value in quotes may be anything, unless its name says what it is."""
_MAX_QUOTED = 20
"""Texts in quotes of a line that are looked at."""

LineFinder = Callable[[str, Shape], Rows | None]
"""Returns the rows of a line (perhaps none of them), or None if it does not recognise the line."""


@lru_cache(MAX_REMEMBERED_LINES)
def words_of(line: str) -> list[str]:
    """What stands between the separators of a line; several records ask for the same line."""
    return line.translate(_SEPARATORS).split()


def _is_wide_rule(line: str) -> bool:
    """Whether a line is dashes or stars that are longer than an open cell each."""
    tokens = words_of(line)
    joined = "".join(tokens)
    return len(joined) > len(tokens) and not joined.strip("-*")


def _fields(line: str, shape: Shape) -> Rows | None:
    """A row of a table with an empty field: none of its cells is taken."""
    if not any(bar in line for bar in _BARS):
        return None
    fields = [field.strip() for field in re.split(f"[{_BARS}]", line.strip().strip(_BARS))]
    if len(fields) != shape.columns or all(fields):
        return None
    if any(field and shape.cell(field) == NO_CELL for field in fields):
        return None
    return [[_OPEN] * shape.columns]


def _decimals(line: str, shape: Shape) -> Rows | None:
    tokens = words_of(line)
    if all(map(_DECIMAL.fullmatch, tokens)):
        return shape.cut([token.partition(".")[0] for token in tokens])
    if all(map(_SCIENTIFIC.fullmatch, tokens)):
        return shape.cut([f"{float(token):g}" for token in tokens])
    return None


def _characters(line: str, shape: Shape) -> Rows | None:
    """One character a cell, whatever stands between them."""
    if shape.largest > 35 or shape.signed:
        return None
    tokens = words_of(line)
    if tokens == [f"{shape.rows}x{shape.columns}"]:
        return None  # where x is an open cell, as in other rows
    characters = shape.cut("".join(tokens))
    if len(tokens) != shape.columns or characters is None:
        return characters
    # Numbers like 01, -1 or 11 are as many characters as a board of two rows has cells.
    is_padded = all(map(_PADDED.fullmatch, tokens))
    is_row = shape.allowed.issuperset(map(shape.cell, tokens))
    are_cells = all(map(shape.allowed.issuperset, characters))
    return None if is_padded or (is_row and not are_cells) else characters


def _after_words(line: str, shape: Shape) -> Rows | None:
    match = PREFIX.match(line)
    if match is None or not line[match.end() :].strip():
        return None
    following = read_line(line[match.end() :], shape, PLAIN_ROWS)
    if following.meaning is not Meaning.ROWS:
        return None
    # A lone row, or a number, after words is more likely a statistic.
    words = _ANSWER_WORD if shape.columns > 1 else _SOLUTION_WORD
    rest = line[match.end() :]
    is_whole = len(following.rows) == shape.rows > 2
    if is_whole and len(words_of(rest)) == 1:  # 123456789 may be a checksum
        is_whole = all(map(shape.known.issuperset, following.rows))
    is_lone = shape.lengths == (1, 1) and (rest[0] in "[({" or _LABEL.fullmatch(match.group()))
    return following.rows if is_whole or is_lone or words.search(match.group()) else None


_NAME = re.compile(r"[^\W\d_]{3}")


def is_named_otherwise(line: str) -> bool:
    """Whether words before the values of a line name them, and not as an answer: Tuples: 1 2 2."""
    match = PREFIX.match(line)
    if match is None or _NAME.search(match.group()) is None:
        return False
    return _ANSWER_WORD.search(match.group()) is None


def _in_quotes(line: str, shape: Shape) -> Rows | None:
    """The texts in quotes, as in JSON, that are whole boards."""
    if '"' not in line:
        return None
    inside = (_QUOTED if shape.lengths != (1, 1) else _LONE_QUOTED).findall(line)
    found = [read_line(text, shape, PLAIN_ROWS).rows for text in inside[:_MAX_QUOTED]]
    return [row for rows in found if len(rows) == shape.rows for row in rows] or None


def _column(line: str, shape: Shape) -> Rows | None:
    match = _COLUMN.match(line)
    if match is None:
        return None
    column = line[match.end() :]
    found = read_line(column, shape.turned, PLAIN_ROWS)
    return found.rows if is_row(found) else None


def _value(line: str, shape: Shape) -> Rows | None:
    tokens = words_of(line)
    if len(tokens) != 1 or shape.columns == 1:
        return None
    cell = shape.cell(tokens[0].removesuffix(".0"))
    return None if cell in (_OPEN, NO_CELL) else [[cell]]


def _rows(name: str, pattern: LineFinder, example: str, *value: Row) -> Recognition[LineFinder]:
    return Recognition(name, Meaning.ROWS, pattern, example, list(value))


def _other(
    name: str, meaning: Meaning, test: Callable[[str], object], example: str
) -> Recognition[LineFinder]:
    """A record of lines without rows, recognised by a test."""
    return Recognition(name, meaning, lambda line, _: [] if test(line) else None, example, [])


PLAIN_ROWS: tuple[Recognition[LineFinder], ...] = (
    _rows("a row of a table with empty fields", _fields, "| 3 |   | 1 | 2 |", [None] * 4),
    _other("dashes or stars", Meaning.DECORATION, _is_wide_rule, "---- ----"),
    _rows("decimals", _decimals, "[3. 4. 1. 2.]", [3, 4, 1, 2]),
    _rows(
        "a character a cell",
        _characters,
        "3412 2134 1243 4321",
        [3, 4, 1, 2],
        [2, 1, 3, 4],
        [1, 2, 4, 3],
        [4, 3, 2, 1],
    ),
    _rows(
        "a word a cell",
        lambda line, shape: shape.cut(words_of(line)),
        "3 | 14 | nil | 2",
        [3, 14, None, 2],
    ),
)
LINES: tuple[Recognition[LineFinder], ...] = (
    _other("a blank line", Meaning.BLANK, lambda line: not line.strip(), " \t"),
    *PLAIN_ROWS,
    Recognition("one value", Meaning.VALUE, _value, "  3,", [[3]]),
    Recognition("a column after its label", Meaning.COLUMN, _column, "Col 2: 4132", [[4, 1, 3, 2]]),
    _other("the label of a row alone", Meaning.DECORATION, _ROW_LABEL.fullmatch, "Row 2:"),
    _other("a rule", Meaning.DECORATION, RULE.fullmatch, "+---+---+---+---+"),
    _rows("a row after words", _after_words, "Row 1: 3412", [3, 4, 1, 2]),
    _rows(
        "a board in quotes",
        _in_quotes,
        '{"n": 1, "cells": "3412213412434321", "nodes": 7}',
        [3, 4, 1, 2],
        [2, 1, 3, 4],
        [1, 2, 4, 3],
        [4, 3, 2, 1],
    ),
    _other(  # a clue, or a cage's border
        "another line of a table",
        Meaning.DECORATION,
        lambda line: line.lstrip()[0] in _BARS,
        "| 12+       | 36* |",
    ),
    _other("words", Meaning.WORDS, lambda line: True, "12 nodes, 3 guesses"),
)


def read_line(line: str, shape: Shape, records: Sequence[Recognition[LineFinder]] = LINES) -> Line:
    """What a line is to a board: the meaning of the first record that recognises it."""
    for record in records:
        if (rows := record.pattern(line, shape)) is not None:
            return Line(record.meaning, rows)
    return Line(Meaning.WORDS, [])


_ALIKE = str.maketrans(dict.fromkeys("3456789", "2"))
"""Digits that mean the same in a line without rows: but not 0 (``2.0``) and 1 (``-1``)."""


class Reader(dict[str, Line]):
    """``read_line`` of whatever is looked up, which remembers what it has read."""

    def __init__(self, shape: Shape, records: Sequence[Recognition[LineFinder]] = LINES) -> None:
        super().__init__()
        self._shape, self._records = shape, records
        self._without_rows: dict[str, Line] = {}

    def __missing__(self, line: str) -> Line:
        alike = line.translate(_ALIKE)
        if (known := self._without_rows.get(alike)) is not None:
            return known
        found = read_line(line, self._shape, self._records)
        if len(self) == MAX_REMEMBERED_LINES:
            self.clear()
        self[line] = found
        if not found.rows and len(self._without_rows) < MAX_REMEMBERED_LINES:
            self._without_rows[alike] = found
        return found


def is_row(found: Line) -> bool:
    """Whether a line is one row, and nothing else."""
    return found.meaning is Meaning.ROWS and len(found.rows) == 1
