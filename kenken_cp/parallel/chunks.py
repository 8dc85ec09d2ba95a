"""Wrappers of tasks: a chunk of several, one that may fail, one that is tried for a short time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from kenken_cp.errors import KenKenError, LimitReachedError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.parallel.context import WORKER_REPORT, WORKER_STOP, Early, Report, measured
from kenken_cp.parallel.tasks import JournaledTask
from kenken_cp.search.progress import Meter

Item = TypeVar("Item")
Result = TypeVar("Result")


class Raised(NamedTuple):
    """What a task raised on one puzzle of several."""

    error: KenKenError


@dataclass(frozen=True, slots=True)
class Attempted(Generic[Result]):
    """A task that returns what another task returns or raises, so that a puzzle on which it fails
    does not stop the others.
    """

    task: Callable[[Puzzle], Result]

    def __call__(self, puzzle: Puzzle) -> Result | Raised:
        try:
            return self.task(puzzle)
        except KenKenError as error:
            return Raised(error)


SECONDS_PER_CHUNK = 0.05
"""Time that a chunk of tasks should take: a hundred times that of sending it and its results."""

_MAX_SECONDS_TO_BEGIN = 4 * SECONDS_PER_CHUNK
"""Time after which a chunk begins no more of its tasks."""

_SECONDS_TO_REPORT = 2 * _MAX_SECONDS_TO_BEGIN
"""Time after which the results of a chunk are reported, if one of its tasks takes long."""


class Results(NamedTuple, Generic[Result]):
    """The results of a chunk: those of all its tasks, or of the first ones."""

    found: Sequence[Result]
    seconds: float


@dataclass(frozen=True, slots=True)
class Chunk(Generic[Item, Result]):
    """A task that is done with each of several items, so that quick items share the time that
    sending them takes.

    No item waits for one that takes long: results so far are reported before that ends, and items
    not begun by then are left to other workers.

    Args:
        numbers: the numbers of the items.
        measured: whether the task reports its progress on each item.
    """

    task: Callable[[Item], Result]
    numbers: Sequence[int]
    measured: bool

    def __call__(self, items: Sequence[Item]) -> Results[Result]:
        report, found, started = WORKER_REPORT.get(), list[Result](), time.perf_counter()

        def report_early() -> None:
            for number, result in zip(self.numbers, found, strict=False):
                assert report is not None
                report((number, Early(result)))

        with _after(_SECONDS_TO_REPORT, report_early if len(items) > 1 and report else None):
            for number, item in zip(self.numbers, items, strict=True):
                late = time.perf_counter() - started > _MAX_SECONDS_TO_BEGIN
                if found and (late or WORKER_STOP.get()):
                    break
                try:
                    found.append(self._done(number, item, report))
                except KenKenError:
                    if not found:
                        raise
                    break  # it will be raised when this item is the first of a chunk
        return Results(found, time.perf_counter() - started)

    def _done(self, number: int, item: Item, report: Callable[[Report], None] | None) -> Result:
        if report is None or not self.measured:
            return self.task(item)
        with measured(Meter(lambda progress: report((number, progress)))):
            return self.task(item)


@contextmanager
def _after(seconds: float, do: Callable[[], None] | None) -> Iterator[None]:
    """Calls ``do`` if the ``with`` block is not left within that time."""
    if do is None:
        yield
        return
    timer = threading.Timer(seconds, do)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


SECONDS_PER_TRIAL = 0.2
"""A task that takes longer is left to a worker: starting one takes about this time."""


@dataclass(frozen=True, slots=True)
class Trial(Generic[Result]):
    """A task that is given up, and returns None, if it takes too long."""

    task: JournaledTask[Result]

    def __call__(self, puzzle: Puzzle) -> Result | Raised | None:
        short = self.task.within(SECONDS_PER_TRIAL)
        if short is None:
            return None
        result = Attempted(short)(puzzle)
        if isinstance(result, Raised):
            return None if isinstance(result.error, LimitReachedError) else result
        return None if self.task.to_json(result) is None else result
