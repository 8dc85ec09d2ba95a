"""Puzzles of every kind, for judging solvers.

What is drawn how often was weighed by the wrong solvers of the tests: 60 plain puzzles to 6x6, of
seed 1, show 135 of the 187 that plain puzzles are for. Most of the others need larger boards, or
targets that no cage makes.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypedDict, Unpack

from kenken_cp.errors import KenKenError
from kenken_cp.generation.cages import CageBuilder, plant, with_cages
from kenken_cp.generation.filling import shuffled
from kenken_cp.generation.generator import generate_by
from kenken_cp.generation.local_search import limit_solutions
from kenken_cp.generation.recipe import Recipe
from kenken_cp.model.geometry import House, boxes, diagonals
from kenken_cp.model.operators import DIVIDE, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RULE_SETS, RuleSet, rule_set_named

MAX_SOLUTIONS = 1000
"""Solutions of a puzzle for judging: more take long to print, to read and to compare."""

_MIN_SIDE = 2
"""The shortest side of a board: of what a solver prints, a row of one number looks like a count."""

_MIN_LARGE_SIZE = 7
"""From this size on there are no large cages: they may take engines seconds a puzzle."""

_MISTAKES = 0.6
"""The share of the puzzles not made to have one solution in which one clue is mistaken."""

_MAX_RECIPES = 20
"""Recipes tried for one puzzle; the first nearly always succeeds."""


class Options(TypedDict, total=False):
    """What kinds of puzzles a mixture may have.

    Attributes:
        operators: those to use, as in ``Recipe``; by default each puzzle has a mix of its own.
        rules: a rule set, or its name; by default any.
        plain: only what every format can express: square boards, the values 1 to the size, lines
            for houses, every cell in a cage, every operator shown.
        rectangles: whether one board in four has fewer rows than columns, or more, unless they are
            to be plain.
    """

    operators: str | Sequence[Operator]
    rules: RuleSet | str | None
    plain: bool
    rectangles: bool


def fuzz(
    seed: int,
    count: int,
    max_size: int,
    *,
    most_solutions: int = MAX_SOLUTIONS,
    **options: Unpack[Options],
) -> Iterator[Puzzle]:
    """Puzzles to judge a solver by: sides from 2 up mixed, at least half with one solution.

    Each depends only on the options, the seed and its number, which its title states. It raises
    what ``random_any_puzzle`` does.
    """
    for number in range(1, count + 1):
        rng = random.Random(f"fuzz/{seed}/{number}")
        puzzle = random_any_puzzle(rng, max_size, most_solutions=most_solutions, **options)
        yield replace(puzzle, title=f"fuzz, seed {seed}, number {number}")


def random_any_puzzle(
    rng: random.Random,
    max_size: int,
    *,
    unique: bool | None = None,
    most_solutions: int = MAX_SOLUTIONS,
    **options: Unpack[Options],
) -> Puzzle:
    """A puzzle of any kind up to a size, with its number of solutions stated; see ``fuzz``.

    Args:
        unique: whether it has one solution; by default that is left to chance. If not, it may have
            one all the same.
        most_solutions: it has no more.

    Raises:
        KenKenError: for options with which there can be no puzzles.
    """
    if max_size < _MIN_SIDE:
        raise KenKenError(f"a largest size of {max_size}; expected {_MIN_SIDE} or more")
    if most_solutions < 1:
        raise KenKenError(f"at most {most_solutions} solutions; expected 1 or more")
    for tries_left in reversed(range(_MAX_RECIPES)):
        wanted = rng.random() < 0.5 if unique is None else unique
        try:
            recipe = _any_recipe(rng, max_size, **options)
            if wanted:
                return generate_by(recipe, rng)
            puzzle, builder = plant(recipe, rng)
            if rng.random() < _MISTAKES and puzzle.cages:
                puzzle = _with_mistaken_clue(puzzle, builder)
        except KenKenError:  # an odd mix, such as boxes that no grid of such values has
            if not tries_left:
                raise
        else:
            if limited := limit_solutions(builder, puzzle, most_solutions):
                return limited
    raise KenKenError(
        f"no puzzle with at most {most_solutions} solutions found in {_MAX_RECIPES} tries"
    )


def _any_recipe(
    rng: random.Random,
    max_size: int,
    *,
    operators: str | Sequence[Operator] = (),
    rules: RuleSet | str | None = None,
    plain: bool = False,
    rectangles: bool = False,
) -> Recipe:
    """A random kind of puzzle."""
    # The longer side. Small boards show few mistakes: the larger of two draws.
    size = max(rng.randint(_MIN_SIDE, max_size), rng.randint(_MIN_SIDE, max_size))
    shape = _any_shape(rng, size) if rectangles and not plain else (size, size)
    if rules is None:
        rules = rng.choice(tuple(RULE_SETS))
    elif isinstance(rules, str):
        rules = rule_set_named(rules)
    if not operators:
        known = shuffled((operator for operator, _ in rules.operators), rng)
        operators = known[: rng.randint(1, len(known))]
    sizes = (1, rng.choice((2, 2, 3, 4, 6, 12) if size < _MIN_LARGE_SIZE else (2, 3)))
    if plain:
        return Recipe(shape, operators=operators, cage_sizes=sizes, rules=rules)
    return Recipe(
        shape,
        operators=operators,
        cage_sizes=sizes,
        rules=rules,
        values=_any_values(rng, size),
        houses=_any_houses(rng, shape),
        hidden=rng.choice((0.0, 0.0, 0.0, 0.3, 1.0)),
        free=0.2 if size < _MIN_LARGE_SIZE and rng.randrange(5) == 0 else 0.0,
    )


def _with_mistaken_clue(puzzle: Puzzle, builder: CageBuilder) -> Puzzle:
    """The puzzle with one clue that the planted values miss, though a wrong solver may take them
    for right: a quotient that is rounded, or else a target that is one off.

    It may have no solution, and mostly has none.
    """
    rng = builder.rng
    changes = []
    for cage in puzzle.cages:
        if len(cage.cells) != 2 or DIVIDE not in builder.recipe.operators:
            continue
        smaller, larger = sorted(builder.values_of(cage.cells))
        if smaller > 0 and larger % smaller:
            rounded = larger // smaller + rng.randrange(2)
            changes.append((cage, Cage(cage.cells, DIVIDE, rounded)))
    if not changes or rng.randrange(2):
        cage = rng.choice(puzzle.cages)
        least = min(1, puzzle.values[0], cage.target + 1)
        target = rng.choice([cage.target + off for off in (-1, 1) if cage.target + off >= least])
        changes = [(cage, Cage(cage.cells, cage.operator, target))]
    old, new = rng.choice(changes)
    return with_cages(puzzle, [old], [new])


def _any_shape(rng: random.Random, longest: int) -> tuple[int, int]:
    """Rows and columns: mostly as many, else the one or the other shorter."""
    if longest == _MIN_SIDE or rng.randrange(4):
        return longest, longest
    shorter = rng.randrange(_MIN_SIDE, longest)
    return (shorter, longest) if rng.randrange(2) else (longest, shorter)


def _any_values(rng: random.Random, size: int) -> list[int]:
    """Mostly 1 to the size; sometimes from 0 or below, with gaps, or one more than need be."""
    match rng.randrange(10):
        case 0:
            lowest = 0
        case 1:
            lowest = rng.randint(-size, 0)
        case 2 | 3 as kind:
            return sorted(shuffled(range(3 * size), rng)[: size + (kind == 3)])
        case _:
            lowest = 1
    return list(range(lowest, lowest + size))


def _any_houses(rng: random.Random, shape: tuple[int, int]) -> list[House]:
    """Mostly none; sometimes boxes that hold every value, or diagonals."""
    rows, columns = shape
    size = max(shape)
    kind = rng.randrange(10)
    shapes = [
        (height, size // height)
        for height in range(2, size)
        if size % height == 0 and rows % height == 0 and columns % (size // height) == 0
    ]
    if kind == 0 and shapes:
        return list(boxes(shape, *rng.choice(shapes)))
    if kind == 1 and rows == columns > 3:
        return list(diagonals(shape))
    return []
