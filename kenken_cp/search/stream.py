"""Solutions one at a time, as a program asks for them.

A search pushes its grids. So that they can be pulled instead, it runs in a thread of its own, at
most a bounded number of grids ahead of its reader. The thread has no reference to the iterator, so
an abandoned iteration ends its search: when the iterator is closed or garbage collected, and at
exit.
"""

from __future__ import annotations

import atexit
import os
import signal
import threading
import time
import weakref
from collections import deque
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from kenken_cp.errors import KenKenError
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.search.backend import BACKENDS, DEFAULT_BACKEND
from kenken_cp.search.interrupts import ctrl_c_handled_by
from kenken_cp.search.protocol import Limits, Outcome, Status
from kenken_cp.search.run import find_solutions, limit_reached

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Future

MAX_WAITING = 1024
"""Grids found but not yet taken; the search waits when there are that many."""

_TURN_SECONDS = 0.005
"""How long ``async for`` takes grids without letting other tasks run."""

_EXIT_SECONDS = 10.0
"""How long the exiting interpreter waits for a search to stop, which takes milliseconds."""


class Solutions:
    """The solutions of a puzzle: an iterator, with ``for`` or ``async for``; see ``solutions``."""

    def __init__(self, puzzle: Puzzle, limits: Limits, backend: str) -> None:
        expect_puzzle(puzzle)  # raises here, not at the first grid; so does an unknown backend
        BACKENDS.named(backend)
        self._search = _Search(puzzle, limits, backend)
        self._left_early: Status | None = None
        self._turn_ends = 0.0

    # --- one after the other ---------------------------------------------------------------------

    def __iter__(self) -> Solutions:
        return self

    def __next__(self) -> Grid:
        if (grid := self._search.take()) is not None:
            return grid
        self._begin()
        try:
            grid = self._search.wait()
        except KeyboardInterrupt:  # it ends the iteration, as it would end a generator
            self._leave(Status.INTERRUPTED)
            raise
        if grid is None:
            self._raise_if_incomplete()
            raise StopIteration
        return grid

    def __aiter__(self) -> Solutions:
        return self

    async def __anext__(self) -> Grid:
        from asyncio import CancelledError, sleep

        self._begin()
        try:
            if time.monotonic() > self._turn_ends:
                await sleep(0)
                self._turn_ends = time.monotonic() + _TURN_SECONDS
            grid = await self._search.wait_async()
        except CancelledError:
            self._leave(Status.INTERRUPTED)
            raise
        if grid is None:
            self._raise_if_incomplete()
            raise StopAsyncIteration
        return grid

    def _begin(self) -> None:
        """Starts the search, unless it was started before."""
        search = self._search
        if search.begun or self._left_early is not None:
            return
        search.begin()
        # It must not wait for the search: the garbage collector may run in the search's own thread.
        weakref.finalize(self, search.limits.stop.stop).atexit = False

    def _raise_if_incomplete(self) -> None:
        """Raises if grids are missing: that must never look like the end of the iteration."""
        search = self._search
        if search.error is not None:
            raise search.error
        if self._left_early is not None:
            raise KenKenError("this search was closed; call solutions() again for another")
        if search.limits.stop:
            raise limit_reached(self.outcome)

    # --- the end ---------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome:
        """How the search ended; known once the iteration or the ``with`` block is over.

        Leaving it early counts as a limit, unless Ctrl-C or a cancellation was the reason. The
        count is that of the grids found, some of which may not have been taken.
        """
        search = self._search
        if search.error is not None:
            raise search.error
        if search.outcome is None:
            if self._left_early is not None and not search.begun:
                return Outcome(self._left_early, Count(0, exact=False), (), 0.0, search.backend, {})
            raise KenKenError(
                "the search is not over; its outcome is known after the last grid, after the with "
                "block, or after close()"
            )
        if self._left_early is None or search.outcome.status is Status.EXHAUSTED:
            return search.outcome
        return replace(search.outcome, status=self._left_early)

    @property
    def status(self) -> Status:
        """Why the search stopped; known when the ``outcome`` is."""
        return self.outcome.status

    def close(self) -> None:
        """Stops the search and waits for its end; does nothing if it is over."""
        self._leave(Status.LIMIT)
        self._search.wait_for_end()

    async def aclose(self) -> None:
        """``close``, without blocking the event loop."""
        self._leave(Status.LIMIT)
        await self._search.wait_for_end_async()

    def _leave(self, why: Status) -> None:
        """Asks the search to stop; grids that were found but not taken are discarded."""
        search = self._search
        if self._left_early is None and (search.found or not search.over):
            self._left_early = why
        search.stop()

    def __enter__(self) -> Solutions:
        if self._left_early is not None or self._search.over:
            raise KenKenError("this search is over; call solutions() again for another")
        self._begin()
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._leave(Status.INTERRUPTED if isinstance(error, KeyboardInterrupt) else Status.LIMIT)
        self._search.wait_for_end()

    async def __aenter__(self) -> Solutions:
        return self.__enter__()

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        from asyncio import CancelledError

        interrupted = isinstance(error, KeyboardInterrupt | CancelledError)
        self._leave(Status.INTERRUPTED if interrupted else Status.LIMIT)
        await self._search.wait_for_end_async()

    def __repr__(self) -> str:
        search = self._search
        state = "searching" if search.begun else "not started"
        if search.error is not None:
            state = "failed"
        else:
            with suppress(KenKenError):  # it is not over
                state = str(self.status)
        return f"<Solutions {state}, by {search.backend}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a search cannot be copied or pickled; list(grids) holds its solutions")


class _Search:
    """A search in its thread, and the grids ``found`` that were not taken yet."""

    def __init__(self, puzzle: Puzzle, limits: Limits, backend: str) -> None:
        self._puzzle, self.backend = puzzle, backend
        self.limits = limits
        self.found: deque[Grid] = deque()
        self.outcome: Outcome | None = None
        self.error: BaseException | None = None
        self.begun = self.over = False
        self._changed = threading.Condition()
        self._awaiting: list[tuple[AbstractEventLoop, Future[None]]] = []

    def begin(self) -> None:
        with self._changed:
            if self.begun:
                return
            self.begun = True
        _running.add(self)
        try:
            threading.Thread(target=self._run, name="kenken-cp-search", daemon=True).start()
        except BaseException:
            self.begun = False
            _running.discard(self)
            raise

    # --- in its thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            outcome = find_solutions(self._puzzle, self._push, self.limits, backend=self.backend)
            if self.limits.stop and outcome.status is Status.LIMIT:  # it was _push that refused
                outcome = replace(outcome, status=Status.INTERRUPTED)
            self.outcome = outcome
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that iterates
            self.error = error
        self.over = True
        self._notify()
        _running.discard(self)

    def _push(self, grid: Grid) -> bool:
        stop = self.limits.stop
        with self._changed:
            while len(self.found) >= MAX_WAITING and not stop:
                self._changed.wait(0.1)  # the signal to stop does not notify
            if not stop:
                self.found.append(grid)
                self._notify()
        return not stop

    def _notify(self) -> None:
        """Wakes all that wait for a change, in threads and in event loops."""
        with self._changed:
            self._changed.notify_all()
            awaiting, self._awaiting = self._awaiting, []
        for loop, woken in awaiting:
            with suppress(RuntimeError):  # the loop was closed
                loop.call_soon_threadsafe(_wake, woken)

    # --- in the thread that iterates -------------------------------------------------------------

    def take(self) -> Grid | None:
        """A grid, if there is one; several threads may take them."""
        try:
            grid = self.found.popleft()
        except IndexError:
            return None
        if len(self.found) == MAX_WAITING // 2:
            self._notify()
        return grid

    def wait(self) -> Grid | None:
        """The next grid; None after the last."""
        with self._changed:
            self._changed.notify_all()
            while True:
                # Read before a grid is taken: the last one may arrive just before the end.
                over = self._ended
                if (grid := self.take()) is not None or over:
                    return grid
                self._changed.wait()

    async def wait_async(self) -> Grid | None:
        """``wait``, without blocking the event loop."""
        while True:
            with self._changed:
                over = self._ended
                if (grid := self.take()) is not None or over:
                    return grid
                woken = self._await_change()
            await woken

    @property
    def _ended(self) -> bool:
        return self.over or not self.begun

    def _await_change(self) -> Future[None]:
        """A future that is done at the next change; to be called with the lock held."""
        from asyncio import get_running_loop

        loop = get_running_loop()
        woken: Future[None] = loop.create_future()
        self._awaiting.append((loop, woken))
        self._changed.notify_all()
        return woken

    def stop(self) -> None:
        self.limits.stop.stop()
        with self._changed:
            self.found.clear()
            self._changed.notify_all()

    def forget_thread(self) -> None:
        """For a forked process, which has no such thread, and where its lock may stay locked."""
        self._changed = threading.Condition()
        self.found.clear()
        self.error = KenKenError("this search runs in the process that this one was forked from")
        self.over = True

    def wait_for_end(self, seconds: float | None = None) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._ended, seconds)

    async def wait_for_end_async(self) -> None:
        while True:
            with self._changed:
                if self._ended:
                    return
                woken = self._await_change()
            await woken


def _wake(woken: Future[None]) -> None:
    if not woken.done():  # it may have been cancelled
        woken.set_result(None)


_running: set[_Search] = set()
"""The searches that are running."""


def _stop_all() -> None:
    """Stops all searches at exit: no engine may call into an interpreter that is shutting down.

    So Ctrl-C, which may be why the program exits, must not end the wait.
    """
    with ctrl_c_handled_by(signal.SIG_IGN):
        for search in list(_running):
            search.stop()
        for search in list(_running):
            search.wait_for_end(_EXIT_SECONDS)


def _forget_threads() -> None:
    for search in _running:
        search.forget_thread()
    _running.clear()


atexit.register(_stop_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)


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

    It is an iterator over one search, which ends with the last grid or at a limit, when the
    iterator is closed or garbage collected, and when the program exits. A ``with`` block closes it
    at once; afterwards it says why the search stopped::

        with solutions(puzzle) as grids:
            for grid in grids:
                ...
        print(grids.status, grids.outcome.count)

    ``async for`` and ``async with`` do the same in an event loop of asyncio, without blocking it;
    cancelling the task stops the search.

    Raises:
        LimitReachedError: from the iteration, if the search was stopped from outside, so that
            grids are missing.
        KenKenError: from the iteration, if it was closed before its end.
    """
    return Solutions(puzzle, Limits(limit, seconds), backend)
