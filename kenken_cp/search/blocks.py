"""Many grids at once, in numpy arrays, as fast engines find them; and their verification.

This does not replace ``model.rules``: a grid that does not pass here is checked by its ``Checker``.
Both work on the puzzle itself, not on what engines make of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kenken_cp.errors import InternalError
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rules import Checker, grid_twice, wrong_grid

Cells = NDArray[Any]
"""Values, ``[cell in reading order, grid]``: one cell of all grids is contiguous in memory."""

Flags = NDArray[np.bool_]
"""A flag for each grid: whether it passes."""

MAX_VALUES = 32
"""Values of a puzzle; with more, its grids are checked one by one."""

MAX_TABLE_ENTRIES = 1 << 20
"""Entries of the table of allowed tuples of all cages of one length."""

MAX_TUPLES_REMEMBERED = 1 << 18
"""Tuples remembered of all cages of one length, if they are too large for such a table."""


def cell_type(values: Sequence[int]) -> type[np.signedinteger[Any]]:
    """The type of a block's cells: one byte if the values fit."""
    return np.int8 if min(values) >= -128 and max(values) <= 127 else np.int64


class Block:
    """Grids of one puzzle; their values are of the type ``cell_type``."""

    def __init__(self, values: Cells, columns: int) -> None:
        self.values = values
        self.columns = columns

    def __len__(self) -> int:
        return int(self.values.shape[1])

    def __getitem__(self, indices: slice | Sequence[int] | Flags) -> Block:
        return Block(self.values[:, indices], self.columns)

    def beside(self, other: Block) -> Block:
        """The grids of both."""
        return Block(np.concatenate((self.values, other.values), axis=1), self.columns)

    def having(self, values: Mapping[Cell, int]) -> Flags:
        """Whether each of the grids has these values."""
        flags = np.ones(len(self), np.bool_)
        for (row, column), value in values.items():
            flags &= self.values[row * self.columns + column] == value
        return flags

    def rows(self) -> list[bytes]:
        """The values of each grid, as bytes."""
        return _rows(self.values)

    def grids(self) -> Iterator[Grid]:
        """Each grid, as rows of plain integers."""
        shape = len(self), len(self.values) // self.columns, self.columns
        return (tuple(map(tuple, grid)) for grid in self.values.T.reshape(shape).tolist())


class Gathered:
    """Collects grids of a puzzle, one by one or many at once, into one block.

    Args:
        most: how many grids are wanted; None for all.
    """

    def __init__(self, puzzle: Puzzle, most: int | None = None) -> None:
        self._columns, self._most = puzzle.columns, most
        self._kind = cell_type(puzzle.values)
        self._parts = [np.empty((len(puzzle.cells), 0), self._kind)]
        self._grids: list[Grid] = []
        self._size = 0

    def add(self, grid: Grid) -> bool:
        """Takes a grid; returns whether more are wanted."""
        self._grids.append(grid)
        return self._wants_more(1)

    def add_block(self, block: Block) -> bool:
        """Takes as many grids of a block as are wanted."""
        if self._most is not None:
            block = block[: self._most - self._size]
        self._parts.append(block.values)
        return self._wants_more(len(block))

    def _wants_more(self, new: int) -> bool:
        self._size += new
        return self._size != self._most

    def block(self) -> Block:
        """All grids so far."""
        if self._grids:
            grids = np.array(self._grids, self._kind).reshape(len(self._grids), -1)
            self._parts.append(grids.T)
            self._grids = []
        return Block(np.concatenate(self._parts, axis=1), self._columns)


class Inspector:
    """Checks all grids of a search against the rules, and that none comes twice.

    Args:
        max_remembered: grids remembered, as for ``gate.Distinct``.
    """

    def __init__(self, puzzle: Puzzle, backend: str, max_remembered: int | None) -> None:
        self._puzzle, self._backend = puzzle, backend
        self._broken_rules = Checker(puzzle)
        self._passes = _Sieve(puzzle)
        self._distinct = DistinctRows(max_remembered)

    def __call__(self, block: Block) -> None:
        """Checks a block; InternalError if it is none of this puzzle's, if a grid breaks the rules,
        or if one has come before.
        """
        _expect_block(block, self._puzzle, self._backend)
        for index in np.flatnonzero(~self._passes(block.values)).tolist():
            if broken := self._broken_rules(block.values[:, index].tolist()):
                (grid,) = block[[index]].grids()
                raise wrong_grid(self._puzzle, self._backend, broken[0], grid)
        repeated = self._distinct.first_repeated(block.values)
        if repeated is not None:
            (grid,) = block[[repeated]].grids()
            raise grid_twice(self._puzzle, self._backend, grid)


def _expect_block(block: Block, puzzle: Puzzle, backend: str) -> None:
    values, kind, cells = block.values, np.dtype(cell_type(puzzle.values)), len(puzzle.cells)
    found = values.dtype, values.shape[:-1], block.columns
    if found != (kind, (cells,), puzzle.columns):
        raise InternalError(
            f"{backend} gave a block of {values.dtype}, {values.shape}, in {block.columns} columns "
            f"for grids of {puzzle.name}; expected {kind}, ({cells}, grids), in "
            f"{puzzle.columns} columns"
        )


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

    def __call__(self, values: Cells) -> Flags:
        """Whether each grid passes."""
        if not self._is_able:
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

    def are_allowed(self, values: Cells, ranks: NDArray[np.uint8]) -> Flags:
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

    def _learn(self, code: NDArray[np.int32], known: Flags, values: Cells) -> None:
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


class DistinctRows:
    """``Distinct`` for blocks. Whole grids are compared, not only their hashes."""

    def __init__(self, max_remembered: int | None) -> None:
        self._max_remembered = max_remembered
        self._mask, self._seen = np.uint64(0), dict[bytes, int]()

    def first_repeated(self, values: Cells) -> int | None:
        """Remembers grids; returns the index of one known to have come before, or None."""
        hashes = _hashes(values)
        chosen = np.flatnonzero((hashes & self._mask) == 0)
        rows = _rows(values[:, chosen])
        seen = self._seen
        new = set(rows)
        if len(new) < len(rows) or not seen.keys().isdisjoint(new):
            new -= seen.keys()
            for index, row in zip(chosen, rows, strict=True):
                if row not in new:
                    return int(index)
                new.remove(row)
        seen.update(zip(rows, hashes[chosen].tolist(), strict=True))
        while self._max_remembered is not None and len(seen) > self._max_remembered:
            self._mask = self._mask * np.uint64(2) + np.uint64(1)
            mask = int(self._mask)
            seen = self._seen = {row: kept for row, kept in seen.items() if not kept & mask}
        return None


def _rows(values: Cells) -> list[bytes]:
    """The values of each grid, as bytes."""
    rows = np.ascontiguousarray(values.T)
    found: list[Any] = rows.view(f"V{rows.shape[1] * rows.itemsize}").ravel().tolist()
    return found


def _hashes(values: Cells) -> NDArray[np.uint64]:
    """A hash of each grid, whose low bits depend on every cell."""
    grids = np.ascontiguousarray(values.T).view(np.uint8)
    padded = np.pad(grids, ((0, 0), (0, -grids.shape[1] % 8)))
    # Independent odd multipliers; sums are modulo 2**64.
    random = np.random.default_rng(1)
    mixers = random.integers(0, 1 << 63, padded.shape[1] // 8, np.uint64) << np.uint64(1)
    mixed: NDArray[np.uint64] = padded.view(np.uint64) @ (mixers | np.uint64(1))
    # A bit of a product depends only on the bits up to it, so the high ones are the best mixed.
    return mixed >> np.uint64(32)
