"""What commands print: answers to standard output, everything else to standard error; for programs
answers as events, a JSON object a line.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TextIO

from kenken_cp.cli.items import MAX_NAME
from kenken_cp.errors import FormatError
from kenken_cp.text import printable, printable_lines, quoted, shortened

if TYPE_CHECKING:
    from kenken_cp.cli.items import Item, Named
    from kenken_cp.model.count import Count
    from kenken_cp.render.text import Style
    from kenken_cp.search.outcome import Outcome

SCHEMA = 2
"""The version of what is printed with ``--json``, which ``schema.json`` describes."""

STANDARD_OUTPUT = Path("-")
"""What stands for it where a file may be written."""


@dataclass(frozen=True, slots=True)
class Output:
    """What is printed: ``--json`` and ``--quiet``."""

    json: bool = False
    quiet: bool = False

    @property
    def is_bare(self) -> bool:
        """Whether nothing is wanted beside the answers."""
        return self.json or self.quiet


class UnwritableError(Exception):
    """Standard output takes no more; ``code`` is the exit code: 0 if its reader is gone."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code


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
            raise UnwritableError(0) from None
        complain(f"kenken-cp: cannot write: {error.strerror}")
        raise UnwritableError(2) from None


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


def warn_of_letters(lacking: str) -> None:
    """Says which letters of titles are printed as ``?``, if there are any."""
    if lacking:
        complain(f"kenken-cp: no font here has {quoted(lacking, 20)}: ? is printed instead")


def say_of(item: Named, text: str) -> None:
    """Says something about a puzzle, after its name, on standard error."""
    complain(f"kenken-cp: {item.shown}: {text}")


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


def say_table(found: Iterable[Sequence[str]], *, head: Sequence[str] = ()) -> None:
    """Prints rows in columns; a terminal has what is too long for the last wrapped there."""
    rows = list(found)
    if not sys.stdout.isatty():
        every = [list(head), *map(list, rows)] if head else [*map(list, rows)]
        widths = [max(map(len, column)) for column in zip(*every, strict=True)]
        for cells in every:
            say("  ".join(map(str.ljust, cells, widths)).rstrip())
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*head, box=None, show_header=bool(head), pad_edge=False, header_style="")
    for row in rows:
        table.add_row(*map(Text, row))
    with _writing():
        Console(file=sys.stdout).print(table)


def headings(several: bool, *, shown: bool) -> Callable[[Named], None]:
    """A function that prints what stands above the answer on one of several puzzles: its name and
    its title, after a blank line if it is not the first.
    """
    first = True

    def head(item: Named) -> None:
        nonlocal first
        if shown and several:
            say("\n" * (not first) + item.heading)
        first = False

    return head


def prefixes(several: bool) -> Callable[[Named], str]:
    """A function that returns what stands before an answer of one line: of several puzzles, the
    name.
    """
    return lambda item: f"{item.shown}: " if several else ""


# --- for programs --------------------------------------------------------------------------------


def json_line(event: str, item: Item | None, backend: str | None = None, **facts: Any) -> str:
    """An event as a JSON object.

    Args:
        item: the puzzle that it is about, if it is about one.
        backend: the engine that answered, if one did.
    """
    name = None if item is None else item.name
    head = {"schema": SCHEMA, "event": event, "puzzle": name, "backend": backend}
    return json.dumps({**head, **facts}, ensure_ascii=False)


def say_event(event: str, item: Item | None, backend: str | None = None, **facts: Any) -> None:
    """Prints an event."""
    say(json_line(event, item, backend, **facts))


def report_error(
    error: Exception | str, code: int, *, as_json: bool, name: str | None = None
) -> None:
    """Says what went wrong: to people on standard error, to programs as an event.

    Args:
        code: the exit code that it stands for.
        name: of the puzzle, if it is about one.
    """
    if not as_json:
        text = str(error)
        if name is not None and not (isinstance(error, FormatError) and error.source is not None):
            text = f"{shortened(name, MAX_NAME) or repr(name)}: {text}"
        complain(f"kenken-cp: {printable(text)}")
        return
    facts: dict[str, Any] = {"message": str(error), "file": None, "line": None, "column": None}
    if isinstance(error, FormatError):
        facts = {"message": error.message, "file": error.source}
        facts |= {"line": error.line, "column": error.column}
    head = {"schema": SCHEMA, "event": "error", "puzzle": name, "backend": None}
    say(json.dumps({**head, **facts, "exit": int(code)}, ensure_ascii=False))


def count_facts(count: Count) -> dict[str, Any]:
    """A number of solutions in JSON."""
    return {"count": int(count), "exact": count.exact}


def outcome_facts(outcome: Outcome) -> dict[str, Any]:
    """Why a search stopped, and how many solutions it found, in JSON."""
    return {"status": str(outcome.status), **count_facts(outcome.count), "unique": outcome.unique}
