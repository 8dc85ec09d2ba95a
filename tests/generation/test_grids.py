"""Random grids."""

import random

import pytest
from clocks import limited

from kenken_cp import KenKenError, Puzzle, boxes, diagonals
from kenken_cp.clock import StoppedError
from kenken_cp.generation.grids import random_grid
from kenken_cp.model.geometry import lines, shape_of


@pytest.mark.parametrize(
    ("size", "values", "houses"),
    [
        (1, (7,), ()),
        (4, (1, 2, 3, 5, 8, 13), ()),
        (9, range(1, 10), boxes(9, 3, 3)),
        (6, range(6), diagonals(6)),
        (3, range(40), ()),
        (30, range(30), ()),
        ((4, 6), range(1, 7), ()),
        ((6, 4), range(1, 7), boxes((6, 4), 3, 2)),
        ((1, 5), range(1, 6), ()),
        ((7, 2), range(10), ()),
        (2, range(30), diagonals(2)),  # more values than cells: all were the largest
        (3, range(9), diagonals(3)),
        (25, range(1, 26), boxes(25, 5, 5)),
        pytest.param(  # takes minutes without hidden singles
            *(36, range(1, 37), boxes(36, 6, 6)), marks=pytest.mark.slow
        ),
    ],
)
def test_every_house_has_different_values_of_the_right_ones(size, values, houses):
    grid = random_grid(Puzzle(size, (), values, houses), random.Random(3))
    rows, columns = shape_of(size)
    assert (len(grid), {len(row) for row in grid}) == (rows, {columns})
    for house in (*lines(rows, columns), *houses):
        held = [grid[row][column] for row, column in house]
        assert len(set(held)) == len(held)
        assert set(held) <= set(values)


def test_any_latin_square_may_come():
    rng = random.Random(1)
    squares = {random_grid(Puzzle(3), rng) for _ in range(300)}
    assert len(squares) == 12


@pytest.mark.parametrize("houses", [(), boxes(64, 8, 8)])
def test_it_ends_at_a_limit(houses):
    """A board of 64x64 takes seconds."""
    looks = iter(range(100))
    with pytest.raises(StoppedError), limited(lambda: None if next(looks) < 99 else "enough"):
        random_grid(Puzzle(64, houses=houses), random.Random(1))


def test_where_there_is_none_it_says_so():
    with pytest.raises(KenKenError, match="no 2x2 grid of 2 values found in which every extra"):
        random_grid(Puzzle(2, houses=diagonals(2)), random.Random(1))
