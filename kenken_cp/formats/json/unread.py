"""Keys beside the cages of a board in JSON that its format does not read: one that would change the
puzzle is refused, and so is one that is misspelt. Others, such as its author, are of no concern.
"""

import re
from collections.abc import Callable, Collection, Mapping
from itertools import chain
from typing import Any

from kenken_cp.errors import FormatError
from kenken_cp.formats.json import keys
from kenken_cp.formats.json.values import MAX_KEYS, Node, is_misspelt
from kenken_cp.model.rule_sets import KENKEN, RULE_SETS, RuleSet
from kenken_cp.text import quoted

_MAX_SIDE_OF_BOX = 8
"""Rows or columns of a box, of boards to 64x64."""

_MAX_NAME = 40
"""Characters of the name of a kind of puzzle: more of them explain it."""


def rule_sets_in(text: str) -> set[RuleSet]:
    """The rule sets that words such as ``"Killer Sudoku"`` name; none in a longer text."""
    short = text.lower() if len(text) <= _MAX_NAME else ""
    words = re.findall("[a-z]+", short.replace("sudoku", " "))
    return {found for word in words if (found := RULE_SETS.get(word)) is not None}


def _is_said(value: object) -> bool:
    return value not in keys.NOTHING


def are_boxes(value: object) -> bool:
    """Whether a value says of boxes that there are some, and is no width in pixels."""
    return _is_said(value) and not (type(value) is int and value > _MAX_SIDE_OF_BOX)


def _is_switch(value: object) -> bool:
    """Whether a value says that there is something, or what, and is no name or number."""
    is_on = type(value) is str and value.lower() in ("yes", "true", "on", "both")
    return is_on or value in (True, 1) or _is_array(value)


def _has_sides(value: object) -> bool:
    """Whether a value may be the sides of boxes, or say that there are some."""
    return are_boxes(value) and (_is_switch(value) or re.search("[0-9]", str(value)) is not None)


def _is_grid(value: object) -> bool:
    """Whether a value has as many rows as columns, as one solution has: several are no slip, nor
    are rows that each have all cells of one.
    """
    return (
        type(value) is list
        and bool(value)
        and all(
            type(row) is list and len(row) == len(value) and type(row[0]) is not list
            for row in value
        )
    )


def _is_array(value: object) -> bool:
    return type(value) in (list, dict) and bool(value)


def _are_values(value: object) -> bool:
    return type(value) is list and bool(value) and all(type(each) is int for each in value)


def _are_other_values(value: Any) -> bool:
    distinct = _are_values(value) and len(set(value)) == len(value)  # else they are of all cells
    return distinct and sorted(value) != [*range(1, len(value) + 1)]


def _names_other_rules(value: object) -> bool:
    return type(value) is str and not rule_sets_in(value) <= {KENKEN}


_Says = Mapping[str, Callable[[object], bool]]

_CHANGES: _Says = {
    **dict.fromkeys(keys.OTHER_RULES, _is_switch),
    **dict.fromkeys(keys.BOXES, _has_sides),
    **dict.fromkeys((*keys.REGIONS, *keys.GIVENS), _is_array),
    **dict.fromkeys(keys.SOLUTIONS, _is_grid),
    **dict.fromkeys(keys.DOMAINS, _are_values),
    **dict.fromkeys(keys.SIZES, lambda value: type(value) is int),
    **dict.fromkeys((*keys.LEAST, *keys.MOST), lambda _: True),
    **dict.fromkeys((*keys.HIDES, *keys.SHOWS), lambda value: type(value) is bool),
    **dict.fromkeys(keys.KINDS, _names_other_rules),
}
"""Keys that change a puzzle, and whether a value is one of theirs: a key like one of them but with
another value, such as ``"solver": "Kim"``, says something else.
"""

_REFUSED: _Says = {
    **dict.fromkeys(keys.OTHER_RULES, _is_said),
    **dict.fromkeys(keys.BOXES, are_boxes),
    **dict.fromkeys((*keys.REGIONS, *keys.GIVENS), _is_array),
    **dict.fromkeys(keys.DOMAINS, _are_other_values),
    **dict.fromkeys(keys.LEAST, lambda value: value is not None and str(value) != "1"),
    **dict.fromkeys(keys.KINDS, _names_other_rules),
}
"""Those that say more than cages, with such a value, where a format does not read them."""


def check_spelling(node: Node, read: Collection[str] = (), needless: Collection[str] = ()) -> None:
    """FormatError for a key of a board that is misspelt: it is neither read nor known, and is like
    one that changes a puzzle, and that the board has not. Those that are ``needless`` change none.
    """
    if len(node.value) > MAX_KEYS:
        return
    if any(key in node.value for key in chain(keys.SIZES, *keys.SIDES)):
        needless = {*needless, *keys.SIZES}  # "dimensions" beside one says it again
    for key, value in node.members_by_name():
        if value is None or key in read or key in keys.OF_BOARDS:
            continue
        for meant, says in _CHANGES.items():
            if meant in node.value or meant in needless:
                continue
            if is_misspelt(key, meant) and says(value):
                raise node.error_at_key(key, f"unknown key {quoted(key)}; expected {meant!r}")


def check_shown(node: Node) -> None:
    """FormatError for a board that hides the operators of its cages."""
    for some, hidden in ((keys.HIDES, True), (keys.SHOWS, False)):
        for key in some:
            if node.value.get(key) is hidden:
                raise node[key].error(
                    f"{quoted(key)} is {str(hidden).lower()}, and cages have operators; expected "
                    "none in them, or all shown"
                )


def check_unread(node: Node, read: Collection[str]) -> None:
    """The same, and FormatError for a key that the format does not read, though it says more of a
    puzzle than its cages; or has values of cells.
    """
    if type(node.value) is not dict:
        return
    check_spelling(node, read)
    check_shown(node)
    check_cages_only(node, read)
    for key, value in node.members_by_name():
        if type(value) is list and key not in read and not keys.OF_A_PLAYER.search(key):
            check_no_values(node[key])


def check_cages_only(node: Node, read: Collection[str]) -> None:
    """FormatError for a key that says more than cages, and is not read."""
    for key, says in _REFUSED.items():
        if key not in read and key in node.value and says(node.value[key]):
            if key in (*keys.DOMAINS, *keys.LEAST):
                said = f"{quoted(key)} shows values that are not 1, 2, 3 ..."
                raise node[key].error(f"{said}; expected the format native")
            raise more_than_cages(node[key], "the format native")


def check_no_values(node: Node) -> None:
    """FormatError for an array of objects that each have a row, a column and a value."""
    cells = [each for each in node.items() if type(each.value) is dict]
    valued = [each for each in cells if keys.first_of(each, keys.VALUES_OF_CELLS)]
    placed = [each for each in valued if next(keys.both(each, keys.PAIRS), None)]
    if placed and len(placed) == len(node.value):
        raise numbers_of_cells(node)


def numbers_of_cells(node: Node) -> FormatError:
    """The error of numbers that may be givens."""
    return node.error(
        f"numbers of cells in {quoted(node.key)}, which is not read; expected "
        f"{keys.GIVENS[0]!r}, {keys.SOLUTIONS[0]!r} or nothing"
    )


def more_than_cages(node: Node, expected: str) -> FormatError:
    """The error of a value that says more of a puzzle than its cages."""
    return node.error(f"{quoted(node.key)}, which is more than cages; expected {expected}")
