"""Formats of a cage a line, and what their files really look like: the same puzzle in each."""

from __future__ import annotations

from pathlib import Path

import pytest

from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, dumps, load, loads, loads_all
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN

DATA = Path(__file__).parents[1] / "data" / "formats"

CAGES = (
    Cage([(0, 0), (0, 1), (1, 1)], "*", 6),
    Cage([(0, 2), (1, 2)], "-", 1),
    Cage([(1, 0), (2, 0)], "/", 3),
    Cage([(2, 1)], "=", 2),
)
TEXTS = {
    "bparr": "3\n4\nx 6 0,0 0,1 1,1\n- 1 0,2 1,2\n/ 3 1,0 2,0\n! 2 2,1\n",
    "calcudoku": "6, x, A1B1B2\n1, -, C1C2\n3, :, A2A3\n2, +, B3\n",
    "tuples": "3\n[(0,0),(0,1),(1,1)] mult 6\n[(0,2),(1,2)] sub 1\n"
    "[(1,0),(2,0)] div 3\n[(2,1)] '' 2\n",
    "mapu": "3 4\n3  0 0  0 1  1 1  * 6\n2  0 2  1 2  - 1\n2  1 0  2 0  / 3\n1  2 1  = 2\n",
    "daily": "3\n6 * A1 B1 B2\n1 - C1 C2\n3 / A2 A3\n2 = B3\n",
    "vk": "size=3\nx 6 1,1 1,2 2,2\n- 1 1,3 2,3\n/ 3 2,1 3,1\n= 2 3,2\n",
    "brackets": "3\nmul 6 (0,0) (0,1) (1,1)\nsub 1 (0,2) (1,2)\ndiv 3 (1,0) (2,0)\neq 2 (2,1)\n",
    "hashes": "3\n6#0-1-4#*\n1#2-5#-\n3#3-6#/\n2#7#=\n",
    "bars": "3\n6|*|0,0|0,1|1,1\n1|-|0,2|1,2\n3|/|1,0|2,0\n2|=|2,1\n",
    "newdoku": "Puzzle\nKenKen\n6*00.01.11\n1-02.12\n3:10.20\n2c21\n",
    "signs": "3\n*6 a1 b1 b2\n-1 c1 c2\n/3 a2 a3\n+2 b3\n",
    "neknek": "# 3\n* 6 A1 A2 B2\n- 1 A3 B3\n/ 3 B1 C1\n! 2 C2\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_same_puzzle_in_each(name: str) -> None:
    rules = CALCUDOKU if name in ("calcudoku", "vk") else KENKEN
    puzzle = Puzzle(3, CAGES, rules=rules)
    assert detect(TEXTS[name]).name == name
    assert loads(TEXTS[name]) == puzzle
    assert dumps(puzzle, name) == TEXTS[name]


def test_cells_numbered_from_1() -> None:
    text = "6x 1,2,5\n1- 3,6\n3÷ 4,7\n2+ 8\n1+ 9\n"
    puzzle = Puzzle(3, (*CAGES, Cage([(2, 2)], "=", 1)))
    assert loads(text) == puzzle
    assert dumps(puzzle, "numbered") == text
    with pytest.raises(FormatError, match="largest cell is 8; expected the last one of a square"):
        loads("3+ 1,8\n", "numbered")


@pytest.mark.parametrize(
    ("text", "clues"),
    [
        ("24, x, a1a2b1\n3, +, b2\n", ["24*", "3"]),
        ("24,x,A1 A2 B1\n3,+,B2", ["24*", "3"]),
        ("24 , × , a1, a2, b1\n3, =, b2\n", ["24*", "3"]),
        ("24 , & , a1, a2, b1\n3, , b2\n", None),
    ],
)
def test_spellings_of_calcudoku(text: str, clues: list[str] | None) -> None:
    if clues is None:
        with pytest.raises(FormatError, match="line 1, column 6: operator '&'"):
            loads(text, "calcudoku")
        return
    assert [cage.clue for cage in loads(text, "calcudoku").cages] == clues


@pytest.mark.parametrize("name", TEXTS)
def test_as_people_paste_it(name: str) -> None:
    """Signs of print, comments, blanks, line ends, and a mark at the start."""
    text, puzzle = TEXTS[name], loads(TEXTS[name])
    for old, new in (("*", "×"), ("*", "·"), ("/", "÷"), ("- ", "− "), ("x", "X"), ("-0", "–0")):
        changed = text.replace(old, new)
        assert loads(changed, name) == puzzle
    assert loads("\ufeff" + text.replace("\n", "  \r\n\r\n"), name) == puzzle
    if name != "mapu":
        assert loads(f"# Monday's\n// by hand\n{text}# the end\n", name) == puzzle
        assert detect(f"# Monday's\n{text}").name == name


@pytest.mark.parametrize("name", sorted({*TEXTS} - {"mapu"}))
def test_a_solution_below_must_fit(name: str) -> None:
    cages = (
        Cage([(0, 0), (0, 1)], "+", 3),
        Cage([(0, 2), (1, 2)], "*", 6),
        Cage([(1, 0), (2, 0)], "*", 6),
        Cage([(1, 1), (2, 1)], "/", 3),
        Cage([(2, 2)], "=", 1),
    )
    puzzle = Puzzle(3, cages, rules=CALCUDOKU if name in ("calcudoku", "vk") else KENKEN)
    text, rows = dumps(puzzle, name), ["1 2 3", "3 1 2", "2 3 1"]
    assert loads(text + "\n".join(rows), name) == puzzle
    assert loads(text + "\n".join(f"[{row.replace(' ', ', ')}]" for row in rows), name) == puzzle
    with pytest.raises(FormatError, match="a solution that does not fit the puzzle"):
        loads(text + "\n".join([*rows[1:], rows[0]]), name)
    with pytest.raises(FormatError):
        loads(text + "\n".join(rows[1:]), name)


@pytest.mark.parametrize("between", [" ", "\t"])
def test_the_first_cages_may_all_be_givens(between: str) -> None:
    """Three of them were numbers only, or numbers of ``upc``."""
    text = "3 1\n2 2\n1 3\n1 5\n2- 4,7\n5+ 6,9\n3 8\n"
    puzzle = loads(text.replace(" ", between))
    assert len(puzzle.cages) == 7
    assert Cage([(1, 0), (2, 0)], "-", 2) in puzzle.cages
    assert loads(text, "numbered") == puzzle


def test_the_size_is_that_of_the_last_cell() -> None:
    assert loads("24, x, e4e5f5\n3, +, c2\n").size == 6
    with pytest.raises(FormatError, match="no cage in row 3 or column 3"):
        dumps(Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 3)], rules="calcudoku"), "calcudoku")


def test_subtraction_on_three_cells_where_the_place_has_it() -> None:
    assert loads("1, -, a1a2a3\n").rules is CALCUDOKU
    assert loads("3\n1 - A1 A2 A3\n", "daily").rules is CALCUDOKU
    with pytest.raises(FormatError, match="kenken rules allow only"):
        loads("3\n1 - A1 A2 A3\n", "daily", rules="kenken")


@pytest.mark.parametrize(
    ("file", "name", "size", "cages", "last"),
    [
        ("bparr.txt", "bparr", 4, 7, "2/ at r4c2 r4c3"),
        ("tuples.txt", "tuples", 4, 7, "4* at r4c1 r4c2"),
        ("numbered.txt", "numbered", 5, 11, "1 at r5c4"),
        ("vk.txt", "vk", 4, 5, "0- at r3c4 r4c2 r4c3 r4c4"),
        ("brackets.txt", "brackets", 4, 7, "1 at r4c3"),
        ("hashes.txt", "hashes", 4, 7, "7+ at r2c1 r2c2 r3c1"),
        ("bars.txt", "bars", 4, 7, "4* at r3c4 r4c4"),
        ("newdoku.txt", "newdoku", 4, 6, "6+ at r3c3 r4c3 r4c4"),
        ("signs.ken", "signs", 8, 26, "2/ at r4c8 r5c8"),
        ("tuples_quoted.txt", "tuples", 4, 7, "4* at r4c1 r4c2"),
        ("mapu.txt", "mapu", 6, 13, "8+ at r6c1 r6c2 r6c3"),
    ],
)
def test_files_of_other_people(file: str, name: str, size: int, cages: int, last: str) -> None:
    puzzle = load(DATA / file)
    assert detect((DATA / file).read_text("utf-8")).name == name
    assert (puzzle.size, len(puzzle.cages)) == (size, cages)
    assert last in map(str, puzzle.cages)


def test_several_puzzles_in_a_text() -> None:
    assert len(loads_all(TEXTS["daily"] * 3)) == 3
    assert len(loads_all(TEXTS["mapu"] * 3)) == 3
    assert len(loads_all((DATA / "bparr.txt").read_text("utf-8") * 2)) == 2


@pytest.mark.parametrize(
    ("name", "text", "place", "message"),
    [
        ("bparr", "3\n2\n+ 3 0,0 0,1\n", (1, 1), "1 cage; expected 2, as the head says"),
        ("bparr", "3\n1\n+ 3 0,0 0;1\n", (3, 9), "cell '0;1'; expected row and column from 0"),
        ("tuples", "3\n[(0,0),(0,1) add 3\n", (2, 14), "'add 3'; expected ']'"),
        ("tuples", "3\n[(0,0),(0,1)] plus 3\n", (2, 15), "operator 'plus'; expected one of"),
        ("calcudoku", "3 + a1a2\n", (1, 3), "'+ a1a2'; expected ','"),
        ("daily", "3\n5 + A1 A0\n", (2, 8), "cell 'A0'; expected column A to Z and row"),
        ("mapu", "3 1\n2 0 0 0\n", (2, 7), "the text ends after '0'; expected a cell"),
        ("vk", "size=3\n+ 3 1,1 9,9\n", (2, 1), "cell r9c9 of the cage 3+ is outside the board"),
    ],
)
def test_what_is_wrong_and_where(
    name: str, text: str, place: tuple[int, int], message: str
) -> None:
    with pytest.raises(FormatError) as caught:
        loads_all(text, name)
    assert (caught.value.line, caught.value.column) == place
    assert message in caught.value.message


def test_the_operators_of_calcudoku_org() -> None:
    text = "1, mod, a1b1\n65536, ^, a2b2c2\n7, |, c1d1\n5, +, d4\n"
    assert [cage.clue for cage in loads(text).cages] == ["1mod", "7|", "65536^", "5"]
    assert (
        dumps(loads(text), "calcudoku") == "1, mod, A1B1\n7, |, C1D1\n65536, ^, A2B2C2\n5, +, D4\n"
    )
