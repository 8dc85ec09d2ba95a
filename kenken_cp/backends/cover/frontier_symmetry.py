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

from kenken_cp.backends.cover.arrays import MULTIPLIER, Words
from kenken_cp.checkpoints import checkpoint
from kenken_cp.encode.exact_cover import ExactCover

MIN_FREE_LINES = 2
"""Fewer are not worth it."""

STATES_AT_ONCE = 1 << 13
"""Whose representatives are found at once: arrays of some megabytes."""

MAX_SPARE_VALUES = 2
"""Values more than a line has cells. With many, value precedence leaves fewer states."""

ROUNDS = 2
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
    if len(instance.domain) > max(rows, columns) + MAX_SPARE_VALUES:
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
        self._masks = np.uint64(1) << (np.array(bits) % 64).astype(np.uint64)

    def __call__(self, keys: Words) -> Words:
        """Of states ``[word, state]``, which have no bits but these."""
        found = np.zeros_like(keys)
        for first in range(0, keys.shape[1], STATES_AT_ONCE):
            checkpoint()
            chosen = slice(first, first + STATES_AT_ONCE)
            has = keys[self._words][:, :, chosen] & self._masks[:, :, None] != 0
            has = _sorted_lines(_sorted_values(has))
            for line, value in np.ndindex(*self._words.shape):
                found[self._words[line, value], chosen] |= (
                    has[line, value] * self._masks[line, value]
                )
        return found


Marks = NDArray[np.bool_]
"""``[line, value, state]``: whether the line has the value."""


def _sorted_values(has: Marks) -> Marks:
    """The same with values in the order of their colours."""
    lines, values, states = has.shape
    of_values = np.zeros((values, states), np.uint64)
    of_lines = np.zeros((lines, states), np.uint64)
    for _ in range(values):
        for _ in range(ROUNDS):
            of_lines = _mixed(of_lines + (has * _mixed(of_values)).sum(axis=1, dtype=np.uint64))
            of_values = _mixed(
                of_values + (has * _mixed(of_lines)[:, None]).sum(axis=0, dtype=np.uint64)
            )
        shared = np.zeros((values, states), bool)
        for one in range(values):
            for other in range(one + 1, values):
                same = of_values[one] == of_values[other]
                shared[one] |= same
                shared[other] |= same
        if not shared.any():
            break
        least = np.where(shared, of_values, np.uint64(0xFFFFFFFFFFFFFFFF)).argmin(axis=0)
        alone = shared.any(axis=0)
        of_values[least[alone], np.flatnonzero(alone)] += np.uint64(1)
    order = np.argsort(of_values, axis=0, kind="stable")
    found: Marks = np.take_along_axis(has, np.broadcast_to(order, has.shape), axis=1)
    return found


def _sorted_lines(has: Marks) -> Marks:
    """The same with lines in the order of the values that they have."""
    weights = np.uint64(1) << np.arange(has.shape[1], dtype=np.uint64) % np.uint64(64)
    order = np.argsort((has * weights[:, None]).sum(axis=1, dtype=np.uint64), axis=0, kind="stable")
    found: Marks = np.take_along_axis(has, order[:, None], axis=0)
    return found


def _mixed(colours: Colours) -> Colours:
    """Other colours, of which sums tell what was added."""
    found = (colours ^ (colours >> np.uint64(31))) * MULTIPLIER + np.uint64(1)
    found ^= found >> np.uint64(29)
    return found * MULTIPLIER
