"""Tasks in flight: a bounded number of them at a time, whatever the executor.

Everything in ``parallel`` takes any ``concurrent.futures.Executor``. Those of ``processes`` and
``dask`` can besides be told to stop what is running.
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

GRACE = 1.0
"""Seconds that a running task has, after the signal to stop, to answer with what it has."""

_POLL = 0.1
"""Seconds after which a limit is noticed while no task ends."""

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
    """Does each task at once, in the thread that submits it."""

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
    room: int,
    why_stop: Callable[[], object | None],
) -> Iterator[tuple[Key, Done]]:
    """The results of tasks, as they come.

    Args:
        following: a task to be started, and what to call it; None if there is none now. Asked again
            after every result.
        room: tasks under way at a time.
        why_stop: a reason to start no more; what is running may still answer.

    Raises:
        KenKenError: if a worker, or what it was reached by, is gone for good.
    """
    flying: dict[Future[Done], Key] = {}
    try:
        while True:
            while len(flying) < room and not why_stop() and (started := following()) is not None:
                key, task, item = started
                flying[executor.submit(task, item)] = key
            if not flying:
                return
            if why_stop():
                yield from _last(flying)
                return
            done, _ = wait(flying, _POLL, FIRST_COMPLETED)
            for future in done:
                yield flying.pop(future), _result(future)
    finally:
        for future in flying:
            future.cancel()


def _last(flying: dict[Future[Done], Key]) -> Iterator[tuple[Key, Done]]:
    """What the tasks under way still answer: their own limits, or the signal, end them now."""
    for future in wait(flying, GRACE).done:
        if not future.cancelled() and not future.exception():
            yield flying[future], future.result()


def _result(future: Future[Done]) -> Done:
    try:
        return future.result()
    except BrokenExecutor:
        raise KenKenError("a worker process was killed (out of memory?)") from None
    except CancelledError:
        raise KenKenError("the scheduler is gone") from None


def room(workers: int) -> int:
    """How many tasks to have under way: the next is there when a worker ends one. A single worker
    gets one at a time: it may be this thread, which has to report before it goes on.
    """
    return 1 if workers == 1 else 2 * workers
