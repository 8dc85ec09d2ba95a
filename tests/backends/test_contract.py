"""Every backend on every puzzle that it can do in time: the same *sets* of solutions."""

from __future__ import annotations

import pytest
from corpus import (
    LARGE_SUMS,
    LONG_COUNTS,
    LOOSE,
    counted,
    grid_of,
    keen,
    published,
    published_solutions,
    shipped,
)
from engines import (
    FAST,
    HAND_WRITTEN,
    each_backend,
    each_backend_by_default,
    each_fast_backend,
    each_quick_backend,
    reference,
)
from hypothesis import assume, given
from hypothesis import strategies as st

from kenken_cp import Cage, Limits, Puzzle, Status, boxes, solve, violations
from kenken_cp.encode.exact_cover import ExactCover, TooManyOptionsError
from kenken_cp.model.operators import CONCATENATION, ORDER
from kenken_cp.search.engine import BACKENDS
from kenken_cp.search.verbs import count_solutions, find_solutions
from puzzles import board_sizes, planted

LARGEST = {
    "auto": 30,
    "cp-sat": 30,
    "sat": 20,
    "python-constraint": 5,
    "brute-force": 3,
    "cover": 16,
    "logic": 16,
    "propagation": 4,
    "best-first": 4,
    "mcv-lcv": 4,
    "backtracking": 4,
}
"""The longest line of a board that a backend is run on."""

LONG = {"latin/latin-5.kk"}
"""Puzzles of many solutions, which CP-SAT takes long to enumerate."""

MAX_DEDUCED, MAX_EVER_DEDUCED = 30, 60
"""Solutions that the hand-written solver finds in half a second, and in one or two."""

MAX_PLAIN = 60
"""Solutions that python-constraint finds in half a second."""


def every(puzzle, backend, most=None):
    found = []
    outcome = find_solutions(puzzle, found.append, Limits(most), backend=backend)
    assert len(set(found)) == len(found) == outcome.count
    assert (outcome.status is Status.EXHAUSTED) == outcome.count.exact
    return set(found), outcome


def able(backend, puzzle):
    return max(puzzle.rows, puzzle.columns) <= LARGEST[backend]


def test_every_backend_is_in_the_contract():
    assert set(LARGEST) == set(BACKENDS.names())
    assert {name for name, most in LARGEST.items() if most >= 6} == {*FAST, "sat", HAND_WRITTEN[0]}


def too_long(name, backend):
    """Whether a shipped puzzle is no test of a backend by default."""
    puzzle = shipped()[name]
    most = {"logic": MAX_DEDUCED, "python-constraint": MAX_PLAIN}.get(backend, puzzle.expected)
    return name in LOOSE or puzzle.expected > most


def shipped_to(backend):
    """The names of the shipped puzzles that a backend does by default, and of those that it does in
    the slow run. By default two engines that share nothing do all, the others every third.
    """
    number = BACKENDS.names().index(backend)
    chosen, others = [], []
    for at, (name, puzzle) in enumerate(shipped().items()):
        if name in LONG or not able(backend, puzzle):
            continue
        if name in LOOSE and backend != "sat":
            continue
        if backend == "logic" and puzzle.expected > MAX_EVER_DEDUCED:
            continue
        always = backend in ("cp-sat", "cover", "brute-force") or at % 3 == number % 3
        (chosen if always and not too_long(name, backend) else others).append(name)
    return chosen, others


def wrong_counts(backend, names):
    """The puzzles of which a backend does not find as many different grids as are stated. What it
    finds is verified, so that all who find as many find the same.
    """
    found = {}
    for name in names:
        try:
            found[name] = every(shipped()[name], backend)[1]
        except TooManyOptionsError:
            assert backend == "cover"  # which refuses cages of many tuples
    return {
        name: outcome
        for name, outcome in found.items()
        if (outcome.status, outcome.count) != (Status.EXHAUSTED, shipped()[name].expected)
    }


each_but_auto = pytest.mark.parametrize(
    "backend", [name for name in BACKENDS.names() if name != "auto"]
)
"""``auto`` does all shipped puzzles in tests/attacks/test_golden.py."""


@each_but_auto
def test_shipped_puzzles_have_their_stated_counts(backend):
    chosen, _ = shipped_to(backend)
    assert len(chosen) > 6
    assert wrong_counts(backend, chosen) == {}


@pytest.mark.slow
@each_but_auto
def test_shipped_puzzles_have_their_stated_counts_on_all_others(backend):
    _, others = shipped_to(backend)
    assert wrong_counts(backend, others) == {}


def test_every_shipped_puzzle_is_done_by_two_engines():
    done = [name for backend in ("cp-sat", "cover") for name in shipped_to(backend)[0]]
    assert {name for name in shipped() if done.count(name) < 2} == LOOSE | LONG
    assert all(shipped()[name].expected.exact for name in shipped())


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(LONG))
def test_shipped_puzzles_of_many_solutions(name):
    """Enumerated, each grid verified and remembered."""
    puzzle, found = shipped()[name], set()
    outcome = find_solutions(puzzle, found.add, backend="auto")
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, puzzle.expected)
    assert len(found) == puzzle.expected
    assert outcome.engine == "bulk"


@pytest.mark.parametrize("name", sorted(LONG))
def test_shipped_puzzles_of_many_solutions_counted(name):
    puzzle = shipped()[name]
    assert count_solutions(puzzle, backend="cover").count == puzzle.expected


@given(planted(sizes=board_sizes(1, 3)))
def test_planted_grids_are_found_by_all(puzzle_and_grid):
    puzzle, grid = puzzle_and_grid
    expected, _ = every(puzzle, "python-constraint")
    assert grid in expected
    assert all(violations(puzzle, solution) == [] for solution in expected)
    for backend in BACKENDS.names():
        if backend != "python-constraint":
            found, _ = every(puzzle, backend)
            assert found == expected, backend


@given(planted(sizes=board_sizes(2, 4)), st.data())
def test_relabelling_keeps_the_count(puzzle_and_grid, data):
    """Permuted rows, permuted columns, and rows exchanged with columns change no count.

    Extra houses are moved along with the cells. Only a concatenation and an order of
    values read them in their order.
    """
    puzzle, _ = puzzle_and_grid
    assume(all(cage.operator not in (CONCATENATION, ORDER) for cage in puzzle.cages))
    rows = data.draw(st.permutations(range(puzzle.rows)))
    columns = data.draw(st.permutations(range(puzzle.columns)))

    def move(cells):
        return tuple((columns[column], rows[row]) for row, column in cells)

    moved = Puzzle(
        (puzzle.columns, puzzle.rows),
        tuple(Cage(move(cage.cells), cage.operator, cage.target) for cage in puzzle.cages),
        puzzle.values,
        tuple(move(house) for house in puzzle.houses),
        puzzle.rules,
    )
    one = find_solutions(puzzle, limits=Limits(600))
    other = find_solutions(moved, limits=Limits(600))
    assert (one.status, one.count) == (other.status, other.count)


@pytest.mark.slow
@each_fast_backend
def test_keen_in_full(backend):
    """All 653, of which CP-SAT does every tenth: one solution, and the right one."""
    assert len(keen()) == 653
    for number, (name, puzzle, solution) in enumerate(keen()):
        if backend == "cp-sat" and number % 10:
            continue
        outcome = solve(puzzle, backend=backend)
        assert outcome.unique is True, name
        assert outcome.solution == solution, name


@pytest.mark.slow
@pytest.mark.parametrize(
    ("backend", "count"),
    [("cp-sat", find_solutions), ("cover", find_solutions), ("cover", count_solutions)],
)
def test_counted_puzzles_in_full(backend, count):
    """All 131 but the long ones, and for exact cover the boards of large sums; ``auto`` finds and
    counts them all in tests/attacks/test_golden.py.
    """
    assert len(counted()) == 131
    assert {puzzle.title for puzzle in counted()} > LONG_COUNTS
    for puzzle in counted():
        if puzzle.title in LONG_COUNTS:
            continue
        if backend == "cp-sat" or puzzle.title not in LARGE_SUMS:
            outcome = count(puzzle, backend=backend)
            assert outcome.status is Status.EXHAUSTED
            assert outcome.count == puzzle.expected, puzzle.title


def cover_or_sat(puzzle):
    """``cover``, which refuses cages of very many tuples; for such a puzzle ``sat``."""
    try:
        ExactCover(puzzle)
    except TooManyOptionsError:
        return "sat"
    return "cover"


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["cp-sat", pytest.param("auto", marks=pytest.mark.slow)])
def test_published_puzzles_in_full(backend):
    assert len(published()) == 164
    for puzzle in published():
        other = cover_or_sat(puzzle)
        found, outcome = every(puzzle, backend)
        assert puzzle.expected.agrees(outcome.count), puzzle.title
        assert found == reference(puzzle, other), puzzle.title
        if digits := published_solutions().get(puzzle.title):
            assert found == {grid_of(digits, puzzle.size)}, puzzle.title
        for name in (backend, other):
            if BACKENDS.named(name).count is not None:
                assert count_solutions(puzzle, backend=name).count == outcome.count, puzzle.title
    assert len(published_solutions()) == 41


@pytest.mark.slow
def test_published_puzzles_on_python_constraint():
    """Those up to 5x5: most of them, by an engine that shares nothing but the rules."""
    small = [puzzle for puzzle in published() if puzzle.size <= 5]
    assert len(small) > 60
    for puzzle in small:
        found, _ = every(puzzle, "python-constraint")
        assert found == reference(puzzle), puzzle.title


def test_latin_squares():
    """OEIS A002860; that the files have these counts is tested above."""
    stated = [shipped()[f"latin/latin-{order}.kk"].expected for order in range(1, 6)]
    assert stated == [1, 2, 12, 576, 161280]


@each_backend
@pytest.mark.parametrize(("order", "squares"), [(1, 1), (2, 1), (3, 1), (4, 4)], ids=str)
def test_reduced_latin_squares(order, squares, backend):
    """First row and first column in order; OEIS A000315."""
    border = {(0, i): i + 1 for i in range(order)} | {(i, 0): i + 1 for i in range(order)}
    cages = tuple(Cage((cell,), "given", value) for cell, value in border.items())
    assert find_solutions(Puzzle(order, cages), backend=backend).count == squares


@each_quick_backend
def test_reduced_latin_squares_of_order_five(backend):
    test_reduced_latin_squares(5, 56, backend)


@each_backend_by_default
def test_a_killer_repeats_no_value_in_a_cage_that_houses_would_let_repeat_one(backend):
    """Three cells that make 6: 1, 2 and 3, or 4 between two 1s that share no line. What is left for
    the last cell are two values, or three.
    """
    corner = Cage(((0, 0), (0, 1), (1, 0)), "+", 6)
    for rules, solutions in (("killer", 6 * 2), ("kenken", 6 * 2 + 3)):
        found, _ = every(Puzzle(2, (corner,), range(1, 5), rules=rules), backend)
        assert len(found) == solutions


class TestRectangles:
    @each_backend
    @pytest.mark.parametrize(
        ("size", "values", "count"),
        [
            ((1, 4), (), 24),
            ((4, 1), (), 24),
            ((2, 3), (), 12),
            ((3, 2), (), 12),
            ((2, 4), (), 216),
            ((2, 3), range(4), 24 * 11),
            ((1, 1), range(5), 5),
        ],
        ids=str,
    )
    def test_latin_rectangles(self, size, values, count, backend):
        """With n columns n! for the first row; for the second as many as have no fixed point
        (1, 2, 9, ...).
        """
        puzzle = Puzzle(size, values=values)
        assert find_solutions(puzzle, backend=backend).count == count
        if BACKENDS.named(backend).count is not None:
            assert count_solutions(puzzle, backend=backend).count == count

    @each_quick_backend
    def test_three_rows_of_four(self, backend):
        """As many as Latin squares of order 4, for there is one fourth row."""
        self.test_latin_rectangles((3, 4), (), 576, backend)

    @each_backend
    def test_boxes(self, backend):
        """Where the box of a board is full, but its columns are not."""
        puzzle = Puzzle((2, 4), houses=boxes((2, 4), 2, 2))
        assert every(puzzle, backend)[0] == reference(puzzle, "python-constraint")
        assert len(reference(puzzle, "python-constraint")) == 24 * 4


@pytest.mark.slow
def test_the_oracle_takes_boards_of_more_cells_than_python_has_calls():
    assert solve(Puzzle(32), backend="brute-force", limit=1).count == 1
