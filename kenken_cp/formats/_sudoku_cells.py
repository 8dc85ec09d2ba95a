"""The boxes of Sudokus by their size, what may stand in a cell, and rows of cells in a text."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from kenken_cp.formats._words import Word

_BOXES = (
    *((2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (3, 5), (4, 4)),
    *((3, 6), (4, 5), (4, 6), (5, 5)),
)
BOX_SHAPES = {rows * columns: (rows, columns) for rows, columns in _BOXES}
"""Rows and columns of a box, by the size of the board."""

SIZE_OF_LINE = {size * size: size for size in BOX_SHAPES}
SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
VALUES = (
    dict.fromkeys(("", "0", "*", "_", "-", "?", "null"), 0)
    | {str(value): value for value in range(1, len(SYMBOLS))}
    | {case: value for value, symbol in enumerate(SYMBOLS) for case in (symbol, symbol.lower())}
)
"""What each spelling of a cell means; 0 is an empty cell."""

EMPTY = frozenset(text for text, value in VALUES.items() if value == 0)


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
