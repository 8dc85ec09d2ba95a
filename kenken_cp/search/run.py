"""Searching with any engine.

``find_solutions`` and ``count_solutions`` run an engine within ``Limits``; a ``Gate`` checks every
grid before a visitor sees it. The public verbs (``solve``, ``count``, ...) are built on these; the
docstring of ``kenken_cp.search`` compares them in a table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from kenken_cp.checkpoints import StoppedError
from kenken_cp.errors import InternalError, KenKenError, LimitReachedError, expect_bool
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.integers import as_integer
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.model.rules import choices_of_operators
from kenken_cp.search.backend import BACKENDS, DEFAULT_BACKEND, Backend
from kenken_cp.search.callbacks import expect_function
from kenken_cp.search.gate import Gate
from kenken_cp.search.interrupts import stopped_by_ctrl_c
from kenken_cp.search.progress import Known, Meter, Progress
from kenken_cp.search.protocol import (
    BlockVisitor,
    Counted,
    CountSolutions,
    Ended,
    Limits,
    Outcome,
    Search,
    SearchBlocks,
    Status,
    Visitor,
    search_blocks,
    searched,
)
from kenken_cp.text import quoted


def _loaded(backend: str, limits: Limits) -> Backend:
    """An engine, imported, which is not timed. After Ctrl-C the search ends at once."""
    engine = BACKENDS.named(backend)
    try:
        engine.load()
    except KeyboardInterrupt:
        limits.stop.stop()
    return engine


def find_solutions(
    puzzle: Puzzle,
    visit: Visitor | None = None,
    limits: Limits | None = None,
    *,
    backend: str = DEFAULT_BACKEND,
    search: Search | None = None,
    blocks: SearchBlocks | None = None,
    visit_block: BlockVisitor | None = None,
    keep: int = 0,
    remember_all: bool = False,
) -> Outcome:
    """Runs an engine to find every solution; each is verified before it is visited.

    Args:
        visit: called with each solution; the search stops if it returns False.
        search, blocks: functions to use in place of the backend's own, such as ones that run the
            same backend in several processes.
        visit_block: called instead of ``visit``, with many solutions at once, if the backend finds
            them that way.
        keep: how many of the first grids the outcome holds.
        remember_all: hold every grid in memory, so that any repetition is noticed, not only most.
    """
    expect_puzzle(puzzle)
    limits = limits or Limits()
    if search is None:
        engine = _loaded(backend, limits)
        search, blocks = engine.search, engine.blocks
    kept = as_integer(keep)
    if kept is None or kept < 0:
        raise KenKenError(f"keep {quoted(keep)}; expected a number of grids")
    gate = Gate(puzzle, backend, visit, visit_block, limits, keep=kept, remember_all=remember_all)
    started = time.perf_counter()
    if blocks is not None and visit_block is not None:
        search = partial(search_blocks, blocks, gate.receive_block)
    try:
        with limits.measured(lambda: Known(gate.count)):
            ended = searched(search, puzzle, gate.receive, limits)
    except KeyboardInterrupt:
        ended = Ended(Status.INTERRUPTED)
    seconds = time.perf_counter() - started
    if gate.error is not None and not isinstance(gate.error, StoppedError):
        raise gate.error
    status = gate.status or ended.status
    if gate.closed and status is Status.EXHAUSTED:
        # A search that was stopped at its last solution may not know that it was the last.
        status = Status.LIMIT
    found = Count(gate.count, status is Status.EXHAUSTED)
    return Outcome(status, found, tuple(gate.grids), seconds, backend, ended.statistics)


def count_solutions(
    puzzle: Puzzle,
    limits: Limits | None = None,
    *,
    backend: str = DEFAULT_BACKEND,
    count: CountSolutions | None = None,
) -> Outcome:
    """Counts the solutions and keeps none; by the engine's own ``count`` if it has one.

    Args:
        count: a function to use in place of the backend's own, such as one that has helpers.
    """
    expect_puzzle(puzzle)
    limits = limits or Limits()
    engine = _loaded(backend, limits)
    count = count or engine.count
    if count is None or limits.solutions is not None:
        return find_solutions(puzzle, None, limits, backend=backend)
    started = time.perf_counter()
    try:
        with stopped_by_ctrl_c(limits.stop), limits.enforced():
            counted = count(puzzle, limits)
        if limits.stop:  # after the engine has last looked: Ctrl-C must not be lost among puzzles
            counted = counted._replace(status=Status.INTERRUPTED)
    except StoppedError as stopped:
        counted = Counted(Status(stopped.reason), 0)
    except KeyboardInterrupt:  # in a thread, or from a handler of the caller's
        counted = Counted(Status.INTERRUPTED, 0)
    seconds = time.perf_counter() - started
    total = Count(counted.total, counted.status is Status.EXHAUSTED)
    return Outcome(counted.status, total, (), seconds, backend, counted.statistics)


def count_with_operators(
    puzzle: Puzzle, limits: Limits | None = None, *, backend: str = DEFAULT_BACKEND
) -> Outcome:
    """Counts the solutions, and also the pairs of a solution and a choice of hidden operators that
    explains it.

    The engine's own ``count_with_operators`` is used if it has one; otherwise every solution is
    found and its choices are counted. ``limits.solutions`` bounds the solutions, not the pairs.
    The outcome's status is that of both counts.
    """
    expect_puzzle(puzzle)
    limits = limits or Limits()
    engine = BACKENDS.named(backend)
    if engine.count_with_operators is None or limits.solutions is not None:
        choices = 0

        def visit(grid: Grid) -> None:
            nonlocal choices
            choices += choices_of_operators(puzzle, grid)

        outcome = find_solutions(puzzle, visit, limits, backend=backend)
        return replace(outcome, with_operators=Count(choices, outcome.count.exact))
    remaining = limits.countdown()
    outcome = count_solutions(puzzle, remaining(), backend=backend)
    if outcome.status is not Status.EXHAUSTED or not _have_choices(puzzle):
        return replace(outcome, with_operators=outcome.count)
    count_pairs = engine.count_with_operators
    pairs = count_solutions(puzzle, remaining(), backend=backend, count=count_pairs)
    if pairs.count.exact and pairs.count < outcome.count:
        raise InternalError(
            f"{backend} counted {outcome.count} solutions of {puzzle.name}, and only "
            f"{pairs.count} with the operators that explain them"
        )
    least = max(int(pairs.count), int(outcome.count))  # each solution has some explanation
    return replace(
        outcome,
        status=pairs.status,
        with_operators=Count(least, pairs.count.exact),
        seconds=outcome.seconds + pairs.seconds,
    )


def _have_choices(puzzle: Puzzle) -> bool:
    """Whether some clue may have several operators."""
    return any(len(puzzle.possible_operators(cage)) > 1 for cage in puzzle.cages)


def _limits(
    solutions: int | None, seconds: float | None, progress: Callable[[Progress], object] | None
) -> Limits:
    """The limits of a verb."""
    return Limits(solutions, seconds, meter=None if progress is None else Meter(progress))


def each_solution(
    puzzle: Puzzle,
    visit: Visitor,
    *,
    backend: str = DEFAULT_BACKEND,
    limit: int | None = None,
    seconds: float | None = None,
    keep: int = 0,
    remember_all: bool = False,
    progress: Callable[[Progress], object] | None = None,
) -> Outcome:
    """Calls ``visit`` with each solution as it is found, until it returns False.

    Args:
        backend, limit, seconds: as for ``solve``.
        visit: a function of one grid. It stops the search by returning False, Python's or numpy's;
            if it returns anything else, the search goes on. What it raises ends the search and is
            raised here, a ``StopIteration`` as a RuntimeError. An engine may call it in a thread of
            its own, but never in two threads at a time.
        keep: how many of the first grids the outcome holds.
        remember_all: hold every grid in memory, so that any repetition is noticed, not only most.
        progress: called, at most once a second, with how far the search has come.
    """
    expect_function(visit, "visit", "grid")
    expect_bool(remember_all, "remember_all")
    limits = _limits(limit, seconds, progress)
    outcome = find_solutions(
        puzzle, visit, limits, backend=backend, keep=keep, remember_all=remember_all
    )
    return replace(outcome, puzzle=puzzle)


def solve(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    limit: int | None = 2,
    seconds: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Outcome:
    """Looks for two solutions: the outcome holds them, and says whether there is only one.

    Args:
        backend: the name of an engine; ``kenken-cp backends`` lists them.
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
    limits = _limits(limit, seconds, progress)
    outcome = find_solutions(puzzle, None, limits, backend=backend, keep=2)
    return replace(outcome, puzzle=puzzle)


def count(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    limit: int | None = None,
    seconds: float | None = None,
    with_operators: bool = False,
    progress: Callable[[Progress], object] | None = None,
) -> Count:
    """How many solutions a puzzle has.

    Args:
        backend, seconds: as for ``solve``.
        limit: count no further. A count that stopped there is not exact, and is printed ``10+``.
        with_operators: count each solution with every choice of hidden operators that explains it.
        progress: called, at most once a second, with how far the count has come.

    Raises:
        LimitReachedError: on timeout or Ctrl-C; its ``outcome`` has the lower bound reached.
    """
    expect_bool(with_operators, "with_operators")
    counted = count_with_operators if with_operators else count_solutions
    limits = _limits(limit, seconds, progress)
    outcome = counted(puzzle, limits, backend=backend)
    if outcome.status in (Status.TIMEOUT, Status.INTERRUPTED):
        raise limit_reached(outcome)
    return outcome.count if outcome.with_operators is None else outcome.with_operators


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


def limit_reached(outcome: Outcome) -> LimitReachedError:
    """The error of a search that was cut short."""
    return LimitReachedError(f"{outcome.status} after {outcome.count} solutions", outcome)
