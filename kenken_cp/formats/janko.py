"""The puzzles of janko.at as puzzlekit has them: a grid of clues, then one of numbers of cages.

    4 4
    24* 2/ . 3-
    . . 7+ .
    3- 5+ . 3
    . . 2/ .
    1 2 2 3
    ...

``.`` or ``-`` is a cell without a clue. A bare number is a given on one cell and has a hidden
operator on more. A cage of one cell may lack its clue: the cell is free.
"""

import re
from collections.abc import Iterator

from kenken_cp.formats._cage_grid import (
    FREE,
    NUMBER,
    Names,
    add_cage,
    cells_by_name,
    clue,
    clue_pattern,
    clue_text,
    names_of,
    square,
)
from kenken_cp.formats._common import Draft, Lines, cannot, check_plain, numbered_lines, parse_side
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import quoted

NAME = "janko"

_HEAD = re.compile(r"\s*+([0-9]{1,2})\s++([0-9]{1,2})\s*+")
_NONE = (FREE, "-")
_CELL = re.compile(r"[-.]|[-−–]?[0-9]++\S*+")


def detect(text: str) -> bool:
    """Two sizes, then as many rows of clues, one of them with a cell that has none, or an operator.

    A board of givens only shows itself by a whole grid of numbers below them.
    """
    head = _HEAD.match(text)
    lines = [line.split() for line in text.split("\n", 140)[:140] if line.strip()]
    if head is None or lines[0] != [head[1], head[2]]:
        return False
    height, width = int(head[1]), int(head[2])
    clue_or_none = re.compile(rf"[-.]|{clue_pattern(NAME)}")
    fitting = [
        row
        for row in lines[1 : 1 + height]
        if len(row) == width and all(map(clue_or_none.fullmatch, row))
    ]
    if 2 * len(fitting) <= height:
        return False
    if any(not word.isdigit() for row in fitting for word in row):
        return True
    below = lines[1 + height : 1 + 2 * height]
    return len(below) == height == len(fitting) and all(
        len(row) == width and all(map(str.isdigit, row)) for row in below
    )


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle]:
    """Every puzzle of a text."""
    lines = Lines(numbered_lines(text))
    while lines:
        start = lines.take()
        head = start.split()
        if len(head) != 2:
            raise head[0].error("expected the rows and the columns, as in 4 4")
        size, columns = map(parse_side, head)
        if size != columns:
            raise head[1].error(f"{columns} columns and {size} rows; expected a square board")
        clues = square(lines, size, _CELL, "a clue, as in 24*, or . where there is none")
        names = square(lines, size, NUMBER, "the number of a cage")
        draft = Draft(start.line)
        _add_cages(draft, clues, names)
        yield draft.puzzle(size, rules)


def _add_cages(draft: Draft, clues: Names, names: Names) -> None:
    for label, cells in cells_by_name(names).items():
        found = [clues[r][c] for r, c in cells if clues[r][c].text not in _NONE]
        if len(found) > 1:
            first = quoted(found[0].text)
            raise found[1].error(
                f"a second clue for the cage {quoted(label)}; the first is {first}"
            )
        if found:
            add_cage(draft, cells, clue(found[0]), NAME, label)
        elif len(cells) > 1:
            row, column = cells[0]
            raise names[row][column].error(f"the cage {quoted(label)} has no clue")


def write(puzzle: Puzzle) -> str:
    """The two grids; FormatError for what is not plain. Each free cell is a cage without a clue."""
    check_plain(puzzle, NAME)
    if not puzzle.cages:
        raise cannot(NAME, "a board without cages")
    clues = {cage.cells[0]: clue_text(cage, NAME) for cage in puzzle.cages}
    names = names_of(puzzle, map(str, range(1, len(puzzle.cages) + 1)))
    at = {cell: name for cage, name in names.items() for cell in cage.cells}
    for number, cell in enumerate(puzzle.free_cells, start=len(names) + 1):
        at[cell] = str(number)
    rows = [
        " ".join(found.get((r, c), FREE) for c in range(puzzle.columns))
        for found in (clues, at)
        for r in range(puzzle.rows)
    ]
    return "\n".join([f"{puzzle.rows} {puzzle.columns}", *rows]) + "\n"


FORMAT = Format(
    name=NAME,
    summary="rows and columns, a grid of clues, 24* or ., then one of the numbers of cages",
    example="2 2\n3+ .\n2 1\n1 1\n2 3\n",
    detect=detect,
    read=read,
    write=write,
    join="".join,
)
