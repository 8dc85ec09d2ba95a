"""The command that shows the hand-written solver at work: ``trace``."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from kenken_cp.cli.app import Exit, leave
from kenken_cp.cli.command import command
from kenken_cp.cli.inputs import Named
from kenken_cp.cli.options import Json, Limit, OnePuzzle
from kenken_cp.cli.output import json_line, say
from kenken_cp.errors import KenKenError
from kenken_cp.text import plural, quoted

if TYPE_CHECKING:
    from kenken_cp.logic.events import Event


@dataclass(frozen=True, kw_only=True)
class Working:
    """How the solver thinks, and how that is shown."""

    strategy: Annotated[
        str, typer.Option("--strategy", metavar="NAME", help="Strategy: {strategies}.")
    ] = "deduction"
    style: Annotated[
        str | None,
        typer.Option(
            "--style",
            metavar="NAME",
            help="Layout: {styles}.  [default: the one made for the strategy]",
        ),
    ] = None
    open_cells: Annotated[
        str | None,
        typer.Option(
            "--open-cells",
            metavar="LIST",
            help="Only boards with that many open cells, such as 1,2,10-20.",
        ),
    ] = None


@command(example="puzzles/4x4/cs332.kk --strategy best-first")
def trace(puzzle: OnePuzzle, working: Working, limit: Limit, output: Json) -> None:
    """Show the hand-written solver at work, step by step.

    Without --limit it goes on until no other solution is possible.
    """
    # Not at the top, so that the other commands need not wait for these imports.
    from kenken_cp.logic.solver import events
    from kenken_cp.logic.strategies import strategy_named
    from kenken_cp.render.traces import style_for, style_named, with_open_cells

    strategy, style, json = working.strategy, working.style, output.json
    if json and style is not None:
        raise KenKenError("--json and --style exclude each other; expected one of them")
    chosen = strategy_named(strategy)
    layout = style_for(strategy) if style is None else style_named(style)
    counts = None if working.open_cells is None else read_counts(working.open_cells)
    named = puzzle.read()

    end = _End()
    shown = _until(events(named.puzzle, chosen), limit.limit, end)
    if counts is not None:
        shown = with_open_cells(shown, counts)
    chunks = _records(shown, named) if json else layout.render(shown, named.puzzle)
    try:
        with _unbroken(say) as say_whole:
            for chunk in chunks:
                say_whole(chunk)
    except KeyboardInterrupt:
        end.status = "interrupted"
    say(_result(named, strategy, end) if json else _sentence(end))
    leave(_exit(end))


@dataclass(slots=True)
class _End:
    """How a trace ends, as far as is known: ``exhausted``, ``limit``, ``stuck``, ``interrupted``.

    (The library's ``Status`` has no word for a strategy that gives up; no backend does.)
    """

    status: str = "exhausted"
    count: int = 0


@contextmanager
def _unbroken(say: Callable[[str], None]) -> Iterator[Callable[[str], None]]:
    """A ``say`` that Ctrl-C does not cut in two: half a line could not be read as JSON.

    A trace spends most of its time printing, perhaps to a slow reader. The second Ctrl-C does not
    wait for the end of the line.
    """
    saying = asked = False

    def on_interrupt(_signal: int, _frame: FrameType | None) -> None:
        nonlocal asked
        if asked or not saying:
            raise KeyboardInterrupt
        asked = True

    def say_whole(text: str) -> None:
        nonlocal saying
        saying = True
        say(text)
        saying = False
        if asked:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield say_whole
    finally:
        signal.signal(signal.SIGINT, before)


def _until(events: Iterable[Event], limit: int | None, end: _End) -> Iterator[Event]:
    """The events up to the last solution wanted, noting how it ends."""
    from kenken_cp.logic.events import Found, Stuck

    for event in events:
        if isinstance(event, Stuck):
            end.status = "stuck"
        elif isinstance(event, Found):
            end.count += 1
            if end.count == limit:
                end.status = "limit"
        yield event
        if end.status == "limit":
            return


def read_counts(text: str) -> frozenset[int]:
    """Reads numbers and ranges of open cells: ``1,2,3,10-20``.

    Raises:
        KenKenError: for anything else.
    """
    counts: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,4})\s*(?:-\s*([0-9]{1,4})\s*)?", part)
        if match is None or int(match[2] or match[1]) < int(match[1]):
            raise KenKenError(
                f"--open-cells {quoted(text)}; expected numbers and ranges such as 1,2,10-20"
            )
        counts.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return frozenset(counts)


def _records(events: Iterable[Event], named: Named) -> Iterator[str]:
    """One JSON object a line; solutions are numbered, as those of other commands are."""
    from kenken_cp.render.traces import record

    index = 0
    for event in events:
        facts = record(event)
        kind = facts.pop("event")
        if kind == "solution":
            index += 1
            facts = {"index": index, **facts}
        yield json_line(kind, named, **facts)


def _result(named: Named, strategy: str, end: _End) -> str:
    exact = end.status == "exhausted"
    facts = {"status": end.status, "count": end.count, "exact": exact}
    return json_line("result", named, strategy=strategy, **facts)


def _sentence(end: _End) -> str:
    if end.status == "stuck":
        return "stuck: the strategy finds no more, and does not guess"
    why = {
        "exhausted": "",
        "limit": " (stopped at the limit; there may be more)",
        "interrupted": " (interrupted; there may be more)",
    }[end.status]
    return (plural(end.count, "solution") if end.count else "no solution") + why


def _exit(end: _End) -> Exit:
    if end.status == "interrupted":
        return Exit.INTERRUPTED
    return Exit.ANSWERED if end.count else Exit.NO
