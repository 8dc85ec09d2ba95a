"""The commands that list what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from textwrap import indent
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kenken_cp.cli.app import command, version
from kenken_cp.cli.options.common import Output, option
from kenken_cp.cli.options.groups import excluding
from kenken_cp.cli.options.help import completion_from
from kenken_cp.cli.printing.output import beside, filled, say, say_event, say_table
from kenken_cp.cli.table import NAME
from kenken_cp.encode.exports import EXPORTS
from kenken_cp.formats import FORMATS
from kenken_cp.model.operators import GIVEN, OPERATORS
from kenken_cp.model.rule_sets import RULE_SETS
from kenken_cp.search.engine import BACKENDS
from kenken_cp.text import listed

if TYPE_CHECKING:
    from kenken_cp.formats.record import Format


@command(example="--all")
def backends(
    every: Annotated[
        bool, option("--all", "List those for cross-checks and comparisons, too.")
    ] = False,
    versions: Annotated[
        bool, option("--versions", "Print the versions of the engines instead, for a report.")
    ] = False,
) -> None:
    """List the engines for everyday use, or all."""
    if versions and every:
        raise excluding("--all", "--versions")
    if versions:
        say_table(_versions())
        return
    chosen = [backend for backend in BACKENDS if every or backend.usual]
    say_table((backend.name, backend.summary) for backend in chosen)
    if not every:
        more = len(BACKENDS) - len(chosen)
        say(filled(f"and {more} more for cross-checks and comparisons: --all"))


_ENGINES = ("ortools", "python-sat", "python-constraint2", "numpy", "numba", "dask")
"""The packages that answers rest on; the last two need not be installed."""


def _versions() -> Iterator[tuple[str, str]]:
    """Of the package itself, of Python, and of the engines' packages that are installed."""
    import platform
    from importlib import metadata

    yield NAME, version()
    yield "Python", platform.python_version()
    for package in _ENGINES:
        with suppress(metadata.PackageNotFoundError):
            yield package, metadata.version(package)


@command(example="native")
def formats(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FORMAT...",
            help="A format, to see what it can express.",
            autocompletion=completion_from(["see: kenken-cp formats"]),
        ),
    ] = None,
    *,
    output: Output,
) -> None:
    """List the file formats, or what some of them can express."""
    named = [FORMATS.named(name) for name in names or ()]
    width = max(map(len, FORMATS.names())) + 2
    for known in named or FORMATS:
        if output.json:
            writes = known.writer is not None
            _say_format(known, reads=True, writes=writes, holds=_facts(known) if writes else {})
            continue
        say(beside(known.name.ljust(width), known.summary))
        if named:
            say(beside(" " * width, _held(known)))
            say("\n" + indent(known.example, "  "))
    for model in EXPORTS if output.json and not named else ():
        say_event("format", format=model, reads=False, writes=True)
    if not (named or output.is_bare):
        say(filled("What a format can express, and an example: kenken-cp formats FORMAT...") + "\n")
        say(filled("Written only, as models for other solvers (convert --to):"))
        say(listed(EXPORTS))


def _say_format(known: Format, **facts: Any) -> None:
    names = {"format": known.name, "summary": known.summary, "suffix": known.suffix}
    say_event("format", **names, **facts)


def _facts(known: Format) -> dict[str, Any]:
    """What a format can write, from its record."""
    operators = OPERATORS if known.operators is None else known.operators
    return {
        "sizes": known.holds.sides,
        "operators": [each.name for each in OPERATORS if each in operators],
        "rules": [known.holds.rules.name] if known.holds.rules else RULE_SETS.names(),
        "features": known.holds.features,
        "several": known.separator is not None,
    }


def _held(known: Format) -> str:
    """What a format can express, in words."""
    if known.writer is None:
        return "read only"
    holds = known.holds
    symbols = [
        each.symbol for each in OPERATORS if each in (known.operators or ()) and each != GIVEN
    ]
    operators = "all operators" if known.operators is None else " ".join(symbols) or "no operators"
    rules = f"{holds.rules.name} rules" if holds.rules else "all rules"
    several = "several in a file" if known.separator is not None else "one in a file"
    sizes = f"sizes {holds.sides[0]} to {holds.sides[1]}"
    return ", ".join([sizes, operators, rules, *holds.features, several])


@command()
def operators() -> None:
    """List the operators, and what each makes of a cage."""
    say_table((known.symbol, known.name, known.meaning) for known in OPERATORS)


@command()
def techniques() -> None:
    """List the hand-written solver's techniques, the easiest first."""
    from kenken_cp.logic.techniques import TECHNIQUES

    say_table((known.name, str(known.level), known.summary) for known in TECHNIQUES)
