"""Pictures of puzzles: some typed out, and for any puzzle what a reader can recover from them."""

import re
import unicodedata
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenken_cp.errors import GridError, KenKenError
from kenken_cp.model.geometry import boxes, diagonals, shape_of
from kenken_cp.model.houses import anti_king
from kenken_cp.model.operators import ADD, DIVIDE, MULTIPLY, SUBTRACT
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.render.picture import Picture
from kenken_cp.render.svg import svg
from kenken_cp.render.text import DEFAULT_STYLE, JUNCTIONS, Style, drawn, plain, undrawn, with_signs
from puzzles import examples

ASCII = Style(ascii=True)
SMALL = Puzzle(
    4,
    (
        Cage(((0, 0), (0, 1)), "*", 12),
        Cage(((0, 2), (1, 2)), "/", 2),
        Cage(((0, 3), (1, 3)), "*", 8),
        Cage(((1, 0), (2, 0)), "+", 4),
        Cage(((1, 1),), None, 1),
        Cage(((2, 2), (2, 3)), "-", 3),
        Cage(((3, 0), (3, 1), (2, 1)), None, 8),
        Cage(((3, 2), (3, 3)), "-", 2),
    ),
)
SMALL_GRID = ((4, 3, 1, 2), (3, 1, 2, 4), (1, 2, 4, 3), (2, 4, 3, 1))


def board(puzzle, grid=None, *, marked=(), style=DEFAULT_STYLE) -> str:
    return drawn(Picture(puzzle, grid, marked=marked), style)


def picture(text: str) -> str:
    """A typed picture: the lines between the first and the last, which are empty."""
    return text.removeprefix("\n").removesuffix("\n")


# --- typed out -----------------------------------------------------------------------------------


def test_cages_clues_values_and_marks():
    assert board(SMALL, SMALL_GRID, marked={(0, 0), (2, 3)}) == picture("""
┏━━━━━━━┯━━━┯━━━┓
┃12×    │2÷ │8× ┃
┃ 4*  3 │ 1 │ 2 ┃
┠───┬───┤   │   ┃
┃4+ │1  │   │   ┃
┃ 3 │ 1 │ 2 │ 4 ┃
┃   ├───┼───┴───┨
┃   │8  │3−     ┃
┃ 1 │ 2 │ 4   3*┃
┠───┘   ├───────┨
┃       │2−     ┃
┃ 2   4 │ 3   1 ┃
┗━━━━━━━┷━━━━━━━┛
""")


BOXED = Puzzle(
    4,
    (
        Cage(((0, 0), (0, 1), (0, 2)), "+", 7),
        Cage(((1, 0), (2, 0)), "+", 4),
        Cage(((1, 2), (1, 3), (2, 2), (2, 3)), "+", 10),
    ),
    houses=(*boxes(4, 2, 2), *diagonals(4)),
)


def test_boxes_are_heavy_and_dashed_inside_a_cage_and_free_cells_stand_alone():
    assert board(BOXED) == picture("""
┏━━━━━━━┳━━━┯━━━┓
┃7+     ╏   │   ┃
┃       ╏   │   ┃
┠───┬───╂───┴───┨
┃4+ │   ┃10+    ┃
┃   │   ┃       ┃
┣╍╍╍┿━━━╋╍╍╍╍╍╍╍┫
┃   │   ┃       ┃
┃   │   ┃       ┃
┠───┼───╂───┬───┨
┃   │   ┃   │   ┃
┃   │   ┃   │   ┃
┗━━━┷━━━┻━━━┷━━━┛
""")


def test_boxes_in_ascii():
    signs = dict(zip("━─╍┃│╏", "=-.#|:", strict=True))
    expected = [sign if sign.isascii() else signs.get(sign, "+") for sign in board(BOXED)]
    assert board(BOXED, style=ASCII) == "".join(expected)


def test_cages_that_are_not_connected_and_negative_values():
    puzzle = Puzzle(
        3,
        (Cage(((0, 0), (1, 1), (1, 2)), "*", -2), Cage(((0, 2), (2, 0)), None, 3)),
        values=(-2, -1, 3),
    )
    assert board(puzzle, ((-1, -2, 3), (3, None, -2), (-2, 3, None))) == picture("""
┏━━━━┯━━━━┯━━━━┓
┃-2×A│    │3B  ┃
┃ -1 │ -2 │  3 ┃
┠────┼────┴────┨
┃    │A        ┃
┃  3 │      -2 ┃
┠────┼────┬────┨
┃B   │    │    ┃
┃ -2 │  3 │    ┃
┗━━━━┷━━━━┷━━━━┛
""")


def sudoku(text: str, size: int, houses: tuple = ()) -> Puzzle:
    digits = "".join(text.split())
    cages = [
        Cage((divmod(i, size),), None, int(digit)) for i, digit in enumerate(digits) if digit != "."
    ]
    return Puzzle(size, tuple(cages), houses=houses)


SUDOKU = sudoku("3..5.. ..64.. .5...1 4...6. ..51.. ..2..3", 6, boxes(6, 2, 3))


def test_marks_in_the_compact_picture_have_a_column_of_their_own():
    grid = [[None] * 6 for _ in range(6)]
    grid[0][1] = 2
    assert board(SUDOKU, grid, marked={(0, 0), (0, 1), (5, 4)}, style=ASCII) == picture("""
3* 2* .  | 5  .  .
.  .  6  | 4  .  .
---------+---------
.  5  .  | .  .  1
4  .  .  | .  6  .
---------+---------
.  .  5  | 1  .  .
.  .  2  | .  .* 3
""")


CANDIDATES = Picture(
    Puzzle(2, [Cage([(0, 0), (0, 1)], "+", 3)]),
    [[None, 2], [None, None]],
    candidates=[[[1, 2], []], [[2], [1, 2]]],
    eliminated={(1, 1): [1]},
    marked=[(1, 0)],
    named=True,
)


def test_pencil_marks_stand_below_the_clue_each_at_its_place():
    assert drawn(CANDIDATES, ASCII) == picture("""
     c1   c2
   +---------+
   |3+       |
r1 |1 2    2 |
   +----+----+
   |    |    |
r2 |  2*|x 2 |
   +----+----+
""")


def test_a_value_of_no_cell_stands_at_the_first_place():
    shown = Picture(Puzzle((1, 3)), [[9, None, 1]], candidates=[[(), (2, 3), ()]])
    assert drawn(shown, ASCII).splitlines()[1:3] == ["|9  |  2|1  |", "|   |3  |   |"]


def test_crossed_out_marks_need_no_others():
    assert "x" in drawn(Picture(Puzzle(2), eliminated={(1, 1): [1]}), ASCII)


def test_the_roles_of_pencil_marks():
    painted = []
    drawn(CANDIDATES, Style(paint=lambda text, role: painted.append((role, text)) or text))
    assert painted == [
        *[("clue", "3+"), ("candidate", "1"), ("candidate", "2"), ("entry", "2")],
        *[("entry", "2"), ("marked", "*"), ("eliminated", "x"), ("candidate", "2")],
    ]


def test_a_sentence_has_the_signs_of_the_picture():
    sentence = "6- at r1c1 r1c2, 12* and -4/. Is it 3/ or 9+? Rows 1-3 hold 2-4, 5 - 3 is 2."
    assert with_signs(sentence, ASCII) == sentence
    assert with_signs(sentence) == (
        "6− at r1c1 r1c2, 12× and -4÷. Is it 3÷ or 9+? Rows 1-3 hold 2-4, 5 - 3 is 2."
    )


def test_plain():
    assert plain(Puzzle(2), ((1, 2), (2, 1))) == "1 2\n2 1"
    assert plain(Puzzle(2, values=(-1, 10)), ((-1, 10), (None, -1))) == "-1 10\n . -1"
    assert plain(Puzzle((1, 3)), ((3, None, 2),)) == "3 . 2"
    assert plain(Puzzle((10, 1)), [[10]] + [[value] for value in range(1, 10)]).startswith(
        "10\n 1\n"
    )


@pytest.mark.parametrize("grid", [(), ((1, 2),), ((1, 2), (2,)), ((1, 2, 3), (2, 1, 3))])
def test_a_grid_of_another_shape_is_refused(grid):
    with pytest.raises(GridError, match=r"the grid has .*; expected 2"):
        board(Puzzle(2), grid)
    with pytest.raises(GridError, match=r"the grid has .*; expected 2"):
        plain(Puzzle(2), grid)
    for draw in (board, plain):
        with pytest.raises(GridError, match="the grid has 2 rows; expected 1"):
            draw(Puzzle((1, 2)), ((1, 2), (2, 1)))
        with pytest.raises(GridError, match="the grid has 1 row; expected 2"):
            draw(Puzzle((2, 1)), ((1, 2),))


class TestWhatAPictureTakes:
    """Once it is made, every drawing of it works."""

    @pytest.mark.parametrize(
        ("shown", "message"),
        [
            ({"candidates": [[[1], [2]], [[1, 2], 1]]}, "r2c2 holds 1; expected its candidates"),
            ({"candidates": [[[1], [2]], [[1, 2], None]]}, "r2c2 holds None; expected its cand"),
            ({"candidates": [[[1], [2]], ["12", [1]]]}, "r2c1 holds '12'; expected its candidates"),
            ({"candidates": [[["1"], [2]], [[1], [1]]]}, "r1c1 holds .'1'.; expected its cand"),
            (
                {"candidates": [[[1], [3]], [[1], [2]]]},
                "r1c2 .*; expected .*some of 1 2, as a list",
            ),
            ({"eliminated": {(0, 0): [0]}}, "r1c1 holds .0.; expected its candidates, some of 1 2"),
            ({"values": [[1, "2"], [2, 1]]}, "r1c2 holds '2'; expected an integer, or None"),
            ({"values": [[1, 2.5], [2, 1]]}, "r1c2 holds 2.5; expected an integer, or None"),
            ({"marked": 5}, "cells of marked: 5; expected several"),
            ({"basis": ["r1c1"]}, "'r1c1' in basis is no cell; expected"),
            ({"placed": [(0, 2)]}, "cell r1c3 of placed is outside the board"),
            ({"eliminated": [(0, 0)]}, "eliminated=.*; expected a mapping of cells to"),
            ({"eliminated": {(2, 0): [1]}}, "cell r3c1 of eliminated is outside the board"),
            ({"eliminated": {(0, 0): 1}}, "r1c1 holds 1; expected its candidates"),
        ],
    )
    def test_anything_else_is_refused(self, shown, message):
        with pytest.raises(KenKenError, match=message):
            Picture(Puzzle(2), **shown)

    def test_what_numpy_has(self):
        plain_picture = Picture(
            Puzzle(2),
            [[1, 2], [2, 1]],
            marked=[(0, 1), (1, 0)],
            candidates=[[[1, 2]] * 2] * 2,
            eliminated={(0, 0): [1]},
        )
        picture = Picture(
            Puzzle(2),
            np.array([[1, 2], [2, 1]]),
            marked=np.argwhere([[0, 1], [1, 0]]),
            candidates=np.full((2, 2, 2), [1, 2]),
            eliminated={(np.int64(0), np.int64(0)): np.array([1])},
        )
        assert picture == plain_picture
        assert hash(picture) == hash(plain_picture)
        assert {type(value) for row in picture.values for value in row} == {int}
        assert {type(side) for cell in picture.eliminated for side in cell} == {int}
        assert (str(picture), svg(picture)) == (str(plain_picture), svg(plain_picture))


# --- junctions -----------------------------------------------------------------------------------

DIRECTIONS = {"UP": (0,), "RIGHT": (1,), "DOWN": (2,), "LEFT": (3,)}
DIRECTIONS |= {"VERTICAL": (0, 2), "HORIZONTAL": (1, 3)}
DASHES = str.maketrans("╍╏", "━┃")


def arms(character: str) -> tuple[int, ...]:
    """Weights up, right, down, left, by the character's Unicode name.

    ``DOWN LIGHT AND RIGHT UP HEAVY``, but also ``LIGHT DOWN AND RIGHT``: one weight for both.
    """
    found = [0, 0, 0, 0]
    if character == " ":
        return tuple(found)
    weight = None
    name = unicodedata.name(character.translate(DASHES)).removeprefix("BOX DRAWINGS ")
    for part in name.split(" AND "):
        words = part.split()
        weight = next((w for w in words if w in ("LIGHT", "HEAVY")), weight)
        for word in words:
            for direction in DIRECTIONS.get(word, ()):
                found[direction] = {"LIGHT": 1, "HEAVY": 2}[weight]
    return tuple(found)


def test_every_junction_has_the_arms_of_its_name():
    assert [arms(character) for character in JUNCTIONS] == list(product(range(3), repeat=4))


# --- any puzzle ----------------------------------------------------------------------------------

OPERATORS = (ADD, SUBTRACT, MULTIPLY, DIVIDE, None)


@st.composite
def pictured(draw):
    """A puzzle (cages of any shape, free cells, perhaps boxes), a partial grid and marks."""
    boxed = [(4, 2, 2), (6, 2, 3), (6, 3, 2), (8, 2, 4), ((4, 6), 2, 3), ((6, 2), 3, 2)]
    plain_sizes = [*range(1, 8), (1, 5), (5, 1), (2, 3), (4, 3), (3, 7)]
    shape = draw(st.sampled_from([(size,) for size in plain_sizes] + boxed))
    rows, columns = shape_of(shape[0])
    longest = max(rows, columns)
    cells = list(product(range(rows), range(columns)))
    labels = draw(st.lists(st.integers(0, longest + 2), min_size=len(cells), max_size=len(cells)))
    cages = []
    for label in sorted(set(labels) - {0}):
        mine = tuple(cell for cell, other in zip(cells, labels, strict=True) if other == label)
        operator = draw(st.sampled_from(OPERATORS)) if len(mine) > 1 else None
        cages.append(Cage(mine, operator, draw(st.integers(-9, 2000))))
    lowest = draw(st.sampled_from((-2, 0, 1, 97)))
    values = tuple(range(lowest, lowest + longest))
    houses = boxes(*shape) if len(shape) == 3 else ()
    puzzle = Puzzle(shape[0], tuple(cages), values=values, houses=houses, rules="calcudoku")
    row = st.lists(st.sampled_from((*values, None)), min_size=columns, max_size=columns)
    grid = draw(st.lists(row, min_size=rows, max_size=rows))
    return puzzle, grid, draw(st.sets(st.sampled_from(cells))), shape[1:] or (rows, columns)


def is_caged(puzzle):
    return any(len(cage.cells) > 1 for cage in puzzle.cages)


def read_cells(text, puzzle):
    """The text of every cell: (clue line, value line) of a caged picture, (value,) of a compact."""
    lines = text.split("\n")
    if is_caged(puzzle):
        pitch = (len(lines[0]) - 1) // puzzle.columns
        return [
            [
                tuple(lines[3 * row + i][pitch * column + 1 : pitch * (column + 1)] for i in (1, 2))
                for column in range(puzzle.columns)
            ]
            for row in range(puzzle.rows)
        ]
    rows = [line.split() for line in lines if not set(line) <= set("─┼-+")]
    return [[(word,) for word in row if word not in ("│", "|")] for row in rows]


@examples(150)
@given(pictured(), st.booleans())
def test_the_values_and_marks_can_be_read_back(case, ascii):
    puzzle, grid, marked, _ = case
    text = board(puzzle, grid, marked=marked, style=Style(ascii=ascii))
    givens = {cage.cells[0]: cage.target for cage in puzzle.cages if len(cage.cells) == 1}
    cells = read_cells(text, puzzle)
    for row, column in puzzle.cells:
        cell, value = (row, column), grid[row][column]
        if value is None and not is_caged(puzzle):
            value = givens.get(cell, ".")
        expected = ("" if value is None else str(value)) + "*" * (cell in marked)
        assert cells[row][column][-1].strip() == expected


@examples(150)
@given(pictured())
def test_borders_separate_cages_and_boxes_and_meet_in_the_right_junctions(case):
    puzzle, grid, marked, (height, width) = case
    if not is_caged(puzzle):
        return
    lines = board(puzzle, grid, marked=marked).split("\n")
    pitch = (len(lines[0]) - 1) // puzzle.columns
    cage = {cell: cage for cage in puzzle.cages for cell in cage.cells}

    def expected(one, other, characters):
        same_cage = cage.get(one, one) == cage.get(other, other)
        same_box = [i // j for i, j in zip(one, (height, width), strict=True)] == [
            i // j for i, j in zip(other, (height, width), strict=True)
        ]
        return characters[2 * (not same_box) + (not same_cage)]

    for r, c in puzzle.cells:
        if c:
            sides = {lines[3 * r + i][pitch * c] for i in (1, 2)}
            side = expected((r, c - 1), (r, c), " │╏┃")
            assert side in sides
            assert side == " " or sides == {side}  # else a clue may run on there
        if r:
            above = set(lines[3 * r][pitch * c + 1 : pitch * (c + 1)])
            assert above == {expected((r - 1, c), (r, c), " ─╍━")}
    for r, c in product(range(puzzle.rows + 1), range(puzzle.columns + 1)):
        y, x = 3 * r, pitch * c
        around = ((y - 1, x, 2), (y, x + 1, 3), (y + 2, x, 0), (y, x - 1, 1))
        ends = [
            arms(lines[j][i])[towards] if 0 <= j < len(lines) and 0 <= i < len(lines[0]) else 0
            for j, i, towards in around
        ]
        assert arms(lines[y][x]) == tuple(ends)


@examples(150)
@given(pictured())
def test_lines_are_of_one_width_and_ascii_differs_only_in_its_characters(case):
    puzzle, grid, marked, _ = case
    text = board(puzzle, grid, marked=marked)
    ascii = board(puzzle, grid, marked=marked, style=ASCII)
    assert ascii.isascii()
    assert [len(line) for line in ascii.split("\n")] == [len(line) for line in text.split("\n")]
    assert not text.endswith("\n")
    assert all(line == line.rstrip() for line in text.split("\n"))
    if is_caged(puzzle):
        assert len({len(line) for line in text.split("\n")}) == 1
        assert len(text.split("\n")) == 3 * puzzle.rows + 1


@examples(150)
@given(pictured())
def test_paint_keeps_the_alignment_and_leaves_blanks_alone(case):
    puzzle, grid, marked, _ = case
    painted = []

    def paint(text, role):
        painted.append((text, role))
        return f"<{role} {text}>" if text.strip() == text else "?"

    text = board(puzzle, grid, marked=marked, style=Style(paint=paint))
    assert re.sub("<[a-z]+ |>", "", text) == board(puzzle, grid, marked=marked)
    assert {role for _, role in painted} <= {"clue", "entry", "given", "marked"}
    assert all(text == text.strip() != "" for text, _ in painted)
    assert sum(role == "marked" for _, role in painted) == len(marked)


def test_an_excerpt_leaves_the_rest_blank_and_lines_may_be_named():
    puzzle = Puzzle(3, [Cage([(0, 1), (1, 1)], "+", 5)])
    assert drawn(Picture(puzzle, excerpt=True, named=True)).split("\n") == [
        "    c1  c2  c3",
        "   ┏━━━┯━━━┯━━━┓",
        "   ┃   │5+ │   ┃",
        "r1 ┃   │   │   ┃",
        "   ┃   │   │   ┃",
        "   ┃   │   │   ┃",
        "r2 ┃   │   │   ┃",
        "   ┃   └───┘   ┃",
        "   ┃           ┃",
        "r3 ┃           ┃",
        "   ┗━━━━━━━━━━━┛",
    ]
    assert "│" in board(puzzle).split("\n")[7], "else free cells are apart"


def test_irregular_boxes_without_cages_show_the_givens():
    regions = [[(0, 0), (0, 1), (1, 0)], [(0, 2), (1, 1), (1, 2)]]
    puzzle = Puzzle(3, [Cage([(1, 1)], "=", 3)], houses=regions)
    assert board(puzzle, style=Style(ascii=True)).splitlines()[3] == "#   # 3 |   #"
    assert undrawn(puzzle) == []
    assert undrawn(Puzzle(2, houses=diagonals(2)[:1])) == ["No value twice in diagonal r1c1-r2c2."]
    cells = [*zip(range(7), range(7), strict=True), (7, 8), (8, 7)]
    (line,) = undrawn(Puzzle(9, houses=[cells]))
    assert line.endswith(" r7c7 r8c9 r9c8."), "all cells are named, however many"
    assert len(undrawn(Puzzle(18, values=range(2, 20)))[0].split()) == 1 + 18, "all values, too"
    pairs = Puzzle(3, houses=[*anti_king(3), ((0, 0), (2, 1))])
    assert undrawn(pairs) == [
        "No value twice in pair r1c1 r3c2.",
        "Anti-king: cells that touch at a corner differ.",
    ]
