"""A puzzle as clauses (CNF), for SAT solvers.

The first variables are one for each cell and value: ``literal(cell, value)``. Each cell has exactly
one value; no value occurs twice in a group, and every value occurs in a full one. A cage of two
cells has support clauses: each value of one cell implies some value of the other. A cage of three
or more is stated by its automaton: a variable for each state, exactly one state in each layer, and
clauses for its arcs in both directions, so that unit propagation removes every value that is on no
path. (Bacchus, "GAC via unit propagation", 2007; Abío, Gange, Mayer-Eichberger and Stuckey, "On CNF
encodings of decision diagrams", 2016.) All further variables are functions of the cells.

Each clause follows from one constraint of the puzzle. A constraint can have a *guard*, a variable
that implies its clauses. With the guards as assumptions of a solver, constraints are switched on
and off, and a core of the assumptions is a set of constraints that contradict each other. Line sums
follow from several constraints; they are stated separately (``Cnf.line_sum_clauses``), under the
guards of all these constraints. Sets of values of cages are stated separately, too
(``Cnf.value_set_clauses``), and have no guards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations
from math import comb
from typing import NamedTuple

from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import Constraint, Instance, Scope
from kenken_cp.encode.line_sums import LineSum, line_sums
from kenken_cp.encode.mdd import Mdd
from kenken_cp.encode.tuples import relation
from kenken_cp.encode.value_sets import stated_sets
from kenken_cp.errors import InternalError, KenKenError
from kenken_cp.model.geometry import Grid

Clause = tuple[int, ...]
"""Literals as in DIMACS: a variable, numbered from 1, or its negative."""

MAX_CLAUSES = 2_000_000
"""Clauses of the largest puzzle that is stated, without line sums and sets of values: a 30x30 of
small cages has 1.4 million, and takes 750 MB.
"""


class StatedAutomaton(NamedTuple):
    """An automaton and the variables of its states.

    Attributes:
        variables: for each layer the variables of its states; 0 for a state that needs none.
    """

    mdd: Mdd
    variables: list[list[int]]


class TooLargeError(KenKenError):
    """A cage whose automaton is too large to be stated, or a puzzle of too many clauses."""


class Cnf:
    """The clauses of a puzzle.

    Args:
        guarded: the scopes of the constraints that get a guard.
        max_clauses: how many clauses there may be.

    Attributes:
        clauses: all of them, constraint by constraint.
        clause_counts: for each constraint that has any, in that order, how many follow from it.
        guards: for each guarded constraint its variable.
        variable_count: variables are numbered from 1 to this.
        automata: for each cage its automaton as it was stated.

    Raises:
        TooLargeError: for a cage whose automaton is too large, or for too many clauses.
    """

    def __init__(
        self, instance: Instance, guarded: Collection[Scope] = (), max_clauses: int = MAX_CLAUSES
    ) -> None:
        self.instance = instance
        self._max_clauses = max_clauses
        self._width = len(instance.domain)
        self._place = {value: place for place, value in enumerate(instance.domain)}
        self._guarded = frozenset(guarded)
        self.automata: list[StatedAutomaton] = []
        self.variable_count = len(instance.cells) * self._width
        self.clauses: list[Clause] = []
        self.clause_counts: dict[Constraint, int] = {}
        self.guards: dict[Constraint, int] = {}
        # Those against two values in a cell, and one value twice in a house: known at once.
        pairs = sum(comb(len(house.cells), 2) for house in instance.houses)
        self._check_room(len(instance.cells) * comb(self._width, 2) + self._width * pairs)
        for cell in range(len(instance.cells)):
            self._add(Constraint(Scope.CELL, cell), self._one_value(cell))
        for number, house in enumerate(instance.houses):
            self._add(Constraint(Scope.HOUSE, number), self._differ(house.cells))
        for cage in instance.cages:
            mdd = cage.relation.clue_automaton
            if mdd is None:
                text = f"the cage {cage.cage} allows too much to be stated as clauses"
                raise TooLargeError(text)
            self.automata.append(_unnumbered(mdd))
            clauses = self._clue_clauses(self.automata[-1], cage.cells)
            if instance.puzzle.rules.distinct_cages:
                clauses = chain(clauses, self._differ(cage.cells))
            self._add(Constraint(Scope.CAGE, cage.number), clauses)

    def literal(self, cell: int, value: int) -> int:
        """The variable that says that a cell, by index, has a value."""
        return 1 + cell * self._width + self._place[value]

    def grid(self, model: Sequence[int]) -> Grid:
        """The grid of a model, which is a list of literals by variable."""
        width, domain, cells = self._width, self.instance.domain, len(self.instance.cells)
        true = [literal - 1 for literal in model[: cells * width] if literal > 0]
        if len(true) != cells:
            raise InternalError(
                f"in a model of {self.instance.puzzle.name} a cell has no value, or two"
            )
        return self.instance.grid([domain[place % width] for place in true])

    def literals(self, grid: Grid) -> list[int]:
        """The variables of cells that are true in a grid, one for each cell."""
        values = [value for row in grid for value in row]
        return [self.literal(cell, value) for cell, value in enumerate(values)]

    def line_sum_clauses(self) -> list[Clause]:
        """Clauses for the line sums: a solver does not find these by itself, for they add up many
        constraints at once.

        Each line sum follows from several constraints, and all their guards together imply it.
        """
        houses = {group.places: n for n, group in enumerate(self.instance.houses) if group.full}
        cages = {cage.cage: cage.number for cage in self.instance.cages}
        found: list[Clause] = []
        for line_sum, clauses, _ in self.stated_sums():
            needed = [
                *(Constraint(Scope.HOUSE, houses[house]) for house in line_sum.houses),
                *(Constraint(Scope.CAGE, cages[cage]) for cage in line_sum.cages),
            ]
            guards = [self.guards[constraint] for constraint in needed if constraint in self.guards]
            if not guards:
                found.extend(clauses)
                continue
            all_hold = self.new_variable()
            found.append((all_hold, *(-guard for guard in guards)))
            found.extend((-all_hold, *clause) for clause in clauses)
        return found

    def stated_sums(self) -> Iterator[tuple[LineSum, Iterable[Clause], StatedAutomaton | None]]:
        """Line sums, each with its clauses, and its automaton, whose states get their variables as
        the clauses are taken. One that shows that there is no solution has the empty clause and no
        automaton.
        """
        for line_sum in line_sums(self.instance):
            cells, target = line_sum.cells, line_sum.target
            if cells and target is not None:
                may_be_equal = (0,) * len(cells)  # they may follow from other constraints
                clue = relation(self.instance.domain, (line_sum.operator,), target, may_be_equal)
                if clue.clue_automaton is not None:  # it is implied, so it may be left out
                    stated = _unnumbered(clue.clue_automaton)
                    yield line_sum, self._clue_clauses(stated, cells), stated
            elif line_sum.contradicts:
                yield line_sum, [()], None

    def value_set_clauses(self) -> Iterator[Clause]:
        """Clauses for variables that name the sets of values of cages: see ``stated_sets``."""
        return stated_sets(self.instance, self._variables_of, self.new_variable)

    def _add(self, constraint: Constraint, clauses: Iterable[Clause]) -> None:
        """Adds the clauses of a constraint, under its guard if it has one."""
        checkpoint()
        if constraint.scope in self._guarded:
            guard = self.guards[constraint] = self.new_variable()
            clauses = ((-guard, *clause) for clause in clauses)
        before = len(self.clauses)
        self.clauses += clauses
        if added := len(self.clauses) - before:
            self.clause_counts[constraint] = added
        self._check_room(len(self.clauses))

    def _check_room(self, clauses: int) -> None:
        if clauses > self._max_clauses:
            raise TooLargeError(
                f"{self.instance.puzzle.name} is too large: it takes more than {self._max_clauses} "
                "clauses"
            )

    def _variables_of(self, cell: int) -> range:
        """The variables of a cell, by value."""
        return range(1 + cell * self._width, 1 + (cell + 1) * self._width)

    def _one_value(self, cell: int) -> Iterator[Clause]:
        yield tuple(self._variables_of(cell))
        yield from _not_two(self._variables_of(cell))

    def _differ(self, cells: Sequence[int]) -> Iterator[Clause]:
        """Clauses that say that cells differ, and have every value if they are as many as these."""
        for places in zip(*map(self._variables_of, cells), strict=True):  # of one value
            if len(cells) == self._width:
                yield places
            yield from _not_two(places)

    def new_variable(self) -> int:
        """The number of one more variable, for clauses that the caller adds."""
        self.variable_count += 1
        return self.variable_count

    def _clue_clauses(self, stated: StatedAutomaton, cells: Sequence[int]) -> Iterator[Clause]:
        """Clauses that say that cells make a clue, whether they differ or not; the states of its
        automaton get their variables.

        That cells differ is stated by their houses: automata that say so too would turn the 18
        thousand clauses of a 9x9 of large cages into three million.
        """
        mdd, variables = stated
        if not mdd.possible:
            yield ()
        elif len(cells) == 1:
            yield tuple(self.literal(cells[0], value) for _, value, _ in mdd.layers[0])
        elif len(cells) == 2:
            yield from self._supports(cells, mdd)
        else:
            yield from self._paths(cells, mdd, variables)

    def _supports(self, cells: Sequence[int], mdd: Mdd) -> Iterator[Clause]:
        first, second = cells
        leaving: dict[int, list[int]] = {}
        for state, value, _ in mdd.layers[1]:
            leaving.setdefault(state, []).append(self.literal(second, value))
        after: dict[int, list[int]] = {}
        before: dict[int, list[int]] = {}
        for _, value, state in mdd.layers[0]:
            checkpoint()
            literal = self.literal(first, value)
            after[literal] = leaving[state]
            for following in leaving[state]:
                before.setdefault(following, []).append(literal)
        for one, other in zip(*map(self._variables_of, cells), strict=True):
            yield (-one, *after.get(one, ()))
            yield (-other, *before.get(other, ()))

    def _paths(
        self, cells: Sequence[int], mdd: Mdd, variables: list[list[int]]
    ) -> Iterator[Clause]:
        """Clauses of an automaton. The only state of a layer needs no variable: every path passes
        it.
        """
        for states in variables:
            if len(states) > 1:
                states[:] = [self.new_variable() for _ in states]
                yield tuple(states)
                yield from _not_two(states)
        for cell, layer, states, following in zip(
            cells, mdd.layers, variables, variables[1:], strict=False
        ):
            arcs = [(states[i], self.literal(cell, value), following[j]) for i, value, j in layer]
            yield from _implied(((state, value), after) for state, value, after in arcs)
            yield from _implied(((value, after), state) for state, value, after in arcs)
            yield from _implied(((state,), value) for state, value, _ in arcs)
            yield from _implied(((after,), value) for _, value, after in arcs)
            if states[0] and following[0]:
                yield from _implied(((state, after), value) for state, value, after in arcs)


def _unnumbered(mdd: Mdd) -> StatedAutomaton:
    """An automaton whose states have no variables yet."""
    return StatedAutomaton(mdd, [[0] * width for width in mdd.widths])


def _not_two(variables: Iterable[int]) -> Iterator[Clause]:
    return ((-one, -other) for one, other in combinations(variables, 2))


def _implied(cases: Iterable[tuple[Clause, int]]) -> Iterator[Clause]:
    """From pairs of a premise and a literal, clauses: each premise implies one of its literals.

    Literals are of states and values; 0 is a state that always holds.
    """
    literals_of: dict[Clause, dict[int, None]] = {}
    for premise, literal in cases:
        literals_of.setdefault(premise, {})[literal] = None
    for premise, literals in literals_of.items():
        if 0 not in literals:
            yield (*[-each for each in premise if each], *literals)


def all_clauses(instance: Instance, max_clauses: int = MAX_CLAUSES) -> tuple[Cnf, list[Clause]]:
    """The whole puzzle as clauses, with line sums and sets of values of cages.

    Args, Raises: as ``Cnf``.
    """
    cnf = Cnf(instance, max_clauses=max_clauses)
    return cnf, [*cnf.clauses, *cnf.line_sum_clauses(), *cnf.value_set_clauses()]
