"""Counting the solutions of one puzzle by many workers.

A count begins in this process alone, and most are over before workers would be worth starting.
Then workers count cubes, while this process goes on alone: an engine that merges equal states of
the whole puzzle may need less time than all cubes together. The first to end has the answer.
"""

from __future__ import annotations

import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from kenken_cp.clock import Clock, Progress, Status, StoppedError
from kenken_cp.errors import InternalError, KenKenError
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.parallel.cubes import cubes
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.workers import (
    SECONDS_ALONE,
    SECONDS_PER_POLL,
    Pool,
    Workers,
    WorkersLostError,
)
from kenken_cp.search.engine import BACKENDS, DEFAULT_BACKEND
from kenken_cp.search.interrupts import until_stopped
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import Report, clock_of, count_solutions

CUBES_PER_WORKER = 16
"""Cubes differ in size, and no worker should be busy for long when all others are done."""

CUBES_TO_RESUME = 128
"""Cubes of a count that may be resumed, with any number of workers: a break loses little."""

PART_LEFT = 0.5
"""The count alone is given up once the cubes will take less than this part of the time so far."""

_WHOLE = 0
"""The number of the whole puzzle; its cubes have the numbers from 1."""


def count_in_parallel(
    puzzle: Puzzle,
    limits: Limits | None = None,
    *,
    backend: str = DEFAULT_BACKEND,
    workers: Workers,
    resume: Path | None = None,
    progress: Report | None = None,
) -> Outcome:
    """Counts the solutions of a puzzle by several workers; see ``search.verbs.count_solutions``.

    If it is cut short, the outcome has a lower bound: the sum of the cubes that were counted, or
    what was counted alone, whichever is more.

    Args:
        limits: a limit of solutions is left to this process alone.
        resume: a file that keeps the count of each cube; the same call goes on from it.

    Raises:
        WorkersLostError: if a worker, or the connection to it, is lost for good; its ``outcome``
            has the lower bound.
        KenKenError: for a file that is not of this count, or with a limit of solutions.
    """
    limits = limits or Limits()
    if limits.solutions is not None and resume is not None:
        raise KenKenError("a limit of solutions; expected none for a count that may be resumed")
    if limits.solutions is not None or not (workers.several or resume):
        return count_solutions(puzzle, limits, backend=backend, progress=progress)
    expect_puzzle(puzzle)  # before there is a file; so is an unknown backend refused
    BACKENDS.named(backend)
    shared = _SharedCount(puzzle, backend, clock_of(limits, progress))
    try:
        status = until_stopped(shared.clock, lambda: shared.run(workers, resume))
    except WorkersLostError as error:
        raise WorkersLostError(str(error), shared.outcome(Status.INTERRUPTED)) from None
    return shared.outcome(status or Status.EXHAUSTED)


class _SharedCount:
    """A count of a puzzle alone, in a thread, beside counts of its cubes by workers."""

    def __init__(self, puzzle: Puzzle, backend: str, clock: Clock) -> None:
        self.clock = clock
        self._puzzle, self._backend = puzzle, backend
        self._count = partial(count_solutions, backend=backend)
        self._cubes: list[Puzzle] = []
        self._in_flight: dict[Future[Outcome], int] = {}
        self._done: dict[int, Outcome] = {}
        self._found_alone = 0
        self._journal: Journal | None = None

    def run(self, workers: Workers, resume: Path | None) -> None:
        """Counts until the whole or all cubes are counted; StoppedError if the clock says so."""
        with ExitStack() as stack:
            if resume is not None:
                self._cubes = cubes(self._puzzle, CUBES_TO_RESUME)
                journal = Journal(resume, self._count, [self._puzzle, *self._cubes])
                self._journal = stack.enter_context(journal)
                self._done.update(journal.results)
            if _WHOLE in self._done or (self._cubes and len(self._done) == len(self._cubes)):
                return
            alone = Clock()  # it stops with the current one, of the whole call
            if workers.several or not self._done:
                thread = stack.enter_context(ThreadPoolExecutor(1))
                stack.callback(alone.stop)
                self._in_flight[thread.submit(self._count_alone, alone)] = _WHOLE
                self._wait_and_record(SECONDS_ALONE)
            if _WHOLE in self._done:
                return
            self.clock.check()
            pool = stack.enter_context(workers.pool())
            if resume is None:
                self._cubes = cubes(self._puzzle, CUBES_PER_WORKER * pool.size)
            self._count_cubes(pool, alone, shares_cores=workers.scheduler is None)

    def outcome(self, status: Status) -> Outcome:
        """What is known; the status is why it ended."""
        if _WHOLE in self._done:
            return replace(self._done[_WHOLE], seconds=self.clock.elapsed)
        name, exact = self._backend, status is Status.EXHAUSTED
        if exact and self._found_alone > self._found_in_cubes:
            raise InternalError(f"{name} has lost solutions of {self._puzzle.name} in its cubes")
        count, statistics = Count(self._found, exact), {"cubes": len(self._done)}
        return Outcome(status, count, (), self.clock.elapsed, name, name, statistics)

    @property
    def _found(self) -> int:
        """The solutions that are known: by the count alone or of the cubes, not of both."""
        return max(self._found_alone, self._found_in_cubes)

    @property
    def _found_in_cubes(self) -> int:
        return sum(int(outcome.count) for outcome in self._done.values())

    def _count_alone(self, clock: Clock) -> Outcome:
        with clock.running():
            outcome = self._count(self._puzzle, progress=self._note_alone)
        self._found_alone = int(outcome.count)
        return outcome

    def _note_alone(self, progress: Progress) -> None:
        self._found_alone = progress.found

    def _count_cubes(self, pool: Pool, alone: Clock, *, shares_cores: bool) -> None:
        """Counts cubes by a pool, until all are counted or the whole is; ``shares_cores``: the
        count alone takes the place of a worker.
        """
        began, resumed = time.monotonic(), len(self._done)
        waiting = [number for number in range(len(self._cubes), 0, -1) if number not in self._done]
        while _WHOLE not in self._done and len(self._done) < len(self._cubes):
            self.clock.check()
            new = len(self._done) - resumed
            seconds_per_cube = (time.monotonic() - began) / max(new, 1)
            seconds_left = seconds_per_cube * (len(self._cubes) - len(self._done))
            cubes_end_soon = new >= pool.size and seconds_left < PART_LEFT * alone.elapsed
            if cubes_end_soon or (shares_cores and pool.size == 1):
                alone.stop()  # a worker does cubes instead
            most = pool.size + (not shares_cores and _WHOLE in self._in_flight.values())
            while waiting and len(self._in_flight) < most:
                number = waiting.pop()
                task = pool.submit(self._count, self._cubes[number - 1])
                self._in_flight[task] = number
            self._wait_and_record(SECONDS_PER_POLL)
            self.clock.note(self._found, len(self._done) / len(self._cubes))

    def _wait_and_record(self, seconds: float) -> None:
        """Waits for tasks to end, and records what they have counted, in the journal too."""
        for task in wait(self._in_flight, seconds, FIRST_COMPLETED).done:
            number, outcome = self._in_flight.pop(task), task.result()
            if outcome.status is Status.EXHAUSTED:
                self._done[number] = outcome
                if self._journal is not None:
                    self._journal.add(number, outcome)
            elif number != _WHOLE:  # as of an engine from outside that gives up
                raise StoppedError(outcome.status)
