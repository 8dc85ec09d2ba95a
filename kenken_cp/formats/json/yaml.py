"""The YAML that people write puzzles in: mappings and sequences, as blocks and in brackets, strings
with and without quotation marks, comments, several documents.

It is read here, not by a library, as errors have places, what is not asked for need not be right,
and a long text is read in a tenth of the time. Anchors, tags and texts of several lines have no use
in a puzzle and are not known.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from kenken_cp.errors import FormatError
from kenken_cp.formats._words import Word
from kenken_cp.formats.json.values import MAX_KEYS, is_misspelt
from kenken_cp.frozen import frozen
from kenken_cp.patterns import regex
from kenken_cp.text import quoted

_MAX_DEPTH = 20

_QUOTED = r"\"(?:[^\"\\]|\\.)*+\"|'(?:[^']|'')*+'"
_SAID = regex(rf"(?:(?<![^\s,\[{{:]){_QUOTED}|(?<=\S)\#|[^#])*+")
_KEY = regex(rf"(?P<key>{_QUOTED}|(?=[\w$])(?!\S*-\s)[^:]*+):(?:\s++|$)")
"""A key; what begins with another sign is a mistake, and what stands below it is not left out."""

_ITEM = regex(r"-(?:\s++|$)")
_TOKEN = regex(
    rf"\s*+(?:(?P<sign>[\[\]{{}},:])|(?P<text>{_QUOTED}|[^\s,\[\]{{}}:](?:[^,\[\]{{}}:]|:(?=\S))*+))"
)
_WHOLE = regex(_QUOTED)
_ESCAPED = regex(r"\\(.)")


@frozen
class Node:
    """A value, and where it stands: a text, the items of a sequence, or the values by their keys.

    A value that is left out is an empty text, and so are null and ``~``.
    """

    place: Word
    value: str | list[Node] | dict[str, Node]

    def text(self, what: str) -> Word:
        """A text at its place."""
        if not isinstance(self.value, str):
            raise self.place.error(f"{what} has {self._kind}; expected a text")
        return self.place.instead(self.value)

    def items(self, what: str) -> list[Node]:
        """The items of a sequence."""
        if not isinstance(self.value, list):
            raise self.place.error(f"{what} has {self._kind}; expected a sequence, as in [A1, B1]")
        return self.value

    def members(self, what: str) -> dict[str, Node]:
        """The values of a mapping."""
        if not isinstance(self.value, dict):
            raise self.place.error(f"{what} has {self._kind}; expected keys and values")
        return self.value

    @property
    def _kind(self) -> str:
        if isinstance(self.value, str):
            return quoted(self.value, 40)
        return "a sequence" if isinstance(self.value, list) else "keys and values"


_UNBOUNDED: Mapping[str, int] = {}


def documents(
    text: str, keys: Collection[str], most: Mapping[str, int] = _UNBOUNDED
) -> Iterator[Node | FormatError]:
    """The values of the documents of a text, with these of their keys; ``most`` has how many items
    the sequence below a key may have.
    """
    lines: list[Word] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith(("---", "...")):
            if lines:
                yield _document(lines, keys, most)
                lines = []
            line = "   " + line[3:]
        said = _SAID.match(line) if "#" in line else None
        content = (said[0] if said else line).rstrip()
        stripped = content.lstrip()
        if stripped and not line.startswith("%"):
            lines.append(Word(stripped, number, len(content) - len(stripped) + 1))
    if lines:
        yield _document(lines, keys, most)


def _document(
    lines: list[Word], keys: Collection[str], most: Mapping[str, int]
) -> Node | FormatError:
    try:
        return _Document(lines, keys, most).read()
    except FormatError as error:
        return error


class _Document:
    """Reads the lines of a document, one after the other."""

    def __init__(self, lines: list[Word], keys: Collection[str], most: Mapping[str, int]) -> None:
        self._lines, self._keys, self._most = lines, keys, most
        self._at = self._offset = 0
        self._depth = 0
        self._unknown = 0

    def read(self) -> Node:
        """The value that the document is."""
        found = self._node()
        if self._at < len(self._lines):
            line = self._lines[self._at]
            misplaced = _ITEM.match(line.text) or _KEY.match(line.text)
            expected = "it as far right as its neighbours" if misplaced else "a key, as in size: 5"
            raise line.error(f"{quoted(line.text, 40)}; expected {expected}")
        return found

    def _node(self, key: str = "") -> Node:
        """The value that begins on the line, below a key if there is one."""
        line = self._lines[self._at]
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise line.error("nested too deeply; expected a puzzle")
        if _ITEM.match(line.text):
            found = self._sequence(line, key)
        elif _KEY.match(line.text):
            found = self._mapping(line)
        else:
            found = self._inline(line, line.column - 1, key)
        self._depth -= 1
        return found

    def _sequence(self, first: Word, key: str) -> Node:
        items: list[Node] = []
        while (item := self._beside(first)) and (match := _ITEM.match(item.text)):
            self._check_few(items, key, item)
            items.append(self._after(item, match.end()))
        return Node(first, items)

    def _check_few(self, items: list[Node], key: str, place: Word) -> None:
        """FormatError if there is no room for another item of a sequence below a key: those that
        are too many are not all read first.
        """
        if len(items) >= (most := self._most.get(key, len(items) + 1)):
            raise place.error(f"more than {most} {key}; expected one puzzle")

    def _mapping(self, first: Word) -> Node:
        members: dict[str, Node] = {}
        while (line := self._beside(first)) and (match := _KEY.match(line.text)):
            key = _unquoted(match["key"])
            if key in members:
                between = "; expected --- between two documents" if line.column == 1 else ""
                raise line.error(f"key {quoted(key)} twice{between}")
            if key in self._keys:
                members[key] = self._after(line, match.end(), key)
            else:
                self._check_spelling(key, line)
                self._at += 1
                while self._is_within(line, in_mapping=True):
                    self._at += 1
        return Node(first, members)

    def _check_spelling(self, key: str, line: Word) -> None:
        """FormatError for one of the first keys that are not read, if it is one that is, misspelt;
        in a document that has only others hardly any is.
        """
        self._unknown += 1
        if self._unknown <= MAX_KEYS:
            meant = next((each for each in sorted(self._keys) if is_misspelt(key, each)), None)
            if meant:
                raise line.error(f"unknown key {quoted(key)}; expected {meant!r}")

    def _beside(self, first: Word) -> Word | None:
        """The line, if it stands right below the first."""
        if self._at < len(self._lines) and self._lines[self._at].column == first.column:
            return self._lines[self._at]
        return None

    def _is_within(self, line: Word, *, in_mapping: bool) -> bool:
        """Whether the line is part of the value of a line before it."""
        if self._at == len(self._lines):
            return False
        following = self._lines[self._at]
        return following.column > line.column or (
            in_mapping and following.column == line.column and bool(_ITEM.match(following.text))
        )

    def _after(self, line: Word, start: int, key: str | None = None) -> Node:
        """The value after a key, or without one after the sign of an item, on its line or below."""
        in_mapping = key is not None
        if start < len(line.text):
            rest = line.part(line.text[start:], start)
            self._lines[self._at] = rest
            return self._inline(rest, line.column, key or "") if in_mapping else self._node()
        self._at += 1
        if self._is_within(line, in_mapping=in_mapping):
            return self._node(key or "")
        return Node(line.part("", len(line.text)), "")

    def _inline(self, line: Word, column: int, key: str) -> Node:
        """A value in brackets, or a text, which may go on in lines that begin after a column."""
        if line.text[0] in "[{":
            return self._flow(key)
        self._at += 1
        parts = [line.text]
        while self._at < len(self._lines) and self._lines[self._at].column > column:
            parts.append(self._lines[self._at].text)
            self._at += 1
        return _scalar(line, " ".join(parts))

    # --- values in brackets ---

    def _flow(self, key: str) -> Node:
        """The value in brackets that begins the line."""
        self._offset = 0
        found = self._value(*self._next(), self._depth, key)
        line = self._lines[self._at]
        if line.text[self._offset :].strip():
            raise line.part(line.text[self._offset :], self._offset).unlike("the end of the line")
        self._at += 1
        return found

    def _next(self) -> tuple[re.Match[str], Word]:
        """The next sign or text, on the line or on one below."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            match = _TOKEN.match(line.text, self._offset)
            if match is not None:
                self._offset = match.end()
                return match, line
            if line.text[self._offset :].strip():
                raise line.part(line.text[self._offset :], self._offset).unlike("a value")
            self._at, self._offset = self._at + 1, 0
        raise self._lines[-1].error("the text ends within brackets; expected ] or }")

    def _value(self, match: re.Match[str], line: Word, depth: int, key: str = "") -> Node:
        start = match.start("sign" if match["sign"] else "text")
        place = line.part(match[0].strip(), start)
        if depth > _MAX_DEPTH:
            raise place.error("nested too deeply; expected a puzzle")
        if match["text"]:
            return _scalar(place, match["text"].rstrip())
        if match["sign"] == "[":
            return Node(place, self._items_between(depth + 1, key))
        if match["sign"] == "{":
            return Node(place, self._members_between(depth + 1))
        raise place.error(f"{match['sign']!r}; expected a value")

    def _items_between(self, depth: int, key: str) -> list[Node]:
        items: list[Node] = []
        while True:
            match, line = self._next()
            if match["sign"] == "]":
                return items
            self._check_few(items, key, line.part("", match.start()))
            items.append(self._value(match, line, depth))
            if not self._goes_on("]"):
                return items

    def _members_between(self, depth: int) -> dict[str, Node]:
        members: dict[str, Node] = {}
        while True:
            match, line = self._next()
            if match["sign"] == "}":
                return members
            key = self._value(match, line, depth)
            name = key.text("a key").text
            if name in members:
                raise key.place.error(f"key {quoted(name)} twice")
            match, line = self._next()
            if match["sign"] != ":":
                raise line.part("", match.end() - 1).error(
                    f"{quoted(match[0].strip())}; expected ':'"
                )
            members[name] = self._value(*self._next(), depth, name)
            if not self._goes_on("}"):
                return members

    def _goes_on(self, closing: str) -> bool:
        """Whether there is a comma, and no bracket that closes."""
        match, line = self._next()
        if match["sign"] not in (",", closing):
            place = line.part("", match.end() - len(match[0].lstrip()))
            raise place.error(f"{quoted(match[0].strip(), 40)}; expected ',' or {closing!r}")
        return match["sign"] == ","


def _scalar(place: Word, text: str) -> Node:
    if text in ("null", "Null", "NULL", "~"):
        return Node(place, "")
    return Node(place, _unquoted(text))


def _unquoted(text: str) -> str:
    """A text without the quotation marks around it."""
    text = text.strip()
    if not _WHOLE.fullmatch(text):
        return text
    inside = text[1:-1]
    return _ESCAPED.sub(r"\1", inside) if text[0] == '"' else inside.replace("''", "'")
