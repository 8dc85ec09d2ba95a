"""Exact cover's two ways of counting, each by itself."""

from __future__ import annotations

from itertools import product
from math import perm

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import planted

from kenken_cp import Cage, Limits, Puzzle, Status, boxes
from kenken_cp.backends import _layers
from kenken_cp.backends.cover.components import Memory, Race, RememberedRemainders
from kenken_cp.backends.cover.frontier import Layers
from kenken_cp.encode import exact_cover as ec
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.search.run import count_solutions, find_solutions

MOST = 3000


def finished(method):
    while True:
        try:
            next(method.steps)
        except StopIteration as ended:
            return ended.value


def truth(puzzle):
    """How many solutions, by an engine that goes through them all; None if there are many."""
    outcome = find_solutions(puzzle, lambda _: True, Limits(MOST), backend="cp-sat")
    return outcome.count if outcome.status is Status.EXHAUSTED else None


@pytest.fixture(params=["lists", "chains"])
def _lists_or_chains(request, monkeypatch):
    if request.param == "chains":
        monkeypatch.setattr(ec, "LONGEST_LIST", 3)


@pytest.mark.usefixtures("_lists_or_chains")
class TestEachMethod:
    @given(planted(sizes=st.integers(2, 4), most=5))
    def test_remainders(self, puzzle_and_grid):
        puzzle, _ = puzzle_and_grid
        expected = truth(puzzle)
        assume(expected is not None)  # millions take it seconds
        assert finished(RememberedRemainders(ExactCover(puzzle))) == expected

    @given(planted(sizes=st.integers(2, 4), most=5))
    def test_layers(self, puzzle_and_grid):
        puzzle, _ = puzzle_and_grid
        total = finished(Layers(ExactCover(puzzle)))
        assert total == truth(puzzle) or total >= MOST


@pytest.mark.parametrize("method", [RememberedRemainders, Layers])
@pytest.mark.parametrize(
    ("puzzle", "count"),
    [
        (Puzzle(4), 576),
        (Puzzle(4, houses=boxes(4, 2, 2)), 288),
        (Puzzle(3, values=range(5)), 27480),
        (Puzzle(5, [Cage([(0, 0)], "given", 2)]), 161280 // 5),
    ],
    ids=str,
)
def test_known_counts(method, puzzle, count):
    assert finished(method(ExactCover(puzzle))) == count


def test_the_latin_squares_of_order_6():
    """OEIS A002860."""
    assert count_solutions(Puzzle(6), backend="cover").count == 812_851_200
    assert count_solutions(Puzzle(6, houses=boxes(6, 2, 3)), backend="cover").count == 28_200_960


class TestLayers:
    @pytest.fixture(params=["looked through", "in small pieces", "in a small room", "hashed alike"])
    def _taxed(self, request, monkeypatch):
        match request.param:
            case "looked through":
                monkeypatch.setattr(_layers, "NARROW", 0)
                monkeypatch.setattr(_layers, "GROWTH", 0)
            case "in small pieces":
                monkeypatch.setattr(_layers, "CHUNK", 20)
                monkeypatch.setattr(_layers, "LOOK", 10)
                monkeypatch.setattr(_layers, "NARROW", 0)
            case "in a small room":
                monkeypatch.setattr(_layers, "ROOM", 1 << 9)
                monkeypatch.setattr(_layers, "FARTHEST", 100)
            case "hashed alike":
                monkeypatch.setattr(_layers, "_hashes", lambda keys: keys[0] & np.uint64(3))

    @pytest.mark.usefixtures("_taxed", "_lists_or_chains")
    @given(planted(sizes=st.integers(2, 3), most=5))
    def test_the_sum_stays_the_same(self, puzzle_and_grid):
        puzzle, _ = puzzle_and_grid
        total = finished(Layers(ExactCover(puzzle)))
        assert total == truth(puzzle) or total >= MOST

    @pytest.mark.usefixtures("_taxed")
    def test_a_board_with_a_few_clues(self):
        puzzle = Puzzle(5, [Cage([(0, i)], "given", i + 1) for i in range(5)])
        assert finished(Layers(ExactCover(puzzle))) == 161280 // 120

    def test_a_chain_of_free_looking_cells_has_no_symmetry(self, monkeypatch):
        """Each of its cells can hold every value once, but -3 goes with -1 only."""
        monkeypatch.setattr(ec, "LONGEST_LIST", 1)
        puzzle = Puzzle(3, [Cage([(0, 0), (1, 1)], "+", -4)], values=(-3, -2, -1))
        cover = ExactCover(puzzle)
        assert [part.rows for part in cover.parts[:2]] == [cover.values] * 2
        assert finished(Layers(cover)) == truth(puzzle)

    def test_too_many_states_are_given_up(self, monkeypatch):
        monkeypatch.setattr(_layers, "ROOM", 1 << 12)
        assert finished(Layers(ExactCover(Puzzle(6)))) is None

    def test_a_number_of_more_than_64_bits(self):
        """Fillings of 3x3 with 300 values, by how many of them occur."""
        cells = list(product(range(3), repeat=2))

        def ways(filled, used):
            if len(filled) == len(cells):
                return perm(300, used)
            row, column = cells[len(filled)]
            taken = {v for (r, c), v in zip(cells, filled, strict=False) if r == row or c == column}
            open_to_it = [value for value in range(used + 1) if value not in taken]
            return sum(ways([*filled, v], max(used, v + 1)) for v in open_to_it)

        total = ways([], 0)
        assert total > 2**64
        assert finished(Layers(ExactCover(Puzzle(3, values=range(300))))) == total


@pytest.mark.parametrize("pauses", [1, 10, 50])
def test_a_count_that_is_stopped_is_a_lower_bound(pauses):
    race = Race(ExactCover(Puzzle(5)))
    asked = iter(range(pauses))
    counted = race.counted(lambda: None if next(asked, None) is not None else Status.TIMEOUT)
    assert counted.status is Status.TIMEOUT
    assert 0 <= counted.total <= 161280


def test_memory_forgets_the_oldest():
    memory = Memory(2)
    for key in range(4):
        memory.put(key, 10 * key)
    assert [memory.get(key) for key in (2, 3, 4)] == [20, 30, None]
    memory.put(4, 40)
    memory.put(5, 50)
    assert [memory.get(key) for key in (0, 1, 4, 5)] == [None, None, 40, 50]
