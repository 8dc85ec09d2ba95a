"""With a real scheduler and two workers, as processes on this machine."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest
from clocks import over_when
from corpus import ROOT, keen
from kenken_cp.search.progress import Progress
from kenken_cp.search.protocol import Limits, Status
from parallel.workers import PATIENT, Patient, patient_backend, wait_for

from kenken_cp import Puzzle
from kenken_cp.errors import KenKenError
from kenken_cp.parallel import (
    CountAll,
    Pool,
    Solve,
    count_cubes,
    count_in_parallel,
    cubes,
    dask,
    each_outcome,
)
from kenken_cp.parallel.context import WORKER_REPORT
from kenken_cp.parallel.dask import dask_pool

# Not imported here: that takes longer than most of these tests.
pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None, reason="needs Dask: pip install 'kenken-cp[dask]'"
)


class Cluster:
    """A scheduler and its workers."""

    def __init__(self, folder):
        self.folder = folder
        self.running = []
        self.address = self.found(
            self.start("scheduler", "--port", "0"), r"Scheduler at: *(tcp://\S+)"
        )
        self.workers = [
            self.start("worker", self.address, "--nthreads=1", "--no-nanny") for _ in "12"
        ]
        for worker in self.workers:
            self.found(worker, r"Registered to: *(\S+)")

    def start(self, what, *options):
        """Starts a process that writes a log."""
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *options]
        command += ["--host=127.0.0.1", "--no-dashboard"]
        paths = os.pathsep.join(
            [str(ROOT), str(ROOT / "tests"), *filter(None, [os.environ.get("PYTHONPATH")])]
        )
        log = self.folder / f"{len(self.running)}.log"
        with log.open("w") as file:
            process = subprocess.Popen(
                command, stdout=file, stderr=file, cwd=ROOT, env=os.environ | {"PYTHONPATH": paths}
            )
        self.running.append((process, log))
        return process

    def found(self, process, pattern):
        """Waits for what a process writes."""
        (log,) = (log for known, log in self.running if known is process)
        wait_for(lambda: process.poll() is not None or re.search(pattern, log.read_text()))
        match = re.search(pattern, log.read_text())
        assert match, log.read_text()
        return match[1]

    def has(self, workers):
        """Whether the scheduler, and that many workers, have not been killed."""
        alive = [process.poll() is None for process, _ in self.running]
        return alive[0] and sum(alive[1:]) >= workers

    def end(self):
        for process, _ in self.running:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def clusters():
    """All that were started, the last of which may be of use to another test."""
    started = []
    yield started
    for each in started:
        each.end()


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """On a busy machine a scheduler may take long to reply."""
    monkeypatch.setattr(dask, "_SECONDS_TO_CONNECT", 60.0)
    monkeypatch.setattr(dask, "_SECONDS_FOR_WORKERS", 60.0)


def _cluster(clusters, workers, tmp_path_factory):
    if not clusters or not clusters[-1].has(workers):
        clusters.append(Cluster(tmp_path_factory.mktemp("dask")))
    return clusters[-1]


@pytest.fixture
def cluster(clusters, tmp_path_factory):
    """A scheduler and two workers."""
    return _cluster(clusters, 2, tmp_path_factory)


@pytest.fixture
def rest_of_a_cluster(clusters, tmp_path_factory):
    """A scheduler and one worker or two, of which another test may have ended one."""
    return _cluster(clusters, 1, tmp_path_factory)


def test_batches_and_counts(cluster):
    puzzles = [puzzle for _, puzzle, _ in keen()][:20]
    grids = [grid for *_, grid in keen()][:20]
    with dask_pool(cluster.address) as pool:
        assert pool.workers == 2
        outcomes = each_outcome(puzzles, Solve("cover", 2), pool)
        assert [outcome.solution for outcome in outcomes] == grids
        outcome = count_in_parallel(Puzzle(4), backend="cover", pool=pool)
        assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)


@dataclass(frozen=True, slots=True)
class Report:
    """A task that reports more solutions than 64 bits can say, and waits for that to arrive."""

    heard: Path

    def __call__(self, number):
        WORKER_REPORT.get()((number, Progress(found=10**30 + number, seconds=1.0)))
        wait_for(self.heard.with_name(str(number)).exists)
        return number


def test_workers_report_how_far_they_have_come(cluster, tmp_path):
    seen = []

    def reported(number, progress):
        seen.append((number, progress.found))
        (tmp_path / str(number)).touch()

    with dask_pool(cluster.address) as pool:
        found = list(each_outcome([0, 1, 2], Report(tmp_path / "heard"), pool, reported=reported))
    assert found == [0, 1, 2]
    assert sorted(seen) == [(number, 10**30 + number) for number in found]


def test_a_timeout_keeps_a_lower_bound(cluster, tmp_path, monkeypatch):
    with dask_pool(cluster.address) as pool, patient_backend(tmp_path):
        patient = Patient(pool.executor, tmp_path)
        over_when(monkeypatch, patient.searching)
        outcome = count_in_parallel(
            Puzzle(9), Limits(seconds=0.4), backend=PATIENT, pool=Pool(patient, pool.workers)
        )
    assert outcome.status is Status.TIMEOUT
    assert outcome.count > 0


def test_what_nobody_waits_for_stops(cluster, tmp_path):
    with dask_pool(cluster.address) as pool:
        patient = Patient(pool.executor, tmp_path)
        for size in (8, 9):
            patient.submit(CountAll(PATIENT), Puzzle(size))
        wait_for(lambda: patient.searching(tasks=2))
    with dask_pool(cluster.address) as pool:
        assert pool.executor.submit(CountAll("cover"), Puzzle(3)).result(timeout=300).count == 12


def test_the_command_line(cluster):
    files = ["puzzles/latin/latin-4.kk", "puzzles/ambiguous/6x6-eight.kk"]
    done = subprocess.run(
        [sys.executable, "-m", "kenken_cp", "count", "--scheduler", cluster.address, *files],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=300,
    )
    assert done.stderr == ""
    assert done.stdout == "puzzles/latin/latin-4.kk: 576\npuzzles/ambiguous/6x6-eight.kk: 8\n"


def test_a_worker_that_is_killed_half_way(cluster):
    """No cube is lost, and none counted twice."""
    victim = cluster.workers.pop()

    class Killing:
        """A journal that has a worker killed when the fifth outcome is added."""

        def __init__(self):
            self.results, self.added = {}, []

        def add(self, number, outcome):
            self.added.append(number)
            if len(self.added) == 5:
                victim.kill()

    split = cubes(Puzzle(5), 40)
    with dask_pool(cluster.address) as pool:
        journal = Killing()
        outcome = count_cubes(split, Limits(), backend="cover", pool=pool, journal=journal)
    assert victim.wait(timeout=30) == -signal.SIGKILL
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 161280)
    assert sorted(journal.added) == list(range(len(split)))


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("nonsense", "scheduler 'nonsense'; expected one such as tcp://127.0.0.1:8786"),
        ("tcp://127.0.0.1:9", "no Dask scheduler at tcp://127.0.0.1:9"),
        ("tcp://127.0.0.1:99999", "no Dask scheduler at"),
    ],
)
def test_a_scheduler_out_of_reach_is_an_error_at_once(address, message):
    started = time.monotonic()
    with pytest.raises(KenKenError, match=message), dask_pool(address):
        pass
    assert time.monotonic() - started < 25, "a client alone tries for half a minute"


def test_something_else_listens_there(monkeypatch):
    monkeypatch.setattr(dask, "_SECONDS_TO_CONNECT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        message = f"no Dask scheduler at {address}: timed out"
        with pytest.raises(KenKenError, match=message), dask_pool(address):
            pass


def test_without_dask(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(KenKenError, match=r"pip install 'kenken-cp\[dask\]'"),
        dask_pool("tcp://x:1"),
    ):
        pass


@pytest.mark.complete
def test_a_scheduler_that_dies_leaves_a_lower_bound(rest_of_a_cluster, tmp_path):
    kept = tmp_path / "kept"
    command = ["count", "--backend", "cp-sat", "puzzles/latin/latin-5.kk", "--resume", str(kept)]
    with subprocess.Popen(
        [sys.executable, "-m", "kenken_cp", *command, "--scheduler", rest_of_a_cluster.address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        wait_for(lambda: kept.exists() and kept.read_bytes().count(b"\n") > 3)
        rest_of_a_cluster.end()
        printed, error = process.communicate(timeout=300)
    assert process.returncode == 3
    assert re.fullmatch(r"[1-9][0-9]*\+\n", printed)
    assert "Traceback" not in error
    assert error.endswith("latin-5.kk: the scheduler is gone\n")
    assert error.count("\n") == 2
