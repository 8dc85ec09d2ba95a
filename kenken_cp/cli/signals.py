"""Other signals than Ctrl-C that end a program: SIGTERM, of a time limit set by others, and SIGHUP,
of a terminal that is closed. They end a command as Ctrl-C does: what is known is printed.
"""

import _thread
import os
import signal
import time
from types import FrameType

ENDING_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals of this system, other than that of Ctrl-C, that end a program by default."""

_SECONDS_TO_END = 8.0
"""Time that a command has to end by itself, which it cannot while nobody reads what it prints. On a
busy machine it has longer: until it has worked for as long, or hardly at all for as long.
"""

_SECONDS_OF_WORK = 0.08
"""CPU time in that time below which a command does not work, but waits."""

_received: list[int] = []
"""Those that came, in their order."""


def end_like_ctrl_c() -> None:
    """Has the signals that end a program do what Ctrl-C does when they come."""
    _received.clear()
    for number in ENDING_SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:  # not under nohup
            signal.signal(number, _like_ctrl_c)


def first_received() -> int:
    """The number of the signal that came first; that of Ctrl-C if there was none."""
    return _received[0] if _received else signal.SIGINT


def _like_ctrl_c(number: int, frame: FrameType | None) -> None:
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):  # it has ended, and its exit code is to stay
        return
    if not _received:
        # Not by ``threading``, whose locks may be held by what the signal has interrupted.
        _thread.start_new_thread(_end_at_last, (number,))
    _received.append(number)
    handler(number, frame)


def _end_at_last(number: int) -> None:
    began = before = time.process_time()
    while True:
        time.sleep(_SECONDS_TO_END)
        now = time.process_time()
        if now - began >= _SECONDS_TO_END or now - before < _SECONDS_OF_WORK:
            os._exit(128 + number)
        before = now
