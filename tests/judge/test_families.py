"""Daemons: nothing that a run started is left when it is over, and nobody else's process is."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from cli.calls import EASY, run_process

from kenken_cp.judge import families
from kenken_cp.judge.families import adopting_orphans
from kenken_cp.judge.processes import RunEnd, RunLimits, run
from kenken_cp.search.protocol import StopSignal

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="daemons are found on Linux")

DAEMON = """
import os, sys, time
file, last, hoard = sys.argv[1], sys.argv[2], int(sys.argv[3])
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    script = "import os, sys, time; open(sys.argv[1] + '.new', 'w').write(str(os.getpid()));" \\
        "os.rename(sys.argv[1] + '.new', sys.argv[1]);" \\
        "hoard = bytearray(int(sys.argv[2]) << 20); time.sleep(60)"
    for stream in range(3):
        os.close(stream)
    os.execve(sys.executable, [sys.executable, "-S", "-c", script, file, str(hoard)], {})
os.wait()
while not (os.path.exists(file) and os.path.exists(last)):
    time.sleep(0.005)
print("answer")
"""
"""It leaves its parent, its session and its environment; the program ends once it is there, and
another file, too.
"""


def daemon(file, last=None, hoard=0):
    return [sys.executable, "-S", "-c", DAEMON, str(file), str(last or file), str(hoard)]


def ran(command, **limits):
    return run(command, Path(os.devnull), RunLimits(30, **limits), StopSignal())


def is_there(pid):
    """Whether a process runs; one that is over and not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_daemon_with_an_empty_environment_is_gone_when_the_run_is(tmp_path):
    with adopting_orphans():
        found = ran(daemon(tmp_path / "pid"))
    assert (found.ended, found.output) == (RunEnd.EXITED, b"answer\n")
    pid = int((tmp_path / "pid").read_text())
    assert not is_there(pid)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)  # nor does it wait for somebody to ask how it ended


def test_its_memory_counts(tmp_path):
    with adopting_orphans():
        found = ran(daemon(tmp_path / "pid", tmp_path / "never", 100), memory=60 << 20)
    assert found.ended is RunEnd.MEMORY
    assert not is_there(int((tmp_path / "pid").read_text()))


def test_the_daemon_of_one_run_outlives_the_end_of_another(tmp_path):
    """It may be a server that its program still asks."""
    alive = []
    with adopting_orphans():
        slow = threading.Thread(target=ran, args=[daemon(tmp_path / "pid", tmp_path / "last")])
        slow.start()
        while not (tmp_path / "pid").exists():
            ran(["true"])
        pid = int((tmp_path / "pid").read_text())
        ran(["true"])
        alive.append(is_there(pid))
        (tmp_path / "last").touch()
        slow.join()
        alive.append(is_there(pid))
    assert alive == [True, False]


def test_other_children_are_left_alone():
    other = subprocess.Popen(["sleep", "60"])
    before = subprocess.Popen(["sleep", "60"], start_new_session=True)
    try:
        ran(["true"])  # does not adopt: an orphan could not be distinguished from the second
        with adopting_orphans():
            ran(["true"])
            assert is_there(other.pid)
        assert is_there(before.pid)
    finally:
        for process in (other, before):
            process.kill()
            process.wait()


def test_orphans_are_not_adopted_for_longer_than_that(tmp_path):
    with adopting_orphans(), adopting_orphans():
        pass
    script = f"{daemon(tmp_path / 'pid')!r}"
    subprocess.run([sys.executable, "-S", "-c", f"import os; os.execv(({script})[0], {script})"])
    pid = int((tmp_path / "pid").read_text())
    parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1]
    os.kill(pid, 9)
    assert int(parent) != os.getpid()


def test_what_ctrl_c_left_as_soon_as_it_was_started_is_gone():
    with adopting_orphans():
        left = families.Family(lambda _: subprocess.Popen(["sleep", "60"], start_new_session=True))
    assert not is_there(left.process.pid)
    left.process.wait()


def test_other_threads_know_a_family_only_when_it_is_whole(monkeypatch):
    known = []

    def look(pid):
        known.append(list(families._families))

    monkeypatch.setattr(families._Stat, "of", look)
    ran(["true"])
    assert known[0] == []


def test_judge_leaves_no_daemon(tmp_path):
    script = tmp_path / "daemon.py"
    script.write_text(DAEMON)
    solver = f"{sys.executable} -S '{script}' '{tmp_path / 'pid'}' '{script}' 0"
    started = time.monotonic()
    done = run_process("judge", solver, EASY, "--no-shrink")
    assert done.returncode == 1
    assert time.monotonic() - started < 50
    assert not is_there(int((tmp_path / "pid").read_text()))
