"""Killer Sudokus as lists of numbers, a cage a line, in the orders of many programs.

    9 44                1,1,1,2,13          0,9,15              15 = (1,1) (1,2)
    12;2,6;2,5          1,3,2,3,9           1,2,13              11 = (1,3) (2,3)
    10;3,4;4,4          ...                 ...                 ...

    10=(7, 7),9+(7, 8),1                    2 3 0,0 1,0         1,1, 1,2, 0,0, 3

The sum stands first or last; a cell is a row and a column, or its number in reading order, or both
in two digits, ``23``; they count from 0 or from 1. Which it is shows the board itself: its cells
are all in a cage, and none in two. Before the sum may stand the number of cells, behind each
cell its value, which is of the solution, and behind all of them ``0,0``, as long as rows of a table
of cells from 1 have room. Above the cages may stand the size, and beside it, or
below, their number. A line that begins with ``#`` is a comment.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, product
from math import isqrt
from typing import NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats import killer_list
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import MAX_LINE, Lines, Word, board_by_board, said_lines
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.sudokus.cells import BOX_SHAPES, usual_boxes
from kenken_cp.formats.sudokus.killers import LEAST_SIZE, is_killer
from kenken_cp.model.geometry import Cell, cell_set
from kenken_cp.model.operators import ADD
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KILLER, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import plural

NAME = "sums"

_LEAST_CAGES = LEAST_SIZE
_MAX_CAGES = max(BOX_SHAPES) ** 2

_MORE_THAN_ANY = 10**6

_NUMBERS = regex(r"[\s\[({rR]*+[0-9]++(?:[\s,;:=()\[\]{}|#rRcC]++[0-9]++)*+[\s,;)\]}]*+")
_NUMBER = regex("[0-9]++")
_SOLVED = regex(
    r"\s*+[0-9]{1,3}\s*+=(?:\s*+\(\s*+[0-9]{1,2},\s*+[0-9]{1,2}\)\s*+,\s*+[0-9]{1,2}\s*+(?:\+|\Z))++"
)
"""A cage whose cells have their values behind them."""


class _Line(NamedTuple):
    """The numbers of a line."""

    place: Word
    numbers: list[int]


def _by_pairs(numbers: Sequence[int], size: int, first: int) -> list[Cell] | None:
    """The cells that some numbers name, as rows and columns counted from ``first``; None if they
    name none. They may lie outside the board.
    """
    if len(numbers) % 2:
        return None
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return [(row - first, column - first) for row, column in pairs]


def _by_number(numbers: Sequence[int], size: int, first: int) -> list[Cell] | None:
    return [divmod(number - first, size) for number in numbers]


def _by_digits(numbers: Sequence[int], size: int, first: int) -> list[Cell] | None:
    cells = [divmod(number, 10) for number in numbers]
    return [(row - first, column - first) for row, column in cells] if size < 10 else None


def _without_padding(numbers: list[int]) -> list[int]:
    """Some numbers without the cells ``0,0`` at their end, which fill a row of a table."""
    end = len(numbers)
    while end > 1 and numbers[end - 2 : end] == [0, 0]:
        end -= 2
    return numbers[:end]


class _Meaning(NamedTuple):
    """What the numbers of all lines mean, one way or the other."""

    size: int
    said: bool
    cages: list[tuple[list[Cell], int]]

    @property
    def covered(self) -> int:
        """How many cells of the board are in a cage."""
        board = cell_set(self.size, self.size)
        return len(board.intersection(chain.from_iterable(cells for cells, _ in self.cages)))

    @property
    def total(self) -> int:
        """All sums together."""
        return sum(target for _, target in self.cages)

    @property
    def is_right(self) -> bool:
        """Whether each cell of the board is in one cage, and nothing else is; and, if its size is
        not said, the sums are those of its values.
        """
        cells = sum(len(cells) for cells, _ in self.cages)
        shown = self.said or is_killer(self.size, self.size, cells, self.total)
        return shown and self.covered == cells == self.size**2


def _meanings(lines: list[_Line], size: int | None, *, exact: bool) -> Iterator[_Meaning]:
    """What some lines may mean, as far as that leads to a board; ``exact``: only what has as many
    cells as it, and none outside.
    """
    for last in (True, False):
        rests = [line.numbers[:-1] if last else line.numbers[1:] for line in lines]
        targets = [line.numbers[-1 if last else 0] for line in lines]
        for named, first in product((_by_pairs, _by_number, _by_digits), (0, 1)):
            padded = named is _by_pairs and first == 1
            parts = [_without_padding(rest) for rest in rests] if padded else rests
            every = list(chain.from_iterable(parts))
            cells = len(every) // (2 if named is _by_pairs else 1)
            side = size or isqrt(cells) + (cells > isqrt(cells) * (isqrt(cells) + 1))
            if side not in BOX_SHAPES or side < LEAST_SIZE or not all(parts):
                continue
            top = {_by_pairs: side, _by_number: side * side, _by_digits: 11 * side}[named]
            if exact and (cells != side * side or min(every) < first or max(every) >= top + first):
                continue
            found = [named(part, side, first) for part in parts]
            named_cells = [cells for cells in found if cells is not None]
            if len(named_cells) == len(lines):
                said = size is not None
                yield _Meaning(side, said, list(zip(named_cells, targets, strict=True)))


def _best(lines: list[_Line], size: int | None) -> _Meaning | None:
    """The meaning that is a Killer Sudoku, else that which covers most of its board; None if none
    covers three quarters. FormatError if several are different Killer Sudokus.
    """
    right = [each for each in _meanings(lines, size, exact=True) if each.is_right]
    if any(each != right[0] for each in right):
        raise lines[0].place.error("two Killer Sudokus, by what the numbers may mean")
    if right:
        return right[0]
    best = max(_meanings(lines, size, exact=False), key=lambda each: each.covered, default=None)
    return best if best is not None and 4 * best.covered > 3 * best.size**2 else None


# --- recognising ---------------------------------------------------------------------------------


def detect(text: str) -> bool:
    """Lines of numbers that are cages of most of a board, in some order."""
    lines = Lines(said_lines(text))
    if len(lines.view(_LEAST_CAGES)) < _LEAST_CAGES or killer_list.FORMAT.detect(text):
        return False
    try:
        size, found = _take(lines)
    except FormatError:
        return False
    return _best(found, size) is not None


def _take(lines: Lines[Word]) -> tuple[int | None, list[_Line]]:
    """The size, if it is said, and the lines of cages of the next puzzle."""
    head = lines.view(1)[0]
    numbers = _numbers(head)
    said = len(numbers) < 3 and numbers[0] in BOX_SHAPES
    view = lines.view(_MAX_CAGES + 2)
    if len(numbers) == 2 and said:  # as of a given, too
        said = len(view) > numbers[1] and (
            len(view) == numbers[1] + 1 or _is_head(view[numbers[1] + 1])
        )
    size = numbers[0] if said else None
    count = numbers[1] if said and len(numbers) == 2 else None
    if said:
        lines.take()
    if said and count is None and len(view) > 1 and _is_size(view[1]):
        count = _numbers(lines.take())[0]
    found: list[_Line] = []
    while (line := lines.peek()) and len(found) != count and not (found and _is_size(line)):
        found.append(_Line(line.first, _numbers(line)))
        lines.take()
        if len(found) > _MAX_CAGES:
            raise line.first.error(f"more than {_MAX_CAGES} cages; expected one puzzle")
    if all(len(numbers) == 2 * numbers[0] + 2 for _, numbers in found):  # that of its cells first
        found = [line._replace(numbers=line.numbers[1:]) for line in found]
    return size, found


def _is_head(line: Word) -> bool:
    return 1 <= len(_NUMBER.findall(line.text)) <= 2 and _NUMBERS.fullmatch(line.text) is not None


def _is_size(line: Word) -> bool:
    return line.text.strip().isdecimal()


def _numbers(line: Word) -> list[int]:
    if len(line.text) <= MAX_LINE and _SOLVED.fullmatch(line.text):
        total, *rest = map(int, _NUMBER.findall(line.text))
        if sum(rest[2::3]) != total:
            raise line.first.error(f"values that make {sum(rest[2::3])} together; expected {total}")
        return [total, *(number for at, number in enumerate(rest) if at % 3 < 2)]
    if len(line.text) > MAX_LINE or not _NUMBERS.fullmatch(line.text):
        raise line.unlike("a cage in numbers, as in '12;2,6;2,5'")
    return [
        int(digits) if len(digits) < 7 else min(int(digits[:7]), _MORE_THAN_ANY)
        for digits in _NUMBER.findall(line.text)
    ]


# --- reading -------------------------------------------------------------------------------------


def _read_puzzle(lines: Lines[Word], rules: RuleSet | None) -> ReadPuzzle:
    """The next puzzle: there is one where there is no size, with which the next could begin."""
    first = lines.view(1)[0]
    said, found = _take(lines)
    meaning = _best(found, said) if found else None
    if meaning is None:
        expected = "expected sums, and the cells of a board"
        raise first.first.error(f"{plural(len(found), 'cage')} of no Killer Sudoku; {expected}")
    size = meaning.size
    draft, board = Draft(first.line), cell_set(size, size)
    for line, (cells, target) in zip(found, meaning.cages, strict=True):
        if not board.issuperset(cells):
            raise line.place.error(f"a cell outside the board of {size} rows")
        draft.add(cells, ADD, target, line.place)
    draft.check_covered(size, first.first)
    if not meaning.is_right:
        draft.check_each()
        total = size * size * (size + 1) // 2
        raise first.first.error(f"sums that make {meaning.total} together; expected {total}")
    return draft.puzzle(size, rules or KILLER, houses=usual_boxes(size))


# --- writing -------------------------------------------------------------------------------------


def write(puzzle: Puzzle) -> str:
    """Size and number of cages, then ``12;2,6;2,5``, counted from 0; FormatError for what is no
    Killer Sudoku whose cages cover the board.
    """
    size = puzzle.rows
    if puzzle.size not in BOX_SHAPES or size < LEAST_SIZE:
        raise cannot(
            NAME, f"a {puzzle.size_name} board; it holds those of {LEAST_SIZE} rows and more"
        )
    check_plain(puzzle, NAME, usual_boxes(size), rules=KILLER, covered=True)
    for cage in puzzle.cages:
        if not 0 <= cage.target < _MORE_THAN_ANY:
            raise cannot(NAME, f"the target of the cage {cage}")
    cages = (
        ";".join([str(cage.target), *(f"{row},{column}" for row, column in cage.cells)])
        for cage in puzzle.cages
    )
    return "\n".join([f"{size} {len(puzzle.cages)}", *cages]) + "\n"


_EXAMPLE = "9 9\n" + "".join(
    ";".join(["45", *(f"{row},{column}" for column in range(9))]) + "\n" for row in range(9)
)

FORMAT = Format(
    name=NAME,
    summary="Killer Sudokus as numbers, 12;2,6;2,5, in the orders of many programs",
    example=_EXAMPLE,
    detect=detect,
    read=board_by_board(_read_puzzle),
    write=write,
    join="".join,
)
