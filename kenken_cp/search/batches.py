"""Checks of many grids at once, in numpy, for engines that find them by thousands.

This does not replace ``model.rules``: a grid that does not pass here is checked by its ``Checker``.
Both work on the puzzle itself, not on what engines make of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
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

Flags = NDArray[np.bool_]
"""A flag for each grid: whether it passes."""

MAX_VALUES = 32
"""Values of a puzzle; with more, its grids are checked one by one."""

MAX_TABLE_ENTRIES = 1 << 20
"""Entries of the table of allowed tuples of all cages of one length."""

MAX_TUPLES_REMEMBERED = 1 << 18
"""Tuples remembered of all cages of one length, if they are too large for such a table."""


def cell_type(values: Sequence[int]) -> type[np.signedinteger[Any]]:
    """The type of an array of these values: one byte if they fit."""
    return np.int8 if min(values) >= -128 and max(values) <= 127 else np.int64


class BatchChecker:
    """Checks arrays of grids of one puzzle against the rules."""

    def __init__(self, puzzle: Puzzle, backend: str) -> None:
        self._puzzle, self._backend = puzzle, backend
        self._broken_rules = Checker(puzzle)
        self._passes = _Sieve(puzzle)

    def __call__(self, batch: object, wanted: int | None = None) -> Sequence[Grid]:
        """The grids of an array ``[grid, cell]`` as tuples, as many as are wanted. It is fastest if
        the array is the transpose of one in which one cell of all grids is contiguous.

        Raises:
            InternalError: if the array has none of this puzzle's grids, or one breaks the rules.
        """
        puzzle, cells = self._puzzle, len(self._puzzle.cells)
        if (
            not isinstance(batch, np.ndarray)
            or batch.shape != (len(batch), cells)
            or not np.issubdtype(batch.dtype, np.integer)
        ):
            shape = f"an array {batch.shape}" if isinstance(batch, np.ndarray) else quoted(batch)
            raise InternalError(
                f"{self._backend} gave {shape} for grids of {puzzle.name}; expected a list of "
                f"grids, or an array of integers, (grids, {cells})"
            )
        batch = batch[:wanted]
        grids = grids_of(batch, puzzle)
        values = np.ascontiguousarray(batch.T)
        for index in np.flatnonzero(~self._passes(values)).tolist():
            if broken := self._broken_rules(values[:, index].tolist()):
                raise wrong_grid(puzzle, self._backend, broken[0], grids[index])
        return grids


class _Sieve:
    """Finds the grids that need no further check.

    A house is checked by bits, one for each value: its values differ if and only if the sum of
    their bits is the union. Cages are evaluated by their operators, each distinct tuple once.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        values = puzzle.values
        self._is_able = len(values) <= MAX_VALUES and cell_type(values) is np.int8
        houses = list(puzzle.all_houses)
        if puzzle.rules.distinct_cages:
            houses += [cage.cells for cage in puzzle.cages]
        houses.sort(key=len)
        self._houses = [_indices(puzzle.columns, alike) for _, alike in groupby(houses, key=len)]
        cages = sorted(puzzle.cages, key=_length)
        self._tuples = [_Tuples(puzzle, [*alike]) for _, alike in groupby(cages, key=_length)]
        # Sums over any cells must fit: of ten bits, even those of 100 cells do.
        wide = np.uint16 if len(values) <= 10 else np.uint64
        self._bit, self._rank = np.zeros(256, wide), np.zeros(256, np.uint8)
        if self._is_able:
            for rank, value in enumerate(values):  # by the value's byte; all others have no bit
                self._bit[value % 256], self._rank[value % 256] = 1 << rank, rank

    def __call__(self, values: NDArray[Any]) -> Flags:
        """Whether each grid passes."""
        if not self._is_able or values.dtype != np.int8:
            return np.zeros(values.shape[1], np.bool_)
        bits = self._bit[values.view(np.uint8)]
        passes: Flags = np.logical_and.reduce(bits)
        for houses in self._houses:
            sums = unions = bits[houses[:, 0]]
            for cells in houses.T[1:]:
                sums, unions = sums + bits[cells], unions | bits[cells]
            passes &= np.logical_and.reduce(sums == unions)
        ranks = self._rank[values.view(np.uint8)]
        for tuples in self._tuples:
            passes &= tuples.are_allowed(values, ranks)
        return passes


class _Tuples:
    """Remembers which tuples the operators of the cages of one length have allowed."""

    def __init__(self, puzzle: Puzzle, cages: Sequence[Cage]) -> None:
        self._cages, self._base = cages, len(puzzle.values)
        self._cells = _indices(puzzle.columns, [cage.cells for cage in cages])
        self._operators = [puzzle.possible_operators(cage) for cage in cages]
        entries = self._base ** self._cells.shape[1] * len(cages)
        self._tabled = entries <= MAX_TABLE_ENTRIES
        self._table = np.zeros(entries if self._tabled else 0, np.bool_)
        self._holds = lru_cache(MAX_TUPLES_REMEMBERED)(self._evaluated)

    def are_allowed(self, values: NDArray[Any], ranks: NDArray[np.uint8]) -> Flags:
        """Whether the tuples of all these cages are allowed, for each grid."""
        if not self._tabled:
            allowed = np.full(values.shape[1], fill_value=True)
            for cage, cells in enumerate(self._cells):
                tuples = _rows(values[cells])
                allowed &= np.fromiter((self._holds(cage, row) for row in tuples), np.bool_)
            return allowed
        cages = np.arange(len(self._cages), dtype=np.int32)
        code = np.repeat(cages[:, None], values.shape[1], axis=1)
        for cells in self._cells.T:
            code *= self._base
            code += ranks[cells]
        known: Flags = self._table[code]
        if not known.all():
            self._learn(code, known, values)
            known = self._table[code]
        all_known: Flags = np.logical_and.reduce(known)
        return all_known

    def _learn(self, code: NDArray[np.int32], known: Flags, values: NDArray[Any]) -> None:
        """Evaluates the tuples that are not known to be allowed, each once."""
        cages, grids = np.nonzero(~known)
        new, first = np.unique(code[cages, grids], return_index=True)
        for entry, cage, grid in zip(new, cages[first], grids[first], strict=True):
            self._table[entry] = self._evaluated(cage, values[self._cells[cage], grid].tobytes())

    def _evaluated(self, cage: int, row: bytes) -> bool:
        """Whether a tuple, given as bytes, is allowed."""
        values, target = np.frombuffer(row, np.int8).tolist(), self._cages[cage].target
        return any(operator.holds(values, target) for operator in self._operators[cage])


def _length(cage: Cage) -> int:
    return len(cage.cells)


def _indices(columns: int, sets: Iterable[Sequence[Cell]]) -> NDArray[np.intp]:
    return np.array([[row * columns + column for row, column in cells] for cells in sets])


def _rows(values: NDArray[Any]) -> list[bytes]:
    """The values of each grid, as bytes."""
    rows = np.ascontiguousarray(values.T)
    found: list[Any] = rows.view(f"V{rows.shape[1] * rows.itemsize}").ravel().tolist()
    return found
