"""What the pages of the documentation take from the code when they are built (``mkdocs.yml``)."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import chain, permutations
from pathlib import Path
from typing import Any

import kenken_cp
from kenken_cp import Cage, Picture, Puzzle, load, solve, svg
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.encode.instance import instance
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.logic.techniques import TECHNIQUES
from kenken_cp.render.traces import STYLES

ROOT = Path(__file__).parent.parent
PUZZLE = load(ROOT / "puzzles/4x4/cs332.kk")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Puts what is made in place of the comments that ask for it."""
    for name, make in MADE.items():
        # Behind the comment is what stands there where nothing is made, as in a clone.
        for mark in re.findall(f"<!-- {name} -->.*", markdown):
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


def _automaton() -> str:
    """The automaton of a cage as a picture: a column of states before each cell and at the end."""
    cage = Cage([(0, 0), (0, 1), (1, 1)], "+", 7)
    mdd = instance(Puzzle(4, [cage])).cages[0].relation.mdd
    assert mdd is not None
    place = [
        [(70 + 130 * layer, 30 + 270 * (at + 1) // (width + 1)) for at in range(width)]
        for layer, width in enumerate(mdd.widths)
    ]
    lines, labels, states = [], [], []
    for layer, arcs in enumerate(mdd.layers):
        for state, value, following in arcs:
            (x, y), (to_x, to_y) = place[layer][state], place[layer + 1][following]
            lines.append(f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}"/>')
            labels.append(
                f'<text x="{(2 * x + to_x) // 3}" y="{(2 * y + to_y) // 3}">{value}</text>'
            )
    for x, y in chain.from_iterable(place):
        states.append(f'<circle cx="{x}" cy="{y}" r="7"/>')
    return (
        f'<svg viewBox="0 0 530 330" width="530" role="img" aria-label="The automaton of {cage}">'
        f'<g stroke="gray">{"".join(lines)}</g><g fill="teal">{"".join(states)}</g>'
        f'<g fill="currentColor" text-anchor="middle">{"".join(labels)}</g></svg>\n\n'
        f"{mdd.path_count} tuples are the ways from the left to the right through "
        f"{sum(mdd.widths)} states: a column of states before each of three cells round a corner "
        "that add up to 7, and one behind the last; each arc is a value."
    )


def _cover() -> str:
    """The exact cover problem of a board of 2x2: a row for each option, a column for each item."""
    puzzle = Puzzle(2, [Cage([(0, 0), (1, 0)], "-", 1), Cage([(0, 1)], "given", 1)])
    cover = ExactCover(puzzle)
    items = [f"{value} {line}" for line in ("r1", "r2", "c1", "c2") for value in (1, 2)]
    names = ["cage 1-", "given 1", "r2c2", *items]
    rows = [f"| option | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    for group in cover.option_groups:
        for at in range(len(group.rows) // len(group.cells)):
            option = group.mask & -group.mask << at
            held = ", ".join(map(str, group.row(group.first + at)))
            marks = ("&#9679;" if item & option else "" for item in cover.primary_items)
            rows.append(f"| {held} | {' | '.join(marks)} |")
    return "\n".join(rows)


def _merging() -> str:
    """How many partial boards of order 4 there are after each row, and how many differ below."""
    rows, boards = list(permutations(range(4))), [()]
    found = [
        "| rows filled | partial boards | that leave the columns different values |",
        "|---|---|---|",
    ]
    for number in range(1, 5):
        boards = [
            (*board, row)
            for board in boards
            for row in rows
            if all(value not in column for value, *column in zip(row, *board, strict=True))
        ]
        states = {tuple(map(frozenset, zip(*board, strict=True))) for board in boards}
        found.append(f"| {number} | {len(boards)} | {len(states)} |")
    pair = [[[1, 2, 3, 4], [2, 1, 4, 3]], [[2, 1, 4, 3], [1, 2, 3, 4]]]
    open_rows = [[None] * 4] * 2
    drawn = (svg(Picture(Puzzle(4), [*board, *open_rows])) for board in pair)
    pictures = f'<div style="display: flex; gap: 2em">{"".join(drawn)}</div>'
    return "\n".join([pictures, "", *found])


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


def _strategies() -> str:
    rows = ["| strategy | what it does |", "|---|---|"]
    rows += [f"| {each.name} | {each.summary} |" for each in STRATEGIES]
    rows += ["", "| style | what it shows | of these by default |", "|---|---|---|"]
    return "\n".join(
        rows + [f"| {one.name} | {one.summary} | {', '.join(one.strategies)} |" for one in STYLES]
    )


MADE = {
    "picture puzzle": _picture,
    "tuples": _tuples,
    "automaton": _automaton,
    "exact cover": _cover,
    "merging": _merging,
    "benchmarks": _benchmarks,
    "commands": _commands,
    "api": _api,
    "techniques": _techniques,
    "strategies": _strategies,
}
