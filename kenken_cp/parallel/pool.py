"""Executors, and a bounded number of tasks in flight on them.

Everything in ``parallel`` takes any ``concurrent.futures.Executor``. Those of ``processes`` and
``dask`` can, besides, stop the tasks that are running.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from typing import NamedTuple, ParamSpec, TypeVar

from kenken_cp.errors import KenKenError

SECONDS_TO_STOP = 1.0
"""Time that a running task has, after the signal to stop, to return what it has."""

_SECONDS_PER_POLL = 0.1
"""Time after which a limit is noticed while no task ends."""

Key = TypeVar("Key")
Item = TypeVar("Item")
Done = TypeVar("Done")
_P = ParamSpec("_P")
_T = TypeVar("_T")


class Pool(NamedTuple):
    """An executor, and how many tasks it does at a time."""

    executor: Executor
    workers: int


class InlineExecutor(Executor):
    """Runs each task at once, in the thread that submits it."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        future: Future[_T] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - raised again by future.result()
            future.set_exception(error)
        return future


def completed(
    executor: Executor,
    following: Callable[[], tuple[Key, Callable[[Item], Done], Item] | None],
    max_in_flight: int,
    why_stop: Callable[[], object | None],
) -> Iterator[tuple[Key, Done]]:
    """The results of tasks, as they complete, each with the task's key.

    Args:
        following: returns the key of the next task, the task and its argument; None if there is
            none now. Called again after every result.
        max_in_flight: tasks submitted and not completed, at most.
        why_stop: returns a reason to submit no more; what is running may still return a result.

    Raises:
        KenKenError: if a worker, or the connection to it, is lost for good.
    """
    in_flight: dict[Future[Done], Key] = {}
    try:
        while True:
            while (
                len(in_flight) < max_in_flight
                and not why_stop()
                and (submitted := following()) is not None
            ):
                key, task, item = submitted
                in_flight[executor.submit(task, item)] = key
            if not in_flight:
                return
            if why_stop():
                yield from _last(in_flight)
                return
            done, _ = wait(in_flight, _SECONDS_PER_POLL, FIRST_COMPLETED)
            for future in done:
                yield in_flight.pop(future), _result(future)
    finally:
        for future in in_flight:
            future.cancel()


def _last(in_flight: dict[Future[Done], Key]) -> Iterator[tuple[Key, Done]]:
    """The results of tasks in flight that their own limits, or the signal, end now."""
    for future in wait(in_flight, SECONDS_TO_STOP).done:
        if not future.cancelled() and not future.exception():
            yield in_flight[future], future.result()


def _result(future: Future[Done]) -> Done:
    try:
        return future.result()
    except BrokenExecutor:
        raise KenKenError("a worker process was killed (out of memory?)") from None
    except CancelledError:
        raise KenKenError("the scheduler is gone") from None


def tasks_in_flight(workers: int) -> int:
    """How many tasks to have in flight: enough that the next is there when a worker ends one. A
    single worker gets one at a time: it may be this thread, which must report before the next.
    """
    return 1 if workers == 1 else 2 * workers
