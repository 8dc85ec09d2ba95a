"""Solutions one at a time, as a program asks for them.

A search pushes its grids; to be pulled instead, it runs in a thread of its own, a bounded number of
grids ahead of whoever takes them.
"""

from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kenken_cp.errors import KenKenError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.backend import DEFAULT_BACKEND
from kenken_cp.search.protocol import Limits, Outcome, Status, StopSignal
from kenken_cp.search.run import find_solutions

if TYPE_CHECKING:
    from concurrent.futures import Future


class Solutions:
    """The solutions of a puzzle, to iterate inside a ``with`` block; see ``solutions``."""

    _MAX_WAITING = 1024
    """Grids found but not yet taken; the search waits when there are that many."""

    def __init__(self, puzzle: Puzzle, limits: Limits, backend: str) -> None:
        self._puzzle, self._limits, self._backend = puzzle, limits, backend
        self._found: deque[Grid] = deque()
        self._changed = threading.Condition()
        self._search: Future[Outcome] | None = None
        self._left_early: Status | None = None

    @property
    def outcome(self) -> Outcome:
        """How the search ended; known once the iteration or the ``with`` block is over.

        Leaving the block early is a limit like another, unless Ctrl-C was the reason. The count is
        of the grids found, of which some may not have been taken.
        """
        if self._search is None or not self._search.done():
            raise KenKenError("the search is not over; its outcome is known after the with block")
        outcome = self._search.result()
        if self._left_early is None or outcome.status is Status.EXHAUSTED:
            return outcome
        return replace(outcome, status=self._left_early)

    @property
    def status(self) -> Status:
        """Why the search stopped; known once the iteration or the ``with`` block is over."""
        return self.outcome.status

    def __enter__(self) -> Solutions:
        if self._search is not None:
            raise KenKenError("solutions() can be entered once; call it again for another search")
        from concurrent.futures import Future  # 5 ms, which most programs need not wait

        self._search = Future()
        threading.Thread(
            target=self._run, args=[self._search], name="kenken-cp-search", daemon=True
        ).start()
        # A block that is never left must not keep the interpreter from exiting, nor let the engine
        # call into one that is being torn down.
        weakref.finalize(self, _end, self._limits.stop, self._search)
        return self

    def __iter__(self) -> Iterator[Grid]:
        search = self._search
        if search is None:
            raise KenKenError("use: with solutions(puzzle) as grids: for grid in grids: ...")
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._found or search.done())
                batch, self._found = self._found, deque()
                self._changed.notify_all()
            yield from batch
            if not batch:
                break
        search.result()  # raises the error of the engine, if there was one

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        assert self._search is not None
        self._found.clear()
        if not self._search.done():
            interrupted = isinstance(error, KeyboardInterrupt)
            self._left_early = Status.INTERRUPTED if interrupted else Status.LIMIT
        _end(self._limits.stop, self._search)

    def _run(self, search: Future[Outcome]) -> None:
        try:
            outcome = find_solutions(self._puzzle, self._push, self._limits, backend=self._backend)
            search.set_result(outcome)
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that iterates
            search.set_exception(error)
        with self._changed:
            self._changed.notify_all()

    def _push(self, grid: Grid) -> bool:
        stop = self._limits.stop
        with self._changed:
            while len(self._found) >= self._MAX_WAITING and not stop:
                self._changed.wait(0.1)  # the signal to stop does not notify
            self._found.append(grid)
            self._changed.notify_all()
        return not stop


def _end(stop: StopSignal, search: Future[Outcome]) -> None:
    stop.stop()
    search.exception()  # waits for the end


def solutions(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    limit: int | None = None,
    seconds: float | None = None,
) -> Solutions:
    """Every solution, one at a time, as a context manager that is iterated::

        with solutions(puzzle) as grids:
            for grid in grids:
                ...
        print(grids.status, grids.outcome.count)

    Leaving the block stops the search. (A bare generator is not offered: one left open when the
    interpreter exits would hang in the engine.)
    """
    return Solutions(puzzle, Limits(limit, seconds), backend)
