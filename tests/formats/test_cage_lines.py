"""Formats of a cage a line: what each reads and writes, and where it says what is wrong."""

from pathlib import Path

import pytest

from kenken_cp import count, solve
from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, dumps, dumps_all, load, loads, loads_all
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN

DATA = Path(__file__).parents[1] / "data" / "formats"

CAGES = (
    Cage([(0, 0), (0, 1), (1, 1)], "*", 6),
    Cage([(0, 2), (1, 2)], "-", 1),
    Cage([(1, 0), (2, 0)], "/", 3),
    Cage([(2, 1)], "=", 2),
    Cage([(2, 2)], "=", 1),
)
TEXTS = {
    "aikenken": "6 * 0 1 4\n1 - 2 5\n3 / 3 6\n2 . 7\n1 . 8\n",
    "bparr": "3\n5\nx 6 0,0 0,1 1,1\n- 1 0,2 1,2\n/ 3 1,0 2,0\n! 2 2,1\n! 1 2,2\n",
    "brackets": "3\nmul 6 (0,0) (0,1) (1,1)\nsub 1 (0,2) (1,2)\ndiv 3 (1,0) (2,0)\n"
    "eq 2 (2,1)\neq 1 (2,2)\n",
    "calcudoku": "6, x, A1B1B2\n1, -, C1C2\n3, :, A2A3\n2, +, B3\n1, +, C3\n",
    "coordinates": "3\n6* (0,0) (0,1) (1,1)\n1- (0,2) (1,2)\n3/ (1,0) (2,0)\n2 (2,1)\n1 (2,2)\n",
    "daily": "3\n6 * A1 B1 B2\n1 - C1 C2\n3 / A2 A3\n2 = B3\n1 = C3\n",
    "neknek": "# 3\n* 6 A1 A2 B2\n- 1 A3 B3\n/ 3 B1 C1\n! 2 C2\n! 1 C3\n",
    "numbered": "6x 1,2,5\n1- 3,6\n3÷ 4,7\n2+ 8\n1+ 9\n",
    "tuples": "3\n[(0,0),(0,1),(1,1)] mult 6\n[(0,2),(1,2)] sub 1\n[(1,0),(2,0)] div 3\n"
    "[(2,1)] '' 2\n[(2,2)] '' 1\n",
}
SEVERAL = ("bparr", "brackets", "coordinates", "daily", "tuples")


@pytest.mark.parametrize("name", TEXTS)
def test_the_same_puzzle_in_each(name: str) -> None:
    puzzle = Puzzle(3, CAGES, rules=CALCUDOKU if name == "calcudoku" else KENKEN)
    assert detect(TEXTS[name]).name == name
    assert loads(TEXTS[name]) == puzzle
    assert dumps(Puzzle(3, CAGES), name) == TEXTS[name]


@pytest.mark.parametrize("name", TEXTS)
def test_as_people_paste_it(name: str) -> None:
    """Signs of print, tabs, comments, blank lines, line ends, and a mark at the start."""
    text = TEXTS[name]
    puzzle = loads(text)
    changed = f"\ufeff# Monday's\r\n\r\n  {text}# the end\n".replace("\n", " \r\n")
    for old, new in (("*", "×"), ("*", "·"), ("/", "÷"), ("-", "−"), ("x", "X"), (" ", "\t ")):
        assert loads(changed.replace(old, new).replace("#\t ", "# ")) == puzzle


@pytest.mark.parametrize("name", TEXTS)
def test_several_puzzles_in_a_text(name: str) -> None:
    puzzle = loads(TEXTS[name])
    if name in SEVERAL:
        assert loads_all(dumps_all([puzzle] * 3, name)) == [puzzle] * 3
        return
    with pytest.raises(FormatError, match="holds one puzzle a text"):
        dumps_all([puzzle] * 3, name)
    with pytest.raises(FormatError, match=r"line [67], column 1: (cell r1c1 is in two|line '# 3')"):
        loads_all(TEXTS[name] * 2)


READS = [
    ("aikenken", "3 + 0 1\n2 . 2\n1 . 3\n", "3+ at r1c1 r1c2, 2 at r2c1, 1 at r2c2"),
    ("aikenken", "# two halves\r\n\r\n2 % 0 1\r\n2 / 2 3\r\n", "2/ at r1c1 r1c2, 2/ at r2c1 r2c2"),
    ("aikenken", "1 − 0 2\n2 × 3 1\n", "1- at r1c1 r2c1, 2* at r1c2 r2c2"),
    ("calcudoku", "24, x, a1a2b1\n3, +, b2\n", "24* at r1c1 r1c2 r2c1, 3 at r2c2"),
    ("calcudoku", "24 , × , a1, a2, b1\n3,=,b2", "24* at r1c1 r1c2 r2c1, 3 at r2c2"),
    ("calcudoku", "1, -, a1a2a3", "1- at r1c1 r2c1 r3c1"),
    (
        "calcudoku",
        "1, mod, a1b1\n65536, ^, a2b2c2\n7, |, c1d1\n5, +, d4\n",
        "1mod at r1c1 r1c2, 7| at r1c3 r1c4, 65536^ at r2c1 r2c2 r2c3, 5 at r4c4",
    ),
    ("numbered", "3 1\n2 2\n1 3\n1 5\n2- 4,7\n5+ 6,9\n", "3 at r1c1, 2 at r1c2, 1 at r1c3"),
    ("numbered", "1  24\n4- 25, 20\n", "4- at r4c5 r5c5, 1 at r5c4"),
    ("neknek", "# table\n# 3\n# 3 cages\n+ 3 A3 B3\n", "3+ at r1c3 r2c3"),
    ("neknek", "#3\nx\t6\ta1\ta2\n", "6* at r1c1 r1c2"),
    ("neknek", "# 2\n+ 2 A1\n", "2 at r1c1"),
    ("tuples", "2\n[(0,0), ( 0 , 1 )]  ADD 3\n[(1,0)] '' 2", "3+ at r1c1 r1c2, 2 at r2c1"),
    ("tuples", "2\n[(0,0),(0,1)] 'add' 3\n[(1,0)] \"\" 2", "3+ at r1c1 r1c2, 2 at r2c1"),
    ("brackets", "2\na -3 (0,0) (0,1)\ns 1 (1,0)  (1,1)", "-3+ at r1c1 r1c2, 1- at r2c1 r2c2"),
    ("coordinates", "2\n3+ (0,0)  (0,1)\n-2 (1,0)", "3+ at r1c1 r1c2, -2 at r2c1"),
]


@pytest.mark.parametrize(("name", "text", "cages"), READS)
def test_reads(name: str, text: str, cages: str) -> None:
    assert detect(text).name == name
    puzzle = loads(text)
    assert ", ".join(map(str, puzzle.cages)).startswith(cages)
    assert loads(dumps(puzzle, name)) == puzzle


def test_rows_of_a_solution_are_left_out() -> None:
    text = TEXTS["bparr"]
    assert loads_all(f"{text}3 2 1\n1 3 2\n2 1 3\n{text}") == [loads(text)] * 2
    with pytest.raises(FormatError, match="line 8, column 1: line '3 2'; expected the size"):
        loads_all(f"{text}3 2\n")


@pytest.mark.parametrize(
    ("file", "name", "size", "cages", "last"),
    [
        ("aikenken.txt", "aikenken", 6, 17, "20* at r6c2 r6c3"),
        ("bparr.txt", "bparr", 4, 7, "2/ at r4c2 r4c3"),
        ("brackets.txt", "brackets", 4, 7, "1 at r4c3"),
        ("neknek.txt", "neknek", 5, 10, "5 at r5c5"),
        ("numbered.txt", "numbered", 5, 11, "1 at r5c4"),
        ("tuples.txt", "tuples", 4, 7, "4* at r4c1 r4c2"),
        ("tuples_quoted.txt", "tuples", 4, 7, "4* at r4c1 r4c2"),
    ],
)
def test_files_of_other_people(file: str, name: str, size: int, cages: int, last: str) -> None:
    text = (DATA / file).read_text("utf-8")
    assert detect(text).name == name
    puzzle = load(DATA / file)
    assert (puzzle.size, len(puzzle.cages)) == (size, cages)
    assert last in map(str, puzzle.cages)
    assert loads(dumps(puzzle, name)) == puzzle


def test_the_table_of_neknek_is_written_as_it_was_read() -> None:
    text = (DATA / "neknek.txt").read_text("utf-8")
    written = dumps(loads(text), "neknek")
    assert sorted(map(str.split, written.splitlines())) == sorted(map(str.split, text.splitlines()))
    assert count(loads(text)) == 3


def test_the_board_of_creighton_has_one_solution() -> None:
    puzzle = loads(
        "4\n16* (0,0) (0,1) (1,1)\n7+ (0,2) (0,3) (1,2)\n2- (1,0) (2,0)\n4 (1,3)\n"
        "12* (2,1) (3,0) (3,1)\n2/ (2,2) (2,3)\n2/ (3,2) (3,3)\n"
    )
    assert count(puzzle) == 1
    assert solve(puzzle).solution == ((2, 4, 1, 3), (1, 2, 3, 4), (3, 1, 4, 2), (4, 3, 2, 1))


@pytest.mark.parametrize(
    ("text", "solutions"),
    [
        ("9 + 0 4 5\n12 * 1 2 3\n1 - 6 7\n6 * 8 9 10\n2 / 11 15\n2 - 12 13\n4 . 14\n", 1),
        (
            "1 - 0 1\n6 * 2 3 8\n9 + 4 5\n72 * 6 7 12\n3 - 9 15\n10 * 10 16\n5 + 11 17\n3 . 13\n"
            "30 * 14 20\n8 + 18 24 30\n3 - 19 25\n3 * 21 22\n10 * 23 29\n2 / 31 32\n"
            "120 * 26 27 33\n3 . 28\n2 - 34 35\n",
            4,
        ),
    ],
)
def test_inputs_in_the_form_of_aikenken(text: str, solutions: int) -> None:
    assert detect(text).name == "aikenken"
    assert count(loads(text)) == solutions


def test_the_board_of_aikenken_has_eight_solutions() -> None:
    assert count(load(DATA / "aikenken.txt")) == 8
