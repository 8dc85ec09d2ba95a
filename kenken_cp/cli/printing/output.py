"""Writing: answers to standard output, everything else to standard error, puzzles to files; and how
much of a long command is done, on a terminal's standard error.

What draws, or writes JSON, is imported where it is used: the help of all commands does neither.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from io import BytesIO
from itertools import count
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import IO, TYPE_CHECKING, Any, Self, TextIO

from kenken_cp.cli.printing import live
from kenken_cp.errors import FormatError, KenKenError
from kenken_cp.text import printable, printable_lines, shortened

if TYPE_CHECKING:
    from kenken_cp.cli.reading.inputs import Named
    from kenken_cp.model.count import Count
    from kenken_cp.model.puzzle import Puzzle
    from kenken_cp.render.text import Style
    from kenken_cp.search.protocol import Outcome

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


def _json_wanted() -> bool:
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
    if not _json_wanted():
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


@contextmanager
def writing(path: Path | None) -> Iterator[Callable[[str], None]]:
    """A function that writes a text and a newline, at once, to a file or standard output.

    A file is written aside, and takes its place when everything is in it, or what there was before
    Ctrl-C: until then an older one stays as it was, and for good if nothing is written.
    """
    if path == STANDARD_OUTPUT:
        _expect_no_json()
    if path in (None, STANDARD_OUTPUT):
        yield _show if sys.stdout.isatty() else say
        return
    output = _OutputFile(path)

    def write(text: str) -> None:
        with naming(path):
            output.file.write(f"{text}\n".encode())
            output.file.flush()

    kept = True
    try:
        with naming(path):
            output.open()
        yield write
    except Exception:
        kept = False
        raise
    finally:
        with naming(path), output:
            if kept and output.finish():
                output.take_place()


@contextmanager
def writing_all(paths: Sequence[Path], *, binary: bool) -> Iterator[Callable[[Path, bytes], None]]:
    """A function that writes one of some files, whole. At the end all take their places, or none
    does: not if one cannot be written, and not on Ctrl-C. What is not written to stays as it was.

    Args:
        binary: whether they are no texts, which a terminal could show.
    """
    if STANDARD_OUTPUT in paths:
        _expect_no_json()
        if binary and sys.stdout.isatty():
            raise KenKenError("a terminal cannot show this; expected a pipe, or -o FILE")
        made: list[bytes] = []
        yield lambda _, content: made.append(content)
        for content in made:
            if binary:
                sys.stdout.buffer.write(content)
                sys.stdout.buffer.flush()
            else:
                (_show if sys.stdout.isatty() else say)(content.decode().removesuffix("\n"))
        return
    with ExitStack() as stack:
        outputs: dict[Path, _OutputFile] = {}
        finished: dict[Path, _OutputFile] = {}

        def open_at(path: Path) -> None:
            outputs[path] = stack.enter_context(_OutputFile(path))
            outputs[path].open()

        def write(path: Path, content: bytes) -> None:
            with naming(path):
                if path not in outputs:
                    open_at(path)
                outputs[path].file.write(content)
                if outputs[path].finish():
                    finished[path] = outputs[path]

        with naming(paths[0]):  # now, before what goes into it takes long to make
            open_at(paths[0])
        yield write
        for path, output in finished.items():
            with naming(path):
                output.take_place()


def numbered_files(path: Path, items: Sequence[object]) -> dict[int, Path]:
    """By the identity of each item its file: FILE-1, FILE-2 and so on, or FILE for the only one."""
    if len(items) < 2:
        return {id(item): path for item in items}
    names = (f"{path.stem}-{number}{path.suffix}" for number in count(1))
    return {id(item): path.with_name(name) for item, name in zip(items, names, strict=False)}


def say_numbered(files: Sequence[Path], what: str) -> None:
    """Says which files have been written, if they are several: nobody has named them so."""
    if len(files) > 1:
        first, last = (printable(str(file)) for file in (files[0], files[-1]))
        say(f"{first} to {last}: {len(files)} {what}")


def _expect_no_json() -> None:
    """KenKenError if events go to standard output, too."""
    if _json_wanted():
        raise KenKenError("--json and a file - would both be on standard output; expected one")


def _show(text: str) -> None:
    """Prints a file on a terminal, which its titles must not control."""
    say(printable_lines(text))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Turns what the system says into a KenKenError that names the file."""
    try:
        yield
    except OSError as error:
        raise KenKenError(f"{path}: {error.strerror}") from None


class _OutputFile:
    """A new file beside the one at a path, whose place it may take; it goes at the end of a block.
    A device or a pipe keeps its place: it is written itself.

    It is opened in its block, with Ctrl-C held back, so that there is no moment at which it exists
    and nothing would remove it.

    Attributes:
        file: the new file, or the device, open for writing; an empty one in memory until then.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._aside: Path | None = None
        self.file: IO[bytes] = BytesIO()

    def __enter__(self) -> Self:
        return self

    def open(self) -> None:
        """Creates it. OSError if it cannot be created, or could not take its place."""
        if self._path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if self._path.exists() and not self._path.is_file():
            self.file = self._path.open("wb")
            return
        self._target = Path(os.path.realpath(self._path))  # the file that a link leads to
        if self._target.exists():
            with self._target.open("a"):  # refused for a file that may not be written
                pass
            self._mode = stat.S_IMODE(self._target.stat().st_mode)
        else:
            os.umask(mask := os.umask(0o077))
            self._mode = 0o666 & ~mask
        self._create()

    def _create(self) -> None:
        from tempfile import NamedTemporaryFile

        from kenken_cp.search.interrupts import uninterrupted

        name = self._target.name[:100]
        with uninterrupted():
            self.file = NamedTemporaryFile(  # noqa: SIM115 - closed at the end of a block
                dir=self._target.parent, prefix=f".{name}.", suffix=".part", delete=False
            )
            self._aside = Path(self.file.name)

    def finish(self) -> bool:
        """Closes it, and returns whether it holds anything that is to take the place."""
        with self.file:
            if self._aside is None or self.file.tell() == 0:
                return False
            self.file.flush()
            os.fsync(self.file.fileno())
            self._aside.chmod(self._mode)
        return True

    def take_place(self) -> None:
        """Makes it the file at the path."""
        Path(self.file.name).replace(self._target)

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # of a full disk, which was said
            self.file.close()
        if self._aside is not None:
            self._aside.unlink(missing_ok=True)


def terminal_style() -> Style:
    """How to draw on standard output: as it is encoded, and in colours where it has them."""
    from kenken_cp.cli.printing.colours import paint_for
    from kenken_cp.render.text import Style, can_show_lines

    ascii_only = not can_show_lines(sys.stdout.encoding or "ascii")
    return Style(ascii=ascii_only, paint=paint_for(sys.stdout))
