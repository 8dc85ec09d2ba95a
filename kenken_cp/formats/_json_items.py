"""The objects of a JSON text, one by one, with the lines on which they and their cages stand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

from kenken_cp.errors import FormatError
from kenken_cp.formats._read import MAX_DIGITS
from kenken_cp.text import quoted, shortened

_CELLS_KEY = re.compile(r'"cells"\s*:')
_SPACE = re.compile(r"[ \t\n]*")


class Item(NamedTuple):
    """One object of a text: what it holds, its first line, and the lines of its cages."""

    value: Any
    line: int
    cage_lines: list[int]

    def cage_line(self, index: int) -> int:
        return self.cage_lines[index] if index < len(self.cage_lines) else self.line


def json_items(text: str) -> Iterator[Item]:
    """The elements of one array, or the values one after the other."""
    at = _skip_space(text, 0)
    in_array = text.startswith("[", at)
    if in_array:
        at = _skip_space(text, at + 1)
    line, counted = 1, 0
    while at < len(text) and not (in_array and text[at] == "]"):
        line, counted = line + text.count("\n", counted, at), at
        value, end = _decode(text, at, line)
        yield Item(value, line, list(_cage_lines(text, at, end, line)))
        at = _skip_space(text, end)
        if in_array:
            at = _after_element(text, at)
    if in_array:
        _expect_end(text, at)


def _cage_lines(text: str, at: int, end: int, line: int) -> Iterator[int]:
    """The line of each ``"cells"`` key: ``json`` itself reports no places."""
    for match in _CELLS_KEY.finditer(text, at, end):
        line, at = line + text.count("\n", at, match.start()), match.start()
        yield line


def _after_element(text: str, at: int) -> int:
    if text.startswith(",", at):
        following = _skip_space(text, at + 1)
        if not text.startswith("]", following):
            return following
    elif text.startswith("]", at):
        return at
    raise _error_at(text, at, "expected ',' and another object, or ']' after the last")


def _expect_end(text: str, at: int) -> None:
    if not text.startswith("]", at):
        raise _error_at(text, at, "the array does not end; expected ']'")
    after = _skip_space(text, at + 1)
    if after < len(text):
        raise _error_at(text, after, "text after the array; expected nothing")


def _decode(text: str, at: int, line: int) -> tuple[Any, int]:
    """One JSON value and where it ends."""
    try:
        return _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise FormatError(
            f"not JSON: {error.msg}", line=error.lineno, column=error.colno
        ) from error
    except RecursionError:
        raise FormatError("nested too deeply; expected a puzzle", line=line) from None
    except FormatError as error:
        error.line = line
        raise


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise FormatError(f"key {quoted(key)} twice in one object")
        found[key] = value
    return found


def _short_integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise FormatError(f"a number of {len(digits)} digits; expected at most {MAX_DIGITS}")
    return int(digits)


def _no_number(text: str) -> NoReturn:
    raise FormatError(f"{shortened(text)}; expected an integer")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_without_repeats,
    parse_int=_short_integer,
    parse_float=_no_number,
    parse_constant=_no_number,
)


def _skip_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    assert match is not None
    return match.end()


def _error_at(text: str, at: int, message: str) -> FormatError:
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    return FormatError(message, line=text.count("\n", 0, at) + 1, column=column)
