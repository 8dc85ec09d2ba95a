"""The options that several commands take: each has the same name and meaning everywhere."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated

import typer

from kenken_cp.encode.exports import EXPORTS
from kenken_cp.errors import KenKenError
from kenken_cp.formats import FORMATS
from kenken_cp.model.rule_sets import RULE_SETS
from kenken_cp.parallel.workers import Workers
from kenken_cp.search.engine import BACKENDS
from kenken_cp.search.limits import Limits
from kenken_cp.text import quoted

_MAX_RANGE = 10_000
"""Numbers of a range in an option: more than a board has cells."""


def _expect_seconds(timeout: float | None) -> float | None:
    """The time limit; an error of Typer's for one that is none."""
    try:
        return Limits(seconds=timeout).seconds
    except KenKenError as error:
        raise typer.BadParameter(str(error)) from None


def written_names() -> list[str]:
    """What puzzles can be written as: the names of formats, and of models for other solvers."""
    return [*(each.name for each in FORMATS if each.writer is not None), *EXPORTS]


def excluding(one: str, other: str) -> KenKenError:
    """What is said of two options that cannot both be given."""
    return KenKenError(f"{one} and {other} exclude each other; expected one of them")


# --- which puzzles -------------------------------------------------------------------------------

Puzzles = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PUZZLE...", help="Files, folders, one-line puzzles, or - for standard input."
    ),
]
From = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="FORMAT",
        help="The format to read (see: list formats); by default the text's own.",
        autocompletion=FORMATS.names,
    ),
]
Rules = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="The rule set (see: list rules); by default what a puzzle says, or kenken.",
        autocompletion=RULE_SETS.names,
    ),
]
Board = Annotated[
    str | None,
    typer.Option(
        "--board",  # before 0.28 Typer would call it --BOARD
        metavar="BOARD",
        help="A board for this puzzle: a file, -, or its rows, with . for an open cell.",
    ),
]
Seed = Annotated[
    int | None, typer.Option(metavar="N", help="The same seed gives the same random puzzles.")
]

# --- how they are searched -----------------------------------------------------------------------

_TIMEOUT = typer.Option(
    metavar="SECONDS", help="Time limit for each puzzle.", callback=_expect_seconds
)
Timeout = Annotated[float | None, _TIMEOUT]
TimeoutWithDefault = Annotated[float, _TIMEOUT]
"""For commands that always have a limit."""
Limit = Annotated[int | None, typer.Option(metavar="N", min=1, help="Stop after N solutions.")]
Backend = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="The engine (see: list backends).", autocompletion=BACKENDS.names
    ),
]
Jobs = Annotated[
    int,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N",
        min=0,
        max=256,
        callback=lambda jobs: jobs or _cores(),
        help="Processes that work at the same time; 0: one for each core.",
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="A Dask scheduler whose workers do the work, such as tcp://host:8786.",
    ),
]
Resume = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep results in FILE, and go on from those that it has."),
]

# --- what is printed -----------------------------------------------------------------------------

Json = Annotated[bool, typer.Option("--json", help="Print a JSON object a line.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print fewer words.")]
Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", help="Print each file that is skipped, and each verdict.")
]
Plain = Annotated[bool, typer.Option("--plain", help="Print grids as bare numbers.")]
Stats = Annotated[bool, typer.Option("--stats", help="Say which engine answered, and its figures.")]
File = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write to FILE, whose ending says what; - is standard output.",
    ),
]
To = Annotated[
    str | None,
    typer.Option(
        metavar="FORMAT",
        help="The format to write (see: list formats); by default by FILE's ending, or native.",
        autocompletion=written_names,
    ),
]


def workers(jobs: int, scheduler: str | None = None) -> Workers:
    """Who does the work; KenKenError for two answers to that."""
    if scheduler is not None and jobs != 1:
        raise excluding("--jobs", "--scheduler")
    return Workers(jobs, scheduler)


def _cores() -> int:
    """The number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def whole_numbers(option: str, text: str) -> list[int]:
    """The numbers of an option that takes a list of them: ``1,2,10-20``, or ``-2..2``.

    Raises:
        KenKenError: for any other text, and for a range that is empty or very long.
    """
    numbers: list[int] = []
    for part in re.split(r"[\s,]+", text.strip()):
        ends = re.fullmatch(r"(-?[0-9]{1,7})(?:(?:-|\.\.)(-?[0-9]{1,7}))?", part)
        run = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else range(0)
        if not 1 <= len(run) <= _MAX_RANGE:
            expected = f"numbers and ranges such as 1,2,10-20, of at most {_MAX_RANGE} numbers each"
            raise KenKenError(f"{option} {quoted(text)}; expected {expected}")
        numbers += run
    return numbers
