"""The lines of "AIKenKenSolver" and "KenKenPuzzleSolver": ``target operator cell cell ...``.

    9 + 0 4 5
    4 . 14

Cells are numbered from 0 in reading order. ``%`` and ``/`` divide, ``.`` is a given. There is no
size: it is the square root of one more than the largest cell, which must come out even. One puzzle
a file.
"""

import math
import re
from typing import NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats._common import (
    Draft,
    Word,
    any_spelling,
    cannot,
    check_plain,
    numbered_lines,
    operator_word,
    parse_integer,
    parse_operator,
    parse_within,
)
from kenken_cp.formats.record import Format
from kenken_cp.model.geometry import MAX_SIZE, all_cells
from kenken_cp.model.operators import ADD, GIVEN, Operator
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import cell_name

NAME = "aikenken"

_ONLY_GIVENS = re.compile(r"(?:\s*+-?[0-9]+[ \t]+\.[ \t]+[0-9]+[ \t]*(?:\n|\Z))++\s*+")


def detect(text: str) -> bool:
    """A line of a number, an operator and a number; or nothing but givens."""
    words = any_spelling(NAME)
    cage = rf"^[ \t]*+-?[0-9]++[ \t]++(?!\.[ \t]){words}[ \t]+[0-9]"
    return bool(re.search(cage, text, re.MULTILINE) or _ONLY_GIVENS.fullmatch(text))


class _Line(NamedTuple):
    place: Word
    operator: Operator
    target: int
    cells: list[int]


def read(text: str, rules: RuleSet | None) -> list[Puzzle]:
    """The one puzzle of the file."""
    lines = [_parse_line(line.split()) for line in numbered_lines(text)]
    if not lines:
        raise FormatError("no cages; expected lines such as 9 + 0 4 5")
    last = max(lines, key=lambda line: max(line.cells))
    largest = max(last.cells)
    size = math.isqrt(largest + 1)
    if size * size != largest + 1:
        raise last.place.error(
            f"the largest cell is {largest}; expected the last one of a square board, such as "
            f"{size * size - 1} or {(size + 1) ** 2 - 1}"
        )
    numbered = all_cells(size, size)
    draft = Draft(lines[0].place.line)
    for line in lines:
        draft.add([numbered[cell] for cell in line.cells], line.operator, line.target, line.place)
    return [draft.puzzle(size, rules)]


def _parse_line(words: list[Word]) -> _Line:
    if len(words) < 3:
        raise words[0].error(f"{len(words)} words; expected a target, an operator and cells")
    target, operator, *cells = words
    return _Line(
        target,
        parse_operator(operator, NAME, len(cells)),
        parse_integer(target, "target"),
        [parse_within(cell, "cell", 0, MAX_SIZE**2 - 1) for cell in cells],
    )


def write(puzzle: Puzzle) -> str:
    """A line for each cage; givens are sums of one cell where there is nothing else.

    FormatError for what is not plain, or a last cell in no cage: the size would be lost.
    """
    check_plain(puzzle, NAME)
    last = puzzle.cells[-1]
    if last in puzzle.free_cells:
        raise cannot(NAME, f"a board whose last cell, {cell_name(last)}, is in no cage")
    words = [operator_word(cage, NAME) for cage in puzzle.cages]
    if all(cage.operator is GIVEN for cage in puzzle.cages):
        # Three lines such as 1 . 3 would also be a picture in the native format.
        words = [ADD.spellings[NAME][0]] * len(words)
    number = {cell: index for index, cell in enumerate(puzzle.cells)}
    rows = []
    for cage, word in zip(puzzle.cages, words, strict=True):
        cells = " ".join(str(number[cell]) for cell in cage.cells)
        rows.append(f"{cage.target} {word} {cells}")
    return "\n".join(rows) + "\n"


FORMAT = Format(
    name=NAME,
    summary="target, operator and cells numbered from 0, a cage a line, no size",
    example="3 + 0 1\n2 . 2\n1 . 3\n",
    detect=detect,
    read=read,
    write=write,
)
