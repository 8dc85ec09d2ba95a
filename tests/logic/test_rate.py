from __future__ import annotations

from collections import Counter

import pytest
from corpus import keen, shipped

from kenken_cp import Cage, KenKenError, LimitReachedError, Puzzle
from kenken_cp.logic.rate import Rating, rate
from kenken_cp.logic.steps import Level
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import boxes

LEVELS = dict(zip("enhxu", Level, strict=True))


@pytest.fixture(scope="module")
def ratings():
    """(Keen's level, ours) of its puzzles."""
    return [(LEVELS[name.split("-")[1][1]], rate(puzzle)) for name, puzzle, _ in keen()]


@pytest.mark.slow
class TestKeen:
    """Ours against Keen's levels."""

    def test_every_puzzle_is_solved_without_a_guess(self, ratings):
        assert len(ratings) > 600
        assert all(rating.solved and rating.guesses == 0 for _, rating in ratings)

    def test_easy_normal_and_hard_agree_exactly(self, ratings):
        for theirs, rating in ratings:
            if theirs <= Level.HARD:
                assert rating.level == theirs

    def test_the_harder_ones_agree_in_order(self, ratings):
        table = Counter((theirs, rating.level) for theirs, rating in ratings)
        for theirs in (Level.EXTREME, Level.UNREASONABLE):
            total = sum(count for (level, _), count in table.items() if level == theirs)
            assert table[theirs, theirs] > total * 2 / 3
            assert table[theirs, Level.EXTREME] + table[theirs, Level.UNREASONABLE] == total
        extreme = sum(count for (level, _), count in table.items() if level == Level.EXTREME)
        assert table[Level.EXTREME, Level.EXTREME] >= 0.9 * extreme


def test_givens_do_not_count():
    rating = rate(shipped()["9x9/sudoku-patterns.kk"])
    givens = len(shipped()["9x9/sudoku-patterns.kk"].cages)
    assert rating.level == Level.EASY
    assert sum(rating.techniques.values()) == 81 - givens
    nothing = rate(Puzzle(2, [Cage([(i // 2, i % 2)], "=", (1, 2, 2, 1)[i]) for i in range(4)]))
    assert (nothing.level, nothing.hardest, nothing.techniques) == (Level.EASY, None, {})


@pytest.mark.slow
def test_a_guess_is_unreasonable():
    """One solution, which no technique here finds: a Sudoku of 17 givens known to be hard."""
    digits = "800000000003600000070090200050007000000045700000100030001000068008500010090000400"
    givens = [
        Cage([divmod(i, 9)], "=", int(digit)) for i, digit in enumerate(digits) if digit != "0"
    ]
    rating = rate(Puzzle(9, givens, houses=boxes(9, 3, 3)))
    assert rating.solved
    assert rating.level == Level.UNREASONABLE


def test_several_solutions_and_none_have_no_level():
    several = rate(shipped()["ambiguous/5x5-three.kk"])
    assert (several.level, several.solved, str(several.solutions)) == (None, False, "2+")
    for name in (name for name in shipped() if name.startswith("impossible/")):
        none = rate(shipped()[name])
        assert (none.level, none.solved, str(none.solutions)) == (None, False, "0")


def test_time_limit():
    with pytest.raises(LimitReachedError, match=r"timeout after \d+\.\d+ s"):
        rate(shipped()["9x9/hard.kk"], seconds=1e-9)
    for seconds in (0, -1, float("nan")):
        with pytest.raises(KenKenError, match="expected more than 0 seconds"):
            rate(shipped()["3x3/easy.kk"], seconds=seconds)


@pytest.mark.parametrize(
    ("rating", "text"),
    [
        (Rating(Level.HARD, "hidden pair", 0, {}, Count(1, exact=True)), "hard: hidden pair"),
        (
            Rating(Level.UNREASONABLE, "sums", 2, {}, Count(1, exact=True)),
            "unreasonable: sums and 2 guesses",
        ),
        (Rating(Level.EASY, None, 0, {}, Count(1, exact=True)), "easy"),
        (Rating(None, "sums", 0, {}, Count(2, exact=False)), "several solutions"),
        (Rating(None, None, 0, {}, Count(0, exact=True)), "no solution"),
    ],
)
def test_in_words(rating, text):
    assert str(rating) == text
