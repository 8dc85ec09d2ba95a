"""Why a puzzle has several solutions: the cells that differ, how, and what would settle it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

from kenken_cp.checkpoints import StoppedError, checkpoint
from kenken_cp.diagnose.candidates import values_in, values_of_solutions
from kenken_cp.diagnose.searching import Remaining, search
from kenken_cp.encode.instance import instance
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.sat.hitting import HittingSets
from kenken_cp.sat.questions import Questions
from kenken_cp.search.protocol import Limits, Status

MAX_SOLUTIONS = 1000
"""Solutions that are looked at together, for the groups in which cells change."""

SECONDS_FOR_FEWEST = 2.0
"""For the fewest givens, where there are more solutions than that."""


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


def ambiguity(puzzle: Puzzle, remaining: Remaining) -> Ambiguity:
    """How the solutions of a puzzle that has several differ.

    Raises:
        StoppedError: if a limit came before it was known which cells differ.
    """
    grids: list[Grid] = []
    outcome = search(puzzle, remaining, grids.append, solutions=MAX_SOLUTIONS)
    complete = outcome.status is Status.EXHAUSTED
    if complete:
        values = values_in(puzzle, grids)
    else:
        with Questions(instance(puzzle), ()) as questions:
            values = values_of_solutions(questions, grids)
    differing = {cell: tuple(sorted(found)) for cell, found in values.items() if len(found) > 1}
    changes = _changes(list(differing), grids) if complete else None
    givens = operators = None
    try:
        if complete:
            givens = _fewest_givens(list(differing), grids)
            operators = _fewest_operators(puzzle, grids)
        else:
            givens = _some_givens(puzzle, list(differing), grids[0])
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


def _merged(
    groups: list[tuple[int, ...]], rows: Sequence[tuple[int, ...]]
) -> list[tuple[int, ...]]:
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
    return [tuple(i for i in range(count) if group[i] == each) for each in dict.fromkeys(group)]


def _depend(rows: Sequence[tuple[int, ...]], one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    together = len(_projection(rows, one + other))
    return together != len(_projection(rows, one)) * len(_projection(rows, other))


def _projection(rows: Iterable[tuple[int, ...]], places: Sequence[int]) -> set[tuple[int, ...]]:
    return {tuple(row[place] for place in places) for row in rows}


# --- what would settle it ------------------------------------------------------------------------


def _fewest_givens(cells: Sequence[Cell], grids: Sequence[Grid]) -> Fewest:
    """The fewest cells of some solution that no other solution has alike.

    Each given is the set of solutions that have it; a few are sought that have one solution in
    common: first any one, then any two, and so on.
    """
    having: dict[int, tuple[Cell, int]] = {}  # of givens that say the same, the first
    for cell in cells:
        masks: dict[int, int] = {}
        for number, grid in enumerate(grids):
            value = grid[cell[0]][cell[1]]
            masks[value] = masks.get(value, 0) | 1 << number
        for value, mask in masks.items():
            having.setdefault(mask, (cell, value))
    # The fewest solutions first: the most that a given can say.
    ordered = sorted(having, key=int.bit_count)
    best = _greedy(ordered, len(grids))

    def search(mask: int, chosen: list[int], first: int, left: int) -> list[int] | None:
        for place in range(first, len(ordered)):
            common = mask & ordered[place]
            if common.bit_count() == 1:
                return [*chosen, ordered[place]]
            if left > 1 and common and common != mask:
                checkpoint()
                found = search(common, [*chosen, ordered[place]], place + 1, left - 1)
                if found:
                    return found
        return None

    proved = True
    try:
        for number in range(1, len(best)):
            if found := search((1 << len(grids)) - 1, [], 0, number):
                best = found
                break
    except StoppedError:
        proved = False
    return Fewest(dict(sorted(having[mask] for mask in best)), {}, proved)


def _greedy(masks: Sequence[int], count: int) -> list[int]:
    """Sets with one member in common: always the one that leaves the fewest, but not none."""
    left, chosen = (1 << count) - 1, []
    while left.bit_count() > 1:
        best = min((mask for mask in masks if mask & left), key=lambda m: (m & left).bit_count())
        left &= best
        chosen.append(best)
    return chosen


def _some_givens(puzzle: Puzzle, cells: Sequence[Cell], target: Grid) -> Fewest:
    """The fewest that leave one certain solution, where there are too many to know them all; in the
    time for it, else some of which none can be left out.
    """
    taken = instance(puzzle)
    value = {cell: target[cell[0]][cell[1]] for cell in cells}
    with Questions(taken, ()) as questions:
        literal = {cell: questions.literal(taken.index(cell), value[cell]) for cell in cells}
        another = questions.require_any([-one for one in literal.values()])

        def differing(chosen: Iterable[Cell]) -> list[Cell]:
            """Cells in which another solution with these givens differs; none if there is none."""
            grid = questions.grid((), [another, *(literal[cell] for cell in chosen)])
            return [] if grid is None else [c for c in cells if grid[c[0]][c[1]] != value[c]]

        chosen: frozenset[Cell] = frozenset()
        try:
            with Limits(seconds=SECONDS_FOR_FEWEST).enforced(), closing(HittingSets(cells)) as sets:
                while differ := differing(chosen):
                    sets.add(differ)
                    found = sets.smallest()
                    assert found is not None
                    chosen = found
        except StoppedError:
            while differ := differing(chosen):
                chosen |= {differ[0]}
            for cell in sorted(chosen):
                if not differing(chosen - {cell}):
                    chosen -= {cell}
    return Fewest({cell: value[cell] for cell in sorted(chosen)}, {}, proved=False)


def _fewest_operators(puzzle: Puzzle, grids: Sequence[Grid]) -> Fewest | None:
    """The fewest hidden operators of some solution that no other solution explains alike."""
    hidden = [cage for cage in puzzle.cages if cage.operator is None]
    if not hidden:
        return None
    explains = [
        {cage: frozenset(_explaining(puzzle, cage, grid)) for cage in hidden} for grid in grids
    ]
    best: dict[Cage, Operator] | None = None
    for target in explains:
        checkpoint()
        for shown in _choices(target):
            others = [one for one in explains if one is not target]
            with closing(HittingSets(hidden)) as sets:
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
