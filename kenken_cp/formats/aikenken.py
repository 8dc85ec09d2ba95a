"""Lists of cages as AIKenKenSolver and KenKenPuzzleSolver have them: target, operator, cells.

    9 + 0 4 5
    4 . 14

A cage a line. Cells are numbered from 0 in reading order; ``%`` and ``/`` divide, ``.`` is a given.
There is no size: it is the square root of one more than the largest cell, which must come out even.
One puzzle a text; comments begin with ``#``.
"""

import re
from math import isqrt

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.holds import Holds
from kenken_cp.formats.operators import FOUR, operator_word, read_operator, reading_table
from kenken_cp.formats.readers import one_a_text
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.tokens import Lines, Token, first_lines
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.model.operators import DIVIDE, GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import cell_name

OPERATORS = {**FOUR, DIVIDE: ("/", "%"), GIVEN: (".",)}
_TABLE = reading_table(OPERATORS)

_CAGE = re.compile(r"-?[0-9]+[ \t]+[-+*/%.×÷−][ \t]+[0-9]+(?:[ \t]+[0-9]+)*")


def signature(text: str) -> bool:
    """The first line, and the second if there is one, are cages."""
    lines = first_lines(text, 2)
    return bool(lines) and all(map(_CAGE.fullmatch, lines))


def read_one(lines: Lines, rules: RuleSet | None) -> ReadPuzzle:
    """The cages of all lines, and the size that they need."""
    draft = Draft(lines.peek() or lines.last, listed=True)
    found: list[tuple[Token, int, Token, list[int]]] = []
    for line in lines:
        words = line.split()
        if len(words) < 3:
            raise words[-1].end().error("the line ends here; expected target, operator and cells")
        cells = [word.within("cell", 0, MAX_SIZE**2 - 1) for word in words[2:]]
        found.append((line, words[0].integer("target"), words[1], cells))
    line, _, _, cells = max(found, key=lambda cage: max(cage[3]))
    largest = max(cells)
    size = isqrt(largest + 1)
    if size * size != largest + 1:
        raise line.start.error(
            f"the largest cell is {largest}; expected that of a square board, "
            f"{size**2 - 1} or {(size + 1) ** 2 - 1}"
        )
    for line, target, word, cells in found:
        operator = read_operator(word, _TABLE, len(cells))
        draft.add([divmod(cell, size) for cell in cells], operator, target, line.start)
    return draft.puzzle(size, rules)


def write(puzzle: Puzzle) -> str:
    """A line for each cage; FormatError if the size would be lost, with the last cell in none."""
    if puzzle.cells[-1] in puzzle.free_cells:
        last = cell_name(puzzle.cells[-1])
        raise FormatError(
            f"the aikenken format cannot hold a board whose last cell, {last}, is free"
        )
    return "".join(
        f"{cage.target} {operator_word(cage, OPERATORS)} "
        + " ".join(str(row * puzzle.columns + column) for row, column in cage.cells)
        + "\n"
        for cage in puzzle.cages
    )


FORMAT = Format(
    name="aikenken",
    summary="target, operator and cells numbered from 0, a cage a line, no size",
    example="3 + 0 1\n2 . 2\n1 . 3\n",
    signature=signature,
    read=one_a_text(read_one),
    writer=write,
    holds=Holds(free=True, negative=True),
    operators=OPERATORS,
)
