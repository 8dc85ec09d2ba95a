"""One puzzle, many workers: its cubes are counted or searched apart."""

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
from kenken_cp.parallel.pool import completed, room
from kenken_cp.parallel.tasks import STOP, CountAll, Find
from kenken_cp.search.backend import DEFAULT_BACKEND
from kenken_cp.search.interrupts import stopped_by_ctrl_c
from kenken_cp.search.protocol import Ended, Limits, Outcome, Search, Status, Visit, Visitor
from kenken_cp.search.run import find_solutions

CUBES_PER_WORKER = 16
"""Their sizes differ, and no worker should be left with the last large one for long."""

MOST_GRIDS = 5000
"""Grids of one result. A cube with more is cut again: so the first grids come soon, and those on
their way take no memory worth speaking of.
"""

CUT_AGAIN = 64
"""Cubes that such a cube is cut into. They find its grids once more: the more of them, the fewer
cubes are cut again; with 64 about one grid in eight is found twice.
"""


class _Search(NamedTuple):
    """A cube to be searched.

    Attributes:
        known: solutions of it that have been visited before it was cut out of a larger one.
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

    Worth it where counting takes seconds. What an engine remembers of one cube does not help it
    with the next: of puzzles with few clues or none ``cover`` counts faster alone.

    Args:
        limits: the seconds are for the whole. A signal to stop reaches tasks that are running only
            if the executor was given it too; of others it takes no more notice.
        workers: how many tasks the executor does at a time.
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
    parts = cubes(puzzle, CUBES_PER_WORKER * workers)
    outcome = count_cubes(parts, limits, backend=backend, executor=executor, workers=workers)
    return replace(outcome, seconds=time.perf_counter() - started)


def count_cubes(
    parts: Sequence[Puzzle],
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
        limits: ``limits.solutions`` is not heeded.
        journal: of ``CountAll(backend)`` on these puzzles.
        on_outcome: called with the outcome of each.
    """
    why_stop, seconds_left = limits.watch(), _clock(limits)
    started = time.perf_counter()
    outcomes = {} if journal is None else dict(journal.results)
    numbers = iter([number for number in range(len(parts)) if number not in outcomes])

    def following() -> tuple[int, CountAll, Puzzle] | None:
        number = next(numbers, None)
        if number is None:
            return None
        return number, CountAll(backend, None, seconds_left()), parts[number]

    before = STOP.set(limits.stop)  # for tasks that are done in this very thread
    try:
        with stopped_by_ctrl_c(limits.stop):
            for number, outcome in completed(executor, following, workers, why_stop):
                outcomes[number] = outcome
                if journal is not None:
                    journal.add(number, outcome)
                if on_outcome is not None:
                    on_outcome(outcome)
    finally:
        STOP.reset(before)
    short: list[Status]
    short = [one.status for one in outcomes.values() if one.status is not Status.EXHAUSTED]
    if len(outcomes) < len(parts):
        short.append(why_stop() or Status.INTERRUPTED)
    total = Count(sum(one.count for one in outcomes.values()), exact=not short)
    figures = _sums([one.statistics for one in outcomes.values()])
    seconds = time.perf_counter() - started
    return Outcome(short[-1] if short else Status.EXHAUSTED, total, (), seconds, backend, figures)


def solutions_in_parallel(
    puzzle: Puzzle,
    visit: Visitor | None,
    limits: Limits | None = None,
    *,
    backend: str = DEFAULT_BACKEND,
    executor: Executor,
    workers: int,
) -> Outcome:
    """Calls ``visit`` with each solution, as the searches of the puzzle's cubes end, in whatever
    order that is; otherwise as ``search.each_solution``.
    """
    search = _search_in_parallel(backend, executor, workers)
    return find_solutions(puzzle, visit, limits, backend=backend, search=search)


def _search_in_parallel(backend: str, executor: Executor, workers: int) -> Search:
    """A backend at work on cubes, as a search like any other."""

    def search(puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
        why_stop, seconds_left = limits.watch(), _clock(limits)
        # A stack: the pieces of a cube come before other cubes, so that there are never many.
        most = MOST_GRIDS if limits.solutions is None else min(limits.solutions, MOST_GRIDS)
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

        for one, found in completed(executor, following, room(workers), why_stop):
            figures.append(found.statistics)
            for grid in found.grids:
                if grid not in one.known and not visit(grid):
                    return Ended(Status.LIMIT, _sums(figures))
                if limits.stop:
                    return Ended(Status.INTERRUPTED, _sums(figures))
            if found.status is Status.LIMIT:
                waiting += _cut_again(one.cube, one.known.union(found.grids), most)
            elif found.status is not Status.EXHAUSTED:
                cut_short = found.status
            elif not one.known.issubset(found.grids):
                raise InternalError(f"{backend} lost a grid of {puzzle}")
        if waiting or begun > len(figures):
            cut_short = why_stop() or cut_short
        return Ended(cut_short or Status.EXHAUSTED, _sums(figures))

    return search


def _cut_again(cube: Puzzle, known: frozenset[Grid], most: int) -> list[_Search]:
    """The pieces of a cube with too many solutions; the cube as it is, to be searched to the end,
    if it cannot be cut.
    """
    pieces = cubes(cube, CUT_AGAIN)
    return _searches(pieces, known, most) if len(pieces) > 1 else [_Search(cube, known, None)]


def _searches(pieces: Sequence[Puzzle], known: Iterable[Grid], most: int) -> list[_Search]:
    """The pieces, each with what is known of its solutions, the last first."""
    unclaimed = list(known)
    found = []
    for piece in pieces:
        givens = [(cage.cells[0], cage.target) for cage in piece.cages if len(cage.cells) == 1]
        mine: list[Grid] = []
        others: list[Grid] = []
        for grid in unclaimed:
            fits = all(grid[row][column] == value for (row, column), value in givens)
            (mine if fits else others).append(grid)
        unclaimed = others
        found.append(_Search(piece, frozenset(mine), most))
    if unclaimed:
        raise InternalError(f"no cube of {pieces[0]} has the solution {unclaimed[0]}")
    return found[::-1]


def _sums(figures: Sequence[Mapping[str, int | float]]) -> dict[str, int | float]:
    """How many cubes were gone through, and their engines' figures added up."""
    sums: defaultdict[str, int | float] = defaultdict(int)
    for mapping in figures:
        for name, figure in mapping.items():
            sums[name] += figure
    return {"cubes": len(figures), **sums}


def _clock(limits: Limits) -> Callable[[], float | None]:
    """A function that says how many seconds are left from now on; always a few."""
    seconds = limits.seconds
    if seconds is None:
        return lambda: None
    end = time.monotonic() + seconds
    return lambda: max(end - time.monotonic(), 0.001)
