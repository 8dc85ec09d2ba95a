"""Who does the work: processes of this machine, or the workers of a Dask scheduler."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import AbstractContextManager, contextmanager, suppress
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
        if self.scheduler is None:
            return _process_pool(self.jobs)
        from kenken_cp.parallel.dask import dask_pool  # slow to import

        return dask_pool(self.scheduler)


@contextmanager
def _process_pool(workers: int) -> Iterator[Pool]:
    """Worker processes of this machine for a ``with`` block, which end with this process, however
    it ends; see ``Workers.pool``.

    They are spawned on every system: a fork of a process with threads, such as those of OR-Tools,
    may hang. So a worker knows no backend or other record that was registered at run time, only
    those that an installed package names as entry points.

    Each worker holds the reading end of a pipe, the *lifeline*, whose only writing end is in this
    process. When that is closed, here or because this process died, the workers exit at once.
    """
    import multiprocessing  # only now: it takes 0.05 s, and most work needs no workers
    from concurrent.futures import ProcessPoolExecutor

    if sys.platform == "win32":
        workers = min(workers, 61)  # there one process cannot wait for more
    context = multiprocessing.get_context("spawn")
    lifeline, our_end = context.Pipe(duplex=False)
    with _signals_held_back():  # for the process that this starts, which frees semaphores
        executor = ProcessPoolExecutor(workers, context, _begin, (lifeline,))

    def submit(*task: Any) -> Future[Any]:
        with _signals_held_back():  # it may start a process
            return executor.submit(*task)

    try:
        yield Pool(submit, workers)
    except BrokenExecutor:
        raise WorkersLostError("a worker process was killed (out of memory?)") from None
    finally:
        our_end.close()
        executor.shutdown(cancel_futures=True)
        lifeline.close()


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """In the ``with`` block the signals that end a program wait, and a process started in it never
    gets them: a terminal sends Ctrl-C to all processes, but workers leave it to their parent.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows, where ``_begin`` ignores Ctrl-C
        yield
        return
    ending = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ending)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(lifeline: Any) -> None:
    """The first thing that a worker does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Any) -> None:
    with suppress(OSError):
        lifeline.poll(None)  # nothing is ever sent: it returns when the other end is closed
    os._exit(1)
