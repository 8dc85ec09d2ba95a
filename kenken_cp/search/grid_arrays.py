"""Checks of arrays of grids, in numpy, for engines that find grids by thousands.

This does not replace ``model.rules``: an array that does not pass here as a whole is checked grid
by grid. Both work on the puzzle itself, not on what engines make of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kenken_cp.errors import InternalError
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rules import Checker, wrong_grid
from kenken_cp.search.engine import grids_of
from kenken_cp.text import quoted

GridArray = NDArray[np.signedinteger[Any]]
"""Grids, ``[grid, cell in reading order]``."""

MAX_VALUES = 64
"""Values of a puzzle; with more, its grids are checked one by one."""

MAX_TUPLES_REMEMBERED = 1 << 16
"""Tuples remembered of each cage."""


def cell_type(values: Sequence[int]) -> type[np.signedinteger[Any]]:
    """The type of an array of these values: one byte if they fit."""
    return np.int8 if min(values) >= -128 and max(values) <= 127 else np.int64


class ArrayChecker:
    """Checks arrays of grids of one puzzle against the rules.

    The values of a house differ if the set of them, as bits, has as many as the house has cells. A
    cage is evaluated by its operators, each distinct tuple once.
    """

    def __init__(self, puzzle: Puzzle, backend: str) -> None:
        self._puzzle, self._backend = puzzle, backend
        self._broken_rules = Checker(puzzle)
        values = puzzle.values
        self._values_fit_a_byte = len(values) <= MAX_VALUES and cell_type(values) is np.int8
        self._bits = np.zeros(256, np.min_scalar_type((1 << len(values)) - 1))
        if self._values_fit_a_byte:
            for rank, value in enumerate(values):  # by the value's byte; all others have no bit
                self._bits[value % 256] = 1 << rank
        houses = list(puzzle.all_houses)
        if puzzle.rules.distinct_cages:
            houses += [cage.cells for cage in puzzle.cages]
        self._houses = list(map(self._indices, houses))
        self._cages = [(cage, self._indices(cage.cells), set[bytes]()) for cage in puzzle.cages]

    def _indices(self, cells: Sequence[Cell]) -> NDArray[np.intp]:
        return np.array([row * self._puzzle.columns + column for row, column in cells])

    def __call__(self, batch: object, wanted: int | None = None) -> Sequence[Grid]:
        """The grids of an array ``[grid, cell]`` as tuples, as many as are wanted. It is fastest if
        the array is the transpose of one in which one cell of all grids is contiguous.

        Raises:
            InternalError: if the array is not of shape (grids, cells), or a grid breaks the rules.
        """
        puzzle, cells = self._puzzle, len(self._puzzle.cells)
        if (
            not isinstance(batch, np.ndarray)
            or batch.ndim != 2
            or batch.shape[1] != cells
            or not np.issubdtype(batch.dtype, np.integer)
        ):
            shape = f"an array {batch.shape}" if isinstance(batch, np.ndarray) else quoted(batch)
            raise InternalError(
                f"{self._backend} gave {shape} for grids of {puzzle.name}; expected a list of "
                f"grids, or an array of integers, (grids, {cells})"
            )
        batch = batch[:wanted]
        grids = grids_of(batch, puzzle)
        if not self._all_pass(np.ascontiguousarray(batch.T)):
            for grid in grids:
                if broken := self._broken_rules(tuple(chain.from_iterable(grid))):
                    raise wrong_grid(puzzle, self._backend, broken[0], grid)
        return grids

    def _all_pass(self, values: NDArray[Any]) -> bool:
        """Whether all grids of an array ``[cell, grid]`` keep the rules, as far as it can tell."""
        if not self._values_fit_a_byte or values.dtype != np.int8:
            return False
        bits = self._bits[values.view(np.uint8)]
        if not bits.all():
            return False
        for cells in self._houses:
            if (np.bitwise_count(np.bitwise_or.reduce(bits[cells])) != len(cells)).any():
                return False
        return all(
            self._check_and_remember(cage, cells, values, allowed)
            for cage, cells, allowed in self._cages
        )

    def _check_and_remember(
        self, cage: Cage, cells: NDArray[np.intp], values: NDArray[Any], allowed: set[bytes]
    ) -> bool:
        """Whether a cage allows its tuple in each grid; those it does are added to ``allowed``."""
        rows = np.ascontiguousarray(values[cells].T)
        new = {*rows.view(f"V{len(cells)}").ravel().tolist()} - allowed
        operators = self._puzzle.possible_operators(cage)
        for row in new:
            plain = np.frombuffer(row, np.int8).tolist()
            if not any(operator.holds(plain, cage.target) for operator in operators):
                return False
        if len(allowed) > MAX_TUPLES_REMEMBERED:
            allowed.clear()
        allowed |= new
        return True
