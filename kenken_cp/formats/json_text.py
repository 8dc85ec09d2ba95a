"""The project's own JSON, for programs: one object a puzzle, one on each line.

    {"size": 2, "cages": [{"cells": [[0, 0], [0, 1]], "op": "+", "target": 3}]}

=============  ===========================================  ==============
key            value                                        left out means
=============  ===========================================  ==============
``title``      text                                         no title
``rules``      the name of a rule set                       ``kenken``
``size``       a number, or ``[rows, columns]``             (required)
``values``     list of integers                             1..longest side
``houses``     list of lists of cells: the houses besides   none
               rows and columns, such as boxes
``solutions``  how many solutions the puzzle states; the    not stated
               text ``"3+"`` where that is a lower bound
``cages``      list of objects with exactly ``cells``,      (required)
               ``op`` and ``target``
=============  ===========================================  ==============

A cell is ``[row, column]``, counted from 0. ``op`` is the symbol of an operator, as the native
format has it: ``=`` for a given, on one cell, and ``?`` where the operator is hidden. ``target`` is
an integer. An object may stretch over several lines, and puzzles may be the elements of an array.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from kenken_cp.errors import FormatError, PuzzleError, UnknownNameError
from kenken_cp.formats._spellings import HIDDEN
from kenken_cp.formats._words import attempted
from kenken_cp.formats._writable import cannot, check_target
from kenken_cp.formats.json.boards import JSON_FORMATS, JSON_TEXTS, OPENING, nearest_by_keys
from kenken_cp.formats.json.values import KINDS, Home, Node, decoded, error_at, skip_space
from kenken_cp.formats.record import FORMATS, Format, ReadPuzzle
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import MAX_SIZE, Cell, House
from kenken_cp.model.operators import OPERATORS, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet, rule_set_named
from kenken_cp.text import listed, printable, shortened

NAME = "json"

_KEYS = ("title", "rules", "size", "values", "houses", "solutions", "cages")
_CAGE_KEYS = ("cells", "op", "target")
_REQUIRED = {
    "size": "the number of rows, or [rows, columns]",
    "cages": 'a list of cages, such as {"cells": [[0, 0], [0, 1]], "op": "+", "target": 3}',
    "cells": "a list of [row, column]",
    "op": "the symbol of an operator",
    "target": "an integer",
}
"""The keys that must be there, and what errors say is expected of them."""

_KEY = re.compile(r'"([^"\\\n]{1,40})"\s*:')
_FIRST_CAGE = re.compile(r'"cages"\s*+:\s*+\[\s*+\{([^{}]*+)\}')
_CELLS = re.compile(r'"cells"\s*+:\s*+\[\s*+(?:\[\s*+-?\d++\s*+,\s*+-?\d++\s*+\]\s*+,?+\s*+)++\]')
_OP = re.compile(r'"op"\s*+:\s*+"([^"\\\n]*+)"')
_TARGET = re.compile(r'"target"\s*+:\s*+-?\d')
_COMMA = re.compile(r",[ \t\n]*+(?!\])")
_BOUND = re.compile(r"[0-9]{1,100}\+")

_MAX_SHOWN = 4
"""Elements of the longest list that an error shows."""


# --- recognising ---------------------------------------------------------------------------------


def detect(text: str) -> bool:
    """The opening of an object, or of an array of objects, with keys of this format: exactly its
    spelling, or one with a slip that no other format has, and no other is nearer to.
    """
    if not re.match(r'\s*+(?:\{\s*+["}]|\[\s*+[{\]])', text):
        return False
    if is_spelled_out(text):
        return True
    if any(detects(text) for detects in (*(known.detect for known in JSON_FORMATS), *JSON_TEXTS)):
        return False
    return nearest_by_keys(text, FORMATS, (*_KEYS, *_CAGE_KEYS)) in (None, FORMAT)


def is_spelled_out(text: str) -> bool:
    """Whether a text has the keys of this format and no others, and a first cage with cells as
    pairs of integers and the symbol of an operator. Other formats leave such a text alone.
    """
    keys = {*_KEY.findall(text)} if OPENING.match(text) else set()
    if not {"size", "cages"} <= keys <= {*_KEYS, *_CAGE_KEYS}:
        return False
    first = _FIRST_CAGE.search(text)
    if first is None or sorted(_KEY.findall(first[1])) != sorted(_CAGE_KEYS):
        return False
    op = _OP.search(first[1])
    has_symbol = op is not None and (op[1] == HIDDEN or _operator_of(op[1]) is not None)
    return has_symbol and bool(_CELLS.search(first[1]) and _TARGET.search(first[1]))


# --- reading -------------------------------------------------------------------------------------


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """The puzzle of every object."""
    read = None
    for read in attempted(_read_puzzle, _items(text), rules):
        yield read
    if read is None:
        raise FormatError("no puzzle in an empty array", line=1)


def _items(text: str) -> Iterator[Node | FormatError]:
    """The values one after the other, and the elements of those that are arrays; of objects that
    begin a line, one that is not JSON spoils no other.
    """
    at, in_array = skip_space(text, 0), False
    while at < len(text):
        if text[at] == ("]" if in_array else "["):
            in_array = not in_array
            at = skip_space(text, at + 1)
            if not in_array and at < len(text) and text[at] not in "[{":
                raise error_at(text, at, "text after the array; expected nothing")
            continue
        try:
            value, end = decoded(text, at)
        except FormatError as error:
            following = text.find("\n{", at) + 1
            if in_array or not following:
                raise
            yield error
            at = following
            continue
        yield Node(value, Home(text, at))
        at = skip_space(text, end)
        if in_array and not text.startswith("]", at):
            comma = _COMMA.match(text, at)
            if comma is None:
                expected = "expected ',' and another object, or ']' after the last"
                raise error_at(text, at, expected)
            at = comma.end()
    if in_array:
        raise error_at(text, at, "the array does not end; expected ']'")


def _read_puzzle(item: Node, rules: RuleSet | None) -> ReadPuzzle:
    fields = _members(item, _KEYS)
    size = _size(fields["size"])
    stated = _rules(fields["rules"]) if "rules" in fields else None
    values = _values(fields["values"], size) if "values" in fields else ()
    houses = _houses(fields["houses"], size, values) if "houses" in fields else []
    cages, holders = _cages(fields["cages"], size)
    title = _text(fields["title"]) if "title" in fields else ""
    solutions = _count(fields["solutions"]) if "solutions" in fields else None
    rules = rules or stated
    try:
        puzzle = Puzzle(size, cages, values, houses, rules or KENKEN, title, solutions)
    except PuzzleError as error:  # a cage that the rules do not allow
        place = item if error.cell is None else holders.get(error.cell, item)
        raise _wrong(place, error) from error
    return ReadPuzzle(puzzle, rules_stated=rules is not None)


def _members(node: Node, known: tuple[str, ...]) -> dict[str, Node]:
    """The values of an object by their keys; FormatError for one that is unknown or missing."""
    if type(node.value) is not dict:
        raise _unlike(node, f"an object with the keys {listed(known)}")
    within = f"{node.name}." if node.name else ""
    for key in node.value:
        if key not in known:
            path = within + printable(shortened(key))
            raise node.error_at_key(key, f"{path}: unknown key; known: {', '.join(known)}")
    for key, expected in _REQUIRED.items():
        if key in known and key not in node.value:
            raise node.error(f"{within}{key}: missing; expected {expected}")
    return {key: node[key] for key in node.value}


def _size(node: Node) -> tuple[int, int]:
    sides = node.value if type(node.value) is list else [node.value] * 2
    if len(sides) != 2 or not all(type(n) is int and 1 <= n <= MAX_SIZE for n in sides):
        raise _unlike(node, f"a number from 1 to {MAX_SIZE}, or [rows, columns]")
    return sides[0], sides[1]


def _rules(node: Node) -> RuleSet:
    try:
        return rule_set_named(_text(node))
    except UnknownNameError as error:
        raise _wrong(node, error) from error


def _values(node: Node, size: tuple[int, int]) -> tuple[int, ...]:
    values = node.value
    if type(values) is not list or not values or not all(type(n) is int for n in values):
        raise _unlike(node, "a list of integers")
    try:
        return Puzzle(size, values=values).values
    except PuzzleError as error:
        raise _wrong(node, error) from error


def _houses(node: Node, size: tuple[int, int], values: tuple[int, ...]) -> list[House]:
    houses = []
    for house in _items_of(node, "a list of lists of [row, column]"):
        cells = tuple(_cells(house, size))
        try:
            Puzzle(size, values=values, houses=[cells])
        except PuzzleError as error:
            raise _wrong(house, error) from error
        houses.append(cells)
    return houses


def _cages(node: Node, size: tuple[int, int]) -> tuple[list[Cage], dict[Cell, Node]]:
    """The cages, and of each cell the one that holds it."""
    cages, holders = [], dict[Cell, Node]()
    for item in _items_of(node, _REQUIRED["cages"]):
        fields = _members(item, _CAGE_KEYS)
        cells = _cells(fields["cells"], size)
        for at, cell in enumerate(cells):
            if cell in holders:
                place, other = fields["cells"].items()[at], holders[cell].name
                found = f"found {list(cell)}, which is in {other} already"
                raise place.error(f"{place.name}: {found}; expected each cell in one cage")
            holders[cell] = item
        target = fields["target"]
        if type(target.value) is not int:
            raise _unlike(target, _REQUIRED["target"])
        try:
            cages.append(Cage(cells, _operator(fields["op"]), target.value))
        except PuzzleError as error:
            raise _wrong(item, error) from error
    return cages, holders


def _cells(node: Node, size: tuple[int, int]) -> list[Cell]:
    """The cells of a cage or a house, at least one."""
    rows, columns = size
    cells = []
    for cell in node.value if type(node.value) is list else ():
        if type(cell) is not list or [*map(type, cell)] != [int, int]:
            break
        row, column = cell
        if not (0 <= row < rows and 0 <= column < columns):
            break
        cells.append((row, column))
    else:
        if not cells:
            raise _unlike(node, _REQUIRED["cells"])
        return cells
    expected = f"[row, column] from [0, 0] to [{rows - 1}, {columns - 1}]"
    raise _unlike(node.items()[len(cells)], expected)


def _operator(node: Node) -> Operator | None:
    """The operator of a symbol, None for a hidden one."""
    if node.value == HIDDEN:
        return None
    found = _operator_of(node.value) if type(node.value) is str else None
    if found is None:
        symbols = [*(operator.symbol for operator in OPERATORS), HIDDEN]
        raise _unlike(node, f"one of {' '.join(symbols)}")
    return found


def _operator_of(symbol: str) -> Operator | None:
    found = OPERATORS.get(symbol)
    return found if found is not None and found.symbol == symbol else None


def _text(node: Node) -> str:
    value = node.value
    if type(value) is not str or any("\ud800" <= char <= "\udfff" for char in value):
        raise _unlike(node, "a text of whole characters")
    return value


def _count(node: Node) -> Count:
    value = node.value
    if (type(value) is int and value >= 0) or (type(value) is str and _BOUND.fullmatch(value)):
        return Count.parse(str(value))
    raise _unlike(node, 'a number of solutions, or "3+" for at least 3')


def _items_of(node: Node, expected: str) -> list[Node]:
    if type(node.value) is not list:
        raise _unlike(node, expected)
    return node.items()


def _unlike(node: Node, expected: str) -> FormatError:
    """The error of a value that is not what was expected, with its path."""
    value = node.value
    is_long = type(value) in (list, dict) and len(value) > _MAX_SHOWN
    found = KINDS[type(value)] if is_long else json.dumps(value, ensure_ascii=False)
    found = printable(shortened(found))
    return node.error(f"{node.name or 'the puzzle'}: found {found}; expected {expected}")


def _wrong(node: Node, error: Exception) -> FormatError:
    """The error of what the data model finds wrong with a value, with its path."""
    return node.error(f"{node.name or 'the puzzle'}: {error}")


# --- writing -------------------------------------------------------------------------------------


def write(puzzle: Puzzle) -> str:
    """One object on one line, without what is as usual.

    FormatError only for an operator or a target that could not be read back.
    """
    fields: dict[str, Any] = {}
    if puzzle.title:
        fields["title"] = puzzle.title
    if puzzle.rules is not KENKEN:
        fields["rules"] = puzzle.rules.name
    fields["size"] = puzzle.size
    if not puzzle.has_usual_values:
        fields["values"] = puzzle.values
    if puzzle.houses:
        fields["houses"] = puzzle.houses
    if puzzle.expected is not None:
        stated = puzzle.expected
        fields["solutions"] = int(stated) if stated.exact else str(stated)
    fields["cages"] = [_written(cage) for cage in puzzle.cages]
    return json.dumps(fields, ensure_ascii=False) + "\n"


def _written(cage: Cage) -> dict[str, Any]:
    check_target(cage, NAME)
    symbol = HIDDEN if cage.operator is None else cage.operator.symbol
    if cage.operator is not None and (symbol == HIDDEN or _operator_of(symbol) is None):
        raise cannot(NAME, f"the operator {cage.operator.name!r} of the cage {cage}")
    return {"cells": cage.cells, "op": symbol, "target": cage.target}


FORMAT = Format(
    name=NAME,
    summary="an object a puzzle, for programs: one a line, or an array of them",
    example=(
        '{"size": 2, "cages": [{"cells": [[0, 0], [0, 1]], "op": "+", "target": 3}, '
        '{"cells": [[1, 0]], "op": "=", "target": 2}]}\n'
    ),
    detect=detect,
    read=read,
    write=write,
    join="".join,
    suffix="json",
)
