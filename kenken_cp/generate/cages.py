"""Random cages and clues around a planted grid."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kenken_cp.errors import KenKenError
from kenken_cp.generate.latin import random_grid
from kenken_cp.generate.recipe import Recipe
from kenken_cp.model.geometry import Cell, Grid, House
from kenken_cp.model.operators import GIVEN, Operator
from kenken_cp.model.puzzle import Cage, Puzzle

_MAX_PARTITIONS = 500
"""Tries at partitioning a board into cages before a recipe counts as impossible."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A puzzle, and the solution that it was made around."""

    puzzle: Puzzle
    grid: Grid


def random_puzzle(recipe: Recipe, rng: random.Random) -> Puzzle:
    """A puzzle with at least one solution, and often many.

    Raises:
        KenKenError: if no partition of the board into such cages is found.
    """
    return plant(recipe, rng).puzzle


def plant(recipe: Recipe, rng: random.Random) -> Planted:
    """A random grid, random cages on it, a random clue for each; raises as ``random_puzzle``."""
    grid = random_grid(recipe.size, recipe.values, recipe.houses, rng)
    builder = CageBuilder(recipe, grid, rng)
    for _ in range(_MAX_PARTITIONS):
        parts = builder.partition(recipe.cells)
        if parts is not None:
            break
    else:
        least, most = recipe.cage_sizes
        symbols = " ".join(operator.symbol for operator in recipe.operators)
        raise KenKenError(
            f"a {recipe.size_name} board could not be cut into cages of {least} to {most} cells "
            f"with {symbols} ({_MAX_PARTITIONS} tries)"
        )
    kept = [part for part in parts if not recipe.free or rng.random() >= recipe.free]
    cages = [builder.cage(part) for part in kept]
    return Planted(Puzzle(recipe.size, cages, recipe.values, recipe.houses, recipe.rules), grid)


class CageBuilder:
    """Partitions cells into cages and gives them clues, for one recipe around one grid."""

    def __init__(self, recipe: Recipe, grid: Grid, rng: random.Random) -> None:
        self.recipe, self.grid, self.rng = recipe, grid, rng

    def values_of(self, cells: Iterable[Cell]) -> list[int]:
        """The values of the planted grid in some cells."""
        return [self.grid[row][column] for row, column in cells]

    def operators(self, cells: Sequence[Cell]) -> list[Operator]:
        """The operators of the recipe that a cage over some cells may have in the planted grid."""
        if len(cells) == 1:
            return [GIVEN]
        values, rules = self.values_of(cells), self.recipe.rules
        if rules.distinct_cages and len(set(values)) < len(values):
            return []
        # Nobody prints a negative target, unless there are negative values.
        floor = min(0, *self.recipe.values)
        return [
            operator
            for operator in self.recipe.operators
            if rules.allows(operator, len(cells))
            if (target := operator.evaluate(values)) is not None and target >= floor
        ]

    def cage(self, cells: Sequence[Cell]) -> Cage:
        """A cage over cells that may be one, with one of its operators, perhaps hidden."""
        possible = self.operators(cells)
        # Differences and quotients fit few cages, so they are drawn twice as often where they do.
        weighted = [*possible, *(op for op in possible if not (op is GIVEN or op.complement))]
        operator = self.rng.choice(weighted)
        target = operator.evaluate(self.values_of(cells))
        assert target is not None, "a possible operator has a target"
        hideable = operator is not GIVEN and any(
            operator is known for known, _ in self.recipe.rules.operators
        )
        hidden = hideable and self.rng.random() < self.recipe.hidden
        return Cage(cells, None if hidden else operator, target)

    def partition(self, cells: Sequence[Cell], most: int | None = None) -> list[House] | None:
        """A random partition of cells into connected parts that can be cages of the recipe, with at
        most ``most`` cells if a number is given; None if this attempt failed.
        """
        least, largest = self.recipe.cage_sizes
        sizes = least, min(largest, most or largest)
        return random_partition(cells, sizes, lambda part: bool(self.operators(part)), self.rng)


def random_partition(
    cells: Sequence[Cell],
    sizes: tuple[int, int],
    fits: Callable[[Sequence[Cell]], bool],
    rng: random.Random,
) -> list[House] | None:
    """A random partition of cells into connected parts, each of a size in a range; None if this
    attempt failed.

    Every size from 2 on is drawn equally often. Cells left over between the parts are added to one
    of them, where the range allows it.

    Args:
        fits: whether cells can be a part; called for every beginning of a part, too, as it grows.
    """
    least, most = sizes
    order = list(cells)
    rng.shuffle(order)
    unused = dict.fromkeys(order)
    parts: list[list[Cell]] = []

    def openness(cell: Cell) -> int:
        return min(2, sum(near in unused for near in adjacent_cells(cell)))

    while unused:
        first = min(unused, key=openness)  # corners and ends, before they are cut off
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
    """The four cells that share an edge with a cell, on the board or not."""
    row, column = cell
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def _next(
    part: list[Cell],
    unused: dict[Cell, None],
    fits: Callable[[Sequence[Cell]], bool],
    rng: random.Random,
) -> Cell | None:
    """An unused cell adjacent to a part, by which it can grow."""
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
    """Adds cells to an adjacent part; returns whether there was one that they fit in."""
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
