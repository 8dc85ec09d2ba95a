"""Cube and conquer: one puzzle, many workers, each of which counts or searches one cube at a time.

Workers take cubes as they become free. In a search, a cube with many solutions is split again, so
that no worker is left alone with it, and no result is large.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import NamedTuple

from kenken_cp.errors import InternalError
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.parallel.cubes import cubes
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.pool import completed, tasks_in_flight
from kenken_cp.parallel.tasks import WORKER_STOP, CountAll, Find
from kenken_cp.search.backend import DEFAULT_BACKEND
from kenken_cp.search.interrupts import stopped_by_ctrl_c
from kenken_cp.search.protocol import Ended, Limits, Outcome, Search, Status, Visit, Visitor
from kenken_cp.search.run import find_solutions

CUBES_PER_WORKER = 16
"""Their sizes differ, and no worker should be left with the last large one for long."""

MAX_GRIDS_PER_TASK = 5000
"""A cube with more is split again: so the first grids come soon, and those on their way take little
memory.
"""

CUBES_PER_SPLIT = 64
"""Cubes that such a cube is split into. They find its grids once more: the more of them, the fewer
cubes are split again; with 64 about one grid in eight is found twice.
"""


class _Search(NamedTuple):
    """A cube to be searched.

    Attributes:
        known: solutions of it that were visited before it was split off a larger one.
        most: grids to be found, None for all.
    """

    cube: Puzzle
    known: frozenset[Grid]
    most: int | None


def count_in_parallel(
    puzzle: Puzzle,
    limits: Limits | None = None,
    *,
    backend: str = DEFAULT_BACKEND,
    executor: Executor,
    workers: int,
    visit: Visitor | None = None,
) -> Outcome:
    """Counts the solutions of the puzzle's cubes and adds them up; see ``search.count_solutions``.

    Worth it where counting takes seconds. What an engine caches for one cube does not help it with
    the next: puzzles with few clues or none are counted faster by ``cover`` alone.

    Args:
        limits: the seconds are for the whole. A signal to stop reaches running tasks only if the
            executor was given it too; the results of other tasks are ignored.
        workers: how many tasks the executor runs at a time.
        visit: called with each solution where a limit asks for solutions to be found.
    """
    limits = limits or Limits()
    if limits.solutions is not None:
        return solutions_in_parallel(
            puzzle,
            visit,
            limits,
            backend=backend,
            executor=executor,
            workers=workers,
        )
    started = time.perf_counter()
    split = cubes(puzzle, CUBES_PER_WORKER * workers)
    outcome = count_cubes(split, limits, backend=backend, executor=executor, workers=workers)
    return replace(outcome, seconds=time.perf_counter() - started)


def count_cubes(
    disjoint_puzzles: Sequence[Puzzle],
    limits: Limits,
    *,
    backend: str,
    executor: Executor,
    workers: int,
    journal: Journal[Outcome] | None = None,
    on_outcome: Callable[[Outcome], None] | None = None,
) -> Outcome:
    """The sum of the counts of puzzles that share no solution; a lower bound if a limit came first.

    Args:
        limits: ``limits.solutions`` is ignored.
        journal: of ``CountAll(backend)`` on these puzzles.
        on_outcome: called with the outcome of each.
    """
    why_stop, seconds_left = limits.watch(), _clock(limits)
    started = time.perf_counter()
    outcomes = {} if journal is None else dict(journal.results)
    numbers = iter([number for number in range(len(disjoint_puzzles)) if number not in outcomes])

    def following() -> tuple[int, CountAll, Puzzle] | None:
        number = next(numbers, None)
        if number is None:
            return None
        return number, CountAll(backend, None, seconds_left()), disjoint_puzzles[number]

    before = WORKER_STOP.set(limits.stop)  # for tasks that run in this very thread
    try:
        with stopped_by_ctrl_c(limits.stop):
            for number, outcome in completed(executor, following, workers, why_stop):
                outcomes[number] = outcome
                if journal is not None:
                    journal.add(number, outcome)
                if on_outcome is not None:
                    on_outcome(outcome)
    finally:
        WORKER_STOP.reset(before)
    complete = len(outcomes) == len(disjoint_puzzles)
    stopped = None if complete else why_stop() or Status.INTERRUPTED
    return _sum(list(outcomes.values()), stopped, time.perf_counter() - started, backend)


def _sum(
    outcomes: Sequence[Outcome], stopped: Status | None, seconds: float, backend: str
) -> Outcome:
    """The outcome of a count from those of its cubes, all of them unless it was stopped."""
    early = [one.status for one in outcomes if one.status is not Status.EXHAUSTED]
    status = stopped or (early[-1] if early else Status.EXHAUSTED)
    total = Count(sum(one.count for one in outcomes), exact=status is Status.EXHAUSTED)
    figures = _figures([one.statistics for one in outcomes])
    return Outcome(status, total, (), seconds, backend, figures)


def solutions_in_parallel(
    puzzle: Puzzle,
    visit: Visitor | None,
    limits: Limits | None = None,
    *,
    backend: str = DEFAULT_BACKEND,
    executor: Executor,
    workers: int,
) -> Outcome:
    """Calls ``visit`` with each solution, in the order in which the searches of the puzzle's cubes
    end; otherwise like ``search.find_solutions``.
    """
    search = _search_in_parallel(backend, executor, workers)
    return find_solutions(puzzle, visit, limits, backend=backend, search=search)


def _search_in_parallel(backend: str, executor: Executor, workers: int) -> Search:
    """A backend on many workers, as one ``Search``."""

    def search(puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
        why_stop, seconds_left = limits.watch(), _clock(limits)
        # A stack: what a cube is split into comes before other cubes, so that it stays short.
        most = min(limits.solutions or MAX_GRIDS_PER_TASK, MAX_GRIDS_PER_TASK)
        waiting = _searches(cubes(puzzle, CUBES_PER_WORKER * workers), (), most)
        begun = 0
        cut_short: Status | None = None
        figures: list[Mapping[str, int | float]] = []

        def following() -> tuple[_Search, Find, Puzzle] | None:
            nonlocal begun
            if not waiting:
                return None
            begun += 1
            one = waiting.pop()
            return one, Find(backend, one.most, seconds_left()), one.cube

        for one, found in completed(executor, following, tasks_in_flight(workers), why_stop):
            figures.append(found.statistics)
            for grid in found.grids:
                if grid not in one.known and not visit(grid):
                    return Ended(Status.LIMIT, _figures(figures))
                if limits.stop:
                    return Ended(Status.INTERRUPTED, _figures(figures))
            if found.status is Status.LIMIT:
                waiting += _split_again(one.cube, one.known.union(found.grids), most)
            elif found.status is not Status.EXHAUSTED:
                cut_short = found.status
            elif not one.known.issubset(found.grids):
                raise InternalError(f"{backend} lost a grid of {puzzle}")
        if waiting or begun > len(figures):
            cut_short = why_stop() or cut_short
        return Ended(cut_short or Status.EXHAUSTED, _figures(figures))

    return search


def _split_again(cube: Puzzle, known: frozenset[Grid], most: int) -> list[_Search]:
    """The searches that replace that of a cube with too many solutions; if it cannot be split, a
    search for all of them.
    """
    smaller = cubes(cube, CUBES_PER_SPLIT)
    return _searches(smaller, known, most) if len(smaller) > 1 else [_Search(cube, known, None)]


def _searches(split: Sequence[Puzzle], known: Iterable[Grid], most: int) -> list[_Search]:
    """A search for each cube, with those known solutions that are its own, the last first."""
    unassigned = list(known)
    found = []
    for cube in split:
        givens = [(cage.cells[0], cage.target) for cage in cube.cages if len(cage.cells) == 1]
        own: list[Grid] = []
        others: list[Grid] = []
        for grid in unassigned:
            fits = all(grid[row][column] == value for (row, column), value in givens)
            (own if fits else others).append(grid)
        unassigned = others
        found.append(_Search(cube, frozenset(own), most))
    if unassigned:
        raise InternalError(f"no cube of {split[0]} has the solution {unassigned[0]}")
    return found[::-1]


def _figures(statistics: Sequence[Mapping[str, int | float]]) -> dict[str, int | float]:
    """The number of tasks as ``cubes``, and their engines' figures added up."""
    sums: defaultdict[str, int | float] = defaultdict(int)
    for figures in statistics:
        for name, figure in figures.items():
            sums[name] += figure
    return {"cubes": len(statistics), **sums}


def _clock(limits: Limits) -> Callable[[], float | None]:
    """A function that returns the seconds left, a millisecond at least; None without a limit."""
    seconds = limits.seconds
    if seconds is None:
        return lambda: None
    end = time.monotonic() + seconds
    return lambda: max(end - time.monotonic(), 0.001)
