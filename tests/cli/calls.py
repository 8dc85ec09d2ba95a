"""The command line as its users meet it: whole processes, their output, their exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

from corpus import PUZZLES, ROOT

COMMAND = [sys.executable, "-m", "kenken_cp"]
EASY = str(PUZZLES / "4x4/cs332.kk")
THREE = str(PUZZLES / "ambiguous/5x5-three.kk")
NONE = str(PUZZLES / "impossible/4x4-line.kk")
LATIN4 = str(PUZZLES / "latin/latin-4.kk")
LATIN5 = str(PUZZLES / "latin/latin-5.kk")
KEEN = "3:a_3aba_,m3a5s1s1"


def environment(env=()):
    return {**os.environ, "PYTHONIOENCODING": "utf-8", **dict(env)}


def run(*arguments, stdin="", env=(), **more):
    return subprocess.run(
        [*COMMAND, *arguments],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        timeout=120,
        cwd=ROOT,
        env=environment(env),
        **more,
    )


def answer(*arguments, code=0, **more):
    """Standard output of a call that must leave with a code and complain of nothing."""
    done = run(*arguments, **more)
    assert (done.returncode, done.stderr.decode()) == (code, "")
    return done.stdout.decode()


def complaint(*arguments, code=2, **more):
    """Standard error of a call that must fail with a code, and answer nothing: one line."""
    done = run(*arguments, **more)
    assert (done.returncode, done.stdout) == (code, b"")
    error = done.stderr.decode()
    assert error.count("\n") == 1
    assert code != 2 or error.startswith("kenken-cp: ")
    return error


def events(*arguments, code=0, **more):
    return [
        json.loads(line) for line in answer(*arguments, "--json", code=code, **more).splitlines()
    ]


@contextmanager
def started(*arguments, **more):
    """A call that goes on while the test does."""
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
        **more,
    ) as process:
        yield process


def left_after_a_line(*arguments, **more):
    """The process, its exit code and its standard error, of a call whose reader takes one line and
    no more.
    """
    with started(*arguments, **more) as process:
        assert process.stdout.readline()
        process.stdout.close()
        error = process.stderr.read()
        return process, process.wait(timeout=60), error


def interrupted(*arguments):
    """Standard output of a call that has Ctrl-C once it answers, and complains of nothing."""
    with started(*arguments) as process:
        first = os.read(process.stdout.fileno(), 10)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        rest, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (130, b"")
    return (first + rest).decode()
