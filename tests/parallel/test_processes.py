"""Worker processes of this machine, which end with their parent."""

import os
import signal
import subprocess
import sys

import pytest
from cli.calls import usual_signals
from corpus import ROOT
from parallel.tasks import announce_and_sleep, announced, is_alive, wait_for

from kenken_cp.parallel.workers import Workers, WorkersLostError


def test_they_end_with_the_block_even_if_busy(tmp_path):
    with Workers(2).pool() as pool:
        assert pool.size == 2
        for _ in range(4):
            pool.submit(announce_and_sleep, tmp_path)
        wait_for(lambda: len(announced(tmp_path)) == 2)
        pids = announced(tmp_path)
    assert not any(map(is_alive, pids))


def test_one_that_was_killed_is_an_error(tmp_path):
    def lose_one():
        with Workers(2).pool() as pool:
            task = pool.submit(announce_and_sleep, tmp_path)
            wait_for(lambda: announced(tmp_path))
            os.kill(*announced(tmp_path), signal.SIGKILL)
            task.result()

    with pytest.raises(WorkersLostError, match="a worker process was killed"):
        lose_one()


def test_signals_are_left_to_the_parent(tmp_path):
    with Workers(1).pool() as pool:
        task = pool.submit(os.getpid)
        pid = task.result()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(pid, number)
        assert pool.submit(os.getpid).result() == pid


PARENT = """
import sys
from pathlib import Path
from parallel.tasks import announce_and_sleep
from kenken_cp.parallel.workers import Workers

if __name__ == "__main__":
    with Workers(2).pool() as pool:
        tasks = [pool.submit(announce_and_sleep, Path(sys.argv[1])) for _ in range(8)]
        tasks[0].result()
"""


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.slow
def test_no_worker_outlives_its_parent(ending, tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    (folder := tmp_path / "begun").mkdir()
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    with usual_signals():
        parent = subprocess.Popen(
            [sys.executable, script, folder],
            env={**os.environ, "PYTHONPATH": paths},
            stderr=subprocess.DEVNULL,
        )
    with parent:
        wait_for(lambda: len(announced(folder)) == 2)
        parent.send_signal(ending)
        parent.wait(timeout=60)
    wait_for(lambda: not any(map(is_alive, announced(folder))))


def test_on_windows_there_are_no_more_than_it_can_wait_for(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    with Workers(100).pool() as pool:
        assert pool.size == 61


def test_without_signal_masks_as_on_windows(monkeypatch):
    monkeypatch.delattr(signal, "pthread_sigmask")
    with Workers(1).pool() as pool:
        assert pool.submit(signal.getsignal, signal.SIGINT).result() is signal.SIG_IGN
