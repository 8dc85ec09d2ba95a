"""Sets of values of cages, against the plain meaning of the operators."""

from itertools import product
from weakref import ref

from hypothesis import given

from kenken_cp import Cage, Puzzle
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.encode.instance import instance
from kenken_cp.encode.tuples import MAX_VALUE_SETS, ValueSet
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
        found, expected = cage.relation.value_sets, wanted(cage.relation)
        assert (found is None) == (len(expected) > MAX_VALUE_SETS)
        assert found is None or (set(found) == expected and len(found) == len(expected))


def one_cage(size, cells, operator, target):
    return instance(Puzzle(size, [Cage(cells, operator, target)])).cages[0].relation


def test_cells_that_need_not_differ_share_a_value():
    corner = one_cage(3, [(0, 0), (0, 1), (1, 1)], "+", 5)
    assert corner.value_sets == (
        ValueSet((1, 2), ((2,), (1,), (2,))),
        ValueSet((1, 3), ((1,), (3,), (1,))),
    )


def test_sets_that_are_too_many_are_not_named():
    """Two values that differ by 1 have a set less than there are values."""
    assert len(one_cage(61, [(0, 0), (0, 1)], "-", 1).value_sets) == MAX_VALUE_SETS == 60
    assert one_cage(62, [(0, 0), (0, 1)], "-", 1).value_sets is None


def test_an_impossible_clue_has_none():
    assert one_cage(3, [(0, 0), (0, 1)], "+", 6).value_sets == ()


def test_large_cages_are_not_kept_by_what_is_made_of_them():
    """Automata take megabytes, so few are remembered."""
    kept = []
    for target in range(100):
        cover = ExactCover(Puzzle(12, [Cage([(0, 0), (1, 1), (2, 2), (3, 3)], "*", target)]))
        kept.append(ref(cover.instance.cages[0].relation))
    assert sum(each() is not None for each in kept) < 80
