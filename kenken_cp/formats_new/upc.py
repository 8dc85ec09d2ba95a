"""The boards of a Barcelona course's projects: numbers only, a cage a line.

    3 4
    3 6 3 1 1 1 2 2 2
    2 1 2 1 3 2 3
    4 3 2 2 1 3 1
    1 3 2 3 2 3 3

First the size and the number of cages; then for each its operator, its target, the number of its
cells, and their rows and columns from 1. The operator is 0 for a given, 1 for +, 2 for -, 3 for x,
4 for /, 5 for the remainder and 6 for the power, always. ``[v]`` after a cell is its value. Saved
games have a last line, a number for each cell, with what a player has entered: it is left out.
"""

import re

from kenken_cp.errors import FormatError
from kenken_cp.formats_new.draft import Draft
from kenken_cp.formats_new.holds import Holds
from kenken_cp.formats_new.operators import operator_word, read_operator, reading_table
from kenken_cp.formats_new.readers import one_after_another
from kenken_cp.formats_new.record import Format, ReadPuzzle
from kenken_cp.formats_new.tokens import Lines, Token, first_lines
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import (
    ADD,
    DIVIDE,
    GIVEN,
    MODULO,
    MULTIPLY,
    POWER,
    SUBTRACT,
    Operator,
)
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import plural

OPERATORS = {
    GIVEN: ("0",),
    ADD: ("1",),
    SUBTRACT: ("2",),
    MULTIPLY: ("3",),
    DIVIDE: ("4",),
    MODULO: ("5",),
    POWER: ("6",),
}
_TABLE = reading_table(OPERATORS)
_HEAD = re.compile(r"[1-9][0-9]?[ \t]+[1-9][0-9]{0,3}")
_CLUE = re.compile(r"\s*([0-9]+)[ \t]+([-−–]?[0-9]+)[ \t]+([0-9]+)(?=[ \t])")
_CELL = re.compile(r"[ \t]+([0-9]+)[ \t]+([0-9]+)(?:[ \t]*\[[ \t]*([0-9]+)[ \t]*\])?")


def signature(text: str) -> bool:
    """Two numbers, then a cage with as many cells as its line says."""
    lines = first_lines(text, 2)
    clue = _CLUE.match(lines[-1]) if len(lines) == 2 and _HEAD.fullmatch(lines[0]) else None
    if clue is None or clue[1] not in _TABLE:
        return False
    rest, cells = _CELL.subn("", lines[1][clue.end() :])
    return not rest and str(cells) == clue[3]


def read_one(lines: Lines, rules: RuleSet | None) -> ReadPuzzle:
    """Takes the lines of one board."""
    head = lines.take("the size and the number of cages")
    words = head.split()
    if len(words) != 2:
        raise head.unlike("two numbers, the size and the number of cages", "line")
    side = words[0].side()
    draft = Draft(head.start, listed=True)
    for number in range(words[1].within("number of cages", 1, side * side)):
        line = lines.take(f"cage {number + 1} of {words[1].text}")
        for cells, operator, target in _read_cage(line, side, rules):
            draft.add(cells, operator, target, line.start)
    entries = lines.peek()
    if entries is not None and len(entries.split()) == side * side:
        for word in lines.take("entries").split():
            word.within("entry", 0, side)
    return draft.puzzle(side, rules)


_Cage = tuple[list[Cell], Operator, int]


def _read_cage(line: Token, side: int, rules: RuleSet | None) -> list[_Cage]:
    """The cage of a line, and those of values that are given inside it."""
    match = _CLUE.match(line.text)
    if match is None:
        raise line.unlike("operator, target, number of cells, and row and column of each", "line")
    cells: dict[Cell, Token] = {}
    rest = line.part(line.text[match.end() :].rstrip(), match.end())
    while cell := _CELL.match(rest.text):
        row, column = (rest.group(cell, at).within("cell", 1, side) - 1 for at in (1, 2))
        if (row, column) in cells:
            raise rest.group(cell, 1).error("a cell for the second time; expected another")
        cells[row, column] = rest.group(cell, 3)
        rest = rest.part(rest.text[cell.end() :], cell.end())
    if rest.text:
        raise rest.unlike("row and column of a cell, and its value, if there is one, as in [2]")
    count = line.group(match, 3)
    if count.within("number of cells", 1, side * side) != len(cells):
        raise count.error(f"{plural(len(cells), 'cell')} in this line; expected {count.text}")
    operator = read_operator(line.group(match, 1), _TABLE, len(cells))
    target = line.group(match, 2)
    if len(cells) > 1 and (what := _impossible(operator, target.integer("target"), side)):
        raise target.error(f"{what}; expected another target (5 is the remainder, 6 the power)")
    given = {cell: word for cell, word in cells.items() if word.text}
    for word in given.values():
        word.within("value", 1, side)
        if len(cells) > 1 and rules is not None and rules.distinct_cages:
            raise word.error(f"a value inside a cage, which {rules.name} rules cannot have here")
    return _divided(list(cells), operator, target.integer("target"), given)


def _divided(
    cells: list[Cell], operator: Operator, target: int, given: dict[Cell, Token]
) -> list[_Cage]:
    """A cage without the cells whose values are given, and a cage for each of these."""
    found: list[_Cage] = []
    for cell, word in given.items():
        value = word.integer("value")
        if len(cells) == 1:
            operator = ADD
        if operator not in (ADD, MULTIPLY):
            raise word.error("a value inside a cage; expected it only in a sum or a product")
        if operator is MULTIPLY and target % value:
            raise word.error(f"a value that does not divide the target, {target}")
        target = target - value if operator is ADD else target // value
        found.append(([cell], GIVEN, value))
    left = [cell for cell in cells if cell not in given]
    if not left and target != (operator is MULTIPLY):
        raise word.error("values that do not make the target; expected others")
    return [*found, (left, operator, target)] if left else found


def _impossible(operator: Operator | None, target: int, side: int) -> str:
    """What is wrong with a target that the operator never makes; nothing if it may."""
    if operator is DIVIDE and target == 0:
        return "a quotient of 0, which no values make"
    if operator is POWER and target < 1:
        return f"a power of {target}, which no values make"
    if operator is MODULO and target >= side:
        return f"a remainder of {target}, which no values to {side} leave"
    return ""


def write(puzzle: Puzzle) -> str:
    """A cage a line; FormatError for a board without cages, and a target that no values make."""
    if not puzzle.cages:
        raise FormatError("the upc format cannot hold a board without cages")
    lines = [f"{puzzle.rows} {len(puzzle.cages)}"]
    for cage in puzzle.cages:
        if what := _impossible(cage.operator, cage.target, puzzle.rows):
            raise FormatError(f"the upc format cannot hold {what}, as of the cage {cage}")
        cells = " ".join(f"{row + 1} {column + 1}" for row, column in cage.cells)
        lines.append(f"{operator_word(cage, OPERATORS)} {cage.target} {len(cage.cells)} {cells}")
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="upc",
    summary="numbers: size, cages; operator (1 +, 2 -, 3 x, 4 /), target, how many cells, these",
    example="2 3\n1 3 2 1 1 1 2\n0 2 1 2 1\n0 1 1 2 2\n",
    signature=signature,
    read=one_after_another(read_one),
    writer=write,
    holds=Holds(free=True, negative=True),
    operators=OPERATORS,
    separator="",
)
