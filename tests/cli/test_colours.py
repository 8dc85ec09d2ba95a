"""Colours by meaning: where there are any, in boards and sentences, and that one can read them."""

import itertools
import re

import pytest
from cli.calls import EASY, KEEN, THREE, run
from contrast import contrast
from corpus import PUZZLES

from kenken_cp.cli.printing import colours
from kenken_cp.cli.printing.colours import in_colours, paint_for, uncoloured
from kenken_cp.render.shapes import Role


def on_a_terminal(*arguments, **env):
    env = {"TERM": "xterm-256color", "NO_COLOR": "", "COLORTERM": "", **env}
    return run(*arguments, env=env, terminal=True).stdout.decode()


def tagged(text, role):
    return f"<{role} {text}>"


def test_where_there_are_colours():
    plain = run("show", EASY).stdout.decode()
    shown = on_a_terminal("show", EASY)
    assert "\x1b[38;5;30m1−\x1b[0m" in shown
    assert uncoloured(shown) == plain
    assert on_a_terminal("show", EASY, NO_COLOR="1") == plain
    assert on_a_terminal("show", EASY, TERM="dumb") == plain
    few = on_a_terminal("show", EASY, TERM="xterm")
    assert "38;5" not in few
    assert uncoloured(few) == plain


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", THREE),
        ("explain", KEEN),
        ("hint", KEEN, "--reveal"),
        ("why", THREE),
        ("candidates", THREE),
        ("show", str(PUZZLES / "6x6/killer.kk"), "--solution"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_colours_add_nothing_and_change_nothing_else(arguments):
    shown = on_a_terminal(*arguments)
    assert "\x1b[38;5;" in shown
    assert uncoloured(shown) == run(*arguments).stdout.decode()


@pytest.mark.parametrize(
    ("sentence", "painted"),
    [
        (
            "14+ at r3c1 r4c1 r4c2 has no use for 1.",
            "<clue 14+> at r3c1 r4c1 r4c2 has no use for <eliminated 1>.",
        ),
        (
            "15* at r4c6 r5c6 needs 3 and 5, so no other cell of column\n    6 is 3 or 5.",
            "<clue 15*> at r4c6 r5c6 needs 3 and 5, so no other cell of column\n    6 is "
            "<eliminated 3 or 5>.",
        ),
        (
            "nothing else: r2c3 is 5 or 6 and r2c2 is not 1 or 2.",
            "nothing else: r2c3 is 5 or 6 and r2c2 is not <eliminated 1 or 2>.",
        ),
        ("In row 1 only r1c3 can be 5.", "In row 1 only r1c3 can be <entry 5>."),
        (
            "-1- at r1c2 r2c2 needs -1 and 5; r1c2 is -1.",
            "<clue -1-> at r1c2 r2c2 needs -1 and 5; r1c2 is <entry -1>.",
        ),
        (
            "3/ at r1c5 r1c6 is 1 and 3 or 2 and 6; r1c5 is 3 and r1c6 is 1.",
            "<clue 3/> at r1c5 r1c6 is 1 and 3 or 2 and 6; r1c5 is <entry 3> and r1c6 is "
            "<entry 1>.",
        ),
        ("  r1c1 = 5", "  r1c1 = <entry 5>"),
        (
            "r1c3 can only be 1, r3c4 3, r2c4\n    10.",
            "r1c3 can only be <entry 1>, r3c4 <entry 3>, r2c4\n    <entry 10>.",
        ),
        (
            "No way to make 14+ at r3c1 r4c1 has 2 in r3c1 or r4c2.",
            "No way to make <clue 14+> at r3c1 r4c1 has <eliminated 2> in r3c1 or r4c2.",
        ),
        ("In row 1, 2 can only be at r1c1 or r1c2.", "In row 1, 2 can only be at r1c1 or r1c2."),
    ],
)
def test_sentences(sentence, painted):
    assert in_colours(sentence, tagged) == painted


def parts_of(number):
    """Of one of 256 colours, in the cube of 6 x 6 x 6."""
    levels = (0, 95, 135, 175, 215, 255)
    return [levels[(number - 16) // 6**place % 6] for place in (2, 1, 0)]


def test_every_colour_is_readable_on_black_and_on_white():
    found = re.findall(r"38;5;(\d+)", " ".join(colours._IN_256_COLOURS.values()))
    assert found
    for number in map(int, found):
        grounds = ((0, 0, 0), (255, 255, 255))
        assert min(contrast(parts_of(number), ground) for ground in grounds) > 3.7, number
    for table in (colours._IN_256_COLOURS, colours._IN_EIGHT_COLOURS):
        assert {Role.CLUE, Role.GIVEN, Role.ENTRY, Role.MARKED, Role.ELIMINATED} == set(table)
    by_meaning = [colours._IN_256_COLOURS[role] for role in (Role.CLUE, Role.ENTRY, Role.MARKED)]
    assert all(one != other for one, other in itertools.combinations(by_meaning, 2))


def test_a_file_has_none(tmp_path):
    with (tmp_path / "out").open("w") as stream:
        assert paint_for(stream)("1", Role.CLUE) == "1"
