"""Puzzles that stand as values in the source of a program, such as a student's solver:

from kenken_csp import *
boards = [[[3], [11, 21, 3, 0], [12, 22, 2, 1], [13, 23, 33, 6, 3], [31, 32, 5, 0]]]
print(solve(boards[0]))
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats._notations import literal
from kenken_cp.formats._words import Word
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.patterns import regex

_MAX_LENGTH = 100_000
"""Characters of a program in which values are looked for."""

_MIN_VALUE = 16
"""Characters of a value that may be a puzzle."""

_ASSIGNED = regex(
    r"^[ \t]*+(?:(?:export|const|let|var)[ \t]++)*+(?:(?:self|this)\.)?+([^\W\d]\w*+)"
    r"[ \t]*+(?::[^=\n]*+)?=[ \t]*+(?=[\[{(\"'])",
    re.MULTILINE,
)
_END = regex(r"[ \t]*+(?:;[ \t]*+)?+(?:(?:#|//)[^\n]*+)?+(?=\n|\Z)")
"""What stands behind a value that nothing is done with."""

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
_LEAST_STATEMENTS = 2
"""Lines with statements by which a text shows itself as a program."""

_ADDED = r"\b{name}[ \t]*+(?:\.[ \t]*+(?:append|push|extend|insert|unshift|add)[ \t]*+\(|\+=)"


class Value(NamedTuple):
    """A value of a program.

    Args:
        name, line: its name, and where it begins.
        text: the value in JSON, or what stands between quotation marks, below as many empty lines
            as there are above it.
        below: where in the program it ends.
    """

    name: str
    line: int
    text: str
    below: int

    def doubted(self, read: ReadPuzzle | FormatError) -> ReadPuzzle | FormatError:
        """A puzzle of it, with the doubt whether the program changes it."""
        if isinstance(read, FormatError):
            return read
        doubt = (
            f"the value of {self.name} (line {self.line}) in a program; "
            "what the program does with it is not read"
        )
        return replace(read, doubts=(*read.doubts, doubt))


def values_in(text: str) -> Iterator[Value]:
    """The values that have names in a program: lists, objects and strings of one line. Of a text
    that does nothing the one that it is, if there is nothing else: other formats have several.
    """
    if len(text) > _MAX_LENGTH or not _ASSIGNED.search(text):  # few texts have any
        return
    at, acts = 0, _ACTS.search(text) is not None
    while match := _ASSIGNED.search(text, at):
        at = match.end()
        try:
            value, end = literal(text, at)
        except FormatError:
            continue
        alone = _NOTHING.fullmatch(text, 0, match.start()) and _NOTHING.fullmatch(text, end)
        if not _END.match(text, end) or not (acts or alone):
            continue
        above = text.count("\n", 0, at)
        at = end
        if len(value) < _MIN_VALUE:
            continue
        if value.startswith('"'):
            value = value[1:-1]
        yield Value(match[1], above + 1, "\n" * above + value, end)


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
    if statements < _LEAST_STATEMENTS or 3 * statements < len(lines):
        return None
    return lines[0].error(
        "the source of a program, and no value in it is a puzzle that can be read; expected the "
        "puzzle alone, or all of it in one value with a name, as in "
        'cages = [["+", 3, [[0, 0], [0, 1]]], ...]'
    )
