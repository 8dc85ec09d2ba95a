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

The same place has its Sudokus so. Without the second grid the first has the givens of a Sudoku.
Regions as many as rows, all of that many cells, with bare values in the first grid, are the boxes
of an irregular Sudoku. Of a Killer Sudoku nothing is told from hidden operators: under the rules
``killer`` clues are sums; where bare targets make as much as all cells hold, the rules must be
named.
"""

import re
from collections.abc import Iterable

from kenken_cp.errors import FormatError
from kenken_cp.formats_new.draft import Draft, located
from kenken_cp.formats_new.holds import BOX_SHAPES, Holds
from kenken_cp.formats_new.operators import FOUR, clue_text, read_clue, reading_table
from kenken_cp.formats_new.readers import grid_of, one_after_another
from kenken_cp.formats_new.record import Format, ReadPuzzle
from kenken_cp.formats_new.tokens import Lines, Token, first_lines
from kenken_cp.model.geometry import Cell, House, boxes, cells_by_owner
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN
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
    place = sides[0]
    clues = {
        cell: word
        for cell, word in grid_of(lines, rows, columns).items()
        if word.text not in _EMPTY
    }
    if rows == columns and rows in BOX_SHAPES and _is_end(lines.peek()):
        return _sudoku(place, rows, clues, boxes(rows, *BOX_SHAPES[rows]), rules)
    names = grid_of(lines, rows, columns)
    following = lines.peek()
    if following is not None and not _is_end(following):
        raise following.unlike("the end, or the rows and the columns of another puzzle")
    cages = cells_by_owner((word.text for word in names.values()), names)
    if rows == columns and _are_boxes(cages.values(), clues.values(), rows):
        return _sudoku(place, rows, clues, map(tuple, cages.values()), rules)
    killer = rows == columns and rules is KILLER
    if rules is None and not is_kenken and _makes_all(rows, columns, clues.values()):
        raise place.error(
            "the targets make together what all cells hold: the sums of a Killer Sudoku, or hidden "
            "operators; say which with --rules killer or --rules kenken"
        )
    draft = Draft(place, listed=True)
    for name, cells in cages.items():
        _add(draft, name, cells, clues, names, killer=killer)
    with located(place):
        houses = boxes(rows, *BOX_SHAPES.get(rows, (0, 0))) if killer else ()
    return draft.puzzle((rows, columns), rules, houses=houses)


def _is_end(line: Token | None) -> bool:
    return line is None or _HEAD.fullmatch(line.text.strip()) is not None


def _sudoku(
    place: Token, size: int, clues: Clues, houses: Iterable[House], rules: RuleSet | None
) -> ReadPuzzle:
    draft = Draft(place)
    for cell, word in clues.items():
        draft.add([cell], GIVEN, word.within("given", 1, size), word)
    return draft.puzzle(size, rules, houses=houses)


def _are_boxes(regions: Iterable[list[Cell]], clues: Iterable[Token], size: int) -> bool:
    """Whether regions and clues are those of an irregular Sudoku."""
    return (
        size > 2
        and [len(cells) for cells in regions] == [size] * size
        and all(word.text.isdecimal() and 1 <= int(word.text[:3]) <= size for word in clues)
    )


def _makes_all(rows: int, columns: int, clues: Iterable[Token]) -> bool:
    """Whether all operators are hidden, and the targets together are the sum of all cells."""
    words = [word.text for word in clues]
    if rows != columns or rows not in BOX_SHAPES or not all(map(str.isdecimal, words)):
        return False
    return sum(int(word[:20]) for word in words) == rows * rows * (rows + 1) // 2


def _add(
    draft: Draft, name: str, cells: list[Cell], clues: Clues, names: Clues, *, killer: bool
) -> None:
    """Adds a cage, which has its clue in one of its cells; none if it is a free cell."""
    found = [clues[cell] for cell in cells if cell in clues]
    if len(found) > 1:
        raise found[1].error(f"a second clue for the cage {name}; the first is {found[0].text}")
    if found:
        target, operator = read_clue(found[0], _TABLE, len(cells))
        if killer and operator in (None, GIVEN):
            operator = ADD
        draft.add(cells, operator, target, found[0], name)
    elif len(cells) > 1:
        raise names[cells[0]].error(f"the cage {name} has no clue")


def write(puzzle: Puzzle) -> str:
    """The two grids; each free cell is a cage without a clue."""
    clues = {cage.cells[0]: clue_text(cage, OPERATORS) for cage in puzzle.cages}
    words = [Token(clue, 1) for clue in clues.values()]
    regions = [
        *(list(cage.cells) for cage in puzzle.cages),
        *([cell] for cell in puzzle.free_cells),
    ]
    if _makes_all(puzzle.rows, puzzle.columns, words):
        raise FormatError("the janko format cannot hold hidden operators that make all as sums do")
    if puzzle.rows == puzzle.columns and _are_boxes(regions, words, puzzle.rows):
        raise FormatError("the janko format cannot hold hidden operators on regions as boxes are")
    if not clues:
        raise FormatError("the janko format cannot hold a board without cages")
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
