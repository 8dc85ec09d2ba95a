"""Sudokus with cages of sums while they are read, and the houses of those that are written.

A value may be given inside a cage of several cells. A puzzle has each cell in one cage only, so the
cage is split: ``12+`` on three cells, one with a 4, becomes ``8+`` on two, the given 4, and a house
of all three.
"""

from collections.abc import Iterable

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.record import Holds, ReadPuzzle
from kenken_cp.formats.tokens import Place
from kenken_cp.model.geometry import Cell, House, Size, boxes, diagonals, lines
from kenken_cp.model.houses import DIAGONALS, extra_houses
from kenken_cp.model.operators import ADD, GIVEN
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


class SudokuDraft:
    """The sums, givens and houses of a Sudoku while it is read.

    Attributes:
        houses: its boxes, and other extra houses whose place in the text does not matter.
    """

    def __init__(self, place: Place) -> None:
        self._draft = Draft(place)
        self._sums: list[tuple[list[Cell], int, Place]] = []
        self._givens: dict[Cell, tuple[int, Place]] = {}
        self.houses: list[House] = []

    def add_sum(self, cells: list[Cell], total: int, place: Place) -> None:
        """Adds a cage with its sum."""
        if not total:
            raise place.error(f"no sum for the cage at {short_cell_names(cells)}; expected one")
        self._sums.append((cells, total, place))

    def add_house(self, cells: list[Cell], place: Place) -> None:
        """Adds an extra house; one of a single cell says nothing."""
        if len(cells) != 1:
            self._draft.add_house(cells, place)

    def give(self, cell: Cell, value: int, place: Place) -> None:
        """Gives a cell its value, in a cage or in none."""
        self._givens[cell] = value, place

    def puzzle(self, size: Size, rules: RuleSet | None, title: str = "") -> ReadPuzzle:
        """The puzzle; under ``killer`` rules if it has a sum of several cells."""
        draft = self._draft
        killer = any(len(cells) > 1 for cells, _, _ in self._sums)
        houses = self.houses.copy()
        for cells, total, place in self._sums:
            given = [self._givens[cell][0] for cell in cells if cell in self._givens]
            rest = [cell for cell in cells if cell not in self._givens]
            if given and len(cells) > 1 and (rules or KILLER).distinct_cages:
                houses.append(tuple(sorted(cells)))
            total -= sum(given)
            if given and (total < len(rest) or (total and not rest)):
                raise place.error(
                    f"the givens in the cage at {short_cell_names(cells)} do not fit its sum"
                )
            if rest or not given:
                draft.add(rest, ADD if len(rest) > 1 else GIVEN, total, place)
        for cell, (value, place) in self._givens.items():
            draft.add([cell], GIVEN, value, place)
        default = KILLER if killer else KENKEN
        return draft.puzzle(
            size, rules, default=default, rules_stated=True, houses=houses, title=title
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
