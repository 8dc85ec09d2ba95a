"""The sets of values that the cells of a cage can have together, whatever their order.

A cage in a line has far fewer of them than tuples: three cells of a 9x9 that make 12 have 7 sets,
and 42 tuples. They are found along the cage's automaton, whose states are divided by the values
before them and by those that later cells must not have, so that no tuple is listed.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from kenken_cp.checkpoints import checkpoint
from kenken_cp.encode.mdd import Arc, barred_later, bits
from kenken_cp.encode.tuples import Relation

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
