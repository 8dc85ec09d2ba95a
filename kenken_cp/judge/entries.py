"""Grids told cell by cell: ``{(0, 0): 3, ...}``, ``r1c1 = 3``, ``cell(1,1,3)``, ``A1: 3``.

This is how Python prints a dictionary, and how logic programs print their facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kenken_cp.model.geometry import Cell, Grid

_ENTRY = re.compile(
    r"[(\[]\s*(?P<row>\d+)\s*(?:,|\]\s*\[)\s*(?P<column>\d+)\s*"
    r"(?:,|[)\]]['\"]?\s*(?:[:=]|[-=]>))\s*(?P<value>-?\d+)\b"
    r"|\br(?P<r>\d+)c(?P<c>\d+)['\"]?\s*[:=]\s*(?P<v>-?\d+)\b"
    r"|\b(?P<letter>[A-Z])(?P<number>\d+)['\"]?\s*[:=]\s*(?P<held>-?\d+)\b",
    re.IGNORECASE,
)


def told_grids(text: str, size: int) -> list[Grid]:
    """The grids of which a text tells every cell once, one after the other; none if it tells
    anything else about cells.
    """
    entries = list(_entries(text))
    cells = size * size
    grids = [dict(entries[start : start + cells]) for start in range(0, len(entries), cells)]
    lowest = min((min(cell) for cell, _ in entries), default=0)
    order = [[(lowest + row, lowest + column) for column in range(size)] for row in range(size)]
    wanted = {cell for line in order for cell in line}
    if lowest > 1 or any(grid.keys() != wanted for grid in grids):
        return []
    return [tuple(tuple(grid[cell] for cell in line) for line in order) for grid in grids]


def _entries(text: str) -> Iterator[tuple[Cell, int]]:
    """Cells as they are counted there, and what each holds."""
    for match in _ENTRY.finditer(text):
        row, column, value, r, c, v, letter, number, held = match.groups()
        if letter is not None:
            yield (ord(letter.upper()) - ord("A") + 1, int(number)), int(held)
        else:
            yield (int(row or r), int(column or c)), int(value or v)
