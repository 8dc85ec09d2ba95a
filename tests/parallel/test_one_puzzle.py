"""One puzzle, many workers."""

import threading
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import numpy as np
import pytest
from clocks import over_when
from engines import needs_fast
from hypothesis import given
from kenken_cp.search.blocks import Block
from kenken_cp.search.protocol import Limits, Status, StopSignal
from kenken_cp.search.run import each_solution
from parallel.workers import PATIENT, Patient, patient_backend, wait_for
from strategies import examples, planted

from kenken_cp import Cage, Puzzle, count
from kenken_cp.backends.cover import counting as cover_counting
from kenken_cp.errors import InternalError
from kenken_cp.parallel import (
    CountAll,
    InlineExecutor,
    Pool,
    alone,
    count_cubes,
    count_in_parallel,
    counting,
    cubes,
    searching,
    solutions_in_parallel,
)
from kenken_cp.parallel.processes import Processes

LATIN5 = Puzzle(5)
ENDLESS = Puzzle(9)
INLINE = Pool(InlineExecutor(), 1)
NOBODY = Executor()
"""It takes no tasks."""


def grids_of(puzzle, pool, limits=None, backend="cover"):
    found = []
    outcome = solutions_in_parallel(puzzle, found.append, limits, backend=backend, pool=pool)
    return outcome, found


class Lying(InlineExecutor):
    """An executor whose workers return what they like."""

    def __init__(self, spoil):
        self.spoil = spoil

    def submit(self, fn, /, *args):
        future = Future()
        future.set_result(self.spoil(fn(*args)))
        return future


class TestCount:
    def test_counts_of_cubes_add_up(self, two):
        for backend in ("cover", "cp-sat"):
            outcome = count_cubes(cubes(Puzzle(4), 32), Limits(), backend=backend, pool=two)
            assert (outcome.status, str(outcome.count)) == (Status.EXHAUSTED, "576")
            assert (outcome.backend, outcome.statistics["cubes"] >= 32) == (backend, True)

    def test_what_is_soon_counted_is_counted_alone(self, monkeypatch):
        for module in (counting, cover_counting):  # on a busy machine, too
            monkeypatch.setattr(module, "SECONDS_ALONE", 60.0)
        for backend in ("auto", "cover", "cp-sat"):
            outcome = count_in_parallel(Puzzle(4), backend=backend, pool=Pool(NOBODY, 2))
            assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)

    def test_what_takes_an_engine_without_a_count_long_is_cut(self, two, monkeypatch):
        monkeypatch.setattr(counting, "SECONDS_ALONE", 1e-6)
        outcome = count_in_parallel(Puzzle(4), backend="cp-sat", pool=two)
        assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)
        assert outcome.statistics["cubes"] >= 32

    @given(planted())
    @examples(25)
    def test_as_one_engine_alone_counts(self, planted_puzzle):
        puzzle, _ = planted_puzzle
        found = count_in_parallel(puzzle, backend="cover", pool=Pool(InlineExecutor(), 3))
        assert found.count == count(puzzle, backend="cover")
        assert found.count.exact

    def test_any_executor_will_do(self):
        with ThreadPoolExecutor(2) as executor:
            outcome = count_in_parallel(Puzzle(4), backend="cover", pool=Pool(executor, 2))
        assert outcome.count == 576

    def test_none(self):
        outcome = count_in_parallel(
            Puzzle(3, [], (1, 2, 3), [[(0, 0), (1, 1), (0, 2)]]), pool=INLINE
        )
        assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 0)

    @pytest.mark.parametrize("backend", ["cover", "auto"])
    @pytest.mark.parametrize("size", [(3, 4), (5, 2), (1, 6)])
    def test_rectangles_count_the_same_with_any_number_of_workers(self, size, backend, two):
        cages = [Cage([(0, 0)], None, 2)] if size == (1, 6) else [Cage([(0, 0), (1, 1)], "+", 6)]
        for puzzle in (Puzzle(size), Puzzle(size, cages)):
            alone = count(puzzle, backend="cp-sat" if 1 in size else "cover")
            for workers in (INLINE, two):
                outcome = count_in_parallel(puzzle, backend=backend, pool=workers)
                assert (outcome.status, outcome.count) == (Status.EXHAUSTED, alone)
                assert outcome.count.exact

    def test_a_timeout_is_one_for_the_whole_and_keeps_a_lower_bound(
        self, two, tmp_path, monkeypatch
    ):
        executor = Patient(two.executor, tmp_path)
        over_when(monkeypatch, lambda: executor.searching(tasks=2))
        with patient_backend(tmp_path):
            outcome = count_in_parallel(
                ENDLESS, Limits(seconds=0.4), backend=PATIENT, pool=Pool(executor, 2)
            )
        assert outcome.status is Status.TIMEOUT
        assert not outcome.count.exact
        assert 0 < outcome.count < 2 * counting.CUBES_PER_WORKER

    def test_a_limit_is_a_lower_bound(self, two):
        outcome = count_in_parallel(LATIN5, Limits(1000), backend="cover", pool=two)
        assert (outcome.status, str(outcome.count)) == (Status.LIMIT, "1000+")

    def test_a_signal_to_stop_keeps_what_running_tasks_have(self, tmp_path, monkeypatch):
        monkeypatch.setattr(counting, "SECONDS_ALONE", 1e-6)
        here, tmp_path = tmp_path / "here", tmp_path / "workers"
        here.mkdir()
        tmp_path.mkdir()
        stop = StopSignal()
        with Processes(2, stop) as processes, patient_backend(here):
            executor = Patient(processes, tmp_path)

            def stop_when_both_have_one():
                wait_for(lambda: executor.searching(tasks=2))
                stop.stop()

            waiting = threading.Thread(target=stop_when_both_have_one)
            waiting.start()
            outcome = count_in_parallel(
                ENDLESS, Limits(stop=stop), backend=PATIENT, pool=Pool(executor, 2)
            )
            waiting.join()
        assert (outcome.status, str(outcome.count)) == (Status.INTERRUPTED, "2+")

    @pytest.mark.parametrize("number", [1, 2, 3])
    def test_a_cube_not_counted_to_the_end_is_a_lower_bound(self, number):
        seen = []

        def spoil(outcome):
            seen.append(outcome)
            if len(seen) != number:
                return outcome
            return CountAll("cover", 1)(Puzzle(3))

        split = cubes(Puzzle(4), 3)
        outcome = count_cubes(split, Limits(), backend="cover", pool=Pool(Lying(spoil), 1))
        assert not outcome.count.exact
        assert outcome.status is Status.LIMIT
        assert outcome.count < 576


class TestSolutions:
    def test_every_solution_once(self, two):
        alone = []
        each_solution(Puzzle(4), lambda grid: alone.append(grid) or True)
        outcome, found = grids_of(Puzzle(4), two)
        assert sorted(found) == sorted(alone)
        assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)

    def test_a_cube_with_too_many_is_split_again(self, monkeypatch):
        monkeypatch.setattr(searching, "MAX_CELLS_PER_TASK", 7 * 16)
        outcome, found = grids_of(Puzzle(4), INLINE)
        assert len(set(found)) == len(found) == outcome.count == 576
        assert outcome.statistics["cubes"] > 576 / 7

    def test_one_that_cannot_be_split_is_searched_whole(self, monkeypatch):
        monkeypatch.setattr(searching, "MAX_CELLS_PER_TASK", 7 * 9)
        monkeypatch.setattr(searching, "cubes", lambda puzzle, wanted: [puzzle])
        outcome, found = grids_of(Puzzle(3), INLINE)
        assert len(set(found)) == outcome.count == 12
        assert outcome.status is Status.EXHAUSTED

    @pytest.mark.parametrize("backend", ["cover", "auto", "cp-sat"])
    @pytest.mark.parametrize("most", [0, 100, 10**6], ids="goes on after {}".format)
    def test_every_solution_once_whoever_goes_on(self, backend, most, two, monkeypatch):
        monkeypatch.setattr(alone, "SECONDS_ALONE", 1e-3)
        monkeypatch.setattr(alone, "MAX_HANDED_OVER", most)
        outcome, found = grids_of(Puzzle(4), two, backend=backend)
        assert (outcome.status, outcome.count, len(set(found))) == (Status.EXHAUSTED, 576, 576)

    @needs_fast
    @pytest.mark.parametrize("most", [0, 10**6])
    def test_many_at_once(self, most, two, monkeypatch):
        monkeypatch.setattr(alone, "SECONDS_ALONE", 1e-4)
        monkeypatch.setattr(alone, "MAX_HANDED_OVER", most)
        found = []
        outcome = solutions_in_parallel(
            Puzzle(4),
            found.append,
            backend="compiled",
            pool=two,
            visit_block=lambda block: found.extend(block.grids()),
        )
        assert (outcome.status, outcome.count, len(set(found))) == (Status.EXHAUSTED, 576, 576)

    def test_what_finds_many_is_given_more_time(self, monkeypatch):
        monkeypatch.setattr(alone, "SECONDS_ALONE", 1e-3)
        monkeypatch.setattr(alone, "SECONDS_AFTER_MIN_FOUND", 60.0)
        monkeypatch.setattr(alone, "MIN_FOUND", -1)
        visited = []

        def visit(grid):
            if not visited:
                time.sleep(0.02)  # after which it would be handed over
            visited.append(grid)

        outcome = solutions_in_parallel(Puzzle(4), visit, backend="cover", pool=Pool(NOBODY, 2))
        assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)

    def test_what_is_soon_over_needs_no_workers(self, monkeypatch):
        monkeypatch.setattr(alone, "SECONDS_ALONE", 60.0)  # on a busy machine, too
        outcome, found = grids_of(Puzzle(4), Pool(NOBODY, 2))
        assert (outcome.status, len(set(found))) == (Status.EXHAUSTED, 576)

    def test_every_solution_of_a_rectangle_once(self, two):
        alone = []
        each_solution(Puzzle((2, 5)), alone.append, backend="cp-sat")
        outcome, found = grids_of(Puzzle((2, 5)), two)
        assert sorted(found) == sorted(alone)
        assert (outcome.status, outcome.count) == (Status.EXHAUSTED, len(alone))

    def test_the_first_grids_come_long_before_the_last(self, two, monkeypatch):
        monkeypatch.setattr(searching, "MAX_CELLS_PER_TASK", 8100)  # which the test has to wait for
        outcome = solutions_in_parallel(ENDLESS, lambda _: False, backend="cover", pool=two)
        assert (outcome.status, outcome.count) == (Status.LIMIT, 1)

    def test_limits(self, two, tmp_path, monkeypatch):
        for most in (1, 100):
            outcome, found = grids_of(LATIN5, two, Limits(most))
            assert (outcome.status, len(found)) == (Status.LIMIT, most)
        executor = Patient(two.executor, tmp_path)
        over_when(monkeypatch, executor.searching)
        with patient_backend(tmp_path):
            outcome, found = grids_of(ENDLESS, Pool(executor, 2), Limits(seconds=0.4), PATIENT)
        assert outcome.status is Status.TIMEOUT
        assert 0 < len(found) == outcome.count

    def test_ctrl_c_in_visit_is_a_status(self):
        def visit(_):
            raise KeyboardInterrupt

        outcome = solutions_in_parallel(Puzzle(3), visit, pool=INLINE)
        assert (outcome.status, str(outcome.count)) == (Status.INTERRUPTED, "1+")

    def test_workers_are_not_trusted(self):
        def twice(found):
            return found[0], found[1].beside(found[1])

        def wrong(found):
            return found[0], Block(np.ones((9, 1), np.int8), 3)

        for spoil, message in ((twice, "twice"), (wrong, "a wrong grid")):
            with pytest.raises(InternalError, match=message):
                solutions_in_parallel(Puzzle(3), None, pool=Pool(Lying(spoil), 1))

    def test_a_grid_that_was_shown_must_be_found_again(self, monkeypatch):
        """Whoever began the search has shown one grid; workers find all, or all but that."""
        shown = Block(np.array([[1, 2, 3, 2, 3, 1, 3, 1, 2]], np.int8).T, 3)

        class HandedOver:
            def __init__(self, *_):
                self.shown = shown

            def run(self, backend):
                return None

        monkeypatch.setattr(searching, "SearchAlone", HandedOver)
        outcome, found = grids_of(Puzzle(3), Pool(InlineExecutor(), 2))
        assert (outcome.status, len(set(found))) == (Status.EXHAUSTED, 11)
        assert next(shown.grids()) not in found

        def lose(found):
            return found[0], found[1][~found[1].having({(0, 0): 1})]

        with pytest.raises(InternalError, match="lost a grid"):
            solutions_in_parallel(Puzzle(3), None, pool=Pool(Lying(lose), 2))
