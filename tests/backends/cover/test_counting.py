"""The two methods of counting an exact cover, each by itself and in turns."""

from __future__ import annotations

from itertools import chain, product, repeat
from math import exp, inf, perm
from typing import ClassVar

import numpy as np
import pytest
from corpus import keen as keens
from corpus import named
from engines import finished
from hypothesis import given
from hypothesis import strategies as st
from strategies import board_sizes, examples, planted
from truth import agrees, truth

from kenken_cp import Cage, Puzzle, Status, boxes
from kenken_cp.backends.cover import arrays, counting
from kenken_cp.backends.cover.components import ComponentCaching, CountCache
from kenken_cp.backends.cover.counting import CountingPortfolio
from kenken_cp.backends.cover.frontier import counting as frontier_counting
from kenken_cp.backends.cover.frontier import frontier, states
from kenken_cp.backends.cover.frontier.counting import FrontierCounting
from kenken_cp.backends.cover.pace import Pace, RunningMethod
from kenken_cp.encode import exact_cover
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.search.run import count_solutions


def covers(puzzle):
    """A puzzle's exact cover with its cages listed, and with nearly all of them as automata."""
    yield ExactCover(puzzle)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact_cover, "MAX_LISTED_TUPLES", 3)
        yield ExactCover(puzzle)


@examples(40)  # some take seconds
@given(planted(sizes=board_sizes(2, 4), most=5))
def test_both_methods(puzzle_and_grid):
    puzzle, _ = puzzle_and_grid
    expected = truth(puzzle)
    for cover in covers(puzzle):
        assert agrees(finished(FrontierCounting(cover)), puzzle)
        if expected is not None:  # millions take it seconds
            assert finished(ComponentCaching(cover)) == expected


KNOWN = [
    (Puzzle(4), 576),
    (Puzzle(4, houses=boxes(4, 2, 2)), 288),
    (Puzzle(3, values=range(5)), 27480),
    pytest.param(Puzzle(5, [Cage([(0, 0)], "given", 2)]), 161280 // 5, marks=pytest.mark.complete),
    (Puzzle((2, 3)), 12),
    (Puzzle((3, 2)), 12),
    (Puzzle((2, 4)), 216),
    (Puzzle((3, 4)), 576),
    (Puzzle((4, 3)), 576),
    (Puzzle((3, 5)), 66240),
    (Puzzle((1, 6)), 720),
    (Puzzle((2, 3), values=range(4)), 264),
]


@pytest.mark.parametrize("method", [ComponentCaching, FrontierCounting])
@pytest.mark.parametrize(("puzzle", "count"), KNOWN, ids=named)
def test_known_counts(method, puzzle, count):
    assert truth(puzzle) in (None, count)
    assert finished(method(ExactCover(puzzle))) == count


def test_the_latin_squares_of_order_6():
    """OEIS A002860."""
    assert count_solutions(Puzzle(6), backend="cover").count == 812_851_200
    assert count_solutions(Puzzle(6, houses=boxes(6, 2, 3)), backend="cover").count == 28_200_960


class TestFrontier:
    SHAPES: ClassVar = {
        "pruned at every step": {
            (frontier, "MIN_STATES_TO_PRUNE"): 0,
            (frontier, "PRUNING_GROWTH"): 0,
        },
        "in small chunks": {
            (states, "STATES_PER_STEP"): 20,
            (frontier, "STATES_PER_STEP"): 20,
            (frontier, "STATES_PER_PRUNING_STEP"): 10,
            (frontier, "MIN_STATES_TO_PRUNE"): 0,
        },
        "full at once": {
            (frontier, "MAX_BYTES"): 1 << 9,
            (frontier_counting, "MAX_LINES_BETWEEN"): 100,
        },
        "hashed alike": {(arrays, "_hashes"): lambda keys: keys[0] & np.uint64(3)},
    }

    @staticmethod
    def counted(cover, shape):
        with pytest.MonkeyPatch.context() as patch:
            for (module, name), value in shape.items():
                patch.setattr(module, name, value)
            return finished(FrontierCounting(cover))

    @given(planted(sizes=board_sizes(2, 3), most=5))
    def test_the_sum_stays_the_same(self, puzzle_and_grid):
        puzzle, _ = puzzle_and_grid
        for cover in covers(puzzle):
            for shape in self.SHAPES.values():
                assert agrees(self.counted(cover, shape), puzzle)

    @pytest.mark.complete
    @examples(8)  # some take half a minute
    @given(
        planted(sizes=st.sampled_from([(2, 5), (3, 4), (4, 2)]), most=5), st.sampled_from([*SHAPES])
    )
    def test_on_long_rectangles(self, puzzle_and_grid, shape):
        puzzle, _ = puzzle_and_grid
        for cover in covers(puzzle):
            assert agrees(self.counted(cover, self.SHAPES[shape]), puzzle)

    @pytest.mark.complete
    @pytest.mark.parametrize("shape", SHAPES)
    def test_a_board_with_a_few_clues(self, shape):
        puzzle = Puzzle(5, [Cage([(0, i)], "given", i + 1) for i in range(5)])
        assert self.counted(ExactCover(puzzle), self.SHAPES[shape]) == 161280 // 120

    @pytest.mark.parametrize("shape", SHAPES)
    @pytest.mark.parametrize("size", [(3, 4), (4, 3), (2, 5)], ids=str)
    def test_an_empty_rectangle(self, shape, size):
        count = {(3, 4): 576, (4, 3): 576, (2, 5): 5280}[size]
        assert self.counted(ExactCover(Puzzle(size)), self.SHAPES[shape]) == count

    def test_a_cell_of_an_automaton_that_seems_free_has_no_symmetry(self, monkeypatch):
        """Each of the two cells can hold every value once, but only with the same in the other."""
        monkeypatch.setattr(exact_cover, "MAX_LISTED_TUPLES", 1)
        puzzle = Puzzle(3, [Cage([(0, 0), (1, 1)], "-", 0)])
        cover = ExactCover(puzzle)
        assert [group.rows for group in cover.option_groups[:2]] == [puzzle.values] * 2
        assert finished(FrontierCounting(cover)) == truth(puzzle)

    def test_too_many_states_are_given_up(self, monkeypatch):
        monkeypatch.setattr(frontier, "MAX_BYTES", 1 << 12)
        assert finished(FrontierCounting(ExactCover(Puzzle(6)))) is None

    def test_it_gives_up_early_where_far_too_many_are_to_come(self):
        """A 9x9 of half its cages."""
        (keen,) = (puzzle for name, puzzle, _ in keens() if name == "keen-9n-04")
        method = FrontierCounting(ExactCover(Puzzle(9, keen.cages[::2])))
        assert finished(method) is None
        assert method.statistics["states"] < 10 * frontier_counting.MIN_STATES_TO_EXPECT

    def test_what_a_frontier_is_expected_to_come_to(self):
        cover = ExactCover(Puzzle(5))
        encoding = states.Encoding(cover, cover.all_options)
        _, plain = encoding.moves(columns_first=False)
        one = frontier.Frontier(encoding, plain, plain)
        assert one.expected_width == 0
        widths, expected = [], []
        while not one.finished:
            for _ in one.advance():
                pass
            widths.append(one.width)
            expected.append(exp(one.expected_width))
        assert expected[7] == pytest.approx(max(widths), rel=0.3)
        assert expected[-1] == 1

    def test_a_number_of_more_than_64_bits(self):
        """Fillings of 3x3 with 150 values, by how many of them occur."""
        cells = list(product(range(3), repeat=2))

        def ways(filled, used):
            if len(filled) == len(cells):
                return perm(150, used)
            row, column = cells[len(filled)]
            taken = {v for (r, c), v in zip(cells, filled, strict=False) if r == row or c == column}
            open_to_it = [value for value in range(used + 1) if value not in taken]
            return sum(ways([*filled, v], max(used, v + 1)) for v in open_to_it)

        total = ways([], 0)
        assert total > 2**64
        assert finished(FrontierCounting(ExactCover(Puzzle(3, values=range(150))))) == total


@pytest.mark.parametrize("pauses", [1, 10, 50])
def test_a_count_that_is_stopped_is_a_lower_bound(pauses):
    cover = ExactCover(Puzzle(5))
    portfolio = CountingPortfolio(cover, ComponentCaching(cover))
    asked = iter(range(pauses))
    counted = portfolio.counted(lambda: None if next(asked, None) is not None else Status.TIMEOUT)
    assert counted.status is Status.TIMEOUT
    assert 0 <= counted.total <= 161280


def test_a_bound_that_was_known_is_kept():
    """What a method knows may become less: parts of the board have still to be counted."""

    class Falling(ComponentCaching):
        bounds = iter([5, 70])

        @property
        def found(self):
            return next(self.bounds, 0)

    method = Falling(cover := ExactCover(Puzzle(5)))
    method.steps = repeat(True)
    reasons = chain([None] * 5, repeat(Status.INTERRUPTED))
    counted = CountingPortfolio(cover, method).counted(lambda: next(reasons))
    assert (counted.status, counted.total) == (Status.INTERRUPTED, 70)


class Working:
    """A method that works a while in each step, by a clock of the test.

    Args:
        worked: what each has worked, by name.
        share: of its work, by that time.
    """

    leaves = found = 0
    has_own_core = False
    sharing = None

    def __init__(self, worked, name, seconds, share=lambda _: None):
        self._worked, self._name, self._seconds, self._share = worked, name, seconds, share
        self.statistics = {}
        self.steps = self._work()

    def _work(self):
        while True:
            self._worked[self._name] += self._seconds
            yield

    @property
    def share(self):
        return self._share(self._worked[self._name])


@pytest.fixture
def turns(monkeypatch):
    """What a search and a frontier work in turns until a time, which they are given with shares."""
    worked = {"search": 0.0, "frontier": 0.0}
    monkeypatch.setattr(counting.time, "thread_time", lambda: sum(worked.values()))

    def run(until, search, frontier):
        portfolio = CountingPortfolio(ExactCover(Puzzle(5)), Working(worked, "search", *search))
        portfolio._frontier = RunningMethod(Working(worked, "frontier", *frontier))
        portfolio._running.append(portfolio._frontier)
        portfolio.run(lambda: Status.TIMEOUT if sum(worked.values()) > until else None)
        return worked["search"], worked["frontier"]

    return run


def test_methods_work_equally_long_however_long_their_steps_are(turns):
    assert turns(8.5, (0.001,), (1.0,)) == pytest.approx((4.0, 4.5), abs=0.6)


def by(seconds):
    """Equally fast."""
    return lambda worked: min(worked / seconds, 1.0)


def test_the_method_that_will_take_longer_has_fewer_turns(turns):
    search, frontier = turns(9.0, (0.01, by(100)), (0.01, by(30)))
    assert 3 < frontier / search < 5


def test_no_method_is_left_without_turns(turns):
    search, frontier = turns(9.0, (0.01, by(10)), (0.01, by(10_000)))
    assert search / frontier == pytest.approx(counting.MOST_TURNS, rel=0.4)


@pytest.mark.parametrize("share", [None, 0.0])
def test_nothing_is_compared_with_what_nobody_knows(turns, share):
    search, frontier = turns(5.0, (0.01, by(10)), (0.01, lambda _: share))
    assert search == pytest.approx(frontier, rel=0.1)


def test_one_that_does_not_get_on_any_more_has_fewer_turns(turns):
    """Though 99% of it was done at once."""
    search, frontier = turns(40.0, (0.01, lambda worked: min(worked, 0.99)), (0.01, by(100)))
    assert frontier / search > 3


class TestPace:
    @pytest.fixture
    def pace(self):
        return Pace()

    def test_at_one_speed(self, pace):
        for tenths in range(1, 31):
            pace.note(0.1, tenths / 100)
        assert pace.seconds_left == pytest.approx(7.0)

    def test_the_later_half_counts(self, pace):
        for _ in range(100):
            pace.note(0.02, 0.1)
        for tenths in range(1, 21):
            pace.note(0.1, 0.1 + tenths / 40)
        assert pace.seconds_left == pytest.approx(4 * 0.4, rel=0.1)

    def test_one_that_stands_still(self, pace):
        for _ in range(100):
            pace.note(0.1, 0.9)
        assert pace.seconds_left == inf

    @pytest.mark.parametrize("share", [None, 0.0])
    def test_one_of_which_nothing_is_known(self, pace, share):
        pace.note(1.0, share)
        assert pace.seconds_left is None

    def test_little_is_remembered(self, pace):
        for _ in range(10_000):
            pace.note(0.1, 0.5)
        assert len(pace._marks) < 20


@pytest.mark.parametrize(("share", "begun"), [(0.5, False), (0.1, True), (0.0, True), (None, True)])
def test_no_frontier_beside_a_search_that_is_soon_done(monkeypatch, share, begun):
    monkeypatch.setattr(counting, "SECONDS_PER_TURN", 1e-6)
    method, worked = ComponentCaching(ExactCover(Puzzle(5))), iter(range(10**6))
    method.share, method.steps = share, repeat(None)
    portfolio = CountingPortfolio(ExactCover(Puzzle(5)), method)
    portfolio._search.worked = 0.1  # of 0.2 s, of 1 s, and of nobody knows
    portfolio.run(lambda: Status.TIMEOUT if next(worked) > 5000 else None)
    assert (portfolio._frontier is not None) is begun


@pytest.mark.parametrize(
    ("worked", "seconds_left", "begun"), [(0.2, 60.0, True), (0.2, 5.0, False), (0.1, 60.0, False)]
)
def test_a_frontier_beside_a_search_whose_share_stands_still(
    monkeypatch, worked, seconds_left, begun
):
    """All but a hundredth may be done at once, and this may be nearly all of the work."""
    monkeypatch.setattr(counting, "SECONDS_PER_TURN", 1e-6)
    method, asked = ComponentCaching(ExactCover(Puzzle(5))), iter(range(10**6))
    method.share, method.steps = 0.99, repeat(None)
    portfolio = CountingPortfolio(ExactCover(Puzzle(5, [Cage([(0, 0), (0, 1)], "+", 5)])), method)
    portfolio._search.worked = worked
    monkeypatch.setattr(portfolio._search, "note", lambda _: None)
    portfolio._search.pace.seconds_left = seconds_left
    portfolio.run(lambda: Status.TIMEOUT if next(asked) > 5000 else None)
    assert (portfolio._frontier is not None) is begun


def test_a_frontier_has_no_turns_where_the_search_is_soon_done(monkeypatch):
    monkeypatch.setattr(counting, "SECONDS_PER_TURN", 1e-6)
    cover, turns = ExactCover(Puzzle(5)), []
    method, rival = ComponentCaching(cover), ComponentCaching(cover)
    method.steps, rival.steps = repeat(None), (turns.append(1) for _ in repeat(None))
    portfolio = CountingPortfolio(cover, method)
    portfolio._frontier = RunningMethod(rival)
    portfolio._running.append(portfolio._frontier)
    expected = [(0.1, 0.5, False), (0.1, 0.1, True), (0.1, 0.5, False)]  # of 0.2 s, and of 1 s
    for seconds, share, has_turns in [*expected, (2.0, 0.99, True)]:  # which are longer than that
        portfolio._search.worked = seconds
        method.share, worked = share, iter(range(10**6))
        turns.clear()
        portfolio.run(lambda worked=worked: Status.TIMEOUT if next(worked) > 1000 else None)
        assert bool(turns) is has_turns


@pytest.mark.parametrize(
    ("cages", "begun"), [([Cage([(0, 0), (0, 1)], "+", 5)], False), ([], True)]
)
def test_a_board_with_cages_is_searched_before_a_frontier_begins(monkeypatch, cages, begun):
    monkeypatch.setattr(counting, "SECONDS_PER_TURN", 1e-6)
    cover = ExactCover(Puzzle(5, cages))
    method, worked = ComponentCaching(cover), iter(range(10**6))
    method.steps = repeat(None)
    portfolio = CountingPortfolio(cover, method)
    portfolio.run(lambda: Status.TIMEOUT if next(worked) > 1000 else None)
    assert (portfolio._frontier is not None) is begun


def test_the_cache_drops_the_oldest():
    cache = CountCache(2)
    for key in range(4):
        cache.put(key, 10 * key)
    assert [cache.get(key) for key in (2, 3, 4)] == [20, 30, None]
    cache.put(4, 40)
    cache.put(5, 50)
    assert [cache.get(key) for key in (0, 1, 4, 5)] == [None, None, 40, 50]
