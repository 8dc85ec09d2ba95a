"""Other workers that do parts of one count."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import closing, nullcontext
from functools import partial

import pytest
from clocks import over_when
from engines import finished, needs_fast
from hypothesis import given
from kenken_cp.backends.cover.components import ComponentCaching
from kenken_cp.backends.cover.counting import CountingPortfolio
from kenken_cp.backends.cover.methods import Sharing
from kenken_cp.backends.cover.vector import counting as vector_counting
from kenken_cp.backends.cover.vector.counting import VectorCounting
from kenken_cp.search.protocol import Limits, Status, StopSignal
from parallel.workers import (
    announce_part,
    announce_until_stopped,
    is_recalled,
    until_recalled,
    wait_for,
)
from strategies import board_sizes, examples, planted
from truth import agrees

from kenken_cp import Puzzle
from kenken_cp.backends.cover import counting, search_counting
from kenken_cp.backends.cover.frontier import counting as frontier_counting
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.parallel import InlineExecutor, Pool, WorkersLostError, count_in_parallel
from kenken_cp.parallel.helpers import PoolHelpers
from kenken_cp.parallel.processes import Processes


class Waiting:
    """A method that only waits; it counts its steps."""

    leaves, found = 1, 0
    has_own_core = False
    empty_part = None
    share: float | None = None
    sharing: Sharing | None = None

    def __init__(self, result=None, waits=10**9):
        self.statistics = {}
        self.done, self.result = 0, result
        self.shared = set()
        self.steps = self._steps(waits)

    def _steps(self, waits) -> Iterator[bool]:
        for _ in range(waits):
            self.done += 1
            self.shared.add(self.sharing)
            yield True
        return self.result

    def at_least(self):
        self.steps.close()
        return 3


class Ready:
    """Workers that do each part at once, like those of another process: all goes through pickle."""

    can_recall = True

    def __init__(self, workers=1, seconds=None):
        self.workers, self.seconds = workers, seconds
        self.parts = 0
        self.prepared = []

    def prepare(self, part):
        self.prepared.append(part)

    def recall(self):
        raise AssertionError("each part is done at once")

    def submit(self, part):
        self.parts += 1
        future = Future()
        result = pickle.loads(pickle.dumps(part))(
            Limits(None, self.seconds), lambda: self.parts % 3 == 0
        )
        future.set_result(pickle.loads(pickle.dumps(result)))
        return future

    def stopped(self, parts):
        return [part.result() for part in parts]


@pytest.fixture
def hasty(monkeypatch):
    """Every count is a long one, of which even two nodes are shared, for moments."""
    monkeypatch.setattr(counting, "SECONDS_ALONE", -1.0)
    monkeypatch.setattr(counting, "SECONDS_BEFORE_PREPARING", -1.0)
    monkeypatch.setattr(counting, "SECONDS_OF_FRONTIER", -1.0)
    monkeypatch.setattr(counting, "SECONDS_PER_TURN", 1e-4)
    monkeypatch.setattr(search_counting, "ALONE", search_counting.Alone(1, 1))
    monkeypatch.setattr(vector_counting, "MIN_SHARED", 2)
    monkeypatch.setattr(vector_counting, "MIN_SECONDS_PER_PART", 1e-4)
    monkeypatch.setattr(vector_counting, "SECONDS_PER_PART", 1e-4)
    monkeypatch.setattr(vector_counting, "SECONDS_BESIDE_OURS", 1e-4)
    monkeypatch.setattr(vector_counting, "TIMES_SHARED", 1e9)


@pytest.fixture
def no_frontier(monkeypatch):
    """None that would end a count."""
    monkeypatch.setattr(frontier_counting, "FrontierCounting", lambda _: Waiting())


def never():
    return None


@pytest.mark.usefixtures("hasty")
class TestPortfolio:
    COVER = ExactCover(Puzzle(3))

    @pytest.mark.parametrize(("seconds", "helped"), [(60.0, False), (-1.0, True)])
    def test_a_frontier_that_has_just_begun_may_soon_be_done(self, monkeypatch, seconds, helped):
        class Working(Waiting):
            def _steps(self, waits):
                ends = time.monotonic() + (60 if helped else 0.1)  # 60: never, as it is helped
                while time.monotonic() < ends and here.sharing is None:
                    yield False
                return self.result

        monkeypatch.setattr(counting, "SECONDS_ALONE", 0.02)
        monkeypatch.setattr(counting, "SECONDS_OF_FRONTIER", seconds)
        monkeypatch.setattr(frontier_counting, "FrontierCounting", lambda _: Working(12))
        here = Waiting()
        with closing(CountingPortfolio(self.COVER, here, Ready())) as both:
            assert both.counted(never)[:2] == (Status.EXHAUSTED, 12)
        assert (here.sharing is not None) is helped

    @pytest.mark.parametrize("own_core", [False, True])
    @pytest.mark.parametrize("workers", [1, 3])
    def test_how_work_is_shared(self, monkeypatch, own_core, workers):
        """All is left to others as long as a frontier is at work here, unless the method has a core
        of its own; then, all workers beside both would be one too many.
        """
        monkeypatch.setattr(frontier_counting, "FrontierCounting", lambda _: Waiting(None, 5))
        here, ready = Waiting(12, 300), Ready(workers)
        here.has_own_core = own_core
        with closing(CountingPortfolio(self.COVER, here, ready)) as both:
            assert both.counted(never)[:2] == (Status.EXHAUSTED, 12)
        beside = workers - own_core
        expected = {None, Sharing(ready, workers, keeping=True)}
        assert here.shared == expected | ({Sharing(ready, beside, own_core)} if beside else set())

    def test_a_frontier_that_will_be_done_much_later_gets_no_core(self, monkeypatch):
        class Growing(Waiting):
            """A method with a thousandth of its work done in each step; or less."""

            def __init__(self, result, steps, less=1):
                super().__init__(result, steps)
                self._less = less

            @property
            def share(self):
                return self.done / 1000 / self._less

        monkeypatch.setattr(counting, "SECONDS_TO_COMPARE", 0.0)
        monkeypatch.setattr(
            frontier_counting, "FrontierCounting", lambda _: Growing(None, 10**9, 100)
        )
        here, ready = Growing(12, 300), Ready()
        with closing(CountingPortfolio(self.COVER, here, ready)) as both:
            assert both.counted(never)[:2] == (Status.EXHAUSTED, 12)
        assert here.shared == {None, *(Sharing(ready, 1, keeping) for keeping in (False, True))}

    @pytest.mark.parametrize(
        ("seconds", "grows", "prepared"),
        [(0.0, None, ["empty"]), (60.0, None, []), (0.0, True, []), (0.0, False, ["empty"])],
        ids=["long", "short till now", "soon over", "standing still"],
    )
    def test_workers_are_started_before_they_are_needed(
        self, monkeypatch, seconds, grows, prepared
    ):
        """Once, for they take a moment to begin."""

        class Working(Waiting):
            empty_part = "empty"

            def _steps(self, waits):
                for _ in range(waits):
                    self.done += 1
                    yield False
                return self.result

            @property
            def share(self):
                return None if grows is None else 0.5 + self.done / 10**5 if grows else 0.9

        monkeypatch.setattr(counting, "SECONDS_ALONE", 60.0)
        monkeypatch.setattr(counting, "SECONDS_BEFORE_PREPARING", seconds)
        here, ready = Working(12, 10**4), Ready()
        with closing(CountingPortfolio(self.COVER, here, ready)) as both:
            assert both.counted(never)[:2] == (Status.EXHAUSTED, 12)
        assert ready.prepared == prepared

    def test_a_lower_bound(self):
        asked = iter(range(20))
        with closing(CountingPortfolio(self.COVER, Waiting(), Ready())) as portfolio:
            counted = portfolio.counted(
                lambda: None if next(asked, None) is not None else Status.TIMEOUT
            )
        assert counted[:2] == (Status.TIMEOUT, 3)


def test_a_short_count_is_over_before_anybody_helps():
    ready = Ready()
    cover = ExactCover(Puzzle(3))
    with closing(CountingPortfolio(cover, ComponentCaching(cover), ready)) as portfolio:
        assert portfolio.counted(never).total == 12
    assert not ready.parts


@pytest.mark.usefixtures("hasty")
class TestVectorCounting:
    @pytest.mark.parametrize("workers", [1, 2, 5])
    @pytest.mark.parametrize("keeping", [False, True])
    def test_what_others_have_counted_is_added(self, workers, keeping):
        method = VectorCounting(ExactCover(Puzzle(5)))
        method.sharing = Sharing(Ready(workers), workers, keeping)
        shares = [method.share for _ in method.steps]
        assert method.found == 161280
        assert shares == sorted(shares)
        assert shares[-1] == pytest.approx(1)
        assert method.statistics["parts"] == method.sharing.helpers.parts > workers

    @pytest.mark.parametrize(
        ("keeping", "can_recall", "seconds"),
        [(True, True, 20), (False, True, 10), (True, False, 5)],
    )
    def test_how_long_others_work_before_they_return(
        self, monkeypatch, keeping, can_recall, seconds
    ):
        """Longest where they may be recalled, and it is known here how far the search is."""
        names = ["MIN_SECONDS_PER_PART", "SECONDS_PER_PART", "SECONDS_BESIDE_OURS"]
        for name, value in zip(names, [5, 10, 20], strict=True):
            monkeypatch.setattr(vector_counting, name, value)
        parts = []

        class Noting(Ready):
            def submit(self, part):
                parts.append(part.seconds)
                return super().submit(part)

        ready = Noting()
        ready.can_recall = can_recall
        method = VectorCounting(ExactCover(Puzzle(5)))
        method.sharing = Sharing(ready, 1, keeping)
        assert finished(method) == 161280
        assert parts[0] == seconds

    def test_an_empty_part_has_no_work(self):
        method = VectorCounting(ExactCover(Puzzle(5)))
        helpers = Ready()
        worked = helpers.submit(method.empty_part).result()
        assert worked.found == 0
        assert not worked.left
        assert finished(method) == 161280

    @needs_fast
    def test_compiled(self):
        from kenken_cp.backends.cover.compiled.vector_inference import CompiledInference

        method = VectorCounting(ExactCover(Puzzle(5)), CompiledInference)
        method.sharing = Sharing(Ready(), 1, keeping=True)
        assert finished(method) == 161280
        assert method.sharing.helpers.parts

    @examples(30)
    @given(planted(sizes=board_sizes(2, 4), most=5))
    def test_it_counts_as_one_worker_does(self, puzzle_and_grid):
        puzzle, _ = puzzle_and_grid
        method = VectorCounting(ExactCover(puzzle))
        method.sharing = Sharing(Ready(2), 2, keeping=True)
        assert finished(method) == finished(VectorCounting(ExactCover(puzzle)))

    def test_a_part_cut_short_is_no_count(self):
        """Its nodes are lost: it waits for the limit that has ended it, with a lower bound."""
        method = VectorCounting(ExactCover(Puzzle(5)))
        ready = Ready(seconds=1e-6)
        method.sharing = Sharing(ready, 1, keeping=True)
        waits = 0
        for waiting in method.steps:
            waits = waits + 1 if waiting else 0
            if waits > 100:
                break
        assert waits > 100
        assert 0 < method.at_least() < 161280

    def test_a_bound_has_what_workers_have_when_they_are_stopped(self):
        method = VectorCounting(ExactCover(Puzzle(5)))
        method.sharing = Sharing(Ready(), 1, keeping=True)
        while not method._parts:
            next(method.steps)
        before = method.found
        assert method.at_least() >= before
        assert method.statistics["parts"] > 0
        assert not method._parts

    def test_what_nobody_waits_for_is_asked_to_come_back(self):
        class Busy(Ready):
            recalled = 0

            def submit(self, part):
                return Future()

            def recall(self):
                self.recalled += 1

        method = VectorCounting(ExactCover(Puzzle(5)))
        method.sharing = Sharing(busy := Busy(), 1, keeping=True)
        while not method._parts:
            next(method.steps)
        method.steps.close()
        assert busy.recalled == 1


INLINE = InlineExecutor()


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("has_companions", [True, False])
def test_this_process_is_one_of_the_workers_where_there_are_companions(workers, has_companions):
    started = []

    def companions(number):
        started.append(number)
        return nullcontext(INLINE)

    pool = Pool(INLINE, workers, companions if has_companions else None)
    with PoolHelpers(pool, Limits(seconds=5).countdown()) as helpers:
        assert helpers.workers == workers - has_companions
        assert not started
        futures = [helpers.submit(lambda limits, _: limits.seconds) for _ in range(3)]
        assert all(0 < seconds <= 5 for seconds in helpers.stopped(futures))
    assert started == [workers - 1] * has_companions


@pytest.mark.usefixtures("hasty", "no_frontier")
@given(planted(sizes=board_sizes(2, 4), most=5))
@examples(30)
def test_a_count_with_helpers(planted_puzzle):
    puzzle, _ = planted_puzzle
    for workers in (2, 3):
        pool = Pool(INLINE, workers, lambda _: nullcontext(INLINE))
        outcome = count_in_parallel(puzzle, backend="cover", pool=pool)
        assert outcome.status is Status.EXHAUSTED
        assert agrees(outcome.count, puzzle)


@pytest.mark.usefixtures("hasty", "no_frontier")
@pytest.mark.parametrize("backend", ["cover", "auto", pytest.param("compiled", marks=needs_fast)])
def test_in_processes(two, backend):
    pool = Pool(two.executor, 2, lambda _: nullcontext(two.executor))
    outcome = count_in_parallel(Puzzle(5), backend=backend, pool=pool)
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 161280)


def test_workers_that_have_prepared_do_parts(tmp_path):
    with Processes(1) as executor, PoolHelpers(Pool(executor, 1), Limits().countdown()) as helpers:
        helpers.prepare(partial(announce_part, tmp_path))
        wait_for(lambda: list(tmp_path.iterdir()))
        assert helpers.submit(is_recalled).result(timeout=300) is False


@pytest.mark.parametrize("has_part", [True, False])
def test_nobody_waits_for_workers_that_only_prepare(tmp_path, has_part):
    """They are killed, for one that still starts does not hear that it is to stop; but not where
    one has a part.
    """
    prepared, stopped = tmp_path / "prepared", tmp_path / "stopped"
    prepared.mkdir()
    stopped.mkdir()
    pool = Pool(INLINE, 2, Processes)
    with PoolHelpers(pool, Limits().countdown()) as helpers:
        part = partial(announce_until_stopped, prepared, stopped)
        helpers.prepare(is_recalled if has_part else part)
        if has_part:
            helpers.submit(part)
        wait_for(lambda: list(prepared.iterdir()))
    assert len(list(stopped.iterdir())) == has_part


def test_executors_that_cannot_prepare_need_not():
    with PoolHelpers(Pool(INLINE, 1), Limits().countdown()) as helpers:
        helpers.prepare(is_recalled)
        assert helpers.submit(is_recalled).result() is False


def test_parts_come_back_when_they_are_asked_to():
    """In other processes; a part that is begun afterwards stays."""
    with Processes(2) as executor, PoolHelpers(Pool(executor, 2), Limits().countdown()) as helpers:
        assert helpers.can_recall
        parts = [helpers.submit(until_recalled) for _ in range(2)]
        helpers.recall()
        assert [part.result(timeout=300) for part in parts] == [True, True]
        assert helpers.submit(is_recalled).result(timeout=300) is False


def test_the_signal_of_a_worker_stops_a_part(tmp_path):
    """In another process it is given when the count is over, or Ctrl-C has come."""
    begun, stopped = tmp_path / "begun", tmp_path / "stopped"
    begun.mkdir()
    stopped.mkdir()
    with Processes(1) as executor:
        pool = Pool(INLINE, 2, lambda _: nullcontext(executor))
        with PoolHelpers(pool, Limits().countdown()) as helpers:
            part = helpers.submit(partial(announce_until_stopped, begun, stopped))
            # A worker ends a second after the signal, and it may take longer to import this part.
            wait_for(lambda: list(begun.iterdir()))
            executor.stop()
            part.result(timeout=300)
    assert len(list(stopped.iterdir())) == 1


def test_all_come_back_where_one_has_nothing_to_do(hasty, monkeypatch):
    """Here there is nothing left, and others have it all."""
    monkeypatch.setattr(vector_counting, "MIN_SECONDS_PER_PART", -1.0)
    method = VectorCounting(ExactCover(Puzzle(5)))

    class Busy(Ready):
        recalled = 0

        def submit(self, part):
            self.parts += 1
            self.part, self.future = part, Future()
            return self.future

        def recall(self):
            self.recalled += 1
            self.future.set_result(self.part(Limits(), lambda: True))

    method.sharing = Sharing(busy := Busy(), 1, keeping=True)
    assert finished(method) == 161_280
    assert busy.recalled == busy.parts > 1


@pytest.mark.usefixtures("hasty", "no_frontier")
def test_a_timeout_keeps_what_workers_have_found(two, monkeypatch):
    done = []

    class Noting(Executor):
        """Notes which tasks have been done."""

        def submit(self, fn, /, *args):
            future = two.executor.submit(fn, *args)
            future.add_done_callback(done.append)
            return future

    over_when(monkeypatch, lambda: len(done) > 2)
    pool = Pool(INLINE, 2, lambda _: nullcontext(Noting()))
    outcome = count_in_parallel(Puzzle(7), Limits(seconds=1.5), backend="cover", pool=pool)
    assert outcome.status is Status.TIMEOUT
    assert not outcome.count.exact
    assert outcome.statistics["parts"] > 0


@pytest.mark.usefixtures("hasty", "no_frontier")
def test_a_signal_to_stop_ends_them(two):
    stop = StopSignal()
    with Processes(1, stop) as executor:
        pool = Pool(INLINE, 2, lambda _: nullcontext(executor))
        asked = []

        def progress(_):
            asked.append(1)
            stop.stop()

        from kenken_cp.search.progress import Meter

        limits = Limits(stop=stop, meter=Meter(progress))
        outcome = count_in_parallel(Puzzle(9), limits, backend="cover", pool=pool)
    assert outcome.status is Status.INTERRUPTED
    assert not outcome.count.exact


class Broken(Executor):
    def submit(self, fn, /, *args):
        from concurrent.futures.process import BrokenProcessPool

        future = Future()
        future.set_exception(BrokenProcessPool())
        return future


@pytest.mark.usefixtures("hasty", "no_frontier")
@pytest.mark.parametrize("backend", ["cover", pytest.param("compiled", marks=needs_fast)])
def test_a_lost_helper_is_an_error(backend):
    pool = Pool(INLINE, 3, lambda _: nullcontext(Broken()))  # one core each, and one to help
    with pytest.raises(WorkersLostError, match="was killed"):
        count_in_parallel(Puzzle(7), backend=backend, pool=pool)
