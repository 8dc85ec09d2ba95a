import os
import pickle
import signal
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from corpus import counted
from hypothesis import given, settings
from strategies import planted

from kenken_cp import Puzzle, count, load
from kenken_cp.errors import (
    FormatError,
    InternalError,
    KenKenError,
    MissingExtraError,
    UnknownNameError,
)
from kenken_cp.parallel import (
    CountAll,
    Find,
    InlineExecutor,
    Journal,
    Rate,
    Solve,
    conquer,
    count_cubes,
    count_in_parallel,
    cubes,
    each_outcome,
    solutions_in_parallel,
)
from kenken_cp.parallel.processes import Processes
from kenken_cp.search.protocol import Limits, Status, StopSignal
from kenken_cp.search.run import each_solution

LATIN5 = Puzzle(5)
ENDLESS = Puzzle(9)
HERE = {"executor": InlineExecutor(), "workers": 1}


@pytest.fixture(scope="module")
def two():
    with Processes(2) as executor:
        yield {"executor": executor, "workers": 2}


def go_on(_):
    return True


def grids_of(puzzle, crew, limits=None, backend="cover"):
    found = []
    outcome = solutions_in_parallel(
        puzzle, lambda grid: found.append(grid) or True, limits, backend=backend, **crew
    )
    return outcome, found


class Lying(InlineExecutor):
    """An executor whose workers answer what they like."""

    def __init__(self, spoil):
        self.spoil = spoil

    def submit(self, fn, /, *args):
        future = Future()
        future.set_result(self.spoil(fn(*args)))
        return future


class TestCount:
    def test_counts_add_up(self, two):
        for backend in ("cover", "cp-sat"):
            outcome = count_in_parallel(Puzzle(4), backend=backend, **two)
            assert (outcome.status, str(outcome.count)) == (Status.EXHAUSTED, "576")
            assert (outcome.backend, outcome.statistics["cubes"] >= 32) == (backend, True)

    @given(planted())
    @settings(max_examples=25)
    def test_as_one_engine_alone_counts(self, planted_puzzle):
        puzzle, _ = planted_puzzle
        found = count_in_parallel(puzzle, backend="cover", executor=InlineExecutor(), workers=3)
        assert found.count == count(puzzle, backend="cover")
        assert found.count.exact

    def test_any_executor_will_do(self):
        with ThreadPoolExecutor(2) as executor:
            outcome = count_in_parallel(Puzzle(4), backend="cover", executor=executor, workers=2)
        assert outcome.count == 576

    def test_none(self):
        outcome = count_in_parallel(Puzzle(3, [], (1, 2, 3), [[(0, 0), (1, 1), (0, 2)]]), **HERE)
        assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 0)

    def test_a_timeout_is_one_for_the_whole_and_keeps_a_lower_bound(self, two):
        outcome = count_in_parallel(ENDLESS, Limits(seconds=0.7), backend="cp-sat", **two)
        assert outcome.status is Status.TIMEOUT
        assert not outcome.count.exact
        assert outcome.count > 0
        assert 0.7 <= outcome.seconds < 5

    def test_a_limit_is_a_lower_bound(self, two):
        outcome = count_in_parallel(LATIN5, Limits(1000), backend="cover", **two)
        assert (outcome.status, str(outcome.count)) == (Status.LIMIT, "1000+")

    def test_a_signal_to_stop_keeps_what_running_tasks_have(self):
        stop = StopSignal()
        with Processes(2, stop) as executor:
            crew = {"executor": executor, "workers": 2}
            count_in_parallel(Puzzle(4), backend="cp-sat", **crew)  # the processes have started
            threading.Timer(0.7, stop.stop).start()
            outcome = count_in_parallel(ENDLESS, Limits(stop=stop), backend="cp-sat", **crew)
        assert outcome.status is Status.INTERRUPTED
        assert outcome.count > 0
        assert outcome.seconds < 5

    @pytest.mark.parametrize("number", [1, 2, 3])
    def test_a_cube_not_counted_to_the_end_is_a_lower_bound(self, number):
        seen = []

        def spoil(outcome):
            seen.append(outcome)
            if len(seen) != number:
                return outcome
            return CountAll("cover", 1)(Puzzle(3))

        parts = cubes(Puzzle(4), 3)
        outcome = count_cubes(parts, Limits(), backend="cover", executor=Lying(spoil), workers=1)
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

    def test_a_cube_with_too_many_is_cut_again(self, monkeypatch):
        monkeypatch.setattr(conquer, "MAX_GRIDS_PER_TASK", 7)
        outcome, found = grids_of(Puzzle(4), HERE)
        assert len(set(found)) == len(found) == outcome.count == 576
        assert outcome.statistics["cubes"] > 576 / 7

    def test_one_that_cannot_be_cut_is_searched_whole(self, monkeypatch):
        monkeypatch.setattr(conquer, "MAX_GRIDS_PER_TASK", 7)
        monkeypatch.setattr(conquer, "cubes", lambda puzzle, wanted: [puzzle])
        outcome, found = grids_of(Puzzle(3), HERE)
        assert len(set(found)) == outcome.count == 12
        assert outcome.status is Status.EXHAUSTED

    def test_the_first_grids_come_long_before_the_last(self, two):
        outcome = solutions_in_parallel(ENDLESS, lambda _: False, backend="cover", **two)
        assert (outcome.status, outcome.count) == (Status.LIMIT, 1)

    def test_limits(self, two):
        for most in (1, 100):
            outcome, found = grids_of(LATIN5, two, Limits(most))
            assert (outcome.status, len(found)) == (Status.LIMIT, most)
        outcome, found = grids_of(ENDLESS, two, Limits(seconds=0.5), "cp-sat")
        assert outcome.status is Status.TIMEOUT
        assert outcome.seconds < 5
        assert len(found) == outcome.count

    def test_ctrl_c_in_visit_is_a_status(self):
        def visit(_):
            raise KeyboardInterrupt

        outcome = solutions_in_parallel(Puzzle(3), visit, **HERE)
        assert (outcome.status, str(outcome.count)) == (Status.INTERRUPTED, "1+")

    def test_workers_are_not_trusted(self):
        def twice(found):
            return found._replace(grids=found.grids * 2)

        def wrong(found):
            return found._replace(grids=[((1,) * 3,) * 3])

        for spoil, message in ((twice, "twice"), (wrong, "a wrong grid")):
            with pytest.raises(InternalError, match=message):
                solutions_in_parallel(Puzzle(3), go_on, executor=Lying(spoil), workers=1)


class TestBatch:
    PUZZLES = [puzzle for puzzle in counted() if puzzle.size <= 5][:40]

    def test_results_in_the_order_of_the_input(self, two):
        task = Solve("cover", 2)
        found = list(each_outcome(self.PUZZLES, task, **two))
        alone = list(each_outcome(self.PUZZLES, task, **HERE))
        assert [one.grids for one in found] == [one.grids for one in alone]
        assert len(found) == len(self.PUZZLES)

    def test_puzzles_are_taken_as_they_are_needed(self, two):
        taken = 0

        def endless():
            nonlocal taken
            while True:
                taken += 1
                yield Puzzle(2)

        results = each_outcome(endless(), CountAll("cover"), **two)
        for _ in range(20):
            assert next(results).count == 2
        assert taken < 200
        results.close()

    def test_one_alone_reports_before_it_goes_on(self):
        done = []

        def task(puzzle):
            done.append(puzzle)
            return len(done)

        for turn in each_outcome(self.PUZZLES[:5], task, **HERE):
            assert turn == len(done)

    def test_errors_of_tasks_come_out(self, two):
        with pytest.raises(KenKenError, match="unknown backend"):
            list(each_outcome([Puzzle(2)], CountAll("z3"), **HERE))

    def test_a_signal_to_stop_ends_it(self):
        stop = StopSignal()
        stop.stop()
        assert list(each_outcome(self.PUZZLES, CountAll("cover"), stop=stop, **HERE)) == []


class TestProcesses:
    def test_they_end_with_the_block_even_if_busy(self):
        with Processes(2) as executor:
            pids = [executor.submit(os.getpid).result()]
            for _ in range(4):
                executor.submit(time.sleep, 60)
            time.sleep(0.5)
            started = time.monotonic()
        assert time.monotonic() - started < 10
        with pytest.raises(ProcessLookupError):
            os.kill(pids[0], 0)

    def test_one_that_was_killed_is_told(self):
        with Processes(1) as executor:
            os.kill(executor.submit(os.getpid).result(), signal.SIGKILL)
            with pytest.raises(KenKenError, match="a worker process was killed"):
                count_in_parallel(Puzzle(4), executor=executor, workers=1)

    def test_workers_ignore_ctrl_c(self, two):
        assert two["executor"].submit(signal.getsignal, signal.SIGINT).result() is (
            signal.Handlers.SIG_IGN
        )


class TestJournal:
    @pytest.mark.parametrize("task", [Solve("cover", 2), CountAll("cover"), Rate()], ids=repr)
    def test_what_is_kept_is_what_was_found(self, task):
        puzzles = [*TestBatch.PUZZLES[:10], load("puzzles/6x6/unreasonable.kk"), Puzzle(3)]
        for result in each_outcome(puzzles, task, **HERE):
            facts = task.to_json(result)
            assert task.from_json(facts) == result

    def test_what_was_cut_short_is_not_kept(self):
        assert CountAll("cp-sat").to_json(CountAll("cp-sat", None, 0.01)(ENDLESS)) is None
        assert Rate().to_json(Rate(1e-9)(load("puzzles/6x6/unreasonable.kk"))) is None
        assert CountAll("cover").to_json(CountAll("cover", 2)(ENDLESS)) is not None

    def test_nothing_is_done_twice(self, tmp_path):
        path = tmp_path / "results"
        puzzles = TestBatch.PUZZLES[:6]
        task = CountAll("cover")
        with Journal(path, task, puzzles) as journal:
            outcomes = each_outcome(puzzles, task, journal=journal, **HERE)
            first = [next(outcomes) for _ in range(3)]
            outcomes.close()
        with Journal(path, task, puzzles) as journal:
            assert sorted(journal.results) == [0, 1, 2]
            again = list(each_outcome(puzzles, task, journal=journal, **HERE))
        assert again[:3] == first
        with Journal(path, CountAll("cover", None, 9.0), puzzles) as journal:
            assert list(journal.results.values()) == again

    def test_a_line_half_written_is_dropped(self, tmp_path):
        path = tmp_path / "results"
        puzzles = TestBatch.PUZZLES[:3]
        task = CountAll("cover")
        with Journal(path, task, puzzles) as journal:
            list(each_outcome(puzzles, task, journal=journal, **HERE))
        whole = path.read_bytes()
        for cut in (0, 1, 40, len(whole) - 1, len(whole) - 60):
            path.write_bytes(whole[:cut])
            with Journal(path, task, puzzles) as journal:
                known = len(journal.results)
                assert known == max(whole[:cut].count(b"\n") - 1, 0)
                done = list(each_outcome(puzzles, task, journal=journal, **HERE))
            assert [one.count for one in done] == [puzzle.expected for puzzle in puzzles]
            assert path.read_bytes().count(b"\n") == 4

    def test_of_cubes(self, tmp_path):
        parts = cubes(Puzzle(4), 30)
        task = CountAll("cover")
        for known in (0, len(parts)):
            with Journal(tmp_path / "results", task, parts) as journal:
                assert len(journal.results) == known
                outcome = count_cubes(parts, Limits(), backend="cover", journal=journal, **HERE)
            assert str(outcome.count) == "576"

    def test_a_file_of_something_else_is_left_alone(self, tmp_path):
        path = tmp_path / "results"
        task = CountAll("cover")
        with Journal(path, task, [Puzzle(2)]):
            pass
        kept = path.read_bytes()
        for other in (
            (CountAll("cp-sat"), [Puzzle(2)]),
            (CountAll("cover", 5), [Puzzle(2)]),
            (Solve("cover", 5), [Puzzle(2)]),
            (task, [Puzzle(3)]),
            (task, [Puzzle(2), Puzzle(2)]),
        ):
            with pytest.raises(KenKenError, match="results of other puzzles or other options"):
                Journal(path, *other)
        assert path.read_bytes() == kept
        path.write_text("abbc\naddc\n")
        with pytest.raises(KenKenError, match="no file of results"):
            Journal(path, task, [Puzzle(2)])
        assert path.read_text() == "abbc\naddc\n"
        with pytest.raises(KenKenError, match="directory"):
            Journal(tmp_path, task, [Puzzle(2)])

    @pytest.mark.parametrize("line", ["[]", "{}", '{"item": 1, "result": {}}', '{"item": 9}', "x"])
    def test_a_damaged_line_is_named(self, tmp_path, line):
        path = tmp_path / "results"
        with Journal(path, CountAll("cover"), [Puzzle(2)]):
            pass
        with path.open("a") as file:
            file.write(f"{line}\n")
        with pytest.raises(KenKenError, match=f"{path}:2: not a result"):
            Journal(path, CountAll("cover"), [Puzzle(2)])


def test_every_error_survives_the_way_back():
    for error in (
        UnknownNameError("backend", "z3", ["cover"]),
        FormatError("no puzzle", line=3, source="p.kk"),
        MissingExtraError("a scheduler", "dask", "distributed"),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (type(error), str(error))
        assert vars(again) == vars(error)


def test_find_stops_at_its_limits():
    assert len(Find("cover", 5)(ENDLESS).grids) == 5
    assert Find("cp-sat", None, 0.05)(ENDLESS).status is Status.TIMEOUT
