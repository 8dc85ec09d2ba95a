"""Inference on many boards at a time, in numpy, where an operation takes as long for thousands of
boards as for one.

The candidates of a cell are the bits of a small integer; boards are the columns of an array
``[cell, board]``. A round of inference is some hundred operations on such arrays:

- For cages of two and three cells, tables give the values of a cell that have support, by the
  candidates of the other cells. Larger cages follow their automaton, with sixty-four boards in a
  word.
- Each group of cells is searched for naked singles, and a full one for hidden singles, too.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from kenken_cp.backends.cover.arrays import Candidates, Flags, Places, UnsuitableError
from kenken_cp.backends.cover.bulk_cages import Automata, SupportTables
from kenken_cp.clock import checkpoint
from kenken_cp.encode.exact_cover import ExactCover, OptionGroup
from kenken_cp.encode.instance import Instance
from kenken_cp.encode.masks import numbers_in
from kenken_cp.encode.mdd import Mdd

MAX_VALUES = 31
"""Values of a puzzle: one less than the bits of the largest integers used here."""

MAX_TABLE_BYTES = 1 << 26
"""Size of the tables of all cages; cages for which there is no room follow their automata."""

MAX_ARCS = 20_000
"""Arcs of the automata of all cages: each costs an operation on all boards."""


def only(candidates: Candidates) -> Candidates:
    """The candidates of the cells that have a single one; 0 for the other cells."""
    rest = candidates - candidates.dtype.type(1)
    rest &= candidates
    _all_bits_if_zero(rest, rest)
    rest &= candidates
    return rest


def _all_bits_if_zero(numbers: Candidates, out: Candidates) -> None:
    """Sets all bits where a number is 0, and none elsewhere.

    The highest bit of the numbers is never set. So only 0 - 1 has it, and an arithmetic shift
    copies it to all other bits. (``==`` and ``where`` are several times slower.)
    """
    np.subtract(numbers, numbers.dtype.type(1), out=out)
    signed = out.view(f"i{out.itemsize}")
    np.right_shift(signed, signed.dtype.type(8 * out.itemsize - 1), out=signed)


class Inference:
    """Eliminates candidates on boards of one exact cover problem.

    Args:
        live: the options that are left; only their values are candidates at the root.

    Attributes:
        root: the board at the root.
        in_cages: the cells in cages, by index.
        larger_cages: the cells of each cage of three or more: when it is partly filled, the values
            that it allows the rest depend on those that are filled in.

    Raises:
        UnsuitableError: for a puzzle with too many values, or too large cages.
    """

    def __init__(self, cover: ExactCover, live: int) -> None:
        instance = cover.instance
        self._value_count = len(instance.domain)
        if self._value_count > MAX_VALUES:
            raise UnsuitableError
        kind = np.min_scalar_type(1 << self._value_count)  # one bit more than there are values
        self._place = {value: place for place, value in enumerate(instance.domain)}
        self.root: Candidates = np.zeros((len(instance.cells), 1), kind)
        for group in cover.option_groups:
            checkpoint()
            for option in numbers_in(group.mask & live):
                for cell, value in zip(group.cells, group.row(option), strict=True):
                    self.root[cell] |= kind.type(1 << self._place[value])
        self._all_values = kind.type((1 << self._value_count) - 1)
        self._groups = _disjoint_groups(instance)
        free = set(instance.free_cells)
        self.in_cages = np.array([n for n in range(len(self.root)) if n not in free], np.intp)
        self.larger_cages = [list(cage.cells) for cage in instance.cages if len(cage.cells) > 2]
        tabled = self._tabled(cover)
        self.pairs, self.triples = (
            SupportTables([g for g in tabled if len(g.cells) == width], width, self._place, kind)
            for width in (2, 3)
        )
        self.automata = self._automata_of(instance, {group.cells for group in tabled})

    def _tabled(self, cover: ExactCover) -> list[OptionGroup]:
        """The cages for which tables are made: the smallest first, as far as there is room."""
        found, room = [], MAX_TABLE_BYTES // self.root.itemsize
        for group in sorted(cover.option_groups, key=lambda group: len(group.cells)):
            cells = len(group.cells)
            size = cells << self._value_count * (cells - 1)
            if cells in (2, 3) and size <= room:
                room -= size
                found.append(group)
        return found

    def _automata_of(
        self, instance: Instance, tabled: Collection[tuple[int, ...]]
    ) -> list[Automata]:
        automata: dict[int, list[tuple[tuple[int, ...], Mdd]]] = {}
        arcs = 0
        for cage in instance.cages:
            if len(cage.cells) > 1 and cage.cells not in tabled:
                mdd = cage.relation.clue_automaton
                arcs += sum(map(len, mdd.layers)) if mdd else 0
                if mdd is None or arcs >= MAX_ARCS:
                    raise UnsuitableError
                automata.setdefault(len(cage.cells), []).append((cage.cells, mdd))
        return [Automata(cages, self._place) for cages in automata.values()]

    def round(self, boards: Candidates) -> tuple[Flags, Flags]:
        """One round of inference, in place.

        Returns:
            Which boards were found to have no solution, and on which others more may be inferred.
        """
        before = boards.copy()
        self.pairs.filter(boards)
        self.triples.filter(boards)
        for automata in self.automata:
            automata.filter(boards)
        dead = np.zeros(boards.shape[1], boards.dtype)
        for groups in self._groups:
            self._filter(boards, groups, dead)
        is_dead: Flags = (dead != 0) | (np.minimum.reduce(boards, axis=0) == 0)
        before ^= boards
        return is_dead, (np.bitwise_or.reduce(before, axis=0) != 0) & ~is_dead

    def _filter(self, boards: Candidates, alike: _Groups, dead: Candidates) -> None:
        """Eliminates by naked and hidden singles in groups of which no two share a cell."""
        full, groups = alike.full, boards[alike.cells]
        alone = only(groups)
        once, twice = _once_and_twice(groups)
        taken, taken_twice = _once_and_twice(alone)
        if full:
            taken_twice |= once ^ self._all_values  # or a value that has no cell left
        dead |= np.bitwise_or.reduce(taken_twice, axis=0)
        alone |= ~taken
        groups &= alone
        if full:
            once &= ~twice
            hidden = groups & once
            _all_bits_if_zero(hidden, alone)
            hidden |= alone
            groups &= hidden
        boards[alike.cells] = groups


class _Groups(NamedTuple):
    """Groups of the same length of which no two share a cell; all are full, or none is.

    Attributes:
        cells: ``[cell, group]``.
    """

    cells: Places
    full: bool


def _disjoint_groups(instance: Instance) -> list[_Groups]:
    """The groups of two cells or more."""
    found: list[tuple[bool, list[tuple[int, ...]], set[int]]] = []
    for group in instance.groups:
        checkpoint()
        if len(group.cells) < 2:
            continue
        for full, members, taken in found:
            alike = full is group.full and len(members[0]) == len(group.cells)
            if alike and taken.isdisjoint(group.cells):
                members.append(group.cells)
                taken.update(group.cells)
                break
        else:
            found.append((group.full, [group.cells], set(group.cells)))
    return [_Groups(np.array(members, np.intp).T, full) for full, members, _ in found]


def _once_and_twice(sets: Candidates) -> tuple[Candidates, Candidates]:
    """From ``[cell, group, board]`` with two cells or more, for each group the bits that some cell
    has, and those that several cells have.
    """
    once, twice = sets[0] | sets[1], sets[0] & sets[1]
    both = np.empty_like(once)
    for cell in sets[2:]:
        np.bitwise_and(once, cell, out=both)
        twice |= both
        once |= cell
    return once, twice
