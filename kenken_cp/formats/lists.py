"""The boards of a Toronto course on constraint satisfaction: lists of numbers, as JSON has them.

    [[3], [11, 21, 3, 0], [12, 22, 2, 1], [13, 23, 33, 6, 3], [31, 32, 5, 0]]

First the size; then cages: cells, target, operator. A cell is ten times its row and its column,
from 1, so that there are no boards beyond 9x9; 0 adds, 1 subtracts, 2 divides, 3 multiplies, on any
number of cells: the rules are ``calcudoku``. A list of two is a cell and its value. One board is
one value; several are one a line.
"""

import json

from kenken_cp.formats.draft import Draft
from kenken_cp.formats.json_values import Value, documents, first_value
from kenken_cp.formats.operators import OperatorWords
from kenken_cp.formats.readers import reader
from kenken_cp.formats.record import Format, Holds, ReadPuzzle
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, RuleSet

_CODES = (ADD, SUBTRACT, DIVIDE, MULTIPLY)
OPERATORS = OperatorWords({each: (str(code),) for code, each in enumerate(_CODES)} | {GIVEN: ("",)})


def signature(text: str) -> bool:
    """A list that begins with a list of one number, and then one of more, if there is another."""
    value = first_value(text)
    first = value[:2] if isinstance(value, list) else []
    numbers = all(isinstance(part, list) and {type(x) for x in part} == {int} for part in first)
    return numbers and [len(part) > 1 for part in first] in ([False], [False, True])


def read_one(board: Value, rules: RuleSet | None) -> ReadPuzzle:
    """The board of one list of lists."""
    items = board.items("the size and cages, as in [[3], [11, 21, 3, 0], ...")
    head = items[0].items("the size in a list, as in [[3], ...") if items else []
    if len(head) != 1:
        raise (items or [board])[0].unlike("the size in a list, as in [[3], ...")
    size = head[0].integer(1, 9)
    draft = Draft(board, may_lack_cages=True)
    for item in items[1:]:
        numbers = item.items("a list of cells, target and operator")
        if len(numbers) < 2:
            raise item.unlike("cells, target and operator")
        operator = GIVEN if len(numbers) == 2 else _CODES[numbers.pop().integer(0, 3)]
        target = numbers.pop().integer()
        draft.add([_cell(cell, size) for cell in numbers], operator, target, item)
    return draft.puzzle(size, rules, default=CALCUDOKU, rules_stated=True)


def _cell(value: Value, size: int) -> Cell:
    row, column = divmod(value.integer(), 10)
    if not (1 <= row <= size and 1 <= column <= size):
        raise value.unlike(f"row and column, 11 to {size}{size}")
    return row - 1, column - 1


def write(puzzle: Puzzle) -> str:
    """The board as one line."""
    lists = [[puzzle.rows]]
    for cage in puzzle.cages:
        cells = [10 * (row + 1) + column + 1 for row, column in cage.cells]
        code = [] if cage.operator is GIVEN else [int(OPERATORS.write(cage))]
        lists.append([*cells, cage.target, *code])
    return json.dumps(lists) + "\n"


FORMAT = Format(
    name="lists",
    summary="[[3],[11,21,3,0],...]: the size, then cells (row and column), target, operator",
    example="[[2], [11, 12, 3, 0], [21, 2]]\n",
    signature=signature,
    read=reader(documents, read_one),
    writer=write,
    holds=Holds(rules=CALCUDOKU, sides=(1, 9), free=True, negative=True),
    operators=OPERATORS,
    suffix="json",
    separator="",
)
