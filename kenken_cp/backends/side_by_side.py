"""SAT and CP-SAT side by side: both begin if there are cores for both, else SAT begins.

On boards of large cages either engine may be ten times as fast as the other, and nothing known
beforehand tells which. So both search until one is done. CP-SAT runs in a thread of its own and
without the interpreter's lock: on another core if there is one. If not, it joins SAT, which needs
less time on most boards, after a while, and the operating system divides the time between them
(``benchmarks/README.md``, "Hard boards, and two engines side by side"). Each grid is visited once,
when the first of them finds it; the one that is done has found all grids.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass, field, replace

from kenken_cp.clock import StoppedError, checkpoint, limited
from kenken_cp.cores import has_spare_core
from kenken_cp.encode.cnf import TooLargeError, least_clauses
from kenken_cp.encode.instance import instance
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.backend import BACKENDS
from kenken_cp.search.interrupts import wait_out
from kenken_cp.search.protocol import Ended, Limits, Status, StopSignal, Visit, prefixed, searched

CP_SAT, SAT = "cp-sat", "sat"

_SECONDS_BETWEEN_CHECKPOINTS = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBySideBudgets:
    """When CP-SAT joins SAT, and when one of them waits or stops.

    Args:
        sat_seconds: CPU time that SAT has alone at most. None if CP-SAT has a core of its own, for
            its first search is done within the first quarter of a second on every third 9x9, and
            in half the time of stating all clauses on large boards that ``generate`` makes.
        sat_found: solutions that SAT may find alone: where there are many, CP-SAT is faster.
        stating_seconds: the longest time that SAT waits for CP-SAT to build a model.
        turn_seconds: CPU time of a turn of SAT once there are two. CaDiCaL holds the interpreter's
            lock, so CP-SAT can pass its solutions on only between these turns.
        pause_seconds: SAT then waits as long as CP-SAT finds a solution in each such interval.
        max_lead: solutions by which one may be ahead once there are two; beyond that the other
            stops. Each of them finds up to 200 solutions in the time in which the other states the
            board.
        max_least_clauses: ``least_clauses`` of the largest board that SAT searches; both engines
            together then take half a gigabyte.
    """

    sat_seconds: float = field(default_factory=lambda: 0.0 if has_spare_core() else 1.0)
    sat_found: int = 10
    stating_seconds: float = 2.0
    turn_seconds: float = 0.1
    pause_seconds: float = 0.005
    max_lead: int = 200
    max_least_clauses: int = 600_000


class _OtherEngineDone:
    """The reason to stop SAT when CP-SAT is done, or is to go on alone."""


def search(
    puzzle: Puzzle, visit: Visit, limits: Limits, budgets: SideBySideBudgets | None = None
) -> Ended:
    """Visits every solution once."""
    budgets = budgets or SideBySideBudgets()
    shared = _SharedVisitor(visit, budgets.max_lead)
    cp_sat = _CpSat(puzzle, shared, limits)
    by_sat: Ended | None = None
    stopped: StoppedError | None = None
    try:  # Ctrl-C may come as soon as there is a thread
        by_sat = _search_by_sat(puzzle, shared, cp_sat, limits, budgets)
        if by_sat is None:
            cp_sat.start(is_hard=False)  # unless it is at work
            cp_sat.wait()
    except StoppedError as error:
        stopped = error
    finally:
        cp_sat.stop()
    if cp_sat.error is not None:
        raise cp_sat.error
    statistics = prefixed(CP_SAT, cp_sat.ended.statistics)
    if stopped is not None:
        return Ended(Status(stopped.reason), statistics)
    if by_sat is None:
        return Ended(cp_sat.ended.status, statistics)
    return Ended(by_sat.status, statistics | prefixed(SAT, by_sat.statistics))


class _SharedVisitor:
    """The visitor of both engines, which passes each grid on once.

    Attributes:
        found: how many solutions each engine has found.
        dropped: the engine that is so far behind that it must stop, if any.
        stopped: whether the caller's visitor has stopped the search, by returning or raising.
        in_parallel: whether both engines are searching.
    """

    def __init__(self, visit: Visit, max_lead: int) -> None:
        self._visit, self._max_lead = visit, max_lead
        self._lock = threading.RLock()
        self._found_once: set[Grid] = set()
        self.found = {CP_SAT: 0, SAT: 0}
        self.dropped: str | None = None
        self.stopped = False
        self.in_parallel = False

    def visit(self, grid: Grid, by: str) -> bool:
        """Visits a grid, unless the other engine has found it before; returns whether to go on."""
        with self._lock:
            if self.stopped or self.dropped == by:
                return False
            self.found[by] += 1
            if grid in self._found_once:
                self._found_once.remove(grid)
                return True
            other = SAT if by == CP_SAT else CP_SAT
            if self.dropped is None:
                self._found_once.add(grid)
                if self.in_parallel and self.found[by] - self.found[other] > self._max_lead:
                    self.dropped = other  # the grids that only it has found stay known
            goes_on = False
            try:
                goes_on = self._visit(grid)
            finally:
                self.stopped = not goes_on
            return goes_on

    def start_parallel(self) -> None:
        """From now on both engines search; their leads are counted from here."""
        with self._lock:
            self.in_parallel = True
            self.found = {CP_SAT: 0, SAT: 0}

    def drop_sat(self) -> None:
        """From now on only CP-SAT searches."""
        with self._lock:
            self.dropped = SAT


class _EngineStopSignal(StopSignal):
    """The signal to stop CP-SAT, which subscribes to it while it searches a model.

    Attributes:
        solving: set while it does, and once the engine has ended.
        models: how many models it has searched.
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
    """CP-SAT in a thread."""

    def __init__(self, puzzle: Puzzle, shared: _SharedVisitor, limits: Limits) -> None:
        self._outer, self._own = limits.stop, _EngineStopSignal()
        self._waited_for: int | None = None
        self.started = self._is_hard = False
        self.done = threading.Event()
        self.ended = Ended(Status.INTERRUPTED)
        self.error: BaseException | None = None
        self._thread = threading.Thread(
            target=copy_context().run,  # so that checkpoints respect the limits set outside
            args=(self._run, puzzle, shared, limits),
            name="kenken-cp-sat-beside",
            daemon=True,
        )

    def start(self, *, is_hard: bool) -> None:
        """Starts the thread, once.

        Args:
            is_hard: whether SAT has spent its time alone on the puzzle.
        """
        if not self.started:
            self._outer.subscribe(self._own.stop)
            self.started, self._is_hard = True, is_hard
            self._thread.start()

    def _run(self, puzzle: Puzzle, shared: _SharedVisitor, limits: Limits) -> None:
        # At the time limit it is stopped by the other thread: by itself it stops before that, by as
        # long as its longest step took, which is half a second on a 30x30.
        limits = replace(limits, seconds=None, stop=self._own)
        backend = BACKENDS.named(CP_SAT)
        engine = (self._is_hard and backend.search_hard) or backend.search
        try:
            if not self._own:  # else Ctrl-C came while it started, and stop() did not wait for it
                self.ended = searched(
                    engine, puzzle, lambda grid: shared.visit(grid, CP_SAT), limits
                )
        except BaseException as error:  # noqa: BLE001 - raised again by search()
            self.error = error
        self.done.set()
        self._own.solving.set()

    def wait(self) -> None:
        """Waits until it is done; StoppedError at a limit, for it checks none while it solves."""
        while not self.done.wait(_SECONDS_BETWEEN_CHECKPOINTS):
            checkpoint()

    def wait_until_stated(self, seconds: float) -> None:
        """Waits until it has built its next model, once for each model and at most for a time.

        CP-SAT builds a model in Python, and a second one if its first search does not suffice. SAT
        holds the interpreter's lock, and without this wait that took twenty times as long.
        """
        model = self._own.models
        if self._waited_for != model and not self._own.solving.wait(seconds):
            self._waited_for = model

    def wait_while_finding(self, shared: _SharedVisitor, seconds: float) -> None:
        """Waits as long as it finds another solution within each interval."""
        before = -1
        while shared.dropped is None and before < shared.found[CP_SAT]:
            before = shared.found[CP_SAT]
            if self.done.wait(seconds):
                break

    def interrupt(self) -> None:
        """Asks it to stop."""
        if not self._own:
            self._own.stop()

    def stop(self) -> None:
        """Stops it and waits for its end: until then it may call the visitor."""
        self.interrupt()
        if self._thread.ident is not None:  # Ctrl-C may have come before the thread started
            # Not by join alone: if Ctrl-C interrupts that, it takes the thread for ended (3.11).
            wait_out(self.done.is_set, self.done.wait, self.interrupt)
            self._thread.join()
        if self.started:
            self._outer.unsubscribe(self._own.stop)


class _SatTurns:
    """The turns of SAT: it begins alone, then starts CP-SAT, and lets it work between turns."""

    def __init__(self, shared: _SharedVisitor, cp_sat: _CpSat, budgets: SideBySideBudgets) -> None:
        self._shared, self._cp_sat, self._budgets = shared, cp_sat, budgets
        self._turn_ends = time.thread_time() + budgets.sat_seconds

    def why_stop(self) -> type[_OtherEngineDone] | None:
        """Called at SAT's checkpoints: why to stop it, if CP-SAT is done or is to go on alone."""
        is_turn_over = time.thread_time() >= self._turn_ends
        if not self._cp_sat.started:
            if not is_turn_over and self._shared.found[SAT] <= self._budgets.sat_found:
                return None  # it goes on alone
            self._start_cp_sat(is_hard=is_turn_over and self._budgets.sat_seconds > 0)
        elif is_turn_over:
            self._let_cp_sat_work()
        if self._shared.dropped == CP_SAT:
            self._cp_sat.interrupt()
            return None
        is_other_done = self._shared.dropped == SAT or self._cp_sat.done.is_set()
        return _OtherEngineDone if is_other_done else None

    def _start_cp_sat(self, *, is_hard: bool) -> None:
        self._shared.start_parallel()
        self._cp_sat.start(is_hard=is_hard)
        self._cp_sat.wait_until_stated(self._budgets.stating_seconds)
        self._begin_turn()

    def _let_cp_sat_work(self) -> None:
        self._cp_sat.wait_until_stated(self._budgets.stating_seconds)
        self._cp_sat.wait_while_finding(self._shared, self._budgets.pause_seconds)
        self._begin_turn()

    def _begin_turn(self) -> None:
        self._turn_ends = time.thread_time() + self._budgets.turn_seconds


def _search_by_sat(
    puzzle: Puzzle,
    shared: _SharedVisitor,
    cp_sat: _CpSat,
    limits: Limits,
    budgets: SideBySideBudgets,
) -> Ended | None:
    """Searches by SAT, and starts CP-SAT if that takes long.

    Returns:
        How the search ended; None if CP-SAT is done first, or is to find the rest alone.
    """
    turns = _SatTurns(shared, cp_sat, budgets)
    try:
        with limited(turns.why_stop):
            most = budgets.max_least_clauses
            if least_clauses(instance(puzzle), most) <= most:
                ended = BACKENDS.named(SAT).search(
                    puzzle, lambda grid: shared.visit(grid, SAT), limits
                )
                if shared.stopped or ended.status is Status.EXHAUSTED:
                    return ended
    except StoppedError as stopped:
        if stopped.reason is not _OtherEngineDone:
            raise
    except TooLargeError:
        pass
    shared.drop_sat()
    return None
