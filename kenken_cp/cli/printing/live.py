"""The line on a terminal's standard error that shows how far work has come, until it is erased."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from shutil import get_terminal_size
from typing import Protocol

_SECONDS_PER_UPDATE = 0.1
"""More frequent updates would slow the search down, and nobody would see them."""

_shown = False


def is_possible() -> bool:
    """Whether standard error is a terminal on which a line can be replaced, not a dumb one."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def columns() -> int:
    """The columns of the terminal, where standard output need not be one."""
    try:
        known = os.get_terminal_size(sys.stderr.fileno())
    except (OSError, ValueError):  # none, or closed
        known = os.terminal_size((80, 24))
    return get_terminal_size(known).columns


def is_shown() -> bool:
    """Whether there is such a line: it must be erased before anything else is printed there."""
    return _shown


def erase() -> None:
    """Erases the line, if there is one."""
    if _shown:
        show("")


def show(text: str) -> None:
    """Puts a text in place of the line, or nothing; it does not matter whether it is read."""
    global _shown
    _shown = bool(text)
    with suppress(OSError):
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


class Add(Protocol):
    """Counts more, and shows a text beside the count until it is called again."""

    def __call__(self, more: int, beside: str = "") -> None: ...


@contextmanager
def progress_line(what: str, total: int | None, *, shown: bool) -> Iterator[Add]:
    """A function that counts more of ``what``, out of ``total`` if that is known, and shows the
    count, if that is wanted and standard error is a terminal (rich is imported only then).
    """
    if not (shown and is_possible()):
        yield lambda more, beside="": None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = [SpinnerColumn(), TextColumn(f"{{task.completed:,}} {what}"), TimeElapsedColumn()]
    if total is not None:
        columns.insert(1, BarColumn(bar_width=20))
    columns.append(TextColumn("{task.fields[beside]}"))
    # By default rich would redirect standard output, and with it the answers, to its own console.
    with Progress(
        *columns, console=Console(stderr=True), transient=True, redirect_stdout=False
    ) as progress:
        task = progress.add_task(what, total=total, beside="")
        count, updated = 0, 0.0

        def add(more: int, beside: str = "") -> None:
            nonlocal count, updated
            count += more
            if (now := time.monotonic()) - updated >= _SECONDS_PER_UPDATE:
                updated = now
                progress.update(task, completed=count, beside=beside)

        yield add
