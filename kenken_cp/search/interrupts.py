"""Ctrl-C and other signals that end a program: when they are held back, and how they stop work."""

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

_HELD_BACK = (signal.SIGINT, *ENDING_SIGNALS)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Blocks Ctrl-C and other ending signals, in this thread and in threads and processes that it
    starts: a compiled engine whose import is interrupted raises a misleading ImportError.
    """
    if not hasattr(signal, "pthread_sigmask"):
        with _handled_later():
            yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        # Of a signal that has come just before, this call raises what its handler does.
        signal.pthread_sigmask(signal.SIG_BLOCK, _HELD_BACK)
        with _handled_later():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _handled_later() -> Iterator[None]:
    """Has signals that are held back handled at the end. Another thread may get them, as there are
    many of in a notebook, and Python calls its handlers in the main thread whoever got a signal.
    """
    handlers = {}
    if threading.current_thread() is threading.main_thread():
        handlers = {each: signal.getsignal(each) for each in _HELD_BACK}
    arrived: list[int] = []
    try:
        for number, handler in handlers.items():
            if callable(handler):
                signal.signal(number, lambda number, _: arrived.append(number))
        yield
    finally:
        # That of Ctrl-C last: it may raise at once, which would leave the others as they are.
        for number, handler in reversed(handlers.items()):
            if callable(handler):
                signal.signal(number, handler)
        for number in dict.fromkeys(arrived):
            signal.raise_signal(number)


def wait_out(
    is_over: Callable[[], object], wait: Callable[[], object], stop: Callable[[], object]
) -> None:
    """Waits until other work is over, even if a signal handler raises.

    In that case the work is asked to stop, and the exception is raised again only once it has:
    until then it still uses the caller's objects.
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
    """In the ``with`` block, calls a handler on Ctrl-C.

    Only in the main thread, and only if no other handler is installed; else it changes nothing.
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
"""Time after the first Ctrl-C in which further ones are ignored: a key pressed twice, or held
down, should not lose the result so far.
"""


@contextmanager
def stopped_by_ctrl_c(stop: StopSignal) -> Iterator[None]:
    """Makes Ctrl-C give the signal to stop, so that a count ends with the bound it has reached."""
    ignored_until = -math.inf

    def interrupted(*_: object) -> None:
        nonlocal ignored_until
        now = time.monotonic()
        if stop and now > ignored_until:
            raise KeyboardInterrupt  # a second Ctrl-C: the work has not noticed the signal
        if not stop:
            ignored_until = now + _SECONDS_OF_ONE_CTRL_C
        stop.stop()

    with ctrl_c_handled_by(interrupted):
        yield


@contextmanager
def in_time(seconds: float | None) -> Iterator[Remaining]:
    """In the ``with`` block, a timeout or Ctrl-C raises ``LimitReachedError``.

    For verbs whose result has no status to say that it is incomplete. Limits set outside the block
    still raise ``StoppedError``.
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
