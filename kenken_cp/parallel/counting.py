"""Counting the solutions of one puzzle by many workers.

A count begins in this process alone, and most are over before workers would be worth starting.
Then workers count cubes, while this process goes on alone: an engine that merges equal states of
the whole puzzle may need less time than all cubes together. The first to end has the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from kenken_cp.clock import Clock, Progress, Status, StoppedError
from kenken_cp.errors import InternalError, KenKenError
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.parallel.batches import as_completed
from kenken_cp.parallel.cubes import cubes
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.workers import Workers, WorkersLostError
from kenken_cp.search.engine import DEFAULT_BACKEND, backend_for
from kenken_cp.search.interrupts import until_stopped
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import Report, clock_of, count_solutions

CUBES_PER_PROCESS = 16
"""Cubes differ in size, and no worker should be busy for long when all others are done."""

CUBES = 128
"""Cubes for any number of workers: of a count that may be resumed, or that is made elsewhere."""

WHOLE = -1
"""The number of the whole puzzle in a file; its cubes have the numbers from 0."""


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
    what this process has counted of the whole, whichever is more.

    Args:
        limits: a limit of solutions is left to this process alone.
        resume: a file that keeps the count of each cube; the same call goes on from it.

    Raises:
        WorkersLostError: if a worker, or the connection to it, is lost for good; its ``outcome``
            has the lower bound.
        KenKenError: for a file that is not of this count, or for a limit of solutions together with
            ``resume``.
    """
    limits = limits or Limits()
    if limits.solutions is not None and resume is not None:
        raise KenKenError("a limit of solutions; expected none for a count that may be resumed")
    if limits.solutions is not None or not (workers.several or resume):
        return count_solutions(puzzle, limits, backend=backend, progress=progress)
    backend_for(puzzle, backend)  # an error is raised before there is a file
    shared = _SharedCount(puzzle, backend, clock_of(limits, progress))
    try:
        status = until_stopped(shared.clock, lambda: shared.run(workers, resume))
    except WorkersLostError as error:
        raise WorkersLostError(str(error), shared.outcome(Status.INTERRUPTED)) from None
    return shared.outcome(status or Status.EXHAUSTED)


class _SharedCount:
    """A count of a whole puzzle, in a thread, beside counts of its cubes by workers.

    Args:
        clock: that of the call; it is stopped once the whole is counted.
    """

    def __init__(self, puzzle: Puzzle, backend: str, clock: Clock) -> None:
        self.clock = clock
        self._puzzle, self._backend = puzzle, backend
        self._count = partial(count_solutions, backend=backend)
        self._whole: Outcome | None = None
        self._found_in_whole = self._found_in_cubes = self._cubes_counted = 0

    def run(self, workers: Workers, resume: Path | None) -> None:
        """Counts until the whole or all cubes are counted; StoppedError if the clock says so."""
        parts, journal = [], None
        with ExitStack() as stack:
            if resume is not None:
                parts = cubes(self._puzzle, CUBES)
                journal = stack.enter_context(Journal(resume, self._count, [*parts, self._puzzle]))
                self._whole = journal.results.get(WHOLE)
                if self._whole is not None:
                    return
            if workers.several or journal is None or not journal.results:
                clock_of_whole = stack.enter_context(self._counting_whole(workers, journal))
                if not workers.several:
                    clock_of_whole.stop()  # from here on, cubes are counted instead
            if journal is None:
                elsewhere = workers.scheduler is not None
                wanted = CUBES if elsewhere else CUBES_PER_PROCESS * workers.jobs
                parts = cubes(self._puzzle, wanted)
            self._count_cubes(parts, workers, journal)
            self.clock.check()

    def outcome(self, status: Status) -> Outcome:
        """What is known; the status is why it ended."""
        if self._whole is not None:
            return replace(self._whole, seconds=self.clock.elapsed)
        name, exact = self._backend, status is Status.EXHAUSTED
        if exact and self._found_in_whole > self._found_in_cubes:
            raise InternalError(f"{name} has lost solutions of {self._puzzle.name} in its cubes")
        count = Count(max(self._found_in_whole, self._found_in_cubes), exact)
        statistics = {"cubes": self._cubes_counted}
        return Outcome(status, count, (), self.clock.elapsed, name, name, statistics)

    @contextmanager
    def _counting_whole(self, workers: Workers, journal: Journal | None) -> Iterator[Clock]:
        """Counts the whole in a thread: alone before the ``with`` block, then beside it.

        Yields:
            The clock that stops this count.
        """
        clock_of_whole = Clock()  # it stops with that of the call
        with ThreadPoolExecutor(1) as thread:
            counting = thread.submit(self._count_whole, clock_of_whole)
            counting.add_done_callback(self._end_cubes)
            try:
                wait([counting], workers.seconds_alone)
                yield clock_of_whole
            finally:
                clock_of_whole.stop()
                whole = counting.result()
                self._found_in_whole = int(whole.count)
                if whole.status is Status.EXHAUSTED:
                    self._whole = whole
                    if journal is not None:
                        journal.add(WHOLE, whole)

    def _count_whole(self, clock: Clock) -> Outcome:
        with clock.running():
            return self._count(self._puzzle, progress=self._note_found_in_whole)

    def _note_found_in_whole(self, progress: Progress) -> None:
        # No report from here: that is left to the thread of the call.
        self.clock.found = max(self.clock.found, progress.found)

    def _end_cubes(self, counting: Future[Outcome]) -> None:
        """Stops the clock of the call if the whole is counted, or that has failed."""
        if counting.exception() is not None or counting.result().status is Status.EXHAUSTED:
            self.clock.stop()

    def _count_cubes(self, parts: list[Puzzle], workers: Workers, journal: Journal | None) -> None:
        counted = {} if journal is None else journal.results
        to_do = ((number, cube) for number, cube in enumerate(parts) if number not in counted)
        at_once = replace(workers, seconds_alone=0.0)
        new = as_completed(to_do, self._count, at_once, self.clock)
        for number, outcome in chain(counted.items(), new):
            if isinstance(outcome, KenKenError):
                raise outcome
            if outcome.status is not Status.EXHAUSTED:  # as of an engine from outside
                raise StoppedError(outcome.status)
            if journal is not None and number not in counted:
                journal.add(number, outcome)
            self._cubes_counted += 1
            self._found_in_cubes += int(outcome.count)
            self.clock.note(self._found_in_cubes, self._cubes_counted / len(parts))
