"""The inner loops of ``vector_compiled``, compiled by numba: inference on each of many boards, and
the number of ways in which a board of which only lines are left can be completed.

Like ``kernel`` it is a module of its own, whole, so that numba's cache notices each change.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kenken_cp.backends.cover.arrays import Indices, Words
from kenken_cp.backends.cover.compiling import bit_count, entry, inlined, inner, lowest

Places = NDArray[np.int64]
Sets = NDArray[np.uint16]

MAX_COMPLETIONS = 1 << 32
"""Of a board: no sum that is made here overflows."""

_ONE = np.uint16(1)
_LOWEST = np.uint64(1)


class Constraints(NamedTuple):
    """What holds on a board, by numbers: cages of two cells and then of three; groups of cells.

    Attributes:
        pairs, triples: ``[place, cage]``: their cells.
        pair_tables, triple_tables: ``[place, ...]``: what a cell may be, by what the others may be;
            where a cage's part begins is in the next two.
        pair_starts, triple_starts: by cage.
        values: how many there are.
        group_starts, group_cells: the cells of the groups, and where each begins and the last ends.
        group_is_full: by group.
        cages_at, groups_at: those of each cell in a word, number ``n`` being bit ``n % 64``.
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
    group_is_full: NDArray[np.bool_]
    cages_at: Words
    groups_at: Words


# --- inference -----------------------------------------------------------------------------------

_BLOCK = 32
"""Boards that are read together: of each cell they fill a line of the processor's cache."""


@entry
def settle(of: Constraints, boards: Sets, decided: Places, alive: NDArray[np.bool_]) -> None:
    """Infers on boards, in place, all that follows, and tells which may have a solution.

    Args:
        boards: ``[cell, board]``.
        decided: for each board the only cell since whose change nothing was inferred; -1 for any.
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
    """Infers on a board, from some cages and groups on; returns whether it may have a solution.

    What of these is still due are bits in two registers, and most of this is in one function: a
    queue in memory and a function for each kind of constraint take four times as long.
    """
    pairs, all_values = of.pairs.shape[1], (1 << of.values) - 1
    possible = True
    while possible:
        if cages:
            bit = np.int64(lowest(cages))
            cages &= cages - _LOWEST
            for cage in range(bit, pairs + of.triples.shape[1], 64):
                is_pair = cage < pairs
                for place in range(2 if is_pair else 3):
                    if is_pair:
                        cell, other = of.pairs[place, cage], of.pairs[1 - place, cage]
                        at = of.pair_starts[cage] + board[other]
                        left = board[cell] & of.pair_tables[place, at]
                    else:
                        cell = of.triples[place, cage - pairs]
                        one = np.int64(board[of.triples[1 if place == 0 else 0, cage - pairs]])
                        other = of.triples[1 if place == 2 else 2, cage - pairs]
                        at = of.triple_starts[cage - pairs] + (one << of.values) + board[other]
                        left = board[cell] & of.triple_tables[place, at]
                    if left != board[cell]:
                        board[cell] = left
                        cages |= of.cages_at[cell]
                        groups |= of.groups_at[cell]
                        possible &= left != 0
        elif groups:
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
                    possible = False
                elif hidden or alone & twice:
                    for at in range(first, last):
                        cell = of.group_cells[at]
                        left = _filtered(board[cell], alone, hidden)
                        if left != board[cell]:
                            board[cell] = left
                            cages |= of.cages_at[cell]
                            groups |= of.groups_at[cell]
                            possible &= left != 0
        else:
            break
    return possible


@inlined
def _seen(
    board: Sets, cells: Indices, first: int, last: int
) -> tuple[np.uint16, np.uint16, np.uint16, np.uint16]:
    """In the cells of a group: the values that some may be, those that several may be, those that
    some must be, and those that several must be.
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
    """What a cell may be besides those values that another must be, and if it alone may be one,
    that; nothing if it would have to be two.
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
# A board of rows and columns alone, all of them full, and its open cells in no cage: what each may
# be is what both of its lines still need. Lines are filled one after the other, each time one that
# can be filled in the fewest ways, as far as its cells tell.


class Lines(NamedTuple):
    """The open cells of a board.

    Attributes:
        needed: what values each row, then each column, still needs.
        cells: where the open cells of each are.
        products: of each the product of what its cells may be, one number each: a bound of the
            number of ways to fill it. (Below 2^63, for there are at most fifteen values.)
        unions: of each all that its cells may be.
    """

    needed: Sets
    cells: Sets
    products: Places
    unions: Sets


class Filled(NamedTuple):
    """The cells that are being filled, one after the other, line after line.

    Attributes:
        rows, columns: where each is; columns have the numbers after those of the rows.
        value: what it has; 0 for nothing yet.
        untried: what it may have besides.
        ends_line: whether it is the last of its line.
    """

    rows: Places
    columns: Places
    value: Sets
    untried: Sets
    ends_line: NDArray[np.bool_]


_NO_WAY, _ONE_WAY = -1, -2


@inner
def _next_line(of: Lines) -> int:
    """The line to fill next; or that one cannot be filled, or all can in one way alone."""
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
    # A line has as many open cells as it needs values. So if each of its cells may be one thing,
    # and they together all that it needs, they are all different.
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
    """Has the cells of a line filled next."""
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
    """Has the cells of the line that begins here open again."""
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
    """Has a cell tried."""
    filled.untried[at] = of.needed[filled.rows[at]] & of.needed[filled.columns[at]]
    filled.value[at] = 0


@inner
def _advance(of: Lines, filled: Filled, at: int) -> int:
    """Goes on to the next way to fill a line, from a cell of it, or of those before it; returns its
    last cell, -1 if all were tried.
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
def completions(
    boards: Sets, max_nodes: int, max_nodes_in_all: int, totals: NDArray[np.int64]
) -> int:
    """Counts the ways to complete boards, each at its fixpoint; returns for how many there was
    time.

    Args:
        boards: ``[row, column, board]``.
        max_nodes: of a board.
        max_nodes_in_all: after that many no further board is begun.
        totals: by board; -1 where it took too many nodes, or they are too many.
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
