"""Processes of this machine. (Importing what they need takes 40 ms, so ``kenken_cp.parallel``
leaves that to who uses them.)
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.connection import Connection
from typing import ParamSpec, TypeVar

from kenken_cp.parallel.pool import GRACE
from kenken_cp.parallel.tasks import STOP
from kenken_cp.search.interrupts import uninterrupted
from kenken_cp.search.protocol import StopSignal

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Processes(ProcessPoolExecutor):
    """Processes of this machine, which neither Ctrl-C nor the death of their parent leaves behind.

    They are started afresh, not forked: OR-Tools has threads. Ctrl-C, which a terminal sends to all
    of them, is their parent's business. Every one holds the reading end of a pipe whose only
    writing end is the parent's: once that is closed, by ``stop`` or because the parent died, their
    tasks are told to stop, and soon after they end themselves.

    Args:
        workers: how many; at least 1.
        stop: a signal that stops what is running; the pool is of no use afterwards.
    """

    def __init__(self, workers: int, stop: StopSignal | None = None) -> None:
        context = multiprocessing.get_context("spawn")
        self._reading, self._writing = context.Pipe(duplex=False)
        super().__init__(workers, context, _start, (self._reading,))
        self._signal = StopSignal() if stop is None else stop
        self._signal.subscribe(self.stop)

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        with uninterrupted():  # what a new process inherits, before it could ignore Ctrl-C itself
            return super().submit(fn, *args, **kwargs)

    def stop(self) -> None:
        """Tells every running task to stop."""
        self._writing.close()

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._signal.unsubscribe(self.stop)
        self.shutdown(wait=True, cancel_futures=True)
        self._reading.close()


def _start(lifeline: Connection) -> None:
    """How a process of ``Processes`` begins."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stop = StopSignal()
    STOP.set(stop)
    threading.Thread(target=_end_with_parent, args=(lifeline, stop), daemon=True).start()


def _end_with_parent(lifeline: Connection, stop: StopSignal) -> None:
    lifeline.poll(None)  # nothing is ever sent: this is the end of it
    stop.stop()
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join(GRACE)
    os._exit(1)
