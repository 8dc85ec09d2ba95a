"""A bound on the time of an attack, so wide that only what never ends reaches it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 30
"""Of CPU time: what other processes of the machine do is not counted."""


@contextmanager
def ends(what: object) -> Iterator[None]:
    """Fails a block that computes for ``SECONDS``; ``what`` is named then."""

    def hangs(*_: object) -> None:
        raise AssertionError(f"no end in {SECONDS} s of computing: {what!r:.2000}")

    before = signal.signal(signal.SIGPROF, hangs)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
