"""What may be wanted, and what may not."""

import pytest
from generation.recipes import follows

from kenken_cp import KenKenError, UnknownNameError, count
from kenken_cp.generation.generator import puzzle_of_seed
from kenken_cp.generation.recipe import Recipe
from kenken_cp.model.operators import ADD, OPERATORS, Fold, Operator


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 0}, "size 0; expected a whole number from 1 to 64"),
        ({"size": 4, "operators": "-", "rules": "killer"}, "killer rules have no operator '-'"),
        ({"size": 4, "operators": "?"}, "unknown operator '?'"),
        ({"size": 4, "operators": [7]}, "unknown operator 7"),
        (
            {"size": 4, "operators": "+="},
            "operator '=' is that of givens; expected operators of la",
        ),
        ({"size": 4, "operators": None}, "operators None; expected several, such as a list"),
        ({"size": 4, "cage_sizes": (3, 2)}, "cage sizes 3 to 2; expected 1 or more"),
        ({"size": 4, "cage_sizes": (0, 2)}, "cage sizes 0 to 2; expected 1 or more"),
        ({"size": 3, "cage_sizes": (2, 2)}, "9 cells cannot be divided into cages of 2 cells"),
        ({"size": 4, "cage_sizes": (3, 4), "operators": "-/"}, "cages of 3 cells or more with - /"),
        ({"size": 4, "hidden": 1.5}, "hidden 1.5; expected a share from 0 to 1"),
        ({"size": 4, "hidden": True}, "hidden True; expected a share from 0 to 1"),
        ({"size": 4, "operators": "min", "hidden": 0.5}, "hidden 0.5 with the operators min; "),
        ({"size": 4, "values": (1, 2)}, "2 values (1 2) for lines of 4 cells"),
        ({"size": 4, "rules": "chess"}, "unknown rule set 'chess'"),
        (
            {"size": (4, 65)},
            "size 4x65; expected a whole number from 1 to 64, or two: rows and columns",
        ),
        ({"size": (4, 6), "values": (1, 2, 3, 4)}, "4 values (1 2 3 4) for lines of 6 cells"),
        ({"size": (1, 3), "cage_sizes": (2, 2)}, "3 cells cannot be divided into cages of 2 cells"),
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


def test_the_largest_cage_is_no_larger_than_can_be():
    assert Recipe(2, cage_sizes=(1, 9)).cage_sizes == (1, 4)
    assert Recipe(4, rules="killer", cage_sizes=(1, 9)).cage_sizes == (1, 4)
    assert Recipe(4, operators="-", cage_sizes=(1, 9)).cage_sizes == (1, 2)


class TestOperatorsFromOutside:
    """An operator that no rule set has: the largest value."""

    PEAK = Operator(
        name="peak",
        symbol="!",
        glyph="↑",
        verb="have the largest value",
        noun="peak",
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
        with OPERATORS.registered(self.PEAK):
            yield

    def test_it_is_used_where_the_recipe_names_it(self):
        for operators in ("!+", "peak, add", ("peak", "add"), (ADD, self.PEAK)):
            recipe = Recipe((3, 4), operators=operators, hidden=0.5)
            assert recipe.operators == (ADD, self.PEAK)
            puzzle = puzzle_of_seed(recipe, 2, 1)
            follows(recipe, puzzle)
            assert any(cage.operator is self.PEAK for cage in puzzle.cages)
            assert {count(puzzle, backend=name) for name in ("brute-force", "cover")} == {1}
        assert puzzle.title == "3x4, operators + !, hidden 0.5, seed 2, number 1"

    def test_otherwise_it_is_not(self):
        assert self.PEAK not in Recipe(4).operators
        with pytest.raises(KenKenError, match=r"killer rules have no operator '!'; expected"):
            Recipe(4, operators="!", rules="killer")
