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
from types import TracebackType

from kenken_cp.errors import KenKenError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.backend import DEFAULT_BACKEND
from kenken_cp.search.protocol import Limits, Outcome, Status, StopSignal
from kenken_cp.search.run import find_solutions


class Solutions:
    """The solutions of a puzzle, to iterate inside a ``with`` block; see ``solutions``."""

    _MAX_WAITING = 1024
    """Grids found but not yet taken; the search waits when there are that many."""

    def __init__(self, puzzle: Puzzle, limits: Limits, backend: str) -> None:
        self._puzzle, self._limits, self._backend = puzzle, limits, backend
        self._found: deque[Grid] = deque()
        self._changed = threading.Condition()
        self._outcome: Outcome | None = None
        self._error: BaseException | None = None
        self._thread: threading.Thread | None = None
        self._over = threading.Event()

    @property
    def outcome(self) -> Outcome:
        """How the search ended; known once the iteration or the ``with`` block is over.

        Leaving the block early is a limit like another, unless Ctrl-C was the reason. The count is
        of the grids found, of which some may not have been taken.
        """
        if self._error is not None:
            raise self._error
        if self._outcome is None:
            raise KenKenError("the search is not over; its outcome is known after the with block")
        return self._outcome

    @property
    def status(self) -> Status:
        """Why the search stopped; known once the iteration or the ``with`` block is over."""
        return self.outcome.status

    def __enter__(self) -> Solutions:
        if self._thread is not None:
            raise KenKenError("solutions() can be entered once; call it again for another search")
        self._thread = threading.Thread(target=self._run, name="kenken-cp-search", daemon=True)
        self._thread.start()
        # A block that is never left must not keep the interpreter from exiting, nor let the engine
        # call into one that is being torn down.
        weakref.finalize(self, _end, self._limits.stop, self._over)
        return self

    def __iter__(self) -> Iterator[Grid]:
        if self._thread is None:
            raise KenKenError("use: with solutions(puzzle) as grids: for grid in grids: ...")
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._found or not self._running)
                batch, self._found = self._found, deque()
                self._changed.notify_all()
            yield from batch
            if not batch:
                break
        if self._error is not None:
            raise self._error

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._found.clear()
        left_early = not self._over.is_set()
        _end(self._limits.stop, self._over)
        outcome = self._outcome
        if left_early and outcome is not None and outcome.status is not Status.EXHAUSTED:
            interrupted = kind is not None and issubclass(kind, KeyboardInterrupt)
            status = Status.INTERRUPTED if interrupted else Status.LIMIT
            self._outcome = replace(outcome, status=status)

    @property
    def _running(self) -> bool:
        return self._outcome is None and self._error is None

    def _run(self) -> None:
        outcome, error = None, None
        try:
            outcome = find_solutions(self._puzzle, self._push, self._limits, backend=self._backend)
        except BaseException as raised:  # noqa: BLE001 - raised again in the thread that iterates
            error = raised
        with self._changed:
            self._outcome, self._error = outcome, error
            self._changed.notify_all()
        self._over.set()

    def _push(self, grid: Grid) -> bool:
        stop = self._limits.stop
        with self._changed:
            while len(self._found) >= self._MAX_WAITING and not stop:
                self._changed.wait(0.1)  # the signal to stop does not notify
            self._found.append(grid)
            self._changed.notify_all()
        return not stop


def _end(stop: StopSignal, over: threading.Event) -> None:
    stop.stop()
    over.wait()


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
