"""Batches: one task for each puzzle, in this process or by workers, with results in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import Generic, TypeVar

from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.errors import KenKenError
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.workers import SECONDS_PER_POLL, Pool, Workers

SECONDS_ALONE = 1.0
"""Time in which tasks are done here before any worker is started: starting one takes 0.2 s."""

MAX_WAITING = 4096
"""Results that may wait for an earlier one: one hard puzzle must not hold up the others."""

SECONDS_PER_CHUNK, MAX_CHUNK = 0.05, 64
"""Time that items sent to a worker together should take, a hundred times that of sending them; and
how many they are at most.
"""

SECONDS_UNTIL_CUT = 0.2
"""Time after which a chunk is cut: the item that takes long is left to be sent alone."""

Item = TypeVar("Item")
Result = TypeVar("Result")


def each_result(
    items: Iterable[Item],
    task: Callable[[Item], Result],
    workers: Workers,
    *,
    journal: Journal | None = None,
    here: Callable[[int, Item], Result] | None = None,
) -> Iterator[Result | KenKenError]:
    """The result of a task for each puzzle (or other item), in their order; for one on which it
    raises a ``KenKenError``, that error.

    Each result is yielded as soon as it and all before it are known. Items are taken only as they
    are needed, and a bounded number of results waits. The iteration ends early if the clock that
    was current when it began says so: in ``interruptible``, Ctrl-C ends it.

    Args:
        task: a function that can be pickled, as can the items and results.
        journal: results in it are not computed again, and new ones are added to it.
        here: does the task in this process, given also the item's number; it may show progress.

    Raises:
        WorkersLostError: if a worker, or the connection to it, is lost for good.
    """
    batch = _Batch[Item, Result](items, journal)
    alone = Clock(SECONDS_ALONE if workers.several else None)
    while alone.status is None and (chunk := batch.take(1)):
        ((number, item),) = chunk
        do = task if here is None else lambda item: here(number, item)  # noqa: B023 - at once
        batch.keep(chunk, _results(do, [item], alone))
        yield from batch.in_turn()
    if alone.status is Status.TIMEOUT and (chunk := batch.take(1)):
        batch.keep(chunk, [])
        with workers.pool() as pool:
            yield from _by_workers(batch, task, pool)


def _by_workers(
    batch: _Batch[Item, Result], task: Callable[[Item], Result], pool: Pool
) -> Iterator[Result | KenKenError]:
    clock, size = Clock(), 1
    in_flight: dict[Future[_Done[Result]], _Numbered[Item]] = {}
    while clock.status is None:
        # Each worker that ends a chunk finds the next.
        while len(in_flight) < 2 * pool.workers and (chunk := batch.take(size)):
            in_flight[pool.submit(_do_chunk, task, [item for _, item in chunk])] = chunk
        if not in_flight:
            return
        for future in wait(in_flight, SECONDS_PER_POLL, FIRST_COMPLETED).done:
            chunk, (results, seconds) = in_flight.pop(future), future.result()
            batch.keep(chunk, results)
            if len(results) < len(chunk):
                size = 1
            elif seconds < SECONDS_PER_CHUNK / 2:
                size = min(2 * size, MAX_CHUNK)
        yield from batch.in_turn()


def _do_chunk(task: Callable[[Item], Result], items: Sequence[Item]) -> _Done[Result]:
    """The results of some items in a worker, and the seconds that they took."""
    clock = Clock(SECONDS_UNTIL_CUT if len(items) > 1 else None)
    return _results(task, items, clock), clock.elapsed


def _results(
    task: Callable[[Item], Result], items: Sequence[Item], clock: Clock
) -> list[Result | KenKenError]:
    """The results of the items that are done before the clock's time is over."""
    results: list[Result | KenKenError] = []
    for item in items:
        result: Result | KenKenError
        try:
            with clock.running():
                result = task(item)
        except KenKenError as error:
            result = error
        except StoppedError:
            break
        if clock.status is Status.TIMEOUT:  # the result may be cut short
            break
        results.append(result)
    return results


_Numbered = Sequence[tuple[int, Item]]
_Done = tuple[list[Result | KenKenError], float]


class _Batch(Generic[Item, Result]):
    """The items of ``each_result`` that are to be done, and the results that wait."""

    def __init__(self, items: Iterable[Item], journal: Journal | None) -> None:
        self._journal = journal
        self._ready: dict[int, Result | KenKenError] = dict(journal.results) if journal else {}
        self._turn = 0
        self._max_waiting = MAX_WAITING + len(self._ready)
        known = frozenset(self._ready)
        self._to_do = ((at, item) for at, item in enumerate(items) if at not in known)
        self._put_back: list[tuple[int, Item]] = []

    def take(self, most: int) -> _Numbered[Item]:
        """The next items; none if there are no more, or too many results wait."""
        if self._put_back:
            taken, self._put_back = self._put_back[:most], self._put_back[most:]
            return taken
        return list(islice(self._to_do, most if len(self._ready) < self._max_waiting else 0))

    def keep(self, chunk: _Numbered[Item], results: Sequence[Result | KenKenError]) -> None:
        """Keeps the results of the first items of a chunk; the others will be taken again."""
        for (number, _), result in zip(chunk, results, strict=False):
            self._ready[number] = result
            if self._journal is not None:
                self._journal.add(number, result)
        self._put_back += chunk[len(results) :]

    def in_turn(self) -> Iterator[Result | KenKenError]:
        """The results that are next, in the order of their items."""
        while self._turn in self._ready:
            yield self._ready.pop(self._turn)
            self._turn += 1
