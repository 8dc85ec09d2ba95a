"""Killer Sudokus of a solver: ``3 27 False``, rows of a box, cages, and whether diagonals
count, then a cage a line.

    3 27 False
    1 1 1 2 2 1 11 +

A cage is the columns and rows of its cells, from 1, then its sum and ``+``. Without the head the
boxes are those of the board that the cells cover, and the diagonals do not count; but that may be a
board of ``pairs``, too.
"""

import re
from collections.abc import Iterator
from math import isqrt

from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import MAX_TEXT, Word, said_lines
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.sudokus import killers
from kenken_cp.model.geometry import boxes
from kenken_cp.model.operators import ADD
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KILLER, RuleSet
from kenken_cp.patterns import regex

NAME = "killer-list"

_MOST = 8
_HEAD = regex(r"\s*+([0-9]{1,2})\s++([0-9]{1,4})\s++(True|False)\s*+", re.IGNORECASE)
_CAGE = regex(r"\s*+(?:[1-9][0-9]?+\s++[1-9][0-9]?+\s++)++[1-9][0-9]{0,5}+\s++\+\s*+")


def detect(text: str) -> bool:
    """A first line of two numbers and a word for yes or no; or only cages, which cover boards."""
    return has_head(text) or _side_without_head(text) is not None


def has_head(text: str) -> bool:
    """Whether the first line is two numbers and a word for yes or no."""
    first = next(said_lines(text[:10_000]), None)
    return first is not None and _HEAD.fullmatch(first.text) is not None


def _side_without_head(text: str) -> int | None:
    """The size of the boards that cages cover, without any head; None if they do not."""
    cells: set[tuple[str, str]] = set()
    count = 0
    for line in said_lines(text):
        if not _CAGE.fullmatch(line.text):
            return None
        sides = line.text.split()[:-2]
        cells.update(zip(sides[::2], sides[1::2], strict=True))
        count += len(sides) // 2
        if len(cells) > _MOST**4:
            return None
    side = max((int(each) for cell in cells for each in cell), default=0)
    whole = len(cells) == side**2 > 1 and isqrt(side) ** 2 == side
    return side if whole and count % side**2 == 0 else None


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle]:
    """Every puzzle of the text; each has as many lines as its head says."""
    lines = said_lines(text)
    if not has_head(text) and (size := _side_without_head(text)) is not None:
        yield from _read_without_heads(lines, size, rules)
        return
    for head in lines:
        yield _read_puzzle(head, lines, rules)


def _read_without_heads(
    lines: Iterator[Word], size: int, rules: RuleSet | None
) -> Iterator[ReadPuzzle]:
    """A puzzle of as many lines as have the cells of a board."""
    side = isqrt(size)
    draft: Draft | None = None
    for line in lines:
        draft = draft or Draft(line.line)
        _add(draft, line, size)
        if len(draft.cells) == size * size:
            yield draft.puzzle(size, rules or KILLER, houses=boxes(size, side, side))
            draft = None


def _read_puzzle(head: Word, lines: Iterator[Word], rules: RuleSet | None) -> ReadPuzzle:
    head.matched(_HEAD, "box size, cages, True or False")
    side_word, count_word, diagonal = head.split()
    side = side_word.within("box size", 2, _MOST)
    size = side * side
    count = count_word.within("number of cages", 0, size * size)
    draft = Draft(head.line)
    for done in range(count):
        line = next(lines, None)
        if line is None or _HEAD.fullmatch(line.text):
            raise count_word.error(f"{done} cages; expected {count}, as the head says")
        _add(draft, line, size)
    houses = killers.with_diagonals(boxes(size, side, side), diagonal.text.lower() == "true")
    return draft.puzzle(size, rules or KILLER, houses=houses)


def _add(draft: Draft, line: Word, size: int) -> None:
    """Adds the cage of a line."""
    *cells, total, sign = _words(line)
    if sign.text != "+":
        raise sign.unlike("+ at the end of a cage")
    if len(cells) % 2 or not cells:
        raise total.error("half a cell; expected column and row of each, then the sum and +")
    sides = [word.within("cell", 1, size) - 1 for word in cells]
    pairs = zip(sides[1::2], sides[::2], strict=True)
    draft.add(pairs, ADD, total.within("sum", 1, killers.MAX_SUM), cells[0])


def _words(line: Word) -> list[Word]:
    """The words of the line of a cage; FormatError if there are too few, or too many to be one."""
    words = line.split() if len(line.text) <= MAX_TEXT else []
    if len(words) < 4:
        raise line.unlike("a cage such as '1 1 1 2 11 +'")
    return words


def write(puzzle: Puzzle) -> str:
    """A cage a line; FormatError for what is no Killer Sudoku with square boxes."""
    board = killers.check_square_boxes(puzzle, NAME, _MOST)
    killers.check_sums(puzzle, NAME)
    side = board.shape[0] if board.shape else 0
    lines = [f"{side} {len(puzzle.cages)} {board.diagonals}"]
    for cage in puzzle.cages:
        cells = " ".join(f"{column + 1} {row + 1}" for row, column in cage.cells)
        lines.append(f"{cells} {cage.target} +")
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name=NAME,
    summary="Killer Sudokus: 3 27 False, then columns and rows of a cage, its sum and +",
    example="2 2 False\n1 1 2 1 1 2 7 +\n4 4 2 +\n",
    detect=detect,
    read=read,
    write=write,
    join="".join,
)
