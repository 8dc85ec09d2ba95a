"""What a picture shows in its cells, as a caller passes it in: checked, and kept as tuples."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import TypeVar

from kenken_cp.errors import GridError
from kenken_cp.model.geometry import AnyCell, Cell, cells_in_order, check_on_board
from kenken_cp.model.integers import as_integer, as_integers
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import rows_of
from kenken_cp.text import cell_name, quoted, short_values

_Entry = TypeVar("_Entry")


def values_in_rows(puzzle: Puzzle, rows: object) -> tuple[tuple[int | None, ...], ...]:
    """The values of a grid or of a board; GridError for anything else."""
    return _by_cell(puzzle, rows, _value)


def candidates_in_rows(puzzle: Puzzle, rows: object) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The candidates of each cell; GridError for anything else."""
    return _by_cell(puzzle, rows, partial(_candidates, frozenset(puzzle.values)))


def candidates_of_cells(puzzle: Puzzle, of_cells: object, name: str) -> dict[Cell, tuple[int, ...]]:
    """The candidates of some cells; KenKenError for anything else."""
    if not isinstance(of_cells, Mapping):
        raise GridError(
            f"{name}={quoted(of_cells)}; expected a mapping of cells to their candidates"
        )
    cells_of(puzzle, of_cells, name)
    values = frozenset(puzzle.values)
    return {cell: _candidates(values, cell, found) for cell, found in of_cells.items()}


def cells_of(puzzle: Puzzle, cells: Iterable[AnyCell], owner: str) -> frozenset[Cell]:
    """Cells of the board; PuzzleError for anything else."""
    found = cells_in_order(cells, owner)
    for cell in found:
        check_on_board(cell, puzzle.rows, puzzle.columns, f"of {owner}")
    return frozenset(found)


def _by_cell(
    puzzle: Puzzle, rows: object, read: Callable[[Cell, object], _Entry]
) -> tuple[tuple[_Entry, ...], ...]:
    return tuple(
        tuple(read((r, c), entry) for c, entry in enumerate(row))
        for r, row in enumerate(rows_of(rows, puzzle))
    )


def _value(cell: Cell, entry: object) -> int | None:
    value = as_integer(entry)
    if value is None and entry is not None:
        raise GridError(f"{cell_name(cell)} holds {quoted(entry)}; expected an integer, or None")
    return value


def _candidates(known: frozenset[int], cell: Cell, entry: object) -> tuple[int, ...]:
    if isinstance(entry, Collection) and not isinstance(entry, str):
        values: tuple[int, ...] | None = tuple(entry)
        if {*map(type, entry)} != {int}:  # nearly all are that already
            values = as_integers(values)
        if values is not None and known.issuperset(values):
            return values
    expected = f"its candidates, some of {short_values(sorted(known))}, as a list"
    raise GridError(f"{cell_name(cell)} holds {quoted(entry)}; expected {expected}")
