"""Killer Sudokus a puzzle a line, each cell with its sum or with its cage: arrows, ps, sumocue.

arrows: 81 characters, each the sum of a cage or an arrow to a neighbour in the same cage.

    G<<L<K<L<^G>^>^E^^>^IJ<G^<G^>^^I^<>^HC<C^<B^N^^G^<>^>^^E^<DF<^PG^<>^^J<^^<H<<>^>^

A sum is ``0`` to ``9`` or ``A`` to ``Z`` for 10 to 35; ``0`` is a cell in no cage.

ps: as the program Perfect Sudoku has them.

    3x3:d:k:3841:7705:7705:26:3847: ...

``3x3`` are the boxes; 2x2 and 4x4 are boards of 4 and 16 rows, alike. ``d`` says that both
diagonals hold every value; a plain killer has ``3x3::k:``. Then come 81 numbers, each with a colon
after it: 256 times the sum of the cell's cage, plus the number of the cage, 0 to 255. A cell
alone without a sum is in no cage; several cells of one number have a sum.

sumocue: as the program SumoCue has them.

    SumoCueV1=15+0+0=8=0+3=14+6+6+0=12 ...

``=15`` is the first cell of a cage, and its sum; ``+3`` is a cell of the cage whose sum stands in
cell 3, counted from 0; ``=0`` is a cell in no cage. ``J0`` to ``J8`` after each entry are the
regions of a jigsaw; without them boxes are 3x3. ``SumoCueV1D`` has both diagonals. Blanks mean
nothing. Other sizes are alike.
"""

import re
from dataclasses import replace
from math import isqrt
from string import ascii_uppercase, digits

from kenken_cp.errors import FormatError
from kenken_cp.formats.killers import KILLER_HOLDS, SudokuDraft, regions_of, sudoku_houses
from kenken_cp.formats.readers import cells_by_owner, reader
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.tokens import Token, content_lines, first_lines
from kenken_cp.model.geometry import MAX_SIZE, Cell, all_cells, boxes, diagonals, joined_cells
from kenken_cp.model.operators import ADD
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KILLER, RuleSet

_MAX_SUM = MAX_SIZE * (MAX_SIZE + 1) // 2
_ONLY_KILLERS = replace(KILLER_HOLDS, rules=KILLER, killers=False)


# --- arrows --------------------------------------------------------------------------------------

_ARROW_STEPS = {"^": (-1, 0), "<": (0, -1), ">": (0, 1), "v": (1, 0)}
_SUMS = digits + ascii_uppercase
_ARROWS_LINE = re.compile(r"[0-9A-Z<>^v]{77,85}")


def _arrows_signature(text: str) -> bool:
    """The first line has about 81 such characters, with arrows."""
    lines = first_lines(text)
    return any(map(_ARROWS_LINE.fullmatch, lines)) and sum(map(lines[0].count, _ARROW_STEPS)) > 9


def _read_arrows(line: Token, rules: RuleSet | None) -> ReadPuzzle:
    words = line.stripped.characters()
    if len(words) != 81:
        raise words[0].error(f"a board of {len(words)} cells; expected 81")
    board = dict(zip(all_cells(9, 9), words, strict=True))
    arrows = []
    for (row, column), word in board.items():
        if word.text in _ARROW_STEPS:
            down, right = _ARROW_STEPS[word.text]
            if (row + down, column + right) not in board:
                raise word.unlike("an arrow to a cell of the board", "arrow")
            arrows.append(((row, column), (row + down, column + right)))
    draft = SudokuDraft(words[0])
    draft.houses += boxes(9, 3, 3)
    for cells in joined_cells(board, arrows):
        place = next((board[cell] for cell in cells if board[cell].text not in _ARROW_STEPS), None)
        if place is None:
            raise board[cells[0]].error(
                "the arrows from this cell lead round in a circle; expected a sum"
            )
        if place.text not in _SUMS:
            raise place.unlike(f"an arrow {' '.join(_ARROW_STEPS)}, or a sum 0 to 9, A to Z")
        total = _SUMS.index(place.text)
        if total or len(cells) > 1:
            draft.add_sum(cells, total, place)
    return draft.sudoku(9, rules or KILLER)


def _write_arrows(puzzle: Puzzle) -> str:
    _, shape, crossed = sudoku_houses(puzzle)
    if shape != (3, 3) or crossed:
        raise FormatError("a board with other houses than its boxes")
    signs = dict.fromkeys(puzzle.cells, "0")
    for cage in puzzle.cages:
        signs |= _arrows(cage)
    written = "".join(signs.values())
    if sum(map(written.count, _ARROW_STEPS)) <= 9:
        raise FormatError("so few cages; expected more arrows")
    return written + "\n"


def _arrows(cage: Cage) -> dict[Cell, str]:
    """The sum in the first cell of a cage, and arrows from the others to it."""
    first, *rest = cage.cells
    signs = {first: _SUMS[cage.target]}
    while len(signs) < len(cage.cells):
        reached = {
            (row, column): arrow
            for row, column in rest
            for arrow, (down, right) in _ARROW_STEPS.items()
            if (row, column) not in signs and (row + down, column + right) in signs
        }
        if not reached:
            raise FormatError(f"the cage {cage}; it is in parts")
        signs |= reached
    return signs


ARROWS = Format(
    name="arrows",
    summary="Killer Sudokus in 81 characters: a sum in a cage's first cell, arrows to it",
    example="G<<L<K<L<^G>^>^E^^>^IJ<G^<G^>^^I^<>^HC<C^<B^N^^G^<>^>^^E^<DF<^PG^<>^^J<^^<H<<>^>^\n",
    signature=_arrows_signature,
    read=reader(content_lines, _read_arrows),
    writer=_write_arrows,
    holds=replace(_ONLY_KILLERS, sides=(9, 9), houses="boxes", largest=35),
    operators={ADD: ()},
    separator="",
)


# --- ps ------------------------------------------------------------------------------------------

_CAGES = 256
_PS_HEAD = re.compile(r"([2-4])x\1:(d?):k:")
_PS_NUMBER = re.compile(r"[^:]+")


def _read_ps(line: Token, rules: RuleSet | None) -> ReadPuzzle:
    line = line.stripped
    head = _PS_HEAD.match(line.text)
    if head is None:
        raise line.unlike("3x3::k: or 3x3:d:k:, then 81 numbers")
    side = int(head[1])
    size = side * side
    words = line.part(line.text[head.end() :], head.end()).split(_PS_NUMBER)
    if len(words) != size * size:
        raise line.error(f"{len(words)} numbers; expected {size * size}, with : after each")
    if not line.text.endswith(":"):
        raise line.error("no : behind the last number; expected one after each")
    draft = SudokuDraft(line)
    draft.houses += (*boxes(size, side, side), *(diagonals(size) if head[2] else ()))
    cages: dict[Cell, int] = {}
    totals: dict[int, tuple[int, Token]] = {}
    for cell, word in zip(all_cells(size, size), words, strict=True):
        total, cage = divmod(word.within("number", 0, _CAGES * (_MAX_SUM + 1) - 1), _CAGES)
        if total or cage:
            cages[cell] = cage
            expected, _ = totals.setdefault(cage, (total, word))
            if total != expected:
                raise word.error(f"another sum for cage {cage} than before; expected {expected}")
    for cage, cells in cells_by_owner(cages).items():
        if totals[cage][0] or len(cells) > 1:
            draft.add_sum(cells, *totals[cage])
    return draft.sudoku(size, rules or KILLER)


def _write_ps(puzzle: Puzzle) -> str:
    _, shape, crossed = sudoku_houses(puzzle)
    side, wide = shape or (0, 0)
    if side != wide or side * wide != puzzle.rows:
        raise FormatError("a board without square boxes")
    if len(puzzle.cages) >= _CAGES:
        raise FormatError(f"{len(puzzle.cages)} cages")
    numbers = dict.fromkeys(puzzle.cells, 0)
    for at, cage in enumerate(puzzle.cages, 1):
        numbers |= dict.fromkeys(cage.cells, cage.target * _CAGES + at)
    head = f"{side}x{side}:{'d' if crossed else ''}:k:"
    return head + "".join(f"{numbers[cell]}:" for cell in puzzle.cells) + "\n"


PS = Format(
    name="ps",
    summary="Killer Sudokus: 3x3::k: and 81 numbers, 256 times the sum plus the cage's",
    example="2x2::k:769:769:1026:3:1028:5:1026:2310:1028:2311:2310:2310:2311:2311:8:9:\n",
    signature=lambda text: any(map(_PS_HEAD.match, first_lines(text))),
    read=reader(content_lines, _read_ps),
    writer=_write_ps,
    holds=replace(_ONLY_KILLERS, sides=(4, 16), houses="square boxes, both diagonals", largest=136),
    operators={ADD: ()},
    separator="",
)


# --- sumocue -------------------------------------------------------------------------------------

_SUMOCUE_HEAD = re.compile(r"SumoCueV1(D?)(?![A-Za-z0-9])[ \t]*", re.IGNORECASE)
_SUMOCUE_WORD = re.compile(r"[=+]?[^=+\s]+|[=+]")
_SUMOCUE_ENTRY = re.compile(r"([=+])([0-9]{1,9})(?:[Jj]([0-9]{1,9}))?")


def _read_sumocue(line: Token, rules: RuleSet | None) -> ReadPuzzle:
    line = line.without_indent
    head = _SUMOCUE_HEAD.match(line.text)
    if head is None:
        raise line.unlike("SumoCueV1, then = or + and a number for each cell")
    words = line.part(line.text[head.end() :], head.end()).split(_SUMOCUE_WORD)
    size = isqrt(len(words))
    if size * size != len(words) or not 2 <= size <= MAX_SIZE:
        raise line.error(f"{len(words)} entries; expected 81, or those of another square")
    entries = [
        word.matched(_SUMOCUE_ENTRY, "=12 or +3, perhaps J0 after it", "entry") for word in words
    ]
    firsts = []
    for at, (word, entry) in enumerate(zip(words, entries, strict=True)):
        first = at if entry[1] == "=" else word.of_group(entry, 2).within("cell", 0, len(words) - 1)
        if entries[first][1] != "=":
            raise word.unlike(f"a cell with =, which cell {first} has not", "entry")
        firsts.append(first)
    draft = SudokuDraft(line)
    board = all_cells(size, size)
    side = isqrt(size)
    regions = [entry[3] for entry in entries]
    if any(regions):
        if None in regions:
            raise words[regions.index(None)].unlike("J0 after each entry, or after none", "entry")
        parts = cells_by_owner(dict(zip(board, map(int, regions), strict=True)))
        draft.houses += regions_of(parts.values(), size, line)
    elif side * side == size:
        draft.houses += boxes(size, side, side)
    else:
        raise line.error(f"a board of {size} rows without regions; expected J0 after each entry")
    draft.houses += diagonals(size) if head[1] else ()
    for first, cells in cells_by_owner(dict(zip(board, firsts, strict=True))).items():
        total = words[first].of_group(entries[first], 2).within("sum", 0, _MAX_SUM)
        if total or len(cells) > 1:
            draft.add_sum(cells, total, words[first])
    return draft.sudoku(size, rules)


def _write_sumocue(puzzle: Puzzle) -> str:
    """The puzzle on one line, with regions where boxes are not square."""
    houses, shape, crossed = sudoku_houses(puzzle)
    high, wide = shape or (0, 1)
    regions = {cell: f"J{at}" for at, house in enumerate(houses) for cell in house}
    entries = dict.fromkeys(puzzle.cells, "=0")
    for cage in puzzle.cages:
        row, column = cage.cells[0]
        entries |= dict.fromkeys(cage.cells, f"+{row * puzzle.columns + column}")
        entries[cage.cells[0]] = f"={cage.target}"
    written = (entry + regions[cell] * (high != wide) for cell, entry in entries.items())
    return f"SumoCueV1{'D' if crossed else ''}{''.join(written)}\n"


SUMOCUE = Format(
    name="sumocue",
    summary="Killer and jigsaw Sudokus: SumoCueV1, then =sum or +cell for each cell, perhaps J0",
    example="SumoCueV1=3+0=4=0=4=0+2=9+4=9+7+7+9+9=0=0\n",
    signature=lambda text: any(map(_SUMOCUE_HEAD.match, first_lines(text))),
    read=reader(content_lines, _read_sumocue),
    writer=_write_sumocue,
    holds=replace(KILLER_HOLDS, sides=(2, MAX_SIZE), largest=_MAX_SUM),
    operators={ADD: ()},
    separator="",
)
