"""Many puzzles: one a task, results in the order of the input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor

from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.pool import Done, Item, completed, room
from kenken_cp.search.protocol import StopSignal

_AHEAD = 64
"""Results that wait for the one before them, for each worker: enough that one hard puzzle does not
bring the others to a halt, few enough to take no memory.
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
    """What a task answers for each puzzle, or whatever it takes, in their order: each as soon as it
    and all before it are known. They are taken as they are needed, and only a bounded number of
    results waits.

    Args:
        workers: how many tasks the executor does at a time.
        stop: once given, no more are begun, and the iteration ends early.
        journal: what is in it is not done again, and what is done is put there.

    Raises:
        KenKenError: what a task raised; or that a worker is gone for good.
    """
    ready: dict[int, Done] = {} if journal is None else dict(journal.results)
    known = frozenset(ready)
    ahead = len(known) + _AHEAD * workers
    to_do = ((number, task, item) for number, item in enumerate(items) if number not in known)
    turn = 0
    while turn in ready:
        yield ready.pop(turn)
        turn += 1
    for number, done in completed(
        executor,
        lambda: next(to_do, None) if len(ready) < ahead else None,
        room(workers),
        lambda: stop or None,
    ):
        if journal is not None:
            journal.add(number, done)
        ready[number] = done
        while turn in ready:
            yield ready.pop(turn)
            turn += 1
