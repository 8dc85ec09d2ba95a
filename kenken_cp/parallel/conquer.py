"""Cube and conquer: one puzzle, many workers, each of which counts or searches one cube at a time.

All begins in this process alone, and most is over before workers would be worth it. Workers take
cubes as they become free. In a search, a cube with many solutions is split again, so that no worker
is left alone with it.
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
from kenken_cp.parallel.cubes import CUBES_PER_WORKER, cubes
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
"""Of the grids of a cube, some thousands; one with more is split again: the first grids come soon,
and no result takes much memory.
"""

CUBES_PER_SPLIT = 64
"""Cubes that such a cube is split into. They find its grids once more: the more of them, the fewer
cubes are split again; with 64 about one grid in eight is found twice.
"""


class _CubeSearch(NamedTuple):
    """A cube to be searched.

    Attributes:
        known: solutions of it that were visited before it was split off a larger one; None: none.
        most: grids to be found, None for all.
        share: of all work, as far as that is known: cubes that are split off together count alike.
    """

    cube: Puzzle
    known: Block | None
    most: int | None
    share: float


def count_in_parallel(
    puzzle: Puzzle, limits: Limits | None = None, *, backend: str = DEFAULT_BACKEND, pool: Pool
) -> Outcome:
    """Counts the solutions of a puzzle by several workers; see ``search.count_solutions``.

    The count begins in this process alone. If it takes long, the workers help; those engines that
    visit every solution leave it to them, and the counts of the puzzle's cubes are added up.

    Args:
        limits: the seconds are for the whole. A signal to stop reaches running tasks only if the
            executor was given it too; the results of other tasks are ignored.
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
    """The count by a backend, if it would be folly to cut the puzzle for it. That takes a certain
    amount of work and not of time, so in all calls that do parts of a count the answer is the same.

    Args:
        limits: the outcome says so if they come first.
        ours: whether it counts as the part of this call; else as none.
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


def cubes_in_time(
    puzzle: Puzzle, wanted: int, limits: Limits, *, backend: str
) -> tuple[list[Puzzle], Limits] | Outcome:
    """The cubes of a puzzle, and the limits with the time that is left; or the outcome of a count
    if these came first.
    """
    started, remaining = time.perf_counter(), limits.countdown()
    try:
        with limits.enforced():
            return cubes(puzzle, wanted), remaining()
    except StoppedError as stopped:
        seconds = time.perf_counter() - started
        return Outcome(Status(stopped.reason), Count(0, exact=False), (), seconds, backend, {})


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
        journal: of ``CountAll(backend)`` on these puzzles.
        on_outcome: called with the outcome of each.

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
        found = sum(one.count for one in outcomes.values())
        here = len(disjoint_puzzles) - resumed  # of what is to be done in this call
        return Known(found, (len(outcomes) - resumed) / here if here else None)

    lost: WorkersLostError | None = None
    before = WORKER_STOP.set(limits.stop)  # for tasks that run in this very thread
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
        lost = error
    finally:
        WORKER_STOP.reset(before)
    statuses = (one.status for one in outcomes.values())
    early: list[Status] = [status for status in statuses if status is not Status.EXHAUSTED]
    if len(outcomes) < len(disjoint_puzzles):
        early.append(why_stop() or Status.INTERRUPTED)
    status = early[-1] if early else Status.EXHAUSTED
    total = Count(sum(one.count for one in outcomes.values()), exact=status is Status.EXHAUSTED)
    figures = _added_up([one.statistics for one in outcomes.values()])
    outcome = Outcome(status, total, (), time.perf_counter() - started, backend, figures)
    if lost is not None:
        raise WorkersLostError(str(lost), outcome)
    return outcome


def solutions_in_parallel(
    puzzle: Puzzle,
    visit: Visitor | None,
    limits: Limits | None = None,
    *,
    backend: str = DEFAULT_BACKEND,
    pool: Pool,
    visit_block: BlockVisitor | None = None,
) -> Outcome:
    """Calls ``visit`` with each solution; else as ``search.find_solutions``.

    The search begins in this process alone. If it takes long, solutions come as cubes end.
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
    """A backend on many workers: with the first two arguments given, a ``SearchBlocks``."""
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
        for one, (ended, found) in completed(
            pool.executor, searches.following, pool.max_in_flight, why_stop
        ):
            figures.append(ended.statistics)
            new, missed = _unknown(found, one.known)
            if over := _visited(new, visit, visit_block, limits.stop):
                return Ended(over, _added_up(figures))
            if missed and ended.status is Status.EXHAUSTED:
                raise InternalError(f"{backend} lost a grid of {puzzle.name}")
            searches.take(one, ended.status, new)
    return Ended(searches.status(why_stop), _added_up(figures))


def _visited(
    block: Block, visit: Visit, visit_block: VisitBlock | None, stop: StopSignal
) -> Status | None:
    """Has grids visited; returns why no more are to be."""
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
        # A stack: what a cube is split into comes before other cubes, so that it stays short.
        self._waiting = _searches(cubes(puzzle, CUBES_PER_WORKER * workers), known, self._most, 1.0)
        self._at_work = 0
        self._cut_short: Status | None = None

    def following(self) -> tuple[_CubeSearch, Find, Puzzle] | None:
        """The next of them, as ``completed`` wants it."""
        if not self._waiting:
            return None
        self._at_work += 1
        one = self._waiting.pop()
        return one, Find(self._backend, one.most, self._remaining().seconds), one.cube

    def take(self, one: _CubeSearch, status: Status, new: Block) -> None:
        """Notes why the search of a cube ended; what has too many solutions is split again."""
        self._at_work -= 1
        if status is Status.LIMIT:
            self._waiting += _split_again(one, new, self._most)
        elif status is Status.EXHAUSTED:
            self.done += one.share
        else:
            self._cut_short = status

    def status(self, why_stop: Callable[[], Status | None]) -> Status:
        """Why the whole search ended."""
        if self._waiting or self._at_work:
            return why_stop() or self._cut_short or Status.INTERRUPTED
        return self._cut_short or Status.EXHAUSTED


def _unknown(found: Block, known: Block | None) -> tuple[Block, int]:
    """Those of the grids found that are not known, and how many that are known were not found."""
    if known is None:
        return found, 0
    rows, before = found.rows(), set(known.rows())
    new = [number for number, row in enumerate(rows) if row not in before]
    return found[new], len(before.difference(rows))


def _split_again(one: _CubeSearch, new: Block, most: int) -> list[_CubeSearch]:
    """What replaces the search of a cube with too many solutions; one for all if it is whole."""
    known = new if one.known is None else new.beside(one.known)
    smaller = cubes(one.cube, CUBES_PER_SPLIT)
    if len(smaller) <= 1:
        return [_CubeSearch(one.cube, known, None, one.share)]
    return _searches(smaller, known, most, one.share)


def _searches(
    split: Sequence[Puzzle], known: Block | None, most: int, share: float
) -> list[_CubeSearch]:
    """A search for each cube, with those known solutions that are its own, the last first."""
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
    """The number of tasks as ``cubes``, and their engines' figures added up."""
    sums: defaultdict[str, int | float] = defaultdict(int)
    for one in statistics:
        for name, figure in one.items():
            sums[name] += figure
    return {"cubes": len(statistics), **sums}
