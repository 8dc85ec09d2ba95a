"""Automata and tuples against the plain meaning of the operators."""

from itertools import permutations, product

import pytest
from engines import patched
from hypothesis import given

from kenken_cp.encode import mdd, tuples
from kenken_cp.encode.instance import instance
from kenken_cp.encode.mdd import automaton
from kenken_cp.encode.tuples import Relation
from kenken_cp.model.operators import ADD, MULTIPLY, OPERATORS
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KILLER
from puzzles import examples, planted


def one_cage(size, cells, operator, target, **more):
    return instance(Puzzle(size, (Cage(cells, operator, target),), **more)).cages[0].relation


def paths(mdd):
    """Every path of an automaton, in lexicographic order."""
    found = [((), 0)]
    for layer in mdd.layers:
        found = [
            ((*path, value), following)
            for path, at in found
            for state, value, following in layer
            if state == at
        ]
    return sorted(path for path, _ in found)


def rows(relation, limit=10**6):
    flat = relation.tuples(limit)
    cells = len(relation.must_differ)
    return None if flat is None else list(zip(*[iter(flat)] * cells, strict=True))


def wanted(relation):
    """What the clue allows of cells that differ as they must, by the operators alone."""
    return [
        values
        for values in product(relation.values, repeat=len(relation.must_differ))
        if any(operator.holds(values, relation.target) for operator in relation.operators)
        and all(
            values[i] != values[j]
            for i, mask in enumerate(relation.must_differ)
            for j in range(i)
            if mask >> j & 1
        )
    ]


def test_a_domino_in_a_line():
    assert rows(one_cage(4, ((0, 0), (0, 1)), "-", 2)) == [(1, 3), (2, 4), (3, 1), (4, 2)]


def test_a_value_may_repeat_where_no_house_forbids_it():
    ell = ((0, 0), (0, 1), (1, 0))
    assert (2, 1, 2) not in rows(one_cage(3, ell, "+", 5))
    assert (1, 2, 2) in rows(one_cage(3, ell, "+", 5))
    assert rows(one_cage(3, ell, "+", 5, rules=KILLER)) == []
    diagonal = ((0, 0), (1, 1))
    assert rows(one_cage(3, diagonal, "+", 4)) == [(1, 3), (2, 2), (3, 1)]
    assert rows(one_cage(3, diagonal, "+", 4, rules=KILLER)) == [(1, 3), (3, 1)]


def test_hidden_is_the_union_of_the_possible_operators_without_repetition():
    found = rows(one_cage(4, ((0, 0), (0, 1)), None, 2))
    assert found == [(1, 2), (1, 3), (2, 1), (2, 4), (3, 1), (4, 2)]
    both = rows(one_cage(3, ((0, 0), (0, 1), (0, 2)), None, 6))  # the sum and the product of each
    assert both == sorted(permutations((1, 2, 3)))


@pytest.mark.parametrize("target", [0, -1, 100, 10**60])
@pytest.mark.parametrize("operator", ["+", "-", "*", "/"])
def test_an_impossible_target_has_no_tuples(operator, target):
    relation = one_cage(4, ((0, 0), (0, 1)), operator, target)
    assert (rows(relation, limit=100), relation.mdd.path_count) == ([], 0)
    assert not relation.mdd.possible


def test_a_cage_too_large_to_list_is_given_up():
    board = tuple(product(range(6), repeat=2))
    assert rows(one_cage(6, board, "+", 126), limit=100) is None
    assert rows(one_cage(9, board[:9], "+", 45), limit=100) is None
    whole = tuple(product(range(40), repeat=2))
    assert rows(one_cage(40, whole, "+", 40 * 820), limit=100) is None


def test_dead_ends_without_a_tuple_are_given_up_too():
    """Fourteen equal factors in a row pass every bound, and fail only on the all-different."""
    row = tuple((0, column) for column in range(14))
    assert rows(one_cage(14, row, "*", 10**14 * 2, values=range(1, 27)), limit=100) is None


def test_the_limit_is_what_is_allowed():
    domino = ((0, 0), (0, 1))
    assert len(rows(one_cage(4, domino, "-", 1), limit=6)) == 6
    assert rows(one_cage(4, domino, "-", 1), limit=5) is None


LONG_AND_SHORT = pytest.mark.parametrize("most", [0, 10**6], ids=["long", "short"])
"""Cages are listed along their automaton, or from all ways to fill them."""


@LONG_AND_SHORT
@pytest.mark.parametrize("must_differ", [(0, 0, 0), (0, 1, 1), (0, 1, 3)])
def test_tuples_are_the_same_whatever_limits_are_asked_for(must_differ, most, monkeypatch):
    monkeypatch.setattr(tuples, "MAX_FILLINGS", most)
    asked = Relation((1, 2, 3, 4, 5), (ADD,), 8, must_differ)
    expected = wanted(asked)
    for limit in (0, 3, 1, 7, len(expected) - 1, len(expected), 1000, 2, 5):
        assert rows(asked, limit) == (expected if len(expected) <= limit else None)
    assert asked.tuples(1000) is asked.tuples(500)


def test_a_full_row_of_nine_is_counted_without_a_list():
    row = one_cage(9, tuple((0, column) for column in range(9)), "+", 45)
    assert row.mdd.path_count == 362_880
    assert sum(map(len, row.mdd.layers)) < 3_000


def test_an_automaton_is_reduced():
    """Two values of equal effect lead to one state: a sum of two cells has one a first value, a
    product with a zero in it one for every other."""
    assert automaton((1, 2, 3), (ADD,), 4, (0, 0)).widths == (1, 3, 1)
    assert automaton((0, 1, 2, 3), (MULTIPLY,), 0, (0, 0)).widths == (1, 2, 1)


def test_an_automaton_of_candidates_holds_no_other_value():
    must_differ = (0, 1, 0)
    found = automaton((2, 3, 5), (ADD,), 10, must_differ, (0b110, 0b111, 0b011))
    assert paths(found) == [(3, 5, 2), (5, 2, 3), (5, 3, 2)]


def test_an_automaton_too_large_is_not_built():
    assert automaton(tuple(range(1, 1001)), (ADD,), 4000, (0,) * 8) is None


def test_an_automaton_is_built_within_its_bound_of_pairs(monkeypatch):
    """A start with three values, then three states with as many."""
    for most, built in ((12, True), (11, False), (6, False)):
        monkeypatch.setattr(mdd, "MAX_TRIED", most)
        assert (automaton((1, 2, 3), (ADD,), 4, (0, 0)) is not None) is built


@LONG_AND_SHORT
@examples(60)
@given(planted())
def test_automata_and_tuples_are_exactly_what_the_clue_allows(most, puzzle_and_grid):
    puzzle, grid = puzzle_and_grid
    with patched({(tuples, "MAX_FILLINGS"): most}):
        for cage in instance(puzzle).cages:
            clue = cage.relation
            relation = Relation(puzzle.values, clue.operators, clue.target, clue.must_differ)
            expected = wanted(relation)
            assert rows(relation) == expected
            assert relation.mdd.path_count == len(expected)
            assert paths(relation.mdd) == expected
            assert tuple(grid[row][column] for row, column in cage.cage.cells) in expected


@LONG_AND_SHORT
def test_division_is_exact(most, monkeypatch):
    """7 / 2 is not 3, as engines have it that cut off what is behind the point."""
    monkeypatch.setattr(tuples, "MAX_FILLINGS", most)
    relation = Relation(tuple(range(1, 10)), (OPERATORS.named("/"),), 3, (0, 1))
    assert rows(relation) == [(1, 3), (2, 6), (3, 1), (3, 9), (6, 2), (9, 3)]
