"""A puzzle as a model of CP-SAT: an AllDifferent for each house and a table for each cage; linear
equations where a table would be too long, an automaton where an operator has no equation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from kenken_cp.backends.cp_sat.binding import CpModelProto
from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import IndexedCage, Instance
from kenken_cp.encode.line_sums import line_sums
from kenken_cp.encode.value_sets import stated_sets
from kenken_cp.model.equations import Equation, Largest, Literal, Variable
from kenken_cp.model.operators import ADD

MAX_TUPLES_OF_CAGE = 100
"""Tuples of a cage; a cage with more has no table of its own."""

MAX_NAMED = 30_000
"""Cells, times values, of the largest board on which sets of values are named: on a 30x30 with
cages of 1-3 cells, stating them takes 1.5 s, and CP-SAT 250 MB.
"""

MAX_TUPLES_OF_MODEL = 10_000
"""Tuples of all tables of cages. CP-SAT expands tables and does not stop meanwhile: 131,072 tuples,
those of sums of two on a 64x64, take 2.5 s, and 10,000 a quarter of a second.
"""

MAX_ARCS_OF_MODEL = 30_000
"""Arcs of all automata, expanded as tuples are. Cages for which there is no room, or whose
automaton is too large, are left out of the model, and checked in each grid that it yields.
"""

MAX_LITERALS = 200_000
"""Value literals of a model: more would take more than half a gigabyte. Cages for which there is no
room are left out, too.
"""


def model_of(problem: Instance) -> tuple[CpModelProto, Sequence[IndexedCage]]:
    """The model, and the cages that are not in it, for there was no room (``MAX_ARCS_OF_MODEL``,
    ``MAX_LITERALS``).

    Variable ``i`` of the model is the value of the i-th cell in reading order. Every other variable
    is a function of the cells, so the model has one solution for each grid.
    """
    writer = _Writer(problem)
    writer.add_board()
    have_tables = [writer.add_cage(cage) for cage in problem.cages]
    if not all(have_tables):
        writer.add_totals()
    writer.add_line_sums()
    has_cages = any(len(cage.cells) > 1 for cage in problem.cages)
    if has_cages and len(problem.cells) * len(problem.domain) <= MAX_NAMED:
        writer.add_value_sets()
    return writer.model, writer.unstated


def _extend(expressions: Any, variables: Iterable[int]) -> None:
    """Adds variables of a model to a list of its linear expressions."""
    for variable in variables:
        term = expressions.add()
        term.vars.append(variable)
        term.coeffs.append(1)


def _domain(values: Sequence[int]) -> list[int]:
    """Sorted integers as CP-SAT's flat list of closed intervals, neighbours merged."""
    bounds: list[int] = []
    for value in values:
        if bounds and bounds[-1] == value - 1:
            bounds[-1] = value
        else:
            bounds += (value, value)
    return bounds


def _complement(values: Sequence[int], low: int, high: int) -> list[int]:
    """The domain of ``low..high`` without some sorted integers."""
    bounds: list[int] = []
    for value in (*(value for value in values if low <= value <= high), high + 1):
        if low < value:
            bounds += (low, value - 1)
        low = value + 1
    return bounds


def _from_dimacs(literal: int) -> int:
    """``stated_sets`` has literals as in DIMACS. CP-SAT's variable ``x`` is ``x + 1`` there; its
    negation, ``-1 - x``, is the same number in both.
    """
    return literal - 1 if literal > 0 else literal


def _sum_of(cells: Sequence[int], target: int) -> Equation:
    return Equation(tuple((cell, 1) for cell in cells), (target,))


class _Writer:
    """Writes a model: the board, its cages, and the variables that they need.

    Attributes:
        model: what was written.
        unstated: the cages for which there was no room.
    """

    def __init__(self, problem: Instance) -> None:
        self._instance = problem
        self.model = CpModelProto()
        self._variables = self.model.variables
        self._constraints = self.model.constraints
        self._indices: dict[Variable, int] = {}
        self._tuples_left = MAX_TUPLES_OF_MODEL
        self._arcs_left = MAX_ARCS_OF_MODEL
        self.unstated: list[IndexedCage] = []

    def add_board(self) -> None:
        """States the cells and the houses."""
        bounds = _domain(self._instance.domain)
        for _ in self._instance.cells:
            self._variables.add().domain.extend(bounds)
        for house in self._instance.houses:
            checkpoint()
            _extend(self._constraints.add().all_diff.exprs, house.cells)

    def add_cage(self, cage: IndexedCage) -> bool:
        """States a cage; returns whether by a table of its tuples, which may be too many."""
        checkpoint()
        cells = cage.cells
        most = MAX_TUPLES_OF_CAGE if len(cells) > 1 else len(self._instance.domain)
        rows = cage.relation.tuples(most)
        count = 0 if rows is None or len(cells) == 1 else len(rows) // len(cells)
        if rows is None or count > self._tuples_left:
            self._add_without_table(cage)
            return False
        if not rows:
            self._add_never()
        elif len(cells) == 1:
            domain = self._variables[cells[0]].domain
            domain.clear()
            domain.extend(_domain(rows))
        else:
            self._tuples_left -= count
            table = self._constraints.add().table
            table.values.extend(rows)
            table.vars.extend(cells)
        return True

    def add_totals(self) -> None:
        """States the sum of each full house: implied, but boards of sums take half the time."""
        total = sum(self._instance.domain)
        for house in self._instance.houses:
            if house.full:
                self._add_linear(_sum_of(house.cells, total))

    def add_line_sums(self) -> None:
        """States the line sums of a few cells. Of other operators, such as products, only those of
        one cell, which decide it, and contradictions are stated.
        """
        values = self._instance.domain
        for line_sum in line_sums(self._instance):
            cells, target = line_sum.cells, line_sum.target
            low, high = (len(cells) * values[end] for end in (0, -1))
            if target is None or line_sum.contradicts:
                self._add_never()
            elif len(cells) == 1 or (cells and line_sum.operator is ADD):
                if low <= target <= high:
                    self._add_linear(_sum_of(cells, target))
                else:  # perhaps of more than 64 bits
                    self._add_never()

    def add_value_sets(self) -> None:
        """Names the sets of values of the cages that do not have too many."""

        @cache
        def literals(cell: int) -> list[int]:
            return [1 + self._index(Literal(cell, value)) for value in self._instance.domain]

        def new_literal() -> int:
            return 1 + self._new_variable([0, 1])

        for clause in stated_sets(self._instance, literals, new_literal):
            self._constraints.add().bool_or.literals.extend(map(_from_dimacs, clause))

    def _add_without_table(self, cage: IndexedCage) -> None:
        """States a cage by equations or its automaton, or notes it as unstated if there is no room;
        and that its cells differ, if they must.
        """
        if self._instance.puzzle.rules.distinct_cages:
            _extend(self._constraints.add().all_diff.exprs, cage.cells)
        if not all(operator.linear for operator in cage.relation.operators):
            self._add_automaton(cage)
            return
        statements = self._statements(cage)
        if statements is None:
            self.unstated.append(cage)
        elif len(statements) == 1:
            for equation in statements[0]:
                self._add_linear(equation)
        else:
            explained = [self._conjunction(statement) for statement in statements]
            self._constraints.add().bool_or.literals.extend(explained)

    def _statements(self, cage: IndexedCage) -> list[list[Equation]] | None:
        """What each operator states; None if there is no room for their literals."""
        cells, target, domain = cage.cells, cage.cage.target, self._instance.domain
        linear = [operator.linear for operator in cage.relation.operators if operator.linear]
        if len(self._variables) + len(cells) * len(domain) > MAX_LITERALS:
            # Not every operator needs literals; its statement for two cells shows whether it does.
            stated = (state(cells[:2], target, domain) for state in linear)
            equations = (equation for statement in stated for equation in statement)
            terms = (term for equation in equations for term in equation.terms)
            if any(isinstance(variable, Literal) for variable, _ in terms):
                return None
        return [state(cells, target, domain) for state in linear]

    def _add_automaton(self, cage: IndexedCage) -> None:
        """States a cage by its automaton, for operators without a linear statement: a variable for
        the state after each cell, and a table of the arcs there. (CP-SAT's own automaton constraint
        repeats solutions when it enumerates.)
        """
        mdd = cage.relation.clue_automaton
        arc_count = 0 if mdd is None else sum(map(len, mdd.layers))
        if mdd is None or arc_count > self._arcs_left:
            self.unstated.append(cage)
            return
        self._arcs_left -= arc_count
        state: list[int] = []
        for cell, arcs, states in zip(cage.cells, mdd.layers, mdd.widths[1:], strict=True):
            following = [] if states == 1 else [self._new_variable([0, states - 1])]
            table = self._constraints.add().table
            table.vars.extend((*state, cell, *following))
            for tail, value, head in arcs:
                table.values.extend((*(state and (tail,)), value, *(following and (head,))))
            state = following

    def _add_linear(
        self, equation: Equation, domain: list[int] | None = None, only_if: int | None = None
    ) -> None:
        checkpoint()
        variables = [self._index(variable) for variable, _ in equation.terms]
        constraint = self._constraints.add()
        constraint.linear.vars.extend(variables)
        constraint.linear.coeffs.extend([coefficient for _, coefficient in equation.terms])
        constraint.linear.domain.extend(domain or _domain(equation.allowed))
        if only_if is not None:
            constraint.enforcement_literal.append(only_if)

    def _reified(self, equation: Equation) -> int:
        """A new 0/1 variable that is 1 exactly when the equation holds."""
        literal, values = self._new_variable([0, 1]), self._instance.domain
        low = high = 0
        for variable, coefficient in equation.terms:
            least, most = (0, 1) if isinstance(variable, Literal) else (values[0], values[-1])
            low += min(coefficient * least, coefficient * most)
            high += max(coefficient * least, coefficient * most)
        for domain, only_if in (
            (_domain(equation.allowed), literal),
            (_complement(equation.allowed, low, high), -literal - 1),
        ):
            if domain:
                self._add_linear(equation, domain, only_if)
            else:  # the equation always holds; to CP-SAT an empty domain does not mean "never"
                self._constraints.add().bool_or.literals.append(-only_if - 1)
        return literal

    def _conjunction(self, statement: Sequence[Equation]) -> int:
        """A 0/1 variable that is 1 exactly when every equation holds."""
        literals = [self._reified(equation) for equation in statement]
        if len(literals) == 1:
            return literals[0]
        every = self._new_variable([0, 1])
        together = self._constraints.add()
        together.enforcement_literal.append(every)
        together.bool_and.literals.extend(literals)
        negated = [-literal - 1 for literal in literals]
        self._constraints.add().bool_or.literals.extend([every, *negated])
        return every

    def _add_never(self) -> None:
        self._constraints.add().bool_or.literals.clear()  # an empty clause is never true

    def _new_variable(self, domain: list[int]) -> int:
        self._variables.add().domain.extend(domain)
        return len(self._variables) - 1

    def _index(self, variable: Variable) -> int:
        """The model's variable for one of ours, made on first use."""
        if isinstance(variable, int):
            return variable
        if variable not in self._indices:
            self._indices[variable] = (
                self._largest(variable)
                if isinstance(variable, Largest)
                else self._reified(Equation(((variable.of, 1),), (variable.value,)))
            )
        return self._indices[variable]

    def _largest(self, largest: Largest) -> int:
        index = self._new_variable(_domain(self._instance.domain))
        maximum = self._constraints.add().lin_max
        maximum.target.vars.append(index)
        maximum.target.coeffs.append(1)
        _extend(maximum.exprs, largest.cells)
        return index
