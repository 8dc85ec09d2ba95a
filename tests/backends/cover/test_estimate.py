"""Estimates: the mean is right, and the interval covers as often as it says."""

from __future__ import annotations

from functools import cache

import pytest

from kenken_cp import Cage, KenKenError, Puzzle
from kenken_cp.backends.cover.estimate import MIN_PROBES, estimate, interval
from kenken_cp.model.geometry import boxes

each_known = pytest.mark.parametrize(
    ("puzzle", "count"),
    [
        (Puzzle(4), 576),
        pytest.param(Puzzle(5), 161280, marks=pytest.mark.complete),
        (Puzzle(4, houses=boxes(4, 2, 2)), 288),
        pytest.param(Puzzle(4, values=range(5)), 590400, marks=pytest.mark.complete),
        (Puzzle((3, 5)), 66240),
    ],
    ids=str,
)


@cache
def estimates(puzzle):
    return [estimate(puzzle, probes=MIN_PROBES, seed=seed) for seed in range(40)]


@each_known
def test_the_interval_covers_as_often_as_it_says(puzzle, count):
    """19 of 20 is what it says; 33 or fewer of 40 would happen once in 70 times."""
    with_interval = [one for one in estimates(puzzle) if one.high is not None]
    assert len(with_interval) >= 20
    covered = sum(one.low <= count <= one.high for one in with_interval)
    assert covered >= 0.84 * len(with_interval)
    assert all(one.low < one.count < one.high for one in with_interval)


@each_known
def test_the_mean_is_right(puzzle, count):
    found = [one.count for one in estimates(puzzle)]
    assert sum(found) / len(found) == pytest.approx(count, rel=0.05)


def test_the_empty_9x9():
    """5524751496156892842531225600 Latin squares of order 9 (OEIS A002860)."""
    found = estimate(Puzzle(9), probes=MIN_PROBES, seed=1)
    assert found.count == pytest.approx(5524751496156892842531225600, rel=0.5)


def test_one_solution_is_certain():
    puzzle = Puzzle(2, [Cage([(0, 0)], "given", 1)])
    found = estimate(puzzle, probes=MIN_PROBES)
    assert (found.count, found.low, found.high) == (1, 1, 1)


def test_without_solutions_nothing_is_said():
    found = estimate(Puzzle(2, [Cage([(0, 0), (0, 1)], "+", 4)]), probes=MIN_PROBES)
    assert (found.count, found.low, found.high) == (0, 0, None)


def test_the_same_for_the_same_seed():
    one, other = (estimate(Puzzle(5), probes=MIN_PROBES, seed=3) for _ in range(2))
    assert (one.count, one.low, one.high) == (other.count, other.low, other.high)
    assert estimate(Puzzle(5), probes=MIN_PROBES, seed=4).count != one.count


def test_few_probes():
    with pytest.raises(KenKenError, match="5 probes; expected 100 or more"):
        estimate(Puzzle(3), probes=5)
    found = estimate(Puzzle(8), probes=10**6, seconds=0.05)
    assert found.probes < MIN_PROBES
    assert (found.low, found.high) == (0, None)


def test_numbers_beyond_floats():
    mean, low, high = interval([10**400 + i * 10**398 for i in range(100)])
    assert low < mean < high
    assert mean // 10**398 == 149


def test_an_estimate_that_hangs_on_a_few_probes_has_no_interval():
    assert interval([0] * 95 + [1000] * 5) == (50, 0, None)
