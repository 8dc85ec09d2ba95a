"""Puzzles that are simpler than one and like it: smaller boards, and the same board with fewer or
simpler cages. What a failing puzzle is replaced with, if it still fails.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product

from kenken_cp.errors import KenKenError
from kenken_cp.generation.cages import CageBuilder, plant, with_cages
from kenken_cp.generation.latin import random_grid
from kenken_cp.generation.local_search import Budget, BudgetSpentError, make_unique
from kenken_cp.generation.recipe import Recipe
from kenken_cp.model.geometry import Cell, Grid, Size, boxes, connected_components, shape_of
from kenken_cp.model.operators import GIVEN, OPERATORS, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.search.protocol import Outcome, Status
from kenken_cp.search.run import solve
from kenken_cp.text import board_name

_RANDOM_PUZZLES = {1: 2, 2: 40, 3: 150, 4: 200}
"""Random puzzles that boards of one longest side share: there are few of the smallest."""

_MAX_SOLVINGS = 6
"""Solvings that making a random puzzle unique may take: most take three."""

_MAX_PARTS = 9
"""Parts of a board that are tried as a smaller board of one size."""

_SHORT_TARGETS = (*range(1, 10), 11, 101, 1001)
"""What a longer target of a puzzle without a solution is replaced with."""

_MISTAKES = (-1, 1, 10, 100)
"""What a target is changed by: some solvers compare its last digits only."""

MAX_SECONDS = 3.0
"""How long finding the solutions of one candidate may take."""


def weight(puzzle: Puzzle) -> tuple[int, ...]:
    """Compares puzzles, simpler first: by the board, then houses, values, cages, operators, and the
    digits of targets.
    """
    multiple = _multiple(puzzle)
    return (
        len(puzzle.cells),
        max(puzzle.rows, puzzle.columns),
        len(puzzle.houses),
        len(puzzle.values) + (not puzzle.has_usual_values),
        # A given is simpler than its share of a cage, and a free cell simpler than a given.
        sum(2 * len(cage.cells) for cage in multiple) + len(puzzle.cages) - len(multiple),
        sum(_rank(cage.operator) for cage in multiple),
        sum(len(str(cage.target)) for cage in multiple),
    )


def _rank(operator: Operator | None) -> int:
    """How simple an operator is: its place in the table; a hidden one comes last."""
    records = tuple(OPERATORS)
    return len(records) if operator is None else records.index(operator)


def is_part(puzzle: Puzzle, whole: Puzzle) -> bool:
    """Whether a puzzle is another one without some of its cages."""
    return (
        puzzle.size == whole.size
        and puzzle.values == whole.values
        and puzzle.houses == whole.houses
        and set(puzzle.cages) < set(whole.cages)
    )


def solved(puzzle: Puzzle, limit: int, seconds: float = MAX_SECONDS) -> Outcome:
    """The outcome of a search for that many solutions."""
    outcome = solve(puzzle, limit=limit, seconds=seconds)
    if outcome.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    return outcome


def has_solution(puzzle: Puzzle) -> bool:
    """Whether a solution is found within ``MAX_SECONDS``."""
    return solved(puzzle, 1).count > 0


# --- smaller boards -------------------------------------------------------------------------------


def smaller_boards(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Parts of a board, the smallest first."""
    for recipe in _smaller_recipes(puzzle):
        yield from _parts(puzzle, recipe, _random(recipe.board.size))


def new_boards(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Parts of a board, and new puzzles of the same kind, on smaller boards, the smallest first.

    A puzzle without a solution gives ones without a solution.
    """
    solvable = has_solution(puzzle)
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
        target = cage.target + rng.choice(_MISTAKES)
        if len(cage.cells) == 1 and target not in puzzle.values:
            continue
        spoiled = with_cages(puzzle, [cage], [Cage(cage.cells, cage.operator, target)])
        if not has_solution(spoiled):
            yield spoiled
            return


# --- the same board, simpler ----------------------------------------------------------------------


def simpler_boards(puzzle: Puzzle, *, opens: bool) -> Iterator[Puzzle]:
    """Puzzles of the same size with simpler cages: what changes most comes first."""
    grid = solved(puzzle, 1).solution
    if grid is None:
        yield from _with_shorter_targets(puzzle)
        return
    if puzzle.houses or not puzzle.has_usual_values:
        yield from _usual_boards(puzzle)
    builder = _builder(puzzle, grid)
    multiple = _multiple(puzzle)
    for chunk in chunks(multiple):
        yield with_cages(puzzle, chunk, _givens(builder, [cell for c in chunk for cell in c.cells]))
    for cage in multiple:
        yield from _with_shorter(puzzle, cage, builder, opens=opens)
    for cage in multiple:
        for operator in builder.operators(cage.cells):
            if _rank(operator) < _rank(cage.operator):
                yield with_cages(puzzle, [cage], _clued(builder, cage.cells, operator))


def _with_shorter_targets(puzzle: Puzzle) -> Iterator[Puzzle]:
    """One target of fewer digits: a large one looks as if the fault were an overflow."""
    for cage in _multiple(puzzle):
        for target in _SHORT_TARGETS:
            if len(str(target)) < len(str(cage.target)):
                yield with_cages(puzzle, [cage], [Cage(cage.cells, cage.operator, target)])


def _usual_boards(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The same cages around other grids: of the usual values, or without extra houses, or both."""
    rng = _random(puzzle.size)
    for values, houses in (((), ()), ((), puzzle.houses), (puzzle.values, ())):
        with suppress(KenKenError):  # a house has more cells than there are usual values
            recipe = Recipe(puzzle.size, rules=puzzle.rules, values=values, houses=houses)
            for _ in range(3):
                yield from _parts(puzzle, recipe, rng)


def chunks(cages: list[Cage]) -> Iterator[list[Cage]]:
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
