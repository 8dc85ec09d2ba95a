"""The Typer application, and how it is left: the exit codes.

0 answered; 1 answered, and the answer is no; 2 bad usage or bad input; 3 a limit came before the
answer; 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from enum import IntEnum
from io import TextIOWrapper
from typing import NoReturn

import typer

from kenken_cp.cli.inputs import Named
from kenken_cp.cli.progress import progress_line
from kenken_cp.cli.report import UnheardError, complain
from kenken_cp.errors import KenKenError
from kenken_cp.search import Outcome, Status


class Exit(IntEnum):
    """What the exit code says; of several puzzles the gravest is told."""

    ANSWERED = 0
    NO = 1
    BAD_INPUT = 2
    LIMIT = 3
    INTERRUPTED = 130


app = typer.Typer(
    name="kenken-cp",
    help="Solve, enumerate, count and check KenKen-like puzzles.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def main() -> NoReturn:
    """Runs the command line and leaves with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a title may hold what the terminal cannot show
    try:
        app(prog_name="kenken-cp")
    except KenKenError as error:
        complain(f"kenken-cp: {error}")
        leave(Exit.BAD_INPUT)
    except UnheardError as error:
        # Nothing more may be flushed there on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error.__cause__, BrokenPipeError):
            leave(Exit.ANSWERED)  # whoever read has had enough
        complain(f"kenken-cp: cannot write: {error}")
        leave(Exit.BAD_INPUT)
    sys.exit(0)


def leave(code: Exit) -> NoReturn:
    """Ends the process."""
    sys.exit(int(code))


def each(named: list[Named], one: Callable[[Named], Exit], *, shown: bool) -> None:
    """Does one puzzle after the other, and leaves with the gravest code; an interruption ends
    it.
    """
    gravest = Exit.ANSWERED
    with progress_line("puzzles", len(named), shown=shown and len(named) > 1) as counter:
        for item in named:
            gravest = max(gravest, one(item))
            counter.add()
            if gravest is Exit.INTERRUPTED:
                break
    leave(gravest)


def exit_of(outcome: Outcome, *, settled: bool) -> Exit:
    """The exit code for an outcome; ``settled`` if a search cut short answered all the same."""
    if outcome.status is Status.INTERRUPTED:
        return Exit.INTERRUPTED
    if outcome.status is not Status.EXHAUSTED and not settled:
        return Exit.LIMIT
    return Exit.ANSWERED if outcome.count else Exit.NO
