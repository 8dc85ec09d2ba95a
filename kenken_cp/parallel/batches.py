"""Batches: one task for each puzzle, in this process or by workers, with results in their order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import TypeVar

from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.errors import KenKenError
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.workers import SECONDS_PER_POLL, Workers

MAX_AHEAD = 4096
"""How far ahead of the oldest unfinished item others are begun."""

Item = TypeVar("Item")
Result = TypeVar("Result")


def each_result(
    items: Iterable[Item],
    task: Callable[[Item], Result],
    workers: Workers,
    *,
    journal: Journal | None = None,
    here: Callable[[Item], Result] | None = None,
) -> Generator[Result | KenKenError, None, None]:
    """The result of a task for each puzzle (or other item), in their order; for one on which it
    raises a ``KenKenError``, that error.

    Each result is yielded as soon as it and all before it are known. Items are taken only as they
    are needed, and a bounded number of results waits. The iteration ends early if the clock that
    was current when it began says so: in ``interruptible``, Ctrl-C ends it. Closing it ends the
    workers.

    Args:
        task: a function that can be pickled, as can the items and results.
        journal: results in it are not computed again, and new ones are added to it.
        here: what this process calls instead of ``task``; it may show progress.

    Raises:
        WorkersLostError: if a worker, or the connection to it, is lost for good.
    """
    ready: dict[int, Result | KenKenError] = {} if journal is None else dict(journal.results)
    known, turn = frozenset(ready), 0
    to_do = ((number, item) for number, item in enumerate(items) if number not in known)
    completed = as_completed(to_do, task, workers, Clock(), here=here)
    while True:
        while turn in ready:
            yield ready.pop(turn)
            turn += 1
        try:
            number, ready[number] = next(completed)
        except StopIteration:
            return
        if journal is not None:
            journal.add(number, ready[number])


def as_completed(
    to_do: Iterator[tuple[int, Item]],
    task: Callable[[Item], Result],
    workers: Workers,
    clock: Clock,
    *,
    here: Callable[[Item], Result] | None = None,
) -> Iterator[tuple[int, Result | KenKenError]]:
    """The results of numbered items, each as soon as it is known; see ``each_result``.

    The clock ends the iteration; while workers are waited for, its reports are made.
    """
    here = here or task
    clock_here = Clock(workers.seconds_alone if workers.several else None)
    next_one = next(to_do, None)
    while next_one is not None and clock_here.status is None:
        done = []
        try:
            with clock_here.running():
                done = [(next_one[0], _attempted(here, next_one[1]))]
        except StoppedError:
            if clock_here.status is None:  # it was a clock of the task's own
                raise
        # What was cut short a worker does again; after Ctrl-C none would, so it is passed on.
        if clock_here.status is not Status.TIMEOUT:
            yield from done
            next_one = next(to_do, None)
    if next_one is None or clock.status is not None:
        return
    in_flight: dict[Future[Result | KenKenError], int] = {}
    with workers.pool() as pool:
        while (next_one or in_flight) and clock.status is None:
            while next_one and len(in_flight) < 2 * pool.size:  # so that none is idle
                number, item = next_one
                if number - min(in_flight.values(), default=number) > MAX_AHEAD:
                    break
                in_flight[pool.submit(_attempted, task, item)] = number
                next_one = next(to_do, None)
            for future in wait(in_flight, SECONDS_PER_POLL, FIRST_COMPLETED).done:
                yield in_flight.pop(future), future.result()
            clock.note()


def _attempted(task: Callable[[Item], Result], item: Item) -> Result | KenKenError:
    try:
        return task(item)
    except KenKenError as error:
        return error
