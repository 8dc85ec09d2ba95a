"""Programs that behave badly: each is over in time, with all that it started."""

import os
import sys
import threading
import time
import tracemalloc
import uuid
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from kenken_cp import KenKenError, Puzzle
from kenken_cp.clock import Clock
from kenken_cp.judge.answers import Question
from kenken_cp.judge.processes import RunEnd, RunLimits, run
from kenken_cp.judge.solvers import Solver, ask
from kenken_cp.judge.verdicts import Kind, verdict_on

NOWHERE = Path(os.devnull)
POSIX = pytest.mark.skipif(os.name == "nt", reason="fork, sessions and signals are of POSIX")
PATIENT = 60.0
"""Seconds that no test needs unless something hangs."""


@pytest.fixture(autouse=True)
def mark(monkeypatch):
    """Marks the processes of a test, and makes sure that none is left after it."""
    name, value = "KENKEN_CP_TEST", uuid.uuid4().hex
    monkeypatch.setenv(name, value)
    yield
    monkeypatch.delenv(name)
    left = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.environ().get(name) == value and process.status() != psutil.STATUS_ZOMBIE:
                left.append(process.cmdline())
    assert not left


def command(script):
    return (sys.executable, "-S", "-c", f"import os, sys, time, signal\n{script}")


def ran(script, seconds=PATIENT, stdin=NOWHERE, stop=None, **limits):
    started = time.monotonic()
    stop = Clock() if stop is None else stop  # one is false until it is given
    found = run(command(script), stdin, RunLimits(seconds, **limits), stop)
    assert time.monotonic() - started < PATIENT / 2, "it hangs"
    return found


def test_input_output_error_and_exit_code(tmp_path):
    given = tmp_path / "puzzle"
    given.write_text("1")
    script = "sys.stdout.write(sys.stdin.read()); sys.stderr.write('oh'); sys.exit(3)"
    found = ran(script, stdin=given)
    assert (found.ended, found.code, found.printed, found.stderr) == (RunEnd.EXITED, 3, "1", "oh")
    assert found.seconds > 0


@POSIX
def test_a_signal_is_a_negative_code():
    for number in (6, 9, 11, 15):
        found = ran(f"os.kill(os.getpid(), {number})")
        assert (found.ended, found.code) == (RunEnd.EXITED, -number)


STUBBORN = [
    "while True: pass",
    "for s in (1, 2, 15): signal.signal(s, signal.SIG_IGN)\ntime.sleep(600)",
    "for n in range(3): os.close(n)\ntime.sleep(600)",
    "for _ in range(10): os.fork() or time.sleep(600)\ntime.sleep(600)",
    "for _ in range(10): os.fork() or os.setsid() or time.sleep(600)\ntime.sleep(600)",
]


@POSIX
@pytest.mark.parametrize("script", STUBBORN)
def test_the_limit_of_time(script):
    assert ran(script, seconds=0.5).ended is RunEnd.TIMEOUT


DAEMON = (
    "print('answer', flush=True)\n"
    "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        {}time.sleep(600)\n"
    "    os._exit(0)\n"
)


@POSIX
@pytest.mark.parametrize("first", ["", "for n in range(3): os.close(n)\n        "])
def test_a_daemon_is_ended_whether_it_holds_the_pipes_or_not(first):
    found = ran(DAEMON.format(first))
    assert (found.ended, found.printed) == (RunEnd.EXITED, "answer\n")


@POSIX
def test_a_child_with_another_environment_is_ended_with_its_group():
    script = "child = os.fork()\nif not child: os.execve('/bin/sleep', ['sleep', '600'], {})\n"
    found = ran(f"{script}print(child)")
    with suppress(psutil.Error):
        assert psutil.Process(int(found.printed)).status() == psutil.STATUS_ZOMBIE


def test_memory():
    hoard = "hoard = []\nwhile True: hoard.append(bytearray(1 << 20)); time.sleep(0.001)"
    assert ran(hoard, memory=100 << 20).ended is RunEnd.MEMORY


@POSIX
def test_memory_of_all_descendants_counts():
    fork = (
        "if os.fork() == 0:\n    for _ in range(4):\n        if os.fork() == 0:\n"
        "            x = b'x' * (60 << 20)\n            break\n"
    )
    assert ran(f"{fork}time.sleep(600)", memory=150 << 20).ended is RunEnd.MEMORY


FLOODS = [
    "while True: os.write(1, b'1 2\\n2 1\\n' * 8192)",
    "while True: os.write(1, os.urandom(65536))",
    "while True: os.write(1, b'[' * 65536)",
    "sys.stdout.write('1' * (20 << 20))",
]


@pytest.mark.parametrize("script", FLOODS)
def test_a_flood_is_cut_and_unreadable(script):
    solver = Solver("flood", command(script), limits=RunLimits(PATIENT))
    tracemalloc.start()
    try:
        reply = ask(solver, Puzzle(2), Clock())
        verdict = verdict_on(Puzzle(2), None, reply, Question.ONE)
        assert tracemalloc.get_traced_memory()[1] < 200 << 20
    finally:
        tracemalloc.stop()
    assert (reply.ended, verdict.kind) == (RunEnd.FLOODED, Kind.UNREADABLE)


def test_of_many_errors_the_end_is_kept():
    found = ran("os.write(2, b'e' * 3000000); os.write(2, b'end'); sys.exit(1)")
    assert (found.ended, found.code) == (RunEnd.EXITED, 1)
    assert found.stderr.endswith("eend")
    assert 100_000 < len(found.stderr) < 1 << 20


def test_it_is_stopped_from_another_thread():
    stop = Clock()
    threading.Timer(0.3, stop.stop).start()
    assert ran("time.sleep(600)", stop=stop).ended is RunEnd.STOPPED


def test_what_cannot_be_started_and_limits_that_are_none():
    with pytest.raises(KenKenError, match="no such program"):
        run(["./no such program"], NOWHERE, RunLimits(), Clock())
    for limits in ({"seconds": 0}, {"seconds": float("nan")}, {"memory": 1}):
        with pytest.raises(KenKenError, match="expected"):
            RunLimits(**limits)
