"""Values of JSON that know where in a text they stand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from kenken_cp.caches import remembered
from kenken_cp.errors import FormatError
from kenken_cp.formats._words import MAX_DIGITS, Word, attempted, word_at
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.frozen import frozen
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.patterns import regex
from kenken_cp.text import listed, printable, quoted, shortened

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

NOT_JSON = "not JSON"
"""How the error of a text begins that is none."""

_CONTROL = r"a line break or tab between quotation marks; expected \n or \t"

_LEAST_MISSPELT, _LEAST_WITH_OTHER = 3, 5
"""Letters of a key that may be misspelt, and of one that may have another letter: shorter ones may
well be different words.
"""

_SAYS_LITTLE = ("title", "name", "id", "source", "description", "actual_difficulty", "solution")
"""Keys that may be missing: they say nothing of a puzzle, or nothing new, and ``"solutions"`` is
how many there are.
"""

MAX_KEYS = 1000
"""Keys of an object among which one that is misspelt is looked for."""

MAX_DEPTH = 100
"""Arrays and objects inside one another; a puzzle has no more than ten. Readers call themselves
for each of them, and how many the decoder takes depends on the version of Python.
"""

_JOINS = regex("[_ -]")
_SPACE = regex(r"[ \t\n]*+")
_LONG_NUMBER = regex(rf"-?[0-9]{{{MAX_DIGITS + 1},}}")
_KEY_OR_BRACE = regex(r'(?P<key>"(?:[^"\\]|\\.)*+")\s*+:|"(?:[^"\\]|\\.)*+"|[{}]')


def skip_space(text: str, at: int) -> int:
    """The offset of what follows white space."""
    match = _SPACE.match(text, at)
    assert match is not None
    return match.end()


def error_at(text: str, at: int, message: str) -> FormatError:
    """An error at an offset."""
    return word_at(text, at).error(message)


def decoded(text: str, at: int) -> tuple[Any, int]:
    """The value that begins at an offset, and where it ends."""
    try:
        value, end = _DECODER.raw_decode(text, at)
        if text.count("[", at, end) + text.count("{", at, end) > MAX_DEPTH:
            _check_depth(value)
    except json.JSONDecodeError as error:
        what = _CONTROL if error.msg.startswith("Invalid control") else error.msg
        raise FormatError(f"{NOT_JSON}: {what}", line=error.lineno, column=error.colno) from error
    except RecursionError:
        raise error_at(text, at, "nested too deeply; expected a puzzle") from None
    except FormatError as error:
        raise _located(error, text, at) from error
    return value, end


def _check_depth(value: Any) -> None:
    """RecursionError, as from the decoder, for more than ``MAX_DEPTH``."""
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        holders = [each for each in level if type(each) in (list, dict)]
        if not holders:
            return
        level = [
            item for each in holders for item in (each.values() if type(each) is dict else each)
        ]
    raise RecursionError


def _located(error: FormatError, text: str, at: int) -> FormatError:
    """An error of a value that begins at an offset, at the first place that has it."""
    match = _LONG_NUMBER.search(text, at)
    place = match.start() if match and "digits" in error.message else _repeated_key(text, at)
    return error_at(text, place, error.message)


def _repeated_key(text: str, at: int) -> int:
    """The offset of the first key that is in its object twice."""
    open_objects: list[set[str]] = [set()]
    for match in _KEY_OR_BRACE.finditer(text, at):
        if match["key"] is None:
            if match[0] == "{":
                open_objects.append(set())
            elif match[0] == "}" and len(open_objects) > 1:
                open_objects.pop()
        elif match["key"] in open_objects[-1]:
            return match.start()
        else:
            open_objects[-1].add(match["key"])
    return at


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
    at = skip_space(text, 0)
    while at < len(text):
        try:
            value, end = decoded(text, at)
        except FormatError as error:
            following = min(
                (found for each in "{[" if (found := text.find(f"\n{each}", at) + 1)), default=0
            )
            if not following:
                raise error from None
            yield error
            at = following
            continue
        yield Node(value, Home(text, at))
        at = skip_space(text, end)


def each_puzzle(
    text: str, nodes: Callable[[Node], Iterable[Node]], read: Callable[..., ReadPuzzle], *more: Any
) -> Iterator[ReadPuzzle | FormatError]:
    """What ``read`` makes of each of the nodes that a value of a text has, or its error."""
    for root in values(text):
        found = [root] if isinstance(root, FormatError) else nodes(root)
        yield from attempted(read, found, *more)


def each(root: Node) -> Iterable[Node]:
    """The puzzles of a value: those of an array, or the one that it is."""
    return root.items() if type(root.value) is list else [root]


@lru_cache(1 << 10)
def is_misspelt(key: str, meant: str) -> bool:
    """Whether a key is another one with a slip: in the case of its letters, in what joins its
    words, or in a letter too many, missing, wrong, or exchanged with the next.
    """
    one, other = (_JOINS.sub("", each).lower() for each in (key, meant))
    shorter, longer = sorted((len(one), len(other)))
    if one == other or longer > shorter + 1 or longer < _LEAST_MISSPELT or not one.isalnum():
        return one == other and key != meant
    same = next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if len({*pair}) > 1), shorter
    )
    rests = one[same:], other[same:]
    if longer > shorter:
        return max(rests, key=len)[1:] == min(rests, key=len)
    exchanged = rests[0][:2] == rests[1][:2][::-1] and rests[0][2:] == rests[1][2:]
    return exchanged or (shorter >= _LEAST_WITH_OTHER and rests[0][1:] == rests[1][1:])


@frozen
class Home:
    """Where a value begins."""

    text: str
    at: int


class Node:
    """A value of a text, and the way to it from the value that holds it.

    Places are looked for only when they are asked for: errors have them, and nothing else does.
    """

    __slots__ = ("_reached", "home", "key", "parent", "value")

    def __init__(
        self, value: Any, home: Home, parent: Node | None = None, key: str | int = ""
    ) -> None:
        self.value, self.parent, self.key = value, parent, key
        self.home = home
        self._reached: tuple[int, int] | None = None

    @property
    def name(self) -> str:
        """What messages call it: ``cages[3].op``."""
        if self.parent is None:
            return ""
        if isinstance(self.key, int):
            return f"{self.parent.name}[{self.key}]"
        return printable(f"{self.parent.name}.{shortened(self.key)}".removeprefix("."))

    @property
    def root(self) -> Node:
        """The value of the text that holds it."""
        return self if self.parent is None else self.parent.root

    # --- places ---

    def place(self) -> Word:
        """Where it begins."""
        return word_at(self.home.text, self._offset())

    @property
    def line(self) -> int:
        """The line where it begins."""
        return self.place().line

    def error(self, message: str) -> FormatError:
        """An error at its place."""
        return self.place().error(message)

    def error_at_key(self, key: str, message: str) -> FormatError:
        """An error at the place of a key of an object."""
        return error_at(self.home.text, self._offsets_of(key)[0], message)

    @contextmanager
    def here(self) -> Iterator[None]:
        """Adds its place to the errors that have none."""
        try:
            yield
        except FormatError as error:
            if not error.line:
                raise self.error(error.message) from error
            raise

    @contextmanager
    def holding(self, what: str) -> Iterator[None]:
        """Gives its place to the errors of a text that it holds."""
        try:
            yield
        except FormatError as error:
            where = f"line {error.line} of the {what}: " if error.line else ""
            raise self.error(f"{where}{error.message}") from error

    def _offset(self) -> int:
        return self.home.at if self.parent is None else self.parent._offset_of(self.key)

    def _offset_of(self, key: str | int) -> int:
        """Where one of its values begins."""
        text = self.home.text
        if isinstance(key, int):
            index, at = self._reached or (0, skip_space(text, self._offset() + 1))
            if index > key:
                index, at = 0, skip_space(text, self._offset() + 1)
            for _ in range(index, key):
                at = self._after(at)
            self._reached = key, at
            return at
        return self._offsets_of(key)[1]

    def _offsets_of(self, key: str) -> tuple[int, int]:
        """Where a key of an object begins, and its value."""
        text = self.home.text
        at = skip_space(text, self._offset() + 1)
        while True:
            found, end = _SKIPPING.raw_decode(text, at)
            value = skip_space(text, skip_space(text, end) + 1)
            if found == key:
                return at, value
            at = self._after(value)

    def _after(self, at: int) -> int:
        """Where the next value begins, or its key."""
        text = self.home.text
        _, end = _SKIPPING.raw_decode(text, at)
        return skip_space(text, skip_space(text, end) + 1)

    # --- what it holds ---

    def unlike(self, expected: str) -> FormatError:
        """The error of a value of another kind."""
        name = self.name or "the text"
        return self.error(f"{name} has {KINDS[type(self.value)]}; expected {expected}")

    def exactly(self, kind: type, expected: str = "") -> Any:
        """The value, if it is of a kind; FormatError, with what was expected, if it is not."""
        if type(self.value) is not kind:  # an exact match: True is an int to isinstance
            raise self.unlike(expected or KINDS[kind])
        return self.value

    def get(self, key: str) -> Node | None:
        """The value of a key; None without one, or if that is null."""
        return self[key] if self.has(key) and self.value[key] is not None else None

    def has(self, key: str) -> bool:
        """Whether an object has a key; FormatError if it has it misspelt."""
        if key in self.exactly(dict):
            return True
        is_looked_for = key not in _SAYS_LITTLE and len(self.value) <= MAX_KEYS
        for other in self.value if is_looked_for else ():
            if is_misspelt(other, key):
                name = self.name or "the puzzle"
                message = f"unknown key {quoted(other)} in {name}; expected {key!r}"
                raise self.error_at_key(other, message)
        return False

    def __getitem__(self, key: str) -> Node:
        if not self.has(key):
            raise self.error(f"{self.name or 'the puzzle'} has no {key!r}")
        return Node(self.value[key], self.home, self, key)

    def items(self) -> list[Node]:
        """The values of an array."""
        found = enumerate(self.exactly(list))
        return [Node(value, self.home, self, index) for index, value in found]

    def parts(self, *names: str) -> list[Node]:
        """The values of an array, each of which has a name; FormatError for another number."""
        found = self.items()
        if len(found) != len(names):
            raise self.error(f"{self.name} has {len(found)} numbers; expected {listed(names)}")
        return found

    def items_of(self, key: str) -> list[Node]:
        """The values of the array below a key; none without it."""
        found = self.get(key)
        return found.items() if found else []

    def text_of(self, key: str) -> str:
        """The string below a key; none without it."""
        found = self.get(key)
        return found.text() if found else ""

    def sides(self) -> tuple[int, int]:
        """The rows and the columns of a board, as an array of rows has them."""
        rows = self.items()
        found = len(rows), len(rows[0].items()) if rows else 0
        if not 1 <= min(found) <= max(found) <= MAX_SIZE:
            raise self.error(
                f"a board of {found[0]} rows and {found[1]} columns; expected 1 to {MAX_SIZE}"
            )
        return found

    def grid(self, rows: int, columns: int) -> Iterator[tuple[Cell, Node]]:
        """The cells of an array of rows; FormatError unless it has those of a board."""
        found = self.items()
        if len(found) != rows:
            raise self.error(f"a {self.key} of {len(found)} rows; expected {rows}")
        for r, row in enumerate(found):
            cells = row.items()
            if len(cells) != columns:
                raise row.error(f"a row of {len(cells)} cells; expected {columns}")
            yield from (((r, c), cell) for c, cell in enumerate(cells))

    def several_cells(self) -> list[Node]:
        """The same of the cells of a cage, which are no more than a board has."""
        if len(self.exactly(list)) > MAX_SIZE**2:
            raise self.error(f"{self.name} has {len(self.value)} cells; at most {MAX_SIZE**2}")
        return self.items()

    def members(self) -> list[Node]:
        """The values of an object."""
        return [self[key] for key in self.exactly(dict)]

    def members_by_name(self) -> list[tuple[str, Any]]:
        """The keys of an object, and what JSON has for them."""
        return list(self.exactly(dict).items())

    def text(self) -> str:
        """A string, which is a text of whole characters."""
        value = str(self.exactly(str))
        if any("\ud800" <= char <= "\udfff" for char in value):
            raise self.error(f"{self.name} has half a character (a lone surrogate)")
        return value

    def flag(self) -> bool:
        """True or false."""
        return bool(self.exactly(bool))

    def integer(self) -> int:
        """An integer, perhaps written as 3.0."""
        if type(self.value) is float:
            if not self.value.is_integer() or abs(self.value) >= 2**53:
                raise self.error(f"{self.name} is {self.value}; expected an integer")
            return int(self.value)
        return int(self.exactly(int))

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
