"""The puzzles of Kiguli's KenKenSolver: an object that has an array of puzzles for each size.

    {"2": [[{"cells": [[0, 0], [0, 1]], "op": "add", "target": 3}, ...], ...]}

A puzzle is an array of cages. Cells are row and column, from 0; operators ``add sub mul div``,
empty for a single cell (on more cells that hides it). Targets may be written as ``3.0``. A puzzle
by itself, or an array of such, is as large as its last cells need. Where no puzzle has its size for
a key, and no cell has a 0, they count from 1: such a text is not of this format, nor is one of
objects with ``cages``, nor an object without a size for a key.
"""

from collections.abc import Iterable
from typing import Any

from kenken_cp.formats._words import Word
from kenken_cp.formats._writable import check_plain
from kenken_cp.formats.json import boards
from kenken_cp.formats.json.values import Node
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.model.puzzle import Puzzle

_NAME = "kiguli"
_WORDS = boards.only_words("op", "add|sub|mul|div")
_KEYS = boards.Keys(_NAME, "cells", "op", "target", boards.ROW_COLUMN, hidden="")
_SIZE_OR_ZERO = r'"[0-9]++"\s*+:|\[\s*+0\s*+,|,\s*+0\s*+\]'
_NO_OBJECT_OR_SIZES = r'\A\s*+\[|"(?:size[ _-]?+)?+[0-9][^"\n]{0,20}+"\s*+:'
_NO_OBJECTS = r'\A(?:[^"]++|"(?!cages"))*+\Z'

_ENOUGH = MAX_SIZE**2 + 1  # cages, for it to be seen that there are too many


def _puzzles(root: Node) -> Iterable[Node]:
    """Those of an object; or an array of cages, or of arrays of these."""
    if type(root.value) is list and not all(type(item) is list for item in root.value):
        return [root]
    return boards.grouped(root)


def _board(node: Node) -> boards.Board:
    group = node.parent
    if group is not None and isinstance(group.key, str) and group.parent is not None:
        with group.here():
            size = Word(group.key, 0).side()
    else:
        size = _needed(node)
    return boards.Board(_KEYS.clues(node, size, size), size, size)


def _needed(cages: Node) -> int:
    """The rows of a board that has all cells of some cages."""
    cells = [cell for cage in cages.items()[:_ENOUGH] for cell in cage["cells"].items()]
    numbers = [side.within(0, MAX_SIZE - 1) for cell in cells for side in cell.items()]
    return max(numbers, default=0) + 1


def _write(puzzle: Puzzle) -> str:
    check_plain(puzzle, _NAME, caged=True)
    cages: list[Any] = [_KEYS.write(cage, puzzle.columns) for cage in puzzle.cages]
    return boards.line_of({str(puzzle.rows): [cages]})


FORMAT = boards.JsonFormat(
    name=_NAME,
    tells=(
        *(r'"cells"\s*:\s*\[\s*\[', r'"op"\s*:', r'"target"\s*:'),
        *(_WORDS, _SIZE_OR_ZERO, boards.CAGES_ONLY, _NO_OBJECT_OR_SIZES, _NO_OBJECTS),
    ),
    board=_board,
    write=_write,
    puzzles=_puzzles,
).format(
    summary='JSON: puzzles by their size, cages of "cells" from 0, "op" (add) and "target"',
    example=(
        '{"2": [[{"cells": [[0, 0], [0, 1]], "op": "add", "target": 3}, '
        '{"cells": [[1, 0]], "op": "", "target": 2}]]}\n'
    ),
)
