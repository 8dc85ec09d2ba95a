"""The command ``list``: what there is to choose from."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from textwrap import indent
from typing import Annotated, Any, NamedTuple

import typer

from kenken_cp.cli import options
from kenken_cp.cli.app import command
from kenken_cp.cli.output import Exit, Output
from kenken_cp.encode.exports import EXPORTS
from kenken_cp.errors import UnknownNameError
from kenken_cp.formats.record import Format
from kenken_cp.model.operators import GIVEN, OPERATORS, Operator
from kenken_cp.model.rule_sets import RuleSet

app = typer.Typer(rich_markup_mode="markdown")


class _Row(NamedTuple):
    """Something that can be chosen.

    Args:
        facts: what JSON has of it; some of these stand beside its name.
        more: what is printed of it alone.
    """

    name: str
    facts: dict[str, Any]
    more: str = ""

    @property
    def names(self) -> list[str]:
        """What it may be called: its name, its aliases, and its symbol."""
        found = [self.name, *self.facts.get("aliases", ())]
        return [*found, self.facts["symbol"]] if "symbol" in self.facts else found


def _summary(known: Any) -> _Row:
    """A backend, or a suite."""
    return _Row(known.name, {"summary": known.summary})


def _technique(known: Any) -> _Row:
    return _Row(known.name, {"level": str(known.level), "summary": known.summary})


def _operator(known: Operator) -> _Row:
    return _Row(known.name, {"symbol": known.symbol, "summary": known.meaning})


def _rule_set(known: RuleSet) -> _Row:
    lines = [f"From {known.source}."] if known.source else []
    lines += [f"Also called {name}: {source}." for name, source in known.aliases.items()]
    facts = {"summary": known.summary, "source": known.source, "aliases": dict(known.aliases)}
    return _Row(known.name, facts, "\n".join(lines))


def _format(known: Format) -> _Row:
    writes, several = known.writer is not None, known.separator is not None
    facts: dict[str, Any] = {"summary": known.summary, "suffix": known.suffix, "reads": True}
    facts |= {"writes": writes, "several": several}
    held = "It is read only."
    if writes:
        holds, operators = known.holds, known.operators
        symbols = [each.symbol for each in operators or () if each != GIVEN]
        parts = [f"sizes {holds.sides[0]} to {holds.sides[1]}"]
        parts += ["all operators" if operators is None else " ".join(symbols) or "no operators"]
        parts += [f"{holds.rules.name} rules" if holds.rules else "all rules", *holds.features]
        parts += ["several in a file" if several else "one in a file"]
        held = f"Holds: {', '.join(parts)}."
        facts |= {"sizes": holds.sides, "features": holds.features}
        chosen = [each.name for each in OPERATORS if operators is None or each in operators]
        facts |= {"operator_names": chosen, "rules": holds.rules and holds.rules.name}
    return _Row(known.name, facts, f"{held}\n\n{indent(known.example, '  ')}")


_LISTS: dict[str, tuple[str, str, Callable[[Any], _Row]]] = {
    "backends": ("kenken_cp.search.engine", "BACKENDS", _summary),
    "formats": ("kenken_cp.formats", "FORMATS", _format),
    "operators": ("kenken_cp.model.operators", "OPERATORS", _operator),
    "rules": ("kenken_cp.model.rule_sets", "RULE_SETS", _rule_set),
    "suites": ("kenken_cp.judge.suites", "SUITES", _summary),
    "techniques": ("kenken_cp.logic.techniques", "TECHNIQUES", _technique),
}
"""For each list the module and the table of its records, and what makes a row of one."""

_MODEL = {"summary": "a model for other solvers; written only", "reads": False, "writes": True}

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
    output = Output(json)
    if what is None:
        output.say("\n".join(_LISTS))
        return Exit.ANSWERED
    if what not in _LISTS:
        raise UnknownNameError("list", what, _LISTS)
    module, table, row_of = _LISTS[what]
    rows = list(map(row_of, getattr(import_module(module), table)))
    if what == "formats":
        rows += [_Row(model, _MODEL) for model in EXPORTS]
    if name is not None:
        known = [row.name for row in rows]
        rows = [row for row in rows if name in row.names]
        if not rows:
            raise UnknownNameError(_ONE.get(what, what[:-1]), name, known)
    for row in rows:
        output.event("item", list=what, name=row.name, **row.facts)
    beside = [key for key in ("symbol", "level", "summary") if key in rows[0].facts]
    output.table([(row.name, *(row.facts[key] for key in beside)) for row in rows])
    if name is not None and rows[0].more:
        output.say(rows[0].more)
    return Exit.ANSWERED
