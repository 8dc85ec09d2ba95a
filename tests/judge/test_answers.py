"""What is read in an output, and what is not."""

import pytest
from corpus import PUZZLES

from kenken_cp import Cage, Puzzle, load
from kenken_cp.judge.answers import Question, expected_text, read_answer
from kenken_cp.render.picture import Picture
from kenken_cp.render.text import Style, drawn

ONE, TWO, THREE, WIDE = Puzzle(1), Puzzle(2), Puzzle(3), Puzzle((2, 3))
SIGNED, LARGE = Puzzle(2, values=(-1, 2)), Puzzle(2, values=(9, 12))
A, B = ((1, 2), (2, 1)), ((2, 1), (1, 2))
C = ((1, 3, 2), (2, 1, 3), (3, 2, 1))
PLAIN, PLAIN_C = "1 2\n2 1\n", "1 3 2\n2 1 3\n3 2 1\n"
LOG = "".join(f"node {n}: depth {n % 7}, 0.{n} s, r1c{n} <- 3\n" for n in range(500))


def numbered(cases):
    """Their names: of the outputs some are long."""
    return list(map(str, range(len(cases))))


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


FRAMED = "+---+---+\n| 1 | 2 |\n+---+---+\n| 2 | 1 |\n+---+---+\n"
HIGH = "|     |     |     |\n"
LOOSE = HIGH + "".join(f"|  {a}  |  {b}  |  {c}  |\n{HIGH}" for a, b, c in C)
CELLS = "1 1 1\n1 2 3\n1 3 2\n2 1 2\n2 2 1\n2 3 3\n3 1 3\n3 2 2\n3 3 1\n"
BY_COLUMNS = "0 0 1\n1 0 2\n2 0 3\n0 1 3\n1 1 1\n2 1 2\n0 2 2\n1 2 3\n2 2 1\n"
BOXED = "12 34\n34 12\n21 43\n43 21\n"

OF_TWO = (  # the grid 1 2, 2 1
    f"{PLAIN}Checked 1432 grids\n", f"Explored 5 partial solutions\n{PLAIN}",
    f"{PLAIN}Rejected 12 grids\n", f"{PLAIN}count: 453\n", f"Total: 12\n{PLAIN}Total: 12\n",
    f"{PLAIN}All rows unique\n", f"{PLAIN}\n{FRAMED}Solution is not unique.\n",
    f"{PLAIN}0.12\n3.50\n", f"cages:\n0 0\n1 1\n\nsolution:\n{PLAIN}",
    "12\n21\n", "\"1\",'2'\n\"2\",'1'\n", "╔═╤═╗\n║1│2║\n╟─┼─╢\n║2│1║\n╚═╧═╝\n", "1 2\n2 1",
    "\x1b[1;31m1\x1b[0m 2\n\x1b[2J2 1\n", "\x1b]0;title\x07\x1b[1m1\x1b(B\x1b[m 2\n2 1\n",
    PLAIN.replace("\n", "\r\n"), PLAIN.replace("\n", "\r"),
    f"2 1\n1 2\n\n{PLAIN}", f"no solution\n{PLAIN}", f"{LOG}{PLAIN}{LOG}",
    "((1, 2), (2, 1))\n", "|1|2|\n|-+-|\n|2|1|\n", "Solved!\n[[1 2]\n [2 1]]\n",
    '{"solutions": [[1, 2], [2, 1]]}', '{"solution": [[[1, 2], [2, 1]]]}', "[[1,\n2],\n[2,\n1]]\n",
    '{"size": 2, "grid": [[1, 2], [2, 1]]}', "[[1 2] [2 1]]\n",
    '{"solutions": [[[2, 1], [1, 2]], [[1, 2], [2, 1]]]}', "{{1, 2}, {2, 1}}\n",
    "[[2, 1], [1, 2]]\n[[1, 2], [2, 1]]\nDone [3 ms]\n", "[[1, 2], [2, 1]]\nDone.\n",
)  # fmt: skip
NONE = (
    "[]\n",
    '{"solution": []}',
    "Searching ...\n*** UNSAT ***\n",
    'Searching\n{"solutions": []}\n',
    f"{PLAIN}no solution\n",
    f"{LOG}unsat\n{LOG}",
)
UNREADABLE = (
    "banana\n", "", " \n\n", "5 Loesungen\n", "12 21\n21 12\n", "a 1 2\nb 2 1\n", "1 2\n\n2 1\n",
    "1: 1 2\n2: 2 1\n", "1. 2.\n2. 1.\n", "+1 2\n2 1\n", "-1 2\n2 -1\n", f"{PLAIN}1 2\n",
    f"{'1' * 5000} 2\n2 1\n", "[[1, 2], [2, 1]] done\n", "[[1, 2]]\n", "[[1, 2, 3], [2, 1, 3]]\n",
    '[["1", "2"], ["2", 1.0]]\n', "[[true, 2], [2, true]]\n", '{"board": [[1, 2], [2, 1]]}\n',
    '{"grid": [[1, 2], [2, 1]], "solution": []}\n', '{"solution": null}\n',
    "[[[1, 2], [2, 1]], 3]\n", "[" * 5000,
)  # fmt: skip
READ = [
    *((TWO, text, [A]) for text in OF_TWO),
    *((TWO, text, ["none"]) for text in NONE),
    *((TWO, text, ["unreadable"]) for text in UNREADABLE),
    (ONE, "1\n\n+---+\n| 1 |\n+---+\nSolution is unique.\n", [((1,),)]),
    (ONE, "1\nSolution is unique. Difficulty: 5\n", [((1,),)]),
    *((THREE, text, [C]) for text in (LOOSE, "|1_3|2|\n|2|1_3|\n|3_2|1|\n")),
    *((THREE, t, ["unreadable"]) for t in (f"1 2 3\n-----\n{PLAIN_C}", CELLS, BY_COLUMNS)),
    (Puzzle(4), BOXED, [((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))]),
    (WIDE, "1 2 3\n2 3 1\n", [((1, 2, 3), (2, 3, 1))]),
    (WIDE, "1 2\n2 3\n3 1\n", ["unreadable"]),
    (SIGNED, "-1 2\n2 -1\n", [((-1, 2), (2, -1))]),
    (SIGNED, "- 1 2\n2 - 1\n", ["unreadable"]),
    (Puzzle(2, values=(0, 1)), "-1 0\n0 -1\n", ["unreadable"]),
    (LARGE, "9 12\n12 9\n", [((9, 12), (12, 9))]),
    (LARGE, "912\n129\n", ["unreadable"]),
]


@pytest.mark.parametrize(("puzzle", "printed", "expected"), READ, ids=numbered(READ))
def test_one_solution_and_that_all_is_not_misread(puzzle, printed, expected):
    assert meaning(printed, puzzle) == expected
    assert meaning(printed, puzzle, "all")[-1:] in (expected, ["unreadable"])


NONE_LINES = (
    "no solution", "no solutions", "no solution found", "no solutions found",
    "no solution exists", "there is no solution", "not solvable", "unsolvable", "infeasible",
    "unsatisfiable", "unsat", "none", "0 solutions", "0 solutions found",
)  # fmt: skip


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


ASKED = {  # beside what is above: an output, and what is read in it
    "count": {
        "3": [3], "0": [0], "12": [12], "3 solutions": [3], "1 solution": [1], "Count: 4": [4],
        "2 solutions found!": [2], "solutions: 5.": [5], "TOTAL:6": [6], f"{PLAIN}\nTotal: 1": [1],
        "3\n\n4 solutions\nlog 5": [4], "0 solutions": ["none"], "none": ["none"],
        "Checked 1432 grids": [], "3 partial solutions": [], "Found 3 solutions": [], "-1": [],
        "3.0": [], PLAIN: [], "unique": [], "count = 3": [],
    },
    "unique": {
        "unique": ["unique"], "Unique!": ["unique"], "The solution is unique.": ["unique"],
        "not unique": ["not unique"], "It is NOT unique": ["not unique"], "isn't unique": [],
        "unique\nnot unique": ["not unique"], "never unique": [], "no longer unique": [],
        "unique solution": [], "uniqueness": [], PLAIN: [], f"{PLAIN}unique": [A, "unique"],
        "Is the solution unique?\nNo": [], "Unique?": [], "It cannot be unique.": [],
        "no solution is unique": [], "nothing is unique": [], "neither is unique": [],
        "isn\u2019t unique": [], "I do not think that it is unique": [],
        "checking whether it is unique ...": [], "All rows unique": [], "non-unique": [],
        "Result: not unique": ["not unique"], "The puzzle has a unique": ["unique"],
        "1 solution, unique": ["unique"], "2 solutions (not unique)": ["not unique"],
        "puzzle:unique": ["unique"], "more than one solution: not unique": ["not unique"],
        "Is the puzzle unique:\nno": [], "Unique:\nno": [], "Is puzzle unique\nno": [],
        "verdict: is it unique": [], "unique =": [], "Has solution: unique": ["unique"],
        "Done, is it? No: not unique": ["not unique"], "Result: has a solution, unique": ["unique"],
        "It is not unique:\nno": ["not unique"],
        "Solutions found: 2 unique": [], "0 unique": [],
        "1": [], f"2 1\n1 2\n\n{PLAIN}not unique": [A, "not unique"], "no solution": ["none"],
    },
    "all": {
        f"{PLAIN}\n2 1\n1 2\n": [A, B], f"{PLAIN}2 1\n1 2\n": [A, B], f"{PLAIN}{PLAIN}": [A, A],
        "[[1,2],[2,1]]\n[[2,1],[1,2]]\n": [A, B], f"{PLAIN}[[[2,1],[1,2]]]\n": [A, B],
        f"{PLAIN}{LOG}2 1\n1 2\n": [A, B], f"{PLAIN}no more solutions\n": [A], "none\n": ["none"],
        f"{PLAIN}no solution\n": [], f"none\n{PLAIN}": [], "2 solutions\n": [],
    },
}  # fmt: skip
ANSWERS = [(question, *case) for question, cases in ASKED.items() for case in cases.items()]


@pytest.mark.parametrize(("question", "printed", "expected"), ANSWERS, ids=numbered(ANSWERS))
def test_other_questions(question, printed, expected):
    for text in (printed, f"{LOG}{printed}\n{LOG}"):
        assert meaning(text, question=question) == (expected or ["unreadable"])
    assert meaning("1\n", ONE, "count") == [1], "a count of one cell is no grid"
    assert meaning("12\n", Puzzle((1, 2)), "count") == [12], "nor is one of a row"


@pytest.mark.parametrize("question", Question)
def test_what_is_unreadable_is_quoted_with_what_to_print(question):
    problem = read_answer("one\n\n 1 , 2 , x \n", WIDE, question).problem
    assert "line 3" in problem
    assert "1 , 2 , x" in problem
    assert "2 lines of 3 numbers" in expected_text(WIDE, Question.ONE)
    assert problem.endswith(expected_text(WIDE, question))
    assert "nothing" in read_answer("", WIDE, question).problem
    assert "line 1 is '[[1]]'" in read_answer("[[1]]", ONE, Question.COUNT).problem
    assert len(read_answer("x" * 100_000, WIDE, question).problem) < 400


def test_places_of_grids():
    answer = read_answer(f"log\n\n{PLAIN}2 1\n+--+\n1 2\n", TWO, Question.ALL)
    assert tuple(answer.lines) == (4, 7)


CAGES = [Cage([(0, 0)], None, 1), Cage([(0, 1), (1, 0), (1, 1)], "+", 5)]
PICTURES = [Puzzle(2, CAGES), TWO, WIDE, load(PUZZLES / "9x9/easy.kk")]


@pytest.mark.parametrize("puzzle", PICTURES)
@pytest.mark.parametrize("ascii", [False, True])
def test_our_own_pictures_are_never_a_wrong_grid(puzzle, ascii):
    rows, columns = puzzle.rows, puzzle.columns
    side = max(rows, columns)
    grid = tuple(tuple((r + c) % side + 1 for c in range(columns)) for r in range(rows))
    for shown in (None, grid):
        text = drawn(Picture(puzzle, shown), Style(ascii=ascii))
        assert meaning(text, puzzle) in ([grid] if shown else [], ["unreadable"])
