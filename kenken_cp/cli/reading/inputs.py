"""From what a person types to puzzles with names."""

import math
import re
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from kenken_cp import formats
from kenken_cp.cli.reading.folders import File, files
from kenken_cp.cli.reading.texts import (
    STANDARD_INPUT,
    each_in_time,
    exists,
    in_time,
    no_file,
    read_text,
)
from kenken_cp.errors import FormatError, KenKenError, NoPuzzleError
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RULE_SETS
from kenken_cp.text import plural, printable

_GRID = re.compile(r"[0-9\s.,_|\[\]]+")
"""What is more like a grid than like the name of a file."""

_SUFFIX = f".{formats.FORMATS.named('native').suffix}"
"""What the names of our own files end in."""

MOST_AHEAD = 1000
"""Puzzles that are read before the first is answered, where it helps to know how many come: half a
second.
"""

_SECONDS_WITHOUT_PUZZLE = 2.0
"""Time after which it is said that there is none yet: the folder may be the wrong one."""


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
    """A puzzle with its name; the others as of a ``ReadPuzzle``."""

    puzzle: Puzzle
    rules_stated: bool = False
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Unread(_Item):
    """What is not a puzzle, and why; it is called as if it were one."""

    error: KenKenError


@dataclass(frozen=True, slots=True)
class SkippedFiles:
    """The files of a folder that hold no puzzle, and how many files it has; where it is read on,
    which has taken long, so far and without any puzzle.
    """

    folder: str
    files: list[Unread]
    of: int
    reading_on: bool = False

    @property
    def no_puzzle(self) -> str:
        """What is said if there is no other file."""
        if not self.files:
            return "no puzzle: it is empty"
        return f"no puzzle in its {plural(self.of, 'file')} (list: --skipped)"


class Incoming:
    """Puzzles, and what cannot be read, each read when it is its turn; they are handed out once.

    Attributes:
        fail_fast: whether the first that cannot be read, or done, ends it.
    """

    def __init__(self, items: Iterable[Named | Unread], *, fail_fast: bool = False) -> None:
        self._items, self.fail_fast = iter(items), fail_fast
        self._ahead: deque[Named | Unread] = deque()
        self._handed_out = 0

    def __iter__(self) -> Iterator[Named | Unread]:
        while self.ahead(1):
            self._handed_out += 1
            yield self._ahead.popleft()

    def ahead(self, most: int | None = None) -> list[Named | Unread]:
        """The next ones, or all, which stay to be handed out."""
        self._ahead.extend(islice(self._items, most and max(0, most - len(self._ahead))))
        return list(islice(self._ahead, most))

    @property
    def several(self) -> bool:
        """Whether they are more than one, with those handed out."""
        return self._handed_out + len(self.ahead(2)) > 1


def read_puzzles(
    arguments: Sequence[str],
    format_name: str | None,
    rules: str | None,
    standard_input: str | None = None,
    skip: Callable[[SkippedFiles], None] | None = None,
) -> Iterator[Named | Unread]:
    """Every puzzle of the arguments, in order, and what cannot be read in its place. Each is read
    when it is asked for; those of a file in a folder all together.

    An argument is a path, ``-`` for standard input, or a one-line puzzle itself. With no argument,
    standard input is read, unless it is a terminal.

    Args:
        standard_input: its text, if it has been read.
        skip: called with what is skipped of each folder, and once before where it is long without
            a puzzle; without it folders are refused.
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
    return _each(arguments, _How(format_name, rules), standard_input, skip)


class _How(NamedTuple):
    """How texts are read: in which format, under which rules."""

    format_name: str | None
    rules: str | None

    def each(self, text: str, source: str) -> Iterator[ReadPuzzle | FormatError]:
        """Every puzzle of a text; raises as ``formats.loads_each``."""
        return formats.loads_each(text, self.format_name, rules=self.rules, source=source)


def _each(
    arguments: Sequence[str],
    how: _How,
    standard_input: str | None,
    skip: Callable[[SkippedFiles], None] | None,
) -> Iterator[Named | Unread]:
    for argument in arguments:
        try:
            if argument == "-":
                text = read_text("-") if standard_input is None else standard_input
                yield from _called(argument, how.each(text, STANDARD_INPUT))
            elif skip is not None and exists(argument) and Path(argument).is_dir():
                yield from _in_folder(argument, how, skip)
            else:
                yield from _named(argument, how)
        except KenKenError as error:
            yield Unread(argument.strip(), error)


def _named(argument: str, how: _How) -> Iterator[Named | Unread]:
    if exists(argument):
        return _called(argument, how.each(read_text(argument), argument))
    return _called(argument.strip(), _of_argument(argument, how))


def _of_argument(text: str, how: _How) -> list[ReadPuzzle | FormatError]:
    """The puzzles that an argument is; KenKenError if it is more like the name of a file."""
    source = "argument"
    found = list(how.each(text, source)) if _looks_like_a_puzzle(text) or how.format_name else []
    if found and (_looks_like_a_puzzle(text) or any(isinstance(e, ReadPuzzle) for e in found)):
        return found
    if text.lstrip().startswith(("{", "[")) or "\n" in text.strip():
        formats.detect(text, source)  # which raises why it is no puzzle
    is_grid = text.strip() and _GRID.fullmatch(text)
    grid = " (a grid is --grid, a board --board)" if is_grid else ""
    raise KenKenError(f"{no_file(text)}, and not a one-line puzzle{grid}")


def _called(name: str, found: Iterable[ReadPuzzle | FormatError]) -> Iterator[Named | Unread]:
    """What is read of a text of that name, which gets a number where there is more."""
    found = iter(found)
    first = list(islice(found, 2))
    for number, each in enumerate(chain(first, found), 1):
        called = f"{name}#{number}" if len(first) > 1 else name
        if isinstance(each, FormatError):
            yield Unread(called, each)
        else:
            yield Named(called, each.puzzle, each.rules_stated, each.listed)


# --- folders -------------------------------------------------------------------------------------


def _in_folder(
    path: str, how: _How, skip: Callable[[SkippedFiles], None]
) -> Iterator[Named | Unread]:
    """The puzzles of a folder, file by file."""
    skipped: list[Unread] = []
    of, found = 0, False
    due = time.monotonic() + _SECONDS_WITHOUT_PUZZLE
    for file in each_in_time(files(path)):
        if not found and of and time.monotonic() > due:
            due = math.inf
            skip(SkippedFiles(path, skipped, of, reading_on=True))
        of += 1
        read: Iterable[Named | Unread] = ()
        try:
            with in_time():
                read = list(_called(file.name, _of_file(file, how)))
        except NoPuzzleError as error:
            # Without what it was read by, which thousands of errors would keep.
            skipped.append(Unread(file.name, error.with_traceback(None)))
        except FormatError as error:
            read = [Unread(file.name, error)]
        found = found or bool(read)
        yield from read
    every = SkippedFiles(path, skipped, of)
    skip(every)
    if not found:
        raise FormatError(every.no_puzzle, source=path)


def _of_file(file: File, how: _How) -> list[ReadPuzzle | FormatError]:
    """Every puzzle of a file; NoPuzzleError if it is something else. Only a name in ``.kk`` says
    that there must be one.
    """
    try:
        text = file.read()
        found = list(how.each(text, file.name))
        _check_meant(found, text, file.name, how)
    except NoPuzzleError as error:
        if Path(file.name).suffix == _SUFFIX:
            raise error.of_class(FormatError) from None
        raise
    return found


def _check_meant(found: list[ReadPuzzle | FormatError], text: str, source: str, how: _How) -> None:
    """NoPuzzleError for solutions, and for what is not in the format that was asked for."""
    puzzles = [each.puzzle for each in found if not isinstance(each, FormatError)]
    is_ours = Path(source).suffix == _SUFFIX  # such as a 1x1 that judge has saved
    if puzzles and not is_ours and all(map(_is_full, puzzles)):
        raise NoPuzzleError("boards without an open cell: perhaps solutions", source=source)
    first = found[0]
    if not puzzles and isinstance(first, FormatError) and how.format_name is not None:
        if formats.FORMATS.named(how.format_name).signature(text):
            return
        raise first.of_class(NoPuzzleError)


def _is_full(puzzle: Puzzle) -> bool:
    return not puzzle.free_cells and all(cage.operator is GIVEN for cage in puzzle.cages)


def _looks_like_a_puzzle(text: str) -> bool:
    try:
        formats.detect(text)
    except FormatError:
        return False
    return True
