"""Sudokus with cages of sums while they are read, and the houses of those that are written.

A value may be given inside a cage of several cells. A puzzle has each cell in one cage only, so the
cage becomes what is left of its sum, the given, and a house of all its cells.
"""

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats_new.draft import Draft
from kenken_cp.formats_new.record import ReadPuzzle
from kenken_cp.formats_new.tokens import Place
from kenken_cp.model.geometry import (
    Cell,
    House,
    Size,
    all_cells,
    boxes,
    cells_by_owner,
    diagonals,
    lines,
)
from kenken_cp.model.houses import DIAGONALS, extra_houses
from kenken_cp.model.operators import ADD, GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER, RuleSet
from kenken_cp.text import short_cell_names


class Sums:
    """The sums and the givens of a Sudoku while it is read; ``place`` is where it begins."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._sums: list[tuple[list[Cell], int, Place]] = []
        self._givens: dict[Cell, tuple[int, Place]] = {}

    def add(self, cells: Iterable[Cell], total: int, place: Place) -> None:
        """Adds a cage with its sum; 0 says that a cell is in no cage."""
        found = list(cells)
        if total:
            self._sums.append((found, total, place))
        elif len(found) > 1:
            raise place.error(f"no sum for the cage at {short_cell_names(found)}; expected one")

    def give(self, cell: Cell, value: int, place: Place) -> None:
        """Gives a cell its value, in a cage or in none."""
        self._givens[cell] = value, place

    def puzzle(
        self, size: Size, rules: RuleSet | None, houses: Iterable[House], **others: Any
    ) -> ReadPuzzle:
        """The puzzle; under ``killer`` rules if it has a sum of several cells."""
        draft = Draft(self._place)
        killer = any(len(cells) > 1 for cells, _, _ in self._sums)
        extra = list(houses)
        for cells, total, place in self._sums:
            given = [self._givens[cell][0] for cell in cells if cell in self._givens]
            rest = [cell for cell in cells if cell not in self._givens]
            if given and len(cells) > 1 and (rules or KILLER).distinct_cages:
                extra.append(tuple(sorted(cells)))
            total -= sum(given)
            if total < len(rest) or (total and not rest):
                raise place.error(
                    f"the givens in the cage at {short_cell_names(cells)} do not fit its sum"
                )
            if rest:
                draft.add(rest, ADD if len(rest) > 1 else GIVEN, total, place)
        for cell, (value, place) in self._givens.items():
            draft.add([cell], GIVEN, value, place)
        default = KILLER if killer else KENKEN
        return draft.puzzle(size, rules, default=default, stated=True, houses=extra, **others)


def regions_of(owners: Iterable[Hashable], size: int, place: Place) -> tuple[House, ...]:
    """Irregular boxes, given the box of each cell; FormatError unless each has ``size`` cells."""
    found = cells_by_owner(owners, all_cells(size, size))
    for cells in found.values():
        if len(cells) != size:
            short = short_cell_names(cells)
            raise place.error(f"a region of {len(cells)} cells, {short}; expected {size} in each")
    return tuple(map(tuple, found.values()))


class SudokuHouses(NamedTuple):
    """The extra houses of a Sudoku: its boxes, whatever their shape, which is None if they are
    irregular, and whether both diagonals.
    """

    regions: tuple[House, ...]
    shape: tuple[int, int] | None
    diagonals: bool


def sudoku_houses(puzzle: Puzzle, name: str) -> SudokuHouses:
    """Those of a square board; FormatError, with the name of a format, for any other houses."""
    size = puzzle.rows
    extra = extra_houses(size, puzzle.houses)
    shape = extra.box_shape
    regions = boxes(size, *shape) if shape else extra.regions or lines(size, size)[:size]
    both = diagonals(size) if DIAGONALS in extra.kinds else ()
    for house in set(puzzle.houses).difference(regions, both) or regions[: len(regions) - size]:
        raise FormatError(f"the {name} format cannot hold the house {short_cell_names(house)}")
    return SudokuHouses(regions, shape, bool(both))
