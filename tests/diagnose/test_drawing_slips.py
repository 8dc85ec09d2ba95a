"""Slips in drawing: none is missed by what is not asked, and likely ones end the search."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest
from corpus import keen
from mistakes import moved_cell, swapped_cells, swapped_clues, with_mistake

from kenken_cp import loads, solve
from kenken_cp.diagnose import diagnosis
from kenken_cp.diagnose.diagnosis import why
from kenken_cp.diagnose.repairs import Repair
from kenken_cp.diagnose.slips import picture_slips
from kenken_cp.encode.instance import Kind, instance
from kenken_cp.sat.oracle import SatOracle


def exchanges(puzzle):
    """The puzzles in which two cages of it have each other's clues, or cells side by side."""
    for one, other in combinations(puzzle.cages, 2):
        if one.clue == other.clue or len(one.cells) != len(other.cells) or len(one.cells) < 2:
            continue
        cells = [(other.cells, one.cells)]
        for mine in one.cells:
            for theirs in other.cells:
                if abs(mine[0] - theirs[0]) + abs(mine[1] - theirs[1]) == 1:
                    first, second = {*one.cells} ^ {mine, theirs}, {*other.cells} ^ {mine, theirs}
                    cells.append((tuple(first), tuple(second)))
        kept = tuple(cage for cage in puzzle.cages if cage not in (one, other))
        for first, second in cells:
            made = (replace(one, cells=first), replace(other, cells=second))
            yield replace(puzzle, cages=kept + made)


@pytest.mark.parametrize("mistake", [moved_cell, swapped_cells, swapped_clues])
def test_every_exchange_with_a_solution_is_found(mistake):
    """Against each change, made and solved by itself."""
    puzzles = [puzzle for _, puzzle, _ in keen() if puzzle.rows == 4 and len(puzzle.cages) > 5]
    rng = random.Random(1)
    for meant in rng.sample(puzzles, 3):
        made = with_mistake(meant, mistake, rng)
        if solve(made).count:
            continue
        with SatOracle(instance(made), {Kind.CAGE}) as oracle:
            found = [slip.puzzle for stage in picture_slips(oracle, []) for slip in stage]
        assert all(solve(slip).count for slip in found)
        mended = {frozenset(slip.cages) for slip in found}
        for changed in exchanges(made):
            assert (frozenset(changed.cages) in mended) is (solve(changed).count > 0)
        if mistake is moved_cell:
            assert frozenset(meant.cages) in mended


def test_two_cells_exchanged_whose_cages_are_then_not_connected():
    """The letters b and d of the second row, two cells apart."""
    picture = "aabccd\naadebd\nfffegg\nhhfe1i\nhjjkki\nhll3kk\n"
    clues = "a 432*, b 2/, c 1-, d 100*, e 11+, f 14+, g 1-, h 60*, i 2/, j 1-, k 360*, l 20*"
    found = why(loads(f"{picture}\n{clues}\n"), reason=False)
    assert found.suspects == ()
    assert found.slips[0].words == "r2c5 and r2c3 exchange their cages"
    assert found.slips[0].unique


@pytest.mark.parametrize(("distance", "stages"), [(1.0, 1), (5.0, 2)])
def test_a_likely_slip_ends_the_search(monkeypatch, distance, stages):
    """On a board of many cages; an unlikely one does not."""
    meant = next(puzzle for _, puzzle, _ in keen() if puzzle.rows == 8)
    cages = [replace(cage, target=cage.target + 1) for cage in meant.cages[:3]]
    made = replace(meant, cages=(*cages, *meant.cages[3:]))
    slip = Repair(meant, "as it was meant", tuple(cages), distance, unique=True)
    begun = []

    def two_stages(*_):
        for stage in range(2):
            begun.append(stage)
            yield iter([slip])

    monkeypatch.setattr(diagnosis, "picture_slips", two_stages)
    found = diagnosis.why(made, reason=False)
    assert (found.suspects, len(begun)) == ((), stages)
    assert found.slips == (slip,) * stages


SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    ("at", "typed", "slip"),
    [
        (79, "97", "9 at r9c8 and 7 at r9c9 exchange their clues"),
        (12, "915", "9 at r2c4 and 1 at r2c5 exchange their clues"),
        (3, "7.", "7 at r1c4 belongs at r1c5"),
    ],
)
def test_digits_of_a_sudoku_in_a_wrong_place(at, typed, slip):
    """Even where other digits in their places would do; and nobody has drawn cages."""
    found = why(loads(SUDOKU[:at] + typed + SUDOKU[at + len(typed) :]))
    assert slip in [each.words for each in found.slips]
    assert not any("cage" in each.words or "given" in each.words for each in found.slips)
    repaired = next(each.puzzle for each in found.slips if each.words == slip)
    assert set(repaired.cages) == set(loads(SUDOKU).cages)
