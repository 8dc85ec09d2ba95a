"""The puzzles of janko.at as puzzlekit has them: a grid of clues, then one of numbers of cages.

    4 4
    24* 2/ . 3-
    . . 7+ .
    3- 5+ . 3
    . . 2/ .
    1 2 2 3
    1 1 4 3
    5 6 4 7
    5 6 8 8

Rows and columns come first. ``.`` or ``-`` is a cell without a clue. A bare number is a given on
one cell and has a hidden operator on more. A cage of one cell may lack its clue: the cell is free.
Puzzles may follow each other.

Killer Sudokus and irregular ones have the same form. Where bare targets make together what all
cells hold, or all regions have as many cells as a row, ``--rules`` must say that this is a KenKen.
"""

import re
from collections.abc import Iterable, Sequence

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.holds import Holds
from kenken_cp.formats.operators import FOUR, clue_text, read_clue, reading_table
from kenken_cp.formats.readers import cells_by_owner, grid_of, one_after_another
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.tokens import Lines, Token, first_lines
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import DIVIDE
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER, RuleSet

OPERATORS = {**FOUR, DIVIDE: ("/", ":")}
_TABLE = reading_table(OPERATORS)

_EMPTY = (".", "-")
_HEAD = re.compile(r"[0-9]{1,2}[ \t]+[0-9]{1,2}")
_CLUE = re.compile(r"[-.]|[-−–]?[0-9]+[^\s0-9(),]?")

Clues = dict[Cell, Token]


def signature(text: str) -> bool:
    """Rows and columns, and the first row of clues; one of the grid shows that it is of clues."""
    head = next(iter(first_lines(text)), "")
    if not _HEAD.fullmatch(head):
        return False
    rows, columns = map(int, head.split())
    grid = [line.split() for line in first_lines(text, 1 + 2 * rows)[1:]]
    if not grid or len(grid[0]) != columns or not all(map(_CLUE.fullmatch, grid[0])):
        return False
    shows = any(not word.isdecimal() for row in grid[:rows] for word in row)
    return shows or [len(row) for row in grid] == [columns] * 2 * rows


def read_one(lines: Lines, rules: RuleSet | None, *, is_kenken: bool = False) -> ReadPuzzle:
    """One puzzle; with ``is_kenken`` bare targets are known to have hidden operators."""
    head = lines.take("rows and columns")
    sides = head.split()
    if len(sides) != 2:
        raise head.unlike("the rows and the columns, as in 4 4")
    rows, columns = (side.side() for side in sides)
    found = grid_of(lines, rows, columns)
    clues = {cell: word for cell, word in found.items() if word.text not in _EMPTY}
    names = grid_of(lines, rows, columns)
    following = lines.peek()
    if following is not None and not _HEAD.fullmatch(following.text.strip()):
        raise following.unlike("the end, or the rows and the columns of another puzzle")
    cages = cells_by_owner((word.text for word in names.values()), names)
    unsaid = rules is None and not is_kenken
    if rules is KILLER or (unsaid and _may_be_sudoku(rows, columns, clues, cages.values())):
        raise head.start.error(
            "the clues may be hidden operators, or those of a Killer Sudoku or an irregular one; "
            "expected --rules with a KenKen"
        )
    draft = Draft(sides[0], listed=True)
    for name, cells in cages.items():
        _add(draft, name, cells, clues, names)
    return draft.puzzle((rows, columns), rules)


def _may_be_sudoku(rows: int, columns: int, clues: Clues, cages: Iterable[Sequence[Cell]]) -> bool:
    """Whether all targets are bare, and make together the sum of all cells, or stand in regions of
    as many cells as a row has.
    """
    words = [word.text for word in clues.values()]
    if rows != columns or rows < 3 or not all(map(str.isdecimal, words)):
        return False
    in_all = rows * rows * (rows + 1) // 2
    return sum(int(word[:20]) for word in words) == in_all or set(map(len, cages)) == {rows}


def _add(draft: Draft, name: str, cells: list[Cell], clues: Clues, names: Clues) -> None:
    """Adds a cage, which has its clue in one of its cells; none if it is a free cell."""
    found = [clues[cell] for cell in cells if cell in clues]
    if len(found) > 1:
        raise found[1].error(f"a second clue for the cage {name}; the first is {found[0].text}")
    if found:
        target, operator = read_clue(found[0], _TABLE, len(cells))
        draft.add(cells, operator, target, found[0], name)
    elif len(cells) > 1:
        raise names[cells[0]].error(f"the cage {name} has no clue")


def write(puzzle: Puzzle) -> str:
    """The two grids; each free cell is a cage without a clue."""
    clues = {cage.cells[0]: clue_text(cage, OPERATORS) for cage in puzzle.cages}
    if not clues:
        raise FormatError("the janko format cannot hold a board without cages")
    regions = [cage.cells for cage in puzzle.cages] + [(cell,) for cell in puzzle.free_cells]
    words = {cell: Token(clue, 1) for cell, clue in clues.items()}
    if _may_be_sudoku(puzzle.rows, puzzle.columns, words, regions):
        raise FormatError("the janko format cannot hold hidden operators that a Sudoku could have")
    names = {cell: str(at) for at, cells in enumerate(regions, 1) for cell in cells}
    grid = [
        " ".join(found.get((row, column), ".") for column in range(puzzle.columns))
        for found in (clues, names)
        for row in range(puzzle.rows)
    ]
    return "\n".join([f"{puzzle.rows} {puzzle.columns}", *grid]) + "\n"


FORMAT = Format(
    name="janko",
    summary="rows and columns, a grid of clues, 24* or ., then one of the numbers of cages",
    example="2 2\n3+ .\n2 1\n1 1\n2 3\n",
    signature=signature,
    read=one_after_another(read_one),
    writer=write,
    holds=Holds(rules=KENKEN, rectangles=True, hidden=True, free=True, negative=True),
    operators=OPERATORS,
    separator="",
)
