"""Puzzles that stand as values in the source of a program, such as a student's solver:

from kenken_csp import *
boards = [[[3], [11, 21, 3, 0], [12, 22, 2, 1], [13, 23, 33, 6, 3], [31, 32, 5, 0]]]
print(solve(boards[0]))
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import dedent
from typing import NamedTuple

from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.formats._literals import BEGINS, DECLARED, POINT, TooDeepError, literal
from kenken_cp.formats._words import Word
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.patterns import regex
from kenken_cp.text import board_name

_MAX_LENGTH = 100_000
"""Characters of a program in which values are looked for."""

_MAX_FAILED = 1000
"""Values that are none, or that a program computes, as far as others are looked for."""

_MIN_VALUE, _LEAST_DIGITS = 16, 4
"""Characters of a value that may be a puzzle, and digits."""

_ASSIGNED = regex(rf"^[ \t]*+{DECLARED}\s*+{BEGINS}", re.MULTILINE)
_END = regex(r"[ \t]*+(?:;[ \t]*+)?+(?:(?:#|//)[^\n]*+)?+(?=\n|\Z)(?!\s++[.+][ \t]*+[\w\"'])")
"""What stands behind a value that nothing is done with, not on the next line either."""

_LINES = regex(
    r"(?P<quote>\"\"\"|\'\'\'|`)(?P<lines>[^\\$`]*?)(?P=quote)"
    r"(?:\.(?:strip|lstrip|rstrip|trim|trimIndent|stripIndent|splitlines|lines|split)\([^()\n]*+\))*+"
)
"""A string of several lines, in which nothing is replaced."""

_SIZE = regex(r"\s*+\[\s*+([0-9]{1,2})\s*+,(?=\s*+\[\s*+[\[{])")
_COMMENT = regex(
    r"\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|(?P<comment>/\*.*?(?:\*/|\Z)|//[^\n]*+)",
    re.DOTALL,
)
"""A comment, or a string, in which there is none."""


_ACTION = (
    r"(?:import|package|using|public|private|static|class|struct|return)[ \t]++\w"
    r"|from[ \t]++[\w.]++[ \t]++import\b|#include\b|:-|@\w"
    r"|(?:def|function|func|fn)[ \t]++\w++[ \t]*+\("
    r"|(?:if|for|while)[ \t]*+\(.*[;{][ \t]*+$|(?:if|for|while)[ \t]++.*:[ \t]*+$"
    r"|(?:new[ \t]++)?+[\w.:]++\(.*\)[ \t]*+[,;]?+[ \t]*+$"
)
_ASSIGNMENT = r"[\w.\[\]<>]++(?:[ \t]++[\w.\[\]<>]++){0,2}+[ \t]*+=(?!=).*\S"
_ACTS = regex(rf"^[ \t]*+(?:{_ACTION})", re.MULTILINE)
_STATEMENT = regex(rf"[ \t]*+(?:{_ACTION}|{_ASSIGNMENT})")
_NOTHING = regex(r"(?:\s|;|#[^\n]*+|//[^\n]*+)*+")
_TWO_NUMBERS = regex(rf"\b{POINT}\s*+(?:[({{]\s*+){{1,2}}+[0-9]++\s*+,\s*+[0-9]++\s*+[)}}]")
_LEAST_STATEMENTS = 2
"""Lines with statements by which a text shows itself as a program."""

_ADDED = (
    r"\b{name}[ \t]*+(?:\.[ \t]*+(?:append|push(?:_back)?|emplace_back|extend|insert|unshift"
    r"|add(?:All)?)[ \t]*+\(|\+=|=[ \t]*+append\(|(?:\[[0-9, ]++\])++[ \t]*+=[ \t]*+['\"]?+[1-9])"
)
"""What adds to a value, or sets one of its cells."""


class Value(NamedTuple):
    """A value of a program.

    Args:
        name, line: its name, and where it begins.
        text: the value in JSON, or what stands between quotation marks, below as many empty lines
            as there are above it.
        below: where in the program it ends.
        size: of its board, if it stands before the cages.
    """

    name: str
    line: int
    text: str
    below: int
    size: int | None = None

    def doubted(self, read: ReadPuzzle | FormatError) -> ReadPuzzle | FormatError:
        """A puzzle of it, with the doubt whether the program changes it."""
        if isinstance(read, FormatError):
            return read
        puzzle = read.puzzle
        if self.size not in (None, puzzle.rows) or (self.size and puzzle.rows != puzzle.columns):
            return FormatError(
                f"{self.size} before the cages of {self.name}, which cover "
                f"{board_name(puzzle.rows, puzzle.columns)}; expected the size of the board",
                line=self.line,
            )
        doubt = (
            f"the value of {self.name} (line {self.line}) in a program; "
            "what the program does with it is not read"
        )
        return replace(read, doubts=(*read.doubts, doubt))


def values_in(text: str) -> Iterator[Value]:
    """The values that have names in a program: lists, objects and strings. Of a text that does
    nothing the one that it is, if there is nothing else: other formats have several. NoPuzzleError
    if there is no end to what cannot be read.
    """
    if len(text) > _MAX_LENGTH or not ("=" in text or "{{" in text):  # few texts have one
        return
    if not _ASSIGNED.search(text):
        return
    if "/*" in text:  # what is no part of the program
        text = _COMMENT.sub(_blank_comment, text)
    failed, at, acts = 0, 0, _ACTS.search(text) is not None
    while match := _ASSIGNED.search(text, at):
        at = match.end()
        try:
            value, end = _quoted_lines(text, at) or literal(text, at)
        except TooDeepError:
            return
        except FormatError as error:
            failed += 1
            if failed > _MAX_FAILED:
                message = f"more than {_MAX_FAILED:,} values in a program cannot be read"
                raise NoPuzzleError(message, line=error.line) from error
            continue
        alone = _NOTHING.fullmatch(text, 0, match.start()) and _NOTHING.fullmatch(text, end)
        if not _END.match(text, end) or not (acts or alone):
            continue
        above = text.count("\n", 0, at)
        at = end
        if len(value) < _MIN_VALUE or sum(map(value.count, "0123456789")) < _LEAST_DIGITS:
            continue
        size, value = _sized(value)
        if value.startswith('"'):
            value = value[1:-1]
        yield Value(match[1], above + 1, "\n" * above + value, end, size)


def _blank_comment(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0]) if found["comment"] else found[0]


def _quoted_lines(text: str, at: int) -> tuple[str, int] | None:
    """What stands between quotation marks on several lines, and where it ends."""
    match = _LINES.match(text, at)
    return None if match is None else (dedent(match["lines"]), match.end())


def _sized(value: str) -> tuple[int | None, str]:
    """The size before the cages of a board, and these; or no size."""
    match = _SIZE.match(value)
    if match is None:
        return None, value
    try:
        _, cages = json.loads(value)
    except ValueError:
        return None, value
    if type(cages) is not list or not all(type(cage) in (list, dict) for cage in cages):
        return None, value
    return int(match[1]), value[match.end() : -1]


def added_to(value: Value, text: str) -> FormatError | None:
    """The error of a puzzle that is not whole where it stands; None if the program adds nothing."""
    pattern = regex(_ADDED.format(name=re.escape(value.name)))
    more = pattern.search(text, value.below)
    if more is None:
        return None
    return FormatError(
        f"the program adds to the puzzle in {value.name}; expected all of it in one value",
        line=text.count("\n", 0, more.start()) + 1,
    )


def program(lines: Sequence[Word]) -> FormatError | None:
    """The error of a program in which no value is a puzzle; None of another text."""
    statements = sum(_STATEMENT.match(line.text) is not None for line in lines)
    points = [(line, found) for line in lines if (found := _TWO_NUMBERS.search(line.text))]
    if len(points) >= _LEAST_STATEMENTS or (points and statements):
        line, found = points[0]
        return line.part(found[0], found.start()).error(
            f"{found[0]} may be column and row, or row and column; expected cells such as r1c2, or "
            "(0, 1) for row and column"
        )
    if statements < _LEAST_STATEMENTS or 3 * statements < len(lines):
        return None
    return lines[0].error(
        "the source of a program, and no value in it is a puzzle that can be read; expected the "
        "puzzle alone, or all of it in one value with a name, as in "
        'cages = [["+", 3, [[0, 0], [0, 1]]], ...]'
    )
