"""What formats of a cage a line call the cells of a board."""

from __future__ import annotations

import re
from string import ascii_uppercase

from kenken_cp.formats._words import Word
from kenken_cp.frozen import frozen
from kenken_cp.model.geometry import MAX_SIZE, Cell


@frozen
class Cells:
    """What the cells of a board are called.

    Args:
        pattern: of one cell, with the groups ``row`` and ``column``, each a number or a letter, or
            ``number``, which counts the cells in reading order.
        written: one cell, as ``str.format`` takes it, of ``row``, ``column``, ``number`` (counted
            from ``first``), ``row_letter``, ``column_letter`` and the small ``column_small``.
        expected: what a message says a cell looks like.
        first: the number of the first row, column or cell.
        most: rows of the largest board: there are no more letters, or digits, than these.
    """

    pattern: str
    written: str
    expected: str
    first: int = 0
    most: int = MAX_SIZE

    @property
    def numbered(self) -> bool:
        """Whether cells are counted in reading order."""
        return "(?P<number>" in self.pattern

    def parse(self, match: re.Match[str], line: Word) -> Cell | int:
        """The cell that was found in a line, or its number from 0."""
        if self.numbered:
            last = self.first + MAX_SIZE**2 - 1
            number = int(match["number"][:9])
            if self.first <= number <= last:
                return number - self.first
            expected = f"{self.first} to {last}"
        else:
            row, column = self._side(match["row"]), self._side(match["column"])
            if row >= 0 and column >= 0:
                return row, column
            expected = self.expected
        word = line.group(match)
        raise word.unlike(expected, "cell")

    def _side(self, text: str) -> int:
        if text.isalpha():
            return ascii_uppercase.index(text.upper())
        return int(text[:9]) - self.first

    def write(self, cell: Cell, columns: int) -> str:
        """A cell of a board with that number of columns."""
        row, column = cell
        letters = dict(zip(("row_letter", "column_letter"), map(_letter, cell), strict=True))
        letters["column_small"] = letters["column_letter"].lower()
        return self.written.format(
            row=row + self.first,
            column=column + self.first,
            number=row * columns + column + self.first,
            **letters,
        )


def _letter(side: int) -> str:
    return ascii_uppercase[side] if side < len(ascii_uppercase) else ""


LETTER_IS_ROW = Cells(
    r"(?P<row>[A-Za-z])(?P<column>[0-9]{1,4})(?![0-9])",
    "{row_letter}{column}",
    "row A to Z and column, as in B3",
    first=1,
    most=len(ascii_uppercase),
)
LETTER_IS_COLUMN = Cells(
    r"(?P<column>[A-Za-z])(?P<row>[0-9]{1,4})(?![0-9])",
    "{column_letter}{row}",
    "column A to Z and row, as in B3",
    first=1,
    most=len(ascii_uppercase),
)


def numbered(first: int) -> Cells:
    """Cells that are counted in reading order."""
    return Cells(r"(?P<number>[0-9]++)", "{number}", "an integer", first)


def pairs(first: int, brackets: str = "") -> Cells:
    """Cells as two numbers with a comma between, the row first."""
    opened, closed = brackets[:1], brackets[1:]
    pattern = r"(?P<row>[0-9]++)\s*,\s*(?P<column>[0-9]++)"
    if brackets:
        pattern = rf"{re.escape(opened)}\s*{pattern}\s*{re.escape(closed)}"
    written = f"{opened}{{row}},{{column}}{closed}"
    example = written.format(row=2, column=3)
    return Cells(pattern, written, f"row and column from {first}, as in {example}", first)
