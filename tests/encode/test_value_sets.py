"""Sets of values of cages, against the plain meaning of the operators."""

from itertools import product

from hypothesis import given

from kenken_cp import Cage, Puzzle
from kenken_cp.encode.instance import instance
from kenken_cp.encode.value_sets import ValueSet, value_sets
from puzzles import board_sizes, planted


def wanted(relation):
    """The value sets by the plain meaning of the operators."""
    cells = len(relation.must_differ)
    found = {}
    for row in product(relation.values, repeat=cells):
        if any(operator.holds(row, relation.target) for operator in relation.operators) and not any(
            mask >> j & 1 and row[i] == row[j]
            for i, mask in enumerate(relation.must_differ)
            for j in range(i)
        ):
            of_cells = found.setdefault(tuple(sorted(set(row))), [set() for _ in range(cells)])
            for values, value in zip(of_cells, row, strict=True):
                values.add(value)
    return {
        ValueSet(values, tuple(tuple(sorted(its)) for its in of_cells))
        for values, of_cells in found.items()
    }


@given(planted(sizes=board_sizes(2, 5)))
def test_they_are_those_that_the_clue_allows(puzzle_and_grid):
    for cage in instance(puzzle_and_grid[0]).cages:
        found = value_sets(cage.relation, 10**6)
        assert set(found) == wanted(cage.relation)
        assert len(set(found)) == len(found)
        assert value_sets(cage.relation, len(found)) == found
        assert not found or value_sets(cage.relation, len(found) - 1) is None


def one_cage(size, cells, operator, target):
    return instance(Puzzle(size, [Cage(cells, operator, target)])).cages[0].relation


def test_cells_that_need_not_differ_share_a_value():
    corner = one_cage(3, [(0, 0), (0, 1), (1, 1)], "+", 5)
    assert value_sets(corner, 9) == (
        ValueSet((1, 2), ((2,), (1,), (2,))),
        ValueSet((1, 3), ((1,), (3,), (1,))),
    )


def test_an_impossible_clue_has_none():
    assert value_sets(one_cage(3, [(0, 0), (0, 1)], "+", 6), 9) == ()


def test_equal_cages_share_them():
    """SAT and CP-SAT state the same ones, one after the other, which took as long each time."""
    found = [value_sets(one_cage(4, [(0, c), (0, c + 1)], "+", 5), 9) for c in range(3)]
    assert found[0] is found[1] is found[2] is not None
