"""Formats in JSON: one reader of values that know where they stand, one of boards of cages, and a
record for each format.

They differ in what holds a puzzle, in the keys of a cage, and in what a cell is called; a
``JsonFormat`` says how. Keys that say nothing of a puzzle, such as its solution, are not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from functools import lru_cache
from typing import Any, NamedTuple

from kenken_cp.caches import remembered
from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import operator_word, parse_operator
from kenken_cp.formats._words import MAX_DIGITS, Word
from kenken_cp.formats._writable import cannot, check_target
from kenken_cp.formats.record import Format, ReadPuzzle, format_of
from kenken_cp.frozen import frozen
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.operators import GIVEN, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.text import printable, quoted, shortened

KINDS: dict[type, str] = {
    int: "an integer",
    float: "a number",
    str: "a string",
    bool: "true or false",
    list: "an array",
    dict: "an object",
    type(None): "null",
}
"""What messages call a value."""

_SPACE = re.compile(r"[ \t\n]*+")
_LONG_NUMBER = re.compile(rf"-?[0-9]{{{MAX_DIGITS + 1},}}")
_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*+")|//[^\n]*+')
_OPENING = re.compile(r"\s*[\[{]")


# --- texts ---------------------------------------------------------------------------------------


def skip_space(text: str, at: int) -> int:
    """The offset of what follows white space."""
    match = _SPACE.match(text, at)
    assert match is not None
    return match.end()


def error_at(text: str, at: int, message: str) -> FormatError:
    """An error at an offset."""
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return FormatError(message, line=line, column=column)


def decoded(decoder: json.JSONDecoder, text: str, at: int, line: int) -> tuple[Any, int]:
    """The value that begins at an offset, and where it ends; ``line`` is where it begins."""
    try:
        return decoder.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise FormatError(
            f"not JSON: {error.msg}", line=error.lineno, column=error.colno
        ) from error
    except RecursionError:
        raise FormatError("nested too deeply; expected a puzzle", line=line) from None
    except FormatError as error:
        error.line = error.line or line
        raise


def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; FormatError if it has a key twice. Nothing changes it: equal ones of two integers,
    as cells are, are one, which takes a third of the memory.
    """
    if len(pairs) == 2 and type(pairs[0][1]) is int is type(pairs[1][1]):
        (first, one), (second, other) = pairs
        if first != second:
            return _object_of_two(first, one, second, other)
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise FormatError(f"key {quoted(key)} twice in one object")
        found[key] = _with_shared(value) if type(value) is list else value
    return found


def _with_shared(items: list[Any]) -> list[Any]:
    """A list with one object for all equal pairs of integers in it."""
    for index, item in enumerate(items):
        if type(item) is list and len(item) == 2 and type(item[0]) is int is type(item[1]):
            items[index] = _array_of_two(item[0], item[1])
    return items[:]  # of its length, where one that grew has room for more


@remembered(1 << 13, lambda _: 300)
def _object_of_two(first: str, one: int, second: str, other: int) -> dict[str, int]:
    return {first: one, second: other}


@remembered(1 << 13, lambda _: 100)
def _array_of_two(one: int, other: int) -> list[int]:
    return [one, other]


def short_integer(digits: str) -> int:
    """An integer; FormatError if it is too long for one."""
    if len(digits) > MAX_DIGITS:
        raise FormatError(f"a number of {len(digits)} digits; expected at most {MAX_DIGITS}")
    return int(digits)


_DECODER = json.JSONDecoder(object_pairs_hook=without_repeats, parse_int=short_integer)
_SKIPPING = json.JSONDecoder(parse_int=str, parse_float=str)
"""Finds the end of a value, whatever is in it."""


def values(text: str) -> Iterator[Node | FormatError]:
    """The values that follow one another in a text; of those that begin a line, one that is not
    JSON spoils no other.
    """
    at, line, counted = skip_space(text, 0), 1, 0
    while at < len(text):
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, end = decoded(_DECODER, text, at, line)
        except FormatError as error:
            too_long = error.column is None and "digits" in error.message
            if too_long and (long_number := _LONG_NUMBER.search(text, at)):
                error = error_at(text, long_number.start(), error.message)
            following = min(
                (found for each in "{[" if (found := text.find(f"\n{each}", at) + 1)), default=0
            )
            if not following:
                raise error from None
            yield error
            at = following
            continue
        yield Node(value, _Text(text, at))
        at = skip_space(text, end)


@frozen
class _Text:
    """Where a value begins."""

    text: str
    at: int


class Node:
    """A value of a text, and the way to it from the value that holds it.

    Places are looked for only when they are asked for: errors have them, and nothing else does.
    """

    __slots__ = ("_home", "_reached", "key", "parent", "value")

    def __init__(
        self, value: Any, home: _Text, parent: Node | None = None, key: str | int = ""
    ) -> None:
        self.value, self.parent, self.key = value, parent, key
        self._home = home
        self._reached: tuple[int, int] | None = None

    @property
    def name(self) -> str:
        """What messages call it: ``cages[3].op``."""
        if self.parent is None:
            return ""
        if isinstance(self.key, int):
            return f"{self.parent.name}[{self.key}]"
        return printable(f"{self.parent.name}.{shortened(self.key)}".removeprefix("."))

    # --- places ---

    def place(self) -> Word:
        """Where it begins."""
        error = error_at(self._home.text, self._offset(), "")
        return Word("", error.line or 0, error.column or 0)

    @property
    def line(self) -> int:
        """The line where it begins."""
        return self.place().line

    def error(self, message: str) -> FormatError:
        """An error at its place."""
        return self.place().error(message)

    @contextmanager
    def here(self) -> Iterator[None]:
        """Adds its place to the errors that have none."""
        try:
            yield
        except FormatError as error:
            if not error.line:
                raise self.error(error.message) from error
            raise

    def _offset(self) -> int:
        return self._home.at if self.parent is None else self.parent._offset_of(self.key)

    def _offset_of(self, key: str | int) -> int:
        """Where one of its values begins."""
        text = self._home.text
        if isinstance(key, int):
            index, at = self._reached or (0, skip_space(text, self._offset() + 1))
            if index > key:
                index, at = 0, skip_space(text, self._offset() + 1)
            for _ in range(index, key):
                at = self._after(at)
            self._reached = key, at
            return at
        at = skip_space(text, self._offset() + 1)
        while True:
            found, end = _SKIPPING.raw_decode(text, at)
            at = skip_space(text, skip_space(text, end) + 1)
            if found == key:
                return at
            at = self._after(at)

    def _after(self, at: int) -> int:
        """Where the next value begins, or its key."""
        text = self._home.text
        _, end = _SKIPPING.raw_decode(text, at)
        return skip_space(text, skip_space(text, end) + 1)

    # --- what it holds ---

    def unlike(self, expected: str) -> FormatError:
        """The error of a value of another kind."""
        name = self.name or "the text"
        return self.error(f"{name} has {KINDS[type(self.value)]}; expected {expected}")

    def _typed(self, kind: type, expected: str = "") -> Any:
        if type(self.value) is not kind:  # an exact match: True is an int to isinstance
            raise self.unlike(expected or KINDS[kind])
        return self.value

    def get(self, key: str) -> Node | None:
        """The value of a key; None without one, or if that is null."""
        value = self._typed(dict).get(key)
        return None if value is None else Node(value, self._home, self, key)

    def has(self, key: str) -> bool:
        """Whether an object has a key."""
        return key in self._typed(dict)

    def __getitem__(self, key: str) -> Node:
        if key not in self._typed(dict):
            raise self.error(f"{self.name or 'the puzzle'} has no {key!r}")
        return Node(self.value[key], self._home, self, key)

    def items(self) -> list[Node]:
        """The values of an array."""
        found = enumerate(self._typed(list))
        return [Node(value, self._home, self, index) for index, value in found]

    def several_cells(self) -> list[Node]:
        """The same of the cells of a cage, which are no more than a board has."""
        if len(self._typed(list)) > MAX_SIZE**2:
            raise self.error(f"{self.name} has {len(self.value)} cells; at most {MAX_SIZE**2}")
        return self.items()

    def members(self) -> list[Node]:
        """The values of an object."""
        return [self[key] for key in self._typed(dict)]

    def members_by_name(self) -> list[tuple[str, Any]]:
        """The keys of an object, and what JSON has for them."""
        return list(self._typed(dict).items())

    def text(self) -> str:
        """A string, which is a text of whole characters."""
        value = str(self._typed(str))
        if any("\ud800" <= char <= "\udfff" for char in value):
            raise self.error(f"{self.name} has half a character (a lone surrogate)")
        return value

    def flag(self) -> bool:
        """True or false."""
        return bool(self._typed(bool))

    def integer(self) -> int:
        """An integer, perhaps written as 3.0."""
        if type(self.value) is float:
            if not self.value.is_integer() or abs(self.value) >= 2**53:
                raise self.error(f"{self.name} is {self.value}; expected an integer")
            return int(self.value)
        return int(self._typed(int))

    def within(self, low: int, high: int) -> int:
        """An integer of ``low`` to ``high``."""
        number = self.integer()
        if not low <= number <= high:
            found = shortened(str(number))
            raise self.error(f"{self.name} is {found}; expected {low} to {high}")
        return number

    def side(self) -> int:
        """The rows or the columns of a board."""
        return self.within(1, MAX_SIZE)


# --- cells ---------------------------------------------------------------------------------------


@frozen
class Cells:
    """What a format calls the cells of a board."""

    read: Callable[[Node, int, int], Cell]
    write: Callable[[Cell, int], Any]


def _read_index(node: Node, rows: int, columns: int) -> Cell:
    if type(node.value) is list:  # some who write this format write pairs
        return _read_pair(node, rows, columns)
    return divmod(node.within(0, rows * columns - 1), columns)


def _pair(node: Node, expected: str) -> tuple[Node, Node]:
    found = node.items()
    if len(found) != 2:
        raise node.error(f"{node.name} has {len(found)} numbers; expected {expected}")
    return found[0], found[1]


_TWO_INTEGERS = [int, int]


def _read_pair(node: Node, rows: int, columns: int) -> Cell:
    value = node.value
    if type(value) is list and [*map(type, value)] == _TWO_INTEGERS:  # as nearly all are
        row, column = value
        if 0 <= row < rows and 0 <= column < columns:
            return row, column
    down, across = _pair(node, "row and column")
    return down.within(0, rows - 1), across.within(0, columns - 1)


def _read_column_row(node: Node, rows: int, columns: int) -> Cell:
    column, row = _pair(node, "column and row")
    return row.within(0, rows - 1), column.within(0, columns - 1)


def _read_xy(node: Node, rows: int, columns: int) -> Cell:
    return node["y"].within(0, rows - 1), node["x"].within(0, columns - 1)


INDEX = Cells(_read_index, lambda cell, columns: cell[0] * columns + cell[1])
ROW_COLUMN = Cells(_read_pair, lambda cell, _: list(cell))
COLUMN_ROW = Cells(_read_column_row, lambda cell, _: list(reversed(cell)))
XY = Cells(_read_xy, lambda cell, _: {"x": cell[1], "y": cell[0]})


# --- cages ---------------------------------------------------------------------------------------


class Clue(NamedTuple):
    """A cage as it was read."""

    cells: list[Cell]
    operator: Operator | None
    target: int


@frozen
class Keys:
    """Cages that are objects.

    Args:
        format: the format whose words the operators have.
        cells, operator, target: the keys.
        cell: what a cell is called.
        hidden: the word of an operator that is not shown; None if there is none for it. A single
            cell may have it, too.
        codes: whether the words are numbers.
    """

    format: str
    cells: str
    operator: str
    target: str
    cell: Cells
    hidden: str | None = None
    codes: bool = False

    def clues(self, cages: Node, rows: int, columns: int) -> Iterator[tuple[Node, Clue]]:
        """The cages of a board of that size, and where they stand."""
        for cage in cages.items():
            yield cage, self.read(cage, rows, columns)

    def read(self, cage: Node, rows: int, columns: int) -> Clue:
        """A cage of a board of that size."""
        cells = [self.cell.read(cell, rows, columns) for cell in cage[self.cells].several_cells()]
        word = cage[self.operator]
        spelled = str(word.integer()) if self.codes else word.text()
        operator = None
        given = not spelled and len(cells) == 1
        if spelled != self.hidden and not given:
            with word.here():
                operator = parse_operator(Word(spelled, 0), self.format, len(cells))
        return Clue(cells, operator, cage[self.target].integer())

    def write(self, cage: Cage, columns: int) -> dict[str, Any]:
        """A cage of a board with that many columns."""
        check_target(cage, self.format)
        if self.hidden is not None and cage.operator in (None, GIVEN):
            word = self.hidden
        else:
            word = operator_word(cage, self.format, alone=True)
        if self.codes and not word.isdecimal():
            name = cage.operator.name if cage.operator else ""
            raise cannot(self.format, f"the operator {name!r} of the cage {cage}")
        return {
            self.cells: [self.cell.write(cell, columns) for cell in cage.cells],
            self.operator: int(word) if self.codes else word,
            self.target: cage.target,
        }


# --- formats -------------------------------------------------------------------------------------


class Board(NamedTuple):
    """What a text says of a puzzle.

    Args:
        clues: its cages, each with its node.
        rows, columns: its size.
        others: what else ``Puzzle`` takes.
        givens: values that stand in cells, which may be in cages, too.
    """

    clues: Iterable[tuple[Node, Clue]]
    rows: int
    columns: int
    others: Mapping[str, Any] = {}
    givens: Iterable[tuple[Node, Cell, int]] = ()


def each(root: Node) -> Iterable[Node]:
    """The puzzles of a value: those of an array, or the one that it is."""
    return root.items() if type(root.value) is list else [root]


def grouped(root: Node) -> Iterable[Node]:
    """The puzzles of an object of arrays, one for each size; or of ``each``."""
    if type(root.value) is dict and all(type(value) is list for value in root.value.values()):
        return [puzzle for group in root.members() for puzzle in group.items()]
    return each(root)


_MORE = (
    r"givens?|fixed|prefilled|initial\w*+|start\w*+|grid|board|values|digits|domain|min\w*+"
    r"|boxes|\w*Boxes|regions|jigsaw|diagonals?|windoku|anti\w*+|thermo\w*+|arrows|kropki"
)
_GRID = r'(?!cells|solution)\w++"\s*+:\s*+\[\s*+\[\s*+[-0-9n."]'
CAGES_ONLY = rf'\A(?:[^"]++|"(?!(?:{_MORE})"\s*+:|{_GRID}))*+\Z'
"""What is found in texts with nothing but cages, and a solution: no values of cells, no houses."""


def only_words(key: str, words: str) -> str:
    """What is found in texts where a key has none but some words, or what is no word at all."""
    return rf'\A(?:[^"]++|"(?!{key}"\s*+:\s*+(?:null|"(?!(?:{words})")[a-zA-Z])))*+\Z'


@frozen
class JsonFormat:
    """A format in JSON.

    Args:
        tells: patterns that are all found in its texts, and not in those of others.
        board: what a node says of a puzzle.
        write: as of ``Format``.
        puzzles: the nodes of the puzzles of a value of the text.
        blanked: a text in which what is no JSON is as many blanks.
        rules: those that its authors mean.
    """

    name: str
    tells: tuple[str, ...]
    board: Callable[[Node], Board]
    write: Callable[[Puzzle], str]
    puzzles: Callable[[Node], Iterable[Node]] = each
    blanked: Callable[[str], str] = str
    rules: RuleSet = KENKEN
    _patterns: tuple[re.Pattern[str], ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_patterns", tuple(map(re.compile, self.tells)))

    def format(
        self, summary: str, example: str, *, several: bool = False, suffix: str = "json"
    ) -> Format:
        """The record of the format; ``several``: whether a text may hold a puzzle a line."""
        JSON_FORMATS.append(self)
        return format_of(self, summary, example, several=several, suffix=suffix)

    def detect(self, text: str) -> bool:
        """The opening of an object or an array, and what only this format has."""
        return _tells(self, text)

    def read(self, text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
        """Every puzzle of a text."""
        found = False
        for root in values(self.blanked(text)):
            if isinstance(root, FormatError):
                yield root
                continue
            for node in self.puzzles(root):
                found = True
                try:
                    yield self._puzzle(node, rules)
                except FormatError as error:
                    yield error
        if not found:
            raise FormatError("no puzzle in the text", line=1)

    def _puzzle(self, node: Node, rules: RuleSet | None) -> ReadPuzzle:
        board = self.board(node)
        draft = Draft(0)
        for place, clue in board.clues:
            draft.add(*clue, place)
        for place, cell, value in board.givens:
            draft.give(cell, value, place)
        others: dict[str, Any] = {"rules": self.rules, **board.others}
        shown = draft.rules_shown if others["rules"] is KENKEN else None
        others["rules"] = rules or shown or others["rules"]
        with node.here():
            return draft.puzzle((board.rows, board.columns), **others)


@lru_cache(1 << 6)  # the formats that read what no other does ask all others again
def _tells(known: JsonFormat, text: str) -> bool:
    text = known.blanked(text)
    return _OPENING.match(text) is not None and all(
        pattern.search(text) for pattern in known._patterns
    )


JSON_FORMATS: list[JsonFormat] = []
"""Those that have a record: what they recognise is no text of the ``json`` format."""

JSON_TEXTS: list[Callable[[str], bool]] = []
"""What recognises formats that are JSON, too, but read it in ways of their own."""


def without_json_comments(text: str) -> str:
    """A text in which each ``//`` comment is as many blanks."""
    if "//" not in text:
        return text
    return _COMMENT.sub(lambda match: match[1] or " " * len(match[0]), text)


# --- writing -------------------------------------------------------------------------------------


def line_of(value: object) -> str:
    """A value on a line of its own."""
    return json.dumps(value, ensure_ascii=False) + "\n"
