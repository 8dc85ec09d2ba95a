"""Words that know their place, and what they say; the lines of a text one after the other."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from kenken_cp.errors import FormatError, PuzzleError, UnknownNameError
from kenken_cp.formats.record import ReadLines, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import quoted

MAX_DIGITS = 100
"""Longer numbers are noise, and ``int`` itself refuses to read the longest of them."""

MAX_LINE = 200_000
"""Characters of a line: many times what the largest board has in one."""

MAX_TEXT = 100_000
"""Characters of a puzzle, and of what detection examines: the largest board has fewer."""

MAX_REMEMBERED = 100
"""Characters of a part whose meaning is kept for the next that is the same."""

LOOKED_AT = 200
"""Lines by which detection decides: there are clues below the rows of the largest board."""

_CHARACTERS_AT_ONCE = 1 << 14
"""Characters of a text whose lines are made together."""

_NO_BLANKS = regex(r"\S+")
_CELL = regex(r"[rR]([0-9]{1,4})[cC]([0-9]{1,4})")
_TWO_SIDES = regex(r"\s*+[0-9]++(?:\s*+[^\w\s.-]\s*+|\s++(?:by\s++)?+)[0-9]++\s*+")
"""A size with another sign between its numbers than ``x``."""


class Word(NamedTuple):
    """Part of a text, and where it stands, 1-based; column 0 if only the line is known."""

    text: str
    line: int
    column: int = 0

    def error(self, message: str) -> FormatError:
        """An error at this place."""
        return FormatError(message, line=self.line, column=self.column or None)

    def unlike(self, expected: str, what: str = "") -> FormatError:
        """The error of a word, or of a line, that is not what was expected; ``what`` names it."""
        place = self if self.column or not self.line else self.first
        found = f"{what} {quoted(self.text.strip(), 60)}".lstrip()
        return place.error(f"{found}; expected {expected}")

    def matched(self, pattern: re.Pattern[str], expected: str, what: str = "") -> re.Match[str]:
        """The match of a pattern with all of it; FormatError, as ``unlike``, if there is none."""
        match = pattern.fullmatch(self.text)
        if match is None:
            raise self.unlike(expected, what)
        return match

    def instead(self, text: str) -> Word:
        """Another text at this place."""
        return Word(text, self.line, self.column)

    def part(self, text: str, offset: int) -> Word:
        """A part that starts after ``offset`` characters of this word, or of this line."""
        _, line, column = self  # faster than by their names: this is done for each cell
        return new_word(Word, (text, line, (column or 1) + offset))

    def split(self) -> list[Word]:
        """The parts between white space; raises as ``in_bounds``."""
        return self.in_bounds().all_parts(_NO_BLANKS)

    @property
    def first(self) -> Word:
        """The first of the parts between white space; this one if there is none."""
        return next(self.parts(_NO_BLANKS), self)

    @property
    def stripped(self) -> Word:
        """The word without the white space around it."""
        return self.part(self.text.strip(), len(self.text) - len(self.text.lstrip()))

    def group(self, match: re.Match[str], group: int | str = 0) -> Word:
        """What a group of a match in this word has."""
        return self.part(match[group], match.start(group))

    def between(self, sign: str) -> list[Word]:
        """The parts between a sign."""
        found, at = [], 0
        for text in self.text.split(sign):
            found.append(self.part(text, at))
            at += len(text) + len(sign)
        return found

    def characters(self) -> list[Word]:
        """Each of its characters."""
        text, line, column = self
        return [new_word(Word, (char, line, at)) for at, char in enumerate(text, column or 1)]

    # --- what it says ---

    def integer(self, what: str) -> int:
        """An integer in decimal digits, perhaps negative; ``what`` names it in the error."""
        digits = self.text
        if digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS:
            return int(digits)
        digits = re.sub("^[−–]", "-", digits)
        if not re.fullmatch(r"-?[0-9]+", digits):
            raise self.unlike("an integer", what)
        if len(digits) > MAX_DIGITS:
            raise self.error(f"{what} has {len(digits)} digits; expected at most {MAX_DIGITS}")
        return int(digits)

    def within(self, what: str, low: int, high: int) -> int:
        """An integer of ``low`` to ``high``."""
        number = self.integer(what)
        if not low <= number <= high:
            raise self.unlike(f"{low} to {high}", what)
        return number

    def side(self) -> int:
        """The rows or the columns of a board."""
        return self.within("size", 1, MAX_SIZE)

    def sides(self) -> tuple[int, int]:
        """Rows and columns of a board: ``4x6``, or ``6`` for a square."""
        first, separator, second = map(str.strip, self.text.partition("x"))
        if (separator and not (first and second)) or _TWO_SIDES.fullmatch(self.text):
            raise self.unlike("rows x columns, as in 4x6", "size")
        rows = self.instead(first).side()
        return rows, self.instead(second).side() if separator else rows

    def cell(self) -> Cell:
        """A cell as people write it, ``r1c1``."""
        match = self.matched(_CELL, "row and column, as in r1c1", "cell")
        return int(match[1]) - 1, int(match[2]) - 1

    # --- its parts ---

    def in_bounds(self) -> Word:
        """The word itself; FormatError if it is longer than any line of a puzzle."""
        if len(self.text) > MAX_LINE:
            raise self.error(f"a line of {len(self.text)} characters; expected at most {MAX_LINE}")
        return self

    def parts(self, pattern: re.Pattern[str]) -> Iterator[Word]:
        """The parts that a pattern finds, one after the other."""
        text, line, column = self
        start = column or 1
        for match in pattern.finditer(text):
            yield new_word(Word, (match[0], line, start + match.start()))

    def all_parts(self, pattern: re.Pattern[str]) -> list[Word]:
        """The same all at once, which is faster."""
        text, line, column = self
        start = column or 1
        return [
            new_word(Word, (match[0], line, start + match.start()))
            for match in pattern.finditer(text)
        ]


new_word = tuple.__new__
"""Makes a word of its parts in half the time that ``Word`` takes."""

_Line = TypeVar("_Line")


class Place(Protocol):
    """Where something stands in a text: a word, or what finds its place only when it is asked."""

    @property
    def line(self) -> int: ...

    def error(self, message: str) -> FormatError:
        """An error at this place."""
        ...


class Later(NamedTuple):
    """A place that is found only when it is asked for: by what it is called with."""

    find: Callable[..., Word]
    arguments: tuple[Any, ...]

    @property
    def line(self) -> int:
        return self.find(*self.arguments).line

    def error(self, message: str) -> FormatError:
        """An error at this place."""
        return self.find(*self.arguments).error(message)


def word_at(text: str, at: int) -> Word:
    """A place in a text: a word that has no text, at an offset."""
    return Word("", text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


def every_line(text: str) -> Iterator[str]:
    """The lines of a text, one after the other: all at once they take several times its memory."""
    start = 0
    while (end := text.find("\n", start + _CHARACTERS_AT_ONCE)) >= 0:
        yield from text[start:end].split("\n")
        start = end + 1
    yield from text[start:].split("\n")


def numbered_lines(text: str) -> Iterator[Word]:
    """The lines of a text that are not blank, each as a word that knows its line only."""
    for number, line in enumerate(every_line(text), start=1):
        if line and not line.isspace():
            yield new_word(Word, (line, number, 0))


def said_lines(text: str | Iterable[str], *comments: str) -> Iterator[Word]:
    """The lines of a text, or of those that are still to come, that say something: neither blank
    nor a comment, which begins with ``#`` or one of some other signs.
    """
    signs = ("#", *comments)
    every = every_line(text) if isinstance(text, str) else text
    for number, line in enumerate(every, start=1):
        said = line.lstrip()
        if said and not said.startswith(signs):
            yield new_word(Word, (line, number, 0))


def in_blocks(lines: Iterable[Word], beginning: re.Pattern[str]) -> Iterator[list[Word]]:
    """The lines of each puzzle, of which the first begins as the pattern says."""
    found: list[Word] = []
    for line in lines:
        if found and beginning.match(line.text):
            yield found
            found = []
        found.append(line)
    if found:
        yield found


def unbroken(lines: Iterable[Word], goes_on: Callable[[list[Word], Word], bool]) -> Iterator[Word]:
    """The lines; those that mail has broken one into, which ``goes_on`` from the ones before it to
    another, are one, without the blanks at their ends.
    """
    held: list[Word] = []
    for line in lines:
        if held and not goes_on(held, line):
            yield _joined(held)
            held = []
        held.append(line)
    if held:
        yield _joined(held)


def _joined(lines: list[Word]) -> Word:
    first, *rest = lines
    return first.instead("".join([first.text.rstrip(), *(line.text.strip() for line in rest)]))


def first_lines(text: str, count: int = LOOKED_AT) -> list[str]:
    """The first lines of a text, that many at most, without those that are blank."""
    return [line for line in text.split("\n", count)[:count] if line.strip()]


def first_line(text: str) -> str:
    """The first line of a text, and no more than its beginning, by which a format shows itself."""
    return text.lstrip()[:MAX_TEXT].split("\n", 1)[0].strip()


class Lines(Generic[_Line]):
    """Lines of a text, or its words, taken one after the other: only what is looked at is made.

    Attributes:
        last: what was taken last; where the text has ended, the last there is.
    """

    last: _Line

    def __init__(self, lines: Iterable[_Line]) -> None:
        self._lines = iter(lines)
        self._ahead: deque[_Line] = deque()

    def __bool__(self) -> bool:
        """Whether there is another line."""
        return bool(self._ahead) or self.peek() is not None

    def peek(self) -> _Line | None:
        """The next line; None at the end."""
        if not self._ahead:
            line = next(self._lines, None)
            if line is None:
                return None
            self._ahead.append(line)
        return self._ahead[0]

    def view(self, count: int) -> list[_Line]:
        """The next lines, that many at most, which stay to be taken."""
        self._ahead.extend(islice(self._lines, max(count - len(self._ahead), 0)))
        return list(islice(self._ahead, count))

    def take(self) -> _Line:
        """The next line; there must be one."""
        self.last = self._ahead.popleft() if self._ahead else next(self._lines)
        return self.last

    def several(self, count: int) -> list[_Line]:
        """Takes the next lines, that many at most."""
        found = self.view(count)
        for _ in found:
            self.take()
        return found


class Stream(Lines[Word]):
    """Words that are one stream: where a line ends does not matter, but for comments."""

    @classmethod
    def of(cls, text: str, word: re.Pattern[str]) -> Stream:
        """The words of a text."""
        return cls(part for line in said_lines(text) for part in line.parts(word))

    def expect(self, what: str) -> Word:
        """Takes the next word; FormatError at the end."""
        word = self._ahead.popleft() if self._ahead else next(self._lines, None)
        if word is None:
            raise self.last.error(f"the text ends after {quoted(self.last.text)}; expected {what}")
        self.last = word
        return word


def attempted(
    read: Callable[..., ReadPuzzle], items: Iterable[Any], *more: Any
) -> Iterator[ReadPuzzle | FormatError]:
    """What ``read`` makes of each item, or in its place the FormatError; one among them stays."""
    for item in items:
        try:
            yield item if isinstance(item, FormatError) else read(item, *more)
        except FormatError as error:
            yield error


def line_by_line(read: Callable[[Word, RuleSet | None], ReadPuzzle]) -> ReadLines:
    """A reader of lines that are still to come, with a puzzle in each of them."""
    return lambda lines, rules: attempted(read, said_lines(lines), rules)


def block_by_block(
    read: Callable[[list[Word], RuleSet | None], ReadPuzzle], beginning: re.Pattern[str]
) -> Callable[[str, RuleSet | None], Iterator[ReadPuzzle | FormatError]]:
    """A reader of texts whose puzzles each begin with a line as the pattern says."""
    return lambda text, rules: attempted(read, in_blocks(said_lines(text), beginning), rules)


def board_by_board(
    read: Callable[[Lines[Word], RuleSet | None], ReadPuzzle], *comments: str
) -> Callable[[str, RuleSet | None], Iterator[ReadPuzzle]]:
    """A reader of texts whose puzzles follow one another: each takes its lines. Those that begin
    with ``#``, or another sign of ``comments``, say nothing.
    """

    def read_all(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle]:
        lines = Lines(said_lines(text, *comments))
        while lines:
            yield read(lines, rules)

    return read_all


class located:  # noqa: N801 - used as a function, and as one it would take four times as long
    """Turns what the data model finds wrong, inside a ``with``, into a FormatError at a place."""

    __slots__ = ("_place",)

    def __init__(self, place: Place) -> None:
        self._place = place

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (PuzzleError, UnknownNameError)):
            raise self._place.error(str(error)) from error
