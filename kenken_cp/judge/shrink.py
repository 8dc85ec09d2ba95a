"""A failing puzzle made as small as possible.

Delta debugging (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002)
adapted to puzzles: cells cannot be left out one by one, but another small puzzle of the same kind
often shows the same fault. So small boards are tried first, the smallest before larger ones; then,
on the board that is left, fewer and simpler cages, until none can be left out alone.

A square stays square: a solver that reads only squares would fail on another board for another
reason. A rectangle loses rows and columns independently.
"""

import random
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product

from kenken_cp.errors import KenKenError
from kenken_cp.frozen import frozen
from kenken_cp.generation.cages import CageBuilder, plant, with_cages
from kenken_cp.generation.latin import random_grid
from kenken_cp.generation.local_search import Budget, BudgetSpentError, make_unique
from kenken_cp.generation.recipe import Recipe
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell, Grid, Size, boxes, connected_components, shape_of
from kenken_cp.model.operators import GIVEN, OPERATORS, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.search.protocol import Outcome, Status
from kenken_cp.search.run import solve
from kenken_cp.text import board_name

StillFails = Callable[[Puzzle], bool]

_RANDOM_PUZZLES = {1: 2, 2: 40, 3: 150, 4: 200}
"""Random puzzles that boards of one longest side share: there are few of the smallest."""

_MAX_SOLVINGS = 6
"""Solvings that making a random puzzle unique may take: most take three."""

_MAX_PARTS = 9
"""Parts of a board that are tried as a smaller board of one size."""

_MAX_CONTROLS = 3
"""Puzzles by which is found out whether a solver can do with free cells."""

_MAX_SECONDS = 3.0
"""How long finding the solutions of one candidate may take."""

_MIN_SECONDS = 0.05
"""The least time for that, when all is over."""


@frozen
class Shrunk:
    """The simplest failing puzzle found.

    Args:
        open_question: why there may be a simpler one by leaving out a given or a cage, as a
            sentence; empty if there is none: each was left out, and the failure was gone.
    """

    puzzle: Puzzle
    open_question: str = ""


def shrink(
    puzzle: Puzzle,
    still_fails: StillFails,
    *,
    seconds: float = 60.0,
    calls: int = 2000,
    solutions: int = 1000,
) -> Shrunk:
    """The simplest puzzle found for which ``still_fails`` is true, its number of solutions stated.

    Args:
        puzzle: one that fails; it is returned if no simpler one does.
        still_fails: shows whether a puzzle has the same fault, the same each time; never raises.
        calls: how many candidates are tried at most.
        solutions: how many a candidate may have: with more, a solver might only seem to hang.

    Two calls with the same arguments try the same candidates, as far as time allows.
    """
    hunt = _Hunt(puzzle, still_fails, time.monotonic() + seconds, calls, solutions)
    hunt.step(_new_boards)
    while hunt.step(hunt.simpler_boards) or hunt.step(_smaller_boards):
        pass
    found = hunt.best
    if found is not puzzle:
        found = replace(found.bare, title=f"{puzzle.name}, shrunk", expected=hunt.solutions(found))
    return Shrunk(found, hunt.open_question)


class _Hunt:
    """The simplest failing puzzle so far, and what has been tried."""

    def __init__(
        self, puzzle: Puzzle, still_fails: StillFails, end: float, calls: int, solutions: int
    ) -> None:
        self.best = puzzle
        self._still_fails, self._end, self._calls = still_fails, end, calls
        self._most = solutions
        self._tried = {puzzle}
        self._right: deque[Puzzle] = deque(maxlen=_MAX_CONTROLS)
        self._solvable = _solvable(puzzle)
        self._may_open: bool | None = True if puzzle.free_cells else None
        self._verdicts: dict[Puzzle, bool] = {}
        self._too_open: list[Puzzle] = []
        self._over = False

    def step(self, candidates: Callable[[Puzzle], Iterator[Puzzle]]) -> bool:
        """Finds one simpler puzzle that fails; returns whether there was one."""
        for candidate in candidates(self.best):
            if self._spent:
                self._over = True
                return False
            if candidate in self._tried or _weight(candidate) >= _weight(self.best):
                continue
            self._tried.add(candidate)
            # There are 576 Latin squares of order 4.
            if len(candidate.values) > 4 and self._has_too_many(candidate):
                continue
            if not self._solvable and not _is_part(candidate, self.best) and _solvable(candidate):
                continue
            if self._fails(candidate):
                self.best = candidate
                return True
            self._right.append(candidate)
        return False

    @property
    def _spent(self) -> bool:
        return time.monotonic() > self._end or self._calls <= 0

    def simpler_boards(self, puzzle: Puzzle) -> Iterator[Puzzle]:
        """Simpler puzzles of the same size, those with fewer cages first, if these may be tried."""
        if puzzle.cages and self._opens():
            for chunk in _chunks(list(puzzle.cages)):
                yield with_cages(puzzle, chunk, [])
        yield from _simpler_boards(puzzle, opens=self._opens())

    def solutions(self, puzzle: Puzzle) -> Count:
        """How many solutions there are; a lower bound if they are too many or take too long."""
        left = max(_MIN_SECONDS, min(_MAX_SECONDS, self._end - time.monotonic()))
        return _solved(puzzle, self._most + 1, left).count

    @property
    def open_question(self) -> str:
        """As ``Shrunk`` has it."""
        if self._over:
            return "The time was over before each given and cage had been left out once."
        if self._may_open is False and self.best.cages:
            return "It fails wherever cells are free: no given and no cage was left out."
        if any(self._is_too_open(with_cages(self.best, [cage], [])) for cage in self.best.cages):
            return f"What would have more than {self._most:,} solutions was not tried."
        return ""

    def _opens(self) -> bool:
        """Whether cages may be left out, though each cell of the first puzzle is in one.

        A solver that fails in the same way as soon as any cell is free, on puzzles too that it has
        just solved, shows nothing of the fault that we are after.
        """
        if self._may_open is None:
            if self._spent:
                return False
            opened = [with_cages(puzzle, puzzle.cages[:1], []) for puzzle in self._right]
            self._may_open = True
            if opened and all(map(self._fails, opened)):
                self._may_open = False
        return self._may_open

    def _fails(self, puzzle: Puzzle) -> bool:
        if puzzle not in self._verdicts:
            self._calls -= 1
            self._verdicts[puzzle] = self._still_fails(puzzle)
        return self._verdicts[puzzle]

    def _has_too_many(self, puzzle: Puzzle) -> bool:
        """Whether there are too many solutions to let a solver search for them."""
        if self._is_too_open(puzzle):
            return True
        if self.solutions(puzzle).exact:
            return False
        self._too_open.append(puzzle)
        return True

    def _is_too_open(self, puzzle: Puzzle) -> bool:
        """Whether it is a part of one that has too many solutions, so that it has more."""
        return any(puzzle == known or _is_part(puzzle, known) for known in self._too_open)


def _is_part(puzzle: Puzzle, whole: Puzzle) -> bool:
    """Whether a puzzle is another one without some of its cages."""
    return (
        puzzle.size == whole.size
        and puzzle.values == whole.values
        and puzzle.houses == whole.houses
        and set(puzzle.cages) < set(whole.cages)
    )


def _weight(puzzle: Puzzle) -> tuple[int, ...]:
    """Compares puzzles: by the board, then houses, values, cages and operators, simpler first."""
    multiple = _multiple(puzzle)
    return (
        len(puzzle.cells),
        max(puzzle.rows, puzzle.columns),
        len(puzzle.houses),
        len(puzzle.values) + (not puzzle.has_usual_values),
        # A given is simpler than its share of a cage, and a free cell simpler than a given.
        sum(2 * len(cage.cells) for cage in multiple) + len(puzzle.cages) - len(multiple),
        sum(_rank(cage.operator) for cage in multiple),
    )


def _rank(operator: Operator | None) -> int:
    """How simple an operator is: its place in the table; a hidden one comes last."""
    records = tuple(OPERATORS)
    return len(records) if operator is None else records.index(operator)


def _solved(puzzle: Puzzle, limit: int, seconds: float = _MAX_SECONDS) -> Outcome:
    """The outcome of a search for that many solutions."""
    outcome = solve(puzzle, limit=limit, seconds=seconds)
    if outcome.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    return outcome


def _solvable(puzzle: Puzzle) -> bool:
    return _solved(puzzle, 1).count > 0


# --- smaller boards -------------------------------------------------------------------------------


def _smaller_boards(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Parts of a board, the smallest first."""
    for recipe in _smaller_recipes(puzzle):
        yield from _parts(puzzle, recipe, _random(recipe.board.size))


def _new_boards(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Parts of a board, and new puzzles of the same kind, on smaller boards, the smallest first.

    A puzzle without a solution gives ones without a solution.
    """
    solvable = _solvable(puzzle)
    recipes = list(_smaller_recipes(puzzle))
    longest_sides = Counter(max(shape_of(recipe.board.size)) for recipe in recipes)
    for recipe in recipes:
        rng = _random(recipe.board.size)
        side = max(shape_of(recipe.board.size))
        for part in _parts(puzzle, recipe, rng):
            yield from [part] if solvable else _spoiled(part, rng)
        for number in range(-(-_RANDOM_PUZZLES.get(side, 0) // longest_sides[side])):
            fresh = _fresh(recipe, rng, unique=number % 4 == 3)
            if fresh is not None:
                yield from [fresh[0]] if solvable else _spoiled(fresh[0], rng)
                yield from _rounded(*fresh)


def _fresh(
    recipe: Recipe, rng: random.Random, *, unique: bool
) -> tuple[Puzzle, CageBuilder] | None:
    """A new puzzle, and what made it; None if the recipe gives none at once."""
    try:
        puzzle, builder = plant(recipe, rng)
        made = make_unique(builder, puzzle, Budget(_MAX_SOLVINGS)) if unique else puzzle
    except (KenKenError, BudgetSpentError):
        return None
    return None if made is None else (made, builder)


def _rounded(puzzle: Puzzle, builder: CageBuilder) -> Iterator[Puzzle]:
    """The puzzle with a target that two values make only if a remainder is dropped, such as 1 by
    division of 3 and 2.

    Otherwise no small board shows that a solver drops it: up to 4x4, every target that is a
    quotient of two values of a line is an exact one.
    """
    for operator, cage in product(builder.recipe.operators, puzzle.cages):
        values = sorted(builder.values_of(cage.cells))
        if len(values) != 2 or operator.evaluate(values) is not None:
            continue
        lower = ([values[0], value] for value in range(values[1], values[0] - 1, -1))
        target = next(filter(None, map(operator.evaluate, lower)), None)
        if target is not None:
            yield with_cages(puzzle, [cage], [Cage(cage.cells, operator, target)])


def _smaller_recipes(puzzle: Puzzle) -> Iterator[Recipe]:
    """Recipes for smaller boards of the same kind, the smallest first."""
    shapes = product(range(1, puzzle.rows + 1), range(1, puzzle.columns + 1))
    whole = (puzzle.rows, puzzle.columns)
    for shape in sorted(shapes, key=lambda shape: (shape[0] * shape[1], max(shape))):
        stays_square = puzzle.rows != puzzle.columns or shape[0] == shape[1]
        if stays_square and shape != whole:
            with suppress(KenKenError):
                yield _recipe(puzzle, shape)


def _random(size: Size) -> random.Random:
    """Random numbers for boards of a size, the same each time."""
    return random.Random(board_name(*shape_of(size)))


def _recipe(puzzle: Puzzle, shape: tuple[int, int]) -> Recipe:
    """A recipe for puzzles like a given one, of another size; KenKenError if there are none."""
    multiple = _multiple(puzzle)
    used = {cage.operator for cage in multiple}
    spare = len(puzzle.values) - max(puzzle.rows, puzzle.columns)
    return Recipe(
        shape,
        operators=() if None in used else [op for op in OPERATORS if op in used],
        cage_sizes=(1, max((len(cage.cells) for cage in puzzle.cages), default=1)),
        rules=puzzle.rules,
        values=() if puzzle.has_usual_values else puzzle.values[: max(shape) + spare],
        houses=boxes(4, 2, 2) if puzzle.houses and shape == (4, 4) else (),
        hidden=sum(cage.operator is None for cage in multiple) / max(len(multiple), 1),
        free=0.3 if puzzle.free_cells else 0.0,
    )


def _parts(puzzle: Puzzle, recipe: Recipe, rng: random.Random) -> Iterator[Puzzle]:
    """Parts of a board with its cages cut off at the edges, around another grid."""
    rows, columns = recipe.board.rows, recipe.board.columns
    corners = list(product(range(puzzle.rows - rows + 1), range(puzzle.columns - columns + 1)))
    rng.shuffle(corners)
    for top, left in corners[:_MAX_PARTS]:
        try:
            grid = random_grid(recipe.board, rng)
        except KenKenError:
            return
        builder = CageBuilder(recipe, grid, rng)
        cages: list[Cage] = []
        for cage in puzzle.cages:
            cells = [(row - top, column - left) for row, column in cage.cells]
            inside = [(r, c) for r, c in cells if 0 <= r < rows and 0 <= c < columns]
            for part in connected_components(inside):
                cages += _clued(builder, part, cage.operator)
        yield replace(recipe.board, cages=tuple(cages))


def _spoiled(puzzle: Puzzle, rng: random.Random) -> Iterator[Puzzle]:
    """The puzzle with one target changed so that it has no solution, if a few tries find one."""
    cages = list(puzzle.cages)
    rng.shuffle(cages)
    for cage in cages[:4]:
        target = cage.target + rng.choice((-1, 1))
        if len(cage.cells) == 1 and target not in puzzle.values:
            continue
        spoiled = with_cages(puzzle, [cage], [Cage(cage.cells, cage.operator, target)])
        if not _solvable(spoiled):
            yield spoiled
            return


# --- the same board, simpler ----------------------------------------------------------------------


def _simpler_boards(puzzle: Puzzle, *, opens: bool) -> Iterator[Puzzle]:
    """Puzzles of the same size with simpler cages: what changes most comes first."""
    grid = _solved(puzzle, 1).solution
    if grid is None:
        return
    if puzzle.houses or not puzzle.has_usual_values:
        yield from _usual_boards(puzzle)
    builder = _builder(puzzle, grid)
    multiple = _multiple(puzzle)
    for chunk in _chunks(multiple):
        yield with_cages(puzzle, chunk, _givens(builder, [cell for c in chunk for cell in c.cells]))
    for cage in multiple:
        yield from _with_shorter(puzzle, cage, builder, opens=opens)
    for cage in multiple:
        for operator in builder.operators(cage.cells):
            if _rank(operator) < _rank(cage.operator):
                yield with_cages(puzzle, [cage], _clued(builder, cage.cells, operator))


def _usual_boards(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The same cages around other grids: of the usual values, or without extra houses, or both."""
    rng = _random(puzzle.size)
    for values, houses in (((), ()), ((), puzzle.houses), (puzzle.values, ())):
        with suppress(KenKenError):  # a house has more cells than there are usual values
            recipe = Recipe(puzzle.size, rules=puzzle.rules, values=values, houses=houses)
            for _ in range(3):
                yield from _parts(puzzle, recipe, rng)


def _chunks(cages: list[Cage]) -> Iterator[list[Cage]]:
    """Everything, both halves, the quarters, ..., each alone."""
    length = len(cages)
    while length:
        for start in range(0, len(cages), length):
            yield cages[start : start + length]
        length //= 2


def _with_shorter(
    puzzle: Puzzle, cage: Cage, builder: CageBuilder, *, opens: bool
) -> Iterator[Puzzle]:
    """One cell of a cage made a given, or free, if the others are still connected."""
    for cell in cage.cells:
        rest = tuple(other for other in cage.cells if other != cell)
        if len(connected_components(rest)) == 1:
            shorter = _clued(builder, rest, cage.operator)
            if opens:
                yield with_cages(puzzle, [cage], shorter)
            yield with_cages(puzzle, [cage], [*_givens(builder, [cell]), *shorter])


def _builder(puzzle: Puzzle, grid: Grid) -> CageBuilder:
    used = [cage.operator for cage in _multiple(puzzle) if cage.operator]
    recipe = Recipe(
        puzzle.size,
        operators=[*(operator for operator, _ in puzzle.rules.operators), *used],
        rules=puzzle.rules,
        values=puzzle.values,
        houses=puzzle.houses,
    )
    return CageBuilder(recipe, grid, random.Random(0))


def _clued(builder: CageBuilder, cells: Sequence[Cell], operator: Operator | None) -> list[Cage]:
    """A cage over cells with that operator, or another if it does not fit; givens if none does."""
    able = builder.operators(cells)
    if not able:
        return _givens(builder, cells)
    chosen = operator if operator is not None and operator in able else able[0]
    target = chosen.evaluate(builder.values_of(cells))
    assert target is not None, "an operator that fits has a target"
    return [Cage(cells, operator and chosen, target)]


def _givens(builder: CageBuilder, cells: Sequence[Cell]) -> list[Cage]:
    values = builder.values_of(cells)
    return [Cage([cell], GIVEN, value) for cell, value in zip(cells, values, strict=True)]


def _multiple(puzzle: Puzzle) -> list[Cage]:
    return [cage for cage in puzzle.cages if len(cage.cells) > 1]
