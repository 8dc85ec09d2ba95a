"""Oracles, which are asked many times whether some of a puzzle's constraints can hold together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing

from kenken_cp.encode.cnf import Cnf
from kenken_cp.encode.instance import Constraint, Instance, Scope
from kenken_cp.errors import InternalError
from kenken_cp.model.geometry import Grid, House
from kenken_cp.model.puzzle import Cage
from kenken_cp.model.rules import satisfies
from kenken_cp.sat.hitting import HittingSets
from kenken_cp.sat.solver import GLUCOSE, SatSolver

Constraints = frozenset[Constraint]


class Oracle:
    """Says whether some of a puzzle's constraints can be satisfied together; finds minimal sets of
    constraints that cannot.

    One SAT solver answers all questions about a puzzle, so that each learns from those before. At
    the first hard question the line sums of the puzzle are added. A question may have literals,
    which are part of no answer: that cells have some values, or do not have them.

    Args:
        scopes: of the constraints that can be left out of a question, cages or houses; all others
            always hold.

    Attributes:
        constraints: all constraints that can be left out of a question.

    Raises:
        TooLargeError: for a board, or a cage, that would take too much memory.
    """

    def __init__(self, instance: Instance, scopes: Collection[Scope] = ()) -> None:
        self.puzzle = instance.puzzle
        self._cnf = Cnf(instance, scopes)
        self._constraint_of = {guard: each for each, guard in self._cnf.guards.items()}
        self._solver = SatSolver(self._cnf.clauses, engine=GLUCOSE)
        self._line_sums_stated = False
        self.constraints = frozenset(self._cnf.guards)

    def __enter__(self) -> Oracle:
        return self

    def __exit__(self, *error: object) -> None:
        self._solver.close()

    def literal(self, cell: int, value: int) -> int:
        """The literal that a cell, by index, has a value; its negative, that it does not."""
        return self._cnf.literal(cell, value)

    def require(self, literal: int) -> None:
        """Makes a literal hold in all further questions."""
        self._solver.add([literal])

    def require_any(self, literals: Iterable[int]) -> int:
        """A new literal that implies that at least one of these holds."""
        any_of = self._cnf.new_variable()
        self._solver.add([-any_of, *literals])
        return any_of

    def exclude(self, grid: Grid) -> None:
        """Excludes a grid from the answers to all further questions."""
        self._solver.add([-literal for literal in self._cnf.literals(grid)])

    def find_grid(self, only: Iterable[Constraint], literals: Iterable[int] = ()) -> Grid | None:
        """A grid that satisfies these constraints and literals; None if there is none.

        Raises:
            StoppedError: if a limit came first.
        """
        guards = sorted([self._cnf.guards[constraint] for constraint in only])
        assumptions = [*guards, *literals]
        answer = self._solver.try_to_solve(assumptions)
        if answer is None:
            if not self._line_sums_stated:
                self._solver.extend(self._cnf.line_sum_clauses())
                self._line_sums_stated = True
            answer = self._solver.solve(assumptions)
        return self._cnf.grid(self._solver.model()) if answer else None

    def core(self) -> Constraints:
        """After ``find_grid`` has returned None: some of its constraints that contradict each
        other.
        """
        guards = self._solver.core() & self._constraint_of.keys()
        return frozenset(self._constraint_of[guard] for guard in guards)

    def find_minimal(
        self, core: Constraints, literals: Sequence[int] = ()
    ) -> dict[Constraint, Grid]:
        """A minimal contradicting subset of contradicting constraints, with a grid for each member
        that satisfies all other members.

        Args:
            literals: what always holds, too.
        """
        *_, (_, without) = self.each_smaller(core, literals)
        return without

    def each_smaller(
        self, core: Constraints, literals: Sequence[int] = ()
    ) -> Iterator[tuple[Constraints, dict[Constraint, Grid]]]:
        """Finds a minimal subset by leaving out one member after the other.

        Yields:
            The members left, and for each that is known to be needed a grid that satisfies all
            others (one dictionary, which grows). After each question, and once before the first.
        """
        without: dict[Constraint, Grid] = {}
        yield core, without
        while left := core - without.keys():
            # Houses first: the fewer of them are left, the easier the reason is to follow.
            member = min(left, key=lambda each: (each.scope is Scope.CAGE, each.number))
            grid = self.find_grid(core - {member}, literals)
            if grid is None:
                core = self.core()
            else:
                without[member] = grid
            yield core, without

    def find_smallest(self, minimal: Constraints) -> Constraints:
        """A smallest contradicting set, given a minimal one.

        A *correction set* is a set whose removal leaves a solution, so every contradicting set hits
        each of them. A smallest set that hits all known correction sets either contradicts itself,
        and is then a smallest such set, or it reveals another correction set.
        """
        with closing(HittingSets(sorted(self.constraints))) as corrections:
            for member in sorted(minimal):  # sorted, so that every run finds the same set
                corrections.add(self._correction(self.find_grid(minimal - {member})))
            while True:
                candidate = corrections.smallest()
                assert candidate is not None  # no correction set is empty, so all can be hit
                if len(candidate) == len(minimal):
                    return minimal
                grid = self.find_grid(candidate)
                if grid is None:
                    return candidate
                corrections.add(self._correction(grid))

    def _correction(self, grid: Grid | None) -> Constraints:
        """A minimal correction set, none of whose members a grid satisfies. InternalError if there
        is none, as without a grid.

        Each grid that is found shows what else can be satisfied. (Marques-Silva, Heras, Janota,
        Previti and Belov, "On computing minimal correction subsets", 2013.)
        """
        kept = self.constraints if grid is None else self.satisfied(grid)
        for constraint in sorted(self.constraints - kept):
            if constraint in kept:
                continue
            grid = self.find_grid(kept | {constraint})
            if grid is not None:
                kept = self.satisfied(grid)
        if kept == self.constraints:
            raise InternalError(f"an engine contradicts itself about {self.puzzle.name}")
        return self.constraints - kept

    def satisfied(self, grid: Grid) -> Constraints:
        """The constraints that a grid satisfies."""
        puzzle = self.puzzle
        members: dict[Scope, Sequence[Cage | House]]
        members = {Scope.CAGE: puzzle.cages, Scope.HOUSE: puzzle.all_houses}
        return frozenset(
            one
            for one in self.constraints
            if satisfies(puzzle, members[one.scope][one.number], grid)
        )
