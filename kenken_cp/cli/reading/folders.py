"""The files of folders and of zip archives, as texts with names: what a program may be given by
somebody who does not mean well is refused before much of it is read.
"""

from __future__ import annotations

import re
import stat
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from io import BytesIO, FileIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from kenken_cp.checkpoints import checkpoint
from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.formats import BEGINNINGS_WITH_NUL, MAX_BYTES, decode, read_text
from kenken_cp.frozen import frozen
from kenken_cp.text import quoted

if TYPE_CHECKING:  # what reads archives is imported where there is one
    from zipfile import ZipInfo

MAX_FILES = 20_000
"""Files of a folder or an archive."""

MAX_TOTAL_BYTES = 64 << 20
"""Bytes of all their texts."""

_MAX_LIST_BYTES = 3 << 20
"""Bytes of an archive's list of files: some 40,000 names, which take half a second."""

_MAX_RATIO = 200
"""How many times longer an unpacked file may be than what it was packed to, beyond a megabyte."""

_BEGINNING = 4096
"""Bytes by which most of what is no text shows itself."""

_ZIP_BEGINNINGS = (b"PK\x03\x04", b"PK\x05\x06")
"""Of an archive, and of an empty one."""

_NAMES_IN_UTF_8 = 1 << 11
"""Of the flags of a file of an archive."""

_UNIX = 3
"""The system an archive was made on, as it says."""


@frozen
class File:
    """A file of a folder or an archive: its name, and a function that reads it.

    That raises a FormatError; a NoPuzzleError for what is no text.
    """

    name: str
    read: Callable[[], str]


def is_archive(path: str) -> bool:
    """Whether a path is that of a zip archive, by its first bytes."""
    try:
        if not Path(path).is_file():
            return False  # a pipe has one reader, who must see all of it
        with Path(path).open("rb") as file:
            return file.read(4) in _ZIP_BEGINNINGS
    except (OSError, ValueError):
        return False


def is_packed(data: bytes) -> bool:
    """Whether bytes are those of a zip archive."""
    return data.startswith(_ZIP_BEGINNINGS)


def files(path: str, packed: bytes | None = None) -> Iterator[File]:
    """The files of a folder, and of those in it, or of an archive, in natural order: ``2.kk`` goes
    before ``10.kk``. Hidden ones are left out.

    Args:
        packed: the bytes of an archive that is no file; it is called as the path says.

    Raises:
        FormatError: for what is too large, or an archive that no friend would send.
    """
    total = 0
    is_folder = packed is None and not is_archive(path)
    found = _of_folder(Path(path)) if is_folder else _of_archive(path, packed)
    for number, file in enumerate(found, 1):
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


# --- folders -------------------------------------------------------------------------------------


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
            elif here.suffix.lower() == ".zip" and is_archive(name):
                yield from _of_archive(name)
            else:
                yield File(name, partial(_read, here))
        except OSError as error:
            yield _wrong(FormatError(f"cannot be read: {error.strerror}", source=name))
        except FormatError as error:
            yield _wrong(error)


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


# --- archives ------------------------------------------------------------------------------------


class _Bounded(FileIO):
    """A file of which not much is read at once: an archive says itself how long its list is."""

    def read(self, size: int | None = -1, /) -> bytes:
        return _bounded(super().read, size)


class _BoundedBytes(BytesIO):
    """The same of bytes."""

    def read(self, size: int | None = -1, /) -> bytes:
        return _bounded(super().read, size)


def _bounded(read: Callable[[int], bytes], size: int | None) -> bytes:
    """As many bytes as are wanted; FormatError if they are more than any list has."""
    wanted = _MAX_LIST_BYTES + 1 if size is None or size < 0 else size
    if wanted <= _MAX_LIST_BYTES:
        return read(wanted)
    data = read(_MAX_LIST_BYTES + 1)
    if len(data) > _MAX_LIST_BYTES:
        raise FormatError(f"an archive of more than {MAX_FILES:,} files; expected fewer")
    return data


def _of_archive(path: str, content: bytes | None = None) -> Iterator[File]:
    from zipfile import ZipFile

    with (
        _refusing(path),
        _Bounded(path) if content is None else _BoundedBytes(content) as file,
        ZipFile(file) as archive,
    ):
        packed = [each for each in archive.infolist() if not each.is_dir()]
        if len(packed) > MAX_FILES:
            raise _too_many(path)
        for each in packed:
            _check(each)
        paths = ((_parts(each), each) for each in packed)
        shown = [(parts, each) for parts, each in paths if not any(map(_is_hidden, parts))]
        if sum(each.file_size for _, each in shown) > MAX_TOTAL_BYTES:
            raise _too_large(path)
        shown.sort(key=lambda found: [_natural(part) for part in found[0]])
        for _, each in shown:
            name = f"{path}/{_name(each)}"

            def read(each: ZipInfo = each, name: str = name) -> str:
                if not each.file_size:  # as thousands may be: nothing is opened for them
                    return ""
                with _refusing(name), archive.open(each) as member:
                    data = member.read(MAX_BYTES + 1)
                if name.lower().endswith(".zip") and is_packed(data):
                    expected = "expected its files themselves"
                    raise FormatError(f"an archive in an archive; {expected}", source=name)
                return decode(data, name)

            yield File(name, read)


def _parts(packed: ZipInfo) -> list[str]:
    return re.split(r"[/\\]", _name(packed))


def _name(packed: ZipInfo) -> str:
    """What a file is called: where an archive does not say that names are in UTF-8, ``zipfile``
    takes them for those of DOS, but Unix writes UTF-8 or Latin-1 all the same.
    """
    name = packed.filename
    if name.isascii() or packed.flag_bits & _NAMES_IN_UTF_8:
        return name
    try:
        as_written = name.encode("cp437")
    except UnicodeEncodeError:  # it says elsewhere what it is called
        return name
    with suppress(UnicodeDecodeError):
        return as_written.decode()
    latin = as_written.decode("latin-1")
    return latin if packed.create_system == _UNIX and latin.isprintable() else name


def _check(packed: ZipInfo) -> None:
    """FormatError for a file of an archive that is not as it should be."""
    from zipfile import ZIP_DEFLATED, ZIP_STORED

    name, size, parts = quoted(_name(packed), 60), packed.file_size, _parts(packed)
    if ".." in parts or not parts[0] or re.match("[A-Za-z]:", parts[0]):
        raise FormatError(
            f"an archive with {name}, a path outside the archive; expected only paths inside"
        )
    if packed.flag_bits & 1:
        raise FormatError(f"an archive with {name} encrypted; expected it without a password")
    if packed.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise FormatError(
            f"an archive with {name} compressed in a rare way; expected stored or deflated"
        )
    if size > 1 << 20 and size > _MAX_RATIO * packed.compress_size:
        raise FormatError(
            f"an archive with {name}, {size >> 20} MB packed to {packed.compress_size:,} bytes; "
            "no puzzles compress that well"
        )


@contextmanager
def _refusing(source: str) -> Iterator[None]:
    """Turns whatever is wrong with an archive into a FormatError with its name."""
    import zlib
    from zipfile import BadZipFile

    try:
        yield
    except FormatError as error:
        error.source = error.source or source
        raise
    except (BadZipFile, zlib.error, struct.error, EOFError, ValueError, RuntimeError) as error:
        raise FormatError(f"a damaged zip archive: {error}", source=source) from error
    except OSError as error:
        why = error.strerror or "its list of files is damaged"
        raise FormatError(f"cannot be read: {why}", source=source) from error
