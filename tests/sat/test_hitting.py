"""Smallest hitting sets, against brute force, while sets are added."""

from __future__ import annotations

from contextlib import closing
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from memory import takes_less

from kenken_cp.sat.hitting import HittingSets
from puzzles import examples

ITEMS = range(12)


def size_of_smallest(sets):
    return min(
        size
        for size in range(len(ITEMS) + 1)
        for some in map(set, combinations(ITEMS, size))
        if all(some & one for one in sets)
    )


@examples(60)
@given(st.lists(st.sets(st.sampled_from(ITEMS), min_size=1, max_size=4), max_size=12))
def test_smallest(added):
    with closing(HittingSets(ITEMS)) as sets:
        for count, one in enumerate(added, 1):
            sets.add(one)
            found = sets.smallest()
            assert len(found) == size_of_smallest(added[:count])
            assert all(found & one for one in added[:count])


def test_one_item_for_several_sets():
    with closing(HittingSets(ITEMS)) as sets:
        for item in ITEMS[1:]:
            sets.add([0, item])
        assert sets.smallest() == {0}


def test_as_many_as_there_are_items():
    """More than the bound that is counted to at first."""
    with closing(HittingSets(ITEMS)) as sets:
        for item in ITEMS:
            sets.add([item])
        assert sets.smallest() == frozenset(ITEMS)
        sets.add([])
        assert sets.smallest() is None


def test_many_items_are_counted_only_as_far_as_is_needed():
    """As many as the cages of the largest board: all at once would take two gigabytes."""
    with takes_less(100), closing(HittingSets(range(4096))) as sets:
        sets.add(range(10))
        assert len(sets.smallest()) == 1
