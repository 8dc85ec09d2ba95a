"""What is read in an output, and what is not."""

import pytest
from corpus import PUZZLES

from kenken_cp import Cage, Puzzle, load
from kenken_cp.judge.answers import NONE_LINES, SHAPES, Question, expected_text, read_answer
from kenken_cp.render.picture import Picture
from kenken_cp.render.text import Style, drawn

ONE, TWO, THREE, WIDE = Puzzle(1), Puzzle(2), Puzzle(3), Puzzle((2, 3))
SIGNED, LARGE = Puzzle(2, values=(-1, 2)), Puzzle(2, values=(9, 12))
A, B = ((1, 2), (2, 1)), ((2, 1), (1, 2))
C = ((1, 3, 2), (2, 1, 3), (3, 2, 1))
PLAIN, PLAIN_C = "1 2\n2 1\n", "1 3 2\n2 1 3\n3 2 1\n"
LOG = "".join(f"node {n}: depth {n % 7}, 0.{n} s, r1c{n} <- 3\n" for n in range(500))


def meaning(printed, puzzle=TWO, question="one", error=""):
    """The grids that were read, or what was said."""
    answer = read_answer(printed, puzzle, Question(question), error)
    said = {
        "unreadable": answer.problem,
        "none": answer.none,
        "unique": answer.unique is True,
        "not unique": answer.unique is False,
    }
    words = [word for word, is_so in said.items() if is_so]
    found = [*answer.grids, *words, *([] if answer.count is None else [answer.count])]
    assert len(answer.lines) == len(answer.grids)
    return found


OF_SHAPES = {
    "rows of numbers": [A],
    "JSON": [A],
    "no solution": ["none"],
    "a number": [2],
    "unique or not": ["not unique"],
}
EXAMPLES = [(shape, example) for shape in SHAPES for example in shape.examples]


@pytest.mark.parametrize(("shape", "example"), EXAMPLES)
def test_examples_of_the_shapes(shape, example):
    for question in [shape.question] if shape.question else Question:
        has_grids = OF_SHAPES[shape.name] == [A]
        if not (has_grids and question in (Question.COUNT, Question.UNIQUE)):
            found = meaning(example, question=question)
            assert [one for one in found if one != A or has_grids] == OF_SHAPES[shape.name]
    if shape.question:
        assert meaning(example)[-1] in (A, B, "unreadable")


def test_every_shape_is_tested():
    assert OF_SHAPES.keys() == {shape.name for shape in SHAPES}


FRAMED = "+---+---+\n| 1 | 2 |\n+---+---+\n| 2 | 1 |\n+---+---+\n"
HIGH = "|     |     |     |\n"
LOOSE_BARS = HIGH + "".join(f"|  {a}  |  {b}  |  {c}  |\n{HIGH}" for a, b, c in C)

READ = {
    # the table of the issue
    "a word": (TWO, "banana\n", ["unreadable"]),
    "nothing": (TWO, "", ["unreadable"]),
    "blank lines": (TWO, " \n\n", ["unreadable"]),
    "a count": (TWO, "5 Loesungen\n", ["unreadable"]),
    "grids that were checked": (TWO, f"{PLAIN}Checked 1432 grids\n", [A]),
    "partial solutions": (TWO, f"Explored 5 partial solutions\n{PLAIN}", [A]),
    "rejected": (TWO, f"{PLAIN}Rejected 12 grids\n", [A]),
    "count": (TWO, f"{PLAIN}count: 453\n", [A]),
    "total": (TWO, f"Total: 12\n{PLAIN}Total: 12\n", [A]),
    "a claim": (TWO, f"{PLAIN}All rows unique\n", [A]),
    "twice": (TWO, f"{PLAIN}\n{FRAMED}Solution is not unique.\n", [A]),
    "twice on one cell": (ONE, "1\n\n+---+\n| 1 |\n+---+\nSolution is unique.\n", [((1,),)]),
    "a difficulty": (ONE, "1\nSolution is unique. Difficulty: 5\n", [((1,),)]),
    "cells three lines high": (THREE, LOOSE_BARS, [C]),
    "walls": (THREE, "|1_3|2|\n|2|1_3|\n|3_2|1|\n", [C]),
    "a heading and a rule": (THREE, f"1 2 3\n-----\n{PLAIN_C}", ["unreadable"]),
    "times": (TWO, f"{PLAIN}0.12\n3.50\n", [A]),
    "a table of cages": (TWO, f"cages:\n0 0\n1 1\n\nsolution:\n{PLAIN}", [A]),
    # rows
    "packed": (TWO, "12\n21\n", [A]),
    "partly packed": (Puzzle(4), "12 34\n34 12\n21 43\n43 21\n", [((1, 2, 3, 4), (3, 4, 1, 2),
                                                                  (2, 1, 4, 3), (4, 3, 2, 1))]),
    "two rows on a line": (TWO, "12 21\n21 12\n", ["unreadable"]),
    "quotes": (TWO, "\"1\",'2'\n\"2\",'1'\n", [A]),
    "box drawing": (TWO, "╔═╤═╗\n║1│2║\n╟─┼─╢\n║2│1║\n╚═╧═╝\n", [A]),
    "colours": (TWO, "\x1b[1;31m1\x1b[0m 2\n\x1b[2J2 1\n", [A]),
    "CR LF": (TWO, PLAIN.replace("\n", "\r\n"), [A]),
    "CR": (TWO, PLAIN.replace("\n", "\r"), [A]),
    "no end of line": (TWO, "1 2\n2 1", [A]),
    "a rectangle": (WIDE, "1 2 3\n2 3 1\n", [((1, 2, 3), (2, 3, 1))]),
    "a rectangle turned": (WIDE, "1 2\n2 3\n3 1\n", ["unreadable"]),
    "letters": (TWO, "a 1 2\nb 2 1\n", ["unreadable"]),
    "labels": (TWO, "1: 1 2\n2: 2 1\n", ["unreadable"]),
    "points": (TWO, "1. 2.\n2. 1.\n", ["unreadable"]),
    "operators": (TWO, "+1 2\n2 1\n", ["unreadable"]),
    "a minus": (TWO, "-1 2\n2 -1\n", ["unreadable"]),
    "signed values": (SIGNED, "-1 2\n2 -1\n", [((-1, 2), (2, -1))]),
    "signed values alone": (SIGNED, "- 1 2\n2 - 1\n", ["unreadable"]),
    "two digits": (LARGE, "9 12\n12 9\n", [((9, 12), (12, 9))]),
    "two digits packed": (LARGE, "912\n129\n", ["unreadable"]),
    "an endless number": (TWO, f"{'1' * 5000} 2\n2 1\n", ["unreadable"]),
    "half a grid": (TWO, "1 2\n\n2 1\n", ["unreadable"]),
    "a row too many": (TWO, f"{PLAIN}1 2\n", ["unreadable"]),
    "cells with their values": (THREE, "1 1 1\n1 2 3\n1 3 2\n2 1 2\n2 2 1\n2 3 3\n3 1 3\n3 2 2\n"
                                "3 3 1\n", ["unreadable"]),
    "cells by columns": (THREE, "0 0 1\n1 0 2\n2 0 3\n0 1 3\n1 1 1\n2 1 2\n0 2 2\n1 2 3\n2 2 1\n",
                         ["unreadable"]),
    "two blocks": (TWO, f"2 1\n1 2\n\n{PLAIN}", [A]),
    # JSON
    "a list over lines": (TWO, "[[1,\n2],\n[2,\n1]]\n", [A]),
    "a grid": (TWO, '{"size": 2, "grid": [[1, 2], [2, 1]]}', [A]),
    "solutions": (TWO, '{"solutions": [[[2, 1], [1, 2]], [[1, 2], [2, 1]]]}', [A]),
    "one a line": (TWO, "[[2, 1], [1, 2]]\n[[1, 2], [2, 1]]\nDone [3 ms]\n", [A]),
    "no list": (TWO, "[]\n", ["none"]),
    "no solutions": (TWO, 'Searching\n{"solutions": []}\n', ["none"]),
    "Go": (TWO, "[[1 2] [2 1]]\n", [A]),
    "C++": (TWO, "{{1, 2}, {2, 1}}\n", [A]),
    "text after it": (TWO, "[[1, 2], [2, 1]]\nDone.\n", [A]),
    "text on its line": (TWO, "[[1, 2], [2, 1]] done\n", ["unreadable"]),
    "too few rows": (TWO, "[[1, 2]]\n", ["unreadable"]),
    "too many columns": (TWO, "[[1, 2, 3], [2, 1, 3]]\n", ["unreadable"]),
    "a text for a number": (TWO, '[["1", "2"], ["2", 1.0]]\n', ["unreadable"]),
    "booleans": (TWO, "[[true, 2], [2, true]]\n", ["unreadable"]),
    "another key": (TWO, '{"board": [[1, 2], [2, 1]]}\n', ["unreadable"]),
    "two keys": (TWO, '{"grid": [[1, 2], [2, 1]], "solution": []}\n', ["unreadable"]),
    "null": (TWO, '{"solution": null}\n', ["unreadable"]),
    "a list among others": (TWO, "[[[1, 2], [2, 1]], 3]\n", ["unreadable"]),
    "deep lists": (TWO, "[" * 5000, ["unreadable"]),
    # grids and words
    "a grid, then none": (TWO, f"{PLAIN}no solution\n", ["none"]),
    "none, then a grid": (TWO, f"no solution\n{PLAIN}", [A]),
    "a log around it": (TWO, f"{LOG}{PLAIN}{LOG}", [A]),
    "a log around none": (TWO, f"{LOG}unsat\n{LOG}", ["none"]),
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_one(name):
    puzzle, printed, expected = READ[name]
    assert meaning(printed, puzzle) == expected


@pytest.mark.parametrize("name", READ)
def test_none_is_misread_where_all_are_asked_for(name):
    puzzle, printed, expected = READ[name]
    found = meaning(printed, puzzle, "all")
    assert found[-1:] in (expected[-1:], ["unreadable"])


@pytest.mark.parametrize("line", NONE_LINES)
def test_none(line):
    for text in (line, line.upper(), f"{line.title()}.", f"*** {line}! ***", f"  {line}\t", f"\x1b[31m{line}\x1b[0m"):  # fmt: skip  # noqa: E501
        for question in Question:
            assert meaning(f"reading\n{text}\ndone", question=question) == ["none"]
            assert meaning("\n", question=question, error=f"warning\n{text}\n") == ["none"]
        assert meaning(".\n", error=text) == ["unreadable"], "standard output is not empty"


@pytest.mark.parametrize("line", ["no solution yet", "none left", "not found", "unsat core", "no"])
def test_what_does_not_say_none(line):
    assert meaning(line) == ["unreadable"]


COUNTS = {
    "3": 3, "0": 0, "12": 12, "3 solutions": 3, "1 solution": 1, "2 solutions found!": 2,
    "Count: 4": 4, "solutions: 5.": 5, "TOTAL:6": 6, "3\n\n4 solutions\nlog 5": 4,
    f"{PLAIN}\nTotal: 1": 1, "0 solutions": "none", "none": "none",
    "Checked 1432 grids": "unreadable", "3 partial solutions": "unreadable",
    "Found 3 solutions": "unreadable", "-1": "unreadable", "3.0": "unreadable",
    PLAIN: "unreadable", "unique": "unreadable", "count = 3": "unreadable",
}  # fmt: skip


@pytest.mark.parametrize(("printed", "expected"), COUNTS.items())
def test_counts(printed, expected):
    assert meaning(printed, question="count") == [expected]
    assert meaning(f"{LOG}{printed}\n{LOG}", question="count") == [expected]


def test_a_count_of_one_cell_is_no_grid():
    assert meaning("1\n", ONE, "count") == [1]


UNIQUE = {
    "unique": ["unique"], "Unique!": ["unique"], "The solution is unique.": ["unique"],
    "not unique": ["not unique"], "It is NOT unique": ["not unique"],
    "unique\nnot unique": ["not unique"], "isn't unique": ["unreadable"],
    "never unique": ["unreadable"], "no longer unique": ["unreadable"],
    "unique solution": ["unreadable"], "uniqueness": ["unreadable"], PLAIN: ["unreadable"],
    f"{PLAIN}unique": [A, "unique"], f"2 1\n1 2\n\n{PLAIN}not unique": [A, "not unique"],
    "no solution": ["none"], "1": ["unreadable"], "yes": ["unreadable"],
}  # fmt: skip


@pytest.mark.parametrize(("printed", "expected"), UNIQUE.items())
def test_uniqueness(printed, expected):
    assert meaning(printed, question="unique") == expected


ALL = {
    f"{PLAIN}\n2 1\n1 2\n": [A, B],
    f"{PLAIN}2 1\n1 2\n": [A, B],
    f"{PLAIN}{PLAIN}": [A, A],
    "[[1,2],[2,1]]\n[[2,1],[1,2]]\n": [A, B],
    f"{PLAIN}[[[2,1],[1,2]]]\n": [A, B],
    f"{LOG}{PLAIN}{LOG}2 1\n1 2\n{LOG}": [A, B],
    f"{PLAIN}no more solutions\n": [A],
    f"{PLAIN}no solution\n": ["unreadable"],
    f"none\n{PLAIN}": ["unreadable"],
    "none\n": ["none"],
    "2 solutions\n": ["unreadable"],
}


@pytest.mark.parametrize(("printed", "expected"), ALL.items())
def test_all(printed, expected):
    assert meaning(printed, question="all") == expected


def test_where_a_grid_ends():
    answer = read_answer(f"log\n\n{PLAIN}2 1\n+--+\n1 2\n", TWO, Question.ALL)
    assert tuple(answer.lines) == (4, 7)


@pytest.mark.parametrize("question", Question)
def test_what_is_unreadable_is_quoted_and_told_what_to_print(question):
    problem = read_answer("one\n\n 1 , 2 , x \n", WIDE, question).problem
    assert "line 3" in problem
    assert "1 , 2 , x" in problem
    assert problem.endswith(expected_text(WIDE, question))
    assert "nothing" in read_answer("", WIDE, question).problem
    long = read_answer("x" * 100_000, WIDE, question).problem
    assert len(long) < 400


def test_rows_that_are_no_grid_are_told():
    problem = read_answer("1 2 3\n2 3 1\n1 2 3\n", WIDE, Question.ONE).problem
    assert "lines 1-3 are 3 rows" in problem
    assert "2 lines of 3 numbers" in problem


PICTURES = [
    Puzzle(2, [Cage([(0, 0)], None, 1), Cage([(0, 1), (1, 0), (1, 1)], "+", 5)]),
    Puzzle(2, [Cage([(0, 0), (1, 0)], None, 3), Cage([(0, 1), (1, 1)], None, 3)]),
    TWO,
    WIDE,
    Puzzle(3, [Cage([(0, 0), (0, 1)], None, 3), Cage([(1, 1), (1, 2), (2, 2)], None, 6)]),
    load(PUZZLES / "latin/sudoku-4.kk"),
    load(PUZZLES / "9x9/easy.kk"),
]


@pytest.mark.parametrize("puzzle", PICTURES)
@pytest.mark.parametrize("ascii", [False, True])
def test_our_own_pictures_are_never_a_wrong_grid(puzzle, ascii):
    rows, columns = puzzle.rows, puzzle.columns
    side = max(rows, columns)
    grid = tuple(tuple((r + c) % side + 1 for c in range(columns)) for r in range(rows))
    for shown in (None, grid):
        text = drawn(Picture(puzzle, shown), Style(ascii=ascii))
        assert meaning(text, puzzle) in ([grid] if shown else [], ["unreadable"])
