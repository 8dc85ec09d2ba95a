"""The relaxation loses no solution, and SAT by cubes finds each once."""

from __future__ import annotations

from functools import partial
from math import log

import numpy as np
import pytest
from engines import reference
from hypothesis import given
from hypothesis import strategies as st
from strategies import board_sizes, examples, planted

from kenken_cp import Cage, Limits, Puzzle, Status, boxes
from kenken_cp.backends import cubes, relaxation, sat
from kenken_cp.backends.relaxation import Relaxation, UnsuitableError
from kenken_cp.encode.instance import instance
from kenken_cp.search.run import find_solutions

BY_CUBES = partial(sat.search, turn=0)

IMPOSSIBLE = Puzzle(5, [Cage([(row, 0), (row, 1)], "+", 3) for row in range(3)])
"""Three cells of a column have two values between them; no single cell, or value, shows it."""


def relaxed(puzzle):
    try:
        return Relaxation(instance(puzzle))
    except UnsuitableError:
        return None


def places(relaxation, puzzle, grid):
    """The values of a grid, as the relaxation numbers them."""
    values = [value for row in grid for value in row]
    return [
        cell * relaxation.width + puzzle.values.index(value) for cell, value in enumerate(values)
    ]


@examples(60)
@given(planted(sizes=board_sizes(1, 3)), st.integers(0, 3))
def test_no_solution_is_lost(puzzle_and_grid, depth):
    puzzle, _ = puzzle_and_grid
    relaxation = relaxed(puzzle)
    if relaxation is None:
        return
    grids = reference(puzzle, "brute-force")
    nodes = [relaxation.root()]
    for _ in range(depth + 1):
        left = {grid: places(relaxation, puzzle, grid) for grid in grids}
        count = dict.fromkeys(grids, 0)
        children = []
        for node in filter(None, nodes):
            inside = [grid for grid in grids if node.candidates[left[grid]].all()]
            for grid in inside:
                count[grid] += 1
                known = set(left[grid])
                kept = relaxation.values[node.tuples]
                kept = [set(row) - {relaxation.value_count} <= known for row in kept.tolist()]
                assert sum(kept) == relaxation.cage_count
            assert not inside or node.log_bound > log(len(inside)) - 1e-6
            more = relaxation.children(node)
            children += [node] if more is None else more
        assert set(count.values()) <= {1}
        nodes = children


@examples(60)
@given(
    planted(sizes=board_sizes(1, 3)),
    st.integers(2, 9),
    st.sampled_from([-1.0, 0.0, 3.0, 1e9]),
    st.integers(0, 2),
)
def test_each_grid_comes_once_by_cubes(puzzle_and_grid, grids, drop, turn):
    """In turns that end within a few conflicts, too."""
    puzzle, grid = puzzle_and_grid
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cubes, "_FIRST_DROP", drop)
        patch.setattr(cubes, "_DROP", drop)
        patch.setattr(sat, "LEAST_CONFLICTS", 1)
        patch.setattr(sat, "MOST_CONFLICTS", 1)
        patch.setattr(sat, "TURN_OF_CUBES", 1)
        search = partial(sat.search, turn=turn, max_forbidden=grids)
        outcome = find_solutions(puzzle, found.append, search=search, remember_all=True)
    assert outcome.status is Status.EXHAUSTED
    assert set(found) == reference(puzzle, "brute-force")
    assert grid in found


@pytest.mark.parametrize(
    "puzzle", [Puzzle(4, houses=boxes(4, 2, 2)), Puzzle((2, 3), values=range(5))]
)
def test_many_grids_come_once_by_cubes(puzzle):
    """Of the last each row holds only some of the values, and nothing can be said."""
    outcome = find_solutions(puzzle, search=BY_CUBES, remember_all=True)
    assert outcome.status is Status.EXHAUSTED
    assert outcome.count == find_solutions(puzzle, backend="cover").count
    assert ("cubes" in outcome.statistics) == (puzzle.rows == puzzle.columns)


def test_the_bound_of_latin_squares():
    """Of 576 squares; by symmetry each value has a fourth of each cell."""
    root = Relaxation(instance(Puzzle(4))).root()
    assert root.candidates.all()
    assert np.allclose(root.shares, 1 / 4)
    assert log(576) < root.log_bound < 16 * log(4) + 1e-6


def test_what_has_no_solution_is_known():
    assert find_solutions(IMPOSSIBLE, backend="cover").count == 0
    relaxation = Relaxation(instance(IMPOSSIBLE))
    everything = np.arange(len(relaxation.values)), np.ones(5**3, dtype=bool)
    assert relaxation._propagated(*everything) is not None
    assert relaxation.root() is None
    assert find_solutions(IMPOSSIBLE, search=BY_CUBES).status is Status.EXHAUSTED


@pytest.mark.parametrize("limit", ["MAX_TUPLES", "MAX_PAIRS", "MAX_EFFECTS"])
def test_what_is_too_large_goes_without(monkeypatch, limit):
    monkeypatch.setattr(relaxation, limit, 3)
    puzzle = Puzzle(4, [Cage([(0, 0), (0, 1)], "+", 5)])
    with pytest.raises(UnsuitableError):
        Relaxation(instance(puzzle))
    outcome = find_solutions(puzzle, search=BY_CUBES)
    assert outcome.count == find_solutions(puzzle, backend="cover").count


def test_a_limit_ends_it_between_cubes():
    outcome = find_solutions(Puzzle(5), limits=Limits(seconds=0.2), search=BY_CUBES)
    assert outcome.status is Status.TIMEOUT
    assert outcome.count > 0
