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

MEMORY = 1 << 20, 1 << 24, 1 << 27
"""Bytes for remembered counts. One size after the other: to touch a hundred megabytes for the first
time takes longer than most counts.
"""


class Tables(NamedTuple):
    """An exact cover problem in arrays.

    Attributes:
        starts: where each item's words start in the next two, and where the last one's end.
        words: which word of a bit set.
        masks: that word of the item.
        excluded: for each option the bit set of those that cannot be chosen with it.
        leaving, starting: the links of chains, a row each.
    """

    starts: Indices
    words: Indices
    masks: Words
    excluded: Words
    leaving: Words
    starting: Words


class Frames(NamedTuple):
    """A stack of boards, by depth.

    Attributes:
        live: the options left.
        tries: of the item branched on, the options not yet tried.
        items: the items that still have a choice.
        counts: how many those are.
    """

    live: Words
    tries: Words
    items: Indices
    counts: Numbers


class Sums(NamedTuple):
    """What a count has found so far, by depth.

    Numbers are rows of 32-bit limbs, least first, with room for the product of the numbers of
    options of all parts, so that none can overflow.

    Attributes:
        total: solutions of this remainder.
        product: of the remainders that it fell apart from, those already counted.
        more: how many of those are still to be counted; they lie just below.
        slots: where in the memory the total goes; -1 for nowhere.
        spare: two numbers to work with.
    """

    total: Words
    product: Words
    more: Numbers
    slots: Numbers
    spare: Words


class Memory(NamedTuple):
    """Remainders with their counts; one that falls on another's place replaces it.

    The bit sets are compared in full. No bit set is empty, so places not yet used match none.
    """

    keys: Words
    counts: Words


class Bench(NamedTuple):
    """A board in the making: options left, open items, and a bit set to work with."""

    live: Words
    items: Indices
    spare: Words


def tables_of(cover: ExactCover) -> Tables:
    """The problem in arrays; of ``excluded`` only what the chains exclude is filled in."""
    width = _width(cover)
    rows = _rows([*cover.items, *cover.loose, *cover.meetings], width)
    item, word = np.nonzero(rows)
    excluded = np.zeros((cover.options, width), np.uint64)
    for option, others in cover.chained.items():
        excluded[option] = _rows([others], width)
    return Tables(
        starts=np.searchsorted(item, np.arange(len(rows) + 1)).astype(np.uint32),
        words=word.astype(np.uint32),
        masks=rows[item, word],
        excluded=excluded,
        leaving=_rows([link.leaving for link in cover.links], width),
        starting=_rows([link.starting for link in cover.links], width),
    )


def frames_of(cover: ExactCover) -> Frames:
    """An empty stack; a branch decides at least one part, so that it is no deeper than those."""
    depths, width = len(cover.parts) + 2, _width(cover)
    return Frames(
        live=np.zeros((depths, width), np.uint64),
        tries=np.zeros((depths, width), np.uint64),
        items=np.zeros((depths, len(cover.items)), np.uint32),
        counts=np.zeros(depths, np.int64),
    )


def bench_of(cover: ExactCover) -> Bench:
    """The board at the start."""
    return Bench(
        live=_rows([cover.all_options], _width(cover))[0],
        items=np.arange(len(cover.items), dtype=np.uint32),
        spare=np.zeros(_width(cover), np.uint64),
    )


def sums_of(cover: ExactCover) -> Sums:
    """Zeros."""
    depths, limbs = len(cover.parts) + 2, _limbs(cover)
    return Sums(
        total=np.zeros((depths, limbs), np.uint64),
        product=np.zeros((depths, limbs), np.uint64),
        more=np.zeros(depths, np.int64),
        slots=np.zeros(depths, np.int64),
        spare=np.zeros((2, limbs), np.uint64),
    )


def memory_of(cover: ExactCover, size: int) -> Memory:
    """Room for as many counts as go into so many bytes, a power of two, and for one at least."""
    width, limbs = _width(cover), _limbs(cover)
    places = 1 << max(size // (8 * (width + limbs)), 1).bit_length() - 1
    return Memory(np.zeros((places, width), np.uint64), np.zeros((places, limbs), np.uint64))


def number(limbs: Words) -> int:
    """The number in a row of limbs."""
    return sum(int(limb) << 32 * place for place, limb in enumerate(limbs))


def _width(cover: ExactCover) -> int:
    return max(1, -(-cover.options // 64))


def _limbs(cover: ExactCover) -> int:
    most = math.prod(max(part.options, 1) for part in cover.parts)
    return most.bit_length() // 32 + 1


def _rows(bit_sets: Sequence[int], width: int) -> Words:
    written = b"".join(bit_set.to_bytes(8 * width, "little") for bit_set in bit_sets)
    # As the processor has its words; a copy, for what is read from bytes may not be written to.
    return np.frombuffer(written, "<u8").astype(np.uint64).reshape(len(bit_sets), width)
