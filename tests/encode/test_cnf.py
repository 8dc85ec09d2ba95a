"""The clauses of a puzzle: their models are its grids, and nothing in them is left to choose."""

from __future__ import annotations

import time
from itertools import product

import pytest
from corpus import shipped
from diagnose.small import satisfied
from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions
from pysat.solvers import Solver

from kenken_cp import Cage, InternalError, Puzzle, violations
from kenken_cp.encode.cnf import Cnf, TooLargeError, all_clauses
from kenken_cp.encode.instance import Constraint, Scope, instance
from puzzles import board_sizes, examples, planted


def models(clauses, assumptions=()):
    """Every model, as a list of literals by variable; each differs in some variable."""
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        while solver.solve(assumptions=assumptions):
            model = solver.get_model()
            yield model
            solver.add_clause([-literal for literal in model])


@examples(60)
@given(planted(sizes=board_sizes(1, 3)))
def test_each_grid_is_one_model(puzzle_and_grid):
    """So every variable beside those of the cells is a function of these."""
    puzzle, grid = puzzle_and_grid
    cnf, clauses = all_clauses(instance(puzzle))
    for some in (cnf.clauses, clauses):
        found = [cnf.grid(model) for model in models(some)]
        assert len(set(found)) == len(found)
        assert grid in found
        assert set(found) == set(solutions(puzzle))


@examples(60)
@given(planted(sizes=board_sizes(2, 6), most=9))
def test_a_solution_of_a_larger_board_is_a_model(puzzle_and_grid):
    puzzle, grid = puzzle_and_grid
    cnf, clauses = all_clauses(instance(puzzle))
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        assert solver.solve(assumptions=cnf.literals(grid))


def test_a_set_of_values_is_a_variable():
    """Of a row of 4 a cage has two cells that make 5: 2 and 3, or 1 and 4."""
    cnf = Cnf(instance(Puzzle(4, [Cage([(0, 0), (0, 1)], "+", 5)])))
    high, low = cnf.variable_count + 1, cnf.variable_count + 2
    found = [*cnf.value_set_clauses()]
    assert (high, low) in found
    assert {(-low, 1, 4), (-low, 5, 8), (-low, 1, 5), (-low, 4, 8)} <= set(found)
    assert {(-low, -9), (-low, -12), (-low, -13), (-low, -16)} <= set(found)
    assert {(-1, low), (-4, low), (-5, low), (-8, low)} <= set(found)
    assert len(found) == 1 + 2 * 8 + 8


def test_a_cage_of_too_many_sets_has_no_variables_for_them():
    puzzle = Puzzle(9, [Cage([(i, i) for i in range(5)], "+", 25)])
    assert not [*Cnf(instance(puzzle)).value_set_clauses()]


@pytest.mark.parametrize("name", ["4x4/cs332.kk", "ambiguous/6x6-eight.kk", "latin/diagonal-4.kk"])
def test_shipped_puzzles(name):
    puzzle = shipped()[name]
    cnf = Cnf(instance(puzzle), set(Scope))
    found = {cnf.grid(model) for model in models(cnf.clauses, [*cnf.guards.values()])}
    assert len(found) == puzzle.expected
    assert not any(violations(puzzle, grid) for grid in found)


def some_boards(taken):
    """Forty ways to fill a board, or all."""
    every = list(product(taken.domain, repeat=len(taken.cells)))
    return every[:: 1 + len(every) // 40]


@examples(30)
@given(planted(sizes=board_sizes(2, 3)))
def test_a_guard_switches_one_constraint_and_no_other(puzzle_and_grid):
    puzzle, _ = puzzle_and_grid
    taken = instance(puzzle)
    cnf = Cnf(taken, {Scope.CAGE, Scope.HOUSE})
    assert cnf.guards.keys() == {
        *(Constraint(Scope.CAGE, cage.number) for cage in taken.cages),
        *(Constraint(Scope.HOUSE, number) for number in range(len(taken.houses))),
    }
    with Solver("minisat22", bootstrap_with=cnf.clauses) as solver:
        for values in some_boards(taken):
            cells = [cnf.literal(cell, value) for cell, value in enumerate(values)]
            for constraint, guard in cnf.guards.items():
                holds = satisfied(taken, constraint, values)
                assert solver.solve(assumptions=[*cells, guard]) is holds, constraint


@examples(30)
@given(planted(sizes=board_sizes(2, 3)), st.sampled_from([{Scope.CAGE}, {Scope.CAGE, Scope.HOUSE}]))
def test_line_sums_follow_from_the_constraints_whose_guards_they_name(puzzle_and_grid, scopes):
    """They forbid nothing that these allow: every way to fill the board is left."""
    puzzle, _ = puzzle_and_grid
    taken = instance(puzzle)
    cnf = Cnf(taken, scopes)
    before = list(cnf.clauses)
    more = cnf.line_sum_clauses()
    assert cnf.clauses == before
    with Solver("minisat22", bootstrap_with=cnf.clauses + more) as solver:
        for values in some_boards(taken):
            cells = [cnf.literal(cell, value) for cell, value in enumerate(values)]
            on = [guard for one, guard in cnf.guards.items() if satisfied(taken, one, values)]
            houses = Scope.HOUSE in scopes or all(
                satisfied(taken, Constraint(Scope.HOUSE, number), values)
                for number in range(len(taken.houses))
            )
            assert solver.solve(assumptions=cells + on) is houses


def test_line_sums_without_guards_are_stated_as_they_are():
    cnf = Cnf(instance(Puzzle(4, [Cage([(0, 0), (0, 1), (0, 2)], "+", 8)])))
    assert (cnf.literal(3, 2),) in cnf.line_sum_clauses()


def test_line_sums_show_what_adds_up_many_constraints():
    """By unit propagation alone: rows that a cage fills, less a cell, make that cell."""
    cells = list(product(range(4), repeat=2))
    puzzle = Puzzle(4, [Cage(cells[:15], "+", 38)])
    cnf = Cnf(instance(puzzle), {Scope.CAGE, Scope.HOUSE})
    cage = cnf.guards[Constraint(Scope.CAGE, 0)]
    rows = [cnf.guards[Constraint(Scope.HOUSE, number)] for number in range(4)]
    with Solver("glucose4", bootstrap_with=cnf.clauses + cnf.line_sum_clauses()) as solver:
        _, implied = solver.propagate([cage, *rows])
        assert cnf.literal(15, 2) in implied
        _, implied = solver.propagate([cage, *rows[1:]])
        assert cnf.literal(15, 2) not in implied


def test_every_clause_belongs_to_a_constraint_whose_cells_it_is_about():
    puzzle = shipped()["6x6/easy.kk"]
    taken = instance(puzzle)
    cnf = Cnf(taken)
    owners = [one for one, count in cnf.clause_counts.items() for _ in range(count)]
    assert len(owners) == len(cnf.clauses)
    cells = len(taken.cells) * len(taken.domain)
    for clause, owner in zip(cnf.clauses, owners, strict=True):
        about = {(abs(one) - 1) // len(taken.domain) for one in clause if abs(one) <= cells}
        allowed = {
            Scope.CELL: lambda number: [number],
            Scope.HOUSE: lambda number: taken.houses[number].cells,
            Scope.CAGE: lambda number: taken.cages[number].cells,
        }[owner.scope](owner.number)
        assert about <= set(allowed)


def test_unit_propagation_removes_what_no_tuple_has():
    """On a cage alone it is as strong as filtering along its automaton."""
    puzzle = Puzzle(4, [Cage([(0, 0), (0, 1), (1, 1)], "+", 9)])
    cnf = Cnf(instance(puzzle))
    tuples = {
        values
        for values in product(range(1, 5), repeat=3)
        if sum(values) == 9 and values[0] != values[1] != values[2]
    }
    cells = (0, 1, 5)
    with Solver("glucose4", bootstrap_with=cnf.clauses) as solver:
        for first, second in product(range(1, 5), repeat=2):
            left = {values for values in tuples if values[:2] == (first, second)}
            possible, implied = solver.propagate(
                [cnf.literal(cells[0], first), cnf.literal(cells[1], second)]
            )
            assert possible is bool(left)
            if possible:
                assert len(left) == 1
                (values,) = left
                assert cnf.literal(cells[2], values[2]) in implied


def test_a_full_house_has_every_value():
    """The other clauses imply that, but not by unit propagation."""
    full, wider = (Cnf(instance(Puzzle(2, values=range(1, n)))) for n in (3, 4))
    for cnf, said in ((full, True), (wider, False)):
        assert ((cnf.literal(0, 1), cnf.literal(1, 1)) in cnf.clauses) is said


def test_impossible_cages():
    cnf = Cnf(instance(Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 99)])))
    assert () in cnf.clauses
    assert list(models([clause or (1,) for clause in cnf.clauses] + [(-1,)])) == []
    guarded = Cnf(instance(Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 99)])), {Scope.CAGE})
    (guard,) = guarded.guards.values()
    assert (-guard,) in guarded.clauses


def test_a_pair_of_many_values_takes_no_longer_than_its_cells():
    cages = [Cage([(row, 0), (row, 1)], "order", 1) for row in (0, 1)]
    seconds = []
    for puzzle in (Puzzle(2, values=range(300)), Puzzle(2, cages, values=range(300))):
        problem = instance(puzzle)
        assert all(cage.relation.clue_automaton for cage in problem.cages)
        start = time.process_time()
        Cnf(problem)
        seconds.append(time.process_time() - start)
    assert seconds[1] < 5 * seconds[0]  # 25 times where each value looks at each pair


def test_cages_that_are_too_large():
    board = tuple(product(range(12), repeat=2))
    puzzle = Puzzle(12, [Cage(board, "*", 479001600**12)])
    with pytest.raises(TooLargeError, match="allows too much to be stated as clauses"):
        Cnf(instance(puzzle))


@pytest.mark.parametrize("model", [[1, 2, 3, -4], [-1, -2, -3, 4]], ids=["two", "none"])
def test_a_model_that_is_no_grid(model):
    cnf = Cnf(instance(Puzzle((1, 2), title="this one")))
    with pytest.raises(InternalError, match=r"this one.* a cell has no value, or two"):
        cnf.grid(model)


@pytest.mark.parametrize("most", [287, 507])
def test_too_many_clauses_are_refused(most):
    """Those of the houses alone are, or only those of the cages with them."""
    puzzle = Puzzle(4, [Cage([(0, c) for c in range(4)], "+", 10)], title="this one")
    assert len(Cnf(instance(puzzle), max_clauses=508).clauses) == 508
    with pytest.raises(TooLargeError, match="this one is too large: it takes more than"):
        Cnf(instance(puzzle), max_clauses=most)
