"""Smallest hitting sets, against brute force, while sets are added and answers forbidden."""

from __future__ import annotations

from contextlib import closing
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from kenken_cp.sat.hitting import HittingSets
from puzzles import examples

ITEMS = range(12)


def size_of_smallest(sets, forbidden):
    for size in range(len(ITEMS) + 1):
        for some in map(set, combinations(ITEMS, size)):
            if all(some & one for one in sets) and not any(one <= some for one in forbidden):
                return size
    return None


@examples(60)
@given(
    st.lists(
        st.tuples(st.sets(st.sampled_from(ITEMS), min_size=1, max_size=4), st.booleans()),
        max_size=12,
    )
)
def test_smallest(steps):
    added, forbidden = [], []
    with closing(HittingSets(ITEMS)) as sets:
        for one, is_forbidden in steps:
            (sets.forbid if is_forbidden else sets.add)(one)
            (forbidden if is_forbidden else added).append(one)
            found = sets.smallest()
            assert (None if found is None else len(found)) == size_of_smallest(added, forbidden)
            if found is not None:
                assert all(found & one for one in added)
                assert not any(one <= found for one in forbidden)


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
        sets.forbid(ITEMS)
        assert sets.smallest() is None
