"""SAT finds each grid once, however its search is split; it stops, and takes no more memory."""

from __future__ import annotations

import signal
from functools import partial
from itertools import product

import pytest
from engines import reference
from hypothesis import given
from hypothesis import strategies as st
from memory import takes_less
from strategies import board_sizes, examples, planted

from kenken_cp import Cage, Limits, Puzzle, Status, solve
from kenken_cp.backends import sat
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import instance
from kenken_cp.encode.line_sums import line_sums
from kenken_cp.search.protocol import StopSignal
from kenken_cp.search.run import find_solutions

SOLUTIONS = 60_000
MAX_MEGABYTES = 42


def split_after(grids):
    return partial(sat.search, max_forbidden=grids)


@examples(50)
@given(planted(sizes=board_sizes(1, 3)), st.integers(2, 9))
def test_each_grid_comes_once_however_it_is_split(puzzle_and_grid, grids):
    puzzle, grid = puzzle_and_grid
    found = []
    outcome = find_solutions(puzzle, found.append, search=split_after(grids), remember_all=True)
    assert outcome.status is Status.EXHAUSTED
    assert set(found) == reference(puzzle, "brute-force")
    assert grid in found


def test_what_it_remembers_is_bounded():
    outcome = find_solutions(Puzzle(4), search=split_after(10), remember_all=True)
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)
    assert outcome.statistics["solvers"] > 20
    assert outcome.statistics["remembered"] < 60


@pytest.mark.complete
def test_many_solutions_in_bounded_memory():
    """A clause each would take no more time on so small a board; but 54 megabytes, and not 31."""
    assert solve(Puzzle(5), backend="sat").count == 2
    with takes_less(MAX_MEGABYTES):
        outcome = find_solutions(Puzzle(5), None, Limits(SOLUTIONS), backend="sat")
    assert (outcome.status, outcome.count) == (Status.LIMIT, SOLUTIONS)


class TestWhileTheSolverRuns:
    @pytest.fixture
    def at_third_part(self, monkeypatch):
        """Something that happens at the third part of the solver's work."""
        happens = []

        class Watched(sat.Solver):
            parts = 0

            def try_to_solve(self, assumptions=()):
                self.parts += 1
                if self.parts == 3:
                    happens[0]()
                return super().try_to_solve(assumptions)

        monkeypatch.setattr(sat, "Solver", Watched)
        return happens

    @pytest.mark.usefixtures("interruptible")
    def test_ctrl_c(self, at_third_part):
        at_third_part.append(lambda: signal.raise_signal(signal.SIGINT))
        outcome = find_solutions(Puzzle(5), backend="sat")
        assert outcome.status is Status.INTERRUPTED

    def test_a_signal_to_stop(self, at_third_part):
        stop = StopSignal()
        at_third_part.append(stop.stop)
        outcome = find_solutions(Puzzle(5), limits=Limits(stop=stop), backend="sat")
        assert outcome.status is Status.INTERRUPTED
        assert outcome.count == 2


def test_line_sums_are_stated():
    """Rows that a cage fills, less a cell: one solver call, and no conflict, tells that cell."""
    cells = list(product(range(4), repeat=2))
    puzzle = Puzzle(4, [Cage(cells[:15], "+", 38)])
    assert [found.cells for found in line_sums(instance(puzzle), 5)] == [(15,)]
    grids = []
    assert find_solutions(puzzle, grids.append, backend="sat").count == 576 // 4
    assert {grid[3][3] for grid in grids} == {2}


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
