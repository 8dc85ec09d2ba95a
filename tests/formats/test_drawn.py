"""Boards drawn with characters."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, dumps, loads, loads_all
from kenken_cp.model.geometry import all_cells, connected_components
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN
from kenken_cp.render.picture import Picture
from kenken_cp.render.text import Style, drawn
from tests.strategies import clue, examples, latin_squares, partitions

BOARD = """+---+---+---+
|3+     |1- |
+---+---+   +
|7+     |   |
+   +---+---+
|   |6*     |
+---+---+---+
"""
BLOCKS = (
    "+-------+-------+\n|10+    |10+    |\n" + 2 * "|       |       |\n"
) * 2 + "+-------+-------+\n"
PUZZLE = loads("aab\nccb\ncdd\na 3+\nb 1-\nc 7+\nd 6*\n")


def test_lines_that_are_walls() -> None:
    assert loads(BOARD) == PUZZLE
    assert detect(BOARD).name == "drawn"
    assert loads_all(f"Board 7x\n\n{BOARD}\nand another one:\n{BOARD}") == [PUZZLE, PUZZLE]
    assert loads(BOARD.replace("*", "×").replace("|", "│").replace("-", "─", 3)) == PUZZLE


def test_heavy_lines_among_light_ones() -> None:
    """As in the layout of github.com/pseudonymtim/kenken-solver."""
    text = """#############
# 3+|   #1- #
#########---#
# 7+|   #   #
#---#########
#   # 6x|   #
#############
"""
    assert loads(text) == PUZZLE
    # as high as that layout has them: light lines show that these are cells, and no whole cages
    lines = text.splitlines()
    blanks = ["#   |   #   #", "#   |   #   #", "#   #   |   #"]
    high = [line for at in range(3) for line in (*lines[2 * at : 2 * at + 2], *[blanks[at]] * 3)]
    assert loads("\n".join([*high, lines[-1]])) == PUZZLE


@given(st.data())
@examples(60)
def test_what_is_drawn_is_read_back(data: st.DataObject) -> None:
    size = data.draw(st.integers(3, 6))
    rules = data.draw(st.sampled_from([KENKEN, CALCUDOKU]))
    grid = data.draw(latin_squares(size, tuple(range(1, size + 1))))
    cages = [clue(data.draw, rules, cells, grid) for cells in data.draw(partitions(size))]
    operators = [operator for operator, _ in rules.operators]
    cages = [
        cage
        for cage in cages
        if cage
        and cage.operator in (*operators, GIVEN, None)
        and len(connected_components(cage.cells)) == 1
    ]
    left = set(all_cells(size, size)).difference(*(cage.cells for cage in cages))
    cages += [Cage([cell], GIVEN, grid[cell[0]][cell[1]]) for cell in left]
    assume(len(cages) < size**2)
    puzzle = Puzzle(size, cages, rules=rules)
    style = Style(ascii=data.draw(st.booleans()))
    text = drawn(Picture(puzzle, data.draw(st.sampled_from([None, grid]))), style)
    assert loads(text, "drawn", rules=rules) == puzzle


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOARD.replace("1-", "  "), "0 clues in the cage of r1c3; expected one"),
        (BOARD.replace("|7+     |   |", "|7+     |1- |"), "2 clues in the cage of r1c3"),
        (BOARD.replace("|7+     |", "|7+    |"), "characters; expected 13"),
        (BOARD.replace("6*", "6!"), "unknown operator '!'"),
        ("+-------+\n|7+     |\n|       |\n+-------+\n", "too few lines to see the size"),
        (BLOCKS, "too few lines to see the size"),
        ("+---+---+\n|3+     |\n+---+---+\n|3+     |\n+---+---+\n", "2 rows and 1 columns"),
        (  # of two rows and four columns
            "+-------+-------+\n|3+     |7+     |\n|       |       |\n+-------+-------+\n"
            "|10+            |\n|               |\n+---------------+\n",
            "'3+' in one cell of a board of 2 rows, as its lines show; expected 1 to 2, or lines",
        ),
        (f"rules: killer\n{BOARD}", "'rules: killer'; expected a board between lines"),
        (BOARD + "7 8 9\n", "'7 8 9'; expected a board between lines"),
        (BOARD + "No value twice in diagonal r1c1-r3c3.\n", "'No value twice in diagonal"),
        (f"Values 0 to 2\n{BOARD}", "'Values 0 to 2'; expected a board between lines"),
        (f"The digits 0 to 2\n{BOARD}", "'The digits 0 to 2'; expected a board between lines"),
    ],
)
def test_what_is_wrong_with_a_drawing(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text, "drawn")
    assert message in caught.value.message
    assert caught.value.line


def test_numbers_below_clues_are_a_solution() -> None:
    text = drawn(Picture(PUZZLE, ((1, 2, 3), (3, 1, 2), (3, 2, 1))), Style(ascii=True))
    with pytest.raises(FormatError, match="a solution that does not fit"):
        loads(text)
    with pytest.raises(FormatError, match="the drawn format is read only"):
        dumps(PUZZLE, "drawn")
