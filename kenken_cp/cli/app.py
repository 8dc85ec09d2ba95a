"""The Typer application, its commands, which take groups of options (``Group``), each made when it
is called, and how it is left: the exit codes.

0 answered; 1 answered, and the answer is no (no solution, a wrong entry); 2 bad usage or bad input;
3 a limit came before the answer; 70 a bug of ours; 130 interrupted (by Ctrl-C; 143 by SIGTERM, and
129 by SIGHUP: 128 and the number of the signal).
"""

import gc
import os
import re
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from importlib import import_module
from inspect import Parameter, Signature, get_annotations, signature
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, NoReturn, dataclass_transform, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from kenken_cp.cli.commands import COMMANDS
from kenken_cp.cli.output import complain, report_error, say
from kenken_cp.cli.signals import end_like_ctrl_c, first_received
from kenken_cp.errors import KenKenError
from kenken_cp.registry import Registry
from kenken_cp.text import listed


class Exit(IntEnum):
    """What the exit code says; of several puzzles the highest counts."""

    ANSWERED = 0
    NO = 1
    BAD_INPUT = 2
    LIMIT = 3
    BUG = 70
    INTERRUPTED = 130


NAME = "kenken-cp"

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
            import_module(f"kenken_cp.cli.{COMMANDS[name][0]}")
            function, example = _FUNCTIONS[name]
            epilog = None if example is None else f"{NAME} {name} {example}"
            alone = typer.Typer(add_completion=False, rich_markup_mode=None)
            make = alone.command(name=name, epilog=epilog, cls=_Command)
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


UsageError: type[Any] = typer.BadParameter.__mro__[1]
"""What Typer raises for a command line that it does not understand; it has no public name."""


def main() -> NoReturn:
    """Runs the command line and leaves with its exit code."""
    _open_streams()
    try:
        code = app(prog_name=NAME, standalone_mode=False)
    except (KeyboardInterrupt, typer.Abort):
        leave(Exit.INTERRUPTED)
    except UsageError as error:
        if sys.argv[1:]:
            _fail(_usage(error), Exit.BAD_INPUT)
        complain(error.format_message())  # which is the help text
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
        _silence()
        if first_received() != signal.SIGINT:  # the terminal was closed
            leave(Exit.INTERRUPTED)
        complain(f"{NAME}: cannot write: {error.strerror}")
        leave(Exit.BAD_INPUT)
    except Exception:  # noqa: BLE001 - anything else is a bug of ours
        complain(traceback.format_exc().rstrip("\n"))
        _fail("this is a bug of kenken-cp, not of your puzzle", Exit.BUG)
    leave(Exit(code or 0))


def _fail(error: Exception | str, code: Exit) -> NoReturn:
    """Reports an error that ends everything, and leaves."""
    try:
        report_error(error, code)
    except OSError:  # nobody reads what is on standard output
        _silence()
    leave(code)


_MAX_MESSAGE = 200
"""Characters of a message about the command line: what somebody typed may be in it."""

_PLAINLY = (
    (r"(?<= is not )a valid int(?: range)?\Z", "an integer"),
    (r"(?<= is not )a valid float(?: range)?\Z", "a number"),
    (r"(?<= is not )in the range (?=\S+\Z)", ""),
    (r"(?<=\[default: )(\d+)\.0(?=\]\Z)", r"\1"),
    (r"\bx>=(\d+)(?=\]?\Z)", r"at least \1"),
    (r"\b(\d+)<=x<=(\d+)(?=\]?\Z)", r"from \1 to \2"),
)
"""What Typer says of a value, at the end of messages and of help texts, and what people say."""


def _usage(error: Any) -> str:
    text = " ".join(error.format_message().split()).removesuffix(".")
    if isinstance(error, typer.BadParameter):  # then the value that was typed is not the end of it
        text = _in_plain_words(text)
    if len(text) > _MAX_MESSAGE:
        text = f"{text[: _MAX_MESSAGE // 2]}...{text[-_MAX_MESSAGE // 2 + 3 :]}"
    command = error.ctx.command_path if error.ctx else NAME
    return f"{text[:1].lower()}{text[1:]} (see {command} --help)"


def _in_plain_words(text: str) -> str:
    for theirs, ours in _PLAINLY:
        text = re.sub(theirs, ours, text)
    return text


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


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Group:
    """Options that commands take together: the annotated names of a class and of those it is
    derived from, as Typer reads them (``Annotated[str, typer.Option(...)] = default``).

    It is not ``dataclasses`` that makes them: that takes longer than most commands work.
    """

    def __init__(self, **options: Any) -> None:
        known = _annotations(type(self))
        assert options.keys() <= known.keys(), options
        for name in known:
            vars(self)[name] = options[name] if name in options else getattr(self, name)
        self.__post_init__()

    def __post_init__(self) -> None:
        """What can be checked without the puzzles."""


def _annotations(group: type[Group]) -> dict[str, Any]:
    """The names of its options, first those of what it is derived from."""
    found: dict[str, Any] = {}
    for each in reversed(group.__mro__):
        found |= get_annotations(each)
    return found


def with_single_options(function: Callable[..., None]) -> Callable[..., None]:
    """The function as Typer wants it: one parameter an option."""
    groups: dict[str, type[Group]] = {}
    parameters: list[Parameter] = []
    hints = get_type_hints(function, include_extras=True)
    for parameter in signature(function).parameters.values():
        hint = hints[parameter.name]
        if isinstance(hint, type) and issubclass(hint, Group):
            groups[parameter.name] = hint
            for name, annotation in get_type_hints(hint, include_extras=True).items():
                default = getattr(hint, name, Parameter.empty)
                parameters.append(
                    Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
                )
        else:
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hint))

    usual = {parameter.name: parameter.default for parameter in parameters}

    def call(**options: Any) -> None:
        _listen()
        if "timeout" in options:  # of a command that reads puzzles
            from kenken_cp.cli.inputs import SECONDS_TO_READ

            seconds = options["timeout"]
            SECONDS_TO_READ.set(None if seconds == usual["timeout"] else seconds)
        for argument, group in groups.items():
            values = {name: options.pop(name) for name in _annotations(group)}
            options[argument] = group(**values)
        function(**options)

    call.__name__, call.__doc__ = function.__name__, function.__doc__
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    call.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return call


def _listen() -> None:
    """From here on there is something to keep, or to say: Ctrl-C ends the command in an orderly
    way, and garbage is collected. Until then ``__main__`` has switched off both.
    """
    if not gc.isenabled():
        gc.freeze()  # what was imported stays
        gc.enable()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    end_like_ctrl_c()


class _Command(TyperCommand):
    """A command whose help texts name the values there are: ``{levels}`` stands for all levels.

    They are looked up when the help is shown: records may be added at run time, and some tables
    take imports that the command itself may do without.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except UsageError as error:
            error.ctx = error.ctx or ctx  # so that the message can name this command's help
            raise

    def get_help(self, ctx: Any) -> str:
        return super().get_help(ctx).translate(_BREAKABLE)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        for parameter in self.params:
            if text := getattr(parameter, "help", None):
                parameter.help = _with_values(text)  # type: ignore[attr-defined]
        super().format_help(ctx, formatter)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Arguments and options, those that are rarely used under headings of their own."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            usual = "Arguments" if parameter.param_type_name == "argument" else "Options"
            section = getattr(parameter, "rich_help_panel", None) or usual
            if record := help_record(parameter, ctx):
                usage, text = record
                sections.setdefault(section, []).append((usage, _unbroken(text)))
        for section, records in sections.items():
            if records:
                with formatter.section(section):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """The example, on a line of its own: one that is wrapped cannot be copied."""
        if self.epilog:
            with formatter.section("Example"):
                formatter.write(f"  {self.epilog}\n")

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        # Braces are what stands for something in a solver's command, not what must be given.
        return [word.strip("{}") for word in super().collect_usage_pieces(ctx)]


_BREAKABLE = {ord("\N{NO-BREAK SPACE}"): " ", ord("\N{NON-BREAKING HYPHEN}"): "-"}
"""What keeps words on one line while lines are broken, and what is printed."""


def _unbroken(text: str) -> str:
    """A help text whose commands, such as ``kenken-cp formats``, stay on one line."""
    kept = {ord(printed): chr(code) for code, printed in _BREAKABLE.items()}
    return re.sub(rf"{NAME} \w+", lambda found: found[0].translate(kept), text)


def help_record(parameter: Any, context: Any) -> tuple[str, str] | None:
    """What the help says of an option or argument: its usage and its text, if it is shown."""
    record = parameter.get_help_record(context)
    return record and (record[0], _in_plain_words(record[1]).replace("]  [", "; "))


_TABLES = {
    "rule sets": ("kenken_cp.model.rule_sets", "RULE_SETS"),
    "houses": ("kenken_cp.model.houses", "HOUSE_KINDS"),
    "levels": ("kenken_cp.logic.steps", "Level"),
    "strategies": ("kenken_cp.logic.strategies", "STRATEGIES"),
    "styles": ("kenken_cp.render.traces", "STYLES"),
    "papers": ("kenken_cp.render.sheets", "Paper"),
    "places": ("kenken_cp.render.sheets", "AnswersAt"),
    "suites": ("kenken_cp.judge.suites", "SUITES"),
    "claims": ("kenken_cp.judge.answers", "Claim"),
    "see: kenken-cp formats": ("kenken_cp.formats", "FORMATS"),
    "exports": ("kenken_cp.exports", "EXPORTS"),
    "see: kenken-cp operators": ("kenken_cp.model.operators", "OPERATORS"),
    "see: kenken-cp backends": ("kenken_cp.search.backend", "BACKENDS"),
    "Engine to check": ("kenken_cp.search.backend", "BACKENDS"),
}
"""Module and name of the table behind each word in braces, and behind other words of help texts."""


def tables_of(text: str) -> list[str]:
    """The words in an option's help text that stand for the tables of its values."""
    return [word for word in _TABLES if word in text]


def completion_from(words: Sequence[str]) -> Callable[[str], list[str]]:
    """What a shell may complete the value of an option to, given its beginning."""

    def completed(incomplete: str) -> list[str]:
        names = [name for word in words for name in _names(word)]
        return [name for name in names if name.startswith(incomplete)]

    return completed


def _names(word: str) -> list[str]:
    module, name = _TABLES[word]
    table = getattr(import_module(module), name)
    return table.names() if isinstance(table, Registry) else list(map(str, table))


def _with_values(text: str) -> str:
    """A help text with the values of tables in place of their names in braces."""

    def values(match: re.Match[str]) -> str:
        if match[1] not in _TABLES:
            return match[0]  # {input} of a solver's command, for instance
        return listed(_names(match[1]), "or")

    return re.sub(r"\{([a-z ]+)\}", values, text)
