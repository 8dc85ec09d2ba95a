"""How solutions differ, against all of them."""

from __future__ import annotations

from itertools import combinations, product
from math import prod

import pytest
from corpus import shipped
from engines import reference
from hypothesis import assume, given
from hypothesis import strategies as st

from kenken_cp import Cage, InternalError, Puzzle, Status, solve
from kenken_cp.clock import StoppedError
from kenken_cp.diagnose import ambiguity as module
from kenken_cp.diagnose import diagnosis
from kenken_cp.diagnose.ambiguity import ambiguity, independent_groups
from kenken_cp.diagnose.ambiguity import fewest_givens as fewest_givens_of
from kenken_cp.diagnose.diagnosis import HowMany, why
from kenken_cp.sat.hitting import HittingSets
from puzzles import board_sizes, examples, planted


def values_of(grids, cell):
    return {grid[cell[0]][cell[1]] for grid in grids}


@examples(60)
@given(planted(sizes=board_sizes(2, 3)))
def test_changes_and_fewest_givens(puzzle_and_grid):
    puzzle, _ = puzzle_and_grid
    grids = sorted(reference(puzzle, "brute-force"))
    assume(1 < len(grids) <= 200)
    found = ambiguity(puzzle)
    check_changes(puzzle, found, grids)
    assert found.proved
    assert len(found.givens) == fewest_givens(puzzle, grids)
    given = found.givens
    left = [grid for grid in grids if all(grid[r][c] == v for (r, c), v in given.items())]
    assert len(left) == 1


def check_changes(puzzle, found, grids):
    """All choices of alternatives together are the solutions, and no group can be split."""
    base = grids[0]
    made = set()
    for choice in product(*(change.alternatives for change in found.changes)):
        board = {cell: base[cell[0]][cell[1]] for cell in puzzle.cells}
        for change, values in zip(found.changes, choice, strict=True):
            board |= dict(zip(change.cells, values, strict=True))
        made.add(tuple(board.values()))
    assert made == {tuple(value for row in grid for value in row) for grid in grids}
    for change in found.changes:
        places = range(len(change.cells))
        for size in range(1, len(change.cells) // 2 + 1):
            for some in combinations(places, size):
                rest = [place for place in places if place not in some]
                one = {tuple(values[i] for i in some) for values in change.alternatives}
                other = {tuple(values[i] for i in rest) for values in change.alternatives}
                assert len(one) * len(other) != len(change.alternatives)
    assert found.candidates == {
        cell: tuple(sorted(values_of(grids, cell)))
        for cell in puzzle.cells
        if len(values_of(grids, cell)) > 1
    }


def fewest_givens(puzzle, grids):
    """By trying all sets of cells of all solutions."""
    for size in range(1, len(puzzle.cells) + 1):
        for some in combinations(puzzle.cells, size):
            seen = [tuple(grid[r][c] for r, c in some) for grid in grids]
            if any(seen.count(one) == 1 for one in seen):
                return size
    raise AssertionError


def test_too_many_solutions_to_know_them_all():
    found = ambiguity(Puzzle(5))
    assert set(found.candidates.values()) == {(1, 2, 3, 4, 5)}
    assert found.changes is None
    assert not found.proved
    settled = Puzzle(5, [Cage([cell], "=", value) for cell, value in found.givens.items()])
    assert solve(settled).unique


@pytest.mark.parametrize("name", ["4x4/cs332.kk", "6x6/easy.kk", "3x3/easy.kk"])
def test_clues_that_can_be_left_out(name):
    puzzle = shipped()[name]
    found = why(puzzle, minimal=True)
    assert (found.solutions, found.status) == (HowMany.ONE, Status.EXHAUSTED)
    for cage in puzzle.cages:
        others = [one for one in puzzle.cages if one != cage]
        assert solve(Puzzle(puzzle.size, others)).unique is not (cage in found.needed)
    assert set(found.needed) <= set(found.enough)
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

    monkeypatch.setattr(diagnosis, "conflict", too_late)
    found = why(shipped()["impossible/3x3-sum.kk"])
    assert (found.solutions, found.status) == (HowMany.NONE, Status.TIMEOUT)
    assert found.suspects
    assert found.conflict is None


def boards(*groups, size=8):
    """Made-up solutions: the product of what groups of cells can be, each cell in one."""
    cells = list(product(range(size), repeat=2))
    for choice in product(*groups):
        values = [value for alternative in choice for value in alternative]
        filled = dict.fromkeys(cells, 0) | dict(zip(cells, values, strict=False))
        yield tuple(tuple(filled[row, column] for column in range(size)) for row in range(size))


@examples(60)
@given(st.data())
def test_the_finest_groups(data):
    """Of any set of boards, by trying every split of the cells in two."""
    cells = data.draw(st.integers(1, 5))
    row = st.tuples(*[st.integers(1, 2)] * cells)
    rows = data.draw(st.sets(row, min_size=2, max_size=24))
    grids = list(boards(sorted(rows), size=3))
    differing = [cell for cell in product(range(3), repeat=2) if len(values_of(grids, cell)) > 1]
    assume(differing)
    found = independent_groups(differing, grids)
    assert sorted(cell for change in found for cell in change.cells) == differing
    assert prod(len(change.alternatives) for change in found) == len(grids)
    for change in found:
        for size in range(1, len(change.cells)):
            for some in combinations(range(len(change.cells)), size):
                rest = [i for i in range(len(change.cells)) if i not in some]
                one = {tuple(values[i] for i in some) for values in change.alternatives}
                other = {tuple(values[i] for i in rest) for values in change.alternatives}
                assert len(one) * len(other) != len(change.alternatives)


def test_the_fewest_givens_of_many_groups():
    """Ten groups need ten givens: too many to try all tens, but each group is apart."""
    givens, proved = fewest_givens_of(groups_of(list(boards(*[((1, 2), (2, 1))] * 10))))
    assert (len(givens), proved) == (10, True)


def test_a_proof_that_takes_too_long(monkeypatch):
    monkeypatch.setattr(module, "SECONDS_FOR_FEWEST", 1e-9)
    pairs = [tuple(1 + (i in some) for i in range(12)) for some in combinations(range(12), 3)]
    givens, proved = fewest_givens_of(groups_of(list(boards(pairs))))
    assert not proved
    assert len({one for one in pairs if matches(one, givens)}) == 1


def matches(values, givens):
    return all(values[8 * row + column] == value for (row, column), value in givens.items())


def groups_of(grids):
    cells = [cell for cell in product(range(8), repeat=2) if len(values_of(grids, cell)) > 1]
    return independent_groups(cells, grids)


@pytest.mark.slow
def test_an_engine_that_contradicts_itself(monkeypatch):
    """As if no givens kept another solution from being one."""
    puzzle = Puzzle(9, title="this one")
    monkeypatch.setattr(HittingSets, "smallest", lambda _: None)
    with pytest.raises(InternalError, match=r"sat contradicts itself .*this one"):
        why(puzzle)
