"""Lists of cages in the spellings of many programs."""

import re
from pathlib import Path

import pytest

from kenken_cp import count
from kenken_cp.errors import FormatError
from kenken_cp.formats import FORMATS, detect, dumps, load, loads, loads_all
from kenken_cp.model.operators import GIVEN

FILES = Path(__file__).parents[1] / "data" / "formats"
WANTED = loads("aab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 12*\n")

SPELLINGS = [
    "(1,1)(1,2):3+\n(1,3)(2,3):1-\n(2,1)(3,1):2-\n(2,2)(3,2)(3,3):12*\n",
    "1,1; 1,2 3+\n1,3; 2,3 1-\n2,1; 3,1 2-\n2,2; 3,2; 3,3 12x",
    "1 1; 1 2;  +3\n1 3; 2 3;  -1\n2 1; 3 1;  -2\n2 2; 3 2; 3 3;  *12\n",
    "3\n0 0 0 1 :3+\n0 2 1 2 :1-\n1 0 2 0 : 2-\n1 1 2 1 2 2 :12x\n",
    "3x3\n4\n0,0 0,1 3+\n0,2 1,2 1-\n1,0 2,0 2-\n1,1 2,1 2,2 12*\n",
    "# of r1c1\r\n3+ r1c1 r1c2\r\n1- r1c3 r2c3 \r\n\r\n2− r2c1 r3c1\r\n12× r2c2 r3c2 r3c3",
    "r1c1,r1c2 = 3 plus\nr1c3,r2c3 = 1 minus\nr2c1,r3c1 = 2 sub\nr2c2,r3c2,r3c3 = 12 times\n",
    "[(0, 0), (0, 1)] -> 3+\n[(0, 2), (1, 2)] -> 1-\n[(1, 0), (2, 0)] -> 2-\n"
    "[(1, 1), (2, 1), (2, 2)] -> 12*\n",
    "\ufeff3+: [1,1] [1,2]\n1-: [1,3] [2,3]\n2-: [2,1] [3,1]\n12*: [2,2] [3,2] [3,3]",
    "size: 3\n2 0 0 0 1 3 +\n2 0 2 1 2 1 -\n2 1 0 2 0 2 -\n3 1 1 2 1 2 2 12 *\n",
    "3\n4\n+ 3 2 0,0 0,1\n- 1 2 0,2 1,2\n- 2 2 1,0 2,0\nx 12 3 1,1 2,1 2,2\n",
    "3\nAdd 3 1,1 1,2\nSubtract 1 1,3 2,3\nSubtract 2 2,1 3,1\nMultiply 12 2,2 3,2 3,3\n",
    "3+,(0,0);(0,1),(0,0)\n1-,(0,2);(1,2),(0,2)\n2-,(1,0);(2,0),(1,0)\n"
    "12*,(1,1);(2,1);(2,2),(2,1)\n",
    "3 + 11 12\n1 - 13 23\n2 - 21 31\n12 * 22 32 33\n",
    "3\n3 + 12 11\n1 - 13 23\n2 - 21 31\n12 x 22 32 33",
    "3+ r1c1-r1c2\n1- r2c3 - r1c3\n2- r2c1-r3c1\n12* r2c2-r3c2-r3c3\n",
    "(0,0)-(0,1): 3+\n(0,2)-(1,2): 1-\n(1,0)-(2,0): 2-\n(1,1)-(2,1),(2,2): 12*\n",
    "* 12 (2,2) (3,2) (3,3)\n+ 3 (1,1) (1,2)\n- 1 (1,3) (2,3)\n- 2 (2,1) (3,1)\n",
]


@pytest.mark.parametrize("text", SPELLINGS)
def test_spellings(text):
    assert detect(text).name == "pairs"
    found = loads(text)
    assert set(found.cages) == set(WANTED.cages)
    assert found.size == WANTED.size


@pytest.mark.parametrize(
    ("name", "size", "last"), [("flat", 7, "7"), ("commas", 4, "6+"), ("turned", 3, "1")]
)
def test_files_of_others(name, size, last):
    puzzle = load(FILES / f"pairs_{name}.txt")
    assert (puzzle.rows, puzzle.free_cells) == (size, ())
    assert next(cage for cage in puzzle.cages if cage.clue == last)
    assert count(puzzle) == 1


def test_a_sign_of_givens():
    """board.txt of srijan-paul/KenKenSolver."""
    text = "3\n1 - 0 0 0 1\n1 - 0 2 1 2\n4 + 1 0 2 0\n1 - 1 1 2 1\n1 # 2 2\n"
    puzzle = loads(text)
    assert (puzzle.givens, count(puzzle)) == ({(2, 2): 1}, 1)
    with pytest.raises(FormatError, match="operator '#'"):
        loads(text.replace("4 +", "4 #"), "pairs")


def test_givens_hidden_operators_and_several_puzzles():
    one = "2\n0 0 0 1 3\n1 0 =2\n1 1 1\n"
    text = one + "2\n0 0 1 0 3+\n0 1 : 1\n1 1 : 2=\n"
    first, second = loads_all(text, "pairs")
    assert [cage.operator for cage in first.cages] == [None, GIVEN, GIVEN]
    assert sorted(cage.clue for cage in second.cages) == ["1", "2", "3+"]


@pytest.mark.parametrize("size", [3, 7, 9])
def test_cells_as_two_digits_are_read_where_they_are_a_whole_board(size):
    sums = [size * (size + 1) // 2 - row for row in range(1, size + 1)]
    lines = [
        f"{total} + {' '.join(f'{row}{column}' for column in range(2, size + 1))}\n{row} {row}1\n"
        for row, total in enumerate(sums, 1)
    ]
    text = "".join(lines)
    puzzle = loads(text)
    assert (puzzle.rows, puzzle.free_cells) == (size, ())
    assert [cage.clue for cage in puzzle.cages if len(cage.cells) == 1] == [
        str(row) for row in range(1, size + 1)
    ]
    for damaged in (text.replace(f"{size} {size}1\n", ""), text.replace("22", "12")):
        with pytest.raises(FormatError):
            loads(damaged)


def test_cages_that_cover_the_board_show_what_two_digits_are():
    sides = range(1, 10)
    text = "".join(f"45 + {' '.join(f'{row}{column}' for column in sides)}\n" for row in sides)
    assert loads(text, "aikenken").rows == 10
    assert loads(text) == loads(text, "pairs")
    assert (loads(text).rows, loads(text).free_cells) == (9, ())


def test_cells_between_two():
    assert [
        len(cage.cells) for cage in loads("6+ r1c1-r1c3\n6+ r2c3–r2c1\n6+ r3c1-r3c3").cages
    ] == [3, 3, 3]


def test_cells_of_two_digits_and_two_digit_targets():
    lines = [f"({r},{c}):{(r + c) % 12 + 1}" for r in range(1, 13) for c in range(3, 13)]
    lines += [
        f"({r},1)({r},2):{2 * ((r + 1) % 12 + 1) + 1 - 12 * (r == 10)}+" for r in range(1, 13)
    ]
    assert loads("\n".join(lines), "pairs").rows == 12


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(1,1)(1,2):3+\n(2,1):2\n", "1:1: cell r2c2 is in no cage; expected one for each"),
        ("(1,1)(1,2):3+\n(2,1)(1,2):2+\n(2,2):1", "2:1: cell r1c2 is in two cages; the first"),
        ("(1,1)(1,2):3+\n(2,1)(2,2):+3\n", "2:1: the operator before the target, and behind it on"),
        ("2\n(1,1)(1,3):3+\n(2,1)(2,2):3+\n", "2:1: cell 1,3; expected rows and columns 1 to 2"),
        ("3+ r1c1 r1c2\n2: r2c1 r2c2", "2:4: a colon that may divide, or only stand there"),
        ("r1c1 r1c2 -1\nr2c1 r2c2 :2", "2:1: a colon that may divide, or only stand there"),
        ("(1,1)(1,2);+ 3\n(2,1)(2,2);: 2", "2:1: a colon that may divide, or only stand there"),
        ("6+ r1c1-r1c3\nr2c1-r2c3 = 6\n6+ r3c1-r3c3", "2:1: 'r2c1-r2c3': the dash may subtract"),
        ("3+ r1c1-r2c2\n3+ r1c2 r2c1", "1:4: 'r1c1-r2c2': a dash between cells that are in no"),
        ("6+ r1c1-r1c3\n2 r1c2\n6+ r2c1-r2c3\n6+ r3c1-r3c3", "2:3: cell r1c2 is in two cages"),
        ("2\n3\n(1,1)(1,2):3+\n(2,1)(2,2):3+\n", "1:1: 2 cages; expected 3, as the head says"),
        ("(1,1)(1,2):3+\n(2,1)(2,2):3%\n(3,3) 4*", "2:13: unknown operator '%'"),
        ("1 1 1 2 3+\n1 1 2 2 2 3+\n2 2 1+", "2:1: '1 1 2 2 2'; expected a row and a column"),
        ("(1,1)(1,2):3+\n(2,1)(2,2):3+\nthe end", "3:1: 'the end'; expected a cage, as in"),
        ("(0,0)(0,99):3+\n(1,1)(1,2):3+\n", "1:1: a board of 100 rows; expected 1 to 64"),
    ],
)
def test_mistakes(text, message):
    with pytest.raises(FormatError) as caught:
        loads(text)
    error = caught.value
    place = ":".join(str(each) for each in (error.line, error.column) if each)
    assert f"{place}: {error.message}".startswith(message)


def test_written_and_read_again():
    assert re.fullmatch(r"(?:(?:\(\d,\d\))+:\d+[-+*]?\n)+", text := dumps(WANTED, "pairs"))
    assert loads(text) == WANTED
    for missing in ("aab\ncdb\ncd.\n\na 3+\nb 1-\nc 2-\nd 2-\n", "ab\nab\n\na 3\nb 3\n"):
        with pytest.raises(FormatError, match="the pairs format cannot express a"):
            dumps(loads(missing, "native"), "pairs")


def test_numbers_behind_a_clue_below_a_size() -> None:
    """As github.com/umbertocicciaa/KenKenSolver has them, also in a game that has begun."""
    text = "2\n3 + 0 0 1 0\n2 none 0 1\n1 none 1 1\n"
    assert loads(text) == loads("(1,1)(2,1):3+\n(1,2):2\n(2,2):1\n")
    assert loads(f"{text}separator\n1,,\n,,\n") == loads(text)
    assert detect(text).name == "pairs"
    assert not FORMATS.named("pairs").detect(text.removeprefix("2\n"))


def test_a_given_of_two_cells() -> None:
    """It was taken for a hidden operator."""
    with pytest.raises(FormatError, match="given"):
        loads("3 given r1c1 r1c2\n1- r1c3 r2c3\n2- r2c1 r3c1\n12* r2c2 r3c2 r3c3\n")
