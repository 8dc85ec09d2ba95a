"""Puzzles made to order."""

import random
import subprocess
import sys

import pytest
from corpus import ROOT
from generation.recipes import RECIPES, follows

from kenken_cp import KenKenError, LimitReachedError, boxes, count, diagonals, dumps, generate
from kenken_cp.generation import generator, local_search
from kenken_cp.generation.generator import generate_from, puzzle_of_seed
from kenken_cp.generation.recipe import Recipe
from kenken_cp.logic.rate import rate
from kenken_cp.logic.steps import Level


class TestGenerate:
    @pytest.mark.parametrize("name", RECIPES)
    @pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.slow)])
    def test_one_solution_by_another_engine(self, name, number):
        puzzle = puzzle_of_seed(RECIPES[name], 1, number)
        follows(RECIPES[name], puzzle)
        assert puzzle.expected == 1
        assert count(puzzle, backend="logic") == 1

    @pytest.mark.slow
    @pytest.mark.parametrize("size", [4, 6, 9])
    @pytest.mark.parametrize("level", Level)
    def test_levels(self, size, level):
        puzzle = puzzle_of_seed(Recipe(size), 3, 1, level=level)
        assert rate(puzzle).level == level
        assert puzzle.expected == count(puzzle, backend="logic") == 1

    @pytest.mark.slow
    def test_fifty_six_by_six(self):
        puzzles = [puzzle_of_seed(Recipe(6), 1, number) for number in range(1, 51)]
        assert len(set(puzzles)) == 50
        assert all(count(puzzle, backend="cp-sat") == 1 for puzzle in puzzles)

    def test_levels_of_other_kinds(self):
        recipe = Recipe(6, rules="killer", houses=boxes(6, 2, 3), cage_sizes=(2, 4))
        for level in (Level.NORMAL, Level.HARD):
            assert rate(puzzle_of_seed(recipe, 2, 1, level=level)).level == level
        assert rate(puzzle_of_seed(Recipe((4, 6)), 1, 1, level=Level.HARD)).level == Level.HARD

    def test_any(self):
        some = [puzzle_of_seed(Recipe(6), 1, number, unique=False) for number in range(1, 30)]
        assert {puzzle.expected for puzzle in some} == {None}
        assert any(count(puzzle) > 1 for puzzle in some)

    def test_depends_on_the_seed_and_the_number_alone(self):
        first = puzzle_of_seed(Recipe(6), 7, 3)
        assert puzzle_of_seed(Recipe(6), 7, 3) == first
        assert puzzle_of_seed(Recipe(6), 7, 4) != first
        assert puzzle_of_seed(Recipe(6), 8, 3) != first
        script = (
            "from kenken_cp import dumps\n"
            "from kenken_cp.generation.generator import Recipe, puzzle_of_seed\n"
            "print(dumps(puzzle_of_seed(Recipe(6), 7, 3)), end='')"
        )
        done = subprocess.run(  # in which sets have another order
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={"PYTHONHASHSEED": "1"},
        )
        assert done.stdout == dumps(first)

    def test_a_puzzle_of_a_level_is_another_if_an_engine_finds_a_second_solution(self, monkeypatch):
        usual = puzzle_of_seed(Recipe(4), 1, 1, level=Level.EASY)
        answers = iter([None, ["another"], []])
        monkeypatch.setattr(generator, "other_solutions", lambda *_: next(answers))
        assert puzzle_of_seed(Recipe(4), 1, 1, level=Level.EASY) != usual
        assert next(answers, "all asked for") == "all asked for"

    def test_it_states_the_level_that_was_asked_for(self):
        assert puzzle_of_seed(Recipe(4), 1, 1, level=Level.NORMAL).level == "normal"
        assert puzzle_of_seed(Recipe(3), 1, 1).level == ""

    def test_the_title_tells_how_to_make_it_again(self):
        recipe = Recipe(4, operators="-+", cage_sizes=(2, 3), rules="calcudoku", hidden=0.5)
        puzzle = puzzle_of_seed(recipe, 1, 2, level=Level.EASY)
        assert puzzle.title == (
            "4x4 calcudoku easy, operators + -, cages 2-3, hidden 0.5, seed 1, number 2"
        )
        other = Recipe(4, values=(2, 3, 5, 7), houses=diagonals(4), hidden=0.123456789)
        assert puzzle_of_seed(other, 1, 1).title == (
            "4x4, values 2 3 5 7, houses diagonals, hidden 0.123456789, seed 1, number 1"
        )
        assert puzzle_of_seed(Recipe(1), 1, 1).title == "1x1, seed 1, number 1"
        assert puzzle_of_seed(Recipe((2, 3)), 1, 1).title == "2x3, seed 1, number 1"
        assert puzzle_of_seed(Recipe(2), 1, 1, unique=False).title == "2x2, any, seed 1, number 1"

    @pytest.mark.parametrize(
        ("recipe", "level", "message"),
        [
            (
                Recipe(1),
                Level.HARD,
                r"of level hard found for: 1x1; many changes of random boards were tried; "
                r"they made only easy puzzles$",
            ),
            (Recipe(3), Level.EXTREME, r"they made only easy.* puzzles$"),
            (Recipe(2, cage_sizes=(4, 4)), None, "no puzzle with one solution found for: 2x2, cag"),
        ],
    )
    @pytest.mark.slow
    def test_what_cannot_be_is_said_after_a_while(self, recipe, level, message, monkeypatch):
        monkeypatch.setattr(generator, "MAX_EVALUATIONS", 500)
        with pytest.raises(LimitReachedError, match=message):
            generate_from(recipe, random.Random(1), level=level)

    def test_a_board_that_cannot_be_divided(self):
        recipe = Recipe(3, cage_sizes=(4, 5), operators="+", rules="killer", values=range(5))
        with pytest.raises(
            KenKenError, match="a 3x3 board could not be divided into cages of 4 to 5"
        ):
            generate_from(recipe, random.Random(1))

    def test_it_takes_no_more_time_than_it_may(self, monkeypatch):
        """Of a cage of 36 cells an evaluation takes seconds, and no clue of it will do."""
        monkeypatch.setattr(generator, "MAX_SECONDS", 0.01)
        monkeypatch.setattr(local_search, "SECONDS_PER_SOLVE", 0.1)
        message = r"cages 36-36; many changes of random boards were tried$"
        with pytest.raises(KenKenError, match=message):
            generate_from(Recipe(6, cage_sizes=(36, 36)), random.Random(1))


def test_the_time_ends_a_search_for_cages():
    """No whole large board falls into dominoes by chance; 500 tries took minutes."""
    with pytest.raises(LimitReachedError, match="timeout after"):
        generate(40, cage_sizes=(2, 2), unique=False, seed=1, seconds=0.5)
