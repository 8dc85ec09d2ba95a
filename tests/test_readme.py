"""The README's examples, run as they stand there."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys

import pytest
from cli.calls import run
from corpus import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


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


@pytest.mark.parametrize(("command", "output"), CONSOLE, ids=[command for command, _ in CONSOLE])
def test_console_examples(command, output, shell):
    """In this process, unless a shell has to do something about it."""
    if re.fullmatch(r"kenken-cp( '[^']*'| [\w./=-]+)+", command):
        done = run(*shlex.split(command)[1:])
    else:
        done = subprocess.run(
            ["sh", "-c", command], capture_output=True, cwd=ROOT, env=shell, timeout=60
        )
    assert done.stdout.decode() == output
    assert done.stderr == b""


def test_python_examples(monkeypatch):
    monkeypatch.chdir(ROOT)
    examples = "".join(blocks("python"))
    test = doctest.DocTestParser().get_doctest(examples, {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize(verbose=False) == (0, len(test.examples))
    assert len(test.examples) > 5


def test_examples_are_found():
    assert len(CONSOLE) >= 8


def test_the_two_commands():
    main, tests = (block.strip() for block in blocks("sh"))
    assert "kenken-cp solve puzzles/9x9/" in main
    assert "pytest" in tests
    run = (ROOT / ".ci" / "run").read_text()
    assert "README.md" in run, "CI runs the test command from the README itself"
    assert (ROOT / main.split()[-1]).exists()


def test_named_files_exist():
    named = re.findall(r"`((?:benchmarks|kenken_cp|puzzles|tests)/[\w./-]*)`", README)
    assert len(named) > 5
    for target in named:
        assert (ROOT / target).exists(), target


def test_tables_are_complete():
    from kenken_cp.formats import FORMATS
    from kenken_cp.model.rule_sets import RULE_SETS
    from kenken_cp.search.backend import BACKENDS

    for record in (*BACKENDS, *FORMATS, *RULE_SETS):
        assert re.search(rf"^\| .*`{record.name}`.* \|", README, re.MULTILINE), record.name
    shipped = len(list((ROOT / "puzzles").rglob("*.kk")))
    assert f"holds {shipped} puzzles" in README
