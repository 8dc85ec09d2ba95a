"""Many puzzles, one a task."""

import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import islice
from queue import SimpleQueue
from threading import Event, Timer

import pytest
from corpus import counted
from kenken_cp.search.protocol import StopSignal

from kenken_cp import Puzzle
from kenken_cp.errors import KenKenError
from kenken_cp.parallel import (
    CheckStated,
    CountAll,
    EstimateAll,
    InlineExecutor,
    Pool,
    Raised,
    Rate,
    Solve,
    Trial,
    chunks,
    context,
    each_outcome,
)

PUZZLES = [puzzle for puzzle in counted() if puzzle.rows <= 5][:40]
INLINE = Pool(InlineExecutor(), 1)


def test_results_in_the_order_of_the_input(two):
    task = Solve("cover", 2)
    found = list(each_outcome(PUZZLES, task, two))
    alone = list(each_outcome(PUZZLES, task, INLINE))
    assert [one.grids for one in found] == [one.grids for one in alone]
    assert len(found) == len(PUZZLES)


def test_puzzles_are_taken_as_they_are_needed(two):
    taken = 0

    def endless():
        nonlocal taken
        while True:
            taken += 1
            yield Puzzle(2)

    results = each_outcome(endless(), CountAll("cover"), two)
    for _ in range(20):
        assert next(results).count == 2
    assert taken < 200
    results.close()


def test_one_alone_reports_before_it_goes_on():
    done = []

    def task(puzzle):
        done.append(puzzle)
        return len(done)

    for turn in each_outcome(PUZZLES[:5], task, INLINE):
        assert turn == len(done)


def test_how_far_those_have_come_that_workers_are_busy_with(monkeypatch):
    """In this process: the task reports, and is then still to be done, as far as its pool knows."""

    class Later(Executor):
        def submit(self, task, item):
            done = task(item)
            reports.extend(waiting)
            waiting.clear()
            future = Future()
            Timer(0.05, future.set_result, [done]).start()
            return future

    def reported():
        while reports:
            yield reports.pop()

    def busy(item):
        limits = CountAll("cover").limits
        assert limits.meter is not None
        limits.meter.tick()
        return item

    monkeypatch.setattr("kenken_cp.search.progress.SECONDS_BETWEEN", 0.0)
    waiting, reports, seen = [], [], []
    pool = Pool(Later(), 2, reports=reported)
    before = context.WORKER_REPORT.set(waiting.append)
    try:
        found = list(each_outcome("abc", busy, pool, reported=lambda *report: seen.append(report)))
    finally:
        context.WORKER_REPORT.reset(before)
    assert found == ["a", "b", "c"]
    assert {number for number, _ in seen} == {0, 1, 2}
    assert all(progress.found == 0 for _, progress in seen)


def test_short_tasks_are_done_here(monkeypatch):
    monkeypatch.setattr(chunks, "SECONDS_PER_TRIAL", 60.0)  # on a busy machine, too
    monkeypatch.setattr("kenken_cp.parallel.batches._SECONDS_WORTH_IT", 60.0)
    task = Solve("cover", 2)
    found = list(each_outcome(PUZZLES, task, Pool(Executor(), 2), trial=Trial(task)))
    assert [one.grids for one in found] == [one.grids for one in map(task, PUZZLES)]


def test_the_others_are_left_to_workers(two):
    """Every third takes long."""
    tried = []

    def trial(puzzle):
        tried.append(puzzle)
        return None if len(tried) % 3 == 0 else task(puzzle)

    task = Solve("cover", 2)
    found = list(each_outcome(PUZZLES, task, two, trial=trial))
    assert [one.grids for one in found] == [one.grids for one in map(task, PUZZLES)]
    assert tried == PUZZLES[: len(tried)]
    assert len(tried) >= 3


def test_a_trial_gives_what_the_task_gives_or_nothing(monkeypatch):
    monkeypatch.setattr(chunks, "SECONDS_PER_TRIAL", 0.01)
    for task in (Solve("cover", 2), CountAll("cover"), Rate(), CheckStated("cover")):
        given = Trial(task)(PUZZLES[0])
        assert given is None or given.__class__ is task(PUZZLES[0]).__class__
    assert Trial(CountAll("cover"))(Puzzle(9)) is None
    assert isinstance(Trial(CountAll("z3"))(Puzzle(9)), Raised)
    assert Trial(EstimateAll(0.1))(Puzzle(2)) is None


def square(number):
    """Takes its time for one of them."""
    if number == SLOW:
        time.sleep(60.0)
    return number * number


SLOW = 500


class Threads(ThreadPoolExecutor):
    """Workers in this process; notes how many items each chunk has."""

    def __init__(self):
        super().__init__(2)
        self.sizes, self.reports = [], SimpleQueue()

    def submit(self, chunk, items):
        self.sizes.append(len(items))
        return super().submit(self._run, chunk, items)

    def _run(self, chunk, items):
        before = context.WORKER_REPORT.set(self.reports.put)
        try:
            return chunk(items)
        finally:
            context.WORKER_REPORT.reset(before)

    def reported(self):
        while not self.reports.empty():
            yield self.reports.get()


def test_quick_tasks_are_sent_together():
    with Threads() as threads:
        pool = Pool(threads, 2, reports=threads.reported)
        assert list(each_outcome(range(400), square, pool)) == [n * n for n in range(400)]
    assert sum(threads.sizes) >= 400
    assert max(threads.sizes) > 10


def test_none_waits_for_one_that_takes_long(monkeypatch):
    """Those before it are reported, and those after it are left to the other worker."""
    slept = Event()
    monkeypatch.setattr(time, "sleep", slept.wait)
    with Threads() as threads:
        pool = Pool(threads, 2, reports=threads.reported)
        results = each_outcome(range(600), square, pool)
        found = list(islice(results, SLOW))
        assert not slept.is_set()
        slept.set()
        found += results
    assert found == [n * n for n in range(600)]


def test_a_chunk_ends_early(monkeypatch):
    monkeypatch.setattr(chunks, "_MAX_SECONDS_TO_BEGIN", 0.0)
    assert chunks.Chunk(square, [3, 4], measured=False)([1, 2]).found == [1]

    def fails(number):
        if number == 2:
            raise KenKenError("two")
        return number

    monkeypatch.setattr(chunks, "_MAX_SECONDS_TO_BEGIN", 60.0)
    assert chunks.Chunk(fails, range(3), measured=False)([0, 1, 2]).found == [0, 1]
    with pytest.raises(KenKenError, match="two"):
        chunks.Chunk(fails, [2], measured=False)([2])
    with Threads() as threads:
        pool = Pool(threads, 2, reports=threads.reported)
        with pytest.raises(KenKenError, match="two"):
            list(each_outcome(range(50), fails, pool))


def test_workers_start_where_much_is_left(monkeypatch):
    monkeypatch.setattr("kenken_cp.parallel.batches._SECONDS_ALONE", 0.0)
    task, here = Solve("cover", 2), []

    def trial(puzzle):
        here.append(puzzle)
        return task(puzzle)

    few = list(each_outcome(PUZZLES[:9], task, Pool(Executor(), 2), trial=trial, expected=9))
    assert len(here) == len(few) == 9
    here.clear()
    monkeypatch.setattr("kenken_cp.parallel.batches._SECONDS_WORTH_IT", 0.0)
    monkeypatch.setattr("kenken_cp.parallel.batches._SECONDS_TO_SEND", 60.0)
    sent_for_nothing = each_outcome(PUZZLES[:9], task, Pool(Executor(), 2), trial=trial)
    assert len(list(sent_for_nothing)) == len(here) == 9
    here.clear()
    monkeypatch.setattr("kenken_cp.parallel.batches._SECONDS_TO_SEND", 0.0)
    with pytest.raises(NotImplementedError):  # it was given a task
        list(each_outcome(PUZZLES, task, Pool(Executor(), 2), trial=trial))
    assert len(here) == 1


def test_errors_of_tasks_come_out(two):
    with pytest.raises(KenKenError, match="unknown backend"):
        list(each_outcome([Puzzle(2)], CountAll("z3"), INLINE))


def test_a_signal_to_stop_ends_it():
    stop = StopSignal()
    stop.stop()
    assert list(each_outcome(PUZZLES, CountAll("cover"), INLINE, stop=stop)) == []
