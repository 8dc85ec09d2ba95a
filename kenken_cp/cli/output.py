"""What commands print: answers to standard output, everything else to standard error; for programs
answers as events, a JSON object a line. What went wrong becomes an exit code here.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import traceback
from collections.abc import Iterable, Sequence
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from enum import IntEnum
from io import StringIO
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from kenken_cp.clock import Progress, Status, StoppedError
from kenken_cp.errors import FormatError, KenKenError, LimitReachedError
from kenken_cp.text import about, printable, printable_lines

if TYPE_CHECKING:
    from rich.console import Console

    from kenken_cp.cli.items import Item, PuzzleItem
    from kenken_cp.model.count import Count
    from kenken_cp.model.puzzle import Cage, Puzzle
    from kenken_cp.render.picture import Picture
    from kenken_cp.render.shapes import Role
    from kenken_cp.render.text import Style
    from kenken_cp.search.outcome import Outcome

NAME = "kenken-cp"
"""What the program is called."""

SCHEMA = 2
"""The version of what is printed with ``--json``, which ``schema.json`` describes."""

STANDARD_OUTPUT = Path("-")
"""``-o -``: standard output in place of a file."""


class Exit(IntEnum):
    """What the exit code says; of several puzzles the highest counts.

    After SIGTERM ``INTERRUPTED`` is 143 instead, and after SIGHUP 129.
    """

    ANSWERED = 0
    NO = 1
    BAD_INPUT = 2
    LIMIT = 3
    BUG = 70
    INTERRUPTED = 130


def say(text: str) -> None:
    """Prints an answer, at once: a reader at the other end of a pipe is waiting for it. SystemExit
    if standard output takes no more.
    """
    try:
        print(f"{text}\n", end="", flush=True)  # one write, which Ctrl-C cannot come between
    except OSError as error:
        raise SystemExit(give_up_output(error)) from None


def give_up_output(error: OSError) -> Exit:
    """Has nothing more written to standard output, which takes no more. Returns the exit code: 0 if
    its reader has gone; else there is an error, which is printed.
    """
    with suppress(OSError):  # what was to be written is not tried again when the process exits
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    # A closed pipe is EINVAL on Windows.
    if isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL):
        return Exit.ANSWERED
    complain(f"{NAME}: cannot write: {error.strerror}")
    return Exit.BAD_INPUT


def complain(text: str) -> None:
    """Prints what is not an answer; it does not matter whether anybody reads it. Names and texts
    from outside may be in it: what would control the terminal becomes spaces.
    """
    with suppress(OSError):
        print(f"{printable_lines(text)}\n", end="", file=sys.stderr, flush=True)


@dataclass(slots=True)
class Output:
    """What a call prints: for programs or in few words, whether it is about several puzzles, and
    which of them is worked on.

    What prints for people does nothing under ``--json``; ``event`` does the reverse.
    """

    json: bool = False
    quiet: bool = False
    several: bool = False
    how_far: str = ""
    """How far the search that goes on has come, in words; empty if that is not known."""
    _item: PuzzleItem | None = None
    _answered: bool = False
    """Whether the last thing printed was an answer of several lines."""
    _terminal: Console | None = None

    @property
    def terminal(self) -> Console:
        """Standard output if it is a terminal, and else standard error, as Rich has it, which
        prints answers above the line of progress. The terminal itself wraps long lines.
        """
        if self._terminal is None:
            from rich.console import Console

            self._terminal = Console(stderr=not sys.stdout.isatty(), soft_wrap=True)
        return self._terminal

    @property
    def is_bare(self) -> bool:
        """Whether nothing is wanted beside the answers."""
        return self.json or self.quiet

    def event(
        self, event: str, item: Item | None = None, engine: str | None = None, **facts: Any
    ) -> None:
        """Prints an event as a JSON object.

        Args:
            item: the puzzle that it is about, if it is about one.
            engine: the engine that answered, if one did.
        """
        if self.json:
            name = None if item is None else item.name
            head = {"schema": SCHEMA, "event": event, "puzzle": name, "backend": engine}
            say(json.dumps({**head, **facts}, ensure_ascii=False, default=_in_json))

    def begin(self, item: PuzzleItem) -> None:
        """Notes the puzzle that is worked on from here on."""
        self._item, self.how_far = item, ""

    def report(self, progress: Progress) -> None:
        """Takes down how far the search for it has come, and prints it as an event."""
        done = "" if progress.share is None else f", {progress.share:.1%} done"
        self.how_far = f"{about(progress.found)} found{done}"
        if not self.quiet:
            facts: dict[str, Any] = {"count": progress.found, "exact": False}
            facts |= {"share": progress.share, "seconds": round(progress.seconds, 3)}
            self.event("progress", self._item, **facts)

    def say(self, text: str) -> None:
        """Prints an answer, or a part of one."""
        if not self.json:
            say(text)

    def head(self, item: PuzzleItem) -> None:
        """Prints what stands above the answer on one of several puzzles: its name and its title."""
        if self.several and not self.is_bare:
            say(self.begin_answer() + item.heading)
            self._answered = False

    def begin_answer(self) -> str:
        """Notes that an answer of several lines is printed next. Returns what stands before it: a
        newline if another is above it, and nothing below a heading, which belongs to it.
        """
        above, self._answered = self._answered, True
        return "\n" * above

    def prefix(self, item: PuzzleItem) -> str:
        """What stands before an answer of one line: of several puzzles, the name."""
        return f"{item.printable_name}: " if self.several else ""

    def draw(self, picture: Picture, above: str = "") -> None:
        """Prints a board, in the colours that the terminal has; a wide one is not wrapped."""
        from kenken_cp.render.text import drawn

        if self.json:
            return
        # Without a clock: Ctrl-C may have come, but what was found is drawn.
        text = above + Context().run(drawn, picture, terminal_style())
        if sys.stdout.isatty():
            self.terminal.print(text, highlight=False, emoji=False)
        else:
            say(text)

    def table(self, rows: Iterable[Sequence[str]]) -> None:
        """Prints rows in columns; on a terminal the last column is wrapped within itself."""
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table.grid(padding=(0, 2, 0, 0))
        for row in rows:
            table.add_row(*map(Text, row))
        # A file or a pipe has lines of any length.
        width = get_terminal_size().columns if sys.stdout.isatty() else 10_000
        printed = StringIO()
        Console(file=printed, width=width).print(table)
        self.say("\n".join(map(str.rstrip, printed.getvalue().splitlines())))

    def note(self, text: str, item: PuzzleItem | None = None) -> None:
        """Says something beside the answer, on standard error, unless words are unwanted.

        Args:
            item: the puzzle whose name stands before it, if it is about one.
        """
        if not self.is_bare:
            complain(text if item is None else f"{NAME}: {item.printable_name}: {text}")

    def error(
        self, error: BaseException, item: Item | None = None, code: Exit | None = None
    ) -> Exit:
        """Says what went wrong, to people on standard error, to programs as an event.

        Args:
            item: the puzzle that it is about, if it is about one.
            code: the exit code, if it is not that of the error.

        Returns:
            The exit code.
        """
        meant, text = _meaning(error)
        if meant is Exit.BUG:
            complain("".join(traceback.format_exception(error)).rstrip("\n"))
        facts: dict[str, Any] = {"message": text, "file": None, "line": None, "column": None}
        if isinstance(error, FormatError):
            facts |= {"message": error.message, "file": error.source}
            facts |= {"line": error.line, "column": error.column}
        if self.json:
            self.event("error", item, **facts, exit=int(code or meant))
        else:
            name = "" if item is None or facts["file"] is not None else f"{item.printable_name}: "
            complain(f"{NAME}: {name}{printable(text)}")
        return code or meant


def _meaning(error: BaseException) -> tuple[Exit, str]:
    """The exit code for an error, and what is said of it."""
    if isinstance(error, KeyboardInterrupt):
        return Exit.INTERRUPTED, str(Status.INTERRUPTED)
    if isinstance(error, (LimitReachedError, StoppedError)):
        is_interrupted = error.status is Status.INTERRUPTED
        return Exit.INTERRUPTED if is_interrupted else Exit.LIMIT, str(error)
    if isinstance(error, KenKenError):
        return Exit.BAD_INPUT, str(error)
    if isinstance(error, MemoryError):
        return Exit.LIMIT, "out of memory before the answer"
    if isinstance(error, OSError):  # such as too many open files
        return Exit.LIMIT, error.strerror or str(error)
    return Exit.BUG, f"this is a bug of {NAME}, not of your puzzle"


# --- how it is drawn -----------------------------------------------------------------------------


_COLOURS = {
    "clue": "color(30)",  # teal
    "given": "bold",
    "entry": "color(32)",  # blue
    "marked": "bold color(166)",  # orange
    "eliminated": "color(166)",
}
"""Of the roles of what is drawn, as Rich calls them, which knows what the terminal has. They are
readable on light and on dark ground, and none says anything that is not there without it: a clue
has its corner, what differs an asterisk, what is eliminated a cross.
"""


def terminal_style() -> Style:
    """How to draw on standard output: in ASCII if its encoding has no lines; on a terminal with
    Rich's markup for colours.
    """
    from kenken_cp.render.text import Style, can_show_lines, unpainted

    def paint(text: str, role: Role) -> str:
        return f"[{_COLOURS[role]}]{text}[/]" if role in _COLOURS else text

    return Style(
        ascii=not can_show_lines(sys.stdout.encoding),
        paint=paint if sys.stdout.isatty() else unpainted,
    )


def with_printable_signs(text: str) -> str:
    """Sentences with the signs of operators that standard output can show."""
    from kenken_cp.render.text import with_signs

    return with_signs(text, terminal_style())


# --- in JSON -------------------------------------------------------------------------------------


def _in_json(value: Cage | Status | Path) -> Any:
    """What JSON has for a value that it has no type for."""
    from kenken_cp.render.records import cage_record

    return str(value) if isinstance(value, (Status, Path)) else cage_record(value)


def count_facts(count: Count) -> dict[str, Any]:
    """A number of solutions in JSON."""
    return {"count": int(count), "exact": count.exact}


def outcome_facts(outcome: Outcome) -> dict[str, Any]:
    """Why a search stopped, and how many solutions it found, in JSON."""
    return {"status": outcome.status, **count_facts(outcome.count), "unique": outcome.unique}


def problem(puzzle: Puzzle) -> Any:
    """A puzzle in JSON, as the format of that name has it."""
    from kenken_cp.formats import dumps

    return json.loads(dumps(puzzle, "json"))
