"""What every grid passes on its way from an engine to whoever asked for it: the rules, the check
that it has not come before, the count and the limit.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker, grid_twice, wrong_grid
from kenken_cp.search.protocol import BlockVisitor, Visitor

if TYPE_CHECKING:
    from kenken_cp.search.blocks import Block, Inspector

MAX_REMEMBERED_GRIDS = 1 << 16
"""Grids that are remembered, so that a repetition is noticed."""


class Distinct:
    """Notices a grid that comes twice, in constant memory.

    Every grid is remembered until there are ``most`` of them; from then on those whose hash falls
    in a half, a quarter, ... of the hash space. So any repetition among the first ``most`` grids is
    seen, and of an engine that repeats systematically some repetition always is. With ``most=None``
    every grid is remembered and every repetition seen.
    """

    def __init__(self, most: int | None) -> None:
        self._most = most
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
        while self._most is not None and len(seen) > self._most:
            self._mask = 2 * self._mask + 1
            seen = self._seen = {kept for kept in seen if not hash(kept) & self._mask}
        return True


class Gate:
    """Stands between an engine and the visitors; the arguments are those of ``find_solutions``.

    Attributes:
        grids: those kept.
        count: how many solutions have passed.
        closed: whether the limit or a visitor has stopped the search; nothing passes any more.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        backend: str,
        visit: Visitor | None,
        visit_block: BlockVisitor | None,
        limit: int | None,
        *,
        keep: int,
        remember_all: bool,
    ) -> None:
        self._puzzle, self._backend, self._limit, self._keep = puzzle, backend, limit, keep
        self._visit, self._visit_block = visit, visit_block
        self._max_remembered = None if remember_all else MAX_REMEMBERED_GRIDS
        self._broken_rules, self._distinct = Checker(puzzle), Distinct(self._max_remembered)
        self._inspect: Inspector | None = None
        self.grids: list[Grid] = []
        self.count = 0
        self.closed = False

    def receive(self, grid: Grid) -> bool:
        """What an engine calls that finds one grid at a time."""
        if self.closed:
            return False
        if broken := self._broken_rules(tuple(chain.from_iterable(grid))):
            raise wrong_grid(self._puzzle, self._backend, broken[0], grid)
        if not self._distinct.is_new(grid):
            raise grid_twice(self._puzzle, self._backend, grid)
        self.count += 1
        if self.count <= self._keep:
            self.grids.append(grid)
        return self._is_open_after(self._visit(grid) if self._visit else None)

    def receive_block(self, block: Block) -> bool:
        """What an engine calls that finds many at a time."""
        if self.closed:
            return False
        if self._inspect is None:
            # It needs numpy, which many searches never do.
            from kenken_cp.search.blocks import Inspector

            self._inspect = Inspector(self._puzzle, self._backend, self._max_remembered)
        if self._limit is not None:
            block = block[: self._limit - self.count]
        self._inspect(block)
        self.count += len(block)
        self.grids += block[: self._keep - len(self.grids)].grids()
        return self._is_open_after(self._visit_block(block) if self._visit_block else None)

    def _is_open_after(self, answer: object) -> bool:
        self.closed = answer is False or self.count == self._limit
        return not self.closed
