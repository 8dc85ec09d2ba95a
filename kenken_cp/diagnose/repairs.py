"""Repairs: puzzles near a given one that have a solution, the likeliest first.

One clue first: the suspects are the cages without which there is a solution. They lie in every set
of constraints that contradict each other, so that most cages are ruled out by the core of a few
answers. Then slips of whoever drew the cages, and last the fewest clues that have to change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from kenken_cp.diagnose.searching import Remaining, search
from kenken_cp.diagnose.typing_slips import ANY_CLUE, distance
from kenken_cp.encode.instance import Constraint, Kind
from kenken_cp.errors import PuzzleError
from kenken_cp.model.geometry import Cell, Grid, connected_components
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.sat.questions import Constraints, Questions
from kenken_cp.search.protocol import Status
from kenken_cp.text import cell_name, listed, short_cell_names

MAX_SOLUTIONS = 300
"""Solutions without a suspect that are looked at, for the clues that they make."""

MAX_FITS = 12
"""Clues that are listed for a suspect."""

NOT_UNIQUE = 2.0
"""What a repair that leaves several solutions costs, as a distance of clues."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A puzzle that has a solution, and how it comes about.

    Attributes:
        puzzle: the mended puzzle.
        words: what was changed, in a phrase: ``6* at r3c3 r4c3 becomes 6+``.
        cages: the cages of the given puzzle that were changed.
        distance: how unlikely the slip is; smaller is likelier.
        unique: whether the mended puzzle has one solution; None if that is not known.
    """

    puzzle: Puzzle
    words: str
    cages: tuple[Cage, ...]
    distance: float
    unique: bool | None


@dataclass(frozen=True, slots=True)
class Suspect:
    """A cage without whose clue there is a solution.

    Attributes:
        fits: clues that it could have instead, as repairs, the likeliest first.
        distance: that of the likeliest.
    """

    cage: Cage
    fits: tuple[Repair, ...]

    @property
    def distance(self) -> float:
        return self.fits[0].distance if self.fits else ANY_CLUE + NOT_UNIQUE


@dataclass(frozen=True, slots=True)
class _Slip:
    """A change of some cages, not yet tried."""

    words: str
    distance: float
    before: tuple[Cage, ...]
    after: tuple[Cage, ...]


def suspects(questions: Questions, remaining: Remaining) -> list[Suspect]:
    """Every cage whose removal leaves a solution, the likeliest to be wrong first.

    Args:
        questions: of a puzzle without a solution; its cages can be left out.
    """
    puzzle = questions.puzzle
    found = [
        Suspect(cage, tuple(_fits(puzzle, cage, remaining)))
        for cage in (puzzle.cages[one.number] for one in indispensable(questions))
    ]
    return sorted(found, key=lambda suspect: (suspect.distance, suspect.cage.cells))


def indispensable(questions: Questions) -> Iterator[Constraint]:
    """The constraints each of which every contradiction needs: without it alone there is a grid.

    Those outside a core are not; so each core leaves fewer to ask about.
    """
    every = questions.constraints
    assert questions.grid(every) is None
    left = set(questions.core())
    while left:
        one = min(left, key=lambda constraint: constraint.number)
        left.discard(one)
        if questions.grid(every - {one}) is not None:
            yield one
        else:
            left &= questions.core()


def _fits(puzzle: Puzzle, cage: Cage, remaining: Remaining) -> list[Repair]:
    """The clues that a cage can have so that there is a solution."""
    made: dict[Cage, int] = {}
    others = replace(puzzle, cages=tuple(one for one in puzzle.cages if one is not cage))

    def note(grid: Grid) -> None:
        for clue in _clues(puzzle, cage, grid):
            made[clue] = made.get(clue, 0) + 1

    outcome = search(others, remaining, note, solutions=MAX_SOLUTIONS)
    complete = outcome.status is Status.EXHAUSTED
    repairs = []
    for clue, count in made.items():
        unique = count == 1 if complete else (False if count > 1 else None)
        cost = distance(cage, clue) + (NOT_UNIQUE if unique is False else 0)
        repairs.append((cost, clue, unique))
    repairs.sort(key=lambda repair: (repair[0], repair[1].target))
    return [
        Repair(
            replace(puzzle, cages=tuple(clue if one is cage else one for one in puzzle.cages)),
            f"{cage} becomes {clue.clue}",
            (cage,),
            cost,
            unique,
        )
        for cost, clue, unique in repairs[:MAX_FITS]
    ]


def _clues(puzzle: Puzzle, cage: Cage, grid: Grid) -> set[Cage]:
    """The clues that a grid makes of a cage's cells; a hidden operator stays hidden."""
    values = [grid[row][column] for row, column in cage.cells]
    if len(cage.cells) == 1:
        return {Cage(cage.cells, cage.operator, values[0])}
    possible = puzzle.rules.possible_operators(len(cage.cells))
    return {
        Cage(cage.cells, operator if cage.operator else None, target)
        for operator in possible
        if (target := operator.evaluate(values)) is not None
    }


# --- several clues at once -----------------------------------------------------------------------

MAX_SETS = 5
"""Sets of clues to change that are listed."""


def fewest_changes(
    questions: Questions, cores: Iterable[Constraints], remaining: Remaining
) -> list[Repair]:
    """The fewest clues that have to change together, with clues that they could be.

    A set of cages without which there is a solution meets every core: so a smallest set that meets
    all cores known is such a set, or shows another core. (Davies and Bacchus, "Solving MAXSAT by
    solving a sequence of simpler SAT instances", 2011.)
    """
    puzzle = questions.puzzle
    found: list[Repair] = []
    fewest = 0
    with closing(questions.hitting_sets()) as sets:
        for core in cores:
            sets.add(core)
        while len(found) < MAX_SETS:
            changed = sets.smallest()
            if changed is None or (found and len(changed) > fewest):
                break
            if questions.grid(questions.constraints - changed) is None:
                sets.add(questions.core())
                continue
            fewest = len(changed)
            cages = [puzzle.cages[one.number] for one in changed]
            found.append(
                _other_clues(puzzle, sorted(cages, key=lambda cage: cage.cells), remaining)
            )
            sets.forbid(changed)
    return sorted(found, key=lambda repair: (repair.distance, repair.cages[0].cells))


def _other_clues(puzzle: Puzzle, cages: list[Cage], remaining: Remaining) -> Repair:
    """The likeliest clues that some cages can have, of those that some solutions make."""
    others = tuple(cage for cage in puzzle.cages if cage not in cages)
    best: tuple[float, list[Cage]] | None = None

    def note(grid: Grid) -> None:
        nonlocal best
        clues = [
            min(_clues(puzzle, cage, grid), key=partial(distance, cage), default=cage)
            for cage in cages
        ]
        cost = sum(map(distance, cages, clues))
        if best is None or cost < best[0]:
            best = cost, clues

    search(replace(puzzle, cages=others), remaining, note, solutions=MAX_SOLUTIONS)
    assert best is not None
    cost, clues = best
    words = [f"{cage} becomes {clue.clue}" for cage, clue in zip(cages, clues, strict=True)]
    repair = _tried(puzzle, _Slip(listed(words), cost, tuple(cages), tuple(clues)), remaining)
    assert repair is not None
    return repair


# --- slips of whoever drew the cages -------------------------------------------------------------


def picture_slips(
    questions: Questions, cores: Iterable[Constraints], remaining: Remaining
) -> list[Repair]:
    """Repairs of two cages at once: a cell drawn into the cage beside it, cells or clues that were
    exchanged, a cell of a cage with a number of its own; the likeliest first.

    Args:
        cores: sets of cages that contradict each other; a repair changes a cage of each.
    """
    puzzle = questions.puzzle
    number = {cage: number for number, cage in enumerate(puzzle.cages)}
    cores = list(cores)
    hopeful: dict[frozenset[Constraint], bool] = {}
    found = []
    for slip in _slips(puzzle):
        changed = frozenset(Constraint(Kind.CAGE, number[cage]) for cage in slip.before)
        if any(changed.isdisjoint(core) for core in cores):
            continue
        if changed not in hopeful:
            hopeful[changed] = questions.grid(questions.constraints - changed) is not None
            if not hopeful[changed]:
                cores.append(questions.core())
        if hopeful[changed] and (repair := _tried(puzzle, slip, remaining)):
            found.append(repair)
    return sorted(found, key=lambda repair: (repair.distance, repair.cages[0].cells))


def _tried(puzzle: Puzzle, slip: _Slip, remaining: Remaining) -> Repair | None:
    """The repair of a slip, if it makes a puzzle, and this has a solution."""
    cages = tuple(cage for cage in puzzle.cages if cage not in slip.before)
    try:
        mended = replace(puzzle, cages=cages + slip.after)
    except PuzzleError:  # an operator that no cage of that size may have
        return None
    outcome = search(mended, remaining, solutions=2)
    if not outcome.count:
        return None
    cost = slip.distance + (0 if outcome.unique else NOT_UNIQUE)
    return Repair(mended, slip.words, slip.before, cost, outcome.unique)


def _slips(puzzle: Puzzle) -> Iterator[_Slip]:
    cage_of = {cell: cage for cage in puzzle.cages for cell in cage.cells}
    for cell, cage in cage_of.items():
        for other in dict.fromkeys(cage_of[near] for near in _beside(cell) if near in cage_of):
            if other is not cage:
                yield from _moved(cell, cage, other, puzzle.rules)
    for one, other in combinations(puzzle.cages, 2):
        yield from _clues_exchanged(one, other)
        yield from _cells_exchanged(one, other)


def _moved(cell: Cell, cage: Cage, other: Cage, rules: RuleSet) -> Iterator[_Slip]:
    """A cell that belongs to the cage beside it."""
    rest = [one for one in cage.cells if one != cell]
    smaller = _cage(rest, cage) if rest else None
    if rest and smaller is None:
        return
    cells = (*other.cells, cell)
    words = f"{cell_name(cell)} belongs to {other.clue} at {short_cell_names(other.cells)}"
    cost = 2.5
    if smaller is None:
        words, cost = f"{words}, and is no given", 3.0
    elif len(connected_components(smaller.cells)) > len(connected_components(cage.cells)):
        cost = 3.5
    # What a cage of one cell makes of its operator is a given; it may have been any.
    alone = len(other.cells) == 1
    for operator in rules.possible_operators(len(cells)) if alone else (other.operator,):
        larger = _cage(cells, other, operator)
        if larger:
            said = f"{words}, and makes {larger.clue}" if alone else words
            yield _Slip(said, cost, (cage, other), (*([smaller] if smaller else []), larger))


def _clues_exchanged(one: Cage, other: Cage) -> Iterator[_Slip]:
    first, second = _cage(one.cells, other), _cage(other.cells, one)
    if first and second and one.clue != other.clue:
        yield _Slip(f"{one} and {other} exchange their clues", 2.5, (one, other), (first, second))


def _cells_exchanged(one: Cage, other: Cage) -> Iterator[_Slip]:
    """Two neighbouring cells, each of which belongs to the other's cage."""
    for mine in one.cells:
        for theirs in _beside(mine):
            if theirs in other.cells:
                first = _cage([theirs, *(c for c in one.cells if c != mine)], one)
                second = _cage([mine, *(c for c in other.cells if c != theirs)], other)
                if first and second:
                    words = f"{cell_name(mine)} and {cell_name(theirs)} exchange their cages"
                    yield _Slip(words, 3.0, (one, other), (first, second))


def _beside(cell: Cell) -> tuple[Cell, ...]:
    row, column = cell
    return ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))


def _cage(cells: Iterable[Cell], like: Cage, operator: Operator | None = None) -> Cage | None:
    """A cage of other cells with the clue of another, if that can be."""
    try:
        return Cage(cells, operator or like.operator, like.target)
    except PuzzleError:
        return None
