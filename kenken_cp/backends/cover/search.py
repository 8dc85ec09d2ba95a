"""Exact cover on bit sets: no dependency, a 9x9 proved unique in a millisecond, counts that need
not go through every solution.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing

from kenken_cp.backends.cover.components import Race, Reason
from kenken_cp.encode.exact_cover import ExactCover, bits, propagate, smallest
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Counted, Ended, Limits, Status, Visit


def search(puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
    """Visits every solution."""
    return Ended(*explore(ExactCover(puzzle), visit, limits.watch()))


def count(puzzle: Puzzle, limits: Limits) -> Counted:
    """How many solutions there are, without building any; ``limits.solutions`` is not heeded."""
    why_stop = limits.watch()
    with closing(Race(ExactCover(puzzle))) as race:
        return race.counted(why_stop)


def explore(
    cover: ExactCover, visit: Visit, why_stop: Callable[[], Reason | None]
) -> tuple[Reason | Status, Mapping[str, int | float]]:
    """Visits every solution, depth first on the smallest item.

    Args:
        why_stop: called before every node, of which a 9x9 has some ten thousand a second; what it
            returns, unless it is None, ends the search.

    Returns:
        Why it ended (what ``why_stop`` returned, or a status), and statistics.
    """
    nodes = 0

    def ended(reason: Reason | Status) -> tuple[Reason | Status, Mapping[str, int | float]]:
        return reason, {"options": cover.options, "nodes": nodes}

    stack = [(cover.all_options, cover.items)]
    while stack:
        if (reason := why_stop()) is not None:
            return ended(reason)
        nodes += 1
        live, still_open = propagate(cover, *stack.pop())
        if not live:
            continue
        if still_open:
            options = live & smallest(live, still_open)
            children = [live & ~cover.excluded(option) for option in bits(options)]
            stack.extend((child, still_open) for child in reversed(children))
        elif not visit(cover.grid(live)):
            return ended(Status.LIMIT)
    return ended(Status.EXHAUSTED)
