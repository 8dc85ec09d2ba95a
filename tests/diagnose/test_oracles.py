"""The two ways to ask which constraints hold together agree, with each other and brute force."""

from __future__ import annotations

from itertools import product

import pytest
from corpus import shipped
from diagnose.small import broken_by_grid, solutions
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import board_sizes, examples, planted

from kenken_cp import Cage, InternalError, Puzzle, Status
from kenken_cp.clock import StoppedError
from kenken_cp.diagnose import oracles as module
from kenken_cp.diagnose.diagnosis import why
from kenken_cp.diagnose.oracles import CpSatOracle, oracle_for
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import Constraint, Kind, instance
from kenken_cp.sat.oracle import Narrowed, Oracle, SatOracle


@examples(30)
@given(planted(sizes=board_sizes(1, 2)), st.data())
def test_some_constraints_together(puzzle_and_grid, data):
    puzzle, _ = puzzle_and_grid
    assume(len(puzzle.values) ** len(puzzle.cells) <= 20_000)
    broken = set(broken_by_grid(puzzle).values())
    with SatOracle(instance(puzzle), {Kind.CAGE, Kind.HOUSE}) as oracle:
        separate = CpSatOracle(puzzle)
        assert separate.constraints == oracle.constraints
        for _ in range(2):
            only = frozenset(data.draw(st.sets(st.sampled_from(sorted(oracle.constraints)))))
            expected = any(one.isdisjoint(only) for one in broken)
            for asked in (oracle, separate):
                grid = asked.grid(only)
                assert (grid is not None) is expected
                if grid is None:
                    assert asked.core() <= only
                    assert not any(one.isdisjoint(asked.core()) for one in broken)
                else:
                    assert only <= asked.satisfied(grid)


@examples(30)
@given(planted(sizes=board_sizes(1, 2)), st.data())
def test_other_cages_instead_of_some(puzzle_and_grid, data):
    puzzle, _ = puzzle_and_grid
    assume(len(puzzle.values) ** len(puzzle.cells) <= 20_000 and puzzle.cages)
    cage = data.draw(st.sampled_from(puzzle.cages))
    other = Cage(cage.cells, cage.operator, cage.target + data.draw(st.integers(-2, 2)))
    changed = frozenset([Constraint(Kind.CAGE, puzzle.cages.index(cage))])
    cages = [other if one is cage else one for one in puzzle.cages]
    made = Puzzle(puzzle.size, cages, puzzle.values, puzzle.houses, puzzle.rules)
    with SatOracle(instance(puzzle), {Kind.CAGE, Kind.HOUSE}) as oracle:
        assert oracle.may_replace(changed, [other]) is bool(solutions(made))
        assert Narrowed(oracle, Kind.CAGE).may_replace(changed, [other]) is bool(solutions(made))
        assert (oracle.grid(oracle.constraints) is not None) is bool(solutions(puzzle))


@pytest.mark.complete
def test_what_is_too_large_for_clauses_is_asked_of_another_engine(monkeypatch):
    # As others run too.
    monkeypatch.setattr("kenken_cp.diagnose.diagnosis.SECONDS_FOR_REPAIRS", 600)
    monkeypatch.setattr("kenken_cp.diagnose.oracles.SECONDS_FOR_QUESTION", 300)
    board = tuple(product(range(12), repeat=2))
    wrong = 479001600**12 // 10 * 7
    puzzle = Puzzle(12, [Cage(board[1:], "*", wrong), Cage(board[:1], "=", 5)])
    with oracle_for(puzzle) as oracle:
        assert isinstance(oracle, CpSatOracle)
    found = why(puzzle, reason=False)
    assert [suspect.cage for suspect in found.suspects] == [puzzle.cages[1]]
    assert (found.complete, found.too_large) == (True, None)


@pytest.mark.parametrize("name", ["impossible/3x3-sum.kk", "impossible/4x4-line.kk"])
def test_both_lead_to_the_same_diagnosis(monkeypatch, name):
    def refuse(instance, kinds):
        raise TooLargeError("too large")

    puzzle = shipped()[name]
    expected = why(puzzle)
    monkeypatch.setattr(module, "SatOracle", refuse)
    found = why(puzzle)
    assert {one.cage: one.fits for one in found.suspects} == {
        one.cage: one.fits for one in expected.suspects
    }
    assert {one.words for one in found.slips} == {one.words for one in expected.slips}
    assert found.conflict.minimal
    assert found.conflict.reproved
    assert not found.conflict.smallest


def test_a_question_has_its_own_limit(monkeypatch):
    monkeypatch.setattr(module, "SECONDS_FOR_QUESTION", 1e-3)
    with pytest.raises(StoppedError) as stopped:
        CpSatOracle(Puzzle(30)).grid(())
    assert stopped.value.status is Status.TIMEOUT


class Lying(Oracle):
    """An engine that always gives the same answer."""

    def __init__(self, puzzle, grid):
        self.puzzle, self.answer = puzzle, grid
        self.constraints = frozenset(Constraint(Kind.HOUSE, number) for number in range(4))

    def grid(self, only, literals=()):
        return self.answer

    def core(self):
        return self.constraints


@pytest.mark.parametrize("grid", [None, ((1, 2), (2, 1))], ids=["none", "a solution"])
def test_an_engine_that_contradicts_itself(grid):
    lying = Lying(Puzzle(2, title="this one"), grid)
    with pytest.raises(InternalError, match=r"an engine contradicts itself .*this one"):
        lying.smallest(lying.constraints)


def test_another_engine_knows_no_literals():
    with pytest.raises(InternalError, match=r"literals of .*this one"):
        CpSatOracle(Puzzle(2, title="this one")).grid((), [1])
