"""JSON: one object a puzzle, an array of them, or an object a line.

    {"size": 4, "cages": [{"cells": ["r1c1", "r1c2"], "clue": "11+"}], "rules": "kenken"}

============  =========================================  ==============
key           value                                      left out means
============  =========================================  ==============
``size``      ``6`` of a square, else ``"4x6"`` (rows x  (required)
              columns) or ``[4, 6]``
``cages``     objects of ``cells`` and ``clue``          (required)
``values``    array of integers                          1..longest side
``boxes``     rows x columns, ``"2x3"``                  no boxes
``diagonals`` true: both diagonals are houses; so       false
              ``windoku``, ``anti-knight``, ``anti-king``
``regions``   rows of words or letters, ``["aab",        none
              "abb", "ccc"]``: cells of one are a house
``houses``    arrays of cells, any other extra houses    none
``rules``     the name of a rule set                     kenken
``title``     string                                     no title
``level``     string: how hard it is said to be          no level
``solutions`` expected count, ``1`` or ``"3+"``          unknown
============  =========================================  ==============

Cells are ``"r1c1"``, from 1. A clue is a target and an operator; a bare number is a given on one
cell and a hidden operator on more.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, NoReturn, TypeVar

from kenken_cp.errors import FormatError
from kenken_cp.formats._directives import REGIONS, Directives, apply_directives, write_regions
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._json import JSON_FORMATS, JSON_TEXTS
from kenken_cp.formats._json_values import (
    KINDS,
    decoded,
    error_at,
    short_integer,
    skip_space,
    without_repeats,
)
from kenken_cp.formats._spellings import clue_text, parse_clue
from kenken_cp.formats._words import Word, attempted, parse_cell, parse_size
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import Cell
from kenken_cp.model.houses import HOUSE_KINDS, extra_houses
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import board_name, cell_name, cell_names, quoted, shortened

NAME = "json"

_KEYS = (
    *("size", "cages", "values", "boxes", REGIONS, *HOUSE_KINDS.names(), "houses", "rules"),
    *("title", "level", "solutions"),
)
_CAGE_KEYS = ("cells", "clue")
_SHAPES: dict[tuple[str, ...], str] = {
    _CAGE_KEYS: '{"cells": ["r1c1", "r1c2"], "clue": "3+"}',
    _KEYS: '{"size": 2, "cages": [{"cells": ["r1c1"], "clue": "2"}]}',
}
"""A small object of each kind, for errors to show."""

_CELLS_KEY = regex(r'"cells"\s*:')
_COMMA = regex(r",[ \t\n]*+(?!\])")
_T = TypeVar("_T")


def detect(text: str) -> bool:
    """The opening of an object, or of an array of objects; nothing that another format has."""
    opening = re.match(r'\s*(?:\{\s*["}]|\[\s*[{\]])', text)
    others = (*(known.detect for known in JSON_FORMATS), *JSON_TEXTS)
    return opening is not None and not any(detects(text) for detects in others)


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """The puzzle of every object."""
    item = None
    for item in _items(text):
        if isinstance(item, FormatError):
            yield item
        else:
            yield from attempted(_read_puzzle, [item], rules)
    if item is None:
        raise FormatError("no puzzle in an empty array", line=1)


class _Item(NamedTuple):
    """One object of a text: what it holds, its first line, and the lines of its cages."""

    value: object
    line: int
    cage_lines: list[int]


def _items(text: str) -> Iterator[_Item | FormatError]:
    """The values one after the other, and the elements of those that are arrays; of objects that
    begin a line, one that is not JSON spoils no other.
    """
    at, line, counted, in_array = skip_space(text, 0), 1, 0, False
    while at < len(text):
        if text[at] == ("]" if in_array else "["):
            in_array = not in_array
            at = skip_space(text, at + 1)
            if not in_array and at < len(text) and text[at] not in "[{":
                raise error_at(text, at, "text after the array; expected nothing")
            continue
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, end = decoded(_DECODER, text, at, line)
        except FormatError as error:
            following = text.find("\n{", at) + 1
            if in_array or not following:
                raise
            yield error
            at = following
            continue
        yield _Item(value, line, list(_cage_lines(text, at, end, line)))
        at = skip_space(text, end)
        if in_array and not text.startswith("]", at):
            comma = _COMMA.match(text, at)
            if comma is None:
                expected = "expected ',' and another object, or ']' after the last"
                raise error_at(text, at, expected)
            at = comma.end()
    if in_array:
        raise error_at(text, at, "the array does not end; expected ']'")


def _cage_lines(text: str, at: int, end: int, line: int) -> Iterator[int]:
    """The line of each ``"cells"`` key: ``json`` itself reports no places."""
    for match in _CELLS_KEY.finditer(text, at, end):
        line, at = line + text.count("\n", at, match.start()), match.start()
        yield line


@contextmanager
def _on_line(line: int) -> Iterator[None]:
    """Adds a line to the errors that have none."""
    try:
        yield
    except FormatError as error:
        error.line = error.line or line
        raise


def _no_number(text: str) -> NoReturn:
    raise FormatError(f"{shortened(text)}; expected an integer")


_DECODER = json.JSONDecoder(
    object_pairs_hook=without_repeats,
    parse_int=short_integer,
    parse_float=_no_number,
    parse_constant=_no_number,
)


def _read_puzzle(item: _Item, rules: RuleSet | None) -> ReadPuzzle:
    draft = Draft(item.line)
    with _on_line(item.line):
        fields = _object(item.value, "a puzzle", _KEYS)
        for index, cage in enumerate(_typed(fields.pop("cages"), list, "cages")):
            line = item.cage_lines[index] if index < len(item.cage_lines) else item.line
            with _on_line(line):
                _add_cage(draft, cage, f"cages[{index}]", line)
        directives: Directives = {}
        for key, value in fields.items():
            name = "house" if key == "houses" else key
            directives[name] = [Word(text, item.line) for text in _directive_texts(key, value)]
        return _applied(draft, directives, rules)


def _applied(draft: Draft, directives: Directives, rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle; errors have no columns, for those of a string are not those of the text."""
    try:
        return apply_directives(draft, parse_size(directives["size"][0]), directives, rules)
    except FormatError as error:
        error.column = None
        raise


def _add_cage(draft: Draft, cage: object, path: str, line: int) -> None:
    fields = _object(cage, path, _CAGE_KEYS)
    cells = _cells(fields["cells"], f"{path}.cells")
    clue = Word(_typed(fields["clue"], str, f"{path}.clue"), line)
    target, operator = parse_clue(clue)
    draft.add(cells, operator, target, clue)


def _directive_texts(key: str, value: Any) -> list[str]:
    """The value of a key as the native format writes it in a directive; of houses, each."""
    match key, value:
        case "size", [rows, columns]:
            return [f"{_typed(rows, int, key)}x{_typed(columns, int, key)}"]
        case "size" | "solutions", int() if type(value) is int:
            return [str(value)]
        case "size", _ if type(value) is not str:
            expected = 'an integer, or rows x columns as in "4x6"'
            raise FormatError(f"size has {KINDS[type(value)]}; expected {expected}")
        case "solutions", None:
            return []
        case "values", []:
            raise FormatError("values is empty; expected integers")
        case "values", _:
            return [" ".join(str(_typed(one, int, key)) for one in _typed(value, list, key))]
        case "regions", _:
            return ["", *(_typed(row, str, key) for row in _typed(value, list, key))]
        case "houses", _:
            houses = enumerate(_typed(value, list, key))
            return [cell_names(_cells(house, f"houses[{index}]")) for index, house in houses]
        case _ if HOUSE_KINDS.get(key):
            return ["yes" if _typed(value, bool, key) else "no"]
        case "title" | "level", str() if any("\ud800" <= char <= "\udfff" for char in value):
            raise FormatError(f"the {key} has half a character (a lone surrogate)")
    return [_typed(value, str, key)]


def _cells(value: object, path: str) -> list[Cell]:
    expected = 'a string such as "r1c1"'
    return [
        parse_cell(Word(_typed(cell, str, path, expected), 0)) for cell in _typed(value, list, path)
    ]


def _typed(value: object, kind: type[_T], path: str, expected: str = "") -> _T:
    if type(value) is not kind:  # an exact match: True is an int to isinstance
        raise FormatError(f"{path} has {KINDS[type(value)]}; expected {expected or KINDS[kind]}")
    return value


def _object(value: object, path: str, keys: tuple[str, ...]) -> dict[str, Any]:
    """An object that has the first two of the keys, and no others than these keys."""
    fields: dict[str, Any] = _typed(value, dict, path)
    for key in fields:
        if key not in keys:
            known = ", ".join(keys)
            raise FormatError(
                f"unknown key {quoted(key)} in {path}; known: {known}, as in {_SHAPES[keys]}"
            )
    for key in keys[:2]:
        if key not in fields:
            raise FormatError(f"{path} has no {key!r}; expected for example {_SHAPES[keys]}")
    return fields


def write(puzzle: Puzzle) -> str:
    """One object on one line, with what is as usual left out.

    FormatError only for an operator or a target that could not be read back.
    """
    extra = extra_houses(puzzle.size, puzzle.houses)
    fields: dict[str, Any] = {
        "title": puzzle.title,
        "level": puzzle.level,
        "size": puzzle.rows if puzzle.rows == puzzle.columns else puzzle.size_name,
        "rules": "" if puzzle.rules is KENKEN else puzzle.rules.name,
        "values": [] if puzzle.has_usual_values else puzzle.values,
        "boxes": board_name(*extra.box_shape) if extra.box_shape else "",
        **{kind.name: True for kind in extra.kinds},
        REGIONS: write_regions(puzzle),
        "houses": [[cell_name(cell) for cell in house] for house in extra.others],
    }
    fields = {key: value for key, value in fields.items() if value}
    fields["cages"] = [
        {"cells": [cell_name(cell) for cell in cage.cells], "clue": clue_text(cage, NAME)}
        for cage in puzzle.cages
    ]
    expected = puzzle.expected
    if expected is not None:
        fields["solutions"] = int(expected) if expected.exact else str(expected)
    return json.dumps(fields, ensure_ascii=False) + "\n"


FORMAT = Format(
    name=NAME,
    summary="an object a puzzle: an array of them, or one a line",
    example=(
        '{"size": 2, "cages": [{"cells": ["r1c1", "r1c2"], "clue": "3+"}, '
        '{"cells": ["r2c1"], "clue": "2"}]}\n'
    ),
    detect=detect,
    read=read,
    write=write,
    join="".join,
    suffix="json",
)
