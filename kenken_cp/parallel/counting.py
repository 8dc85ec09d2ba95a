"""Counting the solutions of one puzzle by many workers.

A count begins in this process alone, and most are over before workers would be worth starting.
Then workers do parts that the engine deals out, or each counts one cube at a time.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError
from dataclasses import replace
from functools import partial

from kenken_cp.clock import StoppedError
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.parallel.alone import SECONDS_ALONE
from kenken_cp.parallel.context import stopped_by
from kenken_cp.parallel.cubes import CUBES_PER_WORKER, cubes_in_time
from kenken_cp.parallel.helpers import PoolHelpers
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.pool import Pool, WorkersLostError, completed, lost
from kenken_cp.parallel.searching import added_up, solutions_in_parallel
from kenken_cp.parallel.tasks import CountAll
from kenken_cp.search.backend import BACKENDS, DEFAULT_BACKEND
from kenken_cp.search.interrupts import stopped_by_ctrl_c
from kenken_cp.search.progress import Known
from kenken_cp.search.protocol import Counted, Limits, Outcome, Status
from kenken_cp.search.run import count_solutions


def count_in_parallel(
    puzzle: Puzzle, limits: Limits | None = None, *, backend: str = DEFAULT_BACKEND, pool: Pool
) -> Outcome:
    """Counts the solutions of a puzzle by several workers; see ``search.run.count_solutions``.

    The count begins in this process alone. If it takes long, the workers help. An engine that can
    only visit every solution leaves the count to them: they count the puzzle's cubes.

    Args:
        limits: the seconds are those of the whole count. The signal to stop reaches running tasks
            only if the executor was given it, too; otherwise their results are ignored.
    """
    limits = limits or Limits()
    if limits.solutions is not None:
        return solutions_in_parallel(puzzle, None, limits, backend=backend, pool=pool)
    if pool.workers == 1:
        return count_solutions(puzzle, limits, backend=backend)
    shared = BACKENDS.named(backend).shared_count
    if shared is None:
        return _count_alone_then_cubes(puzzle, limits, backend, pool)
    try:
        with PoolHelpers(pool, limits.countdown()) as helpers:
            return count_solutions(
                puzzle,
                limits,
                backend=backend,
                count=lambda puzzle, limits: shared.with_helpers(puzzle, limits, helpers),
            )
    except (BrokenExecutor, CancelledError) as error:
        raise lost(error) from None


def count_if_cheap(
    puzzle: Puzzle, limits: Limits, *, backend: str, pool: Pool, ours: bool = True
) -> Outcome | None:
    """The count by a backend if splitting the puzzle would not pay; None if it would.

    The decision is made by an amount of work, not of time, so it is the same in all calls that do
    parts of one count.

    Args:
        limits: if they are reached first, the outcome's status says so.
        ours: whether the whole count belongs to the part of this call; if not, its part is 0.
    """
    shared = BACKENDS.named(backend).shared_count
    if shared is None:
        return None
    started, remaining = time.perf_counter(), limits.countdown()
    try:
        with limits.enforced():
            cut, counted = shared.decide_to_cut(puzzle)
    except StoppedError as stopped:
        cut, counted = False, Counted(Status(stopped.reason), 0)
    if cut:
        return None
    if counted is None:
        if ours:
            outcome = count_in_parallel(puzzle, remaining(), backend=backend, pool=pool)
            return replace(outcome, seconds=time.perf_counter() - started)
        counted = Counted(Status.EXHAUSTED, 0)
    total = Count(counted.total if ours else 0, exact=counted.status is Status.EXHAUSTED)
    seconds = time.perf_counter() - started
    return Outcome(counted.status, total, (), seconds, backend, counted.statistics)


def _count_alone_then_cubes(puzzle: Puzzle, limits: Limits, backend: str, pool: Pool) -> Outcome:
    started, remaining = time.perf_counter(), limits.countdown()
    if limits.seconds is None or limits.seconds > SECONDS_ALONE:
        alone = replace(limits, seconds=SECONDS_ALONE)
        outcome = count_solutions(puzzle, alone, backend=backend)
        if outcome.status is not Status.TIMEOUT:
            return outcome
    split = cubes_in_time(puzzle, CUBES_PER_WORKER * pool.workers, remaining(), backend=backend)
    if isinstance(split, Outcome):
        return replace(split, seconds=time.perf_counter() - started)
    outcome = count_cubes(*split, backend=backend, pool=pool)
    return replace(outcome, seconds=time.perf_counter() - started)


def count_cubes(
    disjoint_puzzles: Sequence[Puzzle],
    limits: Limits,
    *,
    backend: str,
    pool: Pool,
    journal: Journal[Outcome] | None = None,
) -> Outcome:
    """The sum of the counts of puzzles that share no solution; a lower bound if a limit came first.

    Args:
        limits: ``limits.solutions`` is ignored.
        journal: the journal of ``CountAll(backend)`` on these puzzles.

    Raises:
        WorkersLostError: if a worker, or the connection to it, is lost for good; its ``outcome``
            has the lower bound.
    """
    why_stop, remaining = limits.watch(), limits.countdown()
    started = time.perf_counter()
    outcomes = {} if journal is None else dict(journal.results)
    to_do = (
        (number, CountAll(backend, None, remaining().seconds), cube)
        for number, cube in enumerate(disjoint_puzzles)
        if number not in outcomes
    )
    known = partial(_known, outcomes, len(outcomes), len(disjoint_puzzles))
    broken: WorkersLostError | None = None
    try:
        with stopped_by_ctrl_c(limits.stop), stopped_by(limits.stop), limits.measured(known):
            for number, outcome in completed(
                pool.executor, lambda: next(to_do, None), pool.workers, why_stop
            ):
                outcomes[number] = outcome
                if journal is not None:
                    journal.add(number, outcome)
    except WorkersLostError as error:
        broken = error
    is_complete = len(outcomes) == len(disjoint_puzzles)
    missing = None if is_complete else why_stop() or Status.INTERRUPTED
    outcome = _sum(list(outcomes.values()), missing, backend, time.perf_counter() - started)
    if broken is not None:
        raise WorkersLostError(str(broken), outcome)
    return outcome


def _known(outcomes: Mapping[int, Outcome], resumed: int, cubes: int) -> Known:
    """How far a count has come that began with the outcomes of some cubes."""
    found = sum(outcome.count for outcome in outcomes.values())
    in_this_call = cubes - resumed
    return Known(found, (len(outcomes) - resumed) / in_this_call if in_this_call else None)


def _sum(
    outcomes: Sequence[Outcome], missing: Status | None, backend: str, seconds: float
) -> Outcome:
    """The sum of counts of puzzles that share no solution.

    Args:
        missing: why some are missing; None if none is.
    """
    statuses = [outcome.status for outcome in outcomes] + ([] if missing is None else [missing])
    early = [status for status in statuses if status is not Status.EXHAUSTED]
    total = Count(sum(outcome.count for outcome in outcomes), exact=not early)
    figures = added_up([outcome.statistics for outcome in outcomes])
    return Outcome(early[-1] if early else Status.EXHAUSTED, total, (), seconds, backend, figures)
