"""The surroundings of a task in its worker: the signal to stop, reports, the meter of its search.

Nothing of this is sent with a task; it is set in the worker by the code that starts it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any, NamedTuple

from kenken_cp.clock import limited
from kenken_cp.search.progress import Meter, Progress
from kenken_cp.search.protocol import StopSignal

WORKER_STOP: ContextVar[StopSignal | None] = ContextVar("WORKER_STOP", default=None)
"""The signal that stops the tasks of this worker."""

WORKER_RECALL: ContextVar[Callable[[], bool] | None] = ContextVar("WORKER_RECALL", default=None)
"""Returns whether this worker is to return parts of a count early."""


class Early(NamedTuple):
    """The result of one task of a chunk that is not finished."""

    result: Any


Report = tuple[int, Progress | Early]
"""The number of an item, and the progress of its task or its result."""

WORKER_REPORT: ContextVar[Callable[[Report], None] | None] = ContextVar(
    "WORKER_REPORT", default=None
)
"""The function to which this worker reports."""

METER: ContextVar[Meter | None] = ContextVar("METER", default=None)
"""The meter of the tasks that run in this thread; set with ``measured``."""


@contextmanager
def stopped_by(stop: StopSignal) -> Iterator[None]:
    """In a ``with`` block, has a signal stop the tasks that run in this thread."""
    before = WORKER_STOP.set(stop)
    try:
        yield
    finally:
        WORKER_STOP.reset(before)


@contextmanager
def measured(meter: Meter | None) -> Iterator[None]:
    """In a ``with`` block, has a meter report the progress of tasks that run in this thread: of
    what is no search, that it goes on, at checkpoints.
    """
    before = METER.set(meter)
    try:
        with nullcontext() if meter is None else limited(meter.tick):
            yield
    finally:
        METER.reset(before)
