"""Grids and partly filled boards in text: ``132 213 321``, rows of numbers, JSON, drawings.

A row is a line of nothing but entries: numbers, or ``.`` and ``_`` for open cells, with blanks,
commas, bars, slashes, brackets or the lines of a drawing between them; or one character for each
cell. The rows may also stand in one line. Lines with anything else, such as borders and clues, mean
nothing; nor, in what ``solve`` draws, do those with fewer numbers, which are bare clues.
"""

import re
from collections.abc import Collection
from itertools import chain, cycle

from kenken_cp.errors import GridError
from kenken_cp.formats.tokens import MINUS_SIGNS
from kenken_cp.model.geometry import Cell, Grid, Size, all_cells, shape_of
from kenken_cp.text import cell_name, plural, short_values

_BETWEEN = re.compile(r"(?:\s/\s|[\s|,;:*#\[\](){}\"'\u2500-\u257f])+")
_ENTRY = re.compile(r"-?\d{1,18}|[._]")
_TOGETHER = re.compile(r"[\d._]+")
_TOP = re.compile(r"[┏+][-=━┯┳+]+[┓+]")
_COMMENT = re.compile(r"^[ \t]*#(?!.*#[ \t]*$).*", re.MULTILINE)
"""A line that begins with ``#``, and does not end with one as the rows of some drawings do."""

_OPEN = re.compile(r"\b(?:null|None)\b")
"""An open cell in JSON, and in Python."""


def read_grids(text: str, size: Size) -> list[Grid]:
    """The grids in a text, a number for each cell; GridError if the last has fewer or more."""
    rows, columns = shape_of(size)
    entries = _entries(text, size, "number", "", several=True)
    for cell, entry in zip(cycle(all_cells(rows, columns)), entries, strict=False):
        if entry in "._":
            where = f"{cell_name(cell)} of the board is open"
            raise GridError(f"{where}; expected a full board (hint --board takes open cells)")
    values = list(map(int, entries))
    lines = [tuple(values[at : at + columns]) for at in range(0, len(values), columns)]
    return [tuple(lines[at : at + rows]) for at in range(0, len(lines), rows)]


def read_board(text: str, size: Size, values: Collection[int]) -> dict[Cell, int]:
    """The entries of a partly filled grid. ``.`` or ``_``, ``null`` or ``None``, and ``0`` where it
    is no value, is an open cell. GridError if there are fewer or more cells, or an entry is none of
    the values.
    """
    board = {}
    entries = _entries(text, size, "cell", ", with . for open ones", several=False)
    for cell, entry in zip(all_cells(*shape_of(size)), entries, strict=True):
        if entry in "._" or (entry == "0" and 0 not in values):
            continue
        if int(entry) not in values:
            raise GridError(
                f"{cell_name(cell)} of the board is {entry}; "
                f"expected one of {short_values(sorted(values))}"
            )
        board[cell] = int(entry)
    return board


def _entries(text: str, size: Size, noun: str, hint: str, *, several: bool) -> list[str]:
    """The entries of one board, or of ``several``, cell by cell; GridError, with these words in it,
    if there are fewer or more.
    """
    rows, columns = shape_of(size)
    plain = _COMMENT.sub("", _OPEN.sub(".", text)).translate(MINUS_SIGNS)
    lines = [_BETWEEN.sub(" ", line).split() for line in plain.splitlines()]
    apart = [words for words in lines if words and all(map(_ENTRY.fullmatch, words))]
    together = [
        list("".join(words)) for words in lines if words and all(map(_TOGETHER.fullmatch, words))
    ]
    if any(map(_TOP.fullmatch, map(str.strip, text.splitlines()))):
        apart = [words for words in apart if len(words) >= columns]
    for written in (apart, together):
        boards, left = divmod(sum(map(len, written)), rows * columns)
        is_whole = set(map(len, written)) in ({columns}, {rows * columns}) and left == 0
        if is_whole and (several or boards == 1):
            return list(chain(*written))
    # Who writes a run of digits for each row, or a single one, means each digit.
    count = sum(map(len, apart))
    count = count if count > rows else sum(map(len, together))
    if not count:
        raise GridError(f"no board; expected {rows * columns} {noun}s{hint}")
    expected = f"{rows * columns} ({plural(rows, 'row')} of {columns}, a line each){hint}"
    raise GridError(f"the board has {plural(count, noun)}; expected {expected}")
