"""Oracles: whether some of a puzzle's constraints can be satisfied together, asked many times."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing
from types import TracebackType

from kenken_cp.encode.cnf import Cnf, TooLargeError
from kenken_cp.encode.instance import Constraint, Instance, Kind
from kenken_cp.errors import InternalError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rules import satisfies
from kenken_cp.sat.hitting import HittingSets
from kenken_cp.sat.solver import GLUCOSE, Solver

Constraints = frozenset[Constraint]


class Oracle(ABC):
    """Says whether some of a puzzle's constraints can be satisfied together, and what follows.

    Attributes:
        constraints: all that can be left out of a question; the rest always holds.
    """

    puzzle: Puzzle
    constraints: Constraints

    @abstractmethod
    def grid(self, only: Iterable[Constraint], literals: Iterable[int] = ()) -> Grid | None:
        """A grid that satisfies only some of the constraints, and literals; None if none does.

        Raises:
            StoppedError: if a limit came first.
        """

    @abstractmethod
    def core(self) -> Constraints:
        """After ``grid`` has returned None: some of its constraints that contradict each other."""

    def may_replace(self, changed: Constraints, cages: Iterable[Cage]) -> bool:
        """Whether there may be a solution with other cages instead of some; False if there is none.

        It is a quick check before a search: here, nothing is known.
        """
        return True

    def minimal(self, core: Constraints) -> dict[Constraint, Grid]:
        """A part of some contradicting constraints of which nothing can be left out, and for each
        member a grid that satisfies all the others.
        """
        *_, (_, without) = self.shrunk(core)
        return without

    def shrunk(self, core: Constraints) -> Iterator[tuple[Constraints, dict[Constraint, Grid]]]:
        """``minimal``, by leaving out one after the other.

        Yields:
            What is left, and a grid without each of the members that are known to be needed.
        """
        without: dict[Constraint, Grid] = {}
        yield core, without
        while left := core - without.keys():
            # Houses first: what is left of them is what a reader has to hold in mind.
            one = min(left, key=lambda each: (each.kind is Kind.CAGE, each.number))
            grid = self.grid(core - {one})
            if grid is None:
                core = self.core()
            else:
                without[one] = grid
            yield core, without

    def smallest(self, minimal: Constraints) -> Constraints:
        """A smallest contradicting set, given a minimal one.

        Every contradicting set meets each set whose removal leaves a solution; so a smallest set
        that meets all those known is either contradicting, and then a smallest such, or shows
        another.
        """
        with closing(self.hitting_sets()) as corrections:
            for one in sorted(minimal):  # so that of several it is the same in every run
                corrections.add(self._correction(minimal - {one}))
            while True:
                candidate = corrections.smallest()
                if candidate is None:
                    raise self._contradiction()
                if len(candidate) == len(minimal):
                    return minimal
                if self.grid(candidate) is None:
                    return candidate
                corrections.add(self._correction(candidate))

    def _correction(self, satisfied: Constraints) -> Constraints:
        """What has to be left out for a solution: all but a large set that can be satisfied.

        Each grid tells what else it satisfies. (Marques-Silva, Heras, Janota, Previti and Belov,
        "On computing minimal correction subsets", 2013.)
        """
        grid = self.grid(satisfied)
        if grid is None:
            raise self._contradiction()
        kept, refused = self.satisfied(grid), set[Constraint]()
        while left := self.constraints - kept - refused:
            one = min(left)
            grid = self.grid(kept | {one})
            if grid is None:
                refused.add(one)
            else:
                kept = self.satisfied(grid)
        return self.constraints - kept

    def _contradiction(self) -> InternalError:
        return InternalError(
            f"an engine contradicts itself about constraints of {self.puzzle.name}"
        )

    def satisfied(self, grid: Grid) -> Constraints:
        """The constraints that a grid satisfies."""
        houses, puzzle = self.puzzle.all_houses, self.puzzle
        return frozenset(
            one
            for one in self.constraints
            if (
                satisfies(puzzle, puzzle.cages[one.number], grid)
                if one.kind is Kind.CAGE
                else one.kind is Kind.CELL or satisfies(puzzle, houses[one.number], grid)
            )
        )

    def hitting_sets(self) -> HittingSets[Constraint]:
        """Sets of its constraints, to be hit."""
        return HittingSets(sorted(self.constraints))


class Narrowed(Oracle):
    """The same oracle, where some constraints always hold, and are part of no answer.

    Args:
        oracle: of all constraints.
        kind: what may still be left out.
    """

    def __init__(self, oracle: Oracle, kind: Kind) -> None:
        self.puzzle = oracle.puzzle
        self.constraints = frozenset(one for one in oracle.constraints if one.kind is kind)
        self._oracle = oracle
        self._held = oracle.constraints - self.constraints

    def grid(self, only: Iterable[Constraint], literals: Iterable[int] = ()) -> Grid | None:
        return self._oracle.grid(self._held.union(only), literals)

    def core(self) -> Constraints:
        return self._oracle.core() & self.constraints

    def may_replace(self, changed: Constraints, cages: Iterable[Cage]) -> bool:
        return self._oracle.may_replace(changed, cages)


class SatOracle(Oracle):
    """One SAT solver for all questions about a puzzle; each learns from those before.

    A question may hold further literals, which are not part of any answer: values that cells have,
    or have not. The first question that is hard makes it state the line sums of the puzzle.

    Args:
        kinds: what can be left out of a question; the rest always holds.

    Raises:
        TooLargeError: for a cage that allows too much to be stated as clauses.
    """

    def __init__(self, instance: Instance, kinds: Collection[Kind]) -> None:
        self.puzzle = instance.puzzle
        self._cnf = Cnf(instance, kinds)
        self._constraint = {guard: one for one, guard in self._cnf.guards.items()}
        self._solver = Solver(self._cnf.clauses, engine=GLUCOSE)
        self._line_sums_stated = False
        self.constraints = frozenset(self._cnf.guards)

    def __enter__(self) -> SatOracle:
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

    def require(self, literal: int) -> None:
        """From now on, a literal holds."""
        self._solver.add([literal])

    def require_any(self, literals: Iterable[int]) -> int:
        """A literal that, where it is given, says that some of these hold."""
        given = self._cnf.new_variable()
        self._solver.add([-given, *literals])
        return given

    def exclude(self, grid: Grid) -> None:
        """From now on, no question is answered by this grid."""
        self._solver.add([-literal for literal in self._cnf.literals(grid)])

    def grid(self, only: Iterable[Constraint], literals: Iterable[int] = ()) -> Grid | None:
        guards = self._cnf.guards
        if self._solve([*sorted([guards[one] for one in only]), *literals]):
            return self._cnf.grid(self._solver.model())
        return None

    def may_replace(self, changed: Constraints, cages: Iterable[Cage]) -> bool:
        literals = []
        try:
            for cage in cages:
                literal, clauses = self._cnf.other_cage(cage)
                self._solver.extend(clauses)
                literals.append(literal)
        except TooLargeError:
            return True
        guards = self._cnf.guards
        kept = [guards[one] for one in self.constraints - changed]
        return self._solve([*sorted(kept), *literals])

    def core(self) -> Constraints:
        core = self._solver.core()
        return frozenset(self._constraint[guard] for guard in core if guard in self._constraint)

    def _solve(self, assumptions: list[int]) -> bool:
        answer = self._solver.try_to_solve(assumptions)
        if answer is None and not self._line_sums_stated:
            self._solver.extend(self._cnf.line_sums())
            self._line_sums_stated = True
        return self._solver.solve(assumptions) if answer is None else answer
