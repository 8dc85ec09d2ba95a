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
other. Line sums follow from several constraints, so they are no part of the clauses, and are stated
apart (``Cnf.line_sums``), under the guards of all of these; and so are the sets of values of cages
(``Cnf.value_sets``), which have no guards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from kenken_cp.checkpoints import checkpoint
from kenken_cp.encode.instance import Constraint, Group, Instance, Kind
from kenken_cp.encode.line_sums import LineSum, line_sums
from kenken_cp.encode.mdd import Mdd
from kenken_cp.encode.tuples import Relation, relation
from kenken_cp.encode.value_sets import MAX_VALUE_SETS, stated_sets
from kenken_cp.errors import InternalError, KenKenError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Cage

Clause = tuple[int, ...]
"""Literals as DIMACS has them: a variable from 1, or its negative."""


MAX_LINE_SUM_CELLS = 5
"""Line sums of more cells are left out."""

MAX_LEAST_CLAUSES = 1_800_000
"""``least_clauses`` of a puzzle that is stated whole. A 30x30 of small cages takes 750 MB."""

_MAX_SHARED = 50_000
"""Clauses of a board that are kept for the next puzzle on an equal one: some megabytes."""


class StatedAutomaton(NamedTuple):
    """An automaton and the variables of its states.

    Attributes:
        variables: for each layer those of its states; 0 for a state that has none.
    """

    mdd: Mdd
    variables: list[list[int]]


class TooLargeError(KenKenError):
    """A cage whose automaton is too large to be stated, or a puzzle of too many clauses."""


class Cnf:
    """The clauses of a puzzle.

    Args:
        guarded: the kinds of constraints that get a guard.

    Attributes:
        clauses: all of them; the i-th follows from the constraint ``owners[i]``.
        guards: for each guarded constraint its variable.
        variable_count: variables are numbered from 1 to this.
        automata: what is stated by an automaton, in the order in which it was: first the cages.

    Raises:
        TooLargeError: for a cage whose automaton is too large.
    """

    def __init__(self, instance: Instance, guarded: Collection[Kind] = ()) -> None:
        self.instance = instance
        self._width = len(instance.domain)
        self._place = {value: place for place, value in enumerate(instance.domain)}
        self._guarded = frozenset(guarded)
        self.automata: list[StatedAutomaton] = []
        board = _board(len(instance.cells), self._width, instance.houses, self._guarded)
        self.variable_count = board.variable_count
        self.clauses = board.clauses.copy()
        self.owners = board.owners.copy()
        self.guards = board.guards.copy()
        for cage in instance.cages:
            clauses = self.related(cage.relation, cage.cells, str(cage.cage))
            self._add(Constraint(Kind.CAGE, cage.number), clauses)
            if instance.puzzle.rules.distinct_cages:
                full = len(cage.cells) == self._width
                differ = _differ(cage.cells, self._width, full=full)
                self._add(Constraint(Kind.CAGE, cage.number), differ)

    def literal(self, cell: int, value: int) -> int:
        """The variable that says that a cell, by index, has a value."""
        return 1 + cell * self._width + self._place[value]

    def grid(self, model: Sequence[int]) -> Grid:
        """The grid that a model, as a list of literals by variable, describes."""
        width, domain, cells = self._width, self.instance.domain, len(self.instance.cells)
        true = [literal - 1 for literal in model[: cells * width] if literal > 0]
        if len(true) != cells:
            raise InternalError(
                f"in a model of {self.instance.puzzle.name} a cell has no value, or two"
            )
        return self.instance.grid([domain[place % width] for place in true])

    def literals(self, grid: Grid) -> list[int]:
        """The variables that are true in a grid, one for each cell."""
        values = [value for row in grid for value in row]
        return [self.literal(cell, value) for cell, value in enumerate(values)]

    def line_sums(self) -> list[Clause]:
        """Clauses for what cages leave of the sums and products of whole lines.

        Each set of them follows from several constraints, and is implied by all of their guards
        together. A solver does not find them by itself, for they add up many constraints at once.
        """
        taken = self.instance
        houses = {group.house: n for n, group in enumerate(taken.houses) if group.full}
        cages = {cage.cage: cage.number for cage in taken.cages}
        found: list[Clause] = []
        for line_sum, stated in self.stated_sums():
            needed = [
                *(Constraint(Kind.HOUSE, houses[house]) for house in line_sum.houses),
                *(Constraint(Kind.CAGE, cages[cage]) for cage in line_sum.cages),
            ]
            off = tuple(-self.guards[one] for one in needed if one in self.guards)
            if stated is None:
                found.append(off)
            else:
                every = self.new_variable()  # that all of those guards hold
                found.append((every, *off))
                found.extend((-every, *clause) for clause in stated)
        return found

    def stated_sums(self) -> Iterator[tuple[LineSum, Iterator[Clause] | None]]:
        """Line sums, each with the clauses that it makes when these are taken; None for one that
        shows that there is no solution.
        """
        for line_sum in line_sums(self.instance, MAX_LINE_SUM_CELLS):
            cells, target = line_sum.cells, line_sum.target
            if cells and target is not None:
                apart = (0,) * len(cells)  # that they differ may follow from other constraints
                between = relation(self.instance.domain, (line_sum.operator,), target, apart)
                if between.clue_automaton is not None:  # no grid is lost without it
                    yield line_sum, self.related(between, cells, f"{line_sum.operator} {target}")
            elif cells or line_sum.contradicts:
                yield line_sum, None

    def value_sets(self) -> Iterator[Clause]:
        """Variables that name the sets of values of cages: see ``stated_sets``."""
        return stated_sets(self.instance, MAX_VALUE_SETS, self.literal, self.new_variable)

    def other_cage(self, cage: Cage) -> tuple[int, list[Clause]]:
        """A literal that says that a cage holds which is none of the puzzle's, and its clauses.

        Raises:
            TooLargeError: for a cage whose automaton is too large.
        """
        taken, literal = self.instance, self.new_variable()
        cells = taken.indices(cage.cells)
        operators = taken.puzzle.possible_operators(cage)
        between = relation(taken.domain, operators, cage.target, (0,) * len(cells))
        clauses = list(self.related(between, cells, str(cage)))
        if taken.puzzle.rules.distinct_cages:
            clauses.extend(_differ(cells, self._width, full=len(cells) == self._width))
        return literal, [(-literal, *clause) for clause in clauses]

    def _add(self, constraint: Constraint, clauses: Iterator[Clause]) -> None:
        """Takes clauses of a cage."""
        checkpoint()
        off: Clause = ()
        if constraint.kind in self._guarded:
            if constraint not in self.guards:
                self.guards[constraint] = self.new_variable()
            off = (-self.guards[constraint],)
        before = len(self.clauses)
        self.clauses.extend([off + clause for clause in clauses] if off else clauses)
        self.owners.extend([constraint] * (len(self.clauses) - before))

    def new_variable(self) -> int:
        """One more variable, for whoever adds clauses."""
        self.variable_count += 1
        return self.variable_count

    def related(self, between: Relation, cells: Sequence[int], name: str) -> Iterator[Clause]:
        """That cells have a tuple of a relation: clauses, for whoever adds them.

        By the clue alone: what houses forbid is stated of these, and would blow an automaton up,
        from 18 thousand to three million clauses on a 9x9 of large cages.
        """
        mdd = between.clue_automaton
        if mdd is None:
            raise TooLargeError(f"the cage {name} allows too much to be stated as clauses")
        variables = [[0] * width for width in mdd.widths]
        self.automata.append(StatedAutomaton(mdd, variables))
        if not mdd.possible:
            yield ()
        elif len(cells) == 1:
            yield tuple(self.literal(cells[0], value) for _, value, _ in mdd.layers[0])
        elif len(cells) == 2:
            yield from self._supports(cells, mdd)
        else:
            yield from self._paths(cells, mdd, variables)

    def _supports(self, cells: Sequence[int], mdd: Mdd) -> Iterator[Clause]:
        one, other = cells
        pairs = sorted(
            {
                (value, following)
                for _, value, state in mdd.layers[0]
                for start, following, _ in mdd.layers[1]
                if start == state
            }
        )
        for value in mdd.values:
            after = [self.literal(other, b) for a, b in pairs if a == value]
            yield (-self.literal(one, value), *after)
            before = [self.literal(one, a) for a, b in pairs if b == value]
            yield (-self.literal(other, value), *before)

    def _paths(
        self, cells: Sequence[int], mdd: Mdd, variables: list[list[int]]
    ) -> Iterator[Clause]:
        """A layer of one state needs no variable: it holds whenever the constraint does. The states
        of others get theirs.
        """
        states: list[list[Clause]] = []  # each as the literals that say it: none, or its variable
        for layer_variables in variables:
            if len(layer_variables) == 1:
                states.append([()])
                continue
            layer_variables[:] = [self.new_variable() for _ in layer_variables]
            states.append([(variable,) for variable in layer_variables])
            yield tuple(layer_variables)
            yield from ((-one, -other) for one, other in combinations(layer_variables, 2))
        for cell, layer, before, after in zip(cells, mdd.layers, states, states[1:], strict=False):
            leaving: dict[int, list[int]] = {}
            entering: dict[int, list[int]] = {}
            between: dict[tuple[int, int], list[int]] = {}
            reached_from: dict[tuple[int, int], list[int]] = {}
            for state, value, following in layer:
                literal = self.literal(cell, value)
                yield from _implied((*before[state], literal), [after[following]])
                leaving.setdefault(state, []).append(literal)
                entering.setdefault(following, []).append(literal)
                between.setdefault((state, following), []).append(literal)
                reached_from.setdefault((following, literal), []).append(state)
            for state, literals in leaving.items():
                yield (*map(int.__neg__, before[state]), *literals)
            for following, literals in entering.items():
                yield (*map(int.__neg__, after[following]), *dict.fromkeys(literals))
            for (following, literal), sources in reached_from.items():
                given = (*after[following], literal)
                yield from _implied(given, [before[state] for state in sources])
            for (state, following), literals in between.items():
                if before[state] and after[following]:
                    yield (*map(int.__neg__, before[state] + after[following]), *literals)


def _implied(given: Clause, states: Sequence[Clause]) -> Iterator[Clause]:
    """One clause: where all that is given holds, some state does; none if one always holds."""
    if all(states):
        yield (*map(int.__neg__, given), *(variable for (variable,) in states))


def stated(instance: Instance) -> tuple[Cnf, list[Clause]]:
    """A puzzle whole: its clauses, the line sums and the sets of values of cages among them.

    Raises:
        TooLargeError: for a cage whose automaton is too large, or more clauses than memory holds.
    """
    if (count := least_clauses(instance)) > MAX_LEAST_CLAUSES:
        raise TooLargeError(
            f"{instance.puzzle.name} takes {count} clauses or more; expected a board that takes "
            f"{MAX_LEAST_CLAUSES} at most"
        )
    cnf = Cnf(instance)
    return cnf, [*cnf.clauses, *cnf.line_sums(), *cnf.value_sets()]


def least_clauses(instance: Instance) -> int:
    """How many clauses say only that a cell has not two values, a house not one value twice, a cage
    not two states at once, and which state follows which: most of those that there are, and far
    quicker to tell than they are to make.
    """
    width = len(instance.domain)
    count = len(instance.cells) * comb(width, 2)
    count += sum(width * comb(len(house.cells), 2) for house in instance.groups)
    for cage in instance.cages:
        mdd = cage.relation.clue_automaton
        if mdd is not None and len(cage.cells) > 2:
            for layer, following in zip(mdd.layers, mdd.widths[1:], strict=True):
                count += comb(following, 2) + (len(layer) if following > 1 else 0)
    return count


class _Board(NamedTuple):
    """What puzzles on equal boards share: as the attributes of ``Cnf``."""

    clauses: list[Clause]
    owners: list[Constraint]
    guards: dict[Constraint, int]
    variable_count: int


def _board(cells: int, width: int, houses: tuple[Group, ...], guarded: frozenset[Kind]) -> _Board:
    """The clauses of cells and houses. Those of 9x9 boards take as long as all cages of one."""
    size = cells * width**2 + sum(len(house.cells) ** 2 * width for house in houses)
    make = _shared_board if size // 2 <= _MAX_SHARED else _shared_board.__wrapped__
    return make(cells, width, houses, guarded)


@lru_cache(maxsize=8)
def _shared_board(
    cells: int, width: int, houses: tuple[Group, ...], guarded: frozenset[Kind]
) -> _Board:
    board = _Board([], [], {}, cells * width)
    for kind, count in ((Kind.CELL, cells), (Kind.HOUSE, len(houses))):
        if kind in guarded:
            first = cells * width + len(board.guards) + 1
            board.guards.update((Constraint(kind, n), first + n) for n in range(count))
    parts = (
        *((Constraint(Kind.CELL, cell), _one_value(cell, width)) for cell in range(cells)),
        *(
            (Constraint(Kind.HOUSE, number), _differ(house.cells, width, full=house.full))
            for number, house in enumerate(houses)
        ),
    )
    for constraint, clauses in parts:
        checkpoint()
        off = (-board.guards[constraint],) if constraint in board.guards else ()
        before = len(board.clauses)
        board.clauses.extend([off + clause for clause in clauses])
        board.owners.extend([constraint] * (len(board.clauses) - before))
    return board._replace(variable_count=cells * width + len(board.guards))


def _values_of(cell: int, width: int) -> range:
    return range(1 + cell * width, 1 + (cell + 1) * width)


def _one_value(cell: int, width: int) -> Iterator[Clause]:
    values = _values_of(cell, width)
    yield tuple(values)
    yield from ((-one, -other) for one, other in combinations(values, 2))


def _differ(cells: Sequence[int], width: int, *, full: bool) -> Iterator[Clause]:
    for same in zip(*(_values_of(cell, width) for cell in cells), strict=True):
        if full:
            yield same
        yield from ((-one, -other) for one, other in combinations(same, 2))
