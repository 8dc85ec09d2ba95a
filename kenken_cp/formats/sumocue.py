"""Killer and jigsaw Sudokus of SumoCue: ``SumoCueV1``, then an entry for each of 81 cells.

``=12`` is the first cell of a cage, and its sum; ``+3`` is a cell of the cage that begins in cell
3, counted from 0. ``=0`` is a cell in no cage, and a cage of one cell is a given. ``J0`` to ``J8``
after each entry are the regions of a jigsaw, without which boxes are 3x3; ``SumoCueV1D`` has both
diagonals. Blanks and line breaks mean nothing. Other sizes are read and written alike.
"""

import re
from math import isqrt

from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import Later, Place, Word, block_by_block
from kenken_cp.formats._writable import cannot
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.sudokus import killers
from kenken_cp.model.geometry import MAX_SIZE, all_cells
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import cell_name, plural, quoted

NAME = "sumocue"

_HEAD = regex(r"\s*+SumoCueV1", re.IGNORECASE)
_ENTRY = regex(r"(?P<kind>[=+])(?P<number>[0-9]+)(?:[jJ](?P<region>[0-9]+))?|(?P<stray>.)")


def detect(text: str) -> bool:
    """The name of the format, with which every puzzle begins."""
    return _HEAD.match(text) is not None


def _read_puzzle(lines: list[Word], rules: RuleSet | None) -> ReadPuzzle:
    joined = killers.Joined(lines)
    head = re.match(r"SumoCueV1(D?)", joined.text, re.IGNORECASE)
    place = joined.word(0, head.end() if head else 12)
    if head is None:
        raise place.unlike("SumoCueV1")
    for line in lines[1:]:
        if line.text.strip().isdecimal():
            raise line.first.error(
                f"{quoted(line.text.strip())} below a puzzle: the rest of a number, or a line of "
                "its own? expected = or + and a number"
            )
    entries = _entries(joined, head.end())
    size = isqrt(len(entries))
    if size * size != len(entries) or size < 2:
        raise place.error(f"{plural(len(entries), 'cell')}; expected 81, or another square")
    owners = [_owner(joined, entries, number) for number in range(len(entries))]
    sums: dict[object, tuple[int, Place]] = {
        number: (_number(entries[number]["number"]), Later(joined.word, entries[number].span()))
        for number in set(owners)
    }
    regions = dict(zip(all_cells(size, size), _regions(joined, entries), strict=False))
    draft = Draft(lines[0].line)
    killers.add_sums(draft, killers.sums_of(owners, size, sums))
    houses = (
        killers.regions_of(regions, size, place) if regions else killers.square_boxes(size, place)
    )
    return draft.puzzle(
        size, rules or killers.rules_meant(draft), houses=killers.with_diagonals(houses, head[1])
    )


def _entries(joined: killers.Joined, start: int) -> list[re.Match[str]]:
    """Those of all cells, which begin at a place."""
    found: list[re.Match[str]] = []
    for match in _ENTRY.finditer(joined.text, start):
        if match["stray"]:
            raise joined.word(*match.span()).unlike("= or + and a number, perhaps J0")
        if len(found) >= MAX_SIZE**2:
            raise joined.word(*match.span()).error(f"more than {MAX_SIZE**2} cells")
        found.append(match)
    return found


def _owner(joined: killers.Joined, entries: list[re.Match[str]], number: int) -> int:
    """The number of the first cell of a cell's cage, which has the sum."""
    kind, digits, *_ = entries[number].groups()
    first = number if kind == "=" else _number(digits)
    if first >= len(entries) or entries[first]["kind"] != "=":
        word = joined.word(*entries[number].span())
        first = word.instead(digits).within("cell", 0, len(entries) - 1)
        name = cell_name(divmod(first, isqrt(len(entries))))
        raise word.error(
            f"{quoted(word.text)}: cell {digits}, {name}, has no sum; "
            "expected the first cell of the cage"
        )
    return first


def _regions(joined: killers.Joined, entries: list[re.Match[str]]) -> list[int]:
    """The region of each cell of a jigsaw; none if no entry says one."""
    found = [int(match["region"][:9]) for match in entries if match["region"]]
    if found and len(found) < len(entries):
        missing = next(match for match in entries if not match["region"])
        raise joined.word(*missing.span()).error(
            "no region; expected J and a number, as other cells have"
        )
    return found


def _number(digits: str) -> int:
    """A number, or one too large for a cell or a sum."""
    return int(digits) if len(digits) < 9 else 10**9


def write(puzzle: Puzzle) -> str:
    """The entries on one line, with regions where boxes are not square.

    FormatError for what is neither a Killer Sudoku nor a jigsaw.
    """
    killer = any(len(cage.cells) > 1 for cage in puzzle.cages)
    if puzzle.rules is KILLER and not killer:
        raise cannot(NAME, "killer rules without a cage of several cells")
    board = killers.Board.of(puzzle, NAME, KILLER if killer else KENKEN)
    killers.check_sums(puzzle, NAME)
    regions = {cell: number for number, house in enumerate(board.regions) for cell in house}
    jigsaw = board.shape is None or board.shape[0] != board.shape[1]
    cages, numbers = killers.cage_at(puzzle), {cell: n for n, cell in enumerate(puzzle.cells)}
    entries = []
    for cell in puzzle.cells:
        cage = cages.get(cell)
        if cage and cage.cells[0] != cell:
            entries.append(f"+{numbers[cage.cells[0]]}")
        else:
            entries.append(f"={cage.target if cage else 0}")
        if jigsaw:
            entries.append(f"J{regions[cell]}")
    return f"SumoCueV1{'D' if board.diagonals else ''}{''.join(entries)}\n"


FORMAT = Format(
    name=NAME,
    summary="Killer and jigsaw Sudokus: SumoCueV1, then =sum or +cell for each cell, perhaps J0",
    example="SumoCueV1=3+0=6=0=5=0+2=5+4=3+7+7+9+9=0=0\n",
    detect=detect,
    read=block_by_block(_read_puzzle, _HEAD),
    write=write,
    join="".join,
)
