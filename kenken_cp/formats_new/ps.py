"""Killer Sudokus as the program Perfect Sudoku and its forums pass them on, a puzzle a line.

    3x3:d:k:3841:7705:7705:26:3847: ...

``3x3`` are the boxes; 2x2 and 4x4 are boards of 4 and 16 rows, alike. ``d`` says that both
diagonals hold every value; a plain killer has ``3x3::k:``. Then come 81 numbers, each with a colon
after it: 256 times the sum of the cell's cage, plus the number of the cage, 0 to 255. Without a sum
the cell is in no cage.
"""

import re

from kenken_cp.errors import FormatError
from kenken_cp.formats_new.holds import Holds
from kenken_cp.formats_new.killers import Sums, sudoku_houses
from kenken_cp.formats_new.readers import each_line
from kenken_cp.formats_new.record import Format, ReadPuzzle
from kenken_cp.formats_new.tokens import Token, first_lines
from kenken_cp.model.geometry import all_cells, boxes, cells_by_owner, diagonals
from kenken_cp.model.operators import ADD
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KILLER, RuleSet

_CAGES = 256
_MAX_SUM = 16 * 17 // 2
_HEAD = re.compile(r"([0-9]{1,2})x([0-9]{1,2}):([a-z]*):k:")
_NUMBER = re.compile(r"[^:]+")


def signature(text: str) -> bool:
    """The first line begins as a killer does."""
    return any(map(_HEAD.match, first_lines(text)))


def read_one(line: Token, rules: RuleSet | None) -> ReadPuzzle:
    """The cages of the numbers, and the boxes of the head."""
    line = line.start
    head = _HEAD.match(line.text)
    if head is None:
        raise line.unlike("3x3::k: or 3x3:d:k:, then 81 numbers")
    side = line.group(head, 1).within("box", 2, 4)
    if head[1] != head[2]:
        raise line.group(head, 2).unlike(f"a square box, {side}x{side}")
    if head[3] not in ("", "d"):
        raise line.group(head, 3).unlike("d, or nothing")
    size = side * side
    words = line.part(line.text.rstrip()[head.end() :], head.end()).split(_NUMBER)
    if len(words) != size * size:
        raise line.error(f"{len(words)} numbers; expected {size * size}, with : after each")
    numbers = [word.within("number", 0, _CAGES * (_MAX_SUM + 1) - 1) for word in words]
    cells = all_cells(size, size)
    # A cell without a sum and without a number is in no cage: 0 is no cage of several cells.
    owners = [number % _CAGES if number else -at for at, number in enumerate(numbers, 1)]
    found = dict(zip(cells, zip(numbers, words, strict=True), strict=True))
    sums = Sums(line)
    for members in cells_by_owner(owners, cells).values():
        first, place = found[members[0]]
        for cell in members[1:]:
            number, word = found[cell]
            if number != first:
                total, cage = divmod(first, _CAGES)
                raise word.error(f"another sum for cage {cage} than before; expected {total}")
        sums.add(members, first // _CAGES, place)
    both = diagonals(size) if head[3] else ()
    return sums.puzzle(size, rules or KILLER, (*boxes(size, side, side), *both))


def write(puzzle: Puzzle) -> str:
    """The puzzle on one line; FormatError for other houses than square boxes and diagonals."""
    houses = sudoku_houses(puzzle, "ps")
    side, wide = houses.shape or (0, 0)
    if side != wide or side * wide != puzzle.rows:
        raise FormatError("the ps format cannot hold a board without square boxes")
    cages = sorted([*(cage.cells for cage in puzzle.cages), *((c,) for c in puzzle.free_cells)])
    if len(cages) >= _CAGES:
        raise FormatError(f"the ps format cannot hold {len(cages)} cages and free cells")
    targets = {cage.cells: cage.target for cage in puzzle.cages}
    numbers = {
        cell: targets.get(cells, 0) * _CAGES + at
        for at, cells in enumerate(cages, 1)
        for cell in cells
    }
    head = f"{side}x{side}:{'d' if houses.diagonals else ''}:k:"
    return head + "".join(f"{numbers[cell]}:" for cell in puzzle.cells) + "\n"


FORMAT = Format(
    name="ps",
    summary="Killer Sudokus: 3x3::k: and 81 numbers, 256 times the sum plus the cage's",
    example="2x2::k:769:769:1538:3:1284:5:1538:1286:1284:775:1286:1286:775:775:8:9:\n",
    signature=signature,
    read=each_line(read_one),
    writer=write,
    holds=Holds(rules=KILLER, sides=(4, 16), houses=None, hidden=True, free=True, largest=_MAX_SUM),
    operators={ADD: ()},
    separator="",
    streams="line",
)
