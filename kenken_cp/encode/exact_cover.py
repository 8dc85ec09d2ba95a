"""A puzzle as an exact cover problem, on bit sets of options.

An *option* is one tuple of a cage, or one value of a free cell. A *primary item* is covered by
exactly one of the chosen options: a cage, or a value in a full group of cells. A *secondary item*
is covered by at most one: a value in a group of fewer cells than there are values. An item is an
integer whose bits are the options that cover it, and the set of options that are still live is such
an integer, too. To choose an option is to remove all that it excludes: one operation on integers of
some hundred bits. (The problem and its vocabulary: Knuth, The Art of Computer Programming 4B,
7.2.2.1. Bit sets take the place of dancing links.)
"""

from collections.abc import Iterable
from typing import NamedTuple

from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import instance
from kenken_cp.encode.tuples import FlatTuples, Placements, bit_sets
from kenken_cp.errors import KenKenError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle

MAX_OPTIONS = 1 << 15
"""With more, every step would handle integers of several kilobytes, for thousands of items."""

MAX_ITEM_BYTES = 1 << 28
"""Size of the bit sets of all values in all groups, of which a board may have thousands."""

MAX_REMEMBERED_BYTES = 1 << 25
"""Roughly, of what several options exclude: remembered for each set of them asked about."""


class TooManyOptionsError(KenKenError):
    """The puzzle is too large to be stated as an exact cover."""


class OptionGroup(NamedTuple):
    """The options of a cage, or of a free cell: exactly one of them is chosen.

    Attributes:
        cells: those that each of the options fills.
        rows: the values of the cells, option after option, in one flat sequence.
        first: the number of the first option; the others follow it.
        mask: the options as a bit set.
    """

    cells: tuple[int, ...]
    rows: FlatTuples
    first: int
    mask: int

    def row(self, option: int) -> tuple[int, ...]:
        """The values that an option gives the cells."""
        width = len(self.cells)
        start = (option - self.first) * width
        return self.rows[start : start + width]


class ExactCover:
    """The exact cover problem of a puzzle.

    Attributes:
        instance: the puzzle by indices.
        option_groups: those of the cages, then those of the free cells; they fill the board.
        primary_items: bit sets of which exactly one option is chosen: the option groups, then
            values in full groups of cells.
        secondary_items: bit sets of which at most one option is chosen.
        options: the number of options.
        all_options: the bit set of all options.

    Args:
        max_options: the most options allowed; at most ``MAX_OPTIONS``.

    Raises:
        TooManyOptionsError: for more options than allowed.
    """

    def __init__(self, puzzle: Puzzle, max_options: int | None = None) -> None:
        self._max_options = min(MAX_OPTIONS, MAX_OPTIONS if max_options is None else max_options)
        self.instance = instance(puzzle)
        self.option_groups: list[OptionGroup] = []
        self._group_of: list[OptionGroup] = []
        self.options = 0
        domain = self.instance.domain
        self._check_room(len(self.instance.free_cells) * len(domain))
        self._covering = [dict.fromkeys(domain, 0) for _ in self.instance.groups]
        for cage in self.instance.cages:
            rows = cage.relation.tuples(self._max_options)
            if rows is None:
                raise TooManyOptionsError(
                    f"exact cover needs too many options for the cage {cage.cage}; "
                    "expected smaller cages, or another backend, such as cp-sat"
                )
            self._add(cage.cells, rows, cage.relation.placements)
        each_value = [bit_sets(domain)]
        for cell in self.instance.free_cells:
            self._add((cell,), domain, each_value)
        self.all_options = (1 << self.options) - 1
        self.primary_items = [group.mask for group in self.option_groups]
        self.secondary_items: list[int] = []
        for group, covering in zip(self.instance.groups, self._covering, strict=True):
            items = self.primary_items if group.full else self.secondary_items
            items.extend(covering.values())
        self._excluded: list[int | None] = [None] * self.options
        self._excluded_by_all: dict[int, int] = {}
        self._max_remembered = MAX_REMEMBERED_BYTES // (200 + self.options // 4)

    def _add(self, cells: tuple[int, ...], rows: FlatTuples, placements: Placements) -> None:
        first, count = self.options, len(rows) // len(cells)
        self._check_room(count)
        self.options += count
        covering, groups_of = self._covering, self.instance.groups_of
        for cell, of_cell in zip(cells, placements, strict=True):
            masks = [(value, tuples << first) for value, tuples in of_cell]
            for group in groups_of[cell]:
                items = covering[group]
                for value, mask in masks:
                    items[value] |= mask
        added = OptionGroup(cells, rows, first, ((1 << count) - 1) << first)
        self.option_groups.append(added)
        self._group_of += [added] * count

    def _check_room(self, more: int) -> None:
        """TooManyOptionsError if there is no room for that many more options."""
        checkpoint()
        options = self.options + more
        item_bits = len(self.instance.groups) * len(self.instance.domain) * options
        if options > self._max_options or item_bits > 8 * MAX_ITEM_BYTES:
            raise TooManyOptionsError(
                f"exact cover needs more than {self._max_options} options, or too much memory, for "
                "this puzzle; expected a smaller one, or another backend, such as cp-sat"
            )

    def excluded(self, option: int) -> int:
        """The options that cannot be chosen together with one."""
        found = self._excluded[option]
        if found is None:
            group, covering = self._group_of[option], self._covering
            groups_of = self.instance.groups_of
            found = group.mask
            for cell, value in zip(group.cells, group.row(option), strict=True):
                for number in groups_of[cell]:
                    found |= covering[number][value]
            found = self._excluded[option] = found & ~(1 << option)
        return found

    def excluded_by_all(self, options: int) -> int:
        """The options that every one of some options excludes: if any of ``options`` is chosen,
        none of the result can be.
        """
        found = self._excluded_by_all.get(options)
        if found is None:
            found, left = -1, options
            while left and found:
                option = left.bit_length() - 1
                found &= self.excluded(option)
                left ^= 1 << option
            if len(self._excluded_by_all) >= self._max_remembered:
                self._excluded_by_all.clear()
            self._excluded_by_all[options] = found
        return found

    def grid(self, chosen: Iterable[int]) -> Grid:
        """The grid of a solution, given as one option of each option group, ascending."""
        flat = [0] * len(self.instance.cells)
        for group, option in zip(self.option_groups, chosen, strict=True):
            for cell, value in zip(group.cells, group.row(option), strict=True):
                flat[cell] = value
        return self.instance.grid(flat)
