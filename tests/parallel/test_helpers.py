"""Other workers that help with one count."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import closing, nullcontext

import pytest
from engines import finished
from hypothesis import given
from strategies import board_sizes, examples, planted
from truth import agrees

from kenken_cp import Puzzle
from kenken_cp.backends.cover import counting, frontier
from kenken_cp.backends.cover.components import ComponentCaching
from kenken_cp.backends.cover.counting import CountingPortfolio
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.parallel import InlineExecutor, Pool, WorkersLostError, count_in_parallel
from kenken_cp.parallel.helpers import PoolHelpers
from kenken_cp.parallel.processes import Processes
from kenken_cp.search.protocol import Limits, Status


class Waiting:
    """A depth-first method, and a helper, that only waits; it counts its steps."""

    leaves, found = 1, 0

    share: float | None = None

    def __init__(self, result=None, waits=10**9, bound=0):
        self.statistics = {}
        self.done, self.result, self.bound = 0, result, bound
        self.steps = self._steps(waits)

    def _steps(self, waits) -> Iterator[bool]:
        for _ in range(waits):
            self.done += 1
            yield True
        return self.result

    def at_least(self):
        self.steps.close()
        return self.bound


class Ready:
    """Helpers that have been waiting for it."""

    def __init__(self, *helpers, takes_over=True, threads=1):
        self.threads = threads
        self.helpers, self.takes_over, self.starts = helpers, takes_over, 0

    def start(self, *, take_over):
        self.starts += 1
        return self.helpers, self.takes_over and take_over


@pytest.fixture
def hasty(monkeypatch):
    """Every count is a long one, and no frontier is there to end it."""
    monkeypatch.setattr(counting, "SECONDS_ALONE", -1.0)
    monkeypatch.setattr(counting, "SECONDS_TO_CATCH_UP", -1.0)
    monkeypatch.setattr(counting, "SECONDS_PER_TURN", 1e-4)
    monkeypatch.setattr(frontier, "FrontierCounting", lambda _: Waiting())


def never():
    return None


@pytest.mark.usefixtures("hasty")
class TestPortfolio:
    COVER = ExactCover(Puzzle(3))

    @pytest.mark.parametrize("waits", [0, 5, 50])
    def test_nothing_is_taken_over_where_nothing_else_is_to_be_done_here(self, monkeypatch, waits):
        """The frontier has given up: what would take over has begun anew, and is ended."""
        monkeypatch.setattr(counting, "SECONDS_TO_CATCH_UP", 1e9)
        monkeypatch.setattr(counting, "SECONDS_ALONE", -1.0)
        monkeypatch.setattr(frontier, "FrontierCounting", lambda _: Waiting(None, waits))
        here, there, cubes = Waiting(12, waits + 60), Waiting(), Waiting()
        portfolio = CountingPortfolio(self.COVER, here, Ready(there, cubes))
        with closing(portfolio):
            assert portfolio.counted(never)[:2] == (Status.EXHAUSTED, 12)
            assert there.done < here.done
            assert next(there.steps, "ended") == "ended"
            assert next(cubes.steps, "ended") != "ended"

    def test_helpers_that_come_after_the_frontier_gave_up_take_nothing_over(self, monkeypatch):
        portfolio = CountingPortfolio(self.COVER, here := Waiting(12, 30), Ready(Waiting()))
        portfolio._stay()
        with closing(portfolio):
            assert portfolio.counted(never)[:2] == (Status.EXHAUSTED, 12)
        assert here.done == 30

    def test_threads_do_the_work_of_helpers_once_the_frontier_gave_up(self):
        ready = Ready(Waiting(), threads=3)
        portfolio = CountingPortfolio(self.COVER, here := Waiting(12, 30), ready)
        portfolio._stay()
        with closing(portfolio):
            assert portfolio.counted(never)[:2] == (Status.EXHAUSTED, 12)
        assert here.threads == 3
        assert not ready.starts
        portfolio.switch_engine(later := Waiting())
        assert later.threads == 3

    @pytest.mark.parametrize("waits", [0, 1, 3])
    def test_the_first_to_finish_has_the_count(self, waits):
        ready = Ready(Waiting(), Waiting(12, waits))
        with closing(CountingPortfolio(self.COVER, Waiting(), ready)) as portfolio:
            assert portfolio.counted(never)[:2] == (Status.EXHAUSTED, 12)
        assert ready.starts == 1

    def test_what_a_helper_takes_over_is_done_here_no_more(self):
        depth_first = Waiting()
        with closing(CountingPortfolio(self.COVER, depth_first, Ready(Waiting(12, 50)))) as both:
            assert both.counted(never).total == 12
        assert depth_first.done == 1

    @pytest.mark.parametrize("options", [{"has_own_core": True}, {}])
    def test_what_nobody_takes_over_goes_on(self, options):
        depth_first = Waiting()
        ready = Ready(Waiting(12, 50), takes_over=bool(options))
        with closing(CountingPortfolio(self.COVER, depth_first, ready, **options)) as both:
            assert both.counted(never).total == 12
        assert depth_first.done > 40

    @pytest.mark.parametrize(("here", "there"), [(3, 5), (5, 3), (0, 0)])
    def test_the_better_of_lower_bounds(self, here, there):
        asked = iter(range(20))
        ready = Ready(Waiting(bound=there))
        with closing(CountingPortfolio(self.COVER, Waiting(bound=here), ready)) as portfolio:
            counted = portfolio.counted(
                lambda: None if next(asked, None) is not None else Status.TIMEOUT
            )
        assert counted[:2] == (Status.TIMEOUT, max(here, there))

    def test_solutions_that_are_to_be_expected_are_as_many_as_before(self):
        portfolio = CountingPortfolio(self.COVER, Waiting(), Ready(Waiting(12, 50)))
        with closing(portfolio):
            assert portfolio.leaves == 1
            portfolio.counted(never)
            assert portfolio.leaves >= 1


def test_a_short_count_is_over_before_anybody_helps():
    ready = Ready()
    cover = ExactCover(Puzzle(3))
    with closing(CountingPortfolio(cover, ComponentCaching(cover), ready)) as portfolio:
        assert portfolio.counted(never).total == 12
    assert not ready.starts


INLINE = InlineExecutor()


@pytest.mark.parametrize("workers", [1, 2, 3, 5])
@pytest.mark.parametrize("companion", [None, lambda: nullcontext(INLINE)])
@pytest.mark.parametrize("take_over", [True, False])
def test_each_helper_counts_the_whole(workers, companion, take_over):
    pool = Pool(INLINE, workers, companion)
    for backend in ("auto", "cover"):
        helpers = PoolHelpers(Puzzle(4), Limits().countdown(), backend, pool)
        found, taken_over = helpers.start(take_over=take_over)
        assert taken_over == (take_over and companion is not None)
        assert len(found) == taken_over + (workers > 2 or not companion)
        assert [finished(helper) for helper in found] == [576] * len(found)


@pytest.mark.usefixtures("hasty")
@given(planted(sizes=board_sizes(2, 4), most=5))
@examples(30)
def test_a_count_with_helpers(planted_puzzle):
    puzzle, _ = planted_puzzle
    for workers in (2, 3):
        pool = Pool(INLINE, workers, lambda: nullcontext(INLINE))
        outcome = count_in_parallel(puzzle, backend="cover", pool=pool)
        assert outcome.status is Status.EXHAUSTED
        assert agrees(outcome.count, puzzle)


def test_in_processes(hasty, two):
    with Processes(1) as executor:
        pool = Pool(executor, 2, lambda: nullcontext(two.executor))
        outcome = count_in_parallel(Puzzle(4), backend="cover", pool=pool)
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)


def test_a_timeout_keeps_the_bound_of_whoever_has_one(hasty, two):
    pool = Pool(INLINE, 2, lambda: nullcontext(two.executor))
    outcome = count_in_parallel(Puzzle(9), Limits(seconds=0.5), backend="cover", pool=pool)
    assert outcome.status is Status.TIMEOUT
    assert not outcome.count.exact


class Broken(Executor):
    def submit(self, fn, /, *args):
        from concurrent.futures.process import BrokenProcessPool

        future = Future()
        future.set_exception(BrokenProcessPool())
        return future


def test_a_lost_helper_is_an_error(hasty):
    pool = Pool(INLINE, 2, lambda: nullcontext(Broken()))
    with pytest.raises(WorkersLostError, match="was killed"):
        count_in_parallel(Puzzle(6), backend="cover", pool=pool)
