"""Automata and tuples against the plain meaning of the operators."""

import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product

import pytest
from hypothesis import given
from strategies import planted

from kenken_cp.encode.instance import instance
from kenken_cp.encode.mdd import Mdd, automaton, paths, union_of_automata
from kenken_cp.encode.tuples import Relation
from kenken_cp.model.operators import ADD, MULTIPLY
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KILLER


def one_cage(size, cells, operator, target, **more):
    return instance(Puzzle(size, (Cage(cells, operator, target),), **more)).cages[0].relation


def rows(relation, limit=10**6):
    flat = relation.tuples(limit)
    cells = len(relation.conflicts)
    return None if flat is None else list(zip(*[iter(flat)] * cells, strict=True))


def wanted(relation):
    """What the clue and its conflicts allow, from the plain meaning of the operators."""
    return [
        values
        for values in product(relation.values, repeat=len(relation.conflicts))
        if any(operator.holds(values, relation.target) for operator in relation.operators)
        and all(
            values[i] != values[j]
            for i, mask in enumerate(relation.conflicts)
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


def test_hidden_is_the_union_of_the_possible_operators_without_repetition():
    found = rows(one_cage(4, ((0, 0), (0, 1)), None, 2))
    assert found == [(1, 2), (1, 3), (2, 1), (2, 4), (3, 1), (4, 2)]


@pytest.mark.parametrize("target", [0, -1, 100, 10**60])
@pytest.mark.parametrize("operator", ["+", "-", "*", "/"])
def test_an_impossible_target_has_no_tuples(operator, target):
    relation = one_cage(4, ((0, 0), (0, 1)), operator, target)
    assert (rows(relation, limit=100), relation.count) == ([], 0)
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


@pytest.mark.parametrize("conflicts", [(0, 0, 0), (0, 1, 1), (0, 1, 3)])
def test_tuples_are_listed_once_whatever_limits_are_asked_for(conflicts):
    asked = Relation((1, 2, 3, 4, 5), (ADD,), 8, conflicts)
    for limit in (0, 3, 1, 7, 1000, 2, 5):
        expected = wanted(asked)
        assert rows(asked, limit) == (expected if len(expected) <= limit else None)
    assert asked.tuples(1000) is asked.tuples(500)


def test_tuples_are_listed_by_several_threads_at_once():
    conflicts = (0, 1, 3, 1, 8)
    limits = (20, 1, 300, 60, 5, 1000)
    expected = wanted(Relation((1, 2, 3, 4, 5, 6), (ADD,), 18, conflicts))
    assert 300 < len(expected) < 1000
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(len(limits)) as pool:
            for _ in range(20):
                asked = Relation((1, 2, 3, 4, 5, 6), (ADD,), 18, conflicts)
                for limit, found in zip(
                    limits, pool.map(partial(rows, asked), limits), strict=True
                ):
                    assert found == (expected if len(expected) <= limit else None)
                assert rows(asked) == expected
    finally:
        sys.setswitchinterval(interval)


def test_a_union_has_the_paths_of_each_as_often_as_there_are_automata_with_them():
    values, free = (1, 2, 3, 4), (0, 0, 0)
    clues = ((ADD, 6), (MULTIPLY, 6), (ADD, 99), (MULTIPLY, 8), (ADD, 6))
    automata = [automaton(values, (operator,), target, free) for operator, target in clues]
    expected = Counter(path for each in automata for path in paths(each, free) if path)
    union = union_of_automata(automata)
    assert Counter(path for path in paths(union, free) if path) == expected
    assert union.path_count == expected.total() == 10 + 6 + 0 + 7 + 10
    assert union.widths[0] == union.widths[-1] == 1


def test_a_full_row_of_nine_is_counted_without_a_list():
    row = one_cage(9, tuple((0, column) for column in range(9)), "+", 45)
    assert row.count == 362_880
    assert sum(map(len, row.mdd.layers)) < 3_000


def test_an_automaton_is_reduced():
    """Two values of equal effect lead to one state: a sum of two cells has one a first value, a
    product with a zero in it one for every other."""
    assert automaton((1, 2, 3), (ADD,), 4, (0, 0)).widths == (1, 3, 1)
    assert automaton((0, 1, 2, 3), (MULTIPLY,), 0, (0, 0)).widths == (1, 2, 1)


def test_an_automaton_of_candidates_holds_no_other_value():
    conflicts = (0, 1, 0)
    found = automaton((2, 3, 5), (ADD,), 10, conflicts, (0b110, 0b111, 0b011))
    assert [path for path in paths(found, conflicts) if path] == [(3, 5, 2), (5, 2, 3), (5, 3, 2)]


def test_an_automaton_too_large_is_not_built():
    assert automaton(tuple(range(1, 1001)), (ADD,), 4000, (0,) * 8) is None


def test_the_first_path_looks_at_the_states_on_it_alone(monkeypatch):
    """Of a large automaton the others take longer than the search for a tuple."""
    large = automaton(tuple(range(1, 65)), (ADD,), 130, (0,) * 16)
    leaving, looked_at = Mdd.leaving, []
    monkeypatch.setattr(Mdd, "leaving", lambda *place: looked_at.append(place) or leaving(*place))
    assert sum(next(paths(large, (0,) * 16))) == 130
    assert len(looked_at) == 16 < sum(large.widths) / 100


@given(planted())
def test_automata_and_tuples_are_exactly_what_the_clue_allows(puzzle_and_grid):
    puzzle, grid = puzzle_and_grid
    taken = instance(puzzle)
    for cage in taken.cages:
        relation = cage.relation
        expected = wanted(relation)
        assert rows(relation) == expected
        assert relation.count == len(expected)
        unconstrained = [0] * len(cage.cells)
        assert [path for path in paths(relation.mdd, unconstrained) if path] == expected
        assert tuple(grid[row][column] for row, column in cage.cage.cells) in expected
