"""Counting the solutions of an exact cover without visiting them: a portfolio of two methods.

*Search* (``search_counting``, in Python or compiled) branches on the most constrained item and
counts equal subproblems once. It is best where clues leave few choices. *Frontier dynamic
programming* (``frontier``) fills the board in order and merges equivalent states. It is best where
there are few clues.

Which of them is faster shows only when both are tried. So they take turns, and the first to finish
has the count. Once both have come far enough to estimate how long they will take, the slower one
gets fewer turns. Where other workers help, the search leaves its work to them as long as frontiers
may be done first here, so that neither waits for the other; otherwise it shares its work with them.
"""

import time
from collections.abc import Callable
from math import inf
from typing import TypeVar, cast

from kenken_cp.backends.cover.methods import DepthFirstCounting, Sharing
from kenken_cp.backends.cover.pace import RunningMethod
from kenken_cp.clock import StoppedError
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.search.progress import Known
from kenken_cp.search.protocol import Counted, Helpers, Status

SECONDS_PER_TURN = 0.02
"""The length of a turn: long against the cost of taking turns, too short for people to notice."""

SECONDS_BEFORE_FRONTIER = 0.08
"""On a board with cages, the work of the depth-first method after which its share tells how long it
will take. On a board without cages frontiers are best, and begin after one turn.
"""

SECONDS_BEFORE_PACE = 0.15
"""Work of the depth-first method after which it may be found to stand still."""

SECONDS_STANDING_STILL = 50.0
"""If its share grows so slowly that the rest would take longer than this, the share is not
believed: nearly all of the work is in what little is left.
"""

SECONDS_WITHOUT_FRONTIER = 0.5
"""If the depth-first method needs no more work than this to finish, as far as its share tells, the
frontier gets no turns: half of the time would be lost.
"""

SECONDS_TRUSTED = 1.0
"""Work of the depth-first method up to which its share is believed. What is left may be harder than
all that is done: it may be 99% done after two seconds and still after forty.
"""

SECONDS_ALONE = 0.6
"""Time after which other workers help: by then a frontier that is far too wide has given up, and
most counts are over.
"""

SECONDS_BEFORE_PREPARING = 0.3
"""Time after which other workers are started: that takes 0.4 s, and 0.07 s of this process."""

SECONDS_WITHOUT_HELP = 1.0
"""If the depth-first method needs no more work than this to finish, neither as far as its share
tells nor at the pace at which that grows, other workers do not help.
"""

SECONDS_OF_FRONTIER = 0.3
"""Work of a frontier before other workers help: one that began late may soon be done, and sending
the waiting nodes to the workers takes 0.2 s.
"""

SECONDS_TO_COMPARE = 0.5
"""Work of each method before they are compared."""

MOST_TURNS = 8.0
"""The most turns of the faster method to one of the slower: their times are only estimates."""

TURNS_TO_YIELD = 4.0
"""If the depth-first method gets as many turns to one of the frontier, it works here even where
other workers help.
"""

SECONDS_TO_WAIT = 0.002
"""Time between two checks of methods that all wait for other workers."""

Reason = TypeVar("Reason")
"""Why a search or a count pauses: a status, or what a portfolio of engines does next."""


class CountingPortfolio:
    """A count by a depth-first method and by frontiers in turns; to be closed.

    Args:
        helpers: other workers, if there are any, for a count that is long.
    """

    def __init__(
        self, cover: ExactCover, depth_first: DepthFirstCounting, helpers: Helpers | None = None
    ) -> None:
        self._cover = cover
        self._depth_first = depth_first
        self._search = RunningMethod(depth_first)
        self._frontier: RunningMethod | None = None
        self._running = [self._search]
        self._helpers = helpers
        self._is_prepared = False
        has_cages = any(len(cage.cells) > 1 for cage in cover.instance.cages)
        self._seconds_before_frontier = SECONDS_BEFORE_FRONTIER if has_cages else 0.0
        self._started: float | None = None
        self._bound = 0

    @property
    def statistics(self) -> dict[str, int | float]:
        """The figures of the methods that took part."""
        found: dict[str, int | float] = {
            "options": self._cover.options,
            **self._depth_first.statistics,
        }
        if self._frontier is not None:
            found |= self._frontier.method.statistics
        return found

    @property
    def leaves(self) -> int:
        """The number of leaves that the depth-first method has reached."""
        return self._depth_first.leaves

    @property
    def expected(self) -> float:
        """About how many solutions there are, by the depth-first method."""
        return self._depth_first.expected

    def switch_engine(self, depth_first: DepthFirstCounting) -> None:
        """Replaces the depth-first method by one of another engine, which starts anew; the frontier
        goes on.
        """
        self._keep_bound()
        self._depth_first.steps.close()
        self._depth_first = depth_first
        search = RunningMethod(depth_first)
        self._running[self._running.index(self._search)] = search
        self._search = search

    def known(self) -> Known:
        """How far the count has come: the largest share of the methods."""
        self._keep_bound()
        shares = [each.method.share for each in self._running if each.method.share is not None]
        return Known(self._bound, max(shares, default=None))

    def _keep_bound(self) -> None:
        """Keeps the bound that is known now. Later component caching may know a smaller one, or
        none, while it counts a component and others are still to be counted.
        """
        if self._search in self._running:
            self._bound = max(self._bound, self._depth_first.found)

    def at_least(self) -> int:
        """A lower bound; the depth-first method is ended for it."""
        if self._search in self._running:
            self._bound = max(self._bound, self._depth_first.at_least())
        return self._bound

    def run(self, why_stop: Callable[[], Reason | None]) -> int | Reason:
        """Returns the count, or the reason to stop.

        After a reason that ``why_stop`` returned it can be called again, to continue; not after one
        that a checkpoint raised.

        Args:
            why_stop: called every few milliseconds; whatever it returns but None stops the count.
        """
        called = time.monotonic()
        if self._started is None:
            self._started = called
        while True:
            round_began = time.monotonic()
            result = self._round(why_stop)
            if result is not None:
                return result
            self._keep_bound()
            if self._depth_first.sharing and all(running.waits for running in self._running):
                time.sleep(SECONDS_TO_WAIT)
            has_had_a_turn = time.monotonic() > called + SECONDS_PER_TURN
            if self._frontier is None and has_had_a_turn and self._is_long():
                self._begin_frontier()
            self._compare(time.monotonic() - round_began)
            if self._helpers is not None:
                self._have_help(self._helpers, time.monotonic() - self._started)

    def _round(self, why_stop: Callable[[], Reason | None]) -> int | Reason | None:
        """A turn of each method; returns the count if one of them has it, or a reason to stop."""
        for running in list(self._running):
            if running is self._frontier and not self._is_long():
                running.turns = self._search.turns  # none of what it misses is made up for
                continue
            try:
                reason = self._turn(running, why_stop)
            except StopIteration as ended:
                if ended.value is None:  # it has given up
                    self._running.remove(running)
                    continue
                total: int = ended.value
                return total
            except StoppedError as stopped:  # within a step; there is a bound all the same
                return cast("Reason", stopped.reason)
            if reason is not None:
                return reason
        return None

    def _begin_frontier(self) -> None:
        # It imports numpy; most counts are over before they need it.
        from kenken_cp.backends.cover.frontier.counting import FrontierCounting

        self._frontier = RunningMethod(FrontierCounting(self._cover))
        self._running.append(self._frontier)

    def _is_long(self) -> bool:
        """Whether the depth-first method may take so long that the frontier is worth its turns."""
        if self._search.waits or self._search not in self._running:
            return True
        share, worked = self._depth_first.share, self._search.worked
        if worked < self._seconds_before_frontier:
            return False
        if not share or worked > SECONDS_TRUSTED:
            return True
        at_this_pace = self._search.pace.seconds_left or 0.0
        if worked > SECONDS_BEFORE_PACE and at_this_pace > SECONDS_STANDING_STILL:
            return True
        return worked * (1 - share) > SECONDS_WITHOUT_FRONTIER * share

    def _is_worth_help(self) -> bool:
        """Whether other workers may be of use: a search becomes faster or slower, so that its share
        makes it seem shorter than it is, and its pace often longer.
        """
        seconds_left = self._search.pace.seconds_left
        return self._is_long() or seconds_left is None or seconds_left > SECONDS_WITHOUT_HELP

    def _turn(self, running: RunningMethod, why_stop: Callable[[], Reason | None]) -> Reason | None:
        """One turn of a method: until it has had ``SECONDS_PER_TURN`` more than the method that has
        had least. (A step may be longer than a turn.) Returns the reason to stop, if there is one.
        """
        least = min((each.turns for each in self._running if not each.waits), default=running.turns)
        if running.waits:
            running.turns = least
        while running.turns < least + SECONDS_PER_TURN:
            running.step()
            if (reason := why_stop()) is not None:
                return reason
            if running.waits:
                break
        return None

    def _compare(self, elapsed: float) -> None:
        """Notes the pace of each method, and gives the one that will take longer fewer turns.

        Args:
            elapsed: the seconds since this was last called.
        """
        for running in self._running:
            running.note(elapsed)
            running.slowness = 1.0
        left = [running.pace.seconds_left for running in self._running]
        known = [seconds for seconds in left if seconds is not None]
        least = max(min(known, default=0.0), SECONDS_PER_TURN)
        early = any(running.pace.seconds < SECONDS_TO_COMPARE for running in self._running)
        if early or len(known) < len(left) or least == inf:
            return
        for running, seconds in zip(self._running, known, strict=True):
            running.slowness = max(1.0, min(MOST_TURNS, seconds / least))

    def _have_help(self, helpers: Helpers, seconds: float) -> None:
        """Lets other workers help when it is time, as many as there are cores for."""
        search = self._search
        if not self._is_prepared and seconds >= SECONDS_BEFORE_PREPARING:
            self._is_prepared = self._prepare(helpers)
        if self._depth_first.sharing is None and not self._is_time_for_help(seconds):
            return
        has_rival, has_own_core = self._frontier in self._running, self._depth_first.has_own_core
        workers = helpers.workers - (has_rival and has_own_core)
        if workers > 0:
            if self._depth_first.sharing is None:  # let it deal out work now, whosever turn it is
                search.waits = True
            is_slow = self._frontier is not None and self._frontier.slowness >= TURNS_TO_YIELD
            keeping = has_own_core or not has_rival or is_slow
            self._depth_first.sharing = Sharing(helpers, workers, keeping)

    def _prepare(self, helpers: Helpers) -> bool:
        """Starts other workers if they may be needed; returns whether it did."""
        part = self._depth_first.empty_part if self._is_worth_help() else None
        if part is not None:
            helpers.prepare(part)
        return part is not None

    def _is_time_for_help(self, seconds: float) -> bool:
        if seconds < SECONDS_ALONE or not self._is_worth_help():
            return False
        frontier = self._frontier
        if frontier is None or frontier not in self._running:
            return True
        return frontier.waits or frontier.worked >= SECONDS_OF_FRONTIER

    def close(self) -> None:
        """Stops all methods."""
        for running in self._running:
            running.method.steps.close()

    def counted(self, why_stop: Callable[[], Status | None]) -> Counted:
        """The count, or a lower bound if there was a reason to stop."""
        result = self.run(why_stop)
        if isinstance(result, Status):
            return Counted(result, self.at_least(), self.statistics)
        return Counted(Status.EXHAUSTED, result, self.statistics)
