"""Worker processes on this machine.

Importing what they need takes 40 ms, so ``kenken_cp.parallel`` leaves that to its callers.
"""

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, Literal, TypeVar

from kenken_cp.errors import KenKenError, UnknownNameError
from kenken_cp.parallel.pool import SECONDS_TO_STOP
from kenken_cp.parallel.tasks import WORKER_STOP
from kenken_cp.search.interrupts import uninterrupted
from kenken_cp.search.protocol import StopSignal

_Done = TypeVar("_Done")


class Processes(ProcessPoolExecutor):
    """Worker processes, which neither Ctrl-C nor the death of their parent leaves running.

    Ctrl-C, which a terminal sends to all of them, is left to their parent. Every worker holds the
    reading end of a pipe whose only writing end is the parent's. Once that is closed, by ``stop``
    or because the parent died, their tasks get the signal to stop, and soon after they exit.

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
        super().__init__(workers, context, _start, (self._reading, inherited))
        self._signal = StopSignal() if stop is None else stop
        self._signal.subscribe(self.stop)

    def submit(self, fn: Callable[..., _Done], /, *args: Any, **kwargs: Any) -> Future[_Done]:
        run: Callable[[bytes], _Done] = _run
        call = pickle.dumps((fn, args, kwargs))
        with uninterrupted():  # what a new process inherits, before it can ignore Ctrl-C itself
            return super().submit(run, call)

    def stop(self) -> None:
        """Gives every running task the signal to stop."""
        self._writing.close()

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._signal.unsubscribe(self.stop)
        self.shutdown(wait=True, cancel_futures=True)
        self._reading.close()


def _start(lifeline: Connection, inherited: Connection | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if inherited is not None:
        inherited.close()  # the writing end of the lifeline is to be the parent's alone
    stop = StopSignal()
    WORKER_STOP.set(stop)
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


def _end_with_parent(lifeline: Connection, stop: StopSignal) -> None:
    lifeline.poll(None)  # nothing is ever sent: it returns when the pipe is closed
    stop.stop()
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join(SECONDS_TO_STOP)
    os._exit(1)
