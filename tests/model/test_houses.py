"""Extra houses by their names."""

from __future__ import annotations

import pytest

from kenken_cp import Puzzle, anti_king, anti_knight, boxes, diagonals, windoku
from kenken_cp.errors import PuzzleError
from kenken_cp.model.houses import (
    ANTI_KING,
    ANTI_KNIGHT,
    DIAGONALS,
    HOUSE_KINDS,
    WINDOKU,
    extra_houses,
)


def test_windoku():
    """The four boxes of the puzzle as NRC Handelsblad prints it: rows and columns 2-4 and 6-8."""
    corners = [(house[0], house[-1]) for house in windoku(9)]
    assert corners == [((1, 1), (3, 3)), ((1, 5), (3, 7)), ((5, 1), (7, 3)), ((5, 5), (7, 7))]
    assert windoku(4) == (((1, 1), (1, 2), (2, 1), (2, 2)),)
    assert len(windoku(16)) == 9
    for size in (6, (4, 9), 1, 8):
        with pytest.raises(PuzzleError, match="has no windoku boxes; expected 4x4, 9x9"):
            windoku(size)


def test_pairs():
    assert anti_king((2, 3)) == (
        ((0, 0), (1, 1)),
        ((0, 1), (1, 0)),
        ((0, 1), (1, 2)),
        ((0, 2), (1, 1)),
    )
    assert anti_knight((2, 3)) == (((0, 0), (1, 2)), ((0, 2), (1, 0)))
    # On n rows there are 4(n-1)(n-2) pairs of knights that attack each other.
    assert [len(anti_knight(size)) for size in (1, 3, 9)] == [0, 8, 224]
    assert [len(anti_king(size)) for size in (1, 3, 9)] == [0, 8, 128]


def _of(puzzle):
    return extra_houses(puzzle.size, puzzle.houses)


@pytest.mark.parametrize("kind", list(HOUSE_KINDS), ids=lambda kind: kind.name)
def test_a_puzzle_that_has_all_of_a_kind_has_the_kind(kind):
    found = _of(Puzzle(9, houses=[*kind.make(9), *boxes(9, 3, 3)]))
    assert (found.box_shape, found.regions, found.kinds, found.others) == ((3, 3), (), (kind,), ())
    others = kind.make(9)[1:]
    assert _of(Puzzle(9, houses=others)).others == tuple(sorted(others))


def test_several_kinds():
    pair = ((0, 0), (4, 4))
    houses = [house for kind in HOUSE_KINDS for house in kind.make(9)]
    found = _of(Puzzle(9, houses=[*houses, pair]))
    assert found.kinds == (DIAGONALS, WINDOKU, ANTI_KNIGHT, ANTI_KING)
    assert found.others == (pair,)


def test_on_a_small_board_one_kind_may_be_another():
    assert _of(Puzzle(2, houses=anti_king(2))).kinds == (DIAGONALS,)
    assert anti_king(2) == diagonals(2)


def test_irregular_boxes_are_connected_if_they_can_be():
    """The scattered house, too, would go with the two boxes, but not with them and lines."""
    blocks = [[(r, left + c) for r in (0, 1) for c in (0, 1)] for left in (0, 2)]
    scattered = [(2, 0), (2, 2), (3, 1), (3, 3)]
    puzzle = Puzzle(4, houses=[*blocks, scattered])
    assert puzzle.summary.endswith("irregular boxes, 1 extra house")


def test_irregular_boxes():
    """A row among them is one, too; with other houses across them."""
    top = ((0, 0), (0, 1), (0, 2), (1, 0))
    middle = ((0, 3), (1, 1), (1, 2), (1, 3))
    rows = (((2, 0), (2, 1), (2, 2), (2, 3)), ((3, 0), (3, 1), (3, 2), (3, 3)))
    found = _of(Puzzle(4, houses=[top, middle, *windoku(4)]))
    assert found.regions == (top, middle, *rows)
    assert (found.kinds, found.others) == ((WINDOKU,), ())
    assert _of(Puzzle(4, houses=[top])).regions == ()
    scattered = [[(row, (column + row) % 4) for row in range(4)] for column in range(4)]
    assert len(_of(Puzzle(4, houses=scattered)).regions) == 4


def test_a_summary_names_the_houses_as_people_do():
    sudoku = Puzzle(9, houses=[*boxes(9, 3, 3), *windoku(9)])
    assert sudoku.summary == "9x9, 0 cages, kenken rules, 3x3 boxes, windoku"
    jigsaw = [((0, 0), (0, 1), (1, 0)), ((0, 2), (1, 1), (1, 2))]
    pair = [((0, 0), (2, 2))]
    assert Puzzle(3, houses=jigsaw + pair).summary.endswith("irregular boxes, 1 extra house")
