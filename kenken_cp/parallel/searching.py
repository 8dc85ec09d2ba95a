"""Searching one puzzle by many workers, each of which searches one of its cubes at a time.

A search begins in this process alone, and most are over before workers would be worth starting.
Workers take cubes as they become free. A cube with many solutions is split again, so that it does
not keep one worker busy when all others are done.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kenken_cp.errors import InternalError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.parallel.alone import SearchAlone
from kenken_cp.parallel.cubes import CUBES_PER_WORKER, cubes
from kenken_cp.parallel.pool import Pool, completed
from kenken_cp.parallel.tasks import Find
from kenken_cp.search.backend import DEFAULT_BACKEND
from kenken_cp.search.progress import Known
from kenken_cp.search.protocol import (
    BlockVisitor,
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
from kenken_cp.search.run import find_solutions

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
                return Ended(over, added_up(figures))
            if missed and ended.status is Status.EXHAUSTED:
                raise InternalError(f"{backend} lost a grid of {puzzle.name}")
            searches.take(search, ended.status, new)
    return Ended(searches.status(why_stop), added_up(figures))


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


def added_up(statistics: Sequence[Mapping[str, int | float]]) -> dict[str, int | float]:
    """The engines' figures of all tasks, added up, and the number of tasks as ``cubes``."""
    sums: defaultdict[str, int | float] = defaultdict(int)
    for figures in statistics:
        for name, figure in figures.items():
            sums[name] += figure
    return {"cubes": len(statistics), **sums}
