"""CP-SAT's traps, one test each (they were measured on OR-Tools 9.15)."""

import os
import random
import subprocess
import sys
import time
from functools import partial
from itertools import product

import pytest
from hypothesis import given
from strategies import planted

from kenken_cp.backends import cp_sat
from kenken_cp.errors import InternalError
from kenken_cp.generate import Recipe, random_puzzle
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.search import run as search
from kenken_cp.search.protocol import Limits, Status

count, each_solution, find_solutions, solve = (
    partial(function, backend="cp-sat")
    for function in (search.count, search.each_solution, search.find_solutions, search.solve)
)


def every(puzzle, backend="cp-sat"):
    found = []
    outcome = each_solution(
        puzzle, lambda grid: not found.append(grid), backend=backend, remember_all=True
    )
    assert outcome.status is Status.EXHAUSTED
    return set(found)


def test_parameters():
    """One worker (more lose solutions), no signal handler (it kills), no relaxation (slow)."""
    chosen = cp_sat.parameters(Limits(seconds=2.5))
    assert chosen.enumerate_all_solutions is True
    assert chosen.num_workers == 1
    assert chosen.catch_sigint_signal is False
    assert chosen.linearization_level == 0
    assert chosen.max_time_in_seconds == 2.5
    assert cp_sat.parameters(Limits()).max_time_in_seconds == float("inf")


def test_no_solution_is_lost_and_none_comes_twice():
    assert len(every(Puzzle(4))) == 576


def test_stopping_on_the_very_last_solution_is_not_a_proof():
    """CP-SAT then answers OPTIMAL, as if it had been exhausted by itself."""
    for limit in (1, 11, 12):
        outcome = find_solutions(Puzzle(3), lambda _: True, Limits(limit))
        assert outcome.status is Status.LIMIT
        assert outcome.count == limit


def test_division_is_exact():
    seven = Puzzle(2, (Cage(((0, 0), (0, 1)), "/", 3),), values=(2, 7))
    assert every(seven) == set()


@pytest.fixture
def no_tables(monkeypatch):
    monkeypatch.setattr(cp_sat, "LONGEST_TABLE", 0)


@pytest.mark.usefixtures("no_tables")
class TestEquations:
    """Every cage stated arithmetically: the same solutions, each once."""

    @given(planted())
    def test_agree_with_brute_force(self, puzzle_and_grid):
        puzzle, grid = puzzle_and_grid
        if puzzle.size < 4:
            found = every(puzzle)
            assert grid in found
            assert found == every(puzzle, "brute-force")

    @given(planted(most=6))
    def test_helper_variables_are_functions_of_the_cells(self, puzzle_and_grid):
        puzzle, _ = puzzle_and_grid
        found = []
        find_solutions(puzzle, lambda grid: not found.append(grid), Limits(200))
        assert len(set(found)) == len(found)

    @pytest.mark.parametrize("rules", ["kenken", "calcudoku"])
    def test_a_cage_explained_in_several_ways_counts_once(self, rules):
        cells = ((0, 0), (1, 1), (2, 2))
        puzzle = Puzzle(3, (Cage(cells, None, 6),), rules=rules)
        assert every(puzzle) == every(puzzle, "brute-force")


def test_both_ways_of_stating_a_cage_are_used():
    row = Cage(tuple((0, column) for column in range(9)), "+", 45)
    domino = Cage(((1, 0), (1, 1)), "-", 8)
    model = cp_sat.translate(Puzzle(9, (row, domino)))
    kinds = [(constraint.has_table(), constraint.has_linear()) for constraint in model.constraints]
    assert kinds.count((True, False)) == 1
    assert kinds.count((False, True)) == 1 + 18  # the sum, and the totals of all lines


def test_statistics():
    statistics = solve(Puzzle(4)).statistics
    assert statistics["variables"] == 16
    assert statistics["model_seconds"] >= 0
    assert {"solver_seconds", "tables", "branches", "conflicts", "propagations"} <= set(statistics)


def test_an_unexplained_end_is_a_bug(monkeypatch):
    def parameters(limits):
        chosen = original(limits)
        chosen.max_deterministic_time = 1e-9
        return chosen

    original = cp_sat.parameters
    monkeypatch.setattr(cp_sat, "parameters", parameters)
    with pytest.raises(InternalError, match="gave up without a limit"):
        count(Puzzle(6))


BOARD = tuple(product(range(6), repeat=2))
ROW = tuple((0, column) for column in range(9))


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(9, (Cage(ROW, "+", 45),)),
        Puzzle(9, (Cage(ROW, "+", 45),), rules="killer"),
        Puzzle(9, (Cage(ROW, "*", 362880),)),
        Puzzle(6, (Cage(BOARD, "+", 126),)),
        Puzzle(6, (Cage(BOARD, "*", 720**6),)),
        Puzzle(6, (Cage(BOARD, None, 126),)),
        Puzzle(6, (Cage(BOARD, None, 720**6),)),
        Puzzle(6, (Cage(BOARD, "-", 12 - 126),), rules="calcudoku"),
        Puzzle(6, (Cage(BOARD, None, 12 - 126),), rules="calcudoku"),
        Puzzle(12, (Cage(tuple(product(range(12), repeat=2)), "+", 12 * 78),)),
    ],
    ids=lambda puzzle: f"{puzzle.cages[0].clue[:12]}-{puzzle.rules.name}-{puzzle.size}",
)
def test_giant_cages_get_an_answer(puzzle):
    outcome = solve(puzzle, seconds=60)
    assert outcome.count == 2


@pytest.mark.parametrize(
    ("operator", "target"),
    [("+", target) for target in (125, 127, 0, -5, 10**30)]
    + [("*", target) for target in (720**6 * 2, 720**6 // 5, 0, 7, 10**99)],
)
def test_giant_cages_get_a_no(operator, target):
    outcome = solve(Puzzle(6, (Cage(BOARD, operator, target),)), seconds=60)
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 0)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(3, (Cage(((0, 0), (0, 1)), "+", 10**20),)),
        Puzzle(3, (Cage(((0, 0),), "=", 10**50), Cage(((0, 1), (1, 1)), "+", 3))),
        Puzzle(3, (Cage(((0, 0), (0, 1)), "+", -(10**20)),)),
        Puzzle(3, (Cage(((0, 0), (0, 1)), "*", 10**20),)),
        Puzzle(9, (Cage(tuple(product(range(9), repeat=2))[1:], "*", 1),)),
        Puzzle(9, (Cage(tuple(product(range(9), repeat=2))[1:], "+", 1),)),
        Puzzle(3, (Cage(((0, 0), (1, 1)), None, 10**20),)),
        Puzzle(3, (Cage(((0, 0), (1, 1)), "-", 10**20),)),
        Puzzle(3, (Cage(((0, 0), (1, 1)), "/", 10**20),)),
    ],
    ids=str,
)
def test_targets_beyond_64_bits_where_a_remainder_is_left(puzzle):
    outcome = solve(puzzle, seconds=60)
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 0)


@pytest.mark.parametrize("seed", range(3))
def test_large_cages_of_sums_get_an_answer(seed):
    puzzle = random_puzzle(Recipe(9, operators="+", cage_sizes=(3, 6)), random.Random(seed))
    assert solve(puzzle, limit=1, seconds=120).count == 1


INTERRUPTED = """
import os, signal, sys, threading
from kenken_cp import Puzzle, Status, count, solve, each_solution, Limits
solve(Puzzle(3), backend="cp-sat")
seconds = float(sys.argv[1])
threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()
outcome = each_solution(Puzzle(9), lambda _: True, backend="cp-sat")
print(outcome.status, outcome.count > 0, outcome.count.exact)
try:
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    threading.Event().wait(20)
except KeyboardInterrupt:
    print("and Ctrl-C still works")
"""


def test_ctrl_c_ends_a_search_cleanly():
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "1.0"], capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""
    assert done.stdout == "interrupted True False\nand Ctrl-C still works\n"


SILENT = """
import os, signal, threading, time
from kenken_cp import Cage, Puzzle, each_solution
cells = tuple((r, c) for r in range(8) for c in range(8))
# Eight lines of at least 1 + ... + 8: one less is impossible, which takes CP-SAT ages to see.
puzzle = Puzzle(8, (Cage(cells, "+", 8 * 36 - 1),), values=range(1, 10))
threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT)).start()
outcome = each_solution(puzzle, lambda _: True, backend="cp-sat")
print(outcome.status, outcome.count)
"""


def test_ctrl_c_reaches_a_search_that_finds_nothing():
    """Python handles signals between its own byte codes, of which a silent solve runs none."""
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", SILENT], capture_output=True, text=True, timeout=120
    )
    assert done.stderr == ""
    assert done.stdout == "interrupted 0+\n"
    assert time.monotonic() - started < 60


def test_a_search_inside_a_visit():
    counts = []

    def visit(_):
        counts.append(count(Puzzle(2)))
        return True

    assert each_solution(Puzzle(3), visit).count == 12
    assert counts == [2] * 12


FORKED = """
import os
from functools import partial
from kenken_cp import Puzzle, search
count = partial(search.count, backend="cp-sat")
count(Puzzle(3))
child = os.fork()
if child == 0:
    os._exit(0 if count(Puzzle(3)) == 12 else 1)
print(os.waitpid(child, 0)[1], count(Puzzle(3)))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_child_process_can_search():
    """It inherits the engine, but none of its threads."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKED], capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("0 12\n", "")
