"""What is wrong in texts of many formats, each made for one error."""

import json

import pytest
from formats.refusing import expect_refusal

from kenken_cp.errors import FormatError
from kenken_cp.formats import FORMATS, dumps, loads_all
from kenken_cp.model.operators import ADD
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN

WALLS = "A\n1 2\n2 1\nT\n3 0\n2 1\nS\n+ 0\n1 1\nV\n0\n1\nH\n1\n1\n"
IPUZ = FORMATS.named("ipuz").example

# (format, text, line, column, message)
BAD = [
    ("walls", WALLS.replace("T\n", "X\n"), 4, 1, "'X'; expected T"),
    ("walls", WALLS.replace("3 0", "3 0 0"), 5, 1, "a row of 3; expected 2"),
    ("walls", WALLS.replace("V\n0", "V\n2"), 11, 1, "wall '2'; expected 0 or 1"),
    ("walls", WALLS.replace("3 0", "3 3"), 5, 3, "2 targets in the cage of r1c1; expected one"),
    ("walls", WALLS[:-4], 13, 1, "H has 0 rows; expected 2 rows"),
    ("walls", WALLS.replace("2 1\nS", "S"), 4, 1, "T has 1 row; expected 2 rows"),
    ("walls", "A\n", 1, 1, "A has 0 rows; expected rows"),
    ("solo", "2x2:a5b", 1, 6, "number '5'; expected 1 to 4"),
    ("solo", "2x2:1234123412341234a", 1, 5, "number '1234123412341234'; expected 1 to 4"),
    ("solo", "2x2k:p,a", 1, 6, "2 parts between commas; expected the grid, the cages and the sums"),
    ("solo", "2x2:!", 1, 5, "'!'; expected a number, a letter a to z, or _"),
    ("solo", "2x2:z", 1, 5, "'z' goes beyond the 16 cells of the board"),
    ("rmit", "4\n", 1, 1, "the text ends after 4; expected the values of the board"),
    ("rmit", "4\n1 2 3 4\n0,0\n", 3, 1, "'0,0'; expected a cell and its value, as in 0,0 12"),
    ("rmit", "4\n1 2 3 4\n1\n13 00 0,1\n", 4, 4, "cell '00'; expected row,column"),
    ("rmit", "4\n1 2 3 4\n2\n13 0,0 0,1\n", 1, 1, "1 cage; expected 2, as the head says"),
    ("rmit", "4\n1 2 3 3\n0,0 1\n", 2, 1, "3 different values; expected 4, as the size says"),
    (
        "codingame",
        "56..1..2. aabbccdde\nx\n",
        2,
        1,
        "'x'; expected row 2 of 9, as in '56..1..2. aabbccdde'",
    ),
    (
        "killer-list",
        "2 2 False\n1 1 2 1 1 2 7 +\nx\n",
        3,
        1,
        "'x'; expected a cage such as '1 1 1 2 11 +'",
    ),
    (
        "killer-list",
        "2 2 False\n1 1 2 1 2 7 +\n1 1 2 +\n",
        2,
        11,
        "half a cell; expected column and row of each, then the sum and +",
    ),
    ("killer-list", "hello", 1, 1, "'hello'; expected box size, cages, True or False"),
    (
        "share",
        "3:00010102:0,1:1,4,1:2,1,0\n",
        1,
        12,
        "'0,1'; expected number, target and operator: 0,11,1",
    ),
    ("share", "3:0001010:0,1,0\n", 1, 3, "7 digits; expected two for each cell of a square board"),
    (
        "cage-grid-json",
        '{"cageGrid": "AABC", "cageOps": "A+3 B_2"}',
        1,
        34,
        "'C' has no clue in cageOps",
    ),
    (
        "cage-grid-json",
        '{"cageGrid": "AA!C", "cageOps": "A+3 B_2 C_1"}',
        1,
        17,
        "'!' in cageGrid; expected the letter of a cage",
    ),
    (
        "cage-grid-json",
        '{"cageGrid": "AABC", "cageOps": "A+3 A+3 B_2 C_1"}',
        1,
        38,
        "a second clue for 'A'",
    ),
    ("lists", "[[2], [11]]", 1, 7, "[1] is too short; expected cells, target and operator"),
    ("lists", "[[2], [31, 2]]", 1, 8, "cell 31; expected row and column, 11 to 22"),
    (
        "blocks",
        '{"Puzzle": {"Size": 4, "Type": "Sudoku", "squareSize": 3}, "Hints": {"xyv": []}}',
        1,
        56,
        "boxes of 3x3; expected a board of 9 rows",
    ),
    (
        "blocks",
        '{"Puzzle": {"Size": 4, "Type": "Sudoku", "squareSize": 2}, "Hints": {"xyv": [[0,1]]}}',
        1,
        78,
        "Hints.xyv[0] has 2 numbers; expected column, row and value",
    ),
    (
        "blocks",
        '{"Puzzle": {"Size": 4, "Type": "Kakuro"}, "Blocks": []}',
        1,
        32,
        "a puzzle of type 'Kakuro'; expected 'Calcudoku'",
    ),
    (
        "f-puzzles",
        '{"size": 2, "grid": [[{"value": 1, "given": true}, {}], [{}]]}',
        1,
        57,
        "a row of 1 cells; expected 2",
    ),
    (
        "f-puzzles",
        '{"size": 2, "grid": [[{"given": true}, {}], [{}, {}]]}',
        1,
        23,
        "a given without its value",
    ),
    (
        "sudokupad",
        '{"cells": [[{"value": 1}, {}], [{}]], "regions": []}',
        1,
        32,
        "a row of 1 cells; expected 2",
    ),
    (
        "sudokupad",
        '{"cells": [[{"value": "x"}, {}], [{},{}]], "regions": []}',
        1,
        23,
        "cells[0][0].value is 'x'; expected a sum",
    ),
    (
        "mathdoku-yaml",
        "cages:\n- cells: [A1]\n  value: 1\n",
        1,
        1,
        "no size; expected as in size: 5",
    ),
    ("mathdoku-yaml", "size: 1\n", 1, 1, "no cages; expected as in - cells: [A1, B1]"),
    (
        "mathdoku-yaml",
        "size: 1\nhasOperators: maybe\ncages:\n- cells: [A1]\n  value: 1\n",
        2,
        15,
        "'maybe'; expected true or false",
    ),
    (
        "mathdoku-yaml",
        "size: 1\ncages:\n- value: 1\n",
        3,
        3,
        "a cage without cells; expected as in cells: [A1, B1]",
    ),
    ("mathdoku-yaml", "size: 1\ncages:\n- cells: [A1]\n", 3, 3, "a cage without a value"),
    (
        "mathdoku-yaml",
        "size: 1\ncages:\n- cells: A1\n  value: 1\n",
        3,
        10,
        "cells has 'A1'; expected a sequence, as in [A1, B1]",
    ),
    (
        "rooms",
        "# only\n",
        None,
        None,
        "no puzzle, only comments or empty lists; expected one that begins",
    ),
    (
        "keen",
        "# only\n",
        None,
        None,
        "no puzzle, only comments or empty lists; expected one that begins",
    ),
    (
        "kiguli",
        "[]",
        None,
        None,
        "no puzzle, only comments or empty lists; expected one that begins",
    ),
    (
        "drawn",
        "+---+---+\n|3+     |\n+---+---+\n|1  |2  |\n+---+--+\n",
        5,
        1,
        "a line of 8 characters; expected 9, as the first",
    ),
    (
        "drawn",
        "+---+---+\n|3+     |\n+---+-",
        3,
        1,
        "a line of 6 characters; expected 9, as the first",
    ),
    (
        "penpa",
        'square,2,2,38,0\n[0,0,0,0]\n\n{"killercages": [[5]]}\n',
        1,
        1,
        "a killer cage with the point 5, which is no cell of the board",
    ),
    ("penpa", "hexa,2,2", 1, None, "no link; expected one with m=edit&p= and many characters"),
    ("cs332", "kk = [ Cage 3 Add [", 1, 20, "the text ends; expected '('"),
    ("unequal", "2:0,x,0,0,", 1, 5, "'x'; expected a value, 0 for an empty cell"),
    ("unequal", "2:0,0,0", 1, 3, "3 cells; expected 4"),
    (
        "krazydad",
        "puzz_color,puzz_hint\nKAB,1\n",
        2,
        1,
        "puzz_color has 3 characters; expected K and a letter for each of",
    ),
    ("arrows", "<" * 81, 1, 1, "'<' at r1c1 leads out of the board"),
    ("inline", "r1.3+,r1\n", 1, 1, "the grid ends after row 1; expected 2 rows"),
    ("ipuz", IPUZ.replace('height": 2', 'height": 0'), 1, 120, "dimensions.height is 0; expected"),
    ("ipuz", IPUZ.replace('"cages', '"puzzle": [[0]], "cages'), 1, 134, "a puzzle of 1 rows"),
]


@pytest.mark.parametrize(("name", "text", "line", "column", "message"), BAD)
def test_message_and_place(
    name: str, text: str, line: int | None, column: int | None, message: str
) -> None:
    expect_refusal(name, text, line, column, message)


@pytest.mark.parametrize("name", ["cpe101", "inline", "pairs", "share"])
def test_a_cell_in_no_cage_is_named(name: str) -> None:
    puzzle = Puzzle(2, [Cage([(0, 0), (0, 1)], ADD, 3), Cage([(1, 0)], None, 1)])
    with pytest.raises(FormatError, match="a board with cells in no cage, such as r2c2"):
        dumps(puzzle, name)


@pytest.mark.parametrize("name", ["arithmatrix", "ipuz", "lists", "mathdoku-yaml", "prolog", "upc"])
def test_a_target_that_no_reader_takes_is_not_written(name: str) -> None:
    rules = CALCUDOKU if name in ("ipuz", "lists") else KENKEN
    puzzle = Puzzle(2, [Cage([(0, 0), (0, 1)], ADD, 10**200)], rules=rules)
    with pytest.raises(FormatError, match="the target of the cage at r1c1 r1c2; expected fewer"):
        dumps(puzzle, name)


@pytest.mark.parametrize("least", [0, "0", 2])
def test_values_that_begin_elsewhere_are_refused_wherever_they_are_said(least: object) -> None:
    puzzle = {"size": 1, "cages": [{"cells": [0], "operation": "", "value": 1}], "minValue": least}
    with pytest.raises(FormatError, match="'minValue' shows values that are not 1, 2, 3"):
        loads_all(json.dumps(puzzle), "arithmatrix")
