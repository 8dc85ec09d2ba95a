"""The command that shows the hand-written solver's working."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from kenken_cp.cli.app import Exit, app, leave
from kenken_cp.cli.inputs import Named, read_puzzle
from kenken_cp.cli.options import From, Json, Limit, OnePuzzle, Rules
from kenken_cp.cli.report import json_line, say
from kenken_cp.errors import KenKenError

if TYPE_CHECKING:
    from kenken_cp.logic.events import Event

StrategyName = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="backtracking, mcv-lcv, propagation, best-first, deduction or patterns.",
    ),
]
StyleName = Annotated[
    str | None,
    typer.Option(
        "--style",
        metavar="NAME",
        help="wiki, wiki-after, tree, rounds or steps; else what suits the strategy.",
    ),
]
OpenCells = Annotated[
    str | None,
    typer.Option(
        "--open-cells", metavar="LIST", help="Only boards with that many open cells: 1,2,10-20."
    ),
]


@app.command(
    epilog="Example: kenken-cp trace puzzles/4x4/cs332.kk --strategy best-first",
)
def trace(
    puzzle: OnePuzzle,
    strategy: StrategyName = "deduction",
    style: StyleName = None,
    open_cells: OpenCells = None,
    limit: Limit = None,
    from_: From = None,
    rules: Rules = None,
    json: Json = False,
) -> None:
    """The hand-written solver's working, step by step.

    Without --limit it goes on after a solution until it has shown that there is no other.
    """
    # Here, so that the other commands do not pay for it.
    from kenken_cp.logic.solver import events
    from kenken_cp.logic.strategies import strategy_named
    from kenken_cp.render.traces import style_for, style_named, with_open_cells

    if json and style is not None:
        raise KenKenError("--json and --style are two layouts; expected one of them")
    chosen = strategy_named(strategy)
    layout = style_for(strategy) if style is None else style_named(style)
    counts = None if open_cells is None else read_counts(open_cells)
    named = read_puzzle(puzzle, from_, rules)

    end = _End()
    happening = _until(events(named.puzzle, chosen), limit, end)
    if counts is not None:
        happening = with_open_cells(happening, counts)
    chunks = _records(happening, named) if json else layout.render(happening, named.puzzle)
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

    (The library's ``Status`` has no word for a strategy that gave up; no backend does.)
    """

    status: str = "exhausted"
    count: int = 0


@contextmanager
def _unbroken(say: Callable[[str], None]) -> Iterator[Callable[[str], None]]:
    """A ``say`` that Ctrl-C does not cut in two: half a line could not be read as JSON.

    A trace spends most of its time printing, perhaps to a reader that has it wait. The second
    Ctrl-C does not wait.
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
                f"--open-cells {text[:40]!r}; expected numbers and ranges such as 1,2,10-20"
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
    number = "no" if end.count == 0 else str(end.count)
    return f"{number} solution{'' if end.count <= 1 else 's'}{why}"


def _exit(end: _End) -> Exit:
    if end.status == "interrupted":
        return Exit.INTERRUPTED
    return Exit.ANSWERED if end.count else Exit.NO
