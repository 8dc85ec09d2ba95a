"""What is still possible: the candidates of cells, and the tuples that they leave to cages.

Cells are indices in reading order; a value is a bit (the i-th of the puzzle's values is
``1 << i``), a set of values a mask.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import SupportsIndex

from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import Instance, instance
from kenken_cp.encode.masks import union
from kenken_cp.errors import GridError
from kenken_cp.logic.cage_tuples import CageTuples, all_tuples
from kenken_cp.model.geometry import Cell
from kenken_cp.model.integers import as_integer
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.model.rules import rows_of
from kenken_cp.text import cell_name, quoted, short_values

Board = tuple[tuple[int | None, ...], ...]
"""A partial grid: None where a cell is open."""

AnyBoard = Iterable[Iterable[SupportsIndex | None]]
"""A partly filled grid as programs hand it in: rows of integers, such as an array; None, and 0
where it is no value, is an open cell.
"""

Entries = Mapping[Cell, int]
"""What a player has written."""

CandidateBoard = tuple[tuple[tuple[int, ...], ...], ...]
"""The candidates of every cell, in rows."""

Elimination = tuple[int, int]
"""A cell (index) and the mask of the candidates that go from it."""


class Domain:
    """The values of a puzzle as bits.

    Attributes:
        bit: the bit of each value.
        every: the mask of all values.
    """

    def __init__(self, values: tuple[int, ...]) -> None:
        self._values = values
        self.bit = {value: 1 << place for place, value in enumerate(values)}
        self.every = (1 << len(values)) - 1

    def value(self, bit: int) -> int:
        """The value of a single bit."""
        return self._values[bit.bit_length() - 1]

    def values(self, mask: int) -> tuple[int, ...]:
        """The values of a mask, ascending."""
        return tuple(value for value, bit in self.bit.items() if mask & bit)

    def mask(self, values: Iterable[int]) -> int:
        """The mask of some values."""
        return union(self.bit[value] for value in values)


_domain = lru_cache(maxsize=64)(Domain)


class Candidates:
    """The candidates of every cell, and the cells that are placed; cheap to copy.

    A cell is *placed* when a step or a guess has placed a value in it; one with a single candidate
    that nobody has noticed yet is still open.

    Attributes:
        instance: the puzzle by indices.
        domain: its values as bits.
        masks: the candidates of each cell.
        open_cells: the cells that are not placed.
    """

    __slots__ = ("_cage_tuples", "domain", "instance", "masks", "open_cells")

    def __init__(self, puzzle: Puzzle | Instance) -> None:
        self.instance = puzzle if isinstance(puzzle, Instance) else instance(puzzle)
        self.domain = _domain(self.instance.domain)
        self.masks = [self.domain.every] * len(self.instance.cells)
        self.open_cells = set(range(len(self.masks)))
        self._cage_tuples: dict[int, CageTuples] = {}
        """By cages, the tuples that were left when they were last asked for."""

    def copy(self) -> Candidates:
        """An independent copy."""
        twin = Candidates.__new__(Candidates)
        twin.instance, twin.domain = self.instance, self.domain
        twin.masks, twin.open_cells = self.masks[:], self.open_cells.copy()
        twin._cage_tuples = self._cage_tuples.copy()
        return twin

    @property
    def dead(self) -> bool:
        """Whether a cell has no candidate left."""
        return 0 in self.masks

    @property
    def solved(self) -> bool:
        """Whether every cell is placed (and so the board a grid, though it may be a wrong one)."""
        return not self.open_cells

    def keep(self, cell: int, mask: int) -> int:
        """Eliminates all candidates outside a mask; returns those that went."""
        gone = self.masks[cell] & ~mask
        self.masks[cell] &= mask
        return gone

    def place(self, cell: int, bit: int) -> None:
        """Places a value in a cell, and eliminates it from the cells that must differ."""
        self.keep(cell, bit)
        self.open_cells.discard(cell)
        for peer in self.instance.peers[cell]:
            if self.masks[peer] & bit:
                self.keep(peer, ~bit)

    def gone_since(self, before: Candidates) -> dict[int, int]:
        """For the cells that had more candidates before, the mask of those that went."""
        both = enumerate(zip(before.masks, self.masks, strict=True))
        return {cell: gone for cell, (old, new) in both if (gone := old & ~new)}

    def cage_tuples(self, number: int) -> CageTuples:
        """The tuples that its candidates leave to a cage."""
        cage = self.instance.cages[number]
        known = self._cage_tuples.get(number)
        if known is None:
            known = all_tuples(cage.relation)
        left = known.within(tuple([self.masks[cell] for cell in cage.cells]))
        self._cage_tuples[number] = left
        return left

    def eliminations_outside(self, cells: Iterable[int], masks: Iterable[int]) -> list[Elimination]:
        """What goes when each of some cells keeps only its mask."""
        now = self.masks
        return [
            (cell, gone)
            for cell, mask in zip(cells, masks, strict=True)
            if (gone := now[cell] & ~mask)
        ]

    def eliminations_of(self, cells: Iterable[int], values: int) -> list[Elimination]:
        """What goes when some cells lose the values of a mask."""
        return [(cell, gone) for cell in cells if (gone := self.masks[cell] & values)]

    def places(self, house: int) -> tuple[int, ...]:
        """For each value, the mask of its places in a house (the i-th cell is ``1 << i``)."""
        cells = self.instance.houses[house].cells
        return _places(tuple([self.masks[cell] for cell in cells]), len(self.domain.bit))

    def empty_cage(self) -> int | None:
        """The first cage without a tuple; None if there is none."""
        cages = range(len(self.instance.cages))
        return next((number for number in cages if not self.cage_tuples(number)), None)

    @property
    def board(self) -> Board:
        """The placed cells' values in rows; None for open cells."""
        value, open_cells = self.domain.value, self.open_cells
        placed = [
            None if cell in open_cells or not mask else value(mask)
            for cell, mask in enumerate(self.masks)
        ]
        return self.instance.grid(placed)

    @property
    def table(self) -> CandidateBoard:
        """The candidates of every cell, in rows."""
        return self.instance.grid([*map(self.domain.values, self.masks)])


@lru_cache(maxsize=1 << 12)
def _places(masks: tuple[int, ...], values: int) -> tuple[int, ...]:
    checkpoint()
    bits = [(1 << place, mask) for place, mask in enumerate(masks)]
    return tuple([sum([bit for bit, mask in bits if mask >> v & 1]) for v in range(values)])


def filled(puzzle: Puzzle | Instance, entries: Entries) -> Candidates:
    """The candidates of a puzzle with its givens and some entries placed."""
    candidates = Candidates(puzzle)
    for cell, value in {*candidates.instance.puzzle.givens.items(), *entries.items()}:
        candidates.place(candidates.instance.index(cell), candidates.domain.bit.get(value, 0))
    return candidates


def entries_of(puzzle: Puzzle, board: AnyBoard | None) -> Entries:
    """The filled cells of a board; none for None.

    Raises:
        GridError: for a board of another shape, or an entry that is none of the values.
    """
    expect_puzzle(puzzle)
    if board is None:
        return {}
    entries = {}
    for row, values in enumerate(rows_of(board, puzzle)):
        for column, value in enumerate(values):
            number = as_integer(value)
            if number in puzzle.values:
                entries[row, column] = number
            elif value is not None and number != 0:
                known = short_values(puzzle.values)
                raise GridError(
                    f"{cell_name((row, column))} of the board is {quoted(value)}; expected one of "
                    f"{known}, or None"
                )
    return entries
