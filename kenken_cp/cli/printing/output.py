"""Writing: answers to standard output, and everything else to standard error.

What draws, or writes JSON, is imported where it is used: the help of all commands does neither.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Any, TextIO

from kenken_cp.cli.printing import live
from kenken_cp.errors import FormatError
from kenken_cp.text import printable, printable_lines, quoted, shortened

if TYPE_CHECKING:
    from kenken_cp.cli.reading.inputs import Named
    from kenken_cp.model.count import Count
    from kenken_cp.model.puzzle import Puzzle
    from kenken_cp.render.text import Style
    from kenken_cp.search.outcome import Outcome

_WIDTH, _MIN_WIDTH = 80, 20
"""Columns of a line of prose: at most, and where the terminal is narrower, at least."""

SCHEMA = 1
"""The version of what is printed with ``--json``, which ``schema.json`` describes."""

_STANDARD_INPUT = "standard input"
"""What ``texts`` calls it, which imports all formats."""

STANDARD_OUTPUT = Path("-")
"""What stands for it where a file may be written."""

_NO_BREAK = "\N{NO-BREAK SPACE}"

_MAX_NAME = 200
"""Characters of the name of a puzzle or a file in a message."""


def say(text: str) -> None:
    """Prints an answer, at once: a reader at the other end of a pipe is waiting for it.

    OSError if standard output takes no more; a BrokenPipeError if its reader is gone.
    """
    if live.is_shown() and sys.stdout.isatty():
        live.erase()
    print(f"{text}\n", end="", flush=True)  # one write, which Ctrl-C cannot come between


def complain(text: str, *, wraps: bool = True) -> None:
    """Prints what is not an answer; it does not matter whether anybody reads it. Names and texts
    from outside may be in it: what would control the terminal becomes spaces.

    Args:
        wraps: whether a terminal has long lines wrapped, as of ``say_wrapped``.
    """
    text = printable_lines(text)
    live.erase()
    with suppress(OSError):
        print(_wrapped(text, sys.stderr) if wraps else text, file=sys.stderr, flush=True)


def warn_of_letters(lacking: str) -> None:
    """Says which letters of titles are printed as ``?``, if there are any."""
    if lacking:
        complain(f"kenken-cp: no font here has {quoted(lacking, 20)}: ? is printed instead")


def say_wrapped(text: str) -> None:
    """Prints an answer in words, and on a terminal wraps the lines that are too long for it; a
    program may read it line by line.
    """
    say(_wrapped(text, sys.stdout))


def _wrapped(text: str, stream: TextIO) -> str:
    """A text with lines of ``prose_width``, if it goes to a terminal."""
    if not stream.isatty():
        return text
    width = min(_WIDTH, max(_MIN_WIDTH, live.columns()))
    return "\n".join(
        line if len(line) <= width else filled(line, rest=_indent(line) + "  ", width=width)
        for line in text.split("\n")
    )


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" "))]


def json_wanted() -> bool:
    """Whether the command line has ``--json``: errors in its other options are printed so too."""
    words = sys.argv[1:]
    return "--json" in (words[: words.index("--")] if "--" in words else words)


def say_sentence(text: str) -> None:
    """Prints a sentence of ours, perhaps on several lines, with its clues and values in colours."""
    from kenken_cp.cli.printing.colours import in_colours, paint_for

    say(in_colours(text, paint_for(sys.stdout)))


def report_error(error: Exception | str, code: int, name: str | None = None) -> None:
    """Says what went wrong: to people on standard error, to programs as an answer like any other.

    Args:
        code: the exit code that it stands for.
        name: of the puzzle, if it is about one.
    """
    if not json_wanted():
        text = str(error)
        if isinstance(error, FormatError) and error.source is not None:
            if text.startswith(error.source):
                text = shortened(error.source, _MAX_NAME) + text.removeprefix(error.source)
        elif name is not None:
            text = f"{shortened(name, _MAX_NAME) or repr(name)}: {text}"
        complain(f"kenken-cp: {printable(text)}")
        return
    name = "-" if name == _STANDARD_INPUT else name
    facts: dict[str, Any] = {"message": str(error), "puzzle": name}
    facts |= dict.fromkeys(("file", "line", "column"))
    if isinstance(error, FormatError):
        source = {_STANDARD_INPUT: "-", "argument": None}.get(str(error.source), error.source)
        facts |= {"message": error.message, "file": source}
        facts |= {"line": error.line, "column": error.column}
    say_event("error", **facts, exit=int(code))


def prose_width() -> int:
    """Columns of a line of prose: 80, or fewer on a narrower terminal."""
    return max(_MIN_WIDTH, min(_WIDTH, get_terminal_size().columns))


def filled(text: str, first: str = "", rest: str = "", *, width: int | None = None) -> str:
    """A sentence on lines of ``prose_width``, or another width, after an indent; `` = `` and
    `` at `` stay on one line with what stands beside them, and names are not broken.
    """
    for kept in (" = ", " at "):
        text = text.replace(kept, kept.replace(" ", _NO_BREAK))
    lines = fill(
        text,
        width or prose_width(),
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines.replace(_NO_BREAK, " ")


def beside(label: str, text: str, *, hanging: int = 0) -> str:
    """A text beside a label that has its width; below it where that takes half of the terminal.

    Args:
        hanging: columns by which all lines of the text but the first are indented more.
    """
    if 2 * len(label) > prose_width():
        below = filled(text, "  ", " " * (2 + hanging))
        return f"{label.rstrip()}\n{below}" if label.strip() else below
    return filled(text, label, " " * (len(label) + hanging))


_said_of_width = False


def say_drawing(text: str) -> None:
    """Prints a drawn board; says, once, what to do if it is too wide for the terminal."""
    global _said_of_width
    say(text)
    if _said_of_width or not sys.stdout.isatty():
        return
    from kenken_cp.cli.printing.colours import uncoloured

    columns = get_terminal_size().columns
    if (width := max(map(len, uncoloured(text).split("\n")))) > columns:
        _said_of_width = True
        complain(
            f"kenken-cp: {width} columns, too wide for this terminal: use show -o board.svg, or "
            "| less -S"
        )


def say_table(rows: Iterable[tuple[str, ...]]) -> None:
    """Prints rows of texts, in columns; what is too long for the last is wrapped there."""
    rows = list(rows)
    *widths, _ = [max(map(len, column)) + 2 for column in zip(*rows, strict=True)]
    for *labels, text in rows:
        head = "".join(label.ljust(width) for label, width in zip(labels, widths, strict=True))
        say(beside(head, text))


def headings(several: bool, *, shown: bool) -> Callable[[Named], None]:
    """A function that prints what stands above the answer on one of several puzzles."""
    first = True

    def head(item: Named) -> None:
        nonlocal first
        if shown and several:
            say_wrapped("\n" * (not first) + heading(item))
        first = False

    return head


def heading(item: Named) -> str:
    """What stands above one of several puzzles: its name and its title."""
    title = printable(item.puzzle.title)
    return f"{item.shown}: {title}" if title else item.shown


def prefixes(several: bool) -> Callable[[Named], str]:
    """A function that returns what stands before a bare answer: of several puzzles, the name."""
    return lambda item: f"{item.shown}: " if several else ""


def json_line(event: str, named: Named | None = None, /, **facts: Any) -> str:
    """An event, of a puzzle if it is one, as a JSON object."""
    import json

    puzzle = {} if named is None else {"puzzle": named.name}
    return json.dumps({"schema": SCHEMA, "event": event, **puzzle, **facts}, ensure_ascii=False)


def say_event(event: str, named: Named | None = None, /, **facts: Any) -> None:
    """Prints an event as a JSON object."""
    say(json_line(event, named, **facts))


def json_size(puzzle: Puzzle) -> int | str:
    """The size of a puzzle in JSON: 4 for a square of 4 rows, "4x6" for a rectangle."""
    return puzzle.size if isinstance(puzzle.size, int) else puzzle.size_name


def count_facts(count: Count) -> dict[str, Any]:
    """A number of solutions in JSON."""
    return {"count": int(count), "exact": count.exact}


def outcome_facts(outcome: Outcome) -> dict[str, Any]:
    """Why a search stopped, and how many solutions it found, in JSON."""
    return {"status": str(outcome.status), **count_facts(outcome.count)}


def terminal_style() -> Style:
    """How to draw on standard output: as it is encoded, and in colours where it has them."""
    from kenken_cp.cli.printing.colours import paint_for
    from kenken_cp.render.text import Style, can_show_lines

    ascii_only = not can_show_lines(sys.stdout.encoding or "ascii")
    return Style(ascii=ascii_only, paint=paint_for(sys.stdout))
