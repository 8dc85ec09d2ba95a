"""What is still possible: candidates of cells and live tuples of cages.

Knows the puzzle, and nothing of techniques, strategies or printing. Cells are indices in reading
order; a value is a bit (the i-th of the puzzle's values is ``1 << i``), a set of them a mask.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from kenken_cp.encode.instance import IndexedCage, instance
from kenken_cp.encode.line_sums import contradicts_itself
from kenken_cp.model.geometry import Grid
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Puzzle

LONGEST_LIST = 20_000
"""Tuples of the largest cage that is listed. A larger one is looked at when few are left."""

BitTuple = tuple[int, ...]
"""A tuple of a cage, each value as its bit."""


class Layout:
    """What does not change while a puzzle is solved."""

    def __init__(self, puzzle: Puzzle) -> None:
        taken = self.instance = instance(puzzle)
        self.puzzle = puzzle
        self.every = (1 << len(puzzle.values)) - 1
        self.cells = taken.cells
        self.houses = [house.cells for house in taken.houses]
        self.full = [house.full for house in taken.houses]
        self.cages = [cage.cells for cage in taken.cages]
        self.cage_at = taken.cage_of
        self.houses_at = [
            [number for number in mine if number < len(self.houses)] for mine in taken.groups_of
        ]
        self.peers = taken.peers
        self.bit = {value: 1 << i for i, value in enumerate(puzzle.values)}
        self.tuples = [self._bit_tuples(cage) for cage in taken.cages]
        self.hopeless = contradicts_itself(taken)
        """Whether cages that fill whole lines miss what these add up or multiply to."""

    def values(self, mask: int) -> tuple[int, ...]:
        """The values of a mask, ascending."""
        return tuple(value for value, bit in self.bit.items() if mask & bit)

    def value(self, bit: int) -> int:
        """The value of a single bit."""
        return self.puzzle.values[bit.bit_length() - 1]

    def _bit_tuples(self, cage: IndexedCage) -> tuple[BitTuple, ...] | None:
        flat = cage.relation.tuples(LONGEST_LIST)
        if flat is None:
            return None
        bits = [self.bit[value] for value in flat]
        return tuple(zip(*[iter(bits)] * len(cage.cells), strict=True))


@lru_cache(maxsize=256)
def layout_of(puzzle: Puzzle) -> Layout:
    """The layout of a puzzle."""
    return Layout(puzzle)


class Candidates:
    """The candidates of every cell, the live tuples of every cage, and the cells that are placed.

    Cheap to copy. A cell is *placed* when a step or a guess has said so; one with a single
    candidate that nobody has noticed yet is still open.
    """

    __slots__ = ("layout", "live", "masks", "open_cells", "stale")

    def __init__(self, puzzle: Puzzle) -> None:
        self.layout = layout_of(puzzle)
        self.masks = [self.layout.every] * len(self.layout.cells)
        self.live = list(self.layout.tuples)
        self.open_cells = set(range(len(self.masks)))
        self.stale = set(range(len(self.live)))
        """Cages whose candidates may hold more than their live tuples do."""

    def copy(self) -> Candidates:
        """An independent copy."""
        twin = Candidates.__new__(Candidates)
        twin.layout = self.layout
        twin.masks = self.masks[:]
        twin.live = self.live[:]
        twin.open_cells = set(self.open_cells)
        twin.stale = set(self.stale)
        return twin

    @property
    def dead(self) -> bool:
        """Whether a cell has no candidate, or a cage no tuple, left; or none can ever do."""
        return 0 in self.masks or () in self.live or self.layout.hopeless

    @property
    def solved(self) -> bool:
        """Whether every cell is placed (and so the board a grid, though it may be a wrong one)."""
        return not self.open_cells

    def keep(self, cell: int, mask: int) -> int:
        """Keeps only the candidates in a mask; answers those that went."""
        gone = self.masks[cell] & ~mask
        if gone:
            self.masks[cell] &= mask
            cage = self.layout.cage_at[cell]
            if cage is not None:
                self.stale.add(cage)
        return gone

    def place(self, cell: int, bit: int) -> None:
        """Fixes a cell to a value, and takes the value from the cells that must differ from it."""
        self.keep(cell, bit)
        self.open_cells.discard(cell)
        for peer in self.layout.peers[cell]:
            if self.masks[peer] & bit:
                self.keep(peer, ~bit)

    def filter_cage(self, number: int) -> tuple[int, ...] | None:
        """Drops the tuples of a cage that candidates rule out; answers, for each of its cells, the
        mask of what the live ones hold there. None where too many tuples are open to tell.
        """
        cells = self.layout.cages[number]
        masks = [self.masks[cell] for cell in cells]
        rows = self.live[number]
        if rows is None:
            rows = self._last_tuples(number, masks)
            if rows is None:
                return None
        else:
            rows = tuple(row for row in rows if all(map(int.__and__, row, masks)))
        self.live[number] = rows
        if not rows:
            return (0,) * len(cells)
        unions = list(rows[0])
        for row in rows:
            for i, bit in enumerate(row):
                unions[i] |= bit
        return tuple(unions)

    def _last_tuples(self, number: int, masks: Sequence[int]) -> tuple[BitTuple, ...] | None:
        """The tuples of a cage too large to list, once its candidates leave few of them."""
        choices = 1
        for mask in masks:
            choices *= mask.bit_count()
            if choices > LONGEST_LIST:
                return None
        layout = self.layout
        cage = layout.puzzle.cages[number]
        operators = layout.puzzle.possible_operators(cage)
        return tuple(_meeting(layout, cage.target, operators, masks))

    @property
    def board(self) -> tuple[tuple[int | None, ...], ...]:
        """The placed cells' values in rows; None for open cells."""
        values: list[int | None] = [
            None if cell in self.open_cells or not mask else self.layout.value(mask)
            for cell, mask in enumerate(self.masks)
        ]
        columns = self.layout.instance.columns
        return tuple(
            tuple(values[start : start + columns]) for start in range(0, len(values), columns)
        )

    @property
    def grid(self) -> Grid:
        """The board, when every cell is placed and has a value."""
        values = [self.layout.value(mask) for mask in self.masks]
        return self.layout.instance.grid(values)


def _meeting(
    layout: Layout, target: int, operators: Sequence[Operator], masks: Sequence[int]
) -> Iterator[BitTuple]:
    """Every tuple within masks that one of the operators accepts."""

    def extend(bits: BitTuple, values: tuple[int, ...]) -> Iterator[BitTuple]:
        if len(bits) == len(masks):
            if any(operator.holds(values, target) for operator in operators):
                yield bits
            return
        for value in layout.values(masks[len(bits)]):
            yield from extend((*bits, layout.bit[value]), (*values, value))

    return extend((), ())


def bits_of(mask: int) -> Iterator[int]:
    """The single bits of a mask, ascending."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
