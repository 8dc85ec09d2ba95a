"""Ctrl-C and time limits of verbs.

While a verb works in the main thread, Ctrl-C stops its clock instead of raising at once: so no
import or half-written state is torn, and the verb ends with what it has found.
"""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from kenken_cp.clock import Clock, Status, StoppedError, checkpoint
from kenken_cp.errors import LimitReachedError
from kenken_cp.search.limits import Limits
from kenken_cp.text import in_seconds

Result = TypeVar("Result")

SECONDS_OF_ONE_CTRL_C = 1.0
"""Time after the first Ctrl-C in which further ones are ignored: a key pressed twice, or held
down, should not lose the result so far.
"""


@contextmanager
def interruptible(clock: Clock) -> Iterator[Clock]:
    """In the ``with`` block the clock is current, and Ctrl-C stops it. Another Ctrl-C, a second
    later, raises KeyboardInterrupt: the work has not noticed the first.

    Ctrl-C is left alone in other threads than the main one, and where a handler is installed.
    """
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        with clock.running():
            yield clock
        return
    raises_from = math.inf

    def interrupted(*_: object) -> None:
        nonlocal raises_from
        now = time.monotonic()
        if now > raises_from:
            raise KeyboardInterrupt
        raises_from = min(raises_from, now + SECONDS_OF_ONE_CTRL_C)
        clock.stop()

    signal.signal(signal.SIGINT, interrupted)
    try:
        with clock.running():
            yield clock
    finally:
        if signal.getsignal(signal.SIGINT) is interrupted:  # a visitor may have set another
            signal.signal(signal.SIGINT, signal.default_int_handler)


def until_stopped(clock: Clock, work: Callable[[], Result]) -> Result | Status:
    """What some work returns; or, if its clock or Ctrl-C ends it before, why."""
    try:
        with interruptible(clock):
            return work()
    except StoppedError as stopped:
        return stopped.status
    except KeyboardInterrupt:
        return Status.INTERRUPTED


@contextmanager
def in_time(seconds: float | None) -> Iterator[Clock]:
    """In the ``with`` block, a timeout or Ctrl-C raises ``LimitReachedError``.

    For verbs whose result has no status to say that it is incomplete. A clock from outside still
    raises ``StoppedError``.
    """
    clock = Clock(Limits(seconds=seconds).seconds)
    try:
        with interruptible(clock):
            yield clock
            if clock.status is Status.INTERRUPTED:  # after the last checkpoint
                clock.check()
    except (StoppedError, KeyboardInterrupt) as error:
        checkpoint()  # raises for a clock from outside
        status = error.status if isinstance(error, StoppedError) else Status.INTERRUPTED
        took = in_seconds(clock.elapsed)
        raise LimitReachedError(f"{status} after {took}", status=status) from None
