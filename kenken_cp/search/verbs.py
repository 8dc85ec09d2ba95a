"""The verbs: ``solve``, ``each_solution``, ``count`` and ``is_unique``, with any engine.

``find_solutions`` and ``count_solutions``, on which all verbs are built, make the clock, run the
engine, and pass every grid through the gate. The command line calls them too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from numbers import Integral, Real

from kenken_cp.clock import Clock, Progress, Status, StoppedError
from kenken_cp.errors import InternalError, KenKenError
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.integers import as_integer
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.engine import DEFAULT_BACKEND, Ended, backend_for
from kenken_cp.search.gate import Gate, Visitor
from kenken_cp.search.interrupts import until_stopped
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome, limit_reached
from kenken_cp.text import quoted

Report = Callable[[Progress], object]
"""Called with how far a search or a count has come."""


def find_solutions(
    puzzle: Puzzle,
    visit: Visitor | None = None,
    limits: Limits | None = None,
    *,
    backend: str = DEFAULT_BACKEND,
    keep: int = 0,
    progress: Report | None = None,
) -> Outcome:
    """Runs an engine to find every solution; each is verified before it is visited.

    Args:
        visit, keep, progress: as for ``each_solution``.
    """
    chosen, limits = backend_for(puzzle, backend), limits or Limits()
    clock = clock_of(limits, progress)
    kept = as_integer(keep)
    if kept is None or kept < 0:
        raise KenKenError(f"keep {quoted(keep)}; expected a number of grids")
    gate = Gate(puzzle, backend, visit, clock, most=limits.solutions, keep=kept)
    ended = _run(backend, clock, lambda: chosen.search(puzzle, gate.receive, clock))
    if gate.error is not None:
        raise gate.error
    # A search that was stopped at its last solution may not know that it was the last.
    ended = ended._replace(status=gate.closed or ended.status)
    return _outcome(puzzle, backend, clock, ended, gate.count, tuple(gate.grids))


def find_or_stop(
    puzzle: Puzzle, visit: Visitor | None = None, *, solutions: int, keep: int = 0
) -> Outcome:
    """``find_solutions`` for at most that many solutions, as a part of other work.

    Raises:
        StoppedError: if the current clock, or Ctrl-C, came first.
    """
    outcome = find_solutions(puzzle, visit, Limits(solutions), keep=keep)
    if outcome.status.is_of_clock:
        raise StoppedError(outcome.status)
    return outcome


def count_solutions(
    puzzle: Puzzle,
    limits: Limits | None = None,
    *,
    backend: str = DEFAULT_BACKEND,
    progress: Report | None = None,
) -> Outcome:
    """Counts the solutions and keeps none; by the engine's own ``count`` if it has one."""
    chosen, limits = backend_for(puzzle, backend), limits or Limits()
    if chosen.count is None or limits.solutions is not None:
        return find_solutions(puzzle, None, limits, backend=backend, progress=progress)
    clock, count_by_engine = clock_of(limits, progress), chosen.count
    ended = _run(backend, clock, lambda: count_by_engine(puzzle, clock))
    total = as_integer(ended.total)
    if ended.status is Status.EXHAUSTED and (total is None or total < clock.found):
        expected = f"an integer, at least the {clock.found} that it had noted"
        raise InternalError(f"{backend} returned the total {ended.total}; expected {expected}")
    return _outcome(puzzle, backend, clock, ended, max(total or 0, clock.found))


def each_solution(
    puzzle: Puzzle,
    visit: Visitor,
    *,
    backend: str = DEFAULT_BACKEND,
    limit: int | None = None,
    seconds: float | None = None,
    keep: int = 0,
    progress: Report | None = None,
) -> Outcome:
    """Calls ``visit`` with each solution as it is found, until it returns False.

    Args:
        backend, limit, seconds: as for ``solve``.
        visit: a function of one grid. It stops the search by returning False, Python's or numpy's;
            if it returns anything else, the search goes on. What it raises ends the search and is
            raised here; but ``StoppedError`` and Ctrl-C become the outcome's status. An engine may
            call it in a thread of its own, but never in two threads at a time.
        keep: how many of the first grids the outcome holds.
        progress: called, at most once a second, with how far the search has come.
    """
    if not callable(visit):
        raise KenKenError(f"visit {quoted(visit)}; expected a function of one grid")
    limits = Limits(limit, seconds)
    return find_solutions(puzzle, visit, limits, backend=backend, keep=keep, progress=progress)


def solve(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    limit: int | None = 2,
    seconds: float | None = None,
    progress: Report | None = None,
) -> Outcome:
    """Looks for two solutions: the outcome holds them, and says whether there is only one.

    Args:
        backend: the name of a backend; ``kenken-cp list backends`` lists them.
        limit: how many solutions end the search; None for no limit.
        seconds: how long it may take; the outcome's ``status`` says what ended it.
        progress: called, at most once a second, with how far the search has come. What it raises
            ends the search and is raised here, as for ``each_solution``.

    Raises:
        UnknownNameError: for a backend that does not exist.
        MissingExtraError: for a backend that needs what is not installed.
        KenKenError: for a limit that is not positive, or what is no puzzle or no function. All
            verbs raise these.
    """
    limits = Limits(limit, seconds)
    return find_solutions(puzzle, None, limits, backend=backend, keep=2, progress=progress)


def count(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    limit: int | None = None,
    seconds: float | None = None,
    progress: Report | None = None,
) -> Count:
    """How many solutions a puzzle has.

    Args:
        backend, seconds: as for ``solve``.
        limit: count no further. A count that stopped there is not exact, and is printed ``10+``.
        progress: called, at most once a second, with how far the count has come.

    Raises:
        LimitReachedError: on timeout or Ctrl-C; its ``outcome`` has the lower bound reached.
    """
    limits = Limits(limit, seconds)
    outcome = count_solutions(puzzle, limits, backend=backend, progress=progress)
    if outcome.status.is_of_clock:
        raise limit_reached(outcome)
    return outcome.count


def is_unique(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    limit: int | None = 2,
    seconds: float | None = None,
) -> bool:
    """Whether a puzzle has exactly one solution; the parameters are those of ``solve``.

    Raises:
        LimitReachedError: if a limit or Ctrl-C came first; its ``outcome`` has what was found.
    """
    outcome = solve(puzzle, backend=backend, limit=limit, seconds=seconds)
    if outcome.unique is None:
        raise limit_reached(outcome)
    return outcome.unique


def clock_of(limits: Limits, progress: Report | None) -> Clock:
    """The clock of a verb; KenKenError for a ``progress`` that cannot be called."""
    if progress is not None and not callable(progress):
        raise KenKenError(f"progress {quoted(progress)}; expected a function of one Progress")
    return Clock(limits.seconds, progress)


def _run(backend: str, clock: Clock, search: Callable[[], Ended]) -> Ended:
    """How a search, or a count, by an engine ended; InternalError if it does not say so."""

    def ended_by_itself() -> Ended:
        ended = search()
        if not isinstance(ended, Ended) or not isinstance(ended.status, Status):
            raise InternalError(f"{backend} returned {quoted(ended)}; expected Ended(status)")
        return ended._replace(statistics=_plain_statistics(backend, ended.statistics))

    ended = until_stopped(clock, ended_by_itself)
    return Ended(ended) if isinstance(ended, Status) else ended


def _plain_statistics(backend: str, figures: Mapping[str, int | float]) -> dict[str, int | float]:
    """The statistics of an engine as plain numbers; InternalError for anything but numbers."""
    if not isinstance(figures, Mapping) or not all(isinstance(n, Real) for n in figures.values()):
        expected = "expected numbers by name as statistics"
        raise InternalError(f"{backend} returned {quoted(figures)}; {expected}")
    return {
        name: int(number) if isinstance(number, Integral) else float(number)
        for name, number in figures.items()
    }


def _outcome(
    puzzle: Puzzle,
    backend: str,
    clock: Clock,
    ended: Ended,
    found: int,
    grids: tuple[Grid, ...] = (),
) -> Outcome:
    status = ended.status
    if clock.status is Status.INTERRUPTED:  # it may come after the engine has last looked
        status = Status.INTERRUPTED
    return Outcome(
        status=status,
        count=Count(found, status is Status.EXHAUSTED),
        grids=grids,
        seconds=clock.elapsed,
        backend=backend,
        engine=ended.engine or backend,
        statistics=ended.statistics,
        puzzle=puzzle,
    )
