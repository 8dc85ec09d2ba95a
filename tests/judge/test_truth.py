"""The true solutions of a puzzle."""

from dataclasses import replace

import pytest
from corpus import PUZZLES

from kenken_cp import Count, InternalError, KenKenError, Puzzle, load
from kenken_cp.clock import Clock, Status
from kenken_cp.judge import truth
from kenken_cp.judge.truth import truth_of, with_exact_count

CASES = {"4x4/cs332.kk": 1, "ambiguous/5x5-three.kk": 3, "impossible/4x4-line.kk": 0}
CASES["6x6/easy.kk"] = 1  # beyond the size to which python-constraint is the second engine


@pytest.mark.parametrize(("name", "number"), CASES.items())
def test_two_engines_agree(name, number):
    found = truth_of(load(PUZZLES / name), 100, Clock(), 60.0)
    assert (found.count, found.count.exact, len(found.grids)) == (number, True, number)
    assert found.confirmed


def test_more_solutions_than_are_wanted():
    found = truth_of(Puzzle(4), 2, Clock(), 60.0)
    assert (found.count, found.count.exact, found.confirmed) == (2, False, True)


def test_it_ends_with_its_time_or_when_it_is_stopped():
    found = truth_of(Puzzle(9), 10_000, Clock(), 0.2)
    assert found is None or not found.count.exact
    stop = Clock()
    stop.stop()
    assert truth_of(Puzzle(9), 10_000, stop, 60.0) is None


def changed(monkeypatch, name, change):
    """Has ``truth_of`` get from that engine what ``change`` makes of what it found."""
    real = truth.found_by

    def found_by(engine, *arguments):
        found = real(engine, *arguments)
        return change(found) if engine == name else found

    monkeypatch.setattr(truth, "found_by", found_by)


LAZY = lambda found: replace(found, grids=found.grids[1:])  # noqa: E731
WRONG = lambda found: replace(found, grids=[*found.grids, ((1, 1), (1, 1))])  # noqa: E731
LATE = lambda found: replace(found, grids=found.grids[1:], status=Status.TIMEOUT)  # noqa: E731
ENGINES = ["cp-sat", "python-constraint"]


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("change", [LAZY, WRONG])
def test_engines_that_disagree_are_a_bug_of_ours(name, change, monkeypatch):
    changed(monkeypatch, name, change)
    with pytest.raises(InternalError, match="disagree"):
        truth_of(Puzzle(2), 100, Clock(), 60.0)


@pytest.mark.parametrize("late", ENGINES)
def test_one_engine_that_ends_makes_the_count_exact(late, monkeypatch):
    changed(monkeypatch, late, LATE)
    found = truth_of(Puzzle(3), 100, Clock(), 60.0)
    assert (found.count, found.count.exact, found.confirmed) == (12, True, False)


def refuse(_):
    raise KenKenError("too large")


def test_an_engine_that_refuses_a_puzzle(monkeypatch):
    changed(monkeypatch, "python-constraint", refuse)
    found = truth_of(Puzzle(3), 100, Clock(), 60.0)
    assert (found.count, found.count.exact, found.confirmed) == (12, True, False)
    changed(monkeypatch, "cp-sat", refuse)
    with pytest.raises(KenKenError, match="too large"):
        truth_of(Puzzle(3), 100, Clock(), 60.0)


def test_a_count_of_fewer_than_are_known_is_a_bug_of_ours(monkeypatch):
    found = truth_of(Puzzle(4), 200, Clock(), 60.0)
    assert with_exact_count(Puzzle(4), found, Clock(), 60.0).count == 576
    real = truth.count_solutions
    monkeypatch.setattr(
        truth, "count_solutions", lambda *args: replace(real(*args), count=Count(7))
    )
    with pytest.raises(InternalError, match=r"7 is fewer than the [0-9]+ grids"):
        with_exact_count(Puzzle(4), found, Clock(), 60.0)
