"""The gate that every grid passes on its way from an engine to a visitor."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from kenken_cp.errors import InternalError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker, grid_twice, wrong_grid
from kenken_cp.search.callbacks import is_false, no_stop_iteration
from kenken_cp.search.protocol import BlockVisitor, Limits, Status, Visitor
from kenken_cp.text import quoted

if TYPE_CHECKING:
    from kenken_cp.search.blocks import Block, Inspector

MAX_REMEMBERED_GRIDS = 1 << 16
"""Grids that are remembered in order to notice a repetition."""

MAX_REMEMBERED_CELLS = 1 << 23
"""Cells of all remembered grids: of a 64x64, that is some two thousand grids."""


class Distinct:
    """Notices a grid that comes twice, in constant memory.

    Every grid is remembered until there are ``most`` of them; from then on only grids whose hash
    falls in a half, a quarter, ... of the hash space. So any repetition among the first ``most``
    grids is noticed, and at least one if an engine repeats grids systematically. With
    ``most=None`` every grid is remembered and every repetition noticed.
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
    """Checks, counts and keeps grids on their way from an engine to the visitors.

    The arguments are those of ``find_solutions``.

    Attributes:
        grids: the grids kept.
        count: how many solutions have passed.
        closed: whether a limit or a visitor has stopped the search; nothing passes any more.
        status: why, where that was neither the limit of solutions nor a visitor; else None.
        error: what a check or a visitor has raised, for an engine may not pass it on.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        backend: str,
        visit: Visitor | None,
        visit_block: BlockVisitor | None,
        limits: Limits,
        *,
        keep: int,
        remember_all: bool,
    ) -> None:
        self._puzzle, self._backend, self._keep = puzzle, backend, keep
        self._limit = limits.solutions
        self._why_stop = limits.watch()
        self._visit, self._visit_block = visit, visit_block
        most = min(MAX_REMEMBERED_GRIDS, MAX_REMEMBERED_CELLS // len(puzzle.cells))
        self._max_remembered = None if remember_all else most
        self._broken_rules, self._distinct = Checker(puzzle), Distinct(self._max_remembered)
        self._lengths = [puzzle.columns] * puzzle.rows
        self._inspect: Inspector | None = None
        self.grids: list[Grid] = []
        self.count = 0
        self.closed = False
        self.status: Status | None = None
        self.error: Exception | None = None

    def receive(self, grid: Grid) -> bool:
        """Passes a grid on; the ``Visit`` of engines that find one grid at a time."""
        if self.closed:
            return False
        try:
            if not self.count or [*map(len, grid)] != self._lengths:
                # An engine makes all of its grids of one type.
                _expect_grid(grid, self._puzzle, self._backend)
            if broken := self._broken_rules(tuple(chain.from_iterable(grid))):
                raise wrong_grid(self._puzzle, self._backend, broken[0], grid)
            if not self._distinct.is_new(grid):
                raise grid_twice(self._puzzle, self._backend, grid)
            self.count += 1
            if self.count <= self._keep:
                self.grids.append(grid)
            return self._is_open_after(self._visit(grid) if self._visit else None)
        except Exception as error:
            self._fail(error)
            raise

    def receive_block(self, block: Block) -> bool:
        """Passes grids on; the ``VisitBlock`` of engines that find many grids at a time."""
        if self.closed:
            return False
        if self._inspect is None:
            # It imports numpy, which many searches do not need.
            from kenken_cp.search.blocks import Inspector

            self._inspect = Inspector(self._puzzle, self._backend, self._max_remembered)
        if self._limit is not None:
            block = block[: self._limit - self.count]
        try:
            self._inspect(block)
            self.count += len(block)
            self.grids += block[: self._keep - len(self.grids)].grids()
            return self._is_open_after(self._visit_block(block) if self._visit_block else None)
        except Exception as error:
            self._fail(error)
            raise

    def _is_open_after(self, answer: object) -> bool:
        # Here, too: some engines check no limits between solutions that they have found together,
        # and a visitor may take long for each.
        why_stop = self._why_stop()
        self.closed = is_false(answer) or self.count == self._limit
        if not self.closed and why_stop is not None:
            self.closed, self.status = True, why_stop
        return not self.closed

    def _fail(self, error: Exception) -> None:
        """Closes the gate; RuntimeError for a ``StopIteration`` of a visitor."""
        self.closed, self.error = True, error
        if isinstance(error, StopIteration):
            self.error = no_stop_iteration("visit")
            raise self.error from error


def _expect_grid(grid: object, puzzle: Puzzle, backend: str) -> None:
    """InternalError for anything but rows of plain integers, of the shape of the board."""
    rows = grid if type(grid) is tuple else ()
    if len(rows) != puzzle.rows or not all(
        type(row) is tuple and len(row) == puzzle.columns and {*map(type, row)} == {int}
        for row in rows
    ):
        raise InternalError(
            f"{backend} gave {quoted(grid)} for a grid of {puzzle.name}; expected a tuple of "
            f"{puzzle.rows} tuples of {puzzle.columns} plain integers"
        )
