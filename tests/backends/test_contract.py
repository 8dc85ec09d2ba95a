"""Every backend on every puzzle that it can do in time: the same *sets* of solutions."""

from __future__ import annotations

import pytest
from corpus import counted, grid_of, keen, published, published_solutions, shipped
from engines import each_backend, marks_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import planted

from kenken_cp import Cage, Limits, Puzzle, Status, each_solution, loads, solve, violations
from kenken_cp.search.backend import BACKENDS
from kenken_cp.search.run import count_solutions, find_solutions

NAMES = [backend.name for backend in BACKENDS]
LARGEST = {
    "auto": 16,
    "cp-sat": 16,
    "python-constraint": 5,
    "brute-force": 3,
    "cover": 16,
    "compiled": 16,
    "logic": 16,
    "propagation": 16,
    "best-first": 16,
    "mcv-lcv": 6,
    "backtracking": 4,
}
LOOSE = {
    "12x12/large-cages.kk",
    "16x16/large-cages.kk",
    "ambiguous/6x6-388.kk",
    "ambiguous/7x7-258.kk",
    "ambiguous/8x8-92.kk",
    "ambiguous/9x9-144.kk",
}
"""Puzzles that take the hand-written solver seconds to hours."""

"""The largest size that a backend is asked for here."""

LARGE_SUMS = {
    "count-7-big-02",
    "count-7-sum-02",
    "count-8-big-05",
    "count-8-sum-05",
    "count-9-big-02",
    "count-9-big-08",
    "count-9-big-14",
    "count-9-sum-01",
}
"""Counted puzzles that take exact cover in Python more than two seconds."""

each_fast_backend = pytest.mark.parametrize(
    "backend",
    [pytest.param(name, marks=marks_of(name)) for name in ("auto", "cp-sat", "cover", "compiled")],
)


def every(puzzle, backend, most=None):
    found = []
    outcome = find_solutions(
        puzzle, lambda grid: not found.append(grid), Limits(most), backend=backend
    )
    assert len(set(found)) == len(found) == outcome.count
    assert (outcome.status is Status.EXHAUSTED) == outcome.count.exact
    return set(found), outcome


def test_every_backend_is_in_the_contract():
    assert set(LARGEST) == set(NAMES)


def able(backend, name):
    puzzle = shipped()[name]
    few = puzzle.expected < 1000
    simple = few and (name not in LOOSE or backend == "auto")
    return max(puzzle.rows, puzzle.columns) <= LARGEST[backend] and (simple or backend == "cp-sat")


@pytest.mark.parametrize(
    ("name", "backend"),
    [
        pytest.param(name, backend, marks=marks_of(backend))
        for name in shipped()
        for backend in NAMES
        if able(backend, name)
    ],
)
def test_shipped_puzzles_have_their_stated_counts(name, backend):
    puzzle = shipped()[name]
    assert puzzle.expected.exact
    found, outcome = every(puzzle, backend)
    assert outcome.status is Status.EXHAUSTED
    assert outcome.count == puzzle.expected
    if backend != "cp-sat":
        assert found == every(puzzle, "cp-sat")[0]


@each_backend
@given(planted(sizes=st.integers(1, 3)))
def test_planted_grids_are_found_by_all(backend, puzzle_and_grid):
    puzzle, grid = puzzle_and_grid
    found, _ = every(puzzle, backend)
    assert grid in found
    assert found == every(puzzle, "python-constraint")[0]
    assert all(violations(puzzle, solution) == [] for solution in found)


@settings(max_examples=40)
@given(planted(sizes=st.just(4), most=5))
def test_planted_grids_of_order_four(puzzle_and_grid):
    """Those with up to 500 solutions: a loose one takes python-constraint minutes."""
    puzzle, grid = puzzle_and_grid
    found, outcome = every(puzzle, "cp-sat", 500)
    assume(outcome.status is Status.EXHAUSTED)
    assert grid in found
    assert found == every(puzzle, "python-constraint")[0]


@given(planted(sizes=st.integers(2, 4)), st.data())
def test_relabelling_keeps_the_count(puzzle_and_grid, data):
    """Permuted rows, permuted columns, and rows exchanged with columns change no count.

    Extra houses are moved along with the cells.
    """
    puzzle, _ = puzzle_and_grid
    rows = data.draw(st.permutations(range(puzzle.size)))
    columns = data.draw(st.permutations(range(puzzle.size)))

    def move(cells):
        return tuple((columns[column], rows[row]) for row, column in cells)

    moved = Puzzle(
        puzzle.size,
        tuple(Cage(move(cage.cells), cage.operator, cage.target) for cage in puzzle.cages),
        puzzle.values,
        tuple(move(house) for house in puzzle.houses),
        puzzle.rules,
    )
    limit = Limits(600)
    one = find_solutions(puzzle, lambda _: True, limit)
    other = find_solutions(moved, lambda _: True, limit)
    assert (one.status, one.count) == (other.status, other.count)


@each_fast_backend
def test_keen_in_full(backend):
    """All 653: one solution, and the right one."""
    puzzles = keen()
    assert len(puzzles) == 653
    for name, puzzle, solution in puzzles:
        outcome = solve(puzzle, backend=backend)
        assert outcome.unique is True, name
        assert outcome.solution == solution, name


@pytest.mark.parametrize("count", [count_solutions, each_solution])
@each_fast_backend
def test_counted_puzzles_in_full(backend, count):
    """All 131, of which exact cover alone leaves out the boards of large sums."""
    assert len(counted()) == 131
    for puzzle in counted():
        if backend in ("auto", "cp-sat") or puzzle.title not in LARGE_SUMS:
            outcome = count(puzzle, backend=backend, visit=lambda _: True)
            assert outcome.status is Status.EXHAUSTED
            assert outcome.count == puzzle.expected, puzzle.title


@each_fast_backend
def test_published_puzzles_in_full(backend):
    assert len(published()) == 164
    for puzzle in published():
        found, outcome = every(puzzle, backend)
        assert puzzle.expected.agrees(outcome.count), puzzle.title
        if digits := published_solutions().get(puzzle.title):
            assert found == {grid_of(digits, puzzle.size)}, puzzle.title
        assert count_solutions(puzzle, backend=backend).count == outcome.count, puzzle.title
    assert len(published_solutions()) == 41


def test_published_puzzles_on_python_constraint():
    """Those up to 5x5: most of them, by an engine that shares nothing but the rules."""
    small = [puzzle for puzzle in published() if puzzle.size <= 5]
    assert len(small) > 60
    for puzzle in small:
        found, _ = every(puzzle, "python-constraint")
        assert found == every(puzzle, "cp-sat")[0], puzzle.title


def test_latin_squares():
    """OEIS A002860; that the files have these counts is tested above."""
    stated = [shipped()[f"latin/latin-{order}.kk"].expected for order in range(1, 6)]
    assert stated == [1, 2, 12, 576, 161280]


@each_backend
@pytest.mark.parametrize(("order", "squares"), [(1, 1), (2, 1), (3, 1), (4, 4), (5, 56)], ids=str)
def test_reduced_latin_squares(order, squares, backend):
    """First row and first column in order; OEIS A000315."""
    border = {(0, i): i + 1 for i in range(order)} | {(i, 0): i + 1 for i in range(order)}
    cages = tuple(Cage((cell,), "given", value) for cell, value in border.items())
    assert each_solution(Puzzle(order, cages), lambda _: True, backend=backend).count == squares


class TestSeeds:
    """Facts about the puzzles of five earlier solvers."""

    @pytest.mark.parametrize(
        ("name", "solution"),
        [
            ("4x4/cs332.kk", "3412213412434321"),
            ("5x5/cs332.kk", "5321445123214353254114352"),
            ("6x6/cs332.kk", "541326236154165243423615614532352461"),
            (
                "8x8/cs332.kk",
                "1724856335721846781546326153247882476315238671545461328746385721",
            ),
            (
                "9x9/sudoku-patterns.kk",
                "135769248467823915298154763581247639374695182926318457643982571812576394759431826",
            ),
        ],
    )
    def test_solutions(self, name, solution):
        puzzle = shipped()[name]
        found, _ = every(puzzle, "cp-sat")
        assert found == {grid_of(solution, puzzle.size)}

    @pytest.mark.parametrize("backend", ["cp-sat", "python-constraint"])
    def test_the_three_of_neknek(self, backend):
        found, _ = every(shipped()["ambiguous/5x5-three.kk"], backend)
        assert found == {
            grid_of(digits, 5)
            for digits in (
                "3521442531531422145314325",
                "5321442531351422145314325",
                "3251445231531422145314325",
            )
        }

    @pytest.mark.parametrize("backend", ["cp-sat", "python-constraint"])
    def test_the_eight_of_kenken_puzzle_solver(self, backend):
        found, _ = every(shipped()["ambiguous/6x6-eight.kk"], backend)
        ends = ["416523645132", "416532645123"]
        assert found == {
            grid_of(top + middle + end, 6)
            for top in ("254316532461", "254361532416")
            for middle in ("123654361245", "321654163245")
            for end in ends
        }

    def test_the_two_of_aikenken(self):
        four = "9 + 0 4 5\n12 * 1 2 3\n1 - 6 7\n6 * 8 9 10\n2 / 11 15\n2 - 12 13\n4 . 14\n"
        assert every(loads(four, "aikenken"), "cp-sat")[1].count == 1
        assert every(shipped()["ambiguous/6x6-four.kk"], "python-constraint")[1].count == 4
