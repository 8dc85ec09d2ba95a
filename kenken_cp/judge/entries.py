"""Grids given cell by cell: ``{(0, 0): 3, ...}``, ``r1c1 = 3``, ``cell(1,1,3)``, ``A1: 3``.

This is how Python prints a dictionary, and how logic programs print their facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kenken_cp.judge.recognition import Meaning, Recognition
from kenken_cp.model.geometry import Cell, Grid, all_cells

_INTEGER = r"\d{1,18}+"
_VALUE = rf"(-?{_INTEGER})\b"
Entry = tuple[Cell, int]
"""A cell as the text counts, and its value."""

# Each has three groups: row, column and value.
ENTRIES: tuple[Recognition[str], ...] = (
    Recognition(
        "a fact, or an item of a dictionary or of an array",
        Meaning.ENTRY,
        rf"[(\[]\s*({_INTEGER})\s*(?:,|\]\s*\[)\s*({_INTEGER})\s*"
        rf"(?:,|[)\]]['\"]?\s*(?:[:=]|[-=]>))\s*{_VALUE}",
        "cell(1,2,4)",
        ((1, 2), 4),
    ),
    Recognition(
        "a cell by row and column",
        Meaning.ENTRY,
        rf"\br({_INTEGER})c({_INTEGER})['\"]?\s*[:=]\s*{_VALUE}",
        "r1c2 = 4",
        ((1, 2), 4),
    ),
    Recognition(
        "a cell by letter and number",
        Meaning.ENTRY,
        rf"\b([A-Z])({_INTEGER})['\"]?\s*[:=]\s*{_VALUE}",
        "A2: 4",
        ((1, 2), 4),
    ),
)
_ENTRY = re.compile("|".join(record.pattern for record in ENTRIES), re.IGNORECASE)


def grids_of_entries(text: str, rows: int, columns: int) -> list[Grid]:
    """The grids of which a text gives every cell once, one grid after the other; none if it gives
    anything else about cells.
    """
    found = list(entries(text))
    cells = rows * columns
    grids = [dict(found[start : start + cells]) for start in range(0, len(found), cells)]
    lowest = min((min(cell) for cell, _ in found), default=0)
    expected = [(lowest + row, lowest + column) for row, column in all_cells(rows, columns)]
    if lowest > 1 or any(grid.keys() != set(expected) for grid in grids):
        return []
    return [
        tuple(
            tuple(grid[cell] for cell in expected[start : start + columns])
            for start in range(0, cells, columns)
        )
        for grid in grids
    ]


def entries(text: str) -> Iterator[Entry]:
    """Every entry of a text; cells as the text counts them, from 0 or 1."""
    for match in _ENTRY.finditer(text):
        row, column, value = (group for group in match.groups() if group is not None)
        number = ord(row.upper()) - ord("A") + 1 if row.isalpha() else int(row)
        yield (number, int(column)), int(value)
