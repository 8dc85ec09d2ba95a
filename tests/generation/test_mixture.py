"""Puzzles of every kind."""

import random
from itertools import islice

import pytest

from kenken_cp import KenKenError, count, dumps
from kenken_cp.generation import fuzz, random_any_puzzle
from kenken_cp.model.rule_sets import RULE_SETS


class TestFuzz:
    def test_each_depends_on_the_seed_and_its_number(self):
        ten = list(fuzz(3, 10, 5))
        assert [dumps(puzzle) for puzzle in islice(fuzz(3, 1000, 5), 10)] == list(map(dumps, ten))
        assert ten[1].title == "fuzz, seed 3, number 2"
        assert dumps(next(fuzz(4, 1, 5))) != dumps(ten[0])

    def test_a_mixture(self):
        puzzles = list(fuzz(1, 80, 5))
        assert {puzzle.size for puzzle in puzzles} == {2, 3, 4, 5}
        assert {puzzle.rules for puzzle in puzzles} == set(RULE_SETS)
        unique = sum(puzzle.expected == 1 for puzzle in puzzles)
        assert 0.4 * 80 < unique < 0.8 * 80
        assert any(puzzle.houses for puzzle in puzzles)
        assert any(puzzle.free_cells for puzzle in puzzles)
        assert any(cage.operator is None for puzzle in puzzles for cage in puzzle.cages)
        assert any(len(puzzle.values) > puzzle.size for puzzle in puzzles)
        assert any(puzzle.values[0] < 1 for puzzle in puzzles)

    def test_rectangles_among_them(self):
        puzzles = list(fuzz(1, 80, 4, rectangles=True, most_solutions=50))
        shapes = {(puzzle.rows, puzzle.columns) for puzzle in puzzles}
        others = [puzzle for puzzle in puzzles if puzzle.rows != puzzle.columns]
        assert {rows for rows, _ in shapes} == {columns for _, columns in shapes} == {2, 3, 4}
        assert any(rows < columns for rows, columns in shapes)
        assert any(rows > columns for rows, columns in shapes)
        assert 80 // 10 < len(others) < 80 // 3
        for puzzle in others:
            assert count(puzzle, backend="python-constraint") == puzzle.expected
        for options in ({}, {"rectangles": True, "plain": True}):
            assert all(puzzle.rows == puzzle.columns for puzzle in fuzz(1, 40, 4, **options))

    def test_the_stated_count_is_right_and_bounded(self):
        for puzzle in fuzz(2, 60, 4, most_solutions=20):
            assert count(puzzle, backend="python-constraint") == puzzle.expected
            assert puzzle.expected <= 20

    def test_plain_ones_fit_every_format(self):
        for puzzle in fuzz(1, 60, 5, plain=True, rules="kenken", operators="+-"):
            assert puzzle.rules.name == "kenken"
            assert puzzle.values == tuple(range(1, puzzle.size + 1))
            assert not puzzle.houses
            assert not puzzle.free_cells
            assert {cage.operator.symbol for cage in puzzle.cages} <= set("+-=")
            if puzzle.size > 2:
                dumps(puzzle, "keen")

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

    def test_unique_as_asked(self):
        rng = random.Random(1)
        for _ in range(20):
            assert count(random_any_puzzle(rng, 4, unique=True)) == 1
        assert any(count(random_any_puzzle(rng, 4, unique=False)) != 1 for _ in range(20))


def test_a_puzzle_without_cages_is_left_as_it_is():
    """There is no clue to be mistaken."""
    puzzle = random_any_puzzle(random.Random("fuzz/287/2"), 4, rectangles=True)
    assert puzzle.expected == count(puzzle)
