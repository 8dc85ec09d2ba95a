"""Random Latin squares and grids."""

import random
from collections import Counter
from functools import cache

import pytest
from clocks import limited

from kenken_cp import KenKenError, Puzzle, boxes, diagonals
from kenken_cp.clock import StoppedError
from kenken_cp.generation import random_latin_square
from kenken_cp.generation.latin import random_grid
from kenken_cp.model.geometry import lines, shape_of


def is_latin(grid, size):
    values = set(range(1, size + 1))
    return all(set(line) == values for line in (*grid, *zip(*grid, strict=True)))


class TestLatinSquares:
    @pytest.mark.parametrize("size", [1, 2, 3, 5, 9, 16])
    def test_they_are_latin(self, size):
        rng = random.Random(size)
        for _ in range(5):
            assert is_latin(random_latin_square(size, rng), size)

    @pytest.mark.parametrize(
        ("size", "squares", "each"),
        [(3, 12, 100), pytest.param(4, 576, 10, marks=pytest.mark.complete)],
    )
    def test_they_are_about_equally_likely(self, size, squares, each):
        found = Counter(some_latin_squares(size, squares * each))
        assert len(found) == squares
        # Chi squared is about its degrees of freedom, give or take three deviations.
        chi = sum((times - each) ** 2 / each for times in found.values())
        assert abs(chi - (squares - 1)) < 3 * (2 * (squares - 1)) ** 0.5

    def test_both_kinds_of_order_4_are_as_frequent_as_they_should_be(self):
        """A quarter of them are like the table of Klein's group, with 12 subsquares."""
        squares = some_latin_squares(4, 600)
        kleins = sum(intercalates(square) == 12 for square in squares)
        assert 112 < kleins < 188

    def test_the_same_seed_gives_the_same_square(self):
        assert random_latin_square(4, random.Random(5)) == (
            random_latin_square(4, random.Random(5))
        )


@cache
def some_latin_squares(size, number):
    rng = random.Random(1)
    return [random_latin_square(size, rng) for _ in range(number)]


def intercalates(square):
    """How many 2x2 subsquares there are."""
    size = len(square)
    return sum(
        square[a][c] == square[b][d] and square[a][d] == square[b][c]
        for a in range(size)
        for b in range(a)
        for c in range(size)
        for d in range(c)
    )


class TestGrids:
    @pytest.mark.parametrize(
        ("size", "values", "houses"),
        [
            (4, (1, 2, 3, 5, 8, 13), ()),
            (9, range(1, 10), boxes(9, 3, 3)),
            (6, range(6), diagonals(6)),
            (3, range(40), ()),
            ((4, 6), range(1, 7), ()),
            ((6, 4), range(1, 7), boxes((6, 4), 3, 2)),
            ((1, 5), range(1, 6), ()),
            ((7, 2), range(10), ()),
            (2, range(30), diagonals(2)),  # more values than cells: all were the largest
            (3, range(9), diagonals(3)),
            (36, range(1, 37), boxes(36, 6, 6)),  # takes minutes without hidden singles
        ],
    )
    def test_every_house_has_different_values_of_the_right_ones(self, size, values, houses):
        grid = random_grid(Puzzle(size, (), values, houses), random.Random(3))
        rows, columns = shape_of(size)
        assert (len(grid), {len(row) for row in grid}) == (rows, {columns})
        for house in (*lines(rows, columns), *houses):
            held = [grid[row][column] for row, column in house]
            assert len(set(held)) == len(held)
            assert set(held) <= set(values)

    @pytest.mark.parametrize("houses", [(), boxes(64, 8, 8)])
    def test_it_ends_at_a_limit(self, houses):
        """A board of 64x64 takes seconds."""
        looks = iter(range(100))
        with pytest.raises(StoppedError), limited(lambda: None if next(looks) < 99 else "enough"):
            random_grid(Puzzle(64, houses=houses), random.Random(1))

    def test_where_there_is_none_it_says_so(self):
        with pytest.raises(KenKenError, match="no 2x2 grid of 2 values found in which every extra"):
            random_grid(Puzzle(2, houses=diagonals(2)), random.Random(1))
