"""What is still possible: the candidates of cells, and the tuples that they leave to cages.

Cells are indices in reading order; a value is a bit (the i-th of the puzzle's values is
``1 << i``), a set of values a mask.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import Instance, instance
from kenken_cp.encode.line_sums import contradicts_itself
from kenken_cp.encode.masks import union
from kenken_cp.logic.paths import Paths, all_paths, paths_within
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Puzzle

Board = tuple[tuple[int | None, ...], ...]
"""A partial grid: None where a cell is open."""

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


_domain = lru_cache(64)(Domain)


@lru_cache(maxsize=8)
def _hopeless(puzzle: Instance) -> bool:
    """Whether a cage has no tuple, or the cages of whole lines miss their sum or product."""
    paths = (all_paths(cage.relation) for cage in puzzle.cages)
    return any(found is not None and not found for found in paths) or contradicts_itself(puzzle)


class Candidates:
    """The candidates of every cell, and the cells that are placed; cheap to copy.

    A cell is *placed* when a step or a guess has placed a value in it; one with a single candidate
    that nobody has noticed yet is still open.

    Attributes:
        instance: the puzzle by indices.
        domain: its values as bits.
        masks: the candidates of each cell.
        open_cells: the cells that are not placed.
        hopeless: whether the clues alone show that there is no solution.
        settled_trials: a cache of techniques, by what was tried: the candidates that an assumption
            left, of these or of more of them, where it met no contradiction.
    """

    __slots__ = (
        "_gone",
        "_looked",
        "_loose",
        "_paths",
        "domain",
        "hopeless",
        "instance",
        "masks",
        "open_cells",
        "settled_trials",
    )

    def __init__(self, puzzle: Puzzle | Instance) -> None:
        self.instance = puzzle if isinstance(puzzle, Instance) else instance(puzzle)
        self.domain = _domain(self.instance.domain)
        self.masks = [self.domain.every] * len(self.instance.cells)
        self.open_cells = set(range(len(self.masks)))
        self.hopeless = _hopeless(self.instance)
        self.settled_trials: dict[tuple[str, int, int], Candidates] = {}
        # More caches. Each can be recomputed from the masks, so that no result depends on them.
        self._paths = [all_paths(cage.relation) for cage in self.instance.cages]
        """Paths that hold at least those within the masks."""
        self._loose = set(range(len(self._paths)))
        """At least those cages that have candidates which no tuple of theirs has."""
        self._gone: list[Elimination] = []
        """All that has been eliminated, in order."""
        self._looked: dict[str, int] = {}
        """By techniques, how much of that had gone when they last found nothing."""

    def copy(self) -> Candidates:
        """An independent copy."""
        twin = Candidates.__new__(Candidates)
        twin.instance, twin.domain, twin.hopeless = self.instance, self.domain, self.hopeless
        twin.masks = self.masks[:]
        twin.open_cells = set(self.open_cells)
        twin._paths = self._paths[:]
        twin._loose = set(self._loose)
        twin._gone, twin._looked = self._gone[:], self._looked.copy()
        twin.settled_trials = self.settled_trials.copy()
        return twin

    def within(self, part: Instance) -> Candidates:
        """The same candidates where only a part of the constraints holds: those of an instance of
        the same board.
        """
        twin = self.copy()
        twin.instance, twin.hopeless = part, False
        twin._paths = [all_paths(cage.relation) for cage in part.cages]
        twin._loose = set(range(len(twin._paths)))
        twin._looked = {}
        twin.settled_trials = {}
        return twin

    @property
    def dead(self) -> bool:
        """Whether a cell has no candidate left, or the clues alone show that none can do."""
        return self.hopeless or 0 in self.masks

    @property
    def solved(self) -> bool:
        """Whether every cell is placed (and so the board a grid, though it may be a wrong one)."""
        return not self.open_cells

    def keep(self, cell: int, mask: int) -> int:
        """Eliminates all candidates outside a mask; returns those that went."""
        gone = self.masks[cell] & ~mask
        if gone:
            self.masks[cell] &= mask
            self._gone.append((cell, gone))
            cage = self.instance.cage_of[cell]
            if cage is not None:
                self._loose.add(cage)
        return gone

    def keep_within(self, other: Candidates) -> bool:
        """Eliminates all that others of the same board lack; returns whether anything went."""
        gone = [
            (cell, theirs)
            for cell, (mine, theirs) in enumerate(zip(self.masks, other.masks, strict=True))
            if mine & ~theirs
        ]
        for cell, mask in gone:
            self.keep(cell, mask)
        return bool(gone)

    def place(self, cell: int, bit: int) -> None:
        """Places a value in a cell, and eliminates it from the cells that must differ."""
        self.keep(cell, bit)
        self.open_cells.discard(cell)
        for peer in self.instance.peers[cell]:
            if self.masks[peer] & bit:
                self.keep(peer, ~bit)

    def paths(self, number: int) -> Paths | None:
        """The tuples that its candidates leave to a cage; None if they cannot be known yet."""
        cage = self.instance.cages[number]
        masks = tuple([self.masks[cell] for cell in cage.cells])
        known = self._paths[number]
        checkpoint()
        found = paths_within(cage.relation, masks) if known is None else known.within(masks)
        self._paths[number] = found
        return found

    def unsupported(self) -> Iterator[tuple[int, list[Elimination]]]:
        """The cages with candidates that no tuple of theirs has, in order, with all of these."""
        for number in sorted(self._loose):
            paths = self.paths(number)
            cells = self.instance.cages[number].cells
            gone = [] if paths is None else self.beyond(cells, paths.supports)
            if gone:
                yield number, gone
            else:
                self._loose.discard(number)

    def found_nothing(self, technique: str) -> None:
        """Notes that a technique found nothing: it need only look at what changes from now on."""
        self._looked[technique] = len(self._gone)

    def _gone_since(self, technique: str) -> list[Elimination]:
        return self._gone[self._looked[technique] :]

    def changed_cells(self, technique: str) -> Collection[int]:
        """The cells that have changed since a technique found nothing; all if it never did."""
        if technique not in self._looked:
            return range(len(self.masks))
        return {cell for cell, _ in self._gone_since(technique)}

    def changed_houses(self, technique: str) -> Collection[int]:
        """The houses of such cells, in order."""
        houses = len(self.instance.houses)
        if technique not in self._looked:
            return range(houses)
        groups_of = self.instance.groups_of
        groups = {group for cell in self.changed_cells(technique) for group in groups_of[cell]}
        return sorted(group for group in groups if group < houses)

    def changed_cages(self, technique: str) -> Collection[int]:
        """The cages of such cells."""
        if technique not in self._looked:
            return range(len(self._paths))
        cage_of = self.instance.cage_of
        cages = {cage_of[cell] for cell in self.changed_cells(technique)}
        return {cage for cage in cages if cage is not None}

    def changed_values(self, technique: str) -> int:
        """The mask of the values that have gone anywhere since a technique found nothing."""
        if technique not in self._looked:
            return self.domain.every
        return union([gone for _, gone in self._gone_since(technique)])

    def beyond(self, cells: Iterable[int], kept: Iterable[int]) -> list[Elimination]:
        """What goes when each of some cells keeps only a mask."""
        masks = self.masks
        return [
            (cell, gone)
            for cell, mask in zip(cells, kept, strict=True)
            if (gone := masks[cell] & ~mask)
        ]

    def places(self, house: int) -> tuple[int, ...]:
        """For each value, the mask of its places in a house (the i-th cell is ``1 << i``)."""
        cells = self.instance.houses[house].cells
        return _places(tuple([self.masks[cell] for cell in cells]), len(self.domain.bit))

    def empty_cage(self) -> int | None:
        """The first cage without a tuple; None if there is none, as far as can be known."""
        return next((number for number, _ in self.unsupported() if not self.paths(number)), None)

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

    @property
    def grid(self) -> Grid:
        """The board, when every cell is placed and has a value."""
        return self.instance.grid([self.domain.value(mask) for mask in self.masks])


@lru_cache(1 << 12)
def _places(masks: tuple[int, ...], values: int) -> tuple[int, ...]:
    checkpoint()
    found = [0] * values
    for place, mask in enumerate(masks):
        while mask:
            bit = mask & -mask
            found[bit.bit_length() - 1] |= 1 << place
            mask ^= bit
    return tuple(found)


def filled(puzzle: Puzzle | Instance, entries: Mapping[Cell, int]) -> Candidates:
    """The candidates of a puzzle with its givens and some entries placed."""
    candidates = Candidates(puzzle)
    for cell, value in {*candidates.instance.puzzle.givens.items(), *entries.items()}:
        candidates.place(candidates.instance.index(cell), candidates.domain.bit.get(value, 0))
    return candidates
