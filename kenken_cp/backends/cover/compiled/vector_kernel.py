"""The inner loops of ``vector_inference``, compiled by numba: inference on each of many boards, and
the number of completions of a board of which only lines are left.

Like ``kernel`` it is one module, so that numba's cache notices each change.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kenken_cp.backends.cover.arrays import Flags, Indices, Numbers, Words
from kenken_cp.backends.cover.compiled.compiling import bit_count, entry, inlined, inner, lowest

Sets = NDArray[np.uint16]

MAX_COMPLETIONS = 1 << 32
"""Completions that are counted of a board, so that no sum overflows."""

_ONE = np.uint16(1)
_LOWEST = np.uint64(1)


class Constraints(NamedTuple):
    """The constraints of a board. Cages are numbered, those of two cells before those of three, and
    so are groups of cells.

    Attributes:
        pairs, triples: ``[place, cage]``: the cells of the cages of two, and of three.
        pair_tables, triple_tables: ``[place, ...]``: the values of a cell that have support, by the
            candidates of the other cells.
        pair_starts, triple_starts: for each cage, where its part of the tables begins.
        values: the number of values.
        group_starts, group_cells: the cells of all groups; for each group, where its cells begin,
            and where those of the last end.
        group_is_full: for each group, whether it has a cell for every value.
        cages_at, groups_at: the cages and groups of each cell, number ``n`` as bit ``n % 64``.
    """

    pairs: Indices
    pair_tables: Sets
    pair_starts: Indices
    triples: Indices
    triple_tables: Sets
    triple_starts: Indices
    values: int
    group_starts: Indices
    group_cells: Indices
    group_is_full: Flags
    cages_at: Words
    groups_at: Words


# --- inference -----------------------------------------------------------------------------------

_BLOCK = 32
"""Boards that are copied together: their candidates of one cell fill a cache line."""


@entry
def settle(of: Constraints, boards: Sets, decided: Numbers, alive: Flags) -> None:
    """Infers on boards, in place, until nothing more follows.

    Args:
        boards: ``[cell, board]``.
        decided: for each board, the only cell that was changed since the last inference; -1 if
            there may be others.
        alive: for each board, set to whether it may have a solution.
    """
    cells, count = boards.shape
    all_cages = all_groups = np.uint64(0)
    for cell in range(cells):
        all_cages |= of.cages_at[cell]
        all_groups |= of.groups_at[cell]
    block = np.empty((_BLOCK, cells), np.uint16)
    for first in range(0, count, _BLOCK):
        size = min(_BLOCK, count - first)
        for cell in range(cells):
            for number in range(size):
                block[number, cell] = boards[cell, first + number]
        for number in range(size):
            cell = decided[first + number]
            cages = all_cages if cell < 0 else of.cages_at[cell]
            groups = all_groups if cell < 0 else of.groups_at[cell]
            alive[first + number] = _is_settled(of, block[number], cages, groups)
        for cell in range(cells):
            for number in range(size):
                boards[cell, first + number] = block[number, cell]


@inner
def _is_settled(of: Constraints, board: Sets, cages: np.uint64, groups: np.uint64) -> bool:
    """Infers on a board, beginning with some cages and groups; returns whether it may have a
    solution.

    The cages and groups that are still to be looked at are the bits of two words, and all functions
    called are inlined: a queue in memory and calls take four times as long.
    """
    pairs, all_values = of.pairs.shape[1], (1 << of.values) - 1
    while cages or groups:
        if cages:
            bit = np.int64(lowest(cages))
            cages &= cages - _LOWEST
            for cage in range(bit, pairs + of.triples.shape[1], 64):
                for place in range(2 if cage < pairs else 3):
                    cell, left = _supported(of, board, cage, place)
                    if left != board[cell]:
                        board[cell] = left
                        cages |= of.cages_at[cell]
                        groups |= of.groups_at[cell]
                        if not left:
                            return False
            continue
        bit = np.int64(lowest(groups))
        groups &= groups - _LOWEST
        for group in range(bit, len(of.group_is_full), 64):
            first, last = of.group_starts[group], of.group_starts[group + 1]
            once, twice, alone, contrary = _seen(board, of.group_cells, first, last)
            hidden = np.uint16(0)
            if of.group_is_full[group]:
                contrary |= once ^ all_values
                hidden = once & ~twice & ~alone
            if contrary:
                return False
            if hidden or alone & twice:
                for at in range(first, last):
                    cell = of.group_cells[at]
                    left = _filtered(board[cell], alone, hidden)
                    if left != board[cell]:
                        board[cell] = left
                        cages |= of.cages_at[cell]
                        groups |= of.groups_at[cell]
                        if not left:
                            return False
    return True


@inlined
def _supported(of: Constraints, board: Sets, cage: int, place: int) -> tuple[int, np.uint16]:
    """The cell at a place of a cage, and those of its candidates that have support."""
    triple = cage - of.pairs.shape[1]
    if triple < 0:
        cell, other = of.pairs[place, cage], of.pairs[1 - place, cage]
        support = of.pair_tables[place, of.pair_starts[cage] + board[other]]
    else:
        cell = of.triples[place, triple]
        one = of.triples[1 if place == 0 else 0, triple]
        other = of.triples[1 if place == 2 else 2, triple]
        both = (np.int64(board[one]) << of.values) + board[other]
        support = of.triple_tables[place, of.triple_starts[triple] + both]
    return cell, board[cell] & support


@inlined
def _seen(
    board: Sets, cells: Indices, first: int, last: int
) -> tuple[np.uint16, np.uint16, np.uint16, np.uint16]:
    """In the cells of a group: the values that are candidates of some cell, those of several cells,
    those that are the only candidate of some cell, and those of several cells.
    """
    once = twice = alone = contrary = np.uint16(0)
    for at in range(first, last):
        left = board[cells[at]]
        single = left if left & (left - _ONE) == 0 else np.uint16(0)
        twice |= once & left
        once |= left
        contrary |= alone & single
        alone |= single
    return once, twice, alone, contrary


@inlined
def _filtered(values: np.uint16, alone: np.uint16, hidden: np.uint16) -> np.uint16:
    """The candidates of a cell without the values of single candidates (``alone``) of its group; if
    a hidden single is among them, only that; none if two are.
    """
    if values & (values - _ONE) == 0:
        return values
    left = values & ~alone
    here = left & hidden
    if not here:
        return left
    return here if here & (here - _ONE) == 0 else np.uint16(0)


# --- completions ---------------------------------------------------------------------------------
#
# These boards have no other groups than rows and columns, all of them full, and no open cell in a
# cage. So the candidates of a cell are the values that both of its lines still need. Lines are
# filled one after the other, always the one with the lowest bound on its number of ways.


class Lines(NamedTuple):
    """The open cells of a board.

    Attributes:
        needed: the values that each row, then each column, still needs.
        cells: the open cells of each line.
        products: for each line the product of the numbers of candidates of its cells, a bound on
            the number of ways to fill it. (Below 2^63, for there are at most fifteen values.)
        unions: for each line the candidates of all its cells.
    """

    needed: Sets
    cells: Sets
    products: Numbers
    unions: Sets


class Filled(NamedTuple):
    """The cells that are being filled, one after the other, line after line.

    Attributes:
        rows, columns: the lines of each cell; columns are numbered after the rows.
        value: its value; 0 for none yet.
        untried: its candidates that were not tried yet.
        ends_line: whether it is the last cell of the line that is being filled.
    """

    rows: Numbers
    columns: Numbers
    value: Sets
    untried: Sets
    ends_line: Flags


_NO_WAY, _ONE_WAY = -1, -2


@inner
def _next_line(of: Lines) -> int:
    """The line to fill next; ``_NO_WAY`` if some line cannot be filled, ``_ONE_WAY`` if all lines
    can be filled in a single way.
    """
    size = len(of.needed) // 2
    for line in range(2 * size):
        of.products[line] = 1
        of.unions[line] = 0
    for row in range(size):
        left = of.cells[row]
        while left:
            column = size + np.int64(lowest(np.uint64(left)))
            left &= left - _ONE
            values = of.needed[row] & of.needed[column]
            number = np.int64(bit_count(np.uint64(values)))
            of.products[row] *= number
            of.products[column] *= number
            of.unions[row] |= values
            of.unions[column] |= values
    # A line has as many open cells as it needs values. So if each of its cells has one candidate,
    # and together they have all values that it needs, these are all different.
    found, fewest, most = _NO_WAY, 1 << 62, np.int64(1)
    for line in range(2 * size):
        if of.unions[line] != of.needed[line]:
            return _NO_WAY
        if of.cells[line]:
            product = of.products[line]
            if product == 0:
                return _NO_WAY
            most = max(most, product)
            if product < fewest:
                found, fewest = line, product
    return found if most > 1 else _ONE_WAY


@inner
def _open(of: Lines, filled: Filled, line: int, at: int) -> None:
    """Appends the open cells of a line to those that are being filled."""
    size = len(of.needed) // 2
    left = of.cells[line]
    of.cells[line] = 0
    while left:
        other = np.int64(lowest(np.uint64(left)))
        left &= left - _ONE
        if line < size:
            filled.rows[at], filled.columns[at] = line, size + other
            of.cells[size + other] ^= _ONE << line
        else:
            filled.rows[at], filled.columns[at] = other, line
            of.cells[other] ^= _ONE << (line - size)
        filled.ends_line[at] = left == 0
        at += 1


@inner
def _close(of: Lines, filled: Filled, first: int) -> None:
    """Makes the cells of the line that begins at ``first`` open again."""
    size = len(of.needed) // 2
    at = first
    while True:
        row, column = filled.rows[at], filled.columns[at]
        of.cells[row] |= _ONE << (column - size)
        of.cells[column] |= _ONE << row
        if filled.ends_line[at]:
            return
        at += 1


@inner
def _begin(of: Lines, filled: Filled, at: int) -> None:
    """Begins to try the candidates of a cell."""
    filled.untried[at] = of.needed[filled.rows[at]] & of.needed[filled.columns[at]]
    filled.value[at] = 0


@inner
def _advance(of: Lines, filled: Filled, at: int) -> int:
    """Finds the next way to fill the line of a cell, from that cell on, or else an earlier line;
    returns the last cell of the line, -1 if all ways were tried.
    """
    while at >= 0:
        row, column = filled.rows[at], filled.columns[at]
        of.needed[row] |= filled.value[at]
        of.needed[column] |= filled.value[at]
        left = filled.untried[at]
        if not left:
            at -= 1
            if at < 0 or filled.ends_line[at]:
                _close(of, filled, at + 1)
            continue
        value = left & (~left + _ONE)
        filled.value[at] = value
        filled.untried[at] = left ^ value
        of.needed[row] ^= value
        of.needed[column] ^= value
        if filled.ends_line[at]:
            return at
        at += 1
        _begin(of, filled, at)
    return -1


@entry
def completions(boards: Sets, max_nodes: int, max_nodes_in_all: int, totals: Numbers) -> int:
    """Counts the completions of boards on which nothing more can be inferred.

    Args:
        boards: ``[row, column, board]``.
        max_nodes: the most nodes for one board.
        max_nodes_in_all: nodes after which no further board is begun.
        totals: for each board, set to its number of completions; -1 if there are too many nodes or
            completions.

    Returns:
        The number of boards that were done.
    """
    size = len(boards)
    lines = Lines(
        np.empty(2 * size, np.uint16),
        np.empty(2 * size, np.uint16),
        np.empty(2 * size, np.int64),
        np.empty(2 * size, np.uint16),
    )
    cells = size * size
    filled = Filled(
        np.empty(cells, np.int64),
        np.empty(cells, np.int64),
        np.empty(cells, np.uint16),
        np.empty(cells, np.uint16),
        np.empty(cells, np.bool_),
    )
    nodes = done = 0
    while done < boards.shape[2] and nodes < max_nodes_in_all:
        for line in range(2 * size):
            lines.needed[line] = lines.cells[line] = 0
        for row in range(size):
            for column in range(size):
                left = boards[row, column, done]
                if left & (left - _ONE):
                    lines.needed[row] |= left
                    lines.needed[size + column] |= left
                    lines.cells[row] |= _ONE << column
                    lines.cells[size + column] |= _ONE << row
        total, at, most = 0, -1, nodes + max_nodes
        while True:
            nodes += 1
            line = _next_line(lines)
            if line >= 0:
                at += 1
                _open(lines, filled, line, at)
                _begin(lines, filled, at)
            elif line == _ONE_WAY:
                total += 1
            at = _advance(lines, filled, at)
            if at < 0:
                break
            if nodes >= most or total >= MAX_COMPLETIONS:
                total = -1
                break
        totals[done] = total
        done += 1
    return done
