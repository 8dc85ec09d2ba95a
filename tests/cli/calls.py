"""Calls of the command line.

``run`` and what is built on it call it in this process, which takes a tenth of the time;
``run_process`` and ``started`` start a process, for what only a process has: signals, pipes, closed
streams, workers, an exit code of its own.
"""

from __future__ import annotations

import io
import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, chdir, contextmanager
from contextvars import copy_context
from functools import cache
from typing import NamedTuple
from unittest import mock

from corpus import PUZZLES, ROOT
from typer.main import get_command

from kenken_cp import cli, clock

COMMAND = [sys.executable, "-m", "kenken_cp"]
EASY = str(PUZZLES / "4x4/cs332.kk")
THREE = str(PUZZLES / "ambiguous/5x5-three.kk")
NONE = str(PUZZLES / "impossible/4x4-line.kk")
LATIN4 = str(PUZZLES / "latin/latin-4.kk")
LATIN5 = str(PUZZLES / "latin/latin-5.kk")
KEEN = "3:a_3aba_,m3a5s1s1"

_USUAL_SECONDS = clock.SECONDS_BETWEEN_REPORTS


def environment(env=()):
    return {**os.environ, "PYTHONIOENCODING": "utf-8", **dict(env)}


class Done(NamedTuple):
    """What came of a call, as of ``subprocess.run``."""

    returncode: int
    stdout: bytes
    stderr: bytes


class Terminal(io.TextIOWrapper):
    """A stream that says it is one."""

    def isatty(self):
        return True


def run(*arguments, stdin="", env=(), folder=ROOT, terminal=False):
    """A call in this process: what it leaves with, and what it prints, on a terminal or not."""
    env = environment(env)
    encoding = env["PYTHONIOENCODING"]
    given = stdin if isinstance(stdin, bytes) else stdin.encode()
    stream = Terminal if terminal else io.TextIOWrapper
    streams = {
        "stdin": stream(io.BytesIO(given), encoding=encoding),
        "stdout": stream(io.BytesIO(), encoding=encoding),
        "stderr": stream(
            io.BytesIO(), encoding=encoding, errors="backslashreplace", write_through=True
        ),
    }
    with ExitStack() as stack:
        for name, stream in streams.items():
            stack.enter_context(mock.patch.object(sys, name, stream))
        stack.enter_context(mock.patch.object(sys, "argv", ["kenken-cp", *arguments]))
        stack.enter_context(mock.patch.dict(os.environ, env))
        stack.enter_context(chdir(folder))
        stack.enter_context(_as_it_was())
        if clock.SECONDS_BETWEEN_REPORTS == _USUAL_SECONDS:  # no test has asked for reports
            stack.enter_context(mock.patch.object(clock, "SECONDS_BETWEEN_REPORTS", 1e9))
        if not {"-h", "--help"} & set(arguments):  # which looks up what records there are now
            stack.enter_context(mock.patch("typer.main.get_command", _command))
        try:
            copy_context().run(cli.main)  # in which it sets what holds for one call
        except SystemExit as leaving:
            code = leaving.code
        for stream in streams.values():
            stream.flush()
        printed = [streams[name].buffer.getvalue() for name in ("stdout", "stderr")]
    return Done(code, *printed)


@cache
def _command(app, build=get_command):
    """What Typer makes of the application, once: a process does it once, too."""
    return build(app)


@contextmanager
def _as_it_was():
    """Puts back what a process would take with it when it ends: signal handlers and logging."""
    numbers = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    handlers = {number: signal.getsignal(number) for number in numbers}
    loggers = [logging.getLogger(name) for name in ("kenken_cp", "distributed")]
    logs = [(log, log.level, list(log.handlers)) for log in loggers]
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for log, level, handlers_ in logs:
            log.setLevel(level)
            log.handlers[:] = handlers_


def run_process(*arguments, stdin="", env=(), **more):
    """A call in a process of its own."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        timeout=300,
        cwd=ROOT,
        env=environment(env),
        **more,
    )


def answer(*arguments, code=0, call=run, **more):
    """Standard output of a call that must leave with a code and complain of nothing."""
    done = call(*arguments, **more)
    assert (done.returncode, done.stderr.decode()) == (code, ""), done
    return done.stdout.decode()


def complaint(*arguments, code=2, call=run, **more):
    """Standard error of a call that must fail with a code, and answer nothing: one line."""
    done = call(*arguments, **more)
    assert (done.returncode, done.stdout) == (code, b""), done
    error = done.stderr.decode()
    assert error.count("\n") == 1
    assert code != 2 or error.startswith("kenken-cp: ")
    return error


def without_seconds(text):
    """What is printed with --json, but for what differs from run to run: how long it took, and the
    progress that there is to report on a busy machine.
    """
    lines = text.splitlines(keepends=True)
    steady = b"".join(line for line in lines if b'"event": "progress"' not in line)
    return re.sub(rb'"seconds": [0-9.e-]+', b"", steady)


def events(*arguments, code=0, **more):
    return events_in(answer(*arguments, "--json", code=code, **more))


def events_in(text):
    """The events that are printed, but for progress, as in ``without_seconds``."""
    found = [json.loads(line) for line in text.splitlines()]
    assert {event.pop("schema") for event in found} <= {1}
    return [event for event in found if event["event"] != "progress"]


def interruptible():
    """Run in a child before its program: a shell that starts the tests in the background has SIGINT
    ignored, and nohup SIGHUP, which children inherit.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def until(true, process=None):
    """Waits for something to become true: a minute and a half at most, and no longer than a process
    lives that is to make it so.
    """
    for _ in range(1800):
        if true():
            return
        assert process is None or process.poll() is None, "the process has ended before"
        time.sleep(0.05)
    raise AssertionError("it has not become true")


@contextmanager
def started(*arguments, **more):
    """A process that goes on while the test does; it has the signals of a foreground process."""
    more.setdefault("preexec_fn", interruptible)
    more.setdefault("env", environment())
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, **more
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def left_after_a_line(*arguments, **more):
    """The process, its exit code and its standard error, of a call whose reader takes one line and
    no more.
    """
    with started(*arguments, **more) as process:
        assert process.stdout.readline()
        process.stdout.close()
        error = process.stderr.read()
        return process, process.wait(timeout=300), error


def interrupted(*arguments):
    """Standard output of a call that has Ctrl-C once it answers, and complains of nothing."""
    with started(*arguments) as process:
        first = os.read(process.stdout.fileno(), 10)
        process.send_signal(signal.SIGINT)
        rest, error = process.communicate(timeout=300)
    assert (process.returncode, error) == (130, b"")
    return (first + rest).decode()
