"""Counting the solutions of an exact cover without going through them: a portfolio of two methods.

*Search* (``searching``, or the compiled kernel) branches on what is most constrained and counts
equal subproblems once. It is best where clues leave few choices. *Frontier dynamic programming*
(``frontier``) fills the board in order and merges equivalent states. It is best where there are few
clues.

Which is better shows only when it is tried, so they take turns; the first to finish has the count.
When both have come so far that they tell how long they will take, the slower one has fewer turns.
Where other workers help, the depth-first method leaves its work to them as long as the other may be
done first here, so that neither waits its turn; else it shares it with them.
"""

import time
from collections.abc import Callable
from math import inf
from typing import TypeVar, cast

from kenken_cp.backends.cover.methods import DepthFirstCounting, Sharing
from kenken_cp.backends.cover.pace import AtWork
from kenken_cp.checkpoints import StoppedError
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.search.progress import Known
from kenken_cp.search.protocol import Counted, Helpers, Status

SECONDS_PER_TURN = 0.02
"""Long against what taking turns costs, short against what a person notices."""

SECONDS_BEFORE_FRONTIER = 0.08
"""Work of the depth-first method on a board with cages, after which its share that is done tells
how long it will take. Where there are no cages frontiers are best, and begin after a turn.
"""

SECONDS_WITHOUT_FRONTIER = 0.5
"""Work of the depth-first method that is left, by its share that is done, up to which a frontier
does not begin and has no turns: half of the work would be lost.
"""

SECONDS_TRUSTED = 1.0
"""Work of the depth-first method up to which its share is believed: what is left may be harder than
all that is done, and 99% done after two seconds and after forty.
"""

SECONDS_ALONE = 1.0
"""Time after which other workers help: by then a frontier that is far too wide has given up, and
most counts are over.
"""

SECONDS_BEFORE_PREPARING = 0.6
"""Time after which other workers are started: they take 0.4 s to begin, and 0.07 s here."""

SECONDS_OF_FRONTIER = 0.5
"""Work of a frontier before other workers help: where it begins late it may soon be done, and to
send them what waits takes 0.2 s.
"""

SECONDS_TO_COMPARE = 0.5
"""Work of each method before they are compared."""

MOST_TURNS = 8.0
"""Of the method that will be done first, to one of the other: how long either takes is a guess."""

TURNS_TO_YIELD = 4.0
"""Of the depth-first method to one of the frontier, from which on it works here even where others
help.
"""

SECONDS_TO_WAIT = 0.002
"""Time between two looks at methods all of which wait for others."""

Reason = TypeVar("Reason")
"""Why a search or a count pauses: a status, or what a portfolio of engines does next."""


class CountingPortfolio:
    """A count by a depth-first method and by frontiers in turn; to be closed.

    Args:
        helpers: other workers, if there are any, for a count that is long.
    """

    def __init__(
        self, cover: ExactCover, depth_first: DepthFirstCounting, helpers: Helpers | None = None
    ) -> None:
        self._cover = cover
        self._depth_first = depth_first
        self._search = AtWork(depth_first)
        self._frontier: AtWork | None = None
        self._at_work = [self._search]
        self._helpers = helpers
        self._is_prepared = False
        has_cages = any(len(cage.cells) > 1 for cage in cover.instance.cages)
        self._seconds_before_frontier = SECONDS_BEFORE_FRONTIER if has_cages else 0.0
        self._started: float | None = None
        self._bound = 0

    @property
    def statistics(self) -> dict[str, int | float]:
        """Figures of the methods that took part."""
        found: dict[str, int | float] = {
            "options": self._cover.options,
            **self._depth_first.statistics,
        }
        if self._frontier is not None:
            found |= self._frontier.method.statistics
        return found

    @property
    def leaves(self) -> int:
        """How many times the depth-first method has reached solutions."""
        return self._depth_first.leaves

    @property
    def expected(self) -> float:
        """About how many solutions there are, as far as the depth-first method can say."""
        return self._depth_first.expected

    def switch_engine(self, depth_first: DepthFirstCounting) -> None:
        """Starts the depth-first method again on another engine; the other method goes on."""
        self._keep_bound()
        self._depth_first.steps.close()
        self._depth_first = depth_first
        search = AtWork(depth_first)
        self._at_work[self._at_work.index(self._search)] = search
        self._search = search

    def known(self) -> Known:
        """How far the count has come: as far as the method that has most of its work behind it."""
        self._keep_bound()
        shares = [each.method.share for each in self._at_work if each.method.share is not None]
        return Known(self._bound, max(shares, default=None))

    def _keep_bound(self) -> None:
        """Keeps what is known now: component caching knows less, or nothing, while it is in a
        component and others have still to be counted.
        """
        if self._search in self._at_work:
            self._bound = max(self._bound, self._depth_first.found)

    def at_least(self) -> int:
        """A lower bound; the depth-first method is ended for it."""
        if self._search in self._at_work:
            self._bound = max(self._bound, self._depth_first.at_least())
        return self._bound

    def run(self, why_stop: Callable[[], Reason | None]) -> int | Reason:
        """The count, or the reason to stop; after that it can be run on, but not after a reason
        that a checkpoint gave.

        Args:
            why_stop: called every few milliseconds; what it returns, if not None, stops the count.
        """
        started = time.monotonic()
        if self._started is None:
            self._started = started
        while True:
            passed = time.monotonic()
            for one in list(self._at_work):
                if one is self._frontier and not self._is_long():
                    one.turns = self._search.turns
                    continue
                try:
                    reason = self._turn(one, why_stop)
                except StopIteration as ended:
                    if ended.value is not None:
                        total: int = ended.value
                        return total
                    self._at_work.remove(one)
                except StoppedError as stopped:  # within a step; the other method has a bound
                    return cast("Reason", stopped.reason)
                if reason is not None:
                    return reason
            self._keep_bound()
            if self._depth_first.sharing and all(one.waits for one in self._at_work):
                time.sleep(SECONDS_TO_WAIT)
            if (
                self._frontier is None
                and time.monotonic() > started + SECONDS_PER_TURN
                and self._is_long()
            ):
                # It imports numpy, and most counts are over sooner.
                from kenken_cp.backends.cover.frontier import FrontierCounting

                self._frontier = AtWork(FrontierCounting(self._cover))
                self._at_work.append(self._frontier)
            self._compare(time.monotonic() - passed)
            if self._helpers is not None:
                self._have_help(self._helpers, time.monotonic() - self._started)

    def _is_long(self) -> bool:
        """Whether the depth-first method may take so long that a frontier is worth its turns."""
        if self._search.waits or self._search not in self._at_work:
            return True
        share, worked = self._depth_first.share, self._search.worked
        if worked < self._seconds_before_frontier:
            return False
        if not share or worked > SECONDS_TRUSTED:
            return True
        return worked * (1 - share) > SECONDS_WITHOUT_FRONTIER * share

    def _turn(self, one: AtWork, why_stop: Callable[[], Reason | None]) -> Reason | None:
        """A turn of a method: till it has had ``SECONDS_PER_TURN`` more than the one that has had
        fewest, for a step may be longer than that; or a reason to stop.
        """
        least = min((each.turns for each in self._at_work if not each.waits), default=one.turns)
        if one.waits:
            one.turns = least
        while one.turns < least + SECONDS_PER_TURN:
            one.step()
            if (reason := why_stop()) is not None:
                return reason
            if one.waits:
                break
        return None

    def _compare(self, passed: float) -> None:
        """Some time has passed: gives the method that will take longer fewer turns."""
        for one in self._at_work:
            one.note(passed)
            one.slowness = 1.0
        left = [one.pace.seconds_left for one in self._at_work]
        known = [seconds for seconds in left if seconds is not None]
        least = max(min(known, default=0.0), SECONDS_PER_TURN)
        early = any(one.pace.seconds < SECONDS_TO_COMPARE for one in self._at_work)
        if early or len(known) < len(left) or least == inf:
            return
        for one, seconds in zip(self._at_work, known, strict=True):
            one.slowness = max(1.0, min(MOST_TURNS, seconds / least))

    def _have_help(self, helpers: Helpers, seconds: float) -> None:
        """Has other workers help when it is time: as many as there are cores for."""
        search = self._search
        if not self._is_prepared and seconds >= SECONDS_BEFORE_PREPARING:
            self._is_prepared = self._prepare(helpers)
        if self._depth_first.sharing is None and not self._is_time_for_help(seconds):
            return
        beside, has_own_core = self._frontier in self._at_work, self._depth_first.has_own_core
        workers = helpers.workers - (beside and has_own_core)
        if workers > 0:
            if self._depth_first.sharing is None:  # others begin now, not when its turn comes
                search.waits = True
            slow = self._frontier is not None and self._frontier.slowness >= TURNS_TO_YIELD
            keeping = has_own_core or not beside or slow
            self._depth_first.sharing = Sharing(helpers, workers, keeping)

    def _prepare(self, helpers: Helpers) -> bool:
        """Has other workers start, if they may be wanted."""
        part = self._depth_first.empty_part if self._is_long() else None
        if part is not None:
            helpers.prepare(part)
        return part is not None

    def _is_time_for_help(self, seconds: float) -> bool:
        if seconds < SECONDS_ALONE or not self._is_long():
            return False
        frontier = self._frontier
        if frontier is None or frontier not in self._at_work:
            return True
        return frontier.waits or frontier.worked >= SECONDS_OF_FRONTIER

    def close(self) -> None:
        """Stops all methods."""
        for one in self._at_work:
            one.method.steps.close()

    def counted(self, why_stop: Callable[[], Status | None]) -> Counted:
        """The count, or a lower bound if there was a reason to stop."""
        result = self.run(why_stop)
        if isinstance(result, Status):
            return Counted(result, self.at_least(), self.statistics)
        return Counted(Status.EXHAUSTED, result, self.statistics)
