"""The report on searches that prints pictures and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from kenken_cp.backends.cover.estimate import CONFIDENCE, Estimate
from kenken_cp.cli.inputs import Named
from kenken_cp.cli.options import Output
from kenken_cp.cli.output import complain, say, show_notices, terminal_style
from kenken_cp.cli.report import JsonReport, Report, rounded
from kenken_cp.cli.work import Shard
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.rules import Violation
from kenken_cp.render.text import Style, board, plain
from kenken_cp.search.protocol import Outcome, Status
from kenken_cp.text import plural, printable


def report_on(
    named: Sequence[Named],
    output: Output,
    *,
    stats: bool = False,
    plain: bool = False,
    shard: Shard | None = None,
) -> Report:
    """The report that the options ask for.

    Args:
        stats, plain: the options, of commands that have them.
        shard: the part of the work that is done.
    """
    if not output.quiet:
        show_notices()
    if output.json:
        return JsonReport(stats=stats, shard=shard)
    return TextReport(
        several=len(named) > 1,
        style=None if plain else terminal_style(),
        quiet=output.quiet,
        stats=stats,
        shard=shard,
    )


class TextReport(Report):
    """Pictures and sentences.

    Args:
        several: whether there is more than one puzzle, so that each must be named.
        style: how to draw; None for digits only.
        quiet: bare answers, with no pictures and no sentences.
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
        self._gap_wanted = False

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
            marked = _differing(named, outcome.grids)
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
        warnings: Sequence[str],
        violations: Sequence[Violation] | None,
        found: Outcome | None,
    ) -> None:
        lines = [_description(named)]
        if not self._quiet:
            lines += [f"warning: {warning}" for warning in warnings]
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
        if self._gap_wanted:
            say("")
        self._gap_wanted = True

    def _prefix(self, named: Named) -> str:
        return f"{named.name}: " if self._several else ""

    def _statistics(self, named: Named, outcome: Outcome) -> None:
        if self._stats:
            figures = {"seconds": outcome.seconds, **outcome.statistics}
            width = max(map(len, figures))
            complain(f"{self._prefix(named)}{outcome.backend}, {outcome.status}")
            for name, figure in rounded(figures).items():
                complain(f"  {name:<{width}}  {figure:,}")


def _differing(named: Named, grids: Sequence[Grid]) -> frozenset[Cell]:
    """The cells in which grids differ."""
    return frozenset(
        (row, column)
        for row, column in named.puzzle.cells
        if len({grid[row][column] for grid in grids}) > 1
    )


def _within(estimate: Estimate) -> str:
    """How good an estimate is."""
    if estimate.high is not None:
        return f"{CONFIDENCE:.0%} sure: {_about(estimate.low)} to {_about(estimate.high)}"
    if not estimate.count:
        return "hardly any met a solution, so there may be none or many"
    return "too few met solutions to say how good it is"


def _about(number: int) -> str:
    """An estimated number, a large one without digits that mean nothing."""
    return str(number) if number < 10**6 else f"{Decimal(number):.2e}"


def _heading(named: Named) -> str:
    title = printable(named.puzzle.title)
    return f"{named.name}: {title}" if title else named.name


def _total(count: Count) -> str:
    if count == 0 and count.exact:
        return "no solution"
    return plural(1, "solution") if count == 1 and count.exact else f"{count} solutions"


def _cut(outcome: Outcome) -> str:
    """What to add to a number if the search was cut short."""
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
    """What the solutions shown say about the puzzle; ``marks`` if they have asterisks."""
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
    cages = plural(len(puzzle.cages), "cage")
    title = f", {puzzle.title!r}" if puzzle.title else ""
    return f"well formed: {puzzle.size_name}, {cages}, {puzzle.rules.name} rules{title}"


def _stated(named: Named, found: Outcome) -> str:
    stated = named.puzzle.expected
    assert stated is not None
    if found.status is Status.TIMEOUT or found.status is Status.INTERRUPTED:
        return f"states {_total(stated)}; {_total(found.count)} found{_cut(found)}"
    if stated.agrees(found.count):
        return f"{_total(stated)}, as stated"
    return f"states {_total(stated)}, but has {_total(found.count)}"
