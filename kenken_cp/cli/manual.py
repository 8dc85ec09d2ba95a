"""The manual page, made of the help of the commands: ``python -m kenken_cp.cli.manual`` prints it.

The wheel installs the page that lies in ``guides``; a test holds it against this.
"""

import re
from collections.abc import Iterator
from typing import Any

import typer

from kenken_cp.cli.app import Exit, app, version
from kenken_cp.cli.options.help import help_record
from kenken_cp.cli.printing.output import say
from kenken_cp.cli.table import NAME

_EXITS = {
    Exit.ANSWERED: "answered",
    Exit.NO: "answered, and the answer is no: no solution, several, a wrong grid or solver",
    Exit.BAD_INPUT: "bad usage or bad input",
    Exit.LIMIT: "a limit came before the answer",
    Exit.BUG: "a bug of kenken-cp",
    Exit.INTERRUPTED: "interrupted by Ctrl-C; 143 and 129 by SIGTERM and SIGHUP",
}


def manual() -> str:
    """The page in roff, for ``man``."""
    group: Any = typer.main.get_command(app)
    context = group.make_context(NAME, [], resilient_parsing=True)
    lines = [
        f'.TH {NAME.upper()} 1 "" "{NAME} {version()}" "User commands"',
        ".SH NAME",
        rf"{_escaped(NAME)} \- {_escaped(_sentence(group.help))}",
        ".SH SYNOPSIS",
        rf".B {_escaped(NAME)}",
        r"\fICOMMAND\fR [\fIOPTION\fR...] [\fIARGUMENT\fR...]",
        ".SH OPTIONS",
        *_parameters(group, context),
        ".SH COMMANDS",
    ]
    for name, command in group.commands.items():
        lines += _command(name, command, context)
    lines += [".SH EXIT STATUS"]
    for code, meaning in _EXITS.items():
        lines += [".TP", rf"\fB{int(code)}\fR", _escaped(meaning)]
    return "\n".join([*lines, ""])


def _command(name: str, command: Any, parent: Any) -> Iterator[str]:
    context = command.make_context(name, [], parent=parent, resilient_parsing=True)
    context.get_help()  # which looks up the values that its options name
    yield f".SS {_escaped(' '.join(command.get_usage(context).split()).removeprefix('Usage: '))}"
    for paragraph in (command.help or "").split("\n\n"):
        yield from (".PP", _escaped(" ".join(paragraph.split())))
    yield from _parameters(command, context)
    if command.epilog:
        yield from (".PP", "Example:", ".PP", ".nf", ".RS", _escaped(command.epilog), ".RE", ".fi")


def _parameters(command: Any, context: Any) -> Iterator[str]:
    arguments_first = sorted(
        command.get_params(context), key=lambda parameter: parameter.param_type_name != "argument"
    )
    for parameter in arguments_first:
        if record := help_record(parameter, context):
            usage, text = record
            yield from (".TP", rf"\fB{_escaped(usage)}\fR", _escaped(" ".join(text.split())))


def _sentence(text: str) -> str:
    return " ".join(text.split()).removesuffix(".")


def _escaped(text: str) -> str:
    """A text for roff: hyphens that can be copied, and no request by accident."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


if __name__ == "__main__":
    say(manual().removesuffix("\n"))
