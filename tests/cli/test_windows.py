"""Windows, as far as another system can show it: modules without the names that it lacks there, its
code page, its quotes.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from cli.calls import COMMANDS, run, run_process
from cli.puzzles import EASY, KEEN
from cli.test_signals import SHORT
from corpus import ROOT

from kenken_cp.cli import validating

LACKING = {
    "os": "fork forkpty geteuid getpgid getpgrp getppid getsid getuid kill killpg login_tty "
    "mkfifo openpty O_NONBLOCK O_CLOEXEC posix_spawn register_at_fork sched_getaffinity "
    "sched_setaffinity set_blocking setsid setpgid sysconf uname wait4 WIFSIGNALED WTERMSIG "
    "get_blocking pidfd_open fchmod fchown chown statvfs",
    "signal": "SIGHUP SIGKILL SIGALRM SIGPIPE SIGCHLD SIGUSR1 SIGUSR2 SIGQUIT SIGSTOP SIGCONT "
    "alarm setitimer getitimer pthread_kill pthread_sigmask sigpending sigwait sigwaitinfo "
    "sigtimedwait siginterrupt pause",
    "select": "poll epoll kqueue devpoll PIPE_BUF",
}
"""What these modules do not have there."""

ABSENT = ("fcntl", "pty", "pwd", "grp", "resource", "termios", "tty")
"""Modules that there are not."""

WITHOUT = f"""
import os, select, signal, sys
import numpy, psutil, subprocess, tempfile, typer  # whose own ways are not ours
for module, names in {LACKING!r}.items():
    for name in names.split():
        vars(sys.modules[module]).pop(name, None)
for name in {ABSENT!r}:
    sys.modules[name] = None
from cli.calls import run
for call in eval(sys.argv[1]):
    done = run(*call)
    assert done.returncode in (0, 1), (call, done)
    assert done.stdout, (call, done)
    assert b"Traceback" not in done.stderr, (call, done)
"""


@pytest.mark.slow
def test_every_command_runs_without_what_it_lacks(tmp_path):
    """One after the other, in one process that lacks it."""
    certificate = str(tmp_path / "puzzle.cert")
    run("prove", KEEN, "-o", certificate)
    calls = [
        [name, *(word.replace("{certificate}", certificate) for word in SHORT[name])]
        for name in COMMANDS
    ]
    # Solvers that are judged are processes, which the standard library starts there.
    calls = [["judge", "kenken_cp:solve", *call[2:]] if "judge" in call else call for call in calls]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    program = [sys.executable, "-c", WITHOUT, repr(calls)]
    done = subprocess.run(program, capture_output=True, text=True, env=env, timeout=300)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_what_is_no_terminal_gets_utf_8():
    """Whatever the code page is."""
    done = run_process("solve", KEEN, env={"PYTHONIOENCODING": "cp1252"})
    assert (done.returncode, "┏" in done.stdout.decode()) == (0, True)
    drawing = run("show", EASY, "-o", "-", encoding="cp1252").stdout.decode()
    assert ElementTree.fromstring(drawing).tag.endswith("svg")
    page = run("explain", KEEN, "-o", "-", encoding="cp1252").stdout.decode()
    assert page.startswith("<!doctype html>")


def test_a_pipe_from_one_call_to_another_keeps_every_letter():
    text = "title: Rätsel ☃ 縦横\naab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 6*\n".encode()
    first = run("convert", "-", stdin=text, encoding="cp1252")
    second = run("check", "-", stdin=first.stdout, encoding="cp1252")
    assert second.returncode in (0, 1)
    assert "Rätsel ☃ 縦横" in second.stdout.decode()
    wrong = run("solve", "Rätsel☃.kk", encoding="cp1252")
    assert "Rätsel☃.kk: no such file" in wrong.stderr.decode()


@pytest.mark.parametrize(
    ("word", "quoted"),
    [
        *(("a.kk", '"a.kk"'), ("two words", '"two words"'), ("C:\\it\\p.kk", '"C:\\it\\p.kk"')),
        *(("2:_5,a2a1a1a2", '"2:_5,a2a1a1a2"'), ('a "b" c', '"a \\"b\\" c"')),
    ],
)
def test_commands_to_copy_are_quoted_for_its_shells(word, quoted, monkeypatch):
    monkeypatch.setattr(validating, "os", type("There", (), {"name": "nt"}))
    assert validating.quoted_word(word) == quoted


def test_no_module_needs_at_the_top_what_it_lacks():
    needed = re.compile(rf"^(import|from) ({'|'.join(ABSENT)})\b", re.MULTILINE)
    for path in [*(ROOT / "tests").rglob("*.py"), *(ROOT / "kenken_cp").rglob("*.py")]:
        assert not needed.search(path.read_text(encoding="utf-8")), path
