"""SAT and CP-SAT: SAT begins, and where it is not done soon CP-SAT searches beside it.

On boards of large cages now one is ten times as quick, and now the other, and nothing that is known
beforehand tells which. So both search until one is done: CP-SAT in a thread of its own, outside of
Python, on another core if there is one; else the system lets them take turns. Each grid is visited
once, by whoever finds it first; whoever is done has found all of them.

SAT begins, as most boards take it less (``benchmarks/README.md``, "Hard boards, and two engines
side by side").
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import field, replace
from math import inf

from kenken_cp.checkpoints import StoppedError, limited
from kenken_cp.cores import has_spare_core
from kenken_cp.encode.cnf import TooLargeError, least_clauses
from kenken_cp.encode.instance import instance
from kenken_cp.frozen import frozen
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.backend import BACKENDS
from kenken_cp.search.interrupts import wait_out
from kenken_cp.search.protocol import Ended, Limits, Status, StopSignal, Visit, prefixed, searched

CP_SAT, SAT = "cp-sat", "sat"


@frozen(kw_only=True)
class Terms:
    """Who begins, and when there are two.

    Args:
        sat_seconds: of its own work, for which SAT is alone at most: most boards take it less.
        sat_seconds_per_clause: the same, for each of the least clauses of the board: 0.15 s of a
            9x9, where CP-SAT is ahead on every third board, and longer on larger ones, where it
            seldom is. Without a core of its own CP-SAT waits for all of ``sat_seconds``, as both
            then take turns.
        sat_found: solutions after which it is not alone any more: CP-SAT finds many sooner.
        stating_seconds: the most that SAT waits for CP-SAT to state a model of the board.
        turn_seconds: of the work of SAT, after which it waits while CP-SAT goes on finding
            solutions: CaDiCaL keeps other threads of Python, so these, from coming.
        pause_seconds: in which CP-SAT then finds a solution, or SAT goes on.
        max_lead: solutions by which one may be ahead of the other once there are two; by more, and
            the other stops. CP-SAT begins 0.3 s late, in which SAT finds up to 200.
        max_least_clauses: of a board that SAT searches: both together take half a gigabyte.
    """

    sat_seconds: float = 1.0
    sat_seconds_per_clause: float = field(default_factory=lambda: 8e-6 if has_spare_core() else inf)
    sat_found: int = 10
    stating_seconds: float = 2.0
    turn_seconds: float = 0.1
    pause_seconds: float = 0.005
    max_lead: int = 200
    max_least_clauses: int = 600_000


class _OtherDone:
    """The reason to stop of whoever is not needed any more."""


def search(puzzle: Puzzle, visit: Visit, limits: Limits, terms: Terms | None = None) -> Ended:
    """Visits every solution once."""
    terms = terms or Terms()
    both = _Both(visit, terms.max_lead)
    cp_sat = _CpSat(puzzle, both, limits)
    by_sat: Ended | None = None
    try:  # Ctrl-C may come as soon as there is a thread
        by_sat = _search_by_sat(puzzle, both, cp_sat, limits, terms)
        if by_sat is None:
            cp_sat.start(is_hard=False)  # unless it is at work
            cp_sat.done.wait()
    finally:
        cp_sat.stop()
    if cp_sat.error is not None:
        raise cp_sat.error
    statistics = prefixed(CP_SAT, cp_sat.ended.statistics)
    if by_sat is None:
        return Ended(cp_sat.ended.status, statistics)
    return Ended(by_sat.status, statistics | prefixed(SAT, by_sat.statistics))


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
        self.found = {CP_SAT: 0, SAT: 0}
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
            other = SAT if by == CP_SAT else CP_SAT
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

    def pair(self) -> None:
        """From now on there are two; what each has found before does not count."""
        with self._lock:
            self.are_two = True
            self.found = {CP_SAT: 0, SAT: 0}

    def drop_sat(self) -> None:
        """From now on there is only CP-SAT."""
        with self._lock:
            self.dropped = SAT


class _StopOfEngine(StopSignal):
    """The signal to stop an engine, which subscribes to it while it solves a model that it stated.

    Attributes:
        solving: set then, and once the engine has ended.
        models: how many it has solved.
    """

    def __init__(self) -> None:
        super().__init__()
        self.solving = threading.Event()
        self.models = 0

    def subscribe(self, listener: Callable[[], None]) -> None:
        super().subscribe(listener)
        self.solving.set()

    def unsubscribe(self, listener: Callable[[], None]) -> None:
        super().unsubscribe(listener)
        self.models += 1
        self.solving.clear()


class _CpSat:
    """CP-SAT, in a thread."""

    def __init__(self, puzzle: Puzzle, both: _Both, limits: Limits) -> None:
        self._outer, self._own = limits.stop, _StopOfEngine()
        self._waited_for: int | None = None
        self.started = self._is_hard = False
        self.done = threading.Event()
        self.ended = Ended(Status.INTERRUPTED)
        self.error: BaseException | None = None
        self._thread = threading.Thread(
            target=copy_context().run,  # with the limits from outside, for its checkpoints
            args=(self._run, puzzle, both, limits.countdown()),
            name="kenken-cp-sat-beside",
            daemon=True,
        )

    def start(self, *, is_hard: bool) -> None:
        """Starts it, once.

        Args:
            is_hard: whether the puzzle has taken SAT long.
        """
        if not self.started:
            self.started, self._is_hard = True, is_hard
            self._outer.subscribe(self._own.stop)
            self._thread.start()

    def _run(self, puzzle: Puzzle, both: _Both, remaining: Callable[[], Limits]) -> None:
        limits = replace(remaining(), stop=self._own)
        backend = BACKENDS.named(CP_SAT)
        engine = (self._is_hard and backend.search_hard) or backend.search
        try:
            self.ended = searched(engine, puzzle, lambda grid: both.visit(grid, CP_SAT), limits)
        except BaseException as error:  # noqa: BLE001 - raised again by search()
            self.error = error
        self.done.set()
        self._own.solving.set()

    def wait_until_stated(self, seconds: float) -> None:
        """Waits until it has stated the model that it solves next, or once for so long.

        CP-SAT states the board in Python, and again if its first search does not suffice. SAT keeps
        Python's other threads waiting, which made that take twenty times as long.
        """
        model = self._own.models
        if self._waited_for != model and not self._own.solving.wait(seconds):
            self._waited_for = model

    def wait_while_finding(self, both: _Both, seconds: float) -> None:
        """Waits while it finds one more solution in that many seconds."""
        before = -1
        while both.dropped is None and before < both.found[CP_SAT]:
            before = both.found[CP_SAT]
            if self.done.wait(seconds):
                break

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
        if self.started:
            self._outer.unsubscribe(self._own.stop)


def _search_by_sat(
    puzzle: Puzzle, both: _Both, cp_sat: _CpSat, limits: Limits, terms: Terms
) -> Ended | None:
    """A search by SAT, which CP-SAT joins when it takes long, and whose end is its end, too; None
    if CP-SAT tells the rest.
    """
    began = time.thread_time()
    ends = began + terms.sat_seconds

    def why_stop() -> type[_OtherDone] | None:
        nonlocal ends
        due = time.thread_time() >= ends
        if not cp_sat.started:
            if not due and both.found[SAT] <= terms.sat_found:
                return None
            both.pair()
            cp_sat.start(is_hard=due)
            due = True
            cp_sat.wait_until_stated(terms.stating_seconds)
        elif due:
            cp_sat.wait_until_stated(terms.stating_seconds)
            cp_sat.wait_while_finding(both, terms.pause_seconds)
        if due:
            ends = time.thread_time() + terms.turn_seconds
        if both.dropped == CP_SAT:
            cp_sat.interrupt()
            return None
        return _OtherDone if both.dropped == SAT or cp_sat.done.is_set() else None

    try:
        with limited(why_stop):
            clauses = least_clauses(instance(puzzle))
            ends = min(ends, began + terms.sat_seconds_per_clause * clauses)
            if clauses <= terms.max_least_clauses:
                ended = BACKENDS.named(SAT).search(
                    puzzle, lambda grid: both.visit(grid, SAT), limits
                )
                if both.stopped or ended.status is Status.EXHAUSTED:
                    return ended
    except StoppedError as stopped:
        if stopped.reason is not _OtherDone:
            raise
    except TooLargeError:
        pass
    both.drop_sat()
    return None
