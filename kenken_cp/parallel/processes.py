"""Worker processes on this machine.

Importing what they need takes 40 ms, so ``kenken_cp.parallel`` leaves that to its callers.
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

from kenken_cp.checkpoints import ENDING_SIGNALS
from kenken_cp.errors import KenKenError, UnknownNameError
from kenken_cp.parallel.context import WORKER_RECALL, WORKER_REPORT, WORKER_STOP, Report
from kenken_cp.parallel.pool import SECONDS_TO_STOP
from kenken_cp.search.interrupts import uninterrupted
from kenken_cp.search.protocol import StopSignal

_Done = TypeVar("_Done")


class Processes(ProcessPoolExecutor):
    """Worker processes, which neither Ctrl-C nor the death of their parent leaves running.

    Ctrl-C and other signals to end, which may be sent to all of them, are left to their parent.
    Every worker holds the reading end of a pipe whose only writing end is the parent's. Once that
    is closed, by ``stop`` or because the parent died, their tasks get the signal to stop, and soon
    after they exit.

    By default they are spawned, not forked: a fork of a process in which OR-Tools has run, or any
    other threads, may hang. A spawned worker imports the package afresh. So an operator, a rule set
    or a backend that was registered at run time is unknown to it; it must come from an installed
    package that names it as an entry point. Workers forked from a process without threads know
    everything that was registered before the first task was submitted.

    Args:
        stop: a signal that stops what is running; the pool cannot be used afterwards.
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
        with uninterrupted():  # for what these start themselves, a process that frees semaphores
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
        with uninterrupted():  # what a new process inherits, and keeps for SIGTERM
            return super().submit(run, call)

    def prepare(self, do: Callable[[], object]) -> None:
        """Starts all workers for this, as ``Companions`` says."""
        for _ in range(self._workers):
            self.submit(do)
        self._prepared += self._workers

    def reports(self) -> Iterator[Report]:
        """What the tasks of a ``Chunk`` have reported since it was last called."""
        while not self._reports.empty():
            yield self._reports.get()

    def recall(self, *, wanted: bool) -> None:
        """Says to the workers whether the parts of a count are to come back."""
        if wanted is not self._recall.is_set():
            (self._recall.set if wanted else self._recall.clear)()

    def stop(self) -> None:
        """Gives every running task the signal to stop."""
        self._writing.close()

    def __exit__(self, *_: object) -> None:
        if self._submitted == self._prepared:
            for process in self._processes.values():  # it may still be starting
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
    """Runs a task. It is unpickled here, so that a record which this process does not know is an
    error of the task, and not the end of the process.
    """
    try:
        fn, args, kwargs = pickle.loads(call)
        return fn(*args, **kwargs)
    except UnknownNameError as error:
        raise KenKenError(
            f"{error} (in a worker process, which knows only records of installed packages)"
        ) from None


def _end_late() -> None:
    """Has SIGTERM end this process only when the parent, if it was sent that too, has had time for
    the last results. (Ignored it cannot be: a pool that lost a worker ends the others with it.)
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
