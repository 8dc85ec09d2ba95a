"""The backend ``compiled``: exact cover compiled by numba, for many solutions and long searches.

It needs the optional extra ``fast``. The problem and the order of branching are those of ``cover``,
and at the top of the tree so is the inference; but the kernel visits half a million to three
million nodes a second instead of twenty thousand. It was measured against ``xcover`` 0.2.6 (numba,
dancing cells) on the same options, on one core, in single runs:

    ==============================  ============  ===========  ================
    all solutions of                their number  this kernel  xcover
    ==============================  ============  ===========  ================
    9x9, 26 of 37 cages removed           10,175       0.13 s            0.34 s
    9x9, one more removed                683,140       1.9 s             4.2 s
    the Latin squares of order 5         161,280       0.12 s            0.44 s
    ==============================  ============  ===========  ================

So only one engine is kept, ours. It also handles the automata of large cages, can be stopped at any
node, and passes on many solutions at once. xcover's count by decision diagram, whose nodes are
built in Python, took 0.8 s for the first of these puzzles and more than 10 s for the second.

Compiling takes some 10 to 15 seconds, once; for finding solutions alone, one or two. From then on
numba loads the code from its cache on disk.
"""

import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial

import numpy as np

from kenken_cp.backends.cover import search as cover_search
from kenken_cp.backends.cover.arrays import Indices, Numbers, Words, integers
from kenken_cp.backends.cover.compiled import kernel, vector_inference
from kenken_cp.backends.cover.compiled.compiling import NotOnDiskError, announced, refused
from kenken_cp.backends.cover.compiled.kernel_data import (
    Tables,
    cache_of,
    frames_of,
    sums_of,
    tables_of,
)
from kenken_cp.backends.cover.methods import Sharing, expected
from kenken_cp.backends.cover.progress import estimated
from kenken_cp.backends.cover.search_counting import Alone, SearchCounting
from kenken_cp.backends.cover.vector.counting import VectorCounting
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.blocks import Block, cell_type
from kenken_cp.search.progress import Known
from kenken_cp.search.protocol import Ended, Limits, PartOfCount, Status, Visit, VisitBlock

CACHE_BYTES = 1 << 20, 1 << 24, 1 << 27
"""Sizes of the cache of counts, one after the other: most counts are done in less time than it
takes to fill a large one.
"""

MAX_BLOCK = 4096
"""Solutions passed on at once."""

SECONDS_PER_BLOCK = 0.02
"""Time after which fewer solutions are passed on; the first is passed on at once."""

MIN_SECONDS_PER_CALL, MAX_SECONDS_PER_CALL = 0.002, 0.008
"""Time of a call of the kernel: short enough that it stops soon, long enough that the cost of the
call does not matter.
"""


def load(*, compiling: bool) -> bool:
    """Loads the compiled functions that count; returns whether they are ready.

    Args:
        compiling: whether to compile them if they are not on disk.
    """
    cover = ExactCover(Puzzle(1))
    try:
        with announced() if compiling else refused():
            tables = _tables(cover)
            sums, cache = sums_of(cover), cache_of(cover, 1)
            kernel.count(tables, frames_of(cover), sums, cache, _count_state(cover), 1)
            vector_inference.prepare()
    except NotOnDiskError:
        return False
    return True


def search(puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
    """Visits every solution."""
    cover = ExactCover(puzzle)

    def visit_all(found: Indices) -> bool:
        return all(visit(cover.grid(options)) for options in found.tolist())

    return _explore(cover, visit_all, limits)


def blocks(puzzle: Puzzle, _: Visit, visit: VisitBlock, limits: Limits) -> Ended:
    """Visits every solution, up to ``MAX_BLOCK`` at once, soon after they are found."""
    cover = ExactCover(puzzle)
    kind = cell_type(puzzle.values)
    groups = [
        (group.cells, group.first, np.array(group.rows, kind).reshape(-1, len(group.cells)).T)
        for group in cover.option_groups
    ]

    def visit_all(found: Indices) -> bool:
        values = np.empty((len(puzzle.cells), len(found)), kind)
        for (cells, first, rows), options in zip(groups, found.T, strict=True):
            for cell, row in zip(cells, rows, strict=True):
                values[cell] = row[options - first]
        return visit(Block(values, puzzle.columns))

    return _explore(cover, visit_all, limits)


def _tables(cover: ExactCover) -> Tables:
    tables = tables_of(cover)
    kernel.exclusions(tables, len(cover.primary_items) + len(cover.secondary_items))
    return tables


def _search_state() -> Numbers:
    return np.array([0, 1, 0, 0])  # the node at depth 0 is new


def _count_state(cover: ExactCover) -> Numbers:
    return np.array([0, len(cover.primary_items), 0, 0, 0, 0])


def _out(cover: ExactCover, block: int) -> Indices:
    return np.zeros((block, len(cover.option_groups)), np.uint32)


def _explore(cover: ExactCover, visit: Callable[[Indices], bool], limits: Limits) -> Ended:
    """Visits every solution, in rows: an option of each option group, ascending."""
    why_stop = limits.watch()
    with announced(), estimated(limits, cover, Known):
        tables, frames = _tables(cover), frames_of(cover)
        state = _search_state()
        block = MAX_BLOCK if limits.solutions is None else min(MAX_BLOCK, limits.solutions)
        out = _out(cover, block)
        waiting, due, status = 0, 0.0, None
        for nodes in _pace():
            status = why_stop()
            over = status is not None or state[0] < 0
            if waiting and (over or waiting == block or time.monotonic() >= due):
                if not visit(out[:waiting]):
                    status, over = Status.LIMIT, True
                waiting, due = 0, time.monotonic() + SECONDS_PER_BLOCK
            if over:
                break
            waiting += kernel.search(tables, frames, state, out[waiting:], nodes)
    statistics = {"options": cover.options, "nodes": int(state[2])}
    return Ended(status or Status.EXHAUSTED, statistics)


def _pace() -> Iterator[int]:
    """The number of nodes for each call of the kernel, adapted to the time that calls take."""
    nodes = 64
    while True:
        started = time.perf_counter()
        yield nodes
        seconds = time.perf_counter() - started
        if seconds < MIN_SECONDS_PER_CALL:
            nodes *= 2
        elif seconds > MAX_SECONDS_PER_CALL:
            nodes = max(1, nodes // 2)


SECONDS_PER_BOUND = 0.5
"""Time after which the bound that a count has reached is computed again."""

ALONE = Alone(1 << 13, 1 << 13)
"""For how many nodes component caching works alone, before the search of many nodes at a time."""


class CompiledCounting:
    """Counting by search (``search_counting``), compiled, in a thread of its own, which works most
    of the time without the interpreter's lock.
    """

    has_own_core = True

    def __init__(self, cover: ExactCover) -> None:
        self._search = SearchCounting(cover, CompiledCaching(cover), _vector_search, ALONE)
        self.leaves = self.found = 0
        self.sharing: Sharing | None = None
        self.share: float | None = None
        self.steps = self._count()

    @property
    def statistics(self) -> dict[str, int | float]:
        return self._search.statistics

    @property
    def empty_part(self) -> PartOfCount[object] | None:
        return self._search.empty_part

    @property
    def expected(self) -> float:
        return expected(self.found, self.share)

    def at_least(self) -> int:
        self.steps.close()
        return self._search.at_least()

    def _count(self) -> Generator[bool, None, int | None]:
        stop = threading.Event()
        with ThreadPoolExecutor(1, "kenken-cp-count") as threads:
            work = threads.submit(self._work, stop)
            try:
                while not wait((work,), MIN_SECONDS_PER_CALL).done:
                    yield True
            finally:
                stop.set()
                wait((work,))
                self._search.steps.close()
        return work.result()

    def _work(self, stop: threading.Event) -> int | None:
        due = 0.0
        with announced():
            while not stop.is_set():
                self._search.sharing = self.sharing
                try:
                    next(self._search.steps)
                except StopIteration as ended:
                    count: int | None = ended.value
                    return count
                if time.monotonic() > due:  # between two steps, when the sums do not change
                    self.leaves, self.found = self._search.leaves, self._search.found
                    self.share = self._search.share
                    due = time.monotonic() + SECONDS_PER_BOUND
        return None


count = partial(cover_search.count, by=CompiledCounting)
"""How many solutions there are: the portfolio of ``cover`` with a compiled search."""


def _vector_search(cover: ExactCover) -> VectorCounting:
    return VectorCounting(cover, vector_inference.CompiledInference)


class CompiledCaching:
    """Component caching in the kernel: a ``DepthFirstCounting``."""

    has_own_core = False
    sharing: Sharing | None = None  # ignored: it never shares its work
    empty_part = None

    def __init__(self, cover: ExactCover) -> None:
        self._tables, self._frames, self._sums = _tables(cover), frames_of(cover), sums_of(cover)
        self._cover, self._state = cover, _count_state(cover)
        self.steps = self._count()

    @property
    def leaves(self) -> int:
        return int(self._state[5])

    @property
    def statistics(self) -> dict[str, int]:
        _, _, nodes, hits, decomposed, _ = self._state.tolist()
        return {"nodes": nodes, "cache hits": hits, "decomposed": decomposed}

    @property
    def expected(self) -> float:
        return expected(self.found, self.share)

    def at_least(self) -> int:
        return self.found

    @property
    def share(self) -> float:
        """The share of the search tree that is done, all branches of a node counting alike. Of a
        node with components that have no count yet, nothing counts as done.
        """
        tables, frames = self._tables, self._frames
        depth, share = int(self._state[0]), 1.0
        is_top = True
        while depth > 0:
            items = frames.items[depth, : frames.counts[depth]]
            options = _options_of(tables, frames.live[depth], items)
            untried = int(np.bitwise_count(frames.tries[depth]).sum())
            at_work = 0.0 if is_top else 1 - share
            is_top = False
            not_counted = int(self._sums.more[depth])
            share = 0.0 if not_counted else (options - untried - at_work) / options
            depth -= not_counted + 1
        return share

    @property
    def found(self) -> int:
        """The solutions counted so far; of a node with components not counted yet, none."""
        sums, depth, found = self._sums, int(self._state[0]), 0
        while depth > 0:
            not_counted = int(sums.more[depth])
            found += integers(sums.total[depth])
            found *= 0 if not_counted else integers(sums.product[depth])
            depth -= not_counted + 1
        return found + int(integers(sums.total[0]))

    def _count(self) -> Generator[None, None, int]:
        sizes = iter(CACHE_BYTES)
        cache = cache_of(self._cover, next(sizes))
        state = self._state
        for nodes in _pace():
            kernel.count(self._tables, self._frames, self._sums, cache, state, nodes)
            if state[0] == 0:
                break
            yield
            if state[2] > len(cache.keys) and (size := next(sizes, None)):
                # What was cached is lost, but it is little compared to what the new one will hold.
                cache = cache_of(self._cover, size)
        return int(integers(self._sums.total[0]))


def _options_of(tables: Tables, live: Words, items: Indices) -> int:
    """The number of options left of the item with the fewest: the one that was branched on."""
    left = np.bitwise_count(live[tables.words] & tables.masks).astype(np.int64)
    ends = np.concatenate(([0], np.cumsum(left)))
    numbers = ends[tables.starts[items + 1]] - ends[tables.starts[items]]
    return int(numbers.min())
