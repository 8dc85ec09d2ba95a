"""Cubes share no solution, and together have all."""

import os
import pickle
import subprocess
import sys

import pytest
from corpus import ROOT, counted, named
from hypothesis import assume, given

from kenken_cp import Cage, Puzzle, boxes, diagonals, dumps
from kenken_cp.clock import Status
from kenken_cp.parallel.cubes import cubes
from kenken_cp.search.verbs import each_solution, solve
from puzzles import examples, planted

TALL = Puzzle((5, 2), (Cage([(r, c) for r in range(4) for c in range(2)], "+", 23),))
WIDE = Puzzle(4, (Cage([(r, c) for r in range(3) for c in range(4)], "+", 30),))
"""Their cages have too many tuples to list."""

COUNTED = [puzzle for puzzle in counted() if puzzle.rows == 5 and 20 < puzzle.expected < 300]


def solutions(puzzle):
    found = []
    outcome = each_solution(puzzle, found.append, backend="cp-sat")
    assert outcome.count.exact
    return found


def check(puzzle, wanted):
    """As lists, so that a solution that two cubes have shows."""
    split = cubes(puzzle, wanted)
    assert sorted(grid for cube in split for grid in solutions(cube)) == sorted(solutions(puzzle))
    return split


@given(planted())
@examples(40)
def test_cubes_have_every_solution_once(planted_puzzle):
    puzzle, _ = planted_puzzle
    assume(solve(puzzle, backend="cover", limit=60).status is Status.EXHAUSTED)
    assert check(puzzle, 12)


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(4),
        Puzzle(4, houses=(*boxes(4, 2, 2), *diagonals(4))),
        Puzzle(3, values=(0, 2, 3, 7)),
        Puzzle(4, (Cage(((0, 0), (0, 1), (1, 0)), None, 6),)),
        Puzzle(4, (Cage(((0, 0), (1, 1)), "+", 4),), rules="killer"),
        Puzzle((3, 4)),
        Puzzle((4, 2), values=(-1, 2, 3, 7)),
        Puzzle((2, 6), (Cage(((0, 0), (0, 1), (1, 1)), None, 10),), houses=boxes((2, 6), 2, 3)),
        Puzzle((1, 5)),
        Puzzle((5, 1), (Cage(((0, 0), (1, 0)), "-", 1),)),
        TALL,
        WIDE,
        *COUNTED[:1],
        *(pytest.param(puzzle, marks=pytest.mark.slow) for puzzle in COUNTED[1:4]),
    ],
    ids=named,
)
def test_kinds_of_puzzles(puzzle):
    assert len(check(puzzle, 20)) >= 15


def test_as_many_as_are_wanted():
    for wanted in (1, 2, 7, 100):
        assert wanted <= len(cubes(Puzzle(5), wanted)) < wanted + 5
    assert cubes(Puzzle(2), 1000) == cubes(Puzzle(2), 2)


def test_without_solutions_there_may_be_no_cubes():
    assert cubes(Puzzle(2, (Cage(((0, 0), (0, 1)), "+", 4),)), 8) == []


def test_a_board_too_large_for_an_exact_cover_is_its_own_cube():
    puzzle = Puzzle(40, (Cage(((0, 0), (0, 1)), "-", 37),))
    assert cubes(puzzle, 100) == [puzzle]


def test_a_cube_keeps_the_title_but_not_the_expected_count():
    puzzle = Puzzle(3, title="example", expected=12)
    for cube in cubes(puzzle, 4):
        assert (cube.title, cube.expected) == ("example", None)
        assert pickle.loads(pickle.dumps(cube)) == cube


def test_every_process_splits_alike():
    """Whatever its hashes are; those of this process are not the same."""
    script = (
        "from kenken_cp import Puzzle, loads\n"
        "from kenken_cp.parallel.cubes import cubes\n"
        f"print(cubes(Puzzle(5), 50), cubes(loads({dumps(WIDE, 'json')!r}), 10))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    call = [sys.executable, "-c", script]
    printed = subprocess.check_output(call, env=environment, cwd=ROOT, text=True)
    assert printed == f"{cubes(Puzzle(5), 50)} {cubes(WIDE, 10)}\n"
