"""The JSON of the puzzle maker at poisonmeatball.com, which sven-oly's kenken reads.

    {"width": 2, "height": 2, "values": [1, 2], "rules": [
     {"op": "+", "value": 3, "cells": [{"x": 0, "y": 0}, {"x": 1, "y": 0}]}, ...]}

x is the column, y the row, from 0; ``=`` is a given. Boards may be rectangles, of any values;
``name`` is a title. One puzzle, an array of them, or one a line.
"""

import json

from kenken_cp.formats.draft import Draft
from kenken_cp.formats.json_values import Value, documents, text_of, with_keys
from kenken_cp.formats.operators import FOUR, OperatorWords
from kenken_cp.formats.readers import reader
from kenken_cp.formats.record import Format, Holds, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet

OPERATORS = OperatorWords({**FOUR, GIVEN: ("=",)})


def read_one(value: Value, rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle of an object."""
    # ``reference`` says where a puzzle was printed.
    fields = value.fields(("width", "height", "values", "rules"), ("name", "reference"))
    columns, rows = (fields[key].integer(1, MAX_SIZE) for key in ("width", "height"))
    draft = Draft(value)
    for cage in fields["rules"].items():
        parts = cage.fields(("op", "value", "cells"))
        cells = []
        for cell in parts["cells"].items():
            place = cell.fields(("x", "y"))
            cells.append((place["y"].integer(0, rows - 1), place["x"].integer(0, columns - 1)))
        operator = parts["op"].operator(OPERATORS)
        draft.add(cells, operator, parts["value"].integer(), cage)
    values = fields["values"].board_values((rows, columns))
    return draft.puzzle((rows, columns), rules, values=values, title=text_of(fields, "name"))


def write(puzzle: Puzzle) -> str:
    """One object on one line."""
    cages = [
        {
            "op": OPERATORS.write(cage),
            "value": cage.target,
            "cells": [{"x": column, "y": row} for row, column in cage.cells],
        }
        for cage in puzzle.cages
    ]
    fields = {"name": puzzle.title} if puzzle.title else {}
    board = {"width": puzzle.columns, "height": puzzle.rows, "values": list(puzzle.values)}
    return json.dumps({**fields, **board, "rules": cages}, ensure_ascii=False) + "\n"


FORMAT = Format(
    name="xy",
    summary='JSON: "width", "height", "values", "rules" with cells like {"x": 0, "y": 1}',
    example=(
        '{"width": 2, "height": 2, "values": [1, 2], "rules": [{"op": "+", "value": 3, '
        '"cells": [{"x": 0, "y": 0}, {"x": 1, "y": 0}]}]}\n'
    ),
    signature=with_keys("width", "height", "values", "rules"),
    read=reader(documents, read_one),
    writer=write,
    holds=Holds(rectangles=True, values=True, free=True, negative=True),
    operators=OPERATORS,
    suffix="json",
    separator="",
)
