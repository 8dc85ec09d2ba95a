"""Smallest reasons: true, sufficient and minimal, as shown by CP-SAT."""

from __future__ import annotations

import re
from itertools import chain, combinations, count, product

import pytest
from clocks import limited
from corpus import keen, shipped
from hypothesis import given
from ortools.sat.python import cp_model
from strategies import board_sizes, examples, planted

from kenken_cp import Cage, explain, solve
from kenken_cp import solutions as solutions_of
from kenken_cp.clock import Status, StoppedError
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.logic import questions, reasons
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.events import Stuck
from kenken_cp.logic.explanation import explanation
from kenken_cp.logic.inference import next_steps, take
from kenken_cp.logic.sentences import looks_at
from kenken_cp.logic.solver import events
from kenken_cp.logic.steps import GUESS, TECHNIQUES
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.logic.techniques.reasons import SMALLEST_REASON, reason_size

STRATEGY = STRATEGIES.named("smallest-reason")

TRIALS = {technique.name for technique in TECHNIQUES if technique.trial}


def is_possible(candidates, cages, houses, cell, value):
    """Whether some grid of candidates has the value, by CP-SAT on only these cages and houses."""
    model, puzzle = cp_model.CpModel(), candidates.instance.puzzle
    at = {
        each: model.new_int_var_from_domain(cp_model.Domain.from_values(list(values)), "")
        for each, values in zip(puzzle.cells, chain(*candidates.table), strict=True)
    }
    model.add(at[cell] == value)
    for house in houses:
        model.add_all_different([at[each] for each in house])
    for cage in cages:
        tuples = [
            values
            for values in product(puzzle.values, repeat=len(cage.cells))
            if any(op.holds(values, cage.target) for op in puzzle.possible_operators(cage))
            and not (puzzle.rules.distinct_cages and len(set(values)) < len(values))
        ]
        model.add_allowed_assignments([at[each] for each in cage.cells], tuples)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) != cp_model.INFEASIBLE


def assert_reason(step, before, *, solutions):
    members = [*step.cages, *step.houses]
    for cell, values in step.eliminates:
        for value in values:
            assert all(grid[cell[0]][cell[1]] != value for grid in solutions)
            assert not is_possible(before, step.cages, step.houses, cell, value)
            for one in members:
                cages = [cage for cage in step.cages if cage is not one]
                houses = [house for house in step.houses if house is not one]
                assert is_possible(before, cages, houses, cell, value), "each member is needed"


def smaller_reason(before, size):
    """Some constraints, fewer than that, that forbid a candidate."""
    puzzle = before.instance.puzzle
    everything = [*puzzle.cages, *puzzle.all_houses]
    for number in range(1, size):
        for some in combinations(everything, number):
            cages = [one for one in some if isinstance(one, Cage)]
            houses = [one for one in some if not isinstance(one, Cage)]
            for cell, values in zip(puzzle.cells, chain(*before.table), strict=True):
                if any(cell in (one.cells if one in cages else one) for one in some):
                    for value in values:
                        if not is_possible(before, cages, houses, cell, value):
                            return some
    return None


def reasons_of(puzzle):
    """(a smallest-reason step, the candidates before it) of a puzzle, from the start."""
    candidates = Candidates(puzzle)
    while not candidates.dead and (steps := next_steps(candidates, STRATEGY.inference())):
        for step in steps:
            if step.technique == SMALLEST_REASON.name:
                yield step, candidates.copy()
            take(candidates, step)


@examples(20)
@given(planted(board_sizes(2, 3), most=3))
def test_a_reason_is_true_sufficient_and_minimal(puzzle_and_grid):
    puzzle, _ = puzzle_and_grid
    solutions = list(solutions_of(puzzle))
    for number, (step, before) in enumerate(reasons_of(puzzle)):
        if number % 3 == 0:
            assert_reason(step, before, solutions=solutions)


def named(name):
    return next((puzzle, solution) for each, puzzle, solution in keen() if each == name)


def test_a_reason_larger_than_the_sets_that_are_tried_out():
    puzzle, solution = named("keen-4u-36")
    step, before = max(reasons_of(puzzle), key=lambda found: reason_size(found[0]))
    assert reason_size(step) > reasons.EXACT + 1
    assert_reason(step, before, solutions=[solution])


@pytest.mark.complete
@pytest.mark.parametrize("name", ["keen-3e-00", "keen-4u-04"])
def test_no_reason_is_smaller(name):
    for step, before in reasons_of(named(name)[0]):
        if reason_size(step) > 1:
            assert smaller_reason(before, min(reason_size(step), 3)) is None


def test_words():
    """Every candidate of one reason in one sentence, with the shortest why."""
    puzzle, solution = named("keen-9u-00")
    found = explanation(puzzle, solution)
    texts = [text for text in found.sentences if text.startswith("By ")]
    assert texts == [
        "By 24* at r4c7 r5c7 and column 7 alone, r2c7, r6c7, r7c7 and r9c7 are not 6 and r4c7 and "
        "r5c7 are not 3 or 8: for example, if r2c7 were 6, no place would be left for 4 in column "
        "7."
    ]
    steps = [taken.step for taken in found.steps if taken.step.technique == "smallest reason"]
    assert {looks_at(step, puzzle) for step in steps} == {"24* at r4c7 r5c7 and column 7"}
    assert found.guesses == 0
    assert found.board == solution
    assert explanation(puzzle, solution) == found, "whatever was asked before"


def test_the_strategy_ends_with_the_true_candidates():
    puzzle = shipped()["ambiguous/5x5-three.kk"]
    *_, last = events(puzzle, STRATEGY)
    assert isinstance(last, Stuck)
    solutions = list(solutions_of(puzzle))
    for (row, column), left in zip(puzzle.cells, chain(*last.candidates), strict=True):
        assert set(left) == {grid[row][column] for grid in solutions}


def test_several_solutions_are_explained_as_far_as_they_agree():
    puzzle = shipped()["ambiguous/5x5-three.kk"]
    solutions = list(solutions_of(puzzle))
    for (row, column), value in zip(puzzle.cells, chain(*explain(puzzle).board), strict=True):
        same = {grid[row][column] for grid in solutions}
        assert value == (min(same) if len(same) == 1 else None)


@pytest.mark.parametrize("level", ["5u", pytest.param("[5-9]u", marks=pytest.mark.complete)])
def test_no_step_of_keen_is_without_a_reason(level):
    for name, puzzle, solution in keen():
        if re.match(rf"keen-{level}-0", name):
            found = explanation(puzzle, solution)
            assert found.guesses == 0, name
            assert not {taken.step.technique for taken in found.steps} & TRIALS


@pytest.mark.complete
def test_no_step_of_a_shipped_puzzle_is_a_guess():
    for name, puzzle in shipped().items():
        if max(puzzle.size if isinstance(puzzle.size, tuple) else (puzzle.size,)) > 9:
            continue
        outcome = solve(puzzle)
        if outcome.unique:
            found = explanation(puzzle, outcome.solution)
            assert (found.guesses, found.unexplained) == (0, ""), name


def test_a_board_too_large_for_reasons(monkeypatch):
    puzzle, solution = named("keen-9u-00")
    monkeypatch.setattr(questions, "MAX_CANDIDATES", 80)
    found = explanation(puzzle, solution)
    assert found.board == solution
    assert {taken.step.technique for taken in found.steps} & TRIALS
    assert found.ending == (
        "No smallest reason was sought for some steps: the board is too large to look for the "
        "smallest reason of a step."
    )
    with pytest.raises(TooLargeError, match="the board is too large"):
        list(events(puzzle, STRATEGY))


def test_a_search_for_reasons_that_takes_too_long(monkeypatch):
    """It ends after the same reasons, whatever was asked before."""
    puzzle, solution = named("keen-4u-36")
    whole = explanation(puzzle, solution)
    monkeypatch.setattr(questions, "MAX_CHECKPOINTS", 150)
    found = explanation(puzzle, solution)
    assert (found, found.board) == (explanation(puzzle, solution), solution)
    kinds = [taken.step.technique for taken in found.steps]
    assert "smallest reason" in kinds
    assert set(kinds) & {*TRIALS, GUESS}
    assert not {taken.step.technique for taken in whole.steps} & {*TRIALS, GUESS}
    assert found.ending == (
        "No smallest reason was sought for some steps: the search for the smallest reasons takes "
        "too long."
    )
    monkeypatch.setattr("kenken_cp.logic.explanation.MAX_TRIAL_CHECKPOINTS", 1)
    monkeypatch.setattr(questions, "MAX_CHECKPOINTS", 1)
    guessed = explanation(puzzle, solution)
    assert guessed.board == solution
    assert guessed.guesses
    assert not {taken.step.technique for taken in guessed.steps} & TRIALS


def test_several_solutions_of_a_board_too_large_for_reasons(monkeypatch):
    monkeypatch.setattr(questions, "MAX_CANDIDATES", 3)
    assert explain(shipped()["ambiguous/5x5-three.kk"]).ending == (
        "No smallest reason was sought for some steps: the board is too large to look for the "
        "smallest reason of a step. The puzzle has more than one solution."
    )


@pytest.mark.parametrize("error", [StoppedError(Status.TIMEOUT), KeyboardInterrupt()], ids=repr)
def test_a_limit_or_ctrl_c_within_a_reason(error):
    """At any checkpoint, within small sets and larger reasons: what is asked next is not harmed."""
    _, before = max(reasons_of(named("keen-4u-36")[0]), key=lambda found: reason_size(found[0]))
    questions.Effort()
    expected = reasons.smallest_reason(before)
    made = []
    questions.Effort()
    with limited(lambda: made.append(1)):
        assert reasons.smallest_reason(before) == expected
    for last in range(0, len(made), max(1, len(made) // 12)):
        left = count()

        def stop(left=left, last=last):
            if next(left) == last:
                raise error

        questions.Effort()
        with pytest.raises(type(error)), limited(stop):
            reasons.smallest_reason(before)
        assert reasons.smallest_reason(before) == expected
