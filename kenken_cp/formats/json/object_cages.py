"""The cages of a board that is an object: what they say, and which cells of the board theirs are.

The tables of what a key may be called are in ``keys``.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from math import isqrt
from string import ascii_uppercase
from typing import Any, NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats._spellings import parse_clue, spelled_operator
from kenken_cp.formats._words import Word
from kenken_cp.formats.json import keys
from kenken_cp.formats.json.values import Node
from kenken_cp.model.geometry import MAX_SIZE, Cell, all_cells
from kenken_cp.model.operators import GIVEN, Operator
from kenken_cp.patterns import regex
from kenken_cp.text import board_name, cell_name, plural, quoted

_TEXT_OF_PAIR = regex(
    r"[rR]([0-9]{1,3})[cC]([0-9]{1,3})|(\()?([0-9]{1,3})\s*,\s*([0-9]{1,3})(?(3)\))"
    r"|([A-Za-z])([0-9]{1,2})"
)
_NAMED = r"[A-Za-z][0-9]{1,3}(?:[cC][0-9]{1,3})?|\(\s*[0-9]{1,3}\s*,\s*[0-9]{1,3}\s*\)"
_BARE = r"[0-9]{1,4}(?:,[0-9]{1,3})?"
_CELL = rf"{_NAMED}|{_BARE}"
_TEXT_OF_CELLS = regex(
    rf"(?:{_NAMED})(?:[\s,;|]*(?:{_NAMED}))*|{_BARE}(?:(?:\s*[;|]\s*|\s+){_BARE})*"
)
"""Cells with names, or in brackets, or else without commas between them."""

_Position = tuple[int, int] | int
"""A row and a column, or a number in reading order, as they are written."""


class FoundCage(NamedTuple):
    """What a text says of a cage.

    Args:
        node: the cage, or its clue, if its cells stand elsewhere.
        cells: where they are named.
        positions: of the cells.
        shown: whether there is a word for the operator, though it may be that it is hidden.
    """

    node: Node
    cells: list[Node]
    positions: list[_Position]
    target: int
    operator: Operator | None
    shown: bool


class FoundBoard(NamedTuple):
    """The cages of a board, and their cells, once it is known where these count from.

    Args:
        node: of the board, or of its array of cages.
        cages: of these, or of their clues.
        found: what each of them says.
        cells: of each of them.
        first: the number of the first row, column or cell.
    """

    node: Node
    cages: Node
    found: list[FoundCage]
    cells: list[list[Cell]]
    rows: int
    columns: int
    first: int

    def cell(self, place: Node, position: _Position) -> Cell:
        """The cell at a position; FormatError, at a place, if it is outside the board."""
        return _cell(place, position, self.first, self.rows, self.columns)


def has_cages(value: Any) -> bool:
    """Whether there is a puzzle somewhere in a value: beside one stand its solution, and notes."""
    if type(value) is dict:
        here = any(type(value.get(key)) in (list, dict) for key in keys.CAGES)
        return here or any(map(has_cages, value.values()))
    return type(value) is list and any(map(has_cages, value))


def is_cage(node: Node) -> bool:
    """Whether it is a cage with cells of its own."""
    return keys.first_of(node, keys.CELLS) is not None or _is_array(node)


def are_named_cages(node: Node) -> bool:
    """Whether it is an object of nothing but cages that are arrays, by their names."""
    return type(node.value) is dict and bool(node.value) and all(map(_is_array, node.members()))


def _is_array(node: Node) -> bool:
    """Whether it is a cage that is an array: an integer, an array of arrays, perhaps a string; with
    this the cells may be numbers.
    """
    value = node.value
    if type(value) is not list or len(value) not in (2, 3):
        return False
    kinds = sorted(type(each).__name__ for each in value)
    if kinds not in (["int", "list"], ["int", "list", "str"]):
        return False
    cells = next(each for each in value if type(each) is list)
    numbers = "str" in kinds and all(type(cell) is int for cell in cells)
    return bool(cells) and (numbers or all(type(cell) is list for cell in cells))


def found_board(node: Node) -> FoundBoard:
    """The cages of a board; FormatError if there are none, or too many, or a cell is outside."""
    alone = type(node.value) is list or are_named_cages(node)
    cages = node if alone else keys.expect(node, keys.CAGES, "cages")
    every = cages.members() if type(cages.value) is dict else cages.items()
    if len(every) > MAX_SIZE**2:
        raise cages.error(f"more than {MAX_SIZE**2} cages; expected one puzzle")
    apart = _apart(node, cages)
    found = apart or [_cage(cage) for cage in every]
    if not found:
        raise cages.error("no cages; expected objects with cells and a target")
    said = _said_size(node)
    rows, columns = said or _needed_size(found)
    if said is None:
        _check_outer_size(node, rows, columns)
    first = _first(found, rows, columns)
    cells = [
        [
            _cell(place, position, first, rows, columns)
            for place, position in zip(cage.cells, cage.positions, strict=True)
        ]
        for cage in found
    ]
    held = set(chain.from_iterable(cells))
    free = next((cell for cell in all_cells(rows, columns) if cell not in held), None)
    if free is not None and (apart or said is None):
        expected = "expected one for each" + ", or a size" * (not apart)
        raise cages.error(f"cell {cell_name(free)} is in no cage; {expected}")
    return FoundBoard(node, cages, found, cells, rows, columns, first)


# --- cages ---------------------------------------------------------------------------------------


def _cage(node: Node) -> FoundCage:
    """A cage with cells of its own."""
    if type(node.value) is list:
        if not _is_array(node):
            raise _unlike_a_cage(node)
        parts = {type(part.value): part for part in node.items()}
        named, target, word = parts[list], parts[int], parts.get(str)
    else:
        named = keys.expect(node, keys.CELLS, "cells")
        clue = keys.first_of(node, keys.CLUES)
        if clue is not None and keys.first_of(node, keys.TARGETS) is None:
            return _clue(clue, *_cells(named))
        target, word = _target_and_word(node)
    return _with_clue(node, *_cells(named), target, word)


def _clue(node: Node, cells: list[Node], positions: list[_Position]) -> FoundCage:
    """A cage whose clue stands apart from its cells, or is in one."""
    if type(node.value) in (str, int):
        with node.here():
            target, operator = parse_clue(Word(str(node.value), 0))
        return FoundCage(node, cells, positions, target, operator, operator is not None)
    if type(node.value) is list:
        parts = {type(part.value): part for part in node.items()}
        if not parts.keys() >= {int, str}:
            raise _unlike_a_cage(node)
        return _with_clue(node, cells, positions, parts[int], parts[str])
    return _with_clue(node, cells, positions, *_target_and_word(node))


def _unlike_a_cage(node: Node) -> FormatError:
    return node.unlike("an object, or an array of a target and the cells")


def _target_and_word(node: Node) -> tuple[Node, Node | None]:
    """Of an object the target, and the word of the operator, if there is one."""
    target = keys.expect(node, keys.TARGETS, "target")
    word = keys.first_of(node, keys.OPERATORS)
    if word is None:
        _check_no_operator(node)
    return target, word


def _check_no_operator(node: Node) -> None:
    """FormatError for an operator under a key that is not read: it is not hidden."""
    for key, value in node.members_by_name():
        # A letter is the name of a cage.
        if type(value) is not str or (len(value) == 1 and value.isalpha()):
            continue
        if spelled_operator(value.strip().lower(), keys.NAME, 2):
            raise node[key].error(
                f"operator {quoted(value)} with the key {quoted(key)}, which is not read; "
                f"expected {keys.OPERATORS[0]!r}"
            )


def _with_clue(
    node: Node, cells: list[Node], positions: list[_Position], target: Node, word: Node | None
) -> FoundCage:
    number = int(target.text()) if _is_digits(target) else target.integer()
    operator = None if word is None else _operator(word, len(cells))
    return FoundCage(node, cells, positions, number, operator, word is not None)


def _is_digits(node: Node) -> bool:
    return type(node.value) is str and re.fullmatch("[0-9]{1,9}", node.value) is not None


def _operator(word: Node, cells: int) -> Operator | None:
    spelled = word.text().strip().lower()
    if cells > 1 and spelled in keys.GIVEN_WORDS:
        raise word.error(f"a given on {cells} cells; expected one cell")
    if spelled in keys.NO_OPERATOR:
        return None
    operator = spelled_operator(spelled, keys.NAME, cells)
    if operator is None:
        known = "add, subtract, multiply or divide"
        raise word.error(f"operator {quoted(word.value)}; expected {known}")
    return GIVEN if cells == 1 else operator


def _apart(node: Node, clues: Node) -> list[FoundCage]:
    """The cages of a board whose cells have the number or the name of theirs, and whose clues stand
    apart: an object with them by these names, or an array, in order or with ``id``. Nothing if it
    is something else; FormatError if they do not fit.
    """
    place = keys.first_of(node, [key for key in keys.NUMBERED if key != clues.key])
    rows = place.items() if place is not None and type(place.value) is list else []
    if not rows or len({type(row.value) for row in rows} | {list, str}) > 2:
        return []
    by_name = type(clues.value) is dict
    every = clues.members() if by_name else clues.items()
    if any(is_cage(clue) for clue in every):  # which has cells of its own
        return []
    held = _cells_by_name(rows)
    names = [str(clue.key) for clue in every] if by_name else _names(every, int("0" not in held))
    named = dict(zip(names, every, strict=True))
    for name in sorted(named.keys() ^ held.keys()):
        what = "no clue" if name in held else "no cell"
        raise clues.error(f"cage {quoted(name)} has {what}; expected both for each")
    return [
        _clue(clue, [cell for cell, _ in held[name]], [at for _, at in held[name]])
        for name, clue in named.items()
    ]


def _cells_by_name(rows: Sequence[Node]) -> dict[str, list[tuple[Node, _Position]]]:
    """The cells of each cage, by its number or name, with their positions: where they stand, if
    they say no other; of a row that is a text, its characters. Nothing if one has no cage.
    """
    found: dict[str, list[tuple[Node, _Position]]] = {}
    width = len(rows[0].value)
    for r, row in enumerate(rows):
        cells = row.items() if type(row.value) is list else [row] * len(row.value)
        for c, cell in enumerate(cells):
            name = (keys.first_of(cell, keys.GROUP_OF_CELL) or cell).value
            if type(name) not in (int, str):
                return {}
            says = type(cell.value) is dict and any(key in cell.value for key in ("x", "row", "r"))
            if not says and len(cells) != width:
                raise row.error(f"a row of {plural(len(cells), 'cell')}; expected {width}")
            named = name[c] if cell is row else str(name)
            found.setdefault(named, []).append((cell, position_of(cell) if says else (r, c)))
    return found


def _names(clues: Iterable[Node], first: int) -> list[str]:
    """The numbers or names of the cages of some clues, which without one are in order."""
    names = [keys.first_of(clue, ("id", "number", "name")) for clue in clues]
    return [str(at if name is None else name.value) for at, name in enumerate(names, start=first)]


# --- cells ---------------------------------------------------------------------------------------


def _cells(node: Node) -> tuple[list[Node], list[_Position]]:
    """The cells of a cage, an array or a text, and their positions."""
    if type(node.value) is str:
        if _TEXT_OF_CELLS.fullmatch(node.value.strip()) is None:
            expected = "expected cells, as in r1c1 r1c2"
            raise node.error(f"{node.name} is {quoted(node.value)}; {expected}")
        said = re.findall(_CELL, node.value)
        return [node] * len(said), [_named_position(node, cell) for cell in said]
    cells = node.several_cells()
    if not cells:
        raise node.error(f"{node.name} is empty; expected cells")
    return cells, [position_of(cell) for cell in cells]


def position_of(node: Node) -> _Position:
    """The position that a cell is called; FormatError if it is none."""
    if type(node.value) is dict:
        given = keys.first_of(node, keys.GIVENS)
        if given is not None and type(given.value) in (int, str) and given.value not in (0, ""):
            expected = f"expected {keys.GIVENS[0]!r} of the board"
            raise given.error(f"a value in a cell of a cage; {expected}")
        for row, column in keys.both(node, keys.PAIRS):
            return row.integer(), column.integer()
        inner = keys.first_of(node, keys.CELL)
        if inner is not None and keys.first_of(inner, keys.CELL) is None:
            return position_of(inner)
        raise node.error(f"{node.name} has no row and column; expected keys such as row and col")
    if type(node.value) is list:
        row, column = node.parts("row", "column")
        return row.integer(), column.integer()
    if type(node.value) is str:
        return _named_position(node, node.value.strip())
    return node.integer()


def _named_position(node: Node, name: str) -> _Position:
    if re.fullmatch("[0-9]{1,4}", name):
        return int(name)
    match = _TEXT_OF_PAIR.fullmatch(name)
    if match is None:
        raise node.error(f"{node.name} is {quoted(name)}; expected a cell, as in r1c1")
    if match[6]:
        return int(match[7]), ascii_uppercase.index(match[6].upper()) + 1
    return int(match[1] or match[4]), int(match[2] or match[5])


def has_letter(node: Node) -> bool:
    """Whether a cell is called as A1 is."""
    return (
        type(node.value) is str and re.fullmatch("[A-Za-z][0-9]+", node.value.strip()) is not None
    )


def _said_size(node: Node) -> tuple[int, int] | None:
    """Rows and columns as a board says them, if it does."""
    if type(node.value) is not dict:
        return None
    said = keys.first_of(node, keys.SIZES)
    side = None if said is None else int(said.text()) if _is_digits(said) else said.side()
    for height, width in keys.both(node, keys.SIDES):
        sides = height.side(), width.side()
        if said is not None and side not in (None, *sides):
            raise said.error(
                f"{said.name} is {side}, and the board has {board_name(*sides)}; expected one size"
            )
        return sides
    return None if side is None else (side, side)


def _check_outer_size(node: Node, rows: int, columns: int) -> None:
    """FormatError for a size around a board without one, if its cages need another: perhaps it is
    that of the board, which then has cells in no cage.
    """
    outer = node.parent
    words = [key for key in keys.SIZES if len(key) > 1]  # "n" may be the number of the puzzle
    said = keys.first_of(outer, words) if outer and type(outer.value) is dict else None
    if said is None or not (type(said.value) is int or _is_digits(said)):
        return
    if int(said.value) not in (rows, columns):
        raise said.error(
            f"{said.name} is {said.value}, and the cages below cover "
            f"{board_name(rows, columns)}; expected the size beside the cages"
        )


def _needed_size(cages: list[FoundCage]) -> tuple[int, int]:
    """Rows and columns as the cells need them."""
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


def _first(cages: list[FoundCage], rows: int, columns: int) -> int:
    """What cells count from; FormatError if none, or both, of 0 and 1 would do."""
    every = list(chain.from_iterable(cage.positions for cage in cages))
    if len(set(map(type, every))) > 1:
        raise cages[0].node.error("cells as pairs and as numbers; expected one of these")
    sides = [side for each in every for side in (each if isinstance(each, tuple) else (each,))]
    top = rows * columns if isinstance(every[0], int) else max(rows, columns)
    if 0 in sides:
        return 0
    said = [cell.value for cage in cages for cell in cage.cells]
    named = all(type(value) is str and value.strip()[:1].isalpha() for value in said)
    if max(sides) == top or named:  # r1c1 and A1 count from 1
        return 1
    raise cages[0].node.error(
        f"cells may count from 0 or from 1: none has 0, and none {top}; expected one that tells"
    )


def _cell(place: Node, position: _Position, first: int, rows: int, columns: int) -> Cell:
    if isinstance(position, int):
        number = position - first
        row, column = divmod(number, columns) if number >= 0 else (-1, -1)
    else:
        row, column = position[0] - first, position[1] - first
    if not (0 <= row < rows and 0 <= column < columns):
        raise place.error(f"{place.name} is outside the board of {rows} rows and {columns} columns")
    return row, column
