"""Sudokus with cages of sums: what they have when they are read, and their houses in writing."""

from collections.abc import Iterable

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.record import Holds, ReadPuzzle
from kenken_cp.formats.tokens import Place
from kenken_cp.model.geometry import Cell, House, Size, boxes, diagonals, lines
from kenken_cp.model.houses import DIAGONALS, extra_houses
from kenken_cp.model.operators import ADD
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER, RuleSet
from kenken_cp.text import short_cell_names

BOX_SHAPES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4), 14: (2, 7)}
BOX_SHAPES |= {15: (3, 5), 16: (4, 4), 18: (3, 6), 20: (4, 5), 24: (4, 6), 25: (5, 5)}
"""Rows and columns of the boxes that a Sudoku of each size has, where its text does not say."""

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
"""What stands for an empty cell of a Sudoku, and for each value."""

KILLER_HOLDS = Holds(
    killers=True, houses="boxes of any shape, both diagonals", hidden=True, free=True, zero=False
)
"""What formats of Sudokus with sums can hold; each has its own sizes."""


class SudokuDraft(Draft):
    """A Sudoku while it is read; under ``killer`` rules if it has a sum of several cells.

    Attributes:
        houses: its boxes, and other extra houses whose place in the text does not matter.
    """

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.houses: list[House] = []
        self._default = KENKEN

    def add_sum(self, cells: list[Cell], total: int, place: Place) -> None:
        """Adds a cage with its sum."""
        if not total:
            raise place.error(f"no sum for the cage at {short_cell_names(cells)}; expected one")
        if len(cells) > 1:
            self._default = KILLER
        self.add(cells, ADD, total, place)

    def sudoku(self, size: Size, rules: RuleSet | None, title: str = "") -> ReadPuzzle:
        """The puzzle; raises as ``puzzle``."""
        return self.puzzle(
            size, rules, default=self._default, rules_stated=True, houses=self.houses, title=title
        )


def regions_of(parts: Iterable[list[Cell]], size: int, place: Place) -> tuple[House, ...]:
    """Irregular boxes; FormatError unless each has ``size`` cells."""
    regions = tuple(map(tuple, parts))
    for cells in regions:
        if len(cells) != size:
            short = short_cell_names(cells)
            raise place.error(f"a region of {len(cells)} cells, {short}; expected {size} in each")
    return regions


def sudoku_houses(puzzle: Puzzle) -> tuple[tuple[House, ...], tuple[int, int] | None, bool]:
    """The boxes of a square board; their rows and columns, None if they are irregular; and whether
    it has both diagonals. FormatError for any other house.
    """
    size = puzzle.rows
    extra = extra_houses(size, puzzle.houses)
    shape = extra.box_shape
    regions = boxes(size, *shape) if shape else extra.regions or lines(size, size)[:size]
    both = diagonals(size) if DIAGONALS in extra.kinds else ()
    others = set(puzzle.houses).difference(regions, both)
    if len(regions) != size:
        others.update(regions)
    if others:
        raise FormatError(f"the house {short_cell_names(min(others))}")
    return regions, shape, bool(both)
