"""The puzzles of a course at San Luis Obispo (CPE 101): the number of cages, then the sum of each,
how many cells it has, and these, numbered from 0 in reading order.

    9
    5 2 0 5
    8 3 1 2 6
    ...

Every cell is in a cage: their number shows the size.
"""

from math import isqrt

from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import Lines, Word, board_by_board, said_lines
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.model.operators import ADD, GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import plural

NAME = "cpe101"

_LOOKED_AT = 4
"""Lines by which detection decides."""

_COUNT = regex(r"\s*+[0-9]{1,4}\s*+")
_CAGE = regex(r"\s*+[0-9]{1,9}(?:\s++[0-9]{1,4}){2,}+\s*+")


def detect(text: str) -> bool:
    """The number of cages, and below it cages that have as many cells as they say."""
    head, *below = [line.text for line in Lines(said_lines(text)).view(_LOOKED_AT)] or [""]
    cages = below[: int(head.strip())] if _COUNT.fullmatch(head) else []
    return bool(cages) and all(
        _CAGE.fullmatch(line) and int(line.split()[1]) == _cells(line) for line in cages
    )


def _cells(line: str) -> int:
    return len(line.split()) - 2


def _read_puzzle(lines: Lines[Word], rules: RuleSet | None) -> ReadPuzzle:
    head = lines.take()
    head.matched(_COUNT, "the number of cages, such as 9")
    count = head.first.within("number of cages", 1, MAX_SIZE**2)
    cages = lines.several(count)
    if len(cages) < count:
        raise head.first.error(f"{plural(len(cages), 'cage')}; expected {count}, as the head says")
    for line in cages:
        if not _CAGE.fullmatch(line.text) or int(line.text.split()[1]) != _cells(line.text):
            raise line.unlike("a sum, how many cells, and these")
    total = sum(_cells(line.text) for line in cages)
    size = isqrt(total)
    if size * size != total:
        raise head.first.error(f"cages of {total} cells together; expected those of a square board")
    draft = Draft(head.line)
    for target, _, *cells in map(Word.split, cages):
        places = [divmod(cell.within("cell", 0, total - 1), size) for cell in cells]
        draft.add(places, ADD, target.integer("sum"), target)
    return draft.puzzle(size, rules or KENKEN)


def write(puzzle: Puzzle) -> str:
    """The cages; FormatError unless they are sums that have all cells of a square board."""
    check_plain(puzzle, NAME, covered=True, natural=True)
    lines = [str(len(puzzle.cages))]
    for cage in puzzle.cages:
        if cage.operator not in (ADD, GIVEN):
            raise cannot(NAME, f"the cage {cage}; expected sums only")
        cells = [row * puzzle.columns + column for row, column in cage.cells]
        lines.append(" ".join(map(str, [cage.target, len(cells), *cells])))
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name=NAME,
    summary="number of cages, then 8 3 1 2 6: the sum, how many cells, and these from 0",
    example="4\n3 2 0 1\n7 3 2 5 4\n6 3 3 6 7\n2 1 8\n",
    detect=detect,
    read=board_by_board(_read_puzzle),
    write=write,
    join="".join,
)
