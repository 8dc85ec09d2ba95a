"""The Typer application, its commands, each imported when it is called, and how it ends: the exit
codes.

0 answered; 1 answered, and the answer is no (no solution, a wrong entry); 2 bad usage or bad input;
3 a limit came before the answer, perhaps one of the system; 70 a bug of ours; 130 interrupted (by
Ctrl-C; 143 by SIGTERM, and 129 by SIGHUP: 128 and the number of the signal).
"""

import errno
import os
import re
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from kenken_cp.cli.options.groups import with_single_options
from kenken_cp.cli.options.help import HelpfulCommand, UsageError, in_plain_words, with_near_names
from kenken_cp.cli.printing.output import complain, report_error, say
from kenken_cp.cli.signals import first_received
from kenken_cp.cli.table import COMMANDS, NAME
from kenken_cp.errors import KenKenError
from kenken_cp.text import quoted


class Exit(IntEnum):
    """What the exit code says; of several puzzles the highest counts."""

    ANSWERED = 0
    NO = 1
    BAD_INPUT = 2
    LIMIT = 3
    BUG = 70
    INTERRUPTED = 130


EXAMPLE = "3:a_3aba_,m3a5s1s1"
"""A puzzle for the examples under help texts: they run wherever the package is installed."""

AMBIGUOUS_EXAMPLE = "3:_ea3,a1a5a12"
"""The same with several solutions."""


class _Commands(Mapping[str, Any]):
    """The commands as Typer has them, by their names; each is imported when it is looked up."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            import_module(f"kenken_cp.cli.commands.{COMMANDS[name][0]}")
            function, example = _FUNCTIONS[name]
            help_text = function.__doc__ or COMMANDS[name][1]  # python -OO drops docstrings
            epilog = None if example is None else f"{NAME} {name} {example}"
            alone = typer.Typer(add_completion=False, rich_markup_mode=None)
            make = alone.command(name=name, help=help_text, epilog=epilog, cls=HelpfulCommand)
            make(with_single_options(function))
            self._made[name] = typer.main.get_command(alone)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


class _Application(TyperGroup):
    """All commands; its help imports none."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = _Commands()  # type: ignore[assignment]  # nobody adds to them

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not re.fullmatch(r"-.+|\w[\w-]*", args[0]):  # more like a file, or a puzzle
            named = quoted(args[0], 60)
            ctx.fail(f"no command; expected one before the puzzle, such as {NAME} solve {named}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


app = typer.Typer(
    name=NAME,
    cls=_Application,
    help="Solve, enumerate, count and check KenKen-like puzzles.",
    epilog=f"More on a command: {NAME} solve --help. Guides: {NAME} guide.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def version() -> str:
    """The version of the package."""
    return str(import_module("kenken_cp").__version__)


def _print_version(wanted: bool) -> None:
    if wanted:
        say(f"{NAME} {version()}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Solve, enumerate, count and check KenKen-like puzzles."""


def main() -> NoReturn:
    """Runs the command line and leaves with its exit code."""
    _open_streams()
    try:
        code = app(prog_name=NAME, standalone_mode=False, terminal_width=_width_of_help())
        if code == Exit.INTERRUPTED:  # which Typer has made of a KeyboardInterrupt
            raise KeyboardInterrupt
        leave(Exit(code or 0))  # within the block: Ctrl-C may come before it is ignored
    except (KeyboardInterrupt, typer.Abort) as stopped:
        if isinstance(stopped.__cause__, EOFError):  # ours: Typer takes it for the end of an input
            _end_faulty()
        _end_interrupted()
    except UsageError as error:
        if sys.argv[1:]:
            _fail(_usage(error), Exit.BAD_INPUT)
        complain(error.format_message(), wraps=False)  # which is the help text
        leave(Exit.BAD_INPUT)
    except KenKenError as error:
        _fail(error, Exit.BAD_INPUT)
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):  # Typer has made it an exit code
            _end_unread()
        raise
    except BrokenPipeError:
        _end_unread()
    except OSError as error:  # standard output takes no more
        _end_lacking(error)
        _silence()
        if first_received() != signal.SIGINT:  # the terminal was closed
            leave(Exit.INTERRUPTED)
        complain(f"{NAME}: cannot write: {error.strerror}")
        leave(Exit.BAD_INPUT)
    except Exception as error:  # noqa: BLE001 - anything else is a bug of ours
        _end_lacking(error)
        _end_faulty()


_NO_MEMORY = re.compile(
    "failed to map segment|allocate memory(?! in static TLS)|can't start new thread"
)
"""In an ImportError, of a library that is loaded, and a RuntimeError, of a thread that starts.
Static TLS is a few kB for all libraries together, which those loaded before have used up.
"""


def _end_lacking(error: Exception) -> None:
    """Leaves if the system has no memory, or no open file, left for this process."""
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.EMFILE, errno.ENFILE):
        _fail(KenKenError("too many open files; expected a higher limit (ulimit -n)"), Exit.LIMIT)
    said = type(error) in (ImportError, RuntimeError) and _NO_MEMORY.search(str(error))
    if said or isinstance(error, MemoryError) or number == errno.ENOMEM:
        _fail(KenKenError("out of memory before the answer"), Exit.LIMIT)


def _width_of_help() -> int | None:
    """That of a narrow terminal, where Typer's own choice would be 50; None leaves it to Typer."""
    columns = get_terminal_size().columns
    return columns if columns < 52 else None


def _fail(error: Exception | str, code: Exit) -> NoReturn:
    """Reports an error that ends everything, and leaves."""
    try:
        report_error(error, code)
    except OSError:  # nobody reads what is on standard output
        _silence()
    leave(code)


_MAX_MESSAGE = 200
"""Characters of a message about the command line: what somebody typed may be in it."""


def _usage(error: Any) -> str:
    text = " ".join(error.format_message().split()).removesuffix(".")
    # A value that was typed may be the end of other messages.
    plainly = in_plain_words if isinstance(error, typer.BadParameter) else with_near_names
    text = plainly(text)
    if len(text) > _MAX_MESSAGE:
        text = f"{text[: _MAX_MESSAGE // 2]}...{text[-_MAX_MESSAGE // 2 + 3 :]}"
    command = error.ctx.command_path if error.ctx else NAME
    return f"{text[:1].lower()}{text[1:]} (see {command} --help)"


def _end_faulty() -> NoReturn:
    """Leaves with the error that is being handled."""
    complain(traceback.format_exc().rstrip("\n"), wraps=False)
    _fail(f"this is a bug of {NAME} {version()}, not of your puzzle", Exit.BUG)


def _end_interrupted() -> NoReturn:
    """Ctrl-C came where there was nothing to keep; a second one no longer matters."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _fail("interrupted", Exit.INTERRUPTED)


def _end_unread() -> NoReturn:
    """Nobody reads the answers any more."""
    _silence()
    leave(Exit.ANSWERED)


def _silence() -> None:
    """Has nothing more written to standard output, not even when the process exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _open_streams() -> None:
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 - until the process ends
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a title may hold what the terminal cannot show


def leave(code: Exit) -> NoReturn:
    """Ends the process; from here on Ctrl-C is ignored, so that the exit code stays."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Python would end as if by Ctrl-C, whatever the code, if a KeyboardInterrupt has ever left a
    # text that was executed, as in the making of a named tuple; the last such text decides.
    exec("")
    sys.exit(128 + first_received() if code is Exit.INTERRUPTED else int(code))


_FUNCTIONS: dict[str, tuple[Callable[..., None], str | None]] = {}
"""The functions of the commands whose modules have been imported, and their examples."""


def command(
    name: str | None = None, *, example: str | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a function the command of its name, or of another; it must be in ``COMMANDS``.

    Of each parameter that is annotated with a ``Group`` the command gets its options; the function
    is called with the group, filled. Other parameters are options of this command alone.
    ``example`` is the arguments of the example under the help text.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        _FUNCTIONS[name or function.__name__] = function, example
        return function

    return register
