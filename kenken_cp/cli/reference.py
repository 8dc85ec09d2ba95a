"""The command ``list``: what there is to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import indent
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from kenken_cp.cli import options
from kenken_cp.cli.app import Exit, command, commands
from kenken_cp.cli.output import say, say_event, say_table
from kenken_cp.errors import UnknownNameError
from kenken_cp.model.operators import GIVEN, OPERATORS

if TYPE_CHECKING:
    from kenken_cp.formats.record import Format
    from kenken_cp.model.rule_sets import RuleSet

app = commands()


class _Row(NamedTuple):
    """Something that can be chosen.

    Args:
        columns: what stands beside its name.
        facts: what JSON has of it.
        more: what is printed of it alone.
    """

    name: str
    columns: Sequence[str]
    facts: dict[str, Any]
    more: str = ""


def _backends() -> list[_Row]:
    from kenken_cp.search.engine import BACKENDS

    return [_summarised(known) for known in BACKENDS]


def _formats() -> list[_Row]:
    from kenken_cp.encode.exports import EXPORTS
    from kenken_cp.formats import FORMATS

    models = [
        _Row(name, ["a model for other solvers; written only"], {"reads": False, "writes": True})
        for name in EXPORTS
    ]
    return [*map(_format, FORMATS), *models]


def _format(known: Format) -> _Row:
    writes = known.writer is not None
    facts: dict[str, Any] = {"summary": known.summary, "suffix": known.suffix, "reads": True}
    facts |= {"writes": writes, "several": known.separator is not None}
    held = "It is read only."
    if writes:
        holds, operators = known.holds, known.operators
        symbols = [each.symbol for each in operators or () if each != GIVEN]
        parts = [f"sizes {holds.sides[0]} to {holds.sides[1]}"]
        parts += ["all operators" if operators is None else " ".join(symbols) or "no operators"]
        parts += [f"{holds.rules.name} rules" if holds.rules else "all rules", *holds.features]
        parts += ["several in a file" if known.separator is not None else "one in a file"]
        held = f"Holds: {', '.join(parts)}."
        facts["sizes"], facts["features"] = holds.sides, holds.features
        chosen = [each.name for each in OPERATORS if operators is None or each in operators]
        facts |= {"operator_names": chosen, "rules": holds.rules and holds.rules.name}
    more = f"{held}\n\n{indent(known.example, '  ')}"
    return _Row(known.name, [known.summary], facts, more)


def _operators() -> list[_Row]:
    return [
        _Row(
            known.name,
            [known.symbol, known.meaning],
            {"symbol": known.symbol, "summary": known.meaning},
        )
        for known in OPERATORS
    ]


def _rules() -> list[_Row]:
    from kenken_cp.model.rule_sets import RULE_SETS

    return [_rule_set(known) for known in RULE_SETS]


def _rule_set(known: RuleSet) -> _Row:
    also = [f"Also called {name}: {source}." for name, source in known.aliases.items()]
    source = [f"From {known.source}."] if known.source else []
    facts = {"summary": known.summary, "source": known.source, "aliases": dict(known.aliases)}
    return _Row(known.name, [known.summary], facts, "\n".join([*source, *also]))


def _suites() -> list[_Row]:
    from kenken_cp.judge.suites import SUITES

    return [_summarised(known) for known in SUITES]


def _techniques() -> list[_Row]:
    from kenken_cp.logic.techniques import TECHNIQUES

    return [
        _Row(
            known.name,
            [str(known.level), known.summary],
            {"level": str(known.level), "summary": known.summary},
        )
        for known in TECHNIQUES
    ]


def _summarised(known: Any) -> _Row:
    return _Row(known.name, [known.summary], {"summary": known.summary})


_LISTS: dict[str, Callable[[], list[_Row]]] = {
    "backends": _backends,
    "formats": _formats,
    "operators": _operators,
    "rules": _rules,
    "suites": _suites,
    "techniques": _techniques,
}


_ONE = {"rules": "rule set"}
"""What one of a list is called, if it is not its name without the s."""


@command(app, "list", "Reference", "formats native")
def list_(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="WHAT",
            help="backends, formats, operators, rules, suites or techniques.",
            autocompletion=lambda: list(_LISTS),
        ),
    ] = None,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="One of them, to see more of it.")
    ] = None,
    json: options.Json = False,
) -> Exit:
    """List the engines, formats, operators, rule sets, suites of puzzles, or techniques."""
    if what is None:
        say("\n".join(_LISTS))
        return Exit.ANSWERED
    if what not in _LISTS:
        raise UnknownNameError("list", what, _LISTS)
    rows = _LISTS[what]()
    if name is not None:
        known = [row.name for row in rows]
        rows = [row for row in rows if name in (row.name, *row.facts.get("aliases", ()))]
        if not rows:
            raise UnknownNameError(_ONE.get(what, what[:-1]), name, known)
    if json:
        for row in rows:
            say_event("item", None, list=what, name=row.name, **row.facts)
        return Exit.ANSWERED
    say_table([(row.name, *row.columns) for row in rows])
    if name is not None and rows[0].more:
        say(rows[0].more)
    return Exit.ANSWERED
