"""Sums of a course, as lists of numbered cells."""

from __future__ import annotations

import pytest

from kenken_cp import solve
from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, dumps, loads, loads_all
from kenken_cp.model.puzzle import Cage, Puzzle

IN1 = """9
5 2 0 5
8 3 1 2 6
8 2 3 8
6 3 4 9 14
13 3 7 12 13
5 2 10 15
14 4 11 16 20 21
6 3 17 18 22
10 3 19 23 24
"""
"""test_files/in1.txt of wafiqaf/CPE101-Calcudoku"""


def test_a_file_of_the_course() -> None:
    assert detect(IN1).name == "cpe101"
    puzzle = loads(IN1)
    assert (puzzle.size, puzzle.rules.name, puzzle.free_cells) == (5, "kenken", ())
    assert str(puzzle.cages[1]) == "8+ at r1c2 r1c3 r2c2"
    assert solve(puzzle).grids
    assert dumps(puzzle, "cpe101") == IN1
    assert loads_all(IN1 + IN1) == [puzzle, puzzle]
    assert loads(f"\x1c {IN1}") == puzzle  # that, too, is a space


def test_the_run_that_its_documentation_shows() -> None:
    cages = "9 3 0 5 6/7 2 1 2/10 3 3 8 13/14 4 4 9 14 19/3 1 7/8 3 10 11 16/13 4 12 17 21 22"
    text = "\n".join(["9", *cages.split("/"), "5 2 15 20", "6 3 18 23 24", ""])
    assert "3 at r2c3" in map(str, loads(text).cages)
    (grid,) = solve(loads(text), limit=2).grids
    assert grid == (
        (3, 5, 2, 1, 4),
        (5, 1, 3, 4, 2),
        (2, 4, 1, 5, 3),
        (1, 2, 4, 3, 5),
        (4, 3, 5, 2, 1),
    )


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("9\n", "10\n", (1, 1), "9 cages; expected 10, as the head says"),
        ("5 2 0 5", "5 3 0 5", (2, 1), "'5 3 0 5'; expected a sum, how many cells, and these"),
        ("5 2 0 5", "5 1 0", (1, 1), "cages of 24 cells together; expected those of a square"),
        ("5 2 0 5", "5 2 0 25", (2, 7), "cell '25'; expected 0 to 24"),
        ("5 2 0 5", "5 2 0 1", (3, 1), "cell r1c2 is in two cages; the first is on line 2"),
        ("9\n", "x\n", (1, 1), "'x'; expected the number of cages, such as 9"),
    ],
)
def test_mistakes(old: str, new: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        loads(IN1.replace(old, new, 1), "cpe101")
    assert (caught.value.line, caught.value.column) == place


def test_more_cages_than_a_board_has_rows() -> None:
    """Their number stands where letters have a size."""
    cages = [Cage([(r, c)], "=", 1 + (r + c) % 9) for r in range(9) for c in range(9)]
    cages[:2] = [Cage([(0, 0), (0, 1)], "+", 3)]
    puzzle = Puzzle(9, cages)
    assert loads(dumps(puzzle, "cpe101")) == puzzle
