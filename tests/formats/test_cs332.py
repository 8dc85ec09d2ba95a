"""Haskell lists of cages: the wiki's own puzzles, what is passed over, and the layout."""

from __future__ import annotations

from pathlib import Path

import pytest

from kenken_cp.errors import FormatError
from kenken_cp.formats import dumps, load_all, loads, loads_all
from kenken_cp.model.puzzle import Cage, Puzzle

FILE = Path(__file__).parents[1] / "data" / "formats" / "cs332.hs"

TWO = "[ Cage 3 Add [(1, 1), (1, 2)], Cage 2 Multiply [(2, 1), (2, 2)] ]"


def test_the_puzzles_of_the_wiki() -> None:
    puzzles = load_all(FILE)
    assert [(p.title, p.size, len(p.cages), len(p.free_cells)) for p in puzzles] == [
        ("kk4", 4, 7, 0),
        ("kk5", 5, 11, 0),
        ("kk6", 6, 15, 0),
        ("kk8", 8, 27, 0),
    ]
    assert puzzles[0].cages[1:4] == (
        Cage(((0, 1), (0, 2)), "-", 3),
        Cage(((0, 3), (1, 3)), "/", 2),
        Cage(((1, 1), (1, 2), (2, 2)), "*", 12),
    )
    assert [str(cage) for cage in puzzles[1].cages[-2:]] == ["3- at r5c1 r5c2", "2 at r5c5"]


def test_layout() -> None:
    puzzle = Puzzle(
        2, (Cage(((0, 0), (0, 1)), "-", 1), Cage(((1, 0),), "=", -10)), title="small_one"
    )
    assert dumps(puzzle, "cs332") == (
        "small_one = [ Cage     1 Subtract [(1, 1), (1, 2)]\n"
        "            , Cage (-10) Add      [(2, 1)]\n"
        "            ]\n"
    )
    assert loads(dumps(puzzle, "cs332")) == puzzle


@pytest.mark.parametrize("title", ["", "Two words", "Kk", "kk-4"])
def test_a_title_that_is_no_name(title: str) -> None:
    puzzle = Puzzle(2, (Cage(((1, 1),), "=", 1),), title=title)
    assert dumps(puzzle, "cs332").startswith("kk2 = [ Cage 1 Add      [(2, 2)]")


@pytest.mark.parametrize(
    "text",
    [
        f"k = {TWO}",
        TWO,
        TWO[2:-2],
        TWO[2:-2].replace("],", "]\n"),
        f"module Example where\nimport KenKen\n\n-- Cage 1 Add\nk :: [Cage]\nk = {TWO}",
        f"{{- Cage\n- - -}}\nk' =\n  {TWO} -- the end",
        "[Cage 3 Add[(1,1),(1,2)],Cage 2 Multiply[(2,1),(2,2)]]",
    ],
)
def test_spellings(text: str) -> None:
    expected = Puzzle(2, (Cage(((0, 0), (0, 1)), "+", 3), Cage(((1, 0), (1, 1)), "*", 2)))
    assert loads_all(text) == [expected]


def test_a_size_that_would_be_lost() -> None:
    corner = Puzzle(3, (Cage(((0, 0),), "=", 1),))
    with pytest.raises(FormatError, match="no cage in row 3 or column 3"):
        dumps(corner, "cs332")
    edge = Puzzle(3, (Cage(((0, 2),), "=", 1),))
    assert loads(dumps(edge, "cs332")) == edge
