"""Backends: one from outside is a function; the built-in ones are imported when they are used."""

from __future__ import annotations

import numpy as np
import pytest
from engine_from_outside import registered

from kenken_cp import (
    InternalError,
    LimitReachedError,
    Puzzle,
    Status,
    count,
    is_unique,
    solutions,
    solve,
)
from kenken_cp.search.engine import Ended
from kenken_cp.search.verbs import count_solutions

GRIDS = [((1, 2), (2, 1)), ((2, 1), (1, 2))]


def squares_of_two(puzzle, visit, clock):
    """An engine from outside, which knows one board."""
    goes_on = all(visit([grid]) for grid in GRIDS)
    return Ended(Status.EXHAUSTED if goes_on else Status.LIMIT, {"boards": 1})


def test_one_from_outside_is_a_function():
    with registered(squares_of_two):
        outcome = solve(Puzzle(2), backend="engine", limit=3)
        assert (outcome.status, outcome.count, outcome.backend) == (Status.EXHAUSTED, 2, "engine")
        assert (outcome.statistics, outcome.engine) == ({"boards": 1}, "engine")
        assert count(Puzzle(2), backend="engine") == 2
        assert not is_unique(Puzzle(2), backend="engine")
        with solutions(Puzzle(2), backend="engine") as grids:
            assert list(grids) == GRIDS


def test_one_that_counts():
    def search(puzzle, visit, clock):
        raise AssertionError("it is to count")

    with registered(search, lambda puzzle, clock: Ended(Status.EXHAUSTED, total=2)):
        assert count(Puzzle(2), backend="engine") == 2


def test_a_count_that_is_cut_short_keeps_what_was_noted():
    def counted(puzzle, clock):
        clock.note(1)
        clock.stop()
        clock.check()

    with (
        registered(squares_of_two, counted),
        pytest.raises(LimitReachedError, match=r"interrupted after .* s, with 1 solution found"),
    ):
        count(Puzzle(2), backend="engine")


def test_a_count_below_what_was_noted_is_a_bug():
    """As of an engine whose stages disagree."""

    def counted(puzzle, clock):
        clock.note(3)
        return Ended(Status.EXHAUSTED, total=2)

    with (
        registered(squares_of_two, counted),
        pytest.raises(InternalError, match=r"engine returned the total 2; .* at least the 3 "),
    ):
        count(Puzzle(2), backend="engine")


def test_statistics_are_plain_numbers():
    figures = {"nodes": np.int64(3), "seconds": np.float32(0.5)}
    with registered(squares_of_two, lambda *_: Ended(Status.EXHAUSTED, figures, total=2)):
        statistics = count_solutions(Puzzle(2), backend="engine").statistics
        assert [*map(type, statistics.values())] == [int, float]


@pytest.mark.parametrize(
    "ended",
    [None, Status.EXHAUSTED, Ended("exhausted"), iter(GRIDS), Ended(Status.EXHAUSTED, {"a": b"x"})],
)
def test_one_that_does_not_say_how_it_ended(ended):
    with registered(lambda *_: ended, lambda *_: ended):
        for verb in (solve, count):
            with pytest.raises(InternalError, match=r"engine returned .*; expected (Ended|numb)"):
                verb(Puzzle(2), backend="engine")


@pytest.mark.parametrize("total", [None, 2.5])
def test_a_total_that_is_no_integer_is_a_bug(total):
    with (
        registered(squares_of_two, lambda *_: Ended(Status.EXHAUSTED, total=total)),
        pytest.raises(
            InternalError, match=f"engine returned the total {total}; expected an integer"
        ),
    ):
        count(Puzzle(2), backend="engine")
