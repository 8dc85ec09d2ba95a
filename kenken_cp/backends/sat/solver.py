"""An incremental SAT solver that keeps to limits."""

import time
from collections.abc import Callable, Iterable, Sequence

from pysat.solvers import Cadical195

from kenken_cp.search.protocol import Status

_MIN_CONFLICTS = 500
"""Conflicts of the first part of a search; a limit is looked at after each part."""

_SECONDS_PER_PART = 0.05
"""Parts grow, or shrink, until they take about as long."""


class StoppedError(Exception):
    """A limit came before the answer."""

    def __init__(self, status: Status) -> None:
        super().__init__(str(status))
        self.status = status


class Solver:
    """Answers whether clauses can be satisfied, again and again, under changing assumptions.

    Args:
        clauses: tuples of literals; more may be added later.
        why_stop: says why to stop, or None; asked every so many conflicts. May be changed.
    """

    def __init__(
        self, clauses: Iterable[Sequence[int]], why_stop: Callable[[], Status | None]
    ) -> None:
        self._solver = Cadical195(bootstrap_with=clauses)
        self.why_stop = why_stop
        self._conflicts = _MIN_CONFLICTS

    def close(self) -> None:
        """Frees its memory."""
        self._solver.delete()

    def add(self, clause: Sequence[int]) -> None:
        """One more clause."""
        self._solver.add_clause(clause)

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Whether the clauses and the assumptions can be satisfied together.

        Raises:
            StoppedError: if a limit came first.
        """
        while True:
            if status := self.why_stop():
                raise StoppedError(status)
            started = time.perf_counter()
            self._solver.conf_budget(self._conflicts)
            satisfied = self._solver.solve_limited(assumptions=assumptions)
            if satisfied is not None:
                return bool(satisfied)
            took = time.perf_counter() - started
            grown = self._conflicts * min(2.0, max(0.25, _SECONDS_PER_PART / max(took, 1e-6)))
            self._conflicts = max(100, int(grown))

    def model(self) -> list[int]:
        """The literals that hold, by variable, after ``solve`` has returned true."""
        return list(self._solver.get_model())

    def core(self) -> set[int]:
        """Assumptions that cannot hold together, after ``solve`` has returned false."""
        return set(self._solver.get_core() or ())
