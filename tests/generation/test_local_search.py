"""Moves, and the local search that makes them."""

import random

import pytest
from generation.recipes import RECIPES, follows

from kenken_cp.clock import StoppedError
from kenken_cp.generation import local_search
from kenken_cp.generation.cages import CageBuilder
from kenken_cp.generation.local_search import Budget, loosening_moves, make_unique, tightening_moves
from kenken_cp.generation.recipe import Recipe
from kenken_cp.model.rules import violations


@pytest.mark.parametrize("name", RECIPES)
def test_every_move_keeps_the_planted_solution_and_the_recipe(name):
    recipe, rng = RECIPES[name], random.Random(1)
    builder = CageBuilder(recipe, rng)
    puzzle = builder.random_puzzle()
    moved = [
        *tightening_moves(builder, puzzle, puzzle.cells, gently=True),
        *loosening_moves(builder, puzzle),
    ]
    assert moved or len(puzzle.cells) == 1 or recipe.cage_sizes[0] == recipe.cage_sizes[1]
    for changed in moved:
        assert violations(changed, builder.grid) == []
        follows(recipe, changed)


@pytest.mark.parametrize(("size", "cages"), [(4, 1), (16, 9)])
def test_several_cages_are_split_where_the_solutions_are_not_found_in_time(
    size, cages, monkeypatch
):
    """Of 16x16 one was, every ten seconds, and in 100 seconds hardly a puzzle was made."""
    builder = CageBuilder(Recipe(size), random.Random(1))
    puzzle = builder.random_puzzle()
    found = iter([None, []])
    monkeypatch.setattr(local_search, "other_solutions", lambda *_: next(found))
    changed = make_unique(builder, puzzle, Budget(10, 60.0))
    assert len(set(puzzle.cages) - set(changed.cages)) == cages


def test_the_largest_cages_are_split_in_halves_where_the_time_runs_out(monkeypatch):
    """Any of them were split, pairs too, and a third of the cages of a 20x20 became givens."""
    builder = CageBuilder(Recipe(12), random.Random(1))
    puzzle = builder.random_puzzle()
    found = iter([None, None, []])
    monkeypatch.setattr(local_search, "other_solutions", lambda *_: next(found))
    changed = make_unique(builder, puzzle, Budget(10, 60.0))
    gone, made = set(puzzle.cages) - set(changed.cages), set(changed.cages) - set(puzzle.cages)
    assert {len(cage.cells) for cage in gone} == {4}
    assert len(gone) > 7
    sizes = [len(cage.cells) for cage in made]
    assert sizes.count(2) > 3 * sizes.count(1)  # a T cannot be halved


@pytest.mark.parametrize(("least", "gently"), [(1, [True] * 4 + [False]), (2, [True] * 5)])
def test_where_cages_may_be_split_gentle_moves_have_an_end(least, gently, monkeypatch):
    builder = CageBuilder(Recipe(4, cage_sizes=(least, 4), operators="+"), random.Random(1))
    puzzle, asked = builder.random_puzzle(), []
    monkeypatch.setattr(local_search, "_MAX_GENTLE_REPAIRS_PER_LINE", 1)
    monkeypatch.setattr(
        local_search, "tightening_moves", lambda *_, gently: asked.append(gently) or [puzzle]
    )
    monkeypatch.setattr(local_search, "Checker", lambda puzzle: bool)
    with pytest.raises(StoppedError):
        make_unique(builder, puzzle, Budget(5))
    assert asked == gently


def test_a_move_admits_none_of_the_solutions_known():
    """Three solves a puzzle are usual; of moves that admit them again it took seventeen."""
    spent = 0
    for seed in range(30):
        builder, budget = CageBuilder(Recipe(6), random.Random(seed)), Budget(1000)
        assert make_unique(builder, builder.random_puzzle(), budget) is not None
        spent += 1000 - budget.left
    assert spent < 30 * 6
