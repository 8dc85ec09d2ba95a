"""The command ``list``: what there is to choose from."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kenken_cp.cli import options
from kenken_cp.cli.app import command
from kenken_cp.cli.output import Exit, Output
from kenken_cp.errors import UnknownNameError
from kenken_cp.formats import FORMATS, Format
from kenken_cp.judge.suites import SUITES
from kenken_cp.logic.steps import Technique
from kenken_cp.logic.techniques import TECHNIQUES
from kenken_cp.model.operators import OPERATORS, Operator
from kenken_cp.model.rule_sets import RULE_SETS, RuleSet
from kenken_cp.registry import Registry
from kenken_cp.search.engine import BACKENDS

_LISTS: dict[str, Registry[Any]] = {
    "backends": BACKENDS,
    "formats": FORMATS,
    "operators": OPERATORS,
    "rules": RULE_SETS,
    "suites": SUITES,
    "techniques": TECHNIQUES,
}
"""The records of each list."""


def _facts(record: Any) -> dict[str, Any]:
    """What is known of a record: in JSON, and where it is asked for alone."""
    match record:
        case Operator():
            return {"symbol": record.symbol, "summary": record.meaning}
        case Technique():
            return {"level": str(record.level), "summary": record.summary}
        case RuleSet():
            aliases = dict(record.aliases)
            return {"summary": record.summary, "source": record.source, "aliases": aliases}
        case Format():
            facts = {"suffix": record.suffix, "writes": record.writer is not None}
            return {"summary": record.summary, **facts, "example": record.example}
    return {"summary": record.summary}  # a backend, or a suite


_MODELS = {
    "dimacs": {"summary": "clauses for SAT solvers (DIMACS CNF); written only", "suffix": "cnf"},
    "mzn": {"summary": "a MiniZinc model; written only", "suffix": "mzn"},
}
"""What puzzles are written as, beside the formats."""


@command("list", "formats native")
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
    """List the backends, formats, operators, rules, suites of puzzles, or techniques."""
    output = Output(json)
    if what is None:
        for each in _LISTS:
            output.event("item", list="lists", name=each, summary=f"see: kenken-cp list {each}")
            output.say(each)
        return Exit.ANSWERED
    if what not in _LISTS:
        raise UnknownNameError("list", what, _LISTS)
    registry = _LISTS[what]
    rows = {one.name: _facts(one) for one in registry}
    if what == "formats":
        rows |= {known: {**facts, "writes": True} for known, facts in _MODELS.items()}
    if name:
        if what == "formats" and name not in rows:
            raise UnknownNameError("format", name, rows)
        own = name if name in rows else registry.named(name).name
        rows = {own: rows[own]}
    for known, facts in rows.items():
        output.event("item", list=what, name=known, **facts)
    if name:
        ((known, facts),) = rows.items()
        for key, value in {"name": known, **facts}.items():
            text = _in_words(value)
            below = "\n" if "\n" in text else " "
            output.say(f"{key.replace('_', ' ')}:{below}{text}")
    else:
        first = next(iter(rows.values()))  # all have the same keys
        keys = [key for key in ("symbol", "level", "suffix", "summary") if key in first]
        output.table([(known, *(facts[key] for key in keys)) for known, facts in rows.items()])
    return Exit.ANSWERED


def _in_words(value: Any) -> str:
    """A fact as people read it."""
    if isinstance(value, dict):
        return "; ".join(f"{name} ({source})" for name, source in value.items()) or "none"
    return {True: "yes", False: "no"}.get(value, str(value).rstrip())
