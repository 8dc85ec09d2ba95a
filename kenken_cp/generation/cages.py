"""Random cages and clues around a planted grid."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kenken_cp.clock import checkpoint
from kenken_cp.errors import KenKenError
from kenken_cp.generation.grids import random_grid, shuffled
from kenken_cp.generation.recipe import Recipe, symbols
from kenken_cp.model.geometry import Cell, House, adjacent_cells
from kenken_cp.model.operators import GIVEN, Operator
from kenken_cp.model.puzzle import Cage, Puzzle

_MAX_PARTITIONS = 500
"""Tries at partitioning a board into cages before a recipe counts as impossible."""


class CageBuilder:
    """Partitions cells into cages and gives them clues, for one recipe around a random grid.

    Raises:
        KenKenError: if no grid is found.
    """

    def __init__(self, recipe: Recipe, rng: random.Random) -> None:
        self.recipe, self.rng = recipe, rng
        self.grid = random_grid(recipe.board, rng)

    def random_puzzle(self) -> Puzzle:
        """A puzzle of which the grid is a solution, and often one of many.

        Raises:
            KenKenError: if no partition of the board into such cages is found.
        """
        recipe = self.recipe
        for _ in range(_MAX_PARTITIONS):
            parts = self.partition(recipe.board.cells)
            if parts is not None:
                return replace(recipe.board, cages=tuple(map(self.cage, parts)))
        least, most = recipe.cage_sizes
        raise KenKenError(
            f"a {recipe.board.size_name} board could not be divided into cages of {least} to "
            f"{most} cells with {symbols(recipe.operators)} ({_MAX_PARTITIONS} tries)"
        )

    def values_of(self, cells: Iterable[Cell]) -> list[int]:
        """The values of the planted grid in some cells."""
        return [self.grid[row][column] for row, column in cells]

    def fitting_operators(self, cells: Sequence[Cell]) -> list[Operator]:
        """The operators of the recipe that a cage over some cells may have in the planted grid."""
        if len(cells) == 1:
            return [GIVEN]
        # In reading order, as a cage has them: some operators go by it.
        values, board = self.values_of(sorted(cells)), self.recipe.board
        if board.rules.distinct_cages and len(set(values)) < len(values):
            return []
        # Nobody prints a negative target, unless there are negative values.
        floor = min(0, board.values[0])
        return [
            operator
            for operator in self.recipe.operators
            if board.rules.allows(operator, len(cells))
            if (target := operator.evaluate(values)) is not None and target >= floor
        ]

    def cage(self, cells: Sequence[Cell]) -> Cage:
        """A cage over cells that may be one, with one of its operators, perhaps hidden."""
        possible = self.fitting_operators(cells)
        # Differences, quotients and all others that are not put together of the results of parts
        # fit few cages, so they are drawn twice as often where they do.
        weighted = [*possible, *(op for op in possible if not (op is GIVEN or op.complement))]
        operator = self.rng.choice(weighted)
        target = operator.evaluate(self.values_of(sorted(cells)))
        assert target is not None, "a possible operator has a target"
        hideable = self.recipe.board.rules.may_hide(operator)
        hidden = hideable and self.rng.random() < self.recipe.hidden
        return Cage(cells, None if hidden else operator, target)

    def partition(self, cells: Iterable[Cell], most: int | None = None) -> list[House] | None:
        """A random partition of cells into connected parts that can be cages of the recipe, with at
        most ``most`` cells if a number is given; None if this attempt failed.

        The size of each part is drawn evenly, from 2, or the smallest of the recipe, to ``most``.
        Cells left over between the parts are added to one of them, where the recipe allows it.
        """
        least, largest = self.recipe.cage_sizes
        most = min(largest, most or largest)
        unused = dict.fromkeys(shuffled(cells, self.rng))
        parts: list[list[Cell]] = []

        def openness(cell: Cell) -> int:
            return min(2, sum(near in unused for near in adjacent_cells(cell)))

        while unused:
            checkpoint()
            part = [min(unused, key=openness)]  # corners and ends, before they are cut off
            del unused[part[0]]
            wanted = self.rng.randint(min(max(least, 2), most), most)
            while len(part) < wanted and (following := self._cell_to_add(part, unused)):
                part.append(following)
                del unused[following]
            able = self._parts_with_room_for(part, parts, most) if len(part) < max(least, 2) else []
            if able:
                self.rng.choice(able).extend(part)
            elif len(part) < least:
                return None
            else:
                parts.append(part)
        return [tuple(sorted(part)) for part in parts]

    def _cell_to_add(self, part: list[Cell], unused: dict[Cell, None]) -> Cell | None:
        """An unused cell adjacent to a part, by which it can grow."""
        edge = [near for cell in part for near in adjacent_cells(cell) if near in unused]
        fits = (cell for cell in shuffled(edge, self.rng) if self.fitting_operators([*part, cell]))
        return next(fits, None)

    def _parts_with_room_for(
        self, rest: list[Cell], parts: list[list[Cell]], most: int
    ) -> list[list[Cell]]:
        """The parts that cells left over beside them can be added to."""
        around = {near for cell in rest for near in adjacent_cells(cell)}
        return [
            part
            for part in parts
            if len(part) + len(rest) <= most
            if not around.isdisjoint(part) and self.fitting_operators([*part, *rest])
        ]
