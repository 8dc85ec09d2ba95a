"""How much memory something takes, whatever was taken in this process before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROCESS = Path("/proc/self")


@contextmanager
def takes_less(megabytes: int) -> Iterator[None]:
    """Fails a block in which this process has that many megabytes more than before it."""
    (PROCESS / "clear_refs").write_text("5")  # the peak is that of now
    before = _peak()
    yield
    assert _peak() - before < megabytes


def _peak() -> int:
    """The most megabytes that this process has had since."""
    (found,) = re.findall(r"^VmHWM:\s*(\d+) kB$", (PROCESS / "status").read_text(), re.MULTILINE)
    return int(found) >> 10
