"""Why a puzzle has several solutions: the cells that differ, how, and what would settle it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from math import prod

from kenken_cp.clock import Clock, Status, StoppedError, checkpoint
from kenken_cp.diagnose.candidates import values_in, values_of_solutions
from kenken_cp.encode.instance import instance
from kenken_cp.errors import InternalError
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.sat.hitting import HittingSets
from kenken_cp.sat.oracle import Oracle
from kenken_cp.search.verbs import find_in_time
from kenken_cp.text import plural

MAX_SOLUTIONS = 1000
"""The most solutions that are compared to find which cells change together."""

SECONDS_FOR_FEWEST = 2.0
"""Time to find the fewest givens that leave one solution, and to prove that no fewer do."""

Given = tuple[Cell, int]
"""A cell and its value."""

Pattern = tuple[int, ...]
"""For each solution, which alternative a group of cells has."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cells that change together, whatever all other cells do.

    Attributes:
        cells: in reading order.
        alternatives: what they may be, each in the order of the cells.
    """

    cells: tuple[Cell, ...]
    alternatives: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Several solutions, and how they differ.

    Attributes:
        candidates: for each cell that differs in some solution, the values that it has in some.
        changes: independent of each other, so that every choice of one alternative each is a
            solution; None if there are more than ``MAX_SOLUTIONS``.
        givens: the fewest givens that leave one solution; None if none were known in time.
        proved: whether it is proved that no fewer do, whatever the solution meant.
        meant: the solution that the givens leave.
    """

    puzzle: Puzzle
    candidates: Mapping[Cell, tuple[int, ...]]
    changes: tuple[Group, ...] | None
    givens: Mapping[Cell, int] | None = None
    proved: bool = False
    meant: Grid | None = None

    def __repr__(self) -> str:
        return f"<Ambiguity of {plural(len(self.candidates), 'cell')}>"


def ambiguity(puzzle: Puzzle) -> Ambiguity:
    """How the solutions of a puzzle that has several differ.

    Raises:
        StoppedError: if a limit came before it was known which cells differ.
        TooLargeError: if there are too many solutions to find each, on too large a board.
    """
    grids: list[Grid] = []
    outcome = find_in_time(puzzle, grids.append, solutions=MAX_SOLUTIONS)
    complete = outcome.status is Status.EXHAUSTED
    if complete:
        values = values_in(puzzle, grids)
    else:
        with Oracle(instance(puzzle)) as oracle:
            values = values_of_solutions(oracle, grids)
    differing = {cell: tuple(sorted(some)) for cell, some in values.items() if len(some) > 1}
    groups = independent_groups(list(differing), grids) if complete else None
    try:
        if groups is None:
            givens, proved = _some_givens(puzzle, list(differing), grids[0]), False
        else:
            givens, proved = fewest_givens(groups)
    except StoppedError:
        return Ambiguity(puzzle, differing, groups)
    given = givens.items()
    meant = next(grid for grid in grids if all(grid[r][c] == value for (r, c), value in given))
    return Ambiguity(puzzle, differing, groups, givens, proved, meant)


# --- cells that change together ------------------------------------------------------------------


def independent_groups(cells: Sequence[Cell], grids: Sequence[Grid]) -> tuple[Group, ...]:
    """The smallest groups of cells that change independently: every choice of one alternative for
    each group is a solution.
    """
    alike: dict[Pattern, list[Cell]] = {}  # cells that change alike, which most do
    for cell in cells:
        alike.setdefault(_numbered(grid[cell[0]][cell[1]] for grid in grids), []).append(cell)
    while some := _dependent(list(alike)):
        together = [cell for pattern in some for cell in alike.pop(pattern)]
        alike.setdefault(_numbered(zip(*some, strict=True)), []).extend(together)
    groups = sorted(map(sorted, alike.values()))
    return tuple(
        Group(tuple(mine), tuple(sorted({tuple(grid[r][c] for r, c in mine) for grid in grids})))
        for mine in groups
    )


def _numbered(values: Iterable[object]) -> Pattern:
    """A number for each value: equal values have the same one, in the order in which they first
    occur.
    """
    number: dict[object, int] = {}
    return tuple([number.setdefault(value, len(number)) for value in values])


def _dependent(patterns: Sequence[Pattern]) -> list[Pattern]:
    """A minimal set of patterns that depend on each other; empty if no patterns do.

    They all belong to one group: if they were of two independent groups, those of one group alone
    would depend on each other already. Each is the last pattern of a shortest dependent prefix.
    (Junker, "QuickXplain", 2004.)
    """
    chosen: list[Pattern] = []
    if not _depend(patterns):
        return chosen
    left = list(patterns)
    while not _depend(chosen):
        # One more than the longest prefix that is independent, together with those chosen.
        number = bisect_left(range(len(left) + 1), 1, key=lambda n: _depend(left[:n] + chosen))
        chosen.append(left[number - 1])
        left = left[: number - 1]
    return chosen


def _depend(patterns: Sequence[Pattern]) -> bool:
    """Whether some combination of the patterns' alternatives occurs in no solution."""
    checkpoint()
    possible = prod(max(pattern) + 1 for pattern in patterns)
    return bool(patterns) and possible != len(set(zip(*patterns, strict=True)))


# --- what would settle it ------------------------------------------------------------------------


def fewest_givens(groups: Sequence[Group]) -> tuple[dict[Cell, int], bool]:
    """The fewest cells whose values in some solution occur in no other one together. The groups are
    independent, so these are the fewest cells of each group. Also whether it is proved that no
    fewer do.
    """
    proved = True
    givens: dict[Cell, int] = {}
    for group in groups:
        having: dict[Given, int] = {}
        for place, cell in enumerate(group.cells):
            for number, values in enumerate(group.alternatives):
                given = (cell, values[place])
                having[given] = having.get(given, 0) | 1 << number
        chosen, certain = _fewest_in_common(having, len(group.alternatives))
        givens |= dict(chosen)
        proved = proved and certain
    return dict(sorted(givens.items())), proved


def _fewest_in_common(having: Mapping[Given, int], count: int) -> tuple[list[Given], bool]:
    """The fewest givens that only one of some solutions has: first single ones are tried, then
    pairs, and so on.

    Args:
        having: for each given a bit mask of the solutions that have it.
        count: the number of solutions.

    Returns:
        The givens, and whether it is proved that they are the fewest.
    """
    # The fewest solutions first: the most that a given can say.
    ordered = sorted(having, key=lambda given: having[given].bit_count())

    def search(mask: int, first: int, left: int) -> list[Given]:
        checkpoint()
        for place, given in enumerate(ordered[first:], first + 1):
            common = mask & having[given]
            if common in (0, mask):
                continue
            if common.bit_count() == 1:
                return [given]
            more = search(common, place, left - 1) if left > 1 else []
            if more:
                return [given, *more]
        return []

    greedy: list[Given] = []  # always the one that leaves the fewest solutions
    mask = every = (1 << count) - 1
    while mask.bit_count() > 1:
        useful = [given for given in ordered if mask & having[given] not in (0, mask)]
        greedy.append(min(useful, key=lambda given: (mask & having[given]).bit_count()))
        mask &= having[greedy[-1]]
    with suppress(StoppedError), Clock(SECONDS_FOR_FEWEST).running():
        for number in range(1, len(greedy)):
            if fewest := search(every, 0, number):
                return fewest, True
        return greedy, True
    checkpoint()  # raises it again if another limit was reached
    return greedy, False


def _some_givens(puzzle: Puzzle, cells: Sequence[Cell], target: Grid) -> dict[Cell, int]:
    """Givens that leave only the solution ``target``, for a puzzle with too many solutions to find
    them all: the fewest, if they are found in time; else some of which none can be left out.
    """
    value = {cell: target[cell[0]][cell[1]] for cell in cells}
    with Oracle(instance(puzzle)) as oracle:
        index = instance(puzzle).index
        literal = {cell: oracle.literal(index(cell), value[cell]) for cell in cells}
        another = oracle.require_any([-one for one in literal.values()])

        def differing(chosen: Iterable[Cell]) -> list[Cell]:
            """Cells in which another solution with these givens differs; none if there is none."""
            grid = oracle.grid((), [another, *(literal[cell] for cell in chosen)])
            return [] if grid is None else [c for c in cells if grid[c[0]][c[1]] != value[c]]

        chosen: frozenset[Cell] = frozenset()
        try:
            with Clock(SECONDS_FOR_FEWEST).running(), closing(HittingSets(cells)) as sets:
                while differ := differing(chosen):
                    sets.add(differ)
                    smallest = sets.smallest()
                    if smallest is None:
                        raise InternalError(
                            f"sat contradicts itself about solutions of {puzzle.name}"
                        )
                    chosen = smallest
        except StoppedError:
            while differ := differing(chosen):
                chosen |= {differ[0]}
            for cell in sorted(chosen):
                if not differing(chosen - {cell}):
                    chosen -= {cell}
    return {cell: value[cell] for cell in sorted(chosen)}
