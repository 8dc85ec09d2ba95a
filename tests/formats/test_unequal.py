"""Ids of Unequal and Towers: what fits is read, and what does not says so by its name."""

from __future__ import annotations

import pytest

from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, dumps, loads, loads_all
from kenken_cp.model.puzzle import Cage, Puzzle

LATIN = Puzzle(3, [Cage([(0, 1)], "=", 3), Cage([(2, 2)], "=", 1)])
ID = "3:0,3,0,0,0,0,0,0,1,"
SAVED = f"""\
SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
GAME    :7:Unequal
PARAMS  :3:3de
DESC    :{len(ID) - 2}:{ID[2:]}
"""


@pytest.mark.parametrize("text", [ID, ID.rstrip(","), ID.replace("3:", "3dx:", 1), SAVED])
def test_latin_squares(text: str) -> None:
    assert detect(text).name == "unequal"
    assert loads(text) == LATIN
    assert dumps(LATIN, "unequal") == f"{ID}\n"
    assert loads_all(f"{ID}\n{ID}\n") == [LATIN] * 2


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("2:0,1R,0,0,", 5, "the game Unequal, whose inequalities, < and > between cells, cannot"),
        ("2a:0,1R,0,0,", 1, "the game Unequal in its adjacent mode, whose bars between cells"),
        ("3dh:2/1//3/2/1//2/1/2/,a2c1d", 1, "the game Towers, whose numbers of towers that are"),
        (SAVED.replace("7:Unequal", "6:Towers"), 12, "an id of the game Towers"),
        ("2:0,1,0", 3, "3 cells; expected 4"),
        ("2:0,1,0,4", 9, "value '4'; expected 0 to 2"),
    ],
)
def test_what_does_not_fit_says_so(text: str, column: int, message: str) -> None:
    assert detect(text).name == "unequal"
    with pytest.raises(FormatError) as caught:
        loads(text)
    assert message in caught.value.message
    assert caught.value.column == column


def test_cages_are_not_written() -> None:
    with pytest.raises(
        FormatError, match=r"cannot express the cage .* at r1c1 r1c2; expected givens"
    ):
        dumps(Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 3)]), "unequal")
