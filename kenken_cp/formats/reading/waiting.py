"""Reads what may keep us waiting: a pipe, a named pipe, a device."""

import os
import select
import stat
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from kenken_cp.checkpoints import checkpoint, is_limited
from kenken_cp.errors import FormatError, NoPuzzleError

_SECONDS_TO_WAIT = 0.05
"""Between two checkpoints; what comes as slowly as this is not all there yet."""

_PART = 1 << 16


def opened(path: str, flags: int) -> int:
    """Opens a file for ``open``; within limits without waiting until somebody writes to it."""
    return os.open(path, flags | (getattr(os, "O_NONBLOCK", 0) if is_limited() else 0))


def read(file: BinaryIO, most: int) -> bytes:
    """That many bytes of a file at most, with checkpoints while there is nothing to be read.

    A person at a terminal may take as long as they like.
    """
    if not (is_limited() and _is_pipe(file)):
        return file.read(most)
    found = bytearray()
    for part in parts(file):
        found += part
        if len(found) >= most:
            break
    return bytes(found[:most])


def parts(file: BinaryIO, *, pauses: bool = False) -> Iterator[bytes]:
    """What a file holds, as it comes; with ``pauses`` nothing, too, while it keeps us waiting."""
    if not _is_pipe(file):
        while part := file.read(_PART):
            yield part
            if len(part) < _PART:  # the end was met: a terminal would have to say so twice
                return
        return
    number = file.fileno()
    while True:
        checkpoint()
        if (pauses or is_limited()) and not select.select([number], [], [], _SECONDS_TO_WAIT)[0]:
            if pauses:
                yield b""
            continue
        try:
            part = os.read(number, _PART)
        except BlockingIOError:
            continue
        if not part:
            return
        yield part


def lines(begun: bytes, rest: Iterator[bytes], most: int) -> Iterator[str]:
    """The lines of a text whose rest is still to come, each once its end is there; FormatError if
    it is no text, or has more than that many bytes.
    """
    waiting, before = bytearray(), 0
    for part in chain([begun], rest):
        end = part.rfind(b"\n") + 1
        if before + len(waiting) + len(part) > most:
            raise too_long(most)
        waiting += part[:end]
        if end:
            yield from plain_newlines(as_text(bytes(waiting), before)).split("\n")[:-1]
            before += len(waiting)
            waiting.clear()
        waiting += part[end:]
    yield from plain_newlines(as_text(bytes(waiting), before)).split("\n")


def plain_newlines(text: str) -> str:
    """A text in which lines end as they do here."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def as_text(data: bytes, before: int = 0) -> str:
    """Bytes in UTF-8, with that many before them; NoPuzzleError with the place of one that is
    wrong.
    """
    if b"\0" in data:
        raise NoPuzzleError(f"not text: a NUL byte at offset {before + data.index(0)}")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise NoPuzzleError(
            f"not UTF-8: byte 0x{data[error.start]:02x} at offset {before + error.start}"
        ) from error


def too_long(most: int) -> FormatError:
    """The error of a text of more than that many bytes."""
    return FormatError(f"more than {most >> 20} MB; expected less")


def _is_pipe(file: BinaryIO) -> bool:
    """Whether a file may keep us waiting, and says so before it does."""
    if os.name != "posix":
        return False
    try:
        number = file.fileno()
    except (AttributeError, OSError):  # a file in memory
        return False
    return not (stat.S_ISREG(os.fstat(number).st_mode) or os.isatty(number))
