"""Random 9x9 boards of large cages, the same ones in every run."""

from __future__ import annotations

import random
from itertools import product

from kenken_cp import Cage, Puzzle
from kenken_cp.operators import Operator, operator_named


def latin_square(size: int, rng: random.Random) -> list[list[int]]:
    """A cyclic square stirred by exchanging cycles of two rows, and rows with columns.

    Two rows are a permutation of each other; exchanging them along one of its cycles keeps the
    square Latin.
    """
    grid = [[(row + column) % size + 1 for column in range(size)] for row in range(size)]
    for _ in range(100 * size):
        one, other = rng.sample(grid, 2)
        first = column = rng.randrange(size)
        cycle = [column]
        while other[column] != one[first]:
            column = one.index(other[column])
            cycle.append(column)
        for column in cycle:
            one[column], other[column] = other[column], one[column]
        if rng.random() < 0.3:
            grid = [list(line) for line in zip(*grid, strict=True)]
    return grid


def cages(size: int, least: int, most: int, rng: random.Random) -> list[list[tuple[int, int]]]:
    """Connected groups of cells; smaller ones where no room is left."""
    unused = set(product(range(size), range(size)))
    found = []
    while unused:
        cells, wanted = [rng.choice(sorted(unused))], rng.randint(least, most)
        unused.remove(cells[0])
        while len(cells) < wanted:
            near = {
                (r + dr, c + dc) for r, c in cells for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            } & unused
            if not near:
                break
            cells.append(rng.choice(sorted(near)))
            unused.remove(cells[-1])
        found.append(cells)
    return found


def random_puzzle(
    least: int, most: int, symbols: str, seed: int, *, hidden: bool = False, size: int = 9
) -> Puzzle:
    """A planted puzzle with cages of ``least`` to ``most`` cells and some of the operators."""
    rng = random.Random(seed)
    grid = latin_square(size, rng)
    found = []
    for cells in cages(size, least, most, rng):
        values = [grid[row][column] for row, column in cells]
        possible: list[Operator | None] = [
            operator
            for operator in map(operator_named, symbols)
            if operator.symbol in "+*" or len(cells) == 2
        ]
        possible = [op for op in possible if op is not None and op.evaluate(values) is not None]
        operator = rng.choice(possible or [operator_named("+")])
        assert operator is not None
        target = operator.evaluate(values)
        assert target is not None
        found.append(Cage(cells, None if hidden else operator, target))
    return Puzzle(size, found)
