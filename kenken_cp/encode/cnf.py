"""A puzzle as clauses (CNF), for SAT solvers.

The variables are, first, one for each cell and value: ``literal(cell, value)``. Each cell has
exactly one value; in a group no value comes twice, and in a full one each value comes. A cage of
two cells has a clause for what each of its values supports; one of three or more is stated by its
automaton: a variable for each state, exactly one of which each layer has, and clauses that hold
its arcs in both directions, so that unit propagation removes every value that is on no path.
(Bacchus, "GAC via unit propagation", 2007; Abío, Gange, Mayer-Eichberger and Stuckey, "On CNF
encodings of decision diagrams", 2016.) All further variables are functions of the cells.

Each clause follows from one constraint of the puzzle. A constraint can be given a *guard*, a
variable that implies its clauses: with the guards as assumptions of a solver, constraints are
switched on and off, and a core of the assumptions is a set of constraints that contradict each
other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product

from kenken_cp.encode.instance import Constraint, IndexedCage, Instance, Kind
from kenken_cp.encode.mdd import Mdd
from kenken_cp.errors import KenKenError
from kenken_cp.model.geometry import Grid

Clause = tuple[int, ...]
"""Literals as DIMACS has them: a variable from 1, or its negative."""


class TooLargeError(KenKenError):
    """A cage whose automaton is too large to be stated."""


class Cnf:
    """The clauses of a puzzle.

    Args:
        guarded: the kinds of constraints that get a guard.

    Attributes:
        clauses: all of them; the i-th follows from the constraint ``owners[i]``.
        guards: for each guarded constraint its variable.
        variable_count: variables are numbered from 1 to this.

    Raises:
        TooLargeError: for a cage whose automaton is too large.
    """

    def __init__(self, instance: Instance, guarded: Collection[Kind] = ()) -> None:
        self.instance = instance
        self._width = len(instance.domain)
        self._place = {value: place for place, value in enumerate(instance.domain)}
        self.variable_count = len(instance.cells) * self._width
        self.clauses: list[Clause] = []
        self.owners: list[Constraint] = []
        self.guards: dict[Constraint, int] = {}
        self._guarded = guarded
        for cell in range(len(instance.cells)):
            self._add(Constraint(Kind.CELL, cell), self._one_value(cell))
        for number, group in enumerate(instance.houses):
            self._add(Constraint(Kind.HOUSE, number), self._differ(group.cells, full=group.full))
        for cage in instance.cages:
            self._add(Constraint(Kind.CAGE, cage.number), self._cage(cage))

    def literal(self, cell: int, value: int) -> int:
        """The variable that says that a cell, by index, has a value."""
        return 1 + cell * self._width + self._place[value]

    def grid(self, model: Sequence[int]) -> Grid:
        """The grid that a model, as a list of literals by variable, describes."""
        width, domain = self._width, self.instance.domain
        values = []
        for start in range(0, len(self.instance.cells) * width, width):
            (value,) = (domain[i] for i in range(width) if model[start + i] > 0)
            values.append(value)
        return self.instance.grid(values)

    def literals(self, grid: Grid) -> list[int]:
        """The variables that are true in a grid, one for each cell."""
        values = [value for row in grid for value in row]
        return [self.literal(cell, value) for cell, value in enumerate(values)]

    def _add(self, constraint: Constraint, clauses: Iterator[Clause]) -> None:
        """Takes the clauses of a constraint."""
        off: Clause = ()
        if constraint.kind in self._guarded:
            self.guards[constraint] = self.new_variable()
            off = (-self.guards[constraint],)
        before = len(self.clauses)
        self.clauses.extend(off + clause for clause in clauses)
        self.owners.extend([constraint] * (len(self.clauses) - before))

    def new_variable(self) -> int:
        """One more variable, for whoever adds clauses."""
        self.variable_count += 1
        return self.variable_count

    def _values_of(self, cell: int) -> range:
        start = 1 + cell * self._width
        return range(start, start + self._width)

    def _one_value(self, cell: int) -> Iterator[Clause]:
        values = self._values_of(cell)
        yield tuple(values)
        yield from ((-one, -other) for one, other in combinations(values, 2))

    def _differ(self, cells: Sequence[int], *, full: bool) -> Iterator[Clause]:
        for same in zip(*map(self._values_of, cells), strict=True):
            if full:
                yield same
            yield from ((-one, -other) for one, other in combinations(same, 2))

    def _cage(self, cage: IndexedCage) -> Iterator[Clause]:
        mdd = cage.relation.clue_automaton
        if mdd is not None and Kind.HOUSE not in self._guarded:  # else houses are not its business
            mdd = cage.relation.mdd or mdd
        if mdd is None:
            raise TooLargeError(f"the cage {cage.cage} allows too much to be stated as clauses")
        if not mdd.possible:
            yield ()
        elif len(cage.cells) == 1:
            yield tuple(self.literal(cage.cells[0], value) for _, value, _ in mdd.layers[0])
        elif len(cage.cells) == 2:
            yield from self._supports(cage, mdd)
        else:
            yield from self._paths(cage, mdd)
        if self.instance.puzzle.rules.distinct_cages:
            yield from self._differ(cage.cells, full=len(cage.cells) == self._width)

    def _supports(self, cage: IndexedCage, mdd: Mdd) -> Iterator[Clause]:
        one, other = cage.cells
        pairs = {
            (value, following)
            for _, value, state in mdd.layers[0]
            for start, following, _ in mdd.layers[1]
            if start == state
        }
        for value in mdd.values:
            yield (
                -self.literal(one, value),
                *(self.literal(other, b) for a, b in sorted(pairs) if a == value),
            )
            yield (
                -self.literal(other, value),
                *(self.literal(one, a) for a, b in sorted(pairs) if b == value),
            )

    def _paths(self, cage: IndexedCage, mdd: Mdd) -> Iterator[Clause]:
        """A layer of one state needs no variable: it holds whenever the constraint does."""
        states: list[list[Clause]] = []  # each as the literals that say it: none, or its variable
        for width in mdd.widths:
            states.append([()] if width == 1 else [(self.new_variable(),) for _ in range(width)])
            if width > 1:
                variables = [variable for (variable,) in states[-1]]
                yield tuple(variables)
                yield from ((-one, -other) for one, other in combinations(variables, 2))
        for cell, layer, before, after in zip(
            cage.cells, mdd.layers, states, states[1:], strict=False
        ):
            leaving: dict[int, list[int]] = {}
            entering: dict[int, list[int]] = {}
            between: dict[tuple[int, int], list[int]] = {}
            reached_from: dict[tuple[int, int], list[int]] = {}
            for state, value, following in layer:
                literal = self.literal(cell, value)
                yield from self._implied(before[state], (literal,), [after[following]])
                leaving.setdefault(state, []).append(literal)
                entering.setdefault(following, []).append(literal)
                between.setdefault((state, following), []).append(literal)
                reached_from.setdefault((following, literal), []).append(state)
            for state, literals in leaving.items():
                yield (*map(int.__neg__, before[state]), *literals)
            for following, literals in entering.items():
                yield (*map(int.__neg__, after[following]), *dict.fromkeys(literals))
            for (following, literal), sources in reached_from.items():
                yield from self._implied(
                    after[following], (literal,), [before[state] for state in sources]
                )
            for (state, following), literals in between.items():
                if before[state] and after[following]:
                    yield (*map(int.__neg__, before[state] + after[following]), *literals)

    @staticmethod
    def _implied(state: Clause, more: Clause, some: Sequence[Clause]) -> Iterator[Clause]:
        """One clause: where a state and more hold, some state does; none if one always holds."""
        if all(some):
            yield (*(-literal for literal in (*state, *more)), *(one for (one,) in some))


def dimacs(cnf: Cnf) -> Iterator[str]:
    """The lines of a DIMACS file, with the map of the variables in comments."""
    instance = cnf.instance
    yield "c " + str(instance.puzzle)
    for (cell, (row, column)), value in product(enumerate(instance.cells), instance.domain):
        yield f"c {cnf.literal(cell, value)} r{row + 1}c{column + 1} is {value}"
    yield f"p cnf {cnf.variable_count} {len(cnf.clauses)}"
    for clause in cnf.clauses:
        yield " ".join(map(str, (*clause, 0)))
