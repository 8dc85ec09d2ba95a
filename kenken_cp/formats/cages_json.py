"""A web app's puzzles: the lines of cages of the ``daily`` format in JSON, grouped by size.

    {"2": [{"size": 2, "cages": ["3 + A1 B1", "2 = A2"], "source": "..."}]}

The letter of a cell is its **column**; an array of puzzles, or one, is read, too.
"""

from dataclasses import replace

from kenken_cp.errors import FormatError
from kenken_cp.formats._words import Word
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.cage_lines.dialects import DAILY_LINES
from kenken_cp.formats.json.boards import Board, Clue, JsonFormat, grouped, line_of
from kenken_cp.formats.json.unread import check_unread
from kenken_cp.formats.json.values import Node
from kenken_cp.model.puzzle import Puzzle

_NAME = "cages-json"
_LINES = replace(DAILY_LINES, name=_NAME)


def _board(node: Node) -> Board:
    check_unread(node, ("size", "cages"))
    size = node["size"].side()
    return Board(((cage, _clue(cage)) for cage in node["cages"].items()), size, size)


def _clue(node: Node) -> Clue:
    text = node.text()
    if not text.strip():
        raise node.error(f"{node.name} is blank; expected for example {_LINES.written_example()}")
    try:
        cells, operator, target = _LINES.cage(Word(text, 0))
    except FormatError as error:
        place = node.place()
        raise place.part("", error.column or 0).error(error.message) from None
    return Clue([cell for cell in cells if isinstance(cell, tuple)], operator, target)


def _write(puzzle: Puzzle) -> str:
    check_plain(puzzle, _NAME, caged=True)
    side = puzzle.rows
    if side > _LINES.cells.most:
        raise cannot(_NAME, f"a board of {side} rows; it has letters for {_LINES.cells.most}")
    cages = [_LINES.written(cage, side) for cage in puzzle.cages]
    return line_of({str(side): [{"size": side, "cages": cages}]})


FORMAT = JsonFormat(
    name=_NAME, tells=(r'"cages"\s*:\s*\[\s*"',), board=_board, write=_write, puzzles=grouped
).format(
    summary='JSON: puzzles by their size, cages of the daily format\'s lines, "3 + A1 B1"',
    example='{"2": [{"size": 2, "cages": ["3 + A1 B1", "2 = A2"]}]}\n',
)
