"""The puzzles of heydenberk's Arithmatrix: an object a line.

    {"puzzle": {"size": 2, "cages": [{"cells": [0, 1], "operation": "+", "value": 3}, ...]}}

Cells are counted from 0, in reading order; pairs of row and column, from 0, are read, too. The
operation of a single cell is empty; on more cells that hides it. ``target`` may stand for
``value``. ``actual_difficulty`` among the metadata is the level; a solution is not taken,
but it must fit, and what else is said is not read.
"""

from typing import Any

from kenken_cp.formats._writable import check_plain
from kenken_cp.formats.json import boards
from kenken_cp.formats.json.unread import check_unread
from kenken_cp.formats.json.values import Node
from kenken_cp.model.puzzle import Puzzle

_NAME = "arithmatrix"
_KEYS = boards.Keys(_NAME, "cells", "operation", "value", boards.INDEX, hidden="")
_OTHER_KEYS = boards.Keys(_NAME, "cells", "operation", "target", boards.INDEX, hidden="")


def _board(node: Node) -> boards.Board:
    body = node.get("puzzle") or node
    for each in {id(one): one for one in (node, body)}.values():
        check_unread(each, ("size", "cages", "puzzle", "solution"))
    size = body["size"].side()
    metadata = node.get("metadata")
    level = metadata and metadata.get("actual_difficulty")
    cages = body["cages"].items()
    keys = _OTHER_KEYS if cages and cages[0].get("target") and not cages[0].get("value") else _KEYS
    return boards.Board(
        keys.clues(body["cages"], size, size),
        size,
        size,
        {"level": level.text()} if level else {},
        solution=boards.solution_of(body.get("solution"), size, size),
    )


def _write(puzzle: Puzzle) -> str:
    check_plain(puzzle, _NAME, caged=True)
    cages = [_KEYS.write(cage, puzzle.columns) for cage in puzzle.cages]
    fields: dict[str, Any] = {"puzzle": {"size": puzzle.rows, "cages": cages}}
    if puzzle.level:
        fields["metadata"] = {"size": puzzle.rows, "actual_difficulty": puzzle.level}
    return boards.line_of(fields)


FORMAT = boards.JsonFormat(
    name=_NAME,
    tells=(r'"operation"\s*:', boards.only_words("operation", ""), boards.CAGES_ONLY),
    board=_board,
    write=_write,
).format(
    summary='a JSON object a line: cages of "cells" from 0, "operation" and "value"',
    example=(
        '{"puzzle": {"size": 2, "cages": [{"cells": [0, 1], "operation": "+", "value": 3}, '
        '{"cells": [2], "operation": "", "value": 2}]}}\n'
    ),
    several=True,
    suffix="jsonl",
)
