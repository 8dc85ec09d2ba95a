"""Which constraints hold together, against brute force; boards that are too large are refused."""

from __future__ import annotations

from itertools import product

import pytest
from diagnose.small import broken_by_grid, grid_by_cp_sat
from hypothesis import assume, given
from hypothesis import strategies as st

from kenken_cp import Cage, InternalError, KenKenError, Puzzle, warnings
from kenken_cp.diagnose.repairs import suspects
from kenken_cp.diagnose.why import why
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import Constraint, Scope, instance
from kenken_cp.sat.oracle import Oracle
from puzzles import board_sizes, examples, planted


@examples(30)
@given(planted(sizes=board_sizes(1, 2)), st.data())
def test_some_constraints_together(puzzle_and_grid, data):
    puzzle, _ = puzzle_and_grid
    assume(len(puzzle.values) ** len(puzzle.cells) <= 20_000)
    broken = set(broken_by_grid(puzzle).values())
    with Oracle(instance(puzzle), {Scope.CAGE, Scope.HOUSE}) as oracle:
        for _ in range(2):
            only = frozenset(data.draw(st.sets(st.sampled_from(sorted(oracle.constraints)))))
            expected = any(one.isdisjoint(only) for one in broken)
            grid = oracle.find_grid(only)
            assert (grid is not None) is expected
            if grid is None:
                assert oracle.core() <= only
                assert not any(one.isdisjoint(oracle.core()) for one in broken)
            else:
                assert only <= oracle.satisfied(grid)
                again = grid_by_cp_sat(puzzle, only)
                assert again is not None
                assert only <= oracle.satisfied(again)


def test_houses_are_left_out_before_cages():
    puzzle = Puzzle(2, [Cage([(0, 0)], "=", 1), Cage([(0, 1)], "=", 1)])
    row, *cages = Constraint(Scope.HOUSE, 0), Constraint(Scope.CAGE, 0), Constraint(Scope.CAGE, 1)
    with Oracle(instance(puzzle), {Scope.CAGE, Scope.HOUSE}) as oracle:
        assert list(oracle.find_minimal(frozenset([row, *cages]))) == [row, *cages]


def test_a_smaller_contradiction_elsewhere_is_found():
    wrong = [Cage([(0, 0)], "=", 1), Cage([(0, 1)], "=", 1), Cage([(1, 0), (1, 1)], "+", 9)]
    minimal = {Constraint(Scope.HOUSE, 0), Constraint(Scope.CAGE, 0), Constraint(Scope.CAGE, 1)}
    with Oracle(instance(Puzzle(2, wrong)), {Scope.CAGE, Scope.HOUSE}) as oracle:
        assert oracle.find_smallest(frozenset(minimal)) == {Constraint(Scope.CAGE, 2)}


def test_a_new_literal_implies_one_of_some():
    with Oracle(instance(Puzzle(2))) as oracle:
        twos = oracle.require_any([oracle.literal(0, 2), oracle.literal(3, 2)])
        assert oracle.find_grid((), [twos]) == ((2, 1), (1, 2))
        assert oracle.find_grid((), [twos, oracle.literal(0, 1)]) is None


class Lying(Oracle):
    """An engine that always gives the same answer."""

    def __init__(self, puzzle, grid):
        self.puzzle, self.answer = puzzle, grid
        self.constraints = frozenset(Constraint(Scope.HOUSE, number) for number in range(4))

    def find_grid(self, only, literals=()):
        return self.answer

    def core(self):
        return self.constraints


@pytest.mark.parametrize("grid", [None, ((1, 2), (2, 1))], ids=["none", "a solution"])
def test_an_engine_that_contradicts_itself(grid):
    lying = Lying(Puzzle(2, title="this one"), grid)
    with pytest.raises(InternalError, match=r"an engine contradicts itself .*this one"):
        lying.find_smallest(lying.constraints)


def test_a_puzzle_with_a_solution_has_no_suspect():
    oracle = Oracle(instance(Puzzle(2)), {Scope.CAGE})
    with oracle, pytest.raises(InternalError, match="a solution of"):
        next(suspects(oracle, []))
    for verb in (why, warnings):
        with pytest.raises(KenKenError, match="expected more than 0 seconds"):
            verb(Puzzle(2), seconds=-1)


@pytest.mark.slow
def test_a_board_or_a_cage_that_is_too_large_is_refused_with_a_sentence():
    wrong = [Cage([(0, 0)], "=", 1), Cage([(0, 1)], "=", 1)]
    found = why(Puzzle(49, wrong))
    assert (found.solutions, found.suspects) == (0, ())
    assert "No more can be found out: 49x49 kenken puzzle is too large" in str(found)
    board = tuple(product(range(12), repeat=2))
    total = Puzzle(12, [Cage(board, "*", 479001600**12)])
    for puzzle, said in ((Puzzle(49), "more than 2000000 clauses"), (total, "allows too much")):
        with pytest.raises(TooLargeError, match=said):
            Oracle(instance(puzzle), {Scope.CAGE})
