import pickle
import subprocess
import sys

import pytest
from corpus import ROOT, counted, named
from hypothesis import assume, given
from kenken_cp.search.protocol import Status
from kenken_cp.search.run import each_solution, solve
from strategies import examples, planted

from kenken_cp import Cage, Puzzle, boxes, diagonals
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.errors import KenKenError
from kenken_cp.parallel import cubes

TALL = Puzzle((5, 2), (Cage([(r, c) for r in range(4) for c in range(2)], "+", 23),))
WIDE = Puzzle(4, (Cage([(r, c) for r in range(3) for c in range(4)], "+", 30),))
"""Their cages have too many tuples to list: chains."""


COUNTED = [puzzle for puzzle in counted() if puzzle.rows == 5 and 20 < puzzle.expected < 300]


def solutions(puzzle):
    found = []
    outcome = each_solution(puzzle, lambda grid: found.append(grid) or True, backend="cp-sat")
    assert outcome.count.exact
    return found


def check(puzzle, wanted):
    """The cubes share no solution, and have all of the puzzle's: as lists, so that one that two
    have shows."""
    split = cubes(puzzle, wanted)
    assert sorted(grid for cube in split for grid in solutions(cube)) == sorted(solutions(puzzle))
    return split


@given(planted())
@examples(40)
def test_cubes_have_every_solution_once(planted_puzzle):
    puzzle, _ = planted_puzzle
    assume(solve(puzzle, backend="cover", limit=60).status is Status.EXHAUSTED)
    assert check(puzzle, 12)


@given(planted())
@examples(20)
def test_so_they_have_where_there_is_no_exact_cover(planted_puzzle):
    puzzle, _ = planted_puzzle
    assume(solve(puzzle, backend="cover", limit=60).status is Status.EXHAUSTED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kenken_cp.encode.exact_cover.MAX_OPTIONS", 0)
        with pytest.raises(KenKenError):
            ExactCover(puzzle)
        check(puzzle, 12)


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
        *(pytest.param(puzzle, marks=pytest.mark.complete) for puzzle in COUNTED[1:4]),
    ],
    ids=named,
)
def test_kinds_of_puzzles(puzzle):
    split = check(puzzle, 20)
    assert len(split) >= 15


def test_as_many_as_are_wanted():
    for wanted in (1, 2, 7, 100):
        assert wanted <= len(cubes(Puzzle(5), wanted)) < wanted + 5
    assert cubes(Puzzle(2), 1000) == cubes(Puzzle(2), 2)


def test_without_solutions_there_may_be_no_cubes():
    assert cubes(Puzzle(2, (Cage(((0, 0), (0, 1)), "+", 4),)), 8) == []


def test_a_board_too_large_for_an_exact_cover_is_split_all_the_same():
    puzzle = Puzzle(40, (Cage(((0, 0), (0, 1)), "-", 37),))
    split = cubes(puzzle, 100)
    assert 100 <= len(set(split)) == len(split) < 200


def test_a_cube_keeps_the_title_but_not_the_expected_count():
    puzzle = Puzzle(3, title="example", expected=12)
    for cube in cubes(puzzle, 4):
        assert (cube.title, cube.expected) == ("example", None)
        assert pickle.loads(pickle.dumps(cube)) == cube


def test_every_process_splits_alike():
    script = (
        "from kenken_cp import Cage, Puzzle\n"
        "from kenken_cp.parallel import cubes\n"
        "wide = Cage([(r, c) for r in range(3) for c in range(4)], '+', 30)\n"
        "print(cubes(Puzzle(5), 50), cubes(Puzzle(4, (wide,)), 10))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {f"{cubes(Puzzle(5), 50)} {cubes(WIDE, 10)}\n".encode()}
