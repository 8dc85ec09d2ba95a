"""The search tree of an exact cover problem, walked depth first, one node after the other.

It proves a 9x9 unique in a millisecond, and needs nothing but Python's integers.
"""

from collections.abc import Iterator

from kenken_cp.backends.cover.propagation import most_constrained, propagate
from kenken_cp.clock import Clock
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.encode.masks import numbers_in
from kenken_cp.model.geometry import Grid


def walk(cover: ExactCover, clock: Clock) -> Iterator[Grid | None]:
    """Visits every node: the grid of each that is a solution, None for each other.

    A caller that counts nodes may end it at any of them, and the next walk goes the same way.

    Raises:
        StoppedError: if the clock says so.
    """
    done = 0.0
    waiting = [(cover.all_options, cover.primary_items, 1.0)]  # each with its share of the tree
    while waiting:
        clock.check()
        live, items, share = waiting.pop()
        live, still_open = propagate(cover, live, items)
        if live and still_open:
            options = live & most_constrained(live, still_open)
            children = [live & ~cover.excluded(option) for option in numbers_in(options)]
            share /= len(children)
            waiting.extend((child, still_open, share) for child in reversed(children))
            yield None
            continue
        done += share
        clock.note(share=done)
        yield cover.grid(numbers_in(live)) if live else None
