"""Killer Sudokus in text: cages of sums on a board with boxes, irregular ones too, and diagonals.

What the formats ``ps``, ``sumocue``, ``arrows``, ``killer-list`` and ``solo`` share.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import isqrt
from typing import NamedTuple

from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import MAX_TEXT, Place, Word
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.sudokus.cells import BOX_SHAPES
from kenken_cp.frozen import frozen
from kenken_cp.model.geometry import Cell, House, all_cells, boxes, cells_by_owner, diagonals, lines
from kenken_cp.model.houses import DIAGONALS, extra_houses
from kenken_cp.model.operators import ADD, GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER, RuleSet
from kenken_cp.text import plural, quoted, short_cell_names

LEAST_OTHERS = 2
"""Targets that no sum makes, where operators are hidden: a single one may be mistyped."""

LEAST_SIZE = 9
"""Rows of the smallest Killer Sudoku that is recognised by its sums alone."""

MAX_SUM = 64 * 65 // 2
"""Largest sum of a cage without a value twice."""


@frozen
class Board:
    """The houses of a Sudoku, besides rows and columns.

    Args:
        shape: rows and columns of its boxes; None if they are irregular.
        regions: the boxes, of whatever shape; rows where there are none.
        diagonals: whether both diagonals are houses.
    """

    shape: tuple[int, int] | None
    regions: tuple[House, ...]
    diagonals: bool

    @classmethod
    def of(cls, puzzle: Puzzle, name: str, rules: RuleSet) -> Board:
        """That of a square puzzle with the usual values; FormatError for any other."""
        check_plain(puzzle, name, puzzle.houses, rules=rules)
        size = puzzle.rows
        if size < 2:
            raise cannot(name, "a board of one cell")
        extra = extra_houses(puzzle.size, puzzle.houses)
        for kind in extra.kinds:
            if kind is not DIAGONALS:
                raise cannot(name, f"{kind.name} ({kind.summary})")
        for house in extra.others:
            raise cannot(name, f"the house {short_cell_names(house)}")
        if extra.box_shape is None:
            return cls(None, extra.regions or lines(size, size)[:size], DIAGONALS in extra.kinds)
        height, width = extra.box_shape
        if height * width != size:
            raise cannot(name, f"boxes of {height}x{width} cells; expected {size} cells in each")
        return cls(extra.box_shape, boxes(size, height, width), DIAGONALS in extra.kinds)


def is_killer(rows: int, columns: int, covered: int, total: int) -> bool:
    """Whether targets without operators are sums of a Killer Sudoku, as they show by themselves:
    they cover the board, and are those of all its values together.
    """
    return (
        rows == columns
        and rows in BOX_SHAPES
        and rows >= LEAST_SIZE
        and covered == rows * rows
        and total == rows * rows * (rows + 1) // 2
    )


# --- reading ---


class Joined:
    """Lines as one text without blanks, in which each part knows its place."""

    def __init__(self, lines: Sequence[Word]) -> None:
        length = sum(len(line.text) for line in lines)
        if length > MAX_TEXT:
            raise lines[0].error(f"{length} characters; expected at most {MAX_TEXT}")
        self._parts = [word for line in lines for word in line.split()]
        self._starts = [0, *accumulate(len(part.text) for part in self._parts)]
        self.text = "".join(part.text for part in self._parts)

    def word(self, start: int, end: int) -> Word:
        """The characters from ``start`` to ``end``."""
        index = min(bisect_right(self._starts, start), len(self._parts)) - 1
        part = self._parts[index]
        return part.part(self.text[start:end], start - self._starts[index])


class Sum(NamedTuple):
    """The cells of a cage, their sum, 0 if there is none, and where that stands."""

    cells: list[Cell]
    target: int
    place: Place


def sums_of(
    owners: Sequence[object], size: int, sums: Mapping[object, tuple[int, Place]]
) -> list[Sum]:
    """The cages of a board: which each cell is in, in reading order, and the sum of each."""
    found = cells_by_owner(owners, all_cells(size, size))
    for owner in found:
        total, place = sums[owner]
        if total > MAX_SUM:
            raise place.error(f"sum {quoted(str(total))}; expected 0 to {MAX_SUM}")
    return [Sum(cells, *sums[owner]) for owner, cells in found.items()]


def add_sums(draft: Draft, sums: Iterable[Sum]) -> None:
    """Adds the cages; a cell alone without a sum is free."""
    for cells, target, place in sums:
        if target:
            draft.add(cells, ADD, target, place)
        elif len(cells) > 1:
            raise place.error(
                f"a cage of {plural(len(cells), 'cell')} ({short_cell_names(cells)}) "
                "without a sum; whether it may repeat a value is not said"
            )


def rules_meant(draft: Draft) -> RuleSet:
    """``killer`` if there is a cage of several cells; a plain Sudoku has the usual rules."""
    return KILLER if draft.is_killer else KENKEN


def with_diagonals(regions: tuple[House, ...], count: object) -> tuple[House, ...]:
    """The boxes of a board, and its diagonals if they count."""
    return (*regions, *diagonals(len(regions))) if count else regions


def square_boxes(size: int, place: Word) -> tuple[House, ...]:
    """The boxes of a board whose size is a square number."""
    side = isqrt(size)
    if side * side != size or side < 2:
        raise place.error(f"a board of {size} rows without regions; expected 4, 9, 16 or 25")
    return boxes(size, side, side)


def regions_of(owners: Mapping[Cell, object], size: int, place: Word) -> tuple[House, ...]:
    """Irregular boxes: as many as there are rows, each of as many cells."""
    found = cells_by_owner(owners.values(), owners)
    for cells in found.values():
        if len(cells) != size:
            raise place.error(
                f"a region of {plural(len(cells), 'cell')} ({short_cell_names(cells)}); "
                f"expected {size} in each"
            )
    return tuple(map(tuple, found.values()))


# --- writing ---


def check_square_boxes(puzzle: Puzzle, name: str, most: int) -> Board:
    """The board of a puzzle under ``killer`` rules; FormatError unless it has square boxes."""
    board = Board.of(puzzle, name, KILLER)
    if board.shape is None:
        raise cannot(name, "irregular boxes, or none")
    if board.shape[0] != board.shape[1]:
        raise cannot(name, f"boxes of {board.shape[0]}x{board.shape[1]}; expected square ones")
    if board.shape[0] > most:
        raise cannot(name, f"boxes of {board.shape[0]}x{board.shape[1]} cells; at most {most} rows")
    return board


CLASSIC_BOXES = boxes(9, 3, 3)


def check_classic(puzzle: Puzzle, name: str) -> None:
    """FormatError unless each cell is in a cage of a Killer Sudoku of 9x9."""
    if puzzle.size != 9:
        raise cannot(name, f"a {puzzle.size_name} board; it holds 9x9 only")
    check_plain(puzzle, name, CLASSIC_BOXES, rules=KILLER, covered=True)


def check_sums(puzzle: Puzzle, name: str) -> None:
    """FormatError unless every cage is a given, or a sum, with a number that can be one."""
    for cage in puzzle.cages:
        if puzzle.possible_operators(cage) not in ((ADD,), (GIVEN,)):
            raise cannot(name, f"the cage {cage}; expected sums only")
        if not 1 <= cage.target <= MAX_SUM:
            raise cannot(name, f"the target of the cage {cage}; expected 1 to {MAX_SUM}")


def sum_cages(puzzle: Puzzle, name: str) -> list[Cage]:
    """The cages that are not givens; FormatError for others than sums, and for killer rules without
    any, as only its cages tell a Killer from a Sudoku.
    """
    check_sums(puzzle, name)
    larger = [cage for cage in puzzle.cages if len(cage.cells) > 1]
    killer = puzzle.rules is KILLER
    if killer != bool(larger):
        raise cannot(name, "killer rules without a sum" if killer else f"the cage {larger[0]}")
    return larger


def cage_at(puzzle: Puzzle) -> dict[Cell, Cage]:
    """The cage of each cell that is in one."""
    return {cell: cage for cage in puzzle.cages for cell in cage.cells}
