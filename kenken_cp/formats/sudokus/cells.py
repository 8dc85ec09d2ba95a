"""The boxes of Sudokus by their size, what may stand in a cell, and rows of cells in a text."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from kenken_cp.formats._words import Word
from kenken_cp.model.geometry import House, boxes, lines
from kenken_cp.patterns import regex

_BOXES = (
    *((2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (3, 5), (4, 4)),
    *((3, 6), (4, 5), (4, 6), (5, 5)),
)
BOX_SHAPES = {rows * columns: (rows, columns) for rows, columns in _BOXES}
"""Rows and columns of a box, by the size of the board."""


def usual_boxes(size: int) -> tuple[House, ...]:
    """The boxes of a square board; none for a size that no Sudoku has."""
    return boxes(size, *BOX_SHAPES[size]) if size in BOX_SHAPES else ()


SIZE_OF_LINE = {size * size: size for size in BOX_SHAPES}
SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
VALUES = (
    dict.fromkeys(("", "0", "*", "_", "-", "?", "null"), 0)
    | {str(value): value for value in range(1, len(SYMBOLS))}
    | {case: value for value, symbol in enumerate(SYMBOLS) for case in (symbol, symbol.lower())}
)
"""What each spelling of a cell means; 0 is an empty cell."""

EMPTY = frozenset(text for text, value in VALUES.items() if value == 0)

OTHER_KINDS = (
    "latin|quasi_?group|qcp|futoshiki|skyscraper|towers|unequal|hitori|hidato|numbrix|kakuro"
    "|slitherlink|nurikabe|fillomino|shikaku|magic|takuzu|binairo|minesweeper|greater|kropki"
)
IS_OTHER_KIND = regex(OTHER_KINDS, re.IGNORECASE)
"""Puzzles on boards of numbers without boxes, or with more rules, by which a value may be named."""


def all_values(cells: Iterable[str], size: int) -> bool:
    """Whether each cell is empty or has a value of such a board."""
    return _values_of(size).issuperset(cells)


@cache
def _values_of(size: int) -> frozenset[str]:
    """The spellings of a cell of such a board."""
    return frozenset(text for text in VALUES if value_of(text, size) is not None)


def value_of(text: str, size: int) -> int | None:
    """What a cell holds: 0 if it is empty, None if it is no value of such a board."""
    value = VALUES.get(text)
    return None if value is None or value > size else value


def has_value_twice(rows: Sequence[Sequence[str | int]]) -> bool:
    """Whether a line or a box has a value twice."""
    size = len(rows)
    houses = [*lines(size, size), *usual_boxes(size)]
    empty = {0, *EMPTY}
    held = ([rows[r][c] for r, c in house if rows[r][c] not in empty] for house in houses)
    return any(len(set(values)) < len(values) for values in held)


class Row(NamedTuple):
    """A line, what each of its cells has, and where in the line that stands."""

    line: Word
    cells: Sequence[str]
    starts: Sequence[int]
    places: Sequence[Word] = ()
    """The cells, where they may stand on several lines."""

    def word(self, index: int) -> Word:
        """A cell with its place."""
        if self.places:
            return self.places[index]
        return self.line.part(self.cells[index], self.starts[index])

    @property
    def words(self) -> list[Word]:
        """All of them."""
        return [self.word(index) for index in range(len(self.cells))]


# --- Samurais: five Sudokus whose corners overlap, recognised to be refused ----------------------

SAMURAI = "a Samurai, five Sudokus whose corners overlap; expected boards that do not"
OF_SAMURAI, SAMURAI_ROWS = 5, 21
_LEAST_GIVENS = 40
"""Of a Samurai that one picture shows: one that is to be solved has far more."""

_LEAST_SHARED = 4
"""Givens that the corners of five boards must share: fewer could be there by chance."""


def are_samurai(boards: Sequence[Sequence[str]]) -> bool:
    """Whether five boards of 9x9, each cell after cell, are the parts of a Samurai: the boxes in
    the corners of one are the opposite ones of the others.
    """
    if len(boards) != OF_SAMURAI or any(len(cells) != 9 * 9 for cells in boards):
        return False
    for middle in range(OF_SAMURAI):
        around = [*boards[:middle], *boards[middle + 1 :]]
        shared = [_box(boards[middle], row, column) for row in (0, 6) for column in (0, 6)]
        opposite = [
            _box(other, 6 - row, 6 - column)
            for other, (row, column) in zip(around, ((0, 0), (0, 6), (6, 0), (6, 6)), strict=True)
        ]
        givens = sum(text not in EMPTY for box in shared for text in box)
        if shared == opposite and givens >= _LEAST_SHARED:
            return True
    return False


def _box(cells: Sequence[str], row: int, column: int) -> list[str]:
    """The box of a board that begins at a row and a column."""
    return [cells[9 * r + c] for r in range(row, row + 3) for c in range(column, column + 3)]


def is_samurai(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows of digits and dots are five boards of 9x9 with nothing beside them."""
    if len(rows) != SAMURAI_ROWS or any(len(row) != SAMURAI_ROWS for row in rows):
        return False
    if sum(text not in EMPTY for row in rows for text in row) < _LEAST_GIVENS:
        return False
    return all(
        text in EMPTY
        or (text in "123456789" and (_in_samurai(r, c) or _in_samurai(r - 6, c - 6, corner=True)))
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
    )


def _in_samurai(row: int, column: int, *, corner: bool = False) -> bool:
    """Whether a cell is in one of the four boards in the corners; or in the first of them."""
    return all(0 <= side < 9 or (12 <= side < 21 and not corner) for side in (row, column))
