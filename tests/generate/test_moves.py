"""The moves of the local search."""

import random

import pytest
from generate.recipes import RECIPES, follows

from kenken_cp.generate.cages import CageBuilder, plant
from kenken_cp.generate.moves import loosening_moves, tightening_moves
from kenken_cp.model.rules import violations


@pytest.mark.parametrize("name", RECIPES)
def test_every_move_keeps_the_planted_solution_and_the_recipe(name):
    recipe, rng = RECIPES[name], random.Random(1)
    planted = plant(recipe, rng)
    puzzle, builder = planted.puzzle, CageBuilder(recipe, planted.grid, rng)
    moved = [
        *tightening_moves(builder, puzzle, puzzle.cells, gently=True),
        *loosening_moves(builder, puzzle),
    ]
    assert moved or len(puzzle.cells) == 1 or recipe.cage_sizes[0] == recipe.cage_sizes[1]
    for changed in moved:
        assert violations(changed, planted.grid) == []
        follows(recipe, changed)
