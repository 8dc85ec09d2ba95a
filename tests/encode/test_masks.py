"""Sets of numbers as masks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kenken_cp.encode.masks import bits_in, mask_of, numbers_in, union

sets_of_numbers = st.sets(st.integers(0, 200))


def test_known_masks():
    assert mask_of([3, 0, 3]) == 0b1001
    assert list(numbers_in(0b1001)) == [0, 3]
    assert list(bits_in(0b1001)) == [0b0001, 0b1000]
    assert union([0b0011, 0b0110]) == 0b0111


@given(sets_of_numbers, sets_of_numbers)
def test_masks_are_sets(one, other):
    assert list(numbers_in(mask_of(one))) == sorted(one)
    assert [mask_of([number]) for number in sorted(one)] == list(bits_in(mask_of(one)))
    assert union([mask_of(one), mask_of(other)]) == mask_of(one | other)
    assert union([]) == mask_of([]) == 0
