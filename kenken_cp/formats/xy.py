"""The JSON of the puzzle maker at poisonmeatball.com, which sven-oly's kenken reads.

    {"width": 2, "height": 2, "values": [1, 2], "rules": [
     {"op": "+", "value": 3, "cells": [{"x": 0, "y": 0}, {"x": 1, "y": 0}]}, ...]}

x is the column, y the row, from 0; ``=`` is a given. Boards may be rectangles, of any values;
``name`` is a title.
"""

from typing import Any

from kenken_cp.formats._writable import check_plain
from kenken_cp.formats.json.boards import XY, Board, JsonFormat, Keys, line_of
from kenken_cp.formats.json.unread import check_unread
from kenken_cp.formats.json.values import Node
from kenken_cp.model.puzzle import Puzzle

_NAME = "xy"
_KEYS = Keys(_NAME, "cells", "op", "value", XY)


def _board(node: Node) -> Board:
    check_unread(node, ("width", "height", "values", "rules", "name"))
    rows, columns = node["height"].side(), node["width"].side()
    values = [value.integer() for value in node.items_of("values")]
    others = {"values": values, "title": node.text_of("name")}
    return Board(_KEYS.clues(node["rules"], rows, columns), rows, columns, others)


def _write(puzzle: Puzzle) -> str:
    check_plain(puzzle, _NAME, any_shape=True)
    fields: dict[str, Any] = {"name": puzzle.title} if puzzle.title else {}
    return line_of(
        fields
        | {
            "width": puzzle.columns,
            "height": puzzle.rows,
            "values": list(puzzle.values),
            "rules": [_KEYS.write(cage, puzzle.columns) for cage in puzzle.cages],
        }
    )


FORMAT = JsonFormat(
    name=_NAME, tells=(r'"width"\s*:', r'"rules"\s*:\s*\['), board=_board, write=_write
).format(
    summary='JSON: "width", "height", "values", "rules" with cells like {"x": 0, "y": 1}',
    example=(
        '{"width": 2, "height": 2, "values": [1, 2], "rules": [{"op": "+", "value": 3, '
        '"cells": [{"x": 0, "y": 0}, {"x": 1, "y": 0}]}]}\n'
    ),
    several=True,
)
