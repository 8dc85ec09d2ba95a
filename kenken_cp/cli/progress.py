"""The progress line: how much of a long command is done, on a terminal's standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

SECONDS_PER_UPDATE = 0.1
"""More frequent updates would slow the search down, and nobody would see them."""


class Counter:
    """Counts events, and shows the count if there is a line to show it on."""

    def __init__(self, progress: Progress | None = None, task: TaskID | None = None) -> None:
        self._progress, self._task = progress, task
        self._count = 0
        self._shown = 0.0

    def add(self, more: int = 1) -> None:
        """One more, or several."""
        self._count += more
        if self._progress is None or self._task is None:
            return
        now = time.monotonic()
        if now - self._shown >= SECONDS_PER_UPDATE:
            self._shown = now
            self._progress.update(self._task, completed=self._count)


@contextmanager
def progress_line(what: str, total: int | None, *, shown: bool) -> Iterator[Counter]:
    """A counter of ``what``, out of ``total`` if that is known.

    It shows itself only if wanted and standard error is a terminal; the library that draws it is
    imported only then.
    """
    if not (shown and sys.stderr.isatty()):
        yield Counter()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = [SpinnerColumn(), TextColumn(f"{{task.completed:,}} {what}"), TimeElapsedColumn()]
    if total is not None:
        columns.insert(1, BarColumn())
    # By default rich would redirect standard output, and with it the answers, to its own console.
    with Progress(
        *columns, console=Console(stderr=True), transient=True, redirect_stdout=False
    ) as progress:
        yield Counter(progress, progress.add_task(what, total=total))
