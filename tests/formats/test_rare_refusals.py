"""Mistakes that few texts have, and puzzles that a format cannot express for a rare reason."""

from __future__ import annotations

import zlib
from base64 import b64encode

import pytest
from formats.refusing import expect_refusal

from kenken_cp.errors import FormatError
from kenken_cp.formats import dumps, dumps_all
from kenken_cp.model.geometry import boxes, diagonals
from kenken_cp.model.houses import windoku
from kenken_cp.model.puzzle import Cage, Puzzle

# (format, text, line, column, part of the message)
READ = [
    (
        "arrows",
        "<<<<<<<<<\n<<<<<<<<<\n<<<<<<<<<\n<<<<<<<<<\n<<<<<<<<<\n<<<<<<<<<\n<<<<<<<<<\n"
        "<<<<<<<<<\n<<<\n",
        1,
        1,
        "8 rows of 9 characters; expected 9 rows, or one line",
    ),
    ("calcudoku", "3, +, a1a99\n", 1, 1, "a cell beyond 64; expected a smaller board"),
    (
        "drawn",
        "+---+---+\n|3+ |4+ |\n| x |   |\n+---+---+\n|1- |   |\n|   |   |\n+---+---+\n",
        3,
        3,
        "'x' below a clue; expected a number",
    ),
    (
        "drawn",
        "+---+---+\n|3+     |\n| 1 |   |\n+---+---+\n|3+     |\n|   |   |\n+---+---+\n",
        1,
        None,
        "numbers in 1 cell; expected a solution, or none",
    ),
    (
        "gauguin",
        '{"variant": {"gridSize": {"width": 13, "height": 2}, "options": {"digitSetting": '
        '"FIRST_DIGIT_ONE"}}}',
        1,
        26,
        "a side of 13 cells; expected at most 12",
    ),
    (
        "f-puzzles",
        '{"size": 5, "grid": [[{}, {}, {}, {}, {}], [{}, {}, {}, {}, {}], [{}, {}, {}, {}, '
        '{}], [{}, {}, {}, {}, {}], [{}, {}, {}, {}, {}]], "disjointgroups": true}',
        1,
        151,
        "disjointgroups on a board of 5 rows; it has no boxes",
    ),
    (
        "ipuz",
        '{"kind": ["http://ipuz.org/sudoku/calcudoku#1", '
        '"http://ipuz.org/sudoku/killersudoku#1"], "dimensions": {"width": 2, "height": 2}, '
        '"puzzle": [[0, 0], [0, 0]], "cages": []}',
        1,
        10,
        "2 kinds; expected calcudoku or killersudoku, or another Sudoku",
    ),
    (
        "ipuz",
        '{"kind": ["http://ipuz.org/sudoku/calcudoku#1"], "dimensions": {"width": 2, "height": '
        '2}, "puzzle": [[0, null], [0, 0]], "cages": []}',
        1,
        106,
        "a cell that is left out; expected boards without holes",
    ),
    (
        "ipuz",
        '{"kind": ["http://ipuz.org/sudoku#1"], "puzzle": [[]]}',
        1,
        50,
        "a board of 1 rows and 0 columns; expected 1 to 64",
    ),
    ("sudokupad", '{"cells": [], "regions": []}', 1, 11, "a board of 0 rows and 0 columns"),
    (
        "objects",
        '{"n": 2, "groups": [{"squares": [{"a": 1}], "op": "add", "total": 3}]}',
        1,
        34,
        "groups[0].squares[0] has no row and column; expected keys such as row",
    ),
    (
        "objects",
        '{"groups": [{"squares": [0, 1, 2], "op": "add", "total": 3}]}',
        1,
        13,
        "cells for 3 of a board; expected a square, or a size",
    ),
    (
        "objects",
        '{"groups": [{"squares": [[1, 99]], "op": "add", "total": 3}]}',
        1,
        13,
        "a board of 99 rows; expected 1 to 64",
    ),
    (
        "objects",
        '{"n": 2, "maxValue": 5, "groups": [{"squares": [[0, 0], [0, 1]], "op": "add", '
        '"total": 3}, {"squares": [[1, 0], [1, 1]], "op": "add", "total": 3}]}',
        1,
        22,
        "values to '5'; expected the format native",
    ),
    (
        "objects",
        '{"n": 2, "jigsaw": [[0]], "groups": [{"squares": [[0, 0], [0, 1]], "op": "add", '
        '"total": 3}, {"squares": [[1, 0], [1, 1]], "op": "add", "total": 3}]}',
        1,
        20,
        "'jigsaw', which is more than cages; expected a grid",
    ),
    (
        "mathdoku-yaml",
        "size: 2\ncages:\n- cells: [A1, B1]\n  value: 3\n- cells: [A2]\n  value: [2]\n",
        6,
        10,
        "value has a sequence; expected a text",
    ),
    (
        "mathdoku-yaml",
        "size: 2\ncages:\n- cells: [A1, B1]\n  value: 3\n- cells: [A2]\n  value: {a: 2}\n",
        6,
        10,
        "value has keys and values; expected a text",
    ),
    (
        "mathdoku-yaml",
        "size: 2\ncages:\n- cells: [A1, B1]\n  value: 3\n- cells: [A2] x\n  value: 2\n",
        5,
        14,
        "'x'; expected the end of the line",
    ),
    (
        "mathdoku-yaml",
        "size: 2\ncages:\n- cells: [A1, B1]\n  value: 3\n- cells: [}]\n  value: 2\n",
        5,
        11,
        "'}'; expected a value",
    ),
    (
        "mathdoku-yaml",
        "size: 2\ncages:\n- cells: [A1, B1]\n  value: 3\n- {cells: [A2], value: 2, value: 3}\n",
        5,
        27,
        "key 'value' twice",
    ),
    (
        "mathdoku-yaml",
        "size: 2\ncages:\n- cells: [A1, B1]\n  value: 3\n- cells: [A0]\n  value: 2\n",
        5,
        11,
        "cell 'A0'; expected column A to Z and row, as in B3",
    ),
    (
        "mathdoku-yaml",
        "size: 2\ncages:\n- - - - - - - - - - - - - - - - - - - - - - - - - x\n",
        3,
        39,
        "nested too deeply; expected a puzzle",
    ),
    ("json", '[{"size": 2, "cages": []},', 1, 27, "the array does not end; expected ']'"),
    ("krazydad", "puzz_color,puzz_hint\nKAAA\n", 2, 1, "a row of 1 fields; expected 2"),
    (
        "rooms",
        "1 1\n2 2\n1: -3\n2: 3+\n",
        3,
        4,
        "clue '-3'; expected the operator last, as in 3-, or one after the",
    ),
    (
        "penpa",
        "square,99,99,38,0\n[0,0,0,0]\n\n{}\n",
        1,
        1,
        "a board of 99 rows and 99 columns; expected 1 to 64",
    ),
    (
        "penpa",
        'square,2,2,38,0\n[0,0,0,0]\n\n{"number": {"7": ["what", 1]}}\n',
        1,
        1,
        "'what' beside the board; expected the values, as in 1-6",
    ),
    (
        "penpa",
        'square,2,2,38,0\n[0,0,0,0]\n\n{"numberS": {"200": ["3*", 1]}, "killercages": [[14, '
        "15]]}\n",
        1,
        1,
        "'3*' in the cage at r1c1 r1c2; expected a sum",
    ),
    (
        "penpa",
        'square,2,2,38,0\n[0,0,0,0]\n\n{"numberS": {"208": ["3", 1]}, "killercages": [[14, 15]]}\n',
        1,
        1,
        "'3' in a corner; expected a clue in the upper left one",
    ),
    ("puzzlekit", '{"problem": ""}', 1, 13, "problem has 0 puzzles; expected one"),
    (
        "puzzlekit",
        '{"problem": "2 2\\n3+ .\\n2 1\\n1 1\\n2 3", "source": '
        '"https://www.janko.at/Raetsel/Hitori/001.htm"}',
        1,
        51,
        "a puzzle of 'https://www.janko.at/Raetsel/Hitori/0...', where there",
    ),
    ("sumocue", "SumoCueV1=9999=0=0=0", 1, 10, "sum '9999'; expected 0 to 2080"),
    ("walls", "A\n1 2\n2 1\nT\n3 0\n2 1\n", 6, None, "the text ends; expected S and a matrix"),
    (
        "sudoku",
        '[{"puzzle": [[0, 0, 3, 4], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]},, 3',
        1,
        71,
        "not JSON: Expecting value",
    ),
]


@pytest.mark.parametrize(("name", "text", "line", "column", "message"), READ)
def test_a_rare_mistake(name: str, text: str, line: int, column: int | None, message: str) -> None:
    expect_refusal(name, text, line, column, message)


def test_a_link_that_holds_too_long_a_text() -> None:
    """Packed, it is short."""
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packing.compress(b"square,2,2\n" * (1 << 17)) + packing.flush()
    link = f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={b64encode(data).decode()}"
    expect_refusal("penpa", link, 1, 51, "a text of more than 1 MB; expected a puzzle")


def killer(target: int) -> Puzzle:
    rows = [Cage([(row, column) for column in range(9)], "+", target) for row in range(9)]
    return Puzzle(9, rows, rules="killer", houses=boxes(9, 3, 3))


ONE = [Cage([(0, 0)], "=", 1)]
WRITTEN = [
    ("arrows", killer(46), "expected at most 45"),
    ("solo", killer(46), "larger than that of a row"),
    ("solo", killer(9999), "expected 1 to 2080"),
    ("sums", killer(10**7), "the target of the cage 10000000+"),
    ("solo", Puzzle(9, houses=(*boxes(9, 3, 3), *windoku(9))), "windoku"),
    ("solo", Puzzle(6, houses=boxes(6, 2, 2)), "boxes of 2x2 cells; expected 6 cells in each"),
    ("solo", Puzzle(3, houses=diagonals(3)), "diagonals of 3 cells"),
    ("cage-grid-json", Puzzle(2, [Cage([(0, 0), (0, 1)], "mod", 1)]), "the operator 'mod"),
    ("bparr", Puzzle(2), "a board without cages"),
    ("janko", Puzzle(2), "a board without cages"),
    ("letters", Puzzle(1, ONE, rules="calcudoku"), "a board of one cell"),
    (
        "letters:cells",
        Puzzle(
            2,
            [Cage([(r, c)], "=", 1 + (r + c) % 2) for r in (0, 1) for c in (0, 1)],
            rules="calcudoku",
        ),
        "a board of givens only",
    ),
    ("ps", Puzzle(16, ONE, rules="killer", houses=boxes(16, 4, 4)), "256 cages and free cells"),
    ("rmit", Puzzle(4, ONE, values=range(1, 6), houses=boxes(4, 2, 2)), "5 values on 4 rows"),
    ("rmit", Puzzle(4, houses=boxes(4, 2, 2)), "a board without givens"),
]


@pytest.mark.parametrize(("name", "puzzle", "message"), WRITTEN)
def test_a_rare_reason_not_to_write(name: str, puzzle: Puzzle, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        dumps(puzzle, name)
    assert message in caught.value.message


def test_several_puzzles_for_a_format_of_one() -> None:
    with pytest.raises(FormatError, match="holds one puzzle per file; 2 were given"):
        dumps_all([Puzzle(2, [Cage([(0, 0), (0, 1)], "+", 3)])] * 2, "kiguli")
