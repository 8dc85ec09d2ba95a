"""The Typer application: its commands, each imported when it is called, and how a call ends."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from kenken_cp.cli.output import NAME, Exit, Output, give_up_output
from kenken_cp.errors import KenKenError

EXAMPLE = "3:a_3aba_,m3a5s1s1"
"""A puzzle for the examples under help texts: they run wherever the package is installed."""

AMBIGUOUS_EXAMPLE = "3:_ea3,a1a5a12"
"""The same with several solutions."""

_SECONDS_TO_END = 9.0
"""Time that a command has to end by itself after another signal than that of Ctrl-C."""

_PANELS = {
    ("Solve", "solving"): ("solve", "enumerate", "count", "check"),
    ("Understand", "understanding"): ("why", "explain", "hint", "rate", "trace"),
    ("Make", "making"): ("generate", "show", "convert"),
    ("Validate", "validating"): ("judge", "cross-check"),
    ("Validate", "certifying"): ("prove", "verify"),
    ("Reference", "reference"): ("list",),
}
"""The commands by their panel in the help, in its order, and by the module that they are in."""

_PLACES = {command: place for place, commands in _PANELS.items() for command in commands}


class _Commands(TyperGroup):
    """All commands; a module is imported when a command of it is called, or for the help."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(_PLACES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in _PLACES and cmd_name not in self.commands:
            import_module(f"kenken_cp.cli.{_PLACES[cmd_name][1]}")
            self.commands = get_group(app).commands
        return self.commands.get(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        ctx.obj = "--json" in args  # before options are known
        wanted = args[0]
        if wanted not in _PLACES:
            if set(wanted) & set("./:,\\ "):  # a file, or a puzzle
                ctx.fail(f"No command before the puzzle. Did you mean '{NAME} solve PUZZLE'?")
            for name in _PLACES:  # of which Typer says the one that may be meant
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except typer.TyperException as error:  # about options and arguments
            if not ctx.obj:
                raise
            return Output(json=True).error(KenKenError(error.format_message()))


class _Command(TyperCommand):
    """A command: its function returns an exit code, and an exception is turned into one."""

    def invoke(self, ctx: Any) -> int:
        received = _install_signal_handlers()
        try:
            code: Exit = super().invoke(ctx)
        except (KeyboardInterrupt, Exception) as error:  # noqa: BLE001 - a bug of ours, too
            code = Output(bool(ctx.params.get("json"))).error(error)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it cannot change the exit code any more
        return 128 + received[0] if code is Exit.INTERRUPTED and received else code


def _install_signal_handlers() -> list[int]:
    """From here on SIGINT, SIGTERM, SIGHUP and SIGBREAK end the command in order: what is known is
    printed.

    Returns:
        The numbers of those but SIGINT that have come, as they come.
    """
    received: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        if not received:
            # Not by ``threading``, whose locks may be held by what the signal has interrupted.
            _thread.start_new_thread(_exit_soon, (number,))
        received.append(number)
        handler = signal.getsignal(signal.SIGINT)
        if callable(handler):
            handler(number, frame)

    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # not under nohup
            signal.signal(number, end)
    return received


def _exit_soon(number: int) -> None:
    """Exits some seconds after a signal, whatever the command still waits for: perhaps to write
    more than a pipe holds, which nobody reads.
    """
    time.sleep(_SECONDS_TO_END)
    os._exit(128 + number)


app = typer.Typer(
    name=NAME,
    cls=_Commands,
    no_args_is_help=True,
    epilog=f"{NAME} list formats native: how a puzzle is written.\n\n"
    "Exit codes: 0 answered, 1 the answer is no, 2 bad input, 3 a limit came first.",
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def command(name: str, example: str) -> Callable[[Callable[..., Exit]], Callable[..., Exit]]:
    """Makes a function a command; ``example`` stands under its help, after the program's name."""
    epilog = f"Example: {NAME} {name} {example}"
    return app.command(name, cls=_Command, rich_help_panel=_PLACES[name][0], epilog=epilog)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"{NAME} {import_module('kenken_cp').__version__}")
        raise typer.Exit


@app.callback()
def _root(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Solve, enumerate, count and check KenKen, Calcudoku, Killer Sudoku and Latin squares."""


def main() -> None:
    """Runs the command line and leaves with its exit code."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 - until the process ends
        elif isinstance(stream, TextIOWrapper):
            # A file or a pipe gets UTF-8 on every system; a terminal what it can show.
            encoding = None if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="replace")
    code: object
    try:
        code = app(prog_name=NAME, standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:  # about options and arguments
        code = _report_usage(error)
    except SystemExit as leaving:  # after completion, or because nobody reads on
        code = 0 if isinstance(leaving.__context__, BrokenPipeError) else leaving.code
    except OSError as error:  # of the help
        code = give_up_output(error)
    sys.exit(code)  # type: ignore[arg-type]


def _report_usage(error: typer.TyperException) -> int:
    """Says what Typer finds wrong, in its own way; returns the exit code."""
    from typer.rich_utils import rich_format_error

    with suppress(OSError, SystemExit):  # who does not read it has the code
        rich_format_error(cast("Any", error))
    return error.exit_code
