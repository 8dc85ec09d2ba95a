"""What CP-SAT does that one would not expect, pinned down (measured on OR-Tools 9.15)."""

import threading
from itertools import product

import pytest
from engines import every_by, outcome_by, patched, reference
from hypothesis import assume, given
from hypothesis import strategies as st

from kenken_cp import Limits, Status
from kenken_cp import solve as solved
from kenken_cp.backends.cp_sat import model as modelling
from kenken_cp.backends.cp_sat import solve as cp_sat
from kenken_cp.backends.cp_sat.binding import CpModelProto, SolutionCallback, SolveWrapper
from kenken_cp.backends.cp_sat.model import model_of
from kenken_cp.clock import Clock
from kenken_cp.encode import mdd
from kenken_cp.encode.instance import instance
from kenken_cp.model.operators import ADD, MULTIPLY, OPERATORS, Operator
from kenken_cp.model.operators.record import Fold
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.search.verbs import find_solutions
from puzzles import board_sizes, clue, examples, latin_squares, partitions, planted


def every(puzzle):
    return every_by(cp_sat.search, puzzle)


def every_by_equations(puzzle):
    """With every cage stated by equations, or by its automaton."""
    with patched({(modelling, "MAX_TUPLES_OF_CAGE"): 0}):
        return every(puzzle)


def model(puzzle):
    """The model without names of sets of values, for few constraints are easier to look at."""
    with patched({(modelling, "MAX_NAMED"): 0}):
        found, unstated = model_of(instance(puzzle))
    assert not unstated
    return found


def truth(puzzle):
    return reference(puzzle, "brute-force")


def test_parameters():
    """One worker (more lose solutions), no signal handler (it kills), no relaxation (slow)."""
    chosen = cp_sat.parameters_for(instance(Puzzle(3)))
    assert chosen.enumerate_all_solutions is True
    assert chosen.num_workers == 1
    assert chosen.catch_sigint_signal is False
    assert chosen.linearization_level == 0


def test_a_thread_that_cannot_start_is_not_waited_for(monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(RuntimeError):
        cp_sat.search(Puzzle(3), bool, Clock())


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

    @given(planted(sizes=board_sizes(1, 3)))
    def test_agree_with_brute_force(self, puzzle_and_grid):
        """On boards of up to a thousand solutions."""
        puzzle, grid = puzzle_and_grid
        assume(len(truth(puzzle)) <= 1000)
        found = every_by_equations(puzzle)
        assert grid in found
        assert found == truth(puzzle)

    @given(planted(most=6))
    def test_helper_variables_are_functions_of_the_cells(self, puzzle_and_grid):
        puzzle, _ = puzzle_and_grid
        with patched({(modelling, "MAX_TUPLES_OF_CAGE"): 0}):
            assert outcome_by(cp_sat.search, puzzle, most=200).count <= 200  # the gate looks

    @pytest.mark.parametrize("rules", ["kenken", "calcudoku"])
    @pytest.mark.parametrize("size", [3, (2, 3)], ids=str)
    def test_a_cage_explained_in_several_ways_counts_once(self, rules, size):
        cells = ((0, 0), (0, 1), (0, 2))
        puzzle = Puzzle(size, (Cage(cells, None, 6),), rules=rules)
        assert every_by_equations(puzzle) == truth(puzzle) != set()


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
        found = every_by_equations(puzzle)
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
        model, solver, found = CpModelProto(), SolveWrapper(), []
        automaton = model.constraints.add().automaton
        automaton.final_states.append(first[-1])
        for tail, value, head in arcs:
            automaton.transition_tail.append(tail)
            automaton.transition_label.append(value)
            automaton.transition_head.append(head)
        for cell in range(4):
            model.variables.add().domain.extend((1, 4))
            automaton.vars.append(cell)

        class Callback(SolutionCallback):
            def OnSolutionCallback(self):  # noqa: N802 - the binding calls it by this name
                found.append(tuple(map(self.SolutionIntegerValue, range(4))))

        solver.set_parameters(cp_sat.parameters_for(instance(puzzle)))
        solver.add_solution_callback(callback := Callback())
        solver.solve(model)
        solver.clear_solution_callback(callback)
        assert len(set(found)) == mdd.path_count == 182
        assert len(found) > 182

    @pytest.mark.parametrize("cells", range(2, 7))
    @pytest.mark.parametrize("target", [0, 1, 2, 3, 4])
    def test_a_cage_of_every_size(self, cells, target):
        board = list(product(range(2), range(3)))
        puzzle = Puzzle((2, 3), [Cage(board[:cells], LARGEST, target)], rules=LARGEST_TOO)
        assert every_by_equations(puzzle) == truth(puzzle) == every(puzzle)

    def test_is_what_a_long_list_becomes(self):
        """A cage of 16 cells with 5 values has far more tuples than a table may."""
        board = list(product(range(4), repeat=2))
        puzzle = Puzzle(4, [Cage(board, LARGEST, 4)], (0, 1, 2, 3, 4), rules=LARGEST_TOO)
        stated = model(puzzle)
        tables = [one.table for one in stated.constraints if one.has_table()]
        assert [len(table.vars) for table in tables] == [2, *(3 for _ in range(14)), 2]
        assert len(stated.variables) == 16 + 15
        assert solved(puzzle, backend="cp-sat").count == 2
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
    monkeypatch.setattr(modelling, "MAX_LITERALS", 0)
    monkeypatch.setattr(modelling, "MAX_ARCS_OF_MODEL", 0)
    board = list(product(range(3), repeat=2))
    for target in (0, 1, 2, 3, 6, 24):
        puzzle = Puzzle(3, [Cage(board[:5], operator, target)], rules="calcudoku")
        assert every_by_equations(puzzle) == truth(puzzle)


@pytest.mark.parametrize("operator", ["*", "-"])
def test_long_products_and_differences_are_equations(operator):
    """Of nine cells, automata say so little that most of these boards take minutes."""
    cages = []
    for top, left in product((0, 3, 6), repeat=2):
        cells = [(top + r, left + c) for r, c in product(range(3), repeat=2)]
        values = [(2 * r + 4 * c) % 9 + 1 for r, c in cells]
        cages.append(Cage(cells, operator, OPERATORS.named(operator).evaluate(values)))
    puzzle = Puzzle(9, cages, rules="calcudoku")
    stated, unstated = model_of(instance(puzzle))
    assert not unstated
    assert not any(one.has_table() for one in stated.constraints)
    assert solved(puzzle, backend="cp-sat").count == 2


def test_both_ways_of_stating_a_cage_are_used():
    row = Cage(tuple((0, column) for column in range(9)), "+", 45)
    domino = Cage(((1, 0), (1, 1)), "-", 8)
    stated = model(Puzzle(9, (row, domino)))
    kinds = [(constraint.has_table(), constraint.has_linear()) for constraint in stated.constraints]
    assert kinds.count((True, False)) == 1
    assert kinds.count((False, True)) == 1 + 18  # the sum, and the totals of all lines


def test_the_tuples_of_a_model_are_bounded(monkeypatch):
    """CP-SAT does not stop while it states tables anew; what has no room is stated as equations."""
    cages = [Cage([(r, c), (r, c + 1)], "+", 5) for r in range(4) for c in (0, 2)]
    puzzle = Puzzle(4, [*cages[1:], Cage([(0, 0), (0, 1)], None, 6)])
    expected = truth(puzzle)
    assert expected
    for most, tables in ((28, 7), (12, 3), (3, 0)):
        monkeypatch.setattr(modelling, "MAX_TUPLES_OF_MODEL", most)
        stated = model(puzzle)
        assert sum(one.has_table() for one in stated.constraints) == tables
        assert every(puzzle) == expected


def test_lines_that_are_not_full_have_no_total():
    """The four rows of a 4x6 hold every value, its columns do not."""
    board = tuple(product(range(4), range(6)))
    stated = model(Puzzle((4, 6), [Cage(board, "+", 84)]))
    linear = [one.linear for one in stated.constraints if one.has_linear()]
    assert sorted(len(one.vars) for one in linear) == [6, 6, 6, 6, 24]


def test_statistics():
    statistics = solved(Puzzle(4), backend="cp-sat", limit=None).statistics
    assert statistics["variables"] == 16
    assert {"model_seconds", "tables", "branches", "conflicts", "propagations"} <= set(statistics)


class TestBesideTheSolver:
    """The caller's thread visits grids and looks at the clock; the solver works in its own."""

    def test_grids_are_visited_in_the_caller(self):
        threads = set()
        find_solutions(
            Puzzle(4), lambda _: threads.add(threading.current_thread()), backend="cp-sat"
        )
        assert threads == {threading.current_thread()}

    def test_a_slow_visitor_is_waited_for(self, monkeypatch):
        monkeypatch.setattr(cp_sat, "MAX_WAITING", 2)
        assert len(every(Puzzle(4))) == 576

    def test_the_time_limit(self):
        outcome = find_solutions(Puzzle(8), None, Limits(seconds=0.3), backend="cp-sat")
        assert outcome.status is Status.TIMEOUT
        assert outcome.seconds < 5
        assert not [one for one in threading.enumerate() if one.name == "kenken-cp-sat"]

    def test_what_the_solver_raises_is_raised(self, monkeypatch):
        def broken(*_):
            raise ZeroDivisionError

        monkeypatch.setattr(cp_sat.CpSatSearch, "_receive", broken)
        with pytest.raises(ZeroDivisionError):
            find_solutions(Puzzle(3), backend="cp-sat")
