"""A puzzle with several solutions, mended: one of its solutions is left."""

from __future__ import annotations

import pytest
from engines import reference
from hypothesis import assume, given

from kenken_cp import Cage, Puzzle, loads, true_candidates, why
from kenken_cp.diagnose.ambiguity import Ambiguity
from puzzles import board_sizes, examples, planted


@examples(60)
@given(planted(sizes=board_sizes(2, 3)))
def test_one_of_its_solutions_is_left(puzzle_and_grid):
    puzzle, _ = puzzle_and_grid
    grids = reference(puzzle, "brute-force")
    assume(len(grids) > 1)
    found = why(puzzle)
    left = reference(found.repaired, "brute-force")
    assert len(left) == 1
    assert set(left) <= set(grids)
    assert found.repaired.rules == puzzle.rules
    assert found.repaired.houses == puzzle.houses


@pytest.mark.parametrize(
    ("cage", "given", "parts"),
    [
        (Cage([(0, 0), (0, 1), (1, 0)], "+", 5), {(0, 0): 1}, ["1", "4+"]),
        (Cage([(0, 0), (0, 1), (1, 0)], "*", 4), {(0, 0): 1}, ["1", "4*"]),
        (Cage([(0, 0), (0, 1), (1, 0)], None, 5), {(0, 0): 1}, ["1", "2", "2"]),
        (Cage([(0, 0), (0, 1)], "-", 1), {(0, 0): 1, (1, 0): 2}, ["1", "2"]),
    ],
)
def test_a_given_takes_its_cell_from_its_cage(cage, given, parts):
    """The rest keeps a clue where that can say the same; else its cells are givens."""
    puzzle = Puzzle(3, [cage])
    meant = next(g for g in reference(puzzle) if all(g[r][c] == v for (r, c), v in given.items()))
    found = Ambiguity(true_candidates(puzzle), given, meant=meant).settled
    assert [one.clue for one in found.cages if one.cells[0] in cage.cells] == parts
    assert len(reference(found)) == 1


def test_what_the_puzzle_stated_is_not_stated_of_another():
    puzzle = Puzzle(3, title="mine", expected=12, level="hard")
    found = why(puzzle).repaired
    assert (found.title, found.expected, found.level) == ("mine", None, "")
    wrong = Puzzle(3, [Cage([(0, 0)], "=", 1), Cage([(0, 1)], "=", 1)], expected=1, level="hard")
    repairs = [repair.puzzle for repair in why(wrong).repairs]
    assert {(repair.expected, repair.level) for repair in repairs} == {(None, "")}


def test_a_rest_that_would_allow_more_than_it_did_in_its_cage_is_given():
    """As a cage of their own, two cells that make 4 could repeat the 0 or the 4 given above."""
    puzzle = loads("size: 4x2\nrules: killer\nvalues: 0..5\n\naa\naa\n53\n15\n\na 8+\n")
    found = why(puzzle).repaired
    assert [len(cage.cells) for cage in found.cages] == [1] * 8
    assert len(reference(found)) == 1
