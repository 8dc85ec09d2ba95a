"""Formats that draw a grid of the names of cages, and what their files really look like."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kenken_cp import solve
from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, dumps, dumps_all, load_all, loads, loads_all
from kenken_cp.model.geometry import boxes
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KILLER

DATA = Path(__file__).parents[1] / "data" / "formats"

CAGES = (
    Cage([(0, 0), (0, 1), (1, 1)], "*", 6),
    Cage([(0, 2), (1, 2)], "-", 1),
    Cage([(1, 0), (2, 0)], "/", 3),
    Cage([(2, 1), (2, 2)], "+", 3),
)
PUZZLE = Puzzle(3, CAGES)
TEXTS = {
    "letters": "3\nAAB\nCAB\nCDD\nA * 6\nB - 1\nC / 3\nD + 3\n",
    "rooms": "1 1 2\n3 1 2\n3 4 4\n1: 6x\n2: 1-\n3: 3/\n4: 3+\n",
    "indexgrid": "3 4\n0 0 1\n2 0 1\n2 3 3\n0 * 6\n1 - 1\n2 / 3\n3 + 3\n",
    "janko": "3 3\n6* . 1-\n3/ . .\n. 3+ .\n1 1 2\n3 1 2\n3 4 4\n",
    "inline": "#kenken 3x3\nr1.6*,r1,r2.1-\nr3.3/,r1,r2\nr3,r4.3+,r4\n",
    "upc": "3 4\n3 6 3 1 1 1 2 2 2\n2 1 2 1 3 2 3\n4 3 2 2 1 3 1\n1 3 2 3 2 3 3\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_same_puzzle_in_each(name: str) -> None:
    assert detect(TEXTS[name]).name == name
    assert loads(TEXTS[name]) == PUZZLE
    assert dumps(PUZZLE, name) == TEXTS[name]
    assert loads_all(dumps_all([PUZZLE, PUZZLE], name)) == [PUZZLE, PUZZLE]


def test_targets_before_operators() -> None:
    text = "3 4\n0 0 1\n2 0 1\n2 3 3\n0 6 *\n1 1 -\n2 3 /\n3 3 +\n"
    assert detect(text).name == "indexgrid"
    assert loads(text) == loads("3 4\n0 0 1\n2 0 1\n2 3 3\n0 * 6\n1 - 1\n2 / 3\n3 + 3\n")


GRID = "AAB\nCAB\nCDD\n"
SPACED = "A A B\nC A B\nC D D\n"


@pytest.mark.parametrize(
    "text",
    [
        f"3\n{SPACED}A 6 *\nB 1 -\nC 3 /\nD 3 +\n",
        f"3\n{GRID}\n\nA: 6*\nB: 1-\nC=3/\nD 3+\n",
        f"3\n{GRID}6*\n1-\n3 /\n3+",
        f"A=6x B=1- C=3/ D=3+\n{SPACED}",
        f"A=6 x, B=1 -\nC=3 /\nD=3 +\n{GRID}",
        "0=6 *\n1=1 -\n2=3 /\na=3 +\nSTART\n0 0 1\n2 0 1\n2 a a\n",
        f"# a comment\n3\n{GRID}A x 6\nB - 1\nC \\ 3\nD + 3\n",
        f'.KK "mine"\n{GRID}\nA 6x\nB 1-\nC 3/\nD 3+\n',
        "3\nA, A, B\nC, A, B\nC, D, D\nA: 6*, B: 1-, C: 3/, D: 3+\n",
        "3\nA\tA\tB\nC\tA\tB\nC\tD\tD\nA\t6\t*\nB\t1\t-\nC\t3\t/\nD\t3\t+\n",
        f"3\n{GRID}A × 6\nB − 1\nC ÷ 3\nD + 3\n",
        f"3\n{GRID}6×\n1−\n3÷\n3+\n",
        f"3\n{GRID}6× 1− 3÷ 3+\n",
        f"3\n{GRID.lower()}A X 6\nB - 1\nC / 3\nD + 3\n",
        f"3\n{GRID}A: *6\nB: -1\nC: /3\nD: +3\n",
        f"3\n{GRID}A*6\nB-1\nC/3\nD+3\n",
        f"3\n{GRID}A6* B1- C3/ D3+\n",
        f"3\n{GRID}A 6 times\nB 1 minus\nC 3 div\nD 3 plus\n",
        f"// of today\n3x3 # rows\n{GRID}# clues\nA 6* # a\nB 1-\nC 3/\nD 3+\n",
        f"A=x6 B=-1 C=/3 D=+3\n{SPACED}",
        f"A 6*\nB 1-\nC 3/\nD 3+\n\n{GRID}",
        "size=3\nA|A|B\nC|A|B\nC|D|D\nA 6*\nB 1-\nC 3/\nD 3+\n",
        "3\n1 1 2\n3 1 2\n3 4 4\n1: 6*\n2: 1-\n3: 3/\n4: 3+\n",
    ],
)
def test_spellings_of_letters(text: str) -> None:
    assert detect(text).name == "letters"
    assert loads(text) == PUZZLE
    assert loads_all(f"{text}\n{text}", "letters") == [PUZZLE, PUZZLE]


def test_clues_in_the_grid_are_of_calcudoku() -> None:
    text = "A+6\tA\tA\n3\tB/6\tC-1\nB\tB\tC\n"
    puzzle = loads(text)
    assert (detect(text).name, puzzle.rules) == ("letters", CALCUDOKU)
    assert "3 at r2c1" in map(str, puzzle.cages)
    assert "6/ at r2c2 r3c1 r3c2" in map(str, puzzle.cages)
    assert dumps(puzzle, "letters:cells") == text
    assert loads(dumps(puzzle, "letters")) == puzzle
    with pytest.raises(FormatError, match="kenken rules allow only"):
        loads(text, rules="kenken")


def test_rows_with_clues_in_a_list() -> None:
    """As InternBootcamp's Calcudokubootcamp prints them in its questions."""
    text = "A+3 A B-1\nC-1 D*3 B\nC D D\n"
    for rows in (repr(text.splitlines()), '["A+3 A B-1","C-1 D*3 B","C D D"]\n'):
        assert detect(rows).name == "letters"
        assert loads(rows) == loads(text)
    with pytest.raises(FormatError, match="cell 'B%'; expected a letter") as caught:
        loads("\n\n['A+3 A B%', 'C-1 D*3 B', 'C D D']", "letters")
    assert (caught.value.line, caught.value.column) == (3, 9)


def test_three_cells_of_a_difference_are_of_calcudoku() -> None:
    text = "0=0 -\n1=6 +\nSTART\n0 0 1\n0 1 1\n1 1 1\n"
    puzzle = loads(text)
    assert (detect(text).name, puzzle.rules) == ("letters", CALCUDOKU)
    assert puzzle.cages[0].clue == "0-"


def test_clues_in_the_grid_stand_in_any_cell() -> None:
    assert loads("A A6+ A\n3 B C1-\nB B6/ C\n").rules is CALCUDOKU


def test_a_colon_divides_where_operators_stand_before_targets() -> None:
    text = "3\nAAB\nCAB\nCDD\nA * 6\nB - 1\nC : 3\nD + 5\n"
    assert str(loads(text).cages[2]) == "3/ at r2c1 r3c1"
    assert loads(text) == loads(text.removeprefix("3\n").replace("\nA *", "\n\nA *"), "native")
    assert loads("3\nAAB\nCAB\nCDD\nA: 6*\nB: 1-\nC: 3\nD: 5+\n").cages[2].operator is None
    assert str(loads("2\nAA\nBC\nA + 3\nB : 2\nC : 1\n").cages[1]) == "2 at r2c1"


def test_a_colon_before_the_clue_in_a_cell() -> None:
    wanted = set(loads("aab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 12*\n").cages)
    assert set(loads("a:3+ a b:1-\nc d:12* b\nc:2- d d\n").cages) == wanted
    givens = loads("a:3+ a b:1-\nc d:12* b\ne:1 d d\n".replace("c ", "c:3 "))
    assert sorted(cage.clue for cage in givens.cages) == ["1", "1-", "12*", "3", "3+"]
    for text, message in (
        ("a:3 a b:1\nc d:12 b\nc:2 d d\n", "the sum of a Killer Sudoku, whose sums would make"),
        ("a:3 a b:1-\nc d:12* b\nc:2- d d\n", "a colon may divide"),
        ("a:3+ a b1-\nc d:12* b\nc:2- d d\n", "a colon may divide"),
    ):
        with pytest.raises(FormatError, match=message):
            loads(text)


def test_sums_in_the_cells_of_a_killer_sudoku() -> None:
    rows = [f"{letter}:45 " + " ".join(letter * 8) for letter in "abcdefghi"]
    puzzle = loads("\n".join(rows))
    assert (puzzle.rules.name, len(puzzle.cages), len(puzzle.houses)) == ("killer", 9, 9)


def test_boxes_of_letters() -> None:
    puzzle = loads("4\nA...\n....\n..B.\n....\nA = 1\nB = 2\n. B 2\n")
    assert set(puzzle.houses) == set(boxes(4, 2, 2))
    assert [str(cage) for cage in puzzle.cages] == ["1 at r1c1", "2 at r3c3"]


def test_numbers_in_a_grid_are_givens_or_labels() -> None:
    assert "2 at r1c2" in map(str, loads("2\nA2\nAB\nA + 3\nB = 1\n").cages)
    assert str(loads("2\nA1\nA1\nA + 3\n1 + 3\n").cages[1]) == "3+ at r1c2 r2c2"


@pytest.mark.parametrize(
    ("file", "name", "puzzles", "last"),
    [
        ("rooms.ken", "rooms", [(6, 15)], "2/ at r6c4 r6c5"),
        ("letters_kyle.test", "letters", [(4, 7)], "2/ at r4c3 r4c4"),
        ("letters_rokob.txt", "letters", [(6, 13)], "8+ at r6c1 r6c2 r6c3"),
        ("letters_kenny.txt", "letters", [(6, 15)], "5- at r6c5 r6c6"),
        ("letters_boxysean.txt", "letters", [(7, 23)], "6* at r7c3 r7c4"),
        ("letters_cdok.txt", "letters", [(6, 16)], "28+ at r3c3 r3c4 r3c5 r4c5 r4c6 r5c5"),
        ("letters_start.txt", "letters", [(8, 24)], "13+ at r8c6 r8c7"),
        ("letters_sudoku.txt", "letters", [(9, 26)], "6 at r9c5"),
        ("letters_digits.ken", "native", [(4, 8)], "4 at r4c1"),
        ("letters_kk.txt", "letters", [(4, 7), (6, 18)], "12+ at r5c2 r6c2 r6c3"),
        ("indexgrid.txt", "indexgrid", [(5, 9)], "20* at r4c1 r5c1 r5c2"),
        ("janko.txt", "janko", [(6, 16), (4, 7), (5, 11)], "8* at r4c4 r4c5"),
        ("inline.txt", "inline", [(7, 17)], "336* at r5c4 r6c4 r7c4 r7c5"),
        ("krazydad.csv", "krazydad", [(9, 31), (9, 31)], "15+ at r9c2 r9c3"),
        ("upc.txt", "upc", [(9, 35)], "2160* at r2c4 r2c5 r2c6 r2c7"),
    ],
)
def test_files_of_other_people(
    file: str, name: str, puzzles: list[tuple[int, int]], last: str
) -> None:
    found = load_all(DATA / file)
    assert detect((DATA / file).read_text("utf-8")).name == name
    assert [(puzzle.rows, len(puzzle.cages)) for puzzle in found] == puzzles
    assert last in map(str, found[-1].cages)


def test_a_bare_number_of_janko_hides_the_operator() -> None:
    puzzle = load_all(DATA / "janko.txt")[1]
    clues = sorted((len(cage.cells), cage.clue) for cage in puzzle.cages)
    assert clues == [(1, "3"), (2, "1"), (2, "2"), (2, "3"), (3, "12"), (3, "5"), (3, "9")]
    assert all(cage.operator is None for cage in puzzle.cages if len(cage.cells) > 1)
    assert loads(dumps(puzzle, "janko")) == puzzle


def test_a_label_x_behind_a_clue_without_an_operator() -> None:
    """It was the sign of multiplication."""
    text = "a=3+ w=2 x=4x y=1 z=3\na a w\nx x z\ny x x\n"
    named = text.replace("x=4x", "b=4x").replace("x", "b").replace("4b", "4x")
    assert loads(text) == loads(named)
    assert loads(text.replace("x=4x", "x = 4 x")) == loads(named)


def test_rectangles_of_janko() -> None:
    puzzle = loads("2 3\n3+ . 3\n3* . 2\n1 1 2\n3 3 4\n")
    assert (puzzle.size_name, len(puzzle.cages)) == ("2x3", 4)
    assert loads(dumps(puzzle, "janko")) == puzzle
    with pytest.raises(FormatError, match=r"values 0\.\.2"):
        dumps(replace(puzzle, values=range(3)), "janko")


def test_boards_with_clues_inside_one_after_the_other() -> None:
    """The names begin anew, or a blank line is between them."""
    for text in ("a+3 a\nb-1 b\n", "r1.3+,r1\nr2.1-,r2\n"):
        assert len(loads_all(text * 2)) == 2
        other = text.replace("a", "c").replace("b", "d").replace("r1", "r3").replace("r2", "r4")
        assert len(loads_all(f"{text}\n{other}")) == 2


def test_killers_of_krazydad() -> None:
    puzzle = load_all(DATA / "krazydad.csv")[0]
    assert puzzle.rules is KILLER
    assert set(puzzle.houses) == set(boxes(9, 3, 3))
    assert puzzle.title == "KD_Killer_IM1-B1-P1"
    assert dumps(puzzle, "krazydad").splitlines()[0] == "puzz_color,puzz_hint"


@pytest.mark.parametrize("prefix", ["", "K"])
def test_letters_of_krazydad_in_another_order(prefix: str) -> None:
    """Sums by the letters, or as these come first: the values tell which; and never are these a
    Sudoku.
    """
    head = "puzz_color,puzz_hint,solved\n"
    puzzle = load_all(DATA / "krazydad.csv")[0]
    letters, hints = dumps(puzzle, "krazydad").splitlines()[1].split(",", 1)
    values = "".join(str(value) for row in solve(puzzle).solution for value in row)
    by_place = prefix + letters[1:].translate(str.maketrans("AB", "BA"))
    first, second, rest = hints.strip('"').split(",", 2)
    assert first != second
    by_letter = f'"{second},{first},{rest}"'
    for sums in (hints, by_letter):
        assert loads(f"{head}{by_place},{sums},{values}\n").cages == puzzle.cages
    for wrong in (f"{by_place},{hints},", f"{by_place},{hints},{values[::-1]}"):
        with pytest.raises(FormatError, match="no solved values tell which sum is whose"):
            loads(f"{head}{wrong}\n")


def test_entries_of_a_saved_game_are_left_out() -> None:
    puzzle = TEXTS["upc"]
    assert loads_all(puzzle + "0 0 1 0 2 0 0 0 3\n" + puzzle) == [PUZZLE, PUZZLE]
    one_line = "2 1 1 3 2 1 1 1 2"  # as many numbers as a board of 3x3 has cells
    with pytest.raises(FormatError, match="another board or the entries of a saved game"):
        loads_all(f"{puzzle}{one_line}\n")


def test_remainder_and_power_of_upc_the_other_way_round() -> None:
    """As `Jocs de Prova` of enricsegarra's Projecte-KenKen have them."""
    rest = "1 4 2 1 1 1 2\n1 4 2 2 1 2 2\n1 4 3 3 1 3 2 3 3\n"
    for clues, operators in (
        ("5 1 2 1 3 2 3\n", ["mod"]),
        ("5 9 2 1 3 2 3\n", ["^"]),
        ("6 9 2 1 3 2 3\n", ["^"]),
        ("6 0 2 1 3 2 3\n", ["mod"]),
    ):
        puzzle = loads("3 4\n" + rest + clues, "upc")
        assert [cage.operator.symbol for cage in puzzle.cages if (0, 2) in cage.cells] == operators


@pytest.mark.parametrize(("operator", "target"), [("mod", 4), ("^", 0)])
def test_upc_holds_no_clue_that_would_be_read_the_other_way_round(operator, target) -> None:
    puzzle = Puzzle(4, [Cage([(0, 0), (0, 1)], operator, target)])
    with pytest.raises(FormatError, match="cannot express a remainder or a power that no values"):
        dumps(puzzle, "upc")


@pytest.mark.parametrize(("text", "target"), [("10" * 40, int("10" * 40)), ("–5", -5)])
def test_upc_is_recognised_whatever_its_first_target(text, target) -> None:
    puzzle = loads(f"3 1\n3 {text} 2 1 1 1 2\n")
    assert puzzle.cages == (Cage([(0, 0), (0, 1)], "*", target),)


def test_operators_of_upc() -> None:
    text = "2 2\n6 2 2 1 1 1 2\n5 1 2 2 1 2 2\n"
    assert [cage.clue for cage in loads(text).cages] == ["2^", "1mod"]
    assert dumps(loads(text), "upc") == text
    assert loads("2 1\n1 2 1 1 1 [2]\n").cages == (Cage([(0, 0)], "=", 2),)


WRONG = [
    ("letters", "2\nAB\nAB\nA + 3\n", (2, 2), "'B' has no clue"),
    ("letters", "2\nAB\nAB\nA + 3\nB & 3\n", (5, 3), "operator '&'; expected one of"),
    ("letters", "2\nAB\nAB\nA + 3\nhello\n", (5, 1), "'hello'; expected a letter and its clue"),
    ("letters", "2\nAB\nABA\nA + 3\n", (3, 1), "a row of 3 cells; expected 2"),
    ("letters", "2\nAB\nAB\n3+\n", (4, 1), "clues of 1 letter; expected 2, one for each"),
    ("letters", "2\nAB\nAB\n3+\n3~\n", (5, 1), "'3~'; expected the clue of 'B', as in 3+"),
    ("letters", "a=-1\nb=3+\na a\nb b\n", (1, 3), "clue '-1'; expected the operator last"),
    ("letters", "a=1-\na=3+\na a\na a\n", (2, 1), "a second clue for 'a'; the first is on line 1"),
    ("letters", "A+3 A\nB B\n", (2, 1), "'B' has no clue"),
    ("letters", "A+3 A\nB+3\n", (2, 1), "a row of 1 cell; expected 2"),
    ("letters", "0=3+\n1=1-\n0 0\n2 1\n", (4, 1), "'2' has no clue"),
    ("letters", "A A\nB B\n", (1, 1), "no size, no clues; expected a size first"),
    ("letters", "3\nAAA\nBBB\nCCC\n. B 2\n", (5, 1), "boxes of 2x2; expected a board of 4 rows"),
    ("rooms", "1 1\n2 2\n1: 3+\n", (2, 1), "'2' has no clue"),
    ("rooms", "1 1\n2 2\n3: 3+\n", (3, 4), "a clue for '3', which is not in the grid"),
    ("rooms", "1 1\n2 2\n1: 3?\n2: 3+\n", (3, 5), "operator '?'; expected one of"),
    ("indexgrid", "2 2\n0 0\n1 2\n0 + 3\n1 + 3\n", (3, 3), "cage '2'; expected 0 to 1"),
    ("indexgrid", "2 2\n0 0\n1 1\n0 + 3\n", (4, 1), "the text ends after 1 clues; expected 2"),
    ("janko", "2 2\n3+ 4+\n. .\n1 1\n2 2\n", (2, 4), "a second clue for the cage '1'"),
    ("janko", "2 2\n3+ .\n. .\n1 1\n2 2\n", (5, 1), "the cage '2' has no clue"),
    ("janko", "2 3\n3+ . .\n. . .\n1 1 1\n1 1\n", (5, 1), "a row of 2 cells; expected 3"),
    (
        "janko",
        "4 4\n10+ . . .\n10+ . . .\n10+ . . .\n. 4 3 3\n1 1 1 1\n2 2 2 2\n3 3 3 3\nl0 11 12 10\n",
        (9, 1),
        "the number of a cage 'l0'; expected an integer",
    ),
    ("rooms", "1 1\n2 2\n3 3\n1: 3+\n", (3, 1), "a row below the 2 rows of a square board"),
    ("inline", "r1.3+,r1\nr2.2,r3.1\nr4.2,r5.1\nr6.3+,r6\n", (3, 1), "another board, without"),
    ("letters", "a+3 a\nb-1 b\nc+3 c\nd-1 d\n", (3, 1), "another board, without a blank line"),
    ("inline", "r1.3+,r1\nr2,r2\n", (2, 1), "'r2' has no clue"),
    ("inline", "r1.3+,r1\nr2.3^,r2\n", (2, 5), "operator '^'; expected one of"),
    ("inline", "r1.3+,r1\nr2.2,r3.1\n1212\n", (3, 1), "a solution that does not fit the puzzle"),
    ("inline", "r1.3+,r1\nr2.2,r3.1\n 12\n", (3, 2), "2 digits below the board; expected a solut"),
    ("krazydad", "puzz_color,puzz_hint\nKAA,3\n", (2, 1), "puzz_color has 3 characters"),
    ("krazydad", f"puzz_color,puzz_hint\n K{'A' * 80}?, 405\n", (2, 83), "'?' in puzz_color"),
    ("krazydad", f'puzz_color,puzz_hint\nK{"A" * 81}, "405, x"\n', (2, 86), "2 sums in puzz_hint"),
    (
        "krazydad",
        f'puzz_hint,puzz_color\n"40 5, x","KA{"B" * 80}"\n',
        (2, 2),
        "3 sums in puzz_hint",
    ),
    (
        "krazydad",
        f'puzz_hint,puzz_color\n"405, x","KA{"B" * 80}"\n',
        (2, 7),
        "sum 'x'; expected an",
    ),
    ("krazydad", "puzz_color,hints\nKAA,3\n", (1, 1), "no column 'puzz_hint'"),
    ("krazydad", 'puzz_color,puzz_hint\nK,"1', (2, None), "a quotation mark is not closed"),
    ("krazydad", "puzz_color,puzz_hint\n", (1, 1), "a table without rows"),
    ("upc", "2 1\n1 3 2 1 1 1 3\n", (2, 13), "cell '3'; expected 1 to 2"),
    ("upc", "2 1\n1 3 2 1 1 [3] 1 2\n", (2, 12), "value '3'; expected 1 to 2"),
    ("upc", "2 1\n4 0 2 1 1 1 2\n", (2, 3), "a quotient of 0"),
    ("upc", "2 2\n1 3 2 1 1 1 2\n", (2, 13), "the text ends after '2'; expected an operator"),
]


@pytest.mark.parametrize(("name", "text", "place", "message"), WRONG)
def test_what_is_wrong_and_where(
    name: str, text: str, place: tuple[int, int | None], message: str
) -> None:
    with pytest.raises(FormatError) as caught:
        loads_all(text, name)
    assert (caught.value.line, caught.value.column) == place
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("name", "puzzle", "message"),
    [
        ("letters", Puzzle(8, [Cage([(r, c)], "=", 1) for r in range(8) for c in range(8)]), "64"),
        ("letters", Puzzle(2, [Cage([(0, 0), (0, 1)], None, 3)]), "the hidden operator"),
        ("indexgrid", Puzzle(3, CAGES[:2]), "cells in no cage"),
        ("inline", Puzzle(3, CAGES[:2]), "cells in no cage"),
        ("janko", Puzzle(2, [Cage([(0, 0), (0, 1)], None, -1)]), "negative target"),
        ("krazydad", PUZZLE, "a 3x3 board; it holds 9x9 only"),
        ("upc", Puzzle(2, [Cage([(0, 0), (0, 1)], "/", 0)]), "the clue of the cage 0/"),
    ],
)
def test_what_cannot_be_written(name: str, puzzle: Puzzle, message: str) -> None:
    with pytest.raises(FormatError, match=f"the {name} format cannot express .*{message}"):
        dumps(puzzle, name)


@pytest.mark.parametrize("between", ["", "\n", "# another\n"])
def test_solutions_below_boards_of_inline(between: str) -> None:
    one, other = "r1.3+,r1\nr2.2,r3.1\n", "r1.3+,r1\nr2.1,r3.2\n"
    text = f"{one}1221\n{between}{other}2112\n"
    assert loads_all(text) == [loads(one), loads(other)]


def test_letters_below_a_size_that_no_board_has() -> None:
    with pytest.raises(FormatError, match="size '0'; expected 1 to 64"):
        loads("0\nAAB\nCDB\nCDD\nA + 3\nB - 1\nC - 2\nD * 12\n")
