"""How long a method of counting has worked, and how much longer it will take."""

import time
from collections import deque
from math import inf

from kenken_cp.backends.cover.methods import CountingMethod

_GROWTH = 17 / 16
"""The factor between the times of two marks of the share that was done."""


class Pace:
    """How fast the share of some work that is done grows.

    It is compared with the share at half of the time: many searches become faster and faster, and
    one that is nearly done may stand still.

    Attributes:
        seconds: the time that has passed.
        seconds_left: the time that is left at this pace; None if no share is known to be done.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self.seconds_left: float | None = None
        self._marks = deque([(0.0, 0.0)])  # (time, share)

    def note(self, seconds: float, share: float | None) -> None:
        """Notes that more seconds have passed, and the share that is done; None if not known."""
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


class RunningMethod:
    """A counting method that is running.

    Attributes:
        worked: seconds that it has worked in this thread.
        turns: the same, each second multiplied by the slowness at the time; the method with the
            least has the next turn.
        slowness: the factor for the seconds from now on; more than 1 gives it fewer turns.
        waits: whether it waits for work done elsewhere.
        pace: that of its share.
    """

    def __init__(self, method: CountingMethod) -> None:
        self.method = method
        self.worked = self.turns = 0.0
        self.slowness = 1.0
        self.waits = False
        self.pace = Pace()
        self._noted = 0.0

    def step(self) -> None:
        """Runs one step; raises StopIteration when the method is done."""
        began = time.thread_time()
        self.waits = bool(next(self.method.steps))
        seconds = time.thread_time() - began
        self.worked += seconds
        self.turns += seconds * self.slowness

    def note(self, elapsed: float) -> None:
        """Notes its share, and the seconds since it was last noted."""
        self.pace.note(elapsed if self.waits else self.worked - self._noted, self.method.share)
        self._noted = self.worked
