"""The interface of searches and engines: limits, the signal to stop, statuses, outcomes, and the
signatures of an engine's functions.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol, SupportsFloat, TypeVar

from kenken_cp.checkpoints import StoppedError, limited
from kenken_cp.errors import InternalError, KenKenError
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.integers import as_integer
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.progress import Meter, Source
from kenken_cp.showing import rendered
from kenken_cp.text import in_seconds, quoted

if TYPE_CHECKING:
    from concurrent.futures import Future

    from kenken_cp.search.blocks import Block

Visitor = Callable[[Grid], object]
"""Called with each solution. The search stops if it returns False, Python's or numpy's, and goes
on if it returns anything else, None included.
"""

BlockVisitor = Callable[["Block"], object]
"""A ``Visitor`` of many solutions at once."""

Visit = Callable[[Grid], bool]
"""The function that a backend calls with each solution, a tuple of tuples of plain integers; it
goes on as long as this returns True.
"""

VisitBlock = Callable[["Block"], bool]
"""A ``Visit`` of many solutions at once."""


class Status(Enum):
    """Why a search stopped."""

    EXHAUSTED = "exhausted"
    """Every solution was found (perhaps none)."""
    LIMIT = "limit"
    """Enough solutions were found, or the visitor stopped the search; there may be more."""
    TIMEOUT = "timeout"
    """The time ran out."""
    INTERRUPTED = "interrupted"
    """Ctrl-C or a signal to stop ended the search."""

    def __str__(self) -> str:
        return self.value


class StopSignal:
    """Stops a running search from another thread."""

    def __init__(self) -> None:
        self._stopped = False
        self._listeners: list[Callable[[], None]] = []
        self._lock = threading.RLock()  # a signal handler may interrupt whoever holds it

    def __bool__(self) -> bool:
        return self._stopped

    def stop(self) -> None:
        """Asks the search to stop; it does so within milliseconds, not at once."""
        with self._lock:
            self._stopped = True
            listeners = self._listeners.copy()
        for listener in listeners:
            listener()

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Calls ``listener`` when the signal is given, or now if it already was."""
        with self._lock:
            self._listeners.append(listener)
            stopped = self._stopped
        if stopped:
            listener()

    def unsubscribe(self, listener: Callable[[], None]) -> None:
        """Cancels a subscription."""
        with self._lock:
            self._listeners.remove(listener)


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop early; KenKenError for a limit that is not positive.

    Args:
        solutions: stop after this many, at least 1; None for no limit.
        seconds: stop after this time, however many were found; None for no limit.
        stop: stops the search from another thread, or from a signal handler.
        meter: reports how far the search has come, whenever these limits are checked.
    """

    solutions: int | None = None
    seconds: float | None = None
    stop: StopSignal = field(default_factory=StopSignal, compare=False, repr=False)
    meter: Meter | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.solutions is not None:
            limit = as_integer(self.solutions)
            if limit is None or limit < 1:
                raise KenKenError(f"limit {quoted(self.solutions)}; expected at least 1 solution")
            object.__setattr__(self, "solutions", limit)
        if self.seconds is not None:
            seconds = _as_seconds(self.seconds)
            if seconds is None or not (seconds > 0 and math.isfinite(seconds)):
                raise KenKenError(
                    f"timeout {quoted(self.seconds)}; expected more than 0 seconds, a finite number"
                )
            object.__setattr__(self, "seconds", seconds)

    def watch(self) -> Callable[[], Status | None]:
        """Starts the clock; returns a function that returns the reason to stop now, or None."""
        end = math.inf if self.seconds is None else time.monotonic() + self.seconds
        meter = self.meter

        def reason() -> Status | None:
            if meter is not None:
                meter.tick()
            if self.stop:
                return Status.INTERRUPTED
            return Status.TIMEOUT if time.monotonic() >= end else None

        return reason

    @contextmanager
    def enforced(self) -> Iterator[Callable[[], Status | None]]:
        """Starts the clock; in the ``with`` block, checkpoints raise ``StoppedError`` at a limit.

        Yields:
            What ``watch`` returns.
        """
        why_stop = self.watch()
        with limited(why_stop):
            yield why_stop

    def measured(self, source: Source) -> AbstractContextManager[None]:
        """In a ``with`` block, has the meter ask a source how far the work has come."""
        return nullcontext() if self.meter is None else self.meter.asking(source)

    def countdown(self) -> Callable[[], Limits]:
        """Starts the clock; returns a function that returns these limits with the time that is
        left, at least 1 ms.
        """
        if self.seconds is None:
            return lambda: self
        end = time.monotonic() + self.seconds
        return lambda: replace(self, seconds=max(end - time.monotonic(), 1e-3))


Remaining = Callable[[], Limits]
"""Returns the limits with the time that is left, for the next search (``Limits.countdown``)."""


def _as_seconds(value: object) -> float | None:
    """A number of any kind as a plain float; None for anything else."""
    if isinstance(value, bool | str | bytes) or not isinstance(value, SupportsFloat):
        return None
    try:
        return float(value)
    except (OverflowError, TypeError, ValueError):
        return None


class Ended(NamedTuple):
    """What a search returns; its status is ``LIMIT`` if the visit function stopped it."""

    status: Status
    statistics: Mapping[str, int | float] = {}


def prefixed(engine: str, statistics: Mapping[str, int | float]) -> dict[str, int | float]:
    """An engine's statistics with its name before theirs, to show which engines took part."""
    return {f"{engine} {name}": figure for name, figure in statistics.items()}


class Counted(NamedTuple):
    """What a count returns; the total is a lower bound unless the status is ``EXHAUSTED``."""

    status: Status
    total: int
    statistics: Mapping[str, int | float] = {}


Search = Callable[[Puzzle, Visit, Limits], Ended]
"""A backend: finds every solution of a puzzle once, in any order, and visits each."""

SearchBlocks = Callable[[Puzzle, Visit, VisitBlock, Limits], Ended]
"""Optional, for fast engines: passes each solution to one of the two functions, alone or in a
block of many.
"""

CountSolutions = Callable[[Puzzle, Limits], Counted]
"""Optional: counts without finding each solution; ignores ``limits.solutions``."""

Done = TypeVar("Done")

PartOfCount = Callable[[Limits, Callable[[], bool]], Done]
"""A part of one count, done by another worker. It is called with its limits and a function that
returns whether it was recalled, that is, should return early with the work that is left.
"""


class Helpers(Protocol):
    """Other workers, which do parts of one count.

    Attributes:
        workers: how many there are.
        can_recall: whether parts can be recalled.
    """

    workers: int

    @property
    def can_recall(self) -> bool: ...

    def prepare(self, part: PartOfCount[object], /) -> None:
        """Starts the workers before they are needed, if starting takes time: each does this part,
        an empty one.
        """

    def submit(self, part: PartOfCount[Done], /) -> Future[Done]:
        """Has a worker do a part, which must be picklable. The first part starts the workers."""

    def recall(self) -> None:
        """Recalls all parts: they return early with the work that is left, if ``can_recall``."""

    def stopped(self, parts: Iterable[Future[Done]], /) -> list[Done]:
        """The results of parts that a limit has stopped, as far as they arrive soon."""


class CutDecision(NamedTuple):
    """Whether to split a puzzle into cubes for its count.

    Attributes:
        cut: whether to split it; if not, counting the whole takes less time than counting cubes.
        counted: the count, if making the decision already completed it.
    """

    cut: bool
    counted: Counted | None = None


class SharedCount(NamedTuple):
    """How an engine counts with the help of other workers.

    Attributes:
        with_helpers: a ``CountSolutions`` that may have helpers do parts of its work.
        decide_to_cut: decides by an amount of work, not of time, so that the decision is the same
            on every machine.
    """

    with_helpers: Callable[[Puzzle, Limits, Helpers], Counted]
    decide_to_cut: Callable[[Puzzle], CutDecision]


def search_blocks(
    search: SearchBlocks, visit_block: VisitBlock, puzzle: Puzzle, visit: Visit, limits: Limits
) -> Ended:
    """Runs a ``SearchBlocks``; with the first two arguments bound by ``partial``, a ``Search``."""
    return search(puzzle, visit, visit_block, limits)


def searched(search: Search, puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
    """Runs a search with its limits enforced at checkpoints, from the building of its model on.

    Every call of an engine goes through this, except where one engine calls another in the same
    thread: the limits are in force there already.

    Raises:
        InternalError: if the engine returns anything but an ``Ended``, or raises ``StopIteration``.
    """
    try:
        with limits.enforced():
            ended: object = search(puzzle, visit, limits)
    except StoppedError as stopped:
        return Ended(Status(stopped.reason))
    except StopIteration as error:  # to whoever iterates, the search would seem to be complete
        raise InternalError("an engine raised StopIteration") from error
    if not isinstance(ended, Ended) or not isinstance(ended.status, Status):
        raise InternalError(f"an engine returned {quoted(ended)}; expected Ended(status)")
    return ended


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a search; ``print`` draws the grids it has, and so does a notebook.

    Attributes:
        status: why it stopped.
        count: how many solutions were found; exact only if the search was exhausted.
        grids: the first of them, as many as were to be kept.
        seconds: elapsed time, everything included.
        backend: the name of the engine.
        statistics: the engine's own figures, by name.
        puzzle: what was searched, for drawing the grids; None if the outcome is not to be drawn.
        with_operators: the number of solutions if each is counted once for every choice of hidden
            operators that explains it; None if that was not asked for.
    """

    status: Status
    count: Count
    grids: tuple[Grid, ...]
    seconds: float
    backend: str
    statistics: Mapping[str, int | float]
    puzzle: Puzzle | None = field(default=None, compare=False)
    with_operators: Count | None = None

    @property
    def solution(self) -> Grid | None:
        """The first solution found, if any."""
        return self.grids[0] if self.grids else None

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None where a limit came before the answer."""
        if self.count > 1:
            return False
        return self.count == 1 if self.status is Status.EXHAUSTED else None

    @property
    def cut(self) -> str:
        """Why the search was cut short, to be put after a number; empty if it was not."""
        if self.status is Status.EXHAUSTED:
            return ""
        why = {
            Status.LIMIT: "stopped at the limit",
            Status.TIMEOUT: f"timeout after {in_seconds(self.seconds)}",
            Status.INTERRUPTED: "interrupted",
        }[self.status]
        return f" ({why}; there may be {'more' if self.count else 'some'})"

    @property
    def in_words(self) -> str:
        """How many solutions were found, and why the search was cut short if it was."""
        if self.count.exact:
            return self.count.in_words
        if self.count:
            return f"{self.count.in_words} found{self.cut}"
        before = "" if self.status is Status.INTERRUPTED else " before the limit"
        return f"no solution found{before}{self.cut}"

    @property
    def sentence(self) -> str:
        """How many solutions there are, and how many of them are shown, in a sentence."""
        shown = len(self.grids)
        if self.unique is None:
            return self.in_words
        if not shown:
            return f"{self.count.in_words.capitalize()}."
        if self.unique:
            return "The only solution."
        if self.count.exact and shown == self.count:
            return f"All {shown} solutions are shown."
        many = "More than one solution" if shown == self.count else self.count.in_words
        some = {1: "one of them is", 2: "two of them are"}.get(shown, f"{shown} of them are")
        return f"{many}: {some} shown."

    def __repr__(self) -> str:
        found = f"{self.status}, {self.count.in_words}, by {self.backend}"
        return f"<Outcome {found} in {self.seconds:.3f} s>"

    def __str__(self) -> str:
        return rendered("notebook:outcome_text", self)

    def _repr_html_(self) -> str:
        return rendered("notebook:outcome_html", self)
