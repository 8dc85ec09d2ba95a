"""Grids and boards in text."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from kenken_cp.errors import GridError
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.text import cell_name

_NUMBER = re.compile(r"(?<![\w.])-?\d{1,18}(?![\w.])")


def read_grid(text: str, size: int) -> Grid:
    """The grid in a text: ``size * size`` numbers, whatever stands between them (spaces, bars,
    commas, brackets, rules), or as many single digits written together.

    Raises:
        GridError: if there are fewer or more.
    """
    numbers = _NUMBER.findall(text)
    if len(numbers) != size * size:
        digits = re.findall(r"\d", text)
        packed = len(digits) == size * size and all(
            len(number) in (size, size * size) for number in re.findall(r"\d+", text)
        )
        if not packed:
            raise GridError(
                f"the grid has {_seen(numbers, digits)} numbers; "
                f"expected {size * size} ({size} rows of {size})"
            )
        numbers = digits
    values = [int(number) for number in numbers]
    return tuple(tuple(values[start : start + size]) for start in range(0, size * size, size))


_ENTRY = re.compile(r"-?\d{1,18}|[._]")


def read_board(text: str, size: int, values: Collection[int]) -> dict[Cell, int]:
    """The entries of a partly filled grid, written as ``read_grid`` reads it; ``.`` or ``_``, and
    ``0`` where it is no value, is an open cell.

    Raises:
        GridError: if there are fewer or more cells, or an entry is none of the values.
    """
    entries = _ENTRY.findall(text)
    if len(entries) != size * size:
        packed = re.findall(r"[\d._]", text)
        if len(packed) != size * size:
            raise GridError(
                f"the board has {_seen(entries, packed)} cells; expected {size * size} ({size} "
                f"rows of {size}), with . for open ones"
            )
        entries = packed
    found = {}
    for index, entry in enumerate(entries):
        if entry in "._" or (entry == "0" and 0 not in values):
            continue
        cell = divmod(index, size)
        if int(entry) not in values:
            known = " ".join(map(str, values))
            raise GridError(f"{cell_name(cell)} of the board is {entry}; expected one of {known}")
        found[cell] = int(entry)
    return found


def _seen(apart: Sequence[str], together: Sequence[str]) -> int:
    """How many cells a person sees in a text: who writes a single run of digits means each."""
    return len(together if len(apart) == 1 else apart)
