"""From what a person types to puzzles with names."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kenken_cp import formats
from kenken_cp.errors import FormatError, KenKenError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import quoted


@dataclass(frozen=True, slots=True)
class Named:
    """A puzzle and what to call it: its file, with ``#2`` for the second of several in one."""

    name: str
    puzzle: Puzzle


def read_puzzles(
    arguments: Sequence[str], format_name: str | None, rules: str | None
) -> list[Named]:
    """Every puzzle of the arguments, in order; all are read before any is used.

    An argument is a path, ``-`` for standard input, or a one-line puzzle itself. With no argument,
    standard input is read, unless it is a terminal.
    """
    if not arguments:
        if sys.stdin is not None and sys.stdin.isatty():
            raise KenKenError(
                "no puzzle; expected a file, a one-line puzzle, or - for standard input"
            )
        arguments = ["-"]
    return [named for argument in arguments for named in _named(argument, format_name, rules)]


def _read_text(argument: str) -> str:
    """The text of a path, or of standard input for ``-``."""
    if argument != "-":
        return formats.read_text(argument)
    if sys.stdin is None:
        raise KenKenError("standard input is closed")
    return formats.decode(sys.stdin.buffer.read(), "standard input")


def text_or_itself(argument: str) -> str:
    """The text of a path, of standard input for ``-``, or of an argument that is a puzzle."""
    if argument == "-" or _exists(argument):
        return _read_text(argument)
    if re.search(r"[0-9._]", Path(argument).stem) is None:
        raise KenKenError(f"{quoted(argument, 60)}: no such file, and no grid")
    return argument


def numbers(option: str, text: str, pattern: str, expected: str) -> list[int]:
    """What the groups of a pattern match in an option's text; a KenKenError if they do not."""
    match = re.fullmatch(pattern, text)
    if match is None:
        raise KenKenError(f"{option} {quoted(text)}; expected {expected}")
    return [int(group) for group in match.groups() if group is not None]


def _named(argument: str, format_name: str | None, rules: str | None) -> list[Named]:
    if argument == "-":
        name, text, source = argument, _read_text(argument), "standard input"
    elif _exists(argument):
        name, text, source = argument, _read_text(argument), argument
    else:
        name, text, source = argument.strip(), argument, "argument"
    try:
        puzzles = formats.loads_all(text, format_name, rules=rules, source=source)
    except FormatError:
        if source == "argument" and not _looks_like_a_puzzle(text):
            raise KenKenError(
                f"{quoted(argument, 60)}: no such file, and not a one-line puzzle"
            ) from None
        raise
    if len(puzzles) == 1:
        return [Named(name, puzzles[0])]
    return [Named(f"{name}#{number}", puzzle) for number, puzzle in enumerate(puzzles, 1)]


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
