"""Random cages and clues around a planted grid."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kenken_cp.errors import KenKenError
from kenken_cp.generate.latin import random_grid
from kenken_cp.generate.recipe import Recipe
from kenken_cp.model.geometry import Cell, Grid, House, lines
from kenken_cp.model.operators import DIVIDE, GIVEN, SUBTRACT, Operator
from kenken_cp.model.puzzle import Cage, Puzzle

_PARTITIONS = 500
"""Tries at cutting a board into cages before a recipe is said to be impossible."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A puzzle, and the solution that it was made around."""

    puzzle: Puzzle
    grid: Grid


def random_puzzle(recipe: Recipe, rng: random.Random) -> Puzzle:
    """A puzzle with at least one solution, and often many.

    Raises:
        KenKenError: if the board cannot be cut into such cages.
    """
    return plant(recipe, rng).puzzle


def plant(recipe: Recipe, rng: random.Random) -> Planted:
    """A random grid, random cages on it, a random clue for each; raises as ``random_puzzle``."""
    grid = random_grid(recipe.size, recipe.values, recipe.houses, rng)
    builder = CageBuilder(recipe, grid, rng)
    cells = [cell for row in lines(recipe.size)[: recipe.size] for cell in row]
    for _ in range(_PARTITIONS):
        parts = builder.partition(cells)
        if parts is not None:
            break
    else:
        least, most = recipe.cage_sizes
        symbols = " ".join(operator.symbol for operator in recipe.operators)
        raise KenKenError(
            f"a {recipe.size}x{recipe.size} board could not be cut into cages of {least} to "
            f"{most} cells with {symbols} ({_PARTITIONS} tries)"
        )
    kept = [part for part in parts if not recipe.free or rng.random() >= recipe.free]
    cages = [builder.cage(part) for part in kept]
    return Planted(Puzzle(recipe.size, cages, recipe.values, recipe.houses, recipe.rules), grid)


class CageBuilder:
    """Cuts cells into cages and gives them clues, for one recipe around one grid."""

    def __init__(self, recipe: Recipe, grid: Grid, rng: random.Random) -> None:
        self.recipe, self.grid, self.rng = recipe, grid, rng

    def values_of(self, cells: Iterable[Cell]) -> list[int]:
        """The values of the planted grid there."""
        return [self.grid[row][column] for row, column in cells]

    def operators(self, cells: Sequence[Cell]) -> list[Operator]:
        """The operators of the recipe that the planted values of a cage allow."""
        if len(cells) == 1:
            return [GIVEN]
        values = self.values_of(cells)
        if self.recipe.rules.distinct_cages and len(set(values)) < len(values):
            return []
        # Nobody prints a negative target, unless there are negative values.
        floor = min(0, *self.recipe.values)
        return [
            operator
            for operator in self.recipe.rules.possible_operators(len(cells))
            if operator in self.recipe.operators
            if (target := operator.evaluate(values)) is not None and target >= floor
        ]

    def cage(self, cells: Sequence[Cell]) -> Cage:
        """A cage over cells that may be one, with one of its operators, perhaps hidden."""
        able = self.operators(cells)
        # Few cages can have these, so they are drawn twice as often where they can.
        able += [operator for operator in able if operator in (SUBTRACT, DIVIDE)]
        operator = self.rng.choice(able)
        target = operator.evaluate(self.values_of(cells))
        assert target is not None, "an operator that fits has a target"
        hidden = operator is not GIVEN and self.rng.random() < self.recipe.hidden
        return Cage(cells, None if hidden else operator, target)

    def partition(self, cells: Sequence[Cell], most: int | None = None) -> list[House] | None:
        """Cells cut at random into connected parts that can be cages of the recipe's sizes, or of
        at most ``most`` cells; None if this time it did not work out.
        """
        least, largest = self.recipe.cage_sizes
        return partition(
            cells, (least, min(largest, most or largest)), lambda part: bool(self.operators(part)),
            self.rng,
        )  # fmt: skip


def partition(
    cells: Sequence[Cell],
    sizes: tuple[int, int],
    fits: Callable[[Sequence[Cell]], bool],
    rng: random.Random,
) -> list[House] | None:
    """Cells cut at random into connected parts, each of a size in a range; None if it failed.

    Every size from 2 on is drawn equally often. What is left over between the parts is added to one
    of them, if there is room.

    Args:
        fits: whether cells can be a part; asked of all its beginnings, too, as it grows.
    """
    least, most = sizes
    order = list(cells)
    rng.shuffle(order)
    unused = dict.fromkeys(order)
    parts: list[list[Cell]] = []
    while unused:
        # Corners and ends first, before they are cut off and left over.
        first = min(
            unused, key=lambda cell: min(2, sum(near in unused for near in adjacent_cells(cell)))
        )
        part = [first]
        del unused[first]
        wanted = rng.randint(min(max(least, 2), most), most)
        while len(part) < wanted and (following := _next(part, unused, fits, rng)):
            part.append(following)
            del unused[following]
        if len(part) < max(least, 2) and _absorb(part, parts, most, fits, rng):
            continue
        if len(part) < least:
            return None
        parts.append(part)
    return [tuple(sorted(part)) for part in parts]


def adjacent_cells(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells at a cell's edges, on the board or not."""
    row, column = cell
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def _next(
    part: list[Cell],
    unused: dict[Cell, None],
    fits: Callable[[Sequence[Cell]], bool],
    rng: random.Random,
) -> Cell | None:
    """A cell beside a part that it can grow by."""
    edge = [near for cell in part for near in adjacent_cells(cell) if near in unused]
    rng.shuffle(edge)
    return next((cell for cell in edge if fits([*part, cell])), None)


def _absorb(
    rest: list[Cell],
    parts: list[list[Cell]],
    most: int,
    fits: Callable[[Sequence[Cell]], bool],
    rng: random.Random,
) -> bool:
    """Adds cells to a part beside them, if one has room."""
    around = {near for cell in rest for near in adjacent_cells(cell)}
    able = [
        part
        for part in parts
        if len(part) + len(rest) <= most and not around.isdisjoint(part) and fits([*part, *rest])
    ]
    if not able:
        return False
    rng.choice(able).extend(rest)
    return True
