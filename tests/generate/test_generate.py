from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import islice

import pytest
from corpus import ROOT

from kenken_cp import KenKenError, Puzzle, UnknownNameError, boxes, count, diagonals, dumps
from kenken_cp.generate import (
    Recipe,
    fuzz,
    generate,
    generator,
    numbered,
    random_any_puzzle,
    random_latin_square,
    random_puzzle,
    uniqueness,
)
from kenken_cp.generate.cages import plant, random_partition
from kenken_cp.generate.latin import random_grid
from kenken_cp.logic.rating import rate
from kenken_cp.logic.techniques import Level
from kenken_cp.model.geometry import connected_components, lines, shape_of
from kenken_cp.model.operators import ADD, GIVEN, OPERATORS, Fold, Operator
from kenken_cp.model.rules import violations


def is_latin(grid, size):
    values = set(range(1, size + 1))
    return all(set(line) == values for line in (*grid, *zip(*grid, strict=True)))


class TestLatinSquares:
    @pytest.mark.parametrize("size", [1, 2, 3, 5, 9, 16])
    def test_they_are_latin(self, size):
        rng = random.Random(size)
        for _ in range(5):
            assert is_latin(random_latin_square(size, rng), size)

    @pytest.mark.parametrize(("size", "squares", "each"), [(3, 12, 100), (4, 576, 10)])
    def test_they_are_about_equally_likely(self, size, squares, each):
        found = Counter(some_latin_squares(size, squares * each))
        assert len(found) == squares
        # Chi squared is about its degrees of freedom, give or take three deviations.
        chi = sum((times - each) ** 2 / each for times in found.values())
        assert abs(chi - (squares - 1)) < 3 * (2 * (squares - 1)) ** 0.5

    def test_both_kinds_of_order_4_are_as_frequent_as_they_should_be(self):
        """A quarter of them are like the table of Klein's group, with 12 subsquares."""
        squares = some_latin_squares(4, 5760)[:2000]
        kleins = sum(intercalates(square) == 12 for square in squares)
        assert 430 < kleins < 570

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
        ],
    )
    def test_every_house_has_different_values_of_the_right_ones(self, size, values, houses):
        grid = random_grid(size, tuple(values), houses, random.Random(3))
        rows, columns = shape_of(size)
        assert (len(grid), {len(row) for row in grid}) == (rows, {columns})
        for house in (*lines(rows, columns), *houses):
            held = [grid[row][column] for row, column in house]
            assert len(set(held)) == len(held)
            assert set(held) <= set(values)

    def test_where_there_is_none_it_says_so(self):
        with pytest.raises(KenKenError, match="no 2x2 grid of 2 values found in which every extra"):
            random_grid(2, (1, 2), diagonals(2), random.Random(1))


class TestPartitions:
    @pytest.mark.parametrize("sizes", [(1, 1), (1, 4), (2, 3), (3, 6), (1, 36)])
    def test_parts_are_connected_and_of_the_sizes_wanted(self, sizes):
        cells = [cell for row in lines(6, 6)[:6] for cell in row]
        rng = random.Random(1)
        found = [random_partition(cells, sizes, lambda part: True, rng) for _ in range(30)]
        kept = [parts for parts in found if parts is not None]
        assert len(kept) >= (10 if sizes[0] > 1 else 30)
        for parts in kept:
            assert sorted(cell for part in parts for cell in part) == cells
            assert all(sizes[0] <= len(part) <= sizes[1] for part in parts)
            assert all(len(connected_components(part)) == 1 for part in parts)

    def test_single_cells_are_rare(self):
        rng = random.Random(1)
        boards = [random_puzzle(Recipe(9), rng) for _ in range(30)]
        sizes = Counter(len(cage.cells) for board in boards for cage in board.cages)
        assert sizes[1] < 0.1 * sizes.total()
        assert min(sizes[2], sizes[3], sizes[4]) > 0.2 * sizes.total()


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
    "free cells": Recipe(5, free=0.3),
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
    "long": Recipe((2, 7), values=range(7), free=0.2),
}


class TestRandomPuzzles:
    @pytest.mark.parametrize("name", RECIPES)
    def test_the_planted_grid_is_a_solution(self, name):
        recipe, rng = RECIPES[name], random.Random(1)
        for _ in range(10):
            planted = plant(recipe, rng)
            assert violations(planted.puzzle, planted.grid) == []
            follows(recipe, planted.puzzle)

    def test_operators_that_hold_for_few_cells_are_not_forgotten(self):
        rng = random.Random(1)
        boards = [random_puzzle(Recipe(6, cage_sizes=(2, 2)), rng) for _ in range(30)]
        used = Counter(cage.operator.symbol for board in boards for cage in board.cages)
        assert min(used.values()) > 0.1 * used.total()
        assert set(used) == set("+-*/")


def follows(recipe, puzzle):
    """Asserts that a puzzle is what a recipe says."""
    least, most = recipe.cage_sizes
    assert (puzzle.size, puzzle.rules, puzzle.values) == (recipe.size, recipe.rules, recipe.values)
    assert puzzle.houses == recipe.houses
    for cage in puzzle.cages:
        assert least <= len(cage.cells) <= most
        assert len(connected_components(cage.cells)) == 1
        if len(cage.cells) > 1:
            assert cage.operator in recipe.operators or recipe.hidden
            assert cage.target >= 0 or recipe.values[0] < 0
            assert (cage.operator is None) <= (recipe.hidden > 0)
            assert (cage.operator is None) >= (recipe.hidden == 1)
    assert not puzzle.free_cells or recipe.free


class TestGenerate:
    @pytest.mark.parametrize("name", RECIPES)
    def test_one_solution_by_another_engine(self, name):
        for number in (1, 2):
            puzzle = numbered(RECIPES[name], 1, number)
            follows(RECIPES[name], puzzle)
            assert puzzle.expected == 1
            assert count(puzzle, backend="logic") == 1

    @pytest.mark.parametrize("size", [4, 5, 6])
    @pytest.mark.parametrize("level", Level)
    def test_levels(self, size, level):
        for number in (1, 2):
            puzzle = numbered(Recipe(size), 3, number, level=level)
            assert rate(puzzle).level == level
            assert puzzle.expected == count(puzzle, backend="logic") == 1

    @pytest.mark.parametrize("level", Level)
    def test_levels_of_nine_by_nine(self, level):
        puzzle = numbered(Recipe(9), 2, 1, level=level)
        assert rate(puzzle).level == level
        assert count(puzzle, backend="logic") == 1

    def test_a_hundred_six_by_six(self):
        puzzles = [numbered(Recipe(6), 1, number) for number in range(1, 101)]
        assert len(set(puzzles)) == 100
        assert all(count(puzzle, backend="logic") == 1 for puzzle in puzzles)

    @pytest.mark.parametrize("size", [(4, 6), (3, 5), (6, 9)])
    @pytest.mark.parametrize("level", Level)
    def test_levels_of_rectangles(self, size, level):
        recipe = Recipe(size)
        puzzle = numbered(recipe, 1, 1, level=level)
        follows(recipe, puzzle)
        assert (puzzle.rows, puzzle.columns) == size
        assert rate(puzzle).level == level
        assert puzzle.expected == 1
        assert {count(puzzle, backend=backend) for backend in ("logic", "cover")} == {1}

    def test_levels_of_other_kinds(self):
        recipe = Recipe(6, rules="killer", houses=boxes(6, 2, 3), cage_sizes=(2, 4))
        for level in (Level.NORMAL, Level.HARD):
            assert rate(numbered(recipe, 1, 1, level=level)).level == level

    def test_any(self):
        some = [numbered(Recipe(6), 1, number, unique=False) for number in range(1, 30)]
        assert {puzzle.expected for puzzle in some} == {None}
        assert any(count(puzzle) > 1 for puzzle in some)

    def test_depends_on_the_seed_and_the_number_alone(self):
        first = numbered(Recipe(6), 7, 3)
        assert numbered(Recipe(6), 7, 3) == first
        assert numbered(Recipe(6), 7, 4) != first
        assert numbered(Recipe(6), 8, 3) != first
        script = (
            "from kenken_cp import dumps; from kenken_cp.generate import Recipe, numbered\n"
            "print(dumps(numbered(Recipe(6), 7, 3)), end='')"
        )
        for hash_seed in ("1", "2"):
            done = subprocess.run(
                [sys.executable, "-c", script],
                capture_output=True,
                text=True,
                cwd=ROOT,
                env={"PYTHONHASHSEED": hash_seed},
            )
            assert done.stdout == dumps(first)

    def test_the_title_tells_how_to_make_it_again(self):
        recipe = Recipe(4, operators="-+", cage_sizes=(2, 3), rules="calcudoku", hidden=0.5)
        puzzle = numbered(recipe, 1, 2, level=Level.EASY)
        assert puzzle.title == (
            "4x4 calcudoku easy, operators +-, cages 2-3, hidden 0.5, seed 1, number 2"
        )
        assert numbered(Recipe(1), 1, 1).title == "1x1, seed 1, number 1"
        assert numbered(Recipe((2, 3)), 1, 1).title == "2x3, seed 1, number 1"
        assert numbered(Recipe(2), 1, 1, unique=False).title == "2x2, any, seed 1, number 1"

    def test_what_cannot_be_is_said_after_a_while(self, monkeypatch):
        monkeypatch.setattr(generator, "_MAX_EVALUATIONS", 500)
        with pytest.raises(
            KenKenError, match=r"no puzzle of level hard found for: 1x1; \d+ random boards were"
        ):
            generate(Recipe(1), random.Random(1), level=Level.HARD)
        with pytest.raises(KenKenError, match="no puzzle with one solution found for: 2x2, cages"):
            generate(Recipe(2, cage_sizes=(4, 4)), random.Random(1))
        with pytest.raises(KenKenError, match="a 3x3 board could not be cut into cages of 4 to 5"):
            generate(Recipe(3, cage_sizes=(4, 5), operators="+", rules="killer", values=range(5)),
                     random.Random(1))  # fmt: skip

    def test_it_takes_no_more_time_than_it_may(self, monkeypatch):
        """Of cages of 36 cells a look takes seconds, and none of the looks will do."""
        monkeypatch.setattr(generator, "_MAX_SECONDS", 0.01)
        monkeypatch.setattr(uniqueness, "_SECONDS_PER_SOLVE", 0.1)
        with pytest.raises(KenKenError, match=r"for: 6x6, cages 36-36; [1-9][0-9]? random board"):
            generate(Recipe(6, cage_sizes=(36, 36)), random.Random(1))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 0}, "size 0; expected a whole number from 1 to 64"),
        ({"size": 4, "operators": "-", "rules": "killer"}, "killer rules have no operator '-'"),
        ({"size": 4, "operators": "?"}, "unknown operator '?'"),
        ({"size": 4, "cage_sizes": (3, 2)}, "cage sizes 3 to 2; expected 1 or more"),
        ({"size": 4, "cage_sizes": (0, 2)}, "cage sizes 0 to 2; expected 1 or more"),
        ({"size": 3, "cage_sizes": (2, 2)}, "9 cells cannot be shared among cages of 2 to 2 cells"),
        ({"size": 4, "cage_sizes": (3, 4), "operators": "-/"}, "cages of 3 cells or more with - /"),
        ({"size": 4, "hidden": 1.5}, "hidden 1.5; expected a share from 0 to 1"),
        ({"size": 4, "values": (1, 2)}, "2 values (1 2) for lines of 4 cells"),
        ({"size": 4, "rules": "chess"}, "unknown rule set 'chess'"),
        (
            {"size": (4, 65)},
            "size (4, 65); expected a whole number from 1 to 64, or (rows, columns)",
        ),
        ({"size": (4, 6), "values": (1, 2, 3, 4)}, "4 values (1 2 3 4) for lines of 6 cells"),
        ({"size": (1, 3), "cage_sizes": (2, 2)}, "3 cells cannot be shared among cages of 2 to 2"),
        (
            {"size": (2, 3), "cage_sizes": (3, 4), "operators": "-"},
            "cages of 3 cells or more with - on a 2x3 board; expected at most 2 under kenken rules",
        ),
    ],
)
def test_wrong_recipes(options, message):
    with pytest.raises((KenKenError, UnknownNameError)) as caught:
        Recipe(**options)
    assert message in str(caught.value)


def test_rectangles_have_no_diagonals_and_boxes_must_tile_them():
    with pytest.raises(KenKenError, match="a 4x6 board has no main diagonals; expected a square"):
        Recipe((4, 6), houses=diagonals((4, 6)))
    with pytest.raises(KenKenError, match="boxes of 3x2 do not fit a 4x6 board"):
        Recipe((4, 6), houses=boxes((4, 6), 3, 2))


class TestOperatorsFromOutside:
    """An operator that no rule set has: the largest value."""

    MAXIMUM = Operator(
        name="maximum",
        symbol="^",
        glyph="↑",
        verb="have the largest value",
        noun="maximum",
        evaluate=max,
        fold=Fold(
            0,
            max,
            lambda largest, left, target, low, high: (
                largest <= target and (largest == target or (left > 0 and low <= target <= high))
            ),
        ),
    )

    @pytest.fixture(autouse=True)
    def registered(self):
        with OPERATORS.registered(self.MAXIMUM):
            yield

    def test_it_is_used_where_the_recipe_names_it(self):
        for operators in ("^+", ("maximum", "add"), (ADD, self.MAXIMUM)):
            recipe = Recipe((3, 4), operators=operators, hidden=0.5)
            assert recipe.operators == (ADD, self.MAXIMUM)
            puzzle = numbered(recipe, 1, 1)
            follows(recipe, puzzle)
            assert any(cage.operator is self.MAXIMUM for cage in puzzle.cages)
            assert {count(puzzle, backend=name) for name in ("brute-force", "cover")} == {1}
        assert puzzle.title == "3x4, operators +^, hidden 0.5, seed 1, number 1"

    def test_alone_it_is_never_hidden_as_the_rules_do_not_allow_that(self):
        puzzle = random_puzzle(Recipe(4, operators="^", hidden=1.0), random.Random(1))
        assert {cage.operator for cage in puzzle.cages} <= {GIVEN, self.MAXIMUM}

    def test_otherwise_it_is_not(self):
        assert self.MAXIMUM not in Recipe(4).operators
        with pytest.raises(KenKenError, match=r"killer rules have no operator '\^'; expected"):
            Recipe(4, operators="^", rules="killer")


class TestFuzz:
    def test_each_depends_on_the_seed_and_its_number(self):
        ten = list(fuzz(3, 10, 5))
        assert [dumps(puzzle) for puzzle in islice(fuzz(3, 1000, 5), 10)] == list(map(dumps, ten))
        assert ten[1].title == "fuzz, seed 3, number 2"
        assert dumps(next(fuzz(4, 1, 5))) != dumps(ten[0])

    def test_a_mixture(self):
        puzzles = list(fuzz(1, 150, 5))
        assert {puzzle.size for puzzle in puzzles} == {1, 2, 3, 4, 5}
        assert {puzzle.rules.name for puzzle in puzzles} == {"kenken", "calcudoku", "killer"}
        unique = sum(puzzle.expected == 1 for puzzle in puzzles)
        assert 0.4 * 150 < unique < 0.8 * 150
        assert any(puzzle.houses for puzzle in puzzles)
        assert any(puzzle.free_cells for puzzle in puzzles)
        assert any(cage.operator is None for puzzle in puzzles for cage in puzzle.cages)
        assert any(len(puzzle.values) > puzzle.size for puzzle in puzzles)
        assert any(puzzle.values[0] < 1 for puzzle in puzzles)

    def test_rectangles_among_them(self):
        puzzles = list(fuzz(1, 80, 4, rectangles=True, most_solutions=50))
        shapes = {(puzzle.rows, puzzle.columns) for puzzle in puzzles}
        others = [puzzle for puzzle in puzzles if puzzle.rows != puzzle.columns]
        assert {rows for rows, _ in shapes} == {columns for _, columns in shapes} == {1, 2, 3, 4}
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
            assert 1 <= puzzle.expected <= 20

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
        for options in ({"max_size": 0}, {"max_size": 3, "most_solutions": 0}):
            with pytest.raises(KenKenError, match="expected 1 or more"):
                random_any_puzzle(random.Random(1), **options)
        with pytest.raises(KenKenError, match="unknown rule set 'x'"):
            list(fuzz(1, 1, 3, rules="x"))
        with pytest.raises(KenKenError, match="killer rules have no operator"):
            list(fuzz(1, 3, 3, rules="killer", operators="-"))

    def test_unique_as_asked(self):
        rng = random.Random(1)
        for _ in range(20):
            assert count(random_any_puzzle(rng, 4, unique=True)) == 1
        assert isinstance(random_any_puzzle(rng, 4, unique=False), Puzzle)
