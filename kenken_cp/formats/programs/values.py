"""Puzzles that stand as values in the source of a program, such as a student's solver:

from kenken_csp import *
boards = [[[3], [11, 21, 3, 0], [12, 22, 2, 1], [13, 23, 33, 6, 3], [31, 32, 5, 0]]]
print(solve(boards[0]))
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice
from textwrap import dedent
from typing import Any, NamedTuple

from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.formats._words import MAX_TEXT, Word
from kenken_cp.formats.programs import literals
from kenken_cp.formats.programs.asides import without_asides
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.model.rules import violations
from kenken_cp.patterns import regex
from kenken_cp.text import board_name

_MAX_FAILED = 1000
"""Values that are none, or that a program computes, as far as others are looked for."""

MAX_VALUES = 200
"""Values of a program that are read."""

_MIN_VALUE, _LEAST_DIGITS = 16, 4
"""Characters of a value that may be a puzzle, and digits."""

_ASSIGNED = regex(
    rf"^[ \t]*+(?:{literals.DECLARED}\s*+{literals.BEGINS}"
    r"|([a-z]\w*+)\((?:\w++[ \t]*+,\s*+)?+(?=\[\s*+\[))",
    re.MULTILINE,
)
"""What stands before a value that has a name, or that a fact of Prolog has."""

_END_OF_FACT = regex(r"\s*+\)\s*+\.(?=\s|\Z)")
_END = regex(r"[ \t]*+(?:;[ \t]*+)?+(?:(?:#|//)[^\n]*+)?+(?=\n|\Z)(?!\s++[.+][ \t]*+[\w\"'])")
"""What stands behind a value that nothing is done with, not on the next line either."""

_LINES = regex(
    r"(?P<quote>\"\"\"|\'\'\'|`)(?P<lines>[^\\$`]*?)(?P=quote)"
    r"(?:\.(?:strip|lstrip|rstrip|trim|trimIndent|stripIndent|splitlines|lines|split)\([^()\n]*+\))*+"
)
"""A string of several lines, in which nothing is replaced."""

_MOST_LINES = 2000
"""Lines between two words: without a bound, many that never end would each be read to the last."""

_HERE = regex(
    r"<<<?+[-~]?+(?P<quote>[\"']?+)(?P<word>[A-Z]\w*+)(?P=quote)(?:\.\w++)?+;?+[ \t]*+\n"
    rf"(?P<lines>(?:[^\\$`#\n]*+\n){{0,{_MOST_LINES}}}?)[ \t]*+(?P=word)\b"
)
"""The same as Ruby, Perl and PHP have it, between two words."""

_SIZE = regex(r"\s*+\[\s*+([0-9]{1,2})\s*+,(?=\s*+\[\s*+[\[{])")
_PICTURED = regex(r"\s*+\[\s*+[0-9]\s*+,\s*+\[\s*+\[\s*+(?:\"[A-Za-z]\"|[0-9])\s*+,")
_DIMENSIONS = regex(r"\s*+\[\s*+(\w++)\s*+\]\s*+\[\s*+(\w++)\s*+\]\s*+(?=[={])")
_CONSTANT = regex(r"\b([^\W\d]\w*+)[ \t]*+(?:=|(?<=[ \t]))[ \t]*+([0-9]{1,2})\b")

_KEYWORDS = (
    r"(?:import|package|using|public|private|static|local|class|struct|return|puts|require)[ \t]++"
    r"[\w'\"]"
    r"|import[ \t]++[{*.]"
    r"|from[ \t]++[\w.]++[ \t]++import\b|use[ \t]++[\w:]++[^\n]*;[ \t]*+$"
    r"|#include\b|#!\s*+/|:-|[a-z]\w*+(?:\([^\n]*\))?+[ \t]*+:-|@\w|<\?php\b"
    r"|(?:def|function|func|fn)[ \t]++\w++[ \t]*+\("
    r"|(?:if|for|while)[ \t]*+\(.*[;{][ \t]*+$|(?:if|for|while)[ \t]++.*:[ \t]*+$"
)
_ACTION = rf"{_KEYWORDS}|(?:new[ \t]++)?+[\w.:]++\(.*\)[ \t]*+[,;]?+[ \t]*+$"
_ASSIGNMENT = r"[\w.\[\]<>]++(?:[ \t]++[\w.\[\]<>]++){0,2}+[ \t]*+=(?!=).*\S"
_ACTS = regex(rf"^[ \t]*+(?:{_ACTION})", re.MULTILINE)
_BEGINS_STATEMENT = regex(rf"[ \t]*+(?:{_KEYWORDS})")
_STATEMENT = regex(rf"[ \t]*+(?:{_ACTION}|{_ASSIGNMENT})")
_NUMBER = regex("[0-9]++")
_BRACES = regex(r"\{\s*+\{")
"""The beginning of a value of C++ without a sign before it."""

_NOTHING = regex(r"(?:\s|;|#[^\n]*+|//[^\n]*+)*+")
_TWO_NUMBERS = regex(
    rf"\b{literals.POINT}(?:\.[A-Z]\w*+)?+\s*+(?:[({{]\s*+){{1,2}}+[0-9]++\s*+,\s*+[0-9]++\s*+[)}}]"
)
_LEAST_STATEMENTS, _LEAST_KEYWORDS = 2, 3
"""Lines with statements by which a text shows itself as a program, where they are a third of it; or
with words that begin one, whatever else there is.
"""


class Value(NamedTuple):
    """A value of a program.

    Args:
        name, line: its name, and where it begins.
        text: the value in JSON, or what stands between quotation marks, below as many empty lines
            as there are above it.
        below: where in the program it ends.
        program: all of that, without comments.
        size: of its board, if it stands before the cages.
        solution: its rows, if they stand behind the cages.
        declared: rows and columns of its array, if they are said.
        is_picture: whether it has a size, rows of labels and clues, from which the text is made.
        doubt: what may be meant otherwise in it; None: what the program does.
    """

    name: str
    line: int
    text: str
    below: int
    program: str
    size: int | None = None
    solution: list[list[int]] | None = None
    declared: tuple[int, int] | None = None
    is_picture: bool = False
    doubt: str | None = None

    def doubted(self, read: ReadPuzzle | FormatError) -> ReadPuzzle | FormatError:
        """A puzzle of it, with its doubt, such as whether the program changes it; or an error."""
        if isinstance(read, FormatError):
            if self.is_picture:  # whose lines are not those of the program
                return FormatError(f"in {self.name}: {read.message}", line=self.line)
            return read
        puzzle = read.puzzle
        if self.size not in (None, puzzle.rows) or (self.size and puzzle.rows != puzzle.columns):
            return FormatError(
                f"{self.size} before the cages of {self.name}, which cover "
                f"{board_name(puzzle.rows, puzzle.columns)}; expected the size of the board",
                line=self.line,
            )
        if self.solution is not None and (wrong := violations(puzzle, self.solution)):
            message = f"a solution that does not fit the puzzle in {self.name}: {wrong[0]}"
            return FormatError(message, line=self.line)
        doubt = self.doubt
        if doubt is None:
            doubt = (
                f"the value of {self.name} (line {self.line}) in a program; "
                "what the program does with it is not read"
            )
        return replace(read, doubts=(*read.doubts, doubt)) if doubt else read


def is_program(text: str) -> bool:
    """Whether a line of a text does something, as none of a puzzle does."""
    return _ACTS.search(text) is not None


def begins_statement(line: str) -> bool:
    """Whether a line begins as a statement does: its first word, such as ``import``, may be a label
    of a picture only if there is a clue for it.
    """
    return _BEGINS_STATEMENT.match(line) is not None


def values_in(text: str) -> Iterator[Value]:
    """The values that have names in a program: lists, objects and strings. Of a text that does
    nothing the one that it is, if there is nothing else: other formats have several. NoPuzzleError
    if there is no end to what cannot be read.
    """
    begun = "=" in text or ":-" in text or _BRACES.search(text)
    if len(text) > MAX_TEXT or not begun:  # few texts have one
        return
    if not _ASSIGNED.search(text):
        return
    text = without_asides(text)
    failed, at, acts = 0, 0, is_program(text)
    names: set[str] = set()
    while match := _ASSIGNED.search(text, at):
        at = match.end()
        try:
            value, end = _quoted_lines(text, at) or literals.literal(text, at)
        except literals.TooDeepError:
            return
        except FormatError as error:
            failed += 1
            if failed > _MAX_FAILED:
                message = f"more than {_MAX_FAILED:,} values in a program cannot be read"
                raise NoPuzzleError(message, line=error.line) from error
            continue
        alone = _NOTHING.fullmatch(text, 0, match.start()) and _NOTHING.fullmatch(text, end)
        ends = _END if match[1] else _END_OF_FACT
        if not ends.match(text, end) or not (acts or alone):
            continue
        above = text.count("\n", 0, at)
        at, name = end, match[1] or match[2]
        if (
            name in names
            and text[match.end(1)] == "["
            and not text[match.start() : match.start(1)].strip("$@ \t")
        ):
            continue  # a part of the one before
        declared = _declared(text, match.end(1)) if match[1] else None
        value = _filled(value, declared)
        is_map = value[:1] == "[" or "\n" in value.strip() or value[1:-1].isalpha()  # perhaps
        if len(value) < _MIN_VALUE or (has_few_digits(value) and not is_map):
            continue
        pictured = _pictured(value)
        is_picture = pictured is not value
        size, value, solution = _sized(pictured)
        if value.startswith('"'):
            value = value[1:-1]
        names.add(name)
        value = "\n" * above + value
        yield Value(
            name, above + 1, value, end, text, size, solution, declared, is_picture=is_picture
        )


def has_few_digits(value: str) -> bool:
    """Whether a value has too few digits for cages: perhaps it is a map of regions."""
    return sum(map(value.count, "0123456789")) < _LEAST_DIGITS


def _declared(text: str, at: int) -> tuple[int, int] | None:
    """The rows and the columns of an array whose name ends at a place, numbers or constants."""
    match = _DIMENSIONS.match(text, at)
    if match is None:
        return None
    height, width = (
        side if side.isdecimal() else _constants(text).get(side, "") for side in match.groups()
    )
    return (int(height), int(width)) if height and width else None


@lru_cache(1)
def _constants(text: str) -> dict[str, str]:
    """The first number that each name of a program has, as in ``#define N 9`` or ``N = 9``."""
    found: dict[str, str] = {}
    for match in _CONSTANT.finditer(text):
        found.setdefault(match[1], match[2])
    return found


def _parsed(value: str) -> Any:
    """What JSON has for a value; None if it is not JSON."""
    try:
        return json.loads(value)
    except ValueError:
        return None


def _filled(value: str, declared: tuple[int, int] | None) -> str:
    """A value with 0 where an array has no number, as in C: ``{1}`` is ``{1, 0}``."""
    if declared is None or "[[" not in "".join(value[:_MIN_VALUE].split()):
        return value
    rows, columns = declared
    found = _parsed(value) or []
    lengths = [len(row) for row in found if type(row) is list]
    numbers = all(type(row) is list and all(type(each) is int for each in row) for row in found)
    if not numbers or rows != columns or len(found) != rows or max(lengths, default=0) > columns:
        return value
    return json.dumps([row + [0] * (columns - len(row)) for row in found])


def _quoted_lines(text: str, at: int) -> tuple[str, int] | None:
    """What stands between quotation marks on several lines, and where it ends."""
    match = _LINES.match(text, at) or _HERE.match(text, at)
    return None if match is None else (dedent(match["lines"]), match.end())


def _sized(value: str) -> tuple[int | None, str, list[list[int]] | None]:
    """The size before the cages of a board, these, and the rows of a solution behind them; or no
    size, and the value.
    """
    begun = _SIZE.match(value)
    size, cages, *behind = (_parsed(value) if begun else None) or (None, None)
    are_cages = type(cages) is list and all(type(cage) in (list, dict) for cage in cages)
    are_rows = not behind or (len(behind) == 1 and _is_full(behind[0], size))
    if not (begun and are_cages and are_rows):
        return None, value, None
    _, end = json.JSONDecoder().raw_decode(value, value.index("[", begun.end()))
    return size, value[begun.end() : end], behind[0] if behind else None


def _pictured(value: str) -> str:
    """The picture of a board for its size, rows of labels, and a clue for each of these, such as
    ``["a", 3, "+"]``: numbers in the rows are givens. Any other value as it is.
    """
    parts = _parsed(value) if _PICTURED.match(value) else None
    if type(parts) is not list or len(parts) != 3 or type(parts[0]) is not int:
        return value
    size, rows, clues = parts
    try:
        labels = [f"{label} {target:d}{sign}" for label, target, sign in clues]
        picture = [" ".join(map(str, row)) for row in rows]
        sides = {len(rows), *map(len, rows)}
    except (TypeError, ValueError):
        return value
    if sides != {size} or any(len(str(each)) > 1 for each in chain(*rows)):
        return value
    return "".join(f"{line}\n" for line in (*picture, *labels))


def _is_full(rows: Any, size: Any) -> bool:
    """Whether rows are a board of that size with a number in each cell."""
    return (
        type(rows) is list
        and len(rows) == size
        and all(
            type(row) is list and len(row) == size and all(type(each) is int for each in row)
            for row in rows
        )
    )


def unended_value(text: str) -> FormatError | None:
    """The error of the first value with a name that does not end, if it has numbers; or None."""
    for match in islice(_ASSIGNED.finditer(text), _MAX_FAILED):
        try:
            literals.literal(text, match.end())
        except literals.UnendedError as error:
            if len(_NUMBER.findall(text, match.end())) >= _LEAST_DIGITS:
                name = match[1] or match[2]
                message = f"the value of {name} does not end: {error.message}"
                return FormatError(message, line=error.line, column=error.column)
        except FormatError:
            pass
    return None


def program(lines: Sequence[Word]) -> FormatError | None:
    """The error of a program in which no value is a puzzle; None of another text."""
    statements = sum(_STATEMENT.match(line.text) is not None for line in lines)
    points = [(line, found) for line in lines if (found := _TWO_NUMBERS.search(line.text))]
    if len(points) >= _LEAST_STATEMENTS or (points and statements):
        line, found = points[0]
        return line.group(found).error(
            f"{found[0]} may be column and row, or row and column; expected cells such as r1c2, or "
            "(0, 1) for row and column"
        )
    first, *others = [_ASSIGNED.match(line.text) is not None for line in lines]
    begun = sum(others) > 1 or (is_program(lines[0].text) and not first and any(others))
    words = sum(begins_statement(line.text) for line in lines)
    many = statements >= _LEAST_STATEMENTS and 3 * statements >= len(lines)
    if not (begun or many or words >= _LEAST_KEYWORDS):
        return None
    return lines[0].error(
        "the source of a program, and no value in it is a puzzle that can be read; expected the "
        "puzzle alone, or all of it in one value with a name, as in "
        'cages = [["+", 3, [[0, 0], [0, 1]]], ...]'
    )
