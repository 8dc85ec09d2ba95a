"""The data of the compiled kernel as numpy arrays: an exact cover problem, the state of a search.

Bit sets of options, and numbers, are stored as ``arrays`` describes. Of an item, only the words
that are not zero are stored.
"""

import math
from typing import NamedTuple

import numpy as np

from kenken_cp.backends.cover.arrays import Indices, Numbers, Words, rows_of
from kenken_cp.encode.exact_cover import ExactCover


class Tables(NamedTuple):
    """An exact cover problem in arrays.

    Attributes:
        starts: for each item, the index in ``words`` and ``masks`` of its first word, and at the
            end the length of these; first the primary items, then the couplings.
        words: the indices of the words of items that are not zero.
        masks: these words.
        excluded: for each option, the bit set of the options that cannot be chosen with it.
        ending, starting: for each state of the automata, the bit set of the arcs that end in it,
            and of those that start from it.
    """

    starts: Indices
    words: Indices
    masks: Words
    excluded: Words
    ending: Words
    starting: Words


class Frames(NamedTuple):
    """The stack of a search, with a row for each depth, and the current node.

    Attributes:
        live: the options left.
        tries: the options of the item branched on that were not tried yet.
        items: the items that still have a choice.
        counts: how many items of each row those are.
        node: the options left of the current node, which is not on the stack yet.
        node_items: the open items of the current node.
        spare: a bit set for intermediate results.
    """

    live: Words
    tries: Words
    items: Indices
    counts: Numbers
    node: Words
    node_items: Indices
    spare: Words


class Sums(NamedTuple):
    """What a count has found so far, by depth; each depth is a component of a node.

    Numbers have as many limbs as the product of the numbers of options of all option groups needs,
    so that none can overflow.

    Attributes:
        total: the solutions found of this component.
        product: the product of the counts of the node's components that are counted already.
        more: the number of its components that are still to be counted; they lie just below.
        slots: the slot of the cache in which the total is to be stored; -1 for none.
        scratch: two numbers for intermediate results.
    """

    total: Words
    product: Words
    more: Numbers
    slots: Numbers
    scratch: Words


class Cache(NamedTuple):
    """A hash table from components to their counts, where a new entry replaces an old one of the
    same slot. No component is the empty bit set, which marks empty slots.
    """

    keys: Words
    counts: Words


def tables_of(cover: ExactCover) -> Tables:
    """The problem in arrays; ``excluded`` has only the transition conflicts so far."""
    width = _width(cover)
    rows = rows_of([*cover.primary_items, *cover.couplings], width)
    item, word = np.nonzero(rows)
    excluded = np.zeros((cover.options, width), np.uint64)
    for option, others in cover.transition_conflicts.items():
        excluded[option] = rows_of([others], width)
    return Tables(
        starts=np.searchsorted(item, np.arange(len(rows) + 1)).astype(np.uint32),
        words=word.astype(np.uint32),
        masks=rows[item, word],
        excluded=excluded,
        ending=rows_of([state.ending for state in cover.states], width),
        starting=rows_of([state.starting for state in cover.states], width),
    )


def frames_of(cover: ExactCover) -> Frames:
    """A stack with the root of the search at every depth."""
    depths = len(cover.option_groups) + 2  # each branch decides at least one option group
    items = np.arange(len(cover.primary_items), dtype=np.uint32)
    root = rows_of([cover.all_options], _width(cover))
    live = np.repeat(root, depths, axis=0)
    return Frames(
        live=live,
        tries=np.zeros_like(live),
        items=np.tile(items, (depths, 1)),
        counts=np.full(depths, len(items)),
        node=root[0],
        node_items=items,
        spare=np.zeros_like(root[0]),
    )


def sums_of(cover: ExactCover) -> Sums:
    """The sums before anything is found."""
    depths, limbs = len(cover.option_groups) + 2, _limbs(cover)
    total, product = np.zeros((2, depths, limbs), np.uint64)
    more, slots = np.zeros((2, depths), np.int64)
    return Sums(total, product, more, slots, scratch=np.zeros((2, limbs), np.uint64))


def cache_of(cover: ExactCover, size: int) -> Cache:
    """An empty cache of at most ``size`` bytes, with a power of two slots, and one at least."""
    width, limbs = _width(cover), _limbs(cover)
    slots = 1 << max(size // (8 * (width + limbs)), 1).bit_length() - 1
    return Cache(np.zeros((slots, width), np.uint64), np.zeros((slots, limbs), np.uint64))


def _width(cover: ExactCover) -> int:
    return max(1, -(-cover.options // 64))


def _limbs(cover: ExactCover) -> int:
    most = math.prod(max(group.mask.bit_count(), 1) for group in cover.option_groups)
    return most.bit_length() // 32 + 1
