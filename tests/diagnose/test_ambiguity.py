"""How solutions differ, against all of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest
from corpus import shipped
from engines import reference
from hypothesis import assume, given

from kenken_cp import Puzzle, Status, solve
from kenken_cp.clock import StoppedError
from kenken_cp.diagnose import ambiguity as module
from kenken_cp.diagnose import why as diagnosing
from kenken_cp.diagnose.ambiguity import ambiguity
from kenken_cp.diagnose.ambiguity import fewest_givens as fewest_givens_of
from kenken_cp.diagnose.why import why
from puzzles import board_sizes, examples, planted


def values_of(grids, cell):
    return {grid[cell[0]][cell[1]] for grid in grids}


@examples(60)
@given(planted(sizes=board_sizes(2, 3)))
def test_what_differs_and_the_fewest_givens(puzzle_and_grid):
    puzzle, _ = puzzle_and_grid
    grids = sorted(reference(puzzle, "brute-force"))
    assume(1 < len(grids) <= 200)
    found = ambiguity(puzzle)
    assert found.differing == {
        cell: tuple(sorted(values_of(grids, cell)))
        for cell in puzzle.cells
        if len(values_of(grids, cell)) > 1
    }
    assert found.proved
    assert len(found.givens) == fewest_givens(puzzle, grids)
    assert [grid for grid in grids if matches(grid, found.givens)] == [found.meant]


def fewest_givens(puzzle, grids):
    """By trying all sets of cells of all solutions."""
    for size in range(1, len(puzzle.cells) + 1):
        for some in combinations(puzzle.cells, size):
            seen = [tuple(grid[r][c] for r, c in some) for grid in grids]
            if any(seen.count(one) == 1 for one in seen):
                return size
    raise AssertionError


@pytest.mark.slow
def test_too_many_solutions_to_know_them_all():
    found = ambiguity(Puzzle(5))
    assert set(found.differing.values()) == {(1, 2, 3, 4, 5)}
    assert not found.candidates.solutions.exact
    assert not found.proved
    assert solve(found.settled).unique
    assert solve(found.settled).grids == (found.meant,)
    for cell in found.givens:
        fewer = replace(found, givens={one: v for one, v in found.givens.items() if one != cell})
        assert not solve(fewer.settled).unique


@pytest.mark.parametrize("name", ["4x4/cs332.kk", "6x6/easy.kk", "3x3/easy.kk"])
def test_clues_that_can_be_left_out(name):
    puzzle = shipped()[name]
    found = why(puzzle, minimal=True)
    assert (found.solutions, found.status) == (1, Status.EXHAUSTED)
    assert found.repaired == puzzle
    assert solve(Puzzle(puzzle.size, found.enough)).unique
    for cage in found.enough:
        fewer = [one for one in found.enough if one != cage]
        assert not solve(Puzzle(puzzle.size, fewer)).unique


def test_a_limit_before_anything_is_known():
    found = why(Puzzle(12), seconds=1e-6)
    assert (found.solutions, found.status) == (None, Status.TIMEOUT)


def test_a_limit_keeps_what_is_known(monkeypatch):
    def too_late(*arguments, **more):
        raise StoppedError(Status.TIMEOUT)

    monkeypatch.setattr(diagnosing, "conflict", too_late)
    found = why(shipped()["impossible/3x3-sum.kk"])
    assert (found.solutions, found.status) == (0, Status.TIMEOUT)
    assert found.suspects
    assert found.conflict is None


def known(*groups, size=8):
    """Made-up solutions: the product of what groups of cells can be, each cell in one."""
    cells, grids = list(product(range(size), repeat=2)), []
    for choice in product(*groups):
        values = [value for alternative in choice for value in alternative]
        filled = dict.fromkeys(cells, 1) | dict(zip(cells, values, strict=False))
        grids.append(tuple(tuple(filled[row, c] for c in range(size)) for row in range(size)))
    return grids


def test_the_fewest_givens_of_many_groups():
    """Six groups that change independently need six givens: one each."""
    givens, proved = fewest_givens_of(known(*[((1, 2), (2, 1))] * 6))
    assert proved
    assert sorted({(8 * r + c) // 2 for r, c in givens}) == [0, 1, 2, 3, 4, 5]


def test_a_solution_that_fewer_givens_leave_is_preferred():
    """The first of these differs from the second here, and from the third there."""
    assert fewest_givens_of(known([(1, 1), (2, 1), (1, 2)])) == ({(0, 0): 2}, True)


def test_of_too_many_choices_some_are_kept_and_nothing_is_proved(monkeypatch):
    monkeypatch.setattr(module, "MAX_CHOICES", 3)
    grids = known(*[((1, 2), (2, 1))] * 3)
    givens, proved = fewest_givens_of(grids)
    assert (len(givens), proved) == (3, False)
    assert sum(matches(grid, givens) for grid in grids) == 1


def test_a_search_that_takes_too_long(monkeypatch):
    """None can be left out of what is found."""
    monkeypatch.setattr(module, "SECONDS_FOR_FEWEST", 1e-9)
    assert fewest_givens_of(known([(1, 1), (2, 1)])) is None
    puzzle = Puzzle((3, 4), values=range(1, 5))
    found = ambiguity(puzzle)
    assert not found.proved
    assert "12 cells" in repr(found)
    grids = found.candidates.grids
    assert [grid for grid in grids if matches(grid, found.givens)] == [found.meant]
    for cell in found.givens:
        fewer = {one: value for one, value in found.givens.items() if one != cell}
        assert len([grid for grid in grids if matches(grid, fewer)]) > 1


def matches(grid, givens):
    return all(grid[row][column] == value for (row, column), value in givens.items())
