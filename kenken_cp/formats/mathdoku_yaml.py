"""The YAML of the tools behind a Mathdoku blog.

    size: 2
    difficulty: 1
    hasOperators: true
    cages:
    - cells: [A1, B1]
      value: 3
      op: +
    - cells: [A2]
      value: 2

The letter of a cell is its **column**. The operator is ``op`` or ``operator``; without one on
several cells it is hidden, and everywhere where ``hasOperators`` (once ``operations``) is false. A
``label`` such as ``14+`` may stand for value and operator; an empty one says nothing of its cells.
``difficulty`` is the level. What else is said, such as how to draw it, is not read. The same may be
in brackets, or JSON, and below a key ``puzzle``. The rules are ``kenken``, as the tools have them.
"""

import json
import re
from collections.abc import Iterator

from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import operator_word, parse_clue, parse_operator
from kenken_cp.formats._words import Word, attempted
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.cage_lines.cells import LETTER_IS_COLUMN
from kenken_cp.formats.json.keys import OPERATORS
from kenken_cp.formats.json.values import error_at
from kenken_cp.formats.json.yaml import Node, documents
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.operators import GIVEN, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import listed, quoted

NAME = "mathdoku-yaml"

_SIZES = ("size", "puzzleSize")
_SHOWN = ("hasOperators", "operations")
_OPERATORS = ("op", "operator")
_OTHER_OPERATORS = tuple(key for key in OPERATORS if key not in _OPERATORS)
"""Keys of other programs, without which operators were thought hidden."""

_CAGE = ("cells", "value", *_OPERATORS, *_OTHER_OPERATORS, "label")
_KEYS = frozenset((*_SIZES, *_SHOWN, *_CAGE, "cages", "difficulty", "title", "puzzle", "puzzles"))
_MOST = dict.fromkeys(("cages", "cells"), MAX_SIZE**2)
_SAID = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_HIDDEN = ("", "?", "none", "unknown")

_CELL = regex(LETTER_IS_COLUMN.pattern)
_TELLS = regex(
    r"(?:^|[\s{,-])[\"']?cells[\"']?\s*+:\s*+(?:\[\s*+|-\s++)[\"']?[A-Za-z][0-9]{1,2}(?![0-9A-Za-z])"
)
_KEY = r"(?:^|[\s{{,-])[\"']?(?:{keys})[\"']?\s*+:"
_VALUE = regex(_KEY.format(keys="value|label"))
_OTHER_OPERATOR = regex(
    _KEY.format(keys="|".join(_OTHER_OPERATORS))
    + r"\s*+[\"']?(?:[-−–+*×/÷]|add|sub|mul|div|plus|minus|times)",
    re.IGNORECASE,
)

_UNREAD_OPERATOR = regex(
    r"(?:^[ \t]*+(?:-[ \t]++)?+|[{,]\s*+)[\"']?"
    rf"(?P<key>(?!(?:{'|'.join((*_OPERATORS, 'label'))})\b)\w++)"
    r"[\"']?\s*+:[ \t]*+[\"']?[-−–+*×/÷][\"']?[ \t]*+(?:$|[,}])",
    re.MULTILINE,
)


def detect(text: str) -> bool:
    """Cells such as A1 beside a value or a label, and no operator under a key of other programs."""
    return bool(_TELLS.search(text) and _VALUE.search(text) and not _OTHER_OPERATOR.search(text))


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """The puzzles of every document."""
    if unread := _UNREAD_OPERATOR.search(text):  # without which its cage would hide it
        expected = f"expected {listed(_OPERATORS, 'or')}"
        message = f"an operator with the key {quoted(unread['key'])}; {expected}"
        raise error_at(text, unread.start("key"), message)
    for document in documents(text, _KEYS, _MOST):
        if isinstance(document, FormatError):
            yield document
        else:
            yield from attempted(_read_puzzle, _puzzles(document), rules)


def _puzzles(document: Node) -> list[Node]:
    """A document that is a puzzle or a sequence of them, or has such below a key."""
    if isinstance(document.value, dict):
        for key in ("puzzle", "puzzles"):
            if key in document.value:
                return _puzzles(document.value[key])
    return document.value if isinstance(document.value, list) else [document]


def _read_puzzle(node: Node, rules: RuleSet | None) -> ReadPuzzle:
    members = node.members("a puzzle")
    size = _first(members, _SIZES)
    if size is None:
        raise node.place.error("no size; expected as in size: 5")
    side = size.text("size").side()
    if "cages" not in members:
        raise node.place.error("no cages; expected as in - cells: [A1, B1]")
    shown = _first(members, _SHOWN)
    hidden = shown is not None and not _flag(shown)
    draft = Draft(node.place.line)
    for cage in members["cages"].items("cages"):
        _add(draft, cage, hidden=hidden)
    said = {key: members[key].text(key).text for key in ("title", "difficulty") if key in members}
    return draft.puzzle(
        side,
        draft.rules_or_shown(rules) or KENKEN,
        listed=True,
        title=said.get("title", ""),
        level=said.get("difficulty", ""),
    )


def _first(members: dict[str, Node], keys: tuple[str, ...]) -> Node | None:
    """The value of the one key that is there."""
    return next((members[key] for key in keys if key in members), None)


def _flag(node: Node) -> bool:
    word = node.text("it")
    if word.text.lower() not in _SAID:
        raise word.unlike("true or false")
    return _SAID[word.text.lower()]


def _add(draft: Draft, cage: Node, *, hidden: bool) -> None:
    members = cage.members("a cage")
    if "cells" not in members:
        raise cage.place.error("a cage without cells; expected as in cells: [A1, B1]")
    cells = [_cell(cell.text("a cell")) for cell in members["cells"].items("cells")]
    if other := [key for key in _OTHER_OPERATORS if key in members]:
        expected = f"expected {listed(_OPERATORS, 'or')} for an operator"
        raise cage.place.error(f"key {quoted(other[0])} in a cage; {expected}")
    if "value" in members:
        target = members["value"].text("value").integer("value")
        operator = _operator(_first(members, _OPERATORS), len(cells))
    elif "label" in members:
        label = members["label"].text("label")
        if not label.text:
            return
        target, operator = parse_clue(label)
    else:
        raise cage.place.error("a cage without a value")
    draft.add(cells, None if hidden else operator, target, cage.place)


def _cell(word: Word) -> Cell:
    cell = LETTER_IS_COLUMN.parse(word.matched(_CELL, LETTER_IS_COLUMN.expected, "cell"), word)
    assert isinstance(cell, tuple)  # as its letter and its number say
    return cell


def _operator(node: Node | None, cells: int) -> Operator | None:
    word = node.text("the operator") if node else None
    if word is None or word.text.lower() in _HIDDEN:
        return None
    if word.text == "=" and cells == 1:
        return GIVEN
    return parse_operator(word, NAME, cells)


# --- writing -------------------------------------------------------------------------------------


def write(puzzle: Puzzle) -> str:
    """A document as the tools write it; FormatError for what is not plain."""
    check_plain(puzzle, NAME, caged=True)
    if puzzle.rows > LETTER_IS_COLUMN.most:
        raise cannot(NAME, f"a board of {puzzle.rows} rows; it has letters for 26")
    larger = [cage.operator for cage in puzzle.cages if len(cage.cells) > 1]
    shown = not larger or any(operator is not None for operator in larger)
    lines = [f"size: {puzzle.rows}"]
    for key, said in (("title", puzzle.title), ("difficulty", puzzle.level)):
        if said:
            lines.append(f"{key}: {said if said.isdecimal() else _quoted(said)}")
    lines += [f"{_SHOWN[0]}: {json.dumps(shown)}", "cages:"]
    for cage in puzzle.cages:
        lines += _written(cage, puzzle.columns)
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A text in quotation marks, on a line of its own."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)


def _written(cage: Cage, columns: int) -> list[str]:
    cells = ", ".join(LETTER_IS_COLUMN.write(cell, columns) for cell in cage.cells)
    lines = [f"- cells: [{cells}]", f"  value: {cage.target}"]
    if cage.operator is not None and cage.operator is not GIVEN:
        word = operator_word(cage, NAME)
        lines.append(f"  op: {word if word.isalpha() else _quoted(word)}")
    return lines


FORMAT = Format(
    name=NAME,
    summary="the YAML of a Mathdoku blog's tools: cells: [A1, B1], value: 3, op: +",
    example="size: 2\ncages:\n- cells: [A1, B1]\n  value: 3\n  op: +\n- cells: [A2]\n  value: 2\n",
    detect=detect,
    read=read,
    write=write,
    join="---\n".join,
    suffix="yaml",
)
