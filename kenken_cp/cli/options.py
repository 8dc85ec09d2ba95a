"""The options that several commands take, in groups, each written once.

A group checks on construction what can be checked without the puzzles. Where two groups take an
option of the same meaning but another default, they share its declaration.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from kenken_cp.cli.inputs import Named, read_puzzle, read_puzzles
from kenken_cp.cli.work import Work
from kenken_cp.search.backend import BACKENDS, DEFAULT_BACKEND
from kenken_cp.search.protocol import Limits, StopSignal

_PUZZLE = typer.Argument(
    metavar="PUZZLE", help="A file, - for standard input, or a one-line puzzle."
)
_TIMEOUT = typer.Option("--timeout", metavar="SECONDS", help="Seconds that each puzzle may take.")
SEED = typer.Option("--seed", metavar="N", help="The same seed makes the same random puzzles.")

# --- puzzles -------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class _Reading:
    """How puzzles are read."""

    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FORMAT",
            help="Input format (see: kenken-cp formats); else detected.",
        ),
    ] = None
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="NAME", help="Override the rule set: {rule sets}."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class OnePuzzle(_Reading):
    """A puzzle."""

    puzzle: Annotated[str, _PUZZLE]

    def read(self) -> Named:
        """The puzzle; raises as ``read_puzzle``."""
        return read_puzzle(self.puzzle, self.from_, self.rules)

    def read_all(self) -> list[Named]:
        """Every puzzle in the argument; raises as ``read_puzzles``."""
        return read_puzzles([self.puzzle], self.from_, self.rules)


@dataclass(frozen=True, kw_only=True)
class Puzzles(_Reading):
    """Any number of puzzles."""

    puzzle: Annotated[list[str] | None, _PUZZLE] = None

    def read(self) -> list[Named]:
        """Every puzzle; raises as ``read_puzzles``."""
        return read_puzzles(self.puzzle or [], self.from_, self.rules)


# --- the search ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Timeout:
    """How long a puzzle may take."""

    timeout: Annotated[float | None, _TIMEOUT] = None

    def __post_init__(self) -> None:
        Limits(None, self.timeout)


@dataclass(frozen=True, kw_only=True)
class RunTimeout(Timeout):
    """How long a puzzle may take; some seconds if nothing is said."""

    timeout: Annotated[float, _TIMEOUT] = 10.0


@dataclass(frozen=True, kw_only=True)
class Limit:
    """How many solutions are enough."""

    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help="Stop after N solutions.")
    ] = None


@dataclass(frozen=True, kw_only=True)
class Search(Timeout):
    """What searches, and how long."""

    backend: Annotated[
        str, typer.Option("--backend", metavar="NAME", help="Engine (see: kenken-cp backends).")
    ] = DEFAULT_BACKEND

    def __post_init__(self) -> None:
        super().__post_init__()
        BACKENDS.named(self.backend)


@dataclass(frozen=True, kw_only=True)
class LimitedSearch(Limit, Search):
    """What searches, how long, and for how many solutions."""

    def limits(self, stop: StopSignal) -> Limits:
        """When to stop early."""
        return Limits(self.limit, self.timeout, stop)


# --- the work ------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Jobs:
    """How much is done at the same time."""

    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", "-j", metavar="N", min=0, max=256, help="Parallel jobs; 0: one a core."
        ),
    ] = 1

    def work(self) -> Work:
        """How the work is to be done."""
        return Work(self.jobs)


@dataclass(frozen=True, kw_only=True)
class Workers(Jobs):
    """Who does the work."""

    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler",
            metavar="ADDRESS",
            help="Address of a Dask scheduler, such as tcp://host:8786.",
        ),
    ] = None

    def work(self) -> Work:
        """How the work is to be done."""
        return Work(self.jobs, self.scheduler)


@dataclass(frozen=True, kw_only=True)
class Batch(Workers):
    """Who does the work, and how much of it."""

    shard: Annotated[
        str | None,
        typer.Option("--shard", metavar="I/N", help="Do only part I of N, such as 2/5."),
    ] = None
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FILE", help="Keep results in FILE, and go on from them."),
    ] = None

    def work(self) -> Work:
        """How the work is to be done."""
        return Work(self.jobs, self.scheduler, self.shard, self.resume)


# --- the output ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Json:
    """Whether a person or a program reads the output."""

    json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")] = False


@dataclass(frozen=True, kw_only=True)
class Output(Json):
    """What is printed."""

    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print bare answers only.")] = False

    @property
    def shows_progress(self) -> bool:
        """Whether a progress line is wanted: it would only disturb answers on a terminal."""
        return not self.quiet and not sys.stdout.isatty()


@dataclass(frozen=True, kw_only=True)
class SearchOutput(Output):
    """What is printed of a search."""

    stats: Annotated[bool, typer.Option("--stats", help="Print the engine's statistics too.")] = (
        False
    )


@dataclass(frozen=True, kw_only=True)
class GridOutput(SearchOutput):
    """What is printed of a search for grids."""

    plain: Annotated[bool, typer.Option("--plain", help="Print grids as bare numbers.")] = False


@dataclass(frozen=True, kw_only=True)
class PuzzleOutput:
    """How puzzles are written, and where."""

    to: Annotated[
        str,
        typer.Option("--to", metavar="FORMAT", help="Format to write (see: kenken-cp formats)."),
    ] = "native"
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to FILE, not to the screen."),
    ] = None
