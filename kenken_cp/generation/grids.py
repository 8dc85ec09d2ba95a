"""Random grids, in which all cells of a line or an extra house differ."""

import random
from collections.abc import Iterable
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


def _filled(instance: Instance, rng: random.Random) -> list[int] | None:
    """Values (as indices) for the cells of a board without cages; None if none were found soon.

    Hidden singles are filled in first, then the cell with the fewest candidates. Without hidden
    singles a 36x36 of boxes takes minutes and more; with them, seconds.
    """
    board = _Board(instance, shuffled(range(len(instance.cells)), rng))
    choices: list[tuple[int, list[int], int]] = []  # cell, values to be tried, removals before it
    for _ in range(_MAX_NODES + len(instance.cells)):
        checkpoint()
        if not board.has_dead_end:
            if not board.empty:
                return [candidates.bit_length() - 1 for candidates in board.candidates]
            cell, values = board.most_constrained()
            del board.empty[cell]
            choices.append((cell, shuffled(values, rng), len(board.removed)))
        while choices and not choices[-1][1]:
            board.empty[choices.pop()[0]] = None
        if not choices:
            return None
        cell, values, before = choices[-1]
        board.restore(before)
        board.place(cell, values.pop())
    return None


class _Board:
    """The candidates of cells, as bit sets of indices of values, and for each full house how many
    of its cells have each value as a candidate.

    Attributes:
        empty: the cells without a value, as keys.
        removed: candidates that were removed, as (cell, value), in their order.
        has_dead_end: whether a cell, or a value in a full house, has no candidate left.
    """

    def __init__(self, instance: Instance, order: list[int]) -> None:
        count = len(instance.domain)
        self._peers = instance.peers
        self._houses = [house.cells for house in instance.houses if len(house.cells) == count]
        self._houses_of: list[list[int]] = [[] for _ in order]
        for number, cells in enumerate(self._houses):
            for cell in cells:
                self._houses_of[cell].append(number)
        self.candidates = [(1 << count) - 1] * len(order)
        self._places = [[count] * count for _ in self._houses]
        self._singles: list[tuple[int, int]] = []  # house, value: perhaps no longer hidden singles
        self.empty = dict.fromkeys(order)
        self.removed: list[tuple[int, int]] = []
        self.has_dead_end = False

    def most_constrained(self) -> tuple[int, list[int]]:
        """A cell without a value, and those that it may have."""
        while self._singles:
            house, value = self._singles.pop()
            if self._places[house][value] == 1:
                cell = next(c for c in self._houses[house] if self.candidates[c] >> value & 1)
                if cell in self.empty:
                    return cell, [value]
        cell = min(self.empty, key=lambda cell: self.candidates[cell].bit_count())
        return cell, list(numbers_in(self.candidates[cell]))

    def place(self, cell: int, value: int) -> None:
        """Gives a cell a value."""
        for other in numbers_in(self.candidates[cell] & ~(1 << value)):
            self._remove(cell, other)
        for peer in self._peers[cell]:
            if self.candidates[peer] >> value & 1:
                self._remove(peer, value)

    def _remove(self, cell: int, value: int) -> None:
        self.candidates[cell] ^= 1 << value
        self.removed.append((cell, value))
        self.has_dead_end |= not self.candidates[cell]
        for house in self._houses_of[cell]:
            self._places[house][value] -= 1
            left = self._places[house][value]
            self.has_dead_end |= not left
            if left == 1:
                self._singles.append((house, value))

    def restore(self, before: int) -> None:
        """Takes back all that was removed but for the first ``before``."""
        if len(self.removed) > before:
            self.has_dead_end = False
            self._singles.clear()
        while len(self.removed) > before:
            cell, value = self.removed.pop()
            self.candidates[cell] ^= 1 << value
            for house in self._houses_of[cell]:
                self._places[house][value] += 1
