"""An exact cover problem, and what a search of it knows, as arrays for the compiled kernel.

A bit set of options is a row of 64-bit words, option ``o`` being bit ``o % 64`` of word
``o // 64``. An item is stored as those of its words that are not zero.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kenken_cp.encode.exact_cover import ExactCover

Words = NDArray[np.uint64]
Indices = NDArray[np.uint32]
Numbers = NDArray[np.int64]

CACHE_BYTES = 1 << 20, 1 << 24, 1 << 27
"""Sizes of the cache of counts, one after the other: to touch a hundred megabytes for the first
time takes longer than most counts.
"""


class Tables(NamedTuple):
    """An exact cover problem in arrays.

    Attributes:
        starts: where each item's words start in the next two, and where the last one's end; primary
            items, then couplings.
        words: which word of a bit set.
        masks: that word of the item.
        excluded: for each option the bit set of those that cannot be chosen with it.
        ending, starting: the states of automata, a row each.
    """

    starts: Indices
    words: Indices
    masks: Words
    excluded: Words
    ending: Words
    starting: Words


class Frames(NamedTuple):
    """The stack of a search: its nodes, by depth.

    Attributes:
        live: the options left.
        tries: of the item branched on, the options not yet tried.
        items: the items that still have a choice.
        counts: how many of these there are.
    """

    live: Words
    tries: Words
    items: Indices
    counts: Numbers


class Sums(NamedTuple):
    """What a count has found so far, by depth: each depth is a component of the node it came from.

    Numbers are rows of 32-bit limbs, least first, as many as the product of the numbers of options
    of all option groups needs, so that none can overflow.

    Attributes:
        total: solutions of this component.
        product: of the counts of the node's other components that are already counted.
        more: how many of those are still to be counted; they lie just below.
        slots: where in the cache the total goes; -1 for nowhere.
        scratch: two numbers to work with.
    """

    total: Words
    product: Words
    more: Numbers
    slots: Numbers
    scratch: Words


class Cache(NamedTuple):
    """Components with their counts; one that hashes to the slot of another replaces it.

    The bit sets are compared in full. No bit set is empty, so slots not yet used match none.
    """

    keys: Words
    counts: Words


class Scratch(NamedTuple):
    """The node at work: options left, open items, and a bit set to work with."""

    live: Words
    items: Indices
    spare: Words


def tables_of(cover: ExactCover) -> Tables:
    """The problem in arrays; of ``excluded`` only the transition conflicts are filled in."""
    width = _width(cover)
    rows = _rows([*cover.primary_items, *cover.couplings], width)
    item, word = np.nonzero(rows)
    excluded = np.zeros((cover.options, width), np.uint64)
    for option, others in cover.transition_conflicts.items():
        excluded[option] = _rows([others], width)
    return Tables(
        starts=np.searchsorted(item, np.arange(len(rows) + 1)).astype(np.uint32),
        words=word.astype(np.uint32),
        masks=rows[item, word],
        excluded=excluded,
        ending=_rows([state.ending for state in cover.states], width),
        starting=_rows([state.starting for state in cover.states], width),
    )


def frames_of(cover: ExactCover) -> Frames:
    """An empty stack; a branch decides at least one option group, so that it is no deeper than
    there are such.
    """
    depths, width = len(cover.option_groups) + 2, _width(cover)
    return Frames(
        live=np.zeros((depths, width), np.uint64),
        tries=np.zeros((depths, width), np.uint64),
        items=np.zeros((depths, len(cover.primary_items)), np.uint32),
        counts=np.zeros(depths, np.int64),
    )


def scratch_of(cover: ExactCover) -> Scratch:
    """The root of the search."""
    return Scratch(
        live=_rows([cover.all_options], _width(cover))[0],
        items=np.arange(len(cover.primary_items), dtype=np.uint32),
        spare=np.zeros(_width(cover), np.uint64),
    )


def sums_of(cover: ExactCover) -> Sums:
    """Zeros."""
    depths, limbs = len(cover.option_groups) + 2, _limbs(cover)
    return Sums(
        total=np.zeros((depths, limbs), np.uint64),
        product=np.zeros((depths, limbs), np.uint64),
        more=np.zeros(depths, np.int64),
        slots=np.zeros(depths, np.int64),
        scratch=np.zeros((2, limbs), np.uint64),
    )


def cache_of(cover: ExactCover, size: int) -> Cache:
    """An empty cache of at most ``size`` bytes: its slots are a power of two, and one at least."""
    width, limbs = _width(cover), _limbs(cover)
    slots = 1 << max(size // (8 * (width + limbs)), 1).bit_length() - 1
    return Cache(np.zeros((slots, width), np.uint64), np.zeros((slots, limbs), np.uint64))


def number(limbs: Words) -> int:
    """The number in a row of limbs."""
    return sum(int(limb) << 32 * place for place, limb in enumerate(limbs))


def _width(cover: ExactCover) -> int:
    return max(1, -(-cover.options // 64))


def _limbs(cover: ExactCover) -> int:
    most = math.prod(max(group.option_count, 1) for group in cover.option_groups)
    return most.bit_length() // 32 + 1


def _rows(bit_sets: Sequence[int], width: int) -> Words:
    written = b"".join(bit_set.to_bytes(8 * width, "little") for bit_set in bit_sets)
    # Read as little-endian, kept in the processor's byte order; a copy, for bytes are read-only.
    return np.frombuffer(written, "<u8").astype(np.uint64).reshape(len(bit_sets), width)
