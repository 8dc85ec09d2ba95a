"""Formats and operators that are registered from outside: one record each, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, planted

from kenken_cp.errors import FormatError, UnknownNameError
from kenken_cp.formats import (
    FORMATS,
    Format,
    ReadPuzzle,
    detect,
    dumps,
    dumps_all,
    loads,
    loads_all,
)
from kenken_cp.model.operators import GIVEN, OPERATORS, Fold, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER, RULE_SETS, RuleSet

READ_ONLY = {"drawn", "gauguin", "walls"}

LEFT_OVER = Operator(
    name="left over",
    symbol="%",
    glyph="%",
    verb="leave",
    noun="remainder",
    evaluate=lambda values: max(values) % min(values) if min(values) > 0 else None,
    fold=Fold((), lambda seen, value: (*seen, value), lambda *_: True),
    most_cells=2,
    aliases=("left",),
    spellings={
        "cs332": ("Leftover", "Left"),
        "aikenken": ("left",),
        "keen": ("o",),
        "neknek": ("m",),
    },
)
PAIR = ((0, 0), (0, 1))
OTHER = ((1, 0), (1, 1))
PUZZLE = Puzzle(2, (Cage(PAIR, LEFT_OVER, 1), Cage(OTHER, "+", 3)))
WITHOUT_WORDS = replace(LEFT_OVER, spellings={})
SQUARE_ONLY = ("keen", "neknek", "cs332", "aikenken", "sudoku")


@pytest.fixture
def left_over() -> Iterator[Operator]:
    with OPERATORS.registered(LEFT_OVER) as operator:
        yield operator


# --- operators ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("left_over")
@pytest.mark.parametrize("clue", ["1%", "1 %", "1left", "1 left"])
def test_a_registered_operator_is_read(clue: str) -> None:
    native = f"aa\nbb\na {clue}\nb 3+\n"
    assert detect(native).name == "native"
    assert loads(native) == PUZZLE


@pytest.mark.usefixtures("left_over")
def test_a_registered_operator_is_read_in_json() -> None:
    json = (
        '{"size": 2, "cages": [{"cells": [[0, 0], [0, 1]], "op": "%", "target": 1}, '
        '{"cells": [[1, 0], [1, 1]], "op": "+", "target": 3}]}'
    )
    assert detect(json).name == "json"
    assert loads(json) == PUZZLE
    with pytest.raises(FormatError, match=r'cages\[0\].op: found "left"; expected one of .* % '):
        loads(json.replace("%", "left"), "json")


@pytest.mark.parametrize("picture", ["a a a\nb b b\n", "aaa\nbbb\n"])
@pytest.mark.usefixtures("left_over")
def test_an_operator_that_is_a_word_may_follow_a_picture_of_three_columns(picture: str) -> None:
    rules = "rules: calcudoku\n"
    puzzle = loads(f"{rules}{picture}a 1 add\nb 2 add\n")
    assert [str(cage) for cage in puzzle.cages] == ["1+ at r1c1 r1c2 r1c3", "2+ at r2c1 r2c2 r2c3"]


@pytest.mark.usefixtures("left_over")
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("native", "aa\nbb\n\na 1%\nb 3+\n"),
        ("json", None),
        ("keen", "2:b__,o1a3\n"),
        ("neknek", "# 2\nm 1 A1 A2\n+ 3 B1 B2\n"),
        (
            "cs332",
            "kk2 = [ Cage 1 Leftover [(1, 1), (1, 2)]\n"
            "      , Cage 3 Add      [(2, 1), (2, 2)]\n      ]\n",
        ),
        ("aikenken", "1 left 0 1\n3 + 2 3\n"),
    ],
)
def test_a_registered_operator_is_written_as_its_record_says(name: str, text: str | None) -> None:
    written = dumps(PUZZLE, name)
    assert text is None or written == text
    assert detect(written).name == name
    assert loads(written) == PUZZLE


@pytest.mark.usefixtures("left_over")
def test_other_spellings_of_a_format_are_read() -> None:
    assert loads("Cage 1 Left [(1, 1), (1, 2)], Cage 3 Add [(2, 1), (2, 2)]") == PUZZLE


@pytest.mark.parametrize("name", ["keen", "neknek", "cs332", "aikenken"])
def test_a_format_without_a_word_for_an_operator_refuses(name: str) -> None:
    with OPERATORS.registered(WITHOUT_WORDS):
        puzzle = Puzzle(2, (Cage(PAIR, WITHOUT_WORDS, 1), Cage(OTHER, "+", 3)))
        expected = (
            f"the {name} format cannot express the operator 'left over' of the cage 1% at r1c1"
        )
        with pytest.raises(FormatError, match=expected):
            dumps(puzzle, name)


@pytest.mark.parametrize(
    "format_",
    [
        format_
        for format_ in FORMATS
        if format_.name != "sudoku" and loads(format_.example, format_.name).rules.shown
    ],
    ids=lambda format_: format_.name,
)
def test_no_format_writes_an_operator_that_cannot_be_read_back(format_: Format) -> None:
    # Not registered; then registered with words that mean something else, or run into the target.
    impostors = [
        LEFT_OVER,
        replace(LEFT_OVER, spellings=dict.fromkeys(FORMATS.names(), ("+", "Add", "a"))),
        replace(LEFT_OVER, symbol="2%", spellings=dict.fromkeys(FORMATS.names(), ("m1",))),
        replace(LEFT_OVER, symbol="% %", spellings=dict.fromkeys(FORMATS.names(), ("% %",))),
    ]
    for operator in impostors:
        rules = loads(format_.example, format_.name).rules
        puzzle = Puzzle(2, (Cage(PAIR, operator, 1), Cage(OTHER, "+", 3)), rules=rules)
        if operator is LEFT_OVER:
            with pytest.raises(FormatError, match=_refused(format_, "cage")):
                format_.write(puzzle)
            continue
        with OPERATORS.registered(operator):
            try:
                text = format_.write(puzzle)
            except FormatError as error:
                assert format_.name in READ_ONLY or "cage" in str(error)  # noqa: PT017 - some words can be read, others not
            else:
                assert loads(text, format_.name) == puzzle


@examples(1000)
@given(format_=st.sampled_from(tuple(FORMATS)), puzzle_and_grid=planted())
def test_writing_raises_nothing_but_a_format_error(format_: Format, puzzle_and_grid) -> None:
    puzzle, _ = puzzle_and_grid
    try:
        text = format_.write(puzzle)
    except FormatError as error:
        assert str(error).startswith(f"the {format_.name} format {_refused(format_)} ")  # noqa: PT017
    else:
        read = loads(text, format_.name)
        assert read in (puzzle, _with_sums_shown(puzzle))
        assert puzzle.rows == puzzle.columns or format_.name not in SQUARE_ONLY


def _with_sums_shown(puzzle: Puzzle) -> Puzzle:
    """A killer in which a bare number, which can be nothing but a sum, is one."""
    if puzzle.rules is not KILLER:
        return puzzle
    cages = [
        Cage(cage.cells, *puzzle.possible_operators(cage), cage.target) for cage in puzzle.cages
    ]
    return replace(puzzle, cages=tuple(cages))


@pytest.mark.parametrize("name", SQUARE_ONLY)
def test_formats_that_hold_square_boards_only(name: str) -> None:
    expected = f"the {name} format cannot express a 2x3 board; it holds square boards only"
    with pytest.raises(FormatError, match=expected):
        dumps(Puzzle((2, 3)), name)


@pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.name)
def test_a_target_too_long_to_read_back(format_: Format) -> None:
    puzzle = Puzzle(4, (Cage(((0, 0),), GIVEN, 10**200),))
    with pytest.raises(FormatError, match=_refused(format_)):
        format_.write(puzzle)


def _refused(format_: Format, what: str = "cannot express") -> str:
    """Words of the error of a puzzle that a format cannot hold."""
    return "is read only:" if format_.name in READ_ONLY else what


def test_a_registered_rule_set() -> None:
    rules = RuleSet("products", "products only", tuple(KENKEN.operators[2:3]))
    puzzle = Puzzle((1, 2), (Cage(PAIR, None, 2),), rules=rules)
    with RULE_SETS.registered(rules):
        for name in ("native", "json"):
            assert loads(dumps(puzzle, name)) == puzzle
            assert loads(dumps(puzzle, name)).rules is rules
        with pytest.raises(FormatError, match="cannot express a 1x2 board"):
            dumps(puzzle, "keen")


# --- formats -----------------------------------------------------------------------------------


def _read_rows(text: str, rules: RuleSet | None) -> list[ReadPuzzle]:
    sizes = (tuple(map(int, line.split()[1:])) for line in text.splitlines())
    puzzles = (Puzzle(size, rules=rules or KENKEN) for size in sizes)
    return [ReadPuzzle(puzzle, rules_stated=rules is not None) for puzzle in puzzles]


BOARD = Format(
    name="board",
    summary="an empty board a line",
    example="board 2 3\n",
    detect=lambda text: text.startswith("board "),
    read=_read_rows,
    write=lambda puzzle: f"board {puzzle.rows} {puzzle.columns}\n",
    join="".join,
)


def test_a_registered_format() -> None:
    puzzles = [Puzzle((2, 3)), Puzzle(4, rules="killer")]
    with FORMATS.registered(BOARD):
        assert detect(BOARD.example) is BOARD
        assert loads(BOARD.example) == Puzzle((2, 3))
        assert loads("board 2 2", "board", rules="killer").rules.name == "killer"
        assert dumps_all(puzzles, "board") == "board 2 3\nboard 4 4\n"
        assert loads_all("board 2 3\nboard 4 4\n") == [Puzzle((2, 3)), Puzzle(4)]
        with pytest.raises(FormatError, match=f"any of {len(FORMATS)} known formats"):
            loads("hello")
    with pytest.raises(FormatError, match=f"no puzzle in any of {len(FORMATS)} known"):
        detect(BOARD.example)
    with pytest.raises(UnknownNameError, match="unknown format 'board'"):
        dumps(puzzles[0], "board")


PLUGIN = """
from kenken_cp import Puzzle
from kenken_cp.formats import Format, ReadPuzzle

BOARD = Format(
    "board", "an empty board a line", "board 2 3\\n",
    lambda text: text.startswith("board "),
    lambda text, rules: [ReadPuzzle(Puzzle(tuple(map(int, text.split()[1:]))), rules_stated=False)],
    lambda puzzle: f"board {puzzle.rows} {puzzle.columns}\\n",
)
"""


def test_a_format_of_an_installed_package(tmp_path: Path) -> None:
    (tmp_path / "board_plugin.py").write_text(PLUGIN)
    package = tmp_path / "board_plugin-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: board-plugin\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[kenken_cp.formats]\nboard = board_plugin:BOARD\n")
    code = "from kenken_cp import dumps, loads; print(dumps(loads('board 2 3'), 'board'), end='')"
    paths = [str(tmp_path), *filter(None, sys.path)]
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("board 2 3\n", "")


@pytest.mark.parametrize("known", FORMATS, ids=lambda known: str(known.name))
def test_spaces_of_web_pages_are_read_as_spaces(known: Format) -> None:
    """Within strings of JSON they stay."""
    text = known.example.replace(" ", "\u00a0").replace("{", "{\u00a0").replace(",", "\u00a0,")
    if text != known.example and text.lstrip().startswith(("{", "[")):
        assert loads_all(text) == loads_all(known.example)


def test_a_title_keeps_its_spaces() -> None:
    text = '{\u00a0"title": "a\u00a0\\"b", "size": 1, "cages": []}'
    assert loads(text).title == 'a\u00a0"b'


@pytest.mark.parametrize("known", FORMATS, ids=lambda known: str(known.name))
def test_what_programs_leave_around_a_text_is_not_read(known: Format) -> None:
    meant = loads_all(known.example, known.name)
    for begin, end in (("\ufeff", "\x1a"), ("\u200b\n", "\u200b"), ("```\n", "```\n")):
        text = f"{begin}{known.example}{end}"
        assert loads_all(text, known.name) == meant
        assert loads_all(text) == loads_all(known.example)
