"""The command that shows the hand-written solver at work: ``trace``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from kenken_cp.cli.app import EXAMPLE, Exit, command, leave
from kenken_cp.cli.options.common import Limit, Output, Timeout, option
from kenken_cp.cli.options.groups import Group, excluding
from kenken_cp.cli.printing.output import headings, json_line, say, say_wrapped
from kenken_cp.cli.reading.inputs import Named
from kenken_cp.cli.running.arguments import Puzzles
from kenken_cp.cli.running.turns import in_turn
from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.errors import KenKenError
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.interrupts import interruptible
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome
from kenken_cp.text import quoted

if TYPE_CHECKING:
    from kenken_cp.logic.events import Event
    from kenken_cp.logic.strategies import Strategy


class Working(Group):
    """How the solver thinks, and how that is shown."""

    strategy: Annotated[str, option("--strategy NAME", "Strategy: {strategies}.")] = "deduction"
    style: Annotated[
        str | None,
        option("--style NAME", "Layout: {styles}.  [default: the one made for the strategy]"),
    ] = None
    open_cells: Annotated[
        str | None,
        option(
            "--open-cells LIST",
            "Show only boards with these numbers of open cells, such as 1,2,10-20.",
        ),
    ] = None


@command(example=f"'{EXAMPLE}' --strategy best-first")
def trace(
    puzzles: Puzzles, working: Working, limit: Limit, timeout: Timeout, output: Output
) -> None:
    """Show the hand-written solver at work, step by step.

    Without --limit the trace continues until no other solution is possible.
    """
    # Not at the top, so that the other commands need not wait for these imports.
    from kenken_cp.logic.strategies import STRATEGIES
    from kenken_cp.render.traces import STYLES, style_for, with_open_cells

    strategy, style = working.strategy, working.style
    if output.json and style is not None:
        raise excluding("--json", "--style")
    chosen = STRATEGIES.named(strategy)
    layout = style_for(strategy) if style is None else STYLES.named(style)
    counts = None if working.open_cells is None else read_counts(working.open_cells)
    head = headings(puzzles.named.several, shown=not output.is_bare)

    def trace_one(named: Named) -> Exit:
        end, limits = _End(), Limits(limit.limit, timeout.timeout)
        shown = _until(named.puzzle, chosen, limits, end)
        if counts is not None:
            shown = with_open_cells(shown, counts)
        chunks = _records(shown, named) if output.json else layout.render(shown, named.puzzle)
        head(named)
        try:
            # Ctrl-C must not cut a line in two; the second one does not wait for a slow reader.
            with interruptible(Clock()) as session:
                for chunk in chunks:
                    say(chunk)
            if session.status is not None:  # after the last event
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            end.status = "interrupted"
        if output.json:
            facts = {"status": end.status, "count": end.count, "exact": end.status == "exhausted"}
            say(json_line("result", named, strategy=strategy, **facts))
        elif not output.quiet:
            say_wrapped(_sentence(end))
        if end.status in _CUT_SHORT:
            return _CUT_SHORT[end.status]
        return Exit.ANSWERED if end.count else Exit.NO

    leave(in_turn(puzzles.named, trace_one, quiet=output.quiet))


_CUT_SHORT = {"interrupted": Exit.INTERRUPTED, "timeout": Exit.LIMIT}
"""The exit codes for traces that ended before the answer."""


@dataclass(slots=True)
class _End:
    """How a trace ends, as far as is known: ``exhausted``, ``limit``, ``stuck``, ``timeout``,
    ``interrupted``; and after how long.

    (The library's ``Status`` has no word for a strategy that gives up; no backend does.)
    """

    status: str = "exhausted"
    count: int = 0
    seconds: float = 0.0


def _until(puzzle: Puzzle, strategy: Strategy, limits: Limits, end: _End) -> Iterator[Event]:
    """The events up to a limit, Ctrl-C or the last solution wanted, noting how it ends."""
    from kenken_cp.logic.events import Found, Stuck
    from kenken_cp.logic.solver import events

    clock = Clock(limits.seconds)
    happening: Iterator[Event] | None = None
    while True:
        try:
            with clock.running():  # but not while the caller prints an event
                happening = happening or events(puzzle, strategy)
                event = next(happening, None)
        except StoppedError as stopped:
            reason: Status | None = stopped.status
            break
        if event is None:
            return
        if reason := clock.status:
            break
        if isinstance(event, Stuck):
            end.status = "stuck"
        elif isinstance(event, Found):
            end.count += 1
            if end.count == limits.solutions:
                end.status = "limit"
        yield event
        if end.status == "limit":
            return
    end.status, end.seconds = str(reason), clock.elapsed


def read_counts(text: str) -> frozenset[int]:
    """Reads numbers and ranges of open cells, ``1,2,3,10-20``; a KenKenError for anything else."""
    counts: set[int] = set()
    for part in text.split(","):
        ends = re.fullmatch(r"\s*([0-9]{1,4})\s*(?:-\s*([0-9]{1,4})\s*)?", part)
        numbers = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else range(0)
        if not numbers:
            expected = "numbers and ranges such as 1,2,10-20"
            raise KenKenError(f"--open-cells {quoted(text)}; expected {expected}")
        counts.update(numbers)
    return frozenset(counts)


def _records(events: Iterable[Event], named: Named) -> Iterator[str]:
    """One JSON object a line; solutions are numbered, as those of other commands are."""
    from kenken_cp.render.step_records import event_record

    index = 0
    for event in events:
        facts = event_record(event, named.puzzle)
        kind = facts.pop("event")
        if kind == "solution":
            index += 1
            facts = {"index": index, **facts}
        yield json_line(kind, named, **facts)


def _sentence(end: _End) -> str:
    if end.status == "stuck":
        return "stuck: the strategy finds no more, and does not guess"
    if end.status in _CUT_SHORT:
        found = Count(end.count, exact=False)
        return Outcome(Status(end.status), found, (), end.seconds, "", "", {}).in_words
    why = " (stopped at the limit; there may be more)" if end.status == "limit" else ""
    return Count(end.count).in_words + why
