"""What commands print: answers to standard output, everything else to standard error; for programs
answers as events, a JSON object a line. What went wrong becomes an exit code here.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TextIO

from kenken_cp.clock import Status, StoppedError
from kenken_cp.errors import FormatError, KenKenError, LimitReachedError
from kenken_cp.text import printable, printable_lines

if TYPE_CHECKING:
    from kenken_cp.cli.reading import Item, Named
    from kenken_cp.model.count import Count
    from kenken_cp.render.text import Style
    from kenken_cp.search.outcome import Outcome

NAME = "kenken-cp"
"""What the program is called."""

SCHEMA = 2
"""The version of what is printed with ``--json``, which ``schema.json`` describes."""

STANDARD_OUTPUT = Path("-")
"""What stands for it where a file may be written."""


class Exit(IntEnum):
    """What the exit code says; of several puzzles the highest counts.

    After another signal than that of Ctrl-C, ``INTERRUPTED`` is 128 and the number of that signal.
    """

    ANSWERED = 0
    NO = 1
    BAD_INPUT = 2
    LIMIT = 3
    BUG = 70
    INTERRUPTED = 130


class UnwritableError(Exception):
    """Standard output takes no more; ``code`` is the exit code: 0 if its reader is gone."""

    def __init__(self, code: Exit) -> None:
        super().__init__()
        self.code = code


# --- for people ----------------------------------------------------------------------------------


@contextmanager
def _writing() -> Iterator[None]:
    """Turns what the system says of standard output into an UnwritableError; other errors than a
    closed pipe are printed.
    """
    try:
        yield
    except OSError as error:
        # A closed pipe is EINVAL on Windows.
        if isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL):
            raise UnwritableError(Exit.ANSWERED) from None
        complain(f"{NAME}: cannot write: {error.strerror}")
        raise UnwritableError(Exit.BAD_INPUT) from None


def say(text: str) -> None:
    """Prints an answer, at once: a reader at the other end of a pipe is waiting for it."""
    with _writing():
        print(f"{text}\n", end="", flush=True)  # one write, which Ctrl-C cannot come between


def say_words(text: str) -> None:
    """Prints an answer in words: a terminal gets lines that end between words."""
    with _writing():
        _print(text, sys.stdout)


def complain(text: str) -> None:
    """Prints what is not an answer; it does not matter whether anybody reads it. Names and texts
    from outside may be in it: what would control the terminal becomes spaces.
    """
    with suppress(OSError):
        _print(printable_lines(text), sys.stderr)


def say_of(item: Named, text: str) -> None:
    """Says something about a puzzle, after its name, on standard error."""
    complain(f"{NAME}: {item.shown}: {text}")


def _print(text: str, stream: TextIO) -> None:
    if not stream.isatty():
        print(f"{text}\n", end="", file=stream, flush=True)  # one write, as of an answer
        return
    from rich.console import Console

    Console(file=stream).print(text, highlight=False, markup=False, emoji=False)


def line_width() -> int:
    """Characters of a line of words: 80, or fewer on a narrower terminal."""
    return min(80, max(40, get_terminal_size().columns)) if sys.stdout.isatty() else 80


def say_drawing(text: str) -> None:
    """Prints a drawn board, with the colours that the terminal has; a wide one is not wrapped."""
    if not sys.stdout.isatty():
        say(text)
        return
    from rich.console import Console
    from rich.text import Text

    console, board = Console(), Text.from_ansi(text)
    with _writing():
        console.print(board, no_wrap=True, overflow="ignore", crop=False)
    width = max(len(line) for line in board.plain.split("\n"))
    if width > console.width:
        complain(f"{width} columns, too wide for this terminal: use show -o FILE.svg, or | less -S")


_COLOURS = {
    "clue": "38;5;30",  # teal
    "given": "1",
    "entry": "38;5;32",  # blue
    "marked": "1;38;5;166",  # orange
    "eliminated": "38;5;166",
}
"""Of the roles of what is drawn, as a terminal of 256 colours has them; Rich says the same with
fewer, or with none. They are readable on light and on dark ground, and none says anything that is
not there without it: a clue has its corner, what differs an asterisk, what is eliminated a cross.
"""


def terminal_style() -> Style:
    """How to draw on standard output: as it is encoded, and in colours on a terminal."""
    from kenken_cp.render.shapes import Role
    from kenken_cp.render.text import Style, can_show_lines, unpainted

    def paint(text: str, role: Role) -> str:
        colour = _COLOURS.get(role.value)
        return text if colour is None else f"\x1b[{colour}m{text}\x1b[0m"

    return Style(
        ascii=not can_show_lines(sys.stdout.encoding),
        paint=paint if sys.stdout.isatty() else unpainted,
    )


def say_table(rows: Sequence[Sequence[str]], *, head: Sequence[str] = ()) -> None:
    """Prints rows in columns; a terminal has what is too long for the last wrapped there."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=bool(head), pad_edge=False, header_style="")
    for name in head or rows[0]:
        table.add_column(Text(name))
    for row in rows:
        table.add_row(*map(Text, row))
    # A file or a pipe has lines of any length, without blanks at their ends.
    console = Console(width=None if sys.stdout.isatty() else 10_000)
    with console.capture() as printed:
        console.print(table)
    say("\n".join(map(str.rstrip, printed.get().splitlines())))


@dataclass(slots=True)
class Output:
    """What a call prints: ``--json`` and ``--quiet``, and whether it is about several puzzles."""

    json: bool = False
    quiet: bool = False
    several: bool = False
    _above: str = ""

    @property
    def is_bare(self) -> bool:
        """Whether nothing is wanted beside the answers."""
        return self.json or self.quiet

    def head(self, item: Named) -> None:
        """Prints what stands above the answer on one of several puzzles: its name and its title,
        after a blank line if it is not the first.
        """
        if self.several and not self.is_bare:
            say("\n" * bool(self._above) + item.heading)
            self._above = "heading"

    def gap(self) -> str:
        """A newline before an answer of several lines that follows another; none below a heading,
        which belongs to it.
        """
        gap = "\n" if self._above == "answer" else ""
        self._above = "answer"
        return gap

    def prefix(self, item: Named) -> str:
        """What stands before an answer of one line: of several puzzles, the name."""
        return f"{item.shown}: " if self.several else ""


# --- for programs --------------------------------------------------------------------------------


def say_event(event: str, item: Item | None, backend: str | None = None, **facts: Any) -> None:
    """Prints an event as a JSON object.

    Args:
        item: the puzzle that it is about, if it is about one.
        backend: the engine that answered, if one did.
    """
    name = None if item is None else item.name
    head = {"schema": SCHEMA, "event": event, "puzzle": name, "backend": backend}
    say(json.dumps({**head, **facts}, ensure_ascii=False))


def count_facts(count: Count) -> dict[str, Any]:
    """A number of solutions in JSON."""
    return {"count": int(count), "exact": count.exact}


def outcome_facts(outcome: Outcome) -> dict[str, Any]:
    """Why a search stopped, and how many solutions it found, in JSON."""
    return {"status": str(outcome.status), **count_facts(outcome.count), "unique": outcome.unique}


# --- what went wrong -----------------------------------------------------------------------------


def report_error(
    error: BaseException, *, as_json: bool, item: Item | None = None, code: Exit | None = None
) -> Exit:
    """Says what went wrong, to people on standard error, to programs as an event.

    Args:
        item: the puzzle that it is about, if it is about one.
        code: the exit code, if it is not that of the error.

    Returns:
        The exit code.
    """
    if code is None:
        code = _code_of(error)
    if code is Exit.BUG:
        complain("".join(traceback.format_exception(error)).rstrip("\n"))
    text = _text_of(error)
    placed = isinstance(error, FormatError) and error.source is not None
    if as_json:
        facts = dict.fromkeys(("file", "line", "column"))
        if isinstance(error, FormatError):
            text = error.message
            facts |= {"file": error.source, "line": error.line, "column": error.column}
        say_event("error", item, message=text, **facts, exit=int(code))
    else:
        name = "" if item is None or placed else f"{item.shown}: "
        complain(f"{NAME}: {name}{printable(text)}")
    return code


def _code_of(error: BaseException) -> Exit:
    status = getattr(error, "status", None)
    if isinstance(error, KeyboardInterrupt) or status is Status.INTERRUPTED:
        return Exit.INTERRUPTED
    if isinstance(error, (LimitReachedError, StoppedError, MemoryError)):
        return Exit.LIMIT
    if isinstance(error, KenKenError):
        return Exit.BAD_INPUT
    return Exit.LIMIT if isinstance(error, OSError) else Exit.BUG  # such as too many open files


def _text_of(error: BaseException) -> str:
    if isinstance(error, KenKenError):
        return str(error)
    if isinstance(error, (KeyboardInterrupt, StoppedError)):
        return str(getattr(error, "status", Status.INTERRUPTED))
    if isinstance(error, MemoryError):
        return "out of memory before the answer"
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return f"this is a bug of {NAME}, not of your puzzle"
