"""Random grids, in which all cells of a line or an extra house differ."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import Instance, instance
from kenken_cp.encode.masks import numbers_in
from kenken_cp.errors import KenKenError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle

_MAX_NODES = 2_000
"""Nodes of a search that is not given up; a board may take as many more as it has cells."""

_MAX_RESTARTS = 200

_Item = TypeVar("_Item")


def shuffled(items: Iterable[_Item], rng: random.Random) -> list[_Item]:
    """The items in random order."""
    order = list(items)
    rng.shuffle(order)
    return order


def random_grid(board: Puzzle, rng: random.Random) -> Grid:
    """A grid of a puzzle without cages: in no line and no extra house is a value twice.

    Raises:
        KenKenError: if no grid is found, as there may be none.
    """
    cells = instance(board)
    for _ in range(_MAX_RESTARTS):
        filled = _filled(cells, rng)
        if filled is not None:
            return cells.grid([board.values[choice] for choice in filled])
    raise KenKenError(
        f"no {board.size_name} grid of {len(board.values)} values found in which every extra house "
        f"has no value twice ({_MAX_RESTARTS} tries)"
    )


def _filled(board: Instance, rng: random.Random) -> list[int] | None:
    """Values (as indices) for the cells of a board without cages, by backtracking search; None if
    none were found soon.
    """
    count = len(board.domain)
    full_houses = [house.cells for house in board.houses if len(house.cells) == count]
    grid = [0] * len(board.cells)
    # The cells without a value, each with the mask of its candidates.
    empty = dict.fromkeys(shuffled(range(len(grid)), rng), (1 << count) - 1)
    # Of each cell with a value: what was empty before, the cell, the values to be tried.
    choices: list[tuple[dict[int, int], int, list[int]]] = []
    for _ in range(_MAX_NODES + len(grid)):
        checkpoint()
        if not empty:
            return grid
        cell, mask = _next_choice(empty, full_houses)
        choices.append((empty, cell, shuffled(numbers_in(mask), rng)))
        while choices and not choices[-1][2]:
            choices.pop()
        if not choices:
            return None
        before, cell, values = choices[-1]
        value = grid[cell] = values.pop()
        empty = before.copy()
        del empty[cell]
        for peer in board.peers[cell]:
            if peer in empty:
                empty[peer] &= ~(1 << value)
    return None


def _next_choice(empty: Mapping[int, int], full_houses: Iterable[Sequence[int]]) -> tuple[int, int]:
    """The cell to fill next, and its values as a mask: a single, naked or hidden, if there is one,
    else the cell with the fewest candidates. The mask is 0 at a dead end. (Without hidden singles a
    36x36 of boxes takes minutes and more; with them, seconds.)
    """
    fewest = min(empty, key=lambda cell: empty[cell].bit_count())
    if empty[fewest].bit_count() > 1:
        for house in full_houses:
            cells = [cell for cell in house if cell in empty]
            once = twice = 0
            for cell in cells:
                twice |= once & empty[cell]
                once |= empty[cell]
            if once.bit_count() < len(cells):
                return fewest, 0
            if single := once & ~twice:
                cell = next(cell for cell in cells if empty[cell] & single)
                return cell, empty[cell] & single
    return fewest, empty[fewest]
