"""Boards in any text, found by their shape.

Brackets are rewritten as rows, a line each, and the labels of rows and columns left out. What each
line is to a board is the meaning of the first record of ``LINES`` that recognises it. Rows that
follow each other make boards; words end one.

Nothing here knows the rules or the solution, so that wrong grids are found like right ones.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from kenken_cp.judge.recognition import Meaning, Recognition

_OPEN = None
Row = list[int | None]
"""The values of a row; None for an open cell."""
Board = list[Row]


def boards(text: str, rows: int, columns: int, values: Sequence[int]) -> Iterator[Board]:
    """The boards of a text, complete or not, in order."""
    shape = Shape(rows, columns, values)
    plain = brackets_as_lines(text)
    lines = (read_line(line, shape) for line in _unlabelled(plain.split("\n"), rows, columns))
    useful = (line for line in lines if line.meaning is not Meaning.DECORATION)
    for are_words, block in groupby(useful, lambda line: line.meaning is Meaning.WORDS):
        if not are_words:
            segments = [
                [row for line in run for row in line.rows]
                for meaning, run in groupby(block, lambda line: line.meaning)
                if meaning is Meaning.ROWS
            ]
            yield from _stacked(segments, shape)


class Shape:
    """The shape of the boards that are looked for, and how their values may be printed."""

    def __init__(self, rows: int, columns: int, values: Sequence[int]) -> None:
        self.rows, self.columns = rows, columns
        self.largest, self.signed = max(values), min(values) < 0
        self.known = {*values, _OPEN}
        # What stands in a line: the cells of a row, or of the whole board.
        self.lengths = columns, rows * columns

    def cell(self, token: str) -> int | None:
        """What a token is as a cell; ``_NO_CELL`` if it is none."""
        if _INTEGER.fullmatch(token) and (self.signed or token[0] != "-"):
            number = int(token)
            return _OPEN if number == 0 and 0 not in self.known else number
        # Beyond 9, boards are printed with letters too: A is 10.
        lettered = self.largest > 9 and not self.signed
        if lettered and len(token) == 1 and token.isascii() and token.isalpha():
            number = int(token, 36)
            return number if number <= self.largest else _NO_CELL
        return _OPEN if _OPEN_CELL.fullmatch(token) else _NO_CELL

    def cut(self, tokens: Sequence[str]) -> Board | None:
        """A token for each cell, as rows; None if they are none.

        Where cells of a whole board in a line are open, none of the others is taken.
        """
        if len(tokens) not in self.lengths:
            return None
        cells = [self.cell(token) for token in tokens]
        if _NO_CELL in cells:
            return None
        width = self.columns
        if _OPEN in cells and len(cells) > width:
            return [[_OPEN] * width] * self.rows
        return [cells[start : start + width] for start in range(0, len(cells), width)]


# --- boards of rows ------------------------------------------------------------------------------


def _stacked(segments: list[Board], shape: Shape) -> Iterator[Board]:
    """The boards of rows that no words interrupt, in segments between blank lines."""
    for length, run in groupby(segments, len):
        same = list(run)
        rows = [row for segment in same for row in segment]
        if length >= shape.rows:
            for segment in same:
                yield from _cut(segment, shape)
        # Blank lines between the rows, or the bands, of one board: equal segments that fill it.
        elif shape.rows % length == 0 and len(rows) % shape.rows == 0:
            yield from _cut(rows, shape)


def _cut(rows: list[Row], shape: Shape) -> Iterator[Board]:
    """Boards of adjacent rows. Where there are too many rows, headings are left out: the same one
    over each board, or only one, at the start if nothing speaks for another place.
    """
    height = shape.rows
    spare = len(rows) % height
    headings = rows[:: height + 1]
    if spare and len(rows) % (height + 1) == 0 and all(row == headings[0] for row in headings):
        rows = [row for index, row in enumerate(rows) if index % (height + 1)]
        spare = 0

    def fitting(start: int) -> tuple[int, int]:
        kept = rows[start : len(rows) - (spare - start)]
        return sum(shape.known.issuperset(row) for row in kept), start

    start = max(range(spare + 1), key=fitting)
    for top in range(start, len(rows) - height + 1, height):
        yield rows[top : top + height]


# --- lines ---------------------------------------------------------------------------------------

_NO_CELL = 10**30
_INTEGER = re.compile(r"-?\d{1,18}", re.ASCII)
_DECIMAL = re.compile(r"-?\d{1,18}\.0*", re.ASCII)
_PADDED = re.compile("0[0-9]")
_OPEN_CELL = re.compile(r"_+|\.+|\?+|\*+|-|[xX·]|None|null|nil")
_BARS = "|¦│┃║╎╏┆┇"
_BOX_DRAWING = "".join(map(chr, range(0x2500, 0x2580)))
_SEPARATORS = str.maketrans(dict.fromkeys(_BARS + _BOX_DRAWING + "[](){},;/\"'`&\\", " "))
_RULE = re.compile(r"[^\w.?]*_{3,}[^\w.?]*|[^\w.?]*")
_PREFIX = re.compile(r"(?:[^:=>]*[:=>]+|\s*\w{1,2}\s*[|│]|\s*-(?=\s))\s*")
_SOLUTION_WORD = re.compile(r"solution|answer|result|grid|row \d+\W*$|^\W*$", re.IGNORECASE)
_ANSWER_WORD = re.compile(
    rf"{_SOLUTION_WORD.pattern}|board|solved|row|^\W*\w{{1,3}}\W*$", re.IGNORECASE
)


class Line(NamedTuple):
    """What a line is to a board, and its rows if it has any."""

    meaning: Meaning
    rows: Board


LineFinder = Callable[[str, Shape], Board | None]
"""Returns the rows of a line (perhaps none of them), or None if it does not recognise the line."""


@lru_cache(maxsize=1)
def _words(line: str) -> list[str]:
    """What stands between the separators of a line; several records ask for the same line."""
    return line.translate(_SEPARATORS).split()


def _is_wide_rule(line: str) -> bool:
    """Whether a line is dashes or stars that are longer than an open cell each."""
    tokens = _words(line)
    joined = "".join(tokens)
    return len(joined) > len(tokens) and not joined.strip("-*")


def _fields(line: str, shape: Shape) -> Board | None:
    """A row of a table with an empty field: none of its cells is taken."""
    if not any(bar in line for bar in _BARS):
        return None
    fields = [field.strip() for field in re.split(f"[{_BARS}]", line.strip().strip(_BARS))]
    if len(fields) != shape.columns or all(fields):
        return None
    if any(field and shape.cell(field) == _NO_CELL for field in fields):
        return None
    return [[_OPEN] * shape.columns]


def _decimals(line: str, shape: Shape) -> Board | None:
    tokens = _words(line)
    decimal = all(map(_DECIMAL.fullmatch, tokens))
    return shape.cut([token.partition(".")[0] for token in tokens]) if decimal else None


def _characters(line: str, shape: Shape) -> Board | None:
    """One character a cell, whatever stands between them."""
    if shape.largest > 35 or shape.signed:
        return None
    tokens = _words(line)
    # Numbers like 01 and 02 are as many characters as a board of two rows.
    is_padded = len(tokens) == shape.columns and all(map(_PADDED.fullmatch, tokens))
    return None if is_padded else shape.cut("".join(tokens))


def _after_words(line: str, shape: Shape) -> Board | None:
    match = _PREFIX.match(line)
    if match is None or not line[match.end() :].strip():
        return None
    following = read_line(line[match.end() :], shape, _PLAIN_ROWS)
    if following.meaning is not Meaning.ROWS:
        return None
    # A lone row, or a number, after words is more likely a statistic.
    words = _ANSWER_WORD if shape.columns > 1 else _SOLUTION_WORD
    is_whole = len(following.rows) == shape.rows > 2
    return following.rows if is_whole or words.search(match.group()) else None


def _rows(name: str, pattern: LineFinder, example: str, *value: Row) -> Recognition[LineFinder]:
    return Recognition(name, Meaning.ROWS, pattern, example, list(value))


def _other(
    name: str, meaning: Meaning, test: Callable[[str], object], example: str
) -> Recognition[LineFinder]:
    """A record of lines without rows, recognised by a test."""
    return Recognition(name, meaning, lambda line, _: [] if test(line) else None, example, [])


_PLAIN_ROWS: tuple[Recognition[LineFinder], ...] = (
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
        lambda line, shape: shape.cut(_words(line)),
        "3 | 14 | nil | 2",
        [3, 14, None, 2],
    ),
)
LINES: tuple[Recognition[LineFinder], ...] = (
    _other("a blank line", Meaning.BLANK, lambda line: not line.strip(), " \t"),
    *_PLAIN_ROWS,
    _other("a rule", Meaning.DECORATION, _RULE.fullmatch, "+---+---+---+---+"),
    _rows("a row after words", _after_words, "Row 1: 3412", [3, 4, 1, 2]),
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


# --- brackets (JSON, Python, Haskell, MiniZinc) --------------------------------------------------

_MAX_DEPTH = 8
"""Brackets in each other that are rewritten; what is around them stays as it is."""

_GAP = r"[\s,;'\"]"
_LISTED_CELL = r"-?\d+(?:\.0*(?=[\s,\])]))?|[._?]+|None|null|nil"
_MARK = "\ue000(\\d+)\ue001"
"""What stands for a list while the lists around it are found: its number."""

_INNERMOST = re.compile(rf"[\[({{](?:(?:{_GAP}|{_LISTED_CELL})*+|(?:{_GAP}|{_MARK})*+)[\])}}]")
_OUTERMOST = re.compile(rf"(?P<before>^[ \t,;]*+)?{_MARK}(?P<after>[ \t,;]*+(?:\n|\Z))?", re.M)
_MINIZINC = re.compile(r"\[\s*\|([-\d\s,|]*)\|\s*\]")  # [| 1, 2 | 2, 1 |]


class _List(NamedTuple):
    """A list of cells or of such lists: how it was written, and its rows as lines."""

    source: str
    lines: list[str]


def brackets_as_lines(text: str) -> str:
    """The text with each list of numbers on a line, and a blank line around each list of lists."""
    lists: list[_List] = []

    def noted(match: re.Match[str]) -> str:
        inner = [lists[int(number)] for number in re.findall(_MARK, match[0])]
        if inner:
            lines = ["", *(line for each in inner for line in each.lines), ""]
        else:
            lines = [" ".join(re.findall(_LISTED_CELL, match[0]))]
        source = re.sub(_MARK, lambda mark: lists[int(mark[1])].source, match[0])
        lists.append(_List(source, lines))
        return f"\ue000{len(lists) - 1}\ue001"

    def shown(match: re.Match[str]) -> str:
        before, number, after = match.groups()
        source, lines = lists[int(number)]
        is_alone = before is not None and after is not None
        if len(lines) == 1 and (is_alone or " " not in lines[0]):
            return f"{before or ''}{source}{after or ''}"
        # What ends its line needs no line for what follows: the next row may be there.
        end = "" if len(lines) == 1 and after == "\n" else after or ""
        return "\n".join([before or "", *lines, end])

    text = re.sub("[\ue000\ue001]", " ", text)
    text = _MINIZINC.sub(lambda array: "[[" + array[1].replace("|", "],[") + "]]", text)
    for _ in range(_MAX_DEPTH):
        text, found = _INNERMOST.subn(noted, text)
        if not found:
            break
    return _OUTERMOST.sub(shown, text)


# --- labels --------------------------------------------------------------------------------------


def _unlabelled(lines: list[str], rows: int, columns: int) -> list[str]:
    """The lines with the labels left out of boards whose rows and columns both have some.

    Only both together are sure to be labels: alone, those of rows look like one more column. A lone
    cell has none: after it, "1 solution" would look like a row.
    """
    if rows == columns == 1:
        return lines
    found = [line.translate(_SEPARATORS).split() for line in lines]
    full = [index for index, tokens in enumerate(found) if any(map(str.isalnum, tokens))]
    for start, top in enumerate(full):
        below = full[start + 1 : start + 1 + rows]
        has_heading = columns <= len(found[top]) <= columns + 1
        if has_heading and _are_labels(found[top][-columns:], columns):
            labels = [found[row][0] for row in below if len(found[row]) == columns + 1]
            if _are_labels(labels, rows):
                lines[top] = "columns"
                for row in below:
                    lines[row] = " ".join(found[row][1:])
    return lines


def _are_labels(words: list[str], count: int) -> bool:
    """Whether words count from 0, 1 or A, one for each of that many rows or columns."""
    numbers = [str(number) for number in range(count + 1)]
    letters = [chr(ord("A") + number) for number in range(min(count, 26))]
    return [word.upper() for word in words] in (numbers[:-1], numbers[1:], letters)
