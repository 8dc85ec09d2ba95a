"""Sudoku boards in their many dresses, and the one they are written in."""

from __future__ import annotations

from pathlib import Path

import pytest

from kenken_cp.errors import FormatError
from kenken_cp.formats import dumps, dumps_all, load, loads, loads_all
from kenken_cp.model.geometry import boxes
from kenken_cp.model.puzzle import Cage, Puzzle

FILE = Path(__file__).parents[1] / "data" / "formats" / "sudoku_table.txt"

LINE = "..5.6......7...91.2...54....8....63....6..18..2.3.....6...82.........3.47.9......"
ROWS = [LINE[i : i + 9] for i in range(0, 81, 9)]
GROUPS = [f"{row[:3]} {row[3:6]} {row[6:]}" for row in ROWS]
RULE = "------+-------+------"


def sudoku(line: str, size: int, height: int, width: int) -> Puzzle:
    cages = [
        Cage((divmod(i, size),), "=", int(char, 36))
        for i, char in enumerate(line)
        if char not in ".0"
    ]
    return Puzzle(size, tuple(cages), houses=boxes(size, height, width))


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        LINE.replace(".", "0"),
        "\n".join(ROWS),
        "# comment\n\n" + "\n\n".join(ROWS),
        "\n".join(" ".join(row) for row in ROWS),
        "\n".join(GROUPS),
        "\n".join(row.replace(" ", "|") for row in GROUPS),
        "\n".join([*GROUPS[:3], RULE, *GROUPS[3:6], RULE, *GROUPS[6:]]),
        "\n".join("| " + " | ".join(map(" ".join, row.split())) + " |" for row in GROUPS),
        "\n".join("|" + "|".join(f" {c} ".replace(".", " ") for c in row) + "|" for row in ROWS),
        f"|{'---|' * 9}\n" + "\n".join("| " + " | ".join(row) + " |" for row in ROWS),
        " ".join(LINE),
    ],
)
def test_the_same_board_in_many_dresses(text: str) -> None:
    assert loads(text) == sudoku(LINE, 9, 3, 3)


def test_ruled_table_of_the_article() -> None:
    puzzle = load(FILE)
    assert puzzle.houses == boxes(9, 3, 3)
    assert dumps(puzzle, "sudoku") == (
        ".7....4.5...689........4...9.5.6...7.2...7.3.63.......3.1.........3..8..4..8..6..\n"
    )


@pytest.mark.parametrize(
    ("size", "height", "width"),
    [(4, 2, 2), (6, 2, 3), (8, 2, 4), (9, 3, 3), (10, 2, 5), (12, 3, 4), (15, 3, 5), (16, 4, 4)],
)
def test_sizes_and_letters(size: int, height: int, width: int) -> None:
    line = ("123456789ABCDEFG"[:size] + "." * size) * (size // 2) + "." * size * (size % 2)
    puzzle = sudoku(line, size, height, width)
    assert dumps(puzzle, "sudoku") == line + "\n"
    rows = [line[i : i + size] for i in range(0, size * size, size)]
    assert loads(line.lower()) == puzzle
    assert loads("\n".join(rows)) == puzzle
    numbers = [" ".join("." if c == "." else str(int(c, 36)) for c in row) for row in rows]
    assert loads("\n".join(numbers)) == puzzle
    assert loads("\n".join("|" + row.replace(" ", "|") + "|" for row in numbers)) == puzzle


def test_many_in_one_file() -> None:
    small = "1" + "." * 15
    text = f"# two and one\n{LINE}\n\n{LINE}\n{small}\n"
    puzzles = loads_all(text)
    assert [puzzle.size for puzzle in puzzles] == [9, 9, 4]
    assert dumps_all(puzzles, "sudoku") == f"{LINE}\n{LINE}\n{small}\n"


def test_groups_of_four_are_not_a_row_of_four() -> None:
    rows = ["1234|5678|9ABC|DEFG", "....|....|....|...."] * 8
    assert loads("\n".join(rows)).size == 16


@pytest.mark.parametrize(
    ("puzzle", "what"),
    [
        (Puzzle(5), "a board of size 5"),
        (Puzzle(4), "a board without the house"),
        (Puzzle(4, houses=(*boxes(4, 2, 2), ((0, 0), (3, 3)))), "the house r1c1 r4c4"),
        (Puzzle(4, (Cage(((0, 0), (0, 1)), "+", 3),), houses=boxes(4, 2, 2)), "the cage 3\\+ at"),
        (Puzzle(4, (Cage(((0, 0),), "=", 5),), houses=boxes(4, 2, 2)), "the cage 5 at r1c1"),
        (Puzzle(4, values=(0, 1, 2, 3), houses=boxes(4, 2, 2)), "values 0..3"),
    ],
)
def test_what_a_board_cannot_say(puzzle: Puzzle, what: str) -> None:
    with pytest.raises(FormatError, match=f"the sudoku format cannot express {what}"):
        dumps(puzzle, "sudoku")
