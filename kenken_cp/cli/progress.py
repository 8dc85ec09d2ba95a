"""The line on a terminal's standard error that says what goes on, and events of progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Timer
from typing import TYPE_CHECKING, Any

from kenken_cp import clock
from kenken_cp.cli.output import Output
from kenken_cp.clock import Progress
from kenken_cp.text import about, printable

if TYPE_CHECKING:
    from kenken_cp.cli.items import Named
    from kenken_cp.search.verbs import Report


class Doing:
    """What is being done, in words.

    Args:
        words: a function that returns them.

    Attributes:
        search: how far the search of the current puzzle has come, in words.
    """

    def __init__(self, output: Output, words: Callable[[], str]) -> None:
        self._output, self._words, self.search = output, words, ""

    def reporter(self, item: Named) -> Report | None:
        """What a verb is to call with how far it is with a puzzle; None if nobody would see it."""
        is_seen = (self._output.json and not self._output.quiet) or _is_shown(self._output)
        return partial(self._report, item) if is_seen else None

    def _report(self, item: Named, progress: Progress) -> None:
        self.search = in_words(progress)
        if not self._output.quiet:
            facts: dict[str, Any] = {"count": progress.found, "exact": False}
            facts |= {"share": progress.share, "seconds": round(progress.seconds, 3)}
            self._output.event("progress", item, **facts)

    def __str__(self) -> str:
        return printable("; ".join(filter(None, [self._words(), self.search])))


def _is_shown(output: Output) -> bool:
    return sys.stderr.isatty() and not output.is_bare


@contextmanager
def shown(output: Output, words: str | Callable[[], str] = "solving") -> Iterator[Doing]:
    """In the ``with`` block a terminal shows for how long something has been done, and what; not if
    it is over within a second.
    """
    doing = Doing(output, words if callable(words) else lambda: words)
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
