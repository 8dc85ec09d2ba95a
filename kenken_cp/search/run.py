"""Searching: limits, statuses, outcomes, and what every search has in common whatever its engine.

A backend only finds grids and pushes them to a *visit* function. Verification against the rules,
the check that no grid comes twice, counting, limits and interruption live here, once.
"""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kenken_cp import backends
from kenken_cp.errors import KenKenError, LimitReachedError
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker, grid_twice, wrong_grid

if TYPE_CHECKING:
    from kenken_cp.search.blocks import Block, Inspector

DEFAULT_BACKEND = "auto"

Visit = Callable[[Grid], bool]
"""Called with each solution; answers whether to go on."""

VisitBlock = Callable[["Block"], bool]
"""Called with many solutions at once; answers whether to go on."""


class Status(Enum):
    """Why a search stopped."""

    EXHAUSTED = "exhausted"
    """Every solution was found (perhaps none)."""
    LIMIT = "limit"
    """As many were found as were wanted; there may be more."""
    TIMEOUT = "timeout"
    INTERRUPTED = "interrupted"

    def __str__(self) -> str:
        return self.value


class StopSignal:
    """Tells a running search, from another thread, to stop."""

    def __init__(self) -> None:
        self._stopped = False
        self._listeners: list[Callable[[], None]] = []
        self._lock = threading.RLock()  # a signal handler may interrupt whoever holds it

    def __bool__(self) -> bool:
        return self._stopped

    def stop(self) -> None:
        """Asks the search to stop; it does so within milliseconds, not at once."""
        with self._lock:
            self._stopped = True
            listeners = list(self._listeners)
        for listener in listeners:
            listener()

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Has ``listener`` called when the signal is given, or now if it already was."""
        with self._lock:
            self._listeners.append(listener)
            stopped = self._stopped
        if stopped:
            listener()

    def unsubscribe(self, listener: Callable[[], None]) -> None:
        """Takes a subscription back."""
        with self._lock:
            self._listeners.remove(listener)


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop early.

    Args:
        solutions: after that many; at least 1. None: no limit.
        seconds: after that long, however many were found. None: no limit.
        stop: a signal to stop from another thread.

    Raises:
        KenKenError: for a limit that is not positive.
    """

    solutions: int | None = None
    seconds: float | None = None
    stop: StopSignal = field(default_factory=StopSignal, compare=False, repr=False)

    def __post_init__(self) -> None:
        limit = self.solutions
        if limit is not None and (type(limit) is not int or limit < 1):
            raise KenKenError(f"limit {limit}; expected at least 1 solution")
        if self.seconds is not None and not (self.seconds > 0 and math.isfinite(self.seconds)):
            raise KenKenError(f"timeout {self.seconds}; expected more than 0 seconds")

    def watch(self) -> Callable[[], Status | None]:
        """For engines in Python: a function that says why to stop now, if there is a reason.

        The time allowed starts when this is called.
        """
        end = math.inf if self.seconds is None else time.monotonic() + self.seconds
        stop = self.stop

        def reason() -> Status | None:
            if stop:
                return Status.INTERRUPTED
            return Status.TIMEOUT if time.monotonic() >= end else None

        return reason


class Ended(NamedTuple):
    """What a backend answers: why it stopped (``LIMIT`` if visit said so), and figures of its
    own.
    """

    status: Status
    statistics: Mapping[str, int | float] = {}


class Counted(NamedTuple):
    """What an engine that counts answers; the total is a lower bound unless it is
    ``EXHAUSTED``.
    """

    status: Status
    total: int
    statistics: Mapping[str, int | float] = {}


class CountSolutions(Protocol):
    """What some engines can do besides: count every solution without finding each.

    ``limits.solutions`` is not heeded.
    """

    def __call__(self, puzzle: Puzzle, limits: Limits, /) -> Counted: ...


class Search(Protocol):
    """A backend: finds every solution of a puzzle once, in any order, and visits each."""

    def __call__(self, puzzle: Puzzle, visit: Visit, limits: Limits, /) -> Ended: ...


class SearchBlocks(Protocol):
    """What engines for high volume can do besides: visit many solutions at once.

    Every solution is given to one of the two: alone or in a block.
    """

    def __call__(
        self, puzzle: Puzzle, visit: Visit, visit_block: VisitBlock, limits: Limits, /
    ) -> Ended: ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a search.

    Attributes:
        status: why it stopped.
        count: how many solutions were found; exact only if the search was exhausted.
        grids: the first few of them, as many as were to be kept.
        seconds: elapsed, everything included.
        backend: the engine's name.
        statistics: the engine's own figures, by name.
    """

    status: Status
    count: Count
    grids: tuple[Grid, ...]
    seconds: float
    backend: str
    statistics: Mapping[str, int | float]

    @property
    def solution(self) -> Grid | None:
        """The first solution found, if any."""
        return self.grids[0] if self.grids else None

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None where a limit came before the answer."""
        if self.count > 1:
            return False
        return self.count == 1 if self.status is Status.EXHAUSTED else None


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


class _Gate:
    """What every grid passes on its way from an engine to whoever asked for it."""

    def __init__(
        self, puzzle: Puzzle, backend: str, most: int | None, *, keep: int, remember_all: bool
    ) -> None:
        self._puzzle, self._backend, self._most, self._keep = puzzle, backend, most, keep
        self._room = None if remember_all else ROOM
        self.grids: list[Grid] = []
        self.count = 0

    def before(self, visit: Visit) -> Visit:
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
            return visit(grid) and self.count != self._most

        return receive

    def before_blocks(self, visit: VisitBlock) -> VisitBlock:
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
            return visit(block) and self.count != self._most

        return receive


def each_solution(
    puzzle: Puzzle,
    visit: Visit,
    limits: Limits | None = None,
    *,
    backend: str = DEFAULT_BACKEND,
    search: Search | None = None,
    visit_block: VisitBlock | None = None,
    keep: int = 0,
    remember_all: bool = False,
) -> Outcome:
    """Calls ``visit`` with each solution, as it is found, until it answers false.

    Every grid has passed ``rules.violations`` before it is visited. Ctrl-C ends the search with the
    status ``INTERRUPTED``.

    Args:
        search: what finds the grids in place of the backend itself, such as the same backend at
            work in several processes.
        visit_block: called instead, with many at once, where the backend finds them so.
        keep: how many of the first grids the outcome holds.
        remember_all: hold every grid in memory, so that any repetition is noticed, not only most.

    Raises:
        UnknownNameError: for a backend that does not exist.
        MissingExtraError: for one that needs something not installed.
        InternalError: if the engine gives a grid that breaks the rules, or gives one twice.
    """
    limits = limits or Limits()
    in_blocks = None
    if search is None:
        engine = backends.backend_named(backend)
        search = engine.search
        in_blocks = engine.blocks if visit_block else None
    gate = _Gate(puzzle, backend, limits.solutions, keep=keep, remember_all=remember_all)
    started = time.perf_counter()
    try:
        if in_blocks and visit_block:
            ended = in_blocks(puzzle, gate.before(visit), gate.before_blocks(visit_block), limits)
        else:
            ended = search(puzzle, gate.before(visit), limits)
    except KeyboardInterrupt:
        ended = Ended(Status.INTERRUPTED)
    seconds = time.perf_counter() - started
    count = Count(gate.count, ended.status is Status.EXHAUSTED)
    return Outcome(ended.status, count, tuple(gate.grids), seconds, backend, ended.statistics)


def go_on(_: Grid) -> bool:
    """The visit of who wants nothing but the outcome."""
    return True


def solve(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    limit: int | None = 2,
    seconds: float | None = None,
) -> Outcome:
    """Looks for two solutions: the outcome holds one, and says whether it is the only one."""
    limits = Limits(limit, seconds)
    return each_solution(puzzle, go_on, limits, backend=backend, keep=2)


def count_solutions(
    puzzle: Puzzle,
    limits: Limits | None = None,
    *,
    backend: str = DEFAULT_BACKEND,
    visit: Visit = go_on,
) -> Outcome:
    """Counts the solutions, by the engine's own way of counting if it has one; the outcome holds no
    grid. Ctrl-C ends the count with the status ``INTERRUPTED``.

    Args:
        visit: called with each solution where the engine has to find them, or is to find only as
            many as a limit says.
    """
    limits = limits or Limits()
    engine = backends.backend_named(backend)
    counter = engine.count if limits.solutions is None else None
    if counter is None:
        return each_solution(puzzle, visit, limits, backend=backend)
    started = time.perf_counter()
    with stopped_by_ctrl_c(limits.stop):
        counted = counter(puzzle, limits)
    total = Count(counted.total, counted.status is Status.EXHAUSTED)
    seconds = time.perf_counter() - started
    return Outcome(counted.status, total, (), seconds, backend, counted.statistics)


@contextmanager
def stopped_by_ctrl_c(stop: StopSignal) -> Iterator[None]:
    """Has Ctrl-C give the signal to stop, so that a count ends with the bound it has reached.

    Only in the main thread, and where nobody else handles Ctrl-C; otherwise it changes nothing.
    """
    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def interrupted(*_: object) -> None:
        if stop:
            raise KeyboardInterrupt  # the second time: whatever it is doing, it does not stop
        stop.stop()

    signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def count(puzzle: Puzzle, *, backend: str = DEFAULT_BACKEND, seconds: float | None = None) -> Count:
    """How many solutions a puzzle has.

    Raises:
        LimitReachedError: if the time ran out; its message has the lower bound found.
    """
    outcome = count_solutions(puzzle, Limits(None, seconds), backend=backend)
    if outcome.status is not Status.EXHAUSTED:
        raise LimitReachedError(f"{outcome.status} after {outcome.count} solutions")
    return outcome.count


def is_unique(
    puzzle: Puzzle, *, backend: str = DEFAULT_BACKEND, seconds: float | None = None
) -> bool:
    """Whether a puzzle has exactly one solution.

    Raises:
        LimitReachedError: if the time ran out before the answer.
    """
    outcome = solve(puzzle, backend=backend, seconds=seconds)
    if outcome.unique is None:
        raise LimitReachedError(f"{outcome.status} after {outcome.count} solutions")
    return outcome.unique
