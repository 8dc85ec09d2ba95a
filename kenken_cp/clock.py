"""The clock: when work must stop, and how far it has come. Each call of a verb makes one.

The verb makes the clock current (``running``); whatever may take long below it, such as the listing
of a cage's tuples, calls ``checkpoint()``, which raises ``StoppedError`` once the clock says so.
Engines are given their clock, and tell it how far they are.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum

SECONDS_BETWEEN_REPORTS = 1.0
"""Time from one report of progress to the next, and before the first."""


class Status(Enum):
    """Why a search stopped."""

    EXHAUSTED = "exhausted"
    """Every solution was found (perhaps none)."""
    LIMIT = "limit"
    """Enough solutions were found, or the visitor stopped the search; there may be more."""
    TIMEOUT = "timeout"
    """The time ran out."""
    INTERRUPTED = "interrupted"
    """Ctrl-C, or ``Clock.stop``, ended the search."""

    @property
    def is_of_clock(self) -> bool:
        """Whether the clock ended the search, and not the search itself."""
        return self in (Status.TIMEOUT, Status.INTERRUPTED)

    def __str__(self) -> str:
        return self.value


class StoppedError(Exception):
    """Work was stopped by its clock; ``status`` is ``TIMEOUT`` or ``INTERRUPTED``."""

    def __init__(self, status: Status) -> None:
        super().__init__(f"stopped: {status}")
        self.status = status


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a count or a search has come.

    Attributes:
        found: solutions known so far; of a count a lower bound.
        seconds: since it began.
        share: the part of the search tree that is done, from 0 to 1, where all branches of a node
            count alike; None if the engine does not know.
    """

    found: int
    seconds: float
    share: float | None = None


class Clock:
    """A deadline, and the wish to stop, for one piece of work.

    A clock that is made while another is current also stops when that one stops.

    Args:
        seconds: the time that the work may take; None for no bound.
        report: called by ``note`` with the progress, at most once a second.

    Attributes:
        found: the solutions noted so far.
    """

    def __init__(
        self, seconds: float | None = None, report: Callable[[Progress], object] | None = None
    ) -> None:
        self._outer = _CURRENT.get()
        self._began = time.monotonic()
        self._ends: float = math.inf if self._outer is None else self._outer._ends
        if seconds is not None:
            self._ends = min(self._ends, self._began + seconds)
        self._report = report
        self._report_due = self._began + SECONDS_BETWEEN_REPORTS
        self._stopped = False
        self._share: float | None = None
        self.found = 0

    def stop(self) -> None:
        """Asks the work to stop. May be called in any thread, and in a signal handler."""
        self._stopped = True

    @property
    def status(self) -> Status | None:
        """Why the work must stop now; None if it need not."""
        if self._stopped:
            return Status.INTERRUPTED
        if time.monotonic() >= self._ends:
            return Status.TIMEOUT
        return None if self._outer is None else self._outer.status

    def check(self) -> None:
        """Raises ``StoppedError`` if the work must stop now; else makes a report that is due. It
        takes half a microsecond.
        """
        status = self.status
        if status is not None:
            raise StoppedError(status)
        self.note()

    @property
    def elapsed(self) -> float:
        """Seconds since the clock was made."""
        return time.monotonic() - self._began

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the deadline, 0 if it is past; None if there is no deadline."""
        return None if self._ends == math.inf else max(0.0, self._ends - time.monotonic())

    def note(self, found: int | None = None, share: float | None = None) -> None:
        """Takes down how far the work has come, and reports it if a report is due.

        Args:
            found: the solutions known so far; fewer than were noted before are ignored.
            share: the part of the search that is done; None if nothing new is known of that.
        """
        if share is not None:
            self._share = share
        if found is not None and found > self.found:
            self.found = found
        if self._report is not None and time.monotonic() >= self._report_due:
            self._report_due = math.inf  # until it returns: what it calls may note, too
            self._report(Progress(self.found, self.elapsed, self._share))
            self._report_due = time.monotonic() + SECONDS_BETWEEN_REPORTS

    def forget_share(self) -> None:
        """Forgets the share of the work that is done: what begins now does all of it anew."""
        self._share = None

    @contextmanager
    def running(self) -> Iterator[Clock]:
        """In the ``with`` block, this is the current clock of the thread."""
        before = _CURRENT.set(self)
        try:
            yield self
        finally:
            _CURRENT.reset(before)


_CURRENT: ContextVar[Clock | None] = ContextVar("_CURRENT", default=None)


def checkpoint() -> None:
    """Raises ``StoppedError`` if the current clock says so; does nothing if there is none.

    A hundred calls a second are enough.
    """
    clock = _CURRENT.get()
    if clock is not None:
        clock.check()
