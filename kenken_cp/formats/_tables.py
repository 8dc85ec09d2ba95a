"""Tables with commas, semicolons or tabs; and those of cages, below a row of headings, as JSON.

op,target,cells
+,3,"A1,B1"
=,2,A2
"""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kenken_cp.formats import _keys as keys
from kenken_cp.formats._words import Word, first_line
from kenken_cp.patterns import regex
from kenken_cp.text import plural

_CELLS = frozenset(keys.CELLS)
_CLUES = frozenset((*keys.TARGETS, *keys.CLUES))
_SPELLED = {key.lower(): key for key in (*_CELLS, *_CLUES, *keys.OPERATORS)}
_HEADING = regex(r"[A-Za-z][A-Za-z_ ]{0,20}+")


def rows(text: str, separator: str = ",") -> Iterator[tuple[Word, list[str]]]:
    """The rows of a table that are not blank, each with the line where it begins; FormatError where
    its quotation marks are wrong.
    """
    file = io.StringIO(text)
    table = csv.reader(file, delimiter=separator, skipinitialspace=True, strict=True)
    while True:
        place = Word("", table.line_num + 1)
        try:
            row = next(table, None)
        except csv.Error as error:
            said = str(error).replace("unexpected end of data", "a quotation mark is not closed")
            raise place.error(f"a damaged table: {said}") from None
        if row is None:
            return
        if any(map(str.strip, row)):
            yield place, row


class _Headings(NamedTuple):
    separator: str
    names: list[str]


def _headings(text: str) -> _Headings | None:
    """The first row of a table of cages; None of a text without headings for cells and targets."""
    first = first_line(text)
    for separator in ("\t", ";", ","):
        names = [_key(heading) for heading in first.split(separator)]
        if all(map(_HEADING.fullmatch, names)) and not _CELLS.isdisjoint(names):
            return None if _CLUES.isdisjoint(names) else _Headings(separator, names)
    return None


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
    found, line = "[", 1
    for number, (place, row) in enumerate(rows(text, headings.separator)):
        if number and not row[0].lstrip().startswith(("#", "//")):
            cage = json.dumps(_object(headings.names, row, place))
            found += "\n" * (place.line - line) + cage + ","
            line = place.line
    return found.rstrip(",") + "]"


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
        raise place.error(f"a row of {fields}; expected {len(names)}, as there are headings")
    return dict(zip(names, map(str.strip, row), strict=True))
