"""What is suspected is what brute force finds, and what is proposed has a solution."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from corpus import keen
from diagnose.small import solutions
from diagnose.test_contradiction import without_solution
from hypothesis import assume, given
from mistakes import MISTAKES, ONE_CLUE, place, with_mistake
from strategies import board_sizes, examples

from kenken_cp import Cage, Limits, Puzzle, solve
from kenken_cp.diagnose.diagnosis import HowMany, why
from kenken_cp.diagnose.repairs import fewest_changes, likeliest_first, suspects
from kenken_cp.diagnose.typing_slips import distance
from kenken_cp.encode.instance import Constraint, Kind, instance
from kenken_cp.sat.questions import Questions


@examples(60)
@given(without_solution(board_sizes(1, 3)))
def test_suspects_are_the_cages_without_which_there_is_a_solution(puzzle):
    assume(len(puzzle.values) ** len(puzzle.cells) <= 20_000)
    with Questions(instance(puzzle), {Kind.CAGE}) as questions:
        found = [*suspects(questions, Limits)]
    expected = {
        cage
        for number, cage in enumerate(puzzle.cages)
        if solutions(puzzle, frozenset([Constraint(Kind.CAGE, number)]))
    }
    assert {suspect.cage for suspect in found} == expected
    for suspect in found:
        for repair in suspect.fits:
            check(repair, puzzle)


def check(repair, puzzle):
    """A repair changes what it says, and nothing else, and has as many solutions as it says."""
    assert set(puzzle.cages) - set(repair.puzzle.cages) == set(repair.cages)
    outcome = solve(repair.puzzle, backend="cp-sat")
    assert outcome.count >= 1
    assert repair.unique in (None, outcome.unique)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__)
@pytest.mark.parametrize(
    ("number", "size"), [(3, 5), pytest.param(25, None, marks=pytest.mark.complete)]
)
def test_mistakes(mistake, number, size):
    """Of each kind some; a wrong clue is always among the suspects."""
    rng = random.Random(3)
    puzzles = [puzzle for _, puzzle, _ in keen() if size in (None, puzzle.rows)]
    puzzles = [puzzle for puzzle in puzzles if len(puzzle.cages) > 3]
    seen, three = 0, 0
    for _ in range(number):
        meant = rng.choice(puzzles)
        made = with_mistake(meant, mistake, rng)
        found = why(made)
        if found.solutions is not HowMany.NONE:
            assert solve(made).count > 0
            continue
        assert found.conflict is not None
        assert found.repairs
        for repair in found.repairs[:2]:
            check(repair, made)
        where = place(found, meant)
        seen += 1
        three += where is not None and where < 3
        if mistake in ONE_CLUE:
            assert where is not None
    assert number < 10 or three >= 0.7 * seen


def test_two_clues_are_the_fewest_that_explain_it():
    """Two rows, each of which contradicts itself."""
    cages = [
        Cage([(0, 0), (0, 1), (0, 2)], "+", 7),
        Cage([(2, 0), (2, 1), (2, 2)], "+", 8),
        Cage([(1, 0)], "=", 1),
    ]
    puzzle = Puzzle(3, cages)
    with Questions(instance(puzzle), {Kind.CAGE}) as questions:
        assert [*suspects(questions, Limits)] == []
        found = likeliest_first(fewest_changes(questions, [], Limits))
    assert found
    best = found[0]
    assert best.cages == (cages[0], cages[1])
    assert best.words == ("7+ at r1c1 r1c2 r1c3 becomes 6+ and 8+ at r3c1 r3c2 r3c3 becomes 6+")
    check(best, puzzle)


@pytest.mark.parametrize(
    ("typed", "meant", "expected"),
    [
        ("12+", "12+", 0),
        ("12+", "12*", 1),
        ("12+", "13+", 1),
        ("12+", "21+", 1),
        ("12+", "15+", 1),  # above it in the block of figures: 2 and 5
        ("12+", "18+", 2),
        ("12+", "2+", 1.5),
        ("12+", "112+", 1.5),
        ("12+", "13*", 6),
    ],
)
def test_distances_of_clues(typed, meant, expected):
    one, other = (Cage([(0, 0), (0, 1)], text[-1], int(text[:-1])) for text in (typed, meant))
    assert distance(one, other) == expected


def test_a_given_that_is_wrong():
    puzzle = Puzzle(2, [Cage([(0, 0)], "=", 1), Cage([(1, 1)], "=", 2)])
    found = why(puzzle)
    assert {suspect.cage for suspect in found.suspects} == set(puzzle.cages)
    assert [repair.words for repair in found.suspects[0].fits] == ["1 at r1c1 becomes 2"]


def test_a_mended_puzzle_keeps_its_title():
    puzzle = replace(Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 99)]), title="Mine")
    assert all(repair.puzzle.title == "Mine" for repair in why(puzzle).repairs)
