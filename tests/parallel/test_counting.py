"""One count by several workers."""

import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext

import pytest
from clocks import over_when
from parallel.tasks import (
    count_cubes_only,
    count_found_alone,
    count_given_up,
    count_whole_only,
    wait_for,
)

from kenken_cp import Cage, Puzzle
from kenken_cp.clock import Clock, Status
from kenken_cp.errors import InternalError, KenKenError
from kenken_cp.parallel import counting
from kenken_cp.parallel.counting import count_in_parallel
from kenken_cp.parallel.workers import Pool, Workers, WorkersLostError
from kenken_cp.search.engine import BACKENDS, Backend
from kenken_cp.search.limits import Limits

ONE, TWO, THREE = (Workers(jobs, seconds_alone=0.0) for jobs in (1, 2, 3))
ELSEWHERE = Workers(scheduler="tcp://x:1", seconds_alone=0.0)
LATIN4 = Puzzle(4)
NONE = Puzzle(2, (Cage(((0, 0), (0, 1)), "+", 4),))


def known(outcome):
    return outcome.status, int(outcome.count), outcome.count.exact


@pytest.mark.parametrize(
    ("workers", "puzzle"),
    [
        *((ONE, puzzle) for puzzle in (LATIN4, NONE, Puzzle((2, 3)))),
        (TWO, LATIN4),
        *(
            pytest.param(workers, puzzle, marks=pytest.mark.slow)
            for workers in (TWO, THREE)
            for puzzle in (LATIN4, NONE, Puzzle((2, 3)))
            if (workers, puzzle) != (TWO, LATIN4)
        ),
    ],
    ids=lambda value: str(value.jobs) if isinstance(value, Workers) else value.name,
)
def test_the_sum_of_the_cubes_is_the_count(workers, puzzle, monkeypatch, tmp_path):
    monkeypatch.setattr(counting, "count_solutions", count_cubes_only)
    outcome = count_in_parallel(
        puzzle, backend="brute-force", workers=workers, resume=tmp_path / "kept"
    )
    total = {LATIN4: 576, NONE: 0}.get(puzzle, 12)
    assert known(outcome) == (Status.EXHAUSTED, total, True)
    lines = (tmp_path / "kept").read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + outcome.statistics["cubes"]
    (tmp_path / "kept").write_bytes(b"".join(lines[: 1 + len(lines) // 2]))
    again = count_in_parallel(
        puzzle, backend="brute-force", workers=workers, resume=tmp_path / "kept"
    )
    assert known(again) == known(outcome)
    assert (tmp_path / "kept").read_bytes().count(b"\n") == len(lines)


def test_a_short_count_needs_no_workers(monkeypatch):
    monkeypatch.setattr(Workers, "pool", None)
    patient = Workers(2, seconds_alone=60.0)
    outcome = count_in_parallel(LATIN4, backend="cover", workers=patient)
    assert known(outcome) == (Status.EXHAUSTED, 576, True)
    limited = count_in_parallel(LATIN4, Limits(10), backend="cover", workers=patient)
    assert known(limited) == (Status.LIMIT, 10, False)


@pytest.mark.slow
def test_what_the_whole_needs_less_time_for_is_counted_whole(monkeypatch, tmp_path):
    monkeypatch.setattr(counting, "count_solutions", count_whole_only)
    kept = tmp_path / "kept"
    outcome = count_in_parallel(LATIN4, backend="brute-force", workers=TWO, resume=kept)
    assert known(outcome) == (Status.EXHAUSTED, 576, True)
    assert kept.read_text().count("\n") == 2
    monkeypatch.setattr(Workers, "pool", None)
    again = count_in_parallel(LATIN4, backend="brute-force", workers=TWO, resume=kept)
    assert known(again) == (Status.EXHAUSTED, 576, True)


def test_a_timeout_keeps_the_cubes_that_are_counted(monkeypatch, tmp_path):
    monkeypatch.setattr(counting, "count_solutions", count_cubes_only)
    kept = tmp_path / "kept"
    over_when(monkeypatch, lambda: kept.exists() and kept.read_bytes().count(b"\n") > 3)
    limits = Limits(seconds=60.0)
    outcome = count_in_parallel(Puzzle(5), limits, backend="cover", workers=TWO, resume=kept)
    assert outcome.status is Status.TIMEOUT
    assert 0 < outcome.count < 161280
    assert not outcome.count.exact


def test_a_scheduler_that_is_lost_leaves_what_was_counted_alone(monkeypatch):
    def submit(*_):
        raise WorkersLostError("the scheduler is gone")

    monkeypatch.setattr(counting, "count_solutions", count_found_alone)
    monkeypatch.setattr(Workers, "pool", lambda _: nullcontext(Pool(submit, 1)))
    with pytest.raises(WorkersLostError, match="the scheduler is gone") as caught:
        count_in_parallel(LATIN4, backend="cover", workers=ELSEWHERE)
    assert known(caught.value.outcome) == (Status.INTERRUPTED, 5, False)


def test_cubes_that_have_lost_solutions_are_a_bug(monkeypatch):
    monkeypatch.setattr(counting, "count_solutions", count_found_alone)
    with pytest.raises(InternalError, match=r"cover has lost solutions of .* in its cubes"):
        count_in_parallel(LATIN4, backend="cover", workers=TWO)


def test_an_engine_that_gives_up_a_cube_leaves_a_lower_bound(monkeypatch):
    monkeypatch.setattr(counting, "count_solutions", count_given_up)
    outcome = count_in_parallel(LATIN4, backend="cover", workers=TWO)
    assert known(outcome) == (Status.LIMIT, 0, False)


def test_progress_is_the_found_and_the_share_of_the_cubes(monkeypatch):
    monkeypatch.setattr(counting, "count_solutions", count_cubes_only)
    monkeypatch.setattr("kenken_cp.clock.SECONDS_BETWEEN_REPORTS", 0.0)
    reports = []
    count_in_parallel(LATIN4, backend="brute-force", workers=TWO, progress=reports.append)
    found = [report.found for report in reports]
    assert found == sorted(found)
    assert reports[-1].found <= 576
    shares = [report.share for report in reports if report.share is not None]
    assert shares
    assert all(0 <= share <= 1 for share in shares)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.slow
def test_ctrl_c_keeps_the_cubes_that_are_counted(monkeypatch, tmp_path):
    """And none is counted again when it is resumed, but for one that was not written whole."""
    monkeypatch.setattr(counting, "count_solutions", count_cubes_only)
    kept = tmp_path / "kept"

    def interrupt():
        wait_for(lambda: kept.exists() and kept.read_text().count("\n") > 5)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    outcome = count_in_parallel(Puzzle(5), backend="cover", workers=TWO, resume=kept)
    thread.join()
    assert outcome.status is Status.INTERRUPTED
    assert 0 < outcome.count < 161280
    lines = kept.read_bytes().splitlines()
    kept.write_bytes(b"\n".join(lines)[:-3])  # killed while it wrote the last
    with Clock(0.2).running():
        more = count_in_parallel(Puzzle(5), backend="cover", workers=ONE, resume=kept)
    assert more.status is Status.TIMEOUT
    assert kept.read_bytes().splitlines()[: len(lines) - 1] == lines[:-1]


@pytest.mark.slow
def test_a_worker_that_is_killed_leaves_a_lower_bound(monkeypatch, tmp_path):
    monkeypatch.setattr(counting, "count_solutions", count_cubes_only)
    kept = tmp_path / "kept"

    def kill_one():
        wait_for(lambda: kept.exists() and kept.read_text().count("\n") > 5)
        multiprocessing.active_children()[0].kill()

    thread = threading.Thread(target=kill_one)
    thread.start()
    with pytest.raises(WorkersLostError, match="a worker process was killed") as caught:
        count_in_parallel(Puzzle(5), backend="cover", workers=TWO, resume=kept)
    thread.join()
    outcome = caught.value.outcome
    assert outcome.status is Status.INTERRUPTED
    assert 0 < outcome.count < 161280
    assert not outcome.count.exact


def test_with_one_process_cubes_are_counted_after_the_whole_and_not_beside_it(
    monkeypatch, tmp_path
):
    over = threading.Event()

    def count(puzzle, limits=None, *, backend, progress=None):
        outcome = count_cubes_only(puzzle, limits, backend=backend)
        if not puzzle.givens:
            over.set()
        elif not over.wait(60):
            raise AssertionError
        return outcome

    monkeypatch.setattr(counting, "count_solutions", count)
    outcome = count_in_parallel(LATIN4, backend="cover", workers=ONE, resume=tmp_path / "kept")
    assert known(outcome) == (Status.EXHAUSTED, 576, True)


def test_an_error_of_the_count_alone_is_raised():
    def broken(puzzle, clock):
        raise InternalError("broken")

    engine = Backend("broken", "", BACKENDS.named("brute-force").search, broken)
    with BACKENDS.registered(engine), pytest.raises(InternalError, match="broken"):
        count_in_parallel(LATIN4, backend="broken", workers=TWO)


@pytest.mark.slow
def test_workers_elsewhere_are_all_busy_beside_the_count_alone(monkeypatch):
    busy, most_busy = [], 0

    def count(puzzle, limits=None, *, backend, progress=None):
        nonlocal most_busy
        if puzzle.givens:
            busy.append(puzzle)
            time.sleep(0.02)
            most_busy = max(most_busy, len(busy))
            busy.remove(puzzle)
        return count_cubes_only(puzzle, limits, backend=backend)

    @contextmanager
    def pool(_):
        with ThreadPoolExecutor(2) as threads:
            yield Pool(threads.submit, 2)

    monkeypatch.setattr(counting, "count_solutions", count)
    monkeypatch.setattr(Workers, "pool", pool)
    outcome = count_in_parallel(LATIN4, backend="cover", workers=ELSEWHERE)
    assert known(outcome) == (Status.EXHAUSTED, 576, True)
    assert most_busy == 2


def test_progress_is_reported_by_the_thread_that_asked(monkeypatch):
    monkeypatch.setattr("kenken_cp.clock.SECONDS_BETWEEN_REPORTS", 0.0)
    threads = []

    def report(_):
        threads.append(threading.current_thread())

    count_in_parallel(LATIN4, backend="brute-force", workers=TWO, progress=report)
    assert {*threads} == {threading.current_thread()}


def test_what_is_wrong_is_refused_before_there_is_a_file(tmp_path):
    kept = tmp_path / "kept"
    for wrong, message in (
        ({"backend": "z3"}, "unknown backend 'z3'"),
        ({"puzzle": 5}, "5 .* is no Puzzle"),
        ({"progress": 5}, "progress 5; expected a function"),
        ({"limits": Limits(5)}, "a limit of solutions; expected none"),
    ):
        with pytest.raises(KenKenError, match=message):
            count_in_parallel(**{"puzzle": LATIN4, "workers": TWO, "resume": kept, **wrong})
    assert not kept.exists()


def test_a_file_of_another_count_is_refused_before_anything_is_counted(monkeypatch, tmp_path):
    kept = tmp_path / "kept"
    count_in_parallel(LATIN4, backend="cover", workers=ONE, resume=kept)
    monkeypatch.setattr(counting, "ThreadPoolExecutor", None)
    for puzzle, backend in ((Puzzle(3), "cover"), (LATIN4, "brute-force")):
        with pytest.raises(KenKenError, match="results of other puzzles, options or version"):
            count_in_parallel(puzzle, backend=backend, workers=ONE, resume=kept)
