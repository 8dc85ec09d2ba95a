"""Asking, again and again, whether some of a puzzle's constraints can be satisfied together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType

from kenken_cp.backends.sat.solver import Solver
from kenken_cp.encode.cnf import Cnf
from kenken_cp.encode.instance import Constraint, Kind, instance
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Limits, Status

WhyStop = Callable[[], Status | None]
"""Says why to stop now, or None: ``Limits.watch()``."""

Constraints = frozenset[Constraint]


class Questions:
    """One SAT solver for all questions about a puzzle; each learns from those before.

    Args:
        kinds: what can be left out of a question; the rest always holds.

    Attributes:
        constraints: all that can be left out.
    """

    def __init__(self, puzzle: Puzzle, kinds: Collection[Kind], why_stop: WhyStop) -> None:
        self.puzzle = puzzle
        self._cnf = Cnf(instance(puzzle), kinds)
        self._constraint = {guard: one for one, guard in self._cnf.guards.items()}
        self._solver = Solver(self._cnf.clauses, why_stop)
        self.constraints: Constraints = frozenset(self._cnf.guards)

    def __enter__(self) -> Questions:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._solver.close()

    def grid(self, only: Iterable[Constraint], literals: Iterable[int] = ()) -> Grid | None:
        """A grid that satisfies only some of the constraints, and literals; None if none does.

        Raises:
            StoppedError: if a limit came first.
        """
        guards = [self._cnf.guards[one] for one in sorted(only, key=_order)]
        if self._solver.solve([*guards, *literals]):
            return self._cnf.grid(self._solver.model())
        return None

    def core(self) -> Constraints:
        """After ``grid`` has returned None: some of its constraints that contradict each other."""
        core = self._solver.core()
        return frozenset(self._constraint[guard] for guard in core if guard in self._constraint)

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Questions that have to be answered in a time of their own, and within all limits."""
        why_stop, own = self._solver.why_stop, Limits(seconds=seconds).watch()
        self._solver.why_stop = lambda: why_stop() or own()
        try:
            yield
        finally:
            self._solver.why_stop = why_stop

    def literal(self, cell: int, value: int) -> int:
        """The literal that says that a cell, by index, has a value."""
        return self._cnf.literal(cell, value)

    def forbid(self, literals: Iterable[int]) -> None:
        """From now on, not all of these literals hold."""
        self._solver.add([-literal for literal in literals])

    def require_any(self, literals: Iterable[int]) -> int:
        """A literal that, where it is given, says that some of these hold."""
        given = self._cnf.new_variable()
        self._solver.add([-given, *literals])
        return given


def _order(constraint: Constraint) -> tuple[str, int]:
    return constraint.kind.value, constraint.number
