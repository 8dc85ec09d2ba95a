"""The gate that every grid passes on its way from an engine to a visitor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.errors import InternalError, is_bool
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker, Violation
from kenken_cp.search.engine import grids_of
from kenken_cp.text import quoted

if TYPE_CHECKING:
    from kenken_cp.search.engine import Batch

Visitor = Callable[[Grid], object]
"""Called with each solution. The search stops if it returns False, Python's or numpy's, and goes
on if it returns anything else, None included.
"""

MAX_REMEMBERED_GRIDS = 1 << 16
"""Grids that are remembered in order to notice a repetition."""

MAX_REMEMBERED_CELLS = 1 << 23
"""Cells of all remembered grids: of a 64x64, that is some two thousand grids."""


def wrong_grid(puzzle: Puzzle, backend: str, broken: Violation, grid: Grid) -> InternalError:
    """The error for a backend that gave a grid which is not a solution."""
    return InternalError(f"{backend} gave a wrong grid for {puzzle.name}: {broken}; {grid}")


class Gate:
    """Checks, counts and keeps grids on their way from an engine to the visitor.

    Every grid is checked by the rules. Any repetition among the first grids, as many as both
    ``MAX_REMEMBERED_GRIDS`` and ``MAX_REMEMBERED_CELLS`` allow, is noticed; from then on only grids
    whose hash falls in a half, a quarter, ... of the hash space are remembered, which notices an
    engine that repeats grids systematically.

    Args:
        backend: the backend's name, for errors.
        most: how many solutions are wanted; None for all.
        keep: how many of the first grids are kept.

    Attributes:
        grids: the grids kept.
        count: how many solutions have passed.
        closed: why the gate is closed, if it is: enough solutions or the visitor (``LIMIT``), or
            the clock.
        error: what a check or the visitor has raised; an engine could not pass it on.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        backend: str,
        visit: Visitor | None,
        clock: Clock,
        *,
        most: int | None,
        keep: int,
    ) -> None:
        self._puzzle, self._backend = puzzle, backend
        self._visit, self._clock, self._most, self._keep = visit, clock, most, keep
        self._broken_rules = Checker(puzzle)
        self._seen: set[Grid] = set()
        self._mask = 0
        self._max_seen = min(MAX_REMEMBERED_GRIDS, MAX_REMEMBERED_CELLS // len(puzzle.cells))
        self.grids: list[Grid] = []
        self.count = 0
        self.closed: Status | None = None
        self.error: BaseException | None = None

    def receive(self, batch: Batch) -> bool:
        """The ``Visit`` function of the engine."""
        if self.closed is not None:
            return False
        try:
            grids = self._wanted_and_checked(batch)
            self._expect_new_and_remember(grids)
            for grid in grids:
                self._admit(grid)
                if self.closed is not None:
                    break
        except StoppedError as stopped:  # a visitor may search, too
            self.closed = stopped.status
        except KeyboardInterrupt:
            self.closed = Status.INTERRUPTED
        except BaseException as error:  # noqa: BLE001 - raised again by the verb
            self.closed, self.error = Status.LIMIT, error
        return self.closed is None

    def _wanted_and_checked(self, batch: Batch) -> Sequence[Grid]:
        """The grids of a batch that are wanted; InternalError if one is no solution."""
        wanted = None if self._most is None else self._most - self.count
        if isinstance(batch, Sequence):
            grids = batch[:wanted]
            self._check_each(grids)
            return grids
        cells = len(self._puzzle.cells)
        if getattr(batch, "shape", ())[1:] != (cells,) or batch.dtype.kind not in "iu":
            raise self._no_grid(batch)
        # It imports numpy, which many searches do not need.
        from kenken_cp.search.grid_arrays import all_are_solutions

        grids = grids_of(batch[:wanted], self._puzzle)
        if not all_are_solutions(self._puzzle, batch[:wanted]):
            self._check_each(grids)
        return grids

    def _check_each(self, grids: Sequence[Grid]) -> None:
        """InternalError if one of the grids is no solution."""
        for grid in grids:
            if not self._has_shape_of_board(grid):
                raise self._no_grid(grid)
            if broken := self._broken_rules(tuple(chain.from_iterable(grid))):
                raise wrong_grid(self._puzzle, self._backend, broken[0], grid)

    def _has_shape_of_board(self, grid: object) -> bool:
        """Whether something is a tuple of rows of plain integers, as many as the board has."""
        rows = grid if type(grid) is tuple else ()
        return len(rows) == self._puzzle.rows and all(
            type(row) is tuple and len(row) == self._puzzle.columns and {*map(type, row)} == {int}
            for row in rows
        )

    def _no_grid(self, found: object) -> InternalError:
        return InternalError(
            f"{self._backend} gave {quoted(found)} for a grid of {self._puzzle.name}; expected "
            "tuples of rows of plain integers, or an array of integers, [grid, cell]"
        )

    def _expect_new_and_remember(self, grids: Sequence[Grid]) -> None:
        """InternalError if a grid is known to have come before; if too many are remembered then,
        half of them are forgotten.
        """
        if self._mask:
            grids = [grid for grid in grids if not hash(grid) & self._mask]
        seen, new = self._seen, set(grids)
        if len(new) < len(grids) or not seen.isdisjoint(new):
            repeated = next(grid for grid in grids if grid in seen or grids.count(grid) > 1)
            raise InternalError(
                f"{self._backend} gave a grid of {self._puzzle.name} twice: {repeated}"
            )
        seen |= new
        while len(self._seen) > self._max_seen:
            self._mask = 2 * self._mask + 1
            self._seen = {grid for grid in self._seen if not hash(grid) & self._mask}

    def _admit(self, grid: Grid) -> None:
        self.count += 1
        if self.count <= self._keep:
            self.grids.append(grid)
        answer = None if self._visit is None else self._visit(grid)
        if (is_bool(answer) and not answer) or self.count == self._most:
            self.closed = Status.LIMIT
        else:
            # Here, too: a visitor may take long, and a batch be large.
            self.closed = self._clock.status
        self._clock.note(self.count)
