"""The options that several commands take, and those of the judging commands, in groups.

A group checks on construction what can be checked without the puzzles. Where two groups take an
option of the same meaning but another default, they share its declaration.
"""

import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from kenken_cp.cli.app import leave
from kenken_cp.cli.groups import Group
from kenken_cp.cli.help import completion_from, tables_of
from kenken_cp.cli.inputs import Incoming, Named, SkippedFiles, Unread, read_puzzles, text_or_itself
from kenken_cp.cli.outcomes import error_code, warn
from kenken_cp.cli.output import STANDARD_OUTPUT, complain, report_error
from kenken_cp.cli.work import Work
from kenken_cp.encode.instance import instance
from kenken_cp.errors import KenKenError
from kenken_cp.formats.grids import read_board
from kenken_cp.search.backend import BACKENDS, DEFAULT_BACKEND
from kenken_cp.search.progress import Meter
from kenken_cp.search.protocol import Limits, Remaining, StopSignal
from kenken_cp.text import plural

if TYPE_CHECKING:
    from kenken_cp.logic.candidates import Board

_READING = "Reading"
_WORKERS = "Many cores, many machines"
"""Sections of the help."""


def option(usage: str, text: str, *, section: str | None = None, **more: Any) -> Any:
    """An option; ``usage`` has its names, and what its value is called: ``--jobs -j N``.

    Args:
        section: the heading that it stands under in the help, if it is rarely used.
    """
    words = usage.split()
    names = [word for word in words if word.startswith("-")]
    metavar = " ".join(word for word in words if word not in names) or None
    if metavar in ("FILE", "DIR"):
        more["parser"] = _path
    if tables := tables_of(text):
        more["autocompletion"] = completion_from(tables)
    return typer.Option(*names, metavar=metavar, help=text, rich_help_panel=section, **more)


def _path(name: str) -> Path:
    """A path; for an empty name, such as of an unset variable, ``Path`` is the current folder."""
    if not name:
        raise typer.BadParameter("the name is empty")
    path = Path(name)
    # To pathlib ./- is the same; whoever writes that means a file.
    return path if name == "-" or path != STANDARD_OUTPUT else path.absolute()


_A_PUZZLE = "A file, - for standard input, or a one-line puzzle."
_PUZZLES = typer.Argument(
    metavar="PUZZLE...",
    help="A file, a folder, a zip archive, a one-line puzzle, or - for standard input.",
)
PUZZLE = typer.Argument(metavar="PUZZLE", help=_A_PUZZLE)
_TIMEOUT = option("--timeout SECONDS", "Time limit for each puzzle, in seconds.")
GRID = option("--grid GRID", "A grid: a file, -, or its rows.")
FILLED_IN = "Entries: a file, -, or rows with . for an open cell."
BOARD = option("--board BOARD", FILLED_IN)
PLAY = option("--play", "Make the page a game, with checks and hints.")
FILE = option("--output -o FILE", "Write to FILE, not to the screen; - is standard output.")
TEXT_FILE = option(  # what goes there is the text that would be on the screen
    "--output -o FILE",
    "Write to FILE, not to the screen; - is standard output.",
    callback=lambda path: None if path == STANDARD_OUTPUT else path,
)
HTML = option("--html FILE", "Write a page for a browser to FILE; - is standard output.")
SEED = option("--seed N", "The same seed gives the same random puzzles.")


class Reading(Group):
    """How puzzles are read."""

    from_: Annotated[
        str | None,
        option(
            "--from FORMAT",
            "Input format (see: kenken-cp formats).  [default: detected]",
            section=_READING,
        ),
    ] = None
    rules: Annotated[
        str | None, option("--rules NAME", "Override the rule set: {rule sets}.", section=_READING)
    ] = None


class Puzzles(Reading):
    """Any number of puzzles."""

    puzzle: Annotated[list[str] | None, _PUZZLES] = None
    fail_fast: Annotated[
        bool,
        option(
            "--fail-fast",
            "Stop at the first puzzle that cannot be read or processed.",
            section=_READING,
        ),
    ] = False
    skipped: Annotated[
        bool,
        option("--skipped", "List the files in folders that hold no puzzle.", section=_READING),
    ] = False

    @cached_property
    def named(self) -> Incoming:
        """Every puzzle, in the order of the arguments; raises as ``read_puzzles``. If it is to fail
        fast, the first that cannot be read ends it, before anything is answered.
        """
        items = read_puzzles(self.puzzle or [], self.from_, self.rules, skip=self._say_skipped)
        found = Incoming(items, fail_fast=self.fail_fast)
        for item in found.ahead() if self.fail_fast else ():
            if isinstance(item, Unread):
                _end(item)
        return found

    def _say_skipped(self, skipped: SkippedFiles) -> None:
        if skipped.reading_on:
            if sys.stderr.isatty():
                files = plural(skipped.of, "file")
                complain(f"kenken-cp: {skipped.folder}: no puzzle in {files} so far; reading on")
        elif self.skipped:
            for item in skipped.files:
                complain(f"kenken-cp: {item.error}")
        elif 0 < len(skipped.files) < skipped.of:
            number, example = len(skipped.files), Path(skipped.files[0].name).name
            hold = f"{number} of {plural(skipped.of, 'file')} hold{'s' * (number == 1)} no puzzle"
            complain(f"kenken-cp: {skipped.folder}: {hold}, such as {example} (list: --skipped)")

    def read(self, *, quiet: bool) -> list[Named]:
        """Those that can be read; the others are reported, and unless it is ``quiet`` what is odd
        about those.
        """
        for item in self.named.ahead():
            if isinstance(item, Unread):
                _report(item)
            elif not quiet:
                warn(item)
        return [item for item in self.named.ahead() if isinstance(item, Named)]

    @property
    def all_read(self) -> bool:
        """Whether there is none that cannot be read."""
        return not any(isinstance(item, Unread) for item in self.named.ahead())


def _report(item: Unread) -> None:
    report_error(item.error, error_code(item.error), item.name)


def _end(item: Unread) -> NoReturn:
    _report(item)
    leave(error_code(item.error))


def the_only(found: Incoming, why: str) -> Named:
    """The puzzle; a KenKenError if there are several. If it cannot be read, it ends here."""
    items = found.ahead()
    if len(items) > 1:
        raise KenKenError(f"{len(items)} puzzles; expected one {why}")
    (item,) = items
    if isinstance(item, Unread):
        _end(item)
    return item


class OneArgument(Reading):
    """One argument: a puzzle, or a file that may have several."""

    puzzle: Annotated[str | None, PUZZLE] = None

    @cached_property
    def named(self) -> Incoming:
        """The puzzles; raises as ``read_puzzles``."""
        arguments = [] if self.puzzle is None else [self.puzzle]
        return Incoming(read_puzzles(arguments, self.from_, self.rules))


def board_of(puzzles: Puzzles | OneArgument, argument: str | None) -> "Board | None":
    """The board that is filled in, as rows, None for open cells, if there is one; a KenKenError if
    there are several puzzles.
    """
    if argument is None:
        return None
    puzzle = the_only(puzzles.named, "with a board").puzzle
    entries = read_board(text_or_itself(argument), puzzle.size, puzzle.values)
    return instance(puzzle).grid([entries.get(cell) for cell in puzzle.cells])


class JudgedPuzzles(Puzzles):
    """Puzzles of one's own, of suites, and random ones."""

    suite: Annotated[
        list[str] | None,
        option(
            "--suite NAME",
            "Puzzles that come with kenken-cp: {suites}; repeatable.  "
            "[default: smoke, or sudoku for formats of Sudokus, if there are no other puzzles]",
        ),
    ] = None
    fuzz: Annotated[int, option("--fuzz N", "Add N random puzzles.", min=0)] = 0
    seed: Annotated[int, SEED] = 1
    max_size: Annotated[
        int, option("--max-size N", "Size of the largest random puzzles.", min=1, max=16)
    ] = 6
    any_kind: Annotated[
        bool, option("--any-kind", "Random puzzles with any rules, values and houses.")
    ] = False
    rectangles: Annotated[
        bool, option("--rectangles", "With --any-kind, boards of unequal sides too.")
    ] = False


class Timeout(Group):
    """How long a puzzle may take."""

    timeout: Annotated[float | None, _TIMEOUT] = None

    def __post_init__(self) -> None:
        Limits(None, self.timeout)

    def countdown(self) -> Remaining:
        """What is left of it, from now on."""
        return Limits(None, self.timeout).countdown()


class RunTimeout(Timeout):
    """How long a puzzle may take; some seconds if nothing is said."""

    timeout: Annotated[float, _TIMEOUT] = 10.0


class EnginesTimeout(Timeout):
    """How long a puzzle may take that several engines share."""

    timeout: Annotated[float, _TIMEOUT] = 60.0


class Limit(Group):
    """How many solutions are enough."""

    limit: Annotated[int | None, option("--limit N", "Stop after N solutions.", min=1)] = None


class Search(Timeout):
    """What searches, and how long."""

    backend: Annotated[str, option("--backend NAME", "Engine (see: kenken-cp backends).")] = (
        DEFAULT_BACKEND
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        BACKENDS.named(self.backend).expect_installed()


class LimitedSearch(Limit, Search):
    """What searches, how long, and for how many solutions."""

    def limits(self, stop: StopSignal, meter: Meter | None = None) -> Limits:
        """When to stop early, and what reports how far the search has come."""
        return Limits(self.limit, self.timeout, stop, meter)


class Jobs(Group):
    """How much is done at the same time."""

    jobs: Annotated[
        int,
        option("--jobs -j N", "Parallel jobs; 0: one per core.", min=0, max=256, section=_WORKERS),
    ] = 1

    def work(self) -> Work:
        """How the work is to be done; each of these options is an argument of ``Work``."""
        return Work(**vars(self))


class Workers(Jobs):
    """Who does the work."""

    scheduler: Annotated[
        str | None,
        option(
            "--scheduler ADDRESS",
            "Address of a Dask scheduler, such as tcp://host:8786.",
            section=_WORKERS,
        ),
    ] = None


class Batch(Workers):
    """Who does the work, and how much of it."""

    shard: Annotated[
        str | None, option("--shard I/N", "Do only part I of N, such as 2/5.", section=_WORKERS)
    ] = None
    resume: Annotated[
        Path | None,
        option("--resume FILE", "Keep results in FILE, and continue from it.", section=_WORKERS),
    ] = None


class Output(Group):
    """What is printed, and whether a person or a program reads it."""

    json: Annotated[bool, option("--json", "Print one JSON object per line.")] = False
    quiet: Annotated[bool, option("--quiet -q", "Print answers only.")] = False
    stats = plain = False  # of commands without these options

    @property
    def is_bare(self) -> bool:
        """Whether nothing is wanted beside the answers."""
        return self.json or self.quiet

    @property
    def shows_progress(self) -> bool:
        """Whether a progress line is wanted: it would only disturb answers on a terminal."""
        return not self.quiet and not sys.stdout.isatty()


class SearchOutput(Output):
    """What is printed of a search."""

    stats: Annotated[bool, option("--stats", "Print the engine's statistics too.")] = False


class GridOutput(SearchOutput):
    """What is printed of a search for grids."""

    plain: Annotated[bool, option("--plain", "Print grids as bare numbers.")] = False


class VerdictOutput(Output):
    """What is printed of verdicts."""

    verbose: Annotated[bool, option("--verbose -v", "Print every verdict, the right ones too.")] = (
        False
    )


_BY_ENDING = "  [default: by the ending of FILE, or native]"


class PuzzleOutput(Group):
    """How puzzles are written, and where."""

    to: Annotated[
        str | None, option("--to FORMAT", f"Format to write (see: kenken-cp formats).{_BY_ENDING}")
    ] = None
    output: Annotated[Path | None, TEXT_FILE] = None


class ConvertedOutput(PuzzleOutput):
    """How puzzles are written, models of other solvers among the formats."""

    to: Annotated[
        str | None,
        option(
            "--to FORMAT",
            "Format to write (see: kenken-cp formats), or a model for other solvers: {exports}."
            + _BY_ENDING,
        ),
    ] = None


class Asking(Group):
    """How puzzles are given to a solver, and what is read from its answers."""

    puzzle_format: Annotated[
        str | None,
        option(
            "--puzzle-format FORMAT",
            "Format that the solver reads (see: kenken-cp formats).  [default: native]",
        ),
    ] = None
    answers: Annotated[
        str | None,
        option("--answers KIND", "What the solver answers: {claims}.  [default: recognised]"),
    ] = None
    answer_regex: Annotated[
        str | None, option("--answer-regex REGEX", "Each match, or its group 'grid', is an answer.")
    ] = None
    python_argument: Annotated[
        str | None,
        option(
            "--python-argument KIND",
            "What a Python function is given: puzzle or text.  [default: by its annotation]",
        ),
    ] = None
    # By default what large puzzles need in any language.
    memory: Annotated[int, option("--memory MB", "Memory that each run may use.", min=1)] = 1024


class Failures(Group):
    """What is done about failures."""

    no_shrink: Annotated[
        bool, option("--no-shrink", "Do not search for the smallest failing puzzles.")
    ] = False
    save: Annotated[
        Path | None,
        option("--save DIR", "Write failing puzzles, and what was given and printed, to DIR."),
    ] = None
    junit: Annotated[Path | None, option("--junit FILE", "Write JUnit XML to FILE.")] = None
