"""The tuples that candidates leave a cage, against the plain meaning of the operators."""

from functools import reduce
from itertools import product
from operator import and_

from hypothesis import given
from hypothesis import strategies as st
from strategies import planted

from kenken_cp.encode.instance import instance
from kenken_cp.encode.masks import union
from kenken_cp.encode.tuples import relation
from kenken_cp.logic.cage_tuples import all_tuples
from kenken_cp.model.operators import ADD

ROW = relation(tuple(range(1, 10)), (ADD,), 45, tuple((1 << i) - 1 for i in range(9)))
EVERY = 511


def test_a_full_row_is_filtered_without_a_list():
    row = all_tuples(ROW)
    assert row.supports == (EVERY,) * 9
    assert row.within([1, 2, *[EVERY] * 7]).supports == (1, 2, *[EVERY - 3] * 7)
    assert not row.within([1, 1, *[EVERY] * 7])
    assert row.within([1, 1, *[EVERY] * 7]).supports == (0,) * 9


@given(planted(), st.integers(0))
def test_supported_values_are_those_of_the_tuples_within(puzzle_and_grid, seed):
    puzzle, _ = puzzle_and_grid
    every = (1 << len(puzzle.values)) - 1
    bit = {value: 1 << place for place, value in enumerate(puzzle.values)}
    for cage in instance(puzzle).cages:
        masks = [(seed * (i + 7)) % (every + 1) or every for i, _ in enumerate(cage.cells)]
        tuples = [
            values
            for values in product(puzzle.values, repeat=len(cage.cells))
            if any(operator.holds(values, cage.target) for operator in cage.operators)
            and all(bit[value] & mask for value, mask in zip(values, masks, strict=True))
            and not any(
                values[i] == values[j]
                for i, mask in enumerate(cage.conflicts)
                for j in range(i)
                if mask >> j & 1
            )
        ]
        expected = tuple(sum({bit[values[i]] for values in tuples}) for i, _ in enumerate(masks))
        found = all_tuples(cage.relation).within(masks)
        assert found.supports == expected
        if found:
            assert found.count == len(tuples)
            inside = [i for i, _ in enumerate(masks) if seed >> i & 1]
            had = [union(bit[values[i]] for i in inside) for values in tuples]
            assert found.always(inside) == reduce(and_, had)
            assert found is found.within(masks), "the same tuples"
