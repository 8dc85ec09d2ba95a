"""The inner loops of ``vector_compiled``, compiled by numba: inference on each of many boards, and
the number of ways in which a board of which only lines are left can be completed.

Like ``kernel`` it is a module of its own, whole, so that numba's cache notices each change.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kenken_cp.backends.cover.compiling import bit_count, entry, inner, lowest

Places = NDArray[np.int64]
Sets = NDArray[np.uint16]

MAX_COMPLETIONS = 1 << 32
"""Of a board: no sum that is made here overflows."""

_ONE = np.uint16(1)


class Constraints(NamedTuple):
    """What holds on a board, by numbers: cages of two cells, of three, then groups of cells.

    Attributes:
        pairs, triples: ``[place, cage]``: their cells.
        pair_tables, triple_tables: ``[place, ...]``: what a cell may be, by what the others may be;
            where a cage's part begins is in the next two.
        pair_starts, triple_starts: by cage.
        values: how many there are.
        group_starts, group_cells: the cells of the groups, and where each begins and the last ends.
        group_is_full: by group.
        starts, at_cell: the constraints of each cell, and where each begins and the last ends.
    """

    pairs: Places
    pair_tables: Sets
    pair_starts: Places
    triples: Places
    triple_tables: Sets
    triple_starts: Places
    values: int
    group_starts: Places
    group_cells: Places
    group_is_full: NDArray[np.bool_]
    starts: Places
    at_cell: Places


# --- inference -----------------------------------------------------------------------------------


@entry
def settle(of: Constraints, boards: Sets, decided: Places, alive: NDArray[np.bool_]) -> None:
    """Infers on boards, in place, all that follows, and tells which may have a solution.

    Args:
        boards: ``[cell, board]``.
        decided: for each board the only cell since whose change nothing was inferred; -1 for any.
    """
    cells = len(boards)
    board = np.empty(cells, np.uint16)
    due = np.zeros(of.pairs.shape[1] + of.triples.shape[1] + len(of.group_is_full), np.bool_)
    for number in range(boards.shape[1]):
        for cell in range(cells):
            board[cell] = boards[cell, number]
        for constraint in range(len(due)):
            due[constraint] = decided[number] < 0
        if decided[number] >= 0:
            _mark(of.starts, of.at_cell, decided[number], due)
        alive[number] = True
        while alive[number]:
            changed = np.uint16(0)
            for pair in range(of.pairs.shape[1]):
                if due[pair]:
                    changed |= _filter_pair(of, board, pair, due)
            for triple in range(of.triples.shape[1]):
                if due[of.pairs.shape[1] + triple]:
                    changed |= _filter_triple(of, board, triple, due)
            first_group = of.pairs.shape[1] + of.triples.shape[1]
            for group in range(len(of.group_is_full)):
                if due[first_group + group]:
                    due[first_group + group] = False
                    more, possible = _filter_group(
                        of.group_cells[of.group_starts[group] : of.group_starts[group + 1]],
                        (1 << of.values) - 1 if of.group_is_full[group] else 0,
                        of.starts,
                        of.at_cell,
                        board,
                        due,
                    )
                    changed |= more
                    if not possible:
                        alive[number] = False
                        break
            if not changed:
                break
        for cell in range(cells):
            boards[cell, number] = board[cell]


@inner
def _mark(starts: Places, at_cell: Places, cell: int, due: NDArray[np.bool_]) -> None:
    """Has the constraints of a cell due."""
    for at in range(starts[cell], starts[cell + 1]):
        due[at_cell[at]] = True


@inner
def _filter_pair(of: Constraints, board: Sets, pair: int, due: NDArray[np.bool_]) -> np.uint16:
    """Eliminates what has no support in a cage; returns 0 if it is nothing."""
    cell, other, start = of.pairs[0, pair], of.pairs[1, pair], of.pair_starts[pair]
    left = board[cell] & of.pair_tables[0, start + board[other]]
    left_of_other = board[other] & of.pair_tables[1, start + left]
    gone = board[cell] ^ left
    gone_of_other = board[other] ^ left_of_other
    board[cell], board[other] = left, left_of_other
    if gone:
        _mark(of.starts, of.at_cell, cell, due)
    if gone_of_other:
        _mark(of.starts, of.at_cell, other, due)
    due[pair] = False
    both: np.uint16 = gone | gone_of_other
    return both


@inner
def _filter_triple(of: Constraints, board: Sets, triple: int, due: NDArray[np.bool_]) -> np.uint16:
    """The same in a cage of three cells."""
    start, all_gone = of.triple_starts[triple], np.uint16(0)
    due[of.pairs.shape[1] + triple] = False
    for place in range(3):
        cell = of.triples[place, triple]
        one = np.int64(board[of.triples[1 if place == 0 else 0, triple]])
        other = board[of.triples[1 if place == 2 else 2, triple]]
        left = board[cell] & of.triple_tables[place, start + (one << of.values) + other]
        gone = board[cell] ^ left
        if gone:
            board[cell] = left
            _mark(of.starts, of.at_cell, cell, due)
            all_gone |= gone
    return all_gone


@inner
def _filter_group(
    cells: Places,
    all_values: int,
    starts: Places,
    at_cell: Places,
    board: Sets,
    due: NDArray[np.bool_],
) -> tuple[np.uint16, bool]:
    """Naked and hidden singles in a group; returns 0 if nothing is eliminated, and whether there
    may be a solution.

    Args:
        all_values: if it is full; else 0.
    """
    once = twice = alone = gone = np.uint16(0)
    for at in range(len(cells)):
        left = board[cells[at]]
        twice |= once & left
        once |= left
        if left & (left - _ONE) == 0:
            if alone & left or not left:
                return gone, False
            alone |= left
    hidden = np.uint16(0)
    if all_values:
        if once != all_values:
            return gone, False
        hidden = once & ~twice & ~alone
    if not hidden and not alone & twice:
        return gone, True
    for at in range(len(cells)):
        cell = cells[at]
        before = board[cell]
        if before & (before - _ONE):
            left = before & ~alone
            here = left & hidden
            if here:
                left = here
            if not left or here & (here - _ONE):
                return gone, False
            if left != before:
                board[cell] = left
                gone |= left ^ before
                _mark(starts, at_cell, cell, due)
    return gone, True


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
