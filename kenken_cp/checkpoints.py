"""Checkpoints: ``checkpoint()``, called in every loop that may take long, stops work at its limits.

The limits of a search are set once, by the code that runs it. They are checked far below that: in
the code that builds automata, tuples and models, deduces and propagates, which is called through
caches and tables that must not depend on time. So the limits are kept in a context variable, and
not passed through every call.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

ENDING_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals of this system, other than that of Ctrl-C, that end a program by default."""

WhyStop = Callable[[], object]
"""Returns the reason to stop now, or None."""

_WHY_STOP: ContextVar[WhyStop | None] = ContextVar("_WHY_STOP", default=None)


class StoppedError(Exception):
    """Work was stopped at a checkpoint, for a ``reason``."""

    def __init__(self, reason: object) -> None:
        super().__init__(f"stopped: {reason}")
        self.reason = reason


@contextmanager
def limited(why_stop: WhyStop) -> Iterator[None]:
    """In the ``with`` block, checkpoints in this thread raise ``StoppedError`` at a reason to stop.

    Limits of an outer block still hold, and are checked first.
    """
    outer = _WHY_STOP.get()
    before = _WHY_STOP.set(why_stop if outer is None else lambda: outer() or why_stop())
    try:
        yield
    finally:
        _WHY_STOP.reset(before)


def is_limited() -> bool:
    """Whether there are any limits, so that work must not wait for something indefinitely."""
    return _WHY_STOP.get() is not None


def checkpoint() -> None:
    """Raises ``StoppedError`` if work in this thread must stop.

    It takes a quarter of a microsecond; a hundred calls a second are enough.
    """
    why_stop = _WHY_STOP.get()
    if why_stop is not None and (reason := why_stop()) is not None:
        raise StoppedError(reason)
