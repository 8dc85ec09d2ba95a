"""Worker processes on this machine, which end with this process, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any

from kenken_cp.parallel.workers import Pool, WorkersLostError


@contextmanager
def process_pool(workers: int) -> Iterator[Pool]:
    """Worker processes for a ``with`` block; see ``Workers.pool``.

    They are spawned on every system: a fork of a process with threads, such as those of OR-Tools,
    may hang. So a worker knows no backend or other record that was registered at run time, only
    those that an installed package names as entry points.

    Each worker holds the reading end of a pipe, the *lifeline*, whose only writing end is in this
    process. When that is closed, here or because this process died, the workers exit at once.
    """
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


def _begin(lifeline: Connection) -> None:
    """The first thing that a worker does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    with suppress(OSError):
        lifeline.poll(None)  # nothing is ever sent: it returns when the other end is closed
    os._exit(1)
