"""Cube and conquer: one puzzle, many workers, each of which counts or searches one cube at a time.

All work begins in this process alone, and most is over before workers would be worth starting.
Workers take cubes as they become free. In a search, a cube with many solutions is split again, so
that it does not keep one worker busy when all others are done.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kenken_cp.checkpoints import StoppedError
from kenken_cp.errors import InternalError
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.parallel.alone import SECONDS_ALONE, SearchAlone
from kenken_cp.parallel.context import WORKER_STOP
from kenken_cp.parallel.cubes import CUBES_PER_WORKER, cubes, cubes_in_time
from kenken_cp.parallel.helpers import PoolHelpers
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.pool import Pool, WorkersLostError, completed, lost
from kenken_cp.parallel.tasks import CountAll, Find
from kenken_cp.search.backend import BACKENDS, DEFAULT_BACKEND
from kenken_cp.search.interrupts import stopped_by_ctrl_c
from kenken_cp.search.progress import Known
from kenken_cp.search.protocol import (
    BlockVisitor,
    Counted,
    Ended,
    Limits,
    Outcome,
    Remaining,
    Status,
    StopSignal,
    Visit,
    VisitBlock,
    Visitor,
)
from kenken_cp.search.run import count_solutions, find_solutions

if TYPE_CHECKING:
    from kenken_cp.search.blocks import Block

MAX_CELLS_PER_TASK = 1 << 20
"""Cells of all grids of a result, some thousands of grids. A cube with more is split again, so that
the first grids come soon and no result takes much memory.
"""

CUBES_PER_SPLIT = 64
"""Cubes into which such a cube is split. They find its grids again; but the more of them, the fewer
cubes are split again. With 64, about one grid in eight is found twice.
"""


class _CubeSearch(NamedTuple):
    """A cube to be searched.

    Attributes:
        known: those of its solutions that were visited already; None if there are none.
        most: the number of grids to be found; None for all.
        share: its share of all work, where all cubes of one split count alike.
    """

    cube: Puzzle
    known: Block | None
    most: int | None
    share: float


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
    on_outcome: Callable[[Outcome], None] | None = None,
) -> Outcome:
    """The sum of the counts of puzzles that share no solution; a lower bound if a limit came first.

    Args:
        limits: ``limits.solutions`` is ignored.
        journal: the journal of ``CountAll(backend)`` on these puzzles.
        on_outcome: called with the outcome of each puzzle.

    Raises:
        WorkersLostError: if a worker, or the connection to it, is lost for good; its ``outcome``
            has the lower bound.
    """
    why_stop, remaining = limits.watch(), limits.countdown()
    started = time.perf_counter()
    outcomes = {} if journal is None else dict(journal.results)
    resumed = len(outcomes)
    to_do = (
        (number, CountAll(backend, None, remaining().seconds), cube)
        for number, cube in enumerate(disjoint_puzzles)
        if number not in outcomes
    )

    def known() -> Known:
        found = sum(outcome.count for outcome in outcomes.values())
        in_this_call = len(disjoint_puzzles) - resumed
        share = (len(outcomes) - resumed) / in_this_call if in_this_call else None
        return Known(found, share)

    broken: WorkersLostError | None = None
    before = WORKER_STOP.set(limits.stop)  # for tasks that run in this thread
    try:
        with stopped_by_ctrl_c(limits.stop), limits.measured(known):
            for number, outcome in completed(
                pool.executor, lambda: next(to_do, None), pool.workers, why_stop
            ):
                outcomes[number] = outcome
                if journal is not None:
                    journal.add(number, outcome)
                if on_outcome is not None:
                    on_outcome(outcome)
    except WorkersLostError as error:
        broken = error
    finally:
        WORKER_STOP.reset(before)
    is_complete = len(outcomes) == len(disjoint_puzzles)
    missing = None if is_complete else why_stop() or Status.INTERRUPTED
    outcome = _sum(list(outcomes.values()), missing, backend, time.perf_counter() - started)
    if broken is not None:
        raise WorkersLostError(str(broken), outcome)
    return outcome


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
    figures = _added_up([outcome.statistics for outcome in outcomes])
    return Outcome(early[-1] if early else Status.EXHAUSTED, total, (), seconds, backend, figures)


def solutions_in_parallel(
    puzzle: Puzzle,
    visit: Visitor | None,
    limits: Limits | None = None,
    *,
    backend: str = DEFAULT_BACKEND,
    pool: Pool,
    visit_block: BlockVisitor | None = None,
) -> Outcome:
    """Visits each solution, found by several workers; see ``search.run.find_solutions``.

    The search begins in this process alone. If it takes long, solutions come whenever the search of
    a cube ends.
    """
    blocks = partial(_search, backend, pool)
    return find_solutions(
        puzzle,
        visit,
        limits,
        backend=backend,
        search=lambda puzzle, visit, limits: blocks(puzzle, visit, None, limits),
        blocks=blocks,
        visit_block=visit_block,
    )


def _search(
    backend: str,
    pool: Pool,
    puzzle: Puzzle,
    visit: Visit,
    visit_block: VisitBlock | None,
    limits: Limits,
) -> Ended:
    """A backend on many workers; with the first two arguments bound, a ``SearchBlocks``."""
    why_stop, remaining = limits.watch(), limits.countdown()
    known: Block | None = None
    if pool.workers > 1:
        alone = SearchAlone(puzzle, visit, visit_block, limits)
        ended = alone.run(backend)
        if ended is not None:
            return ended
        known = alone.shown
    searches = _CubeSearches(backend, puzzle, known, pool.workers, remaining)
    figures: list[Mapping[str, int | float]] = []
    with limits.measured(lambda: Known(0, searches.done)):
        for search, (ended, found) in completed(
            pool.executor, searches.next_task, pool.max_in_flight, why_stop
        ):
            figures.append(ended.statistics)
            new, missed = _unknown(found, search.known)
            if over := _visited(new, visit, visit_block, limits.stop):
                return Ended(over, _added_up(figures))
            if missed and ended.status is Status.EXHAUSTED:
                raise InternalError(f"{backend} lost a grid of {puzzle.name}")
            searches.take(search, ended.status, new)
    return Ended(searches.status(why_stop), _added_up(figures))


def _visited(
    block: Block, visit: Visit, visit_block: VisitBlock | None, stop: StopSignal
) -> Status | None:
    """Visits grids; returns the reason to stop, if there is one."""
    if visit_block is not None:
        if len(block) and not visit_block(block):
            return Status.LIMIT
        return Status.INTERRUPTED if stop else None
    for grid in block.grids():
        if not visit(grid):
            return Status.LIMIT
        if stop:
            return Status.INTERRUPTED
    return None


class _CubeSearches:
    """The cubes of a puzzle that are to be searched.

    Attributes:
        done: the share of all work that is done.
    """

    def __init__(
        self, backend: str, puzzle: Puzzle, known: Block | None, workers: int, remaining: Remaining
    ) -> None:
        self.done = 0.0
        self._backend, self._remaining = backend, remaining
        most = max(1, MAX_CELLS_PER_TASK // len(puzzle.cells))
        self._most = min(remaining().solutions or most, most)
        # A stack: the cubes that a cube is split into come before others, so that it stays short.
        self._waiting = _searches(cubes(puzzle, CUBES_PER_WORKER * workers), known, self._most, 1.0)
        self._in_flight = 0
        self._cut_short: Status | None = None

    def next_task(self) -> tuple[_CubeSearch, Find, Puzzle] | None:
        """The search of the next cube, as a task for ``completed``."""
        if not self._waiting:
            return None
        self._in_flight += 1
        search = self._waiting.pop()
        return search, Find(self._backend, search.most, self._remaining().seconds), search.cube

    def take(self, search: _CubeSearch, status: Status, new: Block) -> None:
        """Notes how the search of a cube ended; a cube with too many solutions is split again."""
        self._in_flight -= 1
        if status is Status.LIMIT:
            self._waiting += _split_again(search, new, self._most)
        elif status is Status.EXHAUSTED:
            self.done += search.share
        else:
            self._cut_short = status

    def status(self, why_stop: Callable[[], Status | None]) -> Status:
        """Why the whole search ended."""
        if self._waiting or self._in_flight:
            return why_stop() or self._cut_short or Status.INTERRUPTED
        return self._cut_short or Status.EXHAUSTED


def _unknown(found: Block, known: Block | None) -> tuple[Block, int]:
    """The grids found that are not known, and the number of known grids that were not found."""
    if known is None:
        return found, 0
    rows, before = found.rows(), set(known.rows())
    new = [number for number, row in enumerate(rows) if row not in before]
    return found[new], len(before.difference(rows))


def _split_again(search: _CubeSearch, new: Block, most: int) -> list[_CubeSearch]:
    """The searches that replace that of a cube with too many solutions: of smaller cubes, or, if it
    cannot be split, one for all its solutions.
    """
    known = new if search.known is None else new.beside(search.known)
    smaller = cubes(search.cube, CUBES_PER_SPLIT)
    if len(smaller) <= 1:
        return [_CubeSearch(search.cube, known, None, search.share)]
    return _searches(smaller, known, most, search.share)


def _searches(
    split: Sequence[Puzzle], known: Block | None, most: int, share: float
) -> list[_CubeSearch]:
    """A search for each cube, with the known solutions that are its own; the last cube first."""
    found = []
    for cube in split:
        own = None
        if known is not None:
            marks = known.having(cube.givens)
            own, known = known[marks], known[~marks]
        found.append(_CubeSearch(cube, own, most, share / len(split)))
    if known is not None and len(known):
        grid = next(known.grids())
        raise InternalError(f"no cube of {split[0].name} has the solution {grid}")
    return found[::-1]


def _added_up(statistics: Sequence[Mapping[str, int | float]]) -> dict[str, int | float]:
    """The engines' figures of all tasks, added up, and the number of tasks as ``cubes``."""
    sums: defaultdict[str, int | float] = defaultdict(int)
    for figures in statistics:
        for name, figure in figures.items():
            sums[name] += figure
    return {"cubes": len(statistics), **sums}
