"""The executable specification: the rules that a grid breaks, in plain arithmetic.

It uses no tuples and no solver. Every solution of every backend is checked by it before anyone sees
it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Literal, SupportsIndex

from kenken_cp.errors import GridError
from kenken_cp.model.geometry import Cell, Grid, House
from kenken_cp.model.integers import as_integer
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle, expect_puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import cell_name, house_name, plural, quoted, short_cell_names, short_values


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule.

    ``kind`` says which: a cell's value outside the puzzle's values, a house with a value twice, a
    cage that misses its clue, or a cage that repeats a value where the rules forbid it.
    """

    kind: Literal["value", "house", "cage", "repeat"]
    cells: tuple[Cell, ...]
    message: str

    def __str__(self) -> str:
        return self.message


class Checker:
    """``violations`` for many grids of one puzzle; what depends only on the puzzle is made once."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._values = frozenset(puzzle.values)
        self._houses = [(house, len(house), self._pick(house)) for house in puzzle.all_houses]
        self._cages = [
            (cage, self._pick(cage.cells), [op.evaluate for op in puzzle.possible_operators(cage)])
            for cage in puzzle.cages
        ]

    def _pick(self, cells: Sequence[Cell]) -> Callable[[Sequence[int]], Sequence[int]]:
        """The function that picks the values of these cells out of those of a grid."""
        first, *others = [row * self._puzzle.columns + column for row, column in cells]
        return itemgetter(first, *others) if others else itemgetter(slice(first, first + 1))

    def __call__(self, flat: Sequence[int]) -> list[Violation]:
        """The violations of a grid, given as its values in reading order."""
        found = []
        if not self._values.issuperset(flat):
            found += [self._bad_value(i, v) for i, v in enumerate(flat) if v not in self._values]
        for house, count, pick in self._houses:
            if len(set(pick(flat))) != count:
                name = house_name(house, self._puzzle.rows, self._puzzle.columns)
                found.append(_repeat("house", name, house, pick(flat)))
        distinct, possible = self._puzzle.rules.distinct_cages, self._puzzle.possible_operators
        for cage, pick, meanings in self._cages:
            values = pick(flat)
            for evaluate in meanings:
                if evaluate(values) == cage.target:
                    break
            else:
                # Checked last: with nearly all operators, values make only a single target.
                if not any(op.holds(values, cage.target) for op in possible(cage)):
                    found.append(self._bad_cage(cage, values))
            if distinct and len(set(values)) != len(values):
                found.append(_repeat("repeat", f"the cage {cage}", cage.cells, values))
        return found

    def _bad_value(self, index: int, value: int) -> Violation:
        cell = self._puzzle.cells[index]
        expected = short_values(self._puzzle.values)
        return Violation(
            "value", (cell,), f"{cell_name(cell)} holds {value}; expected one of {expected}"
        )

    def _bad_cage(self, cage: Cage, values: Sequence[int]) -> Violation:
        verb = cage.operator.verb if cage.operator and len(values) > 1 else "make"
        do = "do" if len(values) > 1 else "does"
        broken = f"holds {' '.join(map(str, values))}, which {do} not {verb} {cage.target}"
        return Violation("cage", cage.cells, f"the cage {cage} {broken}")


def _repeat(
    kind: Literal["house", "repeat"], name: str, cells: tuple[Cell, ...], values: Sequence[int]
) -> Violation:
    value = next(v for v in values if values.count(v) > 1)
    twice = tuple(cell for cell, v in zip(cells, values, strict=True) if v == value)
    return Violation(kind, twice, f"{name} has {value} more than once: {short_cell_names(twice)}")


def satisfies(puzzle: Puzzle, constraint: Cage | House, grid: Grid) -> bool:
    """Whether a grid satisfies one cage, or one house, of a puzzle, whatever else it breaks."""
    if not isinstance(constraint, Cage):
        return len({grid[row][column] for row, column in constraint}) == len(constraint)
    cage, cells = constraint, constraint.cells
    values = [grid[row][column] for row, column in cells]
    if puzzle.rules.distinct_cages and len(set(values)) < len(values):
        return False
    return any(operator.holds(values, cage.target) for operator in puzzle.possible_operators(cage))


AnyGrid = Iterable[Iterable[SupportsIndex]]
"""A grid as an argument: rows of integers of any type, such as an array."""


def violations(puzzle: Puzzle, grid: AnyGrid) -> list[Violation]:
    """Every rule that a complete grid breaks; empty when the grid is a solution.

    Args:
        grid: rows of integers.

    Raises:
        GridError: if the grid has another shape than the puzzle, or holds what is no integer.
    """
    expect_puzzle(puzzle)
    rows = rows_of(grid, puzzle)
    flat = []
    for number, row in enumerate(rows, 1):
        for value in row:
            integer = as_integer(value)
            if integer is None:
                raise GridError(
                    f"row {number} of the grid holds {quoted(value)}; expected integers"
                )
            flat.append(integer)
    return Checker(puzzle)(flat)


def rows_of(grid: object, puzzle: Puzzle) -> list[list[Any]]:
    """The rows of a grid as lists; GridError if its shape is not that of the puzzle."""
    expected = f"expected {puzzle.rows} rows of {plural(puzzle.columns, 'value')}"
    rows = [
        _several(row, f"row {number} of the grid", expected)
        for number, row in enumerate(_several(grid, "the grid", expected), 1)
    ]
    if len(rows) != puzzle.rows:
        raise GridError(f"the grid has {plural(len(rows), 'row')}; {expected}")
    for number, row in enumerate(rows, 1):
        if len(row) != puzzle.columns:
            found = f"row {number} of the grid has {plural(len(row), 'value')}"
            raise GridError(f"{found}; {expected}")
    return rows


def _several(items: object, what: str, expected: str) -> list[Any]:
    """The items of a grid, or of a row of it; GridError if it has none to go through."""
    try:
        if isinstance(items, str | bytes):  # whose characters are no values
            raise TypeError
        several = iter(items)  # type: ignore[call-overload]
    except TypeError:
        raise GridError(f"{what} is {quoted(items)}; {expected}") from None
    return list(several)


def has_same_meaning(puzzle: Puzzle, rules: RuleSet) -> bool:
    """Whether the clues of a puzzle mean the same under other rules: each cage shows its operator
    and has the same tuples, so that the puzzle has the same solutions.

    Rule sets differ only in the operators that a cage may have, and in whether a cage may hold a
    value twice; what an operator makes of values, zeros among them, is the same under all. So it is
    enough that every clue shows its operator, that the other rules allow it on that many cells, and
    that both rule sets treat repeated values alike, where a cage has several.
    """
    if rules is puzzle.rules:
        return True
    if rules.distinct_cages != puzzle.rules.distinct_cages and any(
        len(cage.cells) > 1 for cage in puzzle.cages
    ):
        return False
    return all(
        cage.operator is not None and rules.allows(cage.operator, len(cage.cells))
        for cage in puzzle.cages
    )


def working_operators(puzzle: Puzzle, grid: Grid) -> dict[Cage, tuple[Operator, ...]]:
    """For each cage with a hidden operator, the operators that explain its values in a solution: at
    least one.
    """
    found = {}
    for cage in puzzle.cages:
        if cage.operator is None:
            values = [grid[row][column] for row, column in cage.cells]
            possible = puzzle.possible_operators(cage)
            found[cage] = tuple(each for each in possible if each.holds(values, cage.target))
    return found
