"""Inference on an exact cover problem, and the choice of the item to branch on.

``live`` is always the bit set of the options that are not eliminated, and ``items`` are the primary
items that may still have several live options.
"""

from collections.abc import Sequence

from kenken_cp.encode.exact_cover import ExactCover

MAX_OPTIONS_COMPARED = 6
"""Options of the largest item for which the options that all of them exclude are eliminated."""


def propagate(cover: ExactCover, live: int, items: Sequence[int]) -> tuple[int, list[int]]:
    """Eliminates options that cannot be chosen, until no more follow.

    These are the options excluded by the only option of an item, or by each of its few options.

    Returns:
        The options left, and the items that still have a choice; no options at all if some item
        has none left.
    """
    excluded, excluded_by_all = cover.excluded, cover.excluded_by_all
    while True:
        before = live
        still_open: list[int] = []
        for item in items:
            options = live & item
            if options & (options - 1):
                still_open.append(item)
            elif options:
                live &= ~excluded(options.bit_length() - 1)
            else:
                return 0, still_open
        items = still_open
        if live != before:
            continue
        for item in items:
            options = live & item
            if options.bit_count() <= MAX_OPTIONS_COMPARED:
                live &= ~excluded_by_all(options)
        if live == before:
            return live, still_open


def most_constrained(live: int, items: Sequence[int]) -> int:
    """The item with the fewest options: minimum remaining values (MRV)."""
    fewest, found = live.bit_count() + 1, 0
    for item in items:
        options = (live & item).bit_count()
        if options < fewest:
            fewest, found = options, item
            if options == 2:
                break
    return found
