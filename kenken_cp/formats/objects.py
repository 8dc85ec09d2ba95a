"""Boards in JSON as web apps and students' programs keep them: objects for cages, under many keys.

    {"n": 2, "groups": [{"squares": [[0, 0], [0, 1]], "op": "add", "total": 3}, ...]}

The same in the notations of Rust (RON), Python, JavaScript, YAML and TOML; or arrays for cages, the
target, the cells and perhaps the operator in any order, ``[13, [[0, 0], [0, 1]]]``.

What a key may be called, and a cell, and an operator, is in the tables below. Cells are pairs of
row and column, also as ``"r1c1"``, ``"0,1"`` or ``"(0,1)"``, objects with these (or with ``x``, the
column, and ``y``), or numbers in reading order; where no cell has a 0 and one has the size, they
count from 1, else from 0. A board without a size is as large as its cells need. Givens may stand in
a grid of their own, or be objects with a row, a column and a value; a grid with values of some
cells under another key than theirs, and one of regions, is refused, unless it is a player's. Or
rows of cells have the names of their cages, and the clues stand apart: ``"cells": [[{"group": "a"},
...]], "groups": {"a": {...}}``, or ``{"a": ["+", 3]}``.

Where no cage has an operator, and the numbers of a 9x9 board make together what all cells hold,
they are the sums of a Killer Sudoku; on smaller boards ``"type": "killer"`` must say so. Where two
or more are larger than any sum of their cells, the operators are hidden. ``"regions"`` beside a
``"grid_size"``, with cells such as ``"(1,2)"``, are of the SynLogic data: their rules are
``synlogic``.

A solution is not taken, but it must fit: where it does with rows and columns interchanged only, the
pairs are columns and rows.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from math import isqrt
from typing import Any

from kenken_cp.errors import FormatError
from kenken_cp.formats import mathdoku_yaml
from kenken_cp.formats._json import JSON_FORMATS, JSON_TEXTS, Board, Clue, JsonFormat, Node, line_of
from kenken_cp.formats._notations import as_json
from kenken_cp.formats._spellings import operator_word, parse_clue, spelled_operator
from kenken_cp.formats._sums import is_killer
from kenken_cp.formats._words import Word
from kenken_cp.formats._writable import cannot, check_plain, check_target
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.formats.sudoku import BOX_SHAPES
from kenken_cp.model.geometry import MAX_SIZE, Cell, House, all_cells, boxes
from kenken_cp.model.operators import ADD, GIVEN, Operator
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KILLER, SYNLOGIC, RuleSet
from kenken_cp.text import listed, quoted

_NAME = "objects"


def _spelled(*keys: str) -> tuple[str, ...]:
    """Keys, and these as those write them who never write ``targetSum``."""
    return keys + tuple(
        each for key in keys if (each := re.sub("[A-Z]", lambda m: "_" + m[0].lower(), key)) != key
    )


_CAGES = ("cages", "groups", "blocks", "areas", "regions", "constraints", "sums", "clues", "rules")
_CELLS = _spelled(
    *("cells", "squares", "positions", "coordinates", "coords", "points", "indices", "fields"),
    *("members", "locations", "tiles", "boxes", "cellIndices", "second"),
)
_TARGETS = (
    *("target", "value", "result", "sum", "total", "goal", "number"),
    *_spelled("targetSum", "targetValue", "sumOfTiles", "totalSum"),
    *("first", "solution"),
)
_OPERATORS = ("op", "operation", "operator", "sign", "symbol", "type", "ty")
_SIZES = ("size", "n", "N", "dim", "dimension", *_spelled("gridSize", "boardSize"))
_SIDES = (("height", "width"), ("rows", "cols"), ("rows", "columns"))
_GIVENS = (
    *("givens", "given", "fixed", "prefilled", "initial"),
    *_spelled("initialValues", "initialGrid", "initialBoard", "startGrid", "startingGrid"),
)
_ENTRIES = ("grid", "board")
"""Those of a player, perhaps, or values outside cages."""

_LEAST_PRODUCTS = 2
"""Targets that no sum makes, where operators are hidden: a single one may be mistyped."""

_OF_A_PLAYER = re.compile(
    "user|player|current|entr|progress|guess|answer|state|note|mark|cand|colo", re.IGNORECASE
)
"""What is in the keys of grids that are no part of a puzzle."""

_VALUES = ("value", "number", "digit", "val")
_VALUES_OF_CELLS = ("value", "digit", "val")
_NUMBERED = ("cells", "grid", "board", "layout", "map", "regions", "cageMap")
"""Rows of cells with the number, or the name, of the cage of each."""

_GROUP_OF_CELL = ("group", "cage", "region", "block", *_spelled("groupId", "cageId"))

_OTHER_RULES = (
    *("diagonals", "diagonal", "windoku", "thermos", "thermometers", "arrows", "kropki"),
    *_spelled("antiKnight", "antiKing", "nonConsecutive"),
)
"""What some programs add to the rules: it is not read, and refused where it says anything."""

_NOTHING: tuple[object, ...] = (False, 0, [], {}, "", "none")
_EMPTY = frozenset((0, -1))
"""Numbers of cells without a value."""

_BOXES = ("boxes", *_spelled("hasBoxes", "useBoxes"))
_REGIONS = ("regions", "jigsaw")
"""What boards of a Killer Sudoku have, too, where the regions are its boxes."""

_DOMAINS = ("values", "digits", "domain")
_LEAST = _spelled("minValue", "minDigit", "startValue")

_SOLUTIONS = ("solution", "solved", "answer", *_spelled("filledGrid", "solutionGrid"))
_KINDS = ("type", "variant", "kind", "rules", *_spelled("puzzleType"))
_PAIRS = (
    *(("row", "col"), ("row", "column"), ("r", "c"), ("y", "x"), ("Row", "Column")),
    ("first", "second"),
)
"""The keys of a row and a column."""

_KEYS = {
    *(*_CAGES, *_CELLS, *_TARGETS, *_OPERATORS, *_SIZES, *chain.from_iterable(_SIDES), *_GIVENS),
    *(*_ENTRIES, *_VALUES, *_NUMBERED, *_GROUP_OF_CELL, *_SOLUTIONS, *_KINDS, "title", "name"),
    *(*chain.from_iterable(_PAIRS), "id"),
}

_NONE = ("", "none", "given", "single", "const", "constant", "free", "id", "nop", "eq", "equal")
"""Words of a cage without an operator: a given, or, on several cells, one that is hidden."""

_TELLS = (
    rf'"(?:{"|".join(_CELLS)})"\s*+:',
    rf'"(?:{"|".join(_TARGETS[:-1])})"\s*+:|"{_TARGETS[-1]}"\s*+:\s*+[0-9]++\s*+[,}}]',
)
_PAIR = r"\[\s*+[0-9]++\s*+,\s*+[0-9]++\s*+\]"
_WORD = r'"[^"\n]{0,20}+"'
_ARRAYS = re.compile(
    rf"\[\s*+(?:(?:{_WORD}\s*+,\s*+)?+[0-9]++|[0-9]++\s*+,\s*+{_WORD})\s*+,\s*+\[\s*+{_PAIR}"
    rf"|\[\s*+\[\s*+{_PAIR}(?:\s*+,\s*+{_PAIR})*+\s*+\]\s*+,\s*+(?:{_WORD}\s*+,\s*+)?+[0-9]++"
    rf"\s*+(?:,\s*+{_WORD}\s*+)?+\]"
)
"""A cage that is an array."""

_OTHER_CELLS = re.compile(
    rf'"(?:{"|".join(_CELLS[1:])})"\s*+:|"cells"\s*+:\s*+\[\s*+(?:\{{\s*+"(?!x|y)|\[\s*+\{{|"\(?+[0-9rR])'
)
_APART = re.compile(
    rf'"(?:{"|".join(_NUMBERED)})"\s*+:\s*+\[\s*+\[\s*+(?:[0-9"]|\{{\s*+"(?:{"|".join(_GROUP_OF_CELL)})")'
)
_BY_NAME = re.compile(rf'"(?:{"|".join(_CAGES)})"\s*+:\s*+\{{\s*+"[^"]{{1,20}}+"\s*+:\s*+[\[{{"]')
"""Clues by the names of cages, and rows of cells with these."""

_IN_ORDER = re.compile(
    rf'"(?:{"|".join(_CAGES)})"\s*+:\s*+\[\s*+\{{[^{{}}\[\]]*?"(?:{"|".join(_TARGETS)})"\s*+:\s*+[0-9]'
)
"""The same in the order of their numbers, or with these."""

_CAPITAL = re.compile(rf'"(?:{"|".join(key.capitalize() for key in (*_CAGES, *_CELLS))})"\s*+:')
_CAPITAL_KEY = re.compile(r'"[A-Z](?=[A-Za-z]*+"\s*+:)')
"""Keys as programs in C# write them."""

_IPUZ = re.compile(r'"dimensions"\s*+:')
"""What is in every file of the standard, whose cells are column and row."""

_SHOWN_BY_OPERATORS = ("arithmatrix", "kiguli")
_TEXT_OF_PAIR = re.compile(
    r"[rR]([0-9]{1,3})[cC]([0-9]{1,3})|(\()?([0-9]{1,3})\s*,\s*([0-9]{1,3})(?(3)\))"
)

_Pair = tuple[int, int]


def _found(node: Node, keys: Iterable[str]) -> Node | None:
    """The value of the first of some keys that an object has."""
    if type(node.value) is not dict:
        return None
    has = node.value.get
    return next((node.get(key) for key in keys if has(key) is not None), None)


def _expect(node: Node, keys: Iterable[str], what: str) -> Node:
    found = _found(node, keys)
    if found is None:
        raise node.error(
            f"{node.name or 'the puzzle'} has no {what}; expected {listed(keys, 'or')}"
        )
    return found


def _puzzles(root: Node) -> Iterable[Node]:
    """Those of an array, of an object of them, or the one that it is."""
    if type(root.value) is list:
        cages = bool(root.value) and _is_cage(root.items()[0])
        inner = [each for each in root.items() if type(each.value) is not str]  # that is a name
        return [root] if cages or not inner else chain.from_iterable(map(_puzzles, inner))
    if _found(root, _CAGES) is None and type(root.value) is dict:
        inner = [each for each in root.members() if type(each.value) in (list, dict) and each.value]
        inner = [each for each in inner if _has_cages(each.value)] or inner
        if inner:
            return chain.from_iterable(map(_puzzles, inner))
    return [root]


def _has_cages(value: Any) -> bool:
    """Whether there is a puzzle somewhere in a value: beside one stand its solution, and notes."""
    if type(value) is dict:
        here = any(type(value.get(key)) in (list, dict) for key in _CAGES)
        return here or any(map(_has_cages, value.values()))
    return type(value) is list and any(map(_has_cages, value))


def _is_cage(node: Node) -> bool:
    return _found(node, _CELLS) is not None or _is_array(node)


def _is_array(node: Node) -> bool:
    """Whether it is a cage that is an array: an integer, an array of arrays, perhaps a string."""
    value = node.value
    if type(value) is not list or len(value) not in (2, 3):
        return False
    kinds = sorted(type(each).__name__ for each in value)
    if kinds not in (["int", "list"], ["int", "list", "str"]):
        return False
    cells = next(each for each in value if type(each) is list)
    return bool(cells) and all(type(cell) is list for cell in cells)


def _board(node: Node) -> Board:
    cages = node if type(node.value) is list else _expect(node, _CAGES, "cages")
    if len(cages.value if type(cages.value) is dict else cages.items()) > MAX_SIZE**2:
        raise cages.error(f"more than {MAX_SIZE**2} cages; expected one puzzle")
    grouped = _grouped(node, cages)
    found = grouped if grouped else [(cage, _Cage(cage)) for cage in cages.items()]
    if not found:
        raise cages.error("no cages; expected objects with cells and a target")
    rows, columns = _size(node, [cage for _, cage in found])
    first = _first([cage for _, cage in found], rows, columns)
    cells = _placed([cage for _, cage in found], first, rows, columns)
    solution = _solution(node, rows, columns)
    if solution is not None:
        cells = _checked(node, [cage for _, cage in found], cells, solution)
    clues = [
        (place, Clue(at, cage.operator, cage.target))
        for (place, cage), at in zip(found, cells, strict=True)
    ]
    others: dict[str, Any] = {"title": _title(node)}
    if _is_of_synlogic(cages, [cage for _, cage in found]):
        others["rules"] = SYNLOGIC
    for holder in _holders(node):
        _check_rules(holder)
    houses: tuple[House, ...] = ()
    bare = not any(cage.shown for _, cage in found) and any(len(at) > 1 for at in cells)
    if bare and _are_sums(node, rows, columns, clues):
        clues = [(place, clue._replace(operator=ADD)) for place, clue in clues]
        houses = boxes(rows, *BOX_SHAPES[rows])
        others |= {"rules": KILLER, "houses": houses}
    for holder in _holders(node):
        read = (cages.key, *_GIVENS, *_ENTRIES, *_SOLUTIONS) if holder is node else _SOLUTIONS
        _check_others(holder, read, cells, houses, (rows, columns))
    _check_values([cell for _, cage in found for cell in cage.cells])
    return Board(clues, rows, columns, others, _givens(node, cells, first, rows, columns))


def _holders(node: Node) -> list[Node]:
    """The object of a puzzle, and the one it is in, which may say more of it."""
    found = [node] if type(node.value) is dict else []
    outer = node.parent
    if outer is not None and type(outer.value) is dict:
        puzzles = filter(_has_cages, outer.value.values())
        found += [outer] if next(puzzles, None) and not next(puzzles, None) else []
    return found


def _title(node: Node) -> str:
    title = _found(node, ("title", "name"))
    return title.text() if title is not None and type(title.value) is str else ""


# --- cages ---------------------------------------------------------------------------------------


class _Cage:
    """What an object says of a cage: its positions are pairs of row and column, or numbers in
    reading order, as they are written.
    """

    def __init__(
        self,
        node: Node,
        cells: list[Node] | None = None,
        positions: list[_Pair | int] | None = None,
    ) -> None:
        self.node = node
        self.operator: Operator | None = None
        if cells is not None and type(node.value) is str:
            with node.here():
                self.target, self.operator = parse_clue(Word(node.value, 0))
            self.shown = self.operator is not None
            self.cells, self.positions = cells, positions or []
            return
        if type(node.value) is list:
            parts = {type(part.value): part for part in node.items()} if _is_array(node) else {}
            if cells:
                parts = {type(part.value): part for part in node.items()}
            if not parts.keys() >= {int, str if cells else list}:
                raise node.unlike("an object, or an array of a target and the cells")
            listed_cells = node if cells else parts[list]
            target, word = parts[int], parts.get(str)
        else:
            listed_cells = node if cells else _expect(node, _CELLS, "cells")
            target = _expect(node, _TARGETS, "target")
            word = _found(node, _OPERATORS)
        self.cells = cells or listed_cells.several_cells()
        self.positions = positions or [_position(cell) for cell in self.cells]
        if not self.cells:
            raise listed_cells.error(f"{listed_cells.name} is empty; expected cells")
        self.target = int(target.text()) if _is_digits(target) else target.integer()
        self.shown = word is not None
        if word is not None:
            self.operator = _operator(word, len(self.cells))


def _is_of_synlogic(cages: Node, found: list[_Cage]) -> bool:
    """Whether keys and cells are those of its Calcudoko, which has rules of its own: regions and
    the size of the grid, cells such as ``"(1,2)"``.
    """
    beside = cages.parent
    if cages.key != "regions" or beside is None or beside.get("grid_size") is None:
        return False
    cells = (cell.value for cage in found for cell in cage.cells)
    return all(type(cell) is str and cell.startswith("(") for cell in cells)


def _grouped(node: Node, clues: Node) -> list[tuple[Node, _Cage]]:
    """The cages of a board whose cells have the number or the name of theirs, and whose clues stand
    apart: an object with them by these names, or an array, in order or with ``id``. Nothing if it
    is something else.
    """
    place = _found(node, [key for key in _NUMBERED if key != clues.key])
    rows = place.items() if place is not None and type(place.value) is list else []
    if not rows or not all(type(row.value) is list for row in rows):
        return []
    some = clues.members() if type(clues.value) is dict else clues.items()
    if any(_is_cage(clue) for clue in some):  # which has cells of its own
        return []
    cells: dict[str, list[Node]] = {}
    positions: dict[str, list[_Pair | int]] = {}
    for r, row in enumerate(rows):
        for c, cell in enumerate(row.items()):
            group = _found(cell, _GROUP_OF_CELL) or cell
            if type(group.value) not in (int, str):
                return []
            named = type(cell.value) is dict and any(key in cell.value for key in ("x", "row", "r"))
            name = str(group.value)
            cells.setdefault(name, []).append(cell)
            positions.setdefault(name, []).append(_position(cell) if named else (r, c))
    if type(clues.value) is dict:
        by_name = {str(clue.key): clue for clue in clues.members()}
    else:
        names = [_found(clue, ("id", "number", "name")) for clue in clues.items()]
        first = int("0" not in cells)
        by_name = {
            str(at if name is None else name.value): clue
            for at, (name, clue) in enumerate(zip(names, clues.items(), strict=True), start=first)
        }
    if by_name.keys() != cells.keys():
        return []
    return [(clue, _Cage(clue, cells[name], positions[name])) for name, clue in by_name.items()]


def _is_digits(node: Node) -> bool:
    return type(node.value) is str and re.fullmatch("[0-9]{1,9}", node.value) is not None


def _operator(word: Node, cells: int) -> Operator | None:
    spelled = word.text().strip().lower()
    if spelled in _NONE or spelled == "=":
        return None
    operator = spelled_operator(spelled, _NAME, cells)
    if operator is None:
        known = "add, subtract, multiply or divide"
        raise word.error(f"operator {quoted(word.value)}; expected {known}")
    return GIVEN if cells == 1 else operator


def _is_named(node: Node) -> bool:
    """Whether a cell has its row and column by name, which count from 1."""
    return type(node.value) is str and node.value[:1] in ("r", "R")


def _position(node: Node) -> _Pair | int:
    if type(node.value) is dict:
        given = _found(node, _GIVENS)
        if given is not None and type(given.value) in (int, str) and given.value not in (0, ""):
            raise given.error(f"a value in a cell of a cage; expected {_GIVENS[0]!r} of the board")
        for row, column in _PAIRS:
            if node.get(row) is not None and node.get(column) is not None:
                return node[row].integer(), node[column].integer()
        raise node.error(f"{node.name} has no row and column; expected keys such as row and col")
    if type(node.value) is list:
        pair = node.items()
        if len(pair) != 2:
            raise node.error(f"{node.name} has {len(pair)} numbers; expected row and column")
        return pair[0].integer(), pair[1].integer()
    if type(node.value) is str:
        match = _TEXT_OF_PAIR.fullmatch(node.value.strip())
        if match is None:
            raise node.error(f"{node.name} is {quoted(node.value)}; expected a cell, as in r1c1")
        return int(match[1] or match[4]), int(match[2] or match[5])
    return node.integer()


def _size(node: Node, cages: list[_Cage]) -> _Pair:
    """Rows and columns: as they are said, else as the cells need."""
    if type(node.value) is dict:
        for height, width in _SIDES:
            if node.get(height) is not None and node.get(width) is not None:
                return node[height].side(), node[width].side()
        said = _found(node, _SIZES)
        if said is not None:
            if _is_digits(said):
                return int(said.text()), int(said.text())
            return said.side(), said.side()
    positions = list(chain.from_iterable(cage.positions for cage in cages))
    if isinstance(positions[0], int):
        numbers = [each for each in positions if isinstance(each, int)]
        count = max(numbers) + (0 in numbers)
        side = isqrt(max(count, 0))
        if side * side != count:
            raise cages[0].node.error(f"cells for {count} of a board; expected a square, or a size")
    else:
        sides = [side for each in positions if isinstance(each, tuple) for side in each]
        side = max(sides) + (0 in sides)
    if not 1 <= side <= MAX_SIZE:
        raise cages[0].node.error(f"a board of {side} rows; expected 1 to {MAX_SIZE}")
    return side, side


def _first(cages: list[_Cage], rows: int, columns: int) -> int:
    """What cells count from; FormatError if none, or both, of 0 and 1 would do."""
    every = list(chain.from_iterable(cage.positions for cage in cages))
    if len(set(map(type, every))) > 1:
        raise cages[0].node.error("cells as pairs and as numbers; expected one of these")
    sides = [side for each in every for side in (each if isinstance(each, tuple) else (each,))]
    top = rows * columns if isinstance(every[0], int) else max(rows, columns)
    if 0 in sides:
        return 0
    if max(sides) == top or all(_is_named(cell) for cage in cages for cell in cage.cells):
        return 1
    raise cages[0].node.error(
        f"cells may count from 0 or from 1: none has 0, and none {top}; expected one that tells"
    )


def _placed(cages: list[_Cage], first: int, rows: int, columns: int) -> list[list[Cell]]:
    """The cells of each cage."""
    return [
        [
            _cell(place, each, first, rows, columns)
            for place, each in zip(cage.cells, some, strict=True)
        ]
        for cage, some in ((cage, cage.positions) for cage in cages)
    ]


def _cell(place: Node, position: _Pair | int, first: int, rows: int, columns: int) -> Cell:
    if isinstance(position, int):
        number = position - first
        row, column = divmod(number, columns) if number >= 0 else (-1, -1)
    else:
        row, column = position[0] - first, position[1] - first
    if not (0 <= row < rows and 0 <= column < columns):
        raise place.error(f"{place.name} is outside the board of {rows} rows and {columns} columns")
    return row, column


# --- grids ---------------------------------------------------------------------------------------


def _matrix(node: Node | None, rows: int, columns: int) -> list[list[int]] | None:
    """A grid of values of all cells, 0 without one; None if it is something else."""
    value = None if node is None else node.value
    if type(value) is list and len(value) == rows * columns > 1:  # perhaps all rows are one
        value = [value[at : at + columns] for at in range(0, len(value), columns)]
    if type(value) is not list or len(value) != rows:
        return None
    if any(type(row) is not list or len(row) != columns for row in value):
        return None
    found = [[0 if each in (None, "", ".") else each for each in row] for row in value]
    return found if all(type(each) is int for row in found for each in row) else None


def _solution(node: Node, rows: int, columns: int) -> list[list[int]] | None:
    """The values of all cells, which may stand where others have those of a player."""
    said = None
    for holder in reversed(_holders(node)):
        said = _matrix(_found(holder, _SOLUTIONS), rows, columns) or said
    for key in _ENTRIES if said is None and type(node.value) is dict else ():
        grid = _matrix(node.get(key), rows, columns)
        if grid is not None and _is_latin(grid):
            return grid
    return said


def _is_latin(grid: list[list[int]]) -> bool:
    every = (*grid, *zip(*grid, strict=True))
    return all(0 not in line and len(set(line)) == len(line) for line in every)


def _is_map(grid: list[list[int]], groups: Iterable[Sequence[Cell]]) -> bool:
    """Whether a grid has the numbers of cages, or of boxes, and perhaps 0 where there is none."""
    found: dict[int, set[Cell]] = {}
    for row, column in all_cells(len(grid), len(grid[0])):
        found.setdefault(grid[row][column], set()).add((row, column))
    parts, named = set(map(frozenset, found.values())), set(map(frozenset, groups))
    return named <= parts and parts - named <= {frozenset(found.get(0, ()))}


def _fits(cages: list[_Cage], cells: list[list[Cell]], solution: list[list[int]]) -> bool:
    for cage, at in zip(cages, cells, strict=True):
        values = [solution[r][c] for r, c in at]
        operator = cage.operator or (GIVEN if len(at) == 1 else None if cage.shown else ADD)
        if operator is not None and operator.evaluate(values) != cage.target:
            return False
    return True


def _checked(
    node: Node, cages: list[_Cage], cells: list[list[Cell]], solution: list[list[int]]
) -> list[list[Cell]]:
    """The cells as the solution shows them: pairs may be columns and rows."""
    if not all(all(row) for row in solution) or _fits(cages, cells, solution):
        return cells
    turned = [[(column, row) for row, column in at] for at in cells]
    pairs = all(type(cell.value) is list for cage in cages for cell in cage.cells)
    if pairs and len(solution) == len(solution[0]) and _fits(cages, turned, solution):
        return turned
    places = [_found(holder, _SOLUTIONS) for holder in _holders(node)]
    raise next(filter(None, places), node).error("the solution does not fit the cages")


def _givens(
    node: Node, cells: list[list[Cell]], first: int, rows: int, columns: int
) -> Iterator[tuple[Node, Cell, int]]:
    """Values that are given: objects with a row, a column and a value, or a grid, if it is one."""
    caged = set(chain.from_iterable(cells))
    for key in (*_GIVENS, *_ENTRIES) if type(node.value) is dict else ():
        place = node.get(key)
        if place is None or place.value in ([], {}):
            continue
        grid = _matrix(place, rows, columns)
        if key in _GIVENS and (grid is None or _are_triples(place, grid, first)):
            grid = None
            for given in place.items():
                if type(given.value) is list and len(given.value) == 3:
                    at_row, at_column, said = given.items()
                    position: _Pair | int = (at_row.integer(), at_column.integer())
                else:
                    position, said = _position(given), _expect(given, _VALUES, "value")
                yield given, _cell(given, position, first, rows, columns), said.integer()
        if grid is not None and key in _ENTRIES and (_is_latin(grid) or _is_map(grid, cells)):
            continue  # it is the solution, or has the numbers of cages
        for r, row in enumerate(grid or ()):
            for c, value in enumerate(row):
                if value and key in _ENTRIES and (r, c) in caged:
                    raise place.error(
                        f"a value in row {r + 1}, column {c + 1}, inside a cage: a given, or an "
                        f"entry; expected {_GIVENS[0]!r} or {_SOLUTIONS[0]!r}"
                    )
                if value:
                    yield place, (r, c), value


def _are_triples(place: Node, grid: list[list[int]], first: int) -> bool:
    """Whether the rows of a 3x3 board are cells, each with its value; FormatError if they may be,
    and the board as well.
    """
    if len(grid) != 3 or len(place.value) != 3:
        return False
    inside = range(first, first + 3)
    triples = all(r in inside and c in inside and 0 < v <= 3 for r, c, v in grid)
    lines = [[value for value in line if value] for line in (*grid, *zip(*grid, strict=True))]
    rows = all(len(set(line)) == len(line) and max(line, default=0) <= 3 for line in lines)
    if triples and rows:
        raise place.error("rows of a board, or cells with a value each; expected objects")
    return triples


def _check_others(
    node: Node,
    read: Collection[str | int],
    cells: list[list[Cell]],
    houses: Sequence[House],
    size: _Pair,
) -> None:
    """FormatError for values of cells, or regions, under keys that are not read."""
    said = _found(node, _BOXES)
    if said is not None and said.value not in _NOTHING and not houses:
        raise said.error(
            f"{quoted(said.key)}, which is more than cages; expected the format native"
        )
    for key in node.value:
        if key in read or _OF_A_PLAYER.search(key):
            continue
        grid = _matrix(node.get(key), *size)
        if grid is None:
            if key in _REGIONS and node.value[key] not in _NOTHING:
                raise node[key].error(f"{quoted(key)}, which is more than cages; expected a grid")
            continue
        if _is_map(grid, cells) or _is_map(grid, houses):
            continue
        groups = set(chain.from_iterable(grid))
        is_partial = not _EMPTY.isdisjoint(groups) and not _EMPTY.issuperset(groups)
        if key in _REGIONS or (
            is_partial and min(_EMPTY) <= min(groups) <= max(groups) <= max(size)
        ):
            raise node[key].error(
                f"numbers of cells in {quoted(key)}, which is not read; expected {_GIVENS[0]!r}, "
                f"{_SOLUTIONS[0]!r} or nothing"
            )


def _check_values(cells: list[Node]) -> None:
    """FormatError if some cells of cages have values, and others none: those of a solution, which
    are left out, stand in all.
    """
    has = [_found(cell, _VALUES_OF_CELLS) for cell in cells if type(cell.value) is dict]
    some = [value for value in has if value is not None and value.value not in _NOTHING]
    if some and len(some) < len(has):
        raise some[0].error(f"values in some cells of cages; expected {_GIVENS[0]!r}, or in none")


def _check_rules(node: Node) -> None:
    """FormatError for what some programs add to the rules, and this format has not."""
    for key in _OTHER_RULES if type(node.value) is dict else ():
        said = node.get(key)
        if said is not None and said.value not in _NOTHING:
            raise said.error(f"{quoted(key)}, which is more than cages; expected the format native")
    domain = _found(node, _DOMAINS)
    values = None if domain is None else domain.value
    if domain is not None and type(values) is list and all(type(each) is int for each in values):
        distinct = len(set(values)) == len(values)  # else they are those of all cells
        if distinct and sorted(values) != [*range(1, len(values) + 1)]:
            raise domain.error(
                f"{quoted(domain.key)} that are not 1, 2, 3 ...; expected the format native"
            )
    least = _found(node, _LEAST)
    if least is not None and least.value != 1:
        raise least.error(f"values from {quoted(str(least.value))}; expected the format native")


def _are_sums(node: Node, rows: int, columns: int, clues: list[tuple[Node, Clue]]) -> bool:
    """Whether targets without operators are the sums of a Killer Sudoku, or those of hidden
    operators; FormatError if they may be either.
    """
    kind = _found(node, _KINDS)
    said = kind is not None and type(kind.value) is str and "killer" in kind.value.lower()
    covered = sum(len(clue.cells) for _, clue in clues)
    total = sum(clue.target for _, clue in clues)
    has_boxes = rows == columns and rows in BOX_SHAPES
    if (said and has_boxes) or is_killer(rows, columns, covered, total):
        return True
    too_large = [clue for _, clue in clues if clue.target > max(rows, columns) * len(clue.cells)]
    if not said and covered == rows * columns and len(too_large) >= _LEAST_PRODUCTS:
        return False
    raise node.error(
        "no cage has an operator: sums of a Killer Sudoku, or hidden operators; "
        'expected "type": "killer", or operators'
    )


# --- writing -------------------------------------------------------------------------------------


def _write(puzzle: Puzzle) -> str:
    check_plain(puzzle, _NAME)
    if not puzzle.cages:  # by which it is recognised
        raise cannot(_NAME, "a board without cages")
    if not any(0 in cell for cage in puzzle.cages for cell in cage.cells):
        raise cannot(_NAME, "a board with no cage in row 1 or column 1: cells could count from 1")
    cages = []
    for cage in puzzle.cages:
        check_target(cage, _NAME)
        hidden = cage.operator in (None, GIVEN)
        word = "none" if hidden else operator_word(cage, _NAME, alone=True)
        cells = [{"row": row, "col": column} for row, column in cage.cells]
        cages.append({"cells": cells, "operator": word, "target": cage.target})
    return line_of({"size": puzzle.rows, "cages": cages})


def _detect(text: str) -> bool:
    """What no other format in JSON has. Those that an operator shows have no such cells."""
    return _has_cages_of_its_own(text) if _CAPITAL.search(text) is None else _has_capitals(text)


def _has_capitals(text: str) -> bool:
    """Whether cages have keys in capitals, which no other format has: in small letters they may
    well be the keys of one.
    """
    usual = _with_usual_keys(text)
    if usual is text or any(each.detect(text) for each in JSON_FORMATS):
        return False
    return _has_cages_of_its_own(usual, _SHOWN_BY_OPERATORS)


def _with_usual_keys(text: str) -> str:
    """A text whose keys begin in lower case, where others write ``Cages``: nothing else changes."""
    if not _CAPITAL.search(text):
        return text
    return _CAPITAL_KEY.sub(lambda match: match[0].lower(), text)


def _has_cages_of_its_own(text: str, others: Sequence[str] = ()) -> bool:
    """Whether no other format than some reads its cages."""
    try:
        other = as_json(text, _KEYS)
    except FormatError:
        return False
    if other is not None:  # which one other format reads
        is_other = mathdoku_yaml.detect(text)
        return not is_other and (_OBJECTS.detect(other) or _has_arrays(other) or _is_apart(other))
    if _is_apart(text):
        return True
    numbered = _APART.search(text) and _IN_ORDER.search(text)
    if not (numbered or _OBJECTS.detect(text) or _has_arrays(text)) or _IPUZ.search(text):
        return False
    ignored = {_NAME, *(_SHOWN_BY_OPERATORS if _OTHER_CELLS.search(text) else others)}
    return not any(known.detect(text) for known in JSON_FORMATS if known.name not in ignored)


def _is_apart(text: str) -> bool:
    return text.lstrip()[:1] == "{" and bool(_BY_NAME.search(text) and _APART.search(text))


def _has_arrays(text: str) -> bool:
    return text[:1000].lstrip()[:1] in ("[", "{") and _ARRAYS.search(text) is not None


def _read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """Every puzzle of a text; errors in other notations than JSON say no more than the line, where
    that is known, and the name.
    """
    text = _with_usual_keys(text)
    said = as_json(text, _KEYS)
    if said is None:
        yield from _OBJECTS.read(text, rules)
        return
    known = said.count("\n") >= text.strip().count("\n")
    try:
        for each in _OBJECTS.read(said, rules):
            if isinstance(each, FormatError):
                yield FormatError(each.message, line=each.line if known else None)
            else:
                yield each
    except FormatError as error:
        raise FormatError(error.message, line=error.line if known else None) from error


_OBJECTS = JsonFormat(name=_NAME, tells=_TELLS, board=_board, write=_write, puzzles=_puzzles)
FORMAT = replace(
    _OBJECTS.format(
        summary="JSON: objects for cages, under the keys of many programs",
        example=(
            '{"n": 2, "groups": [{"squares": [[0, 0], [0, 1]], "op": "add", "total": 3}, '
            '{"squares": [[1, 0]], "op": "none", "total": 2}]}\n'
        ),
        several=True,
    ),
    detect=_detect,
    read=_read,
)
JSON_TEXTS.append(_has_capitals)
