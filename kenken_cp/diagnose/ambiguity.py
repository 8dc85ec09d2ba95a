"""Why a puzzle has several solutions: the cells that differ, how they can, and what would settle it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

from kenken_cp.backends.sat.hitting import HittingSets
from kenken_cp.backends.sat.solver import StoppedError
from kenken_cp.diagnose.questions import Questions, WhyStop
from kenken_cp.encode.instance import instance
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.search.protocol import Limits, Status
from kenken_cp.search.run import find_solutions

MAX_SOLUTIONS = 1000
"""Solutions that are looked at together, for the groups in which cells change."""

MAX_TARGETS = 30
"""Solutions to each of which the fewest givens are sought."""


@dataclass(frozen=True, slots=True)
class Change:
    """Cells that change together, whatever all other cells do.

    Attributes:
        cells: in reading order.
        alternatives: what they may be, each in the order of the cells.
    """

    cells: tuple[Cell, ...]
    alternatives: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Fewest:
    """What settles a puzzle: added to it, there is one solution.

    Attributes:
        givens: cells and their values; or
        operators: hidden cages and the operators to show.
        proved: whether it is proved that no fewer do, whatever the solution meant.
    """

    givens: Mapping[Cell, int]
    operators: Mapping[Cage, Operator]
    proved: bool


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Several solutions, and how they differ.

    Attributes:
        candidates: for each cell that differs in some solution, the values that it has in some.
        changes: independent of each other, so that every choice of one alternative each is a
            solution; None if there are more than ``MAX_SOLUTIONS``.
        givens: the fewest givens that leave one solution; None if none were found in time.
        operators: the fewest operators to show that leave one; None if none do, none are
            hidden, or none were found in time.
    """

    puzzle: Puzzle
    candidates: Mapping[Cell, tuple[int, ...]]
    changes: tuple[Change, ...] | None
    givens: Fewest | None
    operators: Fewest | None


def true_candidates(puzzle: Puzzle, why_stop: WhyStop) -> dict[Cell, tuple[int, ...]]:
    """For each cell the values that it has in some solution; none if there is none.

    Each question asks for a solution with some value not seen before, until there is none: as
    many questions as there are candidates at most, however many solutions there are. (The
    backbone algorithm of Janota, Lynce and Marques-Silva, "Algorithms for computing backbones of
    propositional formulae", 2015.)
    """
    taken = instance(puzzle)
    seen: list[set[int]] = [set() for _ in taken.cells]
    with Questions(puzzle, (), why_stop) as questions:
        grid = questions.grid(())
        while grid is not None:
            for cell, value in enumerate(value for row in grid for value in row):
                seen[cell].add(value)
            unseen = [
                questions.literal(cell, value)
                for cell, values in enumerate(seen)
                for value in taken.domain
                if value not in values
            ]
            grid = questions.grid((), [questions.require_any(unseen)])
    return {
        cell: tuple(sorted(values)) for cell, values in zip(taken.cells, seen, strict=True)
    }


def ambiguity(puzzle: Puzzle, why_stop: WhyStop) -> Ambiguity:
    """How the solutions of a puzzle that has several differ.

    Raises:
        StoppedError: if a limit came before it was known which cells differ.
    """
    values = true_candidates(puzzle, why_stop)
    differing = {cell: found for cell, found in values.items() if len(found) > 1}
    grids: list[Grid] = []
    outcome = find_solutions(puzzle, grids.append, Limits(MAX_SOLUTIONS))
    changes = None
    if outcome.status is Status.EXHAUSTED:
        changes = _changes(list(differing), grids)
    givens = operators = None
    try:
        givens = _fewest_givens(puzzle, list(differing), grids, outcome.status, why_stop)
        operators = _fewest_operators(puzzle, grids, outcome.status, why_stop)
    except StoppedError:
        pass
    return Ambiguity(puzzle, differing, changes, givens, operators)


# --- cells that change together ------------------------------------------------------------------


def _changes(cells: Sequence[Cell], grids: Sequence[Grid]) -> tuple[Change, ...]:
    """The finest groups of cells so that the solutions are the product of what each can be."""
    rows = [tuple(grid[row][column] for row, column in cells) for grid in grids]
    groups = _joined(len(cells), lambda one, other: _depend(rows, (one,), (other,)))
    # Pairwise independent cells may still depend on each other, three at a time and more.
    while prod(len(_projection(rows, group)) for group in groups) != len(rows):
        groups = _merged(groups, rows)
    return tuple(
        Change(tuple(cells[i] for i in group), tuple(sorted(_projection(rows, group))))
        for group in groups
    )


def _merged(groups: list[tuple[int, ...]], rows: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The same, with as few as possible joined that depend on each other."""
    for number in range(2, len(groups) + 1):
        for some in combinations(groups, number):
            whole = tuple(sorted(cell for group in some for cell in group))
            apart = prod(len(_projection(rows, group)) for group in some)
            if len(_projection(rows, whole)) != apart:
                return sorted([whole, *(group for group in groups if group not in some)])
    raise AssertionError("the solutions are no product, though no groups depend on each other")


def _joined(count: int, linked: Callable[[int, int], bool]) -> list[tuple[int, ...]]:
    """The connected components of 0 to ``count - 1``."""
    group = list(range(count))
    for one, other in combinations(range(count), 2):
        if group[one] != group[other] and linked(one, other):
            old, new = group[other], group[one]
            group = [new if each == old else each for each in group]
    return [
        tuple(i for i in range(count) if group[i] == each) for each in dict.fromkeys(group)
    ]


def _depend(rows: Sequence[tuple[int, ...]], one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    together = len(_projection(rows, one + other))
    return together != len(_projection(rows, one)) * len(_projection(rows, other))


def _projection(rows: Iterable[tuple[int, ...]], places: Sequence[int]) -> set[tuple[int, ...]]:
    return {tuple(row[place] for place in places) for row in rows}


# --- what would settle it ------------------------------------------------------------------------


def _fewest_givens(
    puzzle: Puzzle,
    cells: Sequence[Cell],
    grids: Sequence[Grid],
    status: Status,
    why_stop: WhyStop,
) -> Fewest | None:
    """The fewest cells of some solution that no other solution has alike."""
    best: dict[Cell, int] | None = None
    targets = grids[:MAX_TARGETS]
    with Questions(puzzle, (), why_stop) as questions:
        taken = instance(puzzle)
        for target in targets:
            value = {cell: target[cell[0]][cell[1]] for cell in cells}
            literal = {
                cell: questions.literal(taken.index(cell), value[cell]) for cell in cells
            }
            other = questions.require_any([-one for one in literal.values()])

            def refuted_by(
                chosen: frozenset[Cell], literal: dict[Cell, int] = literal, other: int = other
            ) -> Grid | None:
                return questions.grid((), [other, *(literal[cell] for cell in chosen)])

            def difference(grid: Grid, value: dict[Cell, int] = value) -> list[Cell]:
                return [cell for cell in cells if grid[cell[0]][cell[1]] != value[cell]]

            found = _fewest(refuted_by, difference, len(best) - 1 if best else None)
            if found is not None:
                best = {cell: value[cell] for cell in sorted(found)}
            if best is not None and len(best) == 1:
                return Fewest(best, {}, proved=True)
    if best is None:
        return None
    every = status is Status.EXHAUSTED and len(targets) == len(grids)
    return Fewest(best, {}, proved=every)


def _fewest_operators(
    puzzle: Puzzle, grids: Sequence[Grid], status: Status, why_stop: WhyStop
) -> Fewest | None:
    """The fewest hidden operators of some solution that no other solution explains alike."""
    hidden = [cage for cage in puzzle.cages if cage.operator is None]
    if not hidden or status is not Status.EXHAUSTED:
        return None
    explains = [
        {cage: frozenset(_explaining(puzzle, cage, grid)) for cage in hidden} for grid in grids
    ]
    best: dict[Cage, Operator] | None = None
    for target in explains:
        if stop := why_stop():
            raise StoppedError(stop)
        for shown in _choices(target):
            others = [one for one in explains if one is not target]
            with closing(HittingSets[Cage]()) as sets:
                for one in others:
                    sets.add([cage for cage in hidden if shown[cage] not in one[cage]])
                found = sets.smallest()
            if found is not None and (best is None or len(found) < len(best)):
                best = {cage: shown[cage] for cage in hidden if cage in found}
    return None if best is None else Fewest({}, best, proved=True)


MAX_CHOICES = 64
"""Ways to read the hidden operators of one solution that are tried."""


def _choices(target: Mapping[Cage, frozenset[Operator]]) -> Iterable[dict[Cage, Operator]]:
    """An operator for each hidden cage, of those that explain a solution."""
    ordered = [sorted(some, key=lambda operator: operator.name) for some in target.values()]
    for number, chosen in enumerate(product(*ordered)):
        if number == MAX_CHOICES:
            return
        yield dict(zip(target, chosen, strict=True))


def _explaining(puzzle: Puzzle, cage: Cage, grid: Grid) -> Iterable[Operator]:
    values = [grid[row][column] for row, column in cage.cells]
    return (
        operator
        for operator in puzzle.possible_operators(cage)
        if operator.holds(values, cage.target)
    )


def _fewest(
    refuted_by: Callable[[frozenset[Cell]], Grid | None],
    difference: Callable[[Grid], list[Cell]],
    most: int | None,
) -> frozenset[Cell] | None:
    """A smallest set of cells that no other solution has alike; None if it has over ``most``."""
    with closing(HittingSets[Cell]()) as sets:
        chosen: frozenset[Cell] = frozenset()
        while (grid := refuted_by(chosen)) is not None:
            sets.add(difference(grid))
            found = sets.smallest()
            assert found is not None
            if most is not None and len(found) > most:
                return None
            chosen = found
    return chosen
