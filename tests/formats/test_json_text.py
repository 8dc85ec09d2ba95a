"""JSON: its schema, its arrangements in a file, and its layout."""

from __future__ import annotations

import json

import pytest

from kenken_cp.formats import detect, dumps, dumps_all, fitting, loads, loads_all
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import boxes, diagonals
from kenken_cp.model.operators import OPERATORS
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, KILLER

FULL = {
    "title": "все",
    "rules": "calcudoku",
    "size": 4,
    "values": [0, 1, 2, 3, 4],
    "houses": [
        [[0, 0], [0, 1], [1, 0], [1, 1]],
        [[0, 0], [1, 1], [2, 2], [3, 3]],
        [[0, 0], [1, 2]],
        [[0, 2], [0, 3], [1, 2], [1, 3]],
        [[0, 3], [1, 2], [2, 1], [3, 0]],
        [[2, 0], [2, 1], [3, 0], [3, 1]],
        [[2, 2], [2, 3], [3, 2], [3, 3]],
    ],
    "solutions": 3,
    "cages": [
        {"cells": [[0, 0], [0, 1]], "op": "-", "target": 3},
        {"cells": [[1, 0]], "op": "=", "target": 0},
        {"cells": [[2, 0], [2, 1], [2, 2]], "op": "?", "target": -6},
    ],
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
    expected=Count(3),
)


@pytest.mark.parametrize("indent", [None, 2])
def test_every_key_is_read(indent: int | None) -> None:
    puzzle = loads(json.dumps(FULL, indent=indent))
    assert puzzle == PUZZLE
    assert (puzzle.title, puzzle.expected) == ("все", 3)


def test_every_key_is_written_in_order() -> None:
    written = dumps(PUZZLE, "json")
    assert json.loads(written) == FULL
    assert list(json.loads(written)) == list(FULL)
    assert written == json.dumps(FULL, ensure_ascii=False) + "\n"


def test_what_is_as_usual_is_left_out() -> None:
    puzzle = Puzzle(2, expected=Count(2))
    assert dumps(puzzle, "json") == '{"size": 2, "solutions": 2, "cages": []}\n'


def test_a_lower_bound_is_no_number() -> None:
    text = dumps(Puzzle(2, expected=Count(2, exact=False)), "json")
    assert text == '{"size": 2, "solutions": "2+", "cages": []}\n'
    assert str(loads(text).expected) == "2+"


def test_rectangles() -> None:
    text = '{"size": [2, 3], "houses": [[[0, 0], [1, 1]]], "cages": []}\n'
    puzzle = Puzzle((2, 3), houses=[((0, 0), (1, 1))])
    assert loads(text) == puzzle
    assert dumps(puzzle, "json") == text


@pytest.mark.parametrize("size", ["3", "[3, 3]"])
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


def test_no_other_format_claims_it() -> None:
    cells = [(0, 0), (0, 1)]
    puzzles = [PUZZLE, Puzzle(3), Puzzle(2, [Cage(cells[:1], "=", 1)]), Puzzle(2, rules=KILLER)]
    puzzles += [Puzzle(2, [Cage(cells, "+", 3)], rules=KILLER)]
    puzzles += [Puzzle(2, [Cage(cells, None, 3)])]
    puzzles += [Puzzle(2, [Cage(cells, each, 1)]) for each in OPERATORS if each.symbol != "="]
    for puzzle in puzzles:
        text = dumps(puzzle, "json")
        for spelled in (text, f"[{text}]", json.dumps(json.loads(text), indent=1), text + text):
            assert [known.name for known in fitting(spelled)] == ["json"]


def test_cells_that_count_from_1_are_no_guess() -> None:
    """Another format tells by the cells whether they count from 0 or from 1."""
    text = '{"size": 2, "cages": [{"cells": [[1, 1], [1, 2]], "op": "+", "target": 3}]}'
    with pytest.raises(ValueError, match=r"cages\[0\].cells\[1\]: found \[1, 2\]; expected \[row"):
        loads(text)


def test_words_for_operators_are_of_another_format() -> None:
    text = '{"size": 2, "cages": [{"cells": [[0, 0], [0, 1]], "op": "add", "target": 3}]}'
    assert detect(text).name == "objects"


@pytest.mark.parametrize("cells", ["[[0, 0]]", '["r1c1"]'])
def test_the_former_spelling_is_refused(cells: str) -> None:
    text = f'{{"size": 2, "cages": [{{"cells": {cells}, "clue": "1"}}]}}'
    with pytest.raises(ValueError, match=r"cages\[0\].clue: unknown key; known: cells, op, target"):
        loads(text)


def test_rules_that_are_asked_for_go_before_those_of_the_text() -> None:
    text = dumps(Puzzle(2, rules=CALCUDOKU), "json")
    assert loads(text).rules is CALCUDOKU
    assert loads(text, rules=KENKEN).rules is KENKEN
