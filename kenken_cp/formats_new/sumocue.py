"""Killer and jigsaw Sudokus of the program SumoCue, a puzzle a line.

    SumoCueV1=15+0+0=8=0+3=14+6+6+0=12 ...

``SumoCueV1``, then an entry for each cell. ``=15`` is the first cell of a cage, and its sum;
``+3`` is a cell of the cage whose sum stands in cell 3, counted from 0; ``=0`` is a cell in no
cage. A cage of one cell is a given. ``J0`` to ``J8`` after each entry are the regions of a jigsaw;
without them boxes are 3x3. ``SumoCueV1D`` has both diagonals. Blanks mean nothing. Other sizes are
alike.
"""

import re
from math import isqrt

from kenken_cp.errors import FormatError
from kenken_cp.formats_new.holds import Holds
from kenken_cp.formats_new.killers import Sums, regions_of, sudoku_houses
from kenken_cp.formats_new.readers import each_line
from kenken_cp.formats_new.record import Format, ReadPuzzle
from kenken_cp.formats_new.tokens import Token, first_lines
from kenken_cp.model.geometry import MAX_SIZE, House, all_cells, boxes, cells_by_owner, diagonals
from kenken_cp.model.operators import ADD
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER, RuleSet

_MAX_SUM = MAX_SIZE * (MAX_SIZE + 1) // 2
_HEAD = re.compile(r"SumoCueV1(D?)(?![A-Za-z0-9])[ \t]*", re.IGNORECASE)
_WORD = re.compile(r"[=+]?[^=+\s]+|[=+]")
_ENTRY = re.compile(r"([=+])([0-9]{1,9})(?:[Jj]([0-9]{1,9}))?")


def signature(text: str) -> bool:
    """The first line begins with the name of the format."""
    return any(map(_HEAD.match, first_lines(text)))


def read_one(line: Token, rules: RuleSet | None) -> ReadPuzzle:
    """The cages and regions of the entries."""
    line = line.start
    head = line.part(line.text[:12], 0)
    name = _HEAD.match(line.text)
    if name is None:
        raise head.unlike("SumoCueV1, then = or + and a number for each cell")
    words = line.part(line.text[name.end() :], name.end()).split(_WORD)
    size = isqrt(len(words))
    if size * size != len(words) or not 2 <= size <= MAX_SIZE:
        raise head.error(f"{len(words)} entries; expected 81, or those of another square")
    entries = [word.matched(_ENTRY, "=12 or +3, perhaps J0 after it", "entry") for word in words]
    cells = all_cells(size, size)
    owners: list[int] = []
    for at, (word, entry) in enumerate(zip(words, entries, strict=True)):
        owner = at if entry[1] == "=" else word.group(entry, 2).within("cell", 0, len(cells) - 1)
        if entries[owner][1] != "=":
            raise word.unlike(f"a cell with =, which cell {owner} has not", "entry")
        owners.append(owner)
    sums = Sums(head)
    for owner, members in cells_by_owner(owners, cells).items():
        place = words[owner].group(entries[owner], 2)
        sums.add(members, place.within("sum", 0, _MAX_SUM), place)
    both = diagonals(size) if name[1] else ()
    return sums.puzzle(size, rules, (*_regions(head, words, entries, size), *both))


def _regions(
    head: Token, words: list[Token], entries: list[re.Match[str]], size: int
) -> tuple[House, ...]:
    """The irregular boxes that entries say, or the square ones if none says any."""
    said = [entry[3] for entry in entries]
    if not any(said):
        side = isqrt(size)
        if side * side != size:
            raise head.error(
                f"a board of {size} rows without regions; expected J0 after each entry"
            )
        return boxes(size, side, side)
    if None in said:
        raise words[said.index(None)].unlike("a region after it, J0, as other cells have", "entry")
    return regions_of(said, size, head)


def write(puzzle: Puzzle) -> str:
    """The puzzle on one line, with regions where boxes are not square."""
    killer = any(len(cage.cells) > 1 for cage in puzzle.cages)
    if puzzle.rules is not (KILLER if killer else KENKEN):
        raise FormatError("the sumocue format cannot hold other rules than killer for sums alone")
    houses = sudoku_houses(puzzle, "sumocue")
    high, wide = houses.shape or (0, 1)
    regions = {cell: at for at, house in enumerate(houses.regions) for cell in house}
    entries = {cell: f"={cage.target}" for cage in puzzle.cages for cell in cage.cells[:1]}
    for cage in puzzle.cages:
        row, column = cage.cells[0]
        number = row * puzzle.columns + column
        entries |= dict.fromkeys(cage.cells[1:], f"+{number}")
    written = (
        entries.get(cell, "=0") + (f"J{regions[cell]}" if high != wide else "")
        for cell in puzzle.cells
    )
    return f"SumoCueV1{'D' if houses.diagonals else ''}{''.join(written)}\n"


FORMAT = Format(
    name="sumocue",
    summary="Killer and jigsaw Sudokus: SumoCueV1, then =sum or +cell for each cell, perhaps J0",
    example="SumoCueV1=3+0=6=0=5=0+2=5+4=3+7+7+9+9=0=0\n",
    signature=signature,
    read=each_line(read_one),
    writer=write,
    holds=Holds(
        rules=None, sides=(2, MAX_SIZE), houses=None, hidden=True, free=True, largest=_MAX_SUM
    ),
    operators={ADD: ()},
    separator="",
    streams="line",
)
