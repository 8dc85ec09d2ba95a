"""Puzzles for programs: JSON with cells as ``[row, column]`` from 0, an operator and a target.

    {"size": 4, "cages": [{"cells": [[0, 0], [1, 0]], "op": "-", "target": 1}, ...]}

One puzzle is one object; several puzzles are one a line, or one array. ``size`` is a number, or
``[rows, columns]``. ``op`` is the operator's symbol as in the native format; ``=`` for a given, and
``?`` where the operator is hidden. Written only where they are not the default are ``title``,
``level``, ``rules``, ``values``, ``houses`` (the extra ones, each a list of cells) and
``solutions``, the number of solutions that the puzzle states; ``"3+"`` is a lower bound.
"""

import json

from kenken_cp.formats.draft import Draft, errors_at
from kenken_cp.formats.json_values import Value, documents, text_of, with_keys
from kenken_cp.formats.operators import HIDDEN
from kenken_cp.formats.readers import reader
from kenken_cp.formats.record import EVERY_PUZZLE, Format, ReadPuzzle
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.model.operators import OPERATORS, Operator
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet, rule_set_named

_OPTIONAL = ("title", "level", "rules", "values", "houses", "solutions")


def read_one(document: Value, rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle of one object."""
    keys = document.fields(("size", "cages"), _OPTIONAL)
    rows, columns = _size(keys["size"])
    draft = Draft(document)
    for item in keys["cages"].items("a list of cages"):
        cage = item.fields(("cells", "op", "target"))
        cells = cage["cells"].cells(rows, columns)
        draft.add(cells, _operator(cage["op"]), cage["target"].integer(), item)
    for house in keys["houses"].items() if "houses" in keys else ():
        draft.add_house(house.cells(rows, columns), house)
    stated = expected = None
    if "solutions" in keys:
        if type(keys["solutions"].value) not in (int, str):
            raise keys["solutions"].unlike('a number, or a text such as "3+"')
        with errors_at(keys["solutions"]):
            expected = Count.parse(str(keys["solutions"].value))
    if "rules" in keys:
        name = keys["rules"].text()
        with errors_at(keys["rules"]):
            stated = rule_set_named(name)
    return draft.puzzle(
        (rows, columns),
        rules or stated,
        values=keys["values"].board_values((rows, columns)) if "values" in keys else (),
        title=text_of(keys, "title"),
        level=text_of(keys, "level"),
        expected=expected,
    )


def _size(value: Value) -> tuple[int, int]:
    sides = value.items() if isinstance(value.value, list) else [value, value]
    if len(sides) != 2:
        raise value.unlike("a number, or [rows, columns]")
    rows, columns = (side.integer(1, MAX_SIZE) for side in sides)
    return rows, columns


def _operator(value: Value) -> Operator | None:
    """The operator of a symbol; None if it is hidden."""
    symbol = value.text()
    if symbol == HIDDEN:
        return None
    operator = OPERATORS.get(symbol)
    if operator is None or operator.symbol != symbol:
        raise value.unlike("one of " + " ".join(each.symbol for each in OPERATORS) + f" {HIDDEN}")
    return operator


def write(puzzle: Puzzle) -> str:
    """The puzzle as one line."""
    expected = puzzle.expected
    head = {
        "title": puzzle.title,
        "level": puzzle.level,
        "rules": "" if puzzle.rules is KENKEN else puzzle.rules.name,
        "size": puzzle.rows if puzzle.rows == puzzle.columns else [puzzle.rows, puzzle.columns],
        "values": () if puzzle.has_usual_values else puzzle.values,
        "houses": puzzle.houses,
        "solutions": expected if expected is None or expected.exact else str(expected),
    }
    cages = [
        {
            "cells": cage.cells,
            "op": cage.operator.symbol if cage.operator else HIDDEN,
            "target": cage.target,
        }
        for cage in puzzle.cages
    ]
    stated = {key: value for key, value in head.items() if value not in ("", (), None)}
    return json.dumps({**stated, "cages": cages}, ensure_ascii=False) + "\n"


FORMAT = Format(
    name="json",
    summary="JSON for programs: cells [row, column] from 0, op, target; a puzzle a line",
    example=(
        '{"size": 2, "cages": [{"cells": [[0, 0], [1, 0]], "op": "-", "target": 1}, '
        '{"cells": [[0, 1], [1, 1]], "op": "*", "target": 2}]}\n'
    ),
    signature=with_keys("size", "cages"),
    read=reader(documents, read_one),
    writer=write,
    holds=EVERY_PUZZLE,
    suffix="json",
    separator="",
)
