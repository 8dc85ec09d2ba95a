"""What a method of counting has worked, and how long it will take by the share that is done."""

import time
from collections import deque
from math import inf

from kenken_cp.backends.cover.methods import CountingMethod

_GROWTH = 17 / 16
"""Of the time that has passed, between two marks of what was done by then."""


class Pace:
    """How fast a share of some work grows.

    It is compared with what was done after half of the time: many searches go faster and
    faster, and one that is nearly done may stand still.

    Attributes:
        seconds: the time that has passed.
        seconds_left: what is left at this speed; None as long as nothing is known to be done.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self.seconds_left: float | None = None
        self._marks = deque([(0.0, 0.0)])  # times and shares

    def note(self, seconds: float, share: float | None) -> None:
        """More seconds have passed, and a share is done now (None: nobody knows)."""
        self.seconds += seconds
        self.seconds_left = None
        share = share or 0.0
        if self.seconds > self._marks[-1][0] * _GROWTH:
            self._marks.append((self.seconds, share))
        while len(self._marks) > 1 and self._marks[1][0] <= self.seconds / 2:
            self._marks.popleft()
        since, before = self._marks[0]
        if share:
            grown = share - before
            self.seconds_left = (1 - share) * (self.seconds - since) / grown if grown > 0 else inf


class AtWork:
    """A method at work.

    Attributes:
        worked: seconds, here.
        turns: the same, but more where it is to have fewer of them than others;
        slowness: how many times as much, from now on.
        waits: whether it waits for work done elsewhere.
        pace: of its share.
    """

    def __init__(self, method: CountingMethod) -> None:
        self.method = method
        self.worked = self.turns = 0.0
        self.slowness = 1.0
        self.waits = False
        self.pace = Pace()
        self._noted = 0.0

    def step(self) -> None:
        """Has it work for a step; raises StopIteration when it is done."""
        began = time.thread_time()
        self.waits = bool(next(self.method.steps))
        seconds = time.thread_time() - began
        self.worked += seconds
        self.turns += seconds * self.slowness

    def note(self, passed: float) -> None:
        """Notes its share, some seconds after the last time."""
        self.pace.note(passed if self.waits else self.worked - self._noted, self.method.share)
        self._noted = self.worked
