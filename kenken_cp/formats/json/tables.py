"""Tables with commas, semicolons or tabs; and those of cages, below a row of headings, as JSON.

op,target,cells
+,3,"A1,B1"
=,2,A2

There may be a row for each cell, too, with the name of its cage, whose clue stands in one of its
rows or in all of them:

row,col,cage,clue
1,1,a,3+
1,2,a,
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats._words import Word, first_line
from kenken_cp.formats.json import keys
from kenken_cp.patterns import regex
from kenken_cp.text import plural, quoted

_CELLS = frozenset(keys.CELLS)
_CLUES = frozenset((*keys.TARGETS, *keys.CLUES))
_CAGES_OF_CELLS = frozenset(keys.GROUP_OF_CELL)
_CELL = "cell"
_SIDES = [key for pair in keys.PAIRS for key in pair if key.islower()]
_SPELLED = {
    key.lower(): key
    for key in (*_CELLS, *_CLUES, *keys.OPERATORS, *_CAGES_OF_CELLS, _CELL, *_SIDES)
}
_HEADING = regex(r"[A-Za-z][A-Za-z_ ]{0,20}+")


def rows(text: str, separator: str = ",") -> Iterator[tuple[Word, list[str]]]:
    """The rows of a table that are not blank, each with its text at the line where it begins;
    FormatError where its quotation marks are wrong.
    """
    taken: list[str] = []

    def lines() -> Iterator[str]:
        for line in io.StringIO(text):
            taken.append(line)
            yield line

    table = csv.reader(lines(), delimiter=separator, skipinitialspace=True, strict=True)
    while True:
        line = table.line_num + 1
        taken.clear()
        try:
            row = next(table, None)
        except csv.Error as error:
            said = str(error).replace("unexpected end of data", "a quotation mark is not closed")
            raise Word("", line).error(f"a damaged table: {said}") from None
        if row is None:
            return
        if any(map(str.strip, row)):
            yield Word("".join(taken), line), row


def field(row: Word, number: int, value: str, separator: str = ",") -> Word:
    """A value of a row, without the blanks around it, where it stands; the row has that many."""
    pattern = re.compile(rf' *+(?:"(?:[^"]|"")*+"[^{separator}]*+|[^{separator}]*+)')
    start = 0
    for _ in range(number):
        match = pattern.match(row.text, start)
        start = match.end() + 1 if match else start
    beginning = re.compile(r'\s*+"?+\s*+').match(row.text, start)
    start = beginning.end() if beginning and value.strip() else start
    line_start = row.text.rfind("\n", 0, start) + 1
    return Word(value.strip(), row.line + row.text.count("\n", 0, start), start - line_start + 1)


class _Headings(NamedTuple):
    separator: str
    names: list[str]


def _headings(text: str) -> _Headings | None:
    """The first row of a table of cages; None of a text without headings for cells and targets."""
    first = first_line(text)
    for separator in ("\t", ";", ","):
        names = [_key(heading) for heading in first.split(separator)]
        if not all(map(_HEADING.fullmatch, names)) or _CLUES.isdisjoint(names):
            continue
        if not _CELLS.isdisjoint(names) or _keys_of_cell(names):
            return _Headings(separator, names)
    return None


def _keys_of_cell(names: Sequence[str]) -> tuple[str, ...] | None:
    """The headings for the cell of a row that has one cell and the name of its cage, and for that
    name at the end; None if there are none.
    """
    cage = [name for name in names if name in _CAGES_OF_CELLS]
    pairs = [pair for pair in keys.PAIRS if {*pair} <= {*names}]
    cell = (_CELL,) if _CELL in names else pairs[0] if pairs else ()
    return (*cell, cage[0]) if cell and len(cage) == 1 and _CELLS.isdisjoint(names) else None


def has_cages(text: str) -> bool:
    """Whether a text is meant as a table of cages."""
    return _headings(text) is not None


def as_objects(text: str) -> str | None:
    """A table of cages in JSON, an object a row, on the same line; None of another text.
    FormatError if it is wrong.
    """
    headings = _headings(text)
    if headings is None:
        return None
    objects = [
        (place, _object(headings.names, row, place))
        for number, (place, row) in enumerate(rows(text, headings.separator))
        if number and not row[0].lstrip().startswith(("#", "//"))
    ]
    cell_keys = _keys_of_cell(headings.names)
    found, line = "[", 1
    for place, cage in _joined(objects, cell_keys) if cell_keys else objects:
        found += "\n" * (place.line - line) + json.dumps(cage) + ","
        line = place.line
    return found.rstrip(",") + "]"


def located(text: str, said: str, error: FormatError) -> FormatError:
    """An error in what ``as_objects`` made of a table, where the field stands that is wrong."""
    headings = _headings(text)
    if headings is None or not error.line or not error.column:
        return FormatError(error.message, line=error.line)
    before = said.split("\n")[error.line - 1][: error.column - 1]
    keys_before = re.findall(r'"(\w+)": ', before)
    for place, row in rows(text, headings.separator):
        if place.line == error.line and keys_before and keys_before[-1] in headings.names:
            number = headings.names.index(keys_before[-1])
            return field(place, number, row[number], headings.separator).error(error.message)
    return FormatError(error.message, line=error.line)


def _joined(
    cells: Sequence[tuple[Word, dict[str, str]]], cell_keys: Sequence[str]
) -> list[tuple[Word, dict[str, Any]]]:
    """The cages of rows for their cells, each where its first cell is; FormatError if a row has no
    cage, or another clue than one before.
    """
    *position, group = cell_keys
    found: dict[str, tuple[Word, dict[str, Any]]] = {}
    for place, cell in cells:
        name = cell[group]
        if not name:
            raise place.first.error(f"a row without a {group}; expected one for each cell")
        _, cage = found.setdefault(name, (place, {"cells": []}))
        sides = [cell[key] for key in position]
        numbers = len(sides) > 1 and all(side.isdecimal() and len(side) < 4 for side in sides)
        cage["cells"].append([*map(int, sides)] if numbers else ",".join(sides))
        for key, said in cell.items():
            if said and key not in cell_keys and cage.setdefault(key, said) != said:
                raise place.first.error(
                    f"{key} {quoted(said)} of the {group} {quoted(name)}, which has "
                    f"{quoted(cage[key])} before; expected one for all of its cells"
                )
    return list(found.values())


def _key(heading: str) -> str:
    said = heading.strip(" \t\"'")
    return _SPELLED.get(said.lower(), said)


def _object(names: Sequence[str], row: list[str], place: Word) -> dict[str, str]:
    """A row by its headings; cells that stand last may be in fields of their own."""
    last = len(names) - 1
    if names[last] in _CELLS and len(row) > len(names):
        row = [*row[:last], " ".join(row[last:])]
    if len(row) != len(names):
        fields = plural(len(row), "field")
        raise place.first.error(f"a row of {fields}; expected {len(names)}, as there are headings")
    return dict(zip(names, map(str.strip, row), strict=True))
