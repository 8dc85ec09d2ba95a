from contextlib import suppress
from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenken_cp.errors import GridError, PuzzleError
from kenken_cp.model.geometry import boxes
from kenken_cp.model.operators import ADD, MODULO, MULTIPLY
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, GAUGUIN, INSHI, KENKEN, KILLER, RULE_SETS, RuleSet
from kenken_cp.model.rules import has_same_meaning, satisfies, violations, working_operators
from puzzles import planted

PUZZLE = Puzzle(
    3,
    (
        Cage(((0, 0), (0, 1)), "-", 1),
        Cage(((0, 2), (1, 2)), "/", 3),
        Cage(((1, 0), (2, 0), (2, 1)), None, 6),
    ),
)
SOLUTION = ((1, 2, 3), (2, 3, 1), (3, 1, 2))


def test_a_solution_breaks_nothing():
    assert violations(PUZZLE, SOLUTION) == []
    assert violations(PUZZLE, [list(row) for row in SOLUTION]) == []


def test_each_kind_of_violation_is_named():
    found = violations(PUZZLE, ((1, 2, 3), (2, 3, 9), (3, 1, 3)))
    assert [str(violation) for violation in found] == [
        "r2c3 holds 9; expected one of 1 2 3",
        "row 3 has 3 more than once: r3c1 r3c3",
        "column 3 has 3 more than once: r1c3 r3c3",
    ]
    found = violations(PUZZLE, ((3, 1, 2), (2, 3, 1), (1, 2, 3)))
    assert [str(violation) for violation in found] == [
        "the cage 1- at r1c1 r1c2 holds 3 1, which do not subtract to 1",
        "the cage 3/ at r1c3 r2c3 holds 2 1, which do not divide to 3",
        "the cage 6 at r2c1 r3c1 r3c2 holds 2 1 2, which do not make 6",
    ]
    assert found[0].cells == ((0, 0), (0, 1))
    (found_given, *_) = violations(Puzzle(2, [Cage(((0, 0),), None, 1)]), ((2, 1), (1, 2)))
    assert str(found_given) == "the cage 1 at r1c1 holds 2, which does not make 1"
    assert {violation.kind for violation in found} == {"cage"}


def test_extra_houses_and_repeats_in_a_killer_cage():
    puzzle = Puzzle(4, (Cage(((0, 0), (1, 1)), "+", 2),), houses=boxes(4, 2, 2), rules="killer")
    grid = ((1, 2, 3, 4), (2, 1, 4, 3), (3, 4, 1, 2), (4, 3, 2, 1))
    assert [violation.kind for violation in violations(puzzle, grid)] == ["house"] * 4 + ["repeat"]
    assert str(violations(puzzle, grid)[0]) == ("box r1c1-r2c2 has 1 more than once: r1c1 r2c2")


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        (((1, 2, 3),), "the grid has 1 row; expected 3"),
        (((1, 2, 3), (1, 2), (1, 2, 3)), "row 2 of the grid has 2 values; expected 3"),
        (((1, 2, 3), (1, None, 2), (1, 2, 3)), "row 2 of the grid holds None; expected integers"),
    ],
)
def test_a_grid_of_another_shape_is_refused(grid, message):
    with pytest.raises(GridError, match=message):
        violations(PUZZLE, grid)


def test_one_of_the_possible_operators_is_enough_even_by_a_target_it_rarely_makes():
    """7 mod 5 is 2, which ``evaluate`` says; 5 mod 7 is 5, which only ``makes`` says."""
    rules = RuleSet("sums and modulo", "", ((ADD, None), (MODULO, 2)))
    puzzle = Puzzle(2, [Cage([(0, 0), (0, 1)], None, 5)], (5, 7), rules=rules)
    assert violations(puzzle, [(5, 7), (7, 5)]) == []
    assert [each.kind for each in violations(puzzle, [(5, 5), (7, 5)])] == [
        "house",
        "house",
        "cage",
    ]


def test_one_cage_or_house_is_satisfied_whatever_the_others_are():
    diagonal = Cage([(0, 0), (1, 1)], "+", 4)
    killer = Puzzle(3, [diagonal], rules=KILLER)
    for grid, cage_is, row_is in (
        (((1, 2, 2), (1, 3, 2), (1, 1, 1)), True, False),
        (((2, 1, 3), (1, 2, 2), (1, 1, 1)), False, True),
        (((1, 2, 3), (1, 2, 2), (1, 1, 1)), False, True),
    ):
        assert satisfies(killer, diagonal, grid) == cage_is
        assert satisfies(killer, ((0, 0), (0, 1), (0, 2)), grid) == row_is
    assert satisfies(Puzzle(3, [diagonal]), diagonal, ((2, 1, 3), (1, 2, 2), (1, 1, 1)))
    hidden = Cage([(0, 0), (0, 1)], None, 3)
    assert satisfies(Puzzle(3, [hidden]), hidden, ((1, 3, 2), (1, 2, 2), (1, 1, 1)))


def test_which_operators_explain_a_hidden_cage():
    assert working_operators(PUZZLE, SOLUTION) == {PUZZLE.cages[2]: (ADD, MULTIPLY)}


def test_the_value_that_is_there_twice_is_named_and_where_it_is():
    found = violations(Puzzle(3), [(2, 1, 1), (1, 3, 2), (3, 2, 3)])
    assert [str(each) for each in found] == [
        "row 1 has 1 more than once: r1c2 r1c3",
        "row 3 has 3 more than once: r3c1 r3c3",
    ]


@given(planted())
def test_planted_grids_break_nothing(puzzle_and_grid):
    assert violations(*puzzle_and_grid) == []


def test_agrees_with_the_rules_spelled_out():
    """Some grids of a 3x3: no violation exactly when rows, columns and cages are as they should."""
    rows_known = [*permutations((1, 2, 3)), (1, 1, 2), (3, 2, 3)]
    cage = Cage(((0, 0), (1, 1), (1, 2)), "+", 5)
    puzzle = Puzzle(3, (cage,))
    solutions = 0
    for rows in map(list, product(rows_known, repeat=3)):
        columns = list(zip(*rows, strict=True))
        good = all(len(set(line)) == 3 for line in rows + columns)
        good = good and rows[0][0] + rows[1][1] + rows[1][2] == 5
        assert (violations(puzzle, rows) == []) == good
        solutions += good
    assert solutions > 0


def tuples(puzzle, cage):
    """The values of a cage under the rules of its puzzle, whatever else holds on the board."""
    possible, distinct = puzzle.possible_operators(cage), puzzle.rules.distinct_cages
    return {
        values
        for values in product(puzzle.values, repeat=len(cage.cells))
        if any(operator.holds(values, cage.target) for operator in possible)
        and not (distinct and len(set(values)) < len(values))
    }


@given(found=planted(st.integers(2, 4), most=3))
def test_puzzles_of_the_same_meaning_have_the_same_tuples(found):
    """Values below 1, zeros in quotients and hidden operators are among them."""
    puzzle, _ = found
    kept = [cage for cage in puzzle.cages if cage.operator is not None]
    for one in (puzzle, replace(puzzle, cages=tuple(kept))):
        for rules in RULE_SETS:
            if not has_same_meaning(one, rules):
                continue
            other = replace(one, rules=rules)  # which these allow
            for cage in one.cages:
                assert tuples(one, cage) == tuples(other, cage)


@pytest.mark.parametrize(
    ("operator", "cells", "one", "other", "same"),
    [
        ("-", 2, KENKEN, CALCUDOKU, True),
        ("/", 2, KENKEN, CALCUDOKU, True),
        ("+", 3, KENKEN, CALCUDOKU, True),
        ("mod", 2, KENKEN, CALCUDOKU, True),
        ("-", 3, CALCUDOKU, KENKEN, False),
        (None, 3, KENKEN, CALCUDOKU, False),
        (None, 2, KENKEN, CALCUDOKU, False),  # the same, but a hidden clue stays with its rules
        ("mod", 2, KENKEN, GAUGUIN, False),
        ("*", 3, CALCUDOKU, INSHI, True),
        ("+", 2, KENKEN, INSHI, False),
        ("+", 3, KENKEN, KILLER, False),
        ("=", 1, KENKEN, CALCUDOKU, True),
        ("=", 1, KENKEN, KILLER, True),
    ],
)
def test_which_clues_mean_the_same(operator, cells, one, other, same):
    cage = Cage([(0, column) for column in range(cells)], operator, 2)
    puzzle = Puzzle(3, [cage], rules=one)
    assert has_same_meaning(puzzle, other) is same
    with suppress(PuzzleError):
        assert has_same_meaning(replace(puzzle, rules=other), one) is same
