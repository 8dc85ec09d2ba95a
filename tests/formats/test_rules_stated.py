"""What a reader tells beside the puzzle: whether anybody states its rules."""

from __future__ import annotations

import pytest

from kenken_cp.errors import FormatError
from kenken_cp.formats import FORMATS, loads_each
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN

SMALL = '"size": 1, "cages": [{"cells": [[0, 0]], "op": "=", "target": 1}]'

UNSTATED = {"native", "json", "letters", "rooms", "inline", "janko", "puzzlekit", "pairs", "drawn"}
"""What people of many places write, with hidden operators: these may be any."""


def stated(text: str, **options: str) -> list[bool | None]:
    found = loads_each(text, **options)
    return [None if isinstance(each, FormatError) else each.rules_stated for each in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rules: kenken\nab\nab\n\na 3+\nb 3+\n---\nab\nab\n\na 3+\nb 3+\n", [True, False]),
        ("title: t\nab\nab\na 3+\nb 3+\nrules: killer\nab\nab\na 3+\nb 3+\n", [False, True]),
        ("title: rules: killer\nab\nab\n\na 3+\nb 3+\n", [False]),
        ("# rules: killer\nab\nab\n\na 3+\nb 3+\n", [False]),
        (f'{{"rules": "kenken", {SMALL}}}\n{{{SMALL}}}\n', [True, False]),
        (
            f'[{{"title": "\\"rules\\": 1", {SMALL}}}, {{{SMALL}, "rules": "killer"}}]',
            [False, True],
        ),
        ("3:a_3aba_,m3a5s1s1\n3:wrong\n3:a_3aba_,m3a5s1s1\n", [True, None, True]),
        ("A+3 A\nB+3 B\n", [True]),  # as cdok means it
    ],
)
def test_each_puzzle_has_its_own(text: str, expected: list[bool | None]) -> None:
    assert stated(text) == expected
    asked = [None if each is None else True for each in expected]
    assert stated(text, rules="calcudoku") == asked or "3:" in text


def test_which_formats_have_rules_of_their_own() -> None:
    for known in FORMATS:
        (reading,) = loads_each(known.example)
        assert not isinstance(reading, FormatError)
        assert reading.rules_stated is (known.name not in UNSTATED), known.name
        assert reading.rules_stated or reading.puzzle.rules is KENKEN


LETTERS = "3\nAAB\nADB\nCDD\nA {} 6\nB - 1\nC + 2\nD + 6\n"


def test_a_single_clue_that_shows_other_rules() -> None:
    """It may be a slip of the finger, and meant calcudoku rules without a word."""
    (slip,) = loads_each(LETTERS.format("-"))
    assert not isinstance(slip, FormatError)
    assert slip.puzzle.rules is CALCUDOKU
    assert slip.doubts == (
        "6- at r1c1 r1c2 r2c1 is the only - or / on more than two cells; is it right? It shows "
        "calcudoku rules",
    )
    for text, options in (
        (LETTERS.format("+"), {}),
        (LETTERS.format("-"), {"rules": "calcudoku"}),
        (LETTERS.format("-").replace("D +", "D -"), {}),
    ):
        (read,) = loads_each(text, **options)
        assert not isinstance(read, FormatError)
        assert read.doubts == ()
