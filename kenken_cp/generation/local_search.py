"""Local search from a random puzzle to one with a single solution, or of a level; and its moves,
small changes to a puzzle that keep the planted solution.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from kenken_cp.clock import Status, StoppedError, checkpoint
from kenken_cp.generation.cages import CageBuilder
from kenken_cp.generation.grids import shuffled
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.steps import Level, take_all, techniques_up_to
from kenken_cp.logic.techniques import TECHNIQUES
from kenken_cp.model.geometry import Cell, Grid, House, adjacent_cells
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rules import Checker
from kenken_cp.search.limits import Limits
from kenken_cp.search.verbs import find_solutions

_MAX_REPAIRS = 100
"""Moves made before a puzzle is given up; three are usual, large cages take 25."""

_MAX_GENTLE_REPAIRS_PER_LINE = 4
"""After this many gentle moves for each cell of the longest line, cages are only split; that always
ends in one solution.
"""

SECONDS_PER_SOLVE = 5.0
"""For a second solution of one puzzle. Only very large cages and boards take as long; where the
time runs out, cages are split as if there was one (and the result depends on the machine).
"""

_CAGES_PER_SPLIT = 10
"""When a second solution is not found in time, one cage in this many is split."""

_MAX_LOOSENINGS = 30
"""Moves for a puzzle that is too easy before another is begun: some boards stay easy."""

_PARTITIONS_PER_PAIR = 4
"""Partitions of the cells of two cages that are tried."""

_SPLITS_PER_CAGE = 3
"""Ways to split a cage that are tried; most cages have no more."""


@dataclass(slots=True)
class Budget:
    """How many puzzles may still be evaluated (solved by an engine, or as far as techniques reach).

    Attributes:
        left: so many.
        levels: those of the puzzles that were made on the way, each with one solution.
    """

    left: int
    levels: set[Level] = field(default_factory=set)

    def spend(self) -> None:
        """Takes one evaluation from the budget; StoppedError, as at a timeout, if none is left."""
        checkpoint()
        if not self.left:
            raise StoppedError(Status.TIMEOUT)
        self.left -= 1


def make_unique(builder: CageBuilder, puzzle: Puzzle, budget: Budget) -> Puzzle | None:
    """A puzzle changed until only the planted solution is left; None if no move helps any more, or
    too many were made.

    As long as there is another solution, a move is made where the two differ, one that admits none
    of the other solutions found so far.
    """
    known: list[tuple[int, ...]] = []
    splits_help = builder.recipe.cage_sizes[0] == 1
    max_gentle_repairs = _MAX_GENTLE_REPAIRS_PER_LINE * max(puzzle.rows, puzzle.columns)
    for repair in range(_MAX_REPAIRS):
        budget.spend()
        others = other_solutions(builder, puzzle)
        if others == []:
            return puzzle
        if others is None:
            changed = _with_largest_cages_split(builder, puzzle)
        else:
            known += [tuple(chain.from_iterable(other)) for other in others]
            cells = [(r, c) for r, c in puzzle.cells if others[0][r][c] != builder.grid[r][c]]
            gently = repair < max_gentle_repairs or not splits_help
            moves = tightening_moves(builder, puzzle, cells, gently=gently)
            changed = next((each for each in moves if all(map(Checker(each), known))), None)
        if changed is None:
            return None
        puzzle = changed
    return None


def other_solutions(builder: CageBuilder, puzzle: Puzzle) -> list[Grid] | None:
    """One or two solutions other than the planted one; None if the time ran out before."""
    outcome = find_solutions(puzzle, limits=Limits(2, SECONDS_PER_SOLVE), keep=2)
    checkpoint()  # whether it was a limit of the caller's
    if outcome.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    others = [grid for grid in outcome.grids if grid != builder.grid]
    return others if others or outcome.status is Status.EXHAUSTED else None


@dataclass(frozen=True, slots=True)
class Measured:
    """How far the techniques up to a level solve a puzzle.

    Args:
        rank: unsolved or not, then the rank of the hardest technique used, then how often it was
            used; the greater, the harder.
        level: of the puzzle, if it has one solution, and the techniques up to ``EXTREME`` were
            tried.
        excess: the candidates left beyond one a cell.
        open_cells: the cells that have them.
    """

    puzzle: Puzzle
    rank: tuple[bool, int, int]
    level: Level
    excess: int
    open_cells: tuple[Cell, ...]


def measure(puzzle: Puzzle, level: Level, budget: Budget) -> Measured:
    """Solves with the techniques of a level and below."""
    budget.spend()
    techniques = tuple(TECHNIQUES)
    ranks = {technique.name: rank for rank, technique in enumerate(techniques)}
    candidates = Candidates(puzzle)
    used = [ranks[step.technique] for step in take_all(candidates, techniques_up_to(level))]
    hardest = max(used, default=0)
    counts = [mask.bit_count() for mask in candidates.masks]
    open_cells = tuple(cell for cell, left in zip(puzzle.cells, counts, strict=True) if left > 1)
    return Measured(
        puzzle,
        (bool(open_cells), hardest, used.count(hardest)),
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
    best = _tightened(builder, puzzle, level, budget)
    for _ in range(_MAX_LOOSENINGS):
        if best is None:
            return None
        if best.level == level:
            return best.puzzle
        least = best.rank
        changed = loosening_moves(builder, best.puzzle)
        tightened = (_tightened(builder, looser, level, budget) for looser in changed)
        best = next((one for one in tightened if one is not None and one.rank >= least), None)
    return None


def _tightened(
    builder: CageBuilder, puzzle: Puzzle, level: Level, budget: Budget
) -> Measured | None:
    """The puzzle, tightened until the techniques of the level solve it, with its difficulty; None
    if no move helps.
    """
    if level is Level.UNREASONABLE:
        unique = make_unique(builder, puzzle, budget)
        best = None if unique is None else measure(unique, Level.EXTREME, budget)
    else:
        best = measure(puzzle, level, budget)
        while best is not None and best.excess:
            excess = best.excess
            moves = tightening_moves(builder, best.puzzle, best.open_cells, gently=True)
            after = (measure(changed, level, budget) for changed in moves)
            best = next((one for one in after if one.excess < excess), None)
    if best is not None:
        budget.levels.add(best.level)
    return best


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
    for cage in cages:
        for parts in _splits(builder, cage):
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
            if len(both) <= most and builder.fitting_operators(both):
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


def _splits(builder: CageBuilder, cage: Cage) -> Iterator[list[House]]:
    """Partitions of the cells of a cage into several parts."""
    for _ in range(_SPLITS_PER_CAGE):
        if parts := builder.partition(cage.cells, len(cage.cells) - 1):
            yield parts


def _with_largest_cages_split(builder: CageBuilder, puzzle: Puzzle) -> Puzzle | None:
    """A tenth of the cages split, the largest first and as evenly as may be: boards from 18x18 to
    30x30 then have two thirds of the givens that they have if any cage may be split. None if no
    cage can be split.
    """
    cages = shuffled((cage for cage in puzzle.cages if len(cage.cells) > 1), builder.rng)
    split: list[Cage] = []
    parts: list[House] = []
    for cage in sorted(cages, key=lambda cage: -len(cage.cells)):
        if best := max(_splits(builder, cage), key=lambda each: min(map(len, each)), default=None):
            split.append(cage)
            parts += best
        if len(split) * _CAGES_PER_SPLIT >= len(puzzle.cages):
            break
    return _with_parts(builder, puzzle, split, parts) if split else None


def _neighbours(builder: CageBuilder, puzzle: Puzzle, cage: Cage) -> list[Cage]:
    """The cages that are adjacent to a cage, in random order."""
    edge = {near for cell in cage.cells for near in adjacent_cells(cell)}.difference(cage.cells)
    return shuffled((c for c in puzzle.cages if not edge.isdisjoint(c.cells)), builder.rng)


def _with_parts(
    builder: CageBuilder, puzzle: Puzzle, old: Sequence[Cage], parts: Sequence[House]
) -> Puzzle:
    """A puzzle in which cages over some parts stand in place of others."""
    return puzzle.with_cages(old, map(builder.cage, parts))
