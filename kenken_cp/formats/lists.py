"""The boards of a Toronto course on constraint satisfaction: lists of numbers.

    [[3], [11, 21, 3, 0], [12, 22, 2, 1], [13, 23, 33, 6, 3], [31, 32, 5, 0]]

First the size; then cages: cells, target, operator. A cell is ten times its row and its column,
from 1, so that there are no boards beyond 9x9; 0 adds, 1 subtracts, 2 divides, 3 multiplies, on any
number of cells: the rules are ``calcudoku``. A list of two is a cell and its value.
"""

from collections.abc import Iterable

from kenken_cp.formats._spellings import operator_word, parse_operator
from kenken_cp.formats._words import Word
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.json.boards import Board, Clue, JsonFormat, line_of
from kenken_cp.formats.json.values import Node
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU

_NAME = "lists"
_MOST = 9
"""Rows of the largest board: a cell is two digits."""


def _puzzles(root: Node) -> Iterable[Node]:
    """An array whose first item is ``[size]``, or an array of such."""
    items = root.items()
    first = items[0].value if items else None
    of_boards = type(first) is list and bool(first) and type(first[0]) is list
    return items if of_boards else [root]


def _board(node: Node) -> Board:
    items = node.items()
    head = items[0].items() if items else []
    if len(head) != 1:
        raise (items[0] if items else node).error("expected the size first, as in [[3], ...")
    size = head[0].within(1, _MOST)
    return Board(((cage, _clue(cage, size)) for cage in items[1:]), size, size)


def _clue(cage: Node, size: int) -> Clue:
    numbers = cage.items()
    if len(numbers) < 2:
        raise cage.error(f"{cage.name} is too short; expected cells, target and operator")
    if len(numbers) == 2:
        return Clue([_cell(numbers[0], size)], GIVEN, numbers[1].integer())
    *cells, target, code = numbers
    with code.here():
        operator = parse_operator(Word(str(code.integer()), 0), _NAME, len(cells))
    return Clue([_cell(cell, size) for cell in cells], operator, target.integer())


def _cell(node: Node, size: int) -> Cell:
    row, column = divmod(node.integer(), 10)
    if not (1 <= row <= size and 1 <= column <= size):
        raise node.error(f"cell {node.value}; expected row and column, 11 to {size}{size}")
    return row - 1, column - 1


def _write(puzzle: Puzzle) -> str:
    check_plain(puzzle, _NAME, rules=CALCUDOKU)
    if puzzle.rows > _MOST:
        raise cannot(_NAME, f"a board of {puzzle.rows} rows; its cells are of two digits")
    return line_of([[puzzle.rows], *map(_written, puzzle.cages)])


def _written(cage: Cage) -> list[int]:
    cells = [10 * (row + 1) + column + 1 for row, column in cage.cells]
    if cage.operator is GIVEN:
        return [*cells, cage.target]
    word = operator_word(cage, _NAME, alone=True)
    if not word.isdecimal():
        raise cannot(_NAME, f"the operator {word!r} of the cage {cage}")
    return [*cells, cage.target, int(word)]


FORMAT = JsonFormat(
    name=_NAME,
    tells=(r"\A\s*\[\s*(?:\[\s*)?\[\s*[0-9]+\s*\]\s*[,\]]",),
    board=_board,
    write=_write,
    puzzles=_puzzles,
    rules=CALCUDOKU,
).format(
    summary="[[3],[11,21,3,0],...]: the size, then cells (row and column), target, operator",
    example="[[2], [11, 12, 3, 0], [21, 2]]\n",
    several=True,
)
