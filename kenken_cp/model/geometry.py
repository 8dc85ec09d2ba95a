"""Cells, lines, boxes and diagonals of a board of rows and columns."""

from collections.abc import Iterable
from functools import lru_cache
from math import prod
from typing import Any, SupportsIndex

from kenken_cp.errors import PuzzleError
from kenken_cp.model.integers import as_integer, as_integers, as_tuple
from kenken_cp.text import board_name, cell_name, quoted

Cell = tuple[int, int]
"""(row, column), 0-based."""

House = tuple[Cell, ...]
"""Cells that must all differ, in reading order."""

Grid = tuple[tuple[int, ...], ...]
"""A complete assignment: for each row a tuple of values."""

Size = int | tuple[int, int]
"""The size of a board: (rows, columns), or one integer for a square board."""

AnyCell = Iterable[SupportsIndex]
"""A cell as an argument: two integers of any type, such as a row of an array."""

AnySize = SupportsIndex | Iterable[SupportsIndex]
"""A size as an argument: integers of any type, such as the shape of an array."""

MAX_SIZE = 64
"""The most rows, and the most columns: more is a typing error, not a puzzle."""


def shape_of(size: AnySize) -> tuple[int, int]:
    """(rows, columns); PuzzleError unless each is a whole number from 1 to ``MAX_SIZE``."""
    side = as_integer(size)
    shape = as_integers(size) if side is None else (side, side)
    if shape is None or len(shape) != 2 or not all(1 <= side <= MAX_SIZE for side in shape):
        shown = quoted(size)
        if side is None and shape is not None and len(shape) == 2:
            shown = "x".join(map(quoted, shape))
        raise PuzzleError(
            f"size {shown}; expected a whole number from 1 to {MAX_SIZE}, or two: rows and columns"
        )
    rows, columns = shape
    return rows, columns


@lru_cache(64)
def all_cells(rows: int, columns: int) -> tuple[Cell, ...]:
    """The cells of a board in reading order, in which the position of a cell is its index."""
    return tuple((row, column) for row in range(rows) for column in range(columns))


@lru_cache(64)
def lines(rows: int, columns: int) -> tuple[House, ...]:
    """The rows of a board, then its columns."""
    across = [tuple((row, column) for column in range(columns)) for row in range(rows)]
    return (*across, *zip(*across, strict=True))


def boxes(size: AnySize, height: SupportsIndex, width: SupportsIndex) -> tuple[House, ...]:
    """The boxes of a Sudoku-like board, each ``height`` rows by ``width`` columns.

    Raises:
        PuzzleError: if such boxes do not tile the board, or hold more cells than the longest line.
    """
    rows, columns = shape_of(size)
    high, wide = as_integer(height) or 0, as_integer(width) or 0
    most = max(rows, columns)
    if high < 1 or wide < 1 or rows % high or columns % wide or high * wide > most:
        raise PuzzleError(
            f"boxes of {quoted(height)}x{quoted(width)} do not fit a {board_name(rows, columns)} "
            f"board; expected rows x columns that divide it, of at most {most} cells"
        )
    return tuple(
        tuple((top + row, left + column) for row in range(high) for column in range(wide))
        for top in range(0, rows, high)
        for left in range(0, columns, wide)
    )


def diagonals(size: Size) -> tuple[House, House]:
    """The two main diagonals of a square board; PuzzleError if the board is not square."""
    rows, columns = shape_of(size)
    if rows != columns:
        raise PuzzleError(
            f"a board of {board_name(rows, columns)} has no main diagonals; expected a square"
        )
    return tuple((i, i) for i in range(rows)), tuple((i, rows - 1 - i) for i in range(rows))


def adjacent_cells(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share an edge with a cell, on the board or not."""
    row, column = cell
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def connected_components(cells: Iterable[Cell]) -> list[House]:
    """The connected components of some cells, by common edges, each in reading order."""
    among = dict.fromkeys(sorted(cells))
    pairs = ((cell, near) for cell in among for near in adjacent_cells(cell) if near in among)
    return list(map(tuple, joined_cells(among, pairs)))


def joined_cells(cells: Iterable[Cell], pairs: Iterable[tuple[Cell, Cell]]) -> list[list[Cell]]:
    """The regions into which some pairs join cells, each in reading order.

    Args:
        cells: all cells; the regions come in the order of their first cells here.
    """
    region_of = {cell: [cell] for cell in cells}
    for one, other in pairs:
        region, joined = region_of[one], region_of[other]
        if region is not joined:
            region += joined
            for cell in joined:
                region_of[cell] = region
    regions = {id(region): region for region in region_of.values()}
    return list(map(sorted, regions.values()))


def box_shape(rows: int, columns: int, houses: Iterable[House]) -> tuple[int, int] | None:
    """The (height, width) of the largest boxes that tile the board and are all among some houses
    and the lines; None if there are none.
    """
    known = {*houses, *lines(rows, columns)}
    fitting = [
        (height, width)
        for height in range(2, rows + 1)
        for width in range(2, columns + 1)
        if not rows % height and not columns % width and height * width <= max(rows, columns)
        if known.issuperset(boxes((rows, columns), height, width))
    ]
    return max(fitting, key=prod, default=None)


def cells_in_order(cells: Iterable[AnyCell], what: str) -> House:
    """Cells in reading order; PuzzleError for anything that is not a cell. ``what`` names their
    owner in the message.
    """
    several: tuple[Any, ...] = as_tuple(cells, f"cells of {what}:")
    found: list[Cell] = []
    for cell in several:
        if type(cell) is tuple and len(cell) == 2 and type(cell[0]) is type(cell[1]) is int:
            found.append(cell)
            continue
        sides = as_integers(cell)
        if sides is None or len(sides) != 2:
            raise PuzzleError(
                f"{quoted(cell)} in {what} is no cell; expected (row, column), from 0"
            )
        found.append((sides[0], sides[1]))
    return tuple(sorted(found))


def check_on_board(cell: Cell, rows: int, columns: int, owner: str) -> None:
    """PuzzleError for a cell that is not on the board; ``owner`` says what it is a cell of."""
    row, column = cell
    if not (0 <= row < rows and 0 <= column < columns):
        raise PuzzleError(
            f"cell {cell_name(cell)} {owner} is outside the board; "
            f"expected r1c1 to r{rows}c{columns}",
            cell=cell,
        )
