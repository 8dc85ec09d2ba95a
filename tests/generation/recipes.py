"""Kinds of puzzles that the generator is tested with."""

from dataclasses import replace

from kenken_cp import boxes, diagonals
from kenken_cp.generation.recipe import Recipe
from kenken_cp.model.geometry import connected_components

RECIPES = {
    "usual": Recipe(5),
    "calcudoku from 0": Recipe(5, rules="calcudoku", values=range(5)),
    "calcudoku, negative values": Recipe(4, rules="calcudoku", values=range(-2, 3)),
    "killer": Recipe(6, rules="killer", cage_sizes=(2, 5), houses=boxes(6, 2, 3)),
    "hidden": Recipe(5, hidden=1.0),
    "some hidden": Recipe(5, rules="calcudoku", hidden=0.5),
    "more values": Recipe(4, values=(1, 2, 3, 5, 7, 11)),
    "quotients": Recipe(4, operators="/"),
    "differences": Recipe(4, operators="-"),
    "products": Recipe(5, operators="*", cage_sizes=(3, 5)),
    "large cages": Recipe(5, cage_sizes=(4, 6)),
    "diagonals": Recipe(5, houses=diagonals(5)),
    "one cell": Recipe(1),
    "two by two": Recipe(2),
    "givens": Recipe(3, cage_sizes=(1, 1)),
    "tetrominoes": Recipe(4, cage_sizes=(4, 4)),
    "4x6": Recipe((4, 6)),
    "3x5": Recipe((3, 5), rules="calcudoku", hidden=0.5),
    "6x4 with boxes": Recipe((6, 4), houses=boxes((6, 4), 3, 2)),
    "killer 4x6": Recipe((4, 6), rules="killer", houses=boxes((4, 6), 2, 3)),
    "a row": Recipe((1, 5)),
    "a column": Recipe((5, 1)),
    "long": Recipe((2, 7), values=range(7)),
}


def follows(recipe, puzzle):
    """Asserts that a puzzle is what a recipe says."""
    least, most = recipe.cage_sizes
    assert replace(puzzle, cages=()) == recipe.board
    for cage in puzzle.cages:
        assert least <= len(cage.cells) <= most
        assert len(connected_components(cage.cells)) == 1
        if len(cage.cells) > 1:
            assert cage.operator in recipe.operators or recipe.hidden
            assert cage.target >= 0 or puzzle.values[0] < 0
            assert (cage.operator is None) <= (recipe.hidden > 0)
            assert (cage.operator is None) >= (recipe.hidden == 1)
    assert not puzzle.free_cells
