"""Clauses that name the sets of values that the cells of a cage can have together, in any order.

A cage in a line has far fewer sets than tuples: three cells of a 9x9 with the sum 12 have 7 sets
and 42 tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import Instance
from kenken_cp.encode.tuples import ValueSet


def stated_sets(
    problem: Instance, literals: Callable[[int], Sequence[int]], new_variable: Callable[[], int]
) -> Iterator[tuple[int, ...]]:
    """Clauses (literals as in DIMACS) that give a variable to each set of values of each cage of
    several cells, unless it has more than ``tuples.MAX_VALUE_SETS``.

    The clauses follow from the cages and houses. The variables say which values a cage has without
    saying where, and that decides most of what the rest of a house may be: a solver that has a name
    for it learns more from each conflict. The new variables are functions of the cells.

    Args:
        literals: for a cell, by index, the variables that it has each value, in their order.
        new_variable: returns the number of one more variable.
    """
    for cage in problem.cages:
        checkpoint()
        if len(cage.cells) > 1 and (found := cage.relation.value_sets):
            named = [(new_variable(), each) for each in found]
            yield from _explained(problem, cage.cells, named, literals)


def _explained(
    problem: Instance,
    cells: Sequence[int],
    named: Sequence[tuple[int, ValueSet]],
    literals: Callable[[int], Sequence[int]],
) -> Iterator[tuple[int, ...]]:
    """Clauses that say that cells have exactly the values of one of the sets, and that no other
    cell of a house around all these cells has one of those values.
    """
    houses = [house.cells for house in problem.houses if {*cells}.issubset(house.cells)]
    others = sorted({cell for house in houses for cell in house}.difference(cells))
    inside = [dict(zip(problem.domain, literals(cell), strict=True)) for cell in cells]
    outside = dict(zip(problem.domain, zip(*map(literals, others), strict=True), strict=False))
    having: dict[int, list[int]] = {one: [] for of_cell in inside for one in of_cell.values()}
    for variable, (values, of_cells) in named:
        places: dict[int, list[int]] = {value: [] for value in values}
        for of_cell, its_values in zip(inside, of_cells, strict=True):
            yield (-variable, *[of_cell[value] for value in its_values])
            for value in its_values:
                places[value].append(of_cell[value])
                having[of_cell[value]].append(variable)
        for its_places in places.values():
            yield (-variable, *its_places)
        if others:
            yield from [(-variable, -one) for value in values for one in outside[value]]
    yield tuple([variable for variable, _ in named])
    for its_literal, its_variables in having.items():
        yield (-its_literal, *its_variables)
