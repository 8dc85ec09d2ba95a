"""SAT, and CP-SAT beside it, until one of them has found every solution.

SAT begins: it solves most boards before CP-SAT has its model. On a board that takes it longer
either may be ten times as fast as the other, and nothing known beforehand tells which. So CP-SAT
joins in a thread of its own, on another core if there is one; SAT works in the caller's thread,
which also visits the grids of both, each once.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from kenken_cp.backends.cp_sat.solve import SECONDS_BETWEEN_CHECKS, CpSatSearch
from kenken_cp.backends.sat import SatSearch
from kenken_cp.clock import Clock, Status
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import instance
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.engine import Ended, Visit

CP_SAT, SAT = "cp-sat", "sat"

MAX_CLAUSES = 650_000
"""Clauses of the largest board that SAT searches; both engines together then take half a gigabyte.
"""

STEPS_ALONE = 2
"""Steps of SAT before CP-SAT joins; a step is 500 to 2000 conflicts, or a grid found. Of 22 hard
boards of the benchmarks SAT solves 17 by then, and 10 of these in less time than CP-SAT's model
takes to make.
"""

SECONDS_OF_SAT = 0.1
"""Work of SAT after which it waits for CP-SAT. While SAT runs, CP-SAT cannot hand over grids: SAT
holds the interpreter's lock.
"""

SECONDS_BETWEEN_GRIDS = 0.005
"""SAT goes on once CP-SAT has found no grid for so long."""

MAX_LEAD = 1000
"""Grids by which one engine may be ahead of the other before the slower engine is dropped: all
grids that only one of them has found are remembered.
"""


def search(
    puzzle: Puzzle, visit: Visit, clock: Clock, seen: set[Grid], most: int | None = None
) -> Ended | None:
    """Visits every solution that is not in ``seen``; adds it to ``seen`` if ``most`` is given.

    Args:
        seen: grids that were visited before.
        most: how many grids may be visited; None for no bound.

    Returns:
        How it ended; None if it was given up once it had visited ``most``.
    """
    race = _Race(puzzle, seen)
    visited = 0
    for grids in race.batches():
        if grids and not visit(grids):
            return Ended(Status.LIMIT, race.statistics, race.leader)
        visited += len(grids)
        if most is not None:
            seen.update(grids)
            if visited >= most:
                return None
        clock.check()
    return Ended(Status.EXHAUSTED, race.statistics, race.winner)


class _Race:
    """A race between the two engines.

    Attributes:
        winner: the engine that has found every grid, once there is one.
        statistics: the figures of both, by name.
    """

    def __init__(self, puzzle: Puzzle, seen: set[Grid]) -> None:
        self._puzzle, self._seen = puzzle, frozenset(seen)
        self._found = {CP_SAT: 0, SAT: 0}
        self._only_by: dict[str, set[Grid]] = {CP_SAT: set(), SAT: set()}
        self._both_running = True
        self.winner = ""
        self.statistics: dict[str, int | float] = {}

    def batches(self) -> Iterator[list[Grid]]:
        """Every solution once, in batches, which may be empty, until one engine is done."""
        with CpSatSearch(instance(self._puzzle)) as cp_sat:
            yield from self._by_both(cp_sat)
            self._both_running = False
            while not self.winner:
                cp_sat.start()  # if SAT did not
                yield self._record_and_filter(CP_SAT, cp_sat.take(SECONDS_BETWEEN_CHECKS))
                if cp_sat.is_done:
                    self.winner = CP_SAT
            self._note(CP_SAT, cp_sat.statistics)

    def _by_both(self, cp_sat: CpSatSearch) -> Iterator[list[Grid]]:
        """SAT, then both, until one of them is done or SAT is given up."""
        try:
            sat = SatSearch(self._puzzle, MAX_CLAUSES)
        except TooLargeError:
            return
        turn_ends = 0.0
        for step, grid in enumerate(sat.steps(), 1):
            yield self._record_and_filter(SAT, [] if grid is None else [grid])
            self._note(SAT, sat.statistics)
            lead = self._found[SAT] - self._found[CP_SAT]
            if lead > MAX_LEAD:
                cp_sat.stop()
                self._both_running = False
            if step < STEPS_ALONE or cp_sat.is_stopped:
                continue
            cp_sat.start()
            is_turn_over = time.thread_time() > turn_ends
            while grids := cp_sat.take(SECONDS_BETWEEN_GRIDS if is_turn_over else 0):
                yield self._record_and_filter(CP_SAT, grids)
            if is_turn_over:
                turn_ends = time.thread_time() + SECONDS_OF_SAT
            if cp_sat.is_done:
                self.winner = CP_SAT
            if self.winner or lead < -MAX_LEAD:
                return
        self.winner = SAT

    def _record_and_filter(self, engine: str, grids: list[Grid]) -> list[Grid]:
        """Those of an engine's grids that were not visited before; it counts and remembers them."""
        self._found[engine] += len(grids)
        by_other = self._only_by[SAT if engine == CP_SAT else CP_SAT]
        new = [grid for grid in grids if grid not in self._seen and grid not in by_other]
        by_other.difference_update(grids)  # each comes from both engines once
        if self._both_running:
            self._only_by[engine].update(new)
        return new

    @property
    def leader(self) -> str:
        """The engine that has found more so far."""
        return max(self._found, key=self._found.__getitem__)

    def _note(self, engine: str, figures: Mapping[str, int | float]) -> None:
        self.statistics |= {f"{engine} {name}": figure for name, figure in figures.items()}
