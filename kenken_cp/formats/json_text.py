"""JSON: one object a puzzle, an array of them, or an object a line.

    {"size": 4, "cages": [{"cells": ["r1c1", "r1c2"], "clue": "11+"}], "rules": "kenken"}

============  =========================================  ==============
key           value                                      left out means
============  =========================================  ==============
``size``      ``6`` of a square, else ``"4x6"`` (rows x  (required)
              columns) or ``[4, 6]``
``cages``     objects of ``cells`` and ``clue``          (required)
``values``    array of integers                          1..longest side
``boxes``     rows x columns, ``"2x3"``                  no boxes
``diagonals`` true: both diagonals are houses; so       false
              ``windoku``, ``anti-knight``, ``anti-king``
``regions``   rows of words or letters, ``["aab",        none
              "abb", "ccc"]``: cells of one are a house
``houses``    arrays of cells, any other extra houses    none
``rules``     the name of a rule set                     kenken
``title``     string                                     no title
``level``     string: how hard it is said to be          no level
``solutions`` expected count, ``1`` or ``"3+"``          unknown
============  =========================================  ==============

Cells are ``"r1c1"``, from 1. A clue is a target and an operator; a bare number is a given on one
cell and a hidden operator on more.
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import clue_text, parse_clue
from kenken_cp.formats._words import Word, attempted
from kenken_cp.formats.json.boards import JSON_FORMATS, JSON_TEXTS, nearest_by_keys
from kenken_cp.formats.json.values import Home, Node, decoded, error_at, is_misspelt, skip_space
from kenken_cp.formats.pictures.directives import (
    REGIONS,
    Directives,
    apply_directives,
    write_regions,
)
from kenken_cp.formats.record import FORMATS, Format, ReadPuzzle
from kenken_cp.model.geometry import Cell
from kenken_cp.model.houses import HOUSE_KINDS, extra_houses
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import board_name, cell_name, cell_names, quoted

NAME = "json"

_KEYS = (
    *("size", "cages", "values", "boxes", REGIONS, *HOUSE_KINDS.names(), "houses", "rules"),
    *("title", "level", "solutions"),
)
_CAGE_KEYS = ("cells", "clue")
_SHAPES: dict[tuple[str, ...], str] = {
    _CAGE_KEYS: '{"cells": ["r1c1", "r1c2"], "clue": "3+"}',
    _KEYS: '{"size": 2, "cages": [{"cells": ["r1c1"], "clue": "2"}]}',
}
"""A small object of each kind, for errors to show."""

_PUZZLE = "a puzzle"
"""What messages call an object that is one."""

_COMMA = regex(r",[ \t\n]*+(?!\])")


def detect(text: str) -> bool:
    """The opening of an object, or of an array of objects; nothing that another format has, or
    whose keys are rather those of another one.
    """
    opening = re.match(r'\s*(?:\{\s*["}]|\[\s*[{\]])', text)
    others = (*(known.detect for known in JSON_FORMATS), *JSON_TEXTS)
    if opening is None or any(detects(text) for detects in others):
        return False
    return nearest_by_keys(text, FORMATS, (*_KEYS, *_CAGE_KEYS)) in (None, FORMAT)


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
    draft = Draft(0)
    with item.here():
        _check_keys(item, _KEYS)
        for cage in item["cages"].items():
            _add_cage(draft, cage)
        directives: Directives = {}
        for value in item.members():
            if value.key != "cages":
                name = "house" if value.key == "houses" else str(value.key)
                with value.here():
                    directives[name] = [Word(text, 0) for text in _directive_texts(value)]
        return _applied(draft, item, directives, rules)


def _applied(draft: Draft, item: Node, directives: Directives, rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle; errors have the place of the key at fault, which is looked for only then."""
    with item["size"].here():
        size = directives["size"][0].sides()
    try:
        return apply_directives(draft, size, directives, rules)
    except FormatError as error:
        if error.line:  # of a cage
            raise
        for name, words in directives.items():
            with item["houses" if name == "house" else name].here():
                apply_directives(Draft(0), size, {name: words}, rules)
        raise


def _add_cage(draft: Draft, cage: Node) -> None:
    _check_keys(cage, _CAGE_KEYS)
    clue = cage["clue"]
    try:
        target, operator = parse_clue(Word(clue.text(), 0))
    except FormatError as error:
        raise clue.error(error.message) from error
    draft.add(_cells(cage["cells"]), operator, target, cage)


def _directive_texts(node: Node) -> list[str]:
    """The value of a key as the native format writes it in a directive; of houses, each."""
    match node.key, node.value:
        case "size", [_, _]:
            return ["x".join(str(side.exactly(int)) for side in node.items())]
        case "size" | "solutions", int() if type(node.value) is int:
            return [str(node.value)]
        case "size", _:
            return [node.exactly(str, 'an integer, or rows x columns as in "4x6"')]
        case "solutions", None:
            return []
        case "values", []:
            raise FormatError("values is empty; expected integers")
        case "values", _:
            return [" ".join(str(one.exactly(int)) for one in node.items())]
        case "regions", _:
            return ["", *(row.exactly(str) for row in node.items())]
        case "houses", _:
            return [cell_names(_cells(house)) for house in node.items()]
        case str(key), _ if HOUSE_KINDS.get(key):
            return ["yes" if node.flag() else "no"]
    return [node.text()]


def _cells(node: Node) -> list[Cell]:
    names = node.exactly(list)
    if all(type(name) is str for name in names):
        with suppress(FormatError):  # then the place of one of them is needed
            return [Word(name, 0).cell() for name in names]
    return [_cell(cell) for cell in node.items()]


def _cell(node: Node) -> Cell:
    with node.here():
        return Word(node.exactly(str, 'a string such as "r1c1"'), 0).cell()


def _check_keys(node: Node, keys: tuple[str, ...]) -> None:
    """FormatError for an object that lacks one of the first two of the keys, or has others than
    these keys.
    """
    for key in node.exactly(dict):
        if key not in keys:
            meant = next((each for each in keys if is_misspelt(key, each)), None)
            known = f"known: {', '.join(keys)}, as in {_SHAPES[keys]}"
            expected = f"expected {meant!r}" if meant and meant not in node.value else known
            where = node.name or _PUZZLE
            raise node.error_at_key(key, f"unknown key {quoted(key)} in {where}; {expected}")
    for key in keys[:2]:
        if not node.has(key):
            example = _SHAPES[keys]
            raise node.error(
                f"{node.name or _PUZZLE} has no {key!r}; expected for example {example}"
            )


def write(puzzle: Puzzle) -> str:
    """One object on one line, with what is as usual left out.

    FormatError only for an operator or a target that could not be read back.
    """
    extra = extra_houses(puzzle.size, puzzle.houses)
    fields: dict[str, Any] = {
        "title": puzzle.title,
        "level": puzzle.level,
        "size": puzzle.rows if puzzle.rows == puzzle.columns else puzzle.size_name,
        "rules": "" if puzzle.rules is KENKEN else puzzle.rules.name,
        "values": [] if puzzle.has_usual_values else puzzle.values,
        "boxes": board_name(*extra.box_shape) if extra.box_shape else "",
        **{kind.name: True for kind in extra.kinds},
        REGIONS: write_regions(puzzle),
        "houses": [[cell_name(cell) for cell in house] for house in extra.others],
    }
    fields = {key: value for key, value in fields.items() if value}
    fields["cages"] = [
        {"cells": [cell_name(cell) for cell in cage.cells], "clue": clue_text(cage, NAME)}
        for cage in puzzle.cages
    ]
    expected = puzzle.expected
    if expected is not None:
        fields["solutions"] = int(expected) if expected.exact else str(expected)
    return json.dumps(fields, ensure_ascii=False) + "\n"


FORMAT = Format(
    name=NAME,
    summary="an object a puzzle: an array of them, or one a line",
    example=(
        '{"size": 2, "cages": [{"cells": ["r1c1", "r1c2"], "clue": "3+"}, '
        '{"cells": ["r2c1"], "clue": "2"}]}\n'
    ),
    detect=detect,
    read=read,
    write=write,
    join="".join,
    suffix="json",
)
