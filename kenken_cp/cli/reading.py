"""From what a person types to puzzles with names."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from kenken_cp import formats
from kenken_cp.cli.items import PuzzleItem, Unread
from kenken_cp.cli.output import NAME, Output
from kenken_cp.errors import FormatError, KenKenError, NoPuzzleError
from kenken_cp.formats.grids import read_board
from kenken_cp.model.rule_sets import RULE_SETS
from kenken_cp.text import plural, quoted

if TYPE_CHECKING:
    from kenken_cp.logic.candidates import Board

STANDARD_INPUT = "standard input"
"""Its name in messages; in JSON it is ``-``."""

_ROWS = re.compile(r"[-0-9\s.,_|\[\]]+")
"""What is more like a board than like the name of a file."""


def incoming(
    arguments: Sequence[str] | None,
    format_name: str | None,
    rules: str | None,
    output: Output,
    *,
    verbose: bool = False,
) -> Iterator[PuzzleItem | Unread]:
    """Every puzzle of the arguments, in order, each read when it is its turn; and what cannot be
    read, in its place.

    An argument is a path, ``-`` for standard input, or a one-line puzzle itself. With no argument,
    standard input is read, unless it is a terminal. What holds no puzzle in a folder is skipped,
    and counted on standard error.

    Args:
        output: it is told whether there are several puzzles.
        verbose: whether each skipped file is named.

    Raises:
        KenKenError: for a format or rules that do not exist; or if there is no argument, and
            standard input is a terminal.
    """
    if format_name is not None:
        formats.FORMATS.named(format_name)
    if rules is not None:
        RULE_SETS.named(rules)
    if not arguments:
        if sys.stdin is not None and sys.stdin.isatty():
            raise KenKenError(
                "no puzzle; expected a file, a one-line puzzle, or - for standard input"
            )
        arguments = ["-"]
    read = partial(_read, format_name, rules)
    puzzles = _each(arguments, read, output, verbose=verbose)
    first = list(islice(puzzles, 2))
    output.several = len(first) > 1
    return chain(first, puzzles)


def expect_one(output: Output, why: str) -> None:
    """KenKenError if there are several puzzles."""
    if output.several:
        raise KenKenError(f"several puzzles; expected one {why}")


Reader = Callable[[str, str, str], Iterator[PuzzleItem | Unread]]
"""Reads a text, given its name and its source."""


def _read(
    format_name: str | None, rules: str | None, text: str, name: str, source: str
) -> Iterator[PuzzleItem | Unread]:
    """Every puzzle of a text; of several, each has a number in its name."""
    found = formats.loads_each(text, format_name, rules=rules, source=source)
    first = list(islice(found, 2))
    for number, each in enumerate(chain(first, found), 1):
        called = f"{name}#{number}" if len(first) > 1 else name
        if isinstance(each, FormatError):
            yield Unread(called, each)
        else:
            yield PuzzleItem(called, each.puzzle, each.rules_stated, each.may_lack_cages)


def _each(
    arguments: Sequence[str], read: Reader, output: Output, *, verbose: bool
) -> Iterator[PuzzleItem | Unread]:
    for argument in arguments:
        path = Path(argument)
        try:
            if argument == "-":
                yield from read(read_text(argument), argument, STANDARD_INPUT)
            elif not _exists(argument):
                yield from _in_argument(argument, read)
            elif path.is_dir():
                yield from _in_folder(path, read, output, verbose=verbose)
            else:
                yield from read(read_text(argument), argument, argument)
        except KenKenError as error:
            yield Unread(argument.strip(), error)


def _in_argument(text: str, read: Reader) -> Iterator[PuzzleItem | Unread]:
    """The puzzles of an argument itself, which may be the name of a file, mistyped."""
    try:
        for item in read(text, text.strip(), "argument"):
            if isinstance(item, Unread):
                yield Unread(item.name, KenKenError(f"{item.error} (and no such file)"))
            else:
                yield item
    except NoPuzzleError:
        if text.lstrip().startswith(("{", "[")):  # the error says what is wrong with it as JSON
            raise
        board = " (a board is --board)" if _ROWS.fullmatch(text) else ""
        raise KenKenError(f"no such file, and not a one-line puzzle{board}") from None


# --- folders -------------------------------------------------------------------------------------


def _in_folder(
    folder: Path, read: Reader, output: Output, *, verbose: bool
) -> Iterator[PuzzleItem | Unread]:
    """The puzzles of a folder, file by file; what holds none is skipped, and counted on standard
    error.
    """
    skipped: list[FormatError] = []
    names = list(map(str, _files(folder)))
    for name in names:
        try:
            yield from read(read_text(name), name, name)
        except FormatError as error:
            # The name of a .kk file says that there must be a puzzle.
            if isinstance(error, NoPuzzleError) and not name.endswith(".kk"):
                skipped.append(error)
            else:
                yield Unread(name, error)
    if len(skipped) == len(names):
        raise FormatError(f"no puzzle in {plural(len(names), 'file')}", source=str(folder))
    if verbose:
        for why in skipped:
            output.note(f"{NAME}: {str(why).partition(';')[0]}")
    elif skipped:
        without = f"{len(skipped)} of {plural(len(names), 'file')} without a puzzle"
        output.note(f"{NAME}: {folder}: {without} (list: --verbose)")


def _files(folder: Path) -> Iterator[Path]:
    """The files of a folder, and of those in it, in natural order: ``2.kk`` before ``10.kk``;
    without hidden ones and links to folders. FormatError for a folder that cannot be read.
    """

    def unreadable(error: OSError) -> None:
        raise FormatError(f"cannot be read: {error.strerror}", source=str(error.filename))

    for here, folders, files in os.walk(folder, onerror=unreadable):
        folders[:] = sorted((name for name in folders if not name.startswith(".")), key=_natural)
        files = sorted((name for name in files if not name.startswith(".")), key=_natural)
        for path in (Path(here, name) for name in files):
            if path.is_file():  # no pipe, whose reader would wait
                yield path


def _natural(name: str) -> list[tuple[int, str]]:
    """What names are sorted by: the numbers in them count as numbers."""
    parts = re.split(r"([0-9]+)", name)
    return [(int(part[:18]), part) if part.isdecimal() else (0, part) for part in parts]


# --- texts ---------------------------------------------------------------------------------------


def read_text(argument: str, most: int = formats.MAX_BYTES) -> str:
    """The text of a path, or of standard input for ``-``, of that many bytes at most."""
    if argument != "-":
        return formats.read_text(argument, most)
    if sys.stdin is None or sys.stdin.closed:
        what = "it is closed, or was read already: it can be read only once"
        raise FormatError(what, source=STANDARD_INPUT)
    with sys.stdin:
        data = sys.stdin.buffer.read(most + 1)
    return formats.decode(data, STANDARD_INPUT, most)


def text_or_itself(argument: str) -> str:
    """The text of a path, of standard input for ``-``, or an argument that is a board itself."""
    if argument == "-" or _exists(argument):
        return read_text(argument)
    if not _ROWS.fullmatch(argument):
        raise KenKenError(f"{quoted(argument, 60)}: no such file, and no board")
    return argument


def board_of(item: PuzzleItem, argument: str | None) -> Board | None:
    """The board that is filled in, as rows, None for open cells, if there is one."""
    if argument is None:
        return None
    puzzle = item.puzzle
    entries = read_board(text_or_itself(argument), puzzle.size, puzzle.values)
    return tuple(
        tuple(entries.get((row, column)) for column in range(puzzle.columns))
        for row in range(puzzle.rows)
    )


def _exists(path: str) -> bool:
    """Whether there is a file or folder of that name; False for a name that no file can have."""
    return os.path.exists(path)  # noqa: PTH110 - ``Path.exists`` raises for that
