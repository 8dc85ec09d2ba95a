"""Puzzles that stand as values in the source of a program."""

import pytest

from kenken_cp import count, loads, loads_all
from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, loads_each
from kenken_cp.formats.record import ReadPuzzle

BOARDS = """boards = [ [[3],[11,21,3,0],[12,22,2,1],[13,23,33,6,3],[31,32,5,0]],
[[4],[11,21,6,3],[12,13,3,0],[14,24,3,1],[22,23,7,0],[31,32,2,2],[33,43,3,1],[34,44,6,3],
[41,42,7,0]] ]
"""
"""The first boards of a Toronto course's tests, as dozens of students have them."""

COURSE = f"""from kenken_csp import *
from propagators import *

test_ord_mrv = True;

{BOARDS}
def print_kenken_soln(var_array):
    for row in var_array:
        print([var.get_assigned_value() for var in row])
        c = Variable('C', [1,2])
"""
OR_TOOLS = '''# of examples/contrib/kenken2.py in google/or-tools
"""
The solution is:

  5 6 3 4 1 2
  6 1 4 5 2 3
"""
import sys

def main():
  n = 6
  # Note: 1-based
  problem = [
      [11, [[1, 1], [2, 1]]],
      [2, [[1, 2], [1, 3]]],
      [20, [[1, 4], [2, 4]]],
      [6, [[1, 5], [1, 6], [2, 6], [3, 6]]],
      [3, [[2, 2], [2, 3]]],
      [3, [[2, 5], [3, 5]]],
      [240, [[3, 1], [3, 2], [4, 1], [4, 2]]],
      [6, [[3, 3], [3, 4]]],
      [6, [[4, 3], [5, 3]]],
      [7, [[4, 4], [5, 4], [5, 5]]],
      [30, [[4, 5], [4, 6]]],
      [6, [[5, 1], [5, 2]]],
      [9, [[5, 6], [6, 6]]],
      [8, [[6, 1], [6, 2], [6, 3]]],
      [2, [[6, 4], [6, 5]]],
  ]

  num_p = len(problem)
  for res, segment in problem:
    calc(segment, x, res)
'''
BY_NUMBER = """# blickly/kenkensolver
def main():
  rules4 = [
      ('-', 1, [0,1]),
      ('*', 24, [2,5,6]),
      ('-', 1, [3,7]),
      ('/', 2, [4,8]),
      ('+', 5, [9,10,14]),
      ('*', 12, [11,15]),
      ('-', 2, [12,13])
      ]
  solve(rules4, 4)
"""
BY_NAME = """# seanwevans/KenKenSolver
{
\t1:\t['*',\t12,\t[(1,1),(2,1),(1,2)]\t],
\t2:\t['-',\t1,\t[(3,1),(3,2)]\t\t],
\t3:\t[' ',\t4,\t[(4,1)]\t\t\t\t],
\t4:\t['+',\t9,\t[(2,2),(2,3),(3,3)]\t],
\t5:\t['/',\t2,\t[(4,2),(4,3)]\t\t],
\t6:\t['+',\t7,\t[(1,3),(1,4),(2,4)]\t],
\t7:\t['-',\t2,\t[(3,4),(4,4)]\t\t]
}
"""
CALLS = """import solver
cages = [
    Cage([(0, 0), (0, 1)], "+", 3),
    Cage([(1, 0)], "nan", 2),
    Cage([(1, 1)], "=", 1),
]
print(solver.solve(cages))
"""
KEYWORDS = """import solver
cages = [
    Cage(cells=[(0, 0), (0, 1)], op="+", target=3),
    Cage(cells=[(1, 0)], op="=", target=2),
    Cage(cells=[(1, 1)], op="=", target=1),
]
print(solver.solve(cages))
"""
SUDOKU = """digits = '123456789'
grid1 = '003020600900305001001806400008102900700000008006708200002609500800203009005010300'
solved = '483921657967345821251876493548132976729564138136798245372689514814253769695417382'
if __name__ == '__main__':
    display(solve(grid1))
"""


def test_the_boards_of_a_course() -> None:
    puzzles = loads_all(COURSE)
    assert [puzzle.rows for puzzle in puzzles] == [3, 4]
    assert puzzles == loads_all(BOARDS) == loads_all(BOARDS.removeprefix("boards = "), "lists")
    assert detect(COURSE).name == "lists"


def test_it_is_said_that_only_the_value_is_read() -> None:
    for read in loads_each(COURSE):
        assert isinstance(read, ReadPuzzle)
        assert read.doubts == (
            "the value of boards (line 6) in a program; what the program does with it is not read",
        )


def test_a_board_with_a_name_and_nothing_else() -> None:
    first = BOARDS.split("\n")[0].removeprefix("boards = [ ").rstrip(",")
    assert loads(f"kenken_grid = {first}\n") == loads(first)


@pytest.mark.parametrize(
    ("text", "format_name", "cages"),
    [
        (OR_TOOLS, "objects", 15),
        (BY_NUMBER, "objects", 7),
        (BY_NAME, "objects", 7),
        (CALLS, "objects", 3),
        (KEYWORDS, "kiguli", 3),
        (SUDOKU, "sudoku", 32),
    ],
)
def test_puzzles_of_programs(text: str, format_name: str, cages: int) -> None:
    assert detect(text).name == format_name
    puzzle = loads(text)
    assert len(puzzle.cages) == cages
    assert count(puzzle) == 1
    assert loads(text, format_name) == puzzle


def test_cells_by_number() -> None:
    cages = {cage.cells: (cage.target, cage.operator.symbol) for cage in loads(BY_NUMBER).cages}
    assert cages[(0, 2), (1, 1), (1, 2)] == (24, "*")


@pytest.mark.parametrize("added", ["boards.append([[1], [11, 1]])", "boards += more(2)"])
def test_a_puzzle_that_the_program_adds_to(added: str) -> None:
    with pytest.raises(FormatError, match="the program adds to the puzzle in boards") as caught:
        loads_all(f"{COURSE}{added}\n")
    assert caught.value.line == COURSE.count("\n") + 1


def test_an_error_in_a_value_has_its_line() -> None:
    with pytest.raises(FormatError, match="cell 42; expected row and column, 11 to 33") as caught:
        loads_all(COURSE.replace("[31,32,5,0]", "[31,42,5,0]"))
    assert caught.value.line == 6


@pytest.mark.parametrize(
    "text",
    [
        # EWouters/Calcudoku: clues and cells apart.
        "from calc import Solver\n\ndef test():\n    n = 2\n    rules = ['3+', '3+']\n"
        "    groups = [[(0, 0), (1, 0)], [(0, 1), (1, 1)]]\n    Solver(n, rules, groups).solve()\n",
        # leongc/kenken
        "    @Test\n    public void testTinyPuzzleSetup() {\n        new Puzzle(2,\n"
        "                new Puzzle.Cage(3, Puzzle.Cage.Operator.SUM, 0,0, 1,0),\n"
        "                new Puzzle.Cage(2, Puzzle.Cage.Operator.RATIO, 0,1, 1,1));\n    }\n",
        # dschweisguth/kenkenken
        "boxes = [\n  Box::Sum.new(3, 5, [[0, 0], [1, 0], [0, 1]]),\n"
        "  Box::Solution.new(3, 2, [[2, 0]]),\n"
        "  Box::Sum.new(3, 11, [[1, 1], [2, 1], [0, 2], [1, 2], [2, 2]])\n]\n",
        # Modules that are no puzzles: a picture with the labels import and os is none.
        "import json\nimport os\nfrom typing import Dict, List\n\nclass Board:\n    pass\n",
        # A puzzle that no name has, as in ryanmartinneutrino/kenkensolver.
        "import unittest\n\nclass Test(unittest.TestCase):\n    def test_2x2(self):\n"
        "        puzzle = from_dict(\n            {\n"
        '                "size": 2,\n                "cages": [\n'
        '                    {"target": 3, "op": "+", "cells": [[0, 0], [1, 0]]},\n'
        '                    {"target": 3, "op": "+", "cells": [[0, 1], [1, 1]]},\n'
        "                ],\n            }\n        )\n        self.assertTrue(solve(puzzle))\n",
        # Hakan Kjellerstrand's model in csplib/csplib, for ECLiPSe; a problem of Waterloo's.
        "/*\n  Killer Sudoku\n*/\n:-lib(ic).\n:-lib(ic_global).\n:-import sum/2 from ic.\n\n"
        "problem(1, [[ 3, [1,1], [1,2]],\n"
        + " [15, [1,3], [1,4], [1,5]],\n" * 9
        + " [ 8, [2,1], [2,2]]\n ]).\n",
        "# Constants\n"
        + "".join(
            f"puzzle{n} = Puzzle(2, [['a','b'],\n ['c','b']],\n [['a',1,'='],\n ['b',3,'+'],\n"
            " ['c',2,'=']])\n\n# more\n\n# of them\n"
            for n in (1, 2)
        ),
        # Only a solution.
        "import sys\nsolution = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]\n"
        "print(solution)\n",
    ],
)
def test_programs_without_a_puzzle_in_one_value(text: str) -> None:
    with pytest.raises(FormatError, match="the source of a program, and no value in it is a puz"):
        loads(text)


_GRID = "int[][] grid = {{1, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 2}};"


@pytest.mark.parametrize(
    "line",
    [
        'String operators = "+-/*";',
        "int number = 4; // from in/*.txt",
        "/* int[][] grid = {{2, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 1}}; */",
    ],
)
def test_comments_and_strings_around_a_value(line: str) -> None:
    assert loads(f"import java.util.*;\n{line}\n{_GRID}\n/* now */\n").givens == {
        (0, 0): 1,
        (3, 3): 2,
    }


@pytest.mark.parametrize("below", ['    + ";diagonal";', "  .map(r => r.reverse());"])
def test_a_value_that_goes_on_below_is_not_read(below: str) -> None:
    value = _GRID.removesuffix(";").replace("{", "[").replace("}", "]").replace("int[][]", "const")
    with pytest.raises(FormatError):
        loads(f"import x;\n{value}\n{below}\nsolve(grid);\n")


@pytest.mark.parametrize(
    "cells",
    [
        "[...]image.Point{{0, 0}, {0, 1}}",
        "new Point[] {new(0, 0), new(0, 1)}",
        "std::vector<Point>{{0, 0}, {0, 1}}",
        "[image.Pt(0, 0), image.Pt(0, 1)]",
        "[Vector2i(0, 0), Vector2i(0, 1)]",
    ],
)
def test_points_may_be_column_and_row(cells: str) -> None:
    with pytest.raises(FormatError):
        loads(f"import x;\ncages = [[3, '+', {cells}], [3, '+', [(1, 0), (1, 1)]]];\nsolve(2);\n")


def test_a_value_with_a_name_is_no_heading() -> None:
    with pytest.raises(FormatError) as caught:
        loads("problem = [\n[ 3, [0, 1]],\n[15, [2,9,10]]]\n")
    assert "words for people" not in str(caught.value)


def test_tables_of_numbers_are_no_solutions() -> None:
    with pytest.raises(FormatError, match="nothing but numbers, in no order that is known"):
        loads("2 15\n8 6\n8 7\n2 16\n1 8\n2 8\n")  # the beginning of WillGil/KillerSudokuSolver's


def test_givens_by_word_in_a_list_of_cages() -> None:
    """Input of a course that giri-kum/AI-Kenken-solver has."""
    puzzle = loads(
        "4\nDivide 2 1,1 1,2\nAdd 4 1,3 1,4\nAdd 4 2,1 2,2\nDivide 2 2,3 2,4\n"
        "Subtract 3 3,1 3,2\nMultiply 24 3,3 3,4 4,4\nConstant 3 4,1\nAdd 3 4,2 4,3\n"
    )
    assert count(puzzle) == 1


def test_more_values_than_are_read() -> None:
    """None is lost without a word."""
    row = "a = [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2]]\n"
    *puzzles, last = loads_each("import x\n" + 201 * row)
    assert len(puzzles) == 200
    assert isinstance(last, FormatError)
    assert "more than 200 values in a program" in str(last)
    assert last.line == 202


@pytest.mark.parametrize(
    "text",
    [
        "import x\n" + "a=[1]\n" * 16000,
        "import x\na = " + "[" * 50000,
        "import x\n" + "a = [[\n" * 14000,
        "import x\na = [" + "C(b=1)," * 13000 + "]",
        "if (" + "; " * 40000 + "x\n",
        "import x;\na = [\n" + "/* " * 33000 + "\n",
    ],
)
def test_long_programs_take_little_time(text: str) -> None:
    with pytest.raises(FormatError):
        loads_all(text)


def test_labels_of_several_characters_are_no_cells() -> None:
    """``C1`` is a cage, and the dots are empty cells (roloow/AE-Killer-Sudoku has such files)."""
    with pytest.raises(FormatError) as caught:
        loads(".C1 .C1 .C2\n.C3 .C3 .C2\n.C4 .C4 .C4\n\nC1:3\nC2:4\nC3:5\nC4:6\n")
    message = str(caught.value)
    assert "lists of cells" not in message
    assert "rows of a picture on one line" not in message
