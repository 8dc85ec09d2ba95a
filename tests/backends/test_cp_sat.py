"""What CP-SAT does that one would not expect, pinned down (measured on OR-Tools 9.15)."""

import os
import random
import subprocess
import sys
from dataclasses import replace
from functools import cache, partial
from itertools import product

import pytest
from corpus import named
from hypothesis import given
from hypothesis import strategies as st
from interrupting import ended, interrupt_at, start
from kenken_cp.search.protocol import Limits, Status
from kenken_cp.search.run import find_solutions
from ortools.sat.python import cp_model
from strategies import board_sizes, clue, examples, latin_squares, partitions, planted

from kenken_cp.backends.cp_sat import engine, translation
from kenken_cp.backends.cp_sat.translation import Encoding
from kenken_cp.clock import StoppedError
from kenken_cp.encode import mdd
from kenken_cp.encode.instance import instance
from kenken_cp.errors import InternalError, KenKenError
from kenken_cp.generation import Recipe, random_puzzle
from kenken_cp.model.operators import ADD, MULTIPLY, OPERATORS, Operator
from kenken_cp.model.operators.record import Fold
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.search import run

count, solve = (partial(verb, backend="cp-sat") for verb in (run.count, run.solve))
by_equations = partial(engine.search, encoding=Encoding(max_table_tuples=0))
"""CP-SAT with every cage stated by equations, or by its automaton."""


def every(puzzle, search=engine.search):
    found = []
    outcome = find_solutions(puzzle, found.append, search=search, remember_all=True)
    assert outcome.status is Status.EXHAUSTED
    return set(found)


@cache
def truth(puzzle):
    found = []
    assert find_solutions(puzzle, found.append, backend="brute-force").count.exact
    return set(found)


def test_parameters():
    """One worker (more lose solutions), no signal handler (it kills), no relaxation (slow)."""
    chosen = engine.parameters(Limits(seconds=2.5))
    assert chosen.enumerate_all_solutions is True
    assert chosen.num_workers == 1
    assert chosen.catch_sigint_signal is False
    assert chosen.linearization_level == 0
    assert chosen.max_time_in_seconds == 2.5
    assert engine.parameters(Limits()).max_time_in_seconds == float("inf")


def test_no_solution_is_lost_and_none_comes_twice():
    assert len(every(Puzzle(4))) == 576
    assert len(every(Puzzle((2, 5)))) == 120 * 44


def test_stopping_on_the_very_last_solution_is_not_a_proof():
    """CP-SAT then returns OPTIMAL, as if it had been exhausted by itself."""
    for limit in (1, 11, 12):
        outcome = find_solutions(Puzzle(3), None, Limits(limit), backend="cp-sat")
        assert outcome.status is Status.LIMIT
        assert outcome.count == limit


def test_division_is_exact():
    seven = Puzzle(2, (Cage(((0, 0), (0, 1)), "/", 3),), values=(2, 7))
    assert every(seven) == set()


class TestEquations:
    """Every cage stated by equations: the same solutions, each once."""

    @given(planted())
    def test_agree_with_brute_force(self, puzzle_and_grid):
        puzzle, grid = puzzle_and_grid
        if len(puzzle.cells) <= 9:
            found = every(puzzle, by_equations)
            assert grid in found
            assert found == truth(puzzle)

    @given(planted(most=6))
    def test_helper_variables_are_functions_of_the_cells(self, puzzle_and_grid):
        puzzle, _ = puzzle_and_grid
        found = []
        find_solutions(puzzle, found.append, Limits(200), search=by_equations)
        assert len(set(found)) == len(found)

    @pytest.mark.parametrize("rules", ["kenken", "calcudoku"])
    @pytest.mark.parametrize("size", [3, (2, 3)], ids=str)
    def test_a_cage_explained_in_several_ways_counts_once(self, rules, size):
        cells = ((0, 0), (0, 1), (0, 2))
        puzzle = Puzzle(size, (Cage(cells, None, 6),), rules=rules)
        assert every(puzzle, by_equations) == truth(puzzle) != set()


def _largest_alive(largest, left, target, low, high):
    if largest is not None and largest > target:
        return False
    return largest == target or bool(left and low <= target <= high)


LARGEST = Operator(
    name="top",
    symbol="~",
    glyph="~",
    verb="have the maximum",
    noun="maximum",
    evaluate=max,
    fold=Fold(None, lambda so_far, value: max(value, so_far or value), _largest_alive),
)
"""An operator that has no linear statement."""

LARGEST_TOO = RuleSet(
    "largest too", "sums, products and maxima", ((ADD, None), (LARGEST, None), (MULTIPLY, None))
)


class TestAutomata:
    """A cage whose operator has no linear statement, and too many tuples for a table."""

    @pytest.fixture(autouse=True, scope="class")
    @staticmethod
    def _registered():
        with OPERATORS.registered(LARGEST):
            yield

    @examples(60)
    @given(board_sizes(2, 3) | st.just((2, 4)), st.data())
    def test_agree_with_brute_force(self, size, data):
        """On cages of 2 to 6 cells, shown or hidden among other operators."""
        shape = (size, size) if isinstance(size, int) else size
        values = tuple(range(1, max(shape) + 1))
        grid = data.draw(latin_squares(size, values))
        parts = data.draw(partitions(size, 6))
        cages = [clue(data.draw, LARGEST_TOO, cells, grid) for cells in parts if len(cells) > 1]
        puzzle = Puzzle(size, [cage for cage in cages if cage], values, rules=LARGEST_TOO)
        found = every(puzzle, by_equations)
        assert grid in found
        assert found == truth(puzzle) == every(puzzle)

    def test_their_own_constraint_repeats_solutions(self):
        """Which is why we state an automaton by tables."""
        puzzle = Puzzle((2, 4), [Cage([(1, c) for c in range(4)], None, 4)], rules=LARGEST_TOO)
        (cage,) = instance(puzzle).cages
        mdd = cage.relation.clue_automaton
        first = [sum(mdd.widths[:layer]) for layer in range(5)]
        arcs = [
            (first[layer] + tail, value, first[layer + 1] + head)
            for layer, found in enumerate(mdd.layers)
            for tail, value, head in found
        ]
        assert len({(tail, value) for tail, value, _ in arcs}) == len(arcs)  # deterministic
        model = cp_model.CpModel()
        cells = [model.new_int_var(1, 4, "") for _ in range(4)]
        model.add_automaton(cells, 0, [first[-1]], arcs)
        solver, found = cp_model.CpSolver(), []

        class Callback(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self):
                found.append(tuple(map(self.value, cells)))

        solver.parameters.copy_from(engine.parameters(Limits()))
        solver.solve(model, Callback())
        assert len(set(found)) == mdd.path_count == 182
        assert len(found) > 182

    @pytest.mark.parametrize("cells", range(2, 7))
    @pytest.mark.parametrize("target", [0, 1, 2, 3, 4])
    def test_a_cage_of_every_size(self, cells, target):
        board = list(product(range(2), range(3)))
        puzzle = Puzzle((2, 3), [Cage(board[:cells], LARGEST, target)], rules=LARGEST_TOO)
        assert every(puzzle, by_equations) == truth(puzzle) == every(puzzle)

    def test_is_what_a_long_list_becomes(self):
        """A cage of 16 cells with 5 values has far more tuples than a table may."""
        board = list(product(range(4), repeat=2))
        puzzle = Puzzle(4, [Cage(board, LARGEST, 4)], (0, 1, 2, 3, 4), rules=LARGEST_TOO)
        model = translation.translate(puzzle)
        tables = [one.table for one in model.constraints if one.has_table()]
        assert [len(table.vars) for table in tables] == [2, *(3 for _ in range(14)), 2]
        assert len(model.variables) == 16 + 15
        assert solve(puzzle).count == 2
        assert every(Puzzle(4, [Cage(board, LARGEST, 3)], rules=LARGEST_TOO)) == set()

    def test_one_that_is_too_large_is_looked_at_in_each_grid(self, monkeypatch):
        """A fold that forgets nothing has as many states as tuples."""
        monkeypatch.setattr(mdd, "MAX_TRIED", 1000)
        hoarder = Operator(
            name="hoard",
            symbol="!",
            glyph="!",
            verb="hoard",
            noun="hoard",
            evaluate=lambda values: values[0] * values[5],
            fold=Fold((), lambda so_far, value: (*so_far, value), lambda *_: True),
        )
        with OPERATORS.registered(hoarder):
            puzzle = Puzzle(4, [Cage(list(product(range(4), repeat=2)), hoarder, 4)])
            assert every(puzzle) == truth(puzzle)
            assert 0 < len(every(puzzle)) < 576


@pytest.mark.parametrize("operator", ["*", "/", None])
def test_without_room_a_cage_is_looked_at_in_each_grid(operator, monkeypatch):
    monkeypatch.setattr(translation, "MAX_LITERALS", 0)
    board = list(product(range(3), repeat=2))
    for target in (0, 1, 2, 3, 6, 24):
        puzzle = Puzzle(3, [Cage(board[:5], operator, target)], rules="calcudoku")
        assert every(puzzle, by_equations) == truth(puzzle)


def test_a_model_without_room_for_a_cage_is_refused(monkeypatch):
    """Whoever solves it would find too many solutions."""
    monkeypatch.setattr(translation, "MAX_LITERALS", 0)
    row = Cage(tuple((0, column) for column in range(9)), "*", 362880)
    with pytest.raises(KenKenError, match=r"362880\* at r1c1 .* allows too much"):
        translation.translate(Puzzle(9, (row,)))


def test_both_ways_of_stating_a_cage_are_used():
    row = Cage(tuple((0, column) for column in range(9)), "+", 45)
    domino = Cage(((1, 0), (1, 1)), "-", 8)
    model = translation.translate(Puzzle(9, (row, domino)))
    kinds = [(constraint.has_table(), constraint.has_linear()) for constraint in model.constraints]
    assert kinds.count((True, False)) == 1
    assert kinds.count((False, True)) == 1 + 18  # the sum, and the totals of all lines


def test_the_tuples_of_a_model_are_bounded(monkeypatch):
    """CP-SAT does not stop while it states tables anew; what has no room is stated as equations."""
    cages = [Cage([(r, c), (r, c + 1)], "+", 5) for r in range(4) for c in (0, 2)]
    puzzle = Puzzle(4, [*cages[1:], Cage([(0, 0), (0, 1)], None, 6)])
    expected = truth(puzzle)
    assert expected
    for most, tables in ((28, 7), (12, 3), (3, 0)):
        monkeypatch.setattr(translation, "MAX_TUPLES", most)
        model = translation.translate(puzzle)
        assert sum(constraint.has_table() for constraint in model.constraints) == tables
        assert every(puzzle) == expected


def test_lines_that_are_not_full_have_no_total():
    """The four rows of a 4x6 hold every value, its columns do not."""
    board = tuple(product(range(4), range(6)))
    model = translation.translate(Puzzle((4, 6), [Cage(board, "+", 84)]))
    linear = [one.linear for one in model.constraints if one.has_linear()]
    assert sorted(len(one.vars) for one in linear) == [6, 6, 6, 6, 24]


def test_statistics():
    statistics = solve(Puzzle(4)).statistics
    assert statistics["variables"] == 16
    assert statistics["model_seconds"] >= 0
    assert {"solver_seconds", "tables", "branches", "conflicts", "propagations"} <= set(statistics)


class TestNamesOfSets:
    """A search without names of sets of values, and where it takes long another with them."""

    @given(
        planted(sizes=board_sizes(2, 4)), st.sampled_from([(0, 1), (1, 1000), (3, 1000), (5000, 1)])
    )
    def test_two_searches_find_each_grid_once(self, puzzle_and_grid, bounds):
        puzzle, _ = puzzle_and_grid
        search = partial(engine.search, first_conflicts=bounds[0])
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(engine, "MAX_FOUND_FIRST", bounds[1])
            assert every(puzzle, search) == truth(puzzle)

    @given(planted(sizes=board_sizes(2, 5)))
    def test_a_model_with_names_has_one_solution_a_grid(self, puzzle_and_grid):
        problem, found = instance(puzzle_and_grid[0]), []
        model, unstated = translation.translated(problem, Encoding())
        assert not unstated
        visitor = engine._Visitor(problem, lambda grid: not found.append(grid), ())
        engine._run(model, visitor, Limits(), engine.parameters(Limits()))
        assert len(found) == len(set(found))
        assert set(found) == truth(puzzle_and_grid[0])

    def test_efforts_of_both_searches_add_up(self, monkeypatch):
        puzzle = random_puzzle(Recipe(7, cage_sizes=(3, 5), operators="+"), random.Random(1))
        plain = solve(puzzle).statistics
        monkeypatch.setattr(engine, "MAX_FOUND_FIRST", 1)
        both = solve(puzzle).statistics
        assert both["variables"] > plain["variables"]
        assert both["branches"] > plain["branches"]

    @pytest.mark.parametrize(("size", "conflicts"), [(4, 800), (9, 1800)])
    def test_the_first_search_grows_with_the_board(self, monkeypatch, size, conflicts):
        bounds, run = [], engine._run

        def noting(model, visitor, limits, chosen):
            bounds.append(chosen.max_number_of_conflicts)
            return run(model, visitor, limits, chosen)

        monkeypatch.setattr(engine, "_run", noting)
        solve(Puzzle(size, [Cage([(0, 0), (0, 1)], "+", 5)]))
        assert bounds == [conflicts]

    def test_large_boards_have_none(self, monkeypatch):
        puzzle = Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 3)])
        assert translation.names_value_sets(instance(puzzle), Encoding())
        monkeypatch.setattr(translation, "MAX_NAMED", 26)
        assert not translation.names_value_sets(instance(puzzle), Encoding())

    def test_a_limit_of_time_holds_for_both(self):
        asked = []

        def parameters(limits):
            asked.append(limits.seconds)
            return engine.parameters(limits)

        puzzle = random_puzzle(Recipe(7, cage_sizes=(3, 5), operators="+"), random.Random(1))
        search = partial(engine.search, parameters_for=parameters, first_conflicts=1)
        found = find_solutions(puzzle, search=search, limits=Limits(2, seconds=60.0))
        assert found.status is not Status.TIMEOUT
        assert 60 > asked[0] > asked[1] > 0

    def test_where_the_time_is_over_there_is_no_second_search(self):
        asked = []

        def parameters(limits):
            asked.append(limits.seconds)
            return engine.parameters(replace(limits, seconds=1e-6))

        puzzle = random_puzzle(Recipe(7, cage_sizes=(3, 5), operators="+"), random.Random(1))
        search = partial(engine.search, parameters_for=parameters)
        found = find_solutions(puzzle, search=search, limits=Limits(seconds=60.0))
        assert found.status is Status.TIMEOUT
        assert len(asked) == 1


def test_an_unexplained_end_is_a_bug():
    def hurried(limits):
        chosen = engine.parameters(limits)
        chosen.max_deterministic_time = 1e-9
        return chosen

    with pytest.raises(InternalError, match="gave up without a limit"):
        find_solutions(Puzzle(6), search=partial(engine.search, parameters_for=hurried))


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
    outcome = solve(puzzle, seconds=600)
    assert outcome.count == 2


@pytest.mark.parametrize(
    ("operator", "target"),
    [("+", target) for target in (125, 127, 0, -5, 10**30)]
    + [("*", target) for target in (720**6 * 2, 720**6 // 5, 0, 7, 10**99)],
)
def test_giant_cages_get_a_no(operator, target):
    outcome = solve(Puzzle(6, (Cage(BOARD, operator, target),)), seconds=600)
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
    ids=named,
)
def test_targets_beyond_64_bits_where_a_line_sum_is_left(puzzle):
    outcome = solve(puzzle, seconds=600)
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 0)


@pytest.mark.parametrize("seed", range(3))
def test_large_cages_of_sums_get_an_answer(seed):
    puzzle = random_puzzle(Recipe(9, operators="+", cage_sizes=(3, 6)), random.Random(seed))
    assert solve(puzzle, limit=1, seconds=600).count == 1


INTERRUPTED = """
import time
from kenken_cp import Puzzle, each_solution, solve
solve(Puzzle(3), backend="cp-sat")
found = 0
def visit(grid):
    global found
    found += 1
    if found == 100:
        print("searching")
outcome = each_solution(Puzzle(9), visit, backend="cp-sat")
try:
    print(outcome.status, outcome.count > 0, outcome.count.exact)
    for _ in range(1200):  # a signal that comes just before a wait is handled only after it
        time.sleep(0.1)
except KeyboardInterrupt:
    print("and Ctrl-C still works")
"""


def test_ctrl_c_ends_a_search_cleanly():
    child = start(INTERRUPTED)
    interrupt_at(child, "searching")
    interrupt_at(child, "interrupted True False")
    assert ended(child) == (0, "and Ctrl-C still works\n", "")


def test_that_a_limit_came_first_is_not_that_there_is_no_grid():
    """Eight lines of at least 1 + ... + 8: that less is impossible takes CP-SAT ages to see."""
    board = tuple(product(range(8), repeat=2))
    problem = instance(Puzzle(8, (Cage(board, "+", 8 * 36 - 1),), values=range(1, 10)))
    with pytest.raises(StoppedError) as stopped:
        engine.find(problem, Limits(seconds=0.05))
    assert stopped.value.reason is Status.TIMEOUT
    assert engine.find(instance(Puzzle(2, (Cage(((0, 0),), "=", 3),))), Limits()) is None


SILENT = """
from functools import partial
from kenken_cp import Cage, Puzzle
from kenken_cp.backends.cp_sat import engine
from kenken_cp.search.run import find_solutions
cells = tuple((r, c) for r in range(8) for c in range(8))
# Eight lines of at least 1 + ... + 8: one less is impossible, which takes CP-SAT ages to see.
puzzle = Puzzle(8, (Cage(cells, "+", 8 * 36 - 1),), values=range(1, 10))
def logging(limits):
    chosen = engine.parameters(limits)
    chosen.log_search_progress = True
    return chosen
outcome = find_solutions(puzzle, search=partial(engine.search, parameters_for=logging))
print("outcome:", outcome.status, outcome.count)
"""


def test_ctrl_c_reaches_a_search_that_finds_nothing():
    """Python handles signals between its own byte codes, of which a silent solve runs none."""
    child = start(SILENT)
    interrupt_at(child, "Starting subsolver 'main' search")
    code, output, errors = ended(child)
    assert (code, errors) == (0, "")
    assert output.splitlines()[-1] == "outcome: interrupted 0+"


def test_a_search_inside_a_visit():
    counts = []
    outcome = find_solutions(Puzzle(3), lambda _: counts.append(count(Puzzle(2))), backend="cp-sat")
    assert outcome.count == 12
    assert counts == [2] * 12


FORKED = """
import os
from functools import partial
from kenken_cp import Puzzle, count
count = partial(count, backend="cp-sat")
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
        [sys.executable, "-W", "ignore", "-c", FORKED], capture_output=True, text=True, timeout=300
    )
    assert (done.stdout, done.stderr) == ("0 12\n", "")
