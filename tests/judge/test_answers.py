"""Grids, numbers and words in whatever solvers print."""

from __future__ import annotations

import json
import time

import pytest
from corpus import PUZZLES
from hypothesis import given
from hypothesis import strategies as st
from strategies import latin_squares

from kenken_cp import Cage, KenKenError, Puzzle, load
from kenken_cp.judge.answers import Claim, claim_named, read_answers
from kenken_cp.render.picture import Picture
from kenken_cp.render.text import Style, drawn

GRID = ((3, 4, 1, 2), (2, 1, 3, 4), (1, 2, 4, 3), (4, 3, 2, 1))
PUZZLE = load(PUZZLES / "4x4/cs332.kk")


def grids(text, puzzle=PUZZLE):
    return read_answers(text, puzzle).grids


def rows(separator=" ", between="\n", grid=GRID, **around):
    start, end = around.get("start", ""), around.get("end", "")
    return between.join(start + separator.join(map(str, row)) + end for row in grid) + "\n"


SHAPES = {
    "spaces": rows(),
    "tabs": rows("\t"),
    "packed": rows(""),
    "one line": rows("", ""),
    "one line, spaces": rows(" ", " "),
    "packed rows in a line": "Solution: " + rows("", " "),
    "rows after slashes": rows("", "/"),
    "commas": rows(","),
    "a table": rows(" | ", "\n--+---+---+--\n"),
    "a bordered table": rows(" | ", "\n+---+---+---+---+\n", start="| ", end=" |"),
    "box drawing": rows(" │ ", "\n├───┼───┼───┼───┤\n", start="│ ", end=" │"),
    "heavy": rows(" ┃ ", "\n━━╋━━━╋━━━╋━━\n"),
    "JSON": json.dumps(GRID),
    "JSON, a line a number": json.dumps({"solution": GRID}, indent=1),
    "JSON, several fields": json.dumps({"index": 1, "grid": GRID, "seconds": 0.25}),
    "JSON of strings": json.dumps([[str(v) for v in row] for row in GRID]),
    "JSON of packed rows": json.dumps(["3412", "2134", "1243", "4321"]),
    "Python": str(GRID),
    "numpy": "[[3 4 1 2]\n [2 1 3 4]\n [1 2 4 3]\n [4 3 2 1]]",
    "Haskell": "Just [[3,4,1,2],[2,1,3,4],[1,2,4,3],[4,3,2,1]]",
    "a list a line": rows(", ", start="[", end="]"),
    "lists in a line": "after solve [3, 4, 1, 2] [2, 1, 3, 4] [1, 2, 4, 3] [4, 3, 2, 1] [1, 2]",
    "a list in a sentence": f"It is {[list(row) for row in GRID]}, found in 12 steps (3 guesses).",
    "words around": f"Solving ...\nSolution 1:\n{rows()}done in 12 ms\n",
    "double spaced": rows(between="\n\n"),
    "bands": rows().replace("4\n1", "4\n\n1"),
    "a heading": "    1 2 3 4\n" + rows(),
    "row labels": "   1 2 3 4\nA: 3 4 1 2\nB: 2 1 3 4\nC: 1 2 4 3\nD: 4 3 2 1\n",
    "numbered rows": "1 | 3 4 1 2\n2 | 2 1 3 4\n3 | 1 2 4 3\n4 | 4 3 2 1\n",
    "labels without bars": "   1 2 3 4\nA 3 4 1 2\nB 2 1 3 4\nC 1 2 4 3\nD 4 3 2 1\n",
    "pandas": "   0  1  2  3\n0  3  4  1  2\n1  2  1  3  4\n2  1  2  4  3\n3  4  3  2  1\n",
    "R": "     [,1] [,2] [,3] [,4]\n[1,]    3    4    1    2\n[2,]    2    1    3    4\n"
    "[3,]    1    2    4    3\n[4,]    4    3    2    1\n",
    "Node's table": "┌─────────┬───┬───┬───┬───┐\n│ (index) │ 0 │ 1 │ 2 │ 3 │\n"
    "├─────────┼───┼───┼───┼───┤\n│    0    │ 3 │ 4 │ 1 │ 2 │\n│    1    │ 2 │ 1 │ 3 │ 4 │\n"
    "│    2    │ 1 │ 2 │ 4 │ 3 │\n│    3    │ 4 │ 3 │ 2 │ 1 │\n└─────────┴───┴───┴───┴───┘\n",
    "numpy's floats": "[[3. 4. 1. 2.]\n [2. 1. 3. 4.]\n [1. 2. 4. 3.]\n [4. 3. 2. 1.]]",
    "floats": rows(".0 ", end=".0"),
    "LaTeX": rows(" & ", " \\\\\n"),
    "MiniZinc": "cells = [" + rows(", ", start="| ").replace("\n", "\n  ") + "|];\n----------\n",
    "YAML": rows(start="  - "),
    "arrows": rows(start="> "),
    "a list beside words": "Solution 1: " + rows(", ", start="[", end="]"),
    "a dictionary": str({(r, c): GRID[r][c] for r in range(4) for c in range(4)}),
    "entries": " ".join(f"r{r + 1}c{c + 1}={GRID[r][c]}" for r in range(4) for c in range(4)),
    "JSON of cells": json.dumps(
        {f"{'ABCD'[r]}{c + 1}": GRID[r][c] for r in range(4) for c in range(4)}
    ),
    "JSON of cells as on a chessboard": json.dumps(
        {f"{'ABCD'[c]}{r + 1}": GRID[r][c] for r in range(4) for c in range(4)}
    ),
    "clingo": "Answer: 1\n"
    + " ".join(f"cell({r + 1},{c + 1},{GRID[r][c]})" for r in range(4) for c in range(4))
    + "\nSATISFIABLE\n",
    "Windows": rows().replace("\n", "\r\n"),
    "colours": rows().replace("3", "\x1b[1;31m3\x1b[0m"),
    "our picture": drawn(Picture(PUZZLE, GRID)),
    "our picture in ASCII": drawn(Picture(PUZZLE, GRID), Style(ascii=True)),
    "echoed dots": "3 . . .\n. . . .\n. . . 3\n4 . . .\n\n" + rows(),
    "zeros for open cells": "3 4 0 0\n2 1 3 4\n1 2 4 3\n4 3 0 1\n" + rows(),
    "open cells of a table": "| 3 |   | 1 | 2 |\n| 2 | 1 | 3 | 4 |\n|   |   |   |   |\n"
    "| 4 | 3 | 2 | 1 |\n" + rows(" | ", start="| ", end=" |"),
    "underscores": "34__\n2134\n1243\n4321\n\n" + rows(""),
}


@pytest.mark.parametrize("text", SHAPES.values(), ids=SHAPES)
def test_one_grid(text):
    assert grids(text) == (GRID,)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3 4 1 2\n2 1 3 4\n1 2 4 3\n",
        "3 4 1 2\n2 1 3 4\n1 2 . 3\n4 3 2 1\n",
        "3 4 1 2\n2 1 3 4\n1 2 0 3\n4 3 2 1\n",
        "3412\n2134\n1243\n432_\n",
        "[[3,4,1,2],[2,1,3,4],[1,2,0,3],[4,3,2,1]]",
        "[[3,4,1,2],[2,1,3,4],[1,2,null,3],[4,3,2,1]]",
        "3 4 1 2\nand\n2 1 3 4\nand\n1 2 4 3\nand\n4 3 2 1\n",
        "1 2 3\n2 3 1\n3 1 2\n",
        "nodes: 1234, backtracks: 4321, depth 16, 0.25 s",
    ],
)
def test_no_grid(text):
    assert grids(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"r{r + 1}c{c + 1} = 1\n" for r in range(4) for c in range(3)),
        "".join(f"({r}, {c}) = 1\n" for r in range(4) for c in range(4)) + "(0, 0) = 2\n",
        "".join(f"cell({r + 2},{c + 2},1) " for r in range(4) for c in range(4)),
        *(  # a variable for each value, which comes first
            "".join(name.format(GRID[r][c], r, c) + " = 1.0\n" for r in range(4) for c in range(4))
            for name in ("Choice_{}_{}_{}", "x_({},_{},_{})")
        ),
    ],
)
def test_entries_that_are_no_grid(text):
    assert grids(text) == ()


def test_a_trace_of_entries_does_not_repeat_the_grid():
    steps = "".join(f"r{r + 1}c{c + 1} = {GRID[r][c]}\n" for r in range(4) for c in range(4))
    assert grids(steps + "\n" + rows()) == (GRID,)


def test_headings_over_each_of_several_grids():
    assert grids(2 * ("    1 2 3 4\n" + rows())) == (GRID, GRID)


def test_zeros_before_digits():
    assert grids("01 02\n02 01\n", Puzzle(2)) == (((1, 2), (2, 1)),)


def test_a_trace_of_another_solver():
    text = (
        "  3 4 1 2\n  _ _ _ _\n  _ _ _ _\n  _ _ _ _\n\tOpen cells: 12\n\t(2,1) -> [2,4]\n"
        "  3 4 1 2\n  2 _ _ _\n  _ _ _ _\n  _ _ _ _\n\tQueue length: 1\n Dead end\n\n"
        "  3 4 1 2\n  2 1 3 4\n  1 2 4 3\n  4 3 2 _\n  3 4 1 2\n  2 1 3 4\n  1 2 4 3\n  4 3 2 1\n"
    )
    found = read_answers(text, PUZZLE)
    assert found.grids == (GRID,)
    assert len(found.unfinished) == 3


@pytest.mark.parametrize("between", ["", "\n", "\nSolution 2:\n", "---------\n", "\n\n\n"])
def test_several_grids(between):
    other = tuple(reversed(GRID))
    assert grids(rows() + between + rows(grid=other) + between + rows()) == (GRID, other, GRID)


def test_grids_that_break_the_rules_are_found_too():
    wrong = ((3, 3, 3, 3), (7, 12, 1, 2), (1, 1, 1, 1), (4, 4, 4, 4))
    assert grids(rows(grid=wrong)) == (wrong,)


def test_larger_numbers_and_letters():
    size = 12
    grid = tuple(tuple((r + c) % size + 1 for c in range(size)) for r in range(size))
    assert grids(rows(grid=grid), Puzzle(size)) == (grid,)
    letters = "".join("".join("_123456789ABC"[v] for v in row) + "\n" for row in grid)
    assert grids(letters, Puzzle(size)) == (grid,)
    assert grids(letters.lower().replace("", " "), Puzzle(size)) == (grid,)


def test_zeros_and_negative_values_that_are_values():
    grid = ((0, -1), (-1, 0))
    assert grids("0 -1\n-1 0\n", Puzzle(2, values=[-1, 0])) == (grid,)
    assert grids("0 1\n1 0\n", Puzzle(2, values=[0, 1])) == (((0, 1), (1, 0)),)
    assert grids("0 1\n1 0\n", Puzzle(2)) == ()


@pytest.mark.parametrize(
    "text", ["10 11\n11 10\n", "[[10, 11], [11, 10]]", "| 10 | 11 |\n| 11 | 10 |\n"]
)
def test_as_many_digits_in_a_row_as_the_board_has_cells(text):
    assert grids(text, Puzzle(2, values=[10, 11])) == (((10, 11), (11, 10)),)
    assert grids("12\n21\n", Puzzle(2, values=[1, 2, 11])) == (((1, 2), (2, 1)),)


def test_a_count_below_a_lone_row_that_looks_like_a_heading():
    for text in ("1 2\n1 solution found\n", "[[1, 2]]\n\n1 solution(s)\n"):
        assert grids(text, Puzzle((1, 2))) == (((1, 2),),)
    assert grids("  1 2\nA 2 1\n", Puzzle((1, 2))) == (((2, 1),),)


def test_one_cell():
    assert grids("1\n", Puzzle(1)) == grids("[[1]]", Puzzle(1)) == (((1,),),)
    assert grids("1\n1 solution\n", Puzzle(1)) == (((1,),),)
    assert grids("Solution: 1", Puzzle(1)) == (((1,),),)
    assert grids("Solution found in 1 step (depth 1)", Puzzle(1)) == ()
    assert grids("> 1", Puzzle(1)) == grids("1\n\n37\n", Puzzle(1)) == (((1,),),)
    assert grids("2\n", Puzzle(1)) == (((2,),),)
    assert grids("[[2]]\nTotal solutions: 1\n", Puzzle(1)) == (((2,),),)


def test_the_echo_of_the_puzzle_is_no_answer():
    puzzle = load(PUZZLES / "latin/sudoku-4.kk")
    full = "1234\n3412\n2143\n4321\n"
    assert len(read_answers(full + "\n" + full, puzzle).grids) == 2
    assert len(read_answers(full + "\n" + full, puzzle, echo=full).grids) == 1
    # A puzzle of givens alone looks like its solution, and is it.
    board = full_board()
    assert len(read_answers(full, board, echo=full).grids) == 1
    counted = read_answers(full + "1 solutions\n", board, echo=full)
    assert (len(counted.grids), counted.count) == (1, 1)


def full_board():
    rows = ("1234", "3412", "2143", "4321")
    cells = [((r, c), int(value)) for r, row in enumerate(rows) for c, value in enumerate(row)]
    return Puzzle(4, [Cage([cell], "=", value) for cell, value in cells])


@pytest.mark.parametrize("said", ["no solution\n", "0 solutions\n"])
def test_a_full_board_is_no_answer_where_it_is_denied(said):
    full = "1234\n3412\n2143\n4321\n"
    answers = read_answers(full + said, full_board(), echo=full)
    assert answers.denies_all or answers.count == 0


@pytest.mark.parametrize(
    "text",
    [
        "No solution.",
        "no solutions found",
        "There is no valid solution",
        "UNSAT",
        "unsatisfiable",
        "Puzzle is unsolvable!",
        "This cannot be solved",
        "Impossible",
        "None\n",
        "null",
        "[]",
        "False",
        "0 solutions",
        "Solutions: 0",
        '{"solutions": []}',
        '{"solution": null, "seconds": 1}',
        "Solution not found",
        "Could not find a solution",
        "unable to solve it",
        "zero solutions",
        "solved: False",
        "Models       : 0",
    ],
)
def test_none(text):
    assert read_answers(text, PUZZLE).none


def test_a_grid_goes_before_words():
    found = read_answers(rows() + "no more solutions; none left; no solution after it", PUZZLE)
    assert not found.none
    assert found.grids == (GRID,)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("3", 3),
        ("3 solutions", 3),
        ("Found 12 different solutions in 3 ms", 12),
        ("Solutions: 8", 8),
        ("number of solutions = 8", 8),
        ('{"count": 576, "unique": false}', 576),
        ("There is 1 solution", 1),
        ("10,000 solutions", 10000),
        ("after 1 solution ... \n2 solutions", 2),
        ("Solution 1:\n", None),
        ("304492+ solutions", None),
        ("took 3 ms", None),
        ("num_solutions = 8", 8),
        ('{"solutionCount": 8}', 8),
        ("3 unique solutions", 3),
        ("at least 2 solutions", None),
        ("Models       : 3", 3),
        ("3\nin 0.02 s\n", 3),
        ("3\n12\n", None),
    ],
)
def test_counts(text, count):
    assert read_answers(text, PUZZLE).number == count


@pytest.mark.parametrize(
    ("text", "unique"),
    [
        ("unique", True),
        ("The solution is unique.", True),
        ("The only solution.", True),
        ("exactly one solution", True),
        ("not unique", False),
        ("Multiple solutions!", False),
        ("There is more than one", False),
        ('{"unique": false}', False),
        ("No unique solution", False),
        ("solved", None),
        ("Unique: False", False),
        ("is_unique = no", False),
        ("isUnique: true", True),
        ("Unique? no", False),
        ("3 unique solutions", None),
        ("at least two solutions", False),
        ("unique candidate in r1c1", None),
        ("no unique place left", None),
    ],
)
def test_uniqueness(text, unique):
    assert read_answers(text, PUZZLE).unique is unique


def test_several_is_more_than_not_unique():
    assert read_answers("multiple solutions", PUZZLE).several
    assert not read_answers("Unique: False", PUZZLE).several


def test_a_grid_of_another_size_is_noticed():
    text = "1 2 3 4 5\n2 3 4 5 1\n3 4 5 1 2\n4 5 1 2 3\n5 1 2 3 4\n"
    found = read_answers(text, PUZZLE)
    assert (found.grids, found.other_shape) == ((), (5, 5))
    assert read_answers("1 2 3\n2 3 1\n3 1 2\n", PUZZLE).other_shape == (3, 3)
    assert read_answers("Solution: 1 2 3 2 3 1 3 1 2\n", PUZZLE).other_shape == (3, 3)


def test_an_array_of_minizinc_with_one_cell():
    text = "grid = array2d(1..1, 1..1, [1]);\n----------\n==========\n"
    assert read_answers(text, Puzzle(1)).grids == (((1,),),)


def test_numbers_that_have_another_name_are_no_grid_of_another_size():
    """Nine cages of a 4x4 board: a solver that says how many tuples each has may well count."""
    found = read_answers("Tuples: 1 1 2 2 2 3 4 4 6\nThe puzzle has a unique solution\n", PUZZLE)
    assert (found.other_shape, found.unique) == (None, True)


@pytest.mark.parametrize(
    "piece",
    [
        *["\n", "-----\n", "[|1 ", "1", "1_", "1 ", ". . . .\n", "(", "unique ", "[[", "a.", "f(1"],
        *["+---+\n", "[]", "[1,2] ", '{"a":['],
    ],
    ids=repr,
)
def test_a_flood_is_read_as_fast_as_it_is_printed(piece):
    """With a word at its end, so that it is a line that may say something."""
    started = time.process_time()
    read_answers((piece * 40_000)[:40_000] + " board", PUZZLE)
    assert time.process_time() - started < 5


def test_lists_of_which_some_are_empty():
    assert grids(f"[[], {[list(row) for row in GRID]}]", PUZZLE) == (GRID,)
    assert read_answers("[[]]\n", PUZZLE).none
    assert grids("[" * 12 + str([list(row) for row in GRID]) + "]" * 12, PUZZLE) == (GRID,)


def test_lines_that_differ_in_digits_alone():
    """Those without rows are remembered by what their digits mean."""
    trace = "".join(f"node {number}\n" for number in range(300))
    board = rows(" ", "\n")
    assert grids(trace + board + trace + board, PUZZLE) == (GRID, GRID)
    assert grids("-2 -2 -2 -2\n" + "-1 -1 -1 -1\n" * 4, PUZZLE) == ()
    unfinished = read_answers("-2 -2 -2 -2\n\n" + "-1 -1 -1 -1\n" * 4, PUZZLE).unfinished
    assert unfinished == (((None,) * 4,) * 4,)


def test_claims_have_names():
    assert claim_named("count") is Claim.COUNT
    with pytest.raises(KenKenError, match="known: grids, first, count, unique"):
        claim_named("all")


separators = st.sampled_from([" ", "  ", "\t", ",", ", ", " | ", "|", ";", " │ "])
betweens = st.sampled_from(["\n", "\n\n", "\n-----------\n", "\n--+--\n", "\n═══╪═══\n"])
noises = st.sampled_from(["", "Solution:\n", "solving ...\n\n", "# 4 cages\n", "=====\n", "\n\n"])


@given(st.data())
def test_whatever_the_layout(data):
    size = data.draw(st.integers(2, 12))
    expected = data.draw(st.lists(latin_squares(size, tuple(range(1, size + 1))), max_size=3))
    separator, between = data.draw(separators), data.draw(betweens)
    text = data.draw(noises)
    for grid in expected:
        text += rows(separator, between, grid) + "\n\n" + data.draw(noises)
    assert grids(text, Puzzle(size)) == tuple(expected)


# An alphabet that is written out: to draw from all of Unicode, Hypothesis makes tables first, which
# takes longer than most of these tests together.
@given(st.text("".join(map(chr, range(0x2600))), max_size=200), st.integers(1, 5))
def test_any_text_can_be_read(text, size):
    for grid in grids(text, Puzzle(size)):
        assert len(grid) == size
        assert all(len(row) == size for row in grid)


@given(st.text("12_ .|[]()\n,-", max_size=80))
def test_any_near_miss_can_be_read(text):
    for grid in grids(text, Puzzle(2)):
        assert all(len(row) == 2 for row in grid)
