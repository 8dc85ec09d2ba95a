import math
from functools import reduce
from itertools import product
from operator import xor

from hypothesis import given

from kenken_cp import count
from kenken_cp.encode.instance import Instance, instance
from kenken_cp.encode.line_sums import line_sums
from kenken_cp.model.geometry import boxes
from kenken_cp.model.operators import ADD, MULTIPLY, OPERATORS, Fold, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from puzzles import planted


def left_over(puzzle, operator, most):
    return [
        (found.cells, found.target)
        for found in line_sums(instance(puzzle), most)
        if found.operator is operator
    ]


@given(planted(most=6))
def test_every_solution_makes_every_line_sum(puzzle_and_grid):
    puzzle, grid = puzzle_and_grid
    flat = [value for row in grid for value in row]
    for operator, make in ((ADD, sum), (MULTIPLY, math.prod)):
        for cells, target in left_over(puzzle, operator, 16):
            assert make(flat[cell] for cell in cells) == target


def test_innies():
    """Two cages of a row leave one cell."""
    puzzle = Puzzle(
        4, (Cage(((0, 0), (0, 1)), "+", 4), Cage(((0, 2),), "=", 2), Cage(((2, 2), (2, 3)), "+", 5))
    )
    assert ((3,), 4) in left_over(puzzle, ADD, 1)
    assert ((8, 9), 5) in left_over(puzzle, ADD, 2)
    assert left_over(puzzle, ADD, 0) == []


def test_a_bare_number_counts_where_it_can_only_be_a_sum():
    bare = Cage(((0, 0), (0, 1), (0, 2)), None, 6)
    assert left_over(Puzzle(4, [bare], rules="killer"), ADD, 1)[0] == ((3,), 4)
    assert left_over(Puzzle(4, [bare]), ADD, 1) == []


def test_columns_count_as_rows_do():
    cage = Cage(((0, 1), (1, 1), (2, 1)), "+", 6)
    assert left_over(Puzzle(4, (cage,)), ADD, 1) == [((13,), 4)]


def test_boxes_count_as_lines():
    cages = (Cage(((0, 0), (0, 1), (1, 0)), "+", 7), Cage(((1, 2), (2, 2)), "+", 5))
    assert left_over(Puzzle(4, cages, houses=boxes(4, 2, 2)), ADD, 1) == [((5,), 3)]


def test_of_the_same_cells_it_is_that_of_fewest_houses():
    """Row 1 alone leaves what it leaves together with row 0, which its cages fill."""
    cages = (
        Cage(((0, 0), (0, 1)), "+", 3),
        Cage(((0, 2), (0, 3)), "+", 7),
        Cage(((1, 0), (1, 1)), "+", 6),
    )
    found = [each for each in line_sums(instance(Puzzle(4, cages)), 2) if each.cells == (6, 7)]
    assert [(len(each.houses), each.cages, each.target) for each in found] == [(1, cages[2:], 4)]


def test_of_the_same_cells_one_that_contradicts_is_kept():
    """Row 0 is filled rightly, row 1 is not; both leave no cell."""
    targets = {(0, 0): 3, (0, 2): 7, (1, 0): 5, (1, 2): 6}
    cages = [Cage(((r, c), (r, c + 1)), "+", target) for (r, c), target in targets.items()]
    for some, contradicts in ((cages, True), (cages[:3], False)):
        assert (
            any(one.contradicts for one in line_sums(instance(Puzzle(4, some)), 0)) is contradicts
        )


def test_what_cannot_be_taken_from_the_total_leaves_nothing():
    cages = (Cage(((0, 0), (0, 1)), "*", 5), Cage(((0, 2), (0, 3)), "*", 12))
    assert left_over(Puzzle(4, cages), MULTIPLY, 0) == [((), None)]


def test_a_house_that_need_not_hold_every_value_is_in_no_region():
    """Neither alone nor among others, but a cage that ends in it is no part of those before it."""
    cages = (Cage(((0, 0), (0, 1), (0, 2)), "+", 6), Cage(((1, 3), (2, 3)), "+", 4))
    taken = Instance(Puzzle(4, cages), released=(2, 4, 5, 6, 7))
    assert [(each.cells, each.target) for each in line_sums(taken, 15)] == [
        ((3,), 4),
        ((3, 4, 5, 6, 7), 14),
    ]


def test_a_whole_board_decides_at_once():
    board = tuple(product(range(6), repeat=2))
    assert left_over(Puzzle(6, (Cage(board, "+", 125),)), ADD, 0) == [((), 1)]
    assert left_over(Puzzle(6, (Cage(board, "+", 126),)), ADD, 0) == [((), 0)]
    assert left_over(Puzzle(6, (Cage(board, "*", 720**6),)), MULTIPLY, 0) == [((), 1)]
    assert left_over(Puzzle(6, (Cage(board, "*", 720**6 * 7),)), MULTIPLY, 0) == [((), None)]


def test_there_are_none_where_a_line_need_not_hold_every_value():
    row = Cage(((0, 0), (0, 1)), "+", 4)
    assert left_over(Puzzle(3, (row,), values=(1, 2, 3, 4)), ADD, 9) == []
    product = Cage(((0, 0), (0, 1)), "*", 2)  # the zero that it leaves cannot be taken from a zero
    assert left_over(Puzzle(3, (product,), values=(0, 1, 2)), MULTIPLY, 9) == []


def test_an_operator_from_outside_need_not_evaluate_no_values():
    either = Operator(
        name="either",
        noun="exclusive or",
        evaluate=lambda values: reduce(xor, values),
        fold=Fold(0, xor),
        complement=xor,
    )
    with OPERATORS.registered(either):
        for target, solutions in ((0, 12), (1, 0)):
            puzzle = Puzzle(3, [Cage([(0, 0), (0, 1), (0, 2)], either, target)])
            assert left_over(puzzle, either, 0) == [((), target)]
            for backend in ("cp-sat", "sat", "brute-force"):
                assert count(puzzle, backend=backend) == solutions
