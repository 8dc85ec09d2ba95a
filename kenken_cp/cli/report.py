"""What a person, or a program, is told: two reports of the same events, as text and as JSON
lines.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol

from kenken_cp.backends.cover.estimate import CONFIDENCE, Estimate
from kenken_cp.cli.inputs import Named
from kenken_cp.cli.work import Shard
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.rules import Violation
from kenken_cp.render.text import Style, board, plain
from kenken_cp.search.protocol import Outcome, Status

if TYPE_CHECKING:
    from kenken_cp.cli.stream import Press
    from kenken_cp.search.blocks import Block


class Report(Protocol):
    """Told what is found, as it is found.

    ``told`` is how many solutions it has passed on.
    """

    told: int

    def solution(self, named: Named, index: int, grid: Grid) -> None:
        """A solution, the ``index``-th (from 1), while the search goes on."""

    def solutions(self, named: Named, first: int, block: Block) -> None:
        """The same for many, the first of which is the ``first``-th."""

    def solved(self, named: Named, outcome: Outcome) -> None:
        """The end of a search for a solution and whether it is the only one."""

    def enumerated(self, named: Named, outcome: Outcome) -> None:
        """The end of an enumeration, whose solutions have been told."""

    def counted(self, named: Named, outcome: Outcome, *, part: bool = False) -> None:
        """The end of a count; ``part`` if it is that of the shard, not of the whole puzzle."""

    def estimated(self, named: Named, estimate: Estimate) -> None:
        """An estimate of a count."""

    def checked(
        self,
        named: Named,
        remarks: Sequence[str],
        violations: Sequence[Violation] | None,
        found: Outcome | None,
    ) -> None:
        """What a check found: of the puzzle, of a grid (if any), of its stated count (if any)."""


def say(text: str) -> None:
    """Prints an answer, at once: a reader at the other end of a pipe is waiting for it.

    Raises:
        OSError: if standard output takes no more; a BrokenPipeError if its reader is gone.
    """
    print(f"{text}\n", end="", flush=True)  # one write, which Ctrl-C cannot come between


def json_line(event: str, named: Named, **facts: Any) -> str:
    """An event of a puzzle as a JSON object."""
    return json.dumps({"event": event, "puzzle": named.name, **facts}, ensure_ascii=False)


def complain(text: str) -> None:
    """Prints what is not an answer, if anybody listens."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


class _Notices(logging.Handler):
    """Passes on what the library has to say while it works."""

    def emit(self, record: logging.LogRecord) -> None:
        complain(f"kenken-cp: {record.getMessage()}")


def show_notices() -> None:
    """Has what the library logs printed, such as why the first answer takes its time."""
    log = logging.getLogger("kenken_cp")
    log.setLevel(logging.INFO)
    if not log.handlers:
        log.addHandler(_Notices())


def differing(grids: Sequence[Grid]) -> frozenset[Cell]:
    """The cells in which grids differ."""
    size = len(grids[0]) if grids else 0
    return frozenset(
        (row, column)
        for row, column in product(range(size), repeat=2)
        if len({grid[row][column] for grid in grids}) > 1
    )


def terminal_style() -> Style:
    """How to draw on standard output as it is: its encoding, and colours if it is a terminal."""
    return Style(ascii=not _prints_boxes(), paint=_paint())


def _prints_boxes() -> bool:
    try:
        "┏╍×−".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _paint() -> Callable[[str, str], str]:
    """Colours, on a terminal whose owner has not declined them (NO_COLOR)."""
    colours = {"clue": "2", "marked": "1;31", "value": "1", "given": "1", "border": ""}
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return lambda text, role: text

    def paint(text: str, role: str) -> str:
        code = colours[role]
        return f"\x1b[{code}m{text}\x1b[0m" if code else text

    return paint


class _Pages(ABC):
    """Says solutions, of which the reports know the text: each at once, or many in few writes.

    ``told`` is how many were printed, or given to standard output to be printed with what comes
    next; Ctrl-C may come while it waits for its reader.
    """

    told = 0
    _press: Press | None = None

    @abstractmethod
    def _text(self, named: Named, index: int, grid: Grid) -> str:
        """The text of a solution."""

    def solution(self, named: Named, index: int, grid: Grid) -> None:
        text = self._text(named, index, grid)
        self.told += 1
        say(text)

    def solutions(self, named: Named, first: int, block: Block) -> None:
        if first == 1:  # which differs from the others: no gap before it
            self.solution(named, first, next(block.grids()))
            first, block = 2, block[1:]
        if self._press is None:
            from kenken_cp.cli.stream import Press  # imports numpy

            self._press = Press(lambda *one: self._text(named, *one) + "\n", named.puzzle.values)
        for solutions, text in self._press.texts(first, block):
            text = text.removesuffix("\n")
            self.told += solutions
            say(text)


class JsonReport(_Pages):
    """One object a line; each names the shard, if the work is but a part."""

    def __init__(self, *, stats: bool, shard: Shard | None = None) -> None:
        self._stats = stats
        self._part = {} if shard is None else {"shard": str(shard)}

    def _text(self, named: Named, index: int, grid: Grid) -> str:
        return self._line("solution", named, index=index, grid=grid)

    def solved(self, named: Named, outcome: Outcome) -> None:
        for index, grid in enumerate(outcome.grids, 1):
            self.solution(named, index, grid)
        self._result(named, outcome)

    def enumerated(self, named: Named, outcome: Outcome) -> None:
        self._result(named, outcome)

    def counted(self, named: Named, outcome: Outcome, *, part: bool = False) -> None:
        # One solution, or none, in a part says nothing of the whole.
        self._result(named, outcome, unique=None if part and outcome.count < 2 else outcome.unique)

    def estimated(self, named: Named, estimate: Estimate) -> None:
        facts: dict[str, Any] = {"estimate": estimate.count}
        facts |= {"low": estimate.low, "high": estimate.high, "confidence": CONFIDENCE}
        facts |= {"probes": estimate.probes}
        self._event("estimate", named, **facts, seconds=round(estimate.seconds, 6))

    def checked(
        self,
        named: Named,
        remarks: Sequence[str],
        violations: Sequence[Violation] | None,
        found: Outcome | None,
    ) -> None:
        facts: dict[str, Any] = {"size": named.puzzle.size, "rules": named.puzzle.rules.name}
        facts["remarks"] = list(remarks)
        if violations is not None:
            facts["violations"] = [str(violation) for violation in violations]
        if found is not None:
            facts["expected"] = str(named.puzzle.expected)
            facts |= {"status": str(found.status), "count": int(found.count)}
            facts["exact"] = found.count.exact
        self._event("check", named, **facts)

    def _result(self, named: Named, outcome: Outcome, **more: bool | None) -> None:
        facts: dict[str, Any] = {
            "backend": outcome.backend,
            "status": str(outcome.status),
            "count": int(outcome.count),
            "exact": outcome.count.exact,
            "unique": outcome.unique,
            "seconds": round(outcome.seconds, 6),
        }
        if self._stats:
            facts["statistics"] = _rounded(outcome.statistics)
        self._event("result", named, **facts | more)

    def _event(self, event: str, named: Named, **facts: Any) -> None:
        say(self._line(event, named, **facts))

    def _line(self, event: str, named: Named, **facts: Any) -> str:
        return json_line(event, named, **facts | self._part)


class TextReport(_Pages):
    """Pictures and sentences.

    Args:
        several: whether there is more than one puzzle, so that each must be named.
        style: how to draw; None for digits only.
        quiet: the bare answers, with no pictures and no sentences.
        stats: the engine's figures too, on standard error.
        shard: the part of the work that is done.
    """

    def __init__(
        self,
        *,
        several: bool,
        style: Style | None,
        quiet: bool,
        stats: bool,
        shard: Shard | None = None,
    ) -> None:
        self._shard = shard
        self._several, self._style, self._quiet, self._stats = several, style, quiet, stats
        self._told = False

    def _text(self, named: Named, index: int, grid: Grid) -> str:
        if self._quiet:
            return " ".join(str(value) for row in grid for value in row)
        return "\n" * (index > 1) + self._picture(named, grid)

    def solved(self, named: Named, outcome: Outcome) -> None:
        if self._quiet:
            say(self._prefix(named) + _verdict(outcome))
        else:
            self._gap()
            if self._several:
                say(_heading(named))
            marked = differing(outcome.grids)
            for index, grid in enumerate(outcome.grids):
                say("\n" * (index > 0) + self._picture(named, grid, marked))
            say(_sentence(outcome, marks=self._style is not None))
        self._statistics(named, outcome)

    def enumerated(self, named: Named, outcome: Outcome) -> None:
        if not self._quiet:
            say("\n" * (outcome.count > 0) + _total(outcome.count) + _cut(outcome))
        self._statistics(named, outcome)

    def counted(self, named: Named, outcome: Outcome, *, part: bool = False) -> None:
        of = f" (shard {self._shard}: a part of the count)" if part and not self._quiet else ""
        say(self._prefix(named) + str(outcome.count) + of)
        if not outcome.count.exact and not self._quiet:
            complain(f"{self._prefix(named)}a lower bound{_cut(outcome)}")
        self._statistics(named, outcome)

    def estimated(self, named: Named, estimate: Estimate) -> None:
        text = f"{self._prefix(named)}about {_about(estimate.count)}"
        if not self._quiet:
            text += f" (an estimate from {estimate.probes} probes; {_within(estimate)})"
        say(text)

    def checked(
        self,
        named: Named,
        remarks: Sequence[str],
        violations: Sequence[Violation] | None,
        found: Outcome | None,
    ) -> None:
        lines = [_description(named)]
        if not self._quiet:
            lines += [f"remark: {remark}" for remark in remarks]
        if violations is not None:
            lines.append("the grid is no solution" if violations else "the grid is a solution")
            lines += [f"  {violation}" for violation in violations]
        if found is not None:
            lines.append(_stated(named, found))
        say(f"{named.name}: " + "\n  ".join(lines))

    def _picture(self, named: Named, grid: Grid, marked: frozenset[Cell] = frozenset()) -> str:
        if self._style is None:
            return plain(named.puzzle, grid)
        return board(named.puzzle, grid, marked=marked, style=self._style)

    def _gap(self) -> None:
        if self._told:
            say("")
        self._told = True

    def _prefix(self, named: Named) -> str:
        return f"{named.name}: " if self._several else ""

    def _statistics(self, named: Named, outcome: Outcome) -> None:
        if self._stats:
            figures = {"seconds": outcome.seconds, **outcome.statistics}
            width = max(map(len, figures))
            complain(f"{self._prefix(named)}{outcome.backend}, {outcome.status}")
            for name, figure in _rounded(figures).items():
                complain(f"  {name:<{width}}  {figure:,}")


def _within(estimate: Estimate) -> str:
    """How good an estimate is."""
    if estimate.high is not None:
        return f"{CONFIDENCE:.0%} sure: {_about(estimate.low)} to {_about(estimate.high)}"
    if not estimate.count:
        return "hardly any met a solution, so there may be none or many"
    return "too few met solutions to say how good it is"


def _about(number: int) -> str:
    """An estimated number, with no more digits than it is worth."""
    return str(number) if number < 10**6 else f"{Decimal(number):.2e}"


def _rounded(figures: Mapping[str, int | float]) -> dict[str, int | float]:
    return {name: round(figure, 6) for name, figure in figures.items()}


def _heading(named: Named) -> str:
    title = "".join(c if c.isprintable() else " " for c in named.puzzle.title)
    return f"{named.name}: {title}" if title else named.name


def _total(count: Count) -> str:
    if count == 0 and count.exact:
        return "no solution"
    return f"{count} solution{'' if count == 1 and count.exact else 's'}"


def _cut(outcome: Outcome) -> str:
    """What to add to a number that a search cut short."""
    if outcome.status is Status.EXHAUSTED:
        return ""
    why = {
        Status.LIMIT: "stopped at the limit",
        Status.TIMEOUT: f"timeout after {outcome.seconds:.1f} s",
        Status.INTERRUPTED: "interrupted",
    }[outcome.status]
    return f" ({why}; there may be more)"


def _verdict(outcome: Outcome) -> str:
    if outcome.unique is None:
        return f"{outcome.status}, {outcome.count} found"
    return "unique" if outcome.unique else ("none" if outcome.count == 0 else "several")


def _sentence(outcome: Outcome, *, marks: bool) -> str:
    """What the solutions that are shown amount to; ``marks`` if they have asterisks."""
    if outcome.unique:
        return "The only solution."
    if outcome.unique is None:
        return f"{_total(outcome.count)} found{_cut(outcome)}"
    if outcome.count == 0:
        return "No solution."
    shown = len(outcome.grids)
    what = f"More than one solution: {'two' if shown == 2 else shown} of them are shown"
    if outcome.count.exact:
        what = f"All {shown} solutions are shown"
    return f"{what}, * marks where they differ." if marks else f"{what}."


def _description(named: Named) -> str:
    puzzle = named.puzzle
    cages = f"{len(puzzle.cages)} cage{'' if len(puzzle.cages) == 1 else 's'}"
    title = f", {puzzle.title!r}" if puzzle.title else ""
    return f"well formed: {puzzle.size}x{puzzle.size}, {cages}, {puzzle.rules.name} rules{title}"


def _stated(named: Named, found: Outcome) -> str:
    stated = named.puzzle.expected
    assert stated is not None
    if found.status is Status.TIMEOUT or found.status is Status.INTERRUPTED:
        return f"states {_total(stated)}; {_total(found.count)} found{_cut(found)}"
    if stated.agrees(found.count):
        return f"{_total(stated)}, as stated"
    return f"states {_total(stated)}, but has {_total(found.count)}"
