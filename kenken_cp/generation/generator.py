"""Puzzles made to order."""

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import SupportsIndex

from kenken_cp.clock import Clock, StoppedError, checkpoint
from kenken_cp.errors import KenKenError, LimitReachedError, expect_bool
from kenken_cp.generation.cages import CageBuilder
from kenken_cp.generation.local_search import Budget, make_unique, other_solutions, reach_level
from kenken_cp.generation.recipe import Recipe, symbols
from kenken_cp.logic.steps import Level, level_named
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import AnyCell, AnySize
from kenken_cp.model.houses import extra_houses
from kenken_cp.model.integers import as_integer
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.search.interrupts import in_time
from kenken_cp.text import listed, quoted

MAX_EVALUATIONS = 2000
"""Evaluations of puzzles before a recipe is given up. Of 40 puzzles a level with cages of 1 to 4
cells the last one took 1240 at 4x4, 700 at 5x5, 270 at 9x9; half of them 110 or less. Easy ones
took 220 to 510 at 12x12, up to 1400 at 16x16.
"""

MAX_SECONDS = 100.0
"""After that long a recipe is given up, too: with very large cages one evaluation takes ten."""

_SEEDS = 10**6
"""Seeds to choose from if none is given: few, so that a seed is short enough to be typed again."""


def generate(
    size: AnySize = 6,
    *,
    level: Level | str | None = None,
    seed: SupportsIndex | None = None,
    number: SupportsIndex = 1,
    unique: bool = True,
    operators: str | Iterable[Operator | str] = (),
    cage_sizes: Iterable[SupportsIndex] = (1, 4),
    rules: RuleSet | str = KENKEN,
    values: Iterable[SupportsIndex] = (),
    houses: Iterable[Iterable[AnyCell]] = (),
    hidden: float = 0.0,
    seconds: float | None = None,
) -> Puzzle:
    """A random puzzle: that of a number in the sequence of a seed, which its title states, as
    ``kenken-cp generate`` makes it.

    Args:
        size, rules, values, houses: as in ``Puzzle``.
        level: how hard it must be, as ``rate`` reports it, such as ``"hard"``, which is stated in
            it. A puzzle with a level has one solution.
        seed: the same seed gives the same puzzle; by default one is drawn.
        number: the puzzle's number in the sequence of the seed, from 1.
        unique: whether it must have one solution (which is proved, and stated in it); if not, it
            has at least one.
        operators: those to use: symbols in a string (``"+-"``), names with commas between them
            (``"+-, mod"``), or a list of either, or of records; by default those of the rule set.
        cage_sizes: how many cells the smallest and the largest cage may have.
        hidden: the share of the cages whose operator is not shown, from 0 to 1.

    Raises:
        KenKenError: for what no puzzle can be.
        LimitReachedError: if none is found in a bounded number of tries, or the time ran out, or on
            Ctrl-C.
        UnknownNameError: for a level, an operator or a rule set that does not exist.
    """
    expect_bool(unique, "unique")
    wanted = None if level is None else level_named(level)
    if wanted is not None and not unique:
        raise KenKenError("a level and unique=False; a puzzle with a level has one solution")
    sequence = new_seed() if seed is None else as_integer(seed)
    place = as_integer(number)
    if sequence is None or place is None or place < 1:
        given = f"seed {quoted(seed)}, number {quoted(number)}"
        raise KenKenError(f"{given}; expected integers, the number 1 or more")
    recipe = Recipe(
        size,
        operators=operators,
        cage_sizes=cage_sizes,
        rules=rules,
        values=values,
        houses=houses,
        hidden=hidden,
    )
    with in_time(seconds):
        return puzzle_of_seed(recipe, sequence, place, unique=unique, level=wanted)


def new_seed() -> int:
    """A seed for puzzles that nobody has made before, short enough to be typed again."""
    return random.SystemRandom().randrange(_SEEDS)


def generate_from(
    recipe: Recipe, rng: random.Random, *, unique: bool = True, level: Level | None = None
) -> Puzzle:
    """A puzzle made to order; ``unique`` and ``level`` are as in ``generate``.

    Raises:
        KenKenError: if the board cannot be cut into such cages.
        LimitReachedError: if no such puzzle is found in a bounded number of tries, and in time.
    """
    if level is None and not unique:
        return CageBuilder(recipe, rng).random_puzzle()
    budget = Budget(MAX_EVALUATIONS)
    try:
        with Clock(MAX_SECONDS).running():
            while True:
                builder = CageBuilder(recipe, rng)
                start = builder.random_puzzle()
                puzzle = (
                    make_unique(builder, start, budget)
                    if level is None
                    else reach_level(builder, start, level, budget)
                )
                # Techniques prove it too, but that an engine of another kind agrees costs little.
                if puzzle is not None and (level is None or other_solutions(builder, puzzle) == []):
                    return replace(puzzle, expected=Count(1))
                budget.spend()
    except StoppedError:
        checkpoint()  # whether it was another limit
        what = "with one solution" if level is None else f"of level {level}"
        made = f"; they made only {listed(sorted(budget.levels))} puzzles" if budget.levels else ""
        raise LimitReachedError(
            f"no puzzle {what} found for: {_described(recipe)}; many changes of random boards were "
            f"tried{made}"
        ) from None


def puzzle_of_seed(
    recipe: Recipe, seed: int, number: int, *, unique: bool = True, level: Level | None = None
) -> Puzzle:
    """The puzzle of that number in the sequence of a seed; raises as ``generate_from``.

    It depends on nothing else, and its title tells how to make it again (houses without a name
    are only counted). It states the level that was asked for.
    """
    puzzle = generate_from(recipe, random.Random(f"{seed}/{number}"), unique=unique, level=level)
    kind = _described(recipe, level, unique=unique)
    title = f"{kind}, seed {seed}, number {number}"
    return replace(puzzle, title=title, level="" if level is None else str(level))


def _described(recipe: Recipe, level: Level | None = None, *, unique: bool = True) -> str:
    """A recipe in words: its size, and where it differs from the defaults."""
    board = recipe.board
    usual = Recipe(board.size, rules=board.rules, values=board.values)
    kind = [board.size_name, *([] if board.rules is KENKEN else [board.rules.name])]
    kind += [] if level is None else [str(level)]
    words = [" ".join(kind), *([] if unique else ["any"])]
    if board.values != Puzzle(board.size).values:
        words.append(f"values {' '.join(map(str, board.values))}")
    if board.houses:
        words.append(f"houses {listed(extra_houses(board.size, board.houses).names)}")
    if recipe.operators != usual.operators:
        words.append(f"operators {symbols(recipe.operators)}")
    if recipe.cage_sizes != usual.cage_sizes:
        words.append("cages {}-{}".format(*recipe.cage_sizes))
    if recipe.hidden:
        words.append(f"hidden {recipe.hidden}")
    return ", ".join(words)
