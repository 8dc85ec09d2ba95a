"""The Typer application, and how it is left: the exit codes.

0 answered; 1 answered, and the answer is no (no solution, a wrong entry); 2 bad usage or bad input;
3 a limit came before the answer; 70 a bug of ours; 130 interrupted.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from enum import IntEnum
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

import typer

from kenken_cp.cli.output import complain
from kenken_cp.errors import KenKenError


class Exit(IntEnum):
    """What the exit code says; of several puzzles the highest counts."""

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
"""What Typer raises for a command line that it does not understand; it has no public name."""


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
        if isinstance(leaving.__context__, BrokenPipeError):  # Typer has made it an exit code
            _end_unread()
        raise
    except BrokenPipeError:
        _end_unread()
    except OSError as error:  # standard output takes no more
        _silence()
        complain(f"{NAME}: cannot write: {error.strerror}")
        leave(Exit.BAD_INPUT)
    except Exception:  # noqa: BLE001 - anything else is a bug of ours
        traceback.print_exc()
        complain(f"{NAME}: this is a bug of kenken-cp, not of your puzzle")
        leave(Exit.BUG)
    leave(Exit(code or 0))


def _usage(error: Any) -> str:
    """A usage error as one line."""
    if not sys.argv[1:]:  # the message is the help text
        return str(error.format_message())
    text = " ".join(error.format_message().split()).removesuffix(".")
    command = error.ctx.command_path if error.ctx else NAME
    return f"{NAME}: {text[:1].lower()}{text[1:]} (see {command} --help)"


def _end_unread() -> NoReturn:
    """Ends the process because nobody reads its answers any more."""
    _silence()
    leave(Exit.ANSWERED)


def _silence() -> None:
    """Has nothing more written to standard output, not even when the process exits."""
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
    """Ends the process; from here on Ctrl-C is ignored, so that the exit code stays."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(int(code))
