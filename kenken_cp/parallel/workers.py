"""Who does the work: processes of this machine, or the workers of a Dask scheduler."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, TypeVar

from kenken_cp.errors import KenKenError, LimitReachedError, UnknownNameError
from kenken_cp.search.outcome import Outcome

SECONDS_PER_POLL = 0.1
"""Time after which a limit is noticed while no task ends."""

MAX_PROCESSES_ON_WINDOWS = 61
"""There no process can wait for more."""

Result = TypeVar("Result")


class WorkersLostError(LimitReachedError):
    """Workers, or the connection to them, were lost; ``outcome`` has what was known by then.

    Its ``status`` is None, for the search was ended neither by a limit nor by Ctrl-C.
    """

    def __init__(self, message: str, outcome: Outcome | None = None) -> None:
        super().__init__(message, outcome)
        self.status = None


@dataclass(frozen=True, slots=True)
class Pool:
    """Workers that are ready for tasks.

    Args:
        executor: hands the tasks out.
        workers: how many tasks run at the same time.
        run: what the executor calls with a task.
    """

    executor: Executor
    workers: int
    run: Callable[[bytes], Any]

    def submit(self, task: Callable[..., Result], *arguments: object) -> Future[Result]:
        """Has a worker call a function; both it and its arguments can be pickled."""
        return self.executor.submit(self.run, pickle.dumps((task, arguments)))


@dataclass(frozen=True, slots=True)
class Workers:
    """Who does the work; no worker is started or asked before ``pool``.

    Args:
        jobs: the number of processes on this machine; with 1, work is done in this process.
        scheduler: the address of a Dask scheduler whose workers do the work instead.
    """

    jobs: int = 1
    scheduler: str | None = None

    def __post_init__(self) -> None:
        if sys.platform == "win32":
            object.__setattr__(self, "jobs", min(self.jobs, MAX_PROCESSES_ON_WINDOWS))

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


def cores() -> int:
    """The number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(call: bytes) -> Any:
    """Does a task in a worker. Unpickled here, a record that the worker does not know is an error
    of the task; unpickled by the executor it would end the process.
    """
    try:
        task, arguments = pickle.loads(call)
        return task(*arguments)
    except UnknownNameError as error:
        raise KenKenError(
            f"{error} (in a worker process, which knows only records of installed packages)"
        ) from None
