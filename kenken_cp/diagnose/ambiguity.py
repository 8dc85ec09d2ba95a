"""Why a puzzle has several solutions: which cells differ, and the fewest givens that leave one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

from kenken_cp.clock import Clock, StoppedError, checkpoint
from kenken_cp.diagnose.true_candidates import TrueCandidates, true_candidates_of
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import instance
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.sat.oracle import Oracle
from kenken_cp.text import cell_name, plural

SECONDS_FOR_FEWEST = 2.0
"""Time to look for the fewest givens."""

MAX_CHOICES, _KEPT = 50_000, 2_000
"""Choices of givens of one number that are looked at; and, if there are more, those kept."""

Givens = Mapping[Cell, int]
"""Cells and their values."""


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Several solutions, and how they differ.

    Attributes:
        candidates: the values that the cells have in solutions.
        givens: the fewest givens that leave one solution; None if none were known in time.
        proved: whether it is proved that no fewer do, whichever solution is left.
        meant: the solution that the givens leave.
    """

    candidates: TrueCandidates
    givens: Givens | None = None
    proved: bool = False
    meant: Grid | None = None

    @property
    def differing(self) -> dict[Cell, tuple[int, ...]]:
        """The cells that differ in some solution, and their values."""
        counts = self.candidates.counts.items()
        return {cell: tuple(values) for cell, values in counts if len(values) > 1}

    @property
    def brief(self) -> str:
        """The givens that leave one solution; empty if none are known."""
        givens = (self.givens or {}).items()
        return ", ".join(f"{cell_name(cell)} = {value}" for cell, value in givens)

    @property
    def settled(self) -> Puzzle | None:
        """The puzzle with these givens, each of which takes its cell from its cage; it states
        neither a level nor a number of solutions.
        """
        if self.givens is None or self.meant is None:
            return None
        puzzle, cages = self.candidates.puzzle, list[Cage]()
        for cage in puzzle.cages:
            parted = not self.givens.keys().isdisjoint(cage.cells)
            cages += _rest(cage, self.givens, self.meant, puzzle.rules) if parted else [cage]
        given = [Cage([cell], GIVEN, value) for cell, value in self.givens.items()]
        return puzzle.with_cages(puzzle.cages, (*given, *cages))

    def __repr__(self) -> str:
        return f"<Ambiguity of {plural(len(self.differing), 'cell')}>"


def ambiguity(puzzle: Puzzle) -> Ambiguity:
    """How the solutions of a puzzle that has several differ, and what would leave one.

    Raises:
        StoppedError: if a limit came before it was known which cells differ.
        TooLargeError: if there are too many solutions to find each, on too large a board.
    """
    candidates = true_candidates_of(puzzle, {})
    grids, exact = candidates.grids, candidates.solutions.exact
    found = fewest_givens(grids)
    givens, proved = found or ({}, False)
    meant = next(
        grid for grid in grids if all(grid[row][col] == givens[row, col] for row, col in givens)
    )
    if found is None or not exact:
        try:
            givens, proved = _enough_givens(puzzle, meant, givens), False
        except (StoppedError, TooLargeError):
            return Ambiguity(candidates)
    return Ambiguity(candidates, dict(sorted(givens.items())), proved, meant)


def fewest_givens(grids: Sequence[Grid]) -> tuple[Givens, bool] | None:
    """The fewest values of cells that only one of several grids has, and whether it is proved that
    no fewer do; None if that takes too long.

    All choices of one value, of two, ... are tried. A choice is known by the grids that have it, as
    a bit mask; of equal masks one is kept. Of too many, those that the fewest grids have are kept.
    """
    masks: dict[int, tuple[Cell, int]] = {}
    for row, column in product(range(len(grids[0])), range(len(grids[0][0]))):
        having: dict[int, int] = defaultdict(int)
        for number, grid in enumerate(grids):
            having[grid[row][column]] |= 1 << number
        for value, mask in having.items():
            masks.setdefault(mask, ((row, column), value))
    chosen: dict[int, tuple[tuple[Cell, int], ...]] = {(1 << len(grids)) - 1: ()}
    with suppress(StoppedError), Clock(SECONDS_FOR_FEWEST).running():
        proved = True
        while True:
            following: dict[int, tuple[tuple[Cell, int], ...]] = {}
            for grids_left, givens in chosen.items():
                checkpoint()
                for mask, given in masks.items():
                    both = grids_left & mask
                    if both.bit_count() == 1:
                        return dict((*givens, given)), proved
                    if both and len(following) < MAX_CHOICES:
                        following.setdefault(both, (*givens, given))
            proved = proved and len(following) < MAX_CHOICES
            fewest = sorted(following, key=int.bit_count)
            chosen = {left: following[left] for left in fewest[: None if proved else _KEPT]}
    return None


def _enough_givens(puzzle: Puzzle, meant: Grid, some: Givens) -> Givens:
    """Values that leave one solution alone, of which none can be left out: some, and as many more
    as it takes.
    """
    with Oracle(instance(puzzle)) as oracle:
        oracle.exclude(meant)
        index = instance(puzzle).index

        def another(givens: Givens) -> Grid | None:
            literals = [oracle.literal(index(cell), value) for cell, value in givens.items()]
            return oracle.find_grid((), literals)

        givens = dict(some)
        while other := another(givens):
            row, column = next((r, c) for r, c in puzzle.cells if other[r][c] != meant[r][c])
            givens[row, column] = meant[row][column]
        for cell in sorted(givens):
            others = {one: value for one, value in givens.items() if one != cell}
            if another(others) is None:
                givens = others
        return givens


def _rest(cage: Cage, givens: Givens, meant: Grid, rules: RuleSet) -> Iterator[Cage]:
    """What givens leave of a cage: a cage with what they leave of its target, if that says the same
    of its cells; else each of them as a given.
    """
    left = [cell for cell in cage.cells if cell not in givens]
    complement = cage.operator and cage.operator.complement
    target: int | None = cage.target
    for cell in cage.cells:
        if cell in givens and target is not None:
            target = complement(target, givens[cell]) if complement else None
    # A cage without a repetition says of its cells that they differ from the givens, too.
    if target is None or rules.distinct_cages or len(left) < 2:
        yield from (Cage([(row, column)], GIVEN, meant[row][column]) for row, column in left)
    else:
        yield Cage(left, cage.operator, target)
