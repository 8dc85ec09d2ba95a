import pickle

import pytest

from kenken_cp.encode.instance import conflict_masks
from kenken_cp.errors import KenKenError, PuzzleError, UnknownNameError
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import box_shape, boxes, connected_components, diagonals
from kenken_cp.model.operators import ADD, GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, KILLER
from kenken_cp.text import short_values


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
        (((0, 0), (0, 0)), "+", 3, "cell r1c1 is twice in one cage"),
        (((0, 0), (0, 1)), "+", 3.0, "the cage at r1c1 r1c2 has target 3.0; expected an integer"),
        (((0, 0), (0, 1)), "+", True, "has target True; expected an integer"),
        (((0, 0), (0, 1)), "+", "3", "has target '3'; expected an integer"),
        (((0, 0), (0, 1)), "=", 3, "operator '=' of the cage at r1c1 r1c2 needs one cell"),
        (((0, 0),), "-", 3, "operator '-' of the cage at r1c1 needs two cells or more"),
    ],
)
def test_a_bad_cage_is_refused(cells, operator, target, message):
    with pytest.raises(PuzzleError, match=message):
        Cage(cells, operator, target)


def test_an_unknown_operator_is_refused():
    with pytest.raises(UnknownNameError, match="unknown operator 'mod'"):
        Cage(((0, 0), (0, 1)), "mod", 3)


ROW = ((0, 0), (0, 1), (0, 2))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": 0}, "size 0; expected a whole number from 1 to 64"),
        ({"size": 10000}, "size 10000; expected"),
        ({"size": -3}, "size -3; expected"),
        ({"size": True}, "size True; expected"),
        ({"size": "3"}, "size '3'; expected"),
        ({"values": (1, 2)}, r"2 values \(1 2\) for lines of 3 cells; expected at least 3"),
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
            r"the cage 1- at r1c1 r1c2 r1c3 has 3 cells; kenken rules allow only \+ \* on",
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
        UnknownNameError, match="unknown rule set 'chess'; known: kenken, calcudoku"
    ):
        Puzzle(3, rules="chess")


def test_the_cell_at_fault_is_known():
    with pytest.raises(PuzzleError) as caught:
        Puzzle(2, (Cage(((0, 0), (0, 2)), "+", 3),))
    assert caught.value.cell == (0, 2)


def test_subtraction_on_three_cells_is_for_calcudoku():
    assert Puzzle(3, (Cage(ROW, "-", 0),), rules=CALCUDOKU).cages[0].operator.name == "subtract"


def test_equality_ignores_the_order_of_cages_and_what_is_for_people():
    one, other = Cage(((0, 0), (0, 1)), "+", 3), Cage(((1, 0), (1, 1)), "-", 1)
    left = Puzzle(2, (one, other), title="left", expected=Count(1))
    right = Puzzle(2, (other, one), rules="kenken")
    assert left == right
    assert hash(left) == hash(right)
    assert left != Puzzle(2, (one,))
    assert left != Puzzle(2, (one, other), rules=CALCUDOKU)


def test_a_house_that_is_a_line_anyway_is_dropped():
    assert Puzzle(3, houses=(((0, 2), (0, 1), (0, 0)),)) == Puzzle(3)


def test_values():
    assert Puzzle(3).values == (1, 2, 3)
    assert Puzzle(3, values=(5, 0, 3, 2)).values == (0, 2, 3, 5)


@pytest.mark.parametrize("size", [1, 40, 64])
def test_sizes(size):
    assert len(Puzzle(size).all_houses) == 2 * size


def test_readings_of_a_hidden_operator():
    names = {
        rules.name: [
            [operator.name for operator in rules.possible_operators(cells)] for cells in (1, 2, 3)
        ]
        for rules in (KENKEN, CALCUDOKU, KILLER)
    }
    four = ["add", "subtract", "multiply", "divide"]
    assert names == {
        "kenken": [["given"], four, ["add", "multiply"]],
        "calcudoku": [["given"], four, four],
        "killer": [["given"], ["add"], ["add"]],
    }


def test_boxes_and_diagonals():
    assert boxes(6, 2, 3)[1] == ((0, 3), (0, 4), (0, 5), (1, 3), (1, 4), (1, 5))
    assert len(boxes(9, 3, 3)) == 9
    assert diagonals(3) == (((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0)))
    for height, width in ((2, 2), (0, 3), (3, 6)):
        with pytest.raises(PuzzleError, match=f"boxes of {height}x{width} do not fit a 9x9 board"):
            boxes(9, height, width)


def test_clashes_come_from_lines_houses_and_rules():
    square = Cage(((0, 0), (0, 1), (1, 0), (1, 1)), "+", 10)
    assert conflict_masks(Puzzle(4, (square,)), square) == (0, 0b1, 0b1, 0b110)
    assert conflict_masks(Puzzle(4, (square,), houses=boxes(4, 2, 2)), square) == (
        0,
        0b1,
        0b11,
        0b111,
    )
    assert conflict_masks(Puzzle(4, (square,), rules=KILLER), square) == (0, 0b1, 0b11, 0b111)


def test_pieces():
    assert connected_components([(0, 0), (0, 1), (1, 0)]) == [((0, 0), (0, 1), (1, 0))]
    assert connected_components([(1, 1), (0, 0), (1, 2)]) == [((0, 0),), ((1, 1), (1, 2))]


def test_free_cells():
    assert Puzzle(2, (Cage(((0, 0), (1, 0)), "+", 3),)).free_cells == ((0, 1), (1, 1))


def test_puzzles_survive_pickling():
    puzzle = Puzzle(2, (Cage(((0, 0), (0, 1)), ADD, 3),), expected=Count(1, exact=False))
    copy = pickle.loads(pickle.dumps(puzzle))
    assert copy == puzzle
    assert copy.cages[0].operator is ADD
    assert str(copy.expected) == "1+"


class TestCount:
    def test_is_a_number_that_knows_whether_it_is_exact(self):
        assert Count(8) == 8
        assert str(Count(8)) == "8"
        assert f"{Count(8, exact=False)}" == "8+"
        assert Count.parse("3+") == 3
        assert not Count.parse("3+").exact
        assert Count.parse("12").exact

    @pytest.mark.parametrize("text", ["", "+", "-1", "1.5", "one", "1 2", "1" * 101, "١"])
    def test_refuses_what_is_no_count(self, text):
        with pytest.raises(ValueError, match="is no count; expected one such as 8 or 3"):
            Count.parse(text)

    @pytest.mark.parametrize(
        ("stated", "found", "agrees"),
        [
            ("8", "8", True),
            ("8", "7", False),
            ("3+", "3", True),
            ("3+", "9", True),
            ("3+", "2", False),
            ("8", "8+", True),
            ("8", "9+", False),
            ("3+", "2+", True),
        ],
    )
    def test_agrees(self, stated, found, agrees):
        assert Count.parse(stated).agrees(Count.parse(found)) is agrees


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Puzzle(4, [1]), r"1 is no cage; expected Cage\(cells, operator, target\)"),
        (lambda: Puzzle(4, values=[1, "a", 2, 3]), "value 'a'; expected integers"),
        (lambda: Puzzle(4, values=range(2000)), "2000 values; expected at most 1000"),
        (lambda: Puzzle(4, houses=[[(0, 0), (1, 1, 1)]]), r"\(1, 1, 1\) in a house is no cell"),
        (lambda: Cage([(0,)], "+", 3), r"\(0,\) in a cage is no cell; expected \(row, column\)"),
        (lambda: Cage([("a", 1)], "+", 3), "is no cell"),
        (lambda: Cage([(0, 0), (0, 1)], 5, 3), "unknown operator 5; known"),
        (lambda: Puzzle(4, rules=None), "unknown rule set None; known"),
    ],
)
def test_misuse_is_told_as_such(build, message):
    with pytest.raises(KenKenError, match=message):
        build()


def test_an_expected_count_may_be_a_plain_number():
    assert str(Puzzle(2, expected=2).expected) == "2"


def test_long_lists_are_cut_in_messages():
    board = Cage([(r, c) for r in range(20) for c in range(20)], "+", 5)
    assert str(board) == "5+ at r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 ... (400 cells)"
    assert short_values(range(100)) == "0 1 2 3 4 5 6 7 ... 99"


def test_box_shape():
    assert box_shape(9, boxes(9, 3, 3)) == (3, 3)
    assert box_shape(6, (*boxes(6, 2, 3), *diagonals(6))) == (2, 3)
    assert box_shape(4, boxes(4, 2, 2)[:3]) is None
    assert box_shape(4, ()) is None
