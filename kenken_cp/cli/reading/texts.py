"""Texts that commands read, of files and of standard input, within the time that they may take."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO, TextIO, TypeVar
from weakref import WeakSet

from kenken_cp import formats
from kenken_cp.checkpoints import StoppedError
from kenken_cp.errors import FormatError, KenKenError, LimitReachedError
from kenken_cp.search.protocol import Limits
from kenken_cp.text import quoted

STANDARD_INPUT = "standard input"
"""Its name in messages; in JSON it is ``-``."""

_taken: WeakSet[TextIO] = WeakSet()
"""Standard input, once it was read, or has begun to be: nobody else reads it."""

_coming: WeakSet[TextIO] = WeakSet()
"""Standard input, while puzzles of it are answered and more may come."""

_Read = TypeVar("_Read")

SECONDS_TO_READ: ContextVar[float | None] = ContextVar("SECONDS_TO_READ", default=None)
"""How long a text may be waited for, where a command has a limit of time; None for any time."""


def read_text(argument: str, most: int = formats.MAX_BYTES) -> str:
    """The text of a path, or of standard input for ``-``, of that many bytes at most.

    LimitReachedError if it does not come in ``SECONDS_TO_READ``.
    """
    if argument == "-":
        stream = taken_input()
        with in_time():
            data = formats.read_bytes(stream, most)
        return formats.decode(data, STANDARD_INPUT, most)
    with in_time():
        return formats.read_text(argument, most)


def taken_input() -> BinaryIO:
    """Standard input, for whoever reads it; FormatError for the second who asks for it."""
    if sys.stdin is None:
        raise FormatError("it is closed", source=STANDARD_INPUT)
    if sys.stdin in _taken:
        raise FormatError("it can be read only once; expected one -", source=STANDARD_INPUT)
    _taken.add(sys.stdin)
    return sys.stdin.buffer


def rest_of_input(stream: BinaryIO) -> Iterator[bytes]:
    """What is still to come of standard input; raises as ``read_text`` where it takes too long.
    From this call on until all has come, it is ``still_coming``.
    """
    _coming.add(sys.stdin)
    return _rest(stream)


def _rest(stream: BinaryIO) -> Iterator[bytes]:
    try:
        yield from each_in_time(formats.arriving(stream))
    finally:
        _coming.clear()


def still_coming() -> bool:
    """Whether puzzles of standard input are answered while more of them may come."""
    return sys.stdin in _coming


@contextmanager
def in_time() -> Iterator[None]:
    """LimitReachedError if what is read in this block does not come in ``SECONDS_TO_READ``."""
    seconds = SECONDS_TO_READ.get()
    try:
        with nullcontext() if seconds is None else Limits(seconds=seconds).enforced():
            yield
    except StoppedError as stopped:
        text = f"timeout after {seconds:g} s, while reading"
        raise LimitReachedError(text, status=stopped.reason) from None


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
