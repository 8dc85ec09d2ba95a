"""A failing puzzle made as small as can be.

Delta debugging (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002)
with what is peculiar to puzzles: cells cannot be left away one by one, but another small puzzle of
the same kind often shows the same fault. So first come small boards, the smallest of all before
larger ones; then, on the board that is left, fewer and simpler cages.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from kenken_cp.errors import KenKenError
from kenken_cp.generate.cages import CageBuilder, Planted, plant
from kenken_cp.generate.latin import random_grid
from kenken_cp.generate.recipe import Recipe
from kenken_cp.generate.uniqueness import Budget, BudgetSpentError, make_unique
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell, Grid, boxes, connected_components
from kenken_cp.model.operators import DIVIDE, GIVEN, OPERATORS, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.search.protocol import Outcome, Status
from kenken_cp.search.run import solve

StillFails = Callable[[Puzzle], bool]

_FRESH = {1: 2, 2: 40, 3: 150, 4: 200}
"""How many random puzzles of each size are tried: there are few of the smallest."""

_EFFORT = 6
"""Looks for making a random puzzle unique: most take three."""

_WINDOWS = 9
"""How many parts of a board are tried as a smaller board."""

_MOST_SOLUTIONS = 1000
"""Solutions of a candidate: with more, the solver that is judged might only seem to hang."""

_PATIENCE = 10.0
"""Seconds for the solutions of one candidate."""


def shrink(
    puzzle: Puzzle, still_fails: StillFails, *, seconds: float = 60.0, calls: int = 2000
) -> Puzzle:
    """The simplest puzzle found for which ``still_fails`` answers true, its solutions stated.

    Args:
        puzzle: one that fails; it is the answer if no simpler one does.
        still_fails: whether a puzzle shows the same fault. It should give the same answer each
            time, and must not raise.
        seconds: after that long no more candidates are tried.
        calls: most candidates that are tried.

    Two calls with the same arguments try the same candidates, as far as time allows.
    """
    hunt = _Hunt(puzzle, still_fails, time.monotonic() + seconds, calls)
    hunt.step(_new_boards)
    while hunt.step(_simpler_boards) or hunt.step(_smaller_boards):
        pass
    if hunt.best is puzzle:
        return puzzle
    return replace(hunt.best, title=f"{puzzle}, shrunk", expected=_solutions(hunt.best))


class _Hunt:
    """The simplest failing puzzle so far, and what has been tried."""

    def __init__(self, puzzle: Puzzle, still_fails: StillFails, end: float, calls: int) -> None:
        self.best = puzzle
        self._still_fails, self._end, self._calls = still_fails, end, calls
        self._tried = {puzzle}
        self._solvable = _solvable(puzzle)

    def step(self, candidates: Callable[[Puzzle], Iterator[Puzzle]]) -> bool:
        """Looks for one simpler puzzle that fails; answers whether there was one."""
        for candidate in candidates(self.best):
            if time.monotonic() > self._end or not self._calls:
                return False
            if candidate in self._tried or _weight(candidate) >= _weight(self.best):
                continue
            self._tried.add(candidate)
            if _too_many(candidate) or (not self._solvable and _solvable(candidate)):
                continue
            self._calls -= 1
            if self._still_fails(candidate):
                self.best = candidate
                return True
        return False


def _weight(puzzle: Puzzle) -> tuple[int, ...]:
    """What is simpler comes before: a small board, no houses, usual values, then small cages."""
    multiple = [cage for cage in puzzle.cages if len(cage.cells) > 1]
    usual = puzzle.values == tuple(range(1, puzzle.size + 1))
    return (
        puzzle.size,
        len(puzzle.houses),
        len(puzzle.values) + (not usual),
        sum(2 * len(cage.cells) for cage in multiple) + len(puzzle.free_cells),
        sum(_RANKS[cage.operator] for cage in multiple),
    )


_RANKS: dict[Operator | None, int] = {
    **{operator: rank for rank, operator in enumerate(OPERATORS)},
    None: len(OPERATORS),
}
"""How simple operators are: in the order of their table, and a hidden one last."""


def _solved(puzzle: Puzzle, limit: int) -> Outcome:
    """The outcome of a search for so many solutions."""
    outcome = solve(puzzle, limit=limit, seconds=_PATIENCE)
    if outcome.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    return outcome


def _solvable(puzzle: Puzzle) -> bool:
    return _solved(puzzle, 1).count > 0


def _too_many(puzzle: Puzzle) -> bool:
    """Whether a puzzle has more solutions than are worth comparing."""
    if puzzle.size <= 4 and len(puzzle.values) == puzzle.size:
        return False  # there are 576 Latin squares of order 4
    return not _solutions(puzzle).exact


def _solutions(puzzle: Puzzle) -> Count:
    """How many solutions there are; a lower bound if they are too many, or take too long."""
    return _solved(puzzle, _MOST_SOLUTIONS + 1).count


# --- smaller boards -------------------------------------------------------------------------------


def _smaller_boards(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Parts of a board, the smallest first."""
    for recipe in _smaller_recipes(puzzle):
        yield from _parts(puzzle, recipe, random.Random(recipe.size))


def _new_boards(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Parts of a board, and new puzzles of the same kind, on smaller boards, the smallest first.

    A puzzle without a solution gives ones without a solution.
    """
    solvable = _solvable(puzzle)
    for recipe in _smaller_recipes(puzzle):
        rng = random.Random(recipe.size)
        for part in _parts(puzzle, recipe, rng):
            yield from [part] if solvable else _spoiled(part, rng)
        for number in range(_FRESH.get(recipe.size, 0)):
            fresh = _fresh(recipe, rng, unique=number % 4 == 3)
            if fresh is not None:
                yield from [fresh.puzzle] if solvable else _spoiled(fresh.puzzle, rng)
                yield from _truncated(fresh, recipe)


def _fresh(recipe: Recipe, rng: random.Random, *, unique: bool) -> Planted | None:
    """A new puzzle; None if the recipe gives none at once."""
    try:
        planted = plant(recipe, rng)
        if not unique:
            return planted
        builder = CageBuilder(recipe, planted.grid, rng)
        puzzle = make_unique(builder, planted.puzzle, Budget(_EFFORT))
    except (KenKenError, BudgetSpentError):
        return None
    return None if puzzle is None else Planted(puzzle, planted.grid)


def _truncated(planted: Planted, recipe: Recipe) -> Iterator[Puzzle]:
    """The puzzle with a quotient that is met only if the remainder is dropped.

    Whoever drops it shows it on no smaller board otherwise: up to 4x4, every quotient of two
    values of a line that is a target is exact.
    """
    if DIVIDE not in recipe.operators:
        return
    for cage in planted.puzzle.cages:
        values = sorted(planted.grid[row][column] for row, column in cage.cells)
        small, large = values[0], values[-1]
        if len(values) == 2 and small > 0 and large % small:
            yield _with(planted.puzzle, [cage], [Cage(cage.cells, DIVIDE, large // small)])


def _smaller_recipes(puzzle: Puzzle) -> Iterator[Recipe]:
    for size in range(1, puzzle.size):
        recipe = _recipe(puzzle, size)
        if recipe is not None:
            yield recipe


def _recipe(puzzle: Puzzle, size: int) -> Recipe | None:
    """A recipe for puzzles like a given one, of another size; None if there are none."""
    used = {cage.operator for cage in puzzle.cages if len(cage.cells) > 1}
    multiple = [cage for cage in puzzle.cages if len(cage.cells) > 1]
    spare = len(puzzle.values) - puzzle.size
    usual = puzzle.values == tuple(range(1, puzzle.size + 1))
    largest = max((len(cage.cells) for cage in puzzle.cages), default=1)
    hidden = [cage for cage in multiple if cage.operator is None]
    try:
        return Recipe(
            size,
            operators=() if None in used else [op for op in OPERATORS if op in used],
            cage_sizes=(1, largest),
            rules=puzzle.rules,
            values=() if usual else puzzle.values[: size + spare],
            houses=boxes(4, 2, 2) if puzzle.houses and size == 4 else (),
            hidden=len(hidden) / len(multiple) if multiple else 0.0,
            free=0.3 if puzzle.free_cells else 0.0,
        )
    except KenKenError:
        return None


def _parts(puzzle: Puzzle, recipe: Recipe, rng: random.Random) -> Iterator[Puzzle]:
    """Square parts of a board with its cages cut off at the edges, around another grid."""
    size = recipe.size
    corners = list(product(range(puzzle.size - size + 1), repeat=2))
    rng.shuffle(corners)
    for top, left in corners[:_WINDOWS]:
        try:
            grid = random_grid(size, recipe.values, recipe.houses, rng)
        except KenKenError:
            return
        builder = CageBuilder(recipe, grid, rng)
        cages: list[Cage] = []
        for cage in puzzle.cages:
            cells = [(row - top, column - left) for row, column in cage.cells]
            inside = [cell for cell in cells if min(cell) >= 0 and max(cell) < size]
            for part in connected_components(inside):
                cages += _clued(builder, part, cage.operator)
        yield Puzzle(size, cages, recipe.values, recipe.houses, recipe.rules)


def _spoiled(puzzle: Puzzle, rng: random.Random) -> Iterator[Puzzle]:
    """The puzzle with one target changed so that it has no solution, if a few tries find one."""
    cages = list(puzzle.cages)
    rng.shuffle(cages)
    for cage in cages[:4]:
        target = cage.target + rng.choice((-1, 1))
        if len(cage.cells) == 1 and target not in puzzle.values:
            continue
        spoiled = _with(puzzle, [cage], [Cage(cage.cells, cage.operator, target)])
        if not _solvable(spoiled):
            yield spoiled
            return


# --- the same board, simpler ----------------------------------------------------------------------


def _simpler_boards(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Simpler puzzles of the same size: what takes most away comes first."""
    if puzzle.free_cells:
        yield from _without_cages(puzzle)
    grid = _solved(puzzle, 1).solution
    if grid is None:
        return
    if puzzle.houses or puzzle.values != tuple(range(1, puzzle.size + 1)):
        yield from _usual_boards(puzzle)
    yield from _Plain(puzzle, grid).candidates()


def _usual_boards(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The same cages around other grids: of the usual values, or without extra houses, or both."""
    rng = random.Random(puzzle.size)
    for values, houses in (((), ()), ((), puzzle.houses), (puzzle.values, ())):
        try:
            recipe = Recipe(puzzle.size, rules=puzzle.rules, values=values, houses=houses)
        except KenKenError:  # a house has more cells than there are usual values
            continue
        for _ in range(3):
            yield from _parts(puzzle, recipe, rng)


def _without_cages(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Some cages left out, first half of them, then a quarter, at last one."""
    for chunk in _chunks(list(puzzle.cages)):
        yield _with(puzzle, chunk, [])


def _chunks(cages: list[Cage]) -> Iterator[list[Cage]]:
    """Everything, both halves, the quarters, ..., each alone."""
    length = len(cages)
    while length:
        for start in range(0, len(cages), length):
            yield cages[start : start + length]
        length //= 2


@dataclass(frozen=True, slots=True)
class _Plain:
    """Ways to make a puzzle simpler around one of its solutions."""

    puzzle: Puzzle
    grid: Grid

    def candidates(self) -> Iterator[Puzzle]:
        """The ways, from those that take most away."""
        multiple = [cage for cage in self.puzzle.cages if len(cage.cells) > 1]
        for chunk in _chunks(multiple):
            yield _with(self.puzzle, chunk, self._givens(cell for c in chunk for cell in c.cells))
        for cell in self.puzzle.free_cells:
            yield _with(self.puzzle, [], self._givens([cell]))
        for cage in multiple:
            yield from self._shorter(cage)
        for cage in multiple:
            yield from self._plainer(cage)

    def _shorter(self, cage: Cage) -> Iterator[Puzzle]:
        """One cell of a cage made a given, if the others hang together still."""
        builder = _builder(self.puzzle, self.grid)
        for cell in cage.cells:
            rest = tuple(other for other in cage.cells if other != cell)
            if len(connected_components(rest)) == 1:
                new = [*self._givens([cell]), *_clued(builder, rest, cage.operator)]
                yield _with(self.puzzle, [cage], new)

    def _plainer(self, cage: Cage) -> Iterator[Puzzle]:
        """A cage with a simpler operator."""
        builder = _builder(self.puzzle, self.grid)
        for operator in builder.operators(cage.cells):
            if _RANKS[operator] < _RANKS[cage.operator]:
                yield _with(self.puzzle, [cage], _clued(builder, cage.cells, operator))

    def _givens(self, cells: Iterable[Cell]) -> list[Cage]:
        return [Cage([(row, column)], GIVEN, self.grid[row][column]) for row, column in cells]


def _builder(puzzle: Puzzle, grid: Grid) -> CageBuilder:
    """A builder with every operator of a puzzle's rules."""
    recipe = Recipe(puzzle.size, rules=puzzle.rules, values=puzzle.values, houses=puzzle.houses)
    return CageBuilder(recipe, grid, random.Random(0))


def _clued(builder: CageBuilder, cells: Sequence[Cell], operator: Operator | None) -> list[Cage]:
    """A cage over cells with that operator, or another if it does not fit; givens if none does."""
    able = builder.operators(cells)
    if not able:
        return [cage for cell in cells for cage in _clued(builder, [cell], GIVEN)]
    chosen = operator if operator is not None and operator in able else able[0]
    target = chosen.evaluate(builder.values_of(cells))
    assert target is not None, "an operator that fits has a target"
    return [Cage(cells, operator and chosen, target)]


def _with(puzzle: Puzzle, old: Sequence[Cage], new: Sequence[Cage]) -> Puzzle:
    """A puzzle with some cages replaced, its count no longer stated."""
    kept = [cage for cage in puzzle.cages if not any(cage is gone for gone in old)]
    return replace(puzzle, cages=(*kept, *new), title="", expected=None)
