"""Searching, whatever the engine: every solution, one, how many, whether there is only one."""

from __future__ import annotations

import time

from kenken_cp.errors import LimitReachedError
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.backend import BACKENDS, DEFAULT_BACKEND
from kenken_cp.search.interrupts import stopped_by_ctrl_c
from kenken_cp.search.protocol import (
    BlockVisitor,
    Ended,
    Limits,
    Outcome,
    Search,
    Status,
    Visitor,
)
from kenken_cp.search.verify import Gate


def each_solution(
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
    """Calls ``visit`` with each solution, as it is found, until it returns False.

    Every grid has passed ``rules.violations`` before it is visited. Ctrl-C ends the search with the
    status ``INTERRUPTED``.

    Args:
        visit: None where nobody wants to see the solutions.
        search: what finds the grids in place of the backend itself, such as the same backend at
            work in several processes.
        visit_block: called instead, with many at once, where the backend finds them so.
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
        engine.load()  # not timed
        search = engine.search
        in_blocks = engine.blocks if visit_block else None
    gate = Gate(puzzle, backend, limits.solutions, keep=keep, remember_all=remember_all)
    started = time.perf_counter()
    try:
        if in_blocks and visit_block:
            ended = in_blocks(puzzle, gate.before(visit), gate.before_blocks(visit_block), limits)
        else:
            ended = search(puzzle, gate.before(visit), limits)
    except KeyboardInterrupt:
        ended = Ended(Status.INTERRUPTED)
    seconds = time.perf_counter() - started
    count = Count(gate.count, ended.status is Status.EXHAUSTED)
    return Outcome(ended.status, count, tuple(gate.grids), seconds, backend, ended.statistics)


def solve(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    limit: int | None = 2,
    seconds: float | None = None,
) -> Outcome:
    """Looks for two solutions: the outcome holds one, and says whether it is the only one."""
    limits = Limits(limit, seconds)
    return each_solution(puzzle, None, limits, backend=backend, keep=2)


def count_solutions(
    puzzle: Puzzle,
    limits: Limits | None = None,
    *,
    backend: str = DEFAULT_BACKEND,
    visit: Visitor | None = None,
) -> Outcome:
    """Counts the solutions, by the engine's own way of counting if it has one; the outcome holds no
    grid. Ctrl-C ends the count with the status ``INTERRUPTED``.

    Args:
        visit: called with each solution where the engine has to find them, or is to find only as
            many as a limit says.
    """
    limits = limits or Limits()
    engine = BACKENDS.named(backend)
    engine.load()  # not timed
    counter = engine.count if limits.solutions is None else None
    if counter is None:
        return each_solution(puzzle, visit, limits, backend=backend)
    started = time.perf_counter()
    with stopped_by_ctrl_c(limits.stop):
        counted = counter(puzzle, limits)
    total = Count(counted.total, counted.status is Status.EXHAUSTED)
    seconds = time.perf_counter() - started
    return Outcome(counted.status, total, (), seconds, backend, counted.statistics)


def count(puzzle: Puzzle, *, backend: str = DEFAULT_BACKEND, seconds: float | None = None) -> Count:
    """How many solutions a puzzle has.

    Raises:
        LimitReachedError: if the time ran out; its message has the lower bound found.
    """
    outcome = count_solutions(puzzle, Limits(None, seconds), backend=backend)
    if outcome.status is not Status.EXHAUSTED:
        raise LimitReachedError(f"{outcome.status} after {outcome.count} solutions")
    return outcome.count


def is_unique(
    puzzle: Puzzle, *, backend: str = DEFAULT_BACKEND, seconds: float | None = None
) -> bool:
    """Whether a puzzle has exactly one solution.

    Raises:
        LimitReachedError: if the time ran out before the answer.
    """
    outcome = solve(puzzle, backend=backend, seconds=seconds)
    if outcome.unique is None:
        raise LimitReachedError(f"{outcome.status} after {outcome.count} solutions")
    return outcome.unique
