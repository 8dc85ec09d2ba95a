"""Symmetry of the free lines of a board, for counting by frontiers.

A line is free if none of its cells is in a cage, and no house but lines holds any of them. Where
only free lines are still open, it does not matter which of the crossing lines has which values in
it, nor what the values are called: a state has as many completions as any that arises from it by
permuting the crossing lines and the values. So after each free line the states are replaced by
representatives, and nearly all that are equivalent in this way become equal. The Latin squares of
order 7 take some ten thousand states at a time. (McKay and Wanless, "On the number of Latin
squares", Annals of Combinatorics 2005, count those to order 11 so.)

A representative is found by colour refinement: a value's colour is made of the colours of the lines
that have it, and the other way round; while two values have one colour, one of them gets a new one
(McKay and Piperno, "Practical graph isomorphism, II", Journal of Symbolic Computation 2014). Where
that ends differently for equivalent states, they stay apart, which costs time only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kenken_cp.backends.cover.arrays import MULTIPLIER, Words, columns
from kenken_cp.checkpoints import checkpoint
from kenken_cp.encode.exact_cover import ExactCover

MIN_FREE_LINES = 2
"""Fewer are not worth it."""

STATES_AT_ONCE = 1 << 13
"""Whose representatives are found at once: arrays of some megabytes."""

MAX_SPARE_VALUES = 2
"""Values more than a line has cells. With many, value precedence leaves fewer states."""

MAX_VALUES = 64
"""Bits of a word."""

ROUNDS = 3
"""Of refinement for each new colour."""

Colours = NDArray[np.uint64]


class FreeLines(NamedTuple):
    """Free lines of a board, which are filled last.

    Attributes:
        cells: those of the free lines, one line after the other.
        crossing: the groups of cells that are the crossing lines, by their numbers.
    """

    cells: Sequence[int]
    crossing: Sequence[int]


def free_lines(cover: ExactCover, *, columns_first: bool) -> FreeLines | None:
    """The free rows, or columns if these are filled first; None if they are too few, or there are
    too many values.
    """
    instance = cover.instance
    rows, columns = instance.rows, instance.columns
    if len(instance.domain) > min(max(rows, columns) + MAX_SPARE_VALUES, MAX_VALUES):
        return None
    of_rows, of_columns = range(rows), range(rows, rows + columns)  # groups of cells
    if any(not instance.groups[number].cells for number in (*of_rows, *of_columns)):
        return None  # a line that is left out
    in_lines_only = {
        cell
        for cell in instance.free_cells
        if instance.groups_of[cell] == {of_rows[cell // columns], of_columns[cell % columns]}
    }
    lines, crossing = (of_columns, of_rows) if columns_first else (of_rows, of_columns)
    free = [number for number in lines if in_lines_only.issuperset(instance.groups[number].cells)]
    if len(free) < MIN_FREE_LINES:
        return None
    return FreeLines([cell for number in free for cell in instance.groups[number].cells], crossing)


class Representatives:
    """Finds a representative of each state between two free lines.

    Args:
        bits: for each crossing line the bit of each value, of those in a state.
    """

    def __init__(self, bits: Sequence[Sequence[int]]) -> None:
        self._words = np.array(bits) // 64
        self._bits = (np.array(bits) % 64).astype(np.uint64)

    def __call__(self, keys: Words) -> Words:
        """Of states ``[word, state]``, which have no bits but these."""
        found = np.zeros_like(keys)
        for first in range(0, keys.shape[1], STATES_AT_ONCE):
            checkpoint()
            some = slice(first, first + STATES_AT_ONCE)
            has = keys[:, some][self._words] >> self._bits[:, :, None] & np.uint64(1)
            lines = _ordered(np.negative(has))
            for line, value in np.ndindex(*self._words.shape):
                bit = lines[line] >> np.uint64(value) & np.uint64(1)
                found[self._words[line, value], some] |= bit << self._bits[line, value]
        return found


def _ordered(has: Words) -> Words:
    """The lines of states, ordered by the values that they have, and these by their colours.

    Args:
        has: ``[line, value, state]``: all bits where the line has the value, else none.

    Returns:
        ``[line, state]``: a bit for each value.
    """
    ranks = np.argsort(np.argsort(_colours(has), axis=0, kind="stable"), axis=0)
    lines: Words = np.bitwise_or.reduce(has & np.uint64(1) << ranks.astype(np.uint64), axis=1)
    lines.sort(axis=0)
    return lines


def _colours(has: Words) -> Colours:
    """Of ``[value, state]``; where all colours of a state differ, they are refined no more."""
    lines, values, states = has.shape
    of_values = np.zeros((values, states), np.uint64)
    of_lines = np.zeros((lines, states), np.uint64)
    found, open_ = np.empty_like(of_values), np.arange(states)
    for _ in range(values):
        for _ in range(ROUNDS):
            of_lines = _mixed(of_lines + (has & _mixed(of_values)).sum(axis=1))
            of_values = _mixed(of_values + (has & _mixed(of_lines)[:, None]).sum(axis=0))
        found[:, open_] = of_values
        shared = np.zeros(of_values.shape, bool)
        for one in range(values):
            for other in range(one + 1, values):
                same = of_values[one] == of_values[other]
                shared[one] |= same
                shared[other] |= same
        left = np.flatnonzero(shared.any(axis=0))
        if not len(left):
            break
        least = np.where(shared, of_values, np.uint64(0xFFFFFFFFFFFFFFFF)).argmin(axis=0)
        of_values[least[left], left] += np.uint64(1)
        of_values, of_lines = columns(of_values, left), columns(of_lines, left)
        has, open_ = has.take(left, axis=2), open_[left]
    return found


def _mixed(colours: Colours) -> Colours:
    """Other colours, of which sums tell what was added."""
    found = (colours ^ (colours >> np.uint64(31))) * MULTIPLIER + np.uint64(1)
    found ^= found >> np.uint64(29)
    return found * MULTIPLIER
