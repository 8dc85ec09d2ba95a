"""What is said of how far a search has come is true, and never more than that."""

from __future__ import annotations

import threading
from math import isclose

import pytest
from corpus import PUZZLES

import kenken_cp
from kenken_cp import Limits, Progress
from kenken_cp.backends.cover.components import ComponentCaching
from kenken_cp.backends.cover.counting import CountingPortfolio
from kenken_cp.backends.cover.estimate import RunningEstimate
from kenken_cp.backends.cover.search import explore
from kenken_cp.backends.cp_sat import engine
from kenken_cp.clock import StoppedError
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.formats import load
from kenken_cp.parallel import InlineExecutor, Pool, count_cubes, cubes, solutions_in_parallel
from kenken_cp.search import progress as progress_module
from kenken_cp.search.progress import Known, Meter
from kenken_cp.search.run import count_solutions, find_solutions

LATIN4 = load(PUZZLES / "latin/latin-4.kk")
THREE = load(PUZZLES / "ambiguous/5x5-three.kk")


@pytest.fixture(autouse=True)
def no_probes(monkeypatch):
    """They take time, and but for the tests of them nobody looks at them."""
    monkeypatch.setattr("kenken_cp.backends.cover.estimate.MAX_PROBES", 0)


class Clock:
    """A time that passes by itself: some seconds each time that it is asked for."""

    def __init__(self, step=0.0):
        self.now, self.step = 0.0, step

    def __call__(self):
        self.now += self.step
        return self.now


class Reports:
    """A meter with the clock, and what it has reported."""

    def __init__(self, step=1.0):
        self.reports: list[Progress] = []
        self.clock = Clock(step)
        self.limits = Limits(meter=Meter(self.reports.append, clock=self.clock))

    @property
    def shares(self):
        return [report.share for report in self.reports if report.share is not None]


class TestMeter:
    def test_once_a_second_and_not_before(self):
        reported = Reports(step=0.0)
        for tenths in range(35):
            reported.clock.now = tenths / 10
            reported.limits.meter.tick()
        assert [round(report.seconds, 1) for report in reported.reports] == [1.0, 2.0, 3.0]

    def test_what_all_sources_know_together(self):
        reported = Reports()
        meter = reported.limits.meter
        estimate = (90, 10, 50)
        with meter.asking(lambda: Known(60)), meter.asking(lambda: Known(7, 0.25, estimate)):
            meter.tick()
        (report,) = reported.reports
        assert (report.found, report.share) == (60, 0.25)
        assert (report.estimate, report.low, report.high) == (90, 60, None), "60 are known"

    def test_neither_number_ever_falls(self):
        """An engine that begins anew knows nothing, until it is as far as the one before."""
        reported = Reports()
        for known in (Known(5, 0.5), Known(2, 0.1), Known(9, 0.6), Known(9, 1.0 + 1e-12)):
            with reported.limits.measured(lambda known=known: known):
                reported.limits.meter.tick()
        assert [report.found for report in reported.reports] == [5, 5, 9, 9]
        assert [report.share for report in reported.reports] == [0.5, None, 0.6, 1.0]

    def test_a_source_that_comes_to_a_checkpoint(self):
        reported = Reports()

        def stopped():
            reported.limits.meter.tick()  # as a checkpoint within it does
            raise StoppedError("timeout")

        with reported.limits.measured(stopped):
            reported.limits.meter.tick()
        assert reported.reports == []

    def test_it_reports_in_one_thread_at_a_time(self):
        """SAT and CP-SAT beside it both come to checkpoints, and a report may take long."""
        reports = []

        def report(progress):
            reports.append(progress)
            if len(reports) == 1:
                other = threading.Thread(target=meter.tick)
                other.start()
                other.join()

        meter = Meter(report, clock=Clock(1.0))
        meter.tick()
        assert len(reports) == 1
        meter.tick()
        assert len(reports) == 2

    def test_the_time_that_is_left(self):
        assert Progress(1, 10.0, 0.25).left == 30.0
        assert Progress(1, 10.0, 1.0).left == 0.0
        assert Progress(1, 10.0, 1e-9).left is None
        assert Progress(1, 10.0).left is None

    @pytest.mark.parametrize(
        ("share", "before", "left"),
        [
            (0.5, (5.0, 0.25), 10.0),
            (0.5, (5.0, 0.4), 25.0),
            (0.9, (5.0, 0.9 - 1e-6), None),  # what was quick is done
            (0.9, (5.0, 0.9), None),
            (0.5, (9.9, 0.0), None),
            (1.0, (5.0, 1.0), 0.0),
        ],
    )
    def test_it_goes_by_the_second_half_of_the_time(self, share, before, left):
        found = Progress(1, 10.0, share, before=before).left
        assert found == (left if left is None else pytest.approx(left))

    def test_when_half_of_the_time_had_passed(self):
        reported = Reports(step=0.0)
        meter = reported.limits.meter
        with meter.asking(lambda: Known(0, reported.clock.now / 100)):
            for tenths in range(81):
                reported.clock.now = tenths / 10
                meter.tick()
        befores = [report.before for report in reported.reports]
        assert [seconds for seconds, _ in befores] == [0.5, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0]
        assert [report.left for report in reported.reports] == pytest.approx([*range(99, 91, -1)])

    def test_what_the_function_raises_ends_the_count_and_is_no_answer(self):
        def report(_):
            raise StopIteration(7)  # which within a step of a count would be its result

        limits = Limits(meter=Meter(report, clock=Clock(1.0)))
        with pytest.raises(RuntimeError, match="the function progress raised StopIteration"):
            count_solutions(LATIN4, limits, backend="cover")


def test_of_a_search_each_branch_counts_alike():
    """The share when a solution is found is that of the leaves before it."""
    reported = Reports()
    outcome = find_solutions(LATIN4, None, reported.limits, backend="cover")
    assert outcome.count == 576
    assert reported.shares == sorted(reported.shares)
    assert len(reported.shares) > 100
    assert 0 <= reported.shares[0] < 0.05
    assert reported.shares[-1] > 0.95
    found = [report.found for report in reported.reports]
    assert found == sorted(found)
    assert found[-1] <= 576


def ran(method):
    """What a counting method knows after each of its steps, and its count."""
    seen = []
    try:
        while True:
            next(method.steps)
            seen.append((getattr(method, "found", None), method.share))
    except StopIteration as ended:
        return seen, ended.value


@pytest.mark.parametrize("puzzle", [LATIN4, THREE], ids=lambda puzzle: puzzle.name)
def test_component_caching_knows_a_bound_and_its_share(puzzle, monkeypatch):
    monkeypatch.setattr("kenken_cp.backends.cover.components.NODES_PER_STEP", 1)
    method = ComponentCaching(ExactCover(puzzle))
    seen, total = ran(method)
    assert total == kenken_cp.count(puzzle, backend="brute-force" if puzzle is LATIN4 else "cp-sat")
    bounds, shares = zip(*seen, strict=True)
    assert list(bounds) == sorted(bounds)
    assert list(shares) == sorted(shares)
    assert bounds[-1] <= total
    assert isclose(method.share, 1.0)
    assert max(shares) <= 1 + 1e-9


def test_each_verb_takes_a_function(monkeypatch):
    monkeypatch.setattr(progress_module, "SECONDS_BETWEEN", 0.0)
    for verb in (kenken_cp.solve, kenken_cp.count):
        reports = []
        verb(THREE, progress=reports.append)
        assert reports[-1].found <= 3


def test_a_bound_is_known_while_the_count_goes_on():
    reported = Reports()
    outcome = count_solutions(LATIN4, reported.limits, backend="cover")
    assert outcome.count == 576
    found = [report.found for report in reported.reports]
    assert 0 < found[-1] <= 576


def test_a_count_by_frontiers_counts_as_done_only_when_it_will_not_give_up():
    from kenken_cp.backends.cover.frontier.counting import FrontierCounting

    method = FrontierCounting(ExactCover(LATIN4))
    seen, total = ran(method)
    assert total == 576
    shares = [share for _, share in seen]
    known = [share for share in shares if share is not None]
    assert shares[0] is None
    assert known == sorted(known)
    assert isclose(method.share, 1.0)


def test_two_methods_know_as_much_as_the_one_that_is_farther():
    cover = ExactCover(LATIN4)
    method = ComponentCaching(cover)
    portfolio = CountingPortfolio(cover, method)
    assert portfolio.known() == Known(0, 0.0)
    method.share = 0.5
    assert portfolio.known() == Known(0, 0.5)


@pytest.mark.parametrize("backend", ["cp-sat", "brute-force", "sat"])
def test_what_an_engine_cannot_say_is_none(backend):
    reported = Reports()
    find_solutions(LATIN4, None, reported.limits, backend=backend)
    assert reported.shares == []
    assert reported.reports[-1].found > 500


def test_where_another_engine_begins_anew_no_share_is_claimed():
    """The share of the first engine is not that of the second."""
    from kenken_cp.backends.portfolio import SearchBudgets, search

    reported = Reports()
    budgets = SearchBudgets(search_seconds=0.0, seconds_per_solution=0.0, dense_seconds=0.0)
    outcome = find_solutions(
        LATIN4, None, reported.limits, search=lambda *asked: search(*asked, budgets)
    )
    assert outcome.count == 576
    assert "cp-sat branches" in outcome.statistics
    assert reported.reports[-1].share is None


class TestEstimate:
    def test_it_gets_better_and_comes_to_an_end(self, monkeypatch):
        monkeypatch.setattr("kenken_cp.backends.cover.estimate.MAX_PROBES", 300)
        running = RunningEstimate(ExactCover(LATIN4), clock=Clock())
        estimates = [running.after_more_probes() for _ in range(4)]
        assert all(low <= 576 <= (high or 576) for _, low, high in estimates)
        assert len(set(estimates)) == 3, "no more than 300 probes are made"

    def test_too_few_probes_are_none(self):
        clock = Clock(step=progress_module.SECONDS_BETWEEN)
        running = RunningEstimate(ExactCover(LATIN4), clock=clock)
        assert running.after_more_probes() is None

    def test_it_is_reported_with_the_search(self, monkeypatch):
        monkeypatch.setattr("kenken_cp.backends.cover.estimate.MAX_PROBES", 100)
        reported = Reports()
        find_solutions(LATIN4, None, reported.limits, backend="cover")
        last = reported.reports[-1]
        assert last.low <= last.estimate
        assert last.low <= 576


class TestJobs:
    pool = Pool(InlineExecutor(), 1)

    def test_cubes_that_are_done(self):
        reported = Reports()
        parts = cubes(LATIN4, 8)
        outcome = count_cubes(parts, reported.limits, backend="cover", pool=self.pool)
        assert outcome.count == 576
        assert reported.shares == sorted(reported.shares)
        assert set(reported.shares) <= {number / len(parts) for number in range(len(parts) + 1)}
        assert reported.reports[-1].found > 0

    def test_a_search_whose_cubes_are_split_again(self, monkeypatch):
        monkeypatch.setattr("kenken_cp.parallel.searching.MAX_CELLS_PER_TASK", 20 * 16)
        reported = Reports()
        outcome = solutions_in_parallel(
            LATIN4, None, reported.limits, backend="cover", pool=self.pool
        )
        assert outcome.count == 576
        assert reported.shares == sorted(reported.shares)
        assert reported.shares[-1] > 0.9


def test_the_verbs_take_a_function(monkeypatch):
    monkeypatch.setattr(progress_module, "SECONDS_BETWEEN", 0.0)
    seen: list[Progress] = []
    assert kenken_cp.count(LATIN4, backend="cover", progress=seen.append) == 576
    counted = len(seen)
    outcome = kenken_cp.each_solution(LATIN4, lambda grid: None, progress=seen.append)
    assert outcome.count == 576
    assert 0 < counted < len(seen)


def test_explore_without_a_meter_knows_no_difference():
    cover, found = ExactCover(THREE), []
    reason, _ = explore(cover, lambda grid: found.append(grid) or True, lambda: None, Limits())
    assert (str(reason), len(found)) == ("exhausted", 3)


def test_cp_sat_is_heard_of_while_it_finds_nothing(monkeypatch):
    """It solves in a thread, and its callback is called for solutions only."""
    monkeypatch.setattr(progress_module, "SECONDS_BETWEEN", 0.0)
    monkeypatch.setattr(engine, "SECONDS_BETWEEN", 0.01)
    heard, solve_model = threading.Event(), engine.solve

    def slowly(solver, model):
        heard.clear()
        assert heard.wait(60), "nothing is heard before it begins"
        return solve_model(solver, model)

    monkeypatch.setattr(engine, "solve", slowly)
    outcome = kenken_cp.solve(THREE, backend="cp-sat", progress=lambda _: heard.set())
    assert outcome.count == 2
