"""Symmetry of the free lines of a board, for counting by frontiers.

A line is *free* if none of its cells is in a cage or in an extra house. While only free lines are
open, a permutation of the crossing lines or of the values maps each state to one with the same
number of completions. So after each free line the states are replaced by representatives, and
nearly all states that are equivalent in this way become equal. The Latin squares of order 7 take
some ten thousand states at a time. (McKay and Wanless, "On the number of Latin squares", Annals of
Combinatorics 2005, count those up to order 11 in this way.)

A representative is found by colour refinement. The colour of a value is computed from the colours
of the lines that have it, and the other way round; as long as two values have the same colour, one
of them is given a new one (McKay and Piperno, "Practical graph isomorphism, II", Journal of
Symbolic Computation 2014). If equivalent states get different representatives, they stay apart,
which costs only time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kenken_cp.backends.cover.arrays import MULTIPLIER, Words, columns
from kenken_cp.clock import checkpoint
from kenken_cp.encode.exact_cover import ExactCover

MIN_FREE_LINES = 2
"""With fewer free lines, replacing states costs more than it saves."""

STATES_AT_ONCE = 1 << 13
"""States whose representatives are found at once: arrays of some megabytes."""

MAX_SPARE_VALUES = 2
"""By how much the values may outnumber the cells of a line. With more, value precedence leaves
fewer states.
"""

MAX_VALUES = 64
"""The bits of a word."""

ROUNDS = 3
"""Rounds of refinement after each new colour."""

Colours = NDArray[np.uint64]


class FreeLines(NamedTuple):
    """Free lines of a board, which are filled last.

    Attributes:
        cells: the cells of the free lines, one line after the other.
        crossing: the numbers of the groups that are the crossing lines.
    """

    cells: Sequence[int]
    crossing: Sequence[int]


def free_lines(cover: ExactCover, *, columns_first: bool) -> FreeLines | None:
    """The free rows, or the free columns if columns are filled first; None if there are too few
    free lines, or too many values.
    """
    instance = cover.instance
    height, width = instance.rows, instance.columns
    if len(instance.domain) > min(max(height, width) + MAX_SPARE_VALUES, MAX_VALUES):
        return None
    of_rows, of_columns = range(height), range(height, height + width)  # groups of cells
    in_lines_only = {
        cell
        for cell in instance.free_cells
        if instance.groups_of[cell] == {of_rows[cell // width], of_columns[cell % width]}
    }
    lines, crossing = (of_columns, of_rows) if columns_first else (of_rows, of_columns)
    free = [number for number in lines if in_lines_only.issuperset(instance.groups[number].cells)]
    if len(free) < MIN_FREE_LINES:
        return None
    return FreeLines([cell for number in free for cell in instance.groups[number].cells], crossing)


class Representatives:
    """Finds a representative of each state between two free lines.

    Args:
        bits: for each crossing line, the bit of each value in a state.
    """

    def __init__(self, bits: Sequence[Sequence[int]]) -> None:
        self._words = np.array(bits) // 64
        self._bits = (np.array(bits) % 64).astype(np.uint64)

    def __call__(self, keys: Words) -> Words:
        """The representatives of states, ``[word, state]``, which have no other bits set."""
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
    """The lines of states, sorted by the values that they have, which are sorted by their colours.

    Args:
        has: ``[line, value, state]``: all bits set if the line has the value, else none.

    Returns:
        ``[line, state]``: a bit for each value.
    """
    ranks = np.argsort(np.argsort(_colours(has), axis=0, kind="stable"), axis=0)
    lines: Words = np.bitwise_or.reduce(has & np.uint64(1) << ranks.astype(np.uint64), axis=1)
    lines.sort(axis=0)
    return lines


def _colours(has: Words) -> Colours:
    """The colours of the values, ``[value, state]``. A state is refined until they all differ."""
    lines, values, states = has.shape
    of_values = np.zeros((values, states), np.uint64)
    of_lines = np.zeros((lines, states), np.uint64)
    found, open_ = np.empty_like(of_values), np.arange(states)
    for _ in range(values):
        for _ in range(ROUNDS):
            of_lines = _mixed(of_lines + (has & _mixed(of_values)).sum(axis=1, dtype=np.uint64))
            of_values = _mixed(
                of_values + (has & _mixed(of_lines)[:, None]).sum(axis=0, dtype=np.uint64)
            )
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
    """Hashes of colours, so that different multisets of colours have different sums of hashes."""
    found = (colours ^ (colours >> np.uint64(31))) * MULTIPLIER + np.uint64(1)
    found ^= found >> np.uint64(29)
    return found * MULTIPLIER
