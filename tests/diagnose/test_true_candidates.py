"""True candidates, and how many solutions have each, against all solutions."""

from __future__ import annotations

import pytest
from corpus import shipped
from engines import patched, reference
from hypothesis import given
from hypothesis import strategies as st

from kenken_cp import Count, GridError, InternalError, LimitReachedError, Puzzle, true_candidates
from kenken_cp.diagnose import true_candidates as candidates
from kenken_cp.sat.oracle import Oracle
from puzzles import board_sizes, examples, planted


def counted(puzzle, grids):
    """For each cell, each value that some grid has there, and how many have it."""
    return {
        (row, column): {
            value: number
            for value in puzzle.values
            if (number := sum(grid[row][column] == value for grid in grids))
        }
        for row, column in puzzle.cells
    }


@st.composite
def planted_boards(draw):
    """A puzzle, and a board of it that some solution has, or none."""
    puzzle, grid = draw(planted(sizes=board_sizes(1, 3)))
    entries = st.sampled_from(puzzle.values) | st.none()
    board = [
        [draw(st.sampled_from([None, None, value]) | entries) for value in row] for row in grid
    ]
    return puzzle, board


def agreeing(puzzle, board):
    return [
        grid
        for grid in reference(puzzle, "brute-force")
        if all(board[r][c] in (None, grid[r][c]) for r, c in puzzle.cells)
    ]


@examples(60)
@given(planted_boards())
def test_all_solutions_found(puzzle_and_board):
    puzzle, board = puzzle_and_board
    grids = agreeing(puzzle, board)
    found = true_candidates(puzzle, board)
    assert found.counts == counted(puzzle, grids)
    assert found.solutions == len(grids)
    assert found.solutions.exact


@pytest.mark.parametrize("most", [1, 3])
@examples(60)
@given(planted_boards())
def test_too_many_to_find_all(most, puzzle_and_board):
    """The limits are lowered, so that small boards have too many."""
    puzzle, board = puzzle_and_board
    grids = agreeing(puzzle, board)
    few = {(candidates, "FEW_SOLUTIONS"): 1, (candidates, "MAX_BY_QUESTIONS"): 2}
    with patched({**few, (candidates, "MAX_SOLUTIONS"): most}):
        found = true_candidates(puzzle, board)
    expected = counted(puzzle, grids)
    assert found.solutions <= len(grids)
    if found.solutions.exact:
        assert found.counts == expected
        assert found.solutions == len(grids)
    else:
        assert found.counts == {cell: dict.fromkeys(some) for cell, some in expected.items()}


def test_a_board_that_leaves_few(monkeypatch):
    """The puzzle has 161,280 solutions, the board one."""
    monkeypatch.setattr(candidates, "MAX_SOLUTIONS", 100)
    board = [[1, 2, 3, 4, 5], [2, 3, 4, 5, 1], [3, 4, 5, 1, 2], [4, 5, 1, 2, 3], [None] * 5]
    found = true_candidates(Puzzle(5), board)
    assert found.solutions == Count(1)
    assert found.table[4] == ((5,), (1,), (2,), (3,), (4,))


@pytest.mark.slow
def test_on_a_large_board_few_are_found_one_by_one(monkeypatch):
    monkeypatch.setattr(candidates, "MAX_SECONDS", 0.1)
    found = true_candidates(Puzzle(12))
    assert found.solutions == Count(candidates.MAX_BY_QUESTIONS, exact=False)
    assert found.table == ((tuple(range(1, 13)),) * 12,) * 12


def test_where_all_are_not_found_entries_hold_too(monkeypatch):
    monkeypatch.setattr(candidates, "MAX_SOLUTIONS", 3)
    monkeypatch.setattr(candidates, "MAX_BY_QUESTIONS", 2)
    found = true_candidates(Puzzle(4), [[1, 2, None, None], *[[None] * 4] * 3])
    assert not found.solutions.exact
    assert found.table[0] == ((1,), (2,), (3, 4), (3, 4))
    assert found.table[1] == ((2, 3, 4), (1, 3, 4), (1, 2, 3, 4), (1, 2, 3, 4))


def test_no_solution():
    found = true_candidates(shipped()["impossible/4x4-line.kk"])
    assert (found.solutions, found.table) == (0, (((),) * 4,) * 4)
    assert found.sentences == ("There is no solution.",)


def test_a_wrong_grid_is_noticed(monkeypatch):
    grids = iter([((1, 1), (1, 1)), None])
    monkeypatch.setattr(Oracle, "find_grid", lambda *_: next(grids))
    monkeypatch.setattr(candidates, "FEW_SOLUTIONS", 1)
    monkeypatch.setattr(candidates, "MAX_SOLUTIONS", 1)
    with pytest.raises(InternalError):
        true_candidates(Puzzle(2))


def test_limits_and_bad_boards():
    with pytest.raises(LimitReachedError):
        true_candidates(Puzzle(12), seconds=0.01)
    with pytest.raises(GridError):
        true_candidates(Puzzle(2), [[1, 2]])


def test_few_solutions_are_found_however_long_it_takes(monkeypatch):
    monkeypatch.setattr(candidates, "MAX_SECONDS", 1e-9)
    monkeypatch.setattr(candidates, "MAX_BY_QUESTIONS", 2)
    assert true_candidates(Puzzle(3)).solutions == Count(12)
