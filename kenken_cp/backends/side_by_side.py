"""CP-SAT, and SAT beside it where that is not done soon.

On boards of large cages now one is ten times as quick, and now the other, and nothing that is known
beforehand tells which. So both search until one is done: CP-SAT in a thread of its own, outside of
Python, on another core if there is one; else the system lets them take turns. Each grid is visited
once, by whoever finds it first; whoever is done has found all of them.
"""

from __future__ import annotations

import multiprocessing
import threading
from contextvars import copy_context
from dataclasses import replace

from kenken_cp.checkpoints import StoppedError, limited
from kenken_cp.encode.cnf import TooLargeError, least_clauses
from kenken_cp.encode.instance import instance
from kenken_cp.frozen import frozen
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.backend import BACKENDS
from kenken_cp.search.interrupts import wait_out
from kenken_cp.search.protocol import Ended, Limits, Status, StopSignal, Visit, searched

FIRST, SECOND = "cp-sat", "sat"


@frozen(kw_only=True)
class Terms:
    """When there are two.

    Args:
        seconds_alone: the first is alone for that long, and again each time it has found as many
            solutions in it as ``max_lead``.
        max_lead: solutions by which one may be ahead; by more, and the other stops.
        max_shared: solutions found by the first alone after which it stays alone.
        max_least_clauses: of a board that the second searches: both together take half a gigabyte.
    """

    seconds_alone: float = 0.1
    max_lead: int = 10
    max_shared: int = 5000
    max_least_clauses: int = 600_000


DEFAULT_TERMS = Terms()


class _OtherDone:
    """The reason to stop of whoever is not needed any more."""


def search(puzzle: Puzzle, visit: Visit, limits: Limits, terms: Terms = DEFAULT_TERMS) -> Ended:
    """Visits every solution once."""
    if multiprocessing.parent_process() is not None:  # the other cores have work of their own
        return _prefixed(FIRST, BACKENDS.named(FIRST).search(puzzle, visit, limits))
    both = _Both(visit, terms.max_lead)
    first = _First(puzzle, both, limits)
    second: Ended | None = None
    try:  # Ctrl-C may come as soon as there is a thread
        first.start()
        if _is_slow(first, both, terms):
            second = _search_beside(puzzle, both, first, limits, terms)
        if second is None:
            first.done.wait()
    finally:
        first.stop()
    if first.error is not None:
        raise first.error
    alone = _prefixed(FIRST, first.ended)
    if second is None:
        return alone
    return Ended(second.status, {**alone.statistics, **_prefixed(SECOND, second).statistics})


class _Both:
    """What both have found.

    Attributes:
        found: how many solutions each has found.
        dropped: who is so far behind that it shall stop.
        stopped: whether the visitor stopped the search, by what it returned or raised.
    """

    def __init__(self, visit: Visit, max_lead: int) -> None:
        self._visit, self._max_lead = visit, max_lead
        self._lock = threading.RLock()
        self._found_by_one: set[Grid] = set()
        self.found = {FIRST: 0, SECOND: 0}
        self.dropped: str | None = None
        self.stopped = False
        self.are_two = False

    def visit(self, grid: Grid, by: str) -> bool:
        """Visits a grid that the other has not found."""
        with self._lock:
            if self.stopped or self.dropped == by:
                return False
            self.found[by] += 1
            if grid in self._found_by_one:
                self._found_by_one.remove(grid)
                return True
            other = SECOND if by == FIRST else FIRST
            if self.dropped is None:
                self._found_by_one.add(grid)
                if self.are_two and self.found[by] - self.found[other] > self._max_lead:
                    self.dropped = other  # the grids that it alone has found are still known
            goes_on = False
            try:
                goes_on = self._visit(grid)
            finally:
                self.stopped = not goes_on
            return goes_on

    def stay_alone(self) -> None:
        """From now on there is only the first."""
        with self._lock:
            self.dropped = SECOND


class _First:
    """The first engine, in a thread."""

    def __init__(self, puzzle: Puzzle, both: _Both, limits: Limits) -> None:
        self._outer, self._own = limits.stop, StopSignal()
        self.done = threading.Event()
        self.ended = Ended(Status.INTERRUPTED)
        self.error: BaseException | None = None
        self._thread = threading.Thread(
            target=copy_context().run,  # with the limits from outside, for its checkpoints
            args=(self._run, puzzle, both, replace(limits, stop=self._own)),
            name="kenken-cp-first",
            daemon=True,
        )

    def start(self) -> None:
        self._outer.subscribe(self._own.stop)
        self._thread.start()

    def _run(self, puzzle: Puzzle, both: _Both, limits: Limits) -> None:
        engine = BACKENDS.named(FIRST)
        try:
            self.ended = searched(
                engine.search, puzzle, lambda grid: both.visit(grid, FIRST), limits
            )
        except BaseException as error:  # noqa: BLE001 - raised again by search()
            self.error = error
        self.done.set()

    def interrupt(self) -> None:
        """Asks it to stop."""
        if not self._own:
            self._own.stop()

    def stop(self) -> None:
        """Stops it, and waits for its end: until then it uses the visitor."""
        self.interrupt()
        if self._thread.ident is not None:  # Ctrl-C may have come before there was one
            # Not by join, which takes it for ended if Ctrl-C comes meanwhile (Python 3.11).
            wait_out(self.done.is_set, self.done.wait, self.interrupt)
            self._thread.join()
        self._outer.unsubscribe(self._own.stop)


def _is_slow(first: _First, both: _Both, terms: Terms) -> bool:
    """Waits while the first engine makes progress; whether it makes none and is not done."""
    before = 0
    while not first.done.wait(terms.seconds_alone):
        found = both.found[FIRST]
        if found > terms.max_shared:
            break
        if found - before < terms.max_lead:
            return True
        before = found
    both.stay_alone()
    return False


def _search_beside(
    puzzle: Puzzle, both: _Both, first: _First, limits: Limits, terms: Terms
) -> Ended | None:
    """A search by the second engine, which ends with the first; None if that tells the rest."""
    both.are_two = True

    def why_stop() -> type[_OtherDone] | None:
        if both.dropped == FIRST:
            first.interrupt()
            return None
        return _OtherDone if both.dropped == SECOND or first.done.is_set() else None

    try:
        with limited(why_stop):
            if least_clauses(instance(puzzle)) <= terms.max_least_clauses:
                ended = BACKENDS.named(SECOND).search(
                    puzzle, lambda grid: both.visit(grid, SECOND), limits
                )
                if both.stopped or ended.status is Status.EXHAUSTED:
                    return ended
    except StoppedError as stopped:
        if stopped.reason is not _OtherDone:
            raise
    except TooLargeError:
        pass
    both.stay_alone()
    return None


def _prefixed(engine: str, ended: Ended) -> Ended:
    """Statistics under the name of an engine: they say which were at work."""
    named = {f"{engine} {name}": figure for name, figure in ended.statistics.items()}
    return Ended(ended.status, named)
