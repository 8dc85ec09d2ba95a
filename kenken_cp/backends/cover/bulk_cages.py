"""The support of candidates in cages, on many boards at a time: by tables for cages of two and
three cells, by their automata for larger ones (see ``bulk_inference``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from kenken_cp.backends.cover.arrays import Candidates, Flags, Places, Words, starts_of_runs
from kenken_cp.clock import checkpoint
from kenken_cp.encode.exact_cover import OptionGroup
from kenken_cp.encode.mdd import Mdd


class SupportTables:
    """Tables of the values that have support, for cages of two cells, or of three.

    Args:
        groups: the cages.
        width: how many cells each has.
        place: the index of each value in the domain.
        kind: the type of candidates.

    Attributes:
        cells: ``[place, cage]``: the cells.
        tables: ``[place, index]``: the values of a cell that have support, by the candidates of the
            other cells; those of the first of two are the upper bits of the index. Equal cages
            share their part of the table.
        starts: for each cage, where its part begins.
    """

    def __init__(
        self,
        groups: Sequence[OptionGroup],
        width: int,
        place: Mapping[int, int],
        kind: np.dtype[np.unsignedinteger],
    ) -> None:
        self.cells = np.array([group.cells for group in groups], np.intp).reshape(-1, width).T
        self._value_count = len(place)
        numbers: dict[tuple[int, ...], int] = {}  # equal cages share their tables
        parts = [numbers.setdefault(tuple(group.rows), len(numbers)) for group in groups]
        size = 1 << self._value_count * (width - 1)
        self.tables: Candidates = np.empty((width, size * len(numbers)), kind)
        self.starts = size * np.array(parts, np.intp)
        for part, values in enumerate(numbers):
            rows = np.array([place[value] for value in values], np.intp).reshape(-1, width)
            for cell, table in enumerate(self.tables[:, part * size : (part + 1) * size]):
                _write_support(rows, cell, self._value_count, table)

    def filter(self, boards: Candidates) -> None:
        """Eliminates what has no support."""
        if not len(self.starts):
            return
        parts = boards[self.cells].astype(np.intp)
        if len(parts) == 2:
            indices = [parts[1], parts[0]]
        else:
            upper = parts << self._value_count
            indices = [upper[1] + parts[2], upper[0] + parts[2], upper[0] + parts[1]]
        # The values of one cell that have none do not support any of another: the order is free.
        for cells, table, index in zip(self.cells, self.tables, indices, strict=True):
            index += self.starts[:, None]
            boards[cells] &= table.take(index)


def _write_support(rows: Places, cell: int, value_count: int, table: Candidates) -> None:
    """Writes the values of a cell that have support in some of the rows, the tuples of a cage, by
    the candidates of the other cells, one or two.
    """
    others = [place for place in range(rows.shape[1]) if place != cell]
    by_values: Candidates = np.zeros((value_count,) * len(others), table.dtype)
    np.bitwise_or.at(
        by_values, tuple(rows[:, others].T), np.left_shift(1, rows[:, cell]).astype(table.dtype)
    )
    if len(others) == 2:
        by_second: Candidates = np.empty((1 << value_count, value_count), table.dtype)
        _write_unions(by_values.T, by_second)
        by_values, table = by_second.T, table.reshape(1 << value_count, -1)
    _write_unions(by_values, table)


def _write_unions(by_value: Candidates, by_set: Candidates) -> None:
    """Writes, for each set of values, the union of what each of its values stands for."""
    by_set[0] = 0
    for value, bits_of_value in enumerate(by_value):
        sets = 1 << value  # those of the values before
        np.bitwise_or(by_set[:sets], bits_of_value, out=by_set[sets : 2 * sets])


class _Layer:
    """The arcs of several automata at one of their cells, as numbers of states and values.

    The number of a value is its index, plus the number of its cage times that of all values.
    """

    def __init__(self, arcs: Places) -> None:
        arcs = arcs[:, np.argsort(arcs[2], kind="stable")]
        self.before, self.value, self.after = arcs
        self.starts_after = starts_of_runs(self.after)
        self.by_before = np.argsort(self.before, kind="stable")
        self.starts_before = starts_of_runs(self.before[self.by_before])
        self.by_value = np.argsort(self.value, kind="stable")
        self.starts_value = starts_of_runs(self.value[self.by_value])
        self.values = self.value[self.by_value][self.starts_value]


class Automata:
    """The automata of cages that have the same number of cells, followed in parallel."""

    def __init__(
        self, cages: Sequence[tuple[tuple[int, ...], Mdd]], place: Mapping[int, int]
    ) -> None:
        self._cells = np.array([cells for cells, _ in cages], np.intp).T
        self._value_count = len(place)
        self._layers = []
        self._possible = all(mdd.possible for _, mdd in cages)
        for number in range(len(self._cells) if self._possible else 0):
            arcs: list[tuple[int, int, int]] = []
            before = after = 0
            for cage, (_, mdd) in enumerate(cages):
                checkpoint()
                arcs += [
                    (state + before, cage * len(place) + place[value], following + after)
                    for state, value, following in mdd.layers[number]
                ]
                before += mdd.widths[number]
                after += mdd.widths[number + 1]
            self._layers.append(_Layer(np.array(arcs, np.intp).T))

    def filter(self, boards: Candidates) -> None:
        """Eliminates what has no support."""
        if not self._possible:
            boards[self._cells[0]] = 0
            return
        count = boards.shape[1]
        shifts = np.arange(self._value_count, dtype=boards.dtype)[:, None]
        all_boards = _packed(np.ones((1, count), bool))
        states = np.repeat(all_boards, self._cells.shape[1], axis=0)
        forwards = []
        for cells, layer in zip(self._cells, self._layers, strict=True):
            values = boards[cells][:, None] >> shifts & boards.dtype.type(1) != 0
            possible = _packed(values.reshape(-1, count))
            arcs = states[layer.before]
            arcs &= possible[layer.value]
            forwards.append(arcs)
            states = np.bitwise_or.reduceat(arcs, layer.starts_after, axis=0)
        for cells, layer, arcs in zip(
            self._cells[::-1], self._layers[::-1], forwards[::-1], strict=True
        ):
            arcs &= states[layer.after]
            support = np.zeros((len(cells) * self._value_count, arcs.shape[1]), np.uint64)
            support[layer.values] = np.bitwise_or.reduceat(
                arcs[layer.by_value], layer.starts_value, axis=0
            )
            marks = _unpacked(support, count).reshape(len(cells), -1, count).astype(boards.dtype)
            marks <<= shifts
            boards[cells] &= np.bitwise_or.reduce(marks, axis=1)
            states = np.bitwise_or.reduceat(arcs[layer.by_before], layer.starts_before, axis=0)


def _packed(flags: Flags) -> Words:
    """Rows of flags, sixty-four in a word."""
    found = np.zeros((len(flags), -(-flags.shape[1] // 64)), np.uint64)
    packed = np.packbits(flags, axis=1)
    found.view(np.uint8)[:, : packed.shape[1]] = packed
    return found


def _unpacked(words: Words, count: int) -> NDArray[np.uint8]:
    return np.unpackbits(words.view(np.uint8), axis=1, count=count)
