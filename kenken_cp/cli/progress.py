"""How far the search of a puzzle has come: a line on a terminal's standard error, and events of
``--json``; nothing within the first second, then once a second.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from shutil import get_terminal_size

from kenken_cp.cli.inputs import Named
from kenken_cp.cli.options import Output
from kenken_cp.cli.output import Add, say_event, shows_lines_live
from kenken_cp.cli.report import about
from kenken_cp.search.progress import CONFIDENCE, MIN_SHARE, SECONDS_BETWEEN, Meter, Progress

_COLUMNS_BESIDE_A_COUNT = 36
"""Of a line of 80, of which a count of puzzles takes the others."""

_UNITS = (
    *((1, "s", "s"), (60, "min", "min"), (3600, "h", "h")),
    *((86400, "day", "days"), (365 * 86400, "year", "years")),
    (100 * 365 * 86400, "century", "centuries"),
)
"""Seconds, and what that long is called: one, and several."""


@contextmanager
def progress_shown(named: Named, output: Output, *, on_terminal: bool) -> Iterator[Meter | None]:
    """The meter of a search of one puzzle that shows how far it has come; None if nobody is to see
    it.

    Args:
        on_terminal: as of ``Shown``.
    """
    shown = Shown(output, on_terminal=on_terminal)
    try:
        yield Meter(partial(shown.show, named)) if shown.wanted else None
    finally:
        shown.clear()


class Shown:
    """Shows how far searches have come.

    Args:
        on_terminal: whether a line is wanted there.
        add: what shows it beside a count of puzzles, if there is such a count.

    Attributes:
        wanted: whether anybody is to see it.
    """

    def __init__(self, output: Output, *, on_terminal: bool, add: Add | None = None) -> None:
        self._as_json = output.json and not output.quiet
        on_terminal = on_terminal and shows_lines_live()
        self._as_line = on_terminal and not (output.json and sys.stdout.isatty())
        self._add = add
        self._line_shown = False
        self.wanted = self._as_json or self._as_line or add is not None

    def show(self, named: Named, progress: Progress) -> None:
        """Shows how far that of a puzzle has come."""
        if self._as_json:
            _say(named, progress)
        if self._as_line:
            self._line_shown = True
            _show(text_of(progress, get_terminal_size().columns - 1))
        if self._add is not None:
            self._add(0, text_of(progress, _COLUMNS_BESIDE_A_COUNT))

    def clear(self) -> None:
        """Takes the line away, if there is one."""
        if self._line_shown:
            _show("")
        self._line_shown = False


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
            self._shown[number], self._due = now, now + SECONDS_BETWEEN
            self._waiting.clear()

    def forget(self, number: int) -> None:
        """Shows no more of a puzzle."""
        self._waiting.pop(number, None)
        self._shown.pop(number, None)


def _show(text: str) -> None:
    """Puts a text in place of the line that there was; it does not matter whether it is read."""
    with suppress(OSError):
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def _say(named: Named, progress: Progress) -> None:
    left = progress.left
    say_event(
        "progress",
        named,
        count=progress.found,
        exact=False,
        share=progress.share,
        estimate=progress.estimate,
        low=progress.low,
        high=progress.high,
        confidence=CONFIDENCE,
        seconds=round(progress.seconds, 3),
        left=None if left is None else round(left, 3),
    )


def text_of(progress: Progress, columns: int) -> str:
    """How far it has come, on one line: what does not fit is left out, the least certain first."""
    share, left = progress.share, progress.left
    parts = [f"{_duration(progress.seconds)}: {about(progress.found)} found"]
    if share is not None:
        parts.append(f"{share:.1%} done" if share >= MIN_SHARE else f"under {MIN_SHARE:.1%} done")
        if left is not None:
            parts.append(f"about {_duration(left)} left")
    if progress.low is not None:
        most = "" if progress.high is None else f" to {about(progress.high)}"
        least = about(progress.low) if most else f"at least {about(progress.low)}"
        parts.append(f"{least}{most} in all ({CONFIDENCE:.0%} sure)")
    while len(parts) > 1 and len(", ".join(parts)) > columns:
        parts.pop()
    return ", ".join(parts)[:columns]


def _duration(seconds: float) -> str:
    """A time in its largest unit."""
    size, unit, units = [known for known in _UNITS if known[0] <= max(seconds, 1)][-1]
    number = int(seconds / size)
    return f"{about(number)} {unit if number == 1 else units}"
