"""The inner loops of the ``compiled`` backend, compiled by numba.

What ``exact_cover`` does on Python integers happens here on rows of 64-bit words (``_arrays`` says
how they are laid out). Nothing here allocates, and both searches can be left after some nodes and
taken up again: all they know is in the arrays they are handed.

All of it is in one module, because numba's cache on disk notices changes of one file only.
"""

from __future__ import annotations

import numpy as np

from kenken_cp.backends.cover.arrays import (
    Bench,
    Frames,
    Indices,
    Memory,
    Numbers,
    Sums,
    Tables,
    Words,
)
from kenken_cp.backends.cover.compiling import bit_count, entry, inner, lowest

FEW = 6
"""Items of at most so many options are looked through for what they all exclude ..."""

FEW_DEPTH = 4
"""... in the first nodes of a branch, and in all nodes as long as ..."""

RARE = 8
"""... there are more nodes than that to a solution. The 683,140 solutions of a loose puzzle take
1.8 s so, and 3 s if every node does it; but those of large cages, where nearly every branch ends in
nothing, half the time that they take if only the first nodes do it.
"""

WORTH = 16
"""A remainder of fewer open items is counted sooner than looked up."""

EVERY = 4
"""Whether a remainder falls apart is asked at each fourth depth: asking costs as much as a node,
and hardly any remainder does."""

_ONE = np.uint64(1)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_MIX = np.uint64(0x9E3779B97F4A7C15)


# --- inference -----------------------------------------------------------------------------------


@entry
def exclusions(tables: Tables, items: int) -> None:
    """Adds to ``tables.excluded`` what the options of the first so many items exclude."""
    starts, words, masks, excluded = tables.starts, tables.words, tables.masks, tables.excluded
    for item in range(items):
        for at in range(starts[item], starts[item + 1]):
            here = masks[at]
            while here:
                option = words[at] * 64 + lowest(here)
                here &= here - _ONE
                for other in range(starts[item], starts[item + 1]):
                    excluded[option, words[other]] |= masks[other]
    for option in range(len(excluded)):
        excluded[option, option // 64] &= ~(_ONE << np.uint64(option % 64))


@inner
def _take_away(live: Words, gone: Words) -> bool:
    """Takes options away; answers whether any was there."""
    hit = _ONE ^ _ONE
    for word in range(len(live)):
        hit |= live[word] & gone[word]
        live[word] &= ~gone[word]
    return hit != 0


@inner
def _options(tables: Tables, live: Words, item: int) -> int:
    """How many options of an item are left."""
    found = 0
    for at in range(tables.starts[item], tables.starts[item + 1]):
        found += bit_count(live[tables.words[at]] & tables.masks[at])
    return found


@inner
def _only(tables: Tables, live: Words, item: int) -> int:
    """The only option left of an item."""
    for at in range(tables.starts[item], tables.starts[item + 1]):
        here = live[tables.words[at]] & tables.masks[at]
        if here:
            return tables.words[at] * 64 + lowest(here)
    return 0


@inner
def _follow_links(tables: Tables, live: Words) -> bool:
    changed = False
    for link in range(len(tables.leaving)):
        leaves = starts = _ONE ^ _ONE
        for word in range(len(live)):
            leaves |= live[word] & tables.leaving[link, word]
            starts |= live[word] & tables.starting[link, word]
        if leaves and not starts:
            changed |= _take_away(live, tables.leaving[link])
        elif starts and not leaves:
            changed |= _take_away(live, tables.starting[link])
    return changed


@inner
def _take_away_common(tables: Tables, live: Words, item: int, common: Words) -> bool:
    """Takes away what all options of an item exclude; ``common`` is room to work in."""
    common[:] = live
    for at in range(tables.starts[item], tables.starts[item + 1]):
        here = live[tables.words[at]] & tables.masks[at]
        while here:
            option = tables.words[at] * 64 + lowest(here)
            here &= here - _ONE
            left = _ONE ^ _ONE
            for word in range(len(live)):
                common[word] &= tables.excluded[option, word]
                left |= common[word]
            if not left:
                return False
    return _take_away(live, common)


@inner
def _propagate(
    tables: Tables, bench: Bench, live: Words, items: Indices, count: int, few: int
) -> tuple[int, int]:
    """``exact_cover.propagate``, in place: how many items still have a choice (-1 if some item has
    no option left), and the smallest of them.
    """
    while True:
        changed, still_open, fewest, smallest = False, 0, 1 << 30, 0
        for index in range(count):
            item = items[index]
            options = _options(tables, live, item)
            if options == 0:
                return -1, 0
            if options == 1:
                changed |= _take_away(live, tables.excluded[_only(tables, live, item)])
                continue
            items[still_open] = item
            still_open += 1
            if options < fewest:
                fewest, smallest = options, item
        count = still_open
        changed |= _follow_links(tables, live)
        if few and not changed:
            for index in range(count):
                if _options(tables, live, items[index]) <= few:
                    changed |= _take_away_common(tables, live, items[index], bench.spare)
        if not changed:
            return count, smallest


@inner
def _branch(tables: Tables, frames: Frames, depth: int, item: int) -> None:
    """Sets the options of an item to be tried."""
    frames.tries[depth, :] = 0
    for at in range(tables.starts[item], tables.starts[item + 1]):
        word = tables.words[at]
        frames.tries[depth, word] = frames.live[depth, word] & tables.masks[at]


@inner
def _next_try(tries: Words) -> int:
    """The next option to try, which is taken off; -1 if there is none."""
    for word in range(len(tries)):
        here = tries[word]
        if here:
            tries[word] = here & (here - _ONE)
            return word * 64 + lowest(here)
    return -1


# --- finding -------------------------------------------------------------------------------------


@inner
def _write(live: Words, out: Indices) -> None:
    """Writes the numbers of the options in a bit set, ascending: one for each part."""
    part = 0
    for word in range(len(live)):
        here = live[word]
        while here:
            out[part] = word * 64 + lowest(here)
            here &= here - _ONE
            part += 1


@entry
def search(
    tables: Tables, frames: Frames, bench: Bench, state: Numbers, out: Indices, most: int
) -> int:
    """Searches on for at most ``most`` nodes, or until ``out`` is full.

    Args:
        state: the depth (-1 when all is searched), whether the board there is new, and how many
            nodes and solutions there were so far.
        out: a row for each solution found: the option of each part.

    Returns:
        How many were found.
    """
    depth, new, nodes, found = state[0], state[1], 0, 0
    while depth >= 0 and nodes < most and found < len(out):
        live = frames.live[depth]
        if new:
            new = 0
            nodes += 1
            few = FEW if depth < FEW_DEPTH or (state[3] + found) * RARE < state[2] + nodes else 0
            count, item = _propagate(
                tables, bench, live, frames.items[depth], frames.counts[depth], few
            )
            if count > 0:
                frames.counts[depth] = count
                _branch(tables, frames, depth, item)
            else:
                if count == 0:
                    _write(live, out[found])
                    found += 1
                depth -= 1
                continue
        option = _next_try(frames.tries[depth])
        if option < 0:
            depth -= 1
            continue
        count = frames.counts[depth]
        for word in range(len(live)):
            frames.live[depth + 1, word] = live[word] & ~tables.excluded[option, word]
        frames.items[depth + 1, :count] = frames.items[depth, :count]
        depth, new = depth + 1, 1
        frames.counts[depth] = count
    state[0], state[1] = depth, new
    state[2] += nodes
    state[3] += found
    return found


# --- counting ------------------------------------------------------------------------------------


@inner
def _add(number: Words, other: Words) -> None:
    carry = _ONE ^ _ONE
    for limb in range(len(number)):
        carry += number[limb] + other[limb]
        number[limb] = carry & _LOW
        carry >>= _HALF


@inner
def _multiply(number: Words, other: Words, spare: Words) -> bool:
    """Multiplies in place; answers whether the product is not zero."""
    spare[:] = 0
    for low in range(len(number)):
        if number[low]:
            carry = _ONE ^ _ONE
            for high in range(len(number) - low):
                carry += number[low] * other[high] + spare[low + high]
                spare[low + high] = carry & _LOW
                carry >>= _HALF
    number[:] = spare
    return bool(np.any(number != 0))


@inner
def _place(live: Words, places: int) -> np.int64:
    """Where in the memory a remainder goes."""
    mixed = _ONE
    for word in range(len(live)):
        mixed = (mixed ^ live[word]) * _MIX
        mixed ^= mixed >> np.uint64(29)
    mixed *= _MIX
    return np.int64((mixed ^ (mixed >> _HALF)) & np.uint64(places - 1))


@inner
def _reach(tables: Tables, live: Words, item: int, reached: Words) -> None:
    for at in range(tables.starts[item], tables.starts[item + 1]):
        reached[tables.words[at]] |= live[tables.words[at]] & tables.masks[at]


@inner
def _meets(tables: Tables, item: int, options: Words) -> bool:
    for at in range(tables.starts[item], tables.starts[item + 1]):
        if options[tables.words[at]] & tables.masks[at]:
            return True
    return False


@inner
def _first_remainder(
    tables: Tables, bench: Bench, count: int, reached: Words, items: Indices, depth: int
) -> tuple[int, int]:
    """Takes what is connected with the first open item off the bench, or all there is, where nobody
    asks if it is connected: how many items that has, and how many stay.

    Items keep their order, on which it depends how many remainders are alike.
    """
    reached[:] = 0
    if depth % EVERY:
        for index in range(count):
            _reach(tables, bench.live, bench.items[index], reached)
    else:
        _reach(tables, bench.live, bench.items[0], reached)
    if depth % EVERY == 0 or len(tables.leaving) > 0:  # links need the decided cells of a chain
        _close(tables, bench, count, reached)
    mine = others = 0
    for index in range(count):
        item = bench.items[index]
        if _meets(tables, item, reached):
            items[mine] = item
            mine += 1
        else:
            bench.items[others] = item
            others += 1
    return mine, others


@inner
def _close(tables: Tables, bench: Bench, count: int, reached: Words) -> None:
    """Adds to the options reached those of all items, loose items and links that they meet."""
    primary = bench.items
    grew = True
    while grew:
        bench.spare[:] = reached
        for index in range(count):
            if _meets(tables, primary[index], reached):
                _reach(tables, bench.live, primary[index], reached)
        for item in range(len(primary), len(tables.starts) - 1):
            if _meets(tables, item, reached):
                _reach(tables, bench.live, item, reached)
        grew = bool(np.any(bench.spare != reached))


@inner
def _smallest(tables: Tables, live: Words, items: Indices, count: int) -> int:
    fewest, smallest = 1 << 30, 0
    for index in range(count):
        options = _options(tables, live, items[index])
        if options < fewest:
            fewest, smallest = options, items[index]
    return smallest


@inner
def _enter(
    tables: Tables, frames: Frames, bench: Bench, sums: Sums, memory: Memory, state: Numbers
) -> None:
    """Takes the board on the bench as a node: puts the remainders that are still to be counted on
    the stack, or adds the count, if it is known, to that of the depth it came from.
    """
    base = depth = state[0]
    few = FEW if base < FEW_DEPTH or state[5] * RARE < state[2] else 0
    count, _ = _propagate(tables, bench, bench.live, bench.items, state[1], few)
    if count < 0:
        return
    known, spare = sums.spare[0], sums.spare[1]
    known[:] = 0
    known[0] = 1
    while count:
        live, items = frames.live[depth + 1], frames.items[depth + 1]
        mine, count = _first_remainder(tables, bench, count, live, items, base)
        state[4] += count > 0
        slot = np.int64(-1)
        if mine >= WORTH:
            slot = _place(live, len(memory.keys))
            if np.all(memory.keys[slot] == live):
                state[3] += 1
                if not _multiply(known, memory.counts[slot], spare):
                    return
                state[5] += 1
                continue
        depth += 1
        frames.counts[depth] = mine
        _branch(tables, frames, depth, _smallest(tables, live, items, mine))
        sums.slots[depth] = slot
        sums.total[depth, :] = 0
        sums.more[depth] = depth - base - 1
    if depth == base:
        state[5] += 1
        _add(sums.total[base], known)
    else:
        sums.product[depth, :] = known
        state[0] = depth


@inner
def _leave(frames: Frames, sums: Sums, memory: Memory, depth: int) -> int:
    """Hands the count of a remainder on; answers the depth to go on at."""
    slot = sums.slots[depth]
    if slot >= 0:
        memory.keys[slot, :] = frames.live[depth]
        memory.counts[slot, :] = sums.total[depth]
    product = sums.product[depth]
    some = _multiply(product, sums.total[depth], sums.spare[1])
    if sums.more[depth] and some:
        sums.product[depth - 1, :] = product
        return depth - 1
    base = depth - sums.more[depth] - 1
    _add(sums.total[base], product)
    return base


@entry
def count(
    tables: Tables,
    frames: Frames,
    bench: Bench,
    sums: Sums,
    memory: Memory,
    state: Numbers,
    most: int,
) -> None:
    """Counts on for at most ``most`` nodes. The total of depth 0 is the answer.

    Args:
        state: the depth (0 when all is counted), the number of items on the bench, and figures so
            far: nodes, remembered, multiplied, and how many times it came to solutions. To start:
            0, the number of all items, and zeros.
    """
    end = state[2] + most
    if state[2] == 0:
        state[2] = 1
        _enter(tables, frames, bench, sums, memory, state)
    while state[0] > 0 and state[2] < end:
        depth = state[0]
        option = _next_try(frames.tries[depth])
        if option < 0:
            state[0] = _leave(frames, sums, memory, depth)
            continue
        items = frames.counts[depth]
        for word in range(len(bench.live)):
            bench.live[word] = frames.live[depth, word] & ~tables.excluded[option, word]
        bench.items[:items] = frames.items[depth, :items]
        state[1] = items
        state[2] += 1
        _enter(tables, frames, bench, sums, memory, state)
