"""The line on a terminal's standard error that says what goes on, and events of progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

from kenken_cp import clock
from kenken_cp.cli.output import Output, say_event
from kenken_cp.clock import Progress
from kenken_cp.text import about, plural, printable

if TYPE_CHECKING:
    from kenken_cp.cli.items import Named


class Doing:
    """What is being done, in words: a text, or a function that returns it; the caller changes it.

    Attributes:
        reports: whether anybody is to see how far a search has come.
    """

    def __init__(self, output: Output, words: str | Callable[[], str]) -> None:
        self.words = words
        self._as_json = output.json and not output.quiet
        self.reports = self._as_json or _is_shown(output)

    def report(self, item: Named, progress: Progress, more: str = "") -> None:
        """Shows how far the search of a puzzle has come.

        Args:
            more: what stands before it on a line.
        """
        self.words = more + in_words(progress)
        if self._as_json:
            say_event(
                "progress",
                item,
                count=progress.found,
                exact=False,
                share=progress.share,
                seconds=round(progress.seconds, 3),
            )

    def __str__(self) -> str:
        return printable(self.words() if callable(self.words) else self.words)


def _is_shown(output: Output) -> bool:
    return sys.stderr.isatty() and not output.is_bare


@contextmanager
def shown(output: Output, words: str | Callable[[], str] = "solving") -> Iterator[Doing]:
    """In the ``with`` block a terminal shows for how long something has been done, and what; not if
    it is over within a second.
    """
    doing = Doing(output, words)
    if not _is_shown(output):
        yield doing
        return
    from rich.console import Console
    from rich.progress import Progress as Line
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TimeElapsedColumn(), TextColumn("{task.fields[doing]}", markup=False)
    line = Line(
        *columns,
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # else answers would go to standard error
    )
    line.add_task("", total=None, doing=doing)
    start = Timer(clock.SECONDS_BETWEEN_REPORTS, line.start)
    start.start()
    try:
        yield doing
    finally:
        start.cancel()
        start.join()
        line.stop()


def in_words(progress: Progress) -> str:
    """How far a search has come."""
    parts = [f"{about(progress.found)} found"]
    if progress.share is not None:
        share = progress.share
        parts.append(f"{share:.1%} done" if share >= 0.001 else "under 0.1% done")
    return ", ".join(parts)


def puzzles_done(number: int) -> str:
    """How many of several puzzles are done."""
    return f"{plural(number, 'puzzle')} done"
