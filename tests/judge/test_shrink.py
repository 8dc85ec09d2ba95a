from __future__ import annotations

from dataclasses import replace

import pytest
from judge.faulty import right, solver

from kenken_cp import Cage, Puzzle, count, diagonals, loads
from kenken_cp.generation import Recipe, numbered
from kenken_cp.generation.cages import with_cages
from kenken_cp.judge.shrink import Shrunk, shrink
from kenken_cp.judge.suites import SUITES
from kenken_cp.model.operators import GIVEN

truth = solver()


def reading_order(symbol, values, target):
    return values[0] - values[1] == target if symbol == "-" else right(symbol, values, target)


def truncating(symbol, values, target):
    return max(values) // min(values) == target if symbol == "/" else right(symbol, values, target)


FAULTY = {
    "ignores columns": (solver(columns=False), 2),
    "ignores rows": (solver(rows=False), 2),
    "forbids repeats in a cage": (solver(repeats=False), 2),
    "subtracts in reading order": (solver(meets=reading_order), 2),
    "truncates divisions": (solver(meets=truncating), 3),
    "off by one in the size": (solver(size=lambda n: n - 1), 1),
    "stops at the first solution": (lambda puzzle: solver()(puzzle, most=1), 2),
    "finds nothing on large boards": (lambda p: set() if p.size > 2 else truth(p), 3),
    "fears cages of four cells": (
        lambda p: set() if any(len(cage.cells) == 4 for cage in p.cages) else truth(p),
        2,
    ),
}
BY_SIZE = {"ignores columns": 4, "ignores rows": 4, "fears cages of four cells": 4}


class Judge:
    """A predicate that remembers what it was asked."""

    def __init__(self, fault, known=truth):
        self.fault, self.known, self.asked = fault, known, []

    def __call__(self, puzzle):
        self.asked.append(puzzle)
        return self.fault(puzzle) != self.known(puzzle)


def assert_minimal(puzzle, fails):
    """No given and no cage can be left out while the failure stays."""
    for cage in puzzle.cages:
        assert not fails(with_cages(puzzle, [cage], [])), cage


def shown_by(fault, size):
    """The first generated puzzle of a size that shows a fault."""
    judge = Judge(fault)
    recipe = Recipe(size, cage_sizes=(2, 3 if size > 4 else 4))
    some = (numbered(recipe, 1, number, unique=number % 2 == 0) for number in range(1, 200))
    return next(puzzle for puzzle in some if judge(puzzle))


@pytest.mark.parametrize("name", FAULTY)
def test_a_classic_fault_is_shown_on_a_tiny_board(name):
    fault, size = FAULTY[name]
    judge = Judge(fault)
    start = shown_by(fault, BY_SIZE.get(name, 5))
    shrunk = shrink(start, judge)
    small = shrunk.puzzle
    assert shrunk.open_question == ""
    assert small.size <= size
    assert len(judge.asked) == len(set(judge.asked)) < 700
    assert_minimal(small, judge)
    assert fault(small) != truth(small)
    assert small.expected == count(small)
    assert small.title == (f"{start.name}, shrunk" if small != start else start.title)


def test_six_by_six():
    """On boards that a solver by brute force cannot do, the fault is a property of the puzzle."""

    def fails(puzzle):
        return any(c.operator and c.operator.symbol == "/" and c.target == 3 for c in puzzle.cages)

    start = next(
        puzzle for number in range(1, 200) if fails(puzzle := numbered(Recipe(6), 1, number))
    )
    small = shrink(start, fails).puzzle
    assert small.size == 3
    assert [cage.clue for cage in small.cages if len(cage.cells) > 1] == ["3/"]


def test_a_fault_that_only_large_boards_show_loses_its_cages():
    start = numbered(Recipe(5, cage_sizes=(2, 4)), 1, 1)

    def fails(puzzle):
        return puzzle.size == 5 and any(len(cage.cells) > 2 for cage in puzzle.cages)

    shrunk = shrink(start, fails, solutions=100)
    small = shrunk.puzzle
    (cage,) = [cage for cage in small.cages if len(cage.cells) > 1]
    assert len(cage.cells) == 3
    assert cage.operator.symbol == "+"
    assert small.expected == count(small) <= 100
    assert shrunk.open_question == "What would have more than 100 solutions was not tried."
    for given in small.cages:
        assert given is cage or count(with_cages(small, [given], []), limit=101) > 100


def test_sums_that_are_compared_by_their_last_digits_are_shown_on_a_small_board():
    """A puzzle without a solution gives ones with targets that are 10 or 100 too large."""
    (start,) = [p for p in SUITES.named("smoke").puzzles if p.title.startswith("7x7, no solution")]

    def by_last_digit(symbol, values, target):
        if symbol == "+":
            return (sum(values) - target) % 10 == 0
        return right(symbol, values, target)

    fault = solver(meets=by_last_digit)
    small = shrink(start, lambda p: p.size > 3 or fault(p) != truth(p)).puzzle
    assert (small.size, small.expected, len(small.cages)) == (2, 0, 1)


def test_what_cannot_be_solved_loses_its_cages_too():
    """There is no grid to take givens from."""
    start = numbered(Recipe(5, cage_sizes=(2, 4)), 1, 1)
    impossible = [Cage(cage.cells, "+", 99) for cage in start.cages if len(cage.cells) > 2]
    start = with_cages(start, [c for c in start.cages if len(c.cells) > 2], impossible)
    assert len(start.cages) > 5

    def fails(puzzle):
        return puzzle.size == 5 and count(puzzle, limit=1) == 0

    small = shrink(start, fails).puzzle
    assert len(small.cages) == 1
    assert_minimal(small, fails)


def test_that_it_may_not_be_minimal_is_said():
    start = numbered(Recipe(4), 1, 1)
    fails = lambda puzzle: puzzle.size == 4 and bool(puzzle.cages)  # noqa: E731
    late = "The time was over before each given and cage had been left out once."
    assert shrink(start, fails, calls=20).open_question == late
    shrunk = shrink(start, fails)
    assert (len(shrunk.puzzle.cages), shrunk.open_question) == (1, "")


def test_unusual_parts_go():
    recipe = Recipe(3, rules="calcudoku", values=range(-1, 4), houses=diagonals(3), hidden=1.0)
    start = numbered(recipe, 1, 1)
    small = shrink(start, lambda puzzle: puzzle.size == 3).puzzle
    assert (small.values, small.houses) == ((1, 2, 3), ())
    assert all(cage.operator is GIVEN for cage in small.cages)
    small = shrink(start, lambda puzzle: any(c.operator is None for c in puzzle.cages)).puzzle
    assert small.size == 2
    assert [c.operator for c in small.cages if len(c.cells) > 1] == [None]


def test_free_cells_stay_only_if_they_matter():
    start = loads("ab.c\nabdc\n.ddc\n....\n\na 1-\nb 2-\nc 6+\nd 12*\n")
    small = shrink(start, lambda puzzle: bool(puzzle.free_cells)).puzzle
    assert (small.size, len(small.free_cells)) == (1, 1)
    small = shrink(start, lambda puzzle: puzzle.size == 4 and bool(puzzle.free_cells)).puzzle
    assert small.cages == ()


def test_no_free_cells_for_a_solver_that_never_heard_of_them():
    def fault(puzzle):
        return set() if puzzle.free_cells or len(puzzle.cages) == 3 else truth(puzzle)

    judge = Judge(fault)
    shrunk = shrink(numbered(Recipe(4), 1, 1), judge)
    assert shrunk.open_question == (
        "It fails wherever cells are free: no given and no cage was left out."
    )
    assert (shrunk.puzzle.size, len(shrunk.puzzle.cages)) == (2, 3)
    assert not shrunk.puzzle.free_cells
    assert 1 <= sum(bool(puzzle.free_cells) for puzzle in judge.asked) <= 3


def test_a_puzzle_without_solutions_stays_without():
    judge = Judge(lambda puzzle: truth(puzzle) or {"a grid"})
    (start,) = [p for p in SUITES.named("tricky").puzzles if "every cage has its values" in p.title]
    small = shrink(start, judge).puzzle
    assert (small.size, small.expected) == (2, 0)
    assert_minimal(small, judge)


def test_a_large_target_stays_only_if_it_matters():
    def claims_one_where_there_is_none(puzzle):
        return truth(puzzle) or {"a grid"}

    start = Puzzle(2, [Cage([(0, 0), (1, 0)], "*", 4294967298)])
    (cage,) = shrink(start, Judge(claims_one_where_there_is_none)).puzzle.cages
    assert (cage.operator.symbol, cage.target) == ("*", 1)

    def overflows(puzzle):
        short = [replace(cage, target=cage.target % 2**32) for cage in puzzle.cages]
        return truth(replace(puzzle, cages=tuple(short)))

    (cage,) = shrink(start, Judge(overflows)).puzzle.cages
    assert cage.target == 4294967298


def test_what_cannot_shrink_is_returned_as_it_is():
    start = numbered(Recipe(4), 1, 1)
    assert shrink(start, lambda puzzle: False) == Shrunk(start)
    one = Puzzle(1, [Cage([(0, 0)], "=", 1)])
    assert shrink(one, lambda puzzle: puzzle.cages) == Shrunk(one)


def test_bounds():
    start = numbered(Recipe(5), 1, 1)
    judge = Judge(lambda puzzle: truth(puzzle))
    shrink(start, judge, calls=5)
    assert len(judge.asked) == 5
    judge = Judge(lambda puzzle: truth(puzzle))
    shrink(start, judge, seconds=1e-9)
    assert judge.asked == []


def test_the_same_again():
    fault, _ = FAULTY["forbids repeats in a cage"]
    start = shown_by(fault, 5)
    first, second = Judge(fault), Judge(fault)
    assert shrink(start, first) == shrink(start, second)
    assert first.asked == second.asked


def test_it_starts_with_the_smallest():
    judge = Judge(truth)
    shrink(replace(numbered(Recipe(5), 1, 1), title="t"), judge, calls=300)
    sizes = [puzzle.size for puzzle in judge.asked]
    assert sizes == sorted(sizes)
    assert sizes[0] == 1


def test_a_rectangle_loses_rows_and_columns():
    start = numbered(Recipe((3, 6), cage_sizes=(2, 3)), 1, 1)
    assert shrink(start, lambda puzzle: True).puzzle.size == 1
    small = shrink(start, lambda puzzle: puzzle.columns > puzzle.rows).puzzle
    assert (small.size, small.expected) == ((1, 2), count(small))
    small = shrink(start, lambda puzzle: puzzle.columns == 6).puzzle
    assert small.size == (1, 6)
    small = shrink(start, lambda puzzle: puzzle.rows == 3).puzzle
    assert small.size == (3, 1)


def test_a_square_stays_square():
    asked = []
    shrink(numbered(Recipe(4), 1, 1), lambda puzzle: asked.append(puzzle.size), calls=200)
    assert set(asked) <= {1, 2, 3, 4}


def test_an_operator_from_outside_is_kept():
    from dataclasses import replace as changed

    from kenken_cp.model.operators import ADD, OPERATORS

    twin = changed(ADD, name="twin", symbol="@", glyph="@", aliases=(), spellings={}, linear=None)
    with OPERATORS.registered(twin):
        start = Puzzle(4, [Cage([(0, 0), (0, 1), (1, 0)], twin, 6), Cage([(3, 2), (3, 3)], "+", 5)])
        small = shrink(start, lambda puzzle: any(c.operator is twin for c in puzzle.cages)).puzzle
        assert (small.size, [c.operator for c in small.cages if len(c.cells) > 1]) == (2, [twin])
