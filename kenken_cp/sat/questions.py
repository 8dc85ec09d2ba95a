"""Asking, again and again, whether some of a puzzle's constraints can be satisfied together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import closing
from types import TracebackType

from kenken_cp.encode.cnf import Cnf
from kenken_cp.encode.instance import Constraint, Instance, Kind
from kenken_cp.model.geometry import Grid
from kenken_cp.sat.hitting import HittingSets
from kenken_cp.sat.solver import Solver

Constraints = frozenset[Constraint]


class Questions:
    """One SAT solver for all questions about a puzzle; each learns from those before.

    A question may hold further literals, which are not part of any answer: values that cells have,
    or have not.

    Args:
        kinds: what can be left out of a question; the rest always holds.

    Attributes:
        constraints: all that can be left out.

    Raises:
        TooLargeError: for a cage that allows too much to be stated as clauses.
    """

    def __init__(self, instance: Instance, kinds: Collection[Kind]) -> None:
        self.puzzle = instance.puzzle
        self._cnf = Cnf(instance, kinds)
        self._constraint = {guard: one for one, guard in self._cnf.guards.items()}
        self._solver = Solver(self._cnf.clauses)
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

    def literal(self, cell: int, value: int) -> int:
        """The literal of a cell, by index, having a value; its negative says that it has not."""
        return self._cnf.literal(cell, value)

    def require_any(self, literals: Iterable[int]) -> int:
        """A literal that, where it is given, says that some of these hold."""
        given = self._cnf.new_variable()
        self._solver.add([-given, *literals])
        return given

    def exclude(self, grid: Grid) -> None:
        """From now on, no question is answered by this grid."""
        self._solver.add([-literal for literal in self._cnf.literals(grid)])

    def grid(self, only: Iterable[Constraint], literals: Iterable[int] = ()) -> Grid | None:
        """A grid that satisfies only some of the constraints, and literals; None if none does.

        Raises:
            StoppedError: if a limit came first.
        """
        guards = [self._cnf.guards[one] for one in sorted(only)]
        if self._solver.solve([*guards, *literals]):
            return self._cnf.grid(self._solver.model())
        return None

    def core(self) -> Constraints:
        """After ``grid`` has returned None: some of its constraints that contradict each other."""
        core = self._solver.core()
        return frozenset(self._constraint[guard] for guard in core if guard in self._constraint)

    def minimal(self, core: Constraints, literals: Sequence[int] = ()) -> dict[Constraint, Grid]:
        """A part of some contradicting constraints of which nothing can be left out, and for each
        member a grid that satisfies all the others: by leaving out one after the other.
        """
        without: dict[Constraint, Grid] = {}
        while left := core - without.keys():
            # Houses first: what is left of them is what a reader has to hold in mind.
            one = min(left, key=lambda each: (each.kind is Kind.CAGE, each.number))
            grid = self.grid(core - {one}, literals)
            if grid is None:
                core = self.core()
            else:
                without[one] = grid
        return without

    def smallest(self, minimal: Constraints, literals: Sequence[int] = ()) -> Constraints:
        """A smallest contradicting set, given a minimal one.

        Every contradicting set meets each set whose removal leaves a solution; so a smallest set
        that meets all those known is either contradicting, and then a smallest such, or shows
        another.
        """
        with closing(self.hitting_sets()) as corrections:
            for one in minimal:
                corrections.add(self._correction(minimal - {one}, literals))
            while True:
                candidate = corrections.smallest()
                assert candidate is not None
                if len(candidate) == len(minimal):
                    return minimal
                if self.grid(candidate, literals) is None:
                    return candidate
                corrections.add(self._correction(candidate, literals))

    def _correction(self, satisfied: Constraints, literals: Sequence[int]) -> Constraints:
        """What has to be left out for a solution: all but a large set that can be satisfied."""
        kept = satisfied
        # In halves, so that a few questions suffice where most can be kept.
        parts = [sorted(self.constraints - satisfied)]
        while parts:
            part = parts.pop()
            if self.grid(kept.union(part), literals) is not None:
                kept = kept.union(part)
            elif len(part) > 1:
                half = len(part) // 2
                parts += [part[half:], part[:half]]
        return self.constraints - kept

    def hitting_sets(self) -> HittingSets[Constraint]:
        """Sets of its constraints, to be hit."""
        return HittingSets(sorted(self.constraints))
