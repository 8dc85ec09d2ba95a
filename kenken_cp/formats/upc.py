"""The boards of a Barcelona course's projects: numbers only, a cage a line.

    3 4
    3 6 3 1 1 1 2 2 2
    2 1 2 1 3 2 3
    4 3 2 2 1 3 1
    1 3 2 3 2 3 3

First the size and the number of cages; then for each its operator, its target, the number of its
cells, and their rows and columns from 1. The operator is 0 for a given, 1 for +, 2 for -, 3 for x,
4 for /, 5 for the remainder and 6 for the power, always. The value of a cell, ``[3]`` behind it, is
refused.
"""

import re

from kenken_cp.formats.draft import Draft
from kenken_cp.formats.holds import Holds
from kenken_cp.formats.operators import operator_word, read_operator, reading_table
from kenken_cp.formats.readers import one_after_another
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.tokens import Lines, first_lines
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MODULO, MULTIPLY, POWER, SUBTRACT
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import plural

_CODES = (GIVEN, ADD, SUBTRACT, MULTIPLY, DIVIDE, MODULO, POWER)
OPERATORS = {operator: (str(code),) for code, operator in enumerate(_CODES)}
_TABLE = reading_table(OPERATORS)
_HEAD = re.compile(r"([1-9][0-9]?)[ \t]+([1-9][0-9]{0,3})")
_CELL = re.compile(r"[ \t]+([0-9]+)[ \t]+([0-9]+)")
_CAGE = re.compile(rf"([0-9]+)[ \t]+([-−–]?[0-9]+)[ \t]+([0-9]+)((?:{_CELL.pattern})++)")


def signature(text: str) -> bool:
    """Two numbers, then three cages, or all if there are fewer, with as many cells as they say."""
    lines = first_lines(text, 4)
    head = _HEAD.fullmatch(lines[0]) if len(lines) > 1 else None
    if head is None:
        return False
    matches = [_CAGE.fullmatch(line) for line in lines[1 : 1 + int(head[2])]]
    return all(m and m[1] in _TABLE and m[3] == str(len(_CELL.findall(m[4]))) for m in matches)


def read_one(lines: Lines, rules: RuleSet | None) -> ReadPuzzle:
    """Takes the lines of one board."""
    expected = "two numbers, the size and the number of cages"
    head = lines.take(expected).stripped
    match = head.matched(_HEAD, expected, "line")
    side = head.group(match, 1).side()
    count = head.group(match, 2).within("number of cages", 1, side * side)
    draft = Draft(head, may_lack_cages=True)
    for number in range(count):
        line = lines.take(f"cage {number + 1} of {count}").stripped
        match = line.matched(_CAGE, "operator, target, number of cells, and the cells", "line")
        cells: list[Cell] = []
        for found in _CELL.finditer(line.text, match.end(3)):
            row, column = (line.group(found, at).within("cell", 1, side) - 1 for at in (1, 2))
            cells.append((row, column))
        said = line.group(match, 3)
        if said.within("number of cells", 1, side * side) != len(cells):
            raise said.error(f"{plural(len(cells), 'cell')} in this line; expected {said.text}")
        operator = read_operator(line.group(match, 1), _TABLE)
        target = line.group(match, 2).integer("target")
        draft.add(cells, GIVEN if len(cells) == 1 else operator, target, line)
    return draft.puzzle(side, rules)


def write(puzzle: Puzzle) -> str:
    """The size and the number of cages, then a cage a line."""
    lines = [f"{puzzle.rows} {len(puzzle.cages)}"]
    for cage in puzzle.cages:
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
    holds=Holds(free=True, no_cages=False, negative=True),
    operators=OPERATORS,
    separator="",
)
