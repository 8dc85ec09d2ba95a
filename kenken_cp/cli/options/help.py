"""Help texts in plain words: what the values of an option are, and which of them a shell may
complete.
"""

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand

from kenken_cp.cli.table import NAME
from kenken_cp.registry import Registry
from kenken_cp.text import listed, printable

UsageError: type[Any] = typer.BadParameter.__mro__[1]
"""What Typer raises for a command line that it does not understand; it has no public name."""


_PLAINLY = (
    (r"(?<= is not )a valid int(?: range)?\Z", "an integer"),
    (r"(?<= is not )a valid float(?: range)?\Z", "a number"),
    (r"(?<= is not )in the range (?=\S+\Z)", ""),
    (r"(?<=\[default: )(\d+)\.0(?=\]\Z)", r"\1"),
    (r"\bx>=(\d+)(?=\]?\Z)", r"at least \1"),
    (r"\b(\d+)<=x<=(\d+)(?=\]?\Z)", r"from \1 to \2"),
)
"""What Typer says of a value, at the end of messages and of help texts, and what people say."""

_NEAR_NAMES = re.compile(r"(\S+)(?: \(Possible options: ([^()]+)\)|\. Did you mean ([^?]+)\?)\Z")
"""What Typer ends a message with if the name that somebody typed is near to others."""

_MIN_NEARNESS = 0.75
"""Of names, as difflib measures it; if none is as near, all that Typer knows are named."""


def with_near_names(text: str) -> str:
    """A message of Typer's on an unknown name; it ends with names near to it, as ours do."""

    def ending(found: re.Match[str]) -> str:
        names = (found[2] or found[3]).split(", ")
        nearest = get_close_matches(found[1], names, cutoff=_MIN_NEARNESS) or names
        return f"{found[1]}, did you mean {listed(nearest, 'or')}?"

    return _NEAR_NAMES.sub(ending, text)


def in_plain_words(text: str) -> str:
    """A message, or a help text, of Typer's as people would say it."""
    for theirs, ours in _PLAINLY:
        text = re.sub(theirs, ours, text)
    return text


def _files(typed: Sequence[str], unknown: str) -> list[str]:
    """The files whose names were taken for options, of which one is unknown."""
    from kenken_cp.cli.reading.texts import exists  # it imports the formats

    letters = unknown.lstrip("-")
    taken = [name for name in typed if name.startswith("-") and letters in name]
    return [name for name in taken if exists(name) and Path(name).is_file()]


class HelpfulCommand(TyperCommand):
    """A command whose help texts name the values there are: ``{levels}`` stands for all levels.

    They are looked up when the help is shown: records may be added at run time, and some tables
    take imports that the command itself may do without.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        typed = [*args]  # from which Typer removes what it has read
        try:
            return super().parse_args(ctx, args)
        except UsageError as error:
            error.ctx = error.ctx or ctx  # so that the message can name this command's help
            files = _files(typed, getattr(error, "option_name", ""))
            if files and error.message.startswith("No such option"):
                error.message += f"; for the file of that name write ./{printable(files[0])}"
                error.possibilities = None
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
    return record and (record[0], in_plain_words(record[1]).replace("]  [", "; "))


_TABLES = {
    "rule sets": ("kenken_cp.model.rule_sets", "RULE_SETS"),
    "houses": ("kenken_cp.model.houses", "HOUSE_KINDS"),
    "levels": ("kenken_cp.logic.steps", "Level"),
    "strategies": ("kenken_cp.logic.strategies", "STRATEGIES"),
    "styles": ("kenken_cp.render.traces", "STYLES"),
    "papers": ("kenken_cp.render.sheets", "Paper"),
    "places": ("kenken_cp.render.sheets", "AnswersAt"),
    "suites": ("kenken_cp.judge.suites", "SUITES"),
    "questions": ("kenken_cp.judge.answers", "Question"),
    "see: kenken-cp formats": ("kenken_cp.formats", "FORMATS"),
    "exports": ("kenken_cp.encode.exports", "EXPORTS"),
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
