"""Cell, Cage, Puzzle, Grid: frozen data, validated once on construction."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise

from kenken_cp.errors import PuzzleError
from kenken_cp.model.operators import ADD, GIVEN, MULTIPLY, Operator, operator_named
from kenken_cp.model.rule_sets import KENKEN, RuleSet, rules_named

Cell = tuple[int, int]
"""(row, column), 0-based."""

House = tuple[Cell, ...]
"""Cells that must all differ, in reading order."""

Grid = tuple[tuple[int, ...], ...]
"""A complete assignment: ``size`` rows of ``size`` values."""

MAX_SIZE = 64
"""Large enough for anything printed; a size beyond it is a typing error, not a puzzle."""

MAX_VALUE = 10**6
"""Largest magnitude of a value: sums and encodings stay far inside 64-bit integers."""

MAX_VALUES = 1000
"""Most values: every engine takes time and memory for each, in every cell."""


class Count(int):
    """How many solutions: exact, or a lower bound when ``exact`` is false (printed ``304492+``)."""

    exact: bool

    def __new__(cls, value: int, exact: bool = True) -> Count:  # noqa: FBT001, FBT002 - reads well
        self = super().__new__(cls, value)
        self.exact = exact
        return self

    @classmethod
    def parse(cls, text: str) -> Count:
        """Reads ``8`` or ``3+``; ValueError for anything else."""
        if not re.fullmatch(r"[0-9]{1,100}\+?", text):
            raise ValueError(f"{text[:40]!r} is no count; expected one such as 8 or 3+")
        return cls(int(text.rstrip("+")), not text.endswith("+"))

    def agrees(self, found: Count) -> bool:
        """Whether two counts of the same puzzle may both be true."""
        return (
            (self == found if self.exact else self <= found)
            if found.exact
            else (not self.exact or found <= self)
        )

    def __str__(self) -> str:
        return int.__repr__(self) + ("" if self.exact else "+")

    __repr__ = __str__

    def __reduce__(self) -> tuple[type[Count], tuple[int, bool]]:
        return Count, (int(self), self.exact)


def cell_name(cell: Cell) -> str:
    """A cell as people read it, 1-based: ``r1c1``."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def cells_name(cells: Iterable[Cell]) -> str:
    """Several cells as people read them: ``r1c1 r1c2``."""
    return " ".join(map(cell_name, cells))


def cells_shown(cells: Sequence[Cell]) -> str:
    """The same for a message: of many cells only the first."""
    if len(cells) <= _SHOWN:
        return cells_name(cells)
    return f"{cells_name(cells[:_SHOWN])} ... ({len(cells)} cells)"


_SHOWN = 8


def values_shown(values: Sequence[int]) -> str:
    """Values for a message: of many only the first and the last."""
    if len(values) <= 2 * _SHOWN:
        return " ".join(map(str, values))
    return " ".join([*map(str, values[:_SHOWN]), "...", str(values[-1])])


@cache
def lines(size: int) -> tuple[House, ...]:
    """The rows of a board, then its columns."""
    rows = [tuple((row, column) for column in range(size)) for row in range(size)]
    return (*rows, *zip(*rows, strict=True))


@lru_cache(maxsize=256)
def boxes(size: int, height: int, width: int) -> tuple[House, ...]:
    """The boxes of a Sudoku-like board, each ``height`` rows by ``width`` columns.

    Raises:
        PuzzleError: if such boxes do not tile the board, or are larger than a line.
    """
    if height < 1 or width < 1 or size % height or size % width or height * width > size:
        raise PuzzleError(
            f"boxes of {height}x{width} do not fit a {size}x{size} board; "
            f"expected rows x columns that divide it, of at most {size} cells"
        )
    return tuple(
        tuple((top + r, left + c) for r in range(height) for c in range(width))
        for top in range(0, size, height)
        for left in range(0, size, width)
    )


def diagonals(size: int) -> tuple[House, House]:
    """The two main diagonals."""
    return (
        tuple((i, i) for i in range(size)),
        tuple((i, size - 1 - i) for i in range(size)),
    )


def pieces(cells: Iterable[Cell]) -> list[House]:
    """Cells sorted into the pieces that hang together by their edges, each in reading order."""
    unreached, found = set(cells), []
    while unreached:
        piece, edge = [], [unreached.pop()]
        while edge:
            row, column = cell = edge.pop()
            near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
            piece.append(cell)
            edge += near & unreached
            unreached -= near
        found.append(tuple(sorted(piece)))
    return sorted(found)


def _cells(cells: Iterable[Sequence[int]], what: str) -> House:
    """Cells in reading order."""
    found = [tuple(cell) for cell in cells]
    for cell in found:
        if len(cell) != 2 or type(cell[0]) is not int or type(cell[1]) is not int:
            raise PuzzleError(f"{cell!r} in {what} is no cell; expected (row, column), from 0")
    return tuple(sorted((row, column) for row, column in found))


def box_shape(size: int, houses: Iterable[House]) -> tuple[int, int] | None:
    """The largest boxes that all stand among some houses, as (height, width); lines need not."""
    known = set(houses).union(lines(size))
    sides = [side for side in range(1, size + 1) if size % side == 0]
    shapes = [(h, w) for h in sides for w in sides if min(h, w) > 1 and h * w <= size]
    fitting = [shape for shape in shapes if known.issuperset(boxes(size, *shape))]
    return max(fitting, key=lambda shape: shape[0] * shape[1], default=None)


@dataclass(frozen=True, slots=True, init=False)
class Cage:
    """Cells with one clue.

    Args:
        cells: any order; kept in reading order, which is the order of the cage's tuples.
        operator: a record of the operator table, or its name or symbol; None means hidden. A cage
            of one cell is a given, however its clue is spelled (``add``, ``multiply``, hidden).
        target: the number of the clue.

    Raises:
        PuzzleError: for an empty cage, a cell twice, a target that is not an integer, or an
            operator that cannot stand on so few or so many cells under any rules.
        UnknownNameError: for an operator that does not exist.
    """

    cells: tuple[Cell, ...]
    operator: Operator | None
    target: int

    def __init__(
        self, cells: Iterable[Sequence[int]], operator: Operator | str | None, target: int
    ) -> None:
        ordered = _cells(cells, "a cage")
        if not isinstance(operator, Operator) and operator is not None:
            operator = operator_named(operator)
        if not ordered:
            raise PuzzleError("a cage needs at least one cell")
        if type(target) is not int:
            raise PuzzleError(
                f"the cage at {cells_shown(ordered)} has target {target!r}; expected an integer",
                cell=ordered[0],
            )
        for cell, following in pairwise(ordered):
            if cell == following:
                raise PuzzleError(f"cell {cell_name(cell)} is twice in one cage", cell=cell)
        if len(ordered) == 1 and operator in (None, ADD, MULTIPLY):
            operator = GIVEN
        if operator is not None and (len(ordered) == 1) != (operator is GIVEN):
            raise PuzzleError(
                f"operator {operator.symbol!r} of the cage at {cells_shown(ordered)} needs "
                + ("one cell" if operator is GIVEN else "two cells or more"),
                cell=ordered[0],
            )
        object.__setattr__(self, "cells", ordered)
        object.__setattr__(self, "operator", operator)
        object.__setattr__(self, "target", target)

    @property
    def clue(self) -> str:
        """Target and operator as files write them: ``11+``; a bare number for given and hidden."""
        if self.operator is None or self.operator is GIVEN:
            return str(self.target)
        return f"{self.target}{self.operator.symbol}"

    def __str__(self) -> str:
        return f"{self.clue} at {cells_shown(self.cells)}"


@dataclass(frozen=True, slots=True, init=False)
class Puzzle:
    """A board of cages and all-different houses.

    Args:
        size: rows, and columns.
        cages: not overlapping; a cell in none is free. Kept in reading order of their first cells.
        values: what a cell may hold: at least ``size`` distinct integers, by default 1..size.
        houses: extra houses (boxes, diagonals), on top of every row and column.
        rules: a rule set, or its name.
        title: for people; not part of equality.
        expected: how many solutions the author says there are; not part of equality.

    Raises:
        PuzzleError: naming the cell or cage that is wrong, in 1-based terms.
    """

    size: int
    cages: tuple[Cage, ...]
    values: tuple[int, ...]
    houses: tuple[House, ...]
    rules: RuleSet
    title: str = field(compare=False)
    expected: Count | None = field(compare=False)

    def __init__(
        self,
        size: int,
        cages: Iterable[Cage] = (),
        values: Iterable[int] = (),
        houses: Iterable[Iterable[Sequence[int]]] = (),
        rules: RuleSet | str = KENKEN,
        title: str = "",
        expected: Count | int | None = None,
    ) -> None:
        if type(size) is not int or not 1 <= size <= MAX_SIZE:
            raise PuzzleError(f"size {size!r}; expected a whole number from 1 to {MAX_SIZE}")
        rules = rules if isinstance(rules, RuleSet) else rules_named(rules)
        values = _check_values(tuple(values) or tuple(range(1, size + 1)), size)
        cages = tuple(cages)
        for cage in cages:
            if not isinstance(cage, Cage):
                raise PuzzleError(f"{cage!r} is no cage; expected Cage(cells, operator, target)")
        cages = tuple(sorted(cages, key=lambda cage: cage.cells))
        distinct = {_cells(house, "a house") for house in houses}
        _check_cages(cages, size, rules)
        _check_houses(distinct, size, len(values))
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "cages", cages)
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "houses", tuple(sorted(distinct - set(lines(size)))))
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "title", str(title))
        if expected is not None and not isinstance(expected, Count):
            expected = Count(expected)
        object.__setattr__(self, "expected", expected)

    @property
    def all_houses(self) -> tuple[House, ...]:
        """Rows, columns, then the extra houses."""
        return lines(self.size) + self.houses

    @property
    def free_cells(self) -> tuple[Cell, ...]:
        """The cells in no cage, in reading order."""
        caged = {cell for cage in self.cages for cell in cage.cells}
        return tuple(
            cell for row in lines(self.size)[: self.size] for cell in row if cell not in caged
        )

    def readings(self, cage: Cage) -> tuple[Operator, ...]:
        """The operators that may explain a cage: its own, or any the rules allow if it is
        hidden.
        """
        return (cage.operator,) if cage.operator else self.rules.readings(len(cage.cells))

    def __str__(self) -> str:
        return self.title or f"{self.size}x{self.size} {self.rules.name} puzzle"


def clashes(puzzle: Puzzle, cage: Cage) -> tuple[int, ...]:
    """For each cell of a cage, a bit mask of the earlier cells of the cage that it must differ
    from.
    """
    if puzzle.rules.distinct_cages:
        return tuple((1 << i) - 1 for i in range(len(cage.cells)))
    houses_at = houses_by_cell(puzzle.houses) if puzzle.houses else _NO_HOUSES
    masks = []
    for i, (row, column) in enumerate(cage.cells):
        mask = 0
        for j in range(i):
            other = cage.cells[j]
            if (
                other[0] == row
                or other[1] == column
                or not houses_at.get((row, column), _NONE).isdisjoint(houses_at.get(other, _NONE))
            ):
                mask |= 1 << j
        masks.append(mask)
    return tuple(masks)


_NONE: frozenset[int] = frozenset()
_NO_HOUSES: dict[Cell, frozenset[int]] = {}


@lru_cache(maxsize=16)
def houses_by_cell(houses: tuple[House, ...]) -> Mapping[Cell, frozenset[int]]:
    """For each cell, the indices of the houses that contain it."""
    found: dict[Cell, set[int]] = {}
    for index, house in enumerate(houses):
        for cell in house:
            found.setdefault(cell, set()).add(index)
    return {cell: frozenset(indices) for cell, indices in found.items()}


def _check_values(values: tuple[int, ...], size: int) -> tuple[int, ...]:
    """The values, ascending."""
    for value in values:
        if type(value) is not int or abs(value) > MAX_VALUE:
            raise PuzzleError(
                f"value {value!r}; expected integers within {-MAX_VALUE}..{MAX_VALUE}"
            )
    if len(set(values)) < len(values):
        raise PuzzleError(f"values {values_shown(values)} repeat; expected distinct integers")
    if len(values) > MAX_VALUES:
        raise PuzzleError(f"{len(values)} values; expected at most {MAX_VALUES}")
    if len(values) < size:
        raise PuzzleError(
            f"{len(values)} values ({values_shown(values)}) for lines of {size} cells; "
            f"expected at least {size}"
        )
    return tuple(sorted(values))


def _check_cages(cages: tuple[Cage, ...], size: int, rules: RuleSet) -> None:
    owner: dict[Cell, Cage] = {}
    for cage in cages:
        for cell in cage.cells:
            _check_on_board(cell, size, f"of the cage {cage.clue}")
            if cell in owner:
                raise PuzzleError(
                    f"cell {cell_name(cell)} is in two cages, {owner[cell]} and {cage}", cell=cell
                )
            owner[cell] = cage
        allowed = rules.readings(len(cage.cells))
        if cage.operator not in allowed and not (cage.operator is None and allowed):
            symbols = " ".join(op.symbol for op in allowed) or "no cage"
            raise PuzzleError(
                f"the cage {cage} has {len(cage.cells)} cells; {rules.name} rules allow only "
                f"{symbols} on that many",
                cell=cage.cells[0],
            )


def _check_houses(houses: set[House], size: int, values: int) -> None:
    for house in houses:
        for cell in house:
            _check_on_board(cell, size, "of a house")
        if len(set(house)) < len(house) or not 1 <= len(house) <= values:
            place = cells_shown(house) or "of no cells"
            raise PuzzleError(f"the house {place}: expected 1 to {values} different cells")


def _check_on_board(cell: Cell, size: int, what: str) -> None:
    row, column = cell
    if not (0 <= row < size and 0 <= column < size):
        raise PuzzleError(
            f"cell {cell_name(cell)} {what} is outside the board; expected r1c1 to r{size}c{size}",
            cell=cell,
        )
