"""How ``auto`` counts: by exact cover; where that finds no solutions, in turns with SAT and CP-SAT.
A long count switches to the compiled engine, if that is installed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial
from typing import TYPE_CHECKING

from kenken_cp.backends.cover.counting import CountingPortfolio
from kenken_cp.backends.cover.progress import estimated
from kenken_cp.backends.cover.search_counting import SearchCounting
from kenken_cp.backends.portfolio import exact_cover, search_side_by_side
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import choices_of_operators
from kenken_cp.search.backend import BACKENDS
from kenken_cp.search.progress import Known
from kenken_cp.search.protocol import (
    Counted,
    Helpers,
    Limits,
    Remaining,
    Status,
    prefixed,
    searched,
)

if TYPE_CHECKING:
    from kenken_cp.backends.cover.compiled.loading import Loading


@dataclass(frozen=True, slots=True, kw_only=True)
class CountBudgets:
    """How much exact cover may do before SAT and CP-SAT, side by side, have a turn, or the compiled
    engine takes over.

    Args:
        count_seconds: time of exact cover before they have their first turn.
        nearly_done_seconds: if a count needs no longer than this to finish, as far as its share
            that is done tells, no other engine takes over: CP-SAT would need as long.
        trusted_seconds: time for which that share is believed; later, the rest may be harder.
        seconds_per_solution: time added for each expected solution; CP-SAT needs a third of that or
            more.
        seconds_per_leaf: the most time added for each leaf, that is, each time that the count
            reaches solutions: from few leaves the number of solutions cannot be estimated.
        long_count_seconds: work after which a count is long and may switch to the compiled engine
            once that is ready. It takes 1 s to load, and a count of 48,026 solutions of a 9x9 takes
            2.5 s without it.
        seconds_left: time that a count must still need, as far as its share tells, to switch: it
            is what compiling takes.
        first_turn_solutions: solutions that they may find in their first turn.
        turn_growth: the factor by which each further turn is longer.
    """

    count_seconds: float = 0.15
    nearly_done_seconds: float = 0.5
    trusted_seconds: float = 2.0
    seconds_per_solution: float = 3e-4
    seconds_per_leaf: float = 0.1
    long_count_seconds: float = 4.0
    seconds_left: float = 15.0
    first_turn_solutions: int = 5000
    turn_growth: int = 8


DEFAULT_BUDGETS = CountBudgets()


class Switch(Enum):
    """The decision that another engine takes over."""

    NO_PROGRESS = "SAT and CP-SAT have a turn"
    LONG = "the compiled engine goes on"


Decision = Status | Switch | None
"""What to do after a step: stop, switch, or, if it is None, go on."""


def count(
    puzzle: Puzzle,
    limits: Limits,
    helpers: Helpers | None = None,
    budgets: CountBudgets = DEFAULT_BUDGETS,
    *,
    with_operators: bool = False,
) -> Counted:
    """How many solutions there are; ``limits.solutions`` is ignored.

    Where the count by exact cover finds no solutions, SAT and CP-SAT enumerate a limited number of
    them. If there are more, exact cover and these two take turns that become longer and longer.

    Args:
        with_operators: count each solution once for every choice of operators that explains it.
    """
    remaining = limits.countdown()
    weigh = partial(choices_of_operators, puzzle) if with_operators else _once
    cover = exact_cover(puzzle, None, with_operators=with_operators)
    if cover is None:
        return _count_side_by_side(puzzle, remaining(), None, weigh, 0)
    methods = CountingPortfolio(cover, SearchCounting(cover), helpers)
    turns = _Turns(cover, methods, remaining, budgets, weigh)
    with closing(methods), closing(turns), estimated(limits, cover, turns.known):
        return turns.counted()


Weigh = Callable[[Grid], int]
"""Returns how many times a grid counts."""


def _once(_: Grid) -> int:
    return 1


class _Compiled:
    """The compiled engine, which starts to load when it is first asked for; to be closed."""

    def __init__(self) -> None:
        self._loading: Loading | None = None

    def is_ready(self) -> bool:
        """Whether a count may switch to it now."""
        if self._loading is None and _is_compiled_installed():
            self._loading = _loading()
        return self._loading is not None and self._loading.ready

    def close(self) -> None:
        if self._loading is not None:
            self._loading.close()


@cache
def _is_compiled_installed() -> bool:
    return BACKENDS.named("compiled").installed


def _loading() -> Loading:
    # It imports what only long counts need.
    from kenken_cp.backends.cover.compiled.loading import Loading

    return Loading()


class _Turns:
    """A count by exact cover, in turns with SAT and CP-SAT; to be closed."""

    def __init__(
        self,
        cover: ExactCover,
        methods: CountingPortfolio,
        remaining: Remaining,
        budgets: CountBudgets,
        weigh: Weigh,
    ) -> None:
        self._cover, self._methods = cover, methods
        self._weigh = weigh
        self._remaining, self._budgets = remaining, budgets
        self._why_stop = remaining().watch()
        self._engine = "cover"
        self._most_found = 0
        self._max_solutions = budgets.first_turn_solutions
        self._statistics: dict[str, int | float] = {}
        self._compiled = _Compiled()
        self._started = time.monotonic()
        self._work_began = time.thread_time()
        self._turn_ends = self._started + budgets.count_seconds

    def counted(self) -> Counted:
        """The count, or a lower bound if a limit came first."""
        while True:
            answer = self._methods.run(self._decide)
            self._statistics |= prefixed(self._engine, self._methods.statistics)
            if isinstance(answer, int):
                return Counted(Status.EXHAUSTED, answer, self._statistics)
            if isinstance(answer, Status):
                return Counted(answer, self._at_least, self._statistics)
            next_turn = 0.0
            if answer is Switch.LONG:
                self._compile()
            elif self._methods.known().found < self._max_solutions:
                began = time.monotonic()
                if (counted := self._by_others()) is not None:
                    return counted
                next_turn = self._budgets.turn_growth * (time.monotonic() - began)
            # Exact cover gets as much time again as the count has taken so far, and at least as
            # much as the others will take for their next turn.
            now = time.monotonic()
            self._turn_ends = now + max(now - self._started, next_turn) - self._bonus

    def _by_others(self) -> Counted | None:
        """A turn of SAT and CP-SAT: the count, or a lower bound if a limit came first; None if
        there are more solutions than they may find in this turn.
        """
        puzzle, known = self._cover.instance.puzzle, self._methods.known().found
        turn = _count_side_by_side(
            puzzle, self._remaining(), self._max_solutions, self._weigh, known
        )
        self._statistics |= turn.statistics
        self._most_found = max(self._most_found, turn.total)
        if turn.status is Status.EXHAUSTED:
            return Counted(turn.status, turn.total, self._statistics)
        if turn.status is not Status.LIMIT:
            return Counted(turn.status, self._at_least, self._statistics)
        self._max_solutions *= self._budgets.turn_growth
        return None

    def known(self) -> Known:
        """How far the count has come."""
        known = self._methods.known()
        return known._replace(found=max(known.found, self._most_found))

    @property
    def _at_least(self) -> int:
        return max(self._most_found, self._methods.at_least())

    @property
    def _bonus(self) -> float:
        """Seconds that exact cover has earned by reaching solutions."""
        leaves, budgets = self._methods.leaves, self._budgets
        expected = max(self._methods.expected, leaves)
        return min(expected * budgets.seconds_per_solution, leaves * budgets.seconds_per_leaf)

    def _decide(self) -> Decision:
        """Called every few milliseconds."""
        now = time.monotonic()
        if now > self._turn_ends + self._bonus and not self._is_nearly_done(now):
            return Switch.NO_PROGRESS
        if self._engine == "cover" and self._is_long() and self._compiled.is_ready():
            return Switch.LONG
        return self._why_stop()

    def _is_nearly_done(self, now: float) -> bool:
        share, seconds = self._methods.known().share or 0.0, now - self._started
        if seconds > self._budgets.trusted_seconds:
            return False
        return seconds * (1 - share) < self._budgets.nearly_done_seconds * share

    def _is_long(self) -> bool:
        worked, budgets = time.thread_time() - self._work_began, self._budgets
        if worked < budgets.long_count_seconds:
            return False
        share = self._methods.known().share
        return not share or worked * (1 - share) / share >= budgets.seconds_left

    def close(self) -> None:
        self._compiled.close()

    def _compile(self) -> None:
        from kenken_cp.backends.cover.compiled.engine import CompiledCounting

        self._methods.switch_engine(CompiledCounting(self._cover))
        self._engine = "compiled"


def _count_side_by_side(
    puzzle: Puzzle, limits: Limits, max_solutions: int | None, weigh: Weigh, known: int
) -> Counted:
    """Counts by SAT and CP-SAT side by side; by CP-SAT alone if many solutions are known."""
    found = total = 0

    def add(grid: Grid) -> bool:
        nonlocal found, total
        found += 1
        total += weigh(grid)
        if limits.meter is not None:
            limits.meter.tick()
        return found != max_solutions

    with limits.measured(lambda: Known(total)):
        search = partial(search_side_by_side, known=known)
        ended = searched(search, puzzle, add, limits)  # the total is kept if it is stopped
    return Counted(ended.status, total, ended.statistics)
