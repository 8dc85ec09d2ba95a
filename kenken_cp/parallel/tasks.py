"""Tasks: what a worker does with one puzzle. They are small frozen records that can be pickled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from kenken_cp.backends.cover.estimate import Estimate, estimate
from kenken_cp.clock import checkpoint
from kenken_cp.encode.exact_cover import TooManyOptionsError
from kenken_cp.errors import LimitReachedError
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.parallel.context import METER, WORKER_STOP
from kenken_cp.parallel.facts import duration, figures, integer, one_of, record, solutions
from kenken_cp.search.backend import BACKENDS
from kenken_cp.search.protocol import (
    Ended,
    Limits,
    Outcome,
    Status,
    StopSignal,
    search_blocks,
    searched,
)
from kenken_cp.search.run import count_solutions, count_with_operators, find_solutions
from kenken_cp.text import in_seconds

if TYPE_CHECKING:
    from kenken_cp.logic.rate import Rating
    from kenken_cp.search.blocks import Block

Result = TypeVar("Result")

SECONDS_FOR_NONE = 1.0
"""Time for which a check looks for a solution, if the puzzle does not state how many it has."""

_NOT_KEPT = ("puzzle", "with_operators")
_KEPT_OF_OUTCOME = [field.name for field in fields(Outcome) if field.name not in _NOT_KEPT]


class JournaledTask(Protocol[Result]):
    """A task whose results can be kept in a journal, as JSON. It and they can be pickled."""

    def __call__(self, puzzle: Puzzle, /) -> Result: ...

    def within(self, seconds: float, /) -> Self | None:
        """The task with at most that much time; None if with less time it is another task."""

    def to_json(self, result: Result, /) -> dict[str, Any] | None:
        """A result as JSON; None for one cut short, which is not worth keeping."""

    def from_json(self, facts: object, puzzle: Puzzle, /) -> Result:
        """The result that ``to_json`` was given; ValueError if it can be none for this puzzle."""


@dataclass(frozen=True)
class _Limited:
    """A search by a backend, up to a number of solutions and a number of seconds."""

    backend: str
    solutions: int | None = None
    seconds: float | None = None

    @property
    def limits(self) -> Limits:
        stop = WORKER_STOP.get()
        stop = StopSignal() if stop is None else stop
        return Limits(self.solutions, self.seconds, stop, METER.get())

    def within(self, seconds: float) -> Self:
        """The task with at most that many seconds."""
        return replace(self, seconds=_shorter(self.seconds, seconds))

    def most(self, puzzle: Puzzle) -> int | None:
        """The number of solutions that are searched for; None for all."""
        return self.solutions

    def kept(self, count: int) -> int:
        """The number of grids of an outcome with that many solutions."""
        return 0

    def to_json(self, outcome: Outcome) -> dict[str, Any] | None:
        if outcome.status not in (Status.EXHAUSTED, Status.LIMIT):
            return None
        count = {"count": int(outcome.count), "exact": outcome.count.exact}
        facts = {name: getattr(outcome, name) for name in _KEPT_OF_OUTCOME}
        return facts | {"status": str(outcome.status)} | count

    def from_json(self, facts: object, puzzle: Puzzle) -> Outcome:
        found = record(facts, [*_KEPT_OF_OUTCOME, "exact"])
        most = self.most(puzzle)
        # A search that found fewer solutions than its limit has found all of them.
        count = integer(found["count"], "count", 0, most)
        exhausted = most is None or count < most
        status = Status.EXHAUSTED if exhausted else Status.LIMIT
        one_of(found["status"], "status", str(status))
        one_of(found["exact"], "exact", exhausted)
        one_of(found["backend"], "backend", self.backend)
        grids = solutions(found["grids"], puzzle)
        integer(len(grids), "the number of grids", *[self.kept(count)] * 2)
        return Outcome(
            status,
            Count(count, exhausted),
            grids,
            duration(found["seconds"]),
            self.backend,
            figures(found["statistics"]),
        )


class Solve(_Limited):
    """Finds solutions up to a limit, and keeps that many."""

    def __call__(self, puzzle: Puzzle) -> Outcome:
        keep = self.solutions or 0
        return find_solutions(puzzle, None, self.limits, backend=self.backend, keep=keep)

    def kept(self, count: int) -> int:
        return min(count, self.solutions or 0)


class CountAll(_Limited):
    """Counts the solutions, up to a limit if one is given."""

    def __call__(self, puzzle: Puzzle) -> Outcome:
        return count_solutions(puzzle, self.limits, backend=self.backend)


class CountWithOperators(_Limited):
    """Counts the solutions, alone and with every choice of hidden operators that explains them."""

    def __call__(self, puzzle: Puzzle) -> Outcome:
        return count_with_operators(puzzle, self.limits, backend=self.backend)

    def to_json(self, outcome: Outcome) -> dict[str, Any] | None:
        facts = super().to_json(outcome)
        if facts is None or outcome.with_operators is None:
            return None
        return facts | {"with_operators": int(outcome.with_operators)}

    def from_json(self, facts: object, puzzle: Puzzle) -> Outcome:
        found = record(facts, [*_KEPT_OF_OUTCOME, "exact", "with_operators"])
        own = {name: fact for name, fact in found.items() if name != "with_operators"}
        outcome = super().from_json(own, puzzle)
        least = int(outcome.count)  # each solution has some explanation
        most = None if least else 0
        number = integer(found["with_operators"], "with_operators", least, most)
        return replace(outcome, with_operators=Count(number, outcome.count.exact))


class CheckStated(_Limited):
    """Counts solutions only as far as needed to check the number that a puzzle states; if it states
    none, looks for a single solution for a short time.
    """

    def __call__(self, puzzle: Puzzle) -> Outcome:
        task = self.within(SECONDS_FOR_NONE) if puzzle.expected is None else self
        limits = replace(task, solutions=self.most(puzzle)).limits
        return find_solutions(puzzle, None, limits, backend=self.backend)

    def most(self, puzzle: Puzzle) -> int:
        stated = puzzle.expected
        if stated is None:
            return 1
        return int(stated) + 1 if stated.exact else max(int(stated), 1)


@dataclass(frozen=True, slots=True)
class Rate:
    """Rates a puzzle; returns the error if the time runs out.

    The hand-written solver is imported only when it is used: most commands do not need it.
    """

    seconds: float | None = None

    def within(self, seconds: float) -> Self:
        """The task with at most that many seconds."""
        return replace(self, seconds=_shorter(self.seconds, seconds))

    def __call__(self, puzzle: Puzzle) -> Rating | LimitReachedError:
        from kenken_cp.logic.rate import rate

        try:
            return rate(puzzle, seconds=self.seconds)
        except LimitReachedError as error:
            return error

    def to_json(self, rating: Rating | LimitReachedError) -> dict[str, Any] | None:
        if isinstance(rating, LimitReachedError):
            return None
        level = None if rating.level is None else rating.level.name
        return asdict(rating) | {"level": level, "solutions": str(rating.solutions)}

    def from_json(self, facts: object, puzzle: Puzzle) -> Rating | LimitReachedError:
        from kenken_cp.logic.rate import Rating, rating_of
        from kenken_cp.logic.steps import TECHNIQUES

        found = record(facts, [field.name for field in fields(Rating)])
        one_of(found["solutions"], "solutions", "0", "1", "2+")
        guesses = integer(found["guesses"], "guesses")
        steps: Mapping[str, Any] = figures(found["techniques"])
        known = TECHNIQUES.names()
        counts = record(steps, filter(steps.__contains__, known))
        steps = {name: integer(count, name, 1) for name, count in counts.items()}
        solutions = int(found["solutions"].rstrip("+"))
        rating = rating_of(steps, guesses, solutions)
        expected = self.to_json(rating) or {}
        for key in ("level", "hardest"):
            one_of(found[key], key, expected[key])
        return rating


@dataclass(frozen=True, slots=True)
class EstimateAll:
    """Estimates how many solutions there are; returns the error if the puzzle is too large.

    If nothing bounds the estimate from above, the solutions are counted in the time that is left:
    most probes end in dead ends where there are few solutions, and a learning engine finds these
    soon.

    The time is not called ``seconds``, which journals ignore: a longer time makes a better
    estimate, so results of different times are different results.
    """

    sampling_seconds: float

    def within(self, seconds: float) -> None:
        """None: with less time it is another estimate."""

    def __call__(self, puzzle: Puzzle) -> Estimate | TooManyOptionsError:
        remaining = Limits(None, self.sampling_seconds).countdown()
        try:
            found = estimate(puzzle, seconds=self.sampling_seconds)
        except TooManyOptionsError as error:
            return error
        return found if found.high is not None else _or_counted(found, puzzle, remaining())

    def to_json(self, found: Estimate | TooManyOptionsError) -> dict[str, Any] | None:
        return None if isinstance(found, TooManyOptionsError) else asdict(found)

    def from_json(self, facts: object, puzzle: Puzzle) -> Estimate | TooManyOptionsError:
        found = record(facts, [field.name for field in fields(Estimate)])
        low = integer(found["low"], "low")
        count = integer(found["count"], "count", low)
        high = found["high"]
        probes = integer(found["probes"], "probes")
        if not probes:  # it was counted
            one_of(low, "low", count)
            one_of(high, "high", count)
        return Estimate(
            count,
            low,
            None if high is None else integer(high, "high", count),
            probes,
            duration(found["seconds"]),
        )


def _or_counted(found: Estimate, puzzle: Puzzle, limits: Limits) -> Estimate:
    """The number of solutions in place of an estimate; if counting takes too long, the estimate,
    with the solutions counted so far as its lower bound.
    """
    outcome = count_solutions(puzzle, limits)
    if outcome.status is Status.INTERRUPTED:
        checkpoint()  # raises for a limit from outside
        raise LimitReachedError(f"{outcome.status} after {in_seconds(outcome.seconds)}", outcome)
    counted, seconds = int(outcome.count), found.seconds + outcome.seconds
    if outcome.status is Status.EXHAUSTED:
        return Estimate(counted, counted, counted, 0, seconds)
    least = max(found.low, counted)
    return Estimate(max(found.count, least), least, None, found.probes, seconds)


class Find(_Limited):
    """Finds solutions, which are verified by the process that receives them, not by the worker. As
    one block they take a twentieth of the time to send.
    """

    def __call__(self, puzzle: Puzzle) -> tuple[Ended, Block]:
        from kenken_cp.search.blocks import Gathered  # it needs numpy, which most tasks do not

        engine, found = BACKENDS.named(self.backend), Gathered(puzzle, self.solutions)
        search = engine.search
        if engine.blocks is not None:
            search = partial(search_blocks, engine.blocks, found.add_block)
        return searched(search, puzzle, found.add, self.limits), found.block()


def _shorter(seconds: float | None, most: float) -> float:
    return most if seconds is None else min(seconds, most)
