"""Many puzzles: one a task, results in the order of the input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor

from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.pool import Done, Item, completed, tasks_in_flight
from kenken_cp.search.protocol import StopSignal

_MAX_WAITING_PER_WORKER = 64
"""Results that wait for the one before them: enough that one hard puzzle does not bring the others
to a halt, few enough to take little memory.
"""


def each_outcome(
    items: Iterable[Item],
    task: Callable[[Item], Done],
    executor: Executor,
    *,
    workers: int,
    stop: StopSignal | None = None,
    journal: Journal[Done] | None = None,
) -> Iterator[Done]:
    """The result of a task for each puzzle (or other item), in their order: each as soon as it and
    all before it are known. Items are taken as they are needed; a bounded number of results waits.

    Args:
        workers: how many tasks the executor runs at a time.
        stop: once given, no more tasks are begun, and the iteration ends early.
        journal: results in it are not computed again, and new ones are added to it.

    Raises:
        KenKenError: if a task raises it, or a worker is lost for good.
    """
    ready: dict[int, Done] = {} if journal is None else dict(journal.results)
    known = frozenset(ready)
    ahead = len(known) + _MAX_WAITING_PER_WORKER * workers
    to_do = ((number, task, item) for number, item in enumerate(items) if number not in known)
    turn = 0
    while turn in ready:
        yield ready.pop(turn)
        turn += 1
    for number, done in completed(
        executor,
        lambda: next(to_do, None) if len(ready) < ahead else None,
        tasks_in_flight(workers),
        lambda: stop or None,
    ):
        if journal is not None:
            journal.add(number, done)
        ready[number] = done
        while turn in ready:
            yield ready.pop(turn)
            turn += 1
