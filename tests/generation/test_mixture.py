"""Random puzzles for judging solvers."""

import random
from itertools import islice

import pytest

from kenken_cp import Cage, Count, KenKenError, Outcome, Puzzle, Status, count, dumps
from kenken_cp.generation import mixture
from kenken_cp.generation.cages import CageBuilder
from kenken_cp.generation.mixture import (
    _with_mistaken_clue,
    _with_rounded_quotient,
    fuzz,
    random_test_puzzle,
)
from kenken_cp.generation.recipe import Recipe
from kenken_cp.model.operators import ADD, SUBTRACT
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
        assert 0.4 * 80 < sum(puzzle.expected == 1 for puzzle in puzzles) < 0.8 * 80
        assert any(puzzle.expected > 1 for puzzle in puzzles)
        assert any(puzzle.expected == 0 for puzzle in puzzles)
        for puzzle in puzzles:  # they fit every format
            assert puzzle.rules.name == "kenken"
            assert puzzle.values == tuple(range(1, puzzle.size + 1))
            assert not puzzle.houses
            assert not puzzle.free_cells
            if puzzle.size > 2:
                dumps(puzzle, "keen")

    @pytest.mark.parametrize("rules", list(RULE_SETS))
    def test_the_stated_count_is_right_and_bounded(self, rules):
        for number in range(12):
            puzzle = random_test_puzzle(random.Random(number), 4, rules, most_solutions=20)
            assert puzzle.rules is rules
            assert count(puzzle, backend="python-constraint") == puzzle.expected
            assert puzzle.expected <= 20

    def test_operators_that_are_wanted(self):
        for number in range(20):
            puzzle = random_test_puzzle(random.Random(number), 4, operators=(ADD, SUBTRACT))
            assert {cage.operator.symbol for cage in puzzle.cages} <= set("+-=")

    def test_a_mistaken_clue_is_another(self):
        for seed in range(20):
            rng = random.Random(seed)
            builder = CageBuilder(Recipe(2, cage_sizes=(1, 1)), rng)
            puzzle = builder.random_puzzle()
            assert _with_mistaken_clue(puzzle, builder) != puzzle

    def test_no_mistaken_clue_is_negative(self):
        recipe = Recipe(3, rules="calcudoku", operators="-", cage_sizes=(2, 4))
        builders = [CageBuilder(recipe, random.Random(seed)) for seed in range(40)]
        planted = [(builder.random_puzzle(), builder) for builder in builders]
        assert any(cage.target == 0 for puzzle, _ in planted for cage in puzzle.cages)
        mistaken = [_with_mistaken_clue(puzzle, builder) for puzzle, builder in planted]
        assert all(cage.target >= 0 for puzzle in mistaken for cage in puzzle.cages)

    def test_an_interruption_ends_it(self, monkeypatch):
        def interrupted(puzzle, limits):
            return Outcome(Status.INTERRUPTED, Count(0, exact=False), (), 0.0, "auto", "auto", {})

        monkeypatch.setattr(mixture, "find_solutions", interrupted)
        with pytest.raises(KeyboardInterrupt):
            list(fuzz(1, 60, 3))

    def test_wrong_options(self):
        with pytest.raises(KenKenError, match="unknown rule set 'x'"):
            list(fuzz(1, 1, 3, rules="x"))
        with pytest.raises(KenKenError, match="killer rules have no operator"):
            random_test_puzzle(random.Random(1), 3, "killer", operators=[SUBTRACT])
        with pytest.raises(KenKenError, match="size of 1; expected 2 or more"):
            list(fuzz(1, 1, 1))


def test_a_quotient_that_is_rounded():
    puzzle = Puzzle(3, [Cage([(0, 1), (0, 2)], "-", 1), Cage([(1, 0), (1, 1)], "/", 2)])
    grid = ((1, 2, 3), (2, 1, 3), (3, 2, 1))
    (changed,) = _with_rounded_quotient(puzzle, grid)
    assert str(changed.cages[0]) == "1/ at r1c2 r1c3"
