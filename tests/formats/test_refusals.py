"""What is refused, and where it is said to be wrong: ``tests/data/refusals.tsv``.

Without a name the format is detected. Most formats in JSON, and links, have theirs elsewhere.
"""

from dataclasses import replace

import pytest
from corpus import DATA

from kenken_cp.errors import FormatError
from kenken_cp.formats import dumps, loads_all
from kenken_cp.model.geometry import boxes, diagonals
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KILLER

LINES = (DATA / "refusals.tsv").read_text(encoding="utf-8").splitlines()
REFUSALS = [tuple(line.replace("\\n", "\n").split("\t")) for line in LINES]


@pytest.mark.parametrize(("name", "text", "message"), REFUSALS)
def test_refusals(name: str, text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads_all(text, name or None)
    assert str(caught.value).startswith(message)


HIDDEN = Puzzle(2, [Cage([(0, 0), (0, 1)], None, 3)])
GIVENS = Puzzle(3, [Cage([(0, 0)], "=", 1)])
DIFFERENCE = Puzzle(3, [Cage([(0, 0), (0, 1), (0, 2)], "-", 1)], rules=CALCUDOKU)
SUM = Puzzle(4, [Cage([(0, 0), (0, 1)], "+", 3)])
PAIR = ((0, 0), (1, 1))
APART = [Cage(PAIR, "+", 3), Cage([(0, 1), (1, 0)], "+", 3)]
TWICE = [Cage([(row, at)], "=", row + 1) for row in range(4) for at in (0, 1)]


@pytest.mark.parametrize(
    ("names", "puzzle", "message"),
    [
        ("daily upc prolog", Puzzle(3), "a board without cages"),
        ("neknek", Puzzle(27), "a 27x27 board; expected sides of 1 to 26"),
        ("lists", Puzzle(10), "a 10x10 board"),
        ("neknek prolog", HIDDEN, "a hidden operator"),
        ("numbered cs332", GIVENS, "a board whose last cells are free"),
        ("calcudoku", replace(GIVENS, rules=CALCUDOKU), "a board whose last cells are free"),
        ("keen", Puzzle(1, [Cage([(0, 0)], "=", -1)]), "the negative target of the cage -1"),
        ("keen", Puzzle(2, APART), "r1c1 r2c2 as one region"),
        ("letters", Puzzle(1, [Cage([(0, 0)], "=", 1)]), "1 cage on a 1x1 board"),
        ("letters", replace(SUM, rules=KILLER), "a puzzle of killer rules"),
        ("sumocue solo", SUM, "a puzzle of kenken rules"),
        ("letters", DIFFERENCE, "a puzzle of calcudoku rules"),
        ("sudoku", Puzzle(4, houses=(*boxes(4, 2, 2), *diagonals(4))), "diagonals"),
        ("sudoku", Puzzle(5), "a board of 5 rows"),
        ("sudoku", Puzzle(4, TWICE, houses=boxes(4, 2, 2)), "a board with a value twice in most"),
        ("ps", Puzzle(4, rules=KILLER), "a board without square boxes"),
        ("ps", Puzzle(4, houses=(*boxes(4, 2, 2), PAIR), rules=KILLER), "the house r1c1 r2c2"),
        ("arrows", Puzzle(9, rules=KILLER, houses=boxes(9, 3, 3)), "so few cages"),
        ("solo", Puzzle(4, [Cage([(0, 0)], "=", 0)], houses=boxes(4, 2, 2)), "the target 0"),
    ],
)
def test_what_cannot_be_written(names: str, puzzle: Puzzle, message: str) -> None:
    for name in names.split():
        with pytest.raises(FormatError, match=f"the {name} format cannot hold {message}"):
            dumps(puzzle, name)
