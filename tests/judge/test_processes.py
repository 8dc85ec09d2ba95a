"""Programs that behave badly: each is over in time, and gone."""

from __future__ import annotations

import os
import sys
import threading
import time
import uuid
from pathlib import Path

import pytest

from kenken_cp import KenKenError
from kenken_cp.judge.processes import RunEnd, RunLimits, run
from kenken_cp.search.protocol import StopSignal

NOWHERE = Path("/dev/null")


def ran(script, seconds=0.7, stdin=NOWHERE, stop=None, **limits):
    """Runs a Python script; the whole must not take much longer than it may."""
    command = [sys.executable, "-S", "-c", f"import os, sys, time, signal\n{script}"]
    started = time.monotonic()
    found = run(
        command, stdin, RunLimits(seconds, **limits), StopSignal() if stop is None else stop
    )
    assert time.monotonic() - started < 50, "what is not ended sleeps for a minute"
    assert not left()
    return found


@pytest.fixture(autouse=True)
def inherited(monkeypatch):
    """What tells the processes of this test from those of anybody else."""
    monkeypatch.setenv("KENKEN_CP_TEST", uuid.uuid4().hex)


def left():
    """The command lines of the processes of this test that are still there."""
    wanted = f"KENKEN_CP_TEST={os.environ['KENKEN_CP_TEST']}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.append((folder / "cmdline").read_bytes())
        except OSError:
            continue
    return found


def test_output_error_and_code():
    found = ran("print(1); sys.stderr.write('oh'); sys.exit(3)", seconds=30)
    assert (found.ended, found.code, found.output, found.error) == (RunEnd.EXITED, 3, b"1\n", b"oh")
    assert 0 < found.seconds < 30


def test_standard_input_is_the_file(tmp_path):
    given = tmp_path / "puzzle"
    given.write_text("a puzzle")
    assert ran("print(sys.stdin.read())", 30, given).output == b"a puzzle\n"


def test_a_signal_is_a_code():
    assert ran("os.kill(os.getpid(), signal.SIGSEGV)", seconds=30).code == -11


def test_what_ignores_signals_is_killed():
    script = "signal.signal(15, signal.SIG_IGN); signal.signal(2, signal.SIG_IGN); time.sleep(60)"
    assert ran(script).ended is RunEnd.TIMEOUT


def test_closed_streams_do_not_end_it():
    assert ran("os.close(0); os.close(1); os.close(2); time.sleep(60)").ended is RunEnd.TIMEOUT


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="daemons are found on Linux")
def test_a_daemon_that_holds_the_pipes_is_not_waited_for():
    script = (
        "print('answer', flush=True)\n"
        "if os.fork() == 0:\n    os.setsid()\n"
        "    if os.fork() == 0: time.sleep(60)\n    os._exit(0)"
    )
    found = ran(script, seconds=30)
    assert (found.ended, found.output) == (RunEnd.EXITED, b"answer\n")
    assert found.seconds < 20


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="daemons are found on Linux")
def test_many_children_in_sessions_of_their_own():
    script = (
        "for _ in range(20):\n    if os.fork() == 0:\n        os.setsid(); time.sleep(60)\n"
        "time.sleep(60)"
    )
    assert ran(script).ended is RunEnd.TIMEOUT


def test_a_flood_is_cut():
    found = ran("while True: os.write(1, b'x' * 65536)", seconds=30, output=1 << 20)
    assert found.ended is RunEnd.FLOODED
    assert len(found.output) <= (1 << 20) + (1 << 16)


def test_a_flood_of_errors_is_read_and_forgotten():
    found = ran("os.write(2, b'e' * 5000000 + b'the end'); sys.exit(1)", seconds=30)
    assert found.code == 1
    assert found.error.endswith(b"the end")
    assert len(found.error) < 1 << 15


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is known on Linux")
def test_memory():
    script = "hoard = []\nwhile True: hoard.append(bytearray(1 << 20)); time.sleep(0.002)"
    assert ran(script, seconds=30, memory=60 << 20).ended is RunEnd.MEMORY
    children = (
        "for _ in range(4):\n    if os.fork() == 0: x = bytearray(30 << 20); time.sleep(60)\n"
    )
    assert ran(children + "time.sleep(60)", 30, memory=100 << 20).ended is RunEnd.MEMORY


def test_it_is_stopped_from_another_thread():
    stop = StopSignal()
    threading.Timer(0.2, stop.stop).start()
    assert ran("time.sleep(60)", seconds=30, stop=stop).ended is RunEnd.STOPPED


def test_many_at_once():
    done = []
    threads = [
        threading.Thread(
            target=lambda: done.append(run(["echo", "1"], NOWHERE, RunLimits(), StopSignal()))
        )
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found.output for found in done] == [b"1\n"] * 8


def test_what_cannot_be_started_is_reported():
    with pytest.raises(KenKenError, match="cannot run '/no/such': No such file"):
        run(["/no/such"], NOWHERE, RunLimits(), StopSignal())


def test_limits_must_be_limits():
    for limits in ({"seconds": 0}, {"seconds": float("nan")}, {"memory": 1}):
        with pytest.raises(KenKenError):
            RunLimits(**limits)
