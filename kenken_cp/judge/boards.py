"""Boards in any text, found by their shape.

The labels of rows and columns are left out, and the clues of our own pictures. Rows that follow
each other make boards; words end one.

Nothing here knows the rules or the solution, so that wrong grids are found like right ones.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, compress, groupby, islice, takewhile

from kenken_cp.judge.lines import (
    INTEGER,
    MAX_REMEMBERED_LINES,
    NO_CELL,
    PLAIN_ROWS,
    RULE,
    Reader,
    Row,
    Rows,
    Shape,
    is_row,
    words_of,
)
from kenken_cp.judge.recognition import Meaning
from kenken_cp.search.protocol import StopSignal


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
    _leave_out_clues(lines, rows, Reader(shape, PLAIN_ROWS))
    _leave_out_numbers_of_boards(lines, columns)
    _leave_out_labels(lines, rows, columns)
    lines = list(one_below_the_other(lines, shape))
    for kind, segments in _by_kind(lines, Reader(shape), stop):
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
"""Lines between two checks whether to stop."""


def _by_kind(
    lines: list[str], reader: Reader, stop: StopSignal | None
) -> Iterator[tuple[Meaning, list[Rows]]]:
    """Runs of rows, of values or of columns: lines of one kind with nothing but decoration and
    blank lines between them. Yields the kind of each run, and what it has in segments between blank
    lines.
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
    left = [row for row, is_complete in zip(rows, complete, strict=True) if not is_complete]
    # A row of zeros was not filled, and a lone number may be a wrong one: those are no padding.
    is_lone = shape.columns == 1
    if not left or any(row[0] if is_lone else row == [0] * len(row) for row in left):
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
    another place. If what is left over may be a row of a board, there is no board of that height.
    """
    height = shape.rows
    spare = len(rows) % height
    headings = rows[:: height + 1]
    is_same = len(rows) % (height + 1) == 0 and all(row == headings[0] for row in headings)
    if spare and is_same and not _is_row_of_board(headings[0], shape):
        rows = [row for index, row in enumerate(rows) if index % (height + 1)]
        spare = 0

    known, allowed = shape.known, shape.allowed
    fitting = [0, *accumulate(known.issuperset(row) + allowed.issuperset(row) for row in rows)]
    kept = len(rows) - spare
    start = max(range(spare + 1), key=lambda first: (fitting[first + kept] - fitting[first], first))
    if any(_is_row_of_board(row, shape) for row in rows[:start] + rows[start + kept :]):
        return
    for top in range(start, len(rows) - height + 1, height):
        yield rows[top : top + height]


def _is_row_of_board(row: Row, shape: Shape) -> bool:
    """Whether a row can be nothing else: not the labels of the columns, nor the size, nor a rule of
    dashes, nor numbers that no board has. A lone number may be anything.
    """
    if len(row) == 1 or not shape.known.issuperset(row) or not any(v is not None for v in row):
        return False
    is_labels = row in ([*range(len(row))], [*range(1, len(row) + 1)])
    return not is_labels and row != [shape.rows, shape.columns]


# --- boards side by side -------------------------------------------------------------------------

_ARROW = re.compile(r"(?<=\s)(?:[-=]{1,3}>|[→⇒⟶➜»])(?=\s)")
"""It stands between a puzzle and its solution, often in one of their lines only."""
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
            if stack and not rows and line.strip() and RULE.fullmatch(line):
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
    line = _ARROW.sub(lambda arrow: " " * len(arrow[0]), line)
    words = words_of(line)
    is_packed = len(words) > 1 and shape.largest < 10 and {*map(len, words)} == {columns}
    number = len(words) if is_packed else len(words) // columns
    if number < 2 or (by_gaps and number == shape.rows):
        return []
    if is_packed:
        digits = "".join(words)
        return words if digits.isdigit() and shape.known.issuperset(map(int, digits)) else []
    if len(words) % columns or NO_CELL in map(shape.cell, words):
        return []
    gaps = _BETWEEN.findall(line)
    outer = gaps[columns - 1 :: columns]
    inner = [gap for at, gap in enumerate(gaps, 1) if at % columns]
    if by_gaps and (len(gaps) != len(words) - 1 or not _are_wider(outer, inner)):
        return []
    return [" ".join(words[at : at + columns]) for at in range(0, len(words), columns)]


def _are_wider(outer: Sequence[str], inner: Sequence[str]) -> bool:
    """Whether the gaps between boards differ from those between cells: by their width, or by a
    character that all of them have and none of the others has.
    """
    own = set.intersection(*map(set, outer)).difference(*inner)
    return bool(own) or min(map(len, outer)) > max(map(len, inner))


# --- labels and clues ----------------------------------------------------------------------------


def _leave_out_numbers_of_boards(lines: list[str], columns: int) -> None:
    """Leaves out the ``2.`` or ``2)`` that is alone in a line, where rows are integers: it is the
    number of a board.
    """
    if columns == 1 and any(line.strip().isdigit() for line in lines):
        lines[:] = ["" if _NUMBER_OF_BOARD.fullmatch(line) else line for line in lines]


def _leave_out_labels(lines: list[str], rows: int, columns: int) -> None:
    """Leaves out the labels of boards whose rows and columns both have some.

    Only both together are sure to be labels: alone, those of rows look like one more column. A lone
    row has integers below its heading: after it, "1 solution" would look like a row with its label.
    """
    distinct = set(lines)
    headings = {line for line in distinct if _is_heading(line, rows, columns)}
    labelled = {line for line in distinct if len(words_of(line)) == columns + 1}
    if not (headings and labelled):
        return
    has_words = lru_cache(MAX_REMEMBERED_LINES)(_has_words)
    for top, line in enumerate(lines):
        if line not in headings:
            continue
        following = (at for at in range(top + 1, len(lines)) if has_words(lines[at]))
        below = list(islice(takewhile(lambda at: lines[at] in labelled, following), rows))
        found = [words_of(lines[at]) for at in below]
        if rows == 1 and not all(INTEGER.fullmatch(word) for _, *row in found for word in row):
            continue
        if len(found) == rows and _are_labels([words[0] for words in found]):
            lines[top] = "columns"
            for at, words in zip(below, found, strict=True):
                lines[at] = " ".join(words[1:])
                if _is_heading(lines[at], rows, columns):
                    headings.add(lines[at])


def _is_heading(line: str, rows: int, columns: int) -> bool:
    """Whether a line ends with the labels of columns, after no more than a corner. Above a lone
    cell no number stands in the corner, as it does in the rows of a larger board.
    """
    words = words_of(line)
    corner = words[:-columns]
    if len(corner) > 1 or (rows == columns == 1 and corner and corner[0].isdigit()):
        return False
    return len(words) >= columns and _are_labels(words[-columns:])


def _has_words(line: str) -> bool:
    return any(map(str.isalnum, words_of(line)))


def _are_labels(words: Sequence[str]) -> bool:
    """Whether words count from 0, 1 or A."""
    first = words[0].upper()
    if first not in ("0", "1", "A"):
        return False
    if first == "A":
        return [word.upper() for word in words] == [chr(ord("A") + at) for at in range(len(words))]
    return list(words) == [str(int(first) + at) for at in range(len(words))]


_NUMBER_OF_BOARD = re.compile(r"\s*\d{1,9}[.)]\s*", re.ASCII)
_BORDER = re.compile(r"[ \t]*+[┏+][━┯┳╍┓+=.-]*+[ \t]*+")
_LAST_BORDER = re.compile(r"[ \t]*+[┗+][━┷┻╍┛+=.-]*+[ \t]*+")
_SIDE = re.compile(r"[ \t]*+[┃┠┣|#+]")
_RULED = "-----"
_MARK = re.compile(r"(?<=\d)\*")


def _leave_out_clues(lines: list[str], rows: int, reader: Reader) -> None:
    """Leaves out all but the values of pictures as ``render.text`` draws them: the border above a
    row of cells, the clues of its cages, then its values.

    Args:
        reader: reads lines by ``PLAIN_ROWS``.
    """
    height = 3 * rows
    borders = set(filter(_BORDER.fullmatch, set(lines)))
    if not borders:
        return
    for top in range(len(lines) - height):
        if lines[top] not in borders or not _LAST_BORDER.fullmatch(lines[top + height]):
            continue
        inside = lines[top + 1 : top + height]
        if all(is_row(reader[_MARK.sub(" ", line)]) for line in inside[1::3]) and all(
            map(_SIDE.match, inside)
        ):
            values = [_MARK.sub(" ", line) for line in inside[1::3]]
            lines[top : top + height] = [_RULED] * (height - rows) + values
