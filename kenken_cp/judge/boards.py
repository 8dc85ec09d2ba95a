"""Boards in any text, found by their shape.

The labels of rows and columns are left out, and the clues of our own pictures. What each line is to
a board is the meaning of the first record of ``LINES`` that recognises it. Rows that follow each
other make boards; words end one.

Nothing here knows the rules or the solution, so that wrong grids are found like right ones.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cached_property, lru_cache
from itertools import accumulate, compress, groupby, islice, takewhile
from typing import NamedTuple

from kenken_cp.judge.recognition import Meaning, Recognition
from kenken_cp.search.protocol import StopSignal

_MAX_REMEMBERED_LINES = 4096
"""Traces repeat their lines, and boards their rows: what was read need not be read again."""

_OPEN = None
Row = list[int | None]
"""The values of a row; None for an open cell. A zero may be an open cell, too."""
Rows = list[Row]


class Line(NamedTuple):
    """What a line is to a board, and its rows if it has any."""

    meaning: Meaning
    rows: Rows


def boards(
    lines: Sequence[str],
    rows: int,
    columns: int,
    values: Sequence[int],
    stop: StopSignal | None = None,
) -> Iterator[Rows]:
    """The boards of a text, complete or not, in order; those until ``stop`` was given.

    Args:
        lines: the text as ``brackets_as_lines`` gives it.
    """
    lines, shape = [] if stop else list(lines), Shape(rows, columns, values)
    _leave_out_clues(lines, rows, _Reader(shape, _PLAIN_ROWS))
    _leave_out_labels(lines, rows, columns)
    lines = list(one_below_the_other(lines, shape))
    for kind, segments in _by_kind(lines, _Reader(shape), stop):
        if kind is Meaning.ROWS:
            yield from _stacked(segments, shape)
            continue
        listed = [value for rows_of_lines in segments for row in rows_of_lines for value in row]
        if kind is Meaning.VALUE:
            yield from _filled(listed, rows, columns)
        else:
            for board in _filled(listed, columns, rows):
                yield [list(row) for row in zip(*board, strict=True)]


_LINES_PER_CHECK = 32
"""How often whether to stop is asked."""


def _by_kind(
    lines: list[str], reader: "_Reader", stop: StopSignal | None
) -> Iterator[tuple[Meaning, list[Rows]]]:
    """What follows each other without other lines between, but decoration: rows, values or columns;
    in segments between blank lines.
    """
    kind, segment = Meaning.ROWS, Rows()
    segments = [segment]
    for start in range(0, len(lines), _LINES_PER_CHECK):
        if stop:
            break
        for meaning, rows in map(reader.__getitem__, lines[start : start + _LINES_PER_CHECK]):
            if meaning is kind:
                segment += rows
            elif meaning is Meaning.BLANK:
                if segment:
                    segment = []
                    segments.append(segment)
            elif meaning is not Meaning.DECORATION:
                if kind is not Meaning.WORDS:
                    yield kind, [*filter(None, segments)]
                segment = [*rows]
                kind, segments = meaning, [segment]
    if kind is not Meaning.WORDS:
        yield kind, [*filter(None, segments)]


def _filled(values: Row, rows: int, columns: int) -> Iterator[Rows]:
    """The boards that values fill in reading order; none if one is left over."""
    cells = rows * columns
    if len(values) % cells == 0:
        for start in range(0, len(values), cells):
            yield [values[at : at + columns] for at in range(start, start + cells, columns)]


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
        """What a token is as a cell; ``_NO_CELL`` if it is none."""
        if token == "-1" and not self.signed:
            return _OPEN
        if _INTEGER.fullmatch(token) and (self.signed or token[0] != "-"):
            return int(token)
        # Beyond 9, boards are printed with letters too: A is 10.
        lettered = self.largest > 9 and not self.signed
        if lettered and len(token) == 1 and token.isascii() and token.isalpha():
            number = int(token, 36)
            return number if number <= self.largest else _NO_CELL
        return _OPEN if _OPEN_CELL.fullmatch(token) else _NO_CELL

    def cut(self, tokens: Sequence[str]) -> Rows | None:
        """A token for each cell, as rows; None if they are none."""
        if len(tokens) not in self.lengths:
            return None
        cells = [self.cell(token) for token in tokens]
        if _NO_CELL in cells:
            return None
        width = self.columns
        return [cells[start : start + width] for start in range(0, len(cells), width)]


# --- boards of rows ------------------------------------------------------------------------------


def _stacked(segments: list[Rows], shape: Shape) -> Iterator[Rows]:
    """The boards of rows that no words interrupt, in segments between blank lines."""
    for length, run in groupby((_without_padding(rows, shape) for rows in segments), len):
        if length == shape.rows:
            yield from run
        elif length > shape.rows:
            for segment in run:
                yield from _cut(segment, shape)
        # Blank lines between the rows, or the bands, of one board: equal segments that fill it.
        elif shape.rows % length == 0:
            rows = [row for segment in run for row in segment]
            if len(rows) % shape.rows == 0:
                yield from _cut(rows, shape)


def _without_padding(rows: Rows, shape: Shape) -> Rows:
    """Rows without what looks like rows with open cells around each complete board: dashes above
    and below it, a number such as ``1.`` or ``0.25`` between boards, empty lines of a table above
    and below each value.
    """
    height = shape.rows
    if len(rows) <= height:
        return rows
    complete = [*map(shape.allowed.issuperset, rows)]
    if all(complete):
        return rows
    for period, first, end in (
        (height + 2, 1, height + 1),
        (height + 1, 1, height + 1),
        (height + 1, 0, height),
        (3, 1, 2),
    ):
        kept = [first <= at % period < end for at in range(len(rows))]
        if kept == complete and any(kept) and sum(kept) % height == 0:
            return [*compress(rows, kept)]
    return rows


def _cut(rows: list[Row], shape: Shape) -> Iterator[Rows]:
    """Boards of adjacent rows. Where there are too many rows, headings are left out: the same one
    over each board, or those that leave the most complete rows, at the start if nothing speaks for
    another place.
    """
    height = shape.rows
    spare = len(rows) % height
    headings = rows[:: height + 1]
    if spare and len(rows) % (height + 1) == 0 and all(row == headings[0] for row in headings):
        rows = [row for index, row in enumerate(rows) if index % (height + 1)]
        spare = 0

    known, allowed = shape.known, shape.allowed
    fitting = [0, *accumulate(known.issuperset(row) + allowed.issuperset(row) for row in rows)]
    kept = len(rows) - spare
    start = max(range(spare + 1), key=lambda first: (fitting[first + kept] - fitting[first], first))
    for top in range(start, len(rows) - height + 1, height):
        yield rows[top : top + height]


# --- lines ---------------------------------------------------------------------------------------

_NO_CELL = 10**30
_INTEGER = re.compile(r"-?\d{1,18}", re.ASCII)
_NUMBER_OF_BOARD = re.compile(r"\s*\d{1,9}[.)]\s*", re.ASCII)
_DECIMAL = re.compile(r"-?\d{1,18}\.0*", re.ASCII)
_SCIENTIFIC = re.compile(r"-?\d\.\d{1,20}e\+\d\d", re.ASCII | re.IGNORECASE)
_PADDED = re.compile("[0-][0-9]")
_OPEN_CELL = re.compile(r"_+|\.+|\?+|\*+|-|[xX·]|None|null|nil|undefined|NaN|nan")
_BARS = "|¦│┃║╎╏┆┇"
_BOX_DRAWING = "".join(map(chr, range(0x2500, 0x2580)))
_SEPARATORS = str.maketrans(dict.fromkeys(_BARS + _BOX_DRAWING + "[](){},;/\"'`&\\", " "))
_RULE = re.compile(r"[^\w.?]*_{3,}[^\w.?]*|[^\w.?]*")
_PREFIX = re.compile(
    r"(?:[^:=>]*[:=>]+|\s*(?i:r|row)[ _]?\d{1,3}\s*[|│]?(?=\s)|\s*\w{1,2}\s*[|│]"
    r"|\s*[-*#•](?=\s))\s*"
)
_COLUMN = re.compile(
    r"\W*col(?:umn)?[\W_]{0,3}\d{1,3}['\"]?\s*+(?:[-=]>|[:=|.)]|-(?=\s))?\s*+(?<=\W)", re.IGNORECASE
)
_ROW_LABEL = re.compile(r"\W*row[\W_]{0,3}\d{1,3}\W*", re.IGNORECASE)
_LABEL = re.compile(r"\W*\d{1,9}\W*")
_SOLUTION_WORD = re.compile(
    r"solution(?!s)|answer|result|grid|\b(?:row|r)[ _]?\d+\W*$|^\W*$", re.IGNORECASE
)
"""What may stand before a lone number that is a board; after ``solutions`` it is their number."""
_ANSWER_WORD = re.compile(
    rf"{_SOLUTION_WORD.pattern}|solution|board|solved|row|^\W*(?:\w{{1,3}}|\d{{1,9}})\W*$",
    re.IGNORECASE,
)


LineFinder = Callable[[str, Shape], Rows | None]
"""Returns the rows of a line (perhaps none of them), or None if it does not recognise the line."""


@lru_cache(_MAX_REMEMBERED_LINES)
def _words(line: str) -> list[str]:
    """What stands between the separators of a line; several records ask for the same line."""
    return line.translate(_SEPARATORS).split()


def _is_wide_rule(line: str) -> bool:
    """Whether a line is dashes or stars that are longer than an open cell each."""
    tokens = _words(line)
    joined = "".join(tokens)
    return len(joined) > len(tokens) and not joined.strip("-*")


def _fields(line: str, shape: Shape) -> Rows | None:
    """A row of a table with an empty field: none of its cells is taken."""
    if not any(bar in line for bar in _BARS):
        return None
    fields = [field.strip() for field in re.split(f"[{_BARS}]", line.strip().strip(_BARS))]
    if len(fields) != shape.columns or all(fields):
        return None
    if any(field and shape.cell(field) == _NO_CELL for field in fields):
        return None
    return [[_OPEN] * shape.columns]


def _decimals(line: str, shape: Shape) -> Rows | None:
    tokens = _words(line)
    if all(map(_DECIMAL.fullmatch, tokens)):
        return shape.cut([token.partition(".")[0] for token in tokens])
    if all(map(_SCIENTIFIC.fullmatch, tokens)):
        return shape.cut([f"{float(token):g}" for token in tokens])
    return None


def _characters(line: str, shape: Shape) -> Rows | None:
    """One character a cell, whatever stands between them."""
    if shape.largest > 35 or shape.signed:
        return None
    tokens = _words(line)
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
    match = _PREFIX.match(line)
    if match is None or not line[match.end() :].strip():
        return None
    following = read_line(line[match.end() :], shape, _PLAIN_ROWS)
    if following.meaning is not Meaning.ROWS:
        return None
    # A lone row, or a number, after words is more likely a statistic.
    words = _ANSWER_WORD if shape.columns > 1 else _SOLUTION_WORD
    rest = line[match.end() :]
    is_whole = len(following.rows) == shape.rows > 2
    if is_whole and len(_words(rest)) == 1:  # 123456789 may be a checksum
        is_whole = all(map(shape.known.issuperset, following.rows))
    is_lone = shape.lengths == (1, 1) and (rest[0] in "[({" or _LABEL.fullmatch(match.group()))
    return following.rows if is_whole or is_lone or words.search(match.group()) else None


def _column(line: str, shape: Shape) -> Rows | None:
    match = _COLUMN.match(line)
    if match is None:
        return None
    column = line[match.end() :]
    found = read_line(column, shape.turned, _PLAIN_ROWS)
    return found.rows if _is_row(found) else None


def _value(line: str, shape: Shape) -> Rows | None:
    tokens = _words(line)
    if len(tokens) != 1 or shape.columns == 1:
        return None
    cell = shape.cell(tokens[0].removesuffix(".0"))
    return None if cell in (_OPEN, _NO_CELL) else [[cell]]


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
    Recognition("one value", Meaning.VALUE, _value, "  3,", [[3]]),
    Recognition("a column after its label", Meaning.COLUMN, _column, "Col 2: 4132", [[4, 1, 3, 2]]),
    _other("the label of a row alone", Meaning.DECORATION, _ROW_LABEL.fullmatch, "Row 2:"),
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


_ALIKE = str.maketrans(dict.fromkeys("3456789", "2"))
"""Digits that mean the same in a line without rows: but not 0 (``2.0``) and 1 (``-1``)."""


class _Reader(dict[str, Line]):
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
        if len(self) == _MAX_REMEMBERED_LINES:
            self.clear()
        self[line] = found
        if not found.rows and len(self._without_rows) < _MAX_REMEMBERED_LINES:
            self._without_rows[alike] = found
        return found


# --- boards side by side -------------------------------------------------------------------------

_BETWEEN = re.compile(r"(?<=[\w.?])[^\w.?]+(?=[\w.?])")


def one_below_the_other(
    lines: Sequence[str], shape: Shape, *, by_gaps: bool = True
) -> Sequence[str]:
    """The lines, with each of the boards that stand side by side below the one before it.

    Args:
        by_gaps: leave them where they are if the gaps between them are no wider than those between
            their cells, or if there are as many as a board has rows: then each line may be a board.
    """
    abreast = {
        line: rows for line in set(lines) if (rows := _abreast(line, shape, by_gaps=by_gaps))
    }
    if not abreast:
        return lines
    found, at = list[str](), 0
    while at < len(lines):
        stack, end = list[list[str]](), at
        for line in lines[at : at + 3 * shape.rows]:
            rows = abreast.get(line, [])
            if stack and not rows and line.strip() and _RULE.fullmatch(line):
                end += 1
                continue
            if not rows or (stack and len(rows) != len(stack[0])) or len(stack) == shape.rows:
                break
            stack.append(rows)
            end += 1
        if len(stack) == shape.rows:
            for board in zip(*stack, strict=True):
                found += ["", *board, ""]
            at = end
        else:
            found.append(lines[at])
            at += 1
    return found


def _abreast(line: str, shape: Shape, *, by_gaps: bool) -> list[str]:
    """The rows that stand side by side in a line; none if it is anything else."""
    columns = shape.columns
    if columns == 1 or len(line) <= 2 * columns:
        return []
    words = _words(line)
    is_packed = len(words) > 1 and shape.largest < 10 and {*map(len, words)} == {columns}
    number = len(words) if is_packed else len(words) // columns
    if number < 2 or (by_gaps and number == shape.rows):
        return []
    if is_packed:
        digits = "".join(words)
        return words if digits.isdigit() and shape.known.issuperset(map(int, digits)) else []
    if len(words) % columns or _NO_CELL in map(shape.cell, words):
        return []
    gaps = _BETWEEN.findall(line)
    outer = gaps[columns - 1 :: columns]
    inner = [gap for at, gap in enumerate(gaps, 1) if at % columns]
    if by_gaps and (len(gaps) != len(words) - 1 or not _are_wider(outer, inner)):
        return []
    return [" ".join(words[at : at + columns]) for at in range(0, len(words), columns)]


def _are_wider(outer: Sequence[str], inner: Sequence[str]) -> bool:
    """Whether some gaps are no others: by their width, or by what is in all of them."""
    own = set.intersection(*map(set, outer)).difference(*inner)
    return bool(own) or min(map(len, outer)) > max(map(len, inner))


# --- labels and clues ----------------------------------------------------------------------------


def _leave_out_labels(lines: list[str], rows: int, columns: int) -> None:
    """Leaves out the labels of boards whose rows and columns both have some.

    Only both together are sure to be labels: alone, those of rows look like one more column. A lone
    row has integers below its heading: after it, "1 solution" would look like a row with its label.
    Above a lone cell there is no number beside the label, as in the rows of a larger board. Where
    rows are integers, the ``2.`` or ``2)`` that is alone in a line is the number of a board.
    """
    is_lone = rows == columns == 1
    if columns == 1 and any(line.strip().isdigit() for line in lines):
        lines[:] = ["" if _NUMBER_OF_BOARD.fullmatch(line) else line for line in lines]

    def is_heading(line: str) -> bool:
        words = _words(line)
        corner = words[:-columns]
        if len(corner) > 1 or (is_lone and corner and corner[0].isdigit()):
            return False
        return len(words) >= columns and _are_labels(words[-columns:])

    distinct = set(lines)
    headings = set(filter(is_heading, distinct))
    labelled = {line for line in distinct if len(_words(line)) == columns + 1}
    if not (headings and labelled):
        return
    has_words = lru_cache(_MAX_REMEMBERED_LINES)(_has_words)
    for top, line in enumerate(lines):
        if line not in headings:
            continue
        following = (at for at in range(top + 1, len(lines)) if has_words(lines[at]))
        below = list(islice(takewhile(lambda at: lines[at] in labelled, following), rows))
        found = [_words(lines[at]) for at in below]
        if rows == 1 and not all(_INTEGER.fullmatch(word) for _, *row in found for word in row):
            continue
        if len(found) == rows and _are_labels([words[0] for words in found]):
            lines[top] = "columns"
            for at, words in zip(below, found, strict=True):
                lines[at] = " ".join(words[1:])
                if is_heading(lines[at]):
                    headings.add(lines[at])


def _has_words(line: str) -> bool:
    return any(map(str.isalnum, _words(line)))


def _are_labels(words: Sequence[str]) -> bool:
    """Whether words count from 0, 1 or A."""
    first = words[0].upper()
    if first not in ("0", "1", "A"):
        return False
    if first == "A":
        return [word.upper() for word in words] == [chr(ord("A") + at) for at in range(len(words))]
    return list(words) == [str(int(first) + at) for at in range(len(words))]


_BORDER = re.compile(r"[ \t]*+[┏+][━┯┳╍┓+=.-]*+[ \t]*+")
_LAST_BORDER = re.compile(r"[ \t]*+[┗+][━┷┻╍┛+=.-]*+[ \t]*+")
_SIDE = re.compile(r"[ \t]*+[┃┠┣|#+]")
_RULED = "-----"
_MARK = re.compile(r"(?<=\d)\*")


def _leave_out_clues(lines: list[str], rows: int, reader: _Reader) -> None:
    """Leaves out all but the values of pictures as ``render.text`` draws them: the border above a
    row of cells, the clues of its cages, then its values.

    Args:
        reader: of what ``_PLAIN_ROWS`` say of a line.
    """
    height = 3 * rows
    borders = set(filter(_BORDER.fullmatch, set(lines)))
    if not borders:
        return
    for top in range(len(lines) - height):
        if lines[top] not in borders or not _LAST_BORDER.fullmatch(lines[top + height]):
            continue
        inside = lines[top + 1 : top + height]
        if all(_is_row(reader[_MARK.sub(" ", line)]) for line in inside[1::3]) and all(
            map(_SIDE.match, inside)
        ):
            values = [_MARK.sub(" ", line) for line in inside[1::3]]
            lines[top : top + height] = [_RULED] * (height - rows) + values


def _is_row(found: Line) -> bool:
    return found.meaning is Meaning.ROWS and len(found.rows) == 1
