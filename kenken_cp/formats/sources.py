"""Bytes of files and standard input as text: UTF-8, UTF-16 with its mark, and either in gzip."""

from __future__ import annotations

import gzip
import os
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from io import BytesIO
from pathlib import Path

from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.text import quoted

MAX_BYTES = 16 << 20
"""Bytes of a text: some 200,000 Sudokus. What never ends must end before memory does."""

_GZIP = b"\x1f\x8b"
_UTF_16 = (BOM_UTF16_LE, BOM_UTF16_BE)

AnyPath = str | os.PathLike[str]


def read_text(path: AnyPath, most: int = MAX_BYTES) -> str:
    """The content of a text file.

    Raises:
        FormatError: if it cannot be read, has more than ``most`` bytes, or is no text (then a
            ``NoPuzzleError``).
    """
    no_path = f"{quoted(path, 60)} is no path; expected one (loads and loads_all read texts)"
    source = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(source, str):  # the path of a PathLike may be bytes
        raise FormatError(no_path)
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
        encoding = "UTF-16" if data.startswith(_UTF_16) else "UTF-8"
        if encoding == "UTF-8" and b"\0" in data:
            raise NoPuzzleError(f"not text: a NUL byte at offset {data.index(0)}")
        if len(data) > most:
            raise FormatError(f"more than {most / (1 << 20):g} MB; expected less")
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        wrong = f"byte 0x{data[error.start]:02x} at offset {error.start}"
        raise NoPuzzleError(f"not {encoding}: {wrong}", source=source) from error
    except FormatError as error:
        error.source = source
        raise


def _unpacked(data: bytes, most: int) -> bytes:
    """What gzip has packed, no more than ``most`` bytes of it; FormatError if it is damaged."""
    try:
        return gzip.GzipFile(fileobj=BytesIO(data)).read(most)
    except (OSError, EOFError, zlib.error) as error:
        raise FormatError(f"a damaged gzip file: {error}") from error
