"""Asking, again and again, whether some of a puzzle's constraints can be satisfied together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType

from kenken_cp.backends.sat.hitting import HittingSets
from kenken_cp.backends.sat.solver import Solver, StoppedError
from kenken_cp.encode.cnf import Cnf
from kenken_cp.encode.instance import Constraint, Kind, instance
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Limits, Outcome, Status


class Clock:
    """Limits whose time has begun, for several searches, one after the other.

    Attributes:
        why_stop: says why to stop now, or None.
        left: the limits of the next search, with what is left of the time.
    """

    def __init__(self, limits: Limits) -> None:
        self.why_stop = limits.watch()
        self.left = limits.countdown()

    def check(self) -> None:
        """Raises StoppedError if a limit has come."""
        if status := self.why_stop():
            raise StoppedError(status)

    def searched(self, outcome: Outcome) -> Outcome:
        """The outcome of a search, unless a limit of time stopped it: then StoppedError."""
        if outcome.status in (Status.TIMEOUT, Status.INTERRUPTED):
            raise StoppedError(outcome.status)
        return outcome


Constraints = frozenset[Constraint]


class Questions:
    """One SAT solver for all questions about a puzzle; each learns from those before.

    Args:
        kinds: what can be left out of a question; the rest always holds.

    Attributes:
        constraints: all that can be left out.
    """

    def __init__(self, puzzle: Puzzle, kinds: Collection[Kind], clock: Clock) -> None:
        self.puzzle = puzzle
        self._cnf = Cnf(instance(puzzle), kinds)
        self._constraint = {guard: one for one, guard in self._cnf.guards.items()}
        self._solver = Solver(self._cnf.clauses, clock.why_stop)
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

    def minimal(self, core: Constraints) -> dict[Constraint, Grid]:
        """A part of some contradicting constraints of which nothing can be left out, and for each
        member a grid that satisfies all the others: by leaving out one after the other.
        """
        without: dict[Constraint, Grid] = {}
        while left := core - without.keys():
            # Houses first: what is left of them is what a reader has to hold in mind.
            one = min(left, key=lambda each: (each.kind is Kind.CAGE, each.number))
            grid = self.grid(core - {one})
            if grid is None:
                core = self.core()
            else:
                without[one] = grid
        return without

    def hitting_sets(self) -> HittingSets[Constraint]:
        """Sets of its constraints, to be hit."""
        return HittingSets(sorted(self.constraints, key=_order), lambda: self._solver.why_stop())

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

    def exclude(self, grid: Grid) -> None:
        """From now on, no question is answered by this grid."""
        self._solver.add([-literal for literal in self._cnf.literals(grid)])

    def require_any(self, literals: Iterable[int]) -> int:
        """A literal that, where it is given, says that some of these hold."""
        given = self._cnf.new_variable()
        self._solver.add([-given, *literals])
        return given


def _order(constraint: Constraint) -> tuple[str, int]:
    return constraint.kind.value, constraint.number
