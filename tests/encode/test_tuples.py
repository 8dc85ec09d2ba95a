from itertools import product

import pytest
from hypothesis import given
from strategies import planted

from kenken_cp.encode.tuples import allowed_tuples
from kenken_cp.model.puzzle import Cage, Puzzle, clashes
from kenken_cp.model.rule_sets import KILLER


def rows(puzzle, limit=None):
    flat = allowed_tuples(puzzle, puzzle.cages[0], limit)
    return (
        None if flat is None else list(zip(*[iter(flat)] * len(puzzle.cages[0].cells), strict=True))
    )


def one_cage(size, cells, operator, target, **more):
    return Puzzle(size, (Cage(cells, operator, target),), **more)


def test_a_domino_in_a_line():
    assert rows(one_cage(4, ((0, 0), (0, 1)), "-", 2)) == [(1, 3), (2, 4), (3, 1), (4, 2)]


def test_a_value_may_repeat_where_no_house_forbids_it():
    ell = ((0, 0), (0, 1), (1, 0))
    assert (2, 1, 2) not in rows(one_cage(3, ell, "+", 5))
    assert (1, 2, 2) in rows(one_cage(3, ell, "+", 5))
    assert rows(one_cage(3, ell, "+", 5, rules=KILLER)) == []


def test_hidden_is_the_union_of_the_readings_without_repetition():
    found = rows(one_cage(4, ((0, 0), (0, 1)), None, 2))
    assert found == [(1, 2), (1, 3), (2, 1), (2, 4), (3, 1), (4, 2)]


@pytest.mark.parametrize("target", [0, -1, 100, 10**60])
@pytest.mark.parametrize("operator", ["+", "-", "*", "/"])
def test_an_impossible_target_has_no_tuples(operator, target):
    assert rows(one_cage(4, ((0, 0), (0, 1)), operator, target), limit=100) == []


def test_a_cage_too_large_to_list_is_given_up_at_once():
    board = tuple(product(range(6), repeat=2))
    assert rows(one_cage(6, board, "+", 126), limit=100) is None
    assert rows(one_cage(9, board[:9], "+", 45), limit=100) is None
    whole = tuple(product(range(40), repeat=2))
    assert rows(one_cage(40, whole, "+", 40 * 820), limit=100) is None


def test_dead_ends_without_a_tuple_are_given_up_too():
    """Fourteen equal factors in a row pass every bound, and fail only on the all-different."""
    row = tuple((0, column) for column in range(14))
    puzzle = Puzzle(14, (Cage(row, "*", 10**14 * 2),), values=tuple(range(1, 27)))
    assert rows(puzzle, limit=100) in (None, [])


def test_the_limit_is_what_is_allowed():
    domino = ((0, 0), (0, 1))
    assert len(rows(one_cage(4, domino, "-", 1), limit=6)) == 6
    assert rows(one_cage(4, domino, "-", 1), limit=5) is None


@given(planted())
def test_tuples_are_exactly_what_the_clue_and_the_clashes_allow(puzzle_and_grid):
    puzzle, grid = puzzle_and_grid
    for cage in puzzle.cages:
        shape = clashes(puzzle, cage)
        wanted = [
            values
            for values in product(puzzle.values, repeat=len(cage.cells))
            if any(operator.holds(values, cage.target) for operator in puzzle.readings(cage))
            and all(
                values[i] != values[j]
                for i, mask in enumerate(shape)
                for j in range(i)
                if mask >> j & 1
            )
        ]
        flat = allowed_tuples(puzzle, cage)
        assert list(zip(*[iter(flat)] * len(cage.cells), strict=True)) == wanted
        assert tuple(grid[row][column] for row, column in cage.cells) in wanted
