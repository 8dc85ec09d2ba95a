"""Counting by frontiers: their states, the symmetry of free lines, and what is given up."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from math import exp, inf

import numpy as np
import pytest
from corpus import keen, named
from engines import patched
from hypothesis import assume, given
from hypothesis import strategies as st
from oracle import few_solutions

from kenken_cp import Cage, Puzzle, boxes, diagonals
from kenken_cp.backends.cover import arrays, frontier, frontier_states
from kenken_cp.backends.cover.arrays import UnsuitableError
from kenken_cp.backends.cover.frontier_symmetry import Representatives, free_lines
from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.encode.exact_cover import ExactCover
from puzzles import board_sizes, planted

WAYS = {
    "as usual": {},
    "pruned at every step": {
        (frontier_states, "MIN_STATES_TO_PRUNE"): 0,
        (frontier_states, "PRUNING_GROWTH"): 0,
    },
    "in small chunks": {
        (frontier_states, "STATES_PER_STEP"): 20,
        (frontier_states, "STATES_PER_PRUNING_STEP"): 10,
        (frontier_states, "MIN_STATES_TO_PRUNE"): 0,
    },
    "full at once": {(frontier_states, "MAX_BYTES"): 1 << 12},
    "hashed alike": {(arrays, "_hashes"): lambda keys: keys[0] & np.uint64(3)},
    "without symmetry": {(frontier, "free_lines"): lambda cover, **_: None},
    "Python's integers": {(arrays, "COUNT_BITS"): 2},
}


def counts(puzzle, ways=WAYS):
    """The count in some ways."""
    cover = ExactCover(puzzle)
    for name in ways:
        with patched(WAYS[name]):
            yield frontier.count(cover, Clock(), max_states=inf)


def counted(puzzle, max_states=inf):
    return frontier.count(ExactCover(puzzle), Clock(), max_states=max_states)


@given(planted(sizes=board_sizes(2, 4), most=5))
def test_the_truth(puzzle_and_grid):
    puzzle, _ = puzzle_and_grid
    expected = few_solutions(puzzle)
    assume(expected is not None)
    assert set(counts(puzzle)) == {len(expected)}


@pytest.mark.parametrize(
    ("puzzle", "count"),
    [
        (Puzzle(1), 1),
        (Puzzle(5, houses=diagonals(5)), 960),
        (Puzzle((3, 5)), 66240),
        (Puzzle((1, 6)), 720),
        (Puzzle(2, [Cage([(0, 0), (0, 1)], "+", 99)]), 0),
    ],
    ids=named,
)
def test_known_counts(puzzle, count):
    assert set(counts(puzzle)) == {count}


def test_latin_squares_and_sudokus():
    """OEIS A002860; the regular bipartite graphs of 7 and 7 nodes are few."""
    assert counted(Puzzle(6)) == 812_851_200
    assert counted(Puzzle(6, houses=boxes(6, 2, 3))) == 28_200_960
    assert counted(Puzzle(7), max_states=100_000) == 61_479_419_904_000


@pytest.mark.slow
def test_givens_divide_the_latin_squares():
    """One given leaves a seventh of them; another in its line a sixth of these."""
    one, other = Cage([(0, 0)], "given", 2), Cage([(0, 3)], "given", 5)
    assert counted(Puzzle(7, [one])) == 61_479_419_904_000 // 7
    assert counted(Puzzle(7, [one, other])) == 61_479_419_904_000 // 42


@given(planted(sizes=board_sizes(2, 4), most=5), st.integers(0, 2), st.booleans())
@pytest.mark.slow
def test_free_lines_beside_others(puzzle_and_grid, lines, columns_first):
    puzzle, _ = puzzle_and_grid
    cages = [
        cage for cage in puzzle.cages if all(cell[columns_first] < lines for cell in cage.cells)
    ]
    puzzle = replace(puzzle, cages=tuple(cages), houses=())
    found = set(counts(puzzle, ("as usual", "full at once", "without symmetry")))
    assert len(found) == 1
    expected = few_solutions(puzzle)
    assert expected is None or found == {len(expected)}


@given(board_sizes(2, 4), st.integers(0, 2), st.data())
def test_boards_without_cages(size, spare, data):
    """With houses of all kinds, which break the symmetry of lines but not that of values."""
    puzzle = Puzzle(size)
    cells = st.lists(st.sampled_from(puzzle.cells), min_size=2, max_size=3, unique=True)
    houses = data.draw(st.lists(cells, max_size=2))
    values = range(-1, max(puzzle.rows, puzzle.columns, 3) - 1 + spare)
    puzzle = Puzzle(size, values=values, houses=houses)
    found = set(counts(puzzle, ("as usual", "full at once")))
    assert len(found) == 1
    expected = few_solutions(puzzle)
    assert expected is None or found == {len(expected)}


@pytest.mark.parametrize("most", [2**61, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**96])
def test_numbers_of_more_than_64_bits(most):
    keys = np.array([[7, 7, 9, 7]], np.uint64)
    counts = np.array([most, most, 2**32, 5], np.uint64 if most < 2**64 else object)
    found = frontier_states.merged(keys, counts)
    totals = dict(zip(found.keys[0].tolist(), found.counts.tolist(), strict=True))
    assert totals == {7: 2 * most + 5, 9: 2**32}
    assert {*map(type, totals.values())} == {int}


def test_counts_around_64_bits():
    """Permutations times derangements (OEIS A000166)."""
    assert counted(Puzzle((2, 13))) == 14_264_815_236_056_985_600 > 2**63
    assert counted(Puzzle((2, 14))) == 2_795_903_786_354_347_468_800 > 2**64


class TestBudgets:
    def test_states(self):
        assert counted(Puzzle(6), max_states=500) is None
        assert counted(Puzzle(6), max_states=10_000) == 812_851_200

    def test_a_count_is_divided_where_frontiers_are_full(self):
        puzzle = Puzzle(5, [Cage([(0, 0), (1, 1)], "+", 5)], houses=diagonals(5))
        whole = counted(puzzle)
        with patched({(frontier_states, "MAX_BYTES"): 1 << 12}):
            assert counted(puzzle, max_states=2000) is None
            clock = Clock()
            assert frontier.count(ExactCover(puzzle), clock, max_states=inf) == whole == clock.found
        assert whole > 100

    def test_it_gives_up_early_where_far_too_many_are_to_come(self):
        """A 9x9 of half its cages."""
        (puzzle,) = (puzzle for name, puzzle, _ in keen() if name == "keen-9n-04")
        with pytest.raises(UnsuitableError), Clock(30).running():
            counted(Puzzle(9, puzzle.cages[::2]))
        with patched({(frontier, "MAX_EXPECTED_STATES"): 10}):
            assert counted(Puzzle(5, houses=diagonals(5))) == 960  # too few to expect more of

    def test_the_clock_stops_it(self):
        clock = Clock(0.5)
        with clock.running(), pytest.raises(StoppedError) as stopped:
            frontier.count(ExactCover(Puzzle(7, houses=diagonals(7))), clock, max_states=inf)
        assert stopped.value.status is Status.TIMEOUT
        assert clock.elapsed < 2

    def test_what_a_frontier_is_expected_to_come_to(self):
        cover = ExactCover(Puzzle(5))
        encoding = frontier_states.Encoding(cover, cover.all_options)
        one = frontier_states.Frontier(encoding, encoding.moves(columns_first=False))
        assert one.log_expected_width == 0
        widths, expected = [], []
        while not one.finished:
            one.advance()
            widths.append(one.width)
            expected.append(exp(one.log_expected_width))
        assert expected[7] == pytest.approx(max(widths), rel=0.3)
        assert expected[-1] == 1


class TestSymmetry:
    GIVEN = Cage([(0, 0)], "given", 2)

    @pytest.mark.parametrize(
        ("puzzle", "rows", "columns"),
        [
            (Puzzle(4), 4, 4),
            (Puzzle((2, 5)), 2, 5),
            (Puzzle(4, [GIVEN]), 3, 3),
            (Puzzle(4, [Cage([(1, 0), (1, 3)], "+", 5)]), 3, 2),
            (Puzzle(4, [Cage([(0, 0), (1, 1), (2, 2)], "+", 5)]), 0, 0),
            (Puzzle(4, houses=boxes(4, 2, 2)), 0, 0),
            (Puzzle(4, houses=[[(0, 0), (1, 1)]]), 2, 2),
            (Puzzle(4, values=range(6)), 4, 4),
            (Puzzle(4, values=range(7)), 0, 0),
        ],
        ids=range(9),
    )
    def test_which_lines_are_free(self, puzzle, rows, columns):
        cover = ExactCover(puzzle)
        for columns_first, expected, length in (
            (False, rows, puzzle.columns),
            (True, columns, puzzle.rows),
        ):
            found = free_lines(cover, columns_first=columns_first)
            assert len(found.cells if found else []) == expected * length

    @given(st.data())
    def test_a_representative_arises_by_permuting_lines_and_values(self, data):
        lines, values = data.draw(st.integers(2, 4)), data.draw(st.integers(2, 4))
        bits = [[line * values + value for value in range(values)] for line in range(lines)]
        of_a_line = st.sets(st.integers(0, values - 1))
        state = data.draw(st.lists(of_a_line, min_size=lines, max_size=lines))

        def key(sets):
            return sum(1 << bits[line][value] for line in range(lines) for value in sets[line])

        equivalent = {
            key([{renamed[value] for value in line} for line in moved])
            for moved in permutations(state)
            for renamed in permutations(range(values))
        }
        found = Representatives(bits)(np.array([sorted(equivalent)], np.uint64))
        assert equivalent.issuperset(found[0].tolist())

    def test_equivalent_states_are_nearly_always_one(self):
        """The states after three rows of a Latin square of order 6: those of which each value is in
        three columns, and each column has three. Up to the order of columns and values there are 7,
        as trying all permutations shows.
        """
        drawn = random.Random(1)
        states = []
        while len(states) < 300:
            sets = [set() for _ in range(6)]
            for _ in range(3):
                row = drawn.sample(range(6), 6)
                for column, value in zip(sets, row, strict=True):
                    column.add(value)
            if all(len(column) == 3 for column in sets):
                states.append(
                    sum(1 << 6 * line + value for line in range(6) for value in sets[line])
                )
        bits = [[6 * line + value for value in range(6)] for line in range(6)]
        found = Representatives(bits)(np.array([states], np.uint64))
        assert len(set(states)) > 250
        assert len(set(found[0].tolist())) < 30
