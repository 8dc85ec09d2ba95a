"""Executors, a bounded number of tasks in flight on them, and a batch: one puzzle a task.

Everything in ``parallel`` takes any ``concurrent.futures.Executor``. Those of ``processes`` and
``dask`` can, besides, stop the tasks that are running.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, TypeVar

from kenken_cp.errors import LimitReachedError
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.tasks import Report, Reporting
from kenken_cp.search.progress import Progress
from kenken_cp.search.protocol import Outcome, StopSignal

SECONDS_TO_STOP = 1.0
"""Time that a running task has, after the signal to stop, to return what it has."""

_SECONDS_PER_POLL = 0.1
"""Time after which a limit is noticed while no task ends."""

_SECONDS_ALONE = 0.3
"""Time in which tasks are done before any worker is started."""

_MAX_WAITING_PER_WORKER = 64
"""Results that wait for the one before them: one hard puzzle must not stop the others."""

Key = TypeVar("Key")
Item = TypeVar("Item")
Done = TypeVar("Done")


class WorkersLostError(LimitReachedError):
    """Workers, or the connection to them, were lost; ``outcome`` has what was known by then.

    Its ``status`` is None: no limit ended the search that was lost, nor did Ctrl-C.
    """

    def __init__(self, message: str, outcome: Outcome | None = None) -> None:
        super().__init__(message, outcome)
        self.status = None


class Pool(NamedTuple):
    """An executor, and how many tasks it does at a time.

    Attributes:
        companion: makes an executor with one more worker, which ends its task when it is closed;
            None where this process itself is none of the workers.
        reports: what ``Reporting`` tasks have reported since it was last asked; None where they do
            not.
    """

    executor: Executor
    workers: int
    companion: Callable[[], AbstractContextManager[Executor]] | None = None
    reports: Callable[[], Iterable[Report]] | None = None

    @property
    def max_in_flight(self) -> int:
        """Tasks to have in flight: enough that the next is there when a worker ends one. A single
        worker gets one at a time: it may be this thread, which must report before the next.
        """
        return 1 if self.workers == 1 else 2 * self.workers


class InlineExecutor(Executor):
    """Runs each task at once, in the thread that submits it."""

    def submit(self, fn: Callable[..., Done], /, *args: Any, **kwargs: Any) -> Future[Done]:
        future: Future[Done] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - raised again by future.result()
            future.set_exception(error)
        return future


def each_outcome(
    items: Iterable[Item],
    task: Callable[[Item], Done],
    pool: Pool,
    *,
    stop: StopSignal | None = None,
    journal: Journal[Done] | None = None,
    trial: Callable[[Item], Done | None] | None = None,
    reported: Callable[[int, Progress], object] | None = None,
) -> Iterator[Done]:
    """The result of a task for each puzzle (or other item), in their order: each as soon as it and
    all before it are known. Items are taken as they are needed; a bounded number of results waits.

    Args:
        stop: once given, no more tasks are begun, and the iteration ends early.
        journal: results in it are not computed again, and new ones are added to it.
        trial: the task done in this very thread, or None if it would take long; so the first tasks
            are done, until the workers have started or one takes long.
        reported: called with the number of an item and how far the worker has come that is busy
            with it, where the workers can say.

    Raises:
        KenKenError: if a task raises it, or a worker is lost for good.
    """
    ready: dict[int, Done] = {} if journal is None else dict(journal.results)
    known = frozenset(ready)
    max_waiting = len(known) + _MAX_WAITING_PER_WORKER * pool.workers
    reports = pool.reports if reported else None

    def numbered(number: int) -> Callable[[Item], Done]:
        return Reporting(number, task) if reports else task

    to_do = (
        (number, numbered(number), item) for number, item in enumerate(items) if number not in known
    )
    put_back: list[tuple[int, Callable[[Item], Done], Item]] = []
    turn = 0
    while turn in ready:
        yield ready.pop(turn)
        turn += 1

    def following() -> tuple[int, Callable[[Item], Done], Item] | None:
        if put_back:
            return put_back.pop()
        return next(to_do, None) if len(ready) < max_waiting else None

    def here() -> tuple[int, Done] | None:
        if trial is None or (one := following()) is None:
            return None
        number, _, item = one
        if (done := trial(item)) is None:
            put_back.append(one)
            return None
        return number, done

    def report() -> None:
        if reports is not None and reported is not None:
            for number, progress in reports():
                if number >= turn and number not in ready:
                    reported(number, progress)

    for number, done in completed(
        pool.executor, following, pool.max_in_flight, lambda: stop or None, here, report
    ):
        if journal is not None:
            journal.add(number, done)
        ready[number] = done
        while turn in ready:
            yield ready.pop(turn)
            turn += 1


def _nothing() -> None:
    return None


def lost(error: BrokenExecutor | CancelledError) -> WorkersLostError:
    """What has happened to the workers if they raise one of these."""
    if isinstance(error, BrokenExecutor):
        return WorkersLostError("a worker process was killed (out of memory?)")
    return WorkersLostError("the scheduler is gone")


def completed(
    executor: Executor,
    following: Callable[[], tuple[Key, Callable[[Item], Done], Item] | None],
    max_in_flight: int,
    why_stop: Callable[[], object | None],
    here: Callable[[], tuple[Key, Done] | None] | None = None,
    poll: Callable[[], object] = _nothing,
) -> Iterator[tuple[Key, Done]]:
    """The results of tasks, as they complete, each with the task's key.

    Args:
        following: returns the key of the next task, the task and its argument; None if there is
            none now. Called again after every result.
        max_in_flight: tasks submitted and not completed, at most.
        why_stop: returns a reason to submit no more; what is running may still return a result.
        here: does the next task in this very thread, if it does not take long: called until the
            first worker has ended a task, or until it returns None.
        poll: called again and again while tasks run.

    Raises:
        WorkersLostError: if a worker, or the connection to it, is lost for good.
    """
    in_flight: dict[Future[Done], Key] = {}
    here = here or _nothing
    alone_until = time.monotonic() + _SECONDS_ALONE
    try:
        while not why_stop() and time.monotonic() < alone_until:
            if (done := here()) is None:
                here = _nothing
                break
            yield done
        while True:
            while len(in_flight) < max_in_flight and not why_stop() and (submitted := following()):
                key, task, item = submitted
                in_flight[executor.submit(task, item)] = key
            if not in_flight:
                return
            if why_stop():  # and their own limits, or the signal, end what is in flight now
                for future in wait(in_flight, SECONDS_TO_STOP).done:
                    if not future.cancelled() and not future.exception():
                        yield in_flight[future], future.result()
                return
            while not any(map(Future.done, in_flight)) and not why_stop():
                if (done := here()) is None:
                    break
                yield done
            here = _nothing
            poll()
            for future in wait(in_flight, _SECONDS_PER_POLL, FIRST_COMPLETED).done:
                yield in_flight.pop(future), future.result()
    except (BrokenExecutor, CancelledError) as error:
        raise lost(error) from None
    finally:
        for future in in_flight:
            future.cancel()
