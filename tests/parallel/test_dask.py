"""With a real scheduler and two workers, as processes on this machine."""

import re
import signal
import socket
import subprocess
import sys
import time

import pytest
from corpus import ROOT, keen

from kenken_cp import Puzzle
from kenken_cp.errors import KenKenError
from kenken_cp.parallel import CountAll, Solve, count_cubes, count_in_parallel, cubes, each_outcome
from kenken_cp.parallel.dask import dask_pool
from kenken_cp.search.protocol import Limits, Status

pytest.importorskip("distributed", reason="needs Dask: pip install 'kenken-cp[dask]'")


class Cluster:
    """A scheduler and its workers."""

    def __init__(self, folder):
        self.folder = folder
        self.running = []
        self.address = self.start("scheduler", r"Scheduler at: *(tcp://\S+)", "--port", "0")
        self.workers = [self.worker(), self.worker()]

    def worker(self):
        self.start("worker", r"Registered to: *(\S+)", self.address, "--nthreads=1", "--no-nanny")
        return self.running[-1]

    def start(self, what, told, *options):
        """Starts a process, and waits for what it tells."""
        log = self.folder / f"{len(self.running)}.log"
        with log.open("w") as file:
            command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *options]
            command += ["--host=127.0.0.1", "--no-dashboard"]
            self.running.append(subprocess.Popen(command, stdout=file, stderr=file, cwd=ROOT))
        for _ in range(600):
            if found := re.search(told, log.read_text()):
                return found[1]
            time.sleep(0.1)
        raise AssertionError(log.read_text())

    def end(self):
        for process in self.running:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    found = Cluster(tmp_path_factory.mktemp("dask"))
    yield found
    found.end()


def test_batches_and_counts(cluster):
    puzzles = [puzzle for _, puzzle, _ in keen()][:20]
    grids = [grid for *_, grid in keen()][:20]
    with dask_pool(cluster.address) as (executor, workers):
        assert workers == 2
        outcomes = each_outcome(puzzles, Solve("cover", 2), executor, workers=workers)
        assert [outcome.solution for outcome in outcomes] == grids
        outcome = count_in_parallel(Puzzle(4), backend="cover", executor=executor, workers=workers)
        assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)


def test_a_timeout_keeps_a_lower_bound(cluster):
    with dask_pool(cluster.address) as (executor, workers):
        outcome = count_in_parallel(
            Puzzle(9), Limits(seconds=0.7), backend="cp-sat", executor=executor, workers=workers
        )
    assert outcome.status is Status.TIMEOUT
    assert outcome.count > 0


def test_a_worker_that_is_killed_half_way(cluster):
    """No cube is lost, and none counted twice."""
    victim = cluster.workers.pop()
    told = []

    def kill_once(outcome):
        told.append(outcome)
        if len(told) == 5:
            victim.kill()

    parts = cubes(Puzzle(5), 40)
    with dask_pool(cluster.address) as crew:
        outcome = count_cubes(
            parts, Limits(), backend="cover", on_outcome=kill_once, **crew._asdict()
        )
    assert victim.wait(timeout=30) == -signal.SIGKILL
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 161280)
    assert len(told) == len(parts)
    cluster.workers.append(cluster.worker())


def test_what_nobody_waits_for_stops(cluster):
    with dask_pool(cluster.address) as (executor, _):
        executor.submit(CountAll("cp-sat"), Puzzle(9))
        executor.submit(CountAll("cp-sat"), Puzzle(8))
        time.sleep(1)
    with dask_pool(cluster.address) as (executor, _):
        assert executor.submit(CountAll("cover"), Puzzle(3)).result(timeout=20).count == 12


def test_the_command_line(cluster):
    files = ["puzzles/latin/latin-4.kk", "puzzles/ambiguous/6x6-eight.kk"]
    done = subprocess.run(
        [sys.executable, "-m", "kenken_cp", "count", "--scheduler", cluster.address, *files],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert done.stderr == ""
    assert done.stdout == "puzzles/latin/latin-4.kk: 576\npuzzles/ambiguous/6x6-eight.kk: 8\n"


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("nonsense", "scheduler 'nonsense'; expected one such as tcp://127.0.0.1:8786"),
        ("tcp://127.0.0.1:9", "no Dask scheduler at tcp://127.0.0.1:9"),
        ("tcp://127.0.0.1:99999", "no Dask scheduler at"),
    ],
)
def test_a_scheduler_out_of_reach_is_told_at_once(address, message):
    started = time.monotonic()
    with pytest.raises(KenKenError, match=message), dask_pool(address):
        pass
    assert time.monotonic() - started < 20


def test_somebody_else_who_listens_there():
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
