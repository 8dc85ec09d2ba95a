"""Killer Sudokus as lists of numbers."""

import json
from pathlib import Path

import pytest

from kenken_cp import count
from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, dumps, load, loads, loads_all

FILES = Path(__file__).parents[1] / "data" / "formats"
GRID = [[(3 * (r % 3) + r // 3 + c) % 9 + 1 for c in range(9)] for r in range(9)]
CAGES = [
    ([(r, c) for c in some], sum(GRID[r][c] for c in some))
    for r in range(9)
    for some in ((0,), range(1, 3), range(3, 6), range(6, 9))
]


def text_of(line, first=0):
    return "".join(line([(r + first, c + first) for r, c in cells], t) for cells, t in CAGES)


SPELLINGS = [
    text_of(lambda cells, t: ";".join([str(t), *(f"{r},{c}" for r, c in cells)]) + "\n"),
    text_of(lambda cells, t: ",".join([*(f"{r},{c}" for r, c in cells), str(t)]) + "\r\n", 1),
    text_of(lambda cells, t: f"{t} = " + " ".join(f"({r}, {c})" for r, c in cells) + "\n", 1),
    "# a\n" + text_of(lambda cells, t: " ".join(f"r{r}c{c}" for r, c in cells) + f": {t}\n", 1),
    text_of(lambda cells, t: ",".join([*(str(9 * r + c) for r, c in cells), str(t)]) + "\n"),
    text_of(lambda cells, t: " ".join([str(t), *(str(9 * r + c + 1) for r, c in cells)]) + " \n"),
    text_of(lambda cells, t: "\t".join([*(f"{r}{c}" for r, c in cells), str(t)]) + "\n", 1),
    "9\n" + text_of(lambda cells, t: f"{t}: {[list(cell) for cell in cells]}\n"),
    # a row of a table has as many cells as the largest cage, as in the models of hakank/hakank
    text_of(
        lambda cells, t: (
            "".join(f"{r},{c}, " for r, c in cells) + "0,0, " * (4 - len(cells)) + f" {t},\n"
        ),
        1,
    ),
    # as in the data set at uva-kr16.github.io/KilerSudoku
    text_of(
        lambda cells, t: f"{t}=" + "+".join(f"({r}, {c}),{GRID[r][c]}" for r, c in cells) + "\n"
    ),
    # as in zlan18/killer_sudoku_solver
    f"9\n\n{len(CAGES)}\n\n"
    + text_of(
        lambda cells, t: f"{len(cells)} {t} " + " ".join(f"{r},{c}" for r, c in cells) + "\n"
    ),
]


@pytest.mark.parametrize("text", SPELLINGS)
def test_orders(text):
    assert detect(text).name == "sums"
    puzzle = loads(text)
    assert puzzle.rules.name == "killer"
    assert len(puzzle.houses) == 9
    assert [(list(cage.cells), cage.target) for cage in puzzle.cages] == sorted(CAGES)


@pytest.mark.parametrize(
    ("file", "cages", "solutions"),
    [
        ("sums_first.killer", 44, 2),
        ("sums_numbered.txt", 43, 1),
        ("sums_digits.csv", 33, 1),
        ("sums_pairs.txt", 33, 1),
    ],
)
def test_files_of_others(file, cages, solutions):
    puzzle = load(FILES / file)
    assert len(puzzle.cages) == cages
    assert count(puzzle) == solutions


@pytest.mark.parametrize(
    ("cells", "total"), [("cells", "sum"), ("tiles", "sumOfTiles"), ("boxes", "totalSum")]
)
def test_the_same_in_json(cells, total):
    objects = [{total: target, cells: [list(cell) for cell in some]} for some, target in CAGES]
    text = json.dumps(objects)
    assert detect(text).name == "objects"
    assert loads(text) == loads(SPELLINGS[0])


def test_several_and_a_larger_board():
    one = dumps(loads(SPELLINGS[0]), "sums")
    assert one.startswith("9 36\n")
    assert loads_all(one * 3) == [loads(one)] * 3
    rows = [f"{sum(range(1, 17))};" + ";".join(f"{r},{c}" for c in range(16)) for r in range(16)]
    assert loads("16 16\n" + "\n".join(rows)).rows == 16


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1;0,0\n", "2;0,0\n", "1:1: sums that make 406 together; expected 405"),
        ("1;0,0\n", "1;0,1\n", "2:1: cell r1c2 is in two cages; the first is on line 1"),
        ("1;0,0\n", "1;0,9\n", "1:1: a cell outside the board of 9 rows"),
        ("1;0,0\n", "", "1:1: cell r1c1 is in no cage; expected one for each"),
    ],
)
def test_mistakes(old, new, message):
    with pytest.raises(FormatError) as caught:
        loads(SPELLINGS[0].replace(old, new, 1))
    error = caught.value
    assert f"{error.line}:{error.column}: {error.message}" == message


def test_values_behind_cells_must_make_the_sum():
    text = text_of(
        lambda cells, t: f"{t}=" + "+".join(f"({r}, {c}),{GRID[r][c]}" for r, c in cells) + "\n"
    )
    with pytest.raises(
        FormatError, match="line 2, column 1: values that make 6 together; expected 5"
    ):
        loads(text.replace("5=(0, 1),2+(0, 2),3", "5=(0, 1),3+(0, 2),3"), "sums")


def test_what_cannot_be_written():
    for text in (
        "aab\nccb\n...\n\na 3+\nb 3+\nc 5+\n",
        "rules: killer\nboxes: 3x3\n\n" + ".........\n" * 9,
    ):
        with pytest.raises(FormatError, match="the sums format cannot express a"):
            dumps(loads(text), "sums")


def test_numbers_that_are_something_else():
    for text in ("1,2,3\n" * 20, "\n".join(f"{n},{n + 1},5" for n in range(0, 40, 2))):
        with pytest.raises(FormatError):
            loads(text)


def test_sums_in_the_cells_of_letters():
    """A board of github.com/vtsukur/killer-sudoku-solver: letters with digits, bare givens."""
    puzzle = load(FILES / "letters_killer.txt")
    assert (puzzle.rules.name, len(puzzle.cages), len(puzzle.givens)) == ("killer", 32, 3)
    assert str(count(puzzle)) == "1"
