"""Keys beside the cages of a board in JSON that its format does not read."""

import json
from typing import Any

import pytest

from kenken_cp import loads
from kenken_cp.errors import FormatError
from kenken_cp.formats.record import FORMATS

CELLS = ([[0, 0], [0, 1]], [[0, 2], [1, 2]], [[1, 0], [1, 1], [2, 1]], [[2, 0]], [[2, 2]])
CLUES = (("+", 3), ("-", 1), ("*", 18), ("", 1), ("", 2))
SOLUTION = [[2, 1, 3], [3, 2, 1], [1, 3, 2]]
"""Of the board without its third cage, which is 3, 2 and 3."""


def board(cells: str, operator: str, target: str) -> dict[str, Any]:
    clues = [
        {cells: where, operator: sign, target: number}
        for where, (sign, number) in zip(CELLS, CLUES, strict=True)
    ]
    return {"size": 3, "cages": clues}


BOARDS = {
    "objects, op": board("cells", "op", "total"),
    "arithmatrix": board("cells", "operation", "value"),
    "objects": board("squares", "sign", "total"),
    "cages-json": {"size": 3, "cages": ["3 + A1 B1", "1 - C1 C2", "18 * A2 B2 B3"]},
    "cage-grid-json": {"cageGrid": "AABCCBDCE", "cageOps": "A+3 B-1 C*18 D_1 E_2"},
    "xy": json.loads(FORMATS.named("xy").example),
}
PARTIAL = [[0, 0, 3], [0, 0, 0], [0, 0, 0]]
REGIONS = [[1, 1, 1], [2, 2, 2], [3, 3, 3]]
VALUED = [{"row": 0, "col": 2, "value": 3}]

MISSPELT = [
    *(("diagonls", True, "diagonals"), ("Diagonals", True, "diagonals"), ("boxs", "3x1", "boxes")),
    *(("vaules", [0, 1, 2], "values"), ("rulez", "killer", "rules"), ("typ", "Killer", "type")),
    *(("givns", PARTIAL, "givens"), ("givenss", VALUED, "givens"), ("anti_kign", True, "antiKing")),
    *(("regoins", REGIONS, "regions"), ("region", REGIONS, "regions"), ("windku", 1, "windoku")),
    *(("solutoin", SOLUTION, "solution"), ("varient", "calcudoku", "variant")),
]

HARMLESS: dict[str, Any] = {
    **dict.fromkeys(("author", "date", "difficulty", "id", "source", "level", "url"), "Kim"),
    **dict.fromkeys(("solver", "initials", "give", "region", "rule", "types", "kinds"), "Kim"),
    **dict.fromkeys(("number", "seed", "score", "minutes", "value", "hints"), 1),
    **dict.fromkeys(("hours", "stars", "digit", "line", "lines", "domains", "box", "time"), 3),
    **dict.fromkeys(("solved", "unique", "fixes", "symmetric", "arrow_keys", "favourite"), True),
    **dict.fromkeys(("diagonals", "windoku", "boxes", "arrows", "antiKnight", "jigsaw"), False),
    **dict.fromkeys(("tags", "moves", "history", "givens", "houses", "thermos"), ()),
    **dict.fromkeys(("domain", "regions", "rules", "variant"), None),
    **dict.fromkeys(("antiKing", "extraRegions", "hasBoxes", "initial"), None),
    "ruleset": "KenKen",
    "solve": [[2, 1, 3, 3, 2, 1, 1, 3, 2]],
    "type": "KenKen",
    "kind": "puzzle",
    "tags": ["kenken", "hard"],
    **dict.fromkeys(("moves", "steps", "wrongCells", "highlights", "checked"), VALUED),
    "operators": ["+", "-", "*", "/"],
    "solutions": [SOLUTION],
    "answers": ["A1", "B2"],
    "boxSize": 60,
    "house": "Smith",
    "arrow": "up",
    "boxed": "no",
    "diag": 2.5,
    "created": {"by": "Kim", "at": "2024-01-01T00:00:00Z"},
    "digits": [1, 2, 3],
    "minValue": 1,
    "solution": None,
    "fixed": [],
}


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize(("key", "value", "meant"), MISSPELT)
def test_a_misspelt_key_that_would_change_the_puzzle(
    name: str, key: str, value: object, meant: str
) -> None:
    """It was ignored, and the puzzle another one."""
    text = json.dumps(BOARDS[name] | {key: value})
    if meant in BOARDS[name]:
        return
    with pytest.raises(FormatError, match=f"unknown key '{key}'; expected '{meant}'") as caught:
        loads(text, name.split(",")[0])
    assert text[(caught.value.column or 0) :].startswith(key)
    if name not in ("cages-json", "cage-grid-json", "xy"):
        with pytest.raises(FormatError, match=f"unknown key '{key}'; expected '{meant}'"):
            loads(text)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("key", HARMLESS)
def test_keys_that_say_nothing_of_the_puzzle(name: str, key: str) -> None:
    if key not in BOARDS[name]:
        assert loads(json.dumps(BOARDS[name] | {key: HARMLESS[key]}), name.split(",")[0]) == loads(
            json.dumps(BOARDS[name]), name.split(",")[0]
        )


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("diagonals", True), ("boxes", "3x1"), ("boxSize", 3), ("houses", [[[0, 0], [1, 1]]])),
        *(
            ("sudoku", True),
            ("digits", [0, 1, 2]),
            ("minValue", 0),
            ("clues", VALUED),
            ("preset", VALUED),
        ),
    ],
)
def test_keys_that_say_more_than_cages(name: str, key: str, value: object) -> None:
    with pytest.raises(FormatError, match=f"{key}|values from '0'"):
        loads(json.dumps(BOARDS[name] | {key: value}))


@pytest.mark.parametrize(
    ("said", "rules"),
    [
        *(("KenKen", "kenken"), ("calcudoku", "calcudoku"), ("TomTom", "calcudoku")),
        *(("Math", "kenken"), ("kenken or calcudoku", "kenken")),
    ],
)
@pytest.mark.parametrize("name", ["objects, op", "objects"])
def test_rules_that_are_named(name: str, said: str, rules: str) -> None:
    for key in ("type", "rules", "puzzleType"):
        assert loads(json.dumps(BOARDS[name] | {key: said})).rules.name == rules
    assert loads(json.dumps({"type": said, "puzzle": BOARDS["objects"]})).rules.name == rules


def test_a_killer_sudoku_with_its_operators() -> None:
    """It was a KenKen without boxes."""
    rows = [{"cells": [[0, c] for c in range(4)], "op": "+", "target": 10}]
    killer = loads(json.dumps({"size": 4, "type": "Killer Sudoku", "cages": rows}))
    assert (killer.rules.name, len(killer.houses)) == ("killer", 4)
    rows[0]["op"] = "*"
    with pytest.raises(FormatError, match=r"operator '\*', and 'type' is 'killer'; expected a sum"):
        loads(json.dumps({"size": 4, "type": "killer", "cages": rows}))
    with pytest.raises(FormatError, match="a Killer Sudoku of 5x5 without boxes; expected the for"):
        loads(json.dumps({"size": 5, "type": "killer", "cages": rows}))


def test_a_solution_beside_the_cages_must_fit() -> None:
    value = BOARDS["objects, op"] | {"solution": SOLUTION}
    with pytest.raises(FormatError, match="solution"):
        loads(json.dumps(value))


@pytest.mark.parametrize("name", ["objects, op", "arithmatrix", "objects"])
def test_operators_that_are_hidden_beside_them(name: str) -> None:
    for key, hidden in (("hideOperators", True), ("no_ops", True), ("showOperators", False)):
        with pytest.raises(FormatError, match=f"'{key}' is {str(hidden).lower()}, and cages have"):
            loads(json.dumps(BOARDS[name] | {key: hidden}))
        assert loads(json.dumps(BOARDS[name] | {key: not hidden})) == loads(
            json.dumps(BOARDS[name])
        )
    with pytest.raises(FormatError, match="unknown key 'showOperator'; expected 'showOperators'"):
        loads(json.dumps(BOARDS[name] | {"showOperator": False}))


def test_two_sizes() -> None:
    """The sides went before the size without a word."""
    board = BOARDS["objects"]
    with pytest.raises(FormatError, match="size is 3, and the board has 4x4; expected one size"):
        loads(json.dumps(board | {"rows": 4, "cols": 4}))
    assert loads(json.dumps(board | {"rows": 3, "cols": 3})).rows == 3


@pytest.mark.parametrize("name", ["objects, op", "arithmatrix", "objects", "cages-json", "xy"])
@pytest.mark.parametrize(("key", "value"), [("dimensions", 3), ("dims", 3), ("rule", "KenKen")])
def test_what_is_said_twice(name: str, key: str, value: object) -> None:
    """A key that is like one of a board, with what that is without it, was taken for a slip."""
    board = json.dumps(BOARDS[name] | {key: value})
    form = name.split(",")[0]
    assert loads(board, form) == loads(json.dumps(BOARDS[name]), form)


@pytest.mark.parametrize("name", ["objects, op", "arithmatrix", "objects"])
def test_words_beside_the_object_of_a_puzzle(name: str) -> None:
    """They were taken for its cages."""
    for words in ("KenKen", ["No value twice in a row.", "Nor in a column."], []):
        outer = {"rules": words, "puzzle": BOARDS[name]}
        assert loads(json.dumps(outer)) == loads(json.dumps(BOARDS[name]))


def test_cages_without_a_size() -> None:
    """Each cage was a puzzle without one."""
    value = {"cages": BOARDS["objects, op"]["cages"]}
    assert loads(json.dumps(value)) == loads(json.dumps(BOARDS["objects, op"]))
