"""The inner loops of the ``compiled`` backend, compiled by numba.

What ``propagation``, ``search`` and ``components`` do on Python integers is done here on rows of
64-bit words, in the layout of ``kernel_data``. No function allocates memory. ``search`` and
``count`` can pause after some nodes and be resumed, for their whole state is in the arrays passed
to them.

All of it is in one long module, because numba's cache on disk notices changes of that file only:
compiled functions would go on using the old code of another file. The little that is imported (the
size of limbs, a multiplier of hashes, two instructions of the processor) must not change.
"""

import numpy as np

from kenken_cp.backends.cover.arrays import (
    LIMB_BITS,
    LIMB_MASK,
    MULTIPLIER,
    Indices,
    Numbers,
    Words,
)
from kenken_cp.backends.cover.compiled.compiling import bit_count, entry, inner, lowest
from kenken_cp.backends.cover.compiled.kernel_data import Cache, Frames, Sums, Tables

MAX_OPTIONS_COMPARED = 6
"""Options of the largest item for which the options that all of them exclude are eliminated. It is
done at all nodes above ``COMPARED_DEPTH``, and below it according to ``NODES_PER_SOLUTION``.
"""

COMPARED_DEPTH = 4
"""The depth above which options are always compared."""

NODES_PER_SOLUTION = 8
"""Below that depth, options are compared while there are more nodes for each solution than this.
The 683,140 solutions of a puzzle with few clues take 1.8 s this way, and 3 s if options are
compared at every node. Puzzles of large cages, where nearly every branch is a dead end, take half
the time that they would take if options were compared only above that depth.
"""

MIN_ITEMS_CACHED = 16
"""Open items of the smallest component that is cached; smaller ones are counted in less time."""

DEPTHS_PER_DECOMPOSITION = 4
"""Components are searched for at every fourth depth: that costs as much as a node, and few nodes
have several.
"""

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


# --- rows of words -------------------------------------------------------------------------------
#
# Written as loops: for slice assignments and numpy's ``any`` and ``all``, numba adds code of its
# own (messages, broadcasting) that takes longer to compile than all the rest.


@inner
def _clear(row: Words) -> None:
    for word in range(len(row)):
        row[word] = _ZERO


@inner
def _copy(source: Words, target: Words) -> None:
    for word in range(len(source)):
        target[word] = source[word]


@inner
def _copy_items(source: Indices, target: Indices, count: int) -> None:
    for index in range(count):
        target[index] = source[index]


@inner
def _equal(row: Words, other: Words) -> bool:
    different = _ZERO
    for word in range(len(row)):
        different |= row[word] ^ other[word]
    return different == 0


# --- inference -----------------------------------------------------------------------------------


@entry
def exclusions(tables: Tables, items: int) -> None:
    """Adds to ``tables.excluded`` the options that share one of the first ``items`` items."""
    starts, words, masks, excluded = tables.starts, tables.words, tables.masks, tables.excluded
    for item in range(items):
        for at in range(starts[item], starts[item + 1]):
            bits_left = masks[at]
            while bits_left:
                option = words[at] * 64 + lowest(bits_left)
                bits_left &= bits_left - _ONE
                for other in range(starts[item], starts[item + 1]):
                    excluded[option, words[other]] |= masks[other]
    for option in range(len(excluded)):
        excluded[option, option // 64] &= ~(_ONE << np.uint64(option % 64))


@inner
def _eliminate(live: Words, gone: Words) -> bool:
    """Eliminates options; returns whether any was live."""
    hit = _ZERO
    for word in range(len(live)):
        hit |= live[word] & gone[word]
        live[word] &= ~gone[word]
    return hit != 0


@inner
def _options(tables: Tables, live: Words, item: int) -> int:
    """The number of options of an item that are left."""
    found = 0
    for at in range(tables.starts[item], tables.starts[item + 1]):
        found += bit_count(live[tables.words[at]] & tables.masks[at])
    return found


@inner
def _only(tables: Tables, live: Words, item: int) -> int:
    """The lowest option left of an item, which must have one."""
    for at in range(tables.starts[item], tables.starts[item + 1]):
        bits_left = live[tables.words[at]] & tables.masks[at]
        if bits_left:
            return tables.words[at] * 64 + lowest(bits_left)
    return 0


@inner
def _eliminate_by_states(tables: Tables, live: Words) -> bool:
    changed = False
    for state in range(len(tables.ending)):
        ends = starts = _ZERO
        for word in range(len(live)):
            ends |= live[word] & tables.ending[state, word]
            starts |= live[word] & tables.starting[state, word]
        if ends and not starts:
            changed |= _eliminate(live, tables.ending[state])
        elif starts and not ends:
            changed |= _eliminate(live, tables.starting[state])
    return changed


@inner
def _eliminate_common(tables: Tables, live: Words, item: int, common: Words) -> bool:
    """Eliminates the options that all options of an item exclude; overwrites ``common``."""
    _copy(live, common)
    for at in range(tables.starts[item], tables.starts[item + 1]):
        bits_left = live[tables.words[at]] & tables.masks[at]
        while bits_left:
            option = tables.words[at] * 64 + lowest(bits_left)
            bits_left &= bits_left - _ONE
            left = _ZERO
            for word in range(len(live)):
                common[word] &= tables.excluded[option, word]
                left |= common[word]
            if not left:
                return False
    return _eliminate(live, common)


@inner
def _propagate(
    tables: Tables, spare: Words, live: Words, items: Indices, count: int, compared: int
) -> tuple[int, int]:
    """``propagation.propagate``, in place.

    Args:
        compared: as ``MAX_OPTIONS_COMPARED``; 0 to compare none.

    Returns:
        The number of items that still have a choice (-1 if some item has no option left), and the
        most constrained of these.
    """
    while True:
        changed, still_open, fewest, most_constrained = False, 0, 1 << 30, 0
        for index in range(count):
            item = items[index]
            options = _options(tables, live, item)
            if options == 0:
                return -1, 0
            if options == 1:
                changed |= _eliminate(live, tables.excluded[_only(tables, live, item)])
                continue
            items[still_open] = item
            still_open += 1
            if options < fewest:
                fewest, most_constrained = options, item
        count = still_open
        changed |= _eliminate_by_states(tables, live)
        if compared and not changed:
            for index in range(count):
                if _options(tables, live, items[index]) <= compared:
                    changed |= _eliminate_common(tables, live, items[index], spare)
        if not changed:
            return count, most_constrained


@inner
def _most_compared(depth: int, solutions: int, nodes: int) -> int:
    """The most options of an item that are compared at a node; 0 for none."""
    if depth < COMPARED_DEPTH or solutions * NODES_PER_SOLUTION < nodes:
        return MAX_OPTIONS_COMPARED
    return 0


@inner
def _add_options(tables: Tables, live: Words, item: int, options: Words) -> None:
    """Adds the live options of an item to a bit set."""
    for at in range(tables.starts[item], tables.starts[item + 1]):
        options[tables.words[at]] |= live[tables.words[at]] & tables.masks[at]


@inner
def _branch(tables: Tables, frames: Frames, depth: int, item: int) -> None:
    """Makes the options of an item those to be tried at a depth."""
    _clear(frames.tries[depth])
    _add_options(tables, frames.live[depth], item, frames.tries[depth])


@inner
def _next_try(tries: Words) -> int:
    """Removes and returns the next option to try; -1 if there is none."""
    for word in range(len(tries)):
        bits_left = tries[word]
        if bits_left:
            tries[word] = bits_left & (bits_left - _ONE)
            return word * 64 + lowest(bits_left)
    return -1


# --- finding -------------------------------------------------------------------------------------


@inner
def _write(live: Words, out: Indices) -> None:
    """Writes the numbers of the options in a bit set, ascending: one for each option group."""
    group = 0
    for word in range(len(live)):
        bits_left = live[word]
        while bits_left:
            out[group] = word * 64 + lowest(bits_left)
            bits_left &= bits_left - _ONE
            group += 1


@entry
def search(tables: Tables, frames: Frames, state: Numbers, out: Indices, max_nodes: int) -> int:
    """Continues a search for at most ``max_nodes`` nodes, or until ``out`` is full.

    Args:
        state: the depth (-1 when the search is over), whether the node there is new, and the
            numbers of nodes and solutions so far.
        out: a row for each solution found: the option of each option group.

    Returns:
        The number of solutions found.
    """
    depth, new, nodes, found = state[0], state[1], 0, 0
    while depth >= 0 and nodes < max_nodes and found < len(out):
        live = frames.live[depth]
        if new:
            new = 0
            nodes += 1
            compared = _most_compared(depth, state[3] + found, state[2] + nodes)
            count, item = _propagate(
                tables, frames.spare, live, frames.items[depth], frames.counts[depth], compared
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
        _copy_items(frames.items[depth], frames.items[depth + 1], count)
        depth, new = depth + 1, 1
        frames.counts[depth] = count
    state[0], state[1] = depth, new
    state[2] += nodes
    state[3] += found
    return found


# --- counting ------------------------------------------------------------------------------------


@inner
def _add(number: Words, other: Words) -> None:
    carry = _ZERO
    for limb in range(len(number)):
        carry += number[limb] + other[limb]
        number[limb] = carry & LIMB_MASK
        carry >>= LIMB_BITS


@inner
def _multiply(number: Words, other: Words, spare: Words) -> bool:
    """Multiplies in place; returns whether the product is not zero."""
    _clear(spare)
    for low in range(len(number)):
        if number[low]:
            carry = _ZERO
            for high in range(len(number) - low):
                carry += number[low] * other[high] + spare[low + high]
                spare[low + high] = carry & LIMB_MASK
                carry >>= LIMB_BITS
    some = _ZERO
    for limb in range(len(number)):
        some |= spare[limb]
        number[limb] = spare[limb]
    return some != 0


@inner
def _slot(live: Words, slots: int) -> np.int64:
    """The slot of a component in the cache."""
    mixed = _ONE
    for word in range(len(live)):
        mixed = (mixed ^ live[word]) * MULTIPLIER
        mixed ^= mixed >> np.uint64(29)
    mixed *= MULTIPLIER
    return np.int64((mixed ^ (mixed >> LIMB_BITS)) & np.uint64(slots - 1))


@inner
def _meets(tables: Tables, item: int, options: Words) -> bool:
    for at in range(tables.starts[item], tables.starts[item + 1]):
        if options[tables.words[at]] & tables.masks[at]:
            return True
    return False


@inner
def _first_component(
    tables: Tables, frames: Frames, count: int, reached: Words, items: Indices, depth: int
) -> tuple[int, int]:
    """Moves the component of the first open item of the current node to ``reached`` and ``items``;
    at depths where components are not searched for, all that is left of the node.

    Items keep their order: with it, more components turn out equal.

    Returns:
        The number of items that were moved, and the number of those that are left.
    """
    _clear(reached)
    decompose = depth % DEPTHS_PER_DECOMPOSITION == 0
    for index in range(1 if decompose else count):
        _add_options(tables, frames.node, frames.node_items[index], reached)
    # The cells of an automaton are connected by those between them, decided or not.
    if decompose or len(tables.ending) > 0:
        _close(tables, frames, count, reached)
    mine = others = 0
    for index in range(count):
        item = frames.node_items[index]
        if _meets(tables, item, reached):
            items[mine] = item
            mine += 1
        else:
            frames.node_items[others] = item
            others += 1
    return mine, others


@inner
def _close(tables: Tables, frames: Frames, count: int, reached: Words) -> None:
    """Adds to the reached options those of all items and couplings that share one with them, until
    no more are added.
    """
    primary = frames.node_items
    grew = True
    while grew:
        _copy(reached, frames.spare)
        for index in range(count):
            if _meets(tables, primary[index], reached):
                _add_options(tables, frames.node, primary[index], reached)
        for item in range(len(primary), len(tables.starts) - 1):
            if _meets(tables, item, reached):
                _add_options(tables, frames.node, item, reached)
        grew = not _equal(frames.spare, reached)


@inner
def _most_constrained(tables: Tables, live: Words, items: Indices, count: int) -> int:
    fewest, most_constrained = 1 << 30, 0
    for index in range(count):
        options = _options(tables, live, items[index])
        if options < fewest:
            fewest, most_constrained = options, items[index]
    return most_constrained


@inner
def _enter(tables: Tables, frames: Frames, sums: Sums, cache: Cache, state: Numbers) -> None:
    """Begins the current node: pushes its components that are not in the cache onto the stack. If
    all are, adds its count to the total of the depth that it came from.
    """
    base = depth = state[0]
    compared = _most_compared(base, state[5], state[2])
    node, items = frames.node, frames.node_items
    count, _ = _propagate(tables, frames.spare, node, items, state[1], compared)
    if count < 0:
        return
    known, spare = sums.scratch[0], sums.scratch[1]
    _clear(known)
    known[0] = _ONE
    while count:
        live, items = frames.live[depth + 1], frames.items[depth + 1]
        mine, count = _first_component(tables, frames, count, live, items, base)
        state[4] += count > 0
        slot = np.int64(-1)
        if mine >= MIN_ITEMS_CACHED:
            slot = _slot(live, len(cache.keys))
            if _equal(cache.keys[slot], live):
                state[3] += 1
                if not _multiply(known, cache.counts[slot], spare):
                    return
                state[5] += 1
                continue
        depth += 1
        frames.counts[depth] = mine
        _branch(tables, frames, depth, _most_constrained(tables, live, items, mine))
        sums.slots[depth] = slot
        _clear(sums.total[depth])
        sums.more[depth] = depth - base - 1
    if depth == base:
        state[5] += 1
        _add(sums.total[base], known)
    else:
        _copy(known, sums.product[depth])
        state[0] = depth


@inner
def _leave(frames: Frames, sums: Sums, cache: Cache, depth: int) -> int:
    """Ends a component that is counted: caches its count and passes it on; returns the depth at
    which to continue.
    """
    slot = sums.slots[depth]
    if slot >= 0:
        _copy(frames.live[depth], cache.keys[slot])
        _copy(sums.total[depth], cache.counts[slot])
    product = sums.product[depth]
    some = _multiply(product, sums.total[depth], sums.scratch[1])
    if sums.more[depth] and some:
        _copy(product, sums.product[depth - 1])
        return depth - 1
    base = depth - sums.more[depth] - 1
    _add(sums.total[base], product)
    return base


@entry
def count(
    tables: Tables, frames: Frames, sums: Sums, cache: Cache, state: Numbers, max_nodes: int
) -> None:
    """Continues a count for at most ``max_nodes`` nodes. The result is the total of depth 0.

    Args:
        state: the depth (0 when the count is over), the number of open items of the current node,
            and figures: nodes, cache hits, nodes with several components, and leaves with
            solutions. At the start: 0, the number of all items, and zeros.
    """
    end = state[2] + max_nodes
    if state[2] == 0:
        state[2] = 1
        _enter(tables, frames, sums, cache, state)
    while state[0] > 0 and state[2] < end:
        depth = state[0]
        option = _next_try(frames.tries[depth])
        if option < 0:
            state[0] = _leave(frames, sums, cache, depth)
            continue
        items = frames.counts[depth]
        for word in range(len(frames.node)):
            frames.node[word] = frames.live[depth, word] & ~tables.excluded[option, word]
        _copy_items(frames.items[depth], frames.node_items, items)
        state[1] = items
        state[2] += 1
        _enter(tables, frames, sums, cache, state)
