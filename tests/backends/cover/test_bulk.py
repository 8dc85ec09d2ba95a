"""The bulk engine on its own: what it visits, what it counts, and which nodes it merges."""

from __future__ import annotations

from itertools import product
from math import inf
from random import Random

import numpy as np
import pytest
from corpus import keen
from engines import patched
from hypothesis import assume, given
from hypothesis import strategies as st
from oracle import few_solutions

from kenken_cp import Cage, Puzzle, boxes
from kenken_cp.backends.cover import arrays, bulk, bulk_inference, bulk_nodes
from kenken_cp.backends.cover.arrays import UnsuitableError
from kenken_cp.backends.cover.propagation import propagate
from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.encode.exact_cover import ExactCover
from puzzles import board_sizes, planted

WAYS = {
    "as usual": {},
    "few at a time, hardly any merged": {
        (bulk_nodes, "MAX_BYTES"): 1,
        (bulk_nodes, "FEW_NODES"): 2,
        (bulk, "FEW_NODES"): 2,
        (bulk_nodes, "NODES_PER_STEP"): 7,
        (bulk_nodes, "NODES_PER_VISITING_STEP"): 5,
        (bulk, "NODES_AT_ONCE"): 5,
    },
    "all merged that wait": {(bulk_nodes, "FEW_NODES"): 0},
    "Python's integers": {(bulk_nodes, "FEW_NODES"): 0, (arrays, "COUNT_BITS"): 2},
}


def covers(puzzle):
    """Cages by tables, and by automata."""
    for tables in (1 << 26, 0):
        with patched({(bulk_inference, "MAX_TABLE_BYTES"): tables}):
            yield ExactCover(puzzle)


def counts(puzzle):
    """The count in all ways, of all covers."""
    for cover, constants in product(covers(puzzle), WAYS.values()):
        with patched(constants):
            yield bulk.count(cover, Clock(), max_nodes=inf)


class Visitor:
    """Keeps what it visits, as grids; wants no more after some batches."""

    def __init__(self, puzzle, batches=None):
        self._puzzle, self._batches = puzzle, batches
        self.arrays, self.grids = [], []

    def __call__(self, batch):
        assert batch.ndim == 2
        assert batch.shape[1] == len(self._puzzle.cells)
        assert len(batch)
        assert np.issubdtype(batch.dtype, np.integer)
        self.arrays.append(batch)
        rows = batch.reshape(len(batch), self._puzzle.rows, self._puzzle.columns).tolist()
        self.grids += [tuple(map(tuple, grid)) for grid in rows]
        return len(self.arrays) != self._batches


def visited(puzzle, known=frozenset(), **arguments):
    visitor = Visitor(puzzle)
    ended = bulk.visit_all(ExactCover(puzzle), visitor, Clock(), known=known, **arguments)
    return ended, visitor.grids


@given(planted(sizes=board_sizes(2, 4), most=5))
def test_each_solution_is_visited_once_and_counted(puzzle_and_grid):
    puzzle, _ = puzzle_and_grid
    expected = few_solutions(puzzle)
    assume(expected is not None)
    assert set(counts(puzzle)) == {len(expected)}
    for constants in WAYS.values():
        with patched(constants):
            ended, grids = visited(puzzle)
        assert ended.status is Status.EXHAUSTED
        assert len(grids) == len(expected)
        assert set(grids) == expected


FIRST_ROW = [Cage([(0, column)], "given", column + 1) for column in range(4)]


@pytest.mark.parametrize(
    ("puzzle", "expected"),
    [
        (Puzzle(1), 1),
        (Puzzle((1, 3)), 6),
        (Puzzle(4, FIRST_ROW, houses=boxes(4, 2, 2)), 12),
        (Puzzle((2, 2), values=[-1, 0, 4, 9]), 84),
        # Of two boards on which the cage is filled but for one cell, one needs a zero there.
        (Puzzle(2, [Cage([(0, 1), (1, 0), (1, 1)], None, 0)], values=range(4)), 54),
        (Puzzle(2, [Cage([(0, 0), (0, 1)], "+", 99)]), 0),
    ],
)
def test_known_counts(puzzle, expected):
    assert set(counts(puzzle)) == {expected}


A_FIFTH = Puzzle(5, (Cage(((0, 0),), "given", 1),))
"""Of all Latin squares of order 5."""


class TestVisits:
    @pytest.mark.parametrize("values", [range(-1, 3), range(254, 258), range(1, 5)], ids=str)
    def test_grids_of_any_values(self, values):
        _, grids = visited(Puzzle(4, values=values))
        assert len(set(grids)) == len(grids) == 576
        assert {value for grid in grids for row in grid for value in row} == set(values)

    @pytest.mark.parametrize("batches", [1, 2])
    def test_the_visitor_may_stop_it(self, batches):
        puzzle = Puzzle(5)
        visitor = Visitor(puzzle, batches)
        assert (
            bulk.visit_all(ExactCover(puzzle), visitor, Clock(), known=set()).status is Status.LIMIT
        )
        assert len(visitor.arrays) == batches

    @pytest.mark.slow
    def test_batches_are_large(self):
        visitor = Visitor(puzzle := A_FIFTH)
        bulk.visit_all(ExactCover(puzzle), visitor, Clock(), known=set())
        assert sum(map(len, visitor.arrays)) == 32_256
        assert 32_256 / len(visitor.arrays) > 1000
        assert max(map(len, visitor.arrays)) < 20_000
        assert visitor.arrays[0].dtype == np.int8
        assert visitor.arrays[0].T.flags.c_contiguous

    @given(planted(sizes=board_sizes(2, 4)), st.data())
    def test_known_grids_are_left_out(self, puzzle_and_grid, data):
        puzzle, _ = puzzle_and_grid
        expected = few_solutions(puzzle)
        assume(expected is not None)
        known = data.draw(st.sets(st.sampled_from(sorted(expected)), max_size=50))
        _, grids = visited(puzzle, known=set(known))
        assert len(grids) == len(expected) - len(known)
        assert set(grids) == expected - known

    @pytest.mark.slow
    def test_a_search_that_gives_up_says_what_it_has_visited(self):
        puzzle, known = A_FIFTH, set()
        ended, first = visited(puzzle, known=known, max_nodes=20_000, min_solutions=10**9)
        assert ended is None
        assert len(first) > 100
        assert known == set(first)
        _, others = visited(puzzle, known=known)
        assert len(others) == 32_256 - len(first)
        assert known.isdisjoint(others)

    def test_it_goes_on_once_it_has_found_enough(self):
        ended, grids = visited(Puzzle(4), known=set(), max_nodes=100, min_solutions=0)
        assert ended.status is Status.EXHAUSTED
        assert len(grids) == 576

    def test_the_clock_stops_it(self):
        clock = Clock()

        def visit(batch):
            clock.stop()
            return True

        with pytest.raises(StoppedError) as stopped:
            bulk.visit_all(ExactCover(Puzzle(7)), visit, clock, known=set())
        assert stopped.value.status is Status.INTERRUPTED


class TestCounts:
    def test_a_budget(self):
        cover = ExactCover(Puzzle(5))
        assert bulk.count(cover, Clock(), max_nodes=1000) is None
        assert bulk.count(cover, Clock(), max_nodes=10**6) == 161_280

    def test_a_count_that_is_stopped_is_a_lower_bound(self):
        clock = Clock(0.5)
        with pytest.raises(StoppedError) as stopped:
            bulk.count(ExactCover(Puzzle(8)), clock, max_nodes=inf)
        assert stopped.value.status is Status.TIMEOUT
        assert clock.elapsed < 2

    def test_the_share_rises_to_one(self):
        shares = []

        class Noting(Clock):
            def note(self, found=None, share=None):
                if share is not None:
                    shares.append(share)
                super().note(found, share)

        clock = Noting()
        assert bulk.count(ExactCover(Puzzle(4)), clock, max_nodes=inf) == clock.found == 576
        assert shares == sorted(shares)
        assert shares[-1] == pytest.approx(1)

    def test_unsuitable_puzzles(self):
        hidden = Puzzle(3, [Cage([(0, 0), (0, 1)], None, 2)])
        many_values = ExactCover(Puzzle(2, values=range(32)))
        assert bulk.count(ExactCover(hidden), Clock(), max_nodes=inf) is not None
        with pytest.raises(UnsuitableError):
            bulk.count(many_values, Clock(), max_nodes=inf)
        with pytest.raises(UnsuitableError):
            bulk.visit_all(many_values, Visitor(many_values.instance.puzzle), Clock(), known=set())
        small = {(bulk_inference, "MAX_ARCS"): 3, (bulk_inference, "MAX_TABLE_BYTES"): 0}
        with patched(small), pytest.raises(UnsuitableError):
            bulk.count(ExactCover(hidden), Clock(), max_nodes=inf)


def loose_keen(left_out, name="keen-9n-04"):
    """A board of Keen without that many of its cages."""
    puzzle = next(puzzle for each, puzzle, _ in keen() if each == name)
    cages = list(puzzle.cages)
    Random(name).shuffle(cages)
    return Puzzle(puzzle.size, cages[left_out:])


class TestMerging:
    """Only equal nodes are merged: any two that are have the same number of solutions."""

    @staticmethod
    def checked_merges(puzzle):
        """Counts with all nodes merged that wait, and checks each merge by counting below all of
        the nodes without any; returns the number of nodes that were merged.
        """
        cover = ExactCover(puzzle)
        live, _ = propagate(cover, cover.all_options, cover.primary_items)
        merged = 0
        distinct = bulk_nodes.Queue._distinct

        def check(queue, nodes):
            nonlocal merged
            for rank, keys in enumerate(queue._keys(nodes.candidates).T.tolist()):
                by_key.setdefault(tuple(keys), []).append(nodes.candidates[:, rank])
            found = distinct(queue, nodes)
            merged += nodes.size - found.size
            assert found.size == len(by_key)
            for boards in by_key.values():
                assert len({ways(puzzle, cover, board) for board in boards}) == 1
            by_key.clear()
            return found

        by_key = {}
        with patched({(bulk_nodes, "FEW_NODES"): 0, (bulk_nodes.Queue, "_distinct"): check}):
            found = bulk.count(cover, Clock(), max_nodes=inf)
        assert live or not found
        return found, merged

    @pytest.mark.slow
    @given(planted(sizes=board_sizes(2, 4), most=6), st.integers(0, 3))
    def test_equal_nodes_have_as_many_solutions(self, puzzle_and_grid, left_out):
        puzzle, _ = puzzle_and_grid
        puzzle = Puzzle(
            (puzzle.rows, puzzle.columns),
            puzzle.cages[left_out:],
            puzzle.values,
            puzzle.houses,
            puzzle.rules,
        )
        expected = few_solutions(puzzle)
        assume(expected is not None and len(expected) < 500)
        found, _ = self.checked_merges(puzzle)
        assert found == len(expected)

    def test_nodes_are_merged(self):
        found, merged = self.checked_merges(Puzzle((3, 4), [Cage([(0, 0), (0, 1)], "+", 5)]))
        assert found == 192
        assert merged > 20

    def test_nodes_on_which_more_may_be_inferred_are_not(self):
        """Of 348 solutions 358 would be counted."""
        cover = ExactCover(loose_keen(16))
        for few in (0, bulk_nodes.FEW_NODES):
            with patched({(bulk_nodes, "FEW_NODES"): few, (bulk, "FEW_NODES"): few}):
                assert bulk.count(cover, Clock(), max_nodes=inf) == 348


def ways(puzzle, cover, board):
    """The number of solutions of a node, by the oracle's list of all solutions."""
    domain = cover.instance.domain
    allowed = [
        {value for place, value in enumerate(domain) if cell >> place & 1}
        for cell in board.tolist()
    ]
    return sum(
        all(value in values for value, values in zip(sum(grid, ()), allowed, strict=True))
        for grid in few_solutions(puzzle)
    )


def test_cells_in_cages_are_branched_on_first():
    """A free cell of two candidates is branched on only when none in a cage is open."""
    candidates = np.array([[0b11, 0b11, 0b11], [0b111, 0b001, 0b001], [0b1111, 0b0011, 0b0001]])
    nodes = bulk_nodes.Nodes(candidates.astype(np.uint8), np.ones(3, np.uint64), np.full(3, 0.25))
    children = bulk_nodes.children(nodes, np.array([1, 2]))
    found = sorted(map(tuple, children.candidates.T.tolist()))
    in_first_cage = [(0b11, 1 << place, 0b1111) for place in range(3)]
    in_second = [(0b11, 0b001, 1 << place) for place in range(2)]
    free = [(1 << place, 0b001, 0b0001) for place in range(2)]
    assert found == sorted(in_first_cage + in_second + free)
    assert children.shares.sum() == pytest.approx(0.75)
