"""Parts of messages: quoting, shortening, plurals, names of cells and houses.

All messages use these. Nothing of the package is imported here.
"""

from collections.abc import Iterable, Sequence
from itertools import product

_MAX_QUOTED = 40
"""Characters of the longest text that a message quotes in full."""

_MAX_PATH = 200
"""Characters of the longest path that a message has in full."""

MAX_DIGITS = 4300
"""Digits of the longest integer: by default Python prints no more."""

_MAX_LISTED = 8
"""The most cells that a message lists in full; for values, twice as many."""

_MAX_NAMED = 1 << 20
"""The sum of the row and the column of the last cell that has a name."""

_MIN_ROUNDED = 10**6
"""The smallest estimated number that is rounded."""

_Cell = tuple[int, int]


def shortened(text: str, limit: int = _MAX_QUOTED) -> str:
    """A text of at most ``limit`` characters, 3 or more; if it was cut, it ends with three dots."""
    return text if len(text) <= limit else text[: limit - 3] + "..."


def quoted(value: object, limit: int = _MAX_QUOTED) -> str:
    """A value as Python writes it, on one line, without control characters, and shortened."""
    if isinstance(value, str):  # cut first: the whole may be megabytes
        return repr(shortened(value, limit))
    try:
        text = repr(value)
    except ValueError:
        return f"a number of more than {MAX_DIGITS} digits"
    return shortened(" ".join(printable(text).split()), limit)


def printable(text: str) -> str:
    """A text with spaces for its control characters, and for whatever else cannot be printed."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else " " for char in text)


def path_name(path: object) -> str:
    """A path in a message: without control characters, and shortened."""
    return shortened(printable(str(path)), _MAX_PATH)


def printable_lines(text: str) -> str:
    """``printable`` for each line of a text."""
    return "\n".join(map(printable, text.split("\n")))


def plural(count: int, noun: str, plural_noun: str | None = None) -> str:
    """A count and its noun: ``1 cell``, ``2 cells``."""
    return f"{count} {noun if count == 1 else plural_noun or noun + 's'}"


def in_seconds(seconds: float) -> str:
    """How long something took: ``2.0 s``, ``0.013 s``."""
    return f"{seconds:.1f} s" if seconds >= 0.1 else f"{max(seconds, 0.001):.3f} s"


def about(number: int) -> str:
    """An estimated number, a large one without digits that mean nothing."""
    if number < _MIN_ROUNDED:
        return str(number)
    from decimal import Decimal  # which takes a while to import

    return f"{Decimal(number):.2e}"


def listed(items: Iterable[object], conjunction: str = "and") -> str:
    """Items as a sentence lists them: ``1, 2 and 3``."""
    *others, last = [str(item) for item in items] or [""]
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def cell_name(cell: _Cell) -> str:
    """A cell as people read it, 1-based: ``r1c1``."""
    row, column = cell
    if abs(row) + abs(column) > _MAX_NAMED:  # on no board, and perhaps of thousands of digits
        return quoted(cell)
    return f"r{row + 1}c{column + 1}"


def cell_names(cells: Iterable[_Cell]) -> str:
    """Several cells as people read them: ``r1c1 r1c2``."""
    return " ".join(map(cell_name, cells))


def short_cell_names(cells: Sequence[_Cell]) -> str:
    """``cell_names`` for a message: of many cells only the first ones, and how many there are."""
    if len(cells) <= _MAX_LISTED:
        return cell_names(cells)
    return f"{cell_names(cells[:_MAX_LISTED])} ... ({len(cells)} cells)"


def short_values(values: Sequence[int]) -> str:
    """Values for a message: of many values only the first ones and the last."""
    if len(values) <= 2 * _MAX_LISTED:
        return " ".join(map(str, values))
    return " ".join([*map(str, values[:_MAX_LISTED]), "...", str(values[-1])])


def board_name(rows: int, columns: int) -> str:
    """The size of a board: ``4x6``, rows x columns."""
    return f"{rows}x{columns}"


def house_name(
    house: Sequence[_Cell], rows: int, columns: int, *, with_all_cells: bool = False
) -> str:
    """The name of a house: ``row 1``, ``box r1c1-r2c3``, ``diagonal r1c1-r4c4``, ``house r1c1``;
    ``pair r1c1 r2c3`` if it has two cells. For a message that of many cells is shortened.
    """
    in_rows, in_columns = {row for row, _ in house}, {column for _, column in house}
    if len(in_rows) == 1 and len(house) == columns:
        return f"row {house[0][0] + 1}"
    if len(in_columns) == 1 and len(house) == rows:
        return f"column {house[0][1] + 1}"
    ends = f"{cell_name(house[0])}-{cell_name(house[-1])}"
    if min(len(in_rows), len(in_columns)) > 1:
        (top, left), (bottom, right) = house[0], house[-1]
        if tuple(house) == tuple(product(range(top, bottom + 1), range(left, right + 1))):
            return f"box {ends}"
        if rows == columns == len(house) and (
            all(row == column for row, column in house)
            or all(row + column == rows - 1 for row, column in house)
        ):
            return f"diagonal {ends}"
    cells = cell_names(house) if with_all_cells else short_cell_names(house)
    return f"{'pair' if len(house) == 2 else 'house'} {cells}"
