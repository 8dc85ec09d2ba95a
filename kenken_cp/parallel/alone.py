"""The beginning of a search, in this process alone.

Most searches are over before any worker could start. And a search that finds solutions faster than
workers could send them is not handed over to workers at all.
"""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.backend import BACKENDS
from kenken_cp.search.protocol import (
    Ended,
    Limits,
    Search,
    Status,
    StopSignal,
    Visit,
    VisitBlock,
    search_blocks,
    searched,
)

if TYPE_CHECKING:
    from kenken_cp.search.blocks import Block

_Shown = TypeVar("_Shown")

SECONDS_ALONE = 1.0
"""CPU time of this process after which a search is handed over to workers."""

MIN_FOUND, SECONDS_AFTER_MIN_FOUND = 5000, 2.5
"""A search that has found more solutions than this is handed over only after that much CPU time: it
may just be switching to an engine that finds many at once, which may take a second to load.
"""

MAX_TIMES_LONGER = 4
"""The elapsed time of all this, as a multiple of its CPU time: on a busy machine work takes longer,
and an engine may leave its work to other processes.
"""

_LEAST_WAIT = 0.01
"""The least time between two checks of the time."""

MAX_HANDED_OVER = 50_000
"""Solutions of the largest search that is handed over. One that has found more goes on alone:
workers would start over, and each would have to find again the engine that is so fast.
"""


class SearchAlone:
    """A search of a puzzle by one backend, which may be handed over to workers."""

    def __init__(
        self, puzzle: Puzzle, visit: Visit, visit_block: VisitBlock | None, limits: Limits
    ) -> None:
        self._puzzle, self._visit, self._visit_block = puzzle, visit, visit_block
        self._limits = limits
        self._stop = StopSignal()
        self._lock = threading.Lock()
        self._goes_on = self._handed_over = False
        self._over = threading.Event()
        self._found = 0
        self._grids: list[Grid] = []
        self._blocks: list[Block] = []

    @property
    def shown(self) -> Block:
        """The solutions that were visited, if the search is handed over."""
        from kenken_cp.search.blocks import Gathered  # it imports numpy: few searches come here

        shown = Gathered(self._puzzle)
        for grid in self._grids:
            shown.add(grid)
        for block in self._blocks:
            shown.add_block(block)
        return shown.block()

    def run(self, backend: str) -> Ended | None:
        """Runs the search; returns how it ended, or None if it is handed over."""
        engine = BACKENDS.named(backend)
        search: Search = engine.search
        if engine.blocks and self._visit_block:
            search = partial(search_blocks, engine.blocks, self._see_block)
        waiting = threading.Thread(target=self._wait, args=(time.process_time(),), daemon=True)
        self._limits.stop.subscribe(self._stop.stop)
        waiting.start()
        try:
            ended = searched(
                search, self._puzzle, self._see, replace(self._limits, stop=self._stop)
            )
        finally:
            self._over.set()
            self._limits.stop.unsubscribe(self._stop.stop)
        stopped_by_us = self._handed_over and ended.status is Status.INTERRUPTED
        return None if stopped_by_us and not self._limits.stop else ended

    def _wait(self, began: float) -> None:
        """Waits until the search is over, or it is time to hand it over."""
        started, left = time.monotonic(), SECONDS_ALONE
        while left > 0 and not self._over.wait(max(left, _LEAST_WAIT)):
            seconds = SECONDS_AFTER_MIN_FOUND if self._found > MIN_FOUND else SECONDS_ALONE
            left = min(
                seconds - (time.process_time() - began),
                seconds * MAX_TIMES_LONGER - (time.monotonic() - started),
            )
        if left <= 0:
            self._hand_over()

    def _hand_over(self) -> None:
        with self._lock:
            self._handed_over = not self._goes_on
        if self._handed_over:
            self._stop.stop()

    def _see(self, grid: Grid) -> bool:
        self._remember(self._grids, grid, 1)
        return self._visit(grid)

    def _see_block(self, block: Block) -> bool:
        assert self._visit_block is not None
        self._remember(self._blocks, block, len(block))
        return self._visit_block(block)

    def _remember(self, shown: list[_Shown], new: _Shown, number: int) -> None:
        with self._lock:
            if not self._goes_on:
                shown.append(new)
                self._found += number
                if self._found > MAX_HANDED_OVER and not self._handed_over:
                    self._goes_on = True
                    self._grids, self._blocks = [], []
