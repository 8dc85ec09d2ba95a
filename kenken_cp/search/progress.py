"""How far a count or a search has come: what its engine knows of that, and its reports.

Only what is known is reported. ``found`` is a lower bound. ``share`` is the part of a search tree
that is done, where all branches of a node count alike, or the part of work that is sure to end. It
is None where an engine cannot say, and for a method that may still give up. It never falls: where
an engine starts over, it is None until the engine has come as far again.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from kenken_cp.checkpoints import StoppedError
from kenken_cp.search.callbacks import expect_function, no_stop_iteration

CONFIDENCE = 0.95
"""The share of all estimates whose interval holds the true number."""

SECONDS_BETWEEN = 1.0
"""Time from one report to the next, and before the first."""

MAX_CHANGE_OF_PACE = 10.0
"""The largest factor between two estimates of the time that is left, by the average pace and by the
recent one; if they differ by more, neither is believed.
"""

MIN_SHARE = 1e-3
"""The least share of the work done from which the time that is left can be estimated."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a count or a search has come.

    Attributes:
        found: solutions known so far; of a count a lower bound.
        seconds: since it began.
        share: the part of the search that is done, from 0 to 1; None if it is not known.
        estimate: about how many solutions there are in all, by random probes; None if there are
            too few probes, or the engine makes none.
        low, high: an interval that holds the true number in 95 of 100 cases (``CONFIDENCE``);
            ``high`` is None if nothing bounds the number from above.
        before: the seconds and the share when about half of the time had passed; None if they are
            not known.
    """

    found: int
    seconds: float
    share: float | None = None
    estimate: int | None = None
    low: int | None = None
    high: int | None = None
    before: tuple[float, float] | None = None

    @property
    def left(self) -> float | None:
        """About how many seconds are left, at the pace of the second half of the time so far.

        None if the share that is done is not known or too small (``MIN_SHARE``), or if that pace
        is far from the average (``MAX_CHANGE_OF_PACE``): a small share of a search tree may hold
        nearly all of its work.
        """
        if self.share is None or self.share < MIN_SHARE:
            return None
        mean = self.seconds * (1 - self.share) / self.share
        if self.before is None or self.share == 1:
            return mean
        seconds, share = self.before
        if share == self.share:
            return None
        left = (self.seconds - seconds) * (1 - self.share) / (self.share - share)
        return left if max(mean, left) <= MAX_CHANGE_OF_PACE * min(mean, left) else None


class Known(NamedTuple):
    """What a source knows; ``estimate`` is (the estimate, low, high), as in ``Progress``."""

    found: int = 0
    share: float | None = None
    estimate: tuple[int, int, int | None] | None = None


Source = Callable[[], Known]
"""Returns what is known now. It is called only between two steps of the work."""


class Meter:
    """Asks its sources what is known, at most once a second, and reports it; part of ``Limits``.

    Args:
        report: called with the progress; KenKenError if it cannot be called.
        clock: the time in seconds.
    """

    def __init__(
        self, report: Callable[[Progress], object], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        expect_function(report, "progress", "Progress")
        self._report, self._clock = report, clock
        self._started = clock()
        self._due = self._started + SECONDS_BETWEEN
        self._next = self._started + SECONDS_BETWEEN / 2  # so that the first report has a pace
        self._shares: deque[tuple[float, float]] = deque()  # (seconds, share)
        self._sources: list[Source] = []
        self._reporting = threading.Lock()
        self._found, self._share = 0, 0.0

    @contextmanager
    def asking(self, source: Source) -> Iterator[None]:
        """In a ``with`` block, asks one more source."""
        self._sources.append(source)
        try:
            yield
        finally:
            self._sources.remove(source)

    def tick(self) -> None:
        """Reports, if it is time. Called often, in the threads that do the work.

        It does nothing while it is reporting already: in another thread, or because a source has
        reached a checkpoint, which calls this again.
        """
        if self._clock() < self._next or not self._reporting.acquire(blocking=False):
            return
        try:
            self._report_known()
        finally:
            self._reporting.release()

    def _report_known(self) -> None:
        try:
            known = [source() for source in self._sources]
        except StoppedError:  # which the work will notice as well
            return
        progress = self._merged(known)
        if self._clock() < self._due:
            self._next = self._due
            return
        self._next = self._due = self._clock() + SECONDS_BETWEEN
        try:
            self._report(progress)
        except StopIteration as error:
            raise no_stop_iteration("progress") from error

    def _merged(self, known: list[Known]) -> Progress:
        self._found = max([self._found, *(each.found for each in known)])
        share = max((each.share for each in known if each.share is not None), default=None)
        if share is not None and share < self._share:
            share = None
        elif share is not None:
            self._share = share = min(share, 1.0)
        estimate = low = high = None
        for each in known:
            if each.estimate is not None:
                estimate, low, high = each.estimate
                estimate, low = max(estimate, self._found), max(low, self._found)
                high = None if high is not None and high < self._found else high
        seconds = self._clock() - self._started
        before = None if share is None else self._before(seconds, share)
        return Progress(self._found, seconds, share, estimate, low, high, before)

    def _before(self, seconds: float, share: float) -> tuple[float, float] | None:
        """What was known when half of the time had passed; notes what is known now."""
        while len(self._shares) > 1 and self._shares[1][0] <= seconds / 2:
            self._shares.popleft()
        before = self._shares[0] if self._shares else None
        self._shares.append((seconds, share))
        return before
