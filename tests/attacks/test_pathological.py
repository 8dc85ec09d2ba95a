"""Texts that are nothing but too much of something, at every place that reads text."""

from __future__ import annotations

import re

import pytest
from attacks.bounds import ends
from cli.calls import run
from cli.puzzles import KEEN

from kenken_cp.errors import KenKenError, PuzzleError
from kenken_cp.formats import FORMATS, loads, loads_all
from kenken_cp.formats.grids import read_board, read_grids
from kenken_cp.judge.answers import Question, read_answer

UNITS = (
    *("\n", " ", "\t", "\f", "\r", "\u2028", "\ufeff", "\0", "\x1b[31m", "\u0661", "é", "😀"),
    *("0", "9", "-", "+", "1+", "1,", "1 ", "1 2\n", "[", "[1,2] ", "(", "{", "}", '"', "\\", "'"),
    *("a", "a ", "a\n", "ab\n", "a 1\n", "a 3+\n", "A1 ", "r1c1 ", "#", "# 3\n", "#\n"),
    *("--", "---\n"),
    *("{-", "-}", "|", "| ", "+-", "=", ":", "::", "..", ".", "x", "4:", "4:a", "y"),
    *("z9", "a99999"),
    *("kk = [", "Cage ", "Cage 3 Add [", "(1, 1), ", "+ 3 A1 A2\n", "! 1 A1\n", "3 + 0 1\n"),
    *('{"size": 2, "cages": [', '{"size": 1, "cages": []}\n', '"cells":', "null,", "1e5", "[[[1"),
    *("a:3 ", "2 - 11 21\n", "cage(div, 2, [[0, 0]]).\n"),
    *("title: a\n", "house: r1c1\n", "size: 64\n", "values: 0..9\n", "SAVEFILE:1:", "DESC :1:a\n"),
    *("Found 1 solutions\n", "Solution 1:\n", "Column 1 : 1 2\n", "(1, 2) = 3\n", "no solution "),
)
"""What is repeated."""

HEADS = ("", "size: 64\n\n", "# 3\n", "4:", '{"size": 3, "cages": [', "kk = [ Cage 3 Add [")

sizes = pytest.mark.parametrize(
    ("characters", "step"), [(500, 9), pytest.param(5_000, 2, marks=pytest.mark.slow)]
)
"""Characters of a text; and how many units there are for each that is taken."""


def repeated(unit: str, characters: int) -> str:
    return unit * (characters // len(unit))


def short(error: Exception) -> None:
    """Whatever the text is, the message does not repeat it."""
    assert len(str(error)) < 500, str(error)


@sizes
@pytest.mark.parametrize("name", FORMATS.names())
def test_readers(name, characters, step):
    for unit in UNITS[::step]:
        for head in HEADS if step > 1 else HEADS[:1]:
            text = head + repeated(unit, characters)
            with ends((name, head, unit)):
                try:
                    loads_all(text, name)
                except (KenKenError, PuzzleError) as error:
                    short(error)


@sizes
def test_grids(characters, step):
    for unit in UNITS[::step]:
        text = repeated(unit, characters)
        with ends(unit):
            try:
                read_grids(text, 3)
            except KenKenError as error:
                short(error)
        with ends(unit):
            try:
                read_board(text, 3, (1, 2, 3))
            except KenKenError as error:
                short(error)


@sizes
def test_what_judged_programs_print(characters, step):
    puzzle = loads(KEEN)
    for unit in UNITS[::step]:
        for text in (repeated(unit, characters), "1 3 2\n" + repeated(unit, characters)):
            for question in Question:
                with ends(unit):
                    grids = read_answer(text, puzzle, question).grids
                assert all([len(row) for row in grid] == [3, 3, 3] for grid in grids)


def attack(*arguments, stdin=""):
    """A call that must end with an answer, or with one clear message; never as a bug."""
    with ends(arguments):
        done = run(*arguments, stdin=stdin)
    error = done.stderr.decode()
    assert done.returncode in (0, 1, 2, 3), (arguments, done)
    assert "Traceback" not in error, (arguments, error)
    assert "\x1b" not in error, (arguments, error)
    assert b"\x1b" not in done.stdout, (arguments, done.stdout)
    if done.returncode == 2 and "--json" not in arguments:
        assert done.stdout == b"", arguments
        # Of a value that is no number, say, the parser of arguments tells in a box.
        assert re.fullmatch(r"[^\n]+\n", error) or "─ Error ─" in error, (arguments, error)


@sizes
def test_puzzles_at_the_prompt(characters, step):
    for unit in UNITS[:: 2 * step]:
        text = repeated(unit, characters)
        attack("convert", "-", stdin=text.encode())
        if unit != "\0" and step > 1:  # an argument of a process cannot have it
            attack("convert", "--json" if unit in "[(" else "--quiet", text)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"\xc3", b"\x00", b"\xed\xa0\x80"], ids=str)
def test_files_that_are_no_text(content, tmp_path):
    path = tmp_path / "puzzle"
    path.write_bytes(content * 10)
    attack("solve", str(path))
    attack("solve", "-", stdin=content)
    attack("count", KEEN, "--resume", str(path))


@sizes
def test_files_of_results(characters, step, tmp_path):
    kept = tmp_path / "kept"
    attack("count", KEEN, "--resume", str(kept))
    right = kept.read_bytes()
    for unit in UNITS[:: 2 * step]:
        for before in (b"", right):
            content = before + repeated(unit, characters).encode() + b"\n"
            kept.write_bytes(content)
            attack("count", KEEN, "--resume", str(kept))


OPTIONS = ("--size", "--level", "--operators", "--cage-sizes", "--values", "--houses", "--hidden")
TEXTS = (
    *("", " ", "0", "-1", "65", "1x", "x", "0x0", "1x65", "9" * 30, "1e999", "nan", "inf", "-inf"),
    *("1..", "..1", "5..0", "-1000001..0", "1..1000001", "1-", "-", "4-1", "1-9999", "+" * 1000),
    *("\x1b[31m", "\u0661", "é", "²", "\u2028", "%s", "{}", "{input}", "\\", "["),
    *("1,2,,3", "1" * 5000),
)


@pytest.mark.parametrize("step", [11, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("option", OPTIONS)
def test_options_of_generate(option, step):
    for text in TEXTS[::step]:
        attack("generate", "--seed", "1", "--size", "2", "--any", "--quiet", f"{option}={text}")
