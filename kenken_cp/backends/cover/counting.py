"""Counting the solutions of an exact cover without going through them: a portfolio of two methods.

*Component caching* (``components``, or the compiled kernel) goes depth first and counts equal
subproblems once, and independent ones apart. It is best where clues leave few choices. *Frontier
dynamic programming* (``frontier``) fills the board in order and merges equivalent states. It is
best where there are few clues.

Which is better shows only when it is tried, so they take turns; the first to finish has the count.
"""

import time
from collections.abc import Callable, Generator
from typing import Protocol, TypeVar, cast

from kenken_cp.checkpoints import StoppedError
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.search.protocol import Counted, Status

SECONDS_PER_TURN = 0.02
"""Long against what taking turns costs, short against what a person notices."""

Reason = TypeVar("Reason")
"""Why a search or a count pauses: a status, or what a portfolio of engines does next."""


class CountingMethod(Protocol):
    """One way of counting."""

    @property
    def steps(self) -> Generator[object, None, int | None]:
        """Work that pauses often (True: it waits for a thread); returns the count, or None."""

    @property
    def statistics(self) -> dict[str, int]:
        """Its own figures."""


class DepthFirstCounting(CountingMethod, Protocol):
    """Component caching, in Python or in a compiled kernel. It never gives up."""

    @property
    def leaves(self) -> int:
        """How many times it has reached solutions, each time one or more."""

    def at_least(self) -> int:
        """Ends the work: a lower bound."""


class CountingPortfolio:
    """A count by a depth-first method and by frontiers in turn; to be closed."""

    def __init__(self, cover: ExactCover, depth_first: DepthFirstCounting) -> None:
        self._cover = cover
        self.depth_first = depth_first
        self._frontier: CountingMethod | None = None
        self._at_work: list[CountingMethod] = [depth_first]

    @property
    def statistics(self) -> dict[str, int]:
        """Figures of the methods that took part."""
        frontier = self._frontier.statistics if self._frontier else {}
        return {"options": self._cover.options, **self.depth_first.statistics, **frontier}

    def switch_engine(self, depth_first: DepthFirstCounting) -> None:
        """Starts the depth-first method again on another engine; the other method goes on."""
        self.depth_first.steps.close()
        self._at_work[self._at_work.index(self.depth_first)] = depth_first
        self.depth_first = depth_first

    def run(self, why_stop: Callable[[], Reason | None]) -> int | Reason:
        """The count, or the reason to stop; after that it can be run on, but not after a reason
        that a checkpoint gave.

        Args:
            why_stop: called every few milliseconds; what it returns, if not None, stops the count.
        """
        started = time.monotonic()
        while True:
            for method in list(self._at_work):
                turn_ends = time.monotonic() + SECONDS_PER_TURN
                try:
                    waits: object = False
                    while not waits and time.monotonic() < turn_ends:
                        waits = next(method.steps)
                        if (reason := why_stop()) is not None:
                            return reason
                except StopIteration as ended:
                    if ended.value is not None:
                        total: int = ended.value
                        return total
                    self._at_work.remove(method)
                except StoppedError as stopped:  # within a step; the other method has a bound
                    return cast("Reason", stopped.reason)
            if self._frontier is None and time.monotonic() > started + SECONDS_PER_TURN:
                # It imports numpy, and most counts are over sooner.
                from kenken_cp.backends.cover.frontier import FrontierCounting

                self._frontier = FrontierCounting(self._cover)
                self._at_work.append(self._frontier)

    def close(self) -> None:
        """Stops all methods."""
        for method in self._at_work:
            method.steps.close()

    def counted(self, why_stop: Callable[[], Status | None]) -> Counted:
        """The count, or a lower bound if there was a reason to stop."""
        result = self.run(why_stop)
        if isinstance(result, Status):
            return Counted(result, self.depth_first.at_least(), self.statistics)
        return Counted(Status.EXHAUSTED, result, self.statistics)
