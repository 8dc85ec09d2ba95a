"""A puzzle as an exact cover problem, on bit sets of options.

An *option* is one tuple of a cage (or one value of a free cell). An *item* is what must be chosen
exactly once: a cage, or a value in a house, where the house has as many cells as there are values;
in a shorter house a value is chosen at most once. An item is the integer whose bits are its
options; so is the set of options still open, and to choose an option is to take away all that it
excludes: one operation on integers of some hundred bits. (Knuth, The Art of Computer Programming
4B, 7.2.2.1, has the problem and its vocabulary; the bit sets take the place of dancing links.)

A cage of too many tuples to list becomes a *chain*: one option for each cell, value, and state of
the operator's fold before it (the sum so far). The state that a cell's option leaves must be the
one that the next cell's option starts from; every filled cage is still one choice of options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from kenken_cp.encode.instance import IndexedCage, Instance, instance
from kenken_cp.encode.line_sums import contradicts_itself
from kenken_cp.encode.tuples import Rows
from kenken_cp.errors import KenKenError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle

LONGEST_LIST = 1000
"""Cages of more tuples become chains."""

MOST_OPTIONS = 1 << 15
"""Beyond it every step handles integers of several kilobytes, for thousands of items."""


FEW = 6
"""Items of at most so many options are looked through for what they all exclude."""


class TooManyOptionsError(KenKenError):
    """The puzzle is too large to be stated as an exact cover."""


class Part(NamedTuple):
    """Options of which exactly one is chosen, and which fill the same cells: a listed cage, a free
    cell, or a cell of a chain.

    Attributes:
        cells: indices in reading order.
        rows: the values of the cells, option after option, flat.
        first: the number of the first option; the others follow it.
    """

    cells: tuple[int, ...]
    rows: Rows
    first: int

    @property
    def options(self) -> int:
        """How many options there are."""
        return len(self.rows) // len(self.cells)

    @property
    def mask(self) -> int:
        """The options as a bit set."""
        return ((1 << self.options) - 1) << self.first


class Link(NamedTuple):
    """A state between two cells of a chain: the options that leave it and those that start from
    it. As soon as there are none of the one, there can be none of the other.
    """

    leaving: int
    starting: int


class ExactCover:
    """The exact cover problem of a puzzle.

    Attributes:
        parts: they share no option, and together they fill the board.
        items: bit sets of which exactly one option is chosen: the parts, then values in houses.
        loose: bit sets of which at most one option is chosen.
        links: of the chains.
        meetings: bit sets of the options of two neighbouring cells of a chain.
        chained: for an option of a chain those of its neighbouring cells that it does not meet.
        options: how many options there are.
        instance: the puzzle by indices.

    Args:
        most: the most options wanted; ``MOST_OPTIONS`` at most.

    Raises:
        TooManyOptionsError: for more.
    """

    def __init__(self, puzzle: Puzzle, most: int | None = None) -> None:
        self._most = MOST_OPTIONS if most is None else min(most, MOST_OPTIONS)
        taken = self.instance = instance(puzzle)
        self.parts: list[Part] = []
        self.links: list[Link] = []
        self.meetings: list[int] = []
        self.options = 0
        self.chained: dict[int, int] = {}
        for cage in taken.cages:
            self._add_cage(cage)
        for cell in taken.free_cells:
            self._add((cell,), taken.domain)
        self._place(taken)
        if self.links and contradicts_itself(taken):
            self.items.append(0)
        self._excluded: list[int | None] = [None] * self.options
        self._owner = [part for part in self.parts for _ in range(part.options)]

    def _add_cage(self, cage: IndexedCage) -> None:
        rows = cage.relation.tuples(LONGEST_LIST)
        if rows is not None:
            self._add(cage.cells, rows)
        else:
            self._add_chain(cage)

    def _add(self, cells: tuple[int, ...], rows: Rows) -> Part:
        part = Part(cells, tuple(rows), self.options)
        self.parts.append(part)
        self.options += part.options
        if self.options > self._most:
            raise TooManyOptionsError(
                f"exact cover needs more than {self._most} options for this puzzle; "
                "expected a smaller one, or another backend, such as cp-sat"
            )
        return part

    def _add_chain(self, cage: IndexedCage) -> None:
        mdd = cage.relation.clue_automaton
        if mdd is None:
            raise TooManyOptionsError(
                f"exact cover needs too many options for the cage {cage.cage}; "
                "expected smaller cages, or another backend, such as cp-sat"
            )
        leaving: dict[int, int] = {}
        for cell, arcs in zip(cage.cells, mdd.layers, strict=True):
            part = self._add((cell,), tuple(value for _, value, _ in arcs))
            starting: dict[int, int] = {}
            following: dict[int, int] = {}
            for option, (state, _, state_after) in enumerate(arcs, part.first):
                starting[state] = starting.get(state, 0) | 1 << option
                following[state_after] = following.get(state_after, 0) | 1 << option
            if leaving:
                self._link(leaving, starting)
            leaving = following

    def _link(self, leaving: dict[int, int], starting: dict[int, int]) -> None:
        """Options of neighbouring cells exclude each other unless they meet in one state."""
        all_leaving, all_starting = sum(leaving.values()), sum(starting.values())
        self.meetings.append(all_leaving | all_starting)
        for state in leaving.keys() | starting.keys():
            before, after = leaving.get(state, 0), starting.get(state, 0)
            self.links.append(Link(before, after))
            for mine, others in ((before, all_starting & ~after), (after, all_leaving & ~before)):
                for option in bits(mine):
                    self.chained[option] = self.chained.get(option, 0) | others

    def _place(self, taken: Instance) -> None:
        """Finds the options that put each value in each group."""
        groups_of = taken.groups_of
        held: list[dict[int, int]] = [dict.fromkeys(taken.domain, 0) for _ in taken.groups]
        for part in self.parts:
            for position, value, options in _patterns(part.rows, len(part.cells)):
                mask = options << part.first
                for group in groups_of[part.cells[position]]:
                    held[group][value] |= mask
        self._held = held
        self.items = [part.mask for part in self.parts]
        self.loose: list[int] = []
        for group, holding in zip(taken.groups, held, strict=True):
            (self.items if group.full else self.loose).extend(holding.values())

    @property
    def all_options(self) -> int:
        """Every option, as a bit set."""
        return (1 << self.options) - 1

    def excluded(self, option: int) -> int:
        """The options that cannot be chosen together with one."""
        found = self._excluded[option]
        if found is None:
            part, held, groups_of = self._owner[option], self._held, self.instance.groups_of
            found = part.mask | self.chained.get(option, 0)
            width = len(part.cells)
            start = (option - part.first) * width
            for cell, value in zip(part.cells, part.rows[start : start + width], strict=True):
                for group in groups_of[cell]:
                    found |= held[group][value]
            found = self._excluded[option] = found & ~(1 << option)
        return found

    def grid(self, chosen: int) -> Grid:
        """The grid of a solution: a bit set with one option of each part."""
        return self.filled(bits(chosen))

    def filled(self, chosen: Iterable[int]) -> Grid:
        """The grid of a solution: an option of each part, ascending."""
        flat = [0] * len(self.instance.cells)
        for part, option in zip(self.parts, chosen, strict=True):
            width = len(part.cells)
            start = (option - part.first) * width
            for cell, value in zip(part.cells, part.rows[start : start + width], strict=True):
                flat[cell] = value
        return self.instance.grid(flat)


def bits(mask: int) -> Iterator[int]:
    """The numbers of the options in a bit set, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def propagate(cover: ExactCover, live: int, items: Sequence[int]) -> tuple[int, list[int]]:
    """Takes away what cannot be chosen.

    Args:
        live: the options that are not yet taken away.
        items: those that may have a choice.

    Returns:
        The options left, and the items that still have a choice; no options at all if some item
        has none.
    """
    excluded, links = cover.excluded, cover.links
    while True:
        before = live
        still_open: list[int] = []
        for item in items:
            here = live & item
            if here & (here - 1):
                still_open.append(item)
            elif here:
                live &= ~excluded(here.bit_length() - 1)
            else:
                return 0, still_open
        items = still_open
        for leaving, starting in links:
            if not live & leaving:
                live &= ~starting
            elif not live & starting:
                live &= ~leaving
        if live != before:
            continue
        for item in items:
            here = live & item
            if here.bit_count() <= FEW:
                common = live
                while here and common:
                    option = here.bit_length() - 1
                    common &= excluded(option)
                    here ^= 1 << option
                live ^= common
        if live == before:
            return live, still_open


def smallest(live: int, items: list[int]) -> int:
    """The item with the fewest options."""
    fewest, found = live.bit_count() + 1, 0
    for item in items:
        options = (live & item).bit_count()
        if options < fewest:
            fewest, found = options, item
            if options == 2:
                break
    return found


def separate(live: int, items: list[int], neighbours: Sequence[int]) -> list[tuple[int, list[int]]]:
    """The parts of what is left that have nothing in common: their options and their items.

    Args:
        neighbours: bit sets that are no items, but whose options may exclude each other.
    """
    found = []
    while items:
        reached, mine = 0, items[:1]
        pending, items = items[1:], []
        reached = live & mine[0]
        others = neighbours
        while True:
            before = reached
            items = []
            for item in pending:
                if item & reached:
                    reached |= item & live
                    mine.append(item)
                else:
                    items.append(item)
            for item in others:
                if item & reached:
                    reached |= item & live
            if reached == before:
                break
            pending = items
        found.append((reached, mine))
    return found


@lru_cache(maxsize=1 << 14)
def _patterns(rows: Rows, width: int) -> list[tuple[int, int, int]]:
    """(position in the cage, value, the options that put it there, as a bit set)."""
    found: dict[tuple[int, int], int] = {}
    for index, value in enumerate(rows):
        option, position = divmod(index, width)
        found[position, value] = found.get((position, value), 0) | 1 << option
    return [(position, value, options) for (position, value), options in found.items()]
