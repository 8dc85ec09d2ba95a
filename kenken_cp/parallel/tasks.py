"""Tasks: what a worker does with one puzzle. Small frozen records that can be pickled."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from kenken_cp.backends.cover.estimate import Estimate, estimate
from kenken_cp.encode.exact_cover import TooManyOptionsError
from kenken_cp.errors import LimitReachedError
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.backend import BACKENDS
from kenken_cp.search.protocol import Ended, Limits, Outcome, Status, StopSignal
from kenken_cp.search.run import count_solutions, find_solutions

if TYPE_CHECKING:
    from kenken_cp.logic.rating import Rating

WORKER_STOP: ContextVar[StopSignal | None] = ContextVar("WORKER_STOP", default=None)
"""The signal that stops the tasks of this worker: set by who starts it, not sent with the task."""

Result = TypeVar("Result")


class JournaledTask(Protocol[Result]):
    """A task, whose results can be kept in a journal, as JSON. It and they can be pickled."""

    def __call__(self, puzzle: Puzzle, /) -> Result: ...

    def to_json(self, result: Result, /) -> dict[str, Any] | None:
        """A result as JSON; None for one cut short, which is not worth keeping."""

    def from_json(self, facts: Mapping[str, Any], /) -> Result:
        """The result that ``to_json`` was given."""


class _Outcomes:
    """Outcomes as JSON."""

    def to_json(self, outcome: Outcome | None) -> dict[str, Any] | None:
        if outcome is None or outcome.status not in (Status.EXHAUSTED, Status.LIMIT):
            return None
        count = {"count": int(outcome.count), "exact": outcome.count.exact}
        return asdict(outcome) | {"status": str(outcome.status)} | count

    def from_json(self, facts: Mapping[str, Any]) -> Outcome:
        return Outcome(
            Status(facts["status"]),
            Count(facts["count"], facts["exact"]),
            tuple(tuple(map(tuple, grid)) for grid in facts["grids"]),
            facts["seconds"],
            facts["backend"],
            facts["statistics"],
        )


@dataclass(frozen=True)
class _Limited:
    """A search by a backend, up to a number of solutions, and for a number of seconds."""

    backend: str
    solutions: int | None = None
    seconds: float | None = None

    @property
    def limits(self) -> Limits:
        stop = WORKER_STOP.get()
        return Limits(self.solutions, self.seconds, StopSignal() if stop is None else stop)


class Solve(_Limited, _Outcomes):
    """Finds solutions up to a limit, and keeps that many."""

    def __call__(self, puzzle: Puzzle) -> Outcome:
        keep = self.solutions or 0
        return find_solutions(puzzle, None, self.limits, backend=self.backend, keep=keep)


class CountAll(_Limited, _Outcomes):
    """Counts the solutions, up to a limit if one is given."""

    def __call__(self, puzzle: Puzzle) -> Outcome:
        return count_solutions(puzzle, self.limits, backend=self.backend)


class CheckStated(_Limited, _Outcomes):
    """Counts the solutions just far enough to tell whether they are as many as a puzzle states."""

    def __call__(self, puzzle: Puzzle) -> Outcome | None:
        stated = puzzle.expected
        if stated is None:
            return None
        most = stated + 1 if stated.exact else max(int(stated), 1)
        limits = replace(self, solutions=most).limits
        return find_solutions(puzzle, None, limits, backend=self.backend)


@dataclass(frozen=True, slots=True)
class Rate:
    """Rates a puzzle; returns the error if the time ran out.

    The hand-written solver is imported only when it is used: most commands do without it.
    """

    seconds: float | None = None

    def __call__(self, puzzle: Puzzle) -> Rating | LimitReachedError:
        from kenken_cp.logic.rating import rate

        try:
            return rate(puzzle, seconds=self.seconds)
        except LimitReachedError as error:
            return error

    def to_json(self, rating: Rating | LimitReachedError) -> dict[str, Any] | None:
        if isinstance(rating, LimitReachedError):
            return None
        level = None if rating.level is None else rating.level.name
        return asdict(rating) | {"level": level, "solutions": str(rating.solutions)}

    def from_json(self, facts: Mapping[str, Any]) -> Rating | LimitReachedError:
        from kenken_cp.logic.rating import Rating
        from kenken_cp.logic.steps import Level

        level = None if facts["level"] is None else Level[facts["level"]]
        solutions = Count.parse(facts["solutions"])
        return Rating(**{**facts, "level": level, "solutions": solutions})


@dataclass(frozen=True, slots=True)
class EstimateAll:
    """Estimates how many solutions there are; returns the error if the puzzle is too large.

    The time is not called ``seconds``, which a journal ignores: the longer, the better the
    estimate, so results of another time are other results.
    """

    sampling_seconds: float

    def __call__(self, puzzle: Puzzle) -> Estimate | TooManyOptionsError:
        try:
            return estimate(puzzle, seconds=self.sampling_seconds)
        except TooManyOptionsError as error:
            return error

    def to_json(self, found: Estimate | TooManyOptionsError) -> dict[str, Any] | None:
        return None if isinstance(found, TooManyOptionsError) else asdict(found)

    def from_json(self, facts: Mapping[str, Any]) -> Estimate | TooManyOptionsError:
        return Estimate(**facts)


class Find(_Limited):
    """Finds solutions, which are verified not by the worker but where they arrive."""

    def __call__(self, puzzle: Puzzle) -> tuple[Ended, list[Grid]]:
        grids: list[Grid] = []

        def visit(grid: Grid) -> bool:
            grids.append(grid)
            return len(grids) != self.solutions

        return BACKENDS.named(self.backend).search(puzzle, visit, self.limits), grids
