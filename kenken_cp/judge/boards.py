"""Boards in any text, found by their shape.

Brackets (JSON, Python, Haskell) are rewritten as rows, a line each, and the labels of rows left
out. Each line is then rows of a board, a rule or other decoration, blank, or words. Rows that
follow each other make boards; words end one.

Nothing here knows the rules or the solution, so that wrong grids are found like right ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby, takewhile
from typing import NamedTuple

_OPEN = None
Row = list[int | None]
Board = list[Row]


class _Is(Enum):
    """What a line is to a board."""

    ROWS = "rows"
    BLANK = "blank"
    DECORATION = "decoration"
    WORDS = "words"


class _Line(NamedTuple):
    kind: _Is
    rows: list[Row]


def boards(text: str, size: int, values: Sequence[int]) -> Iterator[Board]:
    """The boards of a text, complete or not, in order."""
    reader = _LineReader(size, values)
    plain = _brackets_as_lines(_BARRED.sub(_bracketed, text))
    lines = (reader.read(line) for line in _unlabelled(plain.split("\n"), size))
    useful = (line for line in lines if line.kind is not _Is.DECORATION)
    for are_words, block in groupby(useful, lambda line: line.kind is _Is.WORDS):
        if not are_words:
            runs = groupby(block, lambda line: line.kind)
            segments = [
                [row for line in run for row in line.rows] for is_, run in runs if is_ is _Is.ROWS
            ]
            yield from _stacked(segments, size, set(values))


def _stacked(segments: list[Board], size: int, values: set[int]) -> Iterator[Board]:
    """The boards of rows that no words interrupt, in segments between blank lines."""
    for length, run in groupby(segments, len):
        same = list(run)
        rows = [row for segment in same for row in segment]
        if length >= size:
            for segment in same:
                yield from _cut(segment, size, values)
        # Blank lines between the rows, or the bands, of one board: equal segments that fill it.
        elif size % length == 0 and len(rows) % size == 0:
            yield from _cut(rows, size, values)


def _cut(rows: list[Row], size: int, values: set[int]) -> Iterator[Board]:
    """Boards of adjacent rows. Where there are too many, a heading is left out: the same over each,
    or only one, at the start if nothing speaks for another place.
    """
    spare = len(rows) % size
    headings = rows[:: size + 1]
    if spare and len(rows) % (size + 1) == 0 and all(row == headings[0] for row in headings):
        rows = [row for index, row in enumerate(rows) if index % (size + 1)]
        spare = 0
    known = values | {_OPEN}

    def fitting(start: int) -> tuple[int, int]:
        kept = rows[start : len(rows) - (spare - start)]
        return sum(known.issuperset(row) for row in kept), start

    start = max(range(spare + 1), key=fitting)
    for top in range(start, len(rows) - size + 1, size):
        yield rows[top : top + size]


class _LineReader:
    """Says what a line is to boards of a size."""

    def __init__(self, size: int, values: Sequence[int]) -> None:
        self._size = size
        self._signed = min(values) < 0
        self._zero_is_open = 0 not in values
        # Beyond 9 boards are printed with letters too: A is 10.
        self._letters = max(values) > 9 and not self._signed
        self._packs = max(values) <= 35 and not self._signed
        self._largest = max(values)
        self._lengths = (size, size * size)

    def read(self, line: str) -> _Line:
        """What a line is, with its rows if it has any."""
        if not line.strip():
            return _Line(_Is.BLANK, [])
        rows = self._rows(line)
        if not rows and _RULE.fullmatch(line):
            return _Line(_Is.DECORATION, [])
        if rows := rows or self._rows_after_words(line):
            return _Line(_Is.ROWS, rows)
        # In a table, a line that is no row belongs to the picture: a clue, or a cage's border.
        return _Line(_Is.DECORATION if line.lstrip()[0] in _BARS else _Is.WORDS, [])

    def _rows_after_words(self, line: str) -> list[Row]:
        match = _PREFIX.match(line)
        if match is None or not line[match.end() :].strip():
            return []
        rows = self._rows(line[match.end() :])
        # A lone row, or a number, after words is more likely a statistic.
        words = _ANSWER_WORD if self._size > 1 else _SOLUTION_WORD
        is_whole = len(rows) == self._size > 2
        return rows if is_whole or words.search(match.group()) else []

    def _rows(self, line: str) -> list[Row]:
        if self._fields(line):
            return [[_OPEN] * self._size]
        tokens = line.translate(_SEPARATORS).split()
        joined = "".join(tokens)
        if len(joined) > len(tokens) and not joined.strip("-*"):
            return []  # a rule, perhaps just as wide as the board
        if len(tokens) in self._lengths and all(map(_DECIMAL.fullmatch, tokens)):
            tokens = [token.partition(".")[0] for token in tokens]
        elif self._packs and len(joined) in self._lengths and not _padded(tokens, self._size):
            return self._shaped([self._cell(char) for char in joined])
        if len(tokens) in self._lengths:
            return self._shaped([self._cell(token) for token in tokens])
        return []

    def _fields(self, line: str) -> bool:
        """Whether a line is a row of a table with an empty field."""
        if not any(bar in line for bar in _BARS):
            return False
        fields = re.split(f"[{_BARS}]", line.strip().strip(_BARS))
        if len(fields) != self._size or all(field.strip() for field in fields):
            return False
        return all(not field.strip() or self._cell(field.strip()) != _NO_CELL for field in fields)

    def _shaped(self, cells: Row) -> list[Row]:
        size = self._size
        if _NO_CELL in cells:
            return []
        if _OPEN in cells and len(cells) > size:
            return [[_OPEN] * size] * size
        return [cells[start : start + size] for start in range(0, len(cells), size)]

    def _cell(self, token: str) -> int | None:
        if _DIGITS.fullmatch(token) and (self._signed or token[0] != "-"):
            number = int(token)
            return _OPEN if number == 0 and self._zero_is_open else number
        if self._letters and len(token) == 1 and token.isascii() and token.isalpha():
            number = int(token, 36)
            return number if number <= self._largest else _NO_CELL
        return _OPEN if _BLANK_CELL.fullmatch(token) else _NO_CELL


def _padded(tokens: Sequence[str], size: int) -> bool:
    """Whether a line is a row of numbers like 01 and 02: as many characters as a 2x2 board."""
    return len(tokens) == size and all(re.fullmatch("0[0-9]", token) for token in tokens)


_NO_CELL = 10**30
_DECIMAL = re.compile(r"-?\d{1,18}\.0*", re.ASCII)
_DIGITS = re.compile(r"-?\d{1,18}", re.ASCII)
_BLANK_CELL = re.compile(r"_+|\.+|\?+|\*+|-|[xX·]|None|null|nil")
_BARS = "|¦│┃║╎╏┆┇"
_BOX_DRAWING = "".join(map(chr, range(0x2500, 0x2580)))
_SEPARATORS = str.maketrans(dict.fromkeys(_BARS + _BOX_DRAWING + "[](){},;/\"'`&\\", " "))
_RULE = re.compile(r"[^\w.?]*_{3,}[^\w.?]*|[^\w.?]*")
_PREFIX = re.compile(r"(?:[^:=>]*[:=>]+|\s*\w{1,2}\s*[|│]|\s*-(?=\s))\s*")
_SOLUTION_WORD = re.compile(r"solution|answer|result|grid|row \d+\W*$|^\W*$", re.IGNORECASE)
_ANSWER_WORD = re.compile(
    rf"{_SOLUTION_WORD.pattern}|board|solved|row|^\W*\w{{1,3}}\W*$", re.IGNORECASE
)


# --- labels --------------------------------------------------------------------------------------


def _unlabelled(lines: list[str], size: int) -> list[str]:
    """The lines with the labels left out of boards whose rows and columns both have some.

    Only both together are sure to be labels: alone, those of rows look like one more column. A lone
    cell has none: after it, "1 solution" would look like a row.
    """
    if size == 1:
        return lines
    found = [line.translate(_SEPARATORS).split() for line in lines]
    full = [index for index, tokens in enumerate(found) if any(map(str.isalnum, tokens))]
    for start, top in enumerate(full):
        rows = full[start + 1 : start + 1 + size]
        if size <= len(found[top]) <= size + 1 and _counts(found[top][-size:], size):
            labels = [found[row][0] for row in rows if len(found[row]) == size + 1]
            if _counts(labels, size):
                lines[top] = "columns"
                for row in rows:
                    lines[row] = " ".join(found[row][1:])
    return lines


def _counts(labels: list[str], size: int) -> bool:
    """Whether labels count to a size: from 0, 1 or A."""
    numbers = [str(number) for number in range(size + 1)]
    letters = [chr(ord("A") + number) for number in range(min(size, 26))]
    return [label.upper() for label in labels] in (numbers[:-1], numbers[1:], letters)


# --- brackets ------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"(?P<open>[\[({])|(?P<close>[\])}])|(?P<cell>-?\d+(?:\.0*(?=[\s,\])]))?|[._?]+|None|null|nil)"
    r"|(?P<gap>[\s,;'\"]+)|(?P<other>[^\[\](){}]+)",
)


@dataclass(slots=True)
class _List:
    """A bracketed list under way: where it starts, its cells, and the finished lists in it.

    It is ``mixed`` once it holds anything but cells and lists.
    """

    start: int
    cells: list[str]
    lists: list[_Rows]
    mixed: bool = False


class _Rows(NamedTuple):
    """A finished list: its place in the text, and what it says as lines."""

    start: int
    end: int
    lines: list[str]


def _brackets_as_lines(text: str) -> str:
    """The text with each list of numbers on a line of its own, and a blank line around each list of
    lists; everything else as it was.
    """
    pieces, done = [], 0
    for found in _outermost_lists(text):
        if len(found.lines) > 1 or _shares_its_line(text, found):
            pieces += [text[done : found.start], "\n", *(f"{line}\n" for line in found.lines)]
            # What ends its line needs no line for what follows: the next row may be there.
            done = found.end + (len(found.lines) == 1 and text.startswith("\n", found.end))
    return "".join([*pieces, text[done:]])


_BARRED = re.compile(r"\[\s*\|([-\d\s,|]*)\|\s*\]")


def _bracketed(barred: re.Match[str]) -> str:
    """A list of lists in place of MiniZinc's ``[| 1, 2 | 2, 1 |]``."""
    return "[{}]".format(",".join(f"[{row}]" for row in barred[1].split("|")))


def _shares_its_line(text: str, found: _Rows) -> bool:
    """Whether there is more on the line of a list, so that it must be given its own."""
    before = text[text.rfind("\n", 0, found.start) + 1 : found.start]
    end = text.find("\n", found.end)
    after = text[found.end : end if end >= 0 else len(text)]
    return bool(before.strip(" \t,;") or after.strip(" \t,;"))


def _outermost_lists(text: str) -> Iterator[_Rows]:
    """The lists of numbers, and of lists of numbers, that are in no other such list, in order."""
    stack: list[_List] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "open":
            stack.append(_List(match.start(), [], []))
        elif not stack or kind == "gap":
            continue
        elif kind == "cell":
            stack[-1].cells.append(match.group())
        elif kind == "other":
            yield from _released(stack)
        else:
            closed = stack.pop()
            if closed.mixed:
                continue
            rows = _Rows(closed.start, match.end(), _lines_of(closed))
            if closed.cells and closed.lists:
                yield from closed.lists
                yield from _released(stack)
            elif stack and not stack[-1].mixed:
                stack[-1].lists.append(rows)
            elif len(rows.lines) > 1 or len(closed.cells) > 1:
                yield rows
    yield from _released(stack)


def _released(stack: Sequence[_List]) -> Iterator[_Rows]:
    """Makes the lists under way mixed, and what was finished in them stand for itself."""
    # What a mixed one is in was made so with it.
    fresh = list(takewhile(lambda each: not each.mixed, reversed(stack)))
    for each in reversed(fresh):
        each.mixed = True
        yield from each.lists
        each.lists = []


def _lines_of(closed: _List) -> list[str]:
    """Cells are a row; lists are a board, with blank lines around it."""
    if closed.lists:
        return ["", *(line for each in closed.lists for line in each.lines), ""]
    return [" ".join(closed.cells)]
