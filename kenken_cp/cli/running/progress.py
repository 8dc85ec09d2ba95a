"""How far the work on a puzzle has come: a line on a terminal's standard error, and events of
``--json``; nothing within the first second, then once a second.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Timer

from kenken_cp import clock
from kenken_cp.cli.options.common import Output
from kenken_cp.cli.printing import live
from kenken_cp.cli.printing.output import say_event
from kenken_cp.cli.reading.inputs import Named
from kenken_cp.clock import MIN_SHARE, SECONDS_BETWEEN_REPORTS, Progress
from kenken_cp.search.verbs import Report
from kenken_cp.text import about, printable

_COLUMNS_BESIDE_A_COUNT = 36
"""Of a line of 80, of which a count of puzzles takes the others."""

_UNITS = (
    *((1, "s", "s"), (60, "min", "min"), (3600, "h", "h")),
    *((86400, "day", "days"), (365 * 86400, "year", "years")),
    (100 * 365 * 86400, "century", "centuries"),
)
"""Seconds, and what that long is called: one, and several."""


@contextmanager
def progress_shown(named: Named, output: Output, *, on_terminal: bool) -> Iterator[Report | None]:
    """What shows how far the search of one puzzle has come; None if nobody is to see it.

    Args:
        on_terminal: as of ``Shown``.
    """
    shown = Shown(output, on_terminal=on_terminal)
    try:
        yield partial(shown.show, named) if shown.wanted else None
    finally:
        shown.clear()


@dataclass(slots=True)
class Doing:
    """What is being done with a puzzle, in words; a function if that changes by itself."""

    words: str | Callable[[], str]

    def __str__(self) -> str:
        return printable(self.words() if callable(self.words) else self.words)


@contextmanager
def work_shown(output: Output, words: str = "solving") -> Iterator[Doing]:
    """In the ``with`` block a terminal shows what is being done and for how long, unless it is soon
    over. The caller changes it as it does something else.
    """
    doing = Doing(words)
    if output.quiet or output.json or not live.is_possible():
        yield doing
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TimeElapsedColumn(), TextColumn("{task.fields[doing]}", markup=False)
    progress = Progress(
        *columns, console=Console(stderr=True), transient=True, redirect_stdout=False
    )
    progress.add_task("", total=None, doing=doing)
    start = Timer(clock.SECONDS_BETWEEN_REPORTS, progress.start)
    start.start()
    try:
        yield doing
    finally:
        start.cancel()
        start.join()
        progress.stop()


class Shown:
    """Shows how far the work on puzzles has come.

    Args:
        on_terminal: whether a line is wanted there.
        several: whether there are several puzzles, so that each is named.
        add: what shows it beside a count of puzzles, if there is such a count.

    Attributes:
        wanted: whether anybody is to see it.
    """

    def __init__(
        self,
        output: Output,
        *,
        on_terminal: bool,
        several: bool = False,
        add: live.Add | None = None,
    ) -> None:
        self._as_json = output.json and not output.quiet
        on_terminal = on_terminal and live.is_possible()
        self._as_line = on_terminal and not (output.json and sys.stdout.isatty())
        self._several, self._add = several, add
        self.wanted = self._as_json or self._as_line or add is not None

    def show(self, named: Named | None, progress: Progress, doing: str = "") -> None:
        """Shows how far that on a puzzle has come.

        Args:
            doing: what is being done, if it is no search for solutions.
        """
        if self._as_json and named is not None:
            _say(named, progress)
        name = named.shown if named is not None and self._several else ""
        if self._as_line:
            live.show(_after(name, progress, live.columns() - 1, doing))
        if self._add is not None:
            self._add(0, _after(name, progress, _COLUMNS_BESIDE_A_COUNT, doing))

    def clear(self) -> None:
        """Takes the line away, if there is one."""
        if self._as_line:
            live.erase()


class OneASecond:
    """Of reports on several puzzles that workers are busy with, one a second is shown: that of the
    puzzle of which longest nothing was.

    Args:
        show: shows one, by the puzzle's number.
    """

    def __init__(
        self, show: Callable[[int, Progress], None], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._show, self._clock = show, clock
        self._shown: dict[int, float] = {}
        self._due = -math.inf
        self._waiting: dict[int, Progress] = {}

    def report(self, number: int, progress: Progress) -> None:
        """Shows it, or another, if it is time."""
        self._waiting[number] = progress
        now = self._clock()
        if now >= self._due:
            number = min(self._waiting, key=lambda each: self._shown.get(each, -math.inf))
            self._show(number, self._waiting[number])
            self._shown[number], self._due = now, now + SECONDS_BETWEEN_REPORTS
            self._waiting.clear()

    def forget(self, number: int) -> None:
        """Shows no more of a puzzle."""
        self._waiting.pop(number, None)
        self._shown.pop(number, None)


def _say(named: Named, progress: Progress) -> None:
    left = progress.left
    say_event(
        "progress",
        named,
        count=progress.found,
        exact=False,
        share=progress.share,
        seconds=round(progress.seconds, 3),
        left=None if left is None else round(left, 3),
    )


def _after(name: str, progress: Progress, columns: int, doing: str) -> str:
    """``text_of`` after the name of the puzzle, if it has one: of a long name its end, in which the
    names of files differ.
    """
    most = columns // 2
    label = f"{name if len(name) <= most else f'...{name[3 - most :]}'}: " if name else ""
    return label + text_of(progress, columns - len(label), doing)


def text_of(progress: Progress, columns: int, doing: str = "") -> str:
    """How far it has come, on one line: what does not fit is left out, the least certain first.

    Args:
        doing: what is being done, if it is no search for solutions.
    """
    if doing:
        return printable(f"{_duration(progress.seconds)}: {doing}")[:columns]
    share, left = progress.share, progress.left
    parts = [f"{_duration(progress.seconds)}: {about(progress.found)} found"]
    if share is not None:
        parts.append(f"{share:.1%} done" if share >= MIN_SHARE else f"under {MIN_SHARE:.1%} done")
        if left is not None:
            parts.append(f"about {_duration(left)} left")
    while len(parts) > 1 and len(", ".join(parts)) > columns:
        parts.pop()
    return ", ".join(parts)[:columns]


def _duration(seconds: float) -> str:
    """A time in its largest unit."""
    size, unit, units = [known for known in _UNITS if known[0] <= max(seconds, 1)][-1]
    number = int(seconds / size)
    return f"{about(number)} {unit if number == 1 else units}"
