"""The boards of "KenKen" by mapu77: size, number of cages, then each cage; all between blanks.

    2 3
    2  0 0 0 1  + 3
    1  1 0      = 2

A cage is the number of its cells, their rows and columns from 0, operator, target; a line may end
anywhere.
"""

import re
from collections.abc import Iterator

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
    parse_side,
    parse_within,
)
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet

NAME = "mapu"

_WORD = re.compile(r"\S+")


def detect(text: str) -> bool:
    """Size, number of cages, and as many cells of the first cage as it says, then an operator."""
    head = re.match(r"\s*+[0-9]{1,2}\s++[0-9]{1,4}\s++([0-9]{1,4})\s", text)
    if head is None:
        return False
    cells = rf"(?:\s*+[0-9]++){{{2 * int(head[1])}}}\s++"
    cage = re.compile(rf"{cells}{any_spelling(NAME)}\s++-?[0-9]")
    return cage.match(text, head.end()) is not None


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle]:
    """Every board of a text."""
    words = (word for line in numbered_lines(text) for word in line.parts(_WORD))
    for first in words:
        last = first

        def take(what: str) -> Word:
            nonlocal last
            word = next(words, None)
            if word is None:
                raise last.error(f"the text ends after {last.text!r}; expected {what}")
            last = word
            return word

        def take_cell() -> Cell:
            row, column = (parse_within(take("a cell"), "cell", 0, MAX_SIZE - 1) for _ in "rc")
            return row, column

        draft = Draft(first.line)
        side = parse_side(first)
        for _ in range(parse_within(take("the number of cages"), "cages", 1, MAX_SIZE**2)):
            count = take("the number of cells")
            number = parse_within(count, "number of cells", 1, MAX_SIZE**2)
            cells = [take_cell() for _ in range(number)]
            operator = parse_operator(take("an operator"), NAME, number)
            draft.add(cells, operator, parse_integer(take("a target"), "target"), count)
        yield draft.puzzle(side, rules or KENKEN)


def write(puzzle: Puzzle) -> str:
    """A cage a line; FormatError for what is not plain."""
    check_plain(puzzle, NAME)
    if not puzzle.cages:
        raise cannot(NAME, "a board without cages")
    lines = [f"{puzzle.rows} {len(puzzle.cages)}"]
    for cage in puzzle.cages:
        cells = "  ".join(f"{row} {column}" for row, column in cage.cells)
        lines.append(f"{len(cage.cells)}  {cells}  {operator_word(cage, NAME)} {cage.target}")
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name=NAME,
    summary="number of cells, their rows and columns from 0, operator, target",
    example="2 3\n2 0 0 0 1 + 3\n1 1 0 = 2\n1 1 1 = 1\n",
    detect=detect,
    read=read,
    write=write,
    join="".join,
)
