"""The beginning of a search, in this process alone: most searches are over before any worker has
started, and one that finds solutions faster than workers could send them is best left alone.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

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

SECONDS_ALONE = 1.0
"""Time after which a search is handed over to workers."""

MAX_HANDED_OVER = 20_000
"""Solutions found by then; one that has found more goes on alone. A worker's solutions take some
40 microseconds each to send and to check.
"""


class SearchAlone:
    """A search of a puzzle by one engine, which may be handed over.

    Attributes:
        shown: the solutions visited, if it was handed over.
    """

    def __init__(
        self, puzzle: Puzzle, visit: Visit, visit_block: VisitBlock | None, limits: Limits
    ) -> None:
        self._puzzle, self._visit, self._visit_block = puzzle, visit, visit_block
        self._limits = limits
        self._stop = StopSignal()
        self._lock = threading.Lock()
        self._goes_on = self._handed_over = False
        self.shown: set[Grid] = set()

    def run(self, backend: str) -> Ended | None:
        """How the search ended; None if others are to go on."""
        engine = BACKENDS.named(backend)
        search: Search = engine.search
        if engine.blocks and self._visit_block:
            search = partial(search_blocks, engine.blocks, self._see_block)
        timer = threading.Timer(SECONDS_ALONE, self._hand_over)
        timer.daemon = True
        self._limits.stop.subscribe(self._stop.stop)
        timer.start()
        try:
            ended = searched(
                search, self._puzzle, self._see, replace(self._limits, stop=self._stop)
            )
        finally:
            timer.cancel()
            self._limits.stop.unsubscribe(self._stop.stop)
        stopped_by_us = self._handed_over and ended.status is Status.INTERRUPTED
        return None if stopped_by_us and not self._limits.stop else ended

    def _hand_over(self) -> None:
        with self._lock:
            self._handed_over = not self._goes_on
        if self._handed_over:
            self._stop.stop()

    def _see(self, grid: Grid) -> bool:
        self._remember([grid])
        return self._visit(grid)

    def _see_block(self, block: Block) -> bool:
        assert self._visit_block is not None
        if not self._goes_on:
            self._remember(block.grids())
        return self._visit_block(block)

    def _remember(self, grids: Iterable[Grid]) -> None:
        with self._lock:
            if not self._goes_on:
                self.shown.update(grids)
                if len(self.shown) > MAX_HANDED_OVER and not self._handed_over:
                    self._goes_on = True
                    self.shown.clear()
