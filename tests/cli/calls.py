"""Calls of the command line.

``run`` and what is built on it call it in this process, which takes a tenth of the time;
``run_process`` and ``started`` start a process, for what only a process has: signals, pipes, closed
streams, workers, an exit code of its own.
"""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, chdir, contextmanager
from contextvars import copy_context
from typing import NamedTuple
from unittest import mock

from corpus import ROOT
from typer.main import get_command

from kenken_cp import cli, clock
from kenken_cp.cli.app import app

COMMAND = [sys.executable, "-m", "kenken_cp"]
_GROUP = get_command(app)
COMMANDS = {name: _GROUP.get_command(None, name) for name in _GROUP.list_commands(None)}
"""Every command, by its name, as Typer has it."""

_USUAL_SECONDS = clock.SECONDS_BETWEEN_REPORTS


class Done(NamedTuple):
    """What came of a call, as of ``subprocess.run``."""

    returncode: int
    stdout: bytes
    stderr: bytes


class Terminal(io.TextIOWrapper):
    """A stream that says it is one."""

    def isatty(self):
        return True


def run(*arguments, stdin="", env=(), folder=ROOT, terminal=False, encoding="utf-8"):
    """A call in this process: what it leaves with, and what it prints, on a terminal or not."""
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
        stack.enter_context(mock.patch.dict(os.environ, {"COLUMNS": "80", **dict(env)}))
        stack.enter_context(chdir(folder))
        stack.enter_context(_as_it_was())
        # Typer makes commands of functions anew in each call, which takes longer than most calls.
        stack.enter_context(mock.patch("typer.main.get_command", return_value=_GROUP))
        if clock.SECONDS_BETWEEN_REPORTS == _USUAL_SECONDS:  # no test has asked for reports
            stack.enter_context(mock.patch.object(clock, "SECONDS_BETWEEN_REPORTS", 1e9))
        try:
            copy_context().run(cli.main)  # in which it sets what holds for one call
        except SystemExit as leaving:
            code = leaving.code or 0
        printed = []
        for name in ("stdout", "stderr"):
            streams[name].flush()
            printed.append(streams[name].buffer.getvalue())
    return Done(code, *printed)


@contextmanager
def _as_it_was():
    """Puts back the signal handlers, which a process would take with it when it ends."""
    numbers = [getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP")]
    handlers = {number: signal.getsignal(number) for number in numbers if number is not None}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def run_process(*arguments, stdin="", env=(), **more):
    """A call in a process of its own."""
    more.setdefault("cwd", ROOT)
    return subprocess.run(
        [*COMMAND, *arguments],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        timeout=300,
        env={**os.environ, **dict(env)},
        **more,
    )


def said(*arguments, code=0, call=run, **more):
    """Standard output and standard error of a call that must leave with a code."""
    done = call(*arguments, **more)
    assert done.returncode == code, done
    return done.stdout.decode(), done.stderr.decode()


def answer(*arguments, **more):
    """Standard output of a call that must leave with a code, 0 if none is given."""
    return said(*arguments, **more)[0]


def remark(*arguments, **more):
    """Standard error of such a call."""
    return said(*arguments, **more)[1]


def complaint(*arguments, code=2, **more):
    """Standard error of a call that must fail with a code, and answer nothing."""
    out, error = said(*arguments, code=code, **more)
    assert out == ""
    assert "Traceback" not in error
    return error


def plain_words(text):
    """A text without the boxes and line breaks that a terminal's width puts into it."""
    return " ".join(re.sub("[│╭╮╰╯─]", " ", text).split())


def events(*arguments, code=0, **more):
    """The events of a call that prints nothing on standard error."""
    out, error = said(*arguments, "--json", code=code, **more)
    assert error == ""
    return events_in(out)


def events_in(text):
    """The events that are printed, without their schema, but for progress."""
    found = [json.loads(line) for line in text.splitlines()]
    assert {event.pop("schema") for event in found} <= {2}
    return [event for event in found if event["event"] != "progress"]


def without_seconds(text):
    """What is printed with --json, but for what differs from run to run."""
    lines = text.splitlines(keepends=True)
    steady = b"".join(line for line in lines if b'"event": "progress"' not in line)
    return re.sub(rb'"seconds": [0-9.e-]+', b"", steady)


@contextmanager
def usual_signals(**others):
    """A process that is started in the ``with`` block has the signals of a foreground process: a
    shell that starts the tests in the background has SIGINT ignored, and nohup SIGHUP, which
    children inherit. (What is handled here has its default there. No function of ours runs in the
    child: where this process has threads, it might wait for a lock for ever.)
    """
    handlers = {"SIGINT": signal.default_int_handler, "SIGTERM": signal.SIG_DFL}
    handlers |= {"SIGHUP": signal.SIG_DFL, **others}
    numbers = {name: getattr(signal, name) for name in handlers if hasattr(signal, name)}
    before = {n: signal.signal(n, handlers[name]) or signal.SIG_DFL for name, n in numbers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


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
    signals = {name: more.pop(name) for name in list(more) if name.startswith("SIG")}
    more.setdefault("cwd", ROOT)
    more.setdefault("bufsize", 0)  # who reads a line takes nothing more out of the pipe
    with usual_signals(**signals):
        process = subprocess.Popen(
            [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more
        )
    with process:
        try:
            yield process
        finally:
            process.kill()


def options_of(command):
    """The options of a command, each by its longest name."""
    found = [each for each in COMMANDS[command].params if each.param_type_name == "option"]
    return {max(each.opts, key=len): each for each in found}
