"""Counting the solutions of an exact cover without going through them: a portfolio of two methods.

*Search* (``searching``, or the compiled kernel) branches on what is most constrained and counts
equal subproblems once. It is best where clues leave few choices. *Frontier dynamic programming*
(``frontier``) fills the board in order and merges equivalent states. It is best where there are few
clues.

Which is better shows only when it is tried, so they take turns; the first to finish has the count.
Where other workers help, the depth-first method leaves its work to them as long as the other is at
work here, so that neither waits its turn; else it shares it with them.
"""

import time
from collections.abc import Callable, Generator, Mapping
from typing import NamedTuple, Protocol, TypeVar, cast

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
most counts are over. They take 0.3 s of CPU to begin.
"""

SECONDS_OF_FRONTIER = 0.5
"""Work of a frontier before other workers help: where it begins late it may soon be done, and to
send them what waits takes 0.2 s.
"""

SECONDS_TO_WAIT = 0.002
"""Time between two looks at methods all of which wait for others."""

Reason = TypeVar("Reason")
"""Why a search or a count pauses: a status, or what a portfolio of engines does next."""


class Sharing(NamedTuple):
    """How a method shares its work with other workers.

    Attributes:
        helpers: who does parts of it.
        workers: how many parts they do at a time, at most.
        keeping: whether it is to work here too; else all is left to them.
    """

    helpers: Helpers
    workers: int
    keeping: bool


class CountingMethod(Protocol):
    """One way of counting."""

    @property
    def steps(self) -> Generator[object, None, int | None]:
        """Work that pauses often (True: it waits for a thread); returns the count, or None."""

    @property
    def statistics(self) -> Mapping[str, int | float]:
        """Its own figures."""

    @property
    def share(self) -> float | None:
        """How much of the work is done; None if that is not known, or it may still give up."""


class DepthFirstCounting(CountingMethod, Protocol):
    """Component caching, in Python or in a compiled kernel. It never gives up.

    Attributes:
        has_own_core: whether it is at work in a thread of its own, and takes no turns.
        sharing: how it is to share its work, if it can, from now on; None: not at all.
    """

    has_own_core: bool
    sharing: Sharing | None

    @property
    def leaves(self) -> int:
        """How many times it has reached solutions, each time one or more."""

    @property
    def found(self) -> int:
        """A lower bound, while it is at work."""

    @property
    def expected(self) -> float:
        """About how many solutions there are, if the rest of the work finds as many as its share
        that is done.
        """

    def at_least(self) -> int:
        """Ends the work: a lower bound."""


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
        self._frontier: CountingMethod | None = None
        self._helpers = helpers
        has_cages = any(len(cage.cells) > 1 for cage in cover.instance.cages)
        self._seconds_before_frontier = SECONDS_BEFORE_FRONTIER if has_cages else 0.0
        self._at_work: list[CountingMethod] = [depth_first]
        # What each has worked here; None for those that wait for work done elsewhere.
        self._worked: dict[CountingMethod, float | None] = {}
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
            found |= self._frontier.statistics
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
        self._at_work[self._at_work.index(self._depth_first)] = depth_first
        self._depth_first = depth_first

    def known(self) -> Known:
        """How far the count has come: as far as the method that has most of its work behind it."""
        self._keep_bound()
        shares = [each.share for each in self._at_work if each.share is not None]
        return Known(self._bound, max(shares, default=None))

    def _keep_bound(self) -> None:
        """Keeps what is known now: component caching knows less, or nothing, while it is in a
        component and others have still to be counted.
        """
        if self._depth_first in self._at_work:
            self._bound = max(self._bound, self._depth_first.found)

    def at_least(self) -> int:
        """A lower bound; the depth-first method is ended for it."""
        if self._depth_first in self._at_work:
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
            all_wait = True
            for method in list(self._at_work):
                if method not in self._at_work:
                    continue
                if method is self._frontier and not self._is_long():
                    self._worked[method] = self._worked[self._depth_first]
                    continue
                try:
                    waits, turn_ends = False, self._turn_ends(method)
                    while not waits and (self._worked[method] or 0.0) < turn_ends:
                        waits = self._step(method)
                        if (reason := why_stop()) is not None:
                            return reason
                    all_wait = all_wait and waits
                except StopIteration as ended:
                    if ended.value is not None:
                        total: int = ended.value
                        return total
                    self._at_work.remove(method)
                except StoppedError as stopped:  # within a step; the other method has a bound
                    return cast("Reason", stopped.reason)
            self._keep_bound()
            if all_wait and self._depth_first.sharing is not None:
                time.sleep(SECONDS_TO_WAIT)
            if (
                self._frontier is None
                and time.monotonic() > started + SECONDS_PER_TURN
                and self._is_long()
            ):
                # It imports numpy, and most counts are over sooner.
                from kenken_cp.backends.cover.frontier import FrontierCounting

                self._frontier = FrontierCounting(self._cover)
                self._at_work.append(self._frontier)
            if self._helpers is not None:
                self._have_help(self._helpers, time.monotonic() - self._started)

    def _is_long(self) -> bool:
        """Whether the depth-first method may take so long that a frontier is worth its turns."""
        share, worked = self._depth_first.share, self._worked.get(self._depth_first)
        if worked is None or self._depth_first not in self._at_work:
            return True
        if worked < self._seconds_before_frontier:
            return False
        if not share or worked > SECONDS_TRUSTED:
            return True
        return worked * (1 - share) > SECONDS_WITHOUT_FRONTIER * share

    def _turn_ends(self, method: CountingMethod) -> float:
        """What a method has worked when its turn ends: ``SECONDS_PER_TURN`` more than the one that
        has worked least, for a step may be longer than a turn.
        """
        self._worked.setdefault(method, 0.0)
        others = [self._worked.get(other, 0.0) for other in self._at_work]
        return SECONDS_PER_TURN + min((each for each in others if each is not None), default=0.0)

    def _step(self, method: CountingMethod) -> bool:
        """Has a method work for a step; returns whether it waits."""
        began = time.thread_time()
        waits = bool(next(method.steps))
        worked = (self._worked[method] or 0.0) + time.thread_time() - began
        self._worked[method] = None if waits else worked
        return waits

    def _have_help(self, helpers: Helpers, seconds: float) -> None:
        """Has other workers help when it is time: as many as there are cores for."""
        if self._depth_first.sharing is None and not self._is_time_for_help(seconds):
            return
        beside, has_own_core = self._frontier in self._at_work, self._depth_first.has_own_core
        workers = helpers.workers - (beside and has_own_core)
        if workers > 0:
            if self._depth_first.sharing is None:  # others begin now, not when its turn comes
                self._worked[self._depth_first] = None
            keeping = has_own_core or not beside
            self._depth_first.sharing = Sharing(helpers, workers, keeping)

    def _is_time_for_help(self, seconds: float) -> bool:
        if seconds < SECONDS_ALONE or not self._is_long():
            return False
        frontier = self._frontier
        if frontier is None or frontier not in self._at_work:
            return True
        worked = self._worked.get(frontier, 0.0)
        return worked is None or worked >= SECONDS_OF_FRONTIER

    def close(self) -> None:
        """Stops all methods."""
        for method in self._at_work:
            method.steps.close()

    def counted(self, why_stop: Callable[[], Status | None]) -> Counted:
        """The count, or a lower bound if there was a reason to stop."""
        result = self.run(why_stop)
        if isinstance(result, Status):
            return Counted(result, self.at_least(), self.statistics)
        return Counted(Status.EXHAUSTED, result, self.statistics)


def expected(found: int, share: float | None) -> float:
    """About how many there are if a share of the work has found some."""
    return found / share if share else 0.0
