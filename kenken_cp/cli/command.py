"""Commands that take groups of options: a group is a dataclass, whose fields are the options."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from inspect import Parameter, Signature, signature
from typing import Any, get_type_hints

from typer.core import TyperCommand

from kenken_cp.cli.app import NAME, app
from kenken_cp.registry import Registry
from kenken_cp.text import listed


def command(
    name: str | None = None, *, example: str | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a function a command of its name.

    Of each parameter that is annotated with a dataclass the command gets the fields as options, as
    Typer reads them (``Annotated[str, typer.Option(...)] = default``); the function is called with
    the dataclass, filled. Other parameters are options of this command alone.

    Args:
        name: the name, if not that of the function.
        example: arguments for the example under the help text.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        called = name or function.__name__
        epilog = None if example is None else f"Example: {NAME} {called} {example}"
        app.command(name=called, epilog=epilog, cls=_Command)(with_single_options(function))
        return function

    return register


def with_single_options(function: Callable[..., None]) -> Callable[..., None]:
    """The function as Typer wants it: one parameter an option."""
    groups: dict[str, type[Any]] = {}
    parameters: list[Parameter] = []
    hints = get_type_hints(function, include_extras=True)
    for parameter in signature(function).parameters.values():
        hint = hints[parameter.name]
        if isinstance(hint, type) and is_dataclass(hint):
            groups[parameter.name] = hint
            annotations = get_type_hints(hint, include_extras=True)
            for field in fields(hint):
                default = Parameter.empty if field.default is MISSING else field.default
                annotation = annotations[field.name]
                parameters.append(
                    Parameter(
                        field.name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation
                    )
                )
        else:
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hint))

    def call(**options: Any) -> None:
        for argument, group in groups.items():
            values = {field.name: options.pop(field.name) for field in fields(group)}
            options[argument] = group(**values)
        function(**options)

    call.__name__, call.__doc__ = function.__name__, function.__doc__
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    call.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return call


class _Command(TyperCommand):
    """A command whose help texts name the values there are: ``{levels}`` stands for all levels.

    They are looked up when the help is shown: records may be added at run time, and some tables
    take imports that the command itself may do without.
    """

    def format_help(self, ctx: Any, formatter: Any) -> None:
        for parameter in self.params:
            if text := getattr(parameter, "help", None):
                parameter.help = _with_values(text)  # type: ignore[attr-defined]
        super().format_help(ctx, formatter)


_TABLES = {
    "rule sets": ("kenken_cp.model.rule_sets", "RULE_SETS"),
    "levels": ("kenken_cp.logic.steps", "Level"),
    "strategies": ("kenken_cp.logic.strategies", "STRATEGIES"),
    "styles": ("kenken_cp.render.traces", "STYLES"),
    "suites": ("kenken_cp.judge.suites", "SUITES"),
    "claims": ("kenken_cp.judge.answers", "Claim"),
}
"""Module and name of the table behind each word in braces."""


def _with_values(text: str) -> str:
    """A help text with the values of tables in place of their names in braces."""

    def values(match: re.Match[str]) -> str:
        if match[1] not in _TABLES:
            return match[0]  # {input} of a solver's command, for instance
        module, name = _TABLES[match[1]]
        table = getattr(import_module(module), name)
        return listed(table.names() if isinstance(table, Registry) else table, "or")

    return re.sub(r"\{([a-z ]+)\}", values, text)
