"""Bytes of files and standard input as text: UTF-8, UTF-16 with its mark, and either in gzip."""

from __future__ import annotations

import os
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator
from pathlib import Path

from kenken_cp.clock import checkpoint
from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.text import quoted

MAX_BYTES = 16 << 20
"""Bytes of a text: some 200,000 Sudokus. What never ends must end before memory does."""

_MAX_MEMBERS = 100
"""Files of gzip that one may have, one behind the other."""

_GZIP = b"\x1f\x8b"
_UTF_16 = (BOM_UTF16_LE, BOM_UTF16_BE)

BEGINNINGS_WITH_NUL = (_GZIP, *_UTF_16)
"""First bytes of texts that may have NUL bytes."""


AnyPath = str | os.PathLike[str]


def read_text(path: AnyPath, most: int = MAX_BYTES) -> str:
    """The content of a text file.

    Raises:
        FormatError: if it cannot be read, has more than ``most`` bytes, or is no text (then a
            ``NoPuzzleError``).
    """
    no_path = f"{quoted(path, 60)} is no path; expected one (loads and loads_all read texts)"
    if not isinstance(path, str | os.PathLike):
        raise FormatError(no_path)
    source = os.fspath(path)
    try:
        with Path(source).open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        if "\n" in source:
            raise FormatError(no_path) from None
        raise FormatError("no such file", source=source) from None
    except IsADirectoryError:
        what = "a directory; expected a file" if source else "no such file"
        raise FormatError(what, source=source) from None
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", source=source) from error
    except ValueError as error:  # a path that no file can have, such as one with a NUL
        raise FormatError(f"not a path: {error}", source=source) from error
    return decode(data, source, most)


def decode(data: bytes, source: str | None, most: int = MAX_BYTES) -> str:
    """Bytes as text; FormatError for more than ``most``, NoPuzzleError for what is no text."""
    try:
        if data.startswith(_GZIP):
            data = _unpacked(data, most + 1)
        if len(data) > most and (data.startswith(_UTF_16) or b"\0" not in data):
            raise _too_long(most)
        if data.startswith(_UTF_16):
            return data.decode("utf-16")
        return _utf_8(data.removeprefix(BOM_UTF8))
    except UnicodeDecodeError as error:
        what = f"not UTF-16, as its mark says: at offset {error.start} is {error.reason}"
        raise NoPuzzleError(what, source=source) from error
    except FormatError as error:
        error.source = source
        raise


def _utf_8(data: bytes) -> str:
    """Bytes in UTF-8; NoPuzzleError at one that is wrong."""
    if b"\0" in data:
        raise NoPuzzleError(f"not text: a NUL byte at offset {data.index(0)}")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        wrong = f"byte 0x{data[error.start]:02x} at offset {error.start}"
        raise NoPuzzleError(f"not UTF-8: {wrong}") from error


def _too_long(most: int) -> FormatError:
    return FormatError(f"more than {most >> 20} MB; expected less")


def _unpacked(data: bytes, most: int) -> bytes:
    """What gzip has packed, no more than ``most`` bytes of it; FormatError if it is damaged."""
    found = b""
    for _ in range(_MAX_MEMBERS):
        member = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        try:
            found += member.decompress(data, most - len(found))
        except zlib.error as error:
            raise FormatError(f"a damaged gzip file: {error}") from error
        if not member.eof and len(found) < most:
            raise FormatError("a damaged gzip file: it ends early")
        data = member.unused_data.lstrip(b"\0")  # as tapes are filled up
        if not data or len(found) >= most:
            return found
    raise FormatError(f"more than {_MAX_MEMBERS} gzip files in one")


def plain_newlines(text: str) -> str:
    """A text in which every line ends in a newline alone."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def arriving_texts(parts: Iterable[bytes]) -> Iterator[str]:
    """The text of parts as they come, in whole lines, and an empty text for an empty part: a pause.

    What is packed or in UTF-16 comes all at once. Raises as ``decode``.
    """
    waiting, before = bytearray(), 0
    for part in parts:
        checkpoint()
        waiting += part
        if before + len(waiting) > MAX_BYTES:
            raise _too_long(MAX_BYTES)
        as_a_whole = not before and waiting.startswith(BEGINNINGS_WITH_NUL)
        end = 0 if as_a_whole or not part else waiting.rfind(b"\n") + 1
        complete = bytes(waiting[:end])
        if end or not part:
            yield plain_newlines(_utf_8(complete if before else complete.removeprefix(BOM_UTF8)))
        before += end
        del waiting[:end]
    if waiting:
        yield plain_newlines(decode(bytes(waiting), None))
