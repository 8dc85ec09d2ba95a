import pickle
from dataclasses import replace

import numpy as np
import pytest

from kenken_cp.errors import KenKenError, PuzzleError, UnknownNameError
from kenken_cp.model.count import Count
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, KILLER


def test_a_cage_keeps_its_cells_in_reading_order():
    assert Cage(((1, 0), (0, 1), (0, 0)), "+", 6).cells == ((0, 0), (0, 1), (1, 0))


@pytest.mark.parametrize("operator", [None, "add", "+", "*", "given", "="])
def test_a_cage_of_one_cell_is_a_given_however_it_is_spelled(operator):
    cage = Cage(((0, 0),), operator, 3)
    assert cage.operator is GIVEN
    assert cage.clue == "3"


def test_clue():
    assert Cage(((0, 0), (0, 1)), "÷", 2).clue == "2/"
    assert Cage(((0, 0), (0, 1)), None, 2).clue == "2"
    assert str(Cage(((0, 0), (0, 1)), "-", -2)) == "-2- at r1c1 r1c2"


@pytest.mark.parametrize(
    ("cells", "operator", "target", "message"),
    [
        ((), "+", 3, "at least one cell"),
        (((0, 0), (0, 0)), "+", 3, "cell r1c1 occurs twice in one cage"),
        (((0, 0), (0, 1)), "+", 3.0, "the cage at r1c1 r1c2 has target 3.0; expected an integer"),
        (((0, 0), (0, 1)), "+", True, "has target True; expected an integer"),
        (((0, 0), (0, 1)), "+", "3", "has target '3'; expected an integer"),
        (((0, 0), (0, 1)), "=", 3, "at r1c1 r1c2 stands on 2 cells; expected at most 1"),
        (((0, 0),), "-", 3, "operator '-' .* stands on 1 cell; expected at least 2"),
    ],
)
def test_a_bad_cage_is_refused(cells, operator, target, message):
    with pytest.raises(PuzzleError, match=message):
        Cage(cells, operator, target)


def test_a_target_that_cannot_be_printed_is_refused():
    cells = ((0, 0), (0, 1))
    assert len(Cage(cells, "^", 10**4299).clue) == 4301
    for target in (10**4300, -(10**4300), 1 << 65536):
        with pytest.raises(PuzzleError, match=r"the cage at r1c1 r1c2 .* more than 4300 digits"):
            Cage(cells, "^", target)


@pytest.mark.parametrize("other", [None, 5, b"x", ["x"]])
def test_what_is_no_text_is_refused(other):
    for attempt in (
        lambda: Puzzle(2, title=other),
        lambda: Puzzle(2, level=other),
        lambda: Cage([(0, 0)], "=", 1, label=other),
    ):
        with pytest.raises(PuzzleError, match=r"(title|level|label)=.*; expected a text"):
            attempt()
    assert type(Puzzle(2, title=np.str_("x")).title) is str


ROW = ((0, 0), (0, 1), (0, 2))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": 0}, "size 0; expected a whole number from 1 to 64"),
        ({"size": -3}, "size -3; expected"),
        ({"size": True}, "size True; expected"),
        ({"size": "3"}, "size '3'; expected"),
        (
            {"size": (3,)},
            r"size \(3,\); expected a whole number from 1 to 64, or two: rows and columns",
        ),
        ({"size": (3, 0)}, r"size 3x0; expected"),
        ({"size": (3, 65)}, r"size 3x65; expected"),
        ({"size": (2, 4), "values": (1, 2, 3)}, r"3 values \(1 2 3\) for lines of 4 cells"),
        (
            {"size": (2, 4), "cages": (Cage(((0, 3), (2, 3)), "+", 3),)},
            "cell r3c4 of the cage 3\\+ is outside the board; expected r1c1 to r2c4",
        ),
        ({"values": (1, 2)}, r"2 values \(1 2\) for lines of 3 cells; expected 3 to 1000"),
        ({"values": (1, 2, 2)}, "values 1 2 2 repeat; expected distinct integers"),
        ({"values": (1, 2, 2.5)}, "value 2.5; expected integers"),
        ({"values": (1, 2, 10**9)}, "value 1000000000; expected integers within"),
        (
            {"cages": (Cage(((0, 0), (0, 3)), "+", 3),)},
            r"cell r1c4 of the cage 3\+ is outside the board; expected r1c1 to r3c3",
        ),
        (
            {"cages": (Cage(((0, 0), (0, 1)), "+", 3), Cage(((0, 1), (1, 1)), "-", 1))},
            r"cell r1c2 is in two cages, 3\+ at r1c1 r1c2 and 1- at r1c2 r2c2",
        ),
        (
            {"cages": (Cage(ROW, "-", 1),)},
            r"the cage 1- at r1c1 r1c2 r1c3 has 3 cells; kenken rules allow no - on that many",
        ),
        ({"cages": (Cage(ROW, "*", 6),), "rules": KILLER}, r"killer rules allow only \+"),
        ({"houses": (((0, 0), (5, 5)),)}, "cell r6c6 of a house is outside the board"),
        ({"houses": (((0, 0), (0, 0)),)}, "the house r1c1 r1c1: expected 1 to 3 different cells"),
        ({"houses": ((),)}, "expected 1 to 3 different cells"),
    ],
)
def test_a_bad_puzzle_is_refused(arguments, message):
    with pytest.raises(PuzzleError, match=message):
        Puzzle(**({"size": 3} | arguments))


def test_an_unknown_rule_set_is_refused():
    with pytest.raises(
        UnknownNameError, match=r"unknown rule set 'chess'; known: kenken \(keen, mathdoku\), calc"
    ):
        Puzzle(3, rules="chess")


def test_the_cell_at_fault_is_known():
    with pytest.raises(PuzzleError) as caught:
        Puzzle(2, (Cage(((0, 0), (0, 2)), "+", 3),))
    assert caught.value.cell == (0, 2)


def test_equality_ignores_the_order_of_cages_and_what_is_for_people():
    one, other = Cage(((0, 0), (0, 1)), "+", 3), Cage(((1, 0), (1, 1)), "-", 1)
    left = Puzzle(2, (one, other), title="left", expected=Count(1), level="hard")
    right = Puzzle(2, (other, one), rules="kenken")
    assert left == right
    assert hash(left) == hash(right)
    assert left != Puzzle(2, (one,))
    assert left != Puzzle(2, (one, other), rules=CALCUDOKU)


def test_a_picture_shows_no_operator_that_is_hidden_or_goes_without_saying():
    cells = ((0, 0), (0, 1))
    for cage, rules, shown in (
        (Cage(cells, "*", 12), KENKEN, ("12×", "12*")),
        (Cage(cells, None, 12), KENKEN, ("12", "12")),
        (Cage(cells, "+", 5), KILLER, ("5", "5")),
    ):
        puzzle = Puzzle(4, [cage], rules=rules)
        assert (puzzle.shown_clue(cage), puzzle.shown_clue(cage, glyphs=False)) == shown


def test_a_house_that_is_a_line_anyway_is_dropped():
    assert Puzzle(3, houses=(((0, 2), (0, 1), (0, 0)), [(1, 1)])) == Puzzle(3)


def test_values():
    assert Puzzle(3).values == (1, 2, 3)
    assert Puzzle(3, values=(5, 0, 3, 2)).values == (0, 2, 3, 5)


@pytest.mark.parametrize("size", [1, 40, 64])
def test_sizes(size):
    assert len(Puzzle(size).all_houses) == 2 * size


def test_the_possible_operators_of_a_hidden_clue():
    names = {
        rules.name: [
            [operator.name for operator in rules.hidden_operators(cells)] for cells in (1, 2, 3)
        ]
        for rules in (KENKEN, CALCUDOKU, KILLER)
    }
    four = ["add", "subtract", "multiply", "divide"]
    assert names == {
        "kenken": [["given"], four, ["add", "multiply"]],
        "calcudoku": [["given"], four, four],
        "killer": [["given"], ["add"], ["add"]],
    }


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Puzzle(4, [1]), r"1 is no cage; expected Cage\(cells, operator, target\)"),
        (lambda: Puzzle(4, ["a" * 999]), r"^'a{37}\.\.\.' is no cage"),
        (lambda: Puzzle(4, values=[1, "a", 2, 3]), "value 'a'; expected integers"),
        (
            lambda: Puzzle(4, values=range(2000)),
            "2000 values .* for lines of 4 cells; expected 4 to 1000",
        ),
        (lambda: Puzzle(4, houses=[[(0, 0), (1, 1, 1)]]), r"\(1, 1, 1\) in a house is no cell"),
        (lambda: Cage([(0,)], "+", 3), r"\(0,\) in a cage is no cell; expected \(row, column\)"),
        (lambda: Cage([("a", 1)], "+", 3), "is no cell"),
        (lambda: Cage([(0, 0), (0, 1)], 5, 3), "unknown operator 5; known"),
        (lambda: Puzzle(4, rules=None), "unknown rule set None; known"),
        (lambda: Puzzle(3, Cage([(0, 0)], "=", 1)), "cages <Cage .*>; expected several"),
        (lambda: Puzzle(3, values=3), "values 3; expected several"),
        (lambda: Puzzle(3, houses=3), "houses 3; expected several"),
        (lambda: Puzzle(3, expected=-1), "expected=-1; expected a number of solutions"),
        (lambda: Cage(3, "+", 3), "cells of a cage: 3; expected several"),
        (lambda: Cage((0, 1), "+", 3), "0 in a cage is no cell"),
    ],
)
def test_misuse_is_named(build, message):
    with pytest.raises(KenKenError, match=message):
        build()


def test_bounds_of_values_and_houses():
    assert Puzzle(1, values=[10**6]).values == (10**6,)
    assert Puzzle(2, values=[-(10**6), 0]).values == (-(10**6), 0)
    assert len(Puzzle(1, values=range(1000)).values) == 1000
    square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert Puzzle(4, houses=[square]).houses == (tuple(square),)
    for build in (
        lambda: Puzzle(1, values=[10**6 + 1]),
        lambda: Puzzle(3, houses=[square]),
        lambda: Puzzle(3, houses=[[]]),
    ):
        with pytest.raises(PuzzleError, match=r"expected (integers within|1 to 3 different cells)"):
            build()


def test_a_title_commands_no_terminal():
    puzzle = Puzzle(2, title="one\x1b[31m", level="two\n")
    assert (puzzle.title, puzzle.level) == ("one [31m", "two ")


def test_long_lists_are_cut_in_messages():
    board = Cage([(r, c) for r in range(20) for c in range(20)], "+", 5)
    assert str(board) == "5+ at r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 ... (400 cells)"


class TestRectangles:
    puzzle = Puzzle((2, 3), (Cage(((1, 2), (0, 2)), "-", 1),))

    def test_shape(self):
        puzzle = self.puzzle
        assert (puzzle.rows, puzzle.columns, puzzle.size) == (2, 3, (2, 3))
        assert puzzle.size_name == puzzle.name[:3] == "2x3"
        assert puzzle.values == (1, 2, 3)
        assert puzzle.has_usual_values
        assert puzzle.cells == ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
        assert puzzle.free_cells == ((0, 0), (0, 1), (1, 0), (1, 1))
        assert [len(house) for house in puzzle.all_houses] == [3, 3, 2, 2, 2]

    def test_two_equal_sides_are_a_square(self):
        assert Puzzle((3, 3)) == Puzzle(3)
        assert Puzzle((3, 3)).size == 3

    def test_rows_and_columns_are_not_the_same(self):
        assert Puzzle((2, 3)) != Puzzle((3, 2))

    def test_fields_may_be_replaced(self):
        puzzle = replace(Puzzle((2, 3), title="one", level="hard"), title="other")
        assert (puzzle, puzzle.title, puzzle.level) == (Puzzle((2, 3)), "other", "hard")
        assert replace(puzzle, size=3) == Puzzle(3)

    def test_bare_is_what_is_left_of_it_without_words(self):
        bare = Puzzle((2, 3), title="one", expected=12, level="hard").bare
        assert (bare, bare.title, bare.expected, bare.level) == (Puzzle((2, 3)), "", None, "")

    def test_a_size_may_be_given_again(self):
        for puzzle in (self.puzzle, Puzzle(4)):
            assert Puzzle(puzzle.size, puzzle.cages, puzzle.values) == puzzle
            assert pickle.loads(pickle.dumps(puzzle)) == puzzle
