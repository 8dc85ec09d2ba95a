"""Searching, whatever the engine: ``find_solutions`` and ``count_solutions`` run one within
``Limits``; the verbs on top of them are what ``kenken_cp`` offers, in the table of this package.
"""

from __future__ import annotations

import time

from kenken_cp.errors import LimitReachedError
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.backend import BACKENDS, DEFAULT_BACKEND
from kenken_cp.search.interrupts import stopped_by_ctrl_c
from kenken_cp.search.protocol import (
    BlockVisitor,
    Counted,
    Ended,
    Limits,
    Outcome,
    Search,
    Status,
    Visitor,
)
from kenken_cp.search.verify import Gate


def find_solutions(
    puzzle: Puzzle,
    visit: Visitor | None = None,
    limits: Limits | None = None,
    *,
    backend: str = DEFAULT_BACKEND,
    search: Search | None = None,
    visit_block: BlockVisitor | None = None,
    keep: int = 0,
    remember_all: bool = False,
) -> Outcome:
    """Has an engine find every solution, and each one verified before it is visited.

    Args:
        visit: called with each solution; the search stops if it returns False.
        search: what finds the grids in place of the backend itself, such as the same backend at
            work in several processes.
        visit_block: called instead of ``visit``, with many solutions at once, where the backend
            finds them so.
        keep: how many of the first grids the outcome holds.
        remember_all: hold every grid in memory, so that any repetition is noticed, not only most.

    Raises:
        UnknownNameError: for a backend that does not exist.
        MissingExtraError: for one that needs something not installed.
        InternalError: if the engine gives a grid that breaks the rules, or gives one twice.
    """
    limits = limits or Limits()
    in_blocks = None
    if search is None:
        engine = BACKENDS.named(backend)
        engine.load()  # which is not timed
        search = engine.search
        in_blocks = engine.blocks if visit_block else None
    most = limits.solutions
    gate = Gate(puzzle, backend, visit, visit_block, most, keep=keep, remember_all=remember_all)
    started = time.perf_counter()
    try:
        if in_blocks:
            ended = in_blocks(puzzle, gate.receive, gate.receive_block, limits)
        else:
            ended = search(puzzle, gate.receive, limits)
    except KeyboardInterrupt:
        ended = Ended(Status.INTERRUPTED)
    seconds = time.perf_counter() - started
    # A search that was stopped at its last solution may not know that it was the last.
    status = Status.LIMIT if gate.closed and ended.status is Status.EXHAUSTED else ended.status
    found = Count(gate.count, status is Status.EXHAUSTED)
    return Outcome(status, found, tuple(gate.grids), seconds, backend, ended.statistics)


def count_solutions(
    puzzle: Puzzle,
    limits: Limits | None = None,
    *,
    backend: str = DEFAULT_BACKEND,
    visit: Visitor | None = None,
) -> Outcome:
    """Counts the solutions, by the engine's own way of counting if it has one.

    Args:
        visit: called with each solution where the engine has to find them, or is to find only as
            many as a limit says.

    Returns:
        An outcome without grids.
    """
    limits = limits or Limits()
    engine = BACKENDS.named(backend)
    engine.load()  # which is not timed
    if engine.count is None or limits.solutions is not None:
        return find_solutions(puzzle, visit, limits, backend=backend)
    started = time.perf_counter()
    try:
        with stopped_by_ctrl_c(limits.stop):
            counted = engine.count(puzzle, limits)
    except KeyboardInterrupt:  # in a thread, or from a handler of the caller's
        counted = Counted(Status.INTERRUPTED, 0)
    seconds = time.perf_counter() - started
    total = Count(counted.total, counted.status is Status.EXHAUSTED)
    return Outcome(counted.status, total, (), seconds, backend, counted.statistics)


def each_solution(
    puzzle: Puzzle,
    visit: Visitor,
    *,
    backend: str = DEFAULT_BACKEND,
    limit: int | None = None,
    seconds: float | None = None,
    keep: int = 0,
    remember_all: bool = False,
) -> Outcome:
    """Calls ``visit`` with each solution as it is found, until it returns False.

    Args:
        visit: a function of one grid. Whatever else it returns, None included, the search goes on.
        keep: how many of the first grids the outcome holds.
        remember_all: hold every grid in memory, so that any repetition is noticed, not only most.
    """
    limits = Limits(limit, seconds)
    return find_solutions(
        puzzle, visit, limits, backend=backend, keep=keep, remember_all=remember_all
    )


def solve(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    limit: int | None = 2,
    seconds: float | None = None,
) -> Outcome:
    """Looks for two solutions: the outcome holds them, and says whether there is only one."""
    return find_solutions(puzzle, None, Limits(limit, seconds), backend=backend, keep=2)


def count(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    limit: int | None = None,
    seconds: float | None = None,
) -> Count:
    """How many solutions a puzzle has.

    Args:
        limit: count no further. A count that stopped there is not exact, and is printed ``10+``.

    Raises:
        LimitReachedError: if the time ran out, or Ctrl-C was pressed; its ``outcome`` has the lower
            bound that was reached.
    """
    outcome = count_solutions(puzzle, Limits(limit, seconds), backend=backend)
    if outcome.status in (Status.TIMEOUT, Status.INTERRUPTED):
        raise _limit_reached(outcome)
    return outcome.count


def is_unique(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    limit: int | None = 2,
    seconds: float | None = None,
) -> bool:
    """Whether a puzzle has exactly one solution.

    Raises:
        LimitReachedError: if a limit or Ctrl-C came before the answer; its ``outcome`` has what was
            found.
    """
    outcome = solve(puzzle, backend=backend, limit=limit, seconds=seconds)
    if outcome.unique is None:
        raise _limit_reached(outcome)
    return outcome.unique


def _limit_reached(outcome: Outcome) -> LimitReachedError:
    return LimitReachedError(f"{outcome.status} after {outcome.count} solutions", outcome)
