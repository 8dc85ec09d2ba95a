"""Worker processes on this machine.

``kenken_cp.parallel`` does not import this module, for ``multiprocessing`` takes 40 ms to import.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Event
from typing import Any, Literal, TypeVar

from kenken_cp.clock import ENDING_SIGNALS
from kenken_cp.errors import KenKenError, UnknownNameError
from kenken_cp.parallel.context import WORKER_RECALL, WORKER_REPORT, WORKER_STOP, Report
from kenken_cp.parallel.pool import SECONDS_TO_STOP
from kenken_cp.search.interrupts import uninterrupted
from kenken_cp.search.protocol import StopSignal

_Done = TypeVar("_Done")


class Processes(ProcessPoolExecutor):
    """Worker processes that are left running neither by Ctrl-C nor by the death of their parent.

    Ctrl-C and other ending signals, which may be sent to all processes at once, are left to the
    parent. Every worker holds the reading end of a pipe whose only writing end is the parent's.
    When that is closed, by ``stop`` or because the parent died, the tasks get the signal to stop,
    and soon after that the workers exit.

    By default workers are spawned, not forked: a fork of a process with threads, such as those of
    OR-Tools, may hang. A spawned worker imports the package anew, so it does not know an operator,
    a rule set or a backend that was registered at run time; these must come from an installed
    package that names them as entry points. Workers forked from a process without threads know
    everything that was registered before the first task was submitted.

    Args:
        stop: a signal that stops the running tasks; the pool cannot be used afterwards.
    """

    def __init__(
        self,
        workers: int,
        stop: StopSignal | None = None,
        *,
        start_method: Literal["spawn", "fork"] = "spawn",
    ) -> None:
        context = multiprocessing.get_context(start_method)
        self._reading, self._writing = context.Pipe(duplex=False)
        inherited = self._writing if start_method == "fork" else None
        with uninterrupted():  # for the process that these start, which frees semaphores
            self._reports: SimpleQueue[Report] = context.SimpleQueue()
            self._recall = context.Event()
            shared = self._reading, inherited, self._reports, self._recall
            super().__init__(workers, context, _start, shared)
        self._workers = workers
        self._submitted = self._prepared = 0
        self._signal = StopSignal() if stop is None else stop
        self._signal.subscribe(self.stop)

    def submit(self, fn: Callable[..., _Done], /, *args: Any, **kwargs: Any) -> Future[_Done]:
        run: Callable[[bytes], _Done] = _run
        call = pickle.dumps((fn, args, kwargs))
        self._submitted += 1
        with uninterrupted():  # a new process inherits this, and keeps SIGTERM blocked
            return super().submit(run, call)

    def prepare(self, do: Callable[[], object]) -> None:
        """See ``Companions``."""
        for _ in range(self._workers):
            self.submit(do)
        self._prepared += self._workers

    def reports(self) -> Iterator[Report]:
        """The reports of the tasks of chunks since this was last called."""
        while not self._reports.empty():
            yield self._reports.get()

    def recall(self, *, wanted: bool) -> None:
        """See ``Companions``."""
        if wanted is not self._recall.is_set():
            (self._recall.set if wanted else self._recall.clear)()

    def stop(self) -> None:
        """Gives every running task the signal to stop."""
        self._writing.close()

    def __exit__(self, *_: object) -> None:
        if self._submitted == self._prepared:
            for process in self._processes.values():  # some may still be starting
                process.kill()
        self.stop()
        self._signal.unsubscribe(self.stop)
        self.shutdown(wait=True, cancel_futures=True)
        self._reading.close()
        self._reports.close()


def _start(
    lifeline: Connection, inherited: Connection | None, reports: SimpleQueue[Report], recall: Event
) -> None:
    for number in {signal.SIGINT, *ENDING_SIGNALS} - {signal.SIGTERM}:
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_end_late, daemon=True).start()
    if inherited is not None:
        inherited.close()  # the writing end of the lifeline is to be the parent's alone
    stop = StopSignal()
    WORKER_STOP.set(stop)
    WORKER_REPORT.set(reports.put)
    WORKER_RECALL.set(recall.is_set)
    threading.Thread(target=_end_with_parent, args=(lifeline, stop), daemon=True).start()


def _run(call: bytes) -> Any:
    """Unpickles a task and runs it. Unpickled here, a record that this process does not know is an
    error of the task; unpickled by the executor it would end the process.
    """
    try:
        fn, args, kwargs = pickle.loads(call)
        return fn(*args, **kwargs)
    except UnknownNameError as error:
        raise KenKenError(
            f"{error} (in a worker process, which knows only records of installed packages)"
        ) from None


def _end_late() -> None:
    """Waits for SIGTERM, and ends this process some time after it, so that a parent that got the
    signal, too, has time for the last results. (It cannot be ignored: a pool that has lost a worker
    ends the others with it.)
    """
    if hasattr(signal, "sigwait"):
        signal.sigwait({signal.SIGTERM})
        time.sleep(3 * SECONDS_TO_STOP)
        os._exit(1)


def _end_with_parent(lifeline: Connection, stop: StopSignal) -> None:
    lifeline.poll(None)  # nothing is ever sent: it returns when the pipe is closed
    stop.stop()
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join(SECONDS_TO_STOP)
    os._exit(1)
