"""Ctrl-C, and other signals to end: when they may come, and how work ends with them."""

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kenken_cp.checkpoints import ENDING_SIGNALS, StoppedError, checkpoint
from kenken_cp.errors import LimitReachedError
from kenken_cp.search.protocol import Limits, Remaining, Status, StopSignal
from kenken_cp.text import in_seconds


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Holds Ctrl-C and other signals to end back, from this thread and from what it starts: an
    interrupted import of a compiled engine comes out as ImportError.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *ENDING_SIGNALS})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def wait_out(
    is_over: Callable[[], object], wait: Callable[[], object], stop: Callable[[], object]
) -> None:
    """Waits until other work is over, also where a signal handler raises: then that is asked to
    stop, and the exception is raised again once it has, for until then it uses what it was given.
    """
    interruption: BaseException | None = None
    while not is_over():
        try:
            wait()
        except BaseException as raised:  # noqa: BLE001 - raised again below
            interruption = raised
            stop()
    if interruption is not None:
        raise interruption


@contextmanager
def ctrl_c_handled_by(handler: Callable[..., object] | signal.Handlers) -> Iterator[None]:
    """Has a handler called on Ctrl-C.

    Only in the main thread, and where nobody else handles Ctrl-C; otherwise it changes nothing.
    """
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


_SECONDS_OF_ONE_CTRL_C = 1.0
"""Seconds after the first Ctrl-C in which others say no more: whoever types it twice, or holds
it down, wants what is known, and not to lose it.
"""


@contextmanager
def stopped_by_ctrl_c(stop: StopSignal) -> Iterator[None]:
    """Has Ctrl-C give the signal to stop, so that a count ends with the bound it has reached."""
    patient_until = -math.inf

    def interrupted(*_: object) -> None:
        nonlocal patient_until
        now = time.monotonic()
        if stop and now > patient_until:
            raise KeyboardInterrupt  # once more: whatever it is doing, it does not stop
        if not stop:
            patient_until = now + _SECONDS_OF_ONE_CTRL_C
        stop.stop()

    with ctrl_c_handled_by(interrupted):
        yield


@contextmanager
def in_time(seconds: float | None) -> Iterator[Remaining]:
    """Within it the end of the time, and Ctrl-C, are a LimitReachedError: how a verb ends whose
    result cannot say that it is incomplete. Limits from outside end it as everything else.
    """
    limits, started = Limits(seconds=seconds), time.perf_counter()
    try:
        with stopped_by_ctrl_c(limits.stop), limits.enforced():
            yield limits.countdown()
        if limits.stop:  # after the last checkpoint
            raise KeyboardInterrupt
    except (StoppedError, KeyboardInterrupt) as error:
        checkpoint()  # raises for a limit from outside
        status = error.reason if isinstance(error, StoppedError) else Status.INTERRUPTED
        took = time.perf_counter() - started
        raise LimitReachedError(f"{status} after {in_seconds(took)}", status=status) from None
