"""Reports on searches: JSON lines for programs, pictures and sentences for people."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from kenken_cp.backends.cover.estimate import CONFIDENCE, Estimate
from kenken_cp.cli.options.common import Output
from kenken_cp.cli.printing.output import (
    complain,
    count_facts,
    filled,
    headings,
    json_line,
    json_size,
    outcome_facts,
    prefixes,
    say,
    say_drawing,
    say_wrapped,
    terminal_style,
)
from kenken_cp.cli.reading.inputs import Named
from kenken_cp.clock import Status
from kenken_cp.diagnose.warnings import Oddities
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rules import Violation, working_operators
from kenken_cp.render.board import differing
from kenken_cp.render.picture import Picture
from kenken_cp.render.records import cage_record
from kenken_cp.render.text import drawn, plain
from kenken_cp.search.outcome import Outcome
from kenken_cp.text import listed


class _Report(ABC):
    """Prints what a search finds: solutions as they are found, each at once, or many in few writes;
    the rest when a command calls, at its end, the method that is named after it. There ``found`` is
    the count of the solutions, if the puzzle states it or has none.

    Attributes:
        printed: how many solutions were given to standard output. If Ctrl-C came while it waited
            for its reader, the last of them are printed with what comes next.
        with_operators: whether a solution is printed with the operators that work in its cages of
            hidden ones.
    """

    printed = 0
    with_operators = False

    def __init__(self, output: Output, *, several: bool) -> None:
        self._quiet, self._stats, self._plain = output.quiet, output.stats, output.plain
        self._style = terminal_style()
        self._head = headings(several, shown=not (output.quiet or output.json))
        self._prefix = prefixes(several)

    def begin(self, named: Named) -> None:
        """The solutions of a puzzle come next."""
        self.printed = 0

    def solution(self, named: Named, index: int, grid: Grid) -> None:
        """A solution, the ``index``-th (from 1), while the search goes on."""
        text = self._text(named, index, grid)
        self.printed += 1
        self._say(text)

    def _say(self, text: str) -> None:
        """Prints a solution."""
        say(text)

    @abstractmethod
    def _text(self, named: Named, index: int, grid: Grid) -> str: ...


class JsonReport(_Report):
    """One object a line."""

    def _text(self, named: Named, index: int, grid: Grid) -> str:
        more: dict[str, Any] = {}
        if self.with_operators:
            working = working_operators(named.puzzle, grid)
            shown = (Cage(cage.cells, op, cage.target) for cage in working for op in working[cage])
            more["operators"] = list(map(cage_record, shown))
        return self._line("solution", named, index=index, grid=grid, **more)

    def solved(self, named: Named, outcome: Outcome) -> None:
        for index, grid in enumerate(outcome.grids, 1):
            self.solution(named, index, grid)
        self._result(named, outcome, outcome.unique)

    def enumerated(self, named: Named, outcome: Outcome) -> None:
        self._result(named, outcome, outcome.unique)

    def counted(self, named: Named, outcome: Outcome) -> None:
        self._result(named, outcome, outcome.unique)

    def estimated(self, named: Named, estimate: Estimate) -> None:
        facts = {
            "estimate": estimate.count,
            "low": estimate.low,
            "high": estimate.high,
            "confidence": CONFIDENCE,
            "exact": estimate.exact,
            "probes": estimate.probes,
            "seconds": round(estimate.seconds, 6),
        }
        say(self._line("estimate", named, **facts))

    def checked(self, named: Named, found: Outcome | None, odd: Oddities) -> None:
        facts: dict[str, Any] = {}
        if (stated := named.puzzle.expected) is not None:
            facts["expected"] = count_facts(stated)
        if found is not None:
            facts |= outcome_facts(found)
        self._check(named, odd, **facts)

    def grid_checked(self, named: Named, violations: Sequence[Violation], odd: Oddities) -> None:
        self._check(named, odd, violations=list(map(str, violations)))

    def _check(self, named: Named, odd: Oddities, **facts: Any) -> None:
        puzzle = named.puzzle
        about: dict[str, Any] = {"size": json_size(puzzle), "rules": puzzle.rules.name}
        about["warnings"] = list(odd.warnings)
        about["impossible"] = list(map(cage_record, odd.impossible))
        say(self._line("check", named, **about, **facts))

    def _result(self, named: Named, outcome: Outcome, unique: bool | None) -> None:
        facts = {"backend": outcome.backend, **outcome_facts(outcome), "unique": unique}
        if (explained := outcome.with_operators) is not None:
            facts["with_operators"] = count_facts(explained)
        facts["seconds"] = round(outcome.seconds, 6)
        if self._stats:
            facts["statistics"] = _rounded(outcome.statistics)
        say(self._line("result", named, **facts))

    def _line(self, event: str, named: Named, **facts: Any) -> str:
        return json_line(event, named, **facts)


def _rounded(figures: Mapping[str, int | float]) -> dict[str, int | float]:
    """Statistics with no more digits than anybody reads."""
    return {name: round(figure, 6) for name, figure in figures.items()}


class TextReport(_Report):
    """Pictures and sentences."""

    def begin(self, named: Named) -> None:
        super().begin(named)
        self._head(named)

    def _text(self, named: Named, index: int, grid: Grid) -> str:
        if self._quiet:
            return self._prefix(named) + " ".join(str(value) for row in grid for value in row)
        return "\n" * (index > 1) + self._picture(named, grid)

    def _say(self, text: str) -> None:
        if self._quiet or self._plain:
            say(text)
        else:
            say_drawing(text)

    def solved(self, named: Named, outcome: Outcome) -> None:
        self._head(named)
        if self._quiet:
            say(self._prefix(named) + _verdict(outcome))
        else:
            marked = differing(outcome.grids)
            for index, grid in enumerate(outcome.grids):
                self._say("\n" * (index > 0) + self._picture(named, grid, marked))
                if self.with_operators:
                    say(_operators(named.puzzle, grid))
            say_wrapped(_sentence(outcome, marks=not self._plain))
        self._statistics(named, outcome)

    def enumerated(self, named: Named, outcome: Outcome) -> None:
        if not self._quiet:
            say_wrapped("\n" * (outcome.count > 0) + outcome.in_words)
        self._statistics(named, outcome)

    def counted(self, named: Named, outcome: Outcome) -> None:
        explained = outcome.with_operators
        count = f"{outcome.count}"
        if explained is not None:
            count += f" {explained}" if self._quiet else f" (with operators: {explained})"
        say(self._prefix(named) + count)
        if outcome.status is not Status.EXHAUSTED and not self._quiet:
            complain(f"{self._prefix(named)}{outcome.in_words}")
        self._statistics(named, outcome)

    def estimated(self, named: Named, estimate: Estimate) -> None:
        text = estimate.brief if self._quiet else str(estimate)
        say_wrapped(self._prefix(named) + text)

    def checked(self, named: Named, found: Outcome | None, odd: Oddities) -> None:
        self._check(named, [] if found is None else [_stated(named, found)], odd)

    def grid_checked(self, named: Named, violations: Sequence[Violation], odd: Oddities) -> None:
        verdict = "the grid is no solution" if violations else "the grid is a solution"
        self._check(named, [verdict, *(f"  {violation}" for violation in violations)], odd)

    def _check(self, named: Named, verdict: list[str], odd: Oddities) -> None:
        puzzle = named.puzzle
        notes = [f"warning: {text}" for text in odd.warnings if not self._quiet]
        formed = "well formed"
        if odd.impossible:
            names = listed(map(str, odd.impossible))
            formed = f"impossible clue{'s' * (len(odd.impossible) > 1)}, {names}"
        what = f"{formed}: {puzzle.summary}"
        say_wrapped(f"{named.shown}: " + "\n  ".join([what, *notes, *verdict]))

    def _picture(self, named: Named, grid: Grid, marked: frozenset[Cell] = frozenset()) -> str:
        if self._plain:
            return plain(named.puzzle, grid)
        return drawn(Picture(named.puzzle, grid, marked=marked), self._style)

    def _statistics(self, named: Named, outcome: Outcome) -> None:
        if self._stats:
            figures = {"seconds": outcome.seconds, **outcome.statistics}
            width = max(map(len, figures))
            complain(f"{self._prefix(named)}{outcome.backend}, {outcome.status}")
            for name, figure in _rounded(figures).items():
                complain(f"  {name:<{width}}  {figure:,}")


def _operators(puzzle: Puzzle, grid: Grid) -> str:
    """Which operators work in a solution, a line for each cage of a hidden one."""
    lines = [
        filled(f"{cage}: {listed((each.symbol for each in operators), 'or')}", rest="  ")
        for cage, operators in working_operators(puzzle, grid).items()
    ]
    return "\n".join(lines) or "No cage has a hidden operator."


def _verdict(outcome: Outcome) -> str:
    if outcome.unique is None:
        return f"{outcome.status}, {outcome.count or 'none'} found"
    return "unique" if outcome.unique else ("none" if outcome.count == 0 else "several")


def _sentence(outcome: Outcome, *, marks: bool) -> str:
    """What the solutions shown say about the puzzle; ``marks`` if they have asterisks."""
    if marks and len(outcome.grids) > 1:
        return outcome.sentence.removesuffix(".") + ", * marks where they differ."
    return outcome.sentence


def _stated(named: Named, found: Outcome) -> str:
    stated = named.puzzle.expected
    if stated is None:
        return found.count.in_words
    if found.status in (Status.TIMEOUT, Status.INTERRUPTED):
        return f"states {stated.in_words}; {found.in_words}"
    if stated.agrees(found.count):
        return f"{stated.in_words}, as stated"
    return f"states {stated.in_words}, but has {found.count.in_words}"


class _Notices(logging.Handler):
    """Prints what the library logs, such as why the first answer takes its time."""

    def emit(self, record: logging.LogRecord) -> None:
        complain(f"kenken-cp: {record.getMessage()}")


Report = JsonReport | TextReport


def report_on(output: Output, *, several: bool) -> Report:
    """The report that the options ask for, of one puzzle or several."""
    log = logging.getLogger("kenken_cp")
    if not (output.quiet or log.handlers):
        log.setLevel(logging.INFO)
        log.addHandler(_Notices())
    return (JsonReport if output.json else TextReport)(output, several=several)
