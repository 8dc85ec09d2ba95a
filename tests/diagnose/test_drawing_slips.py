"""Slips in drawing: what the table of slips says is found, and what is found has a solution."""

from __future__ import annotations

import random

import pytest
from corpus import keen
from mistakes import moved_cell, one_letter_for_two, swapped_cells, with_mistake

from kenken_cp import loads, solve
from kenken_cp.diagnose.drawing_slips import drawing_slips
from kenken_cp.diagnose.why import why
from kenken_cp.encode.instance import Scope, instance
from kenken_cp.model.geometry import connected_components
from kenken_cp.sat.oracle import Oracle


@pytest.mark.parametrize("mistake", [moved_cell, swapped_cells, one_letter_for_two])
def test_the_puzzle_that_was_meant_is_found(mistake):
    puzzles = [puzzle for _, puzzle, _ in keen() if puzzle.rows == 5]
    rng = random.Random(1)
    for meant in rng.sample(puzzles, 4):
        made = with_mistake(meant, mistake, rng)
        if solve(made).count:
            continue
        with Oracle(instance(made), {Scope.CAGE}) as oracle:
            slips = list(drawing_slips(oracle, []))
        for slip in slips:
            assert set(made.cages) - set(slip.puzzle.cages) == set(slip.cages)
            assert solve(slip.puzzle, backend="cp-sat").unique is slip.unique
            assert all(len(connected_components(cage.cells)) == 1 for cage in slip.becomes)
        cages = set(meant.cages)
        if mistake is one_letter_for_two:  # the clue of the other part is lost
            assert any(set(slip.becomes) <= cages for slip in slips)
        else:
            assert any(set(slip.puzzle.cages) == cages for slip in slips)


def test_two_digits_of_a_sudoku_exchanged():
    digits = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    wrong = loads(digits[:79] + "97")
    with Oracle(instance(wrong), {Scope.CAGE}) as oracle:
        (slip,) = [each for each in drawing_slips(oracle, []) if "r9c8" in each.text]
    assert slip.text == "9 at r9c8 and 7 at r9c9 exchange their clues"
    assert set(slip.puzzle.cages) == set(loads(digits).cages)


def test_two_cells_exchanged_whose_cages_are_then_not_connected():
    """The letters b and d of the second row, two cells apart."""
    picture = "aabccd\naadebd\nfffegg\nhhfe1i\nhjjkki\nhll3kk\n"
    clues = "a 432*, b 2/, c 1-, d 100*, e 11+, f 14+, g 1-, h 60*, i 2/, j 1-, k 360*, l 20*"
    found = why(loads(f"{picture}\n{clues}\n"))
    assert found.suspects == ()
    assert found.slips[0].text == "r2c5 and r2c3 exchange their cages"
    assert found.slips[0].unique
    assert found.slips[0].mistake_distance == 1, "cages in parts hint at a slip"
