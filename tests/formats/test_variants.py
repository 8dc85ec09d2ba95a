"""Formats as others than their authors write them, and Sudokus among puzzles of another kind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kenken_cp import FormatError, Puzzle, count
from kenken_cp.formats import detect, dumps, loads, loads_all
from kenken_cp.model.geometry import boxes
from kenken_cp.model.puzzle import Cage

DATA = Path(__file__).parents[1] / "data" / "formats"


@pytest.mark.parametrize(
    ("file", "format_", "cages", "rules"),
    [
        ("janko_sudoku.txt", "janko", 124, "kenken"),
        ("janko_killer.txt", "janko", 31, "killer"),
        ("janko_jigsaw.txt", "janko", 9, "kenken"),
        ("arrows_apart.txt", "arrows", 35, "killer"),
        ("mapu_solution.txt", "mapu", 7, "kenken"),
    ],
)
def test_real_files(file: str, format_: str, cages: int, rules: str) -> None:
    text = (DATA / file).read_text("utf-8")
    assert detect(text).name == format_
    (puzzle,) = loads_all(text)
    assert (len(puzzle.cages), puzzle.rules.name) == (cages, rules)
    assert count(puzzle, limit=2) == 1


def test_sudokus_in_objects() -> None:
    text = (DATA / "sudoku_object.json").read_text("utf-8")
    assert detect(text).name == "sudoku"
    first, second = loads_all(text)
    assert first.houses == boxes(4, 2, 2)
    assert first.givens == {(0, 3): 2, (1, 3): 4, (2, 0): 2, (3, 0): 3}
    assert len(second.givens) == 5
    with pytest.raises(FormatError, match="line 9, column 11: '7' in a 4x4"):
        loads(text.replace("2\n", "7\n", 1), "sudoku")


def test_no_board_of_an_object_is_left_out() -> None:
    text = (DATA / "sudoku_object.json").read_text("utf-8")
    with pytest.raises(FormatError, match=r"^line 77, column 8: .*not JSON"):
        loads_all(text[:900])
    with pytest.raises(FormatError, match=r"4\[0\] has no board; expected a key such as 'puzzle'"):
        loads_all(text.replace('"puzzle"', '"puzle"', 1))


def test_rows_of_an_array_on_several_lines() -> None:
    text = '[["1", ".",\n ".", "."], [".", ".", "3", "."],\n[".", "4", ".", "."], [,,,2]]'
    assert loads(text).givens == {(0, 0): 1, (1, 2): 3, (2, 1): 4, (3, 3): 2}
    with pytest.raises(FormatError, match="line 1, column 6: '2' between rows in brackets"):
        loads("[[1],2]", "sudoku")


def test_a_killer_sudoku_by_its_sums() -> None:
    text = (DATA / "janko_killer.txt").read_text("utf-8")
    assert loads(text).houses == boxes(9, 3, 3)
    hidden = loads(text, rules="kenken")
    assert not hidden.houses
    assert loads(text.replace("21 3 9", "22 3 9"), rules="kenken").rules.name == "kenken"
    products = text.replace("21 3 9", "210 300 9")  # which no sum makes
    assert (loads(products).rules.name, loads(products).houses) == ("kenken", ())


@pytest.mark.parametrize("rules", [None, "killer"])
@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("21 3 9", "22 3 9", 2, "clues that make 406, and no operator; expected the sums"),
        ("21 3 9", "21 30 9", 2, "'30' is no sum of 2 cells; expected the sums of a Killer Sudoku"),
        ("13 9 10 10", "43 9 10 10", 15, "the cage '43' has no clue; expected the sums"),
        ("29 28 30 34", "28 28 30 34", 2, "a second clue for the cage '28'; the first is '21'"),
    ],
)
def test_a_mistake_in_a_killer_sudoku_hides_no_operators(
    old: str, new: str, line: int, message: str, rules: str | None
) -> None:
    text = (DATA / "janko_killer.txt").read_text("utf-8")
    assert old in text
    with pytest.raises(FormatError) as caught:
        loads(text.replace(old, new, 1), rules=rules)
    assert message in caught.value.message
    assert caught.value.line == line


def test_a_cell_in_the_wrong_region_hides_no_operators() -> None:
    text = (DATA / "janko_jigsaw.txt").read_text("utf-8")
    regions = "c c c h e i i i g"
    for other in (regions.replace("h e", "c e"), regions.replace("h e", "z e")):
        with pytest.raises(FormatError, match=r"has (8|10|1) cells?; expected 9, as in"):
            loads(text.replace(regions, other, 1))
    assert "- - - 4 - - - - -" in text
    with pytest.raises(FormatError, match="given '0'; expected 1 to 9"):
        loads(text.replace("- - - 4 - - - - -", "- - - 0 - - - - -"))


def test_sums_are_not_written_as_hidden_operators() -> None:
    rows = [Cage([(row, column) for column in range(9)], None, 45) for row in range(9)]
    with pytest.raises(FormatError, match="hidden operators with the sums of a Killer Sudoku"):
        dumps(Puzzle(9, rows), "janko")
    rows = [Cage([(row, column) for column in range(3)], None, 3) for row in range(3)]
    with pytest.raises(FormatError, match="on the boxes of an irregular Sudoku"):
        dumps(Puzzle(3, rows), "janko")
    nearly = [Cage([(0, 0), (0, 1)], None, 5), Cage([(1, 0), (1, 1)], None, 99)]
    with pytest.raises(FormatError, match="hidden operators with the sums of a Killer Sudoku"):
        dumps(Puzzle(9, nearly), "janko")
    products = Puzzle(9, [*nearly, Cage([(2, 0), (2, 1)], None, 72)])
    assert loads(dumps(products, "janko")) == products


def test_what_is_no_sudoku_is_not_read_as_one() -> None:
    with pytest.raises(FormatError, match="the grid ends"):
        loads("4 4\n1 1 - -\n- - - -\n- - - -\n- - - 2\n", "janko")
    with pytest.raises(FormatError, match="the grid ends"):
        loads("4 4\n3+ 1 - -\n- - - -\n- - - -\n- - - 2\n", "janko")


def test_boards_one_after_the_other() -> None:
    text = "4 4\n1 - - -\n- - 2 -\n- - - -\n- 3 - 4\n"
    assert [len(puzzle.givens) for puzzle in loads_all(text + text)] == [4, 4]


def test_target_in_place_of_value() -> None:
    text = '{"puzzle": {"size": 1, "cages": [{"cells": [[0, 0]], "operation": "", "target": 1}]}}'
    assert loads(text).givens == {(0, 0): 1}


def test_numbers_between_arrows() -> None:
    text = (DATA / "arrows_apart.txt").read_text("utf-8")
    assert loads(dumps(loads(text), "arrows")) == loads(text)
    with pytest.raises(FormatError, match="line 1, column 1: '<' at r1c1 leads out of the board"):
        loads(text.replace("14", "<", 1))


def test_rules_that_clues_show() -> None:
    text = (DATA / "cages.json").read_text("utf-8")
    assert detect(text).name == "cages-json"
    found = loads_all(text)
    assert [puzzle.rules.name for puzzle in found] == ["kenken", "calcudoku", "calcudoku"]
    assert [count(puzzle, limit=2) for puzzle in found] == [1, 1, 1]
    with pytest.raises(FormatError, match="kenken rules allow only"):
        loads_all(text, rules="kenken")


@pytest.mark.parametrize(
    ("format_", "text"),
    [
        ("daily", "3\n0 - A1 B1 C1\n"),
        ("rooms", "1 1 1\n2 2 3\n2 3 3\n1: 0-\n2: 6+\n3: 6+\n"),
        ("indexgrid", "3 3\n0 0 0\n1 1 2\n1 2 2\n0 - 0\n1 + 6\n2 + 6\n"),
        ("janko", "3 3\n0- . .\n6+ . 6+\n. . .\n1 1 1\n2 2 3\n2 3 3\n"),
        ("mapu", "3 1\n3 0 0 0 1 0 2 - 0\n"),
        ("mathdoku-yaml", "size: 3\ncages:\n- cells: [A1, B1, C1]\n  value: 0\n  op: '-'\n"),
    ],
)
def test_differences_of_three_cells(format_: str, text: str) -> None:
    assert detect(text).name == format_
    assert loads(text).rules.name == "calcudoku"


SMALL_KILLER = "4 4\n9 - 8 3\n- 7 - -\n4 - - 9\n- - - -\n2 2 4 1\n2 3 4 1\n6 3 4 5\n6 3 5 5\n"
"""janko.at's Killer Sudoku 1, whose solution is in puzzlekit's data set."""


def test_small_sums_or_hidden_operators() -> None:
    """Below 9x9 both may make what all cells hold: never one of them without a word."""
    with pytest.raises(FormatError, match="--rules killer or --rules kenken"):
        loads(SMALL_KILLER)
    killer, hidden = loads(SMALL_KILLER, rules="killer"), loads(SMALL_KILLER, rules="kenken")
    assert killer.houses == boxes(4, 2, 2)
    assert (count(killer), count(hidden)) == (1, 8)
    with pytest.raises(FormatError, match="hidden operators with the sums of a Killer Sudoku"):
        dumps(hidden, "janko")
    other = loads(SMALL_KILLER.replace("9 - 8 3", "9 - 8 2"))
    assert not other.houses
    too_large = SMALL_KILLER.replace("9 - 8 3", "9 - 4 7").replace("- 7", "- 7")  # 7 < 4 + 4
    assert loads(too_large.replace("4 - - 9", "8 - - 5")).rules.name == "kenken"


def test_data_sets_of_puzzlekit() -> None:
    text = (DATA / "puzzlekit_killer.json").read_text("utf-8")
    assert detect(text).name == "puzzlekit"
    four, six = loads_all(text)
    assert four == loads(SMALL_KILLER, rules="killer")
    assert (six.title, six.houses, count(six)) == ("11_6x6", boxes(6, 2, 3), 1)
    given, hidden = loads_all((DATA / "puzzlekit.json").read_text("utf-8"))
    assert str(given.cages[0]) == "24* at r1c1 r2c1 r2c2"
    assert [cage.operator for cage in hidden.cages if len(cage.cells) > 1] == [None] * 6
    assert (count(given), count(hidden)) == (1, 1)
    # The address of a page says it where the data set has no name.
    entry = text[text.index('"data": ') + 8 : text.rindex("}")]
    assert loads_all(f'{{"puzzles": {entry}}}') == [four, six]
    with pytest.raises(FormatError, match="line 2, column 11: puzzles of the kind 'EvenOddSudoku'"):
        loads_all(text.replace('"KillerSudoku"', '"EvenOddSudoku"'))
    with pytest.raises(FormatError, match="line 7, column 18: line 2 of the problem: a row of 4"):
        loads_all(text.replace("4 4\\n9", "4 5\\n9"))


def test_walls_around_cages() -> None:
    text = (DATA / "walls.txt").read_text("utf-8")
    assert detect(text).name == "walls"
    assert [str(cage) for cage in loads(text).cages] == [
        *("3+ at r1c1 r1c2", "6* at r1c3 r2c2 r2c3", "3* at r2c1 r3c1", "1- at r3c2 r3c3")
    ]
    in_json = json.dumps({"id": 1, "data": text.replace("\n", "\r\n")})
    assert loads(in_json) == loads(text)
    with pytest.raises(
        FormatError, match="line 2, column 1: a solution that does not fit the puzzle"
    ):
        loads(text.replace("3 0 6", "4 0 6"))
    with pytest.raises(FormatError, match="line 6, column 3: 2 targets in the cage of r1c1"):
        loads(text.replace("3 0 6", "3 1 6"), "walls")
    with pytest.raises(FormatError, match="the walls format is read only: its texts hold"):
        dumps(loads(text), "walls")
    assert loads(text.replace("2 1 3\n3 2 1\n1 3 2", "0 0 0\n0 0 0\n0 0 0")) == loads(text)
