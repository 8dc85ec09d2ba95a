"""The options that several commands take, and those of the judging commands, in groups.

A group checks on construction what can be checked without the puzzles. Where two groups take an
option of the same meaning but another default, they share its declaration.
"""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from kenken_cp.cli.options.groups import Group
from kenken_cp.cli.options.help import completion_from, tables_of
from kenken_cp.cli.options.work import Work
from kenken_cp.cli.printing.output import STANDARD_OUTPUT
from kenken_cp.clock import Clock
from kenken_cp.search.engine import BACKENDS, DEFAULT_BACKEND
from kenken_cp.search.limits import Limits

_WORKERS = "Many cores, many machines"
"""The section of their options in the help."""


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


class Timeout(Group):
    """How long a puzzle may take."""

    timeout: Annotated[float | None, _TIMEOUT] = None

    def __post_init__(self) -> None:
        Limits(None, self.timeout)

    def clock(self) -> Clock:
        """A clock with that deadline, from now on."""
        return Clock(self.timeout)


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
        BACKENDS.named(self.backend)


class LimitedSearch(Limit, Search):
    """What searches, how long, and for how many solutions."""

    def limits(self) -> Limits:
        """When to stop early."""
        return Limits(self.limit, self.timeout)


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
    """What a solver is asked, and how puzzles are given to it."""

    answers: Annotated[
        str, option("--answers KIND", "What the solver is asked for: {questions}.")
    ] = "one"
    puzzle_format: Annotated[
        str | None,
        option(
            "--puzzle-format FORMAT",
            "Format that the solver reads (see: kenken-cp formats).  [default: json]",
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
