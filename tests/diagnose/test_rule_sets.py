"""What a puzzle means under each rule set, against counting by hand."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest

from kenken_cp import count
from kenken_cp.diagnose.rule_sets import (
    cage_differences,
    counted_under,
    differences,
    under,
    unique_under,
)
from kenken_cp.errors import PuzzleError
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, INSHI, KENKEN, KILLER, RULE_SETS
from kenken_cp.search.limits import Limits

BENT = Cage(((0, 0), (0, 1), (1, 0)), None, 1)
PUZZLE = Puzzle(3, [BENT, Cage(((0, 2), (1, 2)), None, 3), Cage(((1, 1),), None, 3)])


def test_in_words():
    assert differences(KENKEN, CALCUDOKU) == [
        "- and / shown: kenken on 2 cells; calcudoku on any number of cells",
        "a hidden operator: kenken +, -, * or / on 2 cells, + or * on 3 or more cells; "
        "calcudoku +, -, * or /",
    ]
    assert differences(INSHI, KILLER)[-1] == (
        "a value twice in a cage: inshi where no house forbids it; killer never"
    )


def test_every_two_differ_in_some_words_and_none_from_itself():
    for one, other in combinations(RULE_SETS, 2):
        assert differences(one, other)
    assert not any(differences(rules, rules) for rules in RULE_SETS)


def allowed(rules, values, target):
    """Whether the hidden clue on three cells of an L allows values, its corner first."""
    corner, right, below = values
    if corner in (right, below) or (rules.distinct_cages and right == below):
        return False
    high, middle, low = sorted(values, reverse=True)
    found = {high + middle + low} if rules is not INSHI else set()
    if rules is not KILLER:
        found.add(high * middle * low)
    if rules is CALCUDOKU:
        found.add(high - middle - low)
        found |= {high // (middle * low)} if high % (middle * low) == 0 else set()
    return target in found


@pytest.mark.parametrize("target", range(13))
def test_the_cages_that_allow_other_tuples(target):
    for one, other in permutations(RULE_SETS, 2):
        puzzle = Puzzle(3, [Cage(BENT.cells, None, target)])
        first, second = (
            {values for values in product((1, 2, 3), repeat=3) if allowed(rules, values, target)}
            for rules in (one, other)
        )
        found = cage_differences(under(puzzle, one), under(puzzle, other))
        if first == second:
            assert found == []
        else:
            (only,) = found
            assert (only.only_one, only.only_other) == (len(first - second), len(second - first))
            assert only.example in first ^ second


def test_counts_are_those_of_each_alone():
    held = [under(PUZZLE, rules) for rules in RULE_SETS]
    found = list(counted_under(held, Limits()))
    assert [outcome.count for outcome in found] == [count(puzzle) for puzzle in held]
    assert len({id(outcome) for outcome in found}) < len(found)  # those that mean the same


def test_the_rules_that_its_author_may_have_meant():
    assert count(PUZZLE) == 0
    expected = [rules for rules in RULE_SETS if count(under(PUZZLE, rules)) == 1]
    assert unique_under(PUZZLE, seconds=60) == expected == [CALCUDOKU]


def test_a_rule_set_that_cannot_hold_it():
    puzzle = Puzzle(3, [Cage(BENT.cells, "-", 1)], rules=CALCUDOKU)
    assert isinstance(under(puzzle, KENKEN), PuzzleError)
    assert unique_under(puzzle, seconds=60) == []


def test_cages_that_take_too_long_to_compare_are_left_open():
    row = tuple((0, column) for column in range(9))
    column = tuple((row, 0) for row in range(1, 9))
    puzzle = Puzzle(9, [Cage((*row, *column), None, 85)])
    (found,) = cage_differences(puzzle, under(puzzle, CALCUDOKU), seconds=0.01)
    assert (found.only_one, found.only_other, found.example) == (None, None, None)
