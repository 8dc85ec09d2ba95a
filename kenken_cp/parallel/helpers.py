"""Other workers that help with one count, which goes on in this process meanwhile: so a count with
workers is not slower than one without, even where cutting the puzzle is folly. Cubes do not share
what an engine has cached, and a board with few clues is best counted whole.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import AbstractContextManager, nullcontext

from kenken_cp.model.puzzle import Puzzle
from kenken_cp.parallel.cubes import cubes
from kenken_cp.parallel.pool import SECONDS_TO_STOP, Pool, lost
from kenken_cp.parallel.tasks import CountByHelper, added_up
from kenken_cp.search.protocol import Helper, Outcome, Remaining, Status

CUBES_PER_WORKER = 16
"""Their sizes differ, and no worker should be left with the last large one for long."""


class PoolHelpers:
    """The workers of a pool, as the ``Helpers`` of a count by ``backend``.

    Where the pool has companions, this process is one of its workers: a companion takes over what
    it can of the count, and the workers that are left count cubes.

    Args:
        remaining: the limits of the count.
    """

    def __init__(self, puzzle: Puzzle, remaining: Remaining, backend: str, pool: Pool) -> None:
        self._puzzle, self._remaining, self._pool = puzzle, remaining, pool
        self._backend = backend
        self.threads = pool.workers if pool.companion else 1

    def start(self, *, take_over: bool) -> tuple[Sequence[Helper], bool]:
        """See ``Helpers``."""
        task = CountByHelper(self._backend, None, self._remaining().seconds)
        found: list[Helper] = []
        companion, others = self._pool.companion, self._pool.workers
        if companion:
            others -= 2
            if take_over:
                found.append(_Counting(task, companion, 1, lambda: [self._puzzle]))
        if others > 0:
            wanted = CUBES_PER_WORKER * others
            found.append(
                _Counting(
                    task,
                    lambda: nullcontext(self._pool.executor),
                    others,
                    lambda: cubes(self._puzzle, wanted),
                )
            )
        return found, bool(companion and take_over)


class _Counting:
    """A ``Helper``: tasks, as many at a time as there are workers, whose counts are added up."""

    def __init__(
        self,
        task: CountByHelper,
        executor: Callable[[], AbstractContextManager[Executor]],
        workers: int,
        disjoint_puzzles: Callable[[], Sequence[Puzzle]],
    ) -> None:
        self._task, self._executor, self._workers = task, executor, workers
        self._puzzles = disjoint_puzzles
        self._in_flight: set[Future[Outcome]] = set()
        self._outcomes: list[Outcome] = []
        self._puzzles_in_all = 0
        self.steps = self._count()

    @property
    def statistics(self) -> dict[str, int | float]:
        """Figures of the tasks, added up."""
        return added_up([outcome.statistics for outcome in self._outcomes])

    @property
    def found(self) -> int:
        """What the tasks that are done have counted."""
        return sum(outcome.count for outcome in self._outcomes)

    @property
    def share(self) -> float | None:
        """The tasks that are done, of all; None where one does all."""
        return len(self._outcomes) / self._puzzles_in_all if self._puzzles_in_all > 1 else None

    def at_least(self) -> int:
        """The limit that ends the count ends the tasks too; here it waits for their counts."""
        for future in wait(self._in_flight, SECONDS_TO_STOP).done:
            if not future.cancelled() and not future.exception():
                self._outcomes.append(future.result())
        self._in_flight.clear()
        return self.found

    def _count(self) -> Generator[object, None, int | None]:
        with self._executor() as executor:
            try:
                yield from self._finished(executor)
            except (BrokenExecutor, CancelledError) as error:
                raise lost(error) from None
            finally:
                for future in self._in_flight:
                    future.cancel()
        while any(one.status is not Status.EXHAUSTED for one in self._outcomes):
            yield True  # what has ended them ends the whole count
        return self.found

    def _finished(self, executor: Executor) -> Generator[object, None, None]:
        puzzles = self._puzzles()
        waiting, self._puzzles_in_all = iter(puzzles), len(puzzles)
        while True:
            while len(self._in_flight) < self._workers and (puzzle := next(waiting, None)):
                self._in_flight.add(executor.submit(self._task, puzzle))
            if not self._in_flight:
                return
            yield True
            for future in [future for future in self._in_flight if future.done()]:
                self._in_flight.remove(future)
                self._outcomes.append(future.result())
