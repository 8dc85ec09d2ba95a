"""Counting by search with many nodes at a time, on its own."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice, product
from math import factorial
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from corpus import keen
from engines import finished, needs_fast
from hypothesis import given
from hypothesis import strategies as st
from strategies import board_sizes, examples, planted
from truth import truth

from kenken_cp import Cage, Puzzle, boxes
from kenken_cp.backends.cover import search_counting
from kenken_cp.backends.cover.components import ComponentCaching
from kenken_cp.backends.cover.frontier.counting import FrontierCounting
from kenken_cp.backends.cover.propagation import propagate
from kenken_cp.backends.cover.search_counting import SearchCounting
from kenken_cp.backends.cover.vector import inference as vector_inference
from kenken_cp.backends.cover.vector import nodes as vector_nodes
from kenken_cp.backends.cover.vector import search as vector_search
from kenken_cp.backends.cover.vector.counting import VectorCounting
from kenken_cp.backends.cover.vector.inference import VectorInference
from kenken_cp.backends.cover.vector.search import VectorSearch
from kenken_cp.encode import exact_cover
from kenken_cp.encode.exact_cover import ExactCover


def counts(puzzle, inference=VectorInference):
    """The count with cages by tables and by automata, from listed tuples and from arcs; and with
    room for so few nodes that hardly any are merged, few at a time; and with all merged that wait.
    """
    for tables, listed, room in product((1 << 26, 0), (1000, 3), ("usual", "little", "merging")):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(vector_inference, "MAX_TABLE_BYTES", tables)
            patch.setattr(exact_cover, "MAX_LISTED_TUPLES", listed)
            if room == "merging":
                patch.setattr(vector_nodes, "FEW_NODES", 0)
            if room == "little":
                patch.setattr(vector_nodes, "MAX_BYTES", 1)
                patch.setattr(vector_nodes, "FEW_NODES", 2)
                patch.setattr(vector_search, "FEW_NODES", 2)
                patch.setattr(vector_nodes, "NODES_PER_STEP", 7)
                patch.setattr(vector_search, "NODES_AT_ONCE", 5)
            yield finished(VectorCounting(ExactCover(puzzle), inference))


@examples(20)
@given(planted(sizes=board_sizes(2, 4), most=5))
def test_the_truth(puzzle_and_grid):
    puzzle, _ = puzzle_and_grid
    expected = truth(puzzle)
    if expected is not None and expected < 100:
        assert set(counts(puzzle)) == {expected}


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


def test_counts_beyond_a_limb(monkeypatch):
    """Every order of filling some cells with some values is one node that counts as many times, if
    few are compared, too, and none is branched on before all is inferred.
    """
    monkeypatch.setattr(vector_nodes, "FEW_NODES", 0)
    monkeypatch.setattr(vector_search, "FEW_NODES", 0)
    method = VectorCounting(ExactCover(Puzzle((1, 13))))
    assert finished(method) == factorial(13) > 1 << 32
    assert method.statistics["vector nodes"] < 1 << 13


@pytest.mark.complete
@examples(20)
@given(planted(sizes=st.sampled_from([(3, 4), (4, 3), (2, 5)]), most=4), st.integers(0, 2))
def test_it_agrees_with_component_caching(puzzle_and_grid, removed):
    puzzle, _ = puzzle_and_grid
    loose = Puzzle(
        (puzzle.rows, puzzle.columns),
        puzzle.cages[removed:],
        values=puzzle.values,
        houses=puzzle.houses,
        rules=puzzle.rules,
    )
    cover = ExactCover(loose)
    assert finished(VectorCounting(cover)) == finished(ComponentCaching(cover))


def loose_keen(left_out, name="keen-9n-04"):
    """A board of Keen without that many of its cages."""
    puzzle = next(puzzle for each, puzzle, _ in keen() if each == name)
    cages = list(puzzle.cages)
    Random(name).shuffle(cages)
    return Puzzle(puzzle.size, cages[left_out:])


def test_few_nodes_are_taken_together(monkeypatch):
    """And those of which more may follow are taken in with the next."""
    infer, rounds = VectorInference.round, []

    def counted(*args):
        rounds.append(1)
        return infer(*args)

    monkeypatch.setattr(VectorInference, "round", counted)
    loose = loose_keen(16)
    found = []
    for few in (0, 1 << 10):
        monkeypatch.setattr(vector_nodes, "FEW_NODES", few)
        monkeypatch.setattr(vector_search, "FEW_NODES", few)
        rounds.clear()
        found.append((finished(VectorCounting(ExactCover(loose))), len(rounds)))
    (before, by_rank), (together, all_at_once) = found
    assert together == before == 348
    assert all_at_once < by_rank / 2, found


def test_what_is_branched_on_before_all_is_inferred_is_not_merged(monkeypatch):
    """Of 348 solutions 358 would be counted."""
    monkeypatch.setattr(vector_nodes, "FEW_NODES", 0)  # all that wait are compared
    assert finished(VectorCounting(ExactCover(loose_keen(16)))) == 348


def test_nodes_that_may_be_merged_are_dealt_to_one_hand():
    """If they were dealt out in turns, 17% more nodes would be branched on."""

    def work(search, until=10**9):
        while search.has_nodes and search.statistics["vector nodes"] < until:
            for _ in search.step():
                pass
        return search.statistics["vector nodes"]

    cover = ExactCover(loose_keen(14, "keen-7n-28"))
    inference = VectorInference(cover, propagate(cover, cover.all_options, cover.primary_items)[0])
    whole, divided = VectorSearch(inference), VectorSearch(inference)
    whole.begin()
    work(whole)
    divided.begin()
    work(divided, 4000)
    for _ in divided.settle():
        pass
    parts = [divided]
    for hand in divided.waiting.dealt(2):
        parts.append(VectorSearch(inference))
        parts[-1].take(hand)
        assert parts[-1].waiting.size > 2000
    assert sum(map(work, parts)) < 1.07 * work(whole)
    assert sum(part.found for part in parts) == whole.found == 199842


def test_its_share_rises_to_one():
    method = VectorCounting(ExactCover(Puzzle(4)))
    shares = [method.share for _ in method.steps]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    assert method.found == method.at_least() == 576


def test_cells_in_cages_are_first():
    """A free cell of two candidates is branched on only when none in a cage is open."""
    candidates = np.array([[0b11, 0b11, 0b11], [0b111, 0b001, 0b001], [0b1111, 0b0011, 0b0001]])
    nodes = vector_nodes.Nodes(
        candidates.astype(np.uint8), np.ones((1, 3), np.uint64), np.full(3, 0.25), np.arange(3)
    )
    children = vector_nodes.branched(nodes, np.array([1, 2]))
    found = sorted(map(tuple, children.candidates.T.tolist()))
    in_first_cage = [(0b11, 1 << place, 0b1111) for place in range(3)]
    in_second = [(0b11, 0b001, 1 << place) for place in range(2)]
    free = [(1 << place, 0b001, 0b0001) for place in range(2)]
    assert found == sorted(in_first_cage + in_second + free)
    assert children.shares.sum() == pytest.approx(0.75)


def test_it_gives_up_where_it_cannot_state_the_puzzle(monkeypatch):
    hidden = Puzzle(3, [Cage([(0, 0), (0, 1)], None, 2)])
    assert finished(VectorCounting(ExactCover(hidden))) is not None
    assert finished(VectorCounting(ExactCover(hidden, with_operators=True))) is None
    assert finished(VectorCounting(ExactCover(Puzzle(2, values=range(32))))) is None
    monkeypatch.setattr(vector_inference, "MAX_ARCS", 3)
    monkeypatch.setattr(vector_inference, "MAX_TABLE_BYTES", 0)
    assert finished(VectorCounting(ExactCover(hidden))) is None


@pytest.mark.parametrize("times_longer", [1e-9, 1, 1e9])
def test_it_takes_turns_with_component_caching(monkeypatch, times_longer):
    monkeypatch.setattr(search_counting, "ALONE", search_counting.Alone(20, 20))
    monkeypatch.setattr(search_counting, "TIMES_LONGER", times_longer)
    method = SearchCounting(ExactCover(Puzzle(4)))
    for _ in method.steps:
        assert 0 <= method.found <= 576
        assert 0 <= method.share <= 1
    assert method.statistics["nodes"] >= 20
    assert method.at_least() <= 576
    assert finished(SearchCounting(ExactCover(Puzzle(4)))) == 576


@pytest.mark.parametrize(("expected", "is_alone"), [(10**6, True), (0, False)])
def test_component_caching_works_alone_while_it_will_soon_be_done(expected, is_alone):
    alone = search_counting.Alone(1, expected)
    method = SearchCounting(ExactCover(Puzzle(4)), alone=alone)
    assert finished(method) == 576
    assert ("vector nodes" not in method.statistics) is is_alone


class Unending:
    """A method that has done a share of its work, and does no more; each step takes 10 ms."""

    sharing = None

    def __init__(self, clock, share):
        self.share, self.taken = share, 0
        self.statistics = {"nodes": 1}
        self.steps = self._steps(clock)

    def _steps(self, clock):
        while True:
            self.taken += 1
            clock.now += 0.01
            yield


@pytest.mark.parametrize(("share", "times_longer"), [(0.02, 48), (0.1, 6), (None, 48)])
def test_component_caching_has_fewer_turns_once_it_is_behind(monkeypatch, share, times_longer):
    """The other method has done 0.3 of its work, and has worked six times as long until then."""
    clock = SimpleNamespace(now=0.0, thread_time=lambda: clock.now)
    monkeypatch.setattr(search_counting, "time", clock)
    caching, other = Unending(clock, share), Unending(clock, 0.3)
    cover, alone = ExactCover(Puzzle(2)), search_counting.Alone(0, 0)
    method = SearchCounting(cover, caching, lambda _: other, alone)
    for _ in islice(method.steps, 5000):
        pass
    assert other.taken / caching.taken == pytest.approx(times_longer, rel=0.05)


def test_numpy_is_imported_once_that_would_have_paid_for_itself():
    """In a process of its own: here it is imported. Each count takes component caching 903 nodes,
    and the import takes as long as 1500.
    """
    script = (
        "import sys\n"
        "from kenken_cp import Puzzle, count\n"
        "for _ in range(3):\n"
        "    print(int(count(Puzzle(4))), 'numpy' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "576 False\n576 False\n576 True\n", done.stderr


def test_component_caching_goes_on_alone(monkeypatch):
    monkeypatch.setattr(search_counting, "ALONE", search_counting.Alone(20, 20))
    monkeypatch.setattr(vector_inference, "MAX_VALUES", 3)
    assert finished(SearchCounting(ExactCover(Puzzle(4)))) == 576


@needs_fast
class TestCompiled:
    """The same, and completions of what is left when the cages are filled."""

    @staticmethod
    def counts(puzzle):
        from kenken_cp.backends.cover.compiled import vector_inference as compiled_inference

        yield from counts(puzzle, compiled_inference.CompiledInference)
        with pytest.MonkeyPatch.context() as patch:  # one board a call; those that are left branch
            patch.setattr(compiled_inference, "MAX_NODES_PER_BOARD", 3)
            patch.setattr(compiled_inference, "MAX_NODES_PER_CALL", 1)
            yield finished(VectorCounting(ExactCover(puzzle), compiled_inference.CompiledInference))

    @examples(40)
    @given(planted(sizes=board_sizes(2, 4), most=5))
    def test_the_truth(self, puzzle_and_grid):
        puzzle, _ = puzzle_and_grid
        expected = truth(puzzle)
        if expected is not None and expected < 100:
            assert set(self.counts(puzzle)) == {expected}

    @examples(40)
    @given(st.data())
    def test_a_latin_square_with_some_cells_given(self, data):
        size = data.draw(st.integers(3, 5))
        orders = [data.draw(st.permutations(range(size))) for _ in range(3)]
        given_cells = data.draw(
            st.sets(st.integers(0, size**2 - 1), min_size=0 if size < 5 else 12)
        )
        cages = [
            Cage([cell], "given", orders[2][(orders[0][cell[0]] + orders[1][cell[1]]) % size] + 1)
            for cell in (divmod(index, size) for index in given_cells)
        ]
        puzzle = Puzzle(size, cages)
        assert set(self.counts(puzzle)) == {finished(ComponentCaching(ExactCover(puzzle)))}

    @pytest.mark.parametrize(
        ("puzzle", "expected"),
        [
            (Puzzle(5), 161280),
            (Puzzle(4, houses=boxes(4, 2, 2)), 288),
            (Puzzle((2, 2), values=[-1, 0, 4, 9]), 84),
            (Puzzle(2, [Cage([(0, 1), (1, 0), (1, 1)], None, 0)], values=range(4)), 54),
            (Puzzle((1, 8), values=range(1, 16)), 259459200),
            (Puzzle(2, values=range(16)), None),  # candidates of more than fifteen bits
        ],
        ids=str,
    )
    def test_known_counts(self, puzzle, expected):
        from kenken_cp.backends.cover.compiled.vector_inference import CompiledInference

        assert finished(VectorCounting(ExactCover(puzzle), CompiledInference)) == expected

    @pytest.mark.complete
    def test_a_loose_7x7(self):
        """Two methods that share nothing but the exact cover."""
        from kenken_cp.backends.cover.compiled.vector_inference import CompiledInference

        cages = list(next(puzzle for name, puzzle, _ in keen() if name == "keen-7n-28").cages)
        Random("keen-7n-28").shuffle(cages)
        cover = ExactCover(Puzzle(7, cages[15:]))
        by_frontier = finished(FrontierCounting(cover))
        assert by_frontier > 10**5
        assert finished(VectorCounting(cover, CompiledInference)) == by_frontier
