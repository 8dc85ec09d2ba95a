"""Batches: one task for each puzzle, in this process or by workers, with results in their order."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from kenken_cp.parallel.chunks import SECONDS_PER_CHUNK, Chunk, Results
from kenken_cp.parallel.context import Early
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.pool import Pool, completed
from kenken_cp.search.progress import Progress
from kenken_cp.search.protocol import StopSignal

_SECONDS_ALONE = 0.2
"""Time in which tasks are done here before any worker is started."""

_SECONDS_WORTH_IT = 1.0
"""Work that must be left for workers to be started: starting one takes 0.15 s of CPU time."""

_SECONDS_TO_SEND = 5e-4
"""Work of sending an item to a worker and taking its result, which workers do not save. 3000
puzzles of 0.6 ms took 4.0 s with two workers, and 3.7 s without.
"""

_MAX_WAITING_PER_WORKER = 256
"""Results that may wait for an earlier one: one hard puzzle must not hold up the others."""

_MAX_CHUNK = 64
"""Items that are sent to a worker together."""

_WEIGHT = 0.25
"""The weight of the newest chunk in the mean time of an item."""

Item = TypeVar("Item")
Done = TypeVar("Done")

_Items = Sequence[tuple[int, Item]]
"""Numbered items."""


def each_outcome(
    items: Iterable[Item],
    task: Callable[[Item], Done],
    pool: Pool,
    *,
    stop: StopSignal | None = None,
    journal: Journal[Done] | None = None,
    trial: Callable[[Item], Done | None] | None = None,
    reported: Callable[[int, Progress], object] | None = None,
    expected: int = 0,
) -> Iterator[Done]:
    """The result of a task for each puzzle (or other item), in their order.

    Each result is yielded as soon as it and all before it are known. Items are taken only as they
    are needed, and a bounded number of results waits.

    Args:
        stop: once it is given, no more tasks are begun, and the iteration ends early.
        journal: results in it are not computed again, and new ones are added to it.
        trial: does the task in this thread, or returns None if it would take long. The first tasks
            are done this way, until one takes long, or so much is left to do that workers are worth
            starting, and these have started.
        reported: called with the number of an item and the progress of its worker, if workers can
            report.
        expected: about how many items there are.

    Raises:
        KenKenError: if a task raises it, or a worker is lost for good.
    """
    batch = _Batch(
        items, task, pool, journal=journal, trial=trial, reported=reported, expected=expected
    )
    while batch.turn in batch.ready:
        yield batch.next_result()
    for chunk, results in completed(
        pool.executor,
        batch.next_chunk,
        pool.max_in_flight,
        lambda: stop or None,
        do_here=batch.try_next,
        poll=batch.reports,
        worth_workers=batch.worth_workers,
    ):
        batch.take(chunk, results)
        while batch.turn in batch.ready:
            yield batch.next_result()


class _Batch(Generic[Item, Done]):
    """The items of ``each_outcome`` and their results; the arguments are those of that function.

    Attributes:
        ready: results by the number of their item.
        turn: the number of the item whose result is to be yielded next.
    """

    def __init__(
        self,
        items: Iterable[Item],
        task: Callable[[Item], Done],
        pool: Pool,
        *,
        journal: Journal[Done] | None,
        trial: Callable[[Item], Done | None] | None,
        reported: Callable[[int, Progress], object] | None,
        expected: int,
    ) -> None:
        self.ready: dict[int, Done] = {} if journal is None else dict(journal.results)
        self.turn = 0
        self._task, self._trial, self._journal = task, trial, journal
        self._reports, self._reported = pool.reports, reported
        known = frozenset(self.ready)
        self._max_waiting = len(known) + _MAX_WAITING_PER_WORKER * pool.workers
        self._to_do = ((number, item) for number, item in enumerate(items) if number not in known)
        self._put_back: list[tuple[int, Item]] = []
        self._begun = time.monotonic()
        self._done, self._seconds, self._expected = 0, 0.0, expected - len(known)
        self._mean_seconds: float | None = None

    def next_result(self) -> Done:
        """The result that is next in turn, which must be ready."""
        self.turn += 1
        return self.ready.pop(self.turn - 1)

    def next_chunk(
        self,
    ) -> tuple[_Items[Item], Callable[[Sequence[Item]], Results[Done]], Sequence[Item]] | None:
        """The next chunk of items, as a task for ``completed``."""
        chunk: list[tuple[int, Item]] = []
        while len(chunk) < self._chunk_size and (numbered := self._next_item()):
            chunk.append(numbered)
        if not chunk:
            return None
        numbers = [number for number, _ in chunk]
        measured = self._reports is not None and self._reported is not None
        return chunk, Chunk(self._task, numbers, measured), [item for _, item in chunk]

    def try_next(self) -> tuple[_Items[Item], Results[Done]] | None:
        """Tries the next item in this thread; None if it takes too long, or there is none."""
        if self._trial is None or (numbered := self._next_item()) is None:
            return None
        _, item = numbered
        started = time.process_time()  # on a busy machine workers would gain nothing
        done = self._trial(item)
        seconds = time.process_time() - started
        if done is None:
            self._put_back.append(numbered)
            self._note(1, seconds)
            return None
        return [numbered], Results([done], seconds)

    def worth_workers(self) -> bool:
        """Whether so much is left to do that workers are worth starting."""
        if not self._done or time.monotonic() - self._begun < _SECONDS_ALONE:
            return False
        left = max(self._expected - self._done, self._done)
        saved = self._seconds / self._done - _SECONDS_TO_SEND
        return left * saved >= _SECONDS_WORTH_IT

    def take(self, chunk: _Items[Item], results: Results[Done]) -> None:
        """Takes the results of a chunk; items without a result will be in another chunk."""
        for (number, _), done in zip(chunk, results.found, strict=False):
            self._keep(number, done)
        self._put_back += reversed(chunk[len(results.found) :])
        if results.found:
            self._done += len(results.found)
            self._seconds += results.seconds
            self._note(len(results.found), results.seconds)

    def reports(self) -> Iterator[tuple[_Items[Item], Results[Done]]]:
        """Takes the reports of workers; yields an empty chunk if there are results among them."""
        early = False
        for number, report in self._reports() if self._reports else ():
            if isinstance(report, Early):
                self._keep(number, report.result)
                early = True
            elif self._reported is not None and self._is_missing(number):
                self._reported(number, report)
        if early:
            yield [], Results([], 0.0)

    @property
    def _chunk_size(self) -> int:
        """How many items take the time that a chunk should take. One item if workers cannot report,
        for its result would have to wait for the last of its chunk.
        """
        if self._reports is None or self._mean_seconds is None:
            return 1
        return min(max(int(SECONDS_PER_CHUNK / max(self._mean_seconds, 1e-6)), 1), _MAX_CHUNK)

    def _next_item(self) -> tuple[int, Item] | None:
        if self._put_back:
            return self._put_back.pop()
        return next(self._to_do, None) if len(self.ready) < self._max_waiting else None

    def _is_missing(self, number: int) -> bool:
        return number >= self.turn and number not in self.ready

    def _keep(self, number: int, done: Done) -> None:
        if self._is_missing(number):
            if self._journal is not None:
                self._journal.add(number, done)
            self.ready[number] = done

    def _note(self, items: int, seconds: float) -> None:
        """Notes how long some items have taken."""
        mean = seconds / items
        if self._mean_seconds is not None:
            mean = _WEIGHT * mean + (1 - _WEIGHT) * self._mean_seconds
        self._mean_seconds = mean
