"""JSON: its schema, its arrangements in a file, and its layout."""

from __future__ import annotations

import json

import pytest

from kenken_cp.formats import dumps, dumps_all, loads, loads_all
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import boxes, diagonals
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU

FULL = {
    "title": "все",
    "level": "schwierig für 10€",
    "size": 4,
    "rules": "calcudoku",
    "values": [0, 1, 2, 3, 4],
    "boxes": "2x2",
    "diagonals": True,
    "houses": [["r1c1", "r2c3"]],
    "cages": [
        {"cells": ["r1c1", "r1c2"], "clue": "3-"},
        {"cells": ["r2c1"], "clue": "0"},
        {"cells": ["r3c1", "r3c2", "r3c3"], "clue": "-6"},
    ],
    "solutions": "3+",
}
PUZZLE = Puzzle(
    4,
    (
        Cage(((0, 0), (0, 1)), "-", 3),
        Cage(((1, 0),), "=", 0),
        Cage(((2, 0), (2, 1), (2, 2)), None, -6),
    ),
    values=tuple(range(5)),
    houses=(*boxes(4, 2, 2), *diagonals(4), ((0, 0), (1, 2))),
    rules=CALCUDOKU,
    title="все",
    expected=Count(3, exact=False),
    level="schwierig für 10€",
)


@pytest.mark.parametrize("indent", [None, 2])
def test_every_key_is_read(indent: int | None) -> None:
    puzzle = loads(json.dumps(FULL, indent=indent))
    assert puzzle == PUZZLE
    assert (puzzle.title, puzzle.level) == ("все", "schwierig für 10€")
    assert str(puzzle.expected) == "3+"


def test_every_key_is_written_in_order() -> None:
    assert dumps(PUZZLE, "json") == json.dumps(FULL, ensure_ascii=False) + "\n"


def test_what_is_as_usual_is_left_out() -> None:
    puzzle = Puzzle(2, expected=Count(2))
    assert dumps(puzzle, "json") == '{"size": 2, "cages": [], "solutions": 2}\n'


@pytest.mark.parametrize("size", ['"4x6"', "[4, 6]", '"4 x 6"'])
def test_rectangles(size: str) -> None:
    text = f'{{"size": {size}, "boxes": "2x3", "cages": []}}'
    puzzle = Puzzle((4, 6), houses=boxes((4, 6), 2, 3))
    assert loads(text) == puzzle
    assert dumps(puzzle, "json") == '{"size": "4x6", "boxes": "2x3", "cages": []}\n'


@pytest.mark.parametrize("size", ["3", '"3"', '"3x3"', "[3, 3]"])
def test_squares(size: str) -> None:
    assert loads(f'{{"size": {size}, "cages": []}}') == Puzzle(3)
    assert dumps(Puzzle(3), "json") == '{"size": 3, "cages": []}\n'


@pytest.mark.parametrize("separator", [" ", "\n", "\n\n"])
def test_an_array_or_one_after_the_other(separator: str) -> None:
    puzzles = [Puzzle(1), Puzzle(2), PUZZLE]
    texts = [dumps(puzzle, "json").strip() for puzzle in puzzles]
    assert loads_all(separator.join(texts)) == puzzles
    assert loads_all(f"[{separator}" + f",{separator}".join(texts) + f"{separator}]") == puzzles


def test_several_are_written_one_a_line() -> None:
    assert dumps_all([Puzzle(1), Puzzle(2)], "json").count("\n") == 2


def test_keys_that_the_examples_of_other_formats_have() -> None:
    """It was taken for a damaged text of one of them."""
    for text in (
        '{"size": "1x2", "values": [-3, -2, -1], "cages": []}\n',
        '{"size": 2, "regions": ["ab", "ab"], "title": "x", "values": [1, 2], "cages": []}\n',
    ):
        assert loads(text) == loads(text, "json")
