"""The files of folders, as texts with names."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from kenken_cp.clock import checkpoint
from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.formats import BEGINNINGS_WITH_NUL, decode, read_text

MAX_FILES = 20_000
"""Files of a folder."""

MAX_TOTAL_BYTES = 64 << 20
"""Bytes of all their texts."""

_BEGINNING = 4096
"""Bytes by which most of what is no text shows itself."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of a folder: its name, and a function that reads it.

    That raises a FormatError; a NoPuzzleError for what is no text.
    """

    name: str
    read: Callable[[], str]


def files(path: str) -> Iterator[File]:
    """The files of a folder, and of those in it, in natural order: ``2.kk`` goes before ``10.kk``.
    Hidden ones are left out. FormatError for what is too large.
    """
    total = 0
    for number, file in enumerate(_of_folder(Path(path)), 1):
        checkpoint()
        if number > MAX_FILES:
            raise _too_many(path)

        def read(file: File = file) -> str:
            nonlocal total
            text = file.read()
            total += len(text)
            return text

        yield File(file.name, read)
        if total > MAX_TOTAL_BYTES:
            raise _too_large(path)


def _too_many(path: str | Path) -> FormatError:
    return FormatError(f"more than {MAX_FILES:,} files; expected fewer", source=str(path))


def _too_large(path: str) -> FormatError:
    return FormatError(
        f"more than {MAX_TOTAL_BYTES >> 20} MB in its files; expected less", source=path
    )


def _natural(name: str) -> list[tuple[int, str]]:
    """What names are sorted by: the numbers in them count as numbers."""
    parts = re.split(r"([0-9]+)", name)
    return [(int(part[:18]), part) if part.isdecimal() else (0, part.lower()) for part in parts]


def _is_hidden(name: str) -> bool:
    return (name.startswith(".") and name != ".") or name == "__MACOSX"


def _of_folder(path: Path) -> Iterator[File]:
    for here in _paths(path):
        name = str(here)
        try:
            mode = here.stat().st_mode
            if stat.S_ISDIR(mode) and here.is_symlink():  # it may lead to where we come from
                yield _wrong(NoPuzzleError("a link to a folder; expected its name", source=name))
            elif stat.S_ISDIR(mode):
                yield _wrong(FormatError("cannot be read: Permission denied", source=name))
            elif not stat.S_ISREG(mode):
                yield _wrong(NoPuzzleError("a device or a pipe", source=name))
            else:
                yield File(name, partial(_read, here))
        except OSError as error:
            yield _wrong(FormatError(f"cannot be read: {error.strerror}", source=name))


def _paths(path: Path) -> list[Path]:
    """What is in a folder and those in it, in order; folders only where they cannot be read.

    All is listed before anything is read: somebody may have named a folder of the system.
    """
    found: list[Path] = []
    waiting = [path]
    while waiting:
        checkpoint()
        here = waiting.pop()
        inner: list[Path] = []
        with suppress(OSError):  # of those that cannot be read ``_of_folder`` says so
            if here.is_dir() and (here == path or not here.is_symlink()):
                names = (each for each in here.iterdir() if not _is_hidden(each.name))
                inner = list(islice(names, MAX_FILES + 1))
                waiting += sorted(inner, key=lambda each: _natural(each.name), reverse=True)
                if len(waiting) + len(found) > MAX_FILES:
                    raise _too_many(path)
                continue
        found.append(here)
    return found


def _read(path: Path) -> str:
    """The text of a file; of one that is none, no more than its beginning is read."""
    with suppress(OSError), path.open("rb") as file:
        beginning = file.read(_BEGINNING)
        if b"\0" in beginning and not beginning.startswith(BEGINNINGS_WITH_NUL):
            decode(beginning, str(path))  # which raises what it is
    return read_text(str(path))


def _wrong(error: FormatError) -> File:
    """A file that cannot be read."""

    def read() -> str:
        raise error

    return File(str(error.source), read)
