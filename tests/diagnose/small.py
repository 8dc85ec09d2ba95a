"""Small boards, of which everything is known: every grid, and which constraints it breaks."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

from kenken_cp.backends.cp_sat.solve import CpSatSearch
from kenken_cp.diagnose.conflict import part_of
from kenken_cp.encode.instance import Constraint, Scope, instance


@cache
def broken_by_grid(puzzle):
    """For every way to fill the board, the constraints that it breaks, by plain arithmetic."""
    taken = instance(puzzle)
    constraints = [
        *(Constraint(Scope.CAGE, number) for number in range(len(puzzle.cages))),
        *(Constraint(Scope.HOUSE, number) for number in range(len(puzzle.all_houses))),
    ]
    return {
        values: frozenset(one for one in constraints if not satisfied(taken, one, values))
        for values in product(puzzle.values, repeat=len(puzzle.cells))
    }


def satisfied(taken, constraint, values):
    """Whether a filled board satisfies a constraint."""
    puzzle = taken.puzzle
    if constraint.scope is Scope.HOUSE:
        mine = [values[taken.index(cell)] for cell in puzzle.all_houses[constraint.number]]
        return len(set(mine)) == len(mine)
    cage = puzzle.cages[constraint.number]
    mine = [values[taken.index(cell)] for cell in cage.cells]
    if puzzle.rules.distinct_cages and len(set(mine)) < len(mine):
        return False
    return any(one.holds(mine, cage.target) for one in puzzle.possible_operators(cage))


def solutions(puzzle, without=frozenset()):
    """The filled boards that break nothing but some constraints."""
    return [values for values, broken in broken_by_grid(puzzle).items() if broken <= without]


def smallest_conflict(puzzle):
    """The size of a smallest set of constraints that every filled board breaks somewhere."""
    every = set(broken_by_grid(puzzle).values())
    minimal = [one for one in every if not any(other < one for other in every)]
    assert frozenset() not in every
    constraints = sorted(frozenset().union(*every), key=lambda one: (one.scope.value, one.number))
    for size in range(1, len(constraints) + 1):
        for some in combinations(constraints, size):
            if all(not broken.isdisjoint(some) for broken in minimal):
                return size
    raise AssertionError


def grid_by_cp_sat(puzzle, members):
    """A grid that satisfies some constraints, by another engine than that of conflicts; or None."""
    with CpSatSearch(part_of(puzzle, members)) as search:
        search.start()
        while not (grids := search.take(0.1)):
            if search.is_done:
                return None
        return grids[0]
