"""Formats of courses (upc, lists, cs332, prolog): what each reads, and what is wrong where."""

from pathlib import Path

import pytest

from kenken_cp import count
from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.formats import (
    detect,
    dumps,
    dumps_all,
    formats_claiming,
    load,
    load_all,
    loads,
    loads_all,
    loads_each,
)
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU

DATA = Path(__file__).parents[1] / "data" / "formats"

CAGES = (
    Cage([(0, 0), (0, 1), (1, 1)], "*", 6),
    Cage([(0, 2), (1, 2)], "-", 1),
    Cage([(1, 0), (2, 0)], "/", 3),
    Cage([(2, 1), (2, 2)], "+", 3),
)
PUZZLE = Puzzle(3, CAGES)
PROLOG = """\
kenken_testcase(
  3,
  [
   *(6, [[1|1], [1|2], [2|2]]),
   -(1, [1|3], [2|3]),
   /(3, [2|1], [3|1]),
   +(3, [[3|2], [3|3]])
  ]
).
"""
CS332 = """\
kk3 = [ Cage 6 Multiply [(1, 1), (1, 2), (2, 2)]
      , Cage 1 Subtract [(1, 3), (2, 3)]
      , Cage 3 Divide   [(2, 1), (3, 1)]
      , Cage 3 Add      [(3, 2), (3, 3)]
      ]
"""
TEXTS = {
    "upc": "3 4\n3 6 3 1 1 1 2 2 2\n2 1 2 1 3 2 3\n4 3 2 2 1 3 1\n1 3 2 3 2 3 3\n",
    "lists": "[[3], [11, 12, 22, 6, 3], [13, 23, 1, 1], [21, 31, 3, 2], [32, 33, 3, 0]]\n",
    "cs332": CS332,
    "prolog": PROLOG,
}


def test_a_number_of_cages_may_have_any_length() -> None:
    with pytest.raises(NoPuzzleError):
        detect("2 " + "9" * 5000 + "\n1 3 2 1 1 1 2\n")


@pytest.mark.parametrize("name", TEXTS)
def test_the_same_puzzle_in_each(name: str) -> None:
    assert detect(TEXTS[name]).name == name
    assert loads(TEXTS[name]).cages == PUZZLE.cages
    assert dumps(PUZZLE, name) == TEXTS[name]
    several = dumps_all([PUZZLE, PUZZLE], name)
    assert [each.cages for each in loads_all(several.replace("\n", "\r\n"))] == [CAGES, CAGES]


HASKELL = "[ Cage 6 Add [(1, 1), (2, 2)], Cage 2 Multiply [(1, 2), (2, 1)] ]"
TWO = "6+ at r1c1 r2c2, 2* at r1c2 r2c1"
FACT = "t(2, [+(6, [[1|1], [2|2]]), *(2, [[1|2], [2|1]])])."
LESS = "1- at r1c1 r1c2, 3+ at r2c1 r2c2"
READS = [
    ("upc", "2 2\n6 2 2 1 1 1 2\n5 1 2 2 1 2 2\n", "2^ at r1c1 r1c2, 1mod at r2c1 r2c2"),
    ("upc", "2 1\n1 −3 2 1 1 1 2\n", "-3+ at r1c1 r1c2"),
    ("upc", "3 1\n1 8 3 1 1 [3] 1 2 2 1\n", "3 at r1c1, 5+ at r1c2 r2c1"),
    ("lists", "[[2],\n [11, 12, 22, 1, 1],\n [21, 2]]\n", "1- at r1c1 r1c2 r2c2, 2 at r2c1"),
    ("lists", "[[2], [11, 2, 0]]", "2 at r1c1"),
    ("cs332", f"k = {HASKELL}", TWO),
    ("cs332", HASKELL, TWO),
    ("cs332", f"module A where\nimport B\n\n-- Cage 1 Add\nk :: [Cage]\nk = {HASKELL}", TWO),
    ("cs332", f"{{- Cage\n- - -}}\nk' =\n  {HASKELL} -- the end", TWO),
    ("cs332", HASKELL.replace(" [", "[").replace(" (", "("), TWO),
    ("cs332", "[Cage (-10) Add [(1, 1)]]", "-10 at r1c1"),
    ("prolog", FACT, TWO),
    ("prolog", f"% a comment\n/* ** t(3, */\n{FACT} % the end", TWO),
    ("prolog", "t(2,[-(1,[[1|1],[1 | 2]]),+(3,[2|1],[2|2])]).", LESS),
    ("prolog", "t(2, [-(-1, [1|1], [1|2])]).", "-1- at r1c1 r1c2"),
    ("prolog", "t(2, [-(1, 1-1, 1-2), +(3, [2-1, 2-2])]).", LESS),
]


@pytest.mark.parametrize(("name", "text", "cages"), READS)
def test_reads(name: str, text: str, cages: str) -> None:
    assert detect(text).name == name
    puzzle = loads(text)
    assert ", ".join(map(str, puzzle.cages)) == cages
    back = loads(dumps(puzzle, name), name)
    assert (back.cages, back.rules) == (puzzle.cages, puzzle.rules)


def test_5_is_the_remainder_whatever_the_targets_are() -> None:
    for target in (1, 2, 3):
        puzzle = loads(f"4 2\n5 {target} 2 1 1 1 2\n6 4 2 2 1 2 2\n")
        assert [str(cage).split()[0] for cage in puzzle.cages] == [f"{target}mod", "4^"]


GRID_OF_CAGES = """\
5 9
0 1 1 2 3
0 0 1 2 3
0 4 5 5 5
6 4 4 7 8
6 6 7 7 8
0 * 24
1 * 8
2 - 2
3 - 4
4 * 75
5 + 9
6 * 20
7 + 6
8 - 2"""


def test_a_grid_of_numbers_is_no_board_of_upc() -> None:
    assert not formats_claiming(GRID_OF_CAGES)


def test_the_rules_of_toronto_are_calcudoku() -> None:
    assert loads(TEXTS["lists"]).rules is CALCUDOKU


def test_the_puzzles_of_the_wiki() -> None:
    puzzles = load_all(DATA / "cs332.hs")
    assert [(p.title, p.size, len(p.cages), len(p.free_cells), count(p)) for p in puzzles] == [
        ("kk4", 4, 7, 0, 1),
        ("kk5", 5, 11, 0, 1),
        ("kk6", 6, 15, 0, 1),
        ("kk8", 8, 27, 0, 1),
    ]
    assert [str(cage) for cage in puzzles[1].cages[-2:]] == ["3- at r5c1 r5c2", "2 at r5c5"]


@pytest.mark.parametrize(
    ("file", "name", "sizes", "last"),
    [
        ("upc.txt", "upc", [9], "14+ at r9c6 r9c7 r9c8"),
        ("lists.txt", "lists", [3, 4, 5, 5], "3 at r4c5"),
    ],
)
def test_files_of_other_people(file: str, name: str, sizes: list[int], last: str) -> None:
    assert detect((DATA / file).read_text("utf-8")).name == name
    puzzles = load_all(DATA / file)
    assert [puzzle.size for puzzle in puzzles] == sizes
    assert str(puzzles[-1].cages[-1]) == last


def test_facts_of_prolog_but_no_programs() -> None:
    text = (DATA / "prolog.pl").read_text("utf-8")
    puzzle = loads(text[text.index("test_A") :].split("\n).\n")[0] + "\n).")
    assert (puzzle.title, puzzle.size, count(puzzle)) == ("test_A", 6, 1)
    with pytest.raises(NoPuzzleError, match="no known format"):
        load(DATA / "prolog.pl")


def test_a_board_below_its_puzzle_is_refused_before_the_puzzle_is_given() -> None:
    first, *rest = loads_each(TEXTS["upc"] + "\n1 2 3\n2 3 1\n3 1 2\n", "upc")
    assert isinstance(first, FormatError)
    assert "line 7, column 1" in str(first)
    assert not rest
