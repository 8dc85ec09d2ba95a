"""Sudokus and Killer Sudokus in text: what is read, and where it is said what is wrong."""

from dataclasses import replace
from pathlib import Path

import pytest

from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, dumps, loads, loads_all
from kenken_cp.model.geometry import boxes, diagonals
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER

DATA = Path(__file__).parents[1] / "data" / "formats"

# --- sudoku --------------------------------------------------------------------------------------

LINE = "..5.6......7...91.2...54....8....63....6..18..2.3.....6...82.........3.47.9......"
ROWS = [LINE[at : at + 9] for at in range(0, 81, 9)]
GROUPS = [f"{row[:3]} {row[3:6]} {row[6:]}" for row in ROWS]
RULE = "------+-------+------"
ZEROS = LINE.replace(".", "0")
DRESSES = [
    LINE + "\n",
    ZEROS,
    LINE.replace(".", "*"),
    f"{LINE} # hard",
    "\n".join(ROWS),
    "# comment\r\n\r\n" + "\r\n".join(ROWS),
    "Grid 01\n" + "\n".join(ROWS),
    "9\n" + "\n".join(ROWS),
    "\n".join(" ".join(row) for row in ROWS),
    "\n".join(",".join(row) for row in ROWS),
    "\n".join([*GROUPS[:3], RULE, *GROUPS[3:6], RULE, *GROUPS[6:]]),
    "\n".join("| " + " | ".join(map(" ".join, row.split())) + " |" for row in GROUPS),
    "\n".join("|" + "|".join(f" {cell} ".replace(".", " ") for cell in row) + "|" for row in ROWS),
    f"|{'---|' * 9}\n" + "\n".join("| " + " | ".join(row) + " |" for row in ROWS),
]


@pytest.mark.parametrize("text", DRESSES)
def test_one_board_in_many_dresses(text: str) -> None:
    puzzle = loads(text)
    assert dumps(puzzle, "sudoku") == LINE + "\n"
    assert puzzle.houses == boxes(9, 3, 3)
    assert detect(text).name == "sudoku"


def test_ruled_table_of_the_article() -> None:
    text = (DATA / "sudoku_table.txt").read_text("utf-8")
    assert dumps(loads(text), "sudoku").startswith(".7....4.5...689........4...9.5.6...7")


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 24, 25])
def test_every_size_comes_back(size: int) -> None:
    shapes = {6: (2, 3), 8: (2, 4), 10: (2, 5), 12: (3, 4), 14: (2, 7), 15: (3, 5), 18: (3, 6)}
    shapes |= {20: (4, 5), 24: (4, 6)}
    high, wide = shapes.get(size, (int(size**0.5), int(size**0.5)))
    for values in ([1, size], [size]):
        cages = [Cage([(0, at)], "=", value) for at, value in enumerate(values)]
        puzzle = Puzzle(size, cages, houses=boxes(size, high, wide))
        assert loads(dumps(puzzle, "sudoku")) == puzzle


def test_a_line_that_is_wrong_spoils_no_other() -> None:
    with pytest.raises(FormatError, match="line 2, column 1: a line of 80 cells"):
        loads_all(f"{LINE}\n{LINE[1:]}\n{LINE}\n")


def test_sixteen_lines_of_sixteen() -> None:
    assert [puzzle.rows for puzzle in loads_all(f"1{'.' * 15}\n" * 16)] == [4] * 16
    assert [puzzle.rows for puzzle in loads_all(f"1{'.' * 15}\n" * 15 + f"{'.' * 15}G")] == [16]
    assert [puzzle.rows for puzzle in loads_all("16\n" + f"1{'.' * 15}\n" * 16)] == [16]
    assert [puzzle.rows for puzzle in loads_all(("16\n" + f"G{'.' * 15}\n" * 16) * 2)] == [16] * 2


@pytest.mark.parametrize(
    "regions", ["1112\n1322\n3332\n4444\n", "0001021122213333", "aaabacbbcccbdddd"]
)
def test_a_map_of_boxes_below_a_board(regions: str) -> None:
    text = "1...\n..3.\n.4..\n...2\n\n" if "\n" in regions else "1.....3..4.....2\n"
    puzzle = loads(text + regions)
    assert puzzle.houses[0] == ((0, 0), (0, 1), (0, 2), (1, 0))
    assert loads(dumps(puzzle, "sudoku")) == puzzle


@pytest.mark.parametrize(
    "text",
    [
        "quizzes,solutions\n" + ZEROS + "," + ZEROS,
        "int grid[4][4] = {{1}, {0}, {0}, {0, 0, 0, 2}};",
        "XOR = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]]",
        "[[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]",
        "[[1 0 0 0]\n [0 0 3 0]\n [0 4 0 0]\n [0 0 0 2]]",
        "[[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]",
        '{"puzzle": [[1, 0, 0, 0]]}',
        "\n".join(["." * 21] * 21),
    ],
)
def test_what_is_no_sudoku(text: str) -> None:
    with pytest.raises(FormatError):
        detect(text)


# --- killers -------------------------------------------------------------------------------------

PUBLISHED = [line.split() for line in (DATA / "killers.txt").read_text("utf-8").splitlines()]
PS = "2x2::k:769:769:1538:3:1284:5:1538:1286:1284:775:1286:1286:775:775:8:9:"
SUMOCUE = "SumoCueV1=3+0=6=0=5=0+2=5+4=3+7+7+9+9=0=0"
ARROWS = "G<<L<K<L<^G>^>^E^^>^IJ<G^<G^>^^I^<>^HC<C^<B^N^^G^<>^>^^E^<DF<^PG^<>^^J<^^<H<<>^>^"


@pytest.mark.parametrize(("name", "text", "solution"), PUBLISHED)
def test_published_killers(name: str, text: str, solution: str) -> None:
    puzzle = loads(text)
    assert detect(text).name == name
    assert puzzle.rules is KILLER
    for cage in puzzle.cages:
        values = [int(solution[9 * row + column]) for row, column in cage.cells]
        assert (sum(values), len(set(values))) == (cage.target, len(values))
    assert loads(dumps(puzzle, name)) == puzzle


def test_jigsaws_and_diagonals_of_sumocue() -> None:
    regions = "0001021122213333"
    text = "SumoCueV1D" + " ".join(f"={int(at == 0)}J{each}" for at, each in enumerate(regions))
    puzzle = loads(text)
    assert set(diagonals(4)) < set(puzzle.houses)
    assert puzzle.houses[0] == ((0, 0), (0, 1), (0, 2), (1, 0))
    assert puzzle.rules is KENKEN
    assert loads(dumps(puzzle, "sumocue")) == puzzle
    assert loads(text.replace("J1", "J01")) == puzzle


@pytest.mark.parametrize("text", (DATA / "solo.txt").read_text("utf-8").splitlines())
def test_ids_of_solo_come_back(text: str) -> None:
    params, _, description = text.partition(":")
    assert detect(text).name == "solo"
    assert dumps(loads(text), "solo") == f"{params}:{description}\n"
    assert (loads(text).rules is KILLER) == ("k" in params)


def test_boxes_and_saved_games_of_solo() -> None:
    assert loads("2x3:zj").houses == boxes(6, 2, 3)
    assert dumps(Puzzle(6, houses=boxes(6, 3, 2)), "solo") == "3x2:zj\n"
    saved = (
        "SAVEFILE:4:Game\nVERSION :1:1\nGAME    :4:Solo\nPARAMS  :5:2x2dt\nDESC    :9:c3a2d4a4c\n"
    )
    assert loads(saved) == loads("2x2m4db:c3a2d4a4c") == loads("2x2:c3a2d4a4c")


def test_a_value_given_inside_a_cage() -> None:
    """What is left of the sum, the given, and a house of all cells of the cage."""
    cage = "2x2k:{},aaa___aaa__a_aa_,5a5a7_3a5a6_9e"
    puzzle = loads(cage.format("2o"))
    assert [str(each) for each in puzzle.cages][:2] == ["2 at r1c1", "3 at r1c2"]
    with pytest.raises(FormatError, match=r"the givens in the cage at .* do not fit its sum"):
        loads(cage.format("4_3_2_1l"))


# --- what only some of them hold -----------------------------------------------------------------

KILLERS = ["arrows", "ps", "sumocue"]
PAIRS = [
    Cage([(row, column), (row, column + 1)], "+", 9) for row in range(1, 9) for column in (0, 2, 4)
]


def killer(*cages: Cage) -> Puzzle:
    return Puzzle(9, [*cages, *PAIRS], houses=boxes(9, 3, 3), rules=KILLER)


@pytest.mark.parametrize("name", KILLERS)
def test_a_clue_of_0_is_not_written_as_none(name: str) -> None:
    """It is no solution's, and without it there may be some."""
    with pytest.raises(FormatError, match="cannot hold the target 0 of the cage 0 at r1c1"):
        dumps(killer(Cage([(0, 0)], "given", 0)), name)


@pytest.mark.parametrize("name", ["sudoku", "sumocue", "solo"])
def test_without_a_cage_of_several_cells_the_rules_mean_the_same(name: str) -> None:
    empty = loads("2x2::k:" + "0:" * 16)
    assert empty.rules is KILLER
    assert loads(dumps(empty, name)) == replace(empty, rules=KENKEN)


def test_a_cage_of_one_cell_among_those_of_solo() -> None:
    cages = [Cage([(0, 0)], "=", 3), Cage([(0, 1), (0, 2), (0, 3)], "+", 7)]
    cages += [Cage([(row, at), (row, at + 1)], "+", 5) for row in (1, 2, 3) for at in (0, 2)]
    puzzle = Puzzle(4, cages, houses=boxes(4, 2, 2), rules=KILLER)
    assert loads(dumps(puzzle, "solo")) == puzzle


@pytest.mark.parametrize("name", KILLERS)
def test_a_sum_that_no_cells_have_is_held(name: str) -> None:
    impossible = killer(Cage([(0, 0), (0, 1)], "+", 1))
    assert loads(dumps(impossible, name)) == impossible
