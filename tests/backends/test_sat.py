"""SAT finds each grid once; it stops."""

from __future__ import annotations

import signal
from itertools import product

import pytest
from engines import every_by, reference
from hypothesis import given

from kenken_cp import Cage, Puzzle, Status, solve
from kenken_cp.backends import sat
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import instance
from kenken_cp.encode.line_sums import line_sums
from kenken_cp.search.verbs import find_solutions
from puzzles import board_sizes, examples, planted


@examples(50)
@given(planted(sizes=board_sizes(1, 3)))
def test_each_grid_comes_once(puzzle_and_grid):
    puzzle, grid = puzzle_and_grid
    found = every_by(sat.search, puzzle)
    assert found == reference(puzzle, "brute-force")
    assert grid in found


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
