"""Solutions one at a time, as a program asks for them.

An engine calls a function with each grid. So that a program can take the grids instead, the search
runs in a thread of its own, at most ``MAX_WAITING`` grids ahead of it. The thread has no reference
to the iterator, so that an iterator that nobody has any more ends its search.
"""

from __future__ import annotations

import asyncio
import atexit
import threading
import weakref
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from queue import Empty, Full, Queue

from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.errors import KenKenError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.engine import DEFAULT_BACKEND, backend_for
from kenken_cp.search.interrupts import interruptible
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome, limit_reached
from kenken_cp.search.verbs import find_solutions

MAX_WAITING = 1024
"""Grids found but not yet taken; the search waits when there are that many."""

_SECONDS_TO_LOOK = 0.05
"""Time after which a waiting thread looks whether the other one is still there."""

_SECONDS_AT_EXIT = 10.0
"""How long the exiting interpreter waits for a search to stop, which takes milliseconds."""


class Solutions(Iterator[Grid]):
    """The solutions of a puzzle: an iterator, with ``for`` or ``async for``; see ``solutions``."""

    def __init__(self, puzzle: Puzzle, limits: Limits, backend: str) -> None:
        backend_for(puzzle, backend)  # an error is raised here, not at the first grid
        self._clock = Clock()
        self._grids: Queue[Grid | None] = Queue(MAX_WAITING)
        self._future_outcome: Future[Outcome] = Future()
        self._closed: Status | None = None  # why, if it was before all grids were taken
        self._is_over = False
        parts = (puzzle, limits, backend, self._clock, self._grids, self._future_outcome)
        self._thread = threading.Thread(target=_search, args=parts, name="kenken-cp", daemon=True)
        _clocks[self._thread] = self._clock
        self._thread.start()
        weakref.finalize(self, self._clock.stop).atexit = False

    def __next__(self) -> Grid:
        if self._closed is not None:
            raise KenKenError("this search was closed; call solutions() again for another")
        try:
            while self._thread.is_alive() or not self._grids.empty():
                with suppress(Empty):
                    grid = self._grids.get(timeout=_SECONDS_TO_LOOK)
                    if grid is None:
                        break
                    return grid
        except KeyboardInterrupt:  # it ends the iteration, as it would end a generator
            self._leave(Status.INTERRUPTED)
            raise
        self._is_over = True
        outcome = self.outcome
        # That grids are missing must never look like the end of the iteration.
        cut_off = outcome.status is Status.TIMEOUT and self._clock.status is not None
        if outcome.status is Status.INTERRUPTED or cut_off:
            raise limit_reached(outcome)
        raise StopIteration

    def __aiter__(self) -> Solutions:
        return self

    async def __anext__(self) -> Grid:
        try:
            await asyncio.sleep(0)  # other tasks have their turn
            if self._grids.empty():
                grid = await asyncio.to_thread(next, self, None)
            else:
                grid = next(self, None)
        except asyncio.CancelledError:
            self._leave(Status.INTERRUPTED)
            raise
        if grid is None:
            raise StopAsyncIteration
        return grid

    @property
    def outcome(self) -> Outcome:
        """How the search ended; known once it is over, at the latest after the last grid, after the
        ``with`` block, or after ``close()``.

        Leaving it early counts as a limit, unless Ctrl-C or a cancellation was the reason, or the
        search had ended by then. The count is that of the grids found, some of which may not have
        been taken.
        """
        if self._closed is None and not self._future_outcome.done():
            raise KenKenError(
                "the search is not over; its outcome is known after the last grid, after the with "
                "block, or after close()"
            )
        outcome = self._future_outcome.result()
        if self._closed is None or outcome.status is not Status.INTERRUPTED:
            return outcome
        return replace(outcome, status=self._closed)

    @property
    def status(self) -> Status:
        """Why the search stopped; known when the ``outcome`` is."""
        return self.outcome.status

    def close(self) -> None:
        """Stops the search and waits for its end; does nothing if it is over."""
        self._leave(Status.LIMIT)
        self._thread.join()

    async def aclose(self) -> None:
        """``close``, without blocking the event loop."""
        await asyncio.to_thread(self.close)

    def _leave(self, why: Status) -> None:
        """Asks the search to stop; grids that were found but not taken are dropped."""
        if self._closed is None and not self._is_over:
            self._closed = why
            self._clock.stop()

    def __enter__(self) -> Solutions:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, KeyboardInterrupt | asyncio.CancelledError):
            self._leave(Status.INTERRUPTED)
        self.close()

    async def __aenter__(self) -> Solutions:
        return self

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        await asyncio.to_thread(self.__exit__, kind, error, trace)


def _search(
    puzzle: Puzzle,
    limits: Limits,
    backend: str,
    clock: Clock,
    grids: Queue[Grid | None],
    ended: Future[Outcome],
) -> None:
    """Puts the solutions into a queue, and None after the last; what the thread does."""

    def put(grid: Grid | None) -> None:
        while True:
            clock.check()  # if it drops a grid, the outcome says that the search was stopped
            with suppress(Full):
                grids.put(grid, timeout=_SECONDS_TO_LOOK)
                return

    try:
        with clock.running():
            ended.set_result(find_solutions(puzzle, put, limits, backend=backend))
    except BaseException as error:  # noqa: BLE001 - raised again in the thread that iterates
        ended.set_exception(error)
    with suppress(StoppedError):
        put(None)


_clocks: weakref.WeakKeyDictionary[threading.Thread, Clock] = weakref.WeakKeyDictionary()
"""The threads of searches, and the clocks that stop them."""


def _stop_all() -> None:
    """Stops all searches at exit: no engine may call into an interpreter that is shutting down."""
    searches = dict(_clocks)
    with interruptible(Clock()):  # Ctrl-C, which may be why the program exits, ends no wait here
        for clock in searches.values():
            clock.stop()
        for thread in searches:
            if thread.is_alive():  # a thread that ends now may not have started it yet
                thread.join(_SECONDS_AT_EXIT)


atexit.register(_stop_all)


def solutions(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    limit: int | None = None,
    seconds: float | None = None,
) -> Solutions:
    """Every solution, one at a time::

        for grid in solutions(puzzle):
            ...

    It is an iterator over one search, which begins at once, a little ahead of the grids that are
    taken. It ends with the last grid or at a limit, when the iterator is closed or garbage
    collected, and when the program exits. A ``with`` block closes it at once; afterwards it says
    why the search stopped::

        with solutions(puzzle) as grids:
            for grid in grids:
                ...
        print(grids.status, grids.outcome.count)

    ``async for`` and ``async with`` do the same in an event loop of asyncio, without blocking it;
    cancelling the task stops the search.

    Raises:
        LimitReachedError: from the iteration, if the search was stopped from outside, so that
            grids are missing.
        KenKenError: from the iteration, if it was closed before its end, or in a process that was
            forked from that of the search.
    """
    return Solutions(puzzle, Limits(limit, seconds), backend)
