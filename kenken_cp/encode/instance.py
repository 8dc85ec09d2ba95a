"""A puzzle by indices, made once for each puzzle: what all fast engines start from.

A cell is its index in reading order. Cells that must all differ are a *group*: lines, houses, and
cages under rules that forbid a repetition. No engine computes an index, a house's fullness or a
cage's tuples for itself. The engines that cross-check the others do not use this module.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from kenken_cp.caches import computed_once, emptied_by, remembered
from kenken_cp.clock import checkpoint
from kenken_cp.encode.tuples import Relation, relation
from kenken_cp.model.geometry import Cell, House, all_cells, lines
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle, expect_puzzle

Value = TypeVar("Value")
Parameters = ParamSpec("Parameters")


@dataclass(frozen=True, slots=True)
class Group:
    """Cells that must all differ.

    Args:
        cells: indices, ascending.
        full: whether it has as many cells as there are values, so that it holds each of them.
        house: its cells as (row, column): a line, a house, or a whole cage.
    """

    cells: tuple[int, ...]
    full: bool
    house: House


@dataclass(slots=True, eq=False)
class IndexedCage:
    """A cage by indices.

    Args:
        number: its place among the puzzle's cages.
        cells: indices, in the order of the cage's tuples.
        operators: those that may explain its clue.
    """

    number: int
    cage: Cage
    cells: tuple[int, ...]
    operators: tuple[Operator, ...]
    _instance: Instance = field(repr=False)
    _relation: Relation | None = field(default=None, init=False, repr=False)

    @property
    def target(self) -> int:
        """The number of its clue."""
        return self.cage.target

    @property
    def conflicts(self) -> tuple[int, ...]:
        """For each cell, a bit mask of the earlier cells of the cage that it must differ from."""
        return self._instance.conflicts(self.cells)

    @property
    def relation(self) -> Relation:
        """What its clue and its groups allow: tuples and automata."""
        if self._relation is None:  # a cached_property would lock, which takes as long as all this
            domain = self._instance.domain
            self._relation = relation(domain, self.operators, self.target, self.conflicts)
        return self._relation


class Kind(StrEnum):
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

    kind: Kind
    number: int


class Instance:
    """A puzzle by indices.

    Args:
        released: the numbers of houses whose cells need not differ; their groups have no cells. A
            puzzle cannot express this, but a search for contradicting constraints needs it.

    Attributes:
        domain: the values, ascending.
        groups: the rows, the columns, the extra houses, then cages that may not repeat a value.
        houses: the groups that are the puzzle's lines and extra houses.
        cage_of: for each cell the number of its cage, or None.
        groups_of: for each cell the numbers of its groups.
        derived: the results of functions decorated with ``once_an_instance``.
    """

    def __init__(self, puzzle: Puzzle, released: Collection[int] = ()) -> None:
        self.puzzle = puzzle
        self.derived: dict[object, Any] = {}
        self.rows, self.columns = puzzle.rows, puzzle.columns
        self.domain = puzzle.values
        others = list(puzzle.houses)
        if puzzle.rules.distinct_cages:
            others += [cage.cells for cage in puzzle.cages if len(cage.cells) > 1]
        line_groups, self.groups_of = _lines(self.rows, self.columns, len(self.domain))
        self.groups = line_groups
        if others:
            self.groups += tuple(
                Group(self.indices(house), len(house) == len(self.domain), house)
                for house in others
            )
            self.groups_of = _groups_of(len(puzzle.cells), self.groups)
        if released:
            self.groups = tuple(
                Group(cells=(), full=False, house=group.house) if number in released else group
                for number, group in enumerate(self.groups)
            )
            self.groups_of = _groups_of(len(puzzle.cells), self.groups)
        self.houses = self.groups[: len(line_groups) + len(puzzle.houses)]
        operators = puzzle.possible_operators
        self.cages = tuple(
            IndexedCage(number, cage, self.indices(cage.cells), operators(cage), self)
            for number, cage in enumerate(puzzle.cages)
        )
        self.cage_of: list[int | None] = [None] * len(puzzle.cells)
        for cage in self.cages:
            for cell in cage.cells:
                self.cage_of[cell] = cage.number

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells as (row, column), by index."""
        return self.puzzle.cells

    @property
    def free_cells(self) -> list[int]:
        """The cells in no cage."""
        return [cell for cell, number in enumerate(self.cage_of) if number is None]

    @computed_once
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the others that must differ from it, ascending."""
        found = []
        for cell, mine in enumerate(self.groups_of):
            checkpoint()
            others = set().union(*(self.groups[group].cells for group in mine))
            others.discard(cell)
            found.append(tuple(sorted(others)))
        return tuple(found)

    def conflicts(self, cells: Sequence[int]) -> tuple[int, ...]:
        """For each of the cells, a bit mask of the earlier ones that it must differ from."""
        return _conflicts(tuple([self.groups_of[cell] for cell in cells]))

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


@remembered(1 << 6, lambda found: 400 * len(found[1]))
def _lines(
    rows: int, columns: int, value_count: int
) -> tuple[tuple[Group, ...], tuple[frozenset[int], ...]]:
    """The groups of a board's lines, and for each cell their numbers."""
    index = {cell: number for number, cell in enumerate(all_cells(rows, columns))}
    groups = tuple(
        Group(tuple([index[cell] for cell in line]), len(line) == value_count, line)
        for line in lines(rows, columns)
    )
    return groups, _groups_of(rows * columns, groups)


def _groups_of(cell_count: int, groups: tuple[Group, ...]) -> tuple[frozenset[int], ...]:
    found: list[list[int]] = [[] for _ in range(cell_count)]
    for number, group in enumerate(groups):
        for cell in group.cells:
            found[cell].append(number)
    return tuple(map(frozenset, found))


@remembered(1 << 14, lambda found: sum(60 + mask.bit_length() // 8 for mask in found))
def _conflicts(groups: tuple[frozenset[int], ...]) -> tuple[int, ...]:
    earlier: dict[int, int] = {}  # for each group, the mask of its cells so far
    found = []
    for i, mine in enumerate(groups):
        mask = 0
        for group in mine:
            its_cells = earlier.get(group, 0)
            mask |= its_cells
            earlier[group] = its_cells | 1 << i
        found.append(mask)
    return tuple(found)


def once_an_instance(
    function: Callable[Concatenate[Instance, Parameters], Value],
) -> Callable[Concatenate[Instance, Parameters], Value]:
    """Decorates a function of an instance, so that its results are kept in the instance."""

    @wraps(function)
    def found(of: Instance, /, *arguments: Parameters.args, **named: Parameters.kwargs) -> Value:
        key = (function, arguments, *named.items())
        if key not in of.derived:
            of.derived[key] = function(of, *arguments, **named)
        value: Value = of.derived[key]
        return value

    return found


_MAX_REMEMBERED = 16
"""Instances. If more are kept, garbage collection costs more than making them again: encoding 110
9x9 boards takes 50 ms with 16, and 80 ms with 256.
"""

_MAX_REMEMBERED_CELLS = 1 << 13
"""Cells of all remembered instances: of 64x64 boards, two are remembered."""

_remembered: OrderedDict[int, Instance] = OrderedDict()


def instance(puzzle: Puzzle) -> Instance:
    """The instance of a puzzle, made once for each puzzle object."""
    found = _remembered.get(id(puzzle))  # by identity: hashing a puzzle takes as long as solving it
    if found is None or found.puzzle is not puzzle:
        expect_puzzle(puzzle)
        found = _remembered[id(puzzle)] = Instance(puzzle)
        _forget(max(1, min(_MAX_REMEMBERED, _MAX_REMEMBERED_CELLS // len(puzzle.cells))))
    return found


def _forget(most: int = 1) -> None:
    """Forgets the oldest instances until that many are left: the latest are still in use."""
    while len(_remembered) > most:
        _remembered.popitem(last=False)


emptied_by(_forget)
