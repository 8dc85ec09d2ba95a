"""Killer Sudokus of other programs: what is published with them is what is found here."""

from __future__ import annotations

from pathlib import Path

import pytest

from kenken_cp import count, is_unique, solve
from kenken_cp.errors import FormatError
from kenken_cp.formats import FORMATS, detect, dumps, dumps_all, loads, loads_all
from kenken_cp.model.geometry import boxes, diagonals, lines
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER

DATA = Path(__file__).parents[1] / "data" / "formats"
PUBLISHED = [line.split() for line in (DATA / "killers.txt").read_text("utf-8").splitlines()]
"""Name of the format, puzzle, and its solution in 81 digits."""

SMALL = Puzzle(
    4,
    (
        Cage(((0, 0), (0, 1), (1, 0)), "+", 7),
        Cage(((2, 1), (2, 2)), "+", 5),
        Cage(((3, 3),), "=", 2),
    ),
    houses=boxes(4, 2, 2),
    rules=KILLER,
)


@pytest.mark.parametrize(
    ("name", "text", "solution"),
    [
        pytest.param(*one, marks=[] if number in (2, 5) else pytest.mark.complete)
        for number, one in enumerate(PUBLISHED)
    ],
    ids=lambda text: text[:12],
)
def test_published_solutions(name: str, text: str, solution: str) -> None:
    assert detect(text).name == name
    puzzle = loads(text)
    outcome = solve(puzzle)
    grid = "".join(str(value) for row in outcome.solution for value in row)
    assert grid == solution
    assert outcome.unique


@pytest.mark.parametrize("name", ["ps", "arrows"])
def test_what_is_published_comes_back(name: str) -> None:
    puzzles = [loads(text) for each, text, _ in PUBLISHED if each == name]
    assert loads_all(dumps_all(puzzles, name)) == puzzles


def test_numbers_of_cages_and_sums() -> None:
    assert dumps(SMALL, "ps") == ("2x2::k:1793:1793:2:3:1793:4:5:6:7:1288:1288:9:10:11:12:525:\n")
    numbered_otherwise = "2x2::k:1792:1792:0:0:1792:0:0:0:0:1535:1535:0:0:0:0:513:"
    with pytest.raises(FormatError, match="cage 255 has"):
        loads(numbered_otherwise.replace("1535:1535", "1535:1791"))
    sums = numbered_otherwise.replace("1535", "1407")
    assert loads(sums) == SMALL
    assert loads(sums.rstrip(":")) == SMALL
    assert loads(sums.replace(":0", " :\n0")) == SMALL
    assert loads(sums.replace("::", ":d:")).houses == tuple(
        sorted((*boxes(4, 2, 2), *diagonals(4)))
    )


def test_entries_of_sumocue() -> None:
    text = "SumoCueV1=7+0=0=0+0=0=0=0=0=5+9=0=0=0=0=2\n"
    assert dumps(SMALL, "sumocue") == text
    assert loads(text.replace("=0", " =0\n")) == SMALL
    assert (
        loads(text.replace("V1", "V1D")).houses
        == loads(dumps(SMALL, "ps").replace("::", ":d:")).houses
    )


def test_a_jigsaw_without_cages_is_no_killer() -> None:
    regions = "0001022122313331"
    text = "SumoCueV1" + "".join(f"=0J{region}" for region in regions)
    puzzle = loads(text.replace("=0J3", "=4J3", 1))
    assert puzzle.rules is KENKEN
    assert ((0, 0), (0, 1), (0, 2), (1, 0)) in puzzle.houses
    assert puzzle.givens == {(2, 2): 4}
    assert dumps(puzzle, "sumocue") == text.replace("=0J3", "=4J3", 1) + "\n"


def test_regions_that_are_rows_are_written_too() -> None:
    latin = Puzzle(4, SMALL.cages, rules=KILLER)
    assert loads(dumps(latin, "sumocue")) == latin
    assert "J3" in dumps(latin, "sumocue")
    columns = Puzzle(3, houses=[lines(3, 3)[3], ((0, 1), (0, 2), (1, 1)), ((1, 2), (2, 1), (2, 2))])
    assert loads(dumps(columns, "sumocue")) == columns
    assert loads(dumps(columns, "solo")) == columns


def test_cells_of_a_killer_list_are_column_and_row() -> None:
    text = "2 3 False\n1 1 2 1 1 2 7 +\n2 3 3 3 5 +\n4 4 2 +\n"
    assert loads(text) == SMALL
    assert dumps(SMALL, "killer-list") == text
    assert len(loads(text.replace("False", "True")).houses) == 6
    several = loads_all("# two\n" + text + "\n" + text)
    assert several == [SMALL, SMALL]


def test_a_killer_list_without_its_head_may_be_pairs() -> None:
    """Which was taken for sure, with rows and columns interchanged, and without boxes."""
    cages = "1 1 2 1 1 2 7 +\n3 1 4 1 3 2 9 +\n4 2 2 2 2 +\n1 3 2 3 3 3 4 3 10 +\n"
    cages += "1 4 2 4 3 4 4 4 10 +\n"
    killer = loads(f"2 5 False\n{cages}")
    with pytest.raises(FormatError, match=r"fits the formats killer-list and pairs: killer rules"):
        loads(cages)
    assert loads(cages, "killer-list") == killer
    assert loads_all(cages + cages, "killer-list") == [killer] * 2
    assert Cage([(2, 0), (3, 0), (2, 1)], "+", 9) in loads(cages, "pairs").cages
    assert Cage([(0, 2), (0, 3), (1, 2)], "+", 9) in killer.cages
    assert detect(cages.replace("7 +", "7 *")).name == "pairs"


def test_numbers_with_the_sum_below() -> None:
    """Both ways are in use; which is meant shows where the sums are those of the whole board."""
    killer = loads(next(text for name, text, _ in PUBLISHED if name == "arrows"))
    head, numbers = dumps(killer, "ps").rsplit("k:", 1)
    turned = [divmod(int(number), 256)[::-1] for number in numbers.strip(":\n").split(":")]
    turned_text = f"{head}k:" + ":".join(str(256 * a + b) for a, b in turned)
    assert loads(turned_text) == killer
    wrong = turned_text.removesuffix(turned_text.rsplit(":", 1)[1]) + "1"
    with pytest.raises(FormatError, match="has the sum"):
        loads(wrong)


def test_arrows_with_small_letters() -> None:
    """As numbers to base 36: how many cells a sum has shows which it is; 31 is an arrow."""
    text = next(text for name, text, _ in PUBLISHED if name == "arrows").splitlines()[0]
    assert any(map(str.isupper, text))
    assert loads(text.lower()) == loads(text)
    rows = loads("a<<<<z<<<" + "j<<<<<<<<" * 8)
    assert [cage.target for cage in rows.cages] == [10, 35] + [45] * 8
    with pytest.raises(FormatError, match="'v' could be an arrow"):
        loads("v<<<<e<<<" + "j<<<<<<<<" * 8)  # 31, and down to the row below


def test_arrows_to_corners_and_in_nine_rows() -> None:
    text = next(text for name, text, _ in PUBLISHED if name == "arrows")
    rows = "\n".join(text[at : at + 9] for at in range(0, 81, 9))
    assert loads(rows) == loads(text)
    cage = Cage(((0, 1), (1, 0), (1, 2), (2, 3), (2, 4)), "+", 25)
    puzzle = loads(text)
    kept = [one for one in puzzle.cages if not set(one.cells) & set(cage.cells)]
    oblique = Puzzle(9, (cage, *kept), houses=boxes(9, 3, 3), rules=KILLER)
    assert {"`", "'"} <= set(dumps(oblique, "arrows"))
    assert loads(dumps(oblique, "arrows")) == oblique


# --- Solo ---


@pytest.mark.parametrize("text", (DATA / "solo.txt").read_text("utf-8").split())
def test_ids_of_the_game_come_back_and_have_one_solution(text: str) -> None:
    puzzle = loads(text)
    assert detect(text).name == "solo"
    params, _, description = text.partition(":")
    assert dumps(puzzle, "solo") == f"{params}:{description}\n"
    assert is_unique(puzzle)
    assert (puzzle.rules is KILLER) == ("k" in params)


def test_an_id_with_a_published_solution() -> None:
    puzzle = loads("3x3x:h1a5a8_7c2a1_3b6d6d3c8e9c9d2d6b2_5a3c5_7a4a5h")
    assert len(puzzle.houses) == 11
    assert solve(puzzle).solution[0] == (7, 9, 2, 4, 3, 5, 8, 6, 1)


def test_a_difficulty_of_solo_without_a_letter() -> None:
    """The game passes over ``d`` then, and what follows has its own meaning."""
    rest = "p,aaa___aaa__a_aa_,5a5a7_3a5a6_9e"
    assert loads(f"2x2dk:{rest}") == loads(f"2x2kdu:{rest}") == loads(f"2x2k:{rest}")


def test_a_long_number_in_an_id_is_read_as_it_is() -> None:
    assert loads("2x1:000000001c", "solo").givens == {(0, 0): 1}


def test_boxes_of_solo_are_as_high_as_there_are_columns_of_them() -> None:
    assert loads("2x3:zj").houses == boxes(6, 2, 3)
    assert dumps(Puzzle(6, houses=boxes(6, 3, 2)), "solo") == "3x2:zj\n"


def test_how_an_id_was_made_is_passed_over() -> None:
    puzzle = loads("2x2:c3a2d4a4c")
    for params in ("2x2dt", "2x2m4db", "2x2ade", "2x2md2", "2x2r4du"):
        assert loads(f"{params}:c3a2d4a4c") == puzzle


def test_saved_game() -> None:
    text = (
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :4:Solo\n"
        "PARAMS  :5:2x2dt\nDESC    :9:c3a2d4a4c\n"
    )
    assert loads(text) == loads("2x2:c3a2d4a4c")


# --- what is wrong ---


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("3x3::k:1:2:3:", 1, 1, "3 numbers; expected 81"),
        ("3x2::k:1:2:3:", 1, 1, "boxes of 3x2; expected 3x3, 2x2 or 4x4"),
        ("3x3:q:k:1:2:3:", 1, 5, "'q'; expected d, or nothing"),
        (
            "2x2::k:1:2:3:4:5:6:7:8:\n9:10:x:12:13:14:15:16:",
            2,
            6,
            "number 'x'; expected an integer",
        ),
        ("2x2::k:257:513:0:0:0:0:0:0:0:0:0:0:0:0:0:0", 1, 12, "cage 1 has the sum 2 at r1c2"),
        ("2x2::k:7:7:3:4:5:6:8:9:1:11:12:13:14:15:16:17", 1, 8, "without a sum"),
        ("2x2::k:" + "9" * 9 + ":1" * 15, 1, 8, "number '999999999'; expected 0 to"),
        ("SumoCueV1=1=2", 1, 1, "2 cells; expected 81"),
        ("SumoCueV1=3+0=1x", 1, 16, "'x'; expected = or +"),
        ("SumoCueV1=0+2" + "=0" * 14, 1, 14, "without a sum"),
        ("SumoCueV1=3+0+1" + "=0" * 13, 1, 14, "cell 1, r1c2, has no sum"),
        ("SumoCueV1=3+99" + "=0" * 14, 1, 12, "cell '99'; expected 0 to 15"),
        ("SumoCueV1" + "=0J0" * 15 + "=0", 1, 70, "no region"),
        ("SumoCueV1" + "=0J0" * 16, 1, 1, "a region of 16 cells"),
        ("SumoCueV1" + "=0" * 25, 1, 1, "a board of 5 rows without regions"),
        ("2 2 False\n1 1 2 1 1 2 7 +\n", 1, 3, "1 cages; expected 2"),
        ("2 1 False\n1 1 2 7 +\n", 2, 7, "half a cell"),
        ("2 1 False\n1 1 2 1 7 *\n", 2, 11, "'*'; expected +"),
        ("2 1 False\n1 1 5 1 7 +\n", 2, 5, "cell '5'; expected 1 to 4"),
        ("2 2 False\n1 1 2 1 7 +\n1 1 1 2 7 +\n", 3, 1, "cell r1c1 is in two cages"),
        ("2 1 False\n1 1 2 1 7 +\n1 2 2 2 7 +\n", 3, 1, "expected box size"),
        ("<" + "G" + "<" * 79, 1, 1, "leads out of the board"),
        ("><" + "G<<<<<<" + "^<<<<<<<<" * 8, 1, 1, "lead round in a circle"),
        ("G" + "<" * 8 + "^^^^^^^^!" + "G" * 63, 1, 18, "'!' at r2c9; expected an arrow"),
        ("G" + "<" * 8 + "^^^^^^^^p" + "G" * 63, 1, 18, "'p' at r2c9; expected an arrow"),
        ("G" + "<" * 78, 1, 1, "79 characters; expected 81"),
        ("3x3:a7b4", 1, 5, "5 cells; expected 81"),
        ("3x3kdu#123", 1, 1, "a random seed, which only the game can use"),
        ("2x2q:p", 1, 1, "'2x2q'; expected a size"),
        ("2x2:c3a2d4a9c", 1, 12, "number '9'; expected 1 to 4"),
        ("2x2:p1", 1, 6, "'1' goes beyond the 16 cells"),
        ("2x2k:p", 1, 6, "1 part between commas; expected the grid, the cages and the sums"),
        ("4j:p,_", 1, 6, "the blocks describe 1 edge; expected 25"),
        ("2x2k:5o,aaa___aaa__a_aa_,5a5a7_3a5a6_9e", 1, 6, "number '5'; expected 1 to 4"),
        ("2x2k:p,aaa___aaa__a_aa_,5a5a7_3a5a6_9_9d", 1, 39, "2 sums for the cage"),
        ("40x40:a", 1, 1, "a board of 1600 rows; expected 2 to 31"),
    ],
)
def test_errors_say_where(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("name", "puzzle", "what"),
    [
        ("ps", Puzzle(4, SMALL.cages, houses=boxes(4, 2, 2)), "kenken rules"),
        ("ps", Puzzle(4, SMALL.cages, rules=KILLER), "irregular boxes, or none"),
        ("ps", Puzzle(6, houses=boxes(6, 2, 3), rules=KILLER), "boxes of 2x3"),
        ("arrows", SMALL, "a board of 4x4; expected 9x9"),
        ("arrows", Puzzle(9, houses=boxes(9, 3, 3), rules=KILLER), "fewer than 10 arrows"),
        ("sumocue", Puzzle(4, houses=boxes(4, 2, 2), rules=KILLER), "killer rules without a cage"),
        ("sumocue", Puzzle(4, houses=[((0, 0), (1, 1))]), "the house r1c1 r2c2"),
        ("solo", SMALL, "the free cell r1c3 in a killer"),
        ("solo", Puzzle(4, (Cage(((0, 0), (0, 1)), "+", 3),)), "the cage 3\\+"),
        ("killer-list", Puzzle(4, values=range(4), houses=boxes(4, 2, 2), rules=KILLER), "values"),
    ],
)
def test_what_does_not_fit_is_said(name: str, puzzle: Puzzle, what: str) -> None:
    with pytest.raises(FormatError, match=f"the {name} format cannot express .*{what}"):
        dumps(puzzle, name)


def test_a_bare_number_is_a_sum_in_a_killer() -> None:
    hidden = Puzzle(
        4,
        [Cage(cage.cells, None, cage.target) for cage in SMALL.cages],
        houses=SMALL.houses,
        rules=KILLER,
    )
    assert dumps(hidden, "ps") == dumps(SMALL, "ps")


@pytest.mark.parametrize("name", ["ps", "sumocue", "arrows", "killer-list", "solo"])
def test_long_texts_are_refused_at_once(name: str) -> None:
    for text in ("3x3::k:" + "1:" * 10**6, "SumoCueV1" + "=0" * 10**6, "<" * 10**6, "1 " * 10**6):
        with pytest.raises(FormatError):
            loads(text, name)


@pytest.mark.parametrize(
    ("text", "rules", "cages", "solutions"),
    [
        # easy-killer-44-01.in of jeevanht/SudokuSolver
        (
            "4\n5 6 7 8\n6\n13 0,0 0,1\n20 1,0 2,0 3,0\n11 1,1 2,1\n15 0,2 1,2\n"
            "19 0,3 1,3 2,3\n26 2,2 3,1 3,2 3,3",
            "killer",
            6,
            1,
        ),
        ("4\n5 6 7 8\n0,0 6\n1,2 7\n", "kenken", 2, 12),
    ],
)
def test_values_of_a_course_may_be_any(text: str, rules: str, cages: int, solutions: int) -> None:
    assert detect(text).name == "rmit"
    puzzle = loads(text)
    assert (puzzle.values, puzzle.rules.name, len(puzzle.cages)) == ((5, 6, 7, 8), rules, cages)
    assert count(puzzle) == solutions
    assert loads_all(text.rstrip() + "\n" + text) == [puzzle, puzzle]
    assert loads(dumps(puzzle, "rmit")) == puzzle
    assert loads(f"\x1c{dumps(puzzle, 'rmit')}") == puzzle  # that, too, is a space


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("4\n5 6 7 8\n2\n13 0,0 0,1\n", (1, 1), "1 cage; expected 2, as the head says"),
        ("4\n5 6 7 8\n1\n13 0,0 0,4\n", (4, 8), "column '4'; expected 0 to 3"),
        ("4\n5 6 7 8\n1\n13 00\n", (4, 4), "cell '00'; expected row,column"),
        ("4\n5 6 7 8\n1\n13\n", (4, 1), "expected a sum and cells"),
        ("4\n5 6 7 8\n0,0 6 7\n", (3, 1), "expected a cell and its value, as in 0,0 12"),
        ("4\n5 6 7\n0\n", (2, 1), "3 different values; expected 4"),
        ("4\n", (1, 1), "ends after 4; expected the values"),
        ("5\n", (1, 1), "expected a size, such as 4 or 9"),
    ],
)
def test_mistakes_in_files_of_a_course(text: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        loads(text, "rmit")
    assert (caught.value.line, caught.value.column) == place


CODINGAME = """........1 abbcdddef
....5.... agccchfff
...3..... ijjjhhkkl
.......9. ijmmnnokp
..6...... qrrsttuvv
....9.7.. qwxsyuuzA
.....3... qwxxyBBCA
......... qDxEEBBCC
..8..5... DDFFFBGHH
a=14 b=9 c=17 d=22 e=3 f=20 g=3 h=9 i=6 j=21 k=19 l=7 m=9 n=11 o=4 p=6 q=16 r=15 s=11 t=11 u=10 \
v=9 w=9 x=20 y=16 z=5 A=5 B=22 C=19 D=17 E=11 F=15 G=3 H=11
"""
"""The third test of codingame.com's killer-sudoku-solver."""

CODINGAME_SOLVED = """672489531 831752649 549316827 157238496 396547218 284691753 415873962
763924185 928165374"""


def test_values_inside_cages_of_codingame() -> None:
    assert detect(CODINGAME).name == "codingame"
    puzzle = loads(CODINGAME)
    assert puzzle.rules.name == "killer"
    (grid,) = solve(puzzle, limit=2).grids
    assert ["".join(map(str, row)) for row in grid] == CODINGAME_SOLVED.split()
    again = CODINGAME.replace("a=14 ", "a=14\n")  # the sums may stand on several lines
    assert loads_all(CODINGAME + again) == [puzzle, puzzle]


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("a=14", "a14", (10, 1), "'a14'; expected a letter and its sum, as in a=12"),
        ("a=14", "I=14", (10, 1), "a sum of I, which no cell has"),
        ("a=14", "b=14", (10, 6), "a second sum of b; the first is on line 10"),
        ("a=14 ", "", (10, None), "no sum of a, a cage of 2 cells"),
        ("....5.... ", "...5.... ", (2, 1), "expected row 2 of 9, as in"),
        ("........1 ", "....12..1 ", (1, 5), "1 given at r1c5, inside the cage"),
    ],
)
def test_mistakes_in_killers_of_codingame(
    old: str, new: str, place: tuple[int, int | None], message: str
) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        loads(CODINGAME.replace(old, new, 1), "codingame")
    assert (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize("joint", ["", " ", ","])
def test_headings_and_a_row_on_one_line(joint: str) -> None:
    """The first puzzle of a table was lost."""
    head, row = FORMATS.named("krazydad").example.splitlines()
    with pytest.raises(FormatError, match="a row on the line of the headings") as caught:
        loads_all(f"{head}{joint}{row}\n{row}\n")
    assert caught.value.line == 1


def test_a_number_of_a_page_below_a_sumocue() -> None:
    """It was the rest of the last number."""
    text = FORMATS.named("sumocue").example
    for below in ("3", "\n12"):
        with pytest.raises(FormatError, match="below a puzzle: the rest of a number, or a line of"):
            loads_all(f"{text}{below}\n")
    assert loads_all(f"{text[:-6]}\n{text[-6:]}") == loads_all(text)
    letters = "4\nabbc\naddc\needf\ngggf\n1-\n3-\n2/\n12*\n3+\n4+\n24*\n"
    with pytest.raises(FormatError, match="the nearest is native"):  # and no SumoCue
        loads_all(f"Hi Kim,\n\nhere is the puzzle:\n\n{letters}\nBye, Joe\n")
