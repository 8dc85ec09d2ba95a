"""A puzzle as a model of CP-SAT: an AllDifferent for each house and a table for each cage; linear
equations where a table would be too long, an automaton where an operator has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ortools.sat.python import cp_model_helper as cmh

from kenken_cp.caches import remembered
from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import Group, IndexedCage, Instance, instance
from kenken_cp.encode.line_sums import line_sums
from kenken_cp.encode.value_sets import MAX_VALUE_SETS, Exclusion, stated_sets
from kenken_cp.errors import KenKenError
from kenken_cp.model.equations import Equation, Largest, Literal, Variable
from kenken_cp.model.operators import ADD
from kenken_cp.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """How a puzzle is stated.

    Args:
        max_table_tuples: cages with more tuples are stated as equations (``benchmarks/README.md``,
            "Tables or equations").
        max_line_sum_cells: line sums of more cells are left out, for they cost more than they gain
            (``benchmarks/README.md``, "Line sums").
        max_value_sets: in cages with more sets of values, none is named (``benchmarks/TRIED.md``,
            "Names of sets of values").
    """

    max_table_tuples: int = 100
    max_line_sum_cells: int = 5
    max_value_sets: int = MAX_VALUE_SETS


DEFAULT_ENCODING = Encoding()

MAX_LITERALS = 200_000
"""Value literals of a model: more would take more than half a gigabyte. Cages for which there is no
room are left out of the model, and checked in each grid that it yields.
"""

MAX_NAMED = 30_000
"""Cells, times values, of the largest board on which sets of values are named: on a 30x30 with
cages of 1-3 cells, stating them takes one second and 150 MB.
"""

MAX_TUPLES = 10_000
"""Tuples of all tables of a model; further cages are stated as equations. CP-SAT expands tables and
does not stop meanwhile: 131,072 tuples, those of sums of two on a 64x64, take 2.5 s, and 10,000 a
quarter of a second.
"""


def translate(puzzle: Puzzle) -> cmh.CpModelProto:
    """The model of a puzzle: variable ``i`` is the value of the i-th cell in reading order.

    Every other variable is a function of the cells, so the model has one solution for each grid.

    Raises:
        KenKenError: if there is no room for a cage (``MAX_LITERALS``).
    """
    model, unstated = translated(instance(puzzle), Encoding(max_value_sets=0))
    if unstated:
        raise KenKenError(f"{unstated[0].cage} allows too much to be stated in a model of cp-sat")
    return model


def translated(
    problem: Instance, encoding: Encoding
) -> tuple[cmh.CpModelProto, Sequence[IndexedCage]]:
    """The model, and the cages that are not in it."""
    model = cmh.CpModelProto()
    model.copy_from(board(len(problem.cells), problem.domain, problem.houses))
    writer = _Writer(problem, model)
    for cage in problem.cages:
        writer.add_cage(cage, encoding.max_table_tuples)
    writer.add_line_sums(encoding.max_line_sum_cells)
    if names_value_sets(problem, encoding):
        writer.add_value_sets(encoding.max_value_sets)
    return model, writer.unstated


def names_value_sets(problem: Instance, encoding: Encoding) -> bool:
    """Whether sets of values are named in the model."""
    is_small = len(problem.cells) * len(problem.domain) <= MAX_NAMED
    has_cages = any(len(cage.cells) > 1 for cage in problem.cages)
    return encoding.max_value_sets > 0 and is_small and has_cages


@remembered(1 << 6, lambda board: len(board.variables) * (200 + 8 * len(board.variables[0].domain)))
def board(cells: int, values: tuple[int, ...], houses: tuple[Group, ...]) -> cmh.CpModelProto:
    """The part of the model that puzzles on equal boards share: cells and houses."""
    model = cmh.CpModelProto()
    bounds = _domain(values)
    for _ in range(cells):
        checkpoint()
        model.variables.add().domain.extend(bounds)
    for house in houses:
        checkpoint()
        extend(model.constraints.add().all_diff.exprs, house.cells)
    return model


def extend(expressions: Any, variables: Iterable[int]) -> None:
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


class _Writer:
    """Adds the cages of one puzzle to a model, and the variables that they need.

    Attributes:
        unstated: the cages for which there was no room.
    """

    def __init__(self, problem: Instance, model: cmh.CpModelProto) -> None:
        self._instance = problem
        self._variables = model.variables
        self._constraints = model.constraints
        self._indices: dict[Variable, int] = {}
        self._totals_stated = False
        self._tuples_left = MAX_TUPLES
        self.unstated: list[IndexedCage] = []

    def add_cage(self, cage: IndexedCage, max_tuples: int) -> None:
        """States a cage by its tuples, or by equations if there are more of them."""
        checkpoint()
        cells = cage.cells
        rows = cage.relation.tuples(max_tuples if len(cells) > 1 else len(self._instance.domain))
        count = 0 if rows is None or len(cells) == 1 else len(rows) // len(cells)
        if rows is None or count > self._tuples_left:
            self._add_equations(cage)
        elif not rows:
            self._constraints.add().bool_or.literals.clear()  # an empty clause: never true
        elif len(cells) == 1:
            domain = self._variables[cells[0]].domain
            domain.clear()
            domain.extend(_domain(rows))
        else:
            self._tuples_left -= count
            table = self._constraints.add().table
            table.values.extend(rows)
            table.vars.extend(cells)  # as exprs, in one call

    def add_line_sums(self, max_cells: int) -> None:
        """States the line sums of a few cells. Of other operators, such as products, only those of
        one cell, which decide it, and contradictions are stated.
        """
        values = self._instance.domain
        for line_sum in line_sums(self._instance, max_cells):
            operator, cells, target, _, _ = line_sum
            low, high = len(cells) * values[0], len(cells) * values[-1]
            if len(cells) > 1 and operator is not ADD:
                continue
            if cells and target is not None and low <= target <= high:
                self._add_linear(Equation(tuple((cell, 1) for cell in cells), (target,)))
            elif cells or line_sum.contradicts:
                self._constraints.add().bool_or.literals.clear()  # never true

    def add_value_sets(self, limit: int) -> None:
        """Names the sets of values of the cages that have no more of them than the limit."""

        @cache
        def literals(cell: int) -> list[int]:
            return [1 + self._index(Literal(cell, value)) for value in self._instance.domain]

        def new_literal() -> int:
            return 1 + self._new([0, 1])

        for each in stated_sets(self._instance, limit, literals, new_literal):
            constraint = self._constraints.add()
            if isinstance(each, Exclusion):
                constraint.enforcement_literal.append(each.variable - 1)
                constraint.bool_and.literals.extend([-variable for variable in each.excluded])
            else:
                constraint.bool_or.literals.extend(
                    [literal - 1 if literal > 0 else literal for literal in each]
                )

    def _add_equations(self, cage: IndexedCage) -> None:
        self._add_totals()
        if self._instance.puzzle.rules.distinct_cages:
            extend(self._constraints.add().all_diff.exprs, cage.cells)
        if not all(operator.linear for operator in cage.operators):
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
        cells, target, domain = cage.cells, cage.target, self._instance.domain
        linear = [operator.linear for operator in cage.operators if operator.linear]
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
        if mdd is None:
            self.unstated.append(cage)
            return
        state: list[int] = []
        for cell, arcs, states in zip(cage.cells, mdd.layers, mdd.widths[1:], strict=True):
            following = [] if states == 1 else [self._new([0, states - 1])]
            table = self._constraints.add().table
            table.vars.extend((*state, cell, *following))
            for tail, value, head in arcs:
                table.values.extend((*(state and (tail,)), value, *(following and (head,))))
            state = following

    def _add_totals(self) -> None:
        """States the sum of each full house: implied, but it halves the time of boards of sums."""
        if self._totals_stated:
            return
        self._totals_stated = True
        total = sum(self._instance.domain)
        for house in self._instance.houses:
            if house.full:
                self._add_linear(Equation(tuple((cell, 1) for cell in house.cells), (total,)))

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
        literal, values = self._new([0, 1]), self._instance.domain
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
        every = self._new([0, 1])
        together = self._constraints.add()
        together.enforcement_literal.append(every)
        together.bool_and.literals.extend(literals)
        negated = [-literal - 1 for literal in literals]
        self._constraints.add().bool_or.literals.extend([every, *negated])
        return every

    def _new(self, domain: list[int]) -> int:
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
        index = self._new(_domain(self._instance.domain))
        maximum = self._constraints.add().lin_max
        maximum.target.vars.append(index)
        maximum.target.coeffs.append(1)
        extend(maximum.exprs, largest.cells)
        return index
