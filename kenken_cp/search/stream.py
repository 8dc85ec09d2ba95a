"""Solutions one at a time, as a program asks for them.

A search pushes its grids. So that they can be pulled instead, it runs in a thread of its own, at
most ``MAX_WAITING`` grids ahead of its reader. The thread has no reference to the iterator, so an
abandoned iteration ends its search: when the iterator is closed or garbage collected, and at exit.
"""

from __future__ import annotations

import atexit
import threading
import time
import weakref
from asyncio import CancelledError, sleep
from collections.abc import Iterator
from dataclasses import replace
from queue import Empty, Full, Queue
from typing import NoReturn

from kenken_cp.clock import Clock, Status
from kenken_cp.errors import KenKenError
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.search.engine import BACKENDS, DEFAULT_BACKEND
from kenken_cp.search.interrupts import interruptible
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome, limit_reached
from kenken_cp.search.verbs import find_solutions

MAX_WAITING = 1024
"""Grids found but not yet taken; the search waits when there are that many."""

_SECONDS_TO_LOOK = 0.1
"""Time after which a waiting thread looks whether the other one is still there."""

_SECONDS_TO_POLL = 0.005
"""Time after which ``async for`` looks for a grid again, and for which it takes grids without
letting other tasks run.
"""

_SECONDS_AT_EXIT = 10.0
"""How long the exiting interpreter waits for a search to stop, which takes milliseconds."""


class _Search:
    """A search in a thread, and the grids that were not taken yet.

    Attributes:
        grids: the grids; None after the last.
        clock: stops the search.
        outcome, error: how it ended; one of them is set before the None.
    """

    def __init__(self, puzzle: Puzzle, limits: Limits, backend: str) -> None:
        self._puzzle, self._limits, self.backend = puzzle, limits, backend
        self.grids: Queue[Grid | None] = Queue(MAX_WAITING)
        self.clock = Clock()
        self.outcome: Outcome | None = None
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._run, name="kenken-cp-search", daemon=True)
        self.begun = False

    def begin(self) -> None:
        """Starts the thread, once."""
        if not self.begun:
            self.begun = True
            _running.add(self)
            self.thread.start()

    def _run(self) -> None:
        try:
            with self.clock.running():
                self.outcome = find_solutions(
                    self._puzzle, self._push, self._limits, backend=self.backend
                )
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that iterates
            self.error = error
        self._put(None)
        _running.discard(self)

    def _push(self, grid: Grid) -> None:
        if self.clock.status is None:
            self._put(grid)

    def _put(self, grid: Grid | None) -> None:
        """Puts a grid, or the end, in the queue; waits while that is full, unless stopped."""
        while True:
            try:
                self.grids.put(grid, timeout=_SECONDS_TO_LOOK)
                return
            except Full:
                if self.clock.status is not None:
                    if grid is not None:
                        return
                    self.drop()

    def drop(self) -> None:
        """Drops the grids that were not taken."""
        with self.grids.mutex:
            self.grids.queue.clear()
            self.grids.not_full.notify_all()

    def next(self) -> Grid | None:
        """The next grid; None after the last. Waits for it."""
        while True:
            try:
                return self._taken(self.grids.get(timeout=_SECONDS_TO_LOOK))
            except Empty:
                if not self.thread.is_alive() and self.grids.empty():
                    self._end()
                    return None

    async def next_async(self) -> Grid | None:
        """``next``, without blocking the event loop."""
        while True:
            try:
                return self._taken(self.grids.get_nowait())
            except Empty:
                if not self.thread.is_alive() and self.grids.empty():
                    self._end()
                    return None
                await sleep(_SECONDS_TO_POLL)

    def _taken(self, grid: Grid | None) -> Grid | None:
        if grid is None:
            self.grids.put(None)  # for the next call
        return grid

    def _end(self) -> None:
        """There is no thread, and no grid: after the end, or in a process forked meanwhile."""
        if self.outcome is None and self.error is None and self.begun:
            self.error = KenKenError(
                "this search runs in the process that this one was forked from"
            )

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.outcome is not None or self.error is not None


class Solutions(Iterator[Grid]):
    """The solutions of a puzzle: an iterator, with ``for`` or ``async for``; see ``solutions``."""

    def __init__(self, puzzle: Puzzle, limits: Limits, backend: str) -> None:
        expect_puzzle(puzzle)  # raises here, not at the first grid; so does an unknown backend
        BACKENDS.named(backend)
        self._search = _Search(puzzle, limits, backend)
        self._left_early: Status | None = None
        self._turn_ends = 0.0

    def __next__(self) -> Grid:
        self._begin()
        try:
            grid = self._search.next()
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
        self._begin()
        try:
            if time.monotonic() > self._turn_ends:
                await sleep(0)
                self._turn_ends = time.monotonic() + _SECONDS_TO_POLL
            grid = await self._search.next_async()
        except CancelledError:
            self._leave(Status.INTERRUPTED)
            raise
        if grid is None:
            self._raise_if_incomplete()
            raise StopAsyncIteration
        return grid

    def _begin(self) -> None:
        """Starts the search, unless it was started before."""
        if self._left_early is not None:
            raise KenKenError("this search was closed; call solutions() again for another")
        if not self._search.begun:
            self._search.begin()
            weakref.finalize(self, self._search.clock.stop).atexit = False

    def _raise_if_incomplete(self) -> None:
        """Raises if grids are missing: that must never look like the end of the iteration."""
        if self._search.error is not None:
            raise self._search.error
        if self.status is Status.INTERRUPTED:
            raise limit_reached(self.outcome)

    @property
    def outcome(self) -> Outcome:
        """How the search ended; known once the iteration or the ``with`` block is over.

        Leaving it early counts as a limit, unless Ctrl-C or a cancellation was the reason. The
        count is that of the grids found, some of which may not have been taken.
        """
        search, left = self._search, self._left_early
        if left is not None and search.begun:
            search.thread.join()  # it was stopped, and ends in milliseconds
        if search.error is not None:
            raise search.error
        if search.outcome is not None:
            if left is None or search.outcome.status is Status.EXHAUSTED:
                return search.outcome
            return replace(search.outcome, status=left)
        if left is not None and not search.begun:
            none = Count(0, exact=False)
            return Outcome(left, none, (), 0.0, search.backend, search.backend, {})
        raise KenKenError(
            "the search is not over; its outcome is known after the last grid, after the with "
            "block, or after close()"
        )

    @property
    def status(self) -> Status:
        """Why the search stopped; known when the ``outcome`` is."""
        return self.outcome.status

    def close(self) -> None:
        """Stops the search and waits for its end; does nothing if it is over."""
        self._leave(Status.LIMIT)
        while self._search.begun and self._search.thread.is_alive():
            self._search.thread.join(_SECONDS_TO_LOOK)  # so that Ctrl-C can end it everywhere

    async def aclose(self) -> None:
        """``close``, without blocking the event loop."""
        self._leave(Status.LIMIT)
        while self._search.begun and self._search.thread.is_alive():
            await sleep(_SECONDS_TO_POLL)

    def _leave(self, why: Status) -> None:
        """Asks the search to stop; grids that were found but not taken are dropped."""
        search = self._search
        if self._left_early is None and not (search.over and search.grids.qsize() <= 1):
            self._left_early = why
            search.clock.stop()
            search.drop()

    def __enter__(self) -> Solutions:
        if self._left_early is not None or self._search.over:
            raise KenKenError("this search is over; call solutions() again for another")
        self._begin()
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, KeyboardInterrupt):
            self._leave(Status.INTERRUPTED)
        self.close()

    async def __aenter__(self) -> Solutions:
        return self.__enter__()

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, KeyboardInterrupt | CancelledError):
            self._leave(Status.INTERRUPTED)
        await self.aclose()

    def __repr__(self) -> str:
        search = self._search
        if search.error is not None:
            state = "failed"
        elif search.over or self._left_early is not None:
            state = str(self._left_early if search.outcome is None else self.status)
        else:
            state = "searching" if search.begun else "not started"
        return f"<Solutions {state}, by {search.backend}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a search cannot be copied or pickled; list(grids) holds its solutions")


_running: set[_Search] = set()
"""The searches that are running."""


def _stop_all() -> None:
    """Stops all searches at exit: no engine may call into an interpreter that is shutting down."""
    searches = list(_running)
    with interruptible(Clock()):  # Ctrl-C, which may be why the program exits, ends no wait here
        for search in searches:
            search.clock.stop()
        for search in searches:
            search.drop()
            search.thread.join(_SECONDS_AT_EXIT)


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
