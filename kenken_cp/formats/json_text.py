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
``diagonals`` true: both diagonals are houses            false
``houses``    arrays of cells, any other extra houses    none
``rules``     the name of a rule set                     kenken
``title``     string                                     no title
``solutions`` expected count, ``1`` or ``"3+"``          unknown
============  =========================================  ==============

Cells are ``"r1c1"``, from 1. A clue is a target and an operator; a bare number is a given on one
cell and a hidden operator on more.
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

from kenken_cp.errors import FormatError
from kenken_cp.formats._json_items import Item, json_items
from kenken_cp.formats._read import (
    Draft,
    Word,
    located,
    parse_box_shape,
    parse_cell,
    parse_clue,
    parse_count,
    parse_side,
    parse_size,
)
from kenken_cp.formats._write import clue_text, split_houses
from kenken_cp.formats.record import Format
from kenken_cp.model.geometry import Cell, House, Size, boxes, diagonals
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet, rule_set_named
from kenken_cp.text import cell_name, quoted

NAME = "json"

_EXAMPLE = (
    '{"size": 2, "cages": [{"cells": ["r1c1", "r1c2"], "clue": "3+"}, '
    '{"cells": ["r2c1"], "clue": "2"}]}\n'
)

_KEYS = ("size", "cages", "values", "boxes", "diagonals", "houses", "rules", "title", "solutions")
_T = TypeVar("_T")


def detect(text: str) -> bool:
    """The opening of an object, or of an array of objects."""
    return re.match(r'\s*(?:\{\s*["}]|\[\s*[{\]])', text) is not None


def read(text: str, rules: RuleSet | None) -> list[Puzzle]:
    """The puzzle of every object."""
    puzzles = [_read_puzzle(item, rules) for item in json_items(text)]
    if not puzzles:
        raise FormatError("no puzzle in an empty array", line=1)
    return puzzles


# --- from objects to puzzles -------------------------------------------------------------------


def _read_puzzle(item: Item, rules: RuleSet | None) -> Puzzle:
    line = item.line
    fields = _object(item.value, "a puzzle", line, required=("size", "cages"), known=_KEYS)
    size = _size(fields["size"], line)
    draft = Draft(line)
    for index, cage in enumerate(_typed(fields["cages"], list, "cages", line)):
        _add_cage(draft, cage, f"cages[{index}]", item.cage_line(index))
    values = _typed(fields.get("values", []), list, "values", line)
    if "values" in fields and not values:
        raise FormatError("values is empty; expected integers", line=line)
    with located(Word("", line)):
        named = rule_set_named(_typed(fields.get("rules", KENKEN.name), str, "rules", line))
    solutions = fields.get("solutions")
    return draft.puzzle(
        size,
        rules or named,
        values=[_typed(value, int, "values", line) for value in values],
        houses=_read_houses(fields, size, line),
        title=_title(fields, line),
        expected=None if solutions is None else parse_count(_scalar(solutions, "solutions", line)),
    )


def _size(value: object, line: int) -> tuple[int, int]:
    if type(value) is list and len(value) == 2:
        sides = [parse_side(Word(str(_typed(side, int, "size", line)), line)) for side in value]
        return sides[0], sides[1]
    if type(value) not in (int, str):
        expected = 'an integer, or rows x columns as in "4x6"'
        raise FormatError(f"size has {_kind_of(value)}; expected {expected}", line=line)
    return parse_size(Word(str(value), line))


def _add_cage(draft: Draft, cage: object, path: str, line: int) -> None:
    fields = _object(cage, path, line, required=("cells", "clue"), known=("cells", "clue"))
    cells = _cells(fields["cells"], f"{path}.cells", line)
    clue = Word(_typed(fields["clue"], str, f"{path}.clue", line), line)
    target, operator = parse_clue(clue)
    draft.add(cells, operator, target, clue)


def _read_houses(fields: dict[str, Any], size: Size, line: int) -> list[House]:
    listed = _typed(fields.get("houses", []), list, "houses", line)
    houses = [_cells(house, f"houses[{index}]", line) for index, house in enumerate(listed)]
    if "boxes" in fields:
        shape = parse_box_shape(Word(_typed(fields["boxes"], str, "boxes", line), line))
        with located(Word("", line)):
            houses += boxes(size, *shape)
    if _typed(fields.get("diagonals", False), bool, "diagonals", line):
        with located(Word("", line)):
            houses += diagonals(size)
    return houses


def _title(fields: dict[str, Any], line: int) -> str:
    title = _typed(fields.get("title", ""), str, "title", line)
    if any("\ud800" <= char <= "\udfff" for char in title):
        raise FormatError("the title has half a character (a lone surrogate)", line=line)
    return title


def _cells(value: object, path: str, line: int) -> tuple[Cell, ...]:
    cells = _typed(value, list, path, line)
    return tuple(parse_cell(Word(_typed(cell, str, path, line), line)) for cell in cells)


def _scalar(value: object, path: str, line: int) -> Word:
    return Word(str(value) if type(value) is int else _typed(value, str, path, line), line)


_KINDS = {
    int: "an integer",
    str: "a string",
    bool: "true or false",
    list: "an array",
    dict: "an object",
}


def _typed(value: object, kind: type[_T], path: str, line: int) -> _T:
    if type(value) is not kind:  # an exact match: True is an int to isinstance
        raise FormatError(f"{path} has {_kind_of(value)}; expected {_KINDS[kind]}", line=line)
    return value


def _kind_of(value: object) -> str:
    return "null" if value is None else _KINDS[type(value)]


def _object(
    value: object, path: str, line: int, *, required: tuple[str, ...], known: tuple[str, ...]
) -> dict[str, Any]:
    fields: dict[str, Any] = _typed(value, dict, path, line)
    for key in fields:
        if key not in known:
            raise FormatError(
                f"unknown key {quoted(key)} in {path}; known: {', '.join(known)}", line=line
            )
    for key in required:
        if key not in fields:
            raise FormatError(f"{path} has no {key!r}", line=line)
    return fields


# --- from puzzles to text ----------------------------------------------------------------------


def write(puzzle: Puzzle) -> str:
    """One object on one line, with what is as usual left out.

    Raises:
        FormatError: for an operator or a target that could not be read back; for nothing else.
    """
    shape, diagonal, houses = split_houses(puzzle)
    fields: dict[str, Any] = {
        "title": puzzle.title,
        "size": puzzle.rows if puzzle.rows == puzzle.columns else puzzle.size_name,
        "rules": "" if puzzle.rules is KENKEN else puzzle.rules.name,
        "values": [] if puzzle.has_usual_values else puzzle.values,
        "boxes": f"{shape[0]}x{shape[1]}" if shape else "",
        "diagonals": diagonal,
        "houses": [[cell_name(cell) for cell in house] for house in houses],
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
    example=_EXAMPLE,
    detect=detect,
    read=read,
    write=write,
    join="".join,
)
