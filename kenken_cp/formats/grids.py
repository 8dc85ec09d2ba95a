"""Grids and partly filled boards in text."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise, takewhile

from kenken_cp.errors import GridError
from kenken_cp.model.geometry import Cell, Grid, Size, all_cells, shape_of
from kenken_cp.text import cell_name, plural, quoted

_NUMBER = re.compile(r"(?<![\w.])-?\d{1,18}(?![\w.])")
_ENTRY = re.compile(r"-?\d{1,18}|[._]")
_PACKED = re.compile(r"[\d._]")
_OPEN = re.compile(r"\b(?:null|None)\b")
"""An open cell in JSON, and in Python."""

_TOP = re.compile(r"[┏+][-=━┯┳+]+[┓+]")
_INNER = "┃┠┣┗|#+"
"""What the other lines of a drawing begin with."""

_MARKS = re.compile(r" +-?\d+ *| *-?\d+(?: +-?\d+)+ *")
"""Pencil marks in the first line of a cell; a clue is one word, and begins at the left."""


_CLUE = re.compile(r"(?:-?\d+([^\d\s]*))?\D*")
"""What stands between two walls in the line of the clues: one with its operator, and no value; the
letter of a cage that is not connected, or the border of a box, may follow.
"""

_WALLS = "┃│|#"


def read_grid(text: str, size: Size) -> Grid:
    """The grid in a text: a number for each cell, whatever stands between them (spaces, bars,
    commas, brackets, rules), or single digits written together, as rows or all in one; or drawn, as
    ``show`` draws it. GridError if there are fewer or more.
    """
    rows, columns = shape_of(size)
    count = rows * columns
    text = _drawn(text, rows, columns) or text
    numbers = _NUMBER.findall(text)
    if len(numbers) != count:
        digits = re.findall(r"\d", text)
        runs = map(len, re.findall(r"\d+", text))
        if len(digits) != count or not {columns, count}.issuperset(runs):
            entries = zip(all_cells(rows, columns), _entries(text, count), strict=False)
            for cell in (cell for cell, entry in entries if entry in "._"):
                raise GridError(f"{cell_name(cell)} of the grid is open; expected a full grid")
            found = _wrong_count(numbers, digits, "number", rows, columns)
            raise GridError(f"the grid has {found}")
        numbers = digits
    values = [int(number) for number in numbers]
    return tuple(tuple(values[start : start + columns]) for start in range(0, count, columns))


def read_board(text: str, size: Size, values: Collection[int]) -> dict[Cell, int]:
    """The entries of a partly filled grid, written as ``read_grid`` reads it; ``.`` or ``_``, and
    ``0`` where it is no value, ``null`` or ``None`` is an open cell. GridError if there are fewer
    or more cells, or an entry is none of the values.
    """
    rows, columns = shape_of(size)
    text = _drawn(text, rows, columns) or text
    entries = _entries(text, rows * columns)
    if not entries:
        found = _wrong_count(_ENTRY.findall(text), _PACKED.findall(text), "cell", rows, columns)
        raise GridError(f"the board has {found}, with . for open ones")
    board = {}
    for cell, entry in zip(all_cells(rows, columns), entries, strict=True):
        if entry in "._" or (entry == "0" and 0 not in values):
            continue
        if int(entry) not in values:
            known = " ".join(map(str, values))
            raise GridError(f"{cell_name(cell)} of the board is {entry}; expected one of {known}")
        board[cell] = int(entry)
    return board


def _entries(text: str, count: int) -> list[str]:
    """The entries of that many cells, apart or written together; none if they are fewer or more."""
    text = _OPEN.sub(".", text)
    found = (pattern.findall(text) for pattern in (_ENTRY, _PACKED))
    return next((entries for entries in found if len(entries) == count), [])


def _drawn(text: str, rows: int, columns: int) -> str:
    """The entries of the one board that is drawn in a text, as ``show`` and ``solve`` draw it, with
    a line for clues in each cell or without; nothing if there is no such board.

    GridError for a cell that holds anything but an entry, such as several pencil marks.
    """
    lines = [line.strip() for line in text.splitlines()]
    start = next((at for at, line in enumerate(lines) if _TOP.fullmatch(line)), None)
    if start is None:
        return ""
    top = lines[start]
    board = [top, *takewhile(lambda line: _continues(line, top), lines[start + 1 :])]
    high, wide = (len(board) - 1) // rows, (len(top) - 1) // columns
    another = any(map(_TOP.fullmatch, lines[start + len(board) :]))
    fits = (high * rows + 1, wide * columns + 1) == (len(board), len(top))
    if another or not fits or min(high, wide) < 2:
        return ""
    cells = [
        [line[at : at + wide - 1] for line in board[first + 1 : first + high]]
        for first in range(0, len(board) - 1, high)
        for at in range(1, len(top), wide)
    ]
    if high == 3:
        _expect_clues_alone(board[1::3], wide)
        if not any(_MARKS.fullmatch(first) for first, _ in cells):
            cells = [cell[1:] for cell in cells]  # without the clues
    entries = [" ".join(" ".join(cell).replace("*", " ").split()) or "." for cell in cells]
    for cell, entry in zip(all_cells(rows, columns), entries, strict=True):
        if not _ENTRY.fullmatch(entry):
            shape = f"{plural(rows, 'row')} of {columns}"
            raise GridError(
                f"{cell_name(cell)} of the drawing holds {quoted(entry)}; expected one number, or "
                f"none, in each cell ({shape})"
            )
    return " ".join(entries)


def _expect_clues_alone(lines: Sequence[str], wide: int) -> None:
    """GridError for a value in the lines of the clues, if they are that. A clue may be wider than
    its cell.
    """
    parts = [
        (row, left, line[left + 1 : right])
        for row, line in enumerate(lines)
        for left, right in pairwise(at for at in range(0, len(line), wide) if line[at] in _WALLS)
    ]
    clues = [_CLUE.fullmatch(part) for *_, part in parts]
    if not any(clue and clue[1] for clue in clues) or all(clues):
        return
    row, left, part = parts[clues.index(None)]
    column = (left + len(part.rstrip())) // wide
    found = part[max(0, column * wide - left) :].strip()
    raise GridError(
        f"{cell_name((row, column))} of the drawing holds {quoted(found)} in the line of the "
        "clues; expected a value in the line below"
    )


def _continues(line: str, first: str) -> bool:
    """Whether a line belongs to the drawing of which another is the first."""
    return len(line) == len(first) and line[0] in _INNER


def _wrong_count(
    apart: Sequence[str], together: Sequence[str], noun: str, rows: int, columns: int
) -> str:
    # Who writes a run of digits for each row, or a single one, means each digit.
    seen = plural(len(together if len(apart) <= rows else apart), noun)
    return f"{seen}; expected {rows * columns} ({plural(rows, 'row')} of {columns})"
