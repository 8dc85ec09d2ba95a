"""Tasks that are not a verb: what ``check`` and ``count --estimate`` do with one puzzle.

A task is a function of a puzzle that can be pickled, mostly a verb with its other arguments:
``partial(count_solutions, limits=Limits(seconds=5), backend="cover")``.
"""

from __future__ import annotations

from kenken_cp.backends.cover.estimate import Estimate, estimate
from kenken_cp.clock import Clock, Status
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome, limit_reached
from kenken_cp.search.verbs import Report, count_solutions, find_solutions

SECONDS_FOR_NONE = 1.0
"""Time for which a check looks for a solution, if the puzzle does not state how many it has."""


def check_stated(
    puzzle: Puzzle, *, backend: str, seconds: float | None, progress: Report | None = None
) -> Outcome:
    """Counts solutions only as far as needed to check the number that a puzzle states; if it states
    none, looks for a single solution for a short time.
    """
    stated = puzzle.expected
    if stated is None:
        most, seconds = 1, min(seconds or SECONDS_FOR_NONE, SECONDS_FOR_NONE)
    else:
        most = int(stated) + 1 if stated.exact else max(int(stated), 1)
    return find_solutions(puzzle, None, Limits(most, seconds), backend=backend, progress=progress)


def estimate_or_count(puzzle: Puzzle, *, sampling_seconds: float) -> Estimate:
    """Estimates how many solutions there are.

    If nothing bounds the estimate from above, the solutions are counted in the time that is left:
    most probes end in dead ends where there are few solutions, and a learning engine finds these
    soon.

    Raises:
        TooManyOptionsError: for a puzzle that is too large for an estimate.
        LimitReachedError: on Ctrl-C.
    """
    clock = Clock(sampling_seconds)
    found = estimate(puzzle, seconds=sampling_seconds)
    if found.high is not None or not clock.left:
        return found
    outcome = count_solutions(puzzle, Limits(seconds=clock.left))
    if outcome.status is Status.INTERRUPTED:
        raise limit_reached(outcome)
    counted = int(outcome.count)
    if outcome.status is Status.EXHAUSTED:
        return Estimate(counted, counted, counted, 0, clock.elapsed)
    least = max(found.low, counted)
    return Estimate(max(found.count, least), least, None, found.probes, clock.elapsed)
