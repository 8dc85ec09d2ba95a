"""The README's examples, run as they stand there."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from time import perf_counter, sleep
from types import SimpleNamespace

import pytest
from cli.calls import run
from corpus import ROOT

pytestmark = pytest.mark.usefixtures("unhurried")

README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")


def blocks(language, text=README):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


CONSOLE = [
    (command, output)
    for block in blocks("console")
    for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    """A PATH on which ``kenken-cp`` is this checkout."""
    folder = tmp_path_factory.mktemp("bin")
    script = folder / "kenken-cp"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kenken_cp "$@"\n')
    script.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{folder}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PYTHONIOENCODING": "utf-8",
    }


def parts(command):
    """What stands between the pipes of a command, if of ours there are only plain calls in it; else
    the whole of it, for a shell.
    """
    found = re.split(r" \| (?=(?:[^']*'[^']*')*[^']*$)", command)
    ours = [part for part in found if "kenken-cp" in part]
    return found if all(map(is_call, ours)) else [command]


def is_call(command):
    return re.fullmatch(r"kenken-cp( '[^']*'| \"[^\"]*\"| [\w./=:,-]+)+", command) is not None


@pytest.mark.parametrize(("command", "output"), CONSOLE, ids=[command for command, _ in CONSOLE])
def test_console_examples(command, output, shell, monkeypatch):
    """Calls in this process, unless a shell has to do something about them."""
    # A solver that is judged may be as slow as a busy machine makes it.
    slowly = SimpleNamespace(perf_counter=lambda: perf_counter() / 30, sleep=sleep)
    monkeypatch.setattr("kenken_cp.judge.processes.time", slowly)
    printed = b""
    for part in parts(command):
        if is_call(part):
            done = run(*shlex.split(part)[1:], stdin=printed, env=shell)
        else:
            done = subprocess.run(
                ["sh", "-c", part],
                input=printed,
                capture_output=True,
                cwd=ROOT,
                env=shell,
                timeout=300,
            )
        printed = done.stdout
    # A terminal shows the sentences on standard error after the answers.
    assert (printed + done.stderr).decode() == output


@pytest.mark.parametrize("text", [README, PYTHON], ids=["README.md", "docs/python.md"])
def test_python_examples(text, monkeypatch):
    monkeypatch.chdir(ROOT)
    examples = "".join(blocks("python", text))
    test = doctest.DocTestParser().get_doctest(examples, {}, "examples", "examples", 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize(verbose=False) == (0, len(test.examples))
    assert len(test.examples) >= 4


def test_the_two_commands():
    main, tests = (block.strip() for block in blocks("sh"))
    assert "kenken-cp solve puzzles/9x9/" in main
    assert "pytest" in tests
    run = (ROOT / ".ci" / "run").read_text()
    assert "README.md" in run, "CI runs the test command from the README itself"
    assert (ROOT / main.split()[-1]).exists()


def test_the_pictures_are_those_that_the_program_draws(tmp_path):
    for name, options in (("puzzle", ()), ("solution", ("--solution",))):
        run("show", "puzzles/4x4/cs332.kk", *options, "-o", str(tmp_path / "a.svg"))
        drawn = (tmp_path / "a.svg").read_text(encoding="utf-8")
        assert drawn == (ROOT / "docs" / f"{name}.svg").read_text(encoding="utf-8")
