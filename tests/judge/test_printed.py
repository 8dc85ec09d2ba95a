"""Every habit of printing a grid is read right, whatever the size, or found to be unreadable."""

from __future__ import annotations

import tracemalloc

import pytest
from corpus import PUZZLES
from judge.printed import PACKED, PRINTERS

from kenken_cp import Cage, Puzzle, load
from kenken_cp.judge.answers import MAX_CHARACTERS, read_answers
from kenken_cp.render.text import Style, board

UNREADABLE = {
    # A lone value with labels looks like a row of two; a row label with a value like a statistic.
    "pandas": {(1, 1)},
    "console.table": {(1, 1)},
    "JSON of rows by name": {(1, 1), (3, 1)},
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
        text = between.join(heading + board(puzzle, grid, style=style) for grid in (one, other))
        assert read_answers(text + "\n", puzzle).grids == (one, other), text
    marked = board(puzzle, one, marked={(0, 0)}, style=style)
    if marked[0] in "┏+":  # without a frame the mark is like a product
        assert read_answers(marked, puzzle).grids == (one,), marked


def test_our_picture_of_an_unsolved_puzzle_is_no_answer():
    for puzzle in DRAWN:
        assert read_answers(board(puzzle), puzzle).grids == ()


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
    for times in (1, 500):
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
