"""What is suspected is what brute force finds, and what is proposed has a solution."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from clocks import seconds_per_look
from corpus import keen, shipped
from diagnose.small import solutions
from diagnose.test_conflict import without_solution
from hypothesis import assume, given
from mistakes import (
    MISTAKES,
    ONE_CLUE,
    moved_cell,
    one_letter_for_two,
    place,
    swapped_cells,
    with_mistake,
)

from kenken_cp import Cage, Puzzle, Status, loads, solve
from kenken_cp.clock import checkpoint
from kenken_cp.diagnose import repairs
from kenken_cp.diagnose import why as diagnosing
from kenken_cp.diagnose.clue_distance import distance
from kenken_cp.diagnose.repairs import suspects
from kenken_cp.diagnose.why import why
from kenken_cp.encode.instance import Constraint, Scope, instance
from kenken_cp.model.operators import DIVIDE
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.sat.oracle import Oracle
from puzzles import board_sizes, examples


@examples(60)
@given(without_solution(board_sizes(1, 3)))
def test_suspects_are_the_cages_without_which_there_is_a_solution(puzzle):
    assume(len(puzzle.values) ** len(puzzle.cells) <= 20_000)
    with Oracle(instance(puzzle), {Scope.CAGE}) as oracle:
        found = [*suspects(oracle, [])]
    expected = {
        cage
        for number, cage in enumerate(puzzle.cages)
        if solutions(puzzle, frozenset([Constraint(Scope.CAGE, number)]))
    }
    assert {suspect.cage for suspect in found} == expected
    for suspect in found:
        for repair in suspect.fits:
            check(repair, puzzle)


def test_no_clue_mends_a_cage_that_must_repeat_a_value():
    cells = [(0, 0), (0, 1), (1, 0), (1, 1)]
    puzzle = Puzzle(3, [Cage(cells, "+", 40), Cage([(2, 2)], None, 3)], rules="killer")
    found = why(puzzle)
    assert found.solutions == 0
    assert not found.repairs
    assert all(not suspect.fits for suspect in found.suspects)


REPAIRED = (*ONE_CLUE, moved_cell, swapped_cells, one_letter_for_two)


def check(repair, puzzle):
    """A repair changes what it says, and nothing else, and has as many solutions as it says."""
    assert set(puzzle.cages) - set(repair.puzzle.cages) == set(repair.cages)
    outcome = solve(repair.puzzle, backend="cp-sat")
    assert outcome.count >= 1
    assert repair.unique in (None, outcome.unique)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__)
@pytest.mark.parametrize(
    ("number", "size"), [(3, 5), pytest.param(5, None, marks=pytest.mark.slow)]
)
def test_mistakes(mistake, number, size):
    """Of each kind some; a wrong clue is always among the suspects. Of mistakes of no kind that is
    looked for there is the conflict.
    """
    rng = random.Random(3)
    puzzles = [puzzle for _, puzzle, _ in keen() if size in (None, puzzle.rows)]
    puzzles = [puzzle for puzzle in puzzles if len(puzzle.cages) > 3]
    seen, three = 0, 0
    for _ in range(number):
        meant = rng.choice(puzzles)
        made = with_mistake(meant, mistake, rng)
        found = why(made)
        if found.solutions:
            assert solve(made).count > 0
            continue
        assert found.conflict is not None
        assert found.repairs or mistake not in REPAIRED
        for repair in found.repairs[:2]:
            check(repair, made)
        where = place(found, meant)
        seen += 1
        three += where is not None and where < 3
        if mistake in ONE_CLUE:
            assert where is not None
    assert number < 8 or mistake not in REPAIRED or three >= 0.7 * seen


def test_a_letter_used_for_two_cages():
    """Two corners have a letter, and the clue of one of them."""
    puzzle = loads("abb\nacc\ndda\n\na 3+\nb 5+\nc 4+\nd 4+\n")
    found = why(puzzle)
    assert [suspect.cage.clue for suspect in found.suspects] == ["3+"]
    assert found.repairs[0].text == "3+ is only of r1c1 r2c1"
    assert found.repairs[0].unique
    for repair in found.slips:
        check(repair, puzzle)


def test_what_could_not_be_looked_into_in_time(monkeypatch):
    monkeypatch.setattr(diagnosing, "SECONDS_FOR_REPAIRS", 1e-9)
    found = why(shipped()["impossible/3x3-sum.kk"])
    assert (found.complete, found.status) == (False, Status.EXHAUSTED)
    assert found.conflict is not None


def test_a_limit_of_time_leaves_some_for_the_conflict(monkeypatch):
    """Where the search for repairs would take all of it."""

    def endless(*_):
        while True:
            checkpoint()

    seconds_per_look(monkeypatch, 1e-4)
    monkeypatch.setattr(diagnosing, "_look_for_repairs", endless)
    found = why(shipped()["impossible/3x3-sum.kk"], seconds=1.0)
    assert (found.complete, found.suspects) == (False, ())
    assert found.conflict is not None


@pytest.mark.parametrize(
    ("operator", "typed", "values", "fitting"),
    [("power", 7, (2, 3), {"8^", "9^"}), ("mod", 4, (5, 7), {"2mod", "5mod"})],
)
def test_every_target_that_values_make_is_proposed(operator, typed, values, fitting):
    cages = [Cage([(0, 0), (0, 1)], operator, typed), Cage([(1, 0)], "=", values[0])]
    (suspect, *_) = why(puzzle := Puzzle(2, cages, values=values)).suspects
    assert suspect.has_all_fits
    clues = {clue.clue for fit in suspect.fits for clue in fit.becomes}
    assert {clue for clue in clues if clue[1:] == cages[0].clue[1:]} == fitting
    for repair in suspect.fits:
        check(repair, puzzle)


@pytest.mark.parametrize("size", [8, pytest.param(27, marks=pytest.mark.slow)])
def test_products_that_are_huge(size, monkeypatch):
    """Too large for a float, and too large to be typed."""
    monkeypatch.setattr(repairs, "MAX_SOLUTIONS", 2)
    board = [divmod(number, size) for number in range(size * size)]
    values = range(900_000, 900_000 + size)
    (suspect,) = why(Puzzle(size, [Cage(board, "*", 5)], values=values)).suspects
    products = [fit for fit in suspect.fits if fit.becomes[0].operator.symbol == "*"]
    assert len(products) == (size == 8)


def test_rules_under_which_no_number_is_made():
    rules = RuleSet("quotients", "division alone", ((DIVIDE, None),))
    found = why(Puzzle(2, [Cage([(0, 0), (0, 1)], "/", 9)], values=(2, 3), rules=rules))
    assert "no other clue fits" in str(found)


def test_a_killer_cage_whose_values_would_repeat():
    """Its cells are wrong, not its clue."""
    cages = [Cage([(0, 0), (1, 1)], None, 3), Cage([(0, 1)], None, 2), Cage([(1, 0)], None, 2)]
    found = why(Puzzle(2, cages, rules="killer"))
    (first, *_) = [each for each in found.suspects if each.cage == cages[0]]
    assert first.fits == ()
    assert "3 at r1c1 r2c2: no other clue fits; perhaps its cells are wrong" in str(found)


def test_a_suspect_is_told_without_clues_if_the_time_is_over(monkeypatch):
    outcome = replace(solve(Puzzle(1)), status=Status.TIMEOUT)
    monkeypatch.setattr(repairs, "find_solutions", lambda *_: outcome)
    found = why(Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 9)]))
    assert [each.fits for each in found.suspects] == [()]
    assert "9+ at r1c1 r1c2: which clue fits is not known" in str(found)


@pytest.mark.parametrize(
    ("typed", "meant", "expected"),
    [
        ("12+", "12+", 0),
        ("12+", "12*", 1),
        ("12+", "13+", 1),
        ("12+", "21+", 1),
        ("12+", "15+", 1),  # above it in the block of figures: 2 and 5
        ("12+", "18+", 2),
        ("19+", "31+", 3.6),
        ("12+", "2+", 1.5),
        ("12+", "112+", 1.5),
        ("12+", "13*", 6),
    ],
)
def test_distances_of_clues(typed, meant, expected):
    one, other = (Cage([(0, 0), (0, 1)], text[-1], int(text[:-1])) for text in (typed, meant))
    assert distance(one, other) == expected


@pytest.mark.slow
def test_of_many_solutions_not_every_clue_that_fits_is_known():
    found = why(shipped()["impossible/9x9-givens.kk"])
    assert not any(suspect.has_all_fits for suspect in found.suspects)
    assert "or others?" in str(found)


def test_two_wrong_clues_have_no_repair_but_a_conflict():
    """Two rows, each of which contradicts itself."""
    cages = [Cage([(0, 0), (0, 1), (0, 2)], "+", 7), Cage([(2, 0), (2, 1), (2, 2)], "+", 8)]
    found = why(Puzzle(3, [*cages, Cage([(1, 0)], "=", 1)]))
    assert (found.suspects, found.slips, found.repaired) == ((), (), None)
    assert "No change of a single clue, and no slip in drawing" in str(found)
    assert found.conflict.cages in [(cages[0],), (cages[1],)]


def test_a_repair_that_leaves_several_solutions_is_less_likely():
    (suspect,) = why(Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 9)])).suspects
    one, several, unknown = (
        replace(suspect.fits[0], unique=unique).rank for unique in (True, False, None)
    )
    assert one == unknown < several


def test_whether_a_clue_leaves_one_solution_is_known_only_if_all_were_seen(monkeypatch):
    monkeypatch.setattr(repairs, "MAX_SOLUTIONS", 1)
    (suspect,) = why(Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 9)])).suspects
    assert {repair.unique for repair in suspect.fits} == {None}
    assert not suspect.has_all_fits


def test_values_that_would_repeat_in_a_cage_are_no_solution_of_another_clue():
    """1 and 3 make 4; so do 2 and 2, but not in a cage of a Killer Sudoku."""
    typed = Cage([(1, 2), (2, 1)], None, 1)
    wrong = Puzzle(3, [Cage([(0, 1)], "=", 3), Cage([(0, 2)], "=", 1), typed], rules="killer")
    (suspect,) = why(wrong).suspects
    assert [(fit.becomes[0].clue, fit.unique) for fit in suspect.fits] == [("4", True)]
    check(suspect.fits[0], wrong)


def test_a_hidden_operator_stays_hidden():
    (suspect,) = why(Puzzle(3, [Cage([(0, 0), (0, 1)], None, 9)])).suspects
    assert {clue.operator for fit in suspect.fits for clue in fit.becomes} == {None}


@pytest.mark.parametrize(("name", "looked"), [("9x9/easy.kk", False), ("4x4/easy.kk", True)])
def test_on_many_cages_a_likely_clue_is_enough(name, looked, monkeypatch):
    asked = []
    monkeypatch.setattr(diagnosing, "drawing_slips", lambda *_: asked.append(True) or ())
    right = shipped()[name]
    clue = next(cage for cage in right.cages if cage.operator.symbol == "+")
    typed = Cage(clue.cells, clue.operator, clue.target * 10)
    others = [cage for cage in right.cages if cage != clue]
    found = why(replace(right, cages=(typed, *others), expected=None))
    assert found.repairs[0].becomes == (clue,)
    assert bool(asked) is looked
