import math
from itertools import product

from hypothesis import given
from strategies import planted

from kenken_cp.encode.instance import instance
from kenken_cp.encode.line_sums import line_sums
from kenken_cp.model.geometry import boxes
from kenken_cp.model.operators import ADD, MULTIPLY
from kenken_cp.model.puzzle import Cage, Puzzle


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


def test_boxes_count_as_lines():
    cage = Cage(((0, 0), (0, 1), (1, 0)), "+", 7)
    assert left_over(Puzzle(4, (cage,), houses=boxes(4, 2, 2)), ADD, 1) == [((5,), 3)]


def test_a_whole_board_decides_at_once():
    board = tuple(product(range(6), repeat=2))
    assert left_over(Puzzle(6, (Cage(board, "+", 125),)), ADD, 0) == [((), 1)]
    assert left_over(Puzzle(6, (Cage(board, "+", 126),)), ADD, 0) == [((), 0)]
    assert left_over(Puzzle(6, (Cage(board, "*", 720**6),)), MULTIPLY, 0) == [((), 1)]
    assert left_over(Puzzle(6, (Cage(board, "*", 720**6 * 7),)), MULTIPLY, 0) == [((), None)]


def test_there_are_none_where_a_line_need_not_hold_every_value():
    row = Cage(((0, 0), (0, 1)), "+", 4)
    assert left_over(Puzzle(3, (row,), values=(1, 2, 3, 4)), ADD, 9) == []
    assert left_over(Puzzle(3, (row,), values=(0, 1, 2)), MULTIPLY, 9) == []
