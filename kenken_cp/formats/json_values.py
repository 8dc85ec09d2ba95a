"""JSON texts: parsed once; the format is known by their keys; errors have the path of a value.

A text is one value, an array of puzzles, or one value a line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import errors_at
from kenken_cp.formats.operators import OperatorWords
from kenken_cp.formats.tokens import MAX_DIGITS_READ, Token
from kenken_cp.model.geometry import Cell, Size
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import MAX_DIGITS, printable, quoted, shortened

_BLANKS = " \t\r\n"
_MAX_INTEGER = 10**MAX_DIGITS_READ - 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; ValueError for a key that comes twice, of which one would be ignored."""
    values = dict(pairs)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        shown = " and ".join(_shown(value) for key, value in pairs if key == twice)
        raise ValueError(f"the key {quoted(twice)} twice in one object, {shown}; expected it once")
    return values


def _no_number(name: str) -> None:
    """ValueError for NaN and infinity, as Python writes them."""
    raise ValueError(f"not JSON: {name}; expected a number")


def _integer(digits: str) -> float:
    """An integer; infinity for one with more digits than Python reads: no check of a range lets it
    pass.
    """
    return int(digits) if len(digits) <= MAX_DIGITS else float(digits)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_constant=_no_number
)


def parsed(text: str) -> tuple[Any, int]:
    """The first value of a text, and where it ends; FormatError where it is not JSON."""
    try:
        return _DECODER.raw_decode(text, len(text) - len(text.lstrip(_BLANKS)))
    except json.JSONDecodeError as error:
        message = f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}".removesuffix(" at")
        raise FormatError(message, line=error.lineno, column=error.colno) from None
    except ValueError as error:  # of a key that comes twice, or a number that is none
        raise FormatError(str(error)) from None
    except RecursionError:
        raise FormatError("not JSON: too many brackets within brackets") from None


def begins_json(text: str) -> bool:
    """Whether a text begins as an object or an array of JSON does."""
    return text.lstrip()[:1] in ("{", "[")


@lru_cache(maxsize=2)  # each format in JSON asks for the same text
def first_value(text: str) -> Any:
    """The first value of a text in JSON; None for any other text."""
    with suppress(FormatError):
        return parsed(text)[0] if begins_json(text) else None
    return None


def first_object(text: str) -> dict[str, Any]:
    """The first object of a text in JSON, or of the array that it is; {} if there is none."""
    return object_in(first_value(text))


def object_in(value: Any) -> dict[str, Any]:
    """A value that is an object, or the first one of an array of objects; {} if there is none."""
    if isinstance(value, list) and value:
        value = value[0]
    return value if isinstance(value, dict) else {}


def with_keys(*keys: str) -> Callable[[str], bool]:
    """The signature of a format in JSON: its first object has all of some keys."""
    return lambda text: first_object(text).keys() >= set(keys)


@dataclass(slots=True)
class Value:
    """A value of JSON with its path and line, which all its errors have.

    Attributes:
        value: as Python has it.
        path: such as ``cages[3].cells[0]``; empty for the whole.
        line: only of texts with a value a line.
    """

    value: Any
    path: str = ""
    line: int | None = None

    def error(self, message: str) -> FormatError:
        """An error at this value."""
        path = shortened(printable(self.path), 100)  # keys may be anything
        return FormatError(f"{path}: {message}" if path else message, line=self.line)

    def unlike(self, expected: str) -> FormatError:
        """The error of a value that is not what was expected."""
        return self.error(f"found {_shown(self.value)}; expected {expected}")

    def fields(
        self, required: Collection[str], optional: Collection[str] = (), *, or_empty: bool = False
    ) -> dict[str, Value]:
        """The values of an object by key; FormatError for a key that is missing or unknown.

        ``or_empty`` is whether a key that is unknown may have an empty value: the editors write
        keys of what is not drawn, too.
        """
        if not isinstance(self.value, dict):
            raise self.unlike(f"an object with {', '.join(required)}" if required else "an object")
        prefix = f"{self.path}." if self.path else ""
        values = {
            key: Value(value, f"{prefix}{key}", self.line) for key, value in self.value.items()
        }
        known = (*required, *optional)
        for key in required:
            if key not in values:
                raise self.error(f"the key {quoted(key)} is missing")
        for key, value in values.items():
            if key not in known and not (or_empty and not value.value):
                raise value.error(f"an unknown key; expected {', '.join(known)}")
        return values

    def items(self, expected: str = "a list") -> list[Value]:
        """The values of an array."""
        if not isinstance(self.value, list):
            raise self.unlike(expected)
        path, line = self.path, self.line
        return [Value(value, f"{path}[{at}]", line) for at, value in enumerate(self.value)]

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            raise self.unlike("a text")
        return self.value

    def integer(self, low: int = -_MAX_INTEGER, high: int = _MAX_INTEGER) -> int:
        """An integer of ``low`` to ``high``."""
        if type(self.value) is not int:
            raise self.unlike("an integer")
        if not low <= self.value <= high:
            shorter = f"at most {MAX_DIGITS_READ} digits"
            raise self.unlike(f"{low} to {high}" if high < _MAX_INTEGER else shorter)
        return self.value

    def operator(self, words: OperatorWords) -> Operator:
        """The operator of a word."""
        try:
            return words.read(Token(self.text(), 0))
        except FormatError as error:
            raise self.error(error.message) from error

    def board_values(self, size: Size) -> tuple[int, ...]:
        """The values of the cells of a board; FormatError for those that no such board has."""
        values = [item.integer() for item in self.items("a list of integers")]
        with errors_at(self):
            return Puzzle(size, values=values).values

    def cells(self, rows: int, columns: int) -> list[Cell]:
        """Cells as ``[row, column]`` from 0."""
        cells = []
        for item in self.items("a list of [row, column]"):
            match item.value:
                case [row, column] if type(row) is type(column) is int and (
                    0 <= row < rows and 0 <= column < columns
                ):
                    cells.append((row, column))
                case _:
                    last = f"[{rows - 1}, {columns - 1}]"
                    raise item.unlike(f"[row, column] from [0, 0] to {last}")
        return cells


def text_of(fields: Mapping[str, Value], key: str) -> str:
    """The text under a key of an object; empty if the key is not there."""
    return fields[key].text() if key in fields else ""


def _shown(value: Any) -> str:
    """A value in a message, as JSON has it."""
    if isinstance(value, dict):
        return "an object"
    if value in (inf, -inf):
        return "a number too large"
    if value is None or isinstance(value, (bool, list)):
        return shortened(json.dumps(value).replace("Infinity", "a number too large"), 60)
    return quoted(value)


def documents(lines: Iterable[str]) -> Iterator[Value | FormatError]:
    """The values of puzzles; in place of a line that is not JSON its error.

    Where the first line with content is a value, each line is one; else the text is.
    """
    numbered = enumerate(lines, 1)
    start, first = next((each for each in numbered if each[1].strip()), (1, ""))
    try:
        value = whole_value(first)
    except FormatError:
        text = "\n" * (start - 1) + "\n".join([first, *(line for _, line in numbered)])
        several = "; expected one object a line, or an array of them"
        yield from _puzzles(Value(whole_value(text.rstrip(), several)))
        return
    following = [(number, line) for number, line in numbered if line.strip()]
    yield from _puzzles(Value(value, line=start if following else None))
    for number, line in following:
        try:
            yield Value(whole_value(line), line=number)
        except FormatError as error:
            if error.line is not None:  # of what is not JSON
                error.message += "; expected one object a line"
            error.line = number
            yield error


def _puzzles(document: Value) -> list[Value]:
    """A value, or those of the array of objects that it is."""
    items = document.value
    if isinstance(items, list) and any(isinstance(item, dict) for item in items):
        return document.items()
    return [document]


def whole_value(text: str, expected: str = "") -> Any:
    """The value of JSON that a text is; FormatError for anything behind it, with what was expected
    instead.
    """
    value, end = parsed(text)
    rest = text[end:].lstrip()
    if rest:
        behind = f"{quoted(rest.rstrip())} behind the end of the value"
        line = text.count("\n", 0, len(text) - len(rest)) + 1
        raise FormatError(f"not JSON: {behind}{expected}", line=line)
    return value
