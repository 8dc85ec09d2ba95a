"""Killer Sudokus a puzzle a line, each cell with its sum or with its cage: arrows, ps, sumocue.

arrows: 81 characters, each the sum of a cage or an arrow to a neighbour in the same cage.

    G<<L<K<L<^G>^>^E^^>^IJ<G^<G^>^^I^<>^HC<C^<B^N^^G^<>^>^^E^<DF<^PG^<>^^J<^^<H<<>^>^

A sum is ``0`` to ``9`` or ``A`` to ``Z`` for 10 to 35; ``0`` is a cell in no cage. Nine lines of
nine are read, too, with blanks between the cells and sums as numbers: ``14 < < 17 10 7 < 22 <``.

ps: as the program Perfect Sudoku has them.

    3x3:d:k:3841:7705:7705:26:3847: ...

``3x3`` are the boxes; 2x2 and 4x4 are boards of 4 and 16 rows, alike. ``d`` says that both
diagonals hold every value; a plain killer has ``3x3::k:``. Then come 81 numbers, each with a colon
after it: 256 times the sum of the cell's cage, plus the number of the cage, 0 to 255. Without a sum
the cell is in no cage.

sumocue: as the program SumoCue has them.

    SumoCueV1=15+0+0=8=0+3=14+6+6+0=12 ...

``=15`` is the first cell of a cage, and its sum; ``+3`` is a cell of the cage whose sum stands in
cell 3, counted from 0; ``=0`` is a cell in no cage. ``J0`` to ``J8`` after each entry are the
regions of a jigsaw; without them boxes are 3x3. ``SumoCueV1D`` has both diagonals. Blanks mean
nothing. Other sizes are alike.
"""

import re
from collections.abc import Iterable, Iterator
from math import isqrt
from string import ascii_uppercase, digits

from kenken_cp.errors import FormatError
from kenken_cp.formats.holds import Holds, usual_boxes
from kenken_cp.formats.killers import Sums, regions_of, sudoku_houses, sum_cages
from kenken_cp.formats.readers import attempted, cells_by_owner, each_line, rows_of
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.tokens import Lines, Token, content_lines, first_lines
from kenken_cp.model.geometry import MAX_SIZE, Cell, House, all_cells, boxes, diagonals
from kenken_cp.model.operators import ADD
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KILLER, RuleSet

_MAX_SUM = MAX_SIZE * (MAX_SIZE + 1) // 2


def _add_cages(sums: Sums, words: list[Token], owners: list[int], totals: list[int]) -> None:
    """Adds the cages of a board, of whose cells each has a word, the number of a cell that stands
    for its cage, and a sum, 0 in a cell of no cage.
    """
    size = isqrt(len(words))
    for owner, cells in cells_by_owner(owners, all_cells(size, size)).items():
        if totals[owner] or len(cells) > 1:
            sums.add(cells, totals[owner], words[owner])


# --- arrows --------------------------------------------------------------------------------------

_STEPS = {"^": (-1, 0), "<": (0, -1), ">": (0, 1), "v": (1, 0)}
_SUMS = digits + ascii_uppercase
_ARROWS_LINE = re.compile(r"[0-9A-Z<>^v]{77,85}")
_ARROWS_ROW = re.compile(r"(?:[0-9]{1,2}|[<>^v])(?:[ \t]+(?:[0-9]{1,2}|[<>^v])){8}")


def _arrows_signature(text: str) -> bool:
    """The first line has about 81 such characters with arrows, or it and the next have nine words
    like these.
    """
    lines = first_lines(text, 2)
    if any(map(_ARROWS_LINE.fullmatch, lines[:1])):
        return sum(map(lines[0].count, _STEPS)) > 9
    pointed = any(set(_STEPS).intersection(line) for line in lines)
    return pointed and len(lines) == 2 and all(map(_ARROWS_ROW.fullmatch, lines))


def _read_arrows(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """The puzzle of each line, or of each nine lines with blanks in them."""
    return attempted(_read_board, _boards(Lines(content_lines(lines))), rules)


def _boards(lines: Lines) -> Iterator[list[Token]]:
    """The 81 cells of each puzzle, or what else its line has."""
    while (line := lines.peek()) is not None:
        words = line.split()
        if len(words) == 1:
            lines.take("")
            yield words[0].characters()
        else:
            yield [word for row in rows_of(lines, 9) for word in row.split()]


def _read_board(words: list[Token], rules: RuleSet | None) -> ReadPuzzle:
    if len(words) != 81:
        raise words[0].error(f"a board of {len(words)} cells; expected 81")
    owners = [_root(at, words) for at in range(81)]
    totals = [_sum(word) if owners[at] == at else 0 for at, word in enumerate(words)]
    sums = Sums(words[0])
    sums.houses += boxes(9, 3, 3)
    _add_cages(sums, words, owners, totals)
    return sums.puzzle(9, rules or KILLER)


def _root(start: int, words: list[Token]) -> int:
    """The number of the cell with the sum, to which the arrows from a cell lead."""
    at = start
    for _ in words:
        if words[at].text not in _STEPS:
            return at
        down, right = _STEPS[words[at].text]
        row, column = at // 9 + down, at % 9 + right
        if not (0 <= row < 9 and 0 <= column < 9):
            raise words[at].unlike("an arrow to a cell of the board", "arrow")
        at = 9 * row + column
    raise words[start].error("the arrows from this cell lead round in a circle; expected a sum")


def _sum(word: Token) -> int:
    if len(word.text) == 1 and word.text in _SUMS:
        return _SUMS.index(word.text)
    if not word.text.isdecimal():
        raise word.unlike(f"an arrow {' '.join(_STEPS)}, or a sum 0 to 9, A to Z")
    return word.within("sum", 0, 45)


def _write_arrows(puzzle: Puzzle) -> str:
    found = dict.fromkeys(puzzle.cells, "0")
    for cage in puzzle.cages:
        found |= _arrows(cage)
    written = "".join(found.values())
    if sum(map(written.count, _STEPS)) <= 9:
        raise FormatError("the arrows format cannot hold so few cages; expected more arrows")
    return written + "\n"


def _arrows(cage: Cage) -> dict[Cell, str]:
    """The sum in the first cell of a cage, and arrows from the others to it."""
    first, *rest = cage.cells
    found = {first: _SUMS[cage.target]}
    while len(found) < len(cage.cells):
        reached = {
            (row, column): arrow
            for row, column in rest
            for arrow, (down, right) in _STEPS.items()
            if (row, column) not in found and (row + down, column + right) in found
        }
        if not reached:
            raise FormatError(f"the arrows format cannot hold the cage {cage}; it is in parts")
        found |= reached
    return found


ARROWS = Format(
    name="arrows",
    summary="Killer Sudokus in 81 characters: a sum in a cage's first cell, arrows to it",
    example="G<<L<K<L<^G>^>^E^^>^IJ<G^<G^>^^I^<>^HC<C^<B^N^^G^<>^>^^E^<DF<^PG^<>^^J<^^<H<<>^>^\n",
    signature=_arrows_signature,
    read=_read_arrows,
    writer=_write_arrows,
    holds=Holds(rules=KILLER, sides=(9, 9), houses=usual_boxes, hidden=True, free=True, largest=35),
    operators={ADD: ()},
    separator="",
)


# --- ps ------------------------------------------------------------------------------------------

_CAGES = 256
_PS_HEAD = re.compile(r"([2-4])x\1:(d?):k:")
_PS_NUMBER = re.compile(r"[^:]+")


def _read_ps(line: Token, rules: RuleSet | None) -> ReadPuzzle:
    line = line.start
    head = _PS_HEAD.match(line.text)
    if head is None:
        raise line.unlike("3x3::k: or 3x3:d:k:, then 81 numbers")
    side = int(head[1])
    size = side * side
    words = line.part(line.text.rstrip()[head.end() :], head.end()).split(_PS_NUMBER)
    if len(words) != size * size:
        raise line.error(f"{len(words)} numbers; expected {size * size}, with : after each")
    numbers = [word.within("number", 0, _CAGES * (_MAX_SUM + 1) - 1) for word in words]
    first: dict[int, int] = {}
    # A cell without a sum and without a number is in no cage: 0 is no cage of several cells.
    owners = [
        first.setdefault(number % _CAGES, at) if number else at for at, number in enumerate(numbers)
    ]
    for word, number, owner in zip(words, numbers, owners, strict=True):
        if number != numbers[owner]:
            total, cage = divmod(numbers[owner], _CAGES)
            raise word.error(f"another sum for cage {cage} than before; expected {total}")
    sums = Sums(line)
    sums.houses += (*boxes(size, side, side), *(diagonals(size) if head[2] else ()))
    _add_cages(sums, words, owners, [number // _CAGES for number in numbers])
    return sums.puzzle(size, rules or KILLER)


def _write_ps(puzzle: Puzzle) -> str:
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


PS = Format(
    name="ps",
    summary="Killer Sudokus: 3x3::k: and 81 numbers, 256 times the sum plus the cage's",
    example="2x2::k:769:769:1538:3:1284:5:1538:1286:1284:775:1286:1286:775:775:8:9:\n",
    signature=lambda text: any(map(_PS_HEAD.match, first_lines(text))),
    read=each_line(_read_ps),
    writer=_write_ps,
    holds=Holds(rules=KILLER, sides=(4, 16), houses=None, hidden=True, free=True, largest=136),
    operators={ADD: ()},
    separator="",
    streams="line",
)


# --- sumocue -------------------------------------------------------------------------------------

_SUMOCUE_HEAD = re.compile(r"SumoCueV1(D?)(?![A-Za-z0-9])[ \t]*", re.IGNORECASE)
_SUMOCUE_WORD = re.compile(r"[=+]?[^=+\s]+|[=+]")
_SUMOCUE_ENTRY = re.compile(r"([=+])([0-9]{1,9})(?:[Jj]([0-9]{1,9}))?")


def _read_sumocue(line: Token, rules: RuleSet | None) -> ReadPuzzle:
    line = line.start
    head = _SUMOCUE_HEAD.match(line.text)
    if head is None:
        raise line.unlike("SumoCueV1, then = or + and a number for each cell")
    words = line.part(line.text[head.end() :], head.end()).split(_SUMOCUE_WORD)
    size = isqrt(len(words))
    if size * size != len(words) or not 2 <= size <= MAX_SIZE:
        raise line.error(f"{len(words)} entries; expected 81, or those of another square")
    expected = "=12 or +3, perhaps J0 after it"
    entries = [word.matched(_SUMOCUE_ENTRY, expected, "entry") for word in words]
    owners, totals = [], []
    for at, (word, entry) in enumerate(zip(words, entries, strict=True)):
        first, number = entry[1] == "=", word.group(entry, 2)
        owners.append(at if first else number.within("cell", 0, len(words) - 1))
        totals.append(number.within("sum", 0, _MAX_SUM) if first else 0)
        if entries[owners[at]][1] != "=":
            raise word.unlike(f"a cell with =, which cell {owners[at]} has not", "entry")
    sums = Sums(line)
    sums.houses += (*_regions(line, [e[3] for e in entries]), *(diagonals(size) if head[1] else ()))
    _add_cages(sums, words, owners, totals)
    return sums.puzzle(size, rules)


def _regions(line: Token, said: list[str | None]) -> tuple[House, ...]:
    """The irregular boxes that entries say, or the square ones if none says any."""
    size = isqrt(len(said))
    if any(said):
        return regions_of(cells_by_owner(said, all_cells(size, size)).values(), size, line)
    side = isqrt(size)
    if side * side != size:
        raise line.error(f"a board of {size} rows without regions; expected J0 after each entry")
    return boxes(size, side, side)


def _write_sumocue(puzzle: Puzzle) -> str:
    """The puzzle on one line, with regions where boxes are not square."""
    sum_cages(puzzle, "sumocue")
    houses = sudoku_houses(puzzle, "sumocue")
    high, wide = houses.shape or (0, 1)
    regions = {cell: f"J{at}" for at, house in enumerate(houses.regions) for cell in house}
    entries = dict.fromkeys(puzzle.cells, "=0")
    for cage in puzzle.cages:
        row, column = cage.cells[0]
        entries |= dict.fromkeys(cage.cells, f"+{row * puzzle.columns + column}")
        entries[cage.cells[0]] = f"={cage.target}"
    written = (entry + regions[cell] * (high != wide) for cell, entry in entries.items())
    return f"SumoCueV1{'D' if houses.diagonals else ''}{''.join(written)}\n"


SUMOCUE = Format(
    name="sumocue",
    summary="Killer and jigsaw Sudokus: SumoCueV1, then =sum or +cell for each cell, perhaps J0",
    example="SumoCueV1=3+0=6=0=5=0+2=5+4=3+7+7+9+9=0=0\n",
    signature=lambda text: any(map(_SUMOCUE_HEAD.match, first_lines(text))),
    read=each_line(_read_sumocue),
    writer=_write_sumocue,
    holds=Holds(rules=None, sides=(2, 64), houses=None, hidden=True, free=True, largest=_MAX_SUM),
    operators={ADD: ()},
    separator="",
    streams="line",
)
