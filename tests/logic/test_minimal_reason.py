"""Minimal reasons: true, sufficient and without a member to spare, as shown by CP-SAT."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, count, product

import pytest
from clocks import limited
from constraint import AllDifferentConstraint, FunctionConstraint, Problem
from corpus import keen, shipped
from hypothesis import given

from kenken_cp import Cage, Puzzle, explain
from kenken_cp import solutions as solutions_of
from kenken_cp.clock import Status, StoppedError
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.explain import explanation
from kenken_cp.logic.sentences import looks_at, sentence
from kenken_cp.logic.steps import next_steps, take
from kenken_cp.logic.techniques.minimal_reason import MINIMAL_REASON
from kenken_cp.logic.techniques.subsets import NAKED_SINGLE
from puzzles import board_sizes, examples, planted

ALONE = [NAKED_SINGLE, MINIMAL_REASON]


def is_possible(candidates, cages, houses, cell, value):
    """Whether some grid of candidates has the value, by python-constraint on only these cages and
    houses.
    """
    problem, puzzle = Problem(), candidates.instance.puzzle
    for each, values in zip(puzzle.cells, chain(*candidates.table), strict=True):
        problem.addVariable(each, [left for left in values if each != cell or left == value])
    for house in houses:
        problem.addConstraint(AllDifferentConstraint(), house)
    for cage in cages:
        tuples = {
            values
            for values in product(puzzle.values, repeat=len(cage.cells))
            if any(op.holds(values, cage.target) for op in puzzle.possible_operators(cage))
            and not (puzzle.rules.distinct_cages and len(set(values)) < len(values))
        }
        allowed = FunctionConstraint(lambda *values, tuples=tuples: values in tuples)
        problem.addConstraint(allowed, cage.cells)
    return problem.getSolution() is not None


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


def reasons_of(puzzle):
    """(a step, the candidates before it) by reasons alone, from the start."""
    candidates = Candidates(puzzle)
    while not candidates.dead and (steps := next_steps(candidates, ALONE)):
        for step in steps:
            if step.technique == MINIMAL_REASON.name:
                yield step, candidates.copy()
            take(candidates, step)


@examples(20)
@given(planted(board_sizes(2, 3), most=3))
def test_a_reason_is_true_sufficient_and_minimal(puzzle_and_grid):
    puzzle, _ = puzzle_and_grid
    solutions = list(solutions_of(puzzle))
    for step, before in reasons_of(puzzle):
        assert_reason(step, before, solutions=solutions)


def named(name):
    return next((puzzle, solution) for each, puzzle, solution in keen() if each == name)


def test_reasons_alone_lead_to_the_solution():
    puzzle, solution = named("keen-4u-36")
    found = explanation(puzzle, solution, ALONE)
    assert (found.board, found.guesses) == (solution, 0)
    assert {step.technique for step in found.steps} == {each.name for each in ALONE}
    assert explanation(puzzle, solution, ALONE) == found, "whatever was asked before"


def test_each_reason_on_the_way_is_minimal():
    puzzle, solution = named("keen-4u-36")
    sizes = []
    for step, before in reasons_of(puzzle):
        assert_reason(step, before, solutions=[solution])
        sizes.append(len(step.cages) + len(step.houses))
    assert sizes[0] == 1, "of several reasons it is the smallest"


def test_words():
    puzzle, _ = named("keen-4u-36")
    step, _ = next(reasons_of(puzzle))
    ((cell, (value,)),) = step.eliminates
    cages, houses = step.cages, step.houses
    assert looks_at(step, puzzle).startswith(str((*cages, *houses)[0]))
    text = sentence(replace(step, left={cell: (9, 10)}), puzzle)
    assert (
        text == f"By {looks_at(step, puzzle)} alone, r{cell[0] + 1}c{cell[1] + 1} is not {value}."
    )


def test_several_solutions_are_explained_as_far_as_they_agree():
    puzzle = shipped()["ambiguous/5x5-three.kk"]
    solutions = list(solutions_of(puzzle))
    for (row, column), value in zip(puzzle.cells, chain(*explain(puzzle).board), strict=True):
        same = {grid[row][column] for grid in solutions}
        assert value == (min(same) if len(same) == 1 else None)


def test_there_is_none_without_a_solution_or_where_nothing_is_decided():
    candidates = Candidates(named("keen-4u-36")[0])
    assert list(MINIMAL_REASON.find(candidates))
    candidates.keep(0, 0b1)
    candidates.keep(1, 0b1)
    assert not list(MINIMAL_REASON.find(candidates))
    undecided = Candidates(Puzzle(4, [Cage([(0, 0), (0, 1)], "+", 3)]))
    assert not list(MINIMAL_REASON.find(undecided))


@pytest.mark.parametrize(("size", "reasons"), [(9, 1), (10, 0)])
def test_there_is_none_on_a_board_larger_than_an_empty_9x9(size, reasons):
    candidates = Candidates(Puzzle(size))
    for cell, mask in enumerate((0b11, 0b11, 0b101)):
        candidates.keep(cell, mask)
    assert len(list(MINIMAL_REASON.find(candidates))) == reasons


@pytest.mark.parametrize("error", [StoppedError(Status.TIMEOUT), KeyboardInterrupt()], ids=repr)
def test_a_limit_or_ctrl_c_within_a_reason(error):
    """At any checkpoint: what is asked next is not harmed."""
    candidates = Candidates(named("keen-4u-36")[0])
    made = []
    with limited(lambda: made.append(1)):
        expected = list(MINIMAL_REASON.find(candidates))
    for last in range(0, len(made), max(1, len(made) // 12)):
        left = count()

        def stop(left=left, last=last):
            if next(left) == last:
                raise error

        with pytest.raises(type(error)), limited(stop):
            list(MINIMAL_REASON.find(candidates))
        assert list(MINIMAL_REASON.find(candidates)) == expected
