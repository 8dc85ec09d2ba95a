"""Whether clauses follow from a puzzle, as a certificate says.

Nothing here knows the encoder: what it reads is the puzzle, by the executable rules, and what is
claimed of it. The docstring of the package has the argument that what is checked is enough.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain
from operator import xor
from typing import Any, Protocol

from kenken_cp.certify.certificate import Automaton, Stated
from kenken_cp.certify.partial_results import continuations
from kenken_cp.certify.propagation import Clause
from kenken_cp.clock import checkpoint
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import ADD, GIVEN, MULTIPLY, XOR, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.text import MAX_DIGITS, listed

_EXCLUDES = "the automaton excludes values that make the clue"


class UnsoundError(Exception):
    """Something does not follow from the puzzle.

    Attributes:
        clause: the place, among those of the constraint, of the clause that does not; None if it is
            the constraint itself.
    """

    def __init__(self, message: str, clause: int | None = None) -> None:
        super().__init__(message)
        self.clause = clause


class Variables:
    """What the variables stand for."""

    def __init__(self, puzzle: Puzzle) -> None:
        width = len(puzzle.values)
        self.of_cells = tuple(
            tuple(range(start + 1, start + width + 1))
            for start in range(0, width * len(puzzle.cells), width)
        )
        self.meanings = {
            variable: (cell, value)
            for cell, variables in zip(puzzle.cells, self.of_cells, strict=True)
            for variable, value in zip(variables, puzzle.values, strict=True)
        }
        self.used = set(self.meanings)

    def take(self, variables: Collection[int]) -> None:
        """Notes further variables; UnsoundError unless they are different and new."""
        if (
            min(variables, default=1) < 1
            or len(set(variables)) < len(variables)
            or not self.used.isdisjoint(variables)
        ):
            raise UnsoundError("a variable stands for two states")
        self.used.update(variables)


def check_constraint(
    puzzle: Puzzle, variables: Variables, stated: Stated, clauses: Sequence[Clause]
) -> None:
    """UnsoundError unless the constraint is one of the puzzle, and its clauses follow from it."""
    plain = stated.kind in ("cell", "house")
    if plain == (stated.automaton is not None) or (plain and stated.clue):
        raise UnsoundError("a cage and a sum have a clue and an automaton, and nothing else has")
    if (stated.houses or stated.cages) and stated.kind != "sum":
        raise UnsoundError("only a sum is made of houses and cages")
    checker = _CHECKERS[stated.kind](puzzle, variables, stated)
    for number, clause in enumerate(clauses):
        if not number % 64:
            checkpoint()
        if not checker.follows(clause):
            raise UnsoundError(f"the clause does not follow from {stated}", number)


class _Checker(Protocol):
    def follows(self, clause: Clause) -> bool: ...


class _OneValue:
    """That a cell has exactly one value: at least one of its variables is true, and no two are."""

    def __init__(self, own: Collection[int]) -> None:
        self._own = frozenset(own)

    def follows(self, clause: Clause) -> bool:
        """Whether the clause holds whichever one of the variables is true."""
        literals = set(clause)
        return all(
            any((literal > 0) == (abs(literal) == true) for literal in literals)
            for true in self._own
        ) and self._own.issuperset(map(abs, literals))


class _Different:
    """That cells differ; and, if they are as many as the values, that each value is in one."""

    def __init__(self, puzzle: Puzzle, variables: Variables, cells: Sequence[Cell]) -> None:
        self._meanings = variables.meanings
        self._cells = frozenset(cells)
        self._full = len(cells) == len(puzzle.values)

    def follows(self, clause: Clause) -> bool:
        """Whether the clause says that a value is not in two of the cells, or that it is in one of
        them.
        """
        known = [self._meanings.get(abs(literal)) for literal in clause]
        meant = [each for each in known if each is not None and each[0] in self._cells]
        cells = {cell for cell, _ in meant}
        if len(meant) < len(clause) or len({value for _, value in meant}) != 1:
            return False
        if len(cells) == len(clause) == 2 and max(clause) < 0:
            return True
        return self._full and min(clause) > 0 and cells == self._cells


class _Paths:
    """That the values of cells have a path in an automaton.

    A variable of a state is defined by it: that it is on the path. A clause says something of some
    cells and states that lie one after the other; it follows if no part of a path, from the first
    of these states to the last, makes all its literals false.
    """

    def __init__(self, variables: Variables, cells: Sequence[Cell], automaton: Automaton) -> None:
        self._meanings = variables.meanings
        self._place = {cell: place for place, cell in enumerate(cells)}
        self._last = len(cells)
        self._states = {
            variable: (layer, state)
            for layer, states in enumerate(automaton.states)
            for state, variable in enumerate(states)
            if variable
        }
        self._layers = [range(len(states)) for states in automaton.states]
        self._leaving: list[dict[int, dict[int, int]]] = []
        self._entering: list[dict[int, list[tuple[int, int]]]] = []
        if len(self._layers) != self._last + 1 or len(automaton.arcs) != self._last:
            raise UnsoundError(f"the automaton is not one of {self._last} cells")
        for layer, arcs in enumerate(automaton.arcs):
            leaving: dict[int, dict[int, int]] = {state: {} for state in self._layers[layer]}
            entering: dict[int, list[tuple[int, int]]] = defaultdict(list)
            for state, value, after in arcs:
                if state not in leaving or after not in self._layers[layer + 1]:
                    raise UnsoundError("an arc of a state that there is not")
                if value in leaving[state]:
                    raise UnsoundError(f"two arcs of a state for the value {value}")
                leaving[state][value] = after
                entering[after].append((value, state))
            self._leaving.append(leaving)
            self._entering.append(entering)
        variables.take([variable for states in automaton.states for variable in states if variable])

    def check_covers(
        self, values: Collection[int], operators: Sequence[Operator], target: int
    ) -> None:
        """UnsoundError unless each tuple by which an operator makes the target has a path."""
        for operator in operators:
            if not self._last:
                if operator.evaluate(()) == target and not self._layers[0]:
                    raise UnsoundError("the automaton excludes that there is no cell left")
                continue
            steps = continuations(operator, target, self._last, values)
            if steps[0] and not self._layers[0]:
                raise UnsoundError(_EXCLUDES)
            reached = {(result, 0) for result in steps[0]}
            for leaving, after in zip(self._leaving, steps, strict=True):
                reached = _after_one_cell(reached, leaving, after)

    def follows(self, clause: Clause) -> bool:
        """Whether no part of a path makes all literals false."""
        true: dict[tuple[str, int], int] = {}  # the only value of a cell, or state, that is left
        false: dict[tuple[str, int], set[int]] = defaultdict(set)
        for literal in clause:
            key, item = self._meaning(abs(literal))
            if key is None:
                return False
            if literal > 0:
                false[key].add(item)
            elif true.setdefault(key, item) != item:
                return True  # two values of a cell, or two states of a layer
        if any(item in false[key] for key, item in true.items()):
            return True
        layers = [place + (what == "cell") for what, place in (*true, *false)]
        layers += [place for _, place in (*true, *false)]
        first, last = (min(layers), max(layers)) if layers else (0, self._last)
        return not self._crossed(first, last, true, false)

    def _meaning(self, variable: int) -> tuple[tuple[str, int] | None, int]:
        """What a variable is about, and what it says of that: a value or a state."""
        if variable in self._states:
            layer, state = self._states[variable]
            return ("state", layer), state
        cell, value = self._meanings.get(variable, (None, 0))
        place = None if cell is None else self._place.get(cell)
        return (None if place is None else ("cell", place)), value

    def _crossed(
        self,
        first: int,
        last: int,
        true: dict[tuple[str, int], int],
        false: dict[tuple[str, int], set[int]],
    ) -> bool:
        """Whether some part of a path from one layer to another makes all literals false. It is
        searched for from the end at which a state is known.
        """

        def left(what: str, place: int, item: int) -> bool:
            key = what, place
            return true.get(key, item) == item and item not in false.get(key, ())

        def states(layer: int) -> Iterator[int]:
            only = true.get(("state", layer))
            among = self._layers[layer] if only is None else (only,)
            return (state for state in among if left("state", layer, state))

        if ("state", last) in true and ("state", first) not in true:
            reached = set(states(last))
            for layer in range(last - 1, first - 1, -1):
                reached = {
                    state
                    for after in reached
                    for value, state in self._entering[layer].get(after, ())
                    if left("cell", layer, value) and left("state", layer, state)
                }
            return bool(reached)
        reached = set(states(first))
        for layer in range(first, last):
            only = true.get(("cell", layer))
            reached = {
                after
                for state in reached
                for value, after in self._arcs(layer, state, only)
                if left("cell", layer, value) and left("state", layer + 1, after)
            }
        return bool(reached)

    def _arcs(self, layer: int, state: int, only: int | None) -> Collection[tuple[int, int]]:
        """The arcs of a state, or only that of one value."""
        arcs = self._leaving[layer][state]
        if only is None:
            return arcs.items()
        return [(only, arcs[only])] if only in arcs else []


def _after_one_cell(
    reached: set[tuple[Any, int]],
    leaving: Mapping[int, Mapping[int, int]],
    after: Mapping[Any, Mapping[int, Any]],
) -> set[tuple[Any, int]]:
    """Partial results with the states in which tuples with these can be, one cell further on.

    Raises:
        UnsoundError: if a state has no arc for a value that can still lead to the target.
    """
    following = set()
    for number, (result, state) in enumerate(reached):
        if not number % 64:
            checkpoint()
        for value, result_after in after[result].items():
            if value not in leaving[state]:
                raise UnsoundError(_EXCLUDES)
            following.add((result_after, leaving[state][value]))
    return following


class _Clue:
    """That a cage makes its clue, by an automaton; under some rules its cells differ, too."""

    def __init__(self, paths: _Paths, different: _Different | None) -> None:
        self._paths, self._different = paths, different

    def follows(self, clause: Clause) -> bool:
        """Whether it follows from the one or from the other."""
        different = self._different
        return (different is not None and different.follows(clause)) or self._paths.follows(clause)


def _of_cell(puzzle: Puzzle, variables: Variables, stated: Stated) -> _OneValue:
    places = [place for place, cell in enumerate(puzzle.cells) if (cell,) == stated.cells]
    if not places:
        raise UnsoundError(f"{stated}: no cell of the puzzle")
    return _OneValue(variables.of_cells[places[0]])


def _of_house(puzzle: Puzzle, variables: Variables, stated: Stated) -> _Different:
    if stated.cells not in puzzle.all_houses:
        raise UnsoundError(f"{stated}: no house of the puzzle")
    return _Different(puzzle, variables, stated.cells)


def _of_cage(puzzle: Puzzle, variables: Variables, stated: Stated) -> _Clue:
    cage = _cage(puzzle, stated.clue, stated.cells)
    assert stated.automaton is not None
    paths = _Paths(variables, cage.cells, stated.automaton)
    paths.check_covers(puzzle.values, puzzle.possible_operators(cage), cage.target)
    different = None
    if puzzle.rules.distinct_cages:
        different = _Different(puzzle, variables, cage.cells)
    return _Clue(paths, different)


def _of_sum(puzzle: Puzzle, variables: Variables, stated: Stated) -> _Clue:
    operator, target = _line_sum(puzzle, stated)
    assert stated.automaton is not None
    paths = _Paths(variables, stated.cells, stated.automaton)
    paths.check_covers(puzzle.values, [operator], target)
    return _Clue(paths, None)


_CHECKERS: dict[str, Callable[[Puzzle, Variables, Stated], _Checker]] = {
    "cell": _of_cell,
    "house": _of_house,
    "cage": _of_cage,
    "sum": _of_sum,
}


def _cage(puzzle: Puzzle, clue: str, cells: Sequence[Cell]) -> Cage:
    for cage in puzzle.cages:
        if cage.cells == tuple(cells) and cage.clue == clue:
            return cage
    raise UnsoundError(f"{clue} is no cage of the puzzle there")


_OF_PARTS: dict[Operator, Callable[[Iterable[int]], int]] = {
    ADD: sum,
    MULTIPLY: math.prod,
    XOR: lambda parts: reduce(xor, parts, 0),
}
"""The operators under which a whole is made of its parts, and how."""


_TARGET = rf"(?:0|-?[1-9][0-9]{{0,{MAX_DIGITS - 1}}})"
"""The only way to write a target, of as many digits as Python reads."""


def _line_sum(puzzle: Puzzle, stated: Stated) -> tuple[Operator, int]:
    """The operator of a sum, and what its cells make: what its houses make, which have every value
    once, less the targets of the cages inside them.
    """
    found = [
        operator
        for operator in _OF_PARTS
        if re.fullmatch(rf"{_TARGET}{re.escape(operator.symbol)}", stated.clue)
    ]
    if not found or not stated.houses:
        raise UnsoundError(f"{stated} is no sum or product of houses less cages")
    operator, target = found[0], stated.clue.removesuffix(found[0].symbol)
    for house in stated.houses:
        if house not in puzzle.all_houses or len(house) != len(puzzle.values):
            raise UnsoundError(f"{stated}: not all of its houses hold every value")
    cages = [_cage(puzzle, clue, cells) for clue, cells in stated.cages]
    if any(cage.operator not in (operator, GIVEN) for cage in cages):
        raise UnsoundError(f"{stated}: a cage with another operator, or none")
    whole = list(chain.from_iterable(stated.houses))
    parts = [*stated.cells, *chain.from_iterable(cage.cells for cage in cages)]
    if len(set(whole)) < len(whole) or sorted(whole) != sorted(parts):
        raise UnsoundError(f"{stated}: its cells are not those of the houses less the cages")
    known = [cage.target for cage in cages]
    makes, expected = [int(target), *known], operator.evaluate(puzzle.values * len(stated.houses))
    if operator is MULTIPLY and 0 in puzzle.values:
        raise UnsoundError(f"{stated}: a product of lines with a zero in them")
    if _OF_PARTS[operator](makes) != expected:
        raise UnsoundError(f"{stated}: its total is not that of the houses less the cages")
    return operator, int(target)


def rules_in_words(puzzle: Puzzle) -> tuple[str, ...]:
    """The rules of a puzzle, as a certificate states them."""
    rules = puzzle.rules
    lines = [
        rules.name,
        f"values {' '.join(map(str, puzzle.values))}",
        "each cell holds one value",
        "no value comes twice in a row, in a column or in an extra house",
        "a cage of one cell holds the target of its clue",
    ]
    for operator, most in rules.operators:
        where = "" if most is None else f" on up to {most} cells"
        lines.append(f"{operator.symbol}{where} makes {operator.meaning}")
    known = {GIVEN, *(operator for operator, _ in rules.operators)}
    shown = dict.fromkeys(cage.operator for cage in puzzle.cages if cage.operator)
    lines += [f"{each.symbol} makes {each.meaning}" for each in shown if each not in known]
    symbols = [operator.symbol for operator, _ in rules.operators]
    lines.append(
        f"a cage without operator makes its target by {listed(symbols, 'or')}, as the cells allow"
    )
    if rules.distinct_cages:
        lines.append("no value comes twice in a cage")
    return tuple(lines)
