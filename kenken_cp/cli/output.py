"""Writing: answers to standard output, everything else to standard error, puzzles to files; and how
much of a long command is done, on a terminal's standard error.
"""

import json
import logging
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from textwrap import fill
from typing import Any

from kenken_cp.cli.inputs import Named
from kenken_cp.errors import KenKenError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.text import Style

WIDTH = 80
"""Columns of a line of prose."""

SECONDS_PER_UPDATE = 0.1
"""More frequent updates would slow the search down, and nobody would see them."""


def say(text: str) -> None:
    """Prints an answer, at once: a reader at the other end of a pipe is waiting for it.

    OSError if standard output takes no more; a BrokenPipeError if its reader is gone.
    """
    print(f"{text}\n", end="", flush=True)  # one write, which Ctrl-C cannot come between


def complain(text: str) -> None:
    """Prints what is not an answer; it does not matter whether anybody reads it."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def say_table(rows: Iterable[tuple[str, ...]]) -> None:
    """Prints rows of texts, in columns; what is too long for the last is wrapped there."""
    rows = list(rows)
    *widths, _ = [max(map(len, column)) + 2 for column in zip(*rows, strict=True)]
    for *labels, text in rows:
        head = "".join(label.ljust(width) for label, width in zip(labels, widths, strict=True))
        say(fill(text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head)))


def json_line(event: str, named: Named | None = None, /, **facts: Any) -> str:
    """An event, of a puzzle if it is one, as a JSON object."""
    puzzle = {} if named is None else {"puzzle": named.name}
    return json.dumps({"event": event, **puzzle, **facts}, ensure_ascii=False)


def say_event(event: str, named: Named | None = None, /, **facts: Any) -> None:
    """Prints an event as a JSON object."""
    say(json_line(event, named, **facts))


def json_size(puzzle: Puzzle) -> int | str:
    """The size of a puzzle in JSON: 4 for a square of 4 rows, "4x6" for a rectangle."""
    return puzzle.size if isinstance(puzzle.size, int) else puzzle.size_name


@contextmanager
def writing(path: Path | None) -> Iterator[Callable[[str], None]]:
    """A function that writes a text and a newline, at once, to a file or standard output."""
    if path is None:
        yield say
        return
    try:
        with path.open("w", encoding="utf-8") as file:

            def write(text: str) -> None:
                file.write(f"{text}\n")
                file.flush()

            yield write
    except OSError as error:
        raise KenKenError(f"{path}: {error.strerror}") from None


class _Notices(logging.Handler):
    """Prints what the library logs."""

    def emit(self, record: logging.LogRecord) -> None:
        complain(f"kenken-cp: {record.getMessage()}")


def show_notices() -> None:
    """Has what the library logs printed, such as why the first answer takes its time."""
    log = logging.getLogger("kenken_cp")
    log.setLevel(logging.INFO)
    if not log.handlers:
        log.addHandler(_Notices())


def terminal_style() -> Style:
    """How to draw on standard output: its encoding, and colours unless declined (NO_COLOR)."""
    ascii_only = False
    try:
        "┏╍×−".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        ascii_only = True
    colours = {"clue": "2", "marked": "1;31", "value": "1", "given": "1"}
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        colours = {}

    def paint(text: str, role: str) -> str:
        return f"\x1b[{colours[role]}m{text}\x1b[0m" if role in colours else text

    return Style(ascii=ascii_only, paint=paint)


@contextmanager
def progress_line(what: str, total: int | None, *, shown: bool) -> Iterator[Callable[[int], None]]:
    """A function that counts more of ``what``, out of ``total`` if that is known, and shows the
    count, if that is wanted and standard error is a terminal (rich is imported only then).
    """
    if not (shown and sys.stderr.isatty()):
        yield lambda more: None
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
        task = progress.add_task(what, total=total)
        count, updated = 0, 0.0

        def add(more: int) -> None:
            nonlocal count, updated
            count += more
            if (now := time.monotonic()) - updated >= SECONDS_PER_UPDATE:
                updated = now
                progress.update(task, completed=count)

        yield add
