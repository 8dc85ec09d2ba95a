"""The formats in JSON: what their files look like, where they are wrong, what is hostile."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from kenken_cp.errors import FormatError
from kenken_cp.formats import FORMATS, ReadPuzzle, detect, dumps, load, load_all, loads, loads_all
from kenken_cp.formats.json.boards import JSON_FORMATS
from kenken_cp.formats.json.values import is_misspelt
from kenken_cp.model.geometry import House, boxes, diagonals
from kenken_cp.model.houses import windoku
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, GAUGUIN, KENKEN, KILLER

DATA = Path(__file__).parents[1] / "data" / "formats"
SUDOKUS = {"f-puzzles", "sudokupad"}
"""Which cannot hold the puzzle of this module; theirs are in ``test_links``."""

NAMES = [known.name for known in JSON_FORMATS if known.name not in SUDOKUS]

CAGES = (
    Cage([(0, 0), (0, 1), (1, 1)], "*", 6),
    Cage([(0, 2), (1, 2)], "-", 1),
    Cage([(1, 0), (2, 0)], "/", 3),
    Cage([(2, 1)], "=", 2),
)
TEXTS = {
    "arithmatrix": """{"puzzle": {"size": 3, "cages": [
        {"cells": [0, 1, 4], "operation": "*", "value": 6},
        {"cells": [2, 5], "operation": "-", "value": 1},
        {"cells": [3, 6], "operation": "/", "value": 3},
        {"cells": [7], "operation": "", "value": 2}]}}""",
    "kiguli": """{"3": [[
        {"cells": [[0, 0], [0, 1], [1, 1]], "op": "mul", "target": 6},
        {"cells": [[0, 2], [1, 2]], "op": "sub", "target": 1},
        {"cells": [[1, 0], [2, 0]], "op": "div", "target": 3.0},
        {"cells": [[2, 1]], "op": "", "target": 2}]]}""",
    "xy": """{"width": 3, "height": 3, "values": [1, 2, 3], "rules": [
        {"op": "*", "value": 6, "cells": [{"x": 0, "y": 0}, {"x": 1, "y": 0}, {"x": 1, "y": 1}]},
        {"op": "-", "value": 1, "cells": [{"x": 2, "y": 0}, {"x": 2, "y": 1}]},
        {"op": "/", "value": 3, "cells": [{"x": 0, "y": 1}, {"x": 0, "y": 2}]},
        {"op": "=", "value": 2, "cells": [{"x": 1, "y": 2}]}]}""",
    "gauguin": """{"variant": {"gridSize": {"width": 3, "height": 3}, "options":
        {"showOperators": true, "digitSetting": "FIRST_DIGIT_ONE"}}, "cages": [
        {"action": "ACTION_MULTIPLY", "result": 6, "cellNumbers": [0, 1, 4]},
        {"action": "ACTION_SUBTRACT", "result": 1, "cellNumbers": [2, 5]},
        {"action": "ACTION_DIVIDE", "result": 3, "cellNumbers": [3, 6]},
        {"action": "ACTION_NONE", "result": 2, "cellNumbers": [7]}]}""",
    "blocks": """// "Puzzle" of Monday
        {"Puzzle": {"Size": 3, "Type": "Calcudoku"}, "Blocks": [  // x, then y
        {"Idx": 0, "Type": 3, "Constraint": 6, "Coordinates": [[0, 0], [1, 0], [1, 1]]},
        {"Idx": 1, "Type": 2, "Constraint": 1, "Coordinates": [[2, 0], [2, 1]]},
        {"Idx": 2, "Type": 4, "Constraint": 3, "Coordinates": [[0, 1], [0, 2]]},
        {"Idx": 3, "Type": 1, "Constraint": 2, "Coordinates": [[1, 2]]}]}""",
    "cage-grid-json": """{"puzzles": [{"solution": "213132321",
        "cageGrid": "AABCABCD.",
        "cageOps": "Ax6 B-1 C/3 D_2"}]}""",
    "cages-json": """{"3": [{"size": 3, "source": "https://example.com", "cages":
        ["6 * A1 B1 B2", "1 - C1 C2", "3 / A2 A3", "2 = B3"]}]}""",
    "ipuz": """{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku/calcudoku#1"],
        "dimensions": {"width": 3, "height": 3}, "charset": "123", "cages": [
        {"cells": [[0, 0], [1, 0], [1, 1]], "value": 6, "operator": "*"},
        {"rect": [2, 0, 2, 1], "value": "1", "operator": "-"},
        {"rect": [0, 1, 0, 2], "value": 3, "operator": "/"}],
        "puzzle": [[0, 0, 0], [0, 0, 0], [0, "2", null]], "saved": []}""".replace("null", "0"),
    "objects": """{"n": 3, "groups": [
        {"squares": [{"row": 0, "col": 0}, {"row": 0, "col": 1}, {"row": 1, "col": 1}],
         "operator": "multiply", "goal": 6},
        {"squares": [{"row": 0, "col": 2}, {"row": 1, "col": 2}], "operator": "-", "goal": 1},
        {"squares": [{"row": 1, "col": 0}, {"row": 2, "col": 0}], "operator": "DIV", "goal": 3},
        {"squares": [{"row": 2, "col": 1}], "operator": null, "goal": 2}]}""",
    "lists": "[[3], [11, 12, 22, 6, 3], [13, 23, 1, 1], [21, 31, 3, 2], [32, 2]]",
}


@pytest.mark.parametrize("name", NAMES)
def test_the_same_puzzle_in_each(name: str) -> None:
    own = {**dict.fromkeys(("blocks", "ipuz", "lists"), CALCUDOKU), "gauguin": GAUGUIN}
    rules = own.get(name, KENKEN)
    puzzle = Puzzle(3, CAGES, rules=rules)
    assert detect(TEXTS[name]).name == name
    assert loads(TEXTS[name]) == puzzle
    one_line = " ".join(TEXTS[name].split())
    if name != "blocks":  # a comment ends with its line
        assert loads(one_line) == puzzle


@pytest.mark.parametrize(
    ("file", "name", "sizes", "last"),
    [
        ("arithmatrix.jsonl", "arithmatrix", [4, 4], "1- at r4c3 r4c4"),
        ("kiguli.json", "kiguli", [3, 3], "2/ at r3c2 r3c3"),
        ("xy.json", "xy", [5], "9+ at r5c2 r5c3"),
        ("gauguin.yml", "gauguin", [(4, 3)], "6* at r4c1 r4c2 r4c3"),
        ("blocks.json", "blocks", [6], "15+ at r4c6 r5c6 r6c4 r6c5 r6c6"),
        ("cage_grid.json", "cage-grid-json", [3, 9], "3 at r9c8"),
        ("lists.txt", "lists", [3, 4, 5, 5], "2/ at r4c4 r5c4 r5c5"),
    ],
)
def test_files_of_other_people(file: str, name: str, sizes: list[object], last: str) -> None:
    assert detect((DATA / file).read_text("utf-8")).name == name
    puzzles = load_all(DATA / file)
    assert [puzzle.size for puzzle in puzzles] == sizes
    assert last in map(str, puzzles[-1].cages)
    assert not any(puzzle.free_cells for puzzle in puzzles)


def test_a_sudoku_of_blocks() -> None:
    puzzle = load(DATA / "blocks_sudoku.json")
    assert puzzle == Puzzle(9, [Cage([(0, 0)], "=", 1)], houses=boxes(9, 3, 3))
    assert loads((DATA / "blocks_sudoku.json").read_text("utf-8")) == puzzle


def test_a_given_may_have_no_operator() -> None:
    assert loads(changed("xy", '"="', '""')) == loads(TEXTS["xy"])
    with pytest.raises(FormatError, match="operator ''; expected one of ="):
        loads(changed("xy", '"*"', '""'))


def test_what_is_said_of_a_puzzle() -> None:
    assert [puzzle.level for puzzle in load_all(DATA / "arithmatrix.jsonl")] == ["easiest", "easy"]
    assert load(DATA / "gauguin.yml").title == "3x4-1387"
    assert load(DATA / "xy.json").title == "p5_27_mar"
    puzzle = Puzzle(2, [Cage([(0, 0)], "=", 1)], title="<Tom & Jerry>", level="hard")
    assert loads(dumps(puzzle, "xy")).title == "<Tom & Jerry>"
    assert loads(dumps(puzzle, "arithmatrix"), "arithmatrix").level == "hard"


@pytest.mark.parametrize(
    ("setting", "values"),
    [
        ("FIRST_DIGIT_ZERO", (0, 1, 2, 3)),
        ("FIRST_DIGIT_MINUS_TWO", (-2, -1, 0, 1)),
        ("FIRST_DIGIT_MINUS_FIVE", (-5, -4, -3, -2)),
        ("PRIME_NUMBERS", (1, 2, 3, 5)),
        ("FIBONACCI_SEQUENCE", (1, 2, 3, 5)),
        ("PADOVAN_SEQUENCE", (1, 2, 3, 4)),
    ],
)
def test_the_digits_of_a_saved_game(setting: str, values: tuple[int, ...]) -> None:
    text = (DATA / "gauguin.yml").read_text("utf-8").replace("FIRST_DIGIT_ONE", setting)
    puzzle = loads(re.sub('"value":[0-9]+,', "", text))  # which are its solution with other digits
    assert (puzzle.values, puzzle.rules) == (values, GAUGUIN)


def test_a_saved_game_without_operators_hides_them() -> None:
    text = (DATA / "gauguin.yml").read_text("utf-8")
    puzzle = loads(text.replace('"showOperators":true', '"showOperators":false'))
    assert [cage.operator for cage in puzzle.cages] == [None] * 5
    with pytest.raises(FormatError, match=r"the gauguin format is read only: .* solution"):
        dumps(puzzle, "gauguin")


def test_arrangements_of_puzzles() -> None:
    two = load_all(DATA / "kiguli.json")
    groups = json.loads((DATA / "kiguli.json").read_text("utf-8"))
    assert loads_all(json.dumps(groups["3"])) == two
    assert loads(json.dumps(groups["3"][0])) == two[0]
    other = [
        {
            **cage,
            "op": {"sub": "-", "div": "/", "mul": "*", "": "="}[cage["op"]],
            "target": int(cage["target"]),
        }
        for cage in groups["3"][0]
    ]
    assert loads(json.dumps({"size": 3, "cages": other})) == two[0]
    lines = (DATA / "arithmatrix.jsonl").read_text("utf-8").splitlines()
    assert loads_all(f"[{', '.join(lines)}]") == load_all(DATA / "arithmatrix.jsonl")
    boards = (DATA / "lists.txt").read_text("utf-8").splitlines()
    assert loads_all(f"[{', '.join(boards)}]") == load_all(DATA / "lists.txt")


def test_one_wrong_puzzle_spoils_no_other() -> None:
    lines = (DATA / "arithmatrix.jsonl").read_text("utf-8").splitlines()
    wrong = lines[0].replace('"cells":[6,7]', '"cells":[6,5]')
    found = list(FORMATS.named("arithmatrix").read("\n".join([wrong, "[1,", *lines]), None))
    assert [isinstance(each, ReadPuzzle) for each in found] == [False, False, True, True]
    assert "cell r2c2 is in two cages; the first is on line 1" in str(found[0])


IPUZ = {
    "kind": ["http://ipuz.org/sudoku#1", "http://ipuz.org/sudoku/killersudoku#1"],
    "dimensions": {"width": 4, "height": 4},
    "cages": [{"cells": [[0, 0], [1, 0]], "value": 7}, {"cells": [[3, 3], [3, 2]]}],
}


def test_killers_of_ipuz() -> None:
    puzzle = loads(json.dumps(IPUZ))
    house = ((2, 3), (3, 3))
    assert puzzle == Puzzle(
        4, [Cage([(0, 0), (0, 1)], None, 7)], houses=(*boxes(4, 2, 2), house), rules=KILLER
    )
    bare = {**IPUZ, "cages": IPUZ["cages"][:1]}
    assert loads(json.dumps({**bare, "boxes": False})).houses == ()
    crossed = {**bare, "kind": [*IPUZ["kind"], "http://ipuz.org/sudoku/diagonalsudoku#1"]}
    assert loads(json.dumps(crossed)).houses == (
        Puzzle(4, houses=(*boxes(4, 2, 2), *diagonals(4))).houses
    )
    zoned = loads(json.dumps({**bare, "boxes": False, "zones": [{"rect": [0, 0, 1, 1]}]}))
    assert zoned.houses == (((0, 0), (0, 1), (1, 0), (1, 1)),)
    with_boxes = loads(json.dumps(bare))
    assert loads(dumps(with_boxes, "ipuz")) == with_boxes


def test_a_given_in_a_killer_of_ipuz_leaves_the_rest_of_its_sum() -> None:
    grid = [[0, 2, 0, 0], [0] * 4, [0] * 4, [0] * 4]
    cages = [{"cells": [[0, 0], [1, 0], [0, 1]], "value": 7}]
    puzzle = loads(json.dumps({**IPUZ, "puzzle": grid, "cages": cages}))
    assert [str(cage) for cage in puzzle.cages] == ["5+ at r1c1 r2c1", "2 at r1c2"]


@pytest.mark.parametrize(
    ("kind", "houses"),
    [
        ("sudoku", boxes(4, 2, 2)),
        ("sudoku/diagonalsudoku", (*boxes(4, 2, 2), *diagonals(4))),
        ("sudoku/hypersudoku", (*boxes(4, 2, 2), *windoku(4))),
        ("sudoku/latinsquare", ()),
        ("sudoku/jigsawsudoku", (((0, 0), (0, 1), (0, 2), (1, 0)),)),
    ],
)
def test_sudokus_of_ipuz(kind: str, houses: tuple[House, ...]) -> None:
    zone = {"zones": [{"cells": [[0, 0], [1, 0], [2, 0], [0, 1]]}]} if "jigsaw" in kind else {}
    fields = {"kind": [f"http://ipuz.org/{kind}#1"], "puzzle": [[0, 0, 0, 3], *[[0] * 4] * 3]}
    text = json.dumps({**fields, **zone}, indent=1)
    expected = Puzzle(4, [Cage([(0, 3)], "=", 3)], houses=houses)
    assert loads(text) == loads(f"ipuz({text});\n") == expected
    assert loads_all(f"ipuz({text})\n" * 2) == [expected] * 2


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"kind": ["http://ipuz.org/sudoku/jigsawsudoku#1"]}, "no zones"),
        ({"kind": ["http://ipuz.org/sudoku/wordoku#1"]}, "kind 'http://ipuz.org/sudoku/wordoku#1'"),
        ({"puzzle": [[0, 0], [0, 3]]}, "boxes on a 2x2 board"),
        ({"puzzle": None, "dimensions": {"width": 4, "height": 4}}, "no 'puzzle'"),
        ({"cages": [{"cells": [[0, 0]], "value": 3}]}, "a cage in a Sudoku"),
    ],
)
def test_sudokus_of_ipuz_that_are_refused(more: dict[str, object], message: str) -> None:
    fields = {"kind": ["http://ipuz.org/sudoku#1"], "puzzle": [[0, 0, 0, 3], *[[0] * 4] * 3]}
    with pytest.raises(FormatError, match=message):
        loads(json.dumps({**fields, **more}))


def test_damaged_texts_of_ipuz_are_not_read_by_others() -> None:
    """Whose cells are row and column, or who see a plain Sudoku only."""
    text = json.dumps({**IPUZ, "puzzle": [[0, 0, 0, 3], *[[0] * 4] * 3]})
    for damaged in (text.replace("}], ", "},], "), text.replace('"http', "http"), text[:-1] + ",}"):
        assert damaged != text
        with pytest.raises(FormatError):
            loads_all(damaged)


def test_cells_of_ipuz_from_1_and_hidden_operators() -> None:
    cages = [{"cells": [[1, 1], [2, 1]], "value": 3, "operator": "+"}]
    cages += [{"cells": [[4, 4], [4, 3]], "value": 4, "operator": "/"}]
    text = {**IPUZ, "kind": ["http://ipuz.org/sudoku/calcudoku#1"], "cages": cages}
    puzzle = loads(json.dumps(text))
    assert list(map(str, puzzle.cages)) == ["3+ at r1c1 r1c2", "4/ at r3c4 r4c4"]
    hidden = loads(json.dumps({**text, "showoperators": False, "charset": "0123"}))
    assert [cage.clue for cage in hidden.cages] == ["3", "4"]
    assert hidden.values == (0, 1, 2, 3)
    assert loads(dumps(hidden, "ipuz")) == hidden


@examples(30)
@given(data=st.data())
def test_rectangles_and_values_are_kept(data: st.DataObject) -> None:
    size = data.draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    name = data.draw(st.sampled_from(["xy", "ipuz"]))
    first = data.draw(st.integers(0, 2) if name == "ipuz" else st.integers(-9, 9))
    rules = KENKEN if name == "xy" else data.draw(st.sampled_from([CALCUDOKU, KILLER]))
    values = range(first, first + max(size))
    puzzle = Puzzle(size, [Cage([(0, 0)], "=", first)], values=values, rules=rules)
    assert loads(dumps(puzzle, name)) == puzzle


def changed(name: str, old: str, new: str) -> str:
    assert old in TEXTS[name]
    return TEXTS[name].replace(old, new)


# (format, text, line, what stands there, part of the message)
BAD = [
    ("arithmatrix", changed("arithmatrix", "[3, 6]", "[3, 9]"), 4, "9", "is 9; expected 0 to 8"),
    (
        "arithmatrix",
        changed("arithmatrix", '"/"', '"%"'),
        4,
        '"%"',
        "operator '%'; expected one of",
    ),
    (
        "arithmatrix",
        changed("arithmatrix", '": 3}', '": 3.5}'),
        4,
        "3.5",
        "is 3.5; expected an integer",
    ),
    (
        "arithmatrix",
        changed("arithmatrix", '": 3}', '": true}'),
        4,
        "true",
        "has true or false; expected an integer",
    ),
    (
        "arithmatrix",
        '{"puzzle": {"cages": [{"operation": ""}]}}',
        1,
        '{"cages"',
        "puzzle has no 'size'",
    ),
    (
        "arithmatrix",
        '{"size": 65, "cages": [{"operation": ""}]}',
        1,
        "65",
        "is 65; expected 1 to 64",
    ),
    (
        "arithmatrix",
        '{"operation": 1, "operation": 2}',
        1,
        '"operation": 2',
        "key 'operation' twice in one",
    ),
    ("arithmatrix", '{"operation": }', 1, "}", "not JSON: Expecting value"),
    ("kiguli", changed("kiguli", "[1, 1]", "[1, 3]"), 2, "3]]", "is 3; expected 0 to 2"),
    (
        "kiguli",
        changed("kiguli", "[1, 1]", "[1]"),
        2,
        "[1]]",
        "has 1 numbers; expected row and column",
    ),
    (
        "kiguli",
        changed("kiguli", "2}]]}", '2}]], "x": [[]]}'),
        5,
        "[[]]",
        "size 'x'; expected an integer",
    ),
    ("xy", changed("xy", "1, 2, 3", "1, 2, 2"), 1, '{"width"', "values 1 2 2 repeat"),
    ("xy", changed("xy", '"y": 2}]}]', '"z": 2}]}]'), 5, '{"x": 1, "z"', "has no 'y'"),
    (
        "gauguin",
        changed("gauguin", "DIGIT_ONE", "DIGIT_TWO"),
        2,
        '"FIRST_DIGIT_TWO"',
        "known: FIRST_DIGIT_ONE",
    ),
    (
        "gauguin",
        changed("gauguin", "[3, 6]", "[3, 6, 8]"),
        5,
        '{"action"',
        "gauguin rules allow only",
    ),
    (
        "blocks",
        changed("blocks", '"Type": 4', '"Type": 5'),
        5,
        "5",
        "operator '5'; expected one of 1",
    ),
    ("blocks", changed("blocks", '"Calcudoku"', '"Kakuro"'), 2, '"Kakuro"', "of type 'Kakuro'"),
    (
        "cage-grid-json",
        changed("cage-grid-json", "B-1", "B2"),
        3,
        "B2",
        "clue 'B2'; expected a letter, an operator and a target, as in A+3",
    ),
    ("cage-grid-json", changed("cage-grid-json", "B-1", "B#1"), 3, "#1", "operator '#'; expected"),
    ("cage-grid-json", changed("cage-grid-json", "B-1", "A-1"), 3, "A-1", "a second clue for 'A'"),
    ("cage-grid-json", changed("cage-grid-json", "B-1", "E-1"), 3, "E-1", "'E', which is not in"),
    (
        "cage-grid-json",
        changed("cage-grid-json", " B-1", ""),
        3,
        "Ax6",
        "'B' has no clue in cageOps",
    ),
    (
        "cage-grid-json",
        changed("cage-grid-json", "ABCD.", "ABCD"),
        2,
        "AABC",
        "8 letters in cageGrid",
    ),
    (
        "cage-grid-json",
        changed("cage-grid-json", "CD.", "CD7"),
        2,
        '7"',
        "'7' in cageGrid; expected",
    ),
    (
        "cage-grid-json",
        changed("cage-grid-json", "B-1", "B-2"),
        1,
        "2131",
        "a solution that does not fit the puzzle: the cage 2- at r1c3 r2c3 holds 3 2",
    ),
    (
        "cage-grid-json",
        changed("cage-grid-json", "2131", "2132"),
        1,
        "2132",
        "a solution that does not fit the puzzle: row 2 has 2 more than once",
    ),
    (
        "cage-grid-json",
        changed("cage-grid-json", "2131", "213"),
        1,
        "21332",
        "a solution that is not 9 digits, one for each cell",
    ),
    ("cages-json", changed("cages-json", "C2", "Q"), 2, 'Q"', "cell 'Q'; expected column A"),
    (
        "cages-json",
        changed("cages-json", "1 - C1 C2", " "),
        2,
        '" "',
        "cages[1] is blank; expected for",
    ),
    (
        "ipuz",
        changed("ipuz", "calcudoku#1", "wordoku#1"),
        1,
        '"http://ipuz.org/sudoku',
        "wordoku#1'; expected http",
    ),
    ("ipuz", changed("ipuz", '"123"', '"abc"'), 2, '"abc"', "charset 'abc'; expected digits"),
    (
        "ipuz",
        changed("ipuz", "[2, 0, 2, 1]", "[2, 0, 2]"),
        4,
        "[2, 0, 2]",
        "has 3 numbers; expected 4",
    ),
    ("lists", "[[3], [11, 14, 3, 0]]", 1, "14", "cell 14; expected row and column, 11 to 33"),
    ("lists", "[[10], [11, 1]]", 1, "10", "[0][0] is 10; expected 1 to 9"),
    ("lists", "[[3], [11, 12, 3, 4]]", 1, "4]", "operator '4'; expected one of 0"),
]


@pytest.mark.parametrize(("name", "text", "line", "there", "message"), BAD)
def test_what_is_wrong_and_where(
    name: str, text: str, line: int, there: str | None, message: str
) -> None:
    with pytest.raises(FormatError) as caught:
        loads_all(text, name)
    assert message in caught.value.message
    assert caught.value.line == line
    if there is None:
        assert caught.value.column is None
    else:
        assert text.split("\n")[line - 1][(caught.value.column or 0) - 1 :].startswith(there)
    assert detect(text).name == name


def test_names_that_cannot_be_printed_are_shown_with_blanks() -> None:
    text = '{"name": "KenKen", "data": {"1\u00a0\\n2": {}}}'
    with pytest.raises(FormatError, match=r"data\.1  2 has no 'problem'"):
        loads(text, "puzzlekit")


HOSTILE = ("arithmatrix", "lists")
"""Formats tried always: an object's and an array's; the others are in the complete run."""


@pytest.mark.parametrize(
    "name",
    [name if name in HOSTILE else pytest.param(name, marks=pytest.mark.complete) for name in NAMES],
)
def test_hostile_texts_are_refused_at_once(name: str) -> None:
    deep, nines = 10**5, "9" * 10**6
    texts = [
        "[" * deep,
        "[" * deep + "]" * deep,
        '{"cages":' * deep,
        f'{{"size": {nines}}}',
        f"[[{nines}], [11, 1]]",
        "[" + "[[1]," * 10**5,
        "[" + "[1,2],".replace(",", ", ") * 10**5 + "[]]",
        '{"puzzle": 1}' * 10**5,
        '{"rules": ' + "[" + "{}," * 10**5 + "{}]}",
    ]
    start = time.process_time()
    for text in texts:
        with pytest.raises(FormatError) as caught:
            loads_all(text, name)
        assert caught.value.line
        assert len(str(caught.value)) < 500
    assert time.process_time() - start < 60, "each takes a fraction of a second"


_KEY = re.compile(r'"([A-Za-z]{4,})"(?=\s*:)')
_SLIPS = {
    "case": str.swapcase,
    "last left out": lambda key: key[:-1],
    "first twice": lambda key: key[0] + key,
    "second and third exchanged": lambda key: key[0] + key[2] + key[1] + key[3:],
}
_WITHOUT_MEANING = {"version", "name", "description"}


@pytest.mark.parametrize("slip", _SLIPS)
@pytest.mark.parametrize("name", [*(known.name for known in JSON_FORMATS), "json", "puzzlekit"])
def test_a_misspelt_key(name: str, slip: str) -> None:
    """It is an error that names the key, or what is missing: f-puzzles lost its givens."""
    text = FORMATS.named(name).example
    for key in dict.fromkeys(_KEY.findall(text)) if text[0] in "[{" else ():
        misspelt = re.sub(rf'"{key}"(?=\s*:)', f'"{_SLIPS[slip](key)}"', text)
        if misspelt == text or key in _WITHOUT_MEANING:
            continue
        with pytest.raises(FormatError) as caught:
            loads_all(misspelt)
        assert caught.value.line
        assert caught.value.column


@pytest.mark.parametrize(
    ("name", "key", "misspelt", "message"),
    [
        ("ipuz", "operator", "operato", "unknown key 'operato' in cages[0]; expected 'operator'"),
        ("ipuz", "kind", "knd", "unknown key 'knd' in the puzzle; expected 'kind'"),
        ("f-puzzles", "given", "givn", "unknown key 'givn' in grid[0][0]; expected 'given'"),
        ("f-puzzles", "grid", "gird", "the nearest is f-puzzles: unknown key 'gird'"),
        ("sudokupad", "value", "valeu", "unknown key 'valeu' in cells[0][0]; expected 'value'"),
        ("sudokupad", "cells", "cels", "the nearest is sudokupad: unknown key 'cels'"),
        ("json", "target", "targt", "cages[0].targt: unknown key; known: cells, op, target"),
        ("kiguli", "target", "targett", "the nearest is kiguli: unknown key 'targett'"),
    ],
)
def test_which_key_is_misspelt(name: str, key: str, misspelt: str, message: str) -> None:
    """The reader of ``json`` named keys of its own, and an operator was hidden."""
    text = FORMATS.named(name).example
    with pytest.raises(FormatError) as caught:
        loads(text.replace(f'"{key}"', f'"{misspelt}"'))
    assert message in caught.value.message
    assert text.split("\n")[(caught.value.line or 0) - 1][caught.value.column or 0 :].startswith(
        key
    )


@pytest.mark.parametrize("misspelt", ["regoins", "Regions", "region", "regiosn"])
def test_regions_misspelt(misspelt: str) -> None:
    """The text was one of ``objects``."""
    text = '{"cells": [[{"value": 1}, {}], [{}, {}]], "regions": [[[0, 0], [1, 0]]]}'
    assert loads(text)
    with pytest.raises(FormatError, match=f"unknown key '{misspelt}' in .*; expected 'regions'"):
        loads(text.replace("regions", misspelt))


@pytest.mark.parametrize(
    ("key", "meant", "is_one"),
    [
        *[("Given", "given", True), ("grid_size", "gridSize", True), ("given", "given", False)],
        *[("cell", "cells", True), ("siz", "size", True), ("gird", "grid", True)],
        *[
            ("side", "size", False),
            ("diagonal+", "diagonal-", False),
            ("xs", "x", False),
            ("su", "sum", True),
        ],
        *[("velue", "value", True), ("velua", "value", False), ("", "value", False)],
    ],
)
def test_what_is_a_slip(key: str, meant: str, *, is_one: bool) -> None:
    assert is_misspelt(key, meant) is is_one


@pytest.mark.parametrize("name", ["f-puzzles", "sudokupad", "ipuz", "objects"])
def test_many_unknown_keys(name: str) -> None:
    """Each was compared with all that are known: a minute."""
    text = FORMATS.named(name).example.rstrip()
    many = ", ".join(f'"key{number}": 0' for number in range(100_000))
    start = time.process_time()
    assert loads(f"{text[:-1]}, {many}}}", name) == loads(text)
    assert time.process_time() - start < 15


def test_a_text_that_is_no_json_in_any_of_several_formats() -> None:
    """It was wrong in each, and here in one."""
    lines = (DATA / "kiguli.json").read_text("utf-8").split("\n")
    with pytest.raises(FormatError) as caught:
        loads_all("\n".join([*lines[:13], *lines[14:]]))
    assert caught.value.message == "not JSON: Expecting ',' delimiter"
    assert (caught.value.line, caught.value.column) == (14, 9)
