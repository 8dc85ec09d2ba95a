"""Grids and partly filled boards in text, square and not."""

from __future__ import annotations

import pytest
from corpus import shipped

from kenken_cp.errors import GridError
from kenken_cp.formats import loads
from kenken_cp.formats.grids import read_board, read_grid
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.picture import Picture
from kenken_cp.render.text import DEFAULT_STYLE, Style, drawn

GRID = ((1, 2, 3), (3, 1, 2))


@pytest.mark.parametrize(
    "text",
    ["1 2 3\n3 1 2\n", "123\n312", "123312", "[[1, 2, 3], [3, 1, 2]]", "|1|2|3|\n|-+-+-|\n|3|1|2|"],
)
def test_a_grid_in_any_dress(text: str) -> None:
    assert read_grid(text, (2, 3)) == GRID


def test_the_size_says_where_rows_end() -> None:
    assert read_grid("123312", (3, 2)) == ((1, 2), (3, 3), (1, 2))
    assert read_grid("1 2 3 3 1 2", (1, 6)) == ((1, 2, 3, 3, 1, 2),)
    assert read_grid("-1 10\n10 -1", 2) == ((-1, 10), (10, -1))
    assert read_grid("7", 1) == ((7,),)


@pytest.mark.parametrize(
    ("text", "size", "message"),
    [
        ("1 2 3", (2, 3), r"the grid has 3 numbers; expected 6 \(2 rows of 3\)"),
        ("12312", (2, 3), r"the grid has 5 numbers; expected 6 \(2 rows of 3\)"),
        ("123\n12", (2, 3), r"the grid has 5 numbers; expected 6 \(2 rows of 3\)"),
        ("1", (1, 2), r"the grid has 1 number; expected 2 \(1 row of 2\)"),
        ("12\n33\n12", (2, 3), r"the grid has 3 numbers; expected 6"),  # three rows of two
        ("123\n3.2", (2, 3), "r2c2 of the grid is open; expected a full grid"),
        ("1 2 3 3 1 _", (2, 3), "r2c3 of the grid is open; expected a full grid"),
        ("", 1, r"the grid has 0 numbers; expected 1 \(1 row of 1\)"),
    ],
)
def test_grids_of_another_size(text: str, size: int | tuple[int, int], message: str) -> None:
    with pytest.raises(GridError, match=message):
        read_grid(text, size)


@pytest.mark.parametrize("text", ["1.3\n..2", "1 . 3 . _ 2", "1 0 3\n0 0 2", "103002"])
def test_a_partly_filled_board(text: str) -> None:
    assert read_board(text, (2, 3), (1, 2, 3)) == {(0, 0): 1, (0, 2): 3, (1, 2): 2}


def test_zero_is_an_entry_where_it_is_a_value() -> None:
    assert read_board("0..\n...", (2, 3), (0, 1, 2)) == {(0, 0): 0}


def test_boards_that_do_not_fit() -> None:
    with pytest.raises(GridError, match=r"the board has 4 cells; expected 6 \(2 rows of 3\), with"):
        read_board("1 2 . .", (2, 3), (1, 2, 3))
    with pytest.raises(GridError, match="r2c1 of the board is 9; expected one of 1 2 3"):
        read_board("...9..", (2, 3), (1, 2, 3))


def test_open_cells_of_json_and_python() -> None:
    for text in ("[[1, null, 3], [null, null, 2]]", "[(1, None, 3), (None, None, 2)]"):
        assert read_board(text, (2, 3), (1, 2, 3)) == {(0, 0): 1, (0, 2): 3, (1, 2): 2}


CAGED = "size: 2x3\nvalues: -1..12\n\naab\nccb\n\na 12*\nb 14+\nc 1-\n"
BOXED = "size: 4x4\nboxes: 2x2\n\naa.d\nbb.d\ncce1\nccee\n\na 3+\nb 7+\nc 10+\nd 3*\ne 9+\n"
IRREGULAR = "size: 3\nregions:\naab\nabb\nccc\n\n1..\n...\n..."


@pytest.mark.parametrize("style", [DEFAULT_STYLE, Style(ascii=True)])
@pytest.mark.parametrize(
    ("text", "values"),
    [
        (CAGED, ((-1, 12, None), (None, 10, 2))),
        (BOXED, ((1, 2, None, 3), (None, None, None, 1), (None,) * 4, (4, 3, 2, 1))),
        (IRREGULAR, ((1, None, 3), (None, 2, None), (None, None, None))),
    ],
)
def test_what_is_drawn_can_be_filled_in_again(text: str, values: Grid, style: Style) -> None:
    puzzle = loads(text)
    picture = f"A 3x3 puzzle\n{drawn(Picture(puzzle, values), style)}\nThe only solution.\n"
    entries = {
        (r, c): value
        for r, row in enumerate(values)
        for c, value in enumerate(row)
        if value is not None
    }
    assert read_board(picture, puzzle.size, puzzle.values) == entries
    with pytest.raises(GridError, match=r"of the grid is open; expected a full grid"):
        read_grid(picture, puzzle.size)
    full = tuple(tuple(puzzle.values[0] for _ in row) for row in values)
    assert read_grid(drawn(Picture(puzzle, full), style), puzzle.size) == full


def test_drawings_that_are_not_one_board_of_values() -> None:
    puzzle = loads(CAGED)
    picture = drawn(Picture(puzzle, ((1, 2, 3), (3, 1, 2))))
    with pytest.raises(GridError, match=r"the board has \d+ cells; expected"):
        read_board(f"{picture}\n\n{picture}", (2, 3), (1, 2, 3, 4))
    with pytest.raises(GridError, match=r"r1c1 of the drawing holds '12×'; .* \(3 rows of 2\)"):
        read_board(picture, (3, 2), (1, 2, 3, 4))
    marks = drawn(Picture(loads(BOXED), candidates=(((1, 2, 3, 4),) * 4,) * 4))
    with pytest.raises(GridError, match=r"r1c1 of the drawing holds '3\+ 1 2 3 4'; expected one "):
        read_board(marks, 4, (1, 2, 3, 4))


@pytest.mark.parametrize("style", [DEFAULT_STYLE, Style(ascii=True)])
def test_pencil_marks_are_not_entries(style: Style) -> None:
    pairs = (((2, 3), (2, 3), (1,), (4,)), ((1,), (4,), (2, 3), (2, 3)))
    marks = drawn(Picture(Puzzle(4), candidates=(*pairs, *pairs)), style)
    with pytest.raises(GridError, match="r1c1 of the drawing holds '2 3'; expected one number"):
        read_board(marks, 4, (1, 2, 3, 4))


@pytest.mark.parametrize("size", [2, 4, 6, 9])
def test_marks_of_a_board_on_which_each_cell_has_one(size: int) -> None:
    grid = tuple(tuple((r + c) % size + 1 for c in range(size)) for r in range(size))
    marks = drawn(Picture(Puzzle(size), candidates=[[(value,) for value in row] for row in grid]))
    assert read_grid(marks, size) == grid


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "3+     |2 1",
            r"r1c3 of the drawing holds '2 1' in the line of the clues; expected a value",
        ),
        ("3+     |2-1", "r1c3 of the drawing holds '2-1' in the line of the clues"),
        ("3+    2|2- ", "r1c2 of the drawing holds '2' in the line of the clues"),
        ("3+1    |2- ", r"r1c1 of the drawing holds '3\+1' in the line of the clues"),
    ],
)
def test_an_entry_in_the_line_of_the_clues_is_not_lost(line: str, message: str) -> None:
    puzzle = loads("aab\ncdb\ncdd\n\na 3+\nb 2-\nc 1-\nd 6*\n")
    picture = drawn(Picture(puzzle), Style(ascii=True))
    assert "3+     |2- " in picture
    assert read_board(picture, 3, (1, 2, 3)) == {}
    with pytest.raises(GridError, match=message):
        read_board(picture.replace("3+     |2- ", line), 3, (1, 2, 3))


def test_an_entry_beside_bare_clues_is_not_lost() -> None:
    picture = drawn(Picture(loads("size: 2\n\naa\nb.\n\na 3+\nb 2\n")))
    with pytest.raises(GridError, match="r2c2 of the drawing holds '1' in the line of the clues"):
        read_board(picture.replace("2  │   ", "2  │ 1 "), 2, (1, 2))


@pytest.mark.parametrize("style", [DEFAULT_STYLE, Style(ascii=True)])
@pytest.mark.parametrize("clue", ["-1order", "123concat", "7|", "123456789*"])
def test_a_clue_wider_than_its_cell_is_no_entry(clue: str, style: Style) -> None:
    puzzle = loads(f"size: 2\n\naa\nb.\n\na {clue}\nb 2\n")
    assert read_board(drawn(Picture(puzzle), style), 2, (1, 2)) == {}


@pytest.mark.parametrize("style", [DEFAULT_STYLE, Style(ascii=True)])
def test_an_open_board_of_every_shipped_puzzle_holds_nothing(style: Style) -> None:
    for name, puzzle in shipped().items():
        if any(len(cage.cells) > 1 for cage in puzzle.cages):
            picture = drawn(Picture(puzzle), style)
            assert read_board(picture, puzzle.size, puzzle.values) == {}, name
