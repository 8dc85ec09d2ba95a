"""SAT finds each grid once, however its search is split; it stops, and takes no more memory."""

from __future__ import annotations

import signal
from itertools import product

import pytest
from engines import every_by, outcome_by, patched, reference
from hypothesis import given
from hypothesis import strategies as st
from memory import takes_less

from kenken_cp import Cage, Limits, Puzzle, Status, solve
from kenken_cp.backends import sat
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.search.verbs import find_solutions
from puzzles import board_sizes, examples, planted

SOLUTIONS = 60_000
MAX_MEGABYTES = 42


@examples(50)
@given(planted(sizes=board_sizes(1, 3)), st.integers(2, 9))
def test_each_grid_comes_once_however_it_is_split(puzzle_and_grid, grids):
    puzzle, grid = puzzle_and_grid
    with patched({(sat, "MAX_FORBIDDEN"): grids}):
        found = every_by(sat.search, puzzle)
    assert found == reference(puzzle, "brute-force")
    assert grid in found


def test_a_search_is_split_when_it_forbids_many(monkeypatch):
    monkeypatch.setattr(sat, "MAX_FORBIDDEN", 10)
    outcome = outcome_by(sat.search, Puzzle(4))
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)
    assert outcome.statistics["solvers"] > 20


@pytest.mark.slow
def test_many_solutions_in_bounded_memory():
    """A clause each would take no more time on so small a board; but 54 megabytes, and not 31."""
    assert solve(Puzzle(5), backend="sat").count == 2
    with takes_less(MAX_MEGABYTES):
        outcome = find_solutions(Puzzle(5), None, Limits(SOLUTIONS), backend="sat")
    assert (outcome.status, outcome.count) == (Status.LIMIT, SOLUTIONS)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_while_the_solver_runs(monkeypatch):
    """It comes at the third part of the solver's work."""

    class Interrupted(sat.SatSolver):
        parts = 0

        def try_to_solve(self, assumptions=()):
            self.parts += 1
            if self.parts == 3:
                signal.raise_signal(signal.SIGINT)
            return super().try_to_solve(assumptions)

    monkeypatch.setattr(sat, "SatSolver", Interrupted)
    assert find_solutions(Puzzle(5), backend="sat").status is Status.INTERRUPTED


@pytest.mark.parametrize(
    ("puzzle", "refused"),
    [
        (Puzzle(64), "64x64 .* takes"),
        (Puzzle(8, [Cage(list(product(range(8), repeat=2)), "lcm", 8)], range(1, 400)), "takes"),
    ],
)
def test_what_would_take_too_many_clauses_is_refused(puzzle, refused):
    with pytest.raises(TooLargeError, match=refused):
        solve(puzzle, backend="sat")
