"""The values of cells one by one: ``{(0, 0): 3, ...}``, as Python prints a dictionary, or
``cell(1,1,3)``, as logic programs print their facts, ``r1c1 = 3``, ``A1: 3``.
"""

import re
from collections.abc import Sequence
from itertools import chain
from operator import itemgetter

from kenken_cp.judge.recognition import Meaning, Recognition
from kenken_cp.model.geometry import Cell, Grid

_INTEGER = r"\d{1,18}+"
_VALUE = rf"(-?{_INTEGER})\b"


def _entry(name: str, pattern: str, example: str) -> Recognition[str]:
    """A record of three groups: row, column and value; each example gives r1c2 the value 4."""
    return Recognition(name, Meaning.ENTRY, pattern, example, ((1, 2), 4))


ENTRIES: tuple[Recognition[str], ...] = (
    _entry(
        "a fact, or an item of a dictionary or of an array",
        rf"[(\[]\s*({_INTEGER})\s*(?:,|\]\s*\[)\s*({_INTEGER})\s*"
        rf"(?:,|[)\]]['\"]?\s*(?:[:=,]|[-=]>))\s*{_VALUE}",
        "cell(1,2,4)",
    ),
    _entry(
        "a key of row and column",
        rf"[\"']({_INTEGER})[,_ -] ?({_INTEGER})[\"']\s*(?::|=>)\s*{_VALUE}",
        '{"1,2": 4}',
    ),
    _entry("an item of a map of Java", rf"[{{ ]({_INTEGER}),({_INTEGER})={_VALUE}", "{1,2=4}"),
    _entry(
        "a cell by row and column",
        rf"\br({_INTEGER})c({_INTEGER})['\"]?\s*[:=]>?\s*{_VALUE}",
        "r1c2 = 4",
    ),
    _entry(
        "a cell by letter and number", rf"\b([A-Z])({_INTEGER})['\"]?\s*[:=]>?\s*{_VALUE}", "A2: 4"
    ),
    _entry(
        "a cell in words, or an object of JSON",
        rf"\b(?:row|r)[\"'\s:=]{{1,6}}({_INTEGER})[\"'\s,;:]{{1,6}}"
        rf"(?:col(?:umn)?|c)[\"'\s:=]{{1,6}}({_INTEGER})"
        rf"[\"'\s,;:=)>]{{1,6}}(?:(?:is|value|val|v)[\"'\s:=]{{1,6}})?{_VALUE}",
        '{"row": 1, "col": 2, "value": 4}',
    ),
    _entry(
        "the name of a variable",
        # as PuLP writes x[1, 2], too; but x_4_1_2 = 1 is one of a variable for each value
        rf"(?<!,)(?<!_\d)(?<!_\d\d)_[r(]?({_INTEGER}),?_c?({_INTEGER})\)?['\"]?\s*[:=]\s*{_VALUE}",
        "x_(1,_2) = 4",
    ),
    _entry(
        "the name of a variable in SMT-LIB, as (get-value) shows it, or (get-model)",
        rf"(?<!_\d)(?<!_\d\d)_({_INTEGER})_({_INTEGER})\|?(?: \(\) Int)?\s+{_VALUE}\s*\)",
        "(x_1_2 4)",
    ),
    _entry(
        "the name of a variable in SMT-LIB, with two digits",
        rf"[( ]\|?[a-z_]{{1,20}}([0-9])([0-9])\|?(?: \(\) Int)?\s+{_VALUE}\s*\)",
        "(define-fun x12 () Int 4)",
    ),
    _entry(
        "a cell by two numbers",
        rf"\bcell ({_INTEGER})[, ] ?({_INTEGER})\s*[:=]\s*{_VALUE}",
        "cell 1 2: 4",
    ),
    _entry(
        "the name of a variable with two digits",
        rf"\b[a-z_]{{1,20}}([0-9])([0-9])['\"]?\s*[:=]\s*{_VALUE}",
        "cell12 = 4",
    ),
    _entry(
        "a line of row, column and value",
        rf"(?m:^[ \t]*+({_INTEGER})[ \t,;]++({_INTEGER})[ \t,;]++{_VALUE}[ \t]*+$)",
        "1 2 4",
    ),
)


TRIPLES = ENTRIES[-1:]
"""What looks like rows of a board of three columns, and like rows of two after their labels. It is
believed only if the cells are in order.
"""


def grids_of_entries(
    text: str, rows: int, columns: int, records: Sequence[Recognition[str]] = ENTRIES
) -> list[Grid]:
    """The grids of which a text gives every cell once, in order, all in one way; none if it gives
    anything else in that way.
    """
    cells = rows * columns
    for record in records:
        found = entries(text, record, in_rows=columns > 1)
        given = {cell for cell, _ in found}
        lowest = min(map(min, given), default=2)
        if lowest > 1 or len(found) % cells:
            continue
        expected = [
            [(lowest + row, lowest + column) for column in range(columns)] for row in range(rows)
        ]
        if given != set(chain.from_iterable(expected)):
            continue
        if records is TRIPLES and not _are_in_order([cell for cell, _ in found[:cells]]):
            continue
        grids = [dict(found[start : start + cells]) for start in range(0, len(found), cells)]
        if all(grid.keys() == given for grid in grids):
            return [tuple(tuple(grid[cell] for cell in row) for row in expected) for grid in grids]
    return []


def _are_in_order(cells: Sequence[Cell]) -> bool:
    """Whether cells come row by row, or column by column."""
    ordered = sorted(cells)
    return list(cells) in (ordered, sorted(ordered, key=itemgetter(1)))


def entries(text: str, record: Recognition[str], *, in_rows: bool = True) -> list[tuple[Cell, int]]:
    """Every entry of a text of one kind; cells as the text counts them, from 0 or 1.

    Args:
        in_rows: whether the first two are in one row; else they are in one column.
    """
    found = re.findall(record.pattern, text, re.IGNORECASE)
    # Each spelling once: a trace gives the same values a million times.
    read = {spelling: _as_entry(*spelling) for spelling in set(found)}
    # In a row A1 B1 C1 ... the letters are columns, as on a chessboard; in A1 A2 A3 ... rows.
    names = {row for row, _, _ in found[:2]}
    if all(map(str.isalpha, names)) and (len(names) == 2) is in_rows:
        read = {spelling: ((r, c)[::-1], value) for spelling, ((r, c), value) in read.items()}
    return [read[spelling] for spelling in found]


def _as_entry(row: str, column: str, value: str) -> tuple[Cell, int]:
    number = ord(row.upper()) - ord("A") + 1 if row.isalpha() else int(row)
    return (number, int(column)), int(value)
