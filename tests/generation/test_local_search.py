"""Moves, and the local search that makes them."""

import random

import pytest
from generation.recipes import RECIPES, follows

from kenken_cp.generation.cages import plant
from kenken_cp.generation.local_search import loosening_moves, tightening_moves
from kenken_cp.model.rules import violations


@pytest.mark.parametrize("name", RECIPES)
def test_every_move_keeps_the_planted_solution_and_the_recipe(name):
    recipe, rng = RECIPES[name], random.Random(1)
    puzzle, builder = plant(recipe, rng)
    moved = [
        *tightening_moves(builder, puzzle, puzzle.cells, gently=True),
        *loosening_moves(builder, puzzle),
    ]
    assert moved or len(puzzle.cells) == 1 or recipe.cage_sizes[0] == recipe.cage_sizes[1]
    for changed in moved:
        assert violations(changed, builder.grid) == []
        follows(recipe, changed)
