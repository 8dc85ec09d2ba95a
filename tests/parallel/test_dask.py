"""With a real scheduler and two workers, as processes on this machine."""

import logging
import os
import re
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from importlib.util import find_spec
from unittest.mock import Mock

import pytest
from corpus import ROOT, keen
from parallel.tasks import announce_until_stopped, announced, count_cubes_only, wait_for

from kenken_cp import Puzzle
from kenken_cp.clock import Status
from kenken_cp.errors import KenKenError
from kenken_cp.parallel import counting, dask
from kenken_cp.parallel.batches import each_result
from kenken_cp.parallel.counting import count_in_parallel
from kenken_cp.parallel.workers import Workers, WorkersLostError
from kenken_cp.search.limits import Limits
from kenken_cp.search.verbs import count_solutions, find_solutions

pytestmark = [pytest.mark.skipif(find_spec("distributed") is None, reason="needs the extra dask")]


class Cluster:
    """A scheduler and two workers, as processes that write to files in a folder."""

    def __init__(self, folder):
        self.folder, self.running = folder, []
        self.start("scheduler", "--port=0", says=r"Scheduler at: *(tcp://\S+)")
        for _ in range(2):
            self.start("worker", self.address, "--nthreads=1", "--no-nanny", says="Registered to")

    def start(self, what, *options, says):
        """Starts a process, and waits until it says that it is ready."""
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *options]
        command += ["--host=127.0.0.1", "--no-dashboard"]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
        log = self.folder / f"{len(self.running)}.log"
        with log.open("w") as file:
            process = subprocess.Popen(command, stdout=file, stderr=file, cwd=ROOT, env=env)
        self.running.append(process)
        wait_for(lambda: process.poll() is not None or re.search(says, log.read_text()))
        found = re.search(says, log.read_text())
        assert found, log.read_text()
        if found.groups():
            self.address = found[1]

    @property
    def is_whole(self):
        return all(process.poll() is None for process in self.running)

    def end(self):
        for process in self.running:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def clusters():
    """All that were started."""
    started = []
    yield started
    for each in started:
        each.end()


@pytest.fixture
def cluster(clusters, tmp_path_factory, monkeypatch):
    """One of which no other test has killed a process. When busy, it may take long to reply."""
    monkeypatch.setattr(dask, "SECONDS_TO_CONNECT", 60.0)
    monkeypatch.setattr(dask, "SECONDS_FOR_WORKERS", 60.0)
    if not clusters or not clusters[-1].is_whole:
        clusters.append(Cluster(tmp_path_factory.mktemp("dask")))
    return clusters[-1]


def test_a_batch(cluster):
    puzzles = [puzzle for _, puzzle, _ in keen()][:20]
    grids = [grid for *_, grid in keen()][:20]
    task = partial(find_solutions, limits=Limits(2), backend="cover", keep=2)
    outcomes = each_result(puzzles, task, Workers(scheduler=cluster.address, seconds_alone=0.0))
    assert [outcome.solution for outcome in outcomes] == grids


def test_dask_is_silent_and_only_meanwhile(cluster):
    logger = logging.getLogger("distributed.client")
    with Workers(scheduler=cluster.address, seconds_alone=0.0).pool():
        assert not logger.isEnabledFor(logging.CRITICAL)
    assert logger.isEnabledFor(logging.CRITICAL)


def test_what_nobody_waits_for_stops(cluster, tmp_path):
    for name in ("begun", "ended"):
        (tmp_path / name).mkdir()
    workers = Workers(scheduler=cluster.address, seconds_alone=0.0)
    with workers.pool() as pool:
        assert pool.size == 2
        for _ in range(4):
            pool.submit(announce_until_stopped, tmp_path / "begun", tmp_path / "ended")
        wait_for(lambda: len(announced(tmp_path / "begun")) == 2)
    wait_for(lambda: len(announced(tmp_path / "ended")) == 2)
    outcomes = each_result([Puzzle(3)], partial(count_solutions, backend="cover"), workers)
    assert [outcome.count for outcome in outcomes] == [12]


@pytest.mark.slow
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


def when_some_are_counted(kept, do):
    """Does something in a thread when the file of a count has some of its cubes."""

    def watch():
        wait_for(lambda: kept.exists() and kept.read_bytes().count(b"\n") > 4)
        do()

    threading.Thread(target=watch).start()


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_only_time(cluster, tmp_path, monkeypatch):
    """No cube is lost, and none counted twice."""
    monkeypatch.setattr(counting, "count_solutions", count_cubes_only)
    victim, kept = cluster.running[-1], tmp_path / "kept"
    when_some_are_counted(kept, victim.kill)
    workers = Workers(scheduler=cluster.address, seconds_alone=0.0)
    outcome = count_in_parallel(Puzzle(5), backend="cover", workers=workers, resume=kept)
    assert victim.wait(timeout=60) == -signal.SIGKILL
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 161280)
    assert kept.read_bytes().count(b"\n") == 1 + outcome.statistics["cubes"]
    with workers.pool() as pool:
        assert pool.size == 1  # the one that is left suffices


@pytest.mark.slow
def test_a_scheduler_that_is_killed_leaves_a_lower_bound(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr(counting, "count_solutions", count_cubes_only)
    kept = tmp_path / "kept"
    when_some_are_counted(kept, cluster.end)
    workers = Workers(scheduler=cluster.address, seconds_alone=0.0)
    with pytest.raises(WorkersLostError, match="the scheduler is gone") as caught:
        count_in_parallel(Puzzle(5), backend="brute-force", workers=workers, resume=kept)
    assert 0 < caught.value.outcome.count < 161280
    assert not caught.value.outcome.count.exact


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("nonsense", "scheduler 'nonsense'; expected one such as tcp://127.0.0.1:8786"),
        ("tcp://127.0.0.1:9", "no Dask scheduler at tcp://127.0.0.1:9"),
        pytest.param("tcp://127.0.0.1:99999", "no Dask scheduler at", marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_a_scheduler_out_of_reach_is_an_error_at_once(address, message, monkeypatch):
    monkeypatch.setattr(dask, "SECONDS_TO_CONNECT", 1.0)
    started = time.monotonic()
    with pytest.raises(KenKenError, match=message), Workers(scheduler=address).pool():
        pass
    assert time.monotonic() - started < 25, "a client alone tries for half a minute"


def test_without_workers(cluster, monkeypatch):
    monkeypatch.setattr("distributed.Client.wait_for_workers", Mock(side_effect=TimeoutError))
    workers = Workers(scheduler=cluster.address)
    with pytest.raises(KenKenError, match="has no workers"), workers.pool():
        pass


def test_without_dask(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    message = r'pip install "kenken-cp\[dask\]"'
    with pytest.raises(KenKenError, match=message), Workers(scheduler="tcp://x:1").pool():
        pass
