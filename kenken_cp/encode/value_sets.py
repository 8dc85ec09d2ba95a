"""The sets of values that the cells of a cage can have together, whatever their order.

A cage in a line has far fewer of them than tuples: three cells of a 9x9 that make 12 have 7 sets,
and 42 tuples. They are found along the cage's automaton, whose states are divided by the values
before them and by those that later cells must not have, so that no tuple is listed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kenken_cp.checkpoints import checkpoint
from kenken_cp.encode.instance import Instance
from kenken_cp.encode.mdd import Arc, barred_later, bits
from kenken_cp.encode.tuples import Relation

MAX_VALUE_SETS = 60
"""Sets of values of a cage that are named. Of a cage that has more each says too little."""

_MAX_STATES_PER_SET = 40
"""States before a cell, for each set of a limit; what has more of them mostly has more sets."""


class ValueSet(NamedTuple):
    """A set of values that the cells of a cage can have together.

    Attributes:
        values: ascending.
        of_cells: for each cell, those of them that it can have when the others have the rest.
    """

    values: tuple[int, ...]
    of_cells: tuple[tuple[int, ...], ...]


def value_sets(relation: Relation, limit: int) -> tuple[ValueSet, ...] | None:
    """Those of all tuples; None if there are over ``limit``, or to find them takes too much."""
    walked = _walked(relation, limit * _MAX_STATES_PER_SET)
    if walked is None:
        return None
    layers, ends = walked
    number = {values: i for i, values in enumerate(sorted(set(ends)))}
    if len(number) > limit:
        return None
    of_cells = [[0] * len(layers) for _ in number]  # bit masks, as all sets of values here
    after = {state: 1 << number[values] for state, values in enumerate(ends)}  # masks of sets
    for cell in range(len(layers) - 1, -1, -1):
        before: defaultdict[int, int] = defaultdict(int)
        having: defaultdict[int, int] = defaultdict(int)
        for state, place, following in layers[cell]:
            before[state] |= after.get(following, 0)
            having[place] |= after.get(following, 0)
        for place, some in having.items():
            for i in bits(some):
                of_cells[i][cell] |= 1 << place
        after = before

    def listed(mask: int) -> tuple[int, ...]:
        return tuple(relation.values[place] for place in bits(mask))

    return tuple(
        ValueSet(listed(one), tuple(map(listed, of_cells[i]))) for one, i in number.items()
    )


def _walked(relation: Relation, most: int) -> tuple[list[list[Arc]], list[int]] | None:
    """For each cell arcs (state, place of a value, following state), and for each state at the end
    a bit mask of the values that led to it; None for more than that many states.
    """
    mdd = relation.clue_automaton
    if mdd is None:
        return None
    place = {value: i for i, value in enumerate(mdd.values)}
    later = barred_later(relation.conflicts, len(place))
    layers = []
    states = {(0, 0, 0): 0}  # by state of the automaton, values before it, and values barred
    for arcs, barring in zip(mdd.layers, later, strict=True):
        checkpoint()
        leaving: dict[int, list[tuple[int, int]]] = {}
        for state, value, end in arcs:
            leaving.setdefault(state, []).append((place[value], end))
        layer = []
        following: dict[tuple[int, int, int], int] = {}
        for (state, values, barred), number in states.items():
            others = barred >> len(place)
            for i, end in leaving.get(state, ()):
                if not barred >> i & 1:
                    key = (end, values | 1 << i, others | barring << i)
                    layer.append((number, i, following.setdefault(key, len(following))))
        if len(following) > most:
            return None
        layers.append(layer)
        states = following
    return layers, [values for _, values, _ in states]


def stated_sets(
    problem: Instance,
    limit: int,
    literal: Callable[[int, int], int],
    new_variable: Callable[[], int],
) -> Iterator[tuple[int, ...]]:
    """Clauses, as DIMACS has them, that give a variable to each set of values that the cells of a
    cage can have together, of cages of several cells that have no more than the limit.

    They follow from the cages and houses, and say which values a cage has without saying where,
    which decides most of what the rest of a house may be. A solver that can name that learns more
    of each conflict. The new variables are functions of the cells.

    Args:
        limit: sets of a cage that are named.
        literal: of a cell, by index, and a value, the variable that says that the cell has it.
        new_variable: numbers one more variable.
    """
    for cage in problem.cages:
        checkpoint()
        if len(cage.cells) > 1 and (found := value_sets(cage.relation, limit)):
            variables = [new_variable() for _ in found]
            yield from _explained(problem, cage.cells, found, variables, literal)


def _explained(
    problem: Instance,
    cells: Sequence[int],
    found: Sequence[ValueSet],
    variables: Sequence[int],
    literal: Callable[[int, int], int],
) -> Iterator[tuple[int, ...]]:
    """That cells have one of some sets: all of its values, and no other. None of its values is then
    elsewhere in the houses that hold all of these cells.
    """
    houses = [house.cells for house in problem.houses if {*cells}.issubset(house.cells)]
    elsewhere = sorted({cell for house in houses for cell in house}.difference(cells))
    having: dict[int, list[int]] = {
        literal(cell, value): [] for cell in cells for value in problem.domain
    }
    for variable, (values, of_cells) in zip(variables, found, strict=True):
        places: dict[int, list[int]] = {value: [] for value in values}
        for cell, its_values in zip(cells, of_cells, strict=True):
            literals = [literal(cell, value) for value in its_values]
            yield (-variable, *literals)
            for value, one in zip(its_values, literals, strict=True):
                places[value].append(one)
                having[one].append(variable)
        for value, its_places in places.items():
            yield (-variable, *its_places)
            yield from ((-variable, -literal(cell, value)) for cell in elsewhere)
    yield tuple(variables)
    for one, its_variables in having.items():
        yield (-one, *its_variables)
