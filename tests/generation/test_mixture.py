"""Random puzzles for judging solvers."""

import random
from itertools import islice

import pytest

from kenken_cp import Cage, KenKenError, Puzzle, count, dumps
from kenken_cp.generation import Recipe, fuzz, random_any_puzzle
from kenken_cp.generation.cages import random_puzzle_and_builder
from kenken_cp.generation.mixture import _with_mistaken_clue, _with_rounded_quotient
from kenken_cp.model.rule_sets import RULE_SETS


class TestFuzz:
    def test_each_depends_on_the_seed_and_its_number(self):
        ten = list(fuzz(3, 10, 5))
        assert [dumps(puzzle) for puzzle in islice(fuzz(3, 1000, 5), 10)] == list(map(dumps, ten))
        assert ten[1].title == "fuzz, seed 3, number 2"
        assert dumps(next(fuzz(4, 1, 5))) != dumps(ten[0])

    @pytest.mark.slow
    def test_a_mixture(self):
        puzzles = list(fuzz(1, 80, 5))
        assert {puzzle.size for puzzle in puzzles} == {2, 3, 4, 5}
        assert {puzzle.rules for puzzle in puzzles} == set(RULE_SETS)
        assert 0.4 * 80 < sum(puzzle.expected == 1 for puzzle in puzzles) < 0.8 * 80
        assert any(puzzle.expected > 1 for puzzle in puzzles)
        assert any(puzzle.expected == 0 for puzzle in puzzles)

    def test_the_stated_count_is_right_and_bounded(self):
        for puzzle in fuzz(2, 60, 4, most_solutions=20):
            assert count(puzzle, backend="python-constraint") == puzzle.expected
            assert puzzle.expected <= 20

    def test_they_fit_every_format(self):
        for puzzle in fuzz(1, 60, 5, rules="kenken", operators="+-"):
            assert puzzle.rules.name == "kenken"
            assert puzzle.values == tuple(range(1, puzzle.size + 1))
            assert not puzzle.houses
            assert not puzzle.free_cells
            assert {cage.operator.symbol for cage in puzzle.cages} <= set("+-=")
            if puzzle.size > 2:
                dumps(puzzle, "keen")

    def test_of_all_rule_sets_those_are_drawn_that_have_the_operators(self):
        puzzles = list(fuzz(1, 40, 3, operators="-"))
        assert {"kenken", "calcudoku"} <= {puzzle.rules.name for puzzle in puzzles}
        with pytest.raises(KenKenError, match="unknown operator 'x'"):
            list(fuzz(1, 1, 3, operators="x"))

    def test_a_mistaken_clue_is_another(self):
        for seed in range(20):
            rng = random.Random(seed)
            puzzle, builder = random_puzzle_and_builder(Recipe(2, cage_sizes=(1, 1)), rng)
            assert _with_mistaken_clue(puzzle, builder) != puzzle

    def test_no_mistaken_clue_is_negative(self):
        recipe = Recipe(3, rules="calcudoku", operators="-", cage_sizes=(2, 4))
        planted = [random_puzzle_and_builder(recipe, random.Random(seed)) for seed in range(40)]
        assert any(cage.target == 0 for puzzle, _ in planted for cage in puzzle.cages)
        mistaken = [_with_mistaken_clue(puzzle, builder) for puzzle, builder in planted]
        assert all(cage.target >= 0 for puzzle in mistaken for cage in puzzle.cages)

    def test_wrong_options(self):
        for options, wanted in (
            ({"max_size": 1}, "expected 2 or more"),
            ({"max_size": 3, "most_solutions": 0}, "expected 1 or more"),
        ):
            with pytest.raises(KenKenError, match=wanted):
                random_any_puzzle(random.Random(1), **options)
        with pytest.raises(KenKenError, match="unknown rule set 'x'"):
            list(fuzz(1, 1, 3, rules="x"))
        with pytest.raises(KenKenError, match="killer rules have no operator"):
            list(fuzz(1, 3, 3, rules="killer", operators="-"))


def test_a_quotient_that_is_rounded():
    puzzle = Puzzle(3, [Cage([(0, 1), (0, 2)], "-", 1), Cage([(1, 0), (1, 1)], "/", 2)])
    grid = ((1, 2, 3), (2, 1, 3), (3, 2, 1))
    (changed,) = _with_rounded_quotient(puzzle, grid)
    assert str(changed.cages[0]) == "1/ at r1c2 r1c3"
