"""What every grid passes on its way from an engine to whoever asked for it."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker, grid_twice, wrong_grid
from kenken_cp.search.protocol import BlockVisitor, Visit, VisitBlock, Visitor

if TYPE_CHECKING:
    from kenken_cp.search.blocks import Block, Inspector

ROOM = 1 << 16
"""Grids remembered, so that a repetition is noticed."""


class Distinct:
    """Notices a grid that comes twice, in constant memory.

    Every grid is remembered until there are ``room`` of them; from then on those whose hash falls
    in a half, a quarter, ... of the hash space. So any repetition among the first ``room`` grids is
    seen, and of an engine that repeats systematically some repetition always is. With ``room=None``
    every grid is remembered and every repetition seen.
    """

    def __init__(self, room: int | None) -> None:
        self._room = room
        self._mask = 0
        self._seen: set[Grid] = set()

    def is_new(self, grid: Grid) -> bool:
        """Remembers a grid; false if it is known to have come before."""
        if hash(grid) & self._mask:
            return True
        seen = self._seen
        before = len(seen)
        seen.add(grid)
        if len(seen) == before:
            return False
        while self._room is not None and len(seen) > self._room:
            self._mask = 2 * self._mask + 1
            seen = self._seen = {kept for kept in seen if not hash(kept) & self._mask}
        return True


class Gate:
    """What every grid passes on its way from an engine to whoever asked for it."""

    def __init__(
        self, puzzle: Puzzle, backend: str, most: int | None, *, keep: int, remember_all: bool
    ) -> None:
        self._puzzle, self._backend, self._most, self._keep = puzzle, backend, most, keep
        self._room = None if remember_all else ROOM
        self.grids: list[Grid] = []
        self.count = 0

    def before(self, visit: Visitor | None) -> Visit:
        """For engines that find one grid at a time."""
        broken_rules, distinct = Checker(self._puzzle), Distinct(self._room)

        def receive(grid: Grid) -> bool:
            if broken := broken_rules(tuple(chain.from_iterable(grid))):
                raise wrong_grid(self._puzzle, self._backend, broken[0], grid)
            if not distinct.is_new(grid):
                raise grid_twice(self._puzzle, self._backend, grid)
            self.count += 1
            if self.count <= self._keep:
                self.grids.append(grid)
            stopped = visit is not None and visit(grid) is False
            return not stopped and self.count != self._most

        return receive

    def before_blocks(self, visit: BlockVisitor) -> VisitBlock:
        """For engines that find many at a time."""
        inspect: Inspector | None = None

        def receive(block: Block) -> bool:
            nonlocal inspect
            if inspect is None:
                from kenken_cp.search.blocks import (
                    Inspector,  # with numpy, which many searches never need
                )

                inspect = Inspector(self._puzzle, self._backend, self._room)
            if self._most is not None:
                block = block[: self._most - self.count]
            inspect(block)
            self.count += len(block)
            self.grids += block[: self._keep - len(self.grids)].grids()
            return visit(block) is not False and self.count != self._most

        return receive
