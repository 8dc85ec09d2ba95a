"""Grids and partly filled boards in text."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from kenken_cp.errors import GridError
from kenken_cp.model.geometry import Cell, Grid, Size, all_cells, shape_of
from kenken_cp.text import cell_name, plural

_NUMBER = re.compile(r"(?<![\w.])-?\d{1,18}(?![\w.])")
_ENTRY = re.compile(r"-?\d{1,18}|[._]")


def read_grid(text: str, size: Size) -> Grid:
    """The grid in a text: a number for each cell, whatever stands between them (spaces, bars,
    commas, brackets, rules), or single digits written together, as rows or all in one.

    Raises:
        GridError: if there are fewer or more.
    """
    rows, columns = shape_of(size)
    count = rows * columns
    numbers = _NUMBER.findall(text)
    if len(numbers) != count:
        digits = re.findall(r"\d", text)
        packed = len(digits) == count and all(
            len(number) in (columns, count) for number in re.findall(r"\d+", text)
        )
        if not packed:
            raise GridError(
                f"the grid has {plural(_seen(numbers, digits), 'number')}; "
                f"expected {count} ({_rows_of(rows, columns)})"
            )
        numbers = digits
    values = [int(number) for number in numbers]
    return tuple(tuple(values[start : start + columns]) for start in range(0, count, columns))


def read_board(text: str, size: Size, values: Collection[int]) -> dict[Cell, int]:
    """The entries of a partly filled grid, written as ``read_grid`` reads it; ``.`` or ``_``, and
    ``0`` where it is no value, is an open cell.

    Raises:
        GridError: if there are fewer or more cells, or an entry is none of the values.
    """
    rows, columns = shape_of(size)
    entries = _ENTRY.findall(text)
    if len(entries) != rows * columns:
        packed = re.findall(r"[\d._]", text)
        if len(packed) != rows * columns:
            raise GridError(
                f"the board has {plural(_seen(entries, packed), 'cell')}; "
                f"expected {rows * columns} ({_rows_of(rows, columns)}), with . for open ones"
            )
        entries = packed
    found = {}
    for cell, entry in zip(all_cells(rows, columns), entries, strict=True):
        if entry in "._" or (entry == "0" and 0 not in values):
            continue
        if int(entry) not in values:
            known = " ".join(map(str, values))
            raise GridError(f"{cell_name(cell)} of the board is {entry}; expected one of {known}")
        found[cell] = int(entry)
    return found


def _rows_of(rows: int, columns: int) -> str:
    return f"{plural(rows, 'row')} of {columns}"


def _seen(apart: Sequence[str], together: Sequence[str]) -> int:
    """The numbers a person sees in a text: who writes a single run of digits means each."""
    return len(together if len(apart) == 1 else apart)
