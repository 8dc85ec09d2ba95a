"""Why a puzzle has several solutions: which cells differ, and the fewest givens that leave one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace

from kenken_cp.clock import Clock, StoppedError, checkpoint
from kenken_cp.diagnose.true_candidates import TrueCandidates, candidates_with
from kenken_cp.encode.instance import instance
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.sat.hitting import HittingSets
from kenken_cp.sat.oracle import Oracle
from kenken_cp.text import cell_name, plural

SECONDS_FOR_FEWEST = 2.0
"""Time to find the fewest givens that leave one solution, and to prove that no fewer do."""

Another = Callable[[Grid, Collection[Cell]], Grid | None]
"""Another solution than one that has its values in some cells, or None."""


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Several solutions, and how they differ.

    Attributes:
        candidates: the values that the cells have in solutions.
        givens: the fewest givens that leave one solution; None if none were known in time.
        proved: whether it is proved that no fewer do, whatever the solution meant.
        meant: the solution that the givens leave.
    """

    candidates: TrueCandidates
    givens: Mapping[Cell, int] | None = None
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
        return replace(puzzle, cages=(*given, *cages), expected=None, level="")

    def __repr__(self) -> str:
        return f"<Ambiguity of {plural(len(self.differing), 'cell')}>"


def ambiguity(puzzle: Puzzle) -> Ambiguity:
    """How the solutions of a puzzle that has several differ, and what would leave one.

    Raises:
        StoppedError: if a limit came before it was known which cells differ.
        TooLargeError: if there are too many solutions to find each, on too large a board.
    """
    candidates = candidates_with(puzzle, {})
    try:
        meant, cells, proved = fewest_givens(candidates)
    except StoppedError:
        return Ambiguity(candidates)
    givens = {(row, column): meant[row][column] for row, column in sorted(cells)}
    return Ambiguity(candidates, givens, proved, meant)


def fewest_givens(candidates: TrueCandidates) -> tuple[Grid, Collection[Cell], bool]:
    """A solution, the fewest cells whose values leave it alone, and whether it is proved that no
    solution has fewer: where not all are known, only the first is looked at.
    """
    puzzle, grids = candidates.puzzle, candidates.grids

    def among_known(meant: Grid, chosen: Collection[Cell]) -> Grid | None:
        for grid in grids:
            if grid != meant and all(grid[r][c] == meant[r][c] for r, c in chosen):
                return grid
        return None

    if candidates.solutions.exact:
        return _fewest(puzzle.cells, grids, among_known)
    with Oracle(instance(puzzle)) as oracle:
        oracle.exclude(grids[0])
        index = instance(puzzle).index

        def by_question(meant: Grid, chosen: Collection[Cell]) -> Grid | None:
            return oracle.grid((), [oracle.literal(index((r, c)), meant[r][c]) for r, c in chosen])

        meant, cells, _ = _fewest(puzzle.cells, grids[:1], by_question)
        return meant, cells, False


def _fewest(
    cells: Sequence[Cell], targets: Sequence[Grid], another: Another
) -> tuple[Grid, Collection[Cell], bool]:
    """Of some solutions, the one that is left alone by the values of the fewest cells; these; and
    whether it is proved that they are the fewest.

    The cells have to hit, for each other solution, the set of those in which it differs. So a
    smallest set that hits all sets known either leaves no other solution, or shows another set.
    """
    best: tuple[Grid, Collection[Cell]] | None = None
    with suppress(StoppedError), Clock(SECONDS_FOR_FEWEST).running():
        for meant in targets:
            with closing(HittingSets(cells)) as sets:
                chosen: Collection[Cell] | None = ()
                while chosen is not None and (best is None or len(chosen) < len(best[1])):
                    other = another(meant, chosen)
                    if other is None:
                        best = meant, chosen
                    else:
                        sets.add(_differing(cells, meant, other))
                        chosen = sets.smallest()
        if best is not None:
            return *best, True
    if best is not None:
        return *best, False
    checkpoint()  # raises it again if another limit was reached
    return targets[0], _irredundant(cells, targets[0], another), False


def _irredundant(cells: Sequence[Cell], meant: Grid, another: Another) -> Collection[Cell]:
    """Cells whose values leave a solution alone, of which none can be left out."""
    chosen: set[Cell] = set()
    while other := another(meant, chosen):
        chosen.add(_differing(cells, meant, other)[0])
    for cell in sorted(chosen):
        if another(meant, chosen - {cell}) is None:
            chosen.remove(cell)
    return chosen


def _differing(cells: Sequence[Cell], one: Grid, other: Grid) -> list[Cell]:
    return [(row, column) for row, column in cells if one[row][column] != other[row][column]]


def _rest(cage: Cage, givens: Mapping[Cell, int], meant: Grid, rules: RuleSet) -> Iterator[Cage]:
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
