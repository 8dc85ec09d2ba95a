"""Texts that commands read, of files and of standard input, within the time that they may take."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import BinaryIO, TextIO, TypeVar
from weakref import WeakSet

from kenken_cp import formats
from kenken_cp.clock import Clock, StoppedError, checkpoint
from kenken_cp.errors import FormatError, KenKenError, LimitReachedError
from kenken_cp.text import quoted

STANDARD_INPUT = "standard input"
"""Its name in messages; in JSON it is ``-``."""

_taken: WeakSet[TextIO] = WeakSet()
"""Standard input, once it was read: nobody else reads it."""

_PART = 1 << 16
"""Bytes that are read at once."""

_PAUSE = 0.1
"""Seconds that standard input is waited for, before it is looked whether time is over."""

_Read = TypeVar("_Read")

SECONDS_TO_READ: ContextVar[float | None] = ContextVar("SECONDS_TO_READ", default=None)
"""How long a text may be waited for, where a command has a limit of time; None for any time."""


def read_text(argument: str, most: int = formats.MAX_BYTES) -> str:
    """The text of a path, or of standard input for ``-``, of that many bytes at most.

    LimitReachedError if it does not come in ``SECONDS_TO_READ``; of a pipe, its next part.
    """
    if argument != "-":
        with in_time():
            return formats.read_text(argument, most)
    data = bytearray()
    for part in each_in_time(_standard_input()):
        data += part
        if len(data) > most:
            break
    return formats.decode(bytes(data), STANDARD_INPUT, most)


def _standard_input() -> Iterator[bytes]:
    """The parts of standard input as they come; FormatError for the second who asks for it."""
    if sys.stdin is None:
        raise FormatError("it is closed", source=STANDARD_INPUT)
    if sys.stdin in _taken:
        raise FormatError("it can be read only once; expected one -", source=STANDARD_INPUT)
    _taken.add(sys.stdin)
    # A thread reads, because no system call waits for a pipe with a timeout on all systems.
    waiting: SimpleQueue[bytes | OSError] = SimpleQueue()
    Thread(target=_read_into, args=(waiting, sys.stdin.buffer), daemon=True).start()
    part: bytes | OSError | None = None
    while part != b"":
        checkpoint()
        try:
            part = waiting.get(timeout=_PAUSE)
        except Empty:
            continue
        if isinstance(part, OSError):
            why = f"cannot be read: {part.strerror}"
            raise FormatError(why, source=STANDARD_INPUT) from part
        yield part


def _read_into(waiting: SimpleQueue[bytes | OSError], stream: BinaryIO) -> None:
    """Puts the parts of a stream into a queue, and an empty one at the end. Files are read below
    their buffer, whose lock would be held when the program ends.
    """
    try:
        number = stream.fileno()
    except OSError:  # it is none
        number = None
    try:
        while part := stream.read(_PART) if number is None else os.read(number, _PART):
            waiting.put(part)
        waiting.put(b"")
    except OSError as error:
        waiting.put(error)


@contextmanager
def in_time() -> Iterator[None]:
    """LimitReachedError if what is read in this block does not come in ``SECONDS_TO_READ``."""
    seconds = SECONDS_TO_READ.get()
    try:
        with nullcontext() if seconds is None else Clock(seconds).running():
            yield
    except StoppedError as stopped:
        text = f"timeout after {seconds:g} s, while reading"
        raise LimitReachedError(text, status=stopped.status) from None


def each_in_time(found: Iterator[_Read]) -> Iterator[_Read]:
    """Each of what is read; LimitReachedError for one that takes longer than may be waited for."""
    while True:
        with in_time():
            each = next(found, None)
        if each is None:
            return
        yield each


def text_or_itself(argument: str) -> str:
    """The text of a path, of standard input for ``-``, or an argument that is a grid itself."""
    if argument == "-" or exists(argument):
        return read_text(argument)
    last = argument.rpartition("/")[2]  # the name of a file, or the last row
    if re.search(r"[0-9._]", re.sub(r"\.[A-Za-z]\w*\Z", "", last)) is None:
        raise KenKenError(f"{quoted(argument, 60)}: {no_file(argument)}, and no grid")
    return argument


def no_file(argument: str) -> str:
    """Why there is no file of that name."""
    try:
        Path(argument).stat()
    except PermissionError as error:  # of its folder
        return f"cannot be read: {error.strerror}"
    except (OSError, ValueError):  # as of ``exists``
        pass
    return "no such file"


def exists(argument: str) -> bool:
    """Whether an argument is the path of something."""
    try:
        return bool(argument) and Path(argument).exists()
    except (OSError, ValueError):  # too long for a name, or a NUL byte in it
        return False
