"""ipuz, the open standard: its kinds ``calcudoku`` and ``killersudoku``, and other Sudokus.

    {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku/calcudoku#1"],
     "dimensions": {"width": 2, "height": 2}, "charset": "12", "puzzle": [[0, 0], [0, 0]],
     "cages": [{"cells": [[0, 0], [1, 0]], "value": 3, "operator": "+"}, ...]}

Cells are column and row, from 0; from 1 if there is no 0 among them and the last row or column
is. A cage may be a ``rect`` instead, of its first and its last cell. Without an operator, or where
``showoperators`` is false, it is hidden. ``charset`` has the values. Givens may stand in the
``puzzle``, and ``zones`` are extra houses.

A ``calcudoku`` has the ``calcudoku`` rules, and boxes if it says so. A ``killersudoku`` has those
of ``killer``; a cage without a sum is a house there. It has boxes if it does not say otherwise, and
so has a ``sudoku`` without cages; ``diagonalsudoku`` and ``hypersudoku`` have more houses, each
``zone`` of a ``jigsawsudoku`` is one in place of the boxes, and a ``latinsquare`` has none.

The text may be the argument of a call, ``ipuz({...})``, as the first version had it.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from kenken_cp.formats._spellings import operator_word, parse_operator
from kenken_cp.formats._words import Word, located
from kenken_cp.formats._writable import cannot, check_plain, values_text
from kenken_cp.formats.json.boards import Board, Clue, JsonFormat, line_of, solution_of
from kenken_cp.formats.json.values import Node
from kenken_cp.formats.sudokus.cells import BOX_SHAPES
from kenken_cp.model.geometry import Cell, House, boxes, diagonals
from kenken_cp.model.houses import windoku
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, KILLER
from kenken_cp.patterns import regex
from kenken_cp.text import listed, quoted

_NAME = "ipuz"
_VERSION = "http://ipuz.org/v2"
_KIND = regex(r"https?://(?:www\.)?ipuz\.org/sudoku(?:/([a-z]+))?(?:#[0-9]+)?")
_URI = "http://ipuz.org/sudoku/{}#1"
_CALCUDOKU, _KILLER, _JIGSAW, _LATIN = "calcudoku", "killersudoku", "jigsawsudoku", "latinsquare"
_KINDS_OF_HOUSES = {"diagonalsudoku": diagonals, "hypersudoku": windoku}
_KINDS = {"", _CALCUDOKU, _KILLER, _JIGSAW, _LATIN, *_KINDS_OF_HOUSES}

_CALL = regex(r"\s*+ipuz\s*+\(")
_CALLS = regex(r"^[ \t]*+ipuz\s*+\(|\)[ \t;]*+$", re.MULTILINE)

_SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _kinds(node: Node) -> set[str]:
    found = set()
    for kind in node["kind"].items():
        match = _KIND.fullmatch(kind.text())
        if match is None or (name := match[1] or "") not in _KINDS:
            raise kind.error(f"kind {quoted(kind.value)}; expected {_URI.format(_CALCUDOKU)}")
        found.add(name)
    if {_CALCUDOKU, _KILLER} <= found or not found:
        kinds = listed((_CALCUDOKU, _KILLER), "or")
        raise node["kind"].error(f"{len(found)} kinds; expected {kinds}, or another Sudoku")
    return found


def _board(node: Node) -> Board:
    kinds = _kinds(node)
    killer, calcudoku = _KILLER in kinds, _CALCUDOKU in kinds
    rows, columns = _size(node)
    cages = node["cages"].items() if killer or calcudoku else node.items_of("cages")
    if cages and not killer and not calcudoku:
        raise cages[0].error(f"a cage in a Sudoku; expected the kind {_URI.format(_KILLER)}")
    zones = [zone for zone in node.items_of("zones") if zone.get("cells") or zone.get("rect")]
    first = _first([*cages, *zones], rows, columns)
    houses: list[Sequence[Cell]] = [_cells(zone, first, rows, columns) for zone in zones]
    if killer:
        without = [cage for cage in cages if not cage.get("value")]
        houses += [_cells(cage, first, rows, columns) for cage in without]
        cages = [cage for cage in cages if cage.get("value")]
    if _JIGSAW in kinds and not zones:
        raise node.error("no zones; expected the cells of each region")
    if _JIGSAW not in kinds or "boxes" in node.value:
        usual = not calcudoku and _LATIN not in kinds
        houses += _boxes(node, rows, columns, usual=usual, needed=usual and not killer)
    for kind in sorted(kinds & _KINDS_OF_HOUSES.keys()):
        with node["kind"].here(), located(node["kind"]):
            houses += _KINDS_OF_HOUSES[kind]((rows, columns))
    if not killer and not calcudoku and node.get("puzzle") is None:
        raise node.error("no 'puzzle'; expected its rows, with the givens of the Sudoku")
    others = {
        "values": _values(node.get("charset"), max(rows, columns)),
        "houses": houses,
        "title": node.text_of("title"),
        "rules": KILLER if killer else CALCUDOKU if calcudoku else KENKEN,
    }
    shown = node.get("showoperators")
    hidden = not killer and shown is not None and not shown.flag()
    clues = [(cage, _clue(cage, first, rows, columns, hidden=hidden)) for cage in cages]
    solution = solution_of(node.get("solution"), rows, columns)
    return Board(clues, rows, columns, others, _givens(node, rows, columns), solution)


def _size(node: Node) -> tuple[int, int]:
    dimensions = node.get("dimensions")
    if dimensions is not None:
        return dimensions["height"].side(), dimensions["width"].side()
    return node["puzzle"].sides()


def _values(charset: Node | None, longest: int) -> tuple[int, ...]:
    """Those of a set of characters: digits, or letters after 9 as in ``9ABC``."""
    characters = charset.text() if charset else ""
    if charset is None or characters == _SYMBOLS[:longest]:
        return ()
    if not re.fullmatch("[0-9]+", characters):
        usual = quoted(_SYMBOLS[:longest])
        raise charset.error(f"charset {quoted(characters)}; expected digits, or {usual}")
    return tuple(map(int, characters))


def _boxes(node: Node, rows: int, columns: int, *, usual: bool, needed: bool) -> tuple[House, ...]:
    """The boxes of a board, if it says so or, saying nothing, it is ``usual``; FormatError where
    it has none, but they are ``needed``.
    """
    said = node.get("boxes")
    shape = BOX_SHAPES.get(rows) if rows == columns else None
    if not (said.flag() if said else usual and (shape or needed)):
        return ()
    if shape is None:
        raise (said or node).error(f"boxes on a {rows}x{columns} board; it has no usual ones")
    return boxes((rows, columns), *shape)


def _corners(group: Node) -> list[tuple[Node, Node]]:
    """The columns and rows that a group of cells names: of each cell, or of two corners."""
    if rect := group.get("rect"):
        left, top, right, bottom = _several(rect, 4)
        return [(left, top), (right, bottom)]
    pairs = (_several(cell, 2) for cell in group["cells"].items())
    return [(column, row) for column, row in pairs]


def _several(node: Node, count: int) -> list[Node]:
    items = node.items()
    if len(items) != count:
        raise node.error(f"{node.name} has {len(items)} numbers; expected {count}")
    return items


def _first(groups: list[Node], rows: int, columns: int) -> int:
    """The number of the first row and column."""
    corners = [pair for group in groups for pair in _corners(group)]
    named = {(column.integer(), row.integer()) for column, row in corners}
    if any(0 in pair for pair in named):
        return 0
    return int(any(column == columns or row == rows for column, row in named))


def _cells(group: Node, first: int, rows: int, columns: int) -> list[Cell]:
    corners = [
        (
            row.within(first, first + rows - 1) - first,
            column.within(first, first + columns - 1) - first,
        )
        for column, row in _corners(group)
    ]
    if not group.get("rect"):
        return corners
    (top, left), (bottom, right) = corners
    return [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]


def _clue(cage: Node, first: int, rows: int, columns: int, *, hidden: bool) -> Clue:
    cells = _cells(cage, first, rows, columns)
    word = cage.get("operator")
    operator = None
    if word is not None and word.value != "":
        with word.here():
            operator = parse_operator(Word(word.text(), 0), _NAME, len(cells))
    return Clue(cells, None if hidden else operator, _number(cage["value"]))


def _number(node: Node) -> int:
    """An integer; numbers and strings of digits mean the same."""
    if type(node.value) is not str:
        return node.integer()
    with node.here():
        return Word(node.value, 0).integer(node.name)


def _givens(node: Node, rows: int, columns: int) -> Iterator[tuple[Node, Cell, int]]:
    """The cells of the ``puzzle`` that hold a value."""
    empty = node.get("empty")
    for place, cell in node["puzzle"].grid(rows, columns) if node.items_of("puzzle") else ():
        given = cell
        if type(cell.value) is dict:
            given = cell.get("value") or cell["cell"]
        if given.value is None or given.value == "#":
            raise cell.error("a cell that is left out; expected boards without holes")
        if str(given.value) not in (str(empty.value) if empty else "0", ""):
            yield given, place, _number(given)


def _write(puzzle: Puzzle) -> str:
    killer = puzzle.rules is KILLER
    shape = BOX_SHAPES.get(puzzle.rows) if puzzle.rows == puzzle.columns else None
    usual = boxes(puzzle.size, *shape) if shape else ()
    in_boxes = bool(shape) and set(usual) <= set(puzzle.houses)
    houses = usual if in_boxes else ()
    check_plain(puzzle, _NAME, houses, rules=KILLER if killer else CALCUDOKU, any_shape=True)
    fields: dict[str, Any] = {"version": _VERSION}
    fields["kind"] = [_URI.format(_KILLER if killer else _CALCUDOKU)]
    if puzzle.title:
        fields["title"] = puzzle.title
    fields["dimensions"] = {"width": puzzle.columns, "height": puzzle.rows}
    if not puzzle.has_usual_values:
        if not 0 <= puzzle.values[0] <= puzzle.values[-1] <= 9:
            raise cannot(_NAME, f"values {values_text(puzzle.values)}; they are single digits")
        fields["charset"] = "".join(map(str, puzzle.values))
    elif max(puzzle.rows, puzzle.columns) <= len(_SYMBOLS):
        fields["charset"] = _SYMBOLS[: len(puzzle.values)]
    fields |= {
        "boxes": in_boxes,
        "puzzle": [[0] * puzzle.columns for _ in range(puzzle.rows)],
        "cages": [_written(cage) for cage in puzzle.cages],
    }
    return line_of(fields)


def _written(cage: Cage) -> dict[str, Any]:
    fields: dict[str, Any] = {"cells": [[column, row] for row, column in cage.cells]}
    fields["value"] = cage.target
    if cage.operator is not None and cage.operator is not GIVEN:
        fields["operator"] = operator_word(cage, _NAME, alone=True)
    return fields


def _without_call(text: str) -> str:
    """A text in which each ``ipuz(`` that begins a line, and ``)`` that ends one, is blank: nothing
    within JSON is either.
    """
    if not _CALL.match(text):
        return text
    return _CALLS.sub(lambda match: re.sub(r"\S", " ", match[0]), text)


FORMAT = JsonFormat(
    name=_NAME,
    blanked=_without_call,
    tells=(r'"https?:\\?/\\?/(?:www\.)?ipuz\.org\\?/sudoku',),
    board=_board,
    write=_write,
    rules=CALCUDOKU,
).format(
    summary="the open standard's calcudoku, killersudoku, Sudokus: JSON with its kind",
    example=(
        '{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku/calcudoku#1"], '
        '"dimensions": {"width": 2, "height": 2}, "cages": [{"cells": [[0, 0], [1, 0]], '
        '"value": 3, "operator": "+"}]}\n'
    ),
    suffix="ipuz",
)
