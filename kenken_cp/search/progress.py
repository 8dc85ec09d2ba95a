"""How far a count or a search has come: what its engine knows of that, and its reports.

Nothing here is said that is not known. ``found`` is a lower bound. ``share`` is that of a search
tree in which each branch of a node counts alike, or of work that is sure to come to an end, and
never of a method that may give up; where an engine cannot say, it is None. Where an engine begins
anew the share is None until it is again what it was: it never falls.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from kenken_cp.checkpoints import StoppedError
from kenken_cp.frozen import frozen

CONFIDENCE = 0.95
"""The share of all estimates whose interval holds the true number."""

SECONDS_BETWEEN = 1.0
"""Seconds from one report to the next, and to the first."""

MAX_CHANGE_OF_PACE = 10.0
"""Times faster or slower than on the average, beyond which nobody knows how much time is left."""

MIN_SHARE = 1e-3
"""Of the work that is done, for a time that is left to mean anything."""


@frozen
class Progress:
    """How far a count or a search has come.

    Attributes:
        found: solutions known so far; of a count a lower bound.
        seconds: since it began.
        share: of the search that is done, from 0 to 1; None if that is not known.
        estimate: about how many solutions there are in all, by random probes; None if these are
            too few, or the engine has none.
        low, high: what holds the true number in 95 of 100 cases (``CONFIDENCE``); ``high`` is None
            where nothing bounds it from above.
        before: the seconds and the share when about half of the time had passed; None if that is
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
        """About how many seconds are left, if it goes on as in the second half of the time; None if
        the share that is done is not known, or too small (``MIN_SHARE``) to say anything, and where
        that half was far slower or faster than the first: a small share of a search tree may have
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
    """What a source knows; ``estimate`` is (about how many, low, high)."""

    found: int = 0
    share: float | None = None
    estimate: tuple[int, int, int | None] | None = None


Source = Callable[[], Known]
"""Says what is known now; it is asked where work may stop, between two steps of it."""


class Meter:
    """Asks what is known, at most once a second, and reports it; a part of the ``Limits``.

    Args:
        report: called with the progress.
        clock: the time in seconds.
    """

    def __init__(
        self, report: Callable[[Progress], object], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._report, self._clock = report, clock
        self._started = clock()
        self._due = self._started + SECONDS_BETWEEN
        self._next = self._started + SECONDS_BETWEEN / 2  # the first report tells the pace, too
        self._shares: deque[tuple[float, float]] = deque()  # by the seconds
        self._sources: list[Source] = []
        self._asking = False
        self._found, self._share = 0, 0.0

    @contextmanager
    def asking(self, source: Source) -> Iterator[None]:
        """Has a source asked, too, in a ``with`` block."""
        self._sources.append(source)
        try:
            yield
        finally:
            self._sources.remove(source)

    def tick(self) -> None:
        """Reports, if it is time. Whoever does the work calls it, often."""
        if self._asking or self._clock() < self._next:
            return
        self._asking = True  # sources work, too, and may come to a checkpoint
        try:
            known = [source() for source in self._sources]
        except StoppedError:  # which the work will notice as well
            return
        finally:
            self._asking = False
        progress = self._merged(known)
        if self._clock() < self._due:
            self._next = self._due
            return
        self._next = self._due = self._clock() + SECONDS_BETWEEN
        try:
            self._report(progress)
        except StopIteration as error:  # which ends a step of the work, and must not seem to do so
            raise RuntimeError("the function that progress is reported to has no more") from error

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
