"""Exact cover compiled by numba: an optional extra for many solutions and long searches.

The problem and the order of branching are those of ``cover``, and so is the inference, at the top
of the tree; the kernel goes through half a million to three million nodes a second instead of
twenty thousand. It was measured against ``xcover`` 0.2.6 (numba, dancing cells) on the same
options, on one core, in single runs:

    ==============================  ============  ===========  ================
    all solutions of                their number  this kernel  xcover
    ==============================  ============  ===========  ================
    9x9, 26 of 37 cages removed           10,175       0.13 s            0.34 s
    9x9, one more removed                683,140       1.9 s             4.2 s
    the Latin squares of order 5         161,280       0.12 s            0.44 s
    ==============================  ============  ===========  ================

So one engine is kept, ours; it also takes links (the chains of large cages), stops where it is told
to, and hands over many solutions at once. xcover's count by decision diagram, each node of which
comes to Python, took 0.8 s for the first of these puzzles and more than 10 s for the second.

Compiling takes some 5 to 10 seconds, once; numba then loads the code from its cache on disk.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing

import numpy as np
from numpy.typing import NDArray

from kenken_cp.backends.cover import kernel as _kernel
from kenken_cp.backends.cover.arrays import (
    MEMORY,
    Bench,
    Frames,
    Indices,
    Tables,
    bench_of,
    frames_of,
    memory_of,
    number,
    sums_of,
    tables_of,
)
from kenken_cp.backends.cover.compiling import announced
from kenken_cp.backends.cover.components import Race, Steps
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.blocks import Block, cell_type
from kenken_cp.search.protocol import Counted, Ended, Limits, Status, Visit, VisitBlock

BLOCK = 4096
"""Solutions handed over at once, at most."""

GATHER = 0.02
"""Seconds after which solutions are handed over if they are fewer; the first at once."""

SHORT, LONG = 0.002, 0.008
"""Seconds that the kernel is left alone: between the two nobody waits long for it to stop, and what
it costs to start it does not count."""


def search(puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
    """Visits every solution."""
    cover = ExactCover(puzzle)

    def visit_all(found: Indices) -> bool:
        return all(visit(cover.filled(options)) for options in found.tolist())

    return _explore(cover, visit_all, limits)


def blocks(puzzle: Puzzle, _: Visit, visit: VisitBlock, limits: Limits) -> Ended:
    """Visits every solution, many at once: at most ``BLOCK``, and as they are found."""
    cover = ExactCover(puzzle)
    kind = cell_type(puzzle.values)
    parts = [
        (part.cells, part.first, np.array(part.rows, kind).reshape(-1, len(part.cells)).T)
        for part in cover.parts
    ]

    def visit_all(found: Indices) -> bool:
        values = np.empty((puzzle.size**2, len(found)), kind)
        for (cells, first, rows), options in zip(parts, found.T, strict=True):
            for cell, row in zip(cells, rows, strict=True):
                values[cell] = row[options - first]
        return visit(Block(values))

    return _explore(cover, visit_all, limits)


def count(puzzle: Puzzle, limits: Limits) -> Counted:
    """How many solutions there are, without building any; ``limits.solutions`` is not heeded.

    The kernel counts by remainders, beside counting by layers, which is far better on a board with
    few clues.
    """
    why_stop = limits.watch()
    cover = ExactCover(puzzle)
    with closing(Race(cover, Remainders(cover))) as race:
        return race.counted(why_stop)


def _prepared(cover: ExactCover) -> tuple[Tables, Frames, Bench]:
    tables = tables_of(cover)
    _kernel.exclusions(tables, len(cover.items) + len(cover.loose))
    return tables, frames_of(cover), bench_of(cover)


def _explore(cover: ExactCover, visit: Callable[[Indices], bool], limits: Limits) -> Ended:
    """Visits every solution, as rows of options: one of each part, ascending."""
    why_stop = limits.watch()
    with announced():
        tables, frames, bench = _prepared(cover)
        frames.live[0], frames.items[0], frames.counts[0] = (
            bench.live,
            bench.items,
            len(cover.items),
        )
        state = np.array([0, 1, 0, 0])  # the board at depth 0 is new
        room = BLOCK if limits.solutions is None else min(BLOCK, limits.solutions)
        out = np.zeros((room, len(cover.parts)), np.uint32)
        waiting, due, status = 0, 0.0, None
        for nodes in _pace():
            status = why_stop()
            over = status is not None or state[0] < 0
            if waiting and (over or waiting == room or time.monotonic() >= due):
                if not visit(out[:waiting]):
                    status, over = Status.LIMIT, True
                waiting, due = 0, time.monotonic() + GATHER
            if over:
                break
            waiting += _kernel.search(tables, frames, bench, state, out[waiting:], nodes)
    statistics = {"options": cover.options, "nodes": int(state[2])}
    return Ended(status or Status.EXHAUSTED, statistics)


def _pace() -> Iterator[int]:
    """How many nodes the kernel is to do before it comes back, time after time."""
    nodes = 64
    while True:
        started = time.perf_counter()
        yield nodes
        seconds = time.perf_counter() - started
        if seconds < SHORT:
            nodes *= 2
        elif seconds > LONG:
            nodes = max(1, nodes // 2)


class Remainders:
    """Counting by remainders in the kernel, which needs no interpreter: in a thread of its own."""

    turn = 0.0

    def __init__(self, cover: ExactCover) -> None:
        self._cover = cover
        self._sums = sums_of(cover)
        self._state: NDArray[np.int64] = np.array([0, len(cover.items), 0, 0, 0, 0])
        self.steps = self._count()

    @property
    def met(self) -> int:
        return int(self._state[5])

    @property
    def statistics(self) -> dict[str, int]:
        _, _, nodes, remembered, multiplied, _ = self._state.tolist()
        return {"nodes": nodes, "remembered": remembered, "multiplied": multiplied}

    def at_least(self) -> int:
        """What has been counted, where the remainders counted are not to be multiplied with one of
        which nothing has been found yet.
        """
        self.steps.close()
        sums, depth, found = self._sums, int(self._state[0]), 0
        while depth > 0:
            found = (found + number(sums.total[depth])) * number(sums.product[depth])
            waiting = int(sums.more[depth])
            if waiting:
                found = 0
            depth -= waiting + 1
        return found + number(sums.total[0])

    def _count(self) -> Steps:
        stop = threading.Event()
        with ThreadPoolExecutor(1, "kenken-cp-count") as threads:
            work = threads.submit(self._work, stop)
            try:
                while not wait((work,), SHORT).done:
                    yield
            finally:
                stop.set()
        work.result()
        return number(self._sums.total[0])

    def _work(self, stop: threading.Event) -> None:
        with announced():
            tables, frames, bench = _prepared(self._cover)
            sizes = iter(MEMORY)
            memory = memory_of(self._cover, next(sizes))
            state = self._state
            for nodes in _pace():
                _kernel.count(tables, frames, bench, self._sums, memory, state, nodes)
                if state[0] == 0 or stop.is_set():
                    break
                if state[2] > len(memory.keys) and (size := next(sizes, None)):
                    # What was remembered is lost: little, against what the new one will hold.
                    memory = memory_of(self._cover, size)
