"""The backend ``cover``: exact cover on bit sets; a 9x9 proved unique in a millisecond."""

from collections.abc import Callable, Mapping
from contextlib import closing

from kenken_cp.backends.cover.components import ComponentCaching
from kenken_cp.backends.cover.counting import CountingPortfolio, Reason
from kenken_cp.backends.cover.propagation import most_constrained, propagate
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.encode.mdd import bits
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Counted, Ended, Limits, Status, Visit


def search(puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
    """Visits every solution."""
    return Ended(*explore(ExactCover(puzzle), visit, limits.watch()))


def count(puzzle: Puzzle, limits: Limits) -> Counted:
    """How many solutions there are, without building any; ``limits.solutions`` is ignored."""
    why_stop = limits.watch()
    cover = ExactCover(puzzle)
    with closing(CountingPortfolio(cover, ComponentCaching(cover))) as portfolio:
        return portfolio.counted(why_stop)


def explore(
    cover: ExactCover, visit: Visit, why_stop: Callable[[], Reason | None]
) -> tuple[Reason | Status, Mapping[str, int | float]]:
    """Visits every solution, depth first, branching on the most constrained item.

    Args:
        why_stop: called before every node, of which a 9x9 has some ten thousand a second; what it
            returns, unless it is None, ends the search.

    Returns:
        Why it ended (what ``why_stop`` returned, or a status), and statistics.
    """
    nodes = 0
    reason: Reason | Status | None = None
    stack = [(cover.all_options, cover.primary_items)]
    while stack and (reason := why_stop()) is None:
        nodes += 1
        live, still_open = propagate(cover, *stack.pop())
        if not live:
            continue
        if still_open:
            options = live & most_constrained(live, still_open)
            children = [live & ~cover.excluded(option) for option in bits(options)]
            stack.extend((child, still_open) for child in reversed(children))
        elif not visit(cover.grid(bits(live))):
            reason = Status.LIMIT
            break
    statistics = {"options": cover.options, "nodes": nodes}
    return Status.EXHAUSTED if reason is None else reason, statistics
