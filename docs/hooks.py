"""What the pages of the documentation take from the code when they are built (``mkdocs.yml``)."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import kenken_cp
from kenken_cp import Picture, load, solve, svg
from kenken_cp.encode.instance import instance
from kenken_cp.logic.techniques import TECHNIQUES

ROOT = Path(__file__).parent.parent
PUZZLE = load(ROOT / "puzzles/4x4/cs332.kk")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Puts what is made in place of the comments that ask for it."""
    for name, make in MADE.items():
        if (mark := f"<!-- {name} -->") in markdown:
            markdown = markdown.replace(mark, make())
    return markdown


def _picture() -> str:
    solved = Picture(PUZZLE, solve(PUZZLE).solution)
    return f'<div style="display: flex; gap: 2em">{svg(PUZZLE)}{svg(solved)}</div>'


def _tuples() -> str:
    rows = ["| cage | tuples |", "|---|---|"]
    for cage, indexed in zip(PUZZLE.cages, instance(PUZZLE).cages, strict=True):
        flat, cells = indexed.relation.tuples(1000) or (), len(cage.cells)
        tuples = [flat[at : at + cells] for at in range(0, len(flat), cells)]
        rows.append(f"| {cage} | {', '.join(' '.join(map(str, each)) for each in tuples)} |")
    return "\n".join(rows)


def _benchmarks() -> str:
    text = (ROOT / "benchmarks/README.md").read_text(encoding="utf-8")
    return text.partition("\n")[2]


def _commands() -> str:
    from typer.cli import get_docs_for_click
    from typer.main import get_command

    from kenken_cp.cli.app import app

    command = get_command(app)
    context = command.make_context("kenken-cp", [], resilient_parsing=True)
    return get_docs_for_click(obj=command, ctx=context, name="kenken-cp").partition("\n")[2]


def _api() -> str:
    """A section for each public name, from the docstring of what it is."""
    found = []
    for name in kenken_cp.__all__:
        home = getattr(getattr(kenken_cp, name), "__module__", None)
        if home is not None and hasattr(import_module(home), name):
            found.append(f"::: {home}.{name}\n")
    return "\n".join(found)


def _techniques() -> str:
    rows = ["| technique | level | what it sees |", "|---|---|---|"]
    rows += [f"| {each.name} | {each.level} | {each.summary} |" for each in TECHNIQUES]
    return "\n".join(rows)


MADE = {
    "picture puzzle": _picture,
    "tuples": _tuples,
    "benchmarks": _benchmarks,
    "commands": _commands,
    "api": _api,
    "techniques": _techniques,
}
