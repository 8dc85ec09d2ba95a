"""Who does the work: processes of this machine, or the workers of a Dask scheduler."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, NamedTuple

from kenken_cp.errors import LimitReachedError
from kenken_cp.search.outcome import Outcome

SECONDS_PER_POLL = 0.1
"""Time after which a limit is noticed while no task ends."""


class WorkersLostError(LimitReachedError):
    """Workers, or the connection to them, were lost; ``outcome`` has what was known by then.

    Its ``status`` is None, for the search was ended neither by a limit nor by Ctrl-C.
    """

    def __init__(self, message: str, outcome: Outcome | None = None) -> None:
        super().__init__(message, outcome)
        self.status = None


class Pool(NamedTuple):
    """Workers that are ready for tasks.

    Attributes:
        submit: hands a task and its arguments to a worker, as does that of an ``Executor``.
        size: how many tasks run at the same time.
    """

    submit: Callable[..., Future[Any]]
    size: int


@dataclass(frozen=True, slots=True)
class Workers:
    """Who does the work; no worker is started or asked before ``pool``.

    Args:
        jobs: the number of processes on this machine; with 1, work is done in this process.
        scheduler: the address of a Dask scheduler whose workers do the work instead.
        seconds_alone: time in which work is done in this process before any worker is started:
            that takes half a second.
    """

    jobs: int = 1
    scheduler: str | None = None
    seconds_alone: float = 1.0

    @property
    def several(self) -> bool:
        """Whether anybody but this process does the work."""
        return self.jobs > 1 or self.scheduler is not None

    def pool(self) -> AbstractContextManager[Pool]:
        """Starts the workers, or connects to them. Leaving the ``with`` block ends all tasks.

        Raises:
            WorkersLostError: on leaving the block, if a worker or the scheduler was lost in it.
            MissingExtraError: for a scheduler, if Dask is not installed.
            KenKenError: if the scheduler is not reached, or has no workers.
        """
        # Both are slow to import, and most work is over before they are needed.
        if self.scheduler is not None:
            from kenken_cp.parallel.dask import dask_pool

            return dask_pool(self.scheduler)
        from kenken_cp.parallel.processes import process_pool

        return process_pool(self.jobs)
