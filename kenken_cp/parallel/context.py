"""What a worker has beside its task: who stops it, whom it reports to, what measures its search.

None of it is sent with a task: who starts a worker sets it there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from kenken_cp.search.progress import Meter, Progress
from kenken_cp.search.protocol import StopSignal

WORKER_STOP: ContextVar[StopSignal | None] = ContextVar("WORKER_STOP", default=None)
"""The signal that stops the tasks of this worker."""

WORKER_RECALL: ContextVar[Callable[[], bool] | None] = ContextVar("WORKER_RECALL", default=None)
"""Says whether the parts of a count are to come back from this worker."""


class Early(NamedTuple):
    """The result of a task in a chunk that is not finished."""

    result: Any


Report = tuple[int, Progress | Early]
"""How far a task of that number has come, or its result."""

WORKER_REPORT: ContextVar[Callable[[Report], None] | None] = ContextVar(
    "WORKER_REPORT", default=None
)
"""What this worker reports to."""

METER: ContextVar[Meter | None] = ContextVar("METER", default=None)
"""What measures how far the tasks of this thread have come; set with ``measured``."""


@contextmanager
def measured(meter: Meter | None) -> Iterator[None]:
    """Has a meter report, in a ``with`` block, how far the tasks done in this thread have come."""
    before = METER.set(meter)
    try:
        yield
    finally:
        METER.reset(before)
