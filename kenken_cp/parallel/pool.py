"""Executors, a bounded number of tasks in flight on them, and a batch: one puzzle a task.

Everything in ``parallel`` takes any ``concurrent.futures.Executor``. Those of ``processes`` and
``dask`` can, besides, stop the tasks that are running.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import AbstractContextManager, ExitStack
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from kenken_cp.errors import LimitReachedError
from kenken_cp.parallel.chunks import SECONDS_PER_CHUNK, Chunk, Results
from kenken_cp.parallel.context import Early, Report
from kenken_cp.parallel.journal import Journal
from kenken_cp.search.progress import Progress
from kenken_cp.search.protocol import Outcome, StopSignal

SECONDS_TO_STOP = 1.0
"""Time that a running task has, after the signal to stop, to return what it has."""

_SECONDS_PER_POLL = 0.1
"""Time after which a limit is noticed while no task ends."""

_SECONDS_ALONE = 0.2
"""Time in which tasks are done before any worker is started."""

_SECONDS_WORTH_IT = 1.0
"""Work that must be left for workers to be started: a start takes 0.15 s of CPU."""

_SECONDS_TO_SEND = 5e-4
"""Work of sending an item to a worker, and of taking its result: so much of it is not saved. 3000
puzzles of 0.6 ms took 4.0 s with two workers, and 3.7 without.
"""

_MAX_WAITING_PER_WORKER = 256
"""Results that wait for the one before them: one hard puzzle must not stop the others."""

_MAX_CHUNK = 64
"""Items that are sent to a worker together."""

_WEIGHT = 0.25
"""Of the newest chunk, in the mean time of an item."""

Key = TypeVar("Key")
Item = TypeVar("Item")
Done = TypeVar("Done")

_Items = Sequence[tuple[int, Item]]
"""Items by their numbers."""


class WorkersLostError(LimitReachedError):
    """Workers, or the connection to them, were lost; ``outcome`` has what was known by then.

    Its ``status`` is None: no limit ended the search that was lost, nor did Ctrl-C.
    """

    def __init__(self, message: str, outcome: Outcome | None = None) -> None:
        super().__init__(message, outcome)
        self.status = None


@runtime_checkable
class Companions(Protocol):
    """An executor whose workers are there for the parts of one count."""

    def prepare(self, do: Callable[[], object]) -> None:
        """Starts them, and has each do this. If no task follows, closing does not wait for it."""

    def recall(self, *, wanted: bool) -> None:
        """Says to its workers whether they are to come back."""


class Pool(NamedTuple):
    """An executor, and how many tasks it does at a time.

    Attributes:
        companions: makes an executor with a number of further workers, which end their tasks when
            it is closed (``Companions``, where it can do more); None where this process itself is
            none of the workers.
        reports: what the tasks of a ``Chunk`` have reported since it was last asked; None where
            they do not.
    """

    executor: Executor
    workers: int
    companions: Callable[[int], AbstractContextManager[Executor]] | None = None
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


class StartedLater(Executor):
    """An executor that is made when the first task comes; to be entered. Most work is over before,
    and to make ready for worker processes takes 40 ms.
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
        """What tasks have reported since it was last called."""
        reports: Callable[[], Iterable[Report]] = getattr(self._made, "reports", tuple)
        return reports()

    def __exit__(self, *_: object) -> None:
        self._resources.close()


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
    """The result of a task for each puzzle (or other item), in their order: each as soon as it and
    all before it are known. Items are taken as they are needed; a bounded number of results waits.

    Args:
        stop: once given, no more tasks are begun, and the iteration ends early.
        journal: results in it are not computed again, and new ones are added to it.
        trial: the task done in this very thread, or None if it would take long; so the first tasks
            are done, until one takes long, or there is so much left to do that workers are worth
            it, and these have started.
        reported: called with the number of an item and how far the worker has come that is busy
            with it, where the workers can say.
        expected: about how many items there are.

    Raises:
        KenKenError: if a task raises it, or a worker is lost for good.
    """
    batch = _Batch(items, task, pool, journal, trial, reported, expected)
    while batch.turn in batch.ready:
        yield batch.next_result()
    for chunk, results in completed(
        pool.executor,
        batch.following,
        pool.max_in_flight,
        lambda: stop or None,
        batch.here,
        batch.reports,
        batch.worth_workers,
    ):
        batch.take(chunk, results)
        while batch.turn in batch.ready:
            yield batch.next_result()


class _Batch(Generic[Item, Done]):
    """The items of ``each_outcome``, whose arguments these are, and their results.

    Attributes:
        ready: results by the number of the item.
        turn: the number of the item whose result is the next.
    """

    def __init__(
        self,
        items: Iterable[Item],
        task: Callable[[Item], Done],
        pool: Pool,
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
        """The result that is next in turn, which is ready."""
        self.turn += 1
        return self.ready.pop(self.turn - 1)

    def following(
        self,
    ) -> tuple[_Items[Item], Callable[[Sequence[Item]], Results[Done]], Sequence[Item]] | None:
        """The next chunk of items, as ``completed`` wants it."""
        chunk: list[tuple[int, Item]] = []
        while len(chunk) < self._chunk_size and (one := self._next_item()):
            chunk.append(one)
        if not chunk:
            return None
        numbers = [number for number, _ in chunk]
        measured = self._reports is not None and self._reported is not None
        return chunk, Chunk(self._task, numbers, measured), [item for _, item in chunk]

    def here(self) -> tuple[_Items[Item], Results[Done]] | None:
        """Tries the next item in this thread."""
        if self._trial is None or (one := self._next_item()) is None:
            return None
        started = time.process_time()  # on a busy machine workers would gain nothing
        done = self._trial(one[1])
        seconds = time.process_time() - started
        if done is None:
            self._put_back.append(one)
            self._note(1, seconds)
            return None
        return [one], Results([done], seconds)

    def worth_workers(self) -> bool:
        """Whether there is so much left to do that workers are worth it."""
        if not self._done or time.monotonic() - self._begun < _SECONDS_ALONE:
            return False
        left = max(self._expected - self._done, self._done)
        saved = self._seconds / self._done - _SECONDS_TO_SEND
        return left * saved >= _SECONDS_WORTH_IT

    def take(self, chunk: _Items[Item], results: Results[Done]) -> None:
        """Takes the results of a chunk; what has none is to be done by another."""
        for (number, _), done in zip(chunk, results.found, strict=False):
            self._keep(number, done)
        self._put_back += reversed(chunk[len(results.found) :])
        if results.found:
            self._done += len(results.found)
            self._seconds += results.seconds
            self._note(len(results.found), results.seconds)

    def reports(self) -> Iterator[tuple[_Items[Item], Results[Done]]]:
        """Takes what workers have reported; an empty chunk, if there are results of others."""
        early = False
        for number, what in self._reports() if self._reports else ():
            if isinstance(what, Early):
                self._keep(number, what.result)
                early = True
            elif self._reported is not None and self._is_missing(number):
                self._reported(number, what)
        if early:
            yield [], Results([], 0.0)

    @property
    def _chunk_size(self) -> int:
        """So few items that they take no longer than a chunk should. One where the workers cannot
        report: it would have to wait for the last of its chunk.
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


def _nothing() -> None:
    return None


def _at_once() -> bool:
    return True


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
    poll: Callable[[], Iterable[tuple[Key, Done]]] = tuple,
    worth_workers: Callable[[], bool] = _at_once,
) -> Iterator[tuple[Key, Done]]:
    """The results of tasks, as they complete, each with the task's key.

    Args:
        following: returns the key of the next task, the task and its argument; None if there is
            none now. Called again after every result.
        max_in_flight: tasks submitted and not completed, at most.
        why_stop: returns a reason to submit no more; what is running may still return a result.
        here: does the next task in this very thread, if it does not take long: called until the
            first worker has ended a task, or until it returns None.
        poll: called again and again while tasks run; returns further results.
        worth_workers: whether to submit tasks; asked before each that is done in this thread.

    Raises:
        WorkersLostError: if a worker, or the connection to it, is lost for good.
    """
    in_flight: dict[Future[Done], Key] = {}
    here = here or _nothing
    try:
        while not why_stop() and not worth_workers():
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
            yield from poll()
            for future in wait(in_flight, _SECONDS_PER_POLL, FIRST_COMPLETED).done:
                yield in_flight.pop(future), future.result()
    except (BrokenExecutor, CancelledError) as error:
        raise lost(error) from None
    finally:
        for future in in_flight:
            future.cancel()
