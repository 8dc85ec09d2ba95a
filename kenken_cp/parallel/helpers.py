"""Workers that help with one count: its engine deals out parts of its work, and goes on in this
process.

So a count with workers is not slower than one without, even where splitting the puzzle would be:
cubes do not share what an engine has merged or remembered.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from kenken_cp.parallel.context import WORKER_RECALL, WORKER_STOP
from kenken_cp.parallel.pool import Companions, Pool, ended_in_time
from kenken_cp.search.protocol import Limits, PartOfCount, Remaining, StopSignal

Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class Part(Generic[Done]):
    """The task of a worker: a part of a count, within a number of seconds (None for no limit)."""

    do: PartOfCount[Done]
    seconds: float | None

    def __call__(self) -> Done:
        stop = WORKER_STOP.get()
        limits = Limits(None, self.seconds, StopSignal() if stop is None else stop)
        return self.do(limits, WORKER_RECALL.get() or _never)


def _never() -> bool:
    return False


class PoolHelpers:
    """The workers of a pool as the ``Helpers`` of a count; a context manager.

    If the pool has companions, this process is one of its workers.

    Args:
        remaining: the limits of the count.

    Attributes:
        workers: how many there are.
    """

    def __init__(self, pool: Pool, remaining: Remaining) -> None:
        self._pool, self._remaining = pool, remaining
        self.workers = pool.workers - (pool.companions is not None)
        self._executor: Executor | None = None
        self._resources = ExitStack()

    def prepare(self, part: PartOfCount[object]) -> None:
        """See ``Helpers``."""
        executor = self._started()
        if isinstance(executor, Companions):
            executor.prepare(Part(part, self._remaining().seconds))

    def submit(self, part: PartOfCount[Done]) -> Future[Done]:
        """See ``Helpers``."""
        executor = self._started()
        if isinstance(executor, Companions):
            executor.recall(wanted=False)
        return executor.submit(Part(part, self._remaining().seconds))

    @property
    def can_recall(self) -> bool:
        """See ``Helpers``."""
        return isinstance(self._started(), Companions)

    def recall(self) -> None:
        """See ``Helpers``."""
        executor = self._started()
        if isinstance(executor, Companions):
            executor.recall(wanted=True)

    def _started(self) -> Executor:
        if self._executor is None:
            self._executor = self._pool.executor
            if self._pool.companions:
                companions = self._pool.companions(self.workers)
                self._executor = self._resources.enter_context(companions)
        return self._executor

    def stopped(self, parts: Iterable[Future[Done]]) -> list[Done]:
        """The results of parts that a limit stops and that end within ``SECONDS_TO_STOP``."""
        return [part.result() for part in ended_in_time(parts)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._resources.close()
