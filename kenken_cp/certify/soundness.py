"""Whether clauses follow from a puzzle, as a certificate says.

Nothing here knows the encoder: what it reads is the puzzle, by the executable rules, and what is
claimed of it. The docstring of the package has the argument that what is checked is enough.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import reduce
from itertools import chain
from operator import xor
from typing import Any

from kenken_cp.certify.arithmetic import arithmetic_of
from kenken_cp.certify.certificate import (
    StatedConstraint,
    name_of_cage,
    name_of_cell,
    name_of_house,
    name_of_sum,
)
from kenken_cp.certify.propagation import Clause
from kenken_cp.clock import checkpoint
from kenken_cp.errors import KenKenError
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.operators import ADD, GIVEN, MULTIPLY, XOR, Operator
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import quoted

_MAX_PARTIAL_RESULTS = 300_000
"""Partial results, with the states where they are, of a cage after any number of its cells."""


class UnsoundError(Exception):
    """Why a certificate proves nothing, and on which line of its text, if on a single one."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class Soundness:
    """Holds the clauses of a certificate against its puzzle.

    Args:
        variable_count: the variables are numbered from 1 to this.
    """

    def __init__(self, puzzle: Puzzle, variable_count: int) -> None:
        self._puzzle, self._variable_count = puzzle, variable_count
        pairs = [(cell, value) for cell in puzzle.cells for value in puzzle.values]
        self._variables = {pair: variable for variable, pair in enumerate(pairs, 1)}
        self._used = set(self._variables.values())
        self._cells = {name_of_cell(cell): cell for cell in puzzle.cells}
        self._houses = {name_of_house(house): house for house in puzzle.all_houses}
        self._cages = {name_of_cage(cage): cage for cage in puzzle.cages}

    def excluding(self, grid: Grid) -> Clause:
        """The clause that a solution is not this grid."""
        pairs = [((row, column), grid[row][column]) for row, column in self._puzzle.cells]
        return tuple(-self._variables[pair] for pair in pairs)

    def check(
        self, constraint: StatedConstraint, clauses: Sequence[Clause], first_line: int
    ) -> None:
        """UnsoundError unless the constraint is one of the puzzle, and its clauses follow from it.

        Args:
            first_line: the line of the first clause.
        """
        try:
            follows = self.checked_rule(constraint)
            self._register_states(constraint)
        except UnsoundError as error:
            raise UnsoundError(f"{constraint.name}: {error}", constraint.line) from None
        if len(clauses) != constraint.clauses:
            raise UnsoundError(f"{constraint.name}: there are fewer clauses", constraint.line)
        for line, clause in enumerate(clauses, first_line):
            if not line % 64:
                checkpoint()
            if not follows(clause):
                raise UnsoundError(f"the clause does not follow from {constraint.name}", line)

    def checked_rule(self, constraint: StatedConstraint) -> Callable[[Clause], bool]:
        """The function that says whether a clause follows from a constraint; UnsoundError if that
        is none of the puzzle, KenKenError for a cage that is too large to be checked.
        """
        name, is_sum = constraint.name, constraint.name in _SUMS
        if (constraint.houses or constraint.cages) and not is_sum:
            raise UnsoundError("only a sum is made of houses and cages")
        if (constraint.states or constraint.arcs) and (name in self._cells or name in self._houses):
            raise UnsoundError("only a cage and a sum have an automaton")
        if name in self._cells:
            return self._one_value(self._cells[name])
        if name in self._houses:
            return self._different(self._houses[name])
        if name in self._cages:
            cage = self._cages[name]
            operators = self._puzzle.possible_operators(cage)
            clue = self._paths(constraint, cage.cells, operators, cage.target)
            if not self._puzzle.rules.distinct_cages:
                return clue.follows
            different = self._different(cage.cells)
            return lambda clause: different(clause) or clue.follows(clause)
        if is_sum:
            operator, cells, target = self._sum(constraint)
            return self._paths(constraint, cells, [operator], target).follows
        raise UnsoundError("no constraint of the puzzle")

    def _one_value(self, cell: Cell) -> Callable[[Clause], bool]:
        """The function that says whether a clause holds whichever variable of a cell is true."""
        own = {self._variables[cell, value] for value in self._puzzle.values}
        return lambda clause: (
            own.issuperset(map(abs, clause))
            and all(
                any((literal > 0) == (abs(literal) == true) for literal in clause) for true in own
            )
        )

    def _different(self, cells: Sequence[Cell]) -> Callable[[Clause], bool]:
        """The function that says whether a clause states that a value is not in two of some cells
        that differ; or, if they are as many as the values, that it is in one of them.
        """
        pairs = [(cell, value) for cell in cells for value in self._puzzle.values]
        meanings = {self._variables[pair]: pair for pair in pairs}
        is_full = len(cells) == len(self._puzzle.values)

        def follows(clause: Clause) -> bool:
            if not meanings.keys() >= set(map(abs, clause)):
                return False
            meant = [meanings[abs(literal)] for literal in clause]
            mentioned = len({cell for cell, _ in meant})
            if len({value for _, value in meant}) != 1:
                return False
            if mentioned == len(clause) == 2 and max(clause) < 0:
                return True
            return is_full and min(clause) > 0 and mentioned == len(cells)

        return follows

    def _paths(
        self,
        constraint: StatedConstraint,
        cells: Sequence[Cell],
        operators: Iterable[Operator],
        target: int,
    ) -> _Paths:
        """What follows from an automaton, which has a path for each tuple that makes the target by
        one of the operators.
        """
        variables = [
            {self._variables[cell, value]: value for value in self._puzzle.values} for cell in cells
        ]
        paths = _Paths(constraint, variables)
        for operator in operators:
            paths.check_covers(self._puzzle.values, operator, target)
        return paths

    def _register_states(self, constraint: StatedConstraint) -> None:
        """UnsoundError unless the variables of its states are new."""
        states = [variable for layer in constraint.states for variable in layer if variable]
        if (
            len(set(states)) < len(states)
            or not self._used.isdisjoint(states)
            or not all(1 <= variable <= self._variable_count for variable in states)
        ):
            raise UnsoundError("a variable stands for two states, or is none")
        self._used.update(states)

    def _sum(self, constraint: StatedConstraint) -> tuple[Operator, list[Cell], int]:
        """The operator of a sum, the cells that its cages leave of its houses, and what they make:
        what the houses make, which have every value once, less the targets of the cages.
        """
        operator, rest_of = _SUMS[constraint.name]
        values, houses, cages = self._puzzle.values, [], []
        for name in constraint.houses:
            if len(self._houses.get(name, ())) != len(values):
                raise UnsoundError(f"{quoted(name)} is no house that holds every value")
            houses.append(self._houses[name])
        possible, right = self._puzzle.possible_operators, ((operator,), (GIVEN,))
        for name in constraint.cages:
            if name not in self._cages or possible(self._cages[name]) not in right:
                raise UnsoundError(f"{quoted(name)} is no cage of that operator")
            cages.append(self._cages[name])
        whole = list(chain.from_iterable(houses))
        inside = list(chain.from_iterable(cage.cells for cage in cages))
        if len(set(whole)) < len(whole) or len(set(inside)) < len(inside):
            raise UnsoundError("a cell is in two of its houses, or of its cages")
        if not set(whole).issuperset(inside):
            raise UnsoundError("a cage is not inside its houses")
        if operator is MULTIPLY and 0 in values:
            raise UnsoundError("a product of houses with a zero in them")
        target = rest_of(list(values) * len(houses), [cage.target for cage in cages])
        if target is None:
            raise UnsoundError("the targets do not divide the product of the houses")
        return operator, sorted(set(whole).difference(inside)), target


def _quotient(values: Sequence[int], targets: Sequence[int]) -> int | None:
    whole, parts = math.prod(values), math.prod(targets)
    return whole // parts if parts and whole % parts == 0 else None


REST: dict[Operator, Callable[[Sequence[int], Sequence[int]], int | None]] = {
    ADD: lambda values, targets: sum(values) - sum(targets),
    MULTIPLY: _quotient,
    XOR: lambda values, targets: reduce(xor, (*values, *targets), 0),
}
"""The operators under which a whole is made of its parts. From all values of the whole and what
some parts make: what the rest makes, None if there is no such number.
"""

_SUMS = {name_of_sum(operator): (operator, rest_of) for operator, rest_of in REST.items()}


class _Paths:
    """That the values of cells have a path in an automaton.

    A variable of a state is defined by it: that it is on the path. A clause says something of some
    cells and states that lie one after the other; it follows if no part of a path, from the first
    of these states to the last, makes all its literals false.

    Positions on a path are counted from 0: the first layer, the first cell, the second layer, ...

    Args:
        cells: for each cell its variables, and the values that they stand for.
    """

    def __init__(self, constraint: StatedConstraint, cells: Sequence[dict[int, int]]) -> None:
        layers = constraint.states
        if len(layers) != len(cells) + 1 or len(constraint.arcs) != len(cells):
            raise UnsoundError(f"the automaton is not one of {len(cells)} cells")
        self._widths = list(map(len, layers))
        # Of variables: a position, and what is there.
        self._meanings: dict[int, tuple[int, int]] = {}
        for place, variables in enumerate(cells):
            self._meanings |= {each: (2 * place + 1, value) for each, value in variables.items()}
        for layer, states in enumerate(layers):
            self._meanings |= {each: (2 * layer, at) for at, each in enumerate(states) if each}
        # Of each cell: for the states before it the values and states after it.
        self._leaving: list[dict[int, dict[int, int]]] = []
        for before, after, arcs in zip(layers, layers[1:], constraint.arcs, strict=False):
            leaving: dict[int, dict[int, int]] = {state: {} for state in range(len(before))}
            for state, value, following in arcs:
                if state not in leaving or following not in range(len(after)):
                    raise UnsoundError("an arc of a state that there is not")
                if value in leaving[state]:
                    raise UnsoundError(f"two arcs of a state for the value {value}")
                leaving[state][value] = following
            self._leaving.append(leaving)

    def check_covers(self, values: Collection[int], operator: Operator, target: int) -> None:
        """UnsoundError unless each tuple by which the operator makes the target has a path.

        All tuples are followed at once, as what their values come to so far and the state they have
        reached; the state is None once there is no arc.
        """
        arithmetic, low, high = arithmetic_of(operator, target), min(values), max(values)
        reached = {(arithmetic.start, 0 if self._widths[0] else None)}
        for place, leaving in enumerate(self._leaving):
            left, following = len(self._leaving) - place - 1, set[tuple[Any, int | None]]()
            for number, (result, state) in enumerate(reached):
                if not number % 64:
                    checkpoint()
                arcs = {} if state is None else leaving[state]
                for value in values:
                    after = arithmetic.step(result, value)
                    if not arithmetic.hopeless(after, left, target, low, high):
                        following.add((after, arcs.get(value)))
            if len(following) > _MAX_PARTIAL_RESULTS:
                raise KenKenError(
                    f"{target}{operator.symbol} on {len(self._leaving)} cells has more than "
                    f"{_MAX_PARTIAL_RESULTS} partial results; expected a clue with fewer, for a "
                    "certificate that can be checked"
                )
            reached = following
        if any(state is None and arithmetic.makes(result, target) for result, state in reached):
            raise UnsoundError("the automaton excludes values that make the clue")

    def follows(self, clause: Clause) -> bool:
        """Whether no part of a path makes all literals false."""
        only: dict[int, int] = {}  # for positions, all that may be there
        excluded: dict[int, set[int]] = defaultdict(set)  # what may not
        for literal in clause:
            if abs(literal) not in self._meanings:
                return False
            position, what = self._meanings[abs(literal)]
            if literal > 0:
                excluded[position].add(what)
            elif only.setdefault(position, what) != what:
                return True  # two values of a cell, or two states of a layer
        return not self._crossed(only, excluded)

    def _crossed(self, only: dict[int, int], excluded: dict[int, set[int]]) -> bool:
        """Whether some part of a path, between the layers around the positions, makes all literals
        false.
        """
        positions = (*only, *excluded) or (0, 2 * len(self._leaving))
        first, last = min(positions) // 2, (max(positions) + 1) // 2

        def possible(position: int, what: int) -> bool:
            return only.get(position, what) == what and what not in excluded.get(position, ())

        known = only.get(2 * first)
        states = range(self._widths[first]) if known is None else [known]
        reached = {state for state in states if possible(2 * first, state)}
        for layer in range(first, last):
            reached = {
                after
                for state in reached
                for value, after in self._leaving[layer][state].items()
                if possible(2 * layer + 1, value) and possible(2 * layer + 2, after)
            }
        return bool(reached)
