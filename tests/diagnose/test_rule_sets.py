"""What a puzzle means under each rule set, against counting by hand."""

from __future__ import annotations

from kenken_cp import count
from kenken_cp.diagnose.rule_sets import counted_under, under, unique_under
from kenken_cp.errors import PuzzleError
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, RULE_SETS
from kenken_cp.search.limits import Limits

BENT = Cage(((0, 0), (0, 1), (1, 0)), None, 1)
PUZZLE = Puzzle(3, [BENT, Cage(((0, 2), (1, 2)), None, 3), Cage(((1, 1),), None, 3)])


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
