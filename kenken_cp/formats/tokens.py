"""Parts of a text that know where they stand, so that every error has its line and column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, Protocol

from kenken_cp.errors import FormatError
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.text import quoted

MAX_DIGITS_READ = 100
"""Digits of a number: longer ones are noise, and Python itself refuses the longest of them."""

_MAX_LINE = 200_000
"""Characters of a line: many times what the largest board has in one."""

MAX_HEAD = 100_000
"""Characters at the beginning of a text in which a signature is looked for."""

INTEGER = "[-−–]?[0-9]+"
"""The pattern of an integer, with what people type or paste as the sign of a negative number."""

_WORD = re.compile(r"\S+")
CELL = re.compile(r"[rR]([0-9]{1,4})[cC]([0-9]{1,4})")
MINUS_SIGNS = str.maketrans("−–", "--")
"""For ``str.translate``: what people type or paste as the sign of a negative number."""


class Place(Protocol):
    """Where something stands: in a line, or under a key of JSON."""

    def error(self, message: str) -> FormatError:
        """An error at this place."""
        ...


class Token(NamedTuple):
    """A part of a text and its place, 1-based; column 0 if only the line is known."""

    text: str
    line: int
    column: int = 0

    def error(self, message: str) -> FormatError:
        """An error at this place."""
        return FormatError(message, line=self.line, column=self.column or None)

    def unlike(self, expected: str, what: str = "") -> FormatError:
        """The error of a token that is not what was expected; ``what`` names it."""
        shown = f"{what} {quoted(self.text.strip(), 60)}".lstrip()
        return self.without_indent.error(f"{shown}; expected {expected}")

    @property
    def without_indent(self) -> Token:
        """The token without the blanks before it, so that an error has its column."""
        blanks = len(self.text) - len(self.text.lstrip())
        return self.part(self.text[blanks:], blanks)

    @property
    def stripped(self) -> Token:
        """The token without the blanks around it."""
        start = self.without_indent
        return start._replace(text=start.text.rstrip())

    def part(self, text: str, offset: int) -> Token:
        """A part that begins ``offset`` characters after the beginning of this token."""
        return Token(text, self.line, (self.column or 1) + offset)

    def place_behind(self) -> Token:
        """The place behind the token, for what is missing there."""
        return self.part("", len(self.text.rstrip()))

    def of_group(self, match: re.Match[str], group: int | str = 0) -> Token:
        """What a group of a match in this token's text has."""
        return self.part(match[group] or "", max(match.start(group), 0))

    def matched(self, pattern: re.Pattern[str], expected: str, what: str = "") -> re.Match[str]:
        """The match of a pattern with all of the token; FormatError if there is none."""
        match = pattern.fullmatch(self.text)
        if match is None:
            raise self.unlike(expected, what)
        return match

    def split(self, pattern: re.Pattern[str] = _WORD) -> list[Token]:
        """The parts that a pattern finds; by default those between blanks."""
        return [self.part(match[0], match.start()) for match in pattern.finditer(self.text)]

    def characters(self) -> list[Token]:
        """Each of its characters."""
        return [Token(char, self.line, at) for at, char in enumerate(self.text, self.column or 1)]

    def word(self, words: Sequence[str], at: int) -> Token:
        """One of the words that this token has in this order."""
        start = end = 0
        for word in words[: at + 1]:
            start = self.text.index(word, end)
            end = start + len(word)
        return self.part(words[at], start)

    def integer(self, what: str) -> int:
        """An integer in decimal digits, perhaps negative; ``what`` names it in the error."""
        digits = self.text.translate(MINUS_SIGNS)
        if not digits.removeprefix("-").isdecimal() or not digits.isascii():
            raise self.unlike("an integer", what)
        if (count := len(digits.removeprefix("-"))) > MAX_DIGITS_READ:
            raise self.error(f"{what} of {count} digits; expected at most {MAX_DIGITS_READ}")
        return int(digits)

    def within(self, what: str, low: int, high: int) -> int:
        """An integer of ``low`` to ``high``."""
        number = self.integer(what)
        if not low <= number <= high:
            raise self.unlike(f"{low} to {high}", what)
        return number

    def board_side(self) -> int:
        """The number of rows or of columns of a board."""
        return self.within("size", 1, MAX_SIZE)

    def cell(self) -> Cell:
        """A cell as people write it, ``r1c1``."""
        match = self.matched(CELL, "row and column, as in r1c1", "cell")
        return int(match[1]) - 1, int(match[2]) - 1


def numbered_lines(lines: Iterable[str]) -> Iterator[Token]:
    """Every line of a text, also those that are blank; FormatError for one that no puzzle has."""
    for number, text in enumerate(lines, start=1):
        if len(text) > _MAX_LINE:
            raise FormatError(
                f"a line of {len(text)} characters; expected at most {_MAX_LINE}", line=number
            )
        yield Token(text, number)


def content_lines(lines: Iterable[str], comment: str = "#") -> Iterator[Token]:
    """The lines of a text that are neither blank nor comments, which begin with ``comment``."""
    for line in numbered_lines(lines):
        text = line.text.lstrip()
        if text and not (comment and text.startswith(comment)):
            yield line


def first_lines(text: str, count: int = 1, comment: str = "#") -> tuple[str, ...]:
    """The first lines of a text with content, without the blanks around them: for signatures.

    Comments are left out. Only the first hundred thousand characters are looked at.
    """
    lines = content_lines(text[:MAX_HEAD].split("\n"), comment)
    return tuple(line.text.strip() for line in islice(lines, count))


class Lines:
    """Lines with content, taken one after the other.

    Attributes:
        last: the line taken last; before the first, ``before``, or the beginning of the text.
    """

    def __init__(self, lines: Iterable[Token], before: Token | None = None) -> None:
        self._lines = iter(lines)
        self._next: Token | None = None
        self.last = before or Token("", 1)

    def __bool__(self) -> bool:
        """Whether there is another line."""
        return self.peek() is not None

    def __iter__(self) -> Iterator[Token]:
        """Takes the lines that are left."""
        while self:
            yield self.take("a line")

    def peek(self) -> Token | None:
        """The next line; None at the end."""
        if self._next is None:
            self._next = next(self._lines, None)
        return self._next

    def take(self, expected: str) -> Token:
        """Takes the next line; FormatError, which says what was expected, at the end."""
        line = self.peek()
        if line is None:
            raise self.last.place_behind().error(f"the text ends here; expected {expected}")
        self._next, self.last = None, line
        return line

    def expect_end(self, expected: str, begin: str | None = None) -> None:
        """FormatError if a line is left, unless it begins the next puzzle: matches ``begin``."""
        line = self.peek()
        if line is not None and not (begin and re.fullmatch(begin, line.text.strip())):
            raise line.unlike(expected)
