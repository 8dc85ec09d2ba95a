"""Local search from a random puzzle to one with a single solution, with few, or of a level; and its
moves, small changes to a puzzle that keep the planted solution.
"""

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from math import inf

from kenken_cp.clock import Status, checkpoint
from kenken_cp.generation.cages import CageBuilder, with_cages
from kenken_cp.generation.filling import shuffled
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.steps import Level, settle, techniques_up_to
from kenken_cp.logic.techniques import TECHNIQUES
from kenken_cp.model.geometry import Cell, Grid, House, adjacent_cells
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rules import Checker
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import find_solutions

_MAX_REPAIRS = 100
"""Moves made before a puzzle is given up; three are usual, large cages take 25."""

_MAX_GENTLE_REPAIRS_PER_LINE = 4
"""Gentle moves at most, times the cells of the longest line: splits end every ambiguity."""

_SECONDS_PER_SOLVE = 10.0
"""For a second solution of one puzzle. Only very large cages take as long; where the time runs out,
cages are split as if there was one (and the result depends on the machine).
"""

_LARGE, _SECONDS_PER_LARGE_SOLVE = 16 * 16, 3.0
"""On a board of more cells than that it is found within two seconds, or not in any number of them.
"""

_CAGES_PER_MOVE = 10
"""Of a puzzle whose solutions are not found in that time, for each of which one is split."""

_MAX_LOOSENINGS = 30
"""Moves for a puzzle that is too easy before another is begun: some boards stay easy."""

_PARTITIONS_PER_PAIR = 4
"""Partitions of the cells of two cages that are tried."""

_SPLITS_PER_CAGE = 3
"""Ways to split a cage that are tried; most cages have no more."""


class BudgetSpentError(Exception):
    """All the evaluations that were allowed are done, or the time is over."""


class Budget:
    """How many puzzles may still be evaluated (solved by an engine, or as far as techniques reach),
    and for how many seconds: with very large cages or boards each evaluation takes seconds.
    """

    def __init__(self, evaluations: int, seconds: float = inf) -> None:
        self.left = evaluations
        self._end = time.monotonic() + seconds

    def spend(self) -> None:
        """Takes one evaluation from the budget; an error if none is left, or no time."""
        checkpoint()
        if not self.left or time.monotonic() > self._end:
            raise BudgetSpentError
        self.left -= 1


def make_unique(builder: CageBuilder, puzzle: Puzzle, budget: Budget) -> Puzzle | None:
    """A puzzle changed until only the planted solution is left; None if no move helps any more, or
    too many were made.

    As long as there is another solution, a move is made where the two differ, one that admits none
    of the other solutions found so far.
    """
    known: list[tuple[int, ...]] = []
    max_gentle_repairs = _MAX_GENTLE_REPAIRS_PER_LINE * max(puzzle.rows, puzzle.columns)
    for repair in range(_MAX_REPAIRS):
        budget.spend()
        others = other_solutions(builder, puzzle)
        if others == []:
            return puzzle
        known += [tuple(chain.from_iterable(other)) for other in others or ()]
        splits_help = builder.recipe.cage_sizes[0] == 1
        gently = others is not None and not (splits_help and repair >= max_gentle_repairs)
        # Where the time ran out, one move helps little: a 16x16 of usual cages takes twenty.
        for _ in range(1 if others else max(1, len(puzzle.cages) // _CAGES_PER_MOVE)):
            cells = _differing_cells(builder, puzzle, others)
            moves = tightening_moves(builder, puzzle, cells, gently=gently)
            if not others:
                moves = chain(_with_large_cages_split(builder, puzzle), moves)
            changed = next((each for each in moves if all(map(Checker(each), known))), None)
            if changed is None:
                return None
            puzzle = changed
    return None


def limit_solutions(builder: CageBuilder, puzzle: Puzzle, most: int) -> Puzzle | None:
    """A puzzle changed until it has at most ``most`` solutions, as stated; None if that failed."""
    for _ in range(_MAX_REPAIRS):
        outcome, others = _solve(builder, puzzle, most + 1)
        if outcome.status is Status.EXHAUSTED:
            return replace(puzzle, expected=outcome.count)
        cells = _differing_cells(builder, puzzle, others)
        # Any move that excludes some solution will do: there are many.
        changed = next(tightening_moves(builder, puzzle, cells, gently=False), None)
        if changed is None:
            return None
        puzzle = changed
    return None


def other_solutions(builder: CageBuilder, puzzle: Puzzle) -> list[Grid] | None:
    """One or two solutions other than the planted one; None if the time ran out before."""
    outcome, others = _solve(builder, puzzle, 2)
    return others if others or outcome.status is Status.EXHAUSTED else None


def _solve(builder: CageBuilder, puzzle: Puzzle, most: int) -> tuple[Outcome, list[Grid]]:
    """The outcome of a search for that many solutions, and those of the first two not planted."""
    is_large = len(puzzle.cells) > _LARGE
    seconds = _SECONDS_PER_LARGE_SOLVE if is_large else _SECONDS_PER_SOLVE
    outcome = find_solutions(puzzle, limits=Limits(most, seconds), keep=2)
    checkpoint()  # whether it was a limit of the caller's
    if outcome.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    return outcome, [found for found in outcome.grids if found != builder.grid]


def _differing_cells(
    builder: CageBuilder, puzzle: Puzzle, others: Sequence[Grid] | None
) -> list[Cell]:
    """The cells where another solution differs from the planted one; all if none is known."""
    return [
        (row, column)
        for row, column in puzzle.cells
        if not others or others[0][row][column] != builder.grid[row][column]
    ]


@dataclass(frozen=True, slots=True, order=True)
class Difficulty:
    """How far the techniques up to a level solve a puzzle; the greater, the harder it is.

    Args:
        stuck: whether they do not solve it.
        hardest: the rank of the hardest technique used.
        times: how often it was used.
        puzzle: the puzzle.
        level: of the puzzle, if it has one solution, and the techniques up to ``EXTREME`` were
            tried.
        excess: the candidates left beyond one a cell.
        open_cells: the cells that have them.
    """

    stuck: bool
    hardest: int
    times: int
    puzzle: Puzzle = field(compare=False)
    level: Level = field(compare=False)
    excess: int = field(compare=False)
    open_cells: tuple[Cell, ...] = field(compare=False)


def difficulty(puzzle: Puzzle, level: Level, budget: Budget) -> Difficulty:
    """Solves with the techniques of a level and below."""
    budget.spend()
    techniques = tuple(TECHNIQUES)
    ranks = {technique.name: rank for rank, technique in enumerate(techniques)}
    candidates = Candidates(puzzle)
    used = [ranks[step.technique] for step in settle(candidates, techniques_up_to(level))]
    hardest = max(used, default=0)
    counts = [mask.bit_count() for mask in candidates.masks]
    open_cells = tuple(cell for cell, left in zip(puzzle.cells, counts, strict=True) if left > 1)
    return Difficulty(
        bool(open_cells),
        hardest,
        used.count(hardest),
        puzzle,
        Level.UNREASONABLE if open_cells else techniques[hardest].level,
        sum(counts) - len(counts),
        open_cells,
    )


def reach_level(
    builder: CageBuilder, puzzle: Puzzle, level: Level, budget: Budget
) -> Puzzle | None:
    """A puzzle of a level, made from any by moves; None if they do not lead there.

    It is first tightened until it is no harder than the level, then loosened in small steps and
    tightened again after each, as long as it is easier: each time to one as hard or harder.
    """
    found = _tightened(builder, puzzle, level, budget)
    for _ in range(_MAX_LOOSENINGS):
        if found is None or found.level == level:
            return None if found is None else found.puzzle
        changed = loosening_moves(builder, found.puzzle)
        tightened = (_tightened(builder, looser, level, budget) for looser in changed)
        found = next((one for one in tightened if one is not None and one >= found), None)
    return None


def _tightened(
    builder: CageBuilder, puzzle: Puzzle, level: Level, budget: Budget
) -> Difficulty | None:
    """How hard a puzzle is, once tightened to one solution found at a level; else None."""
    if level is Level.UNREASONABLE:
        unique = make_unique(builder, puzzle, budget)
        return None if unique is None else difficulty(unique, Level.EXTREME, budget)
    found = difficulty(puzzle, level, budget)
    while found.excess:
        moves = tightening_moves(builder, found.puzzle, found.open_cells, gently=True)
        after = (difficulty(changed, level, budget) for changed in moves)
        better = next((one for one in after if one.excess < found.excess), None)
        if better is None:
            return None
        found = better
    return found


def tightening_moves(
    builder: CageBuilder, puzzle: Puzzle, cells: Collection[Cell], *, gently: bool
) -> Iterator[Puzzle]:
    """Puzzles that may determine more about some cells, from the mildest change to the last resort.

    If ``gently``, other clues, and other borders between two cages, come first; then cages split in
    two; at last (where cages may have one cell) cages of which every cell becomes a given. The last
    kind can only determine more than before; the others may as well determine less.
    """
    concerned = (cage for cage in puzzle.cages if not set(cage.cells).isdisjoint(cells))
    cages = shuffled((cage for cage in concerned if len(cage.cells) > 1), builder.rng)
    if gently:
        for cage in cages:
            yield from _with_another_clue(builder, puzzle, cage)
        for cage in cages:
            yield from _with_other_borders(builder, puzzle, cage)
    yield from _with_free_cells_caged(builder, puzzle, cells)
    for cage in cages:
        for _ in range(_SPLITS_PER_CAGE):
            if parts := builder.partition(cage.cells, len(cage.cells) - 1):
                yield _with_parts(builder, puzzle, [cage], parts)
    if builder.recipe.cage_sizes[0] == 1:
        for cage in cages:
            yield _with_parts(builder, puzzle, [cage], [(cell,) for cell in cage.cells])


def loosening_moves(builder: CageBuilder, puzzle: Puzzle) -> Iterator[Puzzle]:
    """Puzzles that may determine less: cages merged, or else their borders moved; other clues."""
    most = builder.recipe.cage_sizes[1]
    for cage in shuffled(puzzle.cages, builder.rng):
        for other in _neighbours(builder, puzzle, cage):
            both = (*cage.cells, *other.cells)
            if len(both) <= most and builder.operators(both):
                yield _with_parts(builder, puzzle, [cage, other], [both])
                break
        else:
            yield from _with_other_borders(builder, puzzle, cage)
        yield from _with_another_clue(builder, puzzle, cage)


def _with_another_clue(builder: CageBuilder, puzzle: Puzzle, cage: Cage) -> Iterator[Puzzle]:
    """The same cells with another operator, if one is drawn."""
    changed = _with_parts(builder, puzzle, [cage], [cage.cells])
    if changed != puzzle:
        yield changed


def _with_other_borders(builder: CageBuilder, puzzle: Puzzle, cage: Cage) -> Iterator[Puzzle]:
    """The cells of a cage and of an adjacent one, partitioned anew."""
    for other in _neighbours(builder, puzzle, cage):
        for _ in range(_PARTITIONS_PER_PAIR):
            parts = builder.partition((*cage.cells, *other.cells))
            if parts and sorted(parts) != sorted((cage.cells, other.cells)):
                yield _with_parts(builder, puzzle, [cage, other], parts)


def _with_large_cages_split(builder: CageBuilder, puzzle: Puzzle) -> Iterator[Puzzle]:
    """One cage split in two, the largest first and as evenly as may be: boards from 18x18 to 30x30
    then have two thirds of the givens that they have if any cage may be split, and are as quickly
    solved.
    """
    cages = (cage for cage in puzzle.cages if len(cage.cells) > 1)
    for cage in sorted(shuffled(cages, builder.rng), key=lambda cage: -len(cage.cells)):
        tries = [
            builder.partition(cage.cells, len(cage.cells) - 1) or []
            for _ in range(_SPLITS_PER_CAGE)
        ]
        if parts := max(tries, key=lambda parts: min(map(len, parts), default=0)):
            yield _with_parts(builder, puzzle, [cage], parts)


def _with_free_cells_caged(
    builder: CageBuilder, puzzle: Puzzle, cells: Collection[Cell]
) -> Iterator[Puzzle]:
    """A new cage over one of the cells, if it is free, and free cells around it."""
    free = puzzle.free_cells
    for cell in [cell for cell in free if cell in cells]:
        region = [cell]
        for member in region:
            region += [c for c in adjacent_cells(member) if c in free and c not in region]
        for size in reversed(builder.recipe.cage_sizes):
            if parts := builder.partition(region[:size]):
                yield _with_parts(builder, puzzle, [], parts)


def _neighbours(builder: CageBuilder, puzzle: Puzzle, cage: Cage) -> list[Cage]:
    """The cages that are adjacent to a cage, in random order."""
    edge = {near for cell in cage.cells for near in adjacent_cells(cell)}.difference(cage.cells)
    return shuffled((c for c in puzzle.cages if not edge.isdisjoint(c.cells)), builder.rng)


def _with_parts(
    builder: CageBuilder, puzzle: Puzzle, old: Sequence[Cage], parts: Sequence[House]
) -> Puzzle:
    """A puzzle in which cages over some parts stand in place of others."""
    return with_cages(puzzle, old, map(builder.cage, parts))
