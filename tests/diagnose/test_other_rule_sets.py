"""What a puzzle means under each rule set, against counting by hand."""

from __future__ import annotations

from dataclasses import replace

from kenken_cp import count
from kenken_cp.diagnose.other_rule_sets import unique_under
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU

BENT = Cage(((0, 0), (0, 1), (1, 0)), None, 1)
PUZZLE = Puzzle(3, [BENT, Cage(((0, 2), (1, 2)), None, 3), Cage(((1, 1),), None, 3)])


def test_the_rules_that_its_author_may_have_meant():
    assert count(PUZZLE) == 0
    assert unique_under(PUZZLE, seconds=60) == [CALCUDOKU]
    assert count(replace(PUZZLE, rules=CALCUDOKU)) == 1


def test_a_rule_set_that_cannot_hold_it():
    puzzle = Puzzle(3, [Cage(BENT.cells, "-", 1)], rules=CALCUDOKU)
    assert unique_under(puzzle, seconds=60) == []


def test_rules_that_leave_several_solutions_are_not_named():
    puzzle = Puzzle(3, [BENT])
    assert count(replace(puzzle, rules=CALCUDOKU)) > 1
    assert unique_under(puzzle, seconds=60) == []
