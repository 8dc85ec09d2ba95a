"""Killer Sudokus as the program Perfect Sudoku and its forums pass them on: ``3x3:d:k:`` and 81
numbers, each with a colon after it.

``d`` says that both diagonals hold every value; a plain killer has ``3x3::k:``. A number is 256
times the sum of the cell's cage, plus the number of the cage, 0 to 255; without a sum the cell is
in no cage. (256 times the number of the cage, plus the sum, is read where the other would give a
cage two sums, or the board sums that are not those of its values.) Blanks and line breaks mean
nothing; ``3x3:`` begins the next puzzle. 2x2 and 4x4 are boards of 4 and 16 rows, alike.
"""

import re
from collections.abc import Sequence
from contextlib import suppress

from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import Later, Place, Word, block_by_block
from kenken_cp.formats._writable import cannot
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.sudokus import killers
from kenken_cp.model.geometry import all_cells, boxes
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KILLER, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import cell_name

NAME = "ps"

_CAGES = 256
_NUMBER = regex("[0-9]{1,9}")
_MOST_NUMBER = _CAGES * (killers.MAX_SUM + 1) - 1
"""Numbers of cages: the sum stands above them."""

_MOST = 4
"""Rows of the largest box: a larger board may have more cells without a cage than numbers."""

_HEAD = regex(r"\s*+[0-9]{1,2}x[0-9]{1,2}:[a-z]*+:k:")


def detect(text: str) -> bool:
    """The head of a killer, as no other format has it."""
    return _HEAD.match(text.lstrip()) is not None


def _read_puzzle(lines: list[Word], rules: RuleSet | None) -> ReadPuzzle:
    joined = killers.Joined(lines)
    head = re.match(r"([0-9]{1,2})x([0-9]{1,2}):([a-z]*+):k:", joined.text)
    if head is None:
        raise joined.word(0, 12).error("expected 3x3::k: or 3x3:d:k:, then 81 numbers")
    height, width = int(head[1]), int(head[2])
    if height != width or not 2 <= height <= _MOST:
        raise joined.word(0, head.end(2)).error(
            f"boxes of {head[1]}x{head[2]}; expected 3x3, 2x2 or 4x4"
        )
    if head[3] not in ("", "d"):
        raise joined.word(*head.span(3)).unlike("d, or nothing")
    size = height * width
    fields = joined.text[head.end() :].removesuffix(":").split(":")
    if len(fields) != size * size:
        raise joined.word(0, head.end()).error(f"{len(fields)} numbers; expected {size * size}")
    numbers: list[int] = []
    places: list[Later] = []
    start = head.end()
    for field in fields:
        end = start + len(field)
        number = int(field) if _NUMBER.fullmatch(field) else _MOST_NUMBER + 1
        if number > _MOST_NUMBER:
            number = joined.word(start, end).within("number", 0, _MOST_NUMBER)
        numbers.append(number)
        places.append(Later(joined.word, (start, end)))
        start = end + 1
    draft = Draft(lines[0].line)
    killers.add_sums(draft, _sums(numbers, places, size))
    houses = killers.with_diagonals(boxes(size, height, width), head[3])
    return draft.puzzle(size, rules or KILLER, houses=houses)


def _sums(numbers: Sequence[int], places: Sequence[Place], size: int) -> list[killers.Sum]:
    """The cages with their sums: which of both is above is what makes a whole killer."""
    turned = [number % _CAGES * _CAGES + number // _CAGES for number in numbers]
    for above in (numbers, turned):
        with suppress(FormatError):
            found = _sums_above(above, places, size)
            covered = sum(len(one.cells) for one in found if one.target)
            if killers.is_killer(size, size, covered, sum(one.target for one in found)):
                return found
    return _sums_above(numbers, places, size)


def _sums_above(numbers: Sequence[int], places: Sequence[Place], size: int) -> list[killers.Sum]:
    """Where the sums stand above the numbers of cages."""
    owners: list[object] = []
    sums: dict[object, tuple[int, Place]] = {}
    for cell, number, place in zip(all_cells(size, size), numbers, places, strict=True):
        total, cage = divmod(number, _CAGES)
        owner: object = cage if number else cell  # 0 is what some write for no cage
        owners.append(owner)
        if owner not in sums:
            sums[owner] = total, place
        elif sums[owner][0] != total:
            raise place.error(
                f"cage {cage} has the sum {total} at {cell_name(cell)}, and {sums[owner][0]} before"
            )
    return killers.sums_of(owners, size, sums)


def write(puzzle: Puzzle) -> str:
    """The numbers on one line; FormatError for what is no Killer Sudoku with square boxes."""
    board = killers.check_square_boxes(puzzle, NAME, _MOST)
    killers.check_sums(puzzle, NAME)
    cages = killers.cage_at(puzzle)
    alone = len(puzzle.cages) + len(puzzle.free_cells)
    if alone >= _CAGES:
        raise cannot(NAME, f"{alone} cages and free cells; it has {_CAGES - 1} numbers for them")
    found: dict[object, int] = {}
    numbers = []
    for cell in puzzle.cells:
        cage = cages.get(cell)
        number = found.setdefault(cage or cell, len(found) + 1)
        numbers.append(f"{(cage.target if cage else 0) * _CAGES + number}:")
    side = board.shape[0] if board.shape else 0
    return f"{side}x{side}:{'d' if board.diagonals else ''}:k:{''.join(numbers)}\n"


FORMAT = Format(
    name=NAME,
    summary="Killer Sudokus: 3x3::k: and 81 numbers, 256 times the sum plus the cage's",
    example="2x2::k:769:769:1538:3:1284:5:1538:1286:1284:775:1286:1286:775:775:8:9:\n",
    detect=detect,
    read=block_by_block(_read_puzzle, _HEAD),
    write=write,
    join="".join,
)
