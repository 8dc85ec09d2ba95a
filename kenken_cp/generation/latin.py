"""Random Latin squares and rectangles, and random grids for boards with extra houses."""

import random
from collections.abc import Sequence

from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import instance
from kenken_cp.errors import KenKenError
from kenken_cp.generation.filling import fill, shuffled
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle

_SQUARES_PER_CELL = 2
"""Latin squares that a walk visits, for each cell of the board."""

_MAX_RESTARTS = 200


def random_latin_square(size: int, rng: random.Random) -> Grid:
    """A Latin square of the values 1..size, all of them about equally likely.

    Jacobson and Matthews' walk ("Generating uniformly distributed random Latin squares", Journal of
    Combinatorial Designs 4, 1996) from a cyclic square with its rows, columns and values shuffled.
    It also goes through squares that are not quite Latin; only its visits to Latin ones are equally
    likely, so these are what is counted, not the moves.
    """
    rows, columns, values = (shuffled(range(size), rng) for _ in range(3))
    walk = _Walk([[values[(row + column) % size] for column in columns] for row in rows])
    visits = _SQUARES_PER_CELL * size**2 if size > 1 else 0
    while visits:
        checkpoint()
        walk.move(rng)
        visits -= walk.improper is None
    return tuple(tuple(values[0] + 1 for values in row) for row in walk.values)


class _Walk:
    """A Latin square as a cube of 0 and 1, with one -1 while it is improper.

    The cube is kept by its ones: ``values[row][column]``, ``columns[row][value]`` and
    ``rows[column][value]`` each list where on that line they are: one place, or two where the line
    also holds the -1.
    """

    def __init__(self, square: Sequence[Sequence[int]]) -> None:
        size = self.size = len(square)
        self.improper: tuple[int, int, int] | None = None
        self.values, self.columns, self.rows = (
            [[list[int]() for _ in range(size)] for _ in range(size)] for _ in range(3)
        )
        for row, line in enumerate(square):
            for column, value in enumerate(line):
                self._raise(row, column, value)

    def move(self, rng: random.Random) -> None:
        """Adds one at a cell of the cube, and restores the sums of its lines by a small cube."""
        row, column, value = self.improper or self._zero(rng)
        other_row = rng.choice(self.rows[column][value])
        other_column = rng.choice(self.columns[row][value])
        other_value = rng.choice(self.values[row][column])
        self._raise(row, column, value)
        self._lower(other_row, column, value)
        self._lower(row, other_column, value)
        self._lower(row, column, other_value)
        self._raise(row, other_column, other_value)
        self._raise(other_row, column, other_value)
        self._raise(other_row, other_column, value)
        self._lower(other_row, other_column, other_value)

    def _zero(self, rng: random.Random) -> tuple[int, int, int]:
        """A cell of a proper cube that holds 0."""
        row, column = rng.randrange(self.size), rng.randrange(self.size)
        step = 1 + rng.randrange(self.size - 1)
        return row, column, (self.values[row][column][0] + step) % self.size

    def _raise(self, row: int, column: int, value: int) -> None:
        if self.improper == (row, column, value):
            self.improper = None
            return
        self.values[row][column].append(value)
        self.columns[row][value].append(column)
        self.rows[column][value].append(row)

    def _lower(self, row: int, column: int, value: int) -> None:
        if value not in self.values[row][column]:
            self.improper = row, column, value
            return
        self.values[row][column].remove(value)
        self.columns[row][value].remove(column)
        self.rows[column][value].remove(row)


def random_grid(board: Puzzle, rng: random.Random) -> Grid:
    """A grid of a puzzle without cages: in no line and no extra house is a value twice.

    Without extra houses it is cut from a random Latin square of all the values (of at most twice as
    many of them as the longest line has cells); with some, it is filled in (``filling``), and from
    the beginning again when that takes long.

    Raises:
        KenKenError: if no grid is found, as there may be none.
    """
    values = board.values
    if not board.houses:
        chosen = shuffled(values, rng)
        square = random_latin_square(min(len(chosen), 2 * max(board.rows, board.columns)), rng)
        return tuple(
            tuple(chosen[value - 1] for value in row[: board.columns])
            for row in square[: board.rows]
        )
    for _ in range(_MAX_RESTARTS):
        filled = fill(instance(board), rng)
        if filled is not None:
            return instance(board).grid([values[choice] for choice in filled])
    raise KenKenError(
        f"no {board.size_name} grid of {len(values)} values found in which every extra house "
        f"has no value twice ({_MAX_RESTARTS} tries)"
    )
