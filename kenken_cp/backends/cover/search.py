"""The backend ``cover``: exact cover on bit sets, which proves a 9x9 unique in a millisecond.

A search goes depth first. Where it finds many solutions it starts over, many nodes at a time
(``vector.visiting``); the solutions visited by then are remembered, so that each is visited once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from kenken_cp.backends.cover.components import ComponentCaching
from kenken_cp.backends.cover.counting import CountingPortfolio, Reason
from kenken_cp.backends.cover.methods import CountingMethod, DepthFirstCounting
from kenken_cp.backends.cover.progress import estimated
from kenken_cp.backends.cover.propagation import most_constrained, propagate
from kenken_cp.backends.cover.search_counting import SearchCounting
from kenken_cp.clock import checkpoint
from kenken_cp.encode.exact_cover import ExactCover, TooManyOptionsError
from kenken_cp.encode.masks import numbers_in
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.progress import Known
from kenken_cp.search.protocol import (
    Counted,
    CutDecision,
    Ended,
    Helpers,
    Limits,
    Status,
    Visit,
    VisitBlock,
)

if TYPE_CHECKING:
    from kenken_cp.backends.cover.vector.inference import VectorInference
    from kenken_cp.search.blocks import Block

SECONDS_PER_NODE = 5e-9
"""Time of a node, divided by (number of options)^1.5, as measured from 125 options to 27,000. The
work of a search is measured in nodes, not by the clock, so that every run goes the same way.
"""

SECONDS_DEPTH_FIRST = 0.05
"""Work after which a search of many nodes at a time is worth the time that it takes to start."""

MANY_SOLUTIONS = 20
"""Solutions that must be found by then to start that search. No board of large cages, of three of
each of seven kinds, has as many.
"""

MAX_REMEMBERED = 5000
"""If many nodes at a time are impossible, the solutions after which a search is no longer left to
another engine: it has found many. They need not be remembered from then on.
"""

CHEAP_NODES = 5000
"""Nodes of component caching after which it is decided whether a count is cheap: 0.2 to 0.9 s."""

CHEAP_SHARE = 0.005
"""The share of component caching done by then above which a count is cheap. With more, the whole
count took 0.5 to 2 s on three boards, and that of their cubes two to fifteen times as long; with
less, on two other boards, it took 7 s, and that of their cubes no longer.
"""

CHEAP_STATES = 2_000_000
"""States of the frontiers of a cheap count; one step may make as many again."""


def search(puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
    """Visits every solution."""
    return blocks(puzzle, visit, None, limits)


def blocks(puzzle: Puzzle, visit: Visit, visit_block: VisitBlock | None, limits: Limits) -> Ended:
    """Visits every solution; many at once, if ``visit_block`` is given, where there are many."""
    ended = search_unless(lambda *_: False, ExactCover(puzzle), visit, visit_block, limits)
    assert isinstance(ended, Ended)
    return ended


IsHopeless = Callable[[float, int], bool]
"""Whether another engine should take over, from the seconds of work and the solutions found."""


class Hopeless(NamedTuple):
    """The result of a search that was given up as hopeless.

    Attributes:
        shown: the solutions that it visited.
    """

    shown: set[Grid]
    statistics: Mapping[str, int | float]


def search_unless(
    is_hopeless: IsHopeless,
    cover: ExactCover,
    visit: Visit,
    visit_block: VisitBlock | None,
    limits: Limits,
) -> Ended | Hopeless:
    """``blocks``, but it is given up if it becomes hopeless."""
    remaining = limits.countdown()
    first = _DepthFirst(cover, visit, limits.watch(), is_hopeless)
    reason, statistics = explore(cover, first.visit, first.decide, limits)
    if isinstance(reason, Status):
        return Ended(reason, statistics)
    if first.inference is None:
        return Hopeless(first.shown, statistics)
    from kenken_cp.backends.cover.vector.visiting import visit_all

    visit_block = visit_block or by_block(visit)
    ended = visit_all(cover, first.inference, visit_block, remaining(), first.shown)
    assert ended is not None
    return Ended(ended.status, {**statistics, **ended.statistics})


def by_block(visit: Visit) -> VisitBlock:
    """Makes a visitor of single solutions one of blocks."""

    def visit_each(block: Block) -> bool:
        return all(visit(grid) for grid in block.grids())

    return visit_each


class _Next(Enum):
    """What a depth-first search gives way to."""

    MANY_NODES = "many nodes at a time"
    OTHER_ENGINE = "another engine"


class _DepthFirst:
    """The depth-first search with which all searches begin; it decides whether to go on.

    Attributes:
        shown: the solutions that it has visited, as long as it may give way to something else.
        inference: for the search of many nodes at a time, if it gives way to that.
    """

    def __init__(
        self,
        cover: ExactCover,
        visit: Visit,
        why_stop: Callable[[], Status | None],
        is_hopeless: IsHopeless,
    ) -> None:
        self._cover, self._visit, self._why_stop = cover, visit, why_stop
        self._is_hopeless = is_hopeless
        self._seconds_per_node = SECONDS_PER_NODE * cover.options**1.5
        self._seconds = 0.0
        self._is_unsuitable = self._is_settled = False
        self.shown: set[Grid] = set()
        self.inference: VectorInference | None = None

    def visit(self, grid: Grid) -> bool:
        if not self._is_settled:
            self.shown.add(grid)
        return self._visit(grid)

    def decide(self) -> Status | _Next | None:
        """Called before every node."""
        if not self._is_settled:
            self._seconds += self._seconds_per_node
            if self._is_long_with_many() and self._can_go_on_with_many_nodes():
                return _Next.MANY_NODES
            if self._is_hopeless(self._seconds, len(self.shown)):
                return _Next.OTHER_ENGINE
            if len(self.shown) > MAX_REMEMBERED and self._is_unsuitable:
                self._is_settled, self.shown = True, set()
        return self._why_stop()

    def _is_long_with_many(self) -> bool:
        return self._seconds > SECONDS_DEPTH_FIRST and len(self.shown) >= MANY_SOLUTIONS

    def _can_go_on_with_many_nodes(self) -> bool:
        if not self._is_unsuitable:
            # It imports numpy, which most searches do not need.
            from kenken_cp.backends.cover.vector.visiting import inference

            self.inference = inference(self._cover)
            self._is_unsuitable = self.inference is None
        return not self._is_unsuitable


def count(
    puzzle: Puzzle,
    limits: Limits,
    helpers: Helpers | None = None,
    *,
    with_operators: bool = False,
    by: Callable[[ExactCover], DepthFirstCounting] = SearchCounting,
) -> Counted:
    """How many solutions there are, without building any; ``limits.solutions`` is ignored.

    Args:
        with_operators: count each solution once for every choice of operators that explains it.
        by: makes the depth-first method, which takes turns with frontiers.
    """
    why_stop = limits.watch()
    cover = ExactCover(puzzle, with_operators=with_operators)
    portfolio = CountingPortfolio(cover, by(cover), helpers)
    with closing(portfolio), estimated(limits, cover, portfolio.known):
        return portfolio.counted(why_stop)


def decide_to_cut(puzzle: Puzzle) -> CutDecision:
    """Whether a puzzle should be split into cubes for its count: not if one of two methods finishes
    within a fixed amount of work, or nearly.

    The search of many nodes at a time is not tried: the order of its nodes may depend on the
    machine, by numpy.
    """
    from kenken_cp.backends.cover.frontier.counting import FrontierCounting

    try:
        cover = ExactCover(puzzle)
    except TooManyOptionsError:
        return CutDecision(cut=True)
    caching, frontier = ComponentCaching(cover), FrontierCounting(cover)
    counted = _counted_within(caching, "nodes", CHEAP_NODES)
    if counted is None and caching.share <= CHEAP_SHARE:
        counted = _counted_within(frontier, "states", CHEAP_STATES)
        return CutDecision(counted is None, counted)
    return CutDecision(cut=False, counted=counted)


def _counted_within(method: CountingMethod, work: str, most: int) -> Counted | None:
    """The count by a method; None if its statistic ``work`` exceeds ``most`` before it is done."""
    with closing(method.steps):
        try:
            while method.statistics[work] <= most:
                checkpoint()
                next(method.steps)
        except StopIteration as ended:
            if ended.value is not None:
                return Counted(Status.EXHAUSTED, ended.value, method.statistics)
    return None


def explore(
    cover: ExactCover, visit: Visit, why_stop: Callable[[], Reason | None], limits: Limits
) -> tuple[Reason | Status, Mapping[str, int | float]]:
    """Visits every solution, depth first, branching on the most constrained item.

    Args:
        why_stop: called before every node, some ten thousand times a second on a 9x9; whatever it
            returns but None ends the search.
        limits: their meter reports how far the search has come.

    Returns:
        Why it ended (what ``why_stop`` returned, or a status), and statistics.
    """
    nodes, done = 0, 0.0
    reason: Reason | Status | None = None
    stack = [(cover.all_options, cover.primary_items, 1.0)]  # each with its share of the tree
    with estimated(limits, cover, lambda: Known(0, done)):
        while stack and (reason := why_stop()) is None:
            nodes += 1
            node, items, share = stack.pop()
            live, still_open = propagate(cover, node, items)
            if still_open and live:
                options = live & most_constrained(live, still_open)
                children = [live & ~cover.excluded(option) for option in numbers_in(options)]
                share /= len(children)
                stack.extend((child, still_open, share) for child in reversed(children))
                continue
            done += share
            if live and not visit(cover.grid(numbers_in(live))):
                reason = Status.LIMIT
                break
    statistics = {"options": cover.options, "nodes": nodes}
    return Status.EXHAUSTED if reason is None else reason, statistics
