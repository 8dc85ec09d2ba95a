"""The lines of "AIKenKenSolver" and "KenKenPuzzleSolver": ``target operator cell cell ...``.

    9 + 0 4 5
    4 . 14

Cells are numbered from 0 in reading order. ``%`` and ``/`` divide, ``.`` is a given. There is no
size: it is the square root of one more than the largest cell, which must come out even. One puzzle
a file.
"""

import re
from dataclasses import replace

from kenken_cp.formats._spellings import any_spelling
from kenken_cp.formats._words import first_lines
from kenken_cp.formats.cage_lines.cells import numbered
from kenken_cp.formats.cage_lines.lines import CageLines
from kenken_cp.formats.reading.around import without_comments
from kenken_cp.model.operators import ADD, GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.patterns import regex

LINES = CageLines("aikenken", "{target} {operator} {cells}", numbered(0))

_ONLY_CAGES = regex(
    r"(?:\s*+-?[0-9]+[ \t]+(?:\.[ \t]+[0-9]+|[-+*/%](?:[ \t]+[0-9]+)+)[ \t]*(?:\n|\Z))++\s*+"
)

_GRID = regex(r"\s*+[0-9]++ ++[0-9]++[ \t]*+\n\s*+[0-9]++(?:[ \t]++[0-9]++)*+[ \t]*+\n")
"""Lines of nothing but numbers."""

_MAX_LOOKED_AT = 40
"""Lines by which detection decides."""


def detect(text: str) -> bool:
    """A third of the lines, of those below the first, has a number, an operator and a number, and
    they are not below a grid; or all are cages, and perhaps only givens.
    """
    words = any_spelling(LINES.name)
    if _GRID.match(without_comments(text)):
        return False  # clues below a grid, each the number of a cage and what it makes
    cage = re.compile(rf"[ \t]*+-?[0-9]++[ \t]++(?!\.[ \t]){words}[ \t]+[0-9]")
    lines = first_lines(text, _MAX_LOOKED_AT)
    cages = sum(cage.match(line) is not None for line in lines)
    return 3 * cages >= max(len(lines) - 1, 3) or _ONLY_CAGES.fullmatch(text) is not None


def write(puzzle: Puzzle) -> str:
    """A line for each cage; givens are sums of one cell where there is nothing else: three lines
    such as ``1 . 3`` would also be a picture in the native format.
    """
    text = LINES.write(puzzle)
    if all(cage.operator is GIVEN for cage in puzzle.cages):
        given, add = (operator.spelled_in(LINES.name)[0] for operator in (GIVEN, ADD))
        text = text.replace(f" {given} ", f" {add} ")
    return text


FORMAT = replace(
    LINES.format(
        summary="target, operator and cells numbered from 0, a cage a line, no size",
        example="3 + 0 1\n2 . 2\n1 . 3\n",
    ),
    detect=detect,
    write=write,
)
