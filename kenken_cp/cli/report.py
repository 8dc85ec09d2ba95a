"""What a person, or a program, is told: two reports of the same events, as text and as JSON
lines.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, Protocol

from kenken_cp.cli.inputs import Named
from kenken_cp.puzzle import Cell, Count, Grid
from kenken_cp.render.text import Style, board, plain
from kenken_cp.rules import Violation
from kenken_cp.search import Outcome, Status


class Report(Protocol):
    """Told what is found, as it is found."""

    def solution(self, named: Named, index: int, grid: Grid) -> None:
        """A solution, the ``index``-th (from 1), while the search goes on."""

    def solved(self, named: Named, outcome: Outcome) -> None:
        """The end of a search for a solution and whether it is the only one."""

    def enumerated(self, named: Named, outcome: Outcome) -> None:
        """The end of an enumeration, whose solutions have been told."""

    def counted(self, named: Named, outcome: Outcome) -> None:
        """The end of a count."""

    def checked(
        self,
        named: Named,
        remarks: Sequence[str],
        violations: Sequence[Violation] | None,
        found: Outcome | None,
    ) -> None:
        """What a check found: of the puzzle, of a grid (if any), of its stated count (if any)."""


class _ClosedPipeError(BrokenPipeError):
    """A closed pipe under another errno, which Typer would turn into an exit code of its own."""

    def __init__(self) -> None:
        super().__init__(errno.ESHUTDOWN, os.strerror(errno.ESHUTDOWN))


def say(text: str) -> None:
    """Prints an answer, at once: a reader at the other end of a pipe is waiting for it.

    Raises:
        OSError: if standard output takes no more; a BrokenPipeError if its reader is gone.
    """
    try:
        print(f"{text}\n", end="", flush=True)  # one write, which Ctrl-C cannot come between
    except BrokenPipeError:
        raise _ClosedPipeError from None


def complain(text: str) -> None:
    """Prints what is not an answer."""
    print(text, file=sys.stderr, flush=True)


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


class JsonReport:
    """One object a line."""

    def __init__(self, *, stats: bool) -> None:
        self._stats = stats

    def solution(self, named: Named, index: int, grid: Grid) -> None:
        self._event("solution", named, index=index, grid=grid)

    def solved(self, named: Named, outcome: Outcome) -> None:
        for index, grid in enumerate(outcome.grids, 1):
            self.solution(named, index, grid)
        self._result(named, outcome)

    def enumerated(self, named: Named, outcome: Outcome) -> None:
        self._result(named, outcome)

    def counted(self, named: Named, outcome: Outcome) -> None:
        self._result(named, outcome)

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

    def _result(self, named: Named, outcome: Outcome) -> None:
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
        self._event("result", named, **facts)

    def _event(self, event: str, named: Named, **facts: Any) -> None:
        say(json.dumps({"event": event, "puzzle": named.name, **facts}, ensure_ascii=False))


class TextReport:
    """Pictures and sentences.

    Args:
        several: whether there is more than one puzzle, so that each must be named.
        style: how to draw; None for digits only.
        quiet: the bare answers, with no pictures and no sentences.
        stats: the engine's figures too, on standard error.
    """

    def __init__(self, *, several: bool, style: Style | None, quiet: bool, stats: bool) -> None:
        self._several, self._style, self._quiet, self._stats = several, style, quiet, stats
        self._told = False

    def solution(self, named: Named, index: int, grid: Grid) -> None:
        if self._quiet:
            say(" ".join(str(value) for row in grid for value in row))
            return
        self._gap()
        say(self._picture(named, grid))

    def solved(self, named: Named, outcome: Outcome) -> None:
        if self._quiet:
            say(self._prefix(named) + _verdict(outcome))
        else:
            self._gap()
            if self._several:
                say(_heading(named))
            marked = differing(outcome.grids)
            for index, grid in enumerate(outcome.grids[:2]):
                say("\n" * index + self._picture(named, grid, marked))
            say(_sentence(outcome))
        self._statistics(outcome)

    def enumerated(self, named: Named, outcome: Outcome) -> None:
        if not self._quiet:
            self._gap()
            say(_total(outcome.count) + _cut(outcome))
        self._statistics(outcome)

    def counted(self, named: Named, outcome: Outcome) -> None:
        say(self._prefix(named) + str(outcome.count))
        if not outcome.count.exact and not self._quiet:
            complain(f"{self._prefix(named)}a lower bound{_cut(outcome)}")
        self._statistics(outcome)

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

    def _statistics(self, outcome: Outcome) -> None:
        if self._stats:
            figures = {"seconds": outcome.seconds, **outcome.statistics}
            width = max(map(len, figures))
            complain(f"{outcome.backend}, {outcome.status}")
            for name, figure in _rounded(figures).items():
                complain(f"  {name:<{width}}  {figure:,}")


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


def _sentence(outcome: Outcome) -> str:
    if outcome.unique:
        return "The only solution."
    if outcome.unique is None:
        return f"{_total(outcome.count)} found{_cut(outcome)}"
    if outcome.count == 0:
        return "No solution."
    return "More than one solution: two of them are shown, * marks where they differ."


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
