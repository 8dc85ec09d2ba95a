"""The line on a terminal that says what goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from kenken_cp import clock
from kenken_cp.cli.output import Output
from kenken_cp.text import printable


class _Words:
    """Words that may change, each time that they are printed."""

    def __init__(self, words: str | Callable[[], str]) -> None:
        self._words = words

    def __str__(self) -> str:
        return printable(self._words() if callable(self._words) else self._words)


@contextmanager
def progress_line(output: Output, words: str | Callable[[], str] = "solving") -> Iterator[None]:
    """In the ``with`` block a terminal shows for how long something has been done, and what; not if
    it is over within a second.
    """
    if output.is_bare or not sys.stderr.isatty() or not output.terminal.is_interactive:
        yield
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    line = Progress(
        SpinnerColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[words]}", markup=False),
        console=output.terminal,
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # else answers would go to standard error
    )
    line.add_task("", total=None, words=_Words(words))
    start = Timer(clock.SECONDS_BETWEEN_REPORTS, line.start)
    start.start()
    try:
        yield
    finally:
        start.cancel()
        start.join()
        line.stop()
