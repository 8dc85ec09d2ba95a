"""From what a person types to puzzles with names."""

import re
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from kenken_cp import formats
from kenken_cp.checkpoints import StoppedError
from kenken_cp.errors import FormatError, KenKenError, LimitReachedError
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RULE_SETS
from kenken_cp.search.protocol import Limits
from kenken_cp.text import printable, quoted

_GRID = re.compile(r"[0-9\s.,_|\[\]]+")
"""What is more like a grid than like the name of a file."""

_PARTS = re.compile(r"[\s|;,<{\[(]")
"""What stands between the parts of a puzzle, or of what people try as one; seldom in a path."""


SECONDS_TO_READ: ContextVar[float | None] = ContextVar("SECONDS_TO_READ", default=None)
"""How long a text may be waited for, where a command has a limit of time; None for any time."""


@dataclass(frozen=True, slots=True)
class _Item:
    """What was read, and what to call it: its file, with ``#2`` for the second of several."""

    name: str

    @property
    def shown(self) -> str:
        """Its name as a terminal may have it."""
        return printable(self.name)


@dataclass(frozen=True, slots=True)
class Named(_Item):
    """A puzzle with its name; ``rules_stated`` as of a ``ReadPuzzle``."""

    puzzle: Puzzle
    rules_stated: bool = False


@dataclass(frozen=True, slots=True)
class Unread(_Item):
    """What is not a puzzle, and why; it is called as if it were one."""

    error: KenKenError


def read_puzzles(
    arguments: Sequence[str],
    format_name: str | None,
    rules: str | None,
    standard_input: str | None = None,
) -> list[Named | Unread]:
    """Every puzzle of the arguments, in order, and what cannot be read in its place; all are read
    before any is used.

    An argument is a path, ``-`` for standard input, or a one-line puzzle itself. With no argument,
    standard input is read, unless it is a terminal.

    Args:
        standard_input: its text, if it has been read.
    """
    if not arguments:
        if sys.stdin is not None and sys.stdin.isatty():
            raise KenKenError(
                "no puzzle; expected a file, a one-line puzzle, or - for standard input"
            )
        arguments = ["-"]
    for name, table in ((format_name, formats.FORMATS), (rules, RULE_SETS)):
        if name is not None:
            table.named(name)  # or else each puzzle would be wrong
    return [
        named
        for argument in arguments
        for named in _read(argument, format_name, rules, standard_input)
    ]


def read_text(argument: str, most: int = formats.MAX_BYTES) -> str:
    """The text of a path, or of standard input for ``-``, of that many bytes at most.

    LimitReachedError if it does not come in ``SECONDS_TO_READ``.
    """
    if argument == "-" and sys.stdin is None:
        raise FormatError("it is closed", source="standard input")
    seconds = SECONDS_TO_READ.get()
    try:
        with nullcontext() if seconds is None else Limits(seconds=seconds).enforced():
            if argument == "-":
                return formats.read_stream(sys.stdin.buffer, "standard input", most)
            return formats.read_text(argument, most)
    except StoppedError as stopped:
        text = f"timeout after {seconds:g} s, while it was read"
        raise LimitReachedError(text, status=stopped.reason) from None


def text_or_itself(argument: str) -> str:
    """The text of a path, of standard input for ``-``, or of an argument that is a puzzle."""
    if argument == "-" or _exists(argument):
        return read_text(argument)
    if re.search(r"[0-9._]", Path(argument).stem) is None:
        raise KenKenError(f"{quoted(argument, 60)}: no such file, and no grid")
    return argument


def numbers(option: str, text: str, pattern: str, expected: str) -> list[int]:
    """What the groups of a pattern match in an option's text; a KenKenError if they do not."""
    match = re.fullmatch(pattern, text)
    if match is None:
        raise KenKenError(f"{option} {quoted(text)}; expected {expected}")
    return [int(group) for group in match.groups() if group is not None]


def _read(
    argument: str, format_name: str | None, rules: str | None, standard_input: str | None
) -> list[Named | Unread]:
    try:
        return _named(argument, format_name, rules, standard_input)
    except KenKenError as error:
        return [Unread(argument.strip(), error)]


def _named(
    argument: str, format_name: str | None, rules: str | None, standard_input: str | None
) -> list[Named | Unread]:
    if argument == "-":
        text = read_text(argument) if standard_input is None else standard_input
        name, source = argument, "standard input"
    elif _exists(argument):
        name, text, source = argument, read_text(argument), argument
    else:
        name, text, source = argument.strip(), argument, "argument"
    found: list[ReadPuzzle | FormatError] = []
    with suppress(FormatError) if source == "argument" else nullcontext():
        found = formats.loads_each(text, format_name, rules=rules, source=source)
    if source == "argument" and not any(isinstance(each, ReadPuzzle) for each in found):
        if not _looks_like_a_puzzle(text):
            is_grid = _GRID.fullmatch(argument)
            if not is_grid and _PARTS.search(text) and (error := formats.first_try(text)):
                error.source = source
                raise error
            grid = " (a grid is --grid)" if is_grid else ""
            raise KenKenError(f"no such file, and not a one-line puzzle{grid}")
        found = found or formats.loads_each(text, format_name, rules=rules, source=source)
    return _called(name, found)


def _called(name: str, found: Sequence[ReadPuzzle | FormatError]) -> list[Named | Unread]:
    """What was read of a text of that name."""
    names = [name] if len(found) == 1 else [f"{name}#{n}" for n in range(1, len(found) + 1)]
    return [
        Unread(called, each)
        if isinstance(each, FormatError)
        else Named(called, each.puzzle, each.rules_stated)
        for called, each in zip(names, found, strict=True)
    ]


def _looks_like_a_puzzle(text: str) -> bool:
    try:
        formats.detect(text)
    except FormatError:
        return False
    return True


def _exists(argument: str) -> bool:
    try:
        return bool(argument) and Path(argument).exists()
    except (OSError, ValueError):  # too long for a name, or a NUL byte in it
        return False
