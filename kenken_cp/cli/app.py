"""The Typer application, and how it is left: the exit codes.

0 answered; 1 answered, and the answer is no (no solution, a wrong entry); 2 bad usage or bad input;
3 a limit came before the answer; 70 a bug of ours; 130 interrupted.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from enum import IntEnum
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from kenken_cp.cli.inputs import Named
from kenken_cp.cli.progress import progress_line
from kenken_cp.cli.report import complain
from kenken_cp.cli.work import Work
from kenken_cp.errors import KenKenError
from kenken_cp.search.protocol import Outcome, Status

if TYPE_CHECKING:
    from kenken_cp.parallel.tasks import JournaledTask, Result


class Exit(IntEnum):
    """What the exit code says; of several puzzles the gravest is told."""

    ANSWERED = 0
    NO = 1
    BAD_INPUT = 2
    LIMIT = 3
    BUG = 70
    INTERRUPTED = 130


NAME = "kenken-cp"

app = typer.Typer(
    name=NAME,
    help="Solve, enumerate, count and check KenKen-like puzzles.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


UsageError: type[Any] = typer.BadParameter.__mro__[1]
"""What Typer raises for a command line that it cannot make sense of; it has no public name."""


def main() -> NoReturn:
    """Runs the command line and leaves with its exit code."""
    _open_streams()
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        code = app(prog_name=NAME, standalone_mode=False)
    except (KeyboardInterrupt, typer.Abort):  # before Typer listens, or after
        leave(Exit.INTERRUPTED)
    except UsageError as error:
        complain(_usage(error))
        leave(Exit.BAD_INPUT)
    except KenKenError as error:
        complain(f"{NAME}: {error}")
        leave(Exit.BAD_INPUT)
    except SystemExit as leaving:
        if isinstance(
            leaving.__context__, BrokenPipeError
        ):  # of which Typer makes a code of its own
            _left_alone()
        raise
    except BrokenPipeError:
        _left_alone()
    except OSError as error:  # standard output takes no more
        _silence()
        complain(f"{NAME}: cannot write: {error.strerror}")
        leave(Exit.BAD_INPUT)
    except Exception:  # noqa: BLE001 - whatever it is, it is no answer
        traceback.print_exc()
        complain(f"{NAME}: this is a bug of kenken-cp, not of your puzzle")
        leave(Exit.BUG)
    leave(Exit(code or 0))


def _usage(error: Any) -> str:
    """A usage error as one line."""
    if not sys.argv[1:]:  # it is the help
        return str(error.format_message())
    text = " ".join(error.format_message().split()).removesuffix(".")
    command = error.ctx.command_path if error.ctx else NAME
    return f"{NAME}: {text[:1].lower()}{text[1:]} (see {command} --help)"


def _left_alone() -> NoReturn:
    """Ends the process because whoever read its answers has had enough."""
    _silence()
    leave(Exit.ANSWERED)


def _silence() -> None:
    """Has nothing more written to standard output, not even on the way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _open_streams() -> None:
    """Makes standard output and error usable, whatever they are."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 - until the process ends
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a title may hold what the terminal cannot show


def leave(code: Exit) -> NoReturn:
    """Ends the process; the way out is short, and Ctrl-C no longer changes it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(int(code))


def each(
    named: Sequence[Named],
    task: JournaledTask[Result],
    tell: Callable[[Named, Result], Exit],
    *,
    work: Work,
    shown: bool,
) -> NoReturn:
    """Does a task for each puzzle, tells what came of it in the order of the input, and leaves with
    the gravest code; an interruption ends it.
    """
    from kenken_cp.parallel import each_outcome

    whole, named = len(named), work.part(named)
    if work.shard is not None:
        complain(f"shard {work.shard}: {len(named)} of {whole} puzzles")
    puzzles = [item.puzzle for item in named]
    gravest = Exit.ANSWERED
    with (
        work.journal(task, puzzles) as journal,
        work.crew(len(puzzles)) as (executor, workers),
        progress_line("puzzles", len(named), shown=shown and len(named) > 1) as counter,
    ):
        outcomes = each_outcome(
            puzzles, task, executor, workers=workers, stop=work.stop, journal=journal
        )
        for item, outcome in zip(named, outcomes, strict=False):  # fewer if interrupted
            gravest = max(gravest, tell(item, outcome))
            counter.add()
            if gravest is Exit.INTERRUPTED:
                break
    leave(Exit.INTERRUPTED if work.stop else gravest)


def exit_of(outcome: Outcome, *, settled: bool) -> Exit:
    """The exit code for an outcome; ``settled`` if a search cut short answered all the same."""
    if outcome.status is Status.INTERRUPTED:
        return Exit.INTERRUPTED
    if outcome.status is not Status.EXHAUSTED and not settled:
        return Exit.LIMIT
    return Exit.ANSWERED if outcome.count else Exit.NO
