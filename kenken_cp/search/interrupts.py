"""Ctrl-C: when it may come, and what it does to a count."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from kenken_cp.search.protocol import StopSignal


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Holds Ctrl-C back: an interrupted import of a compiled engine comes out as ImportError."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def stopped_by_ctrl_c(stop: StopSignal) -> Iterator[None]:
    """Has Ctrl-C give the signal to stop, so that a count ends with the bound it has reached.

    Only in the main thread, and where nobody else handles Ctrl-C; otherwise it changes nothing.
    """
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def interrupted(*_: object) -> None:
        if stop:
            raise KeyboardInterrupt  # the second time: whatever it is doing, it does not stop
        stop.stop()

    signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
