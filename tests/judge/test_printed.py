"""Every habit of printing a grid is read right, whatever the size, or found to be unreadable."""

from __future__ import annotations

import tracemalloc

import pytest
from corpus import PUZZLES
from judge.printed import PACKED, PRINTERS

from kenken_cp import Cage, Puzzle, load
from kenken_cp.judge.answers import MAX_CHARACTERS, read_answers
from kenken_cp.render.picture import Picture
from kenken_cp.render.text import Style, drawn

UNREADABLE = {
    # A lone value with labels looks like a row of two; a row label with a value like a statistic.
    "pandas": {(1, 1)},
    "console.table": {(1, 1)},
    "JSON of rows by name": {(1, 1), (3, 1)},
    "JSON of rows by name in a list": {(1, 1), (3, 1)},
    # Boards of one column are not taken apart.
    "beside the open board, with an arrow": {(1, 1), (3, 1)},
    # The blank lines between rows of one value are those between boards.
    "one value a line, blank lines between rows": {(3, 1)},
}
"""Of which shapes a habit is not read. None is read wrong."""


def latin(shape, first=0):
    rows, columns = shape
    size = max(shape)
    return tuple(
        tuple((row + column + first) % size + 1 for column in range(columns)) for row in range(rows)
    )


def assert_read(name, shape, numbers, between):
    grids = [latin(shape, first) for first in range(numbers)]
    text = between.join(map((PRINTERS | PACKED)[name], grids))
    found = read_answers(text, Puzzle(shape)).grids
    if (
        shape == (1, 1) and len(found) == 1
    ):  # unless cells have names, headings and counts are alike
        grids = grids[:1]
    if shape in UNREADABLE.get(name, ()):
        assert found in ((), tuple(grids))
    else:
        assert found == tuple(grids), text


@pytest.mark.parametrize("name", PRINTERS | PACKED)
def test_two_grids_of_small_sizes(name):
    for shape in ((2, 2), (3, 3), (2, 3)):
        assert_read(name, shape, 2, "\n")


@pytest.mark.complete
@pytest.mark.parametrize("name", PRINTERS | PACKED)
def test_any_number_of_grids_of_any_size(name):
    shapes = [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
        (5, 5),
        (9, 9),
        (1, 3),
        (3, 1),
        (3, 2),
        (2, 4),
        (4, 2),
    ]
    if name not in PACKED:
        shapes.append((12, 12))
    for shape in shapes:
        for numbers in (1, 2, 3):
            for between in ("", "\n"):
                assert_read(name, shape, numbers, between)


DRAWN = [
    Puzzle(2, [Cage([(0, 0)], None, 1), Cage([(0, 1), (1, 0), (1, 1)], "+", 5)]),
    Puzzle(2, [Cage([(0, 0)], None, 1), Cage([(0, 1), (1, 1)], None, 3)]),
    Puzzle(2, [Cage([(0, 0), (1, 0)], None, 3), Cage([(0, 1), (1, 1)], None, 3)]),
    Puzzle(2, [Cage([(0, 0), (0, 1), (1, 0), (1, 1)], "+", 6)]),
    Puzzle(2, [Cage([(0, 0), (1, 1)], "+", 2), Cage([(0, 1), (1, 0)], "+", 4)]),
    Puzzle(2),
    Puzzle((2, 3), [Cage([(0, 0), (0, 1)], None, 3), Cage([(1, 0), (1, 1)], None, 5)]),
    Puzzle((3, 1), [Cage([(0, 0), (1, 0)], "+", 3)]),
    Puzzle(3, [Cage([(0, 0), (0, 1)], None, 3), Cage([(1, 1), (1, 2), (2, 2)], None, 6)]),
    Puzzle(12, [Cage([(0, 0), (0, 1)], "*", 12)]),
    Puzzle(4, [Cage([(0, 0), (0, 1), (0, 2)], "*", 13824), Cage([(1, 0), (1, 1)], None, 123456)]),
    load(PUZZLES / "4x4/cs332.kk"),
    load(PUZZLES / "latin/sudoku-4.kk"),
    load(PUZZLES / "9x9/easy.kk"),
]


@pytest.mark.parametrize("puzzle", DRAWN, ids=lambda puzzle: puzzle.size_name)
@pytest.mark.parametrize("ascii", [False, True], ids=["unicode", "ascii"])
@pytest.mark.parametrize("heading", ["", "Solution 1:\n"])
def test_our_own_pictures(puzzle, ascii, heading):
    shape = puzzle.rows, puzzle.columns
    one, other = latin(shape), latin(shape, 1)
    style = Style(ascii=ascii)
    for between in ("\n", "\n\n"):
        text = between.join(heading + drawn(Picture(puzzle, grid), style) for grid in (one, other))
        assert read_answers(text + "\n", puzzle).grids == (one, other), text
    marked = drawn(Picture(puzzle, one, marked={(0, 0)}), style)
    if marked[0] in "┏+":  # without a frame the mark is like a product
        assert read_answers(marked, puzzle).grids == (one,), marked


def test_our_picture_of_an_unsolved_puzzle_is_no_answer():
    for puzzle in DRAWN:
        assert read_answers(drawn(Picture(puzzle)), puzzle).grids == ()


def test_the_longest_text_that_is_read():
    from kenken_cp import KenKenError

    with pytest.raises(KenKenError, match=f"printed {MAX_CHARACTERS + 1} characters; at most"):
        read_answers("1" * (MAX_CHARACTERS + 1), Puzzle(2))


class StopsAfter:
    """A signal to stop that is given when it is asked for that often."""

    def __init__(self, times):
        self.left = times

    def __bool__(self):
        self.left -= 1
        return self.left <= 0


@pytest.mark.parametrize("part", ["[", "1 2\n2 1\n", "[[1,2],[2,1]]\n", "(1, 2) "], ids=repr)
def test_reading_ends_when_it_is_asked_to(part):
    for times in (1, 25):
        stop = StopsAfter(times)
        assert len(read_answers(part * 5000, Puzzle(2), stop=stop).grids) < 500
        assert stop.left > -20, "it was asked again and again"


@pytest.mark.complete
@pytest.mark.parametrize("part", ["[", "[1,2] ", "1+", "1\n", "r1c1=1 "], ids=repr)
def test_long_floods_are_read_in_little_memory(part):
    tracemalloc.start()
    try:
        read_answers(part * (MAX_CHARACTERS // 64 // len(part)), Puzzle(2))
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()


OTHERS = {
    "scala": "List(List(1, 2), List(2, 1))",
    "scala vec": "Vector(Vector(1, 2), Vector(2, 1))",
    "clojure": "[[1 2] [2 1]]",
    "lisp": "((1 2) (2 1))",
    "lisp arr": "#2A((1 2) (2 1))",
    "scheme": "#(#(1 2) #(2 1))",
    "ocaml": "[|[|1; 2|]; [|2; 1|]|]",
    "ocaml list": "[[1; 2]; [2; 1]]",
    "julia": "2×2 Matrix{Int64}:\n 1  2\n 2  1\n",
    "julia1": "[1 2; 2 1]",
    "octave": "A =\n\n   1   2\n   2   1\n\n",
    "php": (
        "Array\n(\n    [0] => Array\n        (\n            [0] => 1\n"
        "            [1] => 2\n        )\n\n    [1] => Array\n        ("
        "\n            [0] => 2\n            [1] => 1\n        )\n\n)\n"
    ),
    "haskell map": "fromList [((0,0),1),((0,1),2),((1,0),2),((1,1),1)]",
    "haskell arr": "array ((0,0),(1,1)) [((0,0),1),((0,1),2),((1,0),2),((1,1),1)]",
    "json objs": (
        '[{"row":0,"col":0,"value":1},{"row":0,"col":1,"value":2},{"row":1,"col":0,"value":2},{"row":1,"col":1,"value":1}]'
    ),
    "sympy": "Matrix([[1, 2], [2, 1]])",
    "numpy": "array([[1, 2],\n       [2, 1]], dtype=int64)",
    "row nl": "Row 1:\n1 2\nRow 2:\n2 1\n",
    "steps then grid": "r1c1 = 1\nr1c2 = 2\nr2c1 = 2\nr2c2 = 1\n\n1 2\n2 1\n",
    "latex": "\\hline\n1 & 2 \\\\ \\hline\n2 & 1 \\\\ \\hline\n",
    "timings": "Solved in 0.01 s\n1 2\n2 1\nnodes: 12 34\n",
    "kotlin": "[[1, 2], [2, 1]]",
    "perl": (
        "$VAR1 = [\n          [\n            1,\n            2\n          ],"
        "\n          [\n            2,\n            1\n          ]\n        ];"
        "\n"
    ),
    "c#": "1 2 \r\n2 1 \r\n",
    "prolog": "Rows = [[1,2],[2,1]]",
    "lua": "{{1,2},{2,1}}",
    "ruby": "[[1, 2], [2, 1]]\nnil\n",
    "picat": "{{1,2},{2,1}}\nyes\n",
    "z3": "[x_1_1 = 1, x_1_2 = 2, x_2_1 = 2, x_2_2 = 1]",
    "z3b": "sat\n[[1, 2], [2, 1]]",
    "ortools": "x[0,0]=1 x[0,1]=2 x[1,0]=2 x[1,1]=1",
    "clingo2": "Answer: 1\nvalue(1,1,1) value(1,2,2) value(2,1,2) value(2,2,1)\n",
    "time first": "12:00:01 Solution 1\n12:00:01 1 2\n12:00:01 2 1\n",
    "log": "INFO Solution:\nINFO 1 2\nINFO 2 1\n",
    "info gap": "INFO  - 1 2\nINFO  - 2 1\n",
}
"""The grid 1 2, 2 1 in further languages and libraries."""


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_other_habits(text):
    assert read_answers(text, Puzzle(2)).grids == (((1, 2), (2, 1)),)
