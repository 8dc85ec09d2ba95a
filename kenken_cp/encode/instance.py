"""A puzzle as engines take it: everything by index, made once a puzzle.

Cells are their indices in reading order. Whatever must all differ is a *group*: lines, houses, and
the cages of rules that forbid a repetition. No engine computes an index, asks whether a house is
full, or lists a cage's tuples for itself. The engines that cross-check the others do not use it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from kenken_cp.encode.tuples import Relation, relation
from kenken_cp.model.geometry import Cell, Grid, House
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle


@dataclass(frozen=True, slots=True)
class Group:
    """Cells that must all differ.

    Args:
        cells: indices, ascending.
        full: whether it has as many cells as there are values, so that it holds each of them.
        house: the same as cells of the puzzle: a line, a house, or a whole cage.
    """

    cells: tuple[int, ...]
    full: bool
    house: House


class IndexedCage:
    """A cage by indices.

    Attributes:
        number: its place among the puzzle's cages.
        cage: the cage itself.
        cells: indices, in the order of the cage's tuples.
        operators: those that may explain it.
        target: the number of its clue.
    """

    def __init__(
        self,
        number: int,
        cage: Cage,
        cells: tuple[int, ...],
        operators: tuple[Operator, ...],
        instance: Instance,
    ) -> None:
        self.number = number
        self.cage = cage
        self.cells = cells
        self.operators = operators
        self.target = cage.target
        self._instance = instance

    @cached_property
    def conflicts(self) -> tuple[int, ...]:
        """For each cell, a bit mask of the earlier cells of the cage that it must differ from."""
        groups = [self._instance.groups_of[cell] for cell in self.cells]
        masks = []
        for i, mine in enumerate(groups):
            mask = 0
            for j in range(i):
                if not mine.isdisjoint(groups[j]):
                    mask |= 1 << j
            masks.append(mask)
        return tuple(masks)

    @cached_property
    def relation(self) -> Relation:
        """What its clue and its groups allow: tuples and automata."""
        return relation(self._instance.domain, self.operators, self.target, self.conflicts)


class Instance:
    """A puzzle by indices.

    Attributes:
        puzzle: the puzzle itself.
        rows: how many rows the board has.
        columns: how many columns.
        domain: the values, ascending.
        groups: the rows, the columns, the extra houses, then cages that may not repeat a value.
        houses: those of the groups that are the puzzle's lines and houses.
        cages: the cages, in the puzzle's order.
        cage_of: for each cell the number of its cage, or None.
        groups_of: for each cell the numbers of its groups.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.rows, self.columns = puzzle.rows, puzzle.columns
        self.domain = puzzle.values
        indexed = [(cage, self.indices(cage.cells)) for cage in puzzle.cages]
        houses = list(puzzle.all_houses)
        if puzzle.rules.distinct_cages:
            houses += [cage.cells for cage in puzzle.cages if len(cage.cells) > 1]
        self.groups = tuple(
            Group(self.indices(house), len(house) == len(self.domain), house) for house in houses
        )
        found: list[list[int]] = [[] for _ in puzzle.cells]
        for number, group in enumerate(self.groups):
            for cell in group.cells:
                found[cell].append(number)
        self.houses = self.groups[: len(puzzle.all_houses)]
        self.groups_of: tuple[frozenset[int], ...] = tuple(map(frozenset, found))
        self.cages = tuple(
            IndexedCage(number, cage, cells, puzzle.possible_operators(cage), self)
            for number, (cage, cells) in enumerate(indexed)
        )
        self.cage_of: list[int | None] = [None] * len(puzzle.cells)
        for number, (_, cells) in enumerate(indexed):
            for cell in cells:
                self.cage_of[cell] = number

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells as (row, column), by index."""
        return self.puzzle.cells

    @property
    def free_cells(self) -> list[int]:
        """The cells in no cage."""
        return [cell for cell, number in enumerate(self.cage_of) if number is None]

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the others that must differ from it, ascending."""
        return tuple(
            tuple(sorted({peer for group in mine for peer in self.groups[group].cells} - {cell}))
            for cell, mine in enumerate(self.groups_of)
        )

    def index(self, cell: Cell) -> int:
        """A cell's place in reading order."""
        row, column = cell
        return row * self.columns + column

    def indices(self, cells: Sequence[Cell]) -> tuple[int, ...]:
        """The places of several cells."""
        columns = self.columns
        return tuple(row * columns + column for row, column in cells)

    def grid(self, values: Sequence[int]) -> Grid:
        """The grid of as many values as there are cells, in reading order."""
        columns = self.columns
        return tuple(
            tuple(values[start : start + columns]) for start in range(0, len(values), columns)
        )


_MAX_REMEMBERED = 256
_remembered: OrderedDict[int, Instance] = OrderedDict()


def instance(puzzle: Puzzle) -> Instance:
    """The instance of a puzzle, made once for each puzzle object."""
    found = _remembered.get(id(puzzle))  # by identity: to hash a puzzle takes as long as a solve
    if found is None or found.puzzle is not puzzle:
        found = _remembered[id(puzzle)] = Instance(puzzle)
        while len(_remembered) > _MAX_REMEMBERED:
            _remembered.popitem(last=False)
    return found
