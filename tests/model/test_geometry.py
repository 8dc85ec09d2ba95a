import pytest

from kenken_cp.errors import PuzzleError
from kenken_cp.model.geometry import box_shape, boxes, connected_components, diagonals, lines


def test_lines_are_rows_then_columns():
    assert lines(1, 2) == (((0, 0), (0, 1)), ((0, 0),), ((0, 1),))


def test_boxes_and_diagonals():
    assert boxes(6, 2, 3)[1] == ((0, 3), (0, 4), (0, 5), (1, 3), (1, 4), (1, 5))
    assert len(boxes(9, 3, 3)) == 9
    assert diagonals(3) == (((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0)))
    for height, width in ((2, 2), (0, 3), (3, 6)):
        with pytest.raises(PuzzleError, match=f"boxes of {height}x{width} do not fit a 9x9 board"):
            boxes(9, height, width)
    with pytest.raises(PuzzleError, match=r"boxes of 3x3 do not fit .* at most 6 cells"):
        boxes(6, 3, 3)


def test_box_shape():
    assert box_shape(9, 9, boxes(9, 3, 3)) == (3, 3)
    assert box_shape(6, 6, (*boxes(6, 2, 3), *diagonals(6))) == (2, 3)
    assert box_shape(4, 4, boxes(4, 2, 2)[:3]) is None
    assert box_shape(4, 4, ()) is None
    assert box_shape(6, 6, (*boxes(6, 2, 2), *boxes(6, 2, 3))) == (2, 3)  # the larger ones


def test_boxes_of_a_rectangle():
    assert boxes((2, 6), 2, 3) == (
        ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)),
        ((0, 3), (0, 4), (0, 5), (1, 3), (1, 4), (1, 5)),
    )
    assert box_shape(2, 6, boxes((2, 6), 2, 3)) == (2, 3)
    with pytest.raises(PuzzleError, match="boxes of 3x2 do not fit a 2x6 board"):
        boxes((2, 6), 3, 2)


def test_a_rectangle_has_no_diagonals():
    with pytest.raises(PuzzleError, match="a board of 2x3 has no main diagonals; expected"):
        diagonals((2, 3))


def test_components_are_connected_by_edges():
    horseshoe = ((0, 0), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2))
    assert connected_components(reversed(horseshoe)) == [horseshoe]
    assert connected_components([(3, 3), (0, 1), (1, 0), (0, 0), (2, 2)]) == [
        ((0, 0), (0, 1), (1, 0)),
        ((2, 2),),
        ((3, 3),),
    ]
