"""Checks of arrays of grids, in numpy, for engines that find grids by thousands.

This does not replace ``model.rules``: an array that does not pass here as a whole is checked grid
by grid. Both work on the puzzle itself, not on what engines make of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle

GridArray = NDArray[np.signedinteger[Any]]
"""Grids, ``[grid, cell in reading order]``."""

MAX_VALUES = 64
"""Values of a puzzle, one bit each; with more, its grids are checked one by one."""


def cell_type(values: Sequence[int]) -> type[np.signedinteger[Any]]:
    """The type of an array of these values: one byte if they fit."""
    return np.int8 if min(values) >= -128 and max(values) <= 127 else np.int64


def all_are_solutions(puzzle: Puzzle, grids: GridArray) -> bool:
    """Whether all grids of an array are solutions; False where it cannot tell, too.

    The values of a house differ if the set of them, as bits, has as many as the house has cells;
    what is no value has no bit. A cage is evaluated by its operators, each distinct tuple once.
    """
    if grids.dtype != np.int8 or len(puzzle.values) > MAX_VALUES:
        return False
    bit_of = np.zeros(256, np.min_scalar_type((1 << len(puzzle.values)) - 1))  # by value, as a byte
    for rank, value in enumerate(puzzle.values):
        if -128 <= value <= 127:
            bit_of[value % 256] = 1 << rank
    values = np.ascontiguousarray(grids.T)
    bits = bit_of[values.view(np.uint8)]

    def indices(cells: Sequence[Cell]) -> list[int]:
        return [row * puzzle.columns + column for row, column in cells]

    houses = [*puzzle.all_houses]
    if puzzle.rules.distinct_cages:
        houses += [cage.cells for cage in puzzle.cages]
    for house in houses:
        if (np.bitwise_count(np.bitwise_or.reduce(bits[indices(house)])) != len(house)).any():
            return False
    for cage in puzzle.cages:
        tuples = np.ascontiguousarray(values[indices(cage.cells)].T)
        operators = puzzle.possible_operators(cage)
        for each in {*tuples.view(f"V{len(cage.cells)}").ravel().tolist()}:
            plain = np.frombuffer(each, np.int8).tolist()
            if not any(operator.holds(plain, cage.target) for operator in operators):
                return False
    return True
