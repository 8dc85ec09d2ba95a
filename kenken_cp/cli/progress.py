"""The line on a terminal's standard error that says what goes on, and events of progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Any

from kenken_cp import clock
from kenken_cp.cli.output import Output
from kenken_cp.clock import Progress
from kenken_cp.text import about, printable

if TYPE_CHECKING:
    from kenken_cp.cli.reading import PuzzleItem


class Activity:
    """What goes on: its text stands on the line.

    Args:
        words: a function that returns what is done in all.

    Attributes:
        item: the puzzle that it is done with now.
    """

    item: PuzzleItem | None = None

    def __init__(self, output: Output, words: Callable[[], str]) -> None:
        self._output, self._words, self._search = output, words, ""

    def __str__(self) -> str:
        return printable("; ".join(filter(None, [self._words(), self._search])))

    def begin(self, item: PuzzleItem) -> PuzzleItem:
        """Notes the puzzle that it is done with from here on, and returns it."""
        self.item, self._search = item, ""
        return item

    def report(self, progress: Progress) -> None:
        """Takes down how far a search has come, and prints it as an event."""
        done = "" if progress.share is None else f", {progress.share:.1%} done"
        self._search = f"{about(progress.found)} found{done}"
        if not self._output.quiet:
            facts: dict[str, Any] = {"count": progress.found, "exact": False}
            facts |= {"share": progress.share, "seconds": round(progress.seconds, 3)}
            self._output.event("progress", self.item, **facts)


@contextmanager
def progress_line(output: Output, words: str | Callable[[], str] = "solving") -> Iterator[Activity]:
    """In the ``with`` block a terminal shows for how long something has been done, and what; not if
    it is over within a second.
    """
    activity = Activity(output, words if callable(words) else lambda: words)
    if output.is_bare or not sys.stderr.isatty():
        yield activity
        return
    from rich.progress import Progress as Line
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[activity]}", markup=False),
    )
    line = Line(
        *columns,
        console=output.terminal,
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # else answers would go to standard error
    )
    line.add_task("", total=None, activity=activity)
    start = Timer(clock.SECONDS_BETWEEN_REPORTS, line.start)
    start.start()
    try:
        yield activity
    finally:
        start.cancel()
        start.join()
        line.stop()
