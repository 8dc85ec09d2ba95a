"""Integers and arrays of numpy, and whatever else stands for an integer, wherever one is taken."""

from __future__ import annotations

import pickle
from enum import IntEnum
from fractions import Fraction

import numpy as np
import pytest

from kenken_cp import (
    KILLER,
    Cage,
    Count,
    GridError,
    KenKenError,
    Limits,
    Picture,
    Puzzle,
    PuzzleError,
    boxes,
    diagonals,
    dumps,
    each_solution,
    estimate,
    generate,
    hint,
    loads,
    solve,
    violations,
)
from kenken_cp.generation.recipe import Recipe
from kenken_cp.model.integers import as_integer, as_integers


class Three:
    def __repr__(self):
        return "Three()"  # no address: every process collects the same names

    def __index__(self):
        return 3


class Small(IntEnum):
    THREE = 3


THREES = [np.int8(3), np.uint64(3), np.array(3), Three(), Small.THREE, Count(3)]
NO_INTEGERS = [True, np.True_, 3.0, np.float64(3), "3", None, Fraction(3), np.array([3, 3, 3]), [3]]


@pytest.mark.parametrize("three", THREES, ids=repr)
def test_a_plain_int_is_kept(three):
    assert type(as_integer(three)) is int
    assert as_integer(three) == 3
    puzzle = Puzzle(
        three, [Cage([(0, 0), (three, three)][:1], "=", three)], [1, 2, three], expected=three
    )
    plain = Puzzle(3, [Cage([(0, 0)], "=", 3)], [1, 2, 3], expected=3)
    assert puzzle == plain
    assert pickle.dumps(puzzle) == pickle.dumps(plain)
    assert Puzzle((three, 2)) == Puzzle((3, 2))
    assert boxes(9, three, three) == boxes(9, 3, 3)
    assert diagonals(three) == diagonals(3)
    assert type(Limits(three).solutions) is int
    assert str(solve(Puzzle(3), limit=three).count) == "3+"
    assert len(each_solution(Puzzle(3), lambda _: None, keep=three).grids) == 3


@pytest.mark.parametrize("other", NO_INTEGERS, ids=repr)
def test_what_is_no_integer_is_refused_in_one_sentence(other):
    assert as_integer(other) is None
    for attempt in (
        lambda: Puzzle(other),
        lambda: Puzzle((3, other)),
        lambda: Puzzle(3, values=[1, 2, other]),
        lambda: Puzzle(3, expected=other if other is not None else "3"),
        lambda: Cage([(0, 0)], "=", other),
        lambda: Cage([(0, other)], "=", 3),
        lambda: Puzzle(3, houses=[[(0, 0), (other, 1)]]),
        lambda: boxes(4, 2, other),
        lambda: diagonals(other),
        lambda: Limits(other if other is not None else "3"),
        lambda: violations(Puzzle(3), [[1, 2, other]] * 3),
        lambda: Recipe(3, cage_sizes=(1, other)),
        lambda: each_solution(Puzzle(3), lambda _: None, keep=other),
    ):
        with pytest.raises(KenKenError, match=r"^[^\n]+expected[^\n]+$"):
            attempt()


@pytest.mark.parametrize(
    "attempt",
    [
        lambda one: Cage(one, "+", 3),
        lambda one: Cage([one], "+", 3),
        lambda one: Puzzle(3, one),
        lambda one: Puzzle(3, values=one),
        lambda one: Puzzle(3, houses=one),
        lambda one: violations(Puzzle(3), one),
        lambda one: hint(Puzzle(3), one),
        lambda one: Picture(Puzzle(3), one),
        lambda one: generate(size=3, operators=one),
    ],
)
def test_an_array_without_dimensions_is_not_several(attempt):
    """It is an ``Iterable`` that cannot be iterated over."""
    with pytest.raises(KenKenError, match=r"^[^\n]+expected[^\n]+$"):
        attempt(np.array(3))


def test_cages_of_arrays():
    labels = np.array([[0, 0, 1], [2, 1, 1], [2, 3, 3]], dtype=np.uint8)
    targets = np.array([3, 7, 5, 3], dtype=np.int16)
    cages = [Cage(np.argwhere(labels == k), "+", target) for k, target in enumerate(targets)]
    puzzle = Puzzle(labels.shape, cages, np.arange(1, 4))
    assert puzzle.cages[1].cells == ((0, 2), (1, 1), (1, 2))
    assert {type(side) for cage in puzzle.cages for cell in cage.cells for side in cell} == {int}
    assert puzzle == Puzzle(3, (cage for cage in cages), iter([1, 2, 3]))


def test_houses_of_arrays():
    kind = np.arange(16).reshape(4, 4) // 8 * 2 + np.arange(16).reshape(4, 4) % 4 // 2
    houses = [np.argwhere(kind == k) for k in range(4)]
    assert Puzzle(4, houses=houses) == Puzzle(4, houses=boxes(np.array([4, 4]), 2, 2))
    assert Puzzle(4, houses=np.array(houses), rules=KILLER).houses == boxes(4, 2, 2)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64, object])
def test_an_array_as_a_grid(dtype):
    puzzle = Puzzle(3, [Cage([(0, 0), (0, 1), (0, 2)], "+", 270)], (80, 90, 100))
    grid = np.array([[80, 90, 100], [90, 100, 80], [100, 80, 90]], dtype=dtype)
    assert violations(puzzle, grid) == violations(puzzle, iter(grid)) == []  # sums do not overflow
    grid[0, 0] = 9
    assert str(violations(puzzle, grid)[0]) == "r1c1 holds 9; expected one of 80 90 100"


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        (np.zeros((3, 3)), "row 1 of the grid holds np.float64.0.0.; expected integers"),
        (np.ones((3, 3), bool), "row 1 of the grid holds np.True_; expected integers"),
        (np.ones(9, int), "row 1 of the grid is np.int64.1.; expected 3 rows of 3 values"),
        (np.ones((1, 3, 3), int), "the grid has 1 row; expected 3 rows of 3 values"),
        (np.ones((3, 3, 3), int), "row 1 of the grid holds array.*; expected integers"),
        ("132 213 321", "the grid is '.*'; expected 3 rows of 3 values"),
        (["132", "213", "321"], "row 1 of the grid is '132'; expected 3 rows of 3 values"),
        ([b"\1\2\3"] * 3, "row 1 of the grid is b.*; expected 3 rows of 3 values"),
        (None, "the grid is None; expected 3 rows of 3 values"),
    ],
)
def test_a_bad_grid_is_refused(grid, message):
    with pytest.raises(GridError, match=message):
        violations(Puzzle(3), grid)


def test_sequences():
    assert as_integers(np.array([3, 4])) == as_integers([Three(), 4]) == (3, 4)
    for other in ("", "34", b"34", {3, 4}, {3: 4}, 34, np.array(3), [3, 4.0]):
        assert as_integers(other) is None


TOO_LONG = 10**4300
"""An integer of more digits than Python prints."""


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: Puzzle(TOO_LONG), "size .*; expected a whole number"),
        (lambda: Puzzle(3, values=[1, 2, TOO_LONG]), "value .*; expected integers within"),
        (lambda: Puzzle(3, expected=Count(TOO_LONG)), "expected=.* of at most 100 digits"),
        (lambda: Puzzle(3, [Cage([(0, TOO_LONG)], "+", 1)]), "is outside the board"),
        (lambda: Puzzle(3, houses=[[(-TOO_LONG, 0), (0, 1)]]), "is outside the board"),
        (lambda: Cage([(0, 0), (0, 1)], "+", -TOO_LONG), "target a number of more than 4300"),
        (lambda: boxes(4, TOO_LONG, 2), "boxes of .*; expected rows x columns"),
        (lambda: violations(Puzzle(1), [[TOO_LONG]]), "row 1 .*; expected integers"),
        (lambda: hint(Puzzle(2), [[TOO_LONG, 0], [0, 0]]), "r1c1 of the board is .*; expected one"),
        (lambda: solve(Puzzle(2), limit=-TOO_LONG), "limit .*; expected at least 1 solution"),
        (lambda: each_solution(Puzzle(2), print, keep=-TOO_LONG), "keep .*; expected a number of"),
        (lambda: generate(3, seed=TOO_LONG), "seed .*; expected integers"),
        (lambda: estimate(Puzzle(2), probes=-TOO_LONG), "probes .*; expected integers"),
    ],
)
def test_one_that_python_does_not_print_is_refused_all_the_same(attempt, message):
    with pytest.raises(KenKenError, match=message) as raised:
        attempt()
    assert len(str(raised.value)) < 150


def test_the_largest_number_of_solutions_that_a_puzzle_states():
    puzzle = Puzzle(2, expected=10**100 - 1)
    assert loads(dumps(puzzle)).expected == puzzle.expected
    with pytest.raises(PuzzleError, match="of at most 100 digits"):
        Puzzle(2, expected=10**100)


def test_a_count_is_an_integer():
    assert type(int(Count(np.int64(8)))) is int
    for other in (8.5, "8", None):
        with pytest.raises(TypeError):
            Count(other)
