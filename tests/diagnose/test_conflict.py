"""A conflict contradicts itself, needs each of its members, and is the smallest there is."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from dataclasses import replace

import pytest
from corpus import ROOT, keen, shipped
from diagnose.small import grid_by_cp_sat, smallest_conflict
from engines import patched
from hypothesis import assume, given
from hypothesis import strategies as st
from mistakes import digit, with_mistake

from kenken_cp import Cage, InternalError, Limits, Puzzle, Status, loads
from kenken_cp.clock import Clock, StoppedError
from kenken_cp.diagnose import conflict as conflicts
from kenken_cp.diagnose.conflict import conflict
from kenken_cp.diagnose.diagnosis import Diagnosis
from kenken_cp.encode.instance import Constraint, Scope, instance
from kenken_cp.logic.sentences import name_of
from kenken_cp.sat.oracle import Oracle
from kenken_cp.search.verbs import find_solutions
from puzzles import board_sizes, examples, planted


def conflict_of(puzzle, *, for_smallest=0.5):
    oracle = Oracle(instance(puzzle), {Scope.CAGE, Scope.HOUSE})
    with patched({(conflicts, "SECONDS_FOR_SMALLEST"): for_smallest}), oracle:
        return conflict(oracle)


def check(found):
    """No grid satisfies all members, and without any one some grid satisfies the others."""
    puzzle = found.puzzle
    members = {Constraint(Scope.CAGE, puzzle.cages.index(cage)) for cage in found.cages}
    members |= {Constraint(Scope.HOUSE, puzzle.all_houses.index(house)) for house in found.houses}
    assert found.minimal
    assert len(members) == len(found.cages) + len(found.houses)
    assert grid_by_cp_sat(puzzle, members) is None
    for member in members:
        assert grid_by_cp_sat(puzzle, members - {member}) is not None


def said(found):
    return str(Diagnosis(found.puzzle, conflict=found))


@st.composite
def without_solution(draw, sizes):
    """A planted puzzle with one target changed, which has no solution."""
    puzzle, _ = draw(planted(sizes=sizes))
    assume(puzzle.cages)
    cage = draw(st.sampled_from(puzzle.cages))
    wrong = Cage(cage.cells, cage.operator, cage.target + draw(st.sampled_from([-2, -1, 1, 2])))
    made = replace(puzzle, cages=tuple(wrong if one is cage else one for one in puzzle.cages))
    assume(find_solutions(made, limits=Limits(1)).count == 0)
    return made


@examples(60)
@given(without_solution(board_sizes(1, 3)))
@pytest.mark.slow
def test_the_smallest_there_is(puzzle):
    assume(len(puzzle.values) ** len(puzzle.cells) <= 20_000)
    found = conflict_of(puzzle, for_smallest=60)
    check(found)
    assert found.smallest
    assert len(found.cages) + len(found.houses) == smallest_conflict(puzzle)


@examples(60)
@given(without_solution(board_sizes(3, 6)))
def test_each_member_is_needed(puzzle):
    check(conflict_of(puzzle, for_smallest=0.2))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in shipped() if name.startswith("impossible/")])
def test_shipped_puzzles(name):
    found = conflict_of(shipped()[name])
    check(found)
    # A total of the whole board needs half of all constraints: too many to rule out smaller sets.
    assert found.smallest or "4x4" not in name
    # The rest of the cages contradicts nothing: what it says, it says without them.
    smaller = replace(found.puzzle, cages=found.cages)
    assert find_solutions(smaller, backend="cp-sat").count == 0


def test_a_puzzle_with_a_solution_has_none():
    with pytest.raises(InternalError, match="was to have none"):
        conflict_of(Puzzle(3))


def test_a_cage_alone():
    cage = Cage([(0, 0), (0, 1)], "+", 99)
    found = conflict_of(Puzzle(3, [cage]))
    assert (found.cages, found.houses, found.smallest) == ((cage,), (), True)


def test_what_is_released_is_not_needed():
    """A row of a 3x3 whose cages add to 7: the row alone shows it, of six houses."""
    puzzle = Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 4), Cage([(0, 2)], "=", 3)])
    found = conflict_of(puzzle)
    assert [cage.clue for cage in found.cages] == ["4+", "3"]
    assert found.houses == (((0, 0), (0, 1), (0, 2)),)
    assert [bool(group.cells) for group in found.part.houses] == [True] + [False] * 5


@pytest.mark.slow
def test_a_total_that_adds_up_many_constraints():
    """Without line sums a SAT solver counts on its fingers: this one would take it minutes."""
    board = tuple((row, column) for row in range(7) for column in range(7))
    cages = [Cage(board[:24], "+", 96), Cage(board[24:], "+", 99)]
    found = conflict_of(Puzzle(7, cages), for_smallest=0.01)
    check(found)
    assert (len(found.cages), len(found.houses)) == (2, 7)


def test_the_deduction_uses_nothing_else(monkeypatch):
    """Of mistakes in 6x6 puzzles: no step, and no sentence, names a house or cage outside."""
    monkeypatch.setattr(conflicts, "SECONDS_FOR_DEDUCTION", 60.0)  # on a busy machine, too
    rng = random.Random(5)
    puzzles = [puzzle for _, puzzle, _ in keen() if puzzle.rows == 6]
    lengths = []
    for _ in range(4):
        puzzle = with_mistake(rng.choice(puzzles), digit, rng)
        found = conflict_of(puzzle, for_smallest=0.1)
        assert found.minimal
        if found.deduction is None:
            continue
        lengths.append(len(found.deduction.steps))
        assert found.deduction.ending.endswith("the puzzle has no solution.")
        for step in found.deduction.steps:
            for each in (step, *step.then):
                assert set(each.houses) <= set(found.houses)
                assert set(each.cages) <= set(found.cages)
        others = {
            name_of(house, puzzle) for house in puzzle.all_houses if house not in found.houses
        }
        named = set(re.findall(r"(?:row|column) \d+", str(found.deduction)))
        assert not named & others
    assert max(lengths) > 2


@pytest.mark.slow
def test_it_is_the_same_in_every_run():
    """Sets have another order in every process."""
    script = (
        "from kenken_cp import loads\n"
        "from kenken_cp.diagnose import conflict as conflicts\n"
        "from kenken_cp.encode.instance import Scope, instance\n"
        "from kenken_cp.sat.oracle import Oracle\n"
        "puzzle = loads('4:_a_aa_ba_5a3,s1s3d2m12a3a4m12')\n"
        "with Oracle(instance(puzzle), {Scope.CAGE, Scope.HOUSE}) as oracle:\n"
        "    print(*conflicts.conflict(oracle).cages, sep=', ')"
    )
    found = {
        subprocess.check_output(
            [sys.executable, "-c", script], env={"PYTHONHASHSEED": str(seed)}, cwd=ROOT, timeout=300
        )
        for seed in range(1, 7)
    }
    assert found == {b"2/ at r1c4 r2c4, 12* at r4c1 r4c2 r4c3\n"}


def test_a_conflict_that_is_not_minimal_says_so(monkeypatch):
    monkeypatch.setattr(conflicts, "SECONDS_FOR_MINIMAL", 1e-9)
    puzzle = shipped()["impossible/3x3-sum.kk"]
    found = conflict_of(puzzle)
    assert (found.minimal, found.smallest) == (False, False)
    assert found.cages == puzzle.cages
    assert found.houses == puzzle.all_houses


def test_limits():
    with pytest.raises(StoppedError) as stopped, Clock(1e-9).running():
        conflict_of(shipped()["impossible/4x4-line.kk"])
    assert stopped.value.status is Status.TIMEOUT


def test_extra_houses_are_named_one_by_one():
    """Each pair of cells makes 11 at most, and without its house 12."""
    cells = [(i, i) for i in range(6)]
    puzzle = Puzzle(6, [Cage(cells, "+", 34)], houses=[cells[:2], cells[2:4], cells[4:]])
    assert ", pair r1c1 r2c2, pair r3c3 r4c4, pair r5c5 r6c6" in said(conflict_of(puzzle))


def test_a_smaller_one_is_preferred():
    """The first that is found, of which none can be left out, has nine members."""
    found = conflict_of(
        loads("5:_ab__a__a5_7a__a__aa,m24m20d2a6s2s1s1a5m10a5m3s1"), for_smallest=60
    )
    check(found)
    assert (found.smallest, len(found.cages) + len(found.houses)) == (True, 6)


def test_a_grid_that_breaks_another_member_too_is_noticed(monkeypatch):
    monkeypatch.setattr(Oracle, "satisfied", lambda *_: frozenset())
    with pytest.raises(InternalError, match="a wrong grid for a part of"):
        conflict_of(shipped()["impossible/4x4-line.kk"])


def test_a_long_deduction_is_not_shown():
    """One of two steps is, but not one of 28."""
    assert len(conflict_of(shipped()["impossible/4x4-line.kk"]).deduction.steps) == 2
    puzzle = shipped()["6x6/extreme.kk"]
    cages = [replace(cage, target=cage.target + (cage == puzzle.cages[3])) for cage in puzzle.cages]
    assert conflict_of(replace(puzzle, cages=cages)).deduction is None
