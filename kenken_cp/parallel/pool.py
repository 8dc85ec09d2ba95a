"""Executors, and a bounded number of tasks in flight on them.

Everything in ``parallel`` works with any ``concurrent.futures.Executor``. Those of ``processes``
and ``dask`` can also stop tasks that are running.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import AbstractContextManager, ExitStack
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from kenken_cp.errors import LimitReachedError
from kenken_cp.parallel.context import Report
from kenken_cp.search.protocol import Outcome

SECONDS_TO_STOP = 1.0
"""Time that a running task has, after the signal to stop, to return what it has."""

_SECONDS_PER_POLL = 0.1
"""Time after which a limit is noticed while no task ends."""

Key = TypeVar("Key")
Item = TypeVar("Item")
Done = TypeVar("Done")


class WorkersLostError(LimitReachedError):
    """Workers, or the connection to them, were lost; ``outcome`` has what was known by then.

    Its ``status`` is None, for the search was ended neither by a limit nor by Ctrl-C.
    """

    def __init__(self, message: str, outcome: Outcome | None = None) -> None:
        super().__init__(message, outcome)
        self.status = None


@runtime_checkable
class Companions(Protocol):
    """An executor whose workers do only the parts of one count."""

    def prepare(self, do: Callable[[], object]) -> None:
        """Starts all workers, and has each do this. If no task follows, closing does not wait for
        it.
        """

    def recall(self, *, wanted: bool) -> None:
        """Tells the workers whether to return parts early."""


class Pool(NamedTuple):
    """An executor and the number of its workers.

    Attributes:
        companions: makes an executor with a number of further workers, which end their tasks when
            it is closed; it may be one of ``Companions``. None if this process is not one of the
            workers.
        reports: returns the reports of the tasks of chunks since it was last called; None if tasks
            cannot report.
    """

    executor: Executor
    workers: int
    companions: Callable[[int], AbstractContextManager[Executor]] | None = None
    reports: Callable[[], Iterable[Report]] | None = None

    @property
    def max_in_flight(self) -> int:
        """The most tasks in flight: enough that a worker which ends one finds the next. A single
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


class StartedLater(Executor):
    """An executor that is made when the first task is submitted; a context manager.

    Most work needs no workers, and preparing for worker processes takes 40 ms.
    """

    def __init__(self, make: Callable[[], Executor]) -> None:
        self._make = make
        self._made: Executor | None = None
        self._resources = ExitStack()

    def submit(self, fn: Callable[..., Done], /, *args: Any, **kwargs: Any) -> Future[Done]:
        if self._made is None:
            self._made = self._resources.enter_context(self._make())
        return self._made.submit(fn, *args, **kwargs)

    def reports(self) -> Iterable[Report]:
        """The reports of tasks since this was last called."""
        reports: Callable[[], Iterable[Report]] = getattr(self._made, "reports", tuple)
        return reports()

    def __exit__(self, *_: object) -> None:
        self._resources.close()


def _nothing() -> None:
    return None


def _at_once() -> bool:
    return True


def lost(error: BrokenExecutor | CancelledError) -> WorkersLostError:
    """What such an error of an executor says about its workers."""
    if isinstance(error, BrokenExecutor):
        return WorkersLostError("a worker process was killed (out of memory?)")
    return WorkersLostError("the scheduler is gone")


def ended_in_time(futures: Iterable[Future[Done]]) -> list[Future[Done]]:
    """The futures of stopped tasks that have a result within ``SECONDS_TO_STOP``."""
    done = wait(futures, SECONDS_TO_STOP).done
    return [future for future in done if not (future.cancelled() or future.exception())]


def _done_here(
    do_here: Callable[[], tuple[Key, Done] | None], is_over: Callable[[], object]
) -> Generator[tuple[Key, Done], None, bool]:
    """The results of tasks that are done in this thread, until that is over; returns whether there
    may be more.
    """
    while not is_over():
        if (done := do_here()) is None:
            return False
        yield done
    return True


def completed(
    executor: Executor,
    next_task: Callable[[], tuple[Key, Callable[[Item], Done], Item] | None],
    max_in_flight: int,
    why_stop: Callable[[], object | None],
    *,
    do_here: Callable[[], tuple[Key, Done] | None] = _nothing,
    poll: Callable[[], Iterable[tuple[Key, Done]]] = tuple,
    worth_workers: Callable[[], bool] = _at_once,
) -> Iterator[tuple[Key, Done]]:
    """The results of tasks, as they complete, each with the task's key.

    Args:
        next_task: returns the key of the next task, the task and its argument; None if there is
            none now. It is called again after every result.
        max_in_flight: the most tasks that are submitted and not completed.
        why_stop: returns a reason to submit no more tasks; those running may still return a result.
        do_here: does the next task in this thread, unless it takes long. It is called until the
            first worker has ended a task, or until it returns None.
        poll: called again and again while tasks run; returns further results.
        worth_workers: whether to submit tasks; called before each that is done in this thread.

    Raises:
        WorkersLostError: if a worker, or the connection to it, is lost for good.
    """
    in_flight: dict[Future[Done], Key] = {}
    try:
        if not (yield from _done_here(do_here, lambda: why_stop() or worth_workers())):
            do_here = _nothing
        while True:
            while len(in_flight) < max_in_flight and not why_stop() and (submitted := next_task()):
                key, task, item = submitted
                in_flight[executor.submit(task, item)] = key
            if not in_flight:
                return
            if why_stop():  # tasks in flight end at their own limits, or by the signal to stop
                for future in ended_in_time(in_flight):
                    yield in_flight[future], future.result()
                return
            yield from _done_here(do_here, lambda: any(map(Future.done, in_flight)) or why_stop())
            do_here = _nothing
            yield from poll()
            for future in wait(in_flight, _SECONDS_PER_POLL, FIRST_COMPLETED).done:
                yield in_flight.pop(future), future.result()
    except (BrokenExecutor, CancelledError) as error:
        raise lost(error) from None
    finally:
        for future in in_flight:
            future.cancel()
