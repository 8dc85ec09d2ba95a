"""The options of the commands that judge."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from kenken_cp.cli.options import SEED, Output, Puzzles

MAX_MEMORY = 1024
"""MB that a run may take if nothing is said: what large puzzles need in any language."""


@dataclass(frozen=True, kw_only=True)
class Asking:
    """How puzzles are given to a solver, and what is read from its answers."""

    puzzle_format: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="Format that the solver reads (see: kenken-cp formats).  [default: native]",
        ),
    ] = None
    answers: Annotated[
        str | None,
        typer.Option(
            "--answers",
            metavar="KIND",
            help="What the solver answers: {claims}.  [default: seen from its answers]",
        ),
    ] = None
    answer_regex: Annotated[
        str | None,
        typer.Option(metavar="REGEX", help="Each match, or its group 'grid', is an answer."),
    ] = None
    python_argument: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="What a Python function is given: puzzle or text.  [default: by its annotation]",
        ),
    ] = None
    memory: Annotated[
        int, typer.Option(metavar="MB", min=1, help="Memory that each run may use.")
    ] = MAX_MEMORY


@dataclass(frozen=True, kw_only=True)
class ManyPuzzles(Puzzles):
    """Puzzles of one's own, of suites, and random ones."""

    suite: Annotated[
        list[str] | None,
        typer.Option(
            "--suite",
            metavar="NAME",
            help="Puzzles that come with kenken-cp: {suites}; repeatable.  "
            "[default: smoke, if there are no other puzzles]",
        ),
    ] = None
    fuzz: Annotated[int, typer.Option(metavar="N", min=0, help="Add N random puzzles.")] = 0
    seed: Annotated[int, SEED] = 1
    max_size: Annotated[
        int, typer.Option(metavar="N", min=1, max=16, help="Size of the largest random puzzles.")
    ] = 6
    any_kind: Annotated[
        bool,
        typer.Option("--any-kind", help="Random puzzles with any rules, values and houses."),
    ] = False


@dataclass(frozen=True, kw_only=True)
class Failures:
    """What is done about failures."""

    no_shrink: Annotated[
        bool, typer.Option("--no-shrink", help="Do not search for the smallest failing puzzles.")
    ] = False
    save: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write the smallest failing puzzles to DIR."),
    ] = None
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML to FILE.")
    ] = None


@dataclass(frozen=True, kw_only=True)
class VerdictOutput(Output):
    """What is printed of verdicts."""

    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Print every verdict, the right ones too.")
    ] = False
