"""Where work asks whether it should stop: ``checkpoint()``, in every loop that may take long.

The limits of a search are set once, by who runs it. What asks for them lies far below: what builds
automata, tuples and models, what deduces and propagates, behind caches and tables that must not
know of time. So the limits are kept in the context of the thread and not handed through every call.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

ENDING_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Other signals than Ctrl-C that by default end a program: those that this system has."""

WhyStop = Callable[[], object]
"""Returns the reason to stop now, or None."""

_WHY_STOP: ContextVar[WhyStop | None] = ContextVar("_WHY_STOP", default=None)


class StoppedError(Exception):
    """Work was given up at a checkpoint; ``reason`` is why."""

    def __init__(self, reason: object) -> None:
        super().__init__(f"stopped: {reason}")
        self.reason = reason


@contextmanager
def limited(why_stop: WhyStop) -> Iterator[None]:
    """Within it, in this thread, a checkpoint raises ``StoppedError`` if there is a reason.

    Inside other limits those still hold, and come first.
    """
    outer = _WHY_STOP.get()
    before = _WHY_STOP.set(why_stop if outer is None else lambda: outer() or why_stop())
    try:
        yield
    finally:
        _WHY_STOP.reset(before)


def is_limited() -> bool:
    """Whether there are limits at all, so that it may be a mistake to wait for something."""
    return _WHY_STOP.get() is not None


def checkpoint() -> None:
    """Raises ``StoppedError`` if the work at hand is to stop. It takes a quarter of a microsecond;
    a hundred a second are enough.
    """
    why_stop = _WHY_STOP.get()
    if why_stop is not None and (reason := why_stop()) is not None:
        raise StoppedError(reason)
