"""Checks the extra houses of a puzzle, once for all puzzles that have the same.

Of thousands of puzzles nearly all have the same boxes.
"""

from collections.abc import Iterable
from itertools import chain

from kenken_cp.caches import emptied_by, remembered
from kenken_cp.errors import PuzzleError
from kenken_cp.model.geometry import AnyCell, House, cell_set, cells_in_order, check_on_board, lines
from kenken_cp.text import short_cell_names


def validated_houses(
    houses: tuple[Iterable[AnyCell], ...], rows: int, columns: int, values: int
) -> tuple[House, ...]:
    """The houses that are not lines, in reading order; PuzzleError for an impossible one."""
    if not houses:
        return ()
    known = _by_identity.get((id(houses), rows, columns, values))
    if known is not None and known[0] is houses:
        return known[1]
    # Equal houses are remembered only if they are of plain integers: True equals 1, but is no row.
    if set(map(type, houses)) == {tuple}:
        cells = [*chain.from_iterable(houses)]
        if set(map(type, cells)) == {tuple} and set(map(type, chain.from_iterable(cells))) == {int}:
            found = _remembered(houses, rows, columns, values)
            if len(_by_identity) >= _MAX_BY_IDENTITY:
                _by_identity.clear()
            _by_identity[id(houses), rows, columns, values] = houses, found
            return found
    return _validated(houses, rows, columns, values)


def _validated(
    houses: tuple[Iterable[AnyCell], ...], rows: int, columns: int, values: int
) -> tuple[House, ...]:
    distinct = {cells_in_order(house, "a house") for house in houses}
    cells = cell_set(rows, columns)
    for house in distinct:
        for cell in house if not cells.issuperset(house) else ():
            check_on_board(cell, rows, columns, "of a house")
        if len(set(house)) < len(house) or not 1 <= len(house) <= values:
            place = short_cell_names(house) or "of no cells"
            raise PuzzleError(f"the house {place}: expected 1 to {values} different cells")
    return tuple(sorted(distinct.difference(lines(rows, columns))))


_remembered = remembered(1 << 8, lambda houses: 160 * sum(map(len, houses)))(_validated)

_MAX_BY_IDENTITY = 64

_by_identity: dict[tuple[int, int, int, int], tuple[object, tuple[House, ...]]] = {}
"""Results by the ``id`` of the houses, which are kept here so that it stays theirs. Most readers
pass the very tuple that ``boxes`` returns, and hashing it takes longer than the rest of a puzzle.
"""
emptied_by(_by_identity.clear)
