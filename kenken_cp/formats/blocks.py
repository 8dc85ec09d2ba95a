"""A Dutch newspaper's Calcudoku, as a solver's author typed them in: JSON with comments.

    // Monday
    {"Puzzle": {"Size": 2, "Type": "Calcudoku"}, "Blocks": [
     {"Idx": 0, "Type": 1, "Constraint": 3, "Coordinates": [[0, 0], [1, 0]]}, ...]}

Coordinates are column and row, from 0. Type is 1 to add, 2 to subtract, 3 to multiply, 4 to divide;
a single cell is a given, whatever its type. Its rules are ``calcudoku``, those of the newspaper.

A puzzle of type ``Sudoku`` has ``Hints`` instead, ``{"xyv": [[column, row, value], ...]}``, and a
``squareSize``; it is not written here.
"""

from kenken_cp.formats._writable import check_plain
from kenken_cp.formats.json import boards
from kenken_cp.formats.json.values import Node
from kenken_cp.model.geometry import boxes
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN
from kenken_cp.text import quoted

_NAME = "blocks"
_KEYS = boards.Keys(_NAME, "Coordinates", "Type", "Constraint", boards.COLUMN_ROW, codes=True)
_KIND = "Calcudoku"
_SUDOKU = "Sudoku"


def _board(node: Node) -> boards.Board:
    kind = node["Puzzle"].get("Type")
    size = node["Puzzle"]["Size"].side()
    if kind is not None and kind.text() == _SUDOKU:
        return _sudoku(node, size)
    if kind is not None and kind.text() != _KIND:
        raise kind.error(f"a puzzle of type {quoted(kind.value)}; expected {_KIND!r}")
    return boards.Board(_KEYS.clues(node["Blocks"], size, size), size, size)


def _sudoku(node: Node, size: int) -> boards.Board:
    square = node["Puzzle"]["squareSize"]
    side = square.side()
    if side * side != size:
        raise square.error(f"boxes of {side}x{side}; expected a board of {side * side} rows")
    givens = [(given, _given(given, size)) for given in node["Hints"]["xyv"].items()]
    return boards.Board(givens, size, size, {"houses": boxes(size, side, side), "rules": KENKEN})


def _given(node: Node, size: int) -> boards.Clue:
    column, row, value = node.parts("column", "row", "value")
    cell = row.within(0, size - 1), column.within(0, size - 1)
    return boards.Clue([cell], GIVEN, value.within(1, size))


def _write(puzzle: Puzzle) -> str:
    check_plain(puzzle, _NAME, rules=CALCUDOKU)
    blocks = [
        {"Idx": index} | _KEYS.write(cage, puzzle.columns)
        for index, cage in enumerate(puzzle.cages)
    ]
    return boards.line_of({"Puzzle": {"Size": puzzle.rows, "Type": _KIND}, "Blocks": blocks})


FORMAT = boards.JsonFormat(
    name=_NAME,
    tells=(r'"(?:Blocks|Coordinates|xyv)"\s*:',),
    board=_board,
    write=_write,
    blanked=boards.without_json_comments,
    rules=CALCUDOKU,
).format(
    summary='JSON with // comments: "Blocks" of "Type" (1 adds), "Constraint", "Coordinates"',
    example=(
        '{"Puzzle": {"Size": 2, "Type": "Calcudoku"}, "Blocks": [\n'
        "  // two cells of the first row\n"
        '  {"Idx": 0, "Type": 1, "Constraint": 3, "Coordinates": [[0, 0], [1, 0]]}]}\n'
    ),
)
