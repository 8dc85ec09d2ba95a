"""A puzzle by indices, made once for each puzzle: what all fast engines start from.

A cell is its index in reading order. Cells that must all differ are a *group*: lines, houses, and
cages under rules that forbid a repetition. No engine computes an index, a house's fullness or a
cage's tuples for itself. The engines that cross-check the others do not use this module.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, TypeVar

from kenken_cp.clock import checkpoint
from kenken_cp.encode.tuples import Relation, relation
from kenken_cp.model.geometry import Cell, House
from kenken_cp.model.puzzle import Cage, Puzzle, expect_puzzle

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Group:
    """Cells that must all differ.

    Args:
        cells: indices, ascending.
        full: whether it has as many cells as there are values, so that it holds each of them.
        places: its cells as (row, column).
    """

    cells: tuple[int, ...]
    full: bool
    places: House


@dataclass(frozen=True, slots=True, eq=False)
class IndexedCage:
    """A cage by indices.

    Args:
        number: its place among the puzzle's cages.
        cells: indices, in the order of the cage's tuples.
        relation: what its clue and its groups allow: tuples and automata.
    """

    number: int
    cage: Cage
    cells: tuple[int, ...]
    relation: Relation


class Scope(StrEnum):
    """What a constraint is about."""

    CELL = "cell"
    HOUSE = "house"
    CAGE = "cage"

    __hash__ = str.__hash__  # an Enum's own is written in Python: sets of constraints are hot


class Constraint(NamedTuple):
    """One constraint of a puzzle: a cell has one value, the cells of a house differ, or the cells
    of a cage satisfy its clue.

    Args:
        number: the index of the cell, or that of ``Instance.houses`` or ``Instance.cages``.
    """

    scope: Scope
    number: int


class Instance:
    """A puzzle by indices.

    Args:
        released: the numbers of houses whose cells need not differ; their groups have no cells. A
            puzzle cannot express this, but a search for contradicting constraints needs it.

    Attributes:
        domain: the values, ascending.
        cells: the cells as (row, column), by index.
        groups: the rows, the columns, the extra houses, then cages that may not repeat a value.
        houses: the groups that are the puzzle's lines and extra houses.
        groups_of: for each cell the numbers of its groups.
        cages: in the order of the puzzle.
        cage_of: for each cell the number of its cage, or None.
    """

    def __init__(self, puzzle: Puzzle, released: Collection[int] = ()) -> None:
        self.puzzle = puzzle
        self.rows, self.columns = puzzle.rows, puzzle.columns
        self.domain = puzzle.values
        self.cells: tuple[Cell, ...] = puzzle.cells
        self.houses = tuple(
            self._group(house, released=number in released)
            for number, house in enumerate(puzzle.all_houses)
        )
        self.groups = self.houses
        if puzzle.rules.distinct_cages:
            several = [cage.cells for cage in puzzle.cages if len(cage.cells) > 1]
            self.groups += tuple(self._group(cells) for cells in several)
        groups_of: list[list[int]] = [[] for _ in self.cells]
        for number, group in enumerate(self.groups):
            for cell in group.cells:
                groups_of[cell].append(number)
        self.groups_of = tuple(map(frozenset, groups_of))
        self.cages = tuple(self._indexed(number, cage) for number, cage in enumerate(puzzle.cages))
        self.cage_of: list[int | None] = [None] * len(self.cells)
        for indexed in self.cages:
            for cell in indexed.cells:
                self.cage_of[cell] = indexed.number

    def _group(self, house: House, *, released: bool = False) -> Group:
        if released:
            return Group((), full=False, places=house)
        return Group(self.indices(house), len(house) == len(self.domain), house)

    def _indexed(self, number: int, cage: Cage) -> IndexedCage:
        cells = self.indices(cage.cells)
        operators = self.puzzle.possible_operators(cage)
        allowed = relation(self.domain, operators, cage.target, self.must_differ(cells))
        return IndexedCage(number, cage, cells, allowed)

    @property
    def free_cells(self) -> list[int]:
        """The cells in no cage."""
        return [cell for cell, number in enumerate(self.cage_of) if number is None]

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the others that must differ from it, ascending."""
        found = []
        for cell, mine in enumerate(self.groups_of):
            checkpoint()
            others = set().union(*(self.groups[group].cells for group in mine))
            others.discard(cell)
            found.append(tuple(sorted(others)))
        return tuple(found)

    def must_differ(self, cells: Sequence[int]) -> tuple[int, ...]:
        """For each of the cells, a bit mask of the earlier ones that it must differ from."""
        earlier: dict[int, int] = {}  # for each group, the mask of its cells so far
        found = []
        for i, cell in enumerate(cells):
            mask = 0
            for group in self.groups_of[cell]:
                its_cells = earlier.get(group, 0)
                mask |= its_cells
                earlier[group] = its_cells | 1 << i
            found.append(mask)
        return tuple(found)

    def index(self, cell: Cell) -> int:
        """The index of a cell."""
        return cell[0] * self.columns + cell[1]

    def indices(self, cells: Sequence[Cell]) -> tuple[int, ...]:
        """The indices of several cells."""
        columns = self.columns
        return tuple([row * columns + column for row, column in cells])

    def grid(self, values: Sequence[Value]) -> tuple[tuple[Value, ...], ...]:
        """The rows of the board, from one value for each cell in reading order."""
        starts = range(0, len(values), self.columns)
        return tuple([tuple(values[start : start + self.columns]) for start in starts])


_MAX_REMEMBERED = 4
"""Instances that are remembered: few, for that of a giant board may take a hundred megabytes."""

_remembered: dict[int, Instance] = {}
"""The instances used last, the latest at the end, by the identities of their puzzles: hashing a
puzzle takes as long as solving it.
"""


def instance(puzzle: Puzzle) -> Instance:
    """The instance of a puzzle, made once for each puzzle object."""
    expect_puzzle(puzzle)
    found = _remembered.pop(id(puzzle), None) or Instance(puzzle)
    _remembered[id(puzzle)] = found
    for oldest in list(_remembered)[:-_MAX_REMEMBERED]:
        _remembered.pop(oldest, None)
    return found
