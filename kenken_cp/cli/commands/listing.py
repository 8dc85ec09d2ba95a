"""The commands that list what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kenken_cp.cli.app import command, version
from kenken_cp.cli.options.common import Output, option
from kenken_cp.cli.options.groups import excluding
from kenken_cp.cli.options.help import completion_from
from kenken_cp.cli.printing.output import beside, filled, say, say_event, say_table
from kenken_cp.cli.table import NAME
from kenken_cp.formats import FORMATS
from kenken_cp.model.operators import OPERATORS
from kenken_cp.model.rule_sets import RULE_SETS
from kenken_cp.search.backend import BACKENDS
from kenken_cp.text import listed

if TYPE_CHECKING:
    from kenken_cp.exports import Export
    from kenken_cp.formats.features import Abilities
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
    """List the file formats, or what some of them can express.

    This is determined by writing puzzles and reading them back. With --json each format's object
    has it.
    """
    from kenken_cp.exports import EXPORTS
    from kenken_cp.formats.features import abilities

    named = [FORMATS.named(name) for name in names or ()]
    width = max(map(len, FORMATS.names())) + 2
    for known in named or FORMATS:
        if output.json:
            holds = _facts(abilities(known))
            _say_format(known, reads=True, writes=bool(holds["rules"]), holds=holds)
            continue
        say(beside(known.name.ljust(width), known.summary))
        if named:
            say(beside(" " * width, _held(abilities(known))))
            if known.spellings:
                spelled = listed(f"{known.name}:{spelling}" for spelling in known.spellings)
                say(beside(" " * width, f"written as {spelled}"))
    for model in EXPORTS if output.json and not named else ():
        _say_format(model, reads=False, writes=True)
    if not (named or output.is_bare):
        say(filled("What a format can express: kenken-cp formats FORMAT...") + "\n")
        say(filled("Written only, as models for other solvers (convert --to):"))
        say_table((known.name, known.summary) for known in EXPORTS)


def _say_format(known: Format | Export, **facts: Any) -> None:
    names = {"format": known.name, "summary": known.summary, "suffix": known.suffix}
    say_event("format", **names, **facts)


def _facts(found: Abilities) -> dict[str, Any]:
    return {
        "sizes": found.sizes,
        "operators": [each.name for each in found.operators],
        "rules": [each.name for each in found.rules],
        "features": [each.name for each in found.features],
        "several": found.several,
    }


def _held(found: Abilities) -> str:
    """What a format can express, in words."""
    if not found.written:
        return "read only"
    operators = " ".join(each.symbol for each in found.operators) or "no operators"
    if len(found.operators) == len(OPERATORS) - 1:  # a given has none
        operators = "all operators"
    rules = f"{listed([each.name for each in found.rules])} rules"
    if len(found.rules) == len(RULE_SETS):
        rules = "all rules"
    parts = [_sizes(found.sizes), operators, rules, *(each.words for each in found.features)]
    return ", ".join([*parts, "several in a file" if found.several else "one in a file"])


def _sizes(sizes: Sequence[int]) -> str:
    """Sizes as people write them: 1-64, or those that there are."""
    *others, largest = sizes
    if len(others) > 1 and others[-1] - others[0] == len(others) - 1:
        return f"sizes {others[0]}-{largest}"
    return f"sizes {', '.join(map(str, others))} to {largest}" if others else f"size {largest}"


@command()
def operators() -> None:
    """List the operators, and what each makes of a cage."""
    say_table((known.symbol, known.name, known.meaning) for known in OPERATORS)


@command()
def techniques() -> None:
    """List the hand-written solver's techniques, the easiest first."""
    from kenken_cp.logic.techniques import TECHNIQUES

    say_table((known.name, str(known.level), known.summary) for known in TECHNIQUES)
