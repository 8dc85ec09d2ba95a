"""Reports on searches: the interface, and the one that prints JSON lines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kenken_cp.backends.cover.estimate import CONFIDENCE, Estimate
from kenken_cp.cli.inputs import Named
from kenken_cp.cli.output import json_line, json_size, say
from kenken_cp.cli.work import Shard
from kenken_cp.model.geometry import Grid
from kenken_cp.model.rules import Violation
from kenken_cp.search.protocol import Outcome

if TYPE_CHECKING:
    from kenken_cp.cli.stream import BulkFormatter
    from kenken_cp.search.blocks import Block


class Report(ABC):
    """Prints what a search finds, as it is found.

    Solutions, of which a report only makes the text, are printed each at once, or many in few
    writes.

    Attributes:
        printed: how many solutions were given to standard output. If Ctrl-C came while it waited
            for its reader, the last of them are printed with what comes next.
    """

    printed = 0
    _formatter: BulkFormatter | None = None

    def solution(self, named: Named, index: int, grid: Grid) -> None:
        """A solution, the ``index``-th (from 1), while the search goes on."""
        text = self._text(named, index, grid)
        self.printed += 1
        say(text)

    def solutions(self, named: Named, first: int, block: Block) -> None:
        """The same for many, the first of which is the ``first``-th."""
        if first == 1:  # which differs from the others: no gap before it
            self.solution(named, first, next(block.grids()))
            first, block = 2, block[1:]
        if self._formatter is None:
            from kenken_cp.cli.stream import BulkFormatter  # imports numpy

            self._formatter = BulkFormatter(
                lambda *one: self._text(named, *one) + "\n", named.puzzle.values
            )
        for solutions, text in self._formatter.texts(first, block):
            text = text.removesuffix("\n")
            self.printed += solutions
            say(text)

    @abstractmethod
    def _text(self, named: Named, index: int, grid: Grid) -> str:
        """The text of a solution."""

    @abstractmethod
    def solved(self, named: Named, outcome: Outcome) -> None:
        """The end of a search for a solution and whether it is the only one."""

    @abstractmethod
    def enumerated(self, named: Named, outcome: Outcome) -> None:
        """The end of an enumeration, whose solutions have been printed."""

    @abstractmethod
    def counted(self, named: Named, outcome: Outcome, *, part: bool = False) -> None:
        """The end of a count; ``part`` if it is that of the shard, not of the whole puzzle."""

    @abstractmethod
    def estimated(self, named: Named, estimate: Estimate) -> None:
        """An estimate of a count."""

    @abstractmethod
    def checked(
        self,
        named: Named,
        warnings: Sequence[str],
        violations: Sequence[Violation] | None,
        found: Outcome | None,
    ) -> None:
        """What a check found: of the puzzle, of a grid (if any), of its stated count (if any)."""


class JsonReport(Report):
    """One object a line; each names the shard, if only a part of the work is done."""

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
        warnings: Sequence[str],
        violations: Sequence[Violation] | None,
        found: Outcome | None,
    ) -> None:
        facts: dict[str, Any] = {"size": json_size(named.puzzle), "rules": named.puzzle.rules.name}
        facts["warnings"] = list(warnings)
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
            facts["statistics"] = rounded(outcome.statistics)
        self._event("result", named, **facts | more)

    def _event(self, event: str, named: Named, **facts: Any) -> None:
        say(self._line(event, named, **facts))

    def _line(self, event: str, named: Named, **facts: Any) -> str:
        return json_line(event, named, **facts | self._part)


def rounded(figures: Mapping[str, int | float]) -> dict[str, int | float]:
    """Statistics with no more digits than anybody reads."""
    return {name: round(figure, 6) for name, figure in figures.items()}
