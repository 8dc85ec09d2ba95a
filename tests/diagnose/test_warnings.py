"""What is odd about a well-formed puzzle, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kenken_cp import Cage, Puzzle, loads, warnings, why
from kenken_cp.diagnose.warnings import impossible_cages

SUMS = (
    "aaabbb\ncccddd\neeefff\nggghhh\niiijjj\nkkklll\n\n"
    "a 6\nb 15\nc 15\nd 6\ne 6\nf 15\ng 15\nh 6\ni 6\nj 15\nk 15\nl 6\n"
)
SUMS_OR_HIDDEN = (
    "no clue has an operator, and the clues add up to the sum of all cells: are they the sums of a "
    "Killer Sudoku (rules killer, and boxes)?"
)

FOUR = "abbc\naddc\needf\ngggf\n\na 1-\nb 3-\nc 2/\nd 12*\ne 2/\nf 3*\ng 24*\n"

PRODUCTS = "abbc\naddc\needf\ngggf\n\na 6*\nb 4\nc 2*\nd 12*\ne 2*\nf 3*\ng 24*\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "abcc\nddcc\needd\needa\n\na 8+\nb 4\nc 8+\nd 9+\ne 9+\n",
            [
                "the letter a is used for two groups of cells that do not touch: r1c1 and r4c4; "
                "is one of them another cage?",
                "the letter d is used for two groups of cells that do not touch: r2c1 r2c2 and "
                "r3c3 r3c4 r4c3; is one of them another cage?",
            ],
        ),
        (
            "aa bb aa\ncc cc cc\naa cc aa\n\naa 8+\nbb 2\ncc 8+\n",
            [
                "the label aa is used for 4 groups of cells that do not touch: r1c1, r1c3, r3c1 "
                "and r3c3; is one of them another cage?"
            ],
        ),
        (
            '{"size": 2, "cages": [{"cells": [[0, 0], [1, 1]], "op": "+", "target": 2}, '
            '{"cells": [[0, 1]], "op": "=", "target": 2}, '
            '{"cells": [[1, 0]], "op": "=", "target": 2}]}',
            [
                "the cage 2+ is in two groups of cells that do not touch: r1c1 and r2c2; "
                "is one of them another cage?"
            ],
        ),
        (
            "rules: kenken\n12\n21\n",
            ["every cell is a given; is this a solution (check --board), not a puzzle?"],
        ),
        ("ab\nab\n\na 3+\nb 3+\n", []),
        (FOUR, []),
        (
            FOUR.replace("b 3-", "b 3"),
            ["3 at r1c2 r1c3 shows no operator, but all other cages do: was it left out?"],
        ),
        (FOUR.replace("b 3-", "b 3").replace("c 2/", "c 2"), []),
        ("rules: inshi\n\n" + PRODUCTS, []),
        (SUMS, [SUMS_OR_HIDDEN]),
        (SUMS.replace("a 6", "a 6+"), []),
        ("rules: killer\n\n" + SUMS, []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert warnings(loads(text)) == expected


def test_the_letters_are_those_of_the_puzzle_asked_about() -> None:
    """Two puzzles that are equal, but for the letters in their texts."""
    text = "xy\nyx\n\nx 2+\ny 4+\n"
    assert warnings(loads(text))[0].startswith("the letter x is used")
    assert warnings(loads(text.replace("x", "z")))[0].startswith("the letter z is used")


def test_cages_are_not_looked_at_when_the_time_is_over():
    puzzle = loads("aab\nccb\nddd\n\na 9+\nb 9+\nc 9+\nd 6+\n")
    assert len(impossible_cages(puzzle)) == 3
    assert impossible_cages(puzzle, seconds=1e-9) == []


def test_open_cells_beside_givens_are_no_mistake():
    assert not warnings(loads("1234 3412 4.2. ...."))


@pytest.mark.parametrize(("shown", "odd"), [(2, False), (3, True)])
def test_a_hidden_operator_is_odd_beside_several_that_are_shown(shown, odd):
    cages = [Cage([(row, 0), (row, 1)], "+", 5) for row in range(shown)]
    puzzle = Puzzle(4, [*cages, Cage([(3, 0), (3, 1)], None, 2)])
    assert any("was it left out?" in text for text in warnings(puzzle)) is odd


@pytest.mark.parametrize(
    ("cells", "clue", "rules"),
    [([(0, 0), (0, 1)], "6+", "kenken"), ([(0, 0), (0, 1), (1, 1)], "4+", "killer")],
)
def test_values_that_make_a_clue_only_where_they_repeat(cells, clue, rules):
    cage = Cage(cells, "+", int(clue[:-1]))
    puzzle = Puzzle(3, [cage], rules=rules)
    said = f"no values that differ as they must make {cage}"
    assert f"{said}, so there is no solution" in warnings(puzzle)
    assert rules == "kenken" or f"The reason: {said}." in " ".join(str(why(puzzle)).split())
    assert f"no values make {replace(cage, target=99)}, so there is no solution" in warnings(
        replace(puzzle, cages=[replace(cage, target=99)])
    )
