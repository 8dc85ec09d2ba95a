"""Worker processes on this machine, which end with this process, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from kenken_cp.parallel.workers import Pool, WorkersLostError, run

Result = TypeVar("Result")


@contextmanager
def process_pool(workers: int) -> Iterator[Pool]:
    """Worker processes for a ``with`` block; see ``Workers.pool``.

    They are spawned on every system: a fork of a process with threads, such as those of OR-Tools,
    may hang. So a worker imports the package anew, and does not know an operator, a rule set or a
    backend that was registered at run time; these must come from an installed package that names
    them as entry points.

    Each worker holds the reading end of a pipe, the *lifeline*, whose only writing end is in this
    process. When that is closed, here or because this process died, the workers exit at once.
    """
    context = multiprocessing.get_context("spawn")
    lifeline, ours = context.Pipe(duplex=False)
    with _signals_held_back():  # for the process that this starts, which frees semaphores
        executor = _Processes(workers, context, _begin, (lifeline,))
    try:
        yield Pool(executor, workers, run)
    except BrokenExecutor:
        raise WorkersLostError("a worker process was killed (out of memory?)") from None
    finally:
        ours.close()
        executor.shutdown(cancel_futures=True)
        lifeline.close()


class _Processes(ProcessPoolExecutor):
    """Starts its processes with signals held back, for good."""

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        with _signals_held_back():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """In the ``with`` block the signals that end a program wait, and processes started in it never
    get them: a terminal sends Ctrl-C to all processes at once, but workers leave it to their parent.
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


def _begin(lifeline: Connection) -> None:
    """The first thing that a worker does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    with suppress(OSError):
        lifeline.poll(None)  # nothing is ever sent: it returns when the pipe is closed
    os._exit(1)
