"""Random puzzles for judging solvers: without free cells and extra houses, of the usual values."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kenken_cp.clock import Status, checkpoint
from kenken_cp.errors import KenKenError
from kenken_cp.generation.cages import CageBuilder
from kenken_cp.generation.generator import generate_from
from kenken_cp.generation.grids import shuffled
from kenken_cp.generation.recipe import Recipe
from kenken_cp.model.geometry import Grid
from kenken_cp.model.operators import DIVIDE, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet, rule_set_named
from kenken_cp.search.limits import Limits
from kenken_cp.search.verbs import find_solutions

_MOST_SOLUTIONS = 1000
"""Solutions of a puzzle for judging: more take long to print, to read and to compare."""

_MIN_SIZE = 2
"""The smallest board: of what a solver prints, a row of one number looks like a count."""

_LARGEST_CAGES = (2, 2, 3, 4, 6, 12)
"""The largest cages of a small board: each is drawn equally often."""

_LARGEST_ON_LARGE_BOARDS = (2, 3)
"""The largest cages of a large board, where larger ones take engines seconds."""

_MIN_LARGE_SIZE = 7
"""The smallest size of a large board."""

_SHARE_UNIQUE = 0.5
"""The share of the puzzles made to have one solution."""

_SHARE_MISTAKEN = 0.6
"""Of the other puzzles, the share with a mistaken clue."""

_SOLVING_SECONDS = 10.0
"""Time for counting the solutions of a puzzle; only large cages take as long."""


def fuzz(seed: int, count: int, max_size: int, rules: RuleSet | str = KENKEN) -> Iterator[Puzzle]:
    """Puzzles to judge a solver by: sizes from 2 up mixed, about half of them with one solution.

    Each depends only on the options, the seed and its number, which its title states. It raises
    what ``random_test_puzzle`` does.
    """
    for number in range(1, count + 1):
        puzzle = random_test_puzzle(random.Random(f"fuzz/{seed}/{number}"), max_size, rules)
        yield replace(puzzle, title=f"fuzz, seed {seed}, number {number}")


def random_test_puzzle(
    rng: random.Random,
    max_size: int,
    rules: RuleSet | str = KENKEN,
    *,
    most_solutions: int = _MOST_SOLUTIONS,
    operators: Sequence[Operator] = (),
) -> Puzzle:
    """A puzzle of a random size up to ``max_size``, with its number of solutions stated: often one,
    or none.

    Args:
        max_size: 2 or more.
        most_solutions: it has no more.
        operators: those to use; by default each puzzle has a mix of its own.

    Raises:
        KenKenError: for operators that the rules do not have, and a smaller size.
    """
    if max_size < _MIN_SIZE:
        raise KenKenError(f"a largest size of {max_size}; expected {_MIN_SIZE} or more")
    while True:  # the first recipe nearly always succeeds
        # Small boards show few mistakes: the larger of two draws.
        size = max(rng.randint(_MIN_SIZE, max_size), rng.randint(_MIN_SIZE, max_size))
        mixed = operators or _mix(rng, rules)
        most = rng.choice(_LARGEST_CAGES if size < _MIN_LARGE_SIZE else _LARGEST_ON_LARGE_BOARDS)
        recipe = Recipe(size, operators=mixed, cage_sizes=(1, most), rules=rules)
        if rng.random() < _SHARE_UNIQUE:
            return generate_from(recipe, rng)
        builder = CageBuilder(recipe, rng)
        puzzle = builder.random_puzzle()
        if rng.random() < _SHARE_MISTAKEN:
            puzzle = _with_mistaken_clue(puzzle, builder)
        outcome = find_solutions(puzzle, limits=Limits(most_solutions + 1, _SOLVING_SECONDS))
        checkpoint()  # whether it was a limit of the caller's
        if outcome.status is Status.INTERRUPTED:
            raise KeyboardInterrupt
        if outcome.count.exact:
            return replace(puzzle, expected=outcome.count)


def _mix(rng: random.Random, rules: RuleSet | str) -> list[Operator]:
    """Some of the operators of a rule set."""
    known = rule_set_named(rules) if isinstance(rules, str) else rules
    every = shuffled((operator for operator, _ in known.operators), rng)
    return every[: rng.randint(1, len(every))]


def _with_mistaken_clue(puzzle: Puzzle, builder: CageBuilder) -> Puzzle:
    """The puzzle with one clue that the planted values miss, though a wrong solver may take them
    for right: a quotient that is rounded, or else a target that is one off. Mostly it has no
    solution.
    """
    rng = builder.rng
    if DIVIDE in builder.recipe.operators and rng.randrange(2):
        rounded = list(_with_rounded_quotient(puzzle, builder.grid))
        if rounded:
            return rng.choice(rounded)
    cage = rng.choice(puzzle.cages)
    change = rng.choice((-1, 1))
    target = cage.target + (1 if cage.target <= 1 else change)  # it stays 1 or more
    return puzzle.with_cages([cage], [Cage(cage.cells, cage.operator, target)])


def _with_rounded_quotient(puzzle: Puzzle, grid: Grid) -> Iterator[Puzzle]:
    """The puzzle with a clue that two values of a grid meet only if division rounds down, such as 1
    by 3 and 2.
    """
    for cage in puzzle.cages:
        smaller, *larger = sorted(grid[row][column] for row, column in cage.cells)
        if len(larger) == 1 and smaller > 0 and larger[0] % smaller:
            clue = Cage(cage.cells, DIVIDE, larger[0] // smaller)
            yield puzzle.with_cages([cage], [clue])
