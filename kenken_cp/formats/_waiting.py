"""ReadPuzzle what may keep us waiting: a pipe, a named pipe, a device."""

import os
import select
import stat
from typing import BinaryIO

from kenken_cp.checkpoints import checkpoint, is_limited

_SECONDS_BETWEEN_CHECKPOINTS = 0.05
_PART = 1 << 16


def opened(path: str, flags: int) -> int:
    """Opens a file for ``open``; within limits without waiting until somebody writes to it."""
    return os.open(path, flags | (getattr(os, "O_NONBLOCK", 0) if is_limited() else 0))


def read(file: BinaryIO, most: int) -> bytes:
    """That many bytes of a file at most, with checkpoints while there is nothing to be read.

    A person at a terminal may take as long as they like.
    """
    try:
        number = file.fileno()
    except (AttributeError, OSError):  # a file in memory
        return file.read(most)
    if not is_limited() or stat.S_ISREG(os.fstat(number).st_mode) or os.isatty(number):
        return file.read(most)
    parts: list[bytes] = []
    while most > 0:
        checkpoint()
        if not select.select([number], [], [], _SECONDS_BETWEEN_CHECKPOINTS)[0]:
            continue
        try:
            part = os.read(number, min(most, _PART))
        except BlockingIOError:
            continue
        if not part:
            break
        parts.append(part)
        most -= len(part)
    return b"".join(parts)
