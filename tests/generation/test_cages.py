"""Random cages around a planted grid."""

import random
from collections import Counter

import pytest
from generation.recipes import RECIPES, follows

from kenken_cp.generation.cages import CageBuilder
from kenken_cp.generation.generator import generate_from
from kenken_cp.generation.recipe import Recipe
from kenken_cp.model.geometry import connected_components
from kenken_cp.model.rules import violations


class TestPartitions:
    @pytest.mark.parametrize("sizes", [(1, 1), (1, 4), (2, 3), (3, 6), (1, 36)])
    def test_parts_are_connected_and_of_the_sizes_wanted(self, sizes):
        builder = CageBuilder(Recipe(6, cage_sizes=sizes), random.Random(1))
        cells = builder.recipe.board.cells
        found = [builder.partition(cells) for _ in range(30)]
        kept = [parts for parts in found if parts is not None]
        assert len(kept) >= (10 if sizes[0] > 1 else 30)
        for parts in kept:
            assert tuple(sorted(cell for part in parts for cell in part)) == cells
            assert all(sizes[0] <= len(part) <= sizes[1] for part in parts)
            assert all(len(connected_components(part)) == 1 for part in parts)

    def test_single_cells_are_rare(self):
        rng = random.Random(1)
        boards = [generate_from(Recipe(9), rng, unique=False) for _ in range(30)]
        sizes = Counter(len(cage.cells) for board in boards for cage in board.cages)
        assert sizes[1] < 0.1 * sizes.total()
        assert min(sizes[2], sizes[3], sizes[4]) > 0.2 * sizes.total()


class TestRandomPuzzles:
    @pytest.mark.parametrize("name", RECIPES)
    def test_the_planted_grid_is_a_solution(self, name):
        recipe, rng = RECIPES[name], random.Random(1)
        for _ in range(10):
            builder = CageBuilder(recipe, rng)
            puzzle = builder.random_puzzle()
            assert violations(puzzle, builder.grid) == []
            follows(recipe, puzzle)

    def test_operators_that_hold_for_few_cells_are_not_forgotten(self):
        rng = random.Random(1)
        recipe = Recipe(6, cage_sizes=(2, 2))
        boards = [generate_from(recipe, rng, unique=False) for _ in range(30)]
        used = Counter(cage.operator.symbol for board in boards for cage in board.cages)
        assert min(used.values()) > 0.1 * used.total()
        assert set(used) == set("+-*/")
        assert used["-"] > 0.36 * used.total()  # twice as often as others where it holds
