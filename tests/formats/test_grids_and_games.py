"""The formats janko, puzzlekit, walls, xy and gauguin: what they read, and say is wrong. Grids."""

import json
from pathlib import Path

import pytest
from corpus import shipped

from kenken_cp.errors import FormatError, GridError
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
from kenken_cp.formats.grids import read_board, read_grids
from kenken_cp.model.rule_sets import GAUGUIN, KENKEN
from kenken_cp.render.picture import Picture
from kenken_cp.render.text import DEFAULT_STYLE, Style, drawn

FILES = Path(__file__).parent.parent / "data" / "formats"
CAGES = "3+ at r1c1 r1c2, 1- at r1c3 r2c3, 2- at r2c1 r3c1, 12* at r2c2 r3c2 r3c3"
JANKO = "3 3\n3+ . 1-\n2- 12* .\n. . .\n1 1 2\n3 4 2\n3 4 4\n"
WALLS = (
    "A\n2 1 3\n3 2 1\n1 3 2\nT\n3 0 6\n3 0 0\n0 1 0\nS\n+ 0 *\n* 0 0\n0 - 0\n"
    "V\n0 1\n1 0\n1 0\nH\n1 0\n1 1\n0 1\n"
)
SUMS = "4 4\n9 - 8 3\n- 7 - -\n4 - - 9\n- - - -\n2 2 4 1\n2 3 4 1\n6 3 4 5\n6 3 5 5\n"
XY = {
    "name": "small",
    "width": 2,
    "height": 2,
    "values": [1, 2],
    "rules": [
        {"op": "+", "value": 3, "cells": [{"x": 0, "y": 0}, {"x": 1, "y": 0}]},
        {"op": "=", "value": 2, "cells": [{"x": 0, "y": 1}]},
    ],
}
GAME = {
    "version": 3,
    "variant": {
        "gridSize": {"width": 2, "height": 2},
        "options": {"showOperators": True, "digitSetting": "FIRST_DIGIT_ZERO"},
    },
    "cages": [
        {"id": 0, "action": "ACTION_ADD", "result": 1, "cellNumbers": [0, 1], "type": "DOUBLE"},
        {"id": 1, "action": "ACTION_NONE", "result": 1, "cellNumbers": [2]},
        {"id": 2, "action": "ACTION_NONE", "result": 0, "cellNumbers": [3]},
    ],
}


def kit(problem: str, name: str = "KenKen") -> str:
    """A data set of one puzzle."""
    return json.dumps({"name": name, "data": {"first": {"problem": problem, "info": ""}}})


def changed(value: object, path: str, instead: object) -> str:
    """JSON with another value under a path such as ``cages.0.result``; None leaves it out."""
    copy = json.loads(json.dumps(value))
    *before, last = (int(key) if key.isdecimal() else key for key in path.split("."))
    at = copy
    for key in before:
        at = at[key]
    if instead is None:
        del at[last]
    else:
        at[last] = instead
    return json.dumps(copy)


READS = [
    ("janko", JANKO, CAGES),
    ("janko", JANKO.replace(".", "-").replace("\n", "\r\n"), CAGES),
    ("janko", "2 3\n3: . 3\n. 3 2\n1 1 2\n3 4 5\n", "3/ at r1c1 r1c2, 3 at r1c3"),
    ("janko", "2 2\n3 .\n. 1\n1 1\n2 3\n", "3 at r1c1 r1c2, 1 at r2c2"),
    ("puzzlekit", kit(JANKO), CAGES),
    ("walls", WALLS, "3+ at r1c1 r1c2, 6* at r1c3 r2c2 r2c3, 3* at r2c1 r3c1, 1- at r3c2 r3c3"),
    ("walls", WALLS.replace("2 1 3\n3 2 1\n1 3 2", "0 0 0\n" * 2 + "0 0 0"), ""),
    ("walls", "A\n1\nT\n1\nS\n1\nV\nH\n", "1 at r1c1"),
    ("xy", json.dumps(XY), "3+ at r1c1 r1c2, 2 at r2c1"),
    ("xy", json.dumps(XY, indent=1), "3+ at r1c1 r1c2, 2 at r2c1"),
    ("gauguin", json.dumps(GAME), "1+ at r1c1 r1c2, 1 at r2c1, 0 at r2c2"),
]
ERRORS = [
    ("puzzlekit", kit(JANKO, "Kakuro"), "name: found 'Kakuro'; expected puzzles of the kind"),
    ("puzzlekit", kit(JANKO + "1"), "data.first.problem: line 8, column 1: '1'; expected the end"),
    ("puzzlekit", kit(JANKO + JANKO), "data.first.problem: line 8, column 1: '3 3'; expe"),
]


@pytest.mark.parametrize(("name", "text", "cages"), READS)
def test_reads(name: str, text: str, cages: str) -> None:
    puzzle = loads(text)
    assert ", ".join(map(str, puzzle.cages)).startswith(cages)
    assert detect(text).name == name


@pytest.mark.parametrize(("name", "text", "message"), ERRORS)
def test_errors(name: str, text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads_all(text, name)
    assert str(caught.value).startswith(message)


def test_sums_and_hidden_operators_differ_by_rules_or_name() -> None:
    hidden = loads(SUMS, rules="kenken")
    assert (hidden.rules, hidden.cages[0].operator) == (KENKEN, None)
    assert loads(kit(SUMS)).cages == hidden.cages
    with pytest.raises(FormatError, match="expected --rules kenken"):
        loads(SUMS, rules="killer")
    with pytest.raises(FormatError, match="hidden operators that a Sudoku could have"):
        dumps(hidden, "janko")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("janko_sudoku.txt", "found 0 rows; expected 16"),
        ("janko_jigsaw.txt", "the clues may be hidden operators, or"),
        ("janko_killer.txt", "the clues may be hidden operators, or"),
        ("puzzlekit_killer.json", "name: found 'KillerSudoku'; expected puzzles of the kind"),
    ],
)
def test_other_puzzles_of_the_same_places_are_refused(name: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        load_all(FILES / name)


def test_a_board_of_givens() -> None:
    puzzle = loads("1 2\n2 1\n", "native")
    assert loads(dumps(puzzle, "janko")) == puzzle
    with pytest.raises(FormatError, match="a board without cages"):
        dumps(loads("rules: kenken\n..\n..\n"), "janko")


def test_several_puzzles_and_titles() -> None:
    assert len(loads_all(JANKO + JANKO)) == len(loads_all(WALLS + WALLS)) == 2
    assert len(loads_all(json.dumps([XY, XY]))) == 2
    assert loads(json.dumps(XY)).title == "small"
    assert loads(kit(JANKO)).title == "first"
    every = [loads(kit(JANKO)), loads(JANKO)]
    for name in ("janko", "puzzlekit", "xy"):
        assert [puzzle.cages for puzzle in loads_all(dumps_all(every, name))] == [
            every[0].cages
        ] * 2


def test_an_error_in_a_set_ends_no_other() -> None:
    """And after a hundred errors nothing more is read, however many sets they are in."""
    good, bad = kit(JANKO), '{"name": "KenKen", "data": {}, "colour": 1}'
    found = list(loads_each(f"{good}\n{bad}\n{good}\n"))
    assert [isinstance(each, FormatError) for each in found] == [False, True, False]
    assert len(list(loads_each("\n".join([good] + [kit("x")] * 300)))) == 103


def test_rectangles_and_values() -> None:
    puzzle = loads("size: 2x3\nvalues: 0 2 4\naab\ncdb\n\na 2+\nb 4-\nc 0\nd 2\n")
    assert loads(dumps(puzzle, "xy")) == puzzle
    with pytest.raises(FormatError, match="values 0 2 4"):
        dumps(puzzle, "janko")


def test_hidden_operators_of_gauguin() -> None:
    text = changed(GAME, "variant.options.showOperators", False)
    puzzle = loads(text)
    assert (puzzle.rules, puzzle.values, puzzle.cages[0].operator) == (GAUGUIN, (0, 1), None)


def test_formats_that_hold_the_solution_are_only_read() -> None:
    puzzle = next(iter(shipped().values()))
    for name in ("walls", "gauguin"):
        with pytest.raises(FormatError, match="only read, not written"):
            dumps(puzzle, name)


@pytest.mark.parametrize(
    ("name", "rules", "cages"),
    [("walls.txt", KENKEN, 4), ("xy.json", KENKEN, 11), ("gauguin.yml", GAUGUIN, 5)],
)
def test_real_files(name: str, rules: object, cages: int) -> None:
    puzzle = load(FILES / name)
    assert (puzzle.rules, len(puzzle.cages)) == (rules, cages)


def test_real_files_of_several_puzzles() -> None:
    assert [len(puzzle.cages) for puzzle in load_all(FILES / "janko.txt")] == [16, 7, 11]
    assert [len(puzzle.cages) for puzzle in load_all(FILES / "puzzlekit.json")] == [8, 7]


def test_no_text_of_others_is_claimed() -> None:
    for text in ("A\nb c\n", '{"data": {"1": {}}}', "3\n1 2 3\n", "12 13\n"):
        assert not formats_claiming(text)


# --- grids ---------------------------------------------------------------------------------------

GRID = ((1, 2, 3), (3, 1, 2))


@pytest.mark.parametrize(
    "text",
    [
        *("1 2 3\n3 1 2\n", "123\n312", "123 312", "123312", "1 2 3 3 1 2"),
        *("# 1\n1 2 3\n3 1 2\n", "#######\n#1|2|3#\n#3|1|2#\n"),
        *("[[1, 2, 3], [3, 1, 2]]", "|1|2|3|\n|-+-+-|\n|3|1|2|\n\nThe only solution.\n"),
    ],
)
def test_grids(text: str) -> None:
    assert read_grids(text, (2, 3)) == [GRID]
    assert read_grids(f"{text}\n\n{text}", (2, 3)) == [GRID, GRID]


@pytest.mark.parametrize("style", [DEFAULT_STYLE, Style(ascii=True)])
@pytest.mark.parametrize("clue", ["6*", "6"])
def test_a_drawing_is_read_if_it_is_full(style: Style, clue: str) -> None:
    puzzle = loads(f"size: 2x3\n\naab\ncbb\n\na 3+\nb {clue}\nc 3\n")
    assert read_grids(drawn(Picture(puzzle, GRID), style), (2, 3)) == [GRID]
    with pytest.raises(GridError, match="the board has"):
        read_board(drawn(Picture(puzzle, ((1, 2, None), (3, None, 2))), style), (2, 3), (1, 2, 3))


@pytest.mark.parametrize("text", ["1.3\n..2", "1 . 3 . _ 2", "103002", "[[1,null,3],[0,None,2]]"])
def test_boards(text: str) -> None:
    assert read_board(text, (2, 3), (1, 2, 3)) == {(0, 0): 1, (0, 2): 3, (1, 2): 2}
    with pytest.raises(GridError, match=r"r1c1 of the board is 1; expected one of 2 3 4 .* 64$"):
        read_board(text, (2, 3), {*range(64, 1, -1)})
    with pytest.raises(GridError, match="r1c2 of the board is open; expected a full board"):
        read_grids(text.replace("0", "."), (2, 3))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2 3", r"the board has 3 numbers; expected 6 \(2 rows of 3, a line each\)"),
        ("12312", "the board has 5 numbers; expected 6"),
        ("12\n33\n12", "the board has 3 numbers; expected 6"),
        ("3+ 2 3\n3 1 2", "the board has 3 numbers; expected 6"),
        ("", "no board; expected 6 numbers"),
    ],
)
def test_grids_that_do_not_fit(text: str, message: str) -> None:
    with pytest.raises(GridError, match=message):
        read_grids(text, (2, 3))
