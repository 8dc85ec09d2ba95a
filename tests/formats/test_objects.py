"""Boards in JSON under the keys of many programs."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from kenken_cp import count, is_unique
from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, dumps, load, loads, loads_all
from kenken_cp.model.geometry import Cell, boxes
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, SYNLOGIC

DATA = Path(__file__).parents[1] / "data" / "formats"
CAGES = (
    Cage([(0, 0), (0, 1), (1, 1)], "*", 6),
    Cage([(0, 2), (1, 2)], "-", 1),
    Cage([(1, 0), (2, 0)], "/", 3),
    Cage([(2, 1)], "=", 2),
    Cage([(2, 2)], "=", 1),
)
PUZZLE = Puzzle(3, CAGES)
SHIFTED = [[1, 2, 3], [3, 1, 2], [2, 3, 1]]
WORDS = {"*": "mul", "-": "sub", "/": "div", "=": "none", "+": "add"}


def board(cell: Any = list, **keys: Any) -> dict[str, Any]:
    """The puzzle, with other keys than usual, and other cells."""
    cages = [
        {
            keys.get("cells", "cells"): [cell(each) for each in cage.cells],
            keys.get("op", "sign"): WORDS[str(cage.operator.symbol if cage.operator else "=")],
            keys.get("target", "target"): cage.target,
        }
        for cage in CAGES
    ]
    return {keys.get("size", "size"): 3, keys.get("cages", "cages"): cages}


def read(value: object) -> Puzzle:
    text = json.dumps(value)
    assert detect(text).name == "objects"
    return loads(text)


@pytest.mark.parametrize(
    "keys",
    [
        {"cells": "squares", "target": "total", "size": "n"},
        {"cells": "positions", "target": "goal", "size": "dim", "cages": "groups"},
        {"cells": "points", "op": "operator", "cages": "regions", "size": "gridSize"},
        {"cells": "indices", "op": "operation", "target": "result", "cages": "constraints"},
        {"op": "calculation"},
        {"cells": "squares", "target": "res", "cages": "rules"},
    ],
)
def test_other_keys(keys: dict[str, str]) -> None:
    assert read(board(**keys)) == PUZZLE


def pairs_from_1(cell: Cell) -> object:
    return [cell[0] + 1, cell[1] + 1]


@pytest.mark.parametrize(
    "cell",
    [
        lambda cell: 3 * cell[0] + cell[1],
        lambda cell: 3 * cell[0] + cell[1] + 1,
        pairs_from_1,
        lambda cell: {"row": cell[0], "col": cell[1]},
        lambda cell: {"row": cell[0] + 1, "column": cell[1] + 1},
        lambda cell: {"x": cell[1], "y": cell[0]},
        lambda cell: {"c": cell[1], "r": cell[0]},
        lambda cell: f"r{cell[0] + 1}c{cell[1] + 1}",
        lambda cell: f"{cell[0]}, {cell[1]}",
        lambda cell: f"({cell[0]},{cell[1]})",
        lambda cell: f"{'ABC'[cell[1]]}{cell[0] + 1}",
        lambda cell: f"{'abc'[cell[1]]}{cell[0] + 1}",
    ],
)
def test_cells(cell: Any) -> None:
    assert read(board(cell)) == PUZZLE
    unsized = board(cell)
    del unsized["size"]
    assert read(unsized) == PUZZLE


@pytest.mark.parametrize("key", ["operation", "sign", "symbol", "type"])
def test_cells_with_letters_beside_a_value(key: str) -> None:
    """With op these are the keys of mathdoku-yaml, which took the operators for hidden."""
    letters = board(lambda cell: f"{'ABC'[cell[1]]}{cell[0] + 1}", target="value", op=key)
    assert read(letters) == PUZZLE
    text = json.dumps(letters).replace(f'"{key}"', '"op"')
    for word, sign in (("mul", "x"), ("sub", "-"), ("div", "/"), ("none", "=")):
        text = text.replace(f'"{word}"', f'"{sign}"')
    assert detect(text).name == "mathdoku-yaml"
    assert loads(text) == PUZZLE


def test_words_of_operators() -> None:
    text = json.dumps(board())
    for old, new in (("mul", "MULTIPLY"), ("sub", "−"), ("div", "Division"), ("none", "=")):
        text = text.replace(f'"{old}"', f'"{new}"')
    assert loads(text) == PUZZLE
    nothing = text.replace('"="', "null")
    assert loads(nothing) == PUZZLE
    with pytest.raises(FormatError, match="operator 'root'; expected add, subtract"):
        loads(text.replace("MULTIPLY", "root"))


# --- tables --------------------------------------------------------------------------------------

TABLE = [
    ("*", "6", ["A1", "B1", "B2"]),
    ("-", "1", ["C1", "C2"]),
    ("÷", "3", ["A2", "A3"]),
    ("", "2", ["B3"]),
    ("=", "1", ["C3"]),
]


@pytest.mark.parametrize(
    ("headings", "row"),
    [
        ("op,target,cells", '{op},{target},"{commas}"'),
        ("Cells;Operator;Value", "{blanks};{op};{target}"),
        ("# by hand\ncage\toperation\ttarget_sum\tsquares\n", "1\t{op}\t{target}\t{commas}"),
        ('"target", "sign", "cells"', '{target}, {op}, "{blanks}"'),
        ("target,op,cells", "{target},{op},{commas}"),
        ("clue,cells", '{target}{op},"({pairs})"'),
        ("clue,cells", "{target}{op},{numbers}"),
    ],
)
def test_a_table_with_headings(headings: str, row: str) -> None:
    lines = [
        row.format(
            op=op,
            target=target,
            commas=",".join(cells),
            blanks=" ".join(cells),
            pairs="),(".join(f"{int(cell[1]) - 1},{'ABC'.index(cell[0])}" for cell in cells),
            numbers=" ".join(str(3 * (int(cell[1]) - 1) + "ABC".index(cell[0])) for cell in cells),
        )
        for op, target, cells in TABLE
    ]
    text = "\n".join([headings, *lines]) + "\n"
    assert detect(text).name == "objects"
    assert loads(text) == PUZZLE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "op,target,cells\n+,3,A1 B1\n+,A2 B2\n",
            "line 3, column 1: a row of 2 fields; expected 3",
        ),
        (
            "op,target,cells\n+,3,A1 B1\n+,x,A2 B2\n",
            r"line 3, column 3: \[1\].target has a string; expected",
        ),
        (
            "op,target,cells\n+,3,A1 B1\n+,3,A2 2\n",
            r"line 3, column 5: \[1\].cells is 'A2 2'; expected",
        ),
        ('op,target,cells\n+,3,A1 B1\n+,"3,A2', "line 3: a damaged table: a quotation mark is not"),
        ("op,target,cells\n+,3,A1 B1\n", "cell r2c1 is in no cage; expected one for each, or a"),
    ],
)
def test_what_is_wrong_with_a_table(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        loads(text)


@pytest.mark.parametrize(
    ("headings", "row"),
    [
        ("row,col,cage,clue", "{r},{c},{cage},{first}"),
        ("Row;Column;Cage;Target;Op", "{r};{c};{cage};{target};{op}"),
        ("cell\tcage_id\toperator\ttarget", "r{r}c{c}\t{cage}\t{op}\t{target}"),
    ],
)
def test_a_table_with_a_row_for_each_cell(headings: str, row: str) -> None:
    lines, named = [headings], set()
    for r, cages in enumerate(("112", "342", "344"), start=1):
        for c, cage in enumerate(cages, start=1):
            target, op = {"1": (3, "+"), "2": (2, "-"), "3": (6, "x"), "4": (5, "+")}[cage]
            first = "" if cage in named else f"{target}{op}"
            lines.append(row.format(r=r, c=c, cage=cage, first=first, target=target, op=op))
            named.add(cage)
    text = "\n".join(lines) + "\n"
    assert detect(text).name == "objects"
    assert loads(text) == loads("aab\ncdb\ncdd\na 3+\nb 2-\nc 6*\nd 5+\n")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            "1,1,a,3+\n1,2,a,4+\n",
            "line 3, column 1: clue '4\\+' of the cage 'a', which has '3\\+' before",
        ),
        ("1,1,a,3+\n1,2,,\n", "line 3, column 1: a row without a cage; expected one for each cell"),
        ("1,1,a,3+\n1,2,a,\n2,1,b,\n2,2,c,1\n", "line 4: .* has no target"),
        ("1,1,a,3+\n1,2,a,\n2,1,b,2\n2,2,c,1\n1,1,c,\n", "r1c1 is in two cages"),
        ("1,1,a,3+\n1,2,a,\n2,1,b,2\n", "cell r2c2 is in no cage"),
    ],
)
def test_what_is_wrong_with_a_row_for_each_cell(rows: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        loads(f"row,col,cage,clue\n{rows}")


def test_a_board_without_a_size_shows_it_by_its_cells() -> None:
    """One of its cages is lost where a cell is in none: it may have been the last row."""
    unsized = board()
    del unsized["size"]
    unsized["cages"].pop(1)
    with pytest.raises(FormatError, match="cell r1c3 is in no cage; expected one for each, or a"):
        read(unsized)
    assert read(unsized | {"size": 3}).free_cells == ((0, 2), (1, 2))


def test_cells_from_1_under_the_keys_of_another_format() -> None:
    """A format whose cells count from 0 would have a board of 4x4 with an empty row and column."""
    from_1 = board(pairs_from_1, op="op")
    assert read(from_1) == PUZZLE
    for unsized in (from_1["cages"], {"cages": from_1["cages"]}):
        assert read(unsized) == PUZZLE
    assert loads_all(json.dumps([from_1["cages"]] * 2)) == [PUZZLE] * 2


def test_a_solution_shows_whether_columns_come_first() -> None:
    solution = [[1, 2, 3], [3, 1, 2], [2, 3, 1]]
    cages = [
        {"squares": [[0, 0], [0, 1]], "op": "+", "total": 3},
        {"squares": [[0, 2], [1, 2]], "op": "x", "total": 6},
        {"squares": [[1, 0], [2, 0]], "op": "x", "total": 6},
        {"squares": [[1, 1], [2, 1]], "op": "÷", "total": 3},
    ]
    found = read({"cages": cages, "size": 3, "solution": solution})
    assert str(found.cages[0]) == "3+ at r1c1 r1c2"
    turned = [list(row) for row in zip(*solution, strict=True)]
    columns = read({"cages": cages, "size": 3, "solution": turned})
    assert str(columns.cages[0]) == "3+ at r1c1 r2c1"
    letters = json.dumps({"cages": cages, "size": 3, "solution": solution})
    for row, column in product(range(3), repeat=2):
        letters = letters.replace(f"[{row}, {column}]", f'"{"ABC"[row]}{column + 1}"')
    assert loads(letters) == found
    assert read({"cages": cages, "size": 3, "solution": [[0] * 3] * 3}) == found
    with pytest.raises(
        FormatError, match=r"line 1, column \d+: the solution does not fit the cages"
    ):
        read({"cages": cages, "size": 3, "solution": [[2, 3, 1], [3, 1, 2], [1, 2, 3]]})


def test_sums_of_a_killer_sudoku() -> None:
    """The files of two programs; one has the solution, which shows rows and columns."""
    for file in ("objects_killer.json", "objects_squares.json"):
        puzzle = load(DATA / file)
        assert (puzzle.rules.name, puzzle.houses) == ("killer", boxes(9, 3, 3))
        assert count(puzzle) == 1
    small = [
        {"cells": [4 * row, 4 * row + 1, 4 * row + 2, 4 * row + 3], "sum": 10} for row in range(4)
    ]
    with pytest.raises(FormatError, match=r'no cage has an operator: .* expected "type": "killer"'):
        read({"size": 4, "cages": small})
    killer = read({"type": "Killer", "size": 4, "cages": small})
    assert (killer.rules.name, killer.houses) == ("killer", boxes(4, 2, 2))


def test_cages_that_are_arrays() -> None:
    cages = [["+", 3, [[0, 0], [0, 1]]], [[[0, 2], [1, 2]], "-", 1], [2, [[1, 0], [2, 0]], "-"]]
    text = json.dumps([*cages, ["mul", 12, [[1, 1], [2, 1], [2, 2]]]])
    assert detect(text).name == "objects"
    wanted = loads("aab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 12*\n")
    assert loads(text) == wanted
    assert loads(json.dumps({"size": 3, "cages": json.loads(text)})) == wanted


def test_arrays_of_sums_are_a_killer_sudoku() -> None:
    cages = [[45, [[row, column] for column in range(9)]] for row in range(9)]
    killer = loads(json.dumps(cages))
    assert (killer.rules.name, len(killer.houses)) == ("killer", 9)
    cages[3][0] = 44
    with pytest.raises(FormatError, match="sums of a Killer Sudoku, or hidden operators"):
        loads(json.dumps(cages))


RON = """\
// a board
Puzzle(id: 7, size: 3, areas: [
  Cage(ty: Add, solution: 3, fields: [(0, 0), (0, 1)],),
  (ty: Sub, solution: 1, fields: [(0, 2), (1, 2)]), /* two
  lines */
  (ty: Sub, solution: 2, fields: [(1, 0), (2, 0)]),
  (ty: Mul, solution: 12, fields: [(1, 1), (2, 1), (2, 2)]),
])
"""
TOML = """\
# a board
size = 3
[[cages]]
target = 3
op = "+"
cells = [[0, 0], [0, 1]]
[[cages]]
target = 1
op = "sub"
cells = [[0, 2], [1, 2]]
[[cages]]
target = 2
op = "-"
cells = [[1, 0], [2, 0]]
[[cages]]
target = 12
op = "*"
cells = [[1, 1],
  [2, 1], [2, 2]]
"""


@pytest.mark.parametrize("text", [RON, TOML])
def test_other_notations(text: str) -> None:
    assert detect(text).name == "objects"
    assert loads(text) == loads("aab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 12*\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RON.replace("(2, 2)", "(2, 3)"), "areas.3. .*outside|outside the board"),
        (TOML.replace('"sub"', '"avg of"'), "operator 'avg of'; expected"),
        (RON.replace("Sub", "Sort"), "operator 'Sort'; expected"),
        (RON.replace("])\n", ")\n"), r"line 8, column 1: '\)' closes no '\('"),
        (RON.replace("Mul,", "Mul;"), "line 7, column 11: ';' begins no value"),
        (TOML.replace("target = 12", "target = "), "not TOML"),
    ],
)
def test_errors_in_other_notations(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        loads(text, "objects")
    with pytest.raises(FormatError):
        loads(text)


def test_a_file_of_rust() -> None:
    puzzle = load(DATA / "objects.ron")
    assert (puzzle.rows, puzzle.free_cells, len(puzzle.cages)) == (10, (), 42)


def test_givens_in_a_grid() -> None:
    value = board()
    value["cages"] = value["cages"][:3]
    value["grid"] = [[0, 0, 0], [0, 0, 0], [0, 2, 0]]
    assert read(value).givens == {(2, 1): 2}
    value["grid"][0][0] = 1
    with pytest.raises(FormatError, match="a value in row 1, column 1, inside a cage"):
        read(value)
    value["givens"] = value.pop("grid")
    assert read(value).givens == {(0, 0): 1, (2, 1): 2}


def test_values_in_cells_of_cages_are_not_dropped() -> None:
    value = board(cell=lambda cell: {"row": cell[0], "col": cell[1]})
    cell = value["cages"][0]["cells"][0]
    cell["given"] = False
    assert read(value) == PUZZLE
    cell["given"] = 1
    with pytest.raises(FormatError, match="a value in a cell of a cage"):
        read(value)


@pytest.mark.parametrize("operator", ["sign", "op", "operation"])
@pytest.mark.parametrize("target", ["target", "value"])
def test_values_beside_the_cages(operator: str, target: str) -> None:
    """As they would be lost in formats with the same keys for cages, too, which read no others."""
    value = board(op=operator, target=target)
    empty: list[list[int]] = [[0] * 3] * 3
    some = [[1, 0, 0], [0] * 3, [0] * 3]
    for key in ("initial", "initialValues", "start_grid"):
        assert read(value | {key: empty}) == PUZZLE
        assert read(value | {key: some}).givens[0, 0] == 1
    with pytest.raises(FormatError, match="a given, or an entry"):
        read(value | {"grid": some})
    for unknown in (some, [1, *[0] * 8], [[1, None, None], [None] * 3, [None] * 3]):
        with pytest.raises(FormatError, match="numbers of cells in 'seen', which is not read"):
            read(value | {"seen": unknown})
    for harmless in (empty, [[1, 2, 3], [2, 3, 1], [3, 1, 2]]):
        assert read(value | {"seen": harmless}) == PUZZLE
    assert read(value | {"userGrid": some}) == PUZZLE
    names = [[0, 0, 1], [2, 0, 1], [2, 3, 4]]
    assert read(value | {"names": names}) == PUZZLE
    regions = [[0, 0, 0], [1, 1, 1], [2, 2, 2]]
    with pytest.raises(FormatError, match="numbers of cells in 'regions'"):
        read(value | {"regions": regions})
    assert read(value | {"regions": names}) == PUZZLE


def test_a_grid_of_all_values_is_a_solution() -> None:
    grid = [[3, 1, 2], [1, 2, 3], [2, 3, 1]]
    with pytest.raises(FormatError, match="the solution does not fit the cages"):
        read(board() | {"grid": grid})
    cages = [{"cells": [[0, 0], [0, 1], [1, 1]], "sign": "+", "target": 6}]
    assert read({"size": 3, "cages": cages, "board": grid}).givens == {}


def test_keys_in_snake_case() -> None:
    """A file of a program, whose cells are numbers; its solution is one row."""
    cages = [{"cell_indices": list(range(9 * row, 9 * row + 9)), "sum": 45} for row in range(9)]
    grid = [(3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)]
    puzzle = read({"cell_values": grid, "cages": cages})
    assert (puzzle.rows, len(puzzle.cages), puzzle.rules.name) == (9, 9, "killer")
    assert (
        read({"grid_size": 2, "cages": [{"cells": [0, 1], "op": "+", "target_sum": 3}]}).rows == 2
    )


def test_one_value_is_given_in_a_cell() -> None:
    """Whether it is in a cage or not, and what is given twice is the same."""
    value = board()
    value["givens"] = [{"row": 0, "col": 0, "value": 1}, {"row": 0, "col": 0, "value": 1}]
    assert read(value).givens[0, 0] == 1
    value["givens"][1]["value"] = 2
    with pytest.raises(FormatError, match="another value at r1c1"):
        read(value)


def test_givens_as_row_column_value() -> None:
    """Which on 3x3 could be the rows of the board."""
    assert read(board() | {"givens": [[0, 0, 1], [1, 1, 2]]}).givens[1, 1] == 2
    assert read(board() | {"givens": [[0, 0, 1], [0, 1, 2], [1, 2, 1]]}).givens[0, 1] == 2
    assert read(board() | {"givens": [[0, 3, 1], [0, 0, 2], [1, 2, 0]]}).givens[0, 1] == 3
    with pytest.raises(FormatError, match="rows of a board, or cells with a value each"):
        read(board() | {"givens": [[0, 1, 2], [1, 0, 3], [0, 2, 1]]})
    with pytest.raises(FormatError, match="outside the board"):
        read(board() | {"givens": [[0, 3, 1]]})


@pytest.mark.parametrize(
    "said",
    [
        {"diagonals": True},
        {"values": [0, 1, 2]},
        {"minValue": 0},
        {"antiKnight": True},
        {"boxes": True},
    ],
)
def test_rules_that_are_not_read_are_refused(said: dict[str, object]) -> None:
    with pytest.raises(FormatError, match="expected the format native"):
        read(board() | said)


def test_other_rules_that_say_nothing() -> None:
    said = {"diagonals": False, "values": [1, 2, 3], "minValue": 1}
    assert read(board() | said) == read(board())


def test_a_sum_in_a_program_is_no_number() -> None:
    text = "cages = [('+', 1+2, [(0, 0), (0, 1)]), ('', 2, [(1, 0)]), ('', 1, [(1, 1)])]\n"
    with pytest.raises(FormatError):
        loads(text)
    assert loads(text.replace("1+2", "+3")).rows == 2


def test_counting_from_0_or_1_must_show() -> None:
    cages = [{"cells": [[1, 1], [1, 2]], "op": "add", "total": 3}]
    with pytest.raises(FormatError, match="cells may count from 0 or from 1"):
        read({"size": 4, "cages": cages})
    with pytest.raises(FormatError, match="cells could count from 1"):
        dumps(Puzzle(4, [Cage([(1, 1), (1, 2)], "+", 3)]), "objects")


def test_puzzles_in_arrays_and_objects() -> None:
    two = [board(cells="squares"), board(cells="points")]
    assert loads_all(json.dumps(two)) == [PUZZLE, PUZZLE]
    assert loads_all(json.dumps({"easy": two, "hard": two[:1]})) == [PUZZLE] * 3
    assert loads_all("\n".join(map(json.dumps, two))) == [PUZZLE, PUZZLE]
    assert loads_all(json.dumps([["one", two[0]], ["two", two[1]]])) == [PUZZLE, PUZZLE]


def test_capital_keys() -> None:
    def cell(at: Cell) -> dict[str, int]:
        return {"Row": at[0], "Col": at[1]}

    capital = board(
        cell, size="Size", cages="Cages", cells="Cells", op="Operation", target="Target"
    )
    assert read(capital) == PUZZLE
    for format_name in ("objects", None):
        with pytest.raises(FormatError, match="'diagonals', which is more than cages"):
            loads(json.dumps(capital | {"Diagonals": True}), format_name)
    upper = {"size": "Size", "cages": "Cages", "cells": "Cells"}
    for op, target in (("Operation", "Value"), ("Op", "Target"), ("Operator", "Target")):
        assert read(board(**upper, op=op, target=target)) == PUZZLE


def test_numbers_of_cages_in_rows() -> None:
    """Where cages have no cells; else such a grid says no more than these."""
    grid = [[0, 0, 1], [2, 0, 1], [2, 3, 4]]
    cages = [{"op": each["sign"], "target": each["target"]} for each in board()["cages"]]
    for clues in (cages, [{"id": at} | each for at, each in enumerate(cages)][::-1]):
        assert set(read({"size": 3, "grid": grid, "cages": clues}).cages) == set(CAGES)
    assert read(board() | {"grid": grid}) == PUZZLE
    some = board()["cages"][:3]
    with pytest.raises(FormatError, match="a value in row 1, column 1, inside a cage"):
        read({"size": 3, "cages": some, "grid": [[1, 0, 0], [0, 0, 0], [0, 2, 0]]})


def test_what_stands_beside_a_puzzle() -> None:
    """Its solution, which shows rows and columns, notes, and what it must not lose."""
    solution = [[2, 1, 3], [1, 3, 2], [3, 2, 1]]
    assert read({"puzzle": board(), "solution": solution}) == PUZZLE
    sums = [{"squares": [[0, 0], [0, 1]], "op": "+", "total": 4}]
    for grid, cells in (([[1, 3, 2], [2, 1, 3], [3, 2, 1]], "r1c1 r1c2"), (SHIFTED, "r1c1 r2c1")):
        found = read({"puzzle": {"size": 3, "cages": sums}, "solution": grid})
        assert str(found.cages[0]) == f"4+ at {cells}"
    notes = {"seed": 1, "difficulty": "easy", "times": [1, 2], "rules": "kenken"}
    assert read({"puzzle": board(), "metadata": notes}) == PUZZLE
    assert read({"version": 1, "puzzles": [{"puzzle": board(), "solution": solution}]}) == PUZZLE
    two = {"one": board(), "two": board()}
    assert loads_all(json.dumps(two)) == [PUZZLE, PUZZLE]
    with pytest.raises(FormatError, match=r"column \d+: the solution does not fit"):
        read({"puzzle": board(), "solution": [[1, 2, 3], [2, 3, 1], [3, 1, 2]]})
    with pytest.raises(FormatError, match="expected the format native"):
        read({"puzzle": board(), "diagonals": True})
    with pytest.raises(FormatError, match="numbers of cells in 'initial', which is not read"):
        read({"puzzle": board(), "initial": [[1, 0, 0], [0] * 3, [0] * 3]})


def test_values_in_some_cells_are_not_left_out() -> None:
    solution = [[2, 1, 3], [1, 3, 2], [3, 2, 1]]

    def cell_of(some: Cell | None) -> Any:
        return lambda cell: {
            "row": cell[0],
            "col": cell[1],
            "value": solution[cell[0]][cell[1]] if some in (None, cell) else 0,
        }

    assert read(board(cell_of(None))) == PUZZLE
    assert read(board(cell_of((5, 5)))) == PUZZLE
    with pytest.raises(FormatError, match="values in some cells of cages"):
        read(board(cell_of((0, 0))))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cages": []}, "no 'size'|no cages|no puzzle"),
        ({"size": 65}, "65; expected 1 to 64"),
        ({"size": 2}, "squares.* is outside the board of 2 rows"),
        ({"cages": [{}] * 4097}, "more than 4096 cages"),
        ({"cages": [{"squares": [], "total": 3, "op": "+"}]}, "is empty; expected cells"),
        ({"cages": [{"squares": [[0]], "total": 3, "op": "+"}]}, "has 1 numbers; expected row"),
        ({"cages": [{"squares": [[0, 0], [0, 1]], "total": 3, "opp": "+"}]}, "with the key 'opp'"),
        ({"cages": [{"squares": [0, [0, 1]], "total": 3, "op": "+"}]}, "pairs and as numbers"),
        ({"cages": [{"squares": [[0, 0]], "total": "x", "op": "+"}]}, "a string; expected an"),
    ],
)
def test_errors(change: dict[str, object], message: str) -> None:
    value = board(cells="squares", target="total", op="op") | change
    with pytest.raises(FormatError, match=message):
        loads(json.dumps(value), "objects")


def test_a_letter_is_the_name_of_a_cage() -> None:
    hidden = [
        {"id": "x", "squares": [[0, 0], [0, 1]], "total": 30},
        {"id": "y", "squares": [[1, 0], [1, 1]], "total": 30},
    ]
    cages = [Cage([(0, 0), (0, 1)], None, 30), Cage([(1, 0), (1, 1)], None, 30)]
    assert read({"cages": hidden}) == Puzzle(2, cages)


def test_cells_that_are_objects_with_a_place() -> None:
    assert read(board(lambda cell: {"value": 0, "position": 3 * cell[0] + cell[1]})) == PUZZLE
    assert read(board(lambda cell: {"pos": {"row": cell[0], "col": cell[1]}})) == PUZZLE


def test_givens_as_objects() -> None:
    value = board()
    whole = read(value)
    value["given"] = [{"row": 0, "col": 0, "value": 1}]
    assert read(value).givens.get((0, 0)) == 1
    value["given"] = [{"row": 0, "col": 0}]
    with pytest.raises(FormatError, match="has no value"):
        read(value)
    value["given"] = "r1c1"
    with pytest.raises(FormatError, match="expected an array"):
        read(value)
    value["given"] = []
    assert read(value) == whole


def test_cells_with_the_names_of_their_cages() -> None:
    """As github.com/sdevani/kenkensolver keeps them, and others, with texts for clues."""
    picture = loads("aab\nccb\ncdd\na 3+\nb 1-\nc 7+\nd 6*\n")
    clues = {"1": "3+", "2": {"op": "-", "target": 1}, "3": "7+", "4": {"op": "mul", "value": 6}}
    rows = [[1, 1, 2], [3, 3, 2], [3, 4, 4]]
    assert read({"size": 3, "cells": rows, "cages": clues}) == picture
    cells = [
        [{"group": str(rows[y][x]), "x": x, "y": y, "notes": []} for y in range(3)]
        for x in range(3)
    ]
    groups = {
        "1": {"operation": "add", "result": 3},
        "2": {"operation": "sub", "result": 1},
        "3": {"operation": "add", "result": 7},
        "4": {"operation": "mul", "result": 6},
    }
    assert read({"cells": cells, "groups": groups, "n": 3}) == picture
    with pytest.raises(FormatError):
        read({"size": 3, "cells": rows, "cages": {**clues, "5": "3+"}})
    # as InternBootcamp's Calcudokubootcamp keeps them
    pairs = {"A": ["+", 3], "B": ["-", 1], "C": ["+", 7], "D": ["*", 6]}
    letters = [["A", "A", "B"], ["C", "C", "B"], ["C", "D", "D"]]
    assert read({"groups": pairs, "grid": letters, "size": 3}) == picture
    with pytest.raises(FormatError, match="expected an object"):
        loads(json.dumps({"groups": {**pairs, "A": ["+"]}, "grid": letters, "size": 3}), "objects")


def test_rows_of_names_as_texts() -> None:
    picture = loads("aab\nccb\ncdd\na 3+\nb 1-\nc 7+\nd 6*\n")
    clues = {"a": "3+", "b": "1-", "c": "7+", "d": "6*"}
    for key in ("clues", "cages", "groups"):
        assert read({"grid": ["aab", "ccb", "cdd"], key: clues}) == picture


@pytest.mark.parametrize("size", [{}, {"size": 3}])
@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["aab", "cb", "cdd"], "a row of 2 cells; expected 3"),  # the rest moved to the left
        (["aab", "ccbb", "cdd"], "a row of 4 cells; expected 3"),
        (["aab", "cdd"], "is in no cage; expected one for each"),
        (["aab", "ccb", "cde"], "cage 'e' has no clue"),
        (["aab", "ccb", "ccc"], "cage 'd' has no cell"),
    ],
)
def test_rows_of_names_that_do_not_fit(rows: list[str], message: str, size: dict[str, int]) -> None:
    """With a size a cell that was missing was in no cage."""
    clues = {"a": "3+", "b": "1-", "c": "7+", "d": "6*"}
    for grid in (rows, [list(row) for row in rows]):
        with pytest.raises(FormatError, match=message):
            loads(json.dumps({**size, "grid": grid, "cages": clues}), "objects")


def test_cages_by_name_with_cells_of_their_own() -> None:
    cages = {"first": {"cells": [[0, 0], [0, 1]], "op": "+", "target": 3}}
    cages["second"] = {"cells": [[1, 0], [1, 1]], "op": "-", "target": 1}
    assert read({"size": 2, "cages": cages}) == loads("aa\nbb\na 3+\nb 1-\n")


def test_clues_in_one_in_yaml() -> None:
    """They were words for people."""
    cages = "- {clue: 3+, cells: [r1c1, r1c2]}\n- {clue: 2, cells: [r2c1]}\n"
    text = f"size: 2\ncages:\n{cages}- clue: '1'\n  cells:\n  - [2, 2]\n"
    expected = loads("aa\n21\na 3+\n")
    assert loads(text.replace("[2, 2]", "r2c2")) == expected


KENKEN_2 = [
    *([11, [[1, 1], [2, 1]]], [2, [[1, 2], [1, 3]]], [20, [[1, 4], [2, 4]]]),
    *([6, [[1, 5], [1, 6], [2, 6], [3, 6]]], [3, [[2, 2], [2, 3]]], [3, [[2, 5], [3, 5]]]),
    *([240, [[3, 1], [3, 2], [4, 1], [4, 2]]], [6, [[3, 3], [3, 4]]], [6, [[4, 3], [5, 3]]]),
    *([7, [[4, 4], [5, 4], [5, 5]]], [30, [[4, 5], [4, 6]]], [6, [[5, 1], [5, 2]]]),
    *([9, [[5, 6], [6, 6]]], [8, [[6, 1], [6, 2], [6, 3]]], [2, [[6, 4], [6, 5]]]),
]
"""examples/contrib/kenken2.py of google/or-tools, which many others have, too."""


def test_targets_that_are_no_sums_hide_their_operators() -> None:
    puzzle = read(KENKEN_2)
    assert (puzzle.rules.name, puzzle.size) == ("kenken", 6)
    assert all(cage.operator is None for cage in puzzle.cages)
    assert is_unique(puzzle)
    one = [[target if target == 240 else 6, cells] for target, cells in KENKEN_2]
    with pytest.raises(FormatError, match="sums of a Killer Sudoku, or hidden operators"):
        read(one)  # where one may be mistyped


_LITERALS = {
    "python": """# puzzle 12
size = 3
cages = [
    ([(0, 0), (0, 1)], '+', 3),
    ([(0, 2), (1, 2)], '-', 1),
    ([(1, 0), (1, 1), (2, 0)], '+', 7),
    ([(2, 1), (2, 2)], '*', 6),
]
""",
    "dict": """{'size': 3, 'cages': [{'cells': [(0, 0), (0, 1)], 'op': '+', 'target': 3},
{'cells': [(0, 2), (1, 2)], 'op': '-', 'target': 1}, {'cells': [(1, 0), (1, 1), (2, 0)],
'op': '+', 'target': 7}, {'cells': [(2, 1), (2, 2)], 'op': '*', 'target': 6}], 'x': None}
""",
    "javascript": """// a puzzle
export const puzzle: Puzzle = {
  size: 3,
  cages: [
    { cells: [[0, 0], [0, 1]], op: '+', target: 3 },
    { cells: [[0, 2], [1, 2]], op: "-", target: 1 },
    { cells: [[1, 0], [1, 1], [2, 0]], op: `+`, target: 7 },
    { cells: [[2, 1], [2, 2]], op: '*', target: 6, /* the last */ },
  ],
};

export default puzzle;
""".replace("`", "'"),
    "json with commas": """{"size": 3, "cages": [ // all
    {"cells": [[0, 0], [0, 1]], "op": "+", "target": 3},
    {"cells": [[0, 2], [1, 2]], "op": "-", "target": 1},
    {"cells": [[1, 0], [1, 1], [2, 0]], "op": "+", "target": 7},
    {"cells": [[2, 1], [2, 2]], "op": "*", "target": 6},
],}
""",
    "yaml": """size: 3
cages:
  - cells: [[0, 0], [0, 1]]
    op: "+"
    target: 3
  - cells: [[0, 2], [1, 2]]
    op: "-"
    target: 1
  - {cells: [[1, 0], [1, 1], [2, 0]], op: "+", target: 7}
  - {cells: [[2, 1], [2, 2]], op: "*", target: 6}
""",
}


_JAVASCRIPT = _LITERALS["javascript"]
_VALUE = _JAVASCRIPT[_JAVASCRIPT.index("{") : _JAVASCRIPT.index(";")]
_LITERALS |= {
    "typescript": f"""import type {{ Puzzle }} from './types';
import {{
  other,
}} from "./other"

export interface Cage {{
  cells: number[][];
}}
type Name = {{ name: string }};

export const puzzles: Puzzle[] = [{_VALUE}] as const;

export default puzzles
""",
    "satisfies": f"export const puzzle = {_VALUE} satisfies Puzzle;\n",
    "default": f"export default {_VALUE};\n",
    "module": f"module.exports = [{_VALUE}];\n",
}


def test_mistakes_in_a_module_have_their_line() -> None:
    text = _LITERALS["typescript"]
    line = text[: text.index("target: 7")].count("\n") + 1
    with pytest.raises(FormatError, match="';' begins no value") as caught:
        loads(text.replace("op: '+', target: 7", "op: ;, target: 7"), "objects")
    assert caught.value.line == line
    with pytest.raises(FormatError, match="no value with a name"):
        loads(text + "puzzles.push(more);\n", "objects")
    with pytest.raises(FormatError, match="twice"):
        loads(f"const puzzle = {_VALUE};\nexport default {_VALUE};\n", "objects")


@pytest.mark.parametrize("notation", _LITERALS)
def test_literals_of_programs(notation: str) -> None:
    text = _LITERALS[notation]
    assert detect(text).name == "objects"
    assert loads(text) == loads("aab\nccb\ncdd\na 3+\nb 1-\nc 7+\nd 6*\n")
    damaged = text.replace("'*'", "'what'").replace('"*"', '"what"')
    with pytest.raises(FormatError, match=r"operator 'what'|objects on line 5"):
        loads(damaged)


def test_programs_are_no_literals() -> None:
    with pytest.raises(FormatError):
        loads("size = 3\ncages = [([(0, 0)], '+', f(3))]\nsolve(cages)\n")


@pytest.mark.parametrize("keys", [("op", "target"), ("operation", "value")])
def test_givens_beside_cages_as_other_formats_have_them(keys: tuple[str, str]) -> None:
    """They are not left out: the formats of these cages have none."""
    operator, target = keys
    cages = [
        {"cells": [[0, 0], [0, 1]], operator: "+", target: 3},
        {"cells": [[1, 0], [1, 1]], operator: "+", target: 3},
    ]
    value = {"size": 2, "cages": cages, "givens": [[1, 0], [0, 0]]}
    assert read(value) == loads("1 2\na a\na 3+\n")


def test_the_regions_of_synlogic_allow_no_value_twice() -> None:
    """The keys and cells of its Calcudoko, github.com/MiniMax-AI/SynLogic."""
    regions = [
        {"cells": ["(1,1)", "(2,1)", "(2,2)"], "target": 4, "operator": "+"},
        {"cells": ["(1,2)"], "target": 2, "operator": "+"},
    ]
    data = {"question": "...", "metadata": {"grid_size": 2, "regions": regions}}
    puzzle = read(data)
    assert puzzle.rules is SYNLOGIC
    assert count(puzzle) == 0
    assert loads(json.dumps(data), rules="kenken").rules is KENKEN
    data["metadata"]["size"] = data["metadata"].pop("grid_size")
    assert read(data).rules is KENKEN
    assert count(read(data)) == 1


@pytest.mark.parametrize(
    ("solution", "message"),
    [
        ([[2, 1, 3], [1, 3, 2], [3, 2, 1]], "the cage 1 at r1c1 holds 2"),
        ([[1, 2, 3], [2, 3, 1], [2, 1, 3]], "column 1 has 2 more than once"),
    ],
)
def test_a_solution_fits_givens_and_houses(solution: list[list[int]], message: str) -> None:
    """It was compared with the cages only."""
    rest = [[0, 2], [1, 0], [1, 1], [1, 2], [2, 0], [2, 1], [2, 2]]
    cages = [
        {"cells": [[0, 0], [0, 1]], "op": "+", "target": 3},
        {"cells": rest, "op": "+", "target": 15},
    ]
    said = {"size": 3, "givens": [[1, 0, 0], [0, 0, 0], [0, 0, 0]], "cages": cages}
    right = [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
    assert read(said | {"solution": right}) == read(said)
    with pytest.raises(FormatError, match="a solution that does not fit") as caught:
        read(said | {"solution": solution})
    assert message in caught.value.message


@pytest.mark.parametrize("key", ["giveens", "Givens", "fixd", "minvalue", "diagonls", "boxess"])
def test_a_misspelt_key_that_need_not_be(key: str) -> None:
    with pytest.raises(FormatError, match=f"unknown key '{key}'; expected"):
        read(board() | {key: [{"row": 0, "col": 0, "value": 1}]})


YAML_WITH_MORE = """size: 2
cages:
  - cells: [[0, 0], [0, 1]]
    op: add
    target: 3
  - cells: [[1, 0], [1, 1]]
    op: mul
    target: 2
givens:
  - {row: 0, col: 0, value: 1}
"""


@pytest.mark.parametrize("key", ["size", "cages", "cells", "op", "target", "givens"])
def test_a_misspelt_key_in_yaml(key: str) -> None:
    """Keys that are not known are left out there."""
    assert (0, 0) in loads(YAML_WITH_MORE).givens
    with pytest.raises(FormatError):
        loads(YAML_WITH_MORE.replace(f"{key}:", f"{key}x:"))
    with pytest.raises(FormatError, match="which is more than cages"):
        loads(YAML_WITH_MORE + "diagonals: true\n")


def test_cells_op_and_target_in_any_nesting() -> None:
    """An object of `kiguli`'s words was read; an array of such was not, for the lack of `cells`."""
    cages = [
        {"cells": cage.cells, "op": WORDS[cage.operator.symbol], "target": cage.target}
        for cage in CAGES
    ]
    board = {"size": 3, "cages": cages}
    for nested in (board, {"puzzle": board}, {"data": {"puzzles": [board]}}, {"easy": board}):
        assert loads(json.dumps(nested)) == PUZZLE
    for named in ({"puzzle": cages}, {"data": {"puzzle": cages}}):  # the name was a wrong size
        assert loads(json.dumps(named)) == PUZZLE
    for size in ("3x3", "size 3"):
        with pytest.raises(FormatError, match=f"size '{size}'; expected an integer"):
            loads(json.dumps({size: cages}).replace("none", ""))
    for two in ([board, board], {"data": {"puzzles": [board, board]}}, {"a": cages, "b": cages}):
        assert loads_all(json.dumps(two)) == [PUZZLE, PUZZLE]


def test_a_size_around_a_board() -> None:
    """A board of 4x4 with cells in no cage was read as one of 3x3."""
    cages = [{"squares": cage.cells, "op": "*", "total": 6} for cage in CAGES]
    for board in (cages, {"cages": cages}):
        for size in (3, "3"):
            assert loads(json.dumps({"size": size, "puzzle": board})).rows == 3
        assert loads(json.dumps({"n": 17, "size": "small", "puzzle": board})).rows == 3
        with pytest.raises(FormatError, match="size is 4, and the cages below cover 3x3") as caught:
            loads(json.dumps({"size": 4, "puzzle": board}))
        assert caught.value.column == 10
        assert loads(json.dumps({"size": 4, "puzzle": {"size": 4, "cages": cages}})).rows == 4


@pytest.mark.parametrize("word", ["=", "given", "single", "constant"])
def test_a_given_of_two_cells(word: str) -> None:
    """It was taken for a hidden operator (a test board of shawware/KenKen has such a cage)."""
    cages = [{"squares": [[0, 0], [0, 1]], "sign": word, "total": 3}]
    with pytest.raises(FormatError, match="a given on 2 cells; expected one cell"):
        loads(json.dumps({"size": 3, "cages": cages}))
