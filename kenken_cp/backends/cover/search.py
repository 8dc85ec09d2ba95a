"""The backend ``cover``: exact cover on bit sets; a 9x9 proved unique in a millisecond."""

from collections.abc import Callable, Mapping
from contextlib import closing

from kenken_cp.backends.cover.components import ComponentCaching
from kenken_cp.backends.cover.counting import CountingMethod, CountingPortfolio, Reason
from kenken_cp.backends.cover.progress import estimated
from kenken_cp.backends.cover.propagation import most_constrained, propagate
from kenken_cp.backends.cover.searching import SearchCounting
from kenken_cp.checkpoints import checkpoint
from kenken_cp.encode.exact_cover import ExactCover, TooManyOptionsError
from kenken_cp.encode.mdd import bits
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.progress import Known
from kenken_cp.search.protocol import Counted, CutDecision, Ended, Helpers, Limits, Status, Visit

CHEAP_NODES = 5000
"""Nodes of component caching, which take 0.2 to 0.9 s, after which it shows whether a count is
cheap.
"""

CHEAP_SHARE = 0.005
"""Of component caching that is done by then. With more, the whole took 0.5 to 2 s on three boards,
and their cubes two to fifteen times as long; with less, on two others, 7 s and no longer.
"""

CHEAP_STATES = 2_000_000
"""States of frontiers of a cheap count; one step may make as many again."""


def search(puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
    """Visits every solution."""
    return Ended(*explore(ExactCover(puzzle), visit, limits.watch(), limits))


def count(
    puzzle: Puzzle, limits: Limits, helpers: Helpers | None = None, *, with_operators: bool = False
) -> Counted:
    """How many solutions there are, without building any; ``limits.solutions`` is ignored.

    Args:
        with_operators: count each with every choice of operators that explains it.
    """
    why_stop = limits.watch()
    cover = ExactCover(puzzle, with_operators=with_operators)
    portfolio = CountingPortfolio(cover, SearchCounting(cover), helpers)
    with closing(portfolio), estimated(limits, cover, portfolio.known):
        return portfolio.counted(why_stop)


def decide_to_cut(puzzle: Puzzle) -> CutDecision:
    """Whether a puzzle is to be cut for its count: not if one of the methods comes to an end within
    its amount of work, or nearly. It is not asked of numpy, whose order may be that of the machine.
    """
    from kenken_cp.backends.cover.frontier import FrontierCounting

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
    """The count by a method, if it takes no more of some work than that; else None."""
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
        why_stop: called before every node, of which a 9x9 has some ten thousand a second; what it
            returns, unless it is None, ends the search.
        limits: those of the search, whose meter reports how far it has come.

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
                children = [live & ~cover.excluded(option) for option in bits(options)]
                share /= len(children)
                stack.extend((child, still_open, share) for child in reversed(children))
                continue
            done += share
            if live and not visit(cover.grid(bits(live))):
                reason = Status.LIMIT
                break
    statistics = {"options": cover.options, "nodes": nodes}
    return Status.EXHAUSTED if reason is None else reason, statistics
