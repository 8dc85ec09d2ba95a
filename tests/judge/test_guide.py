"""The guide's examples, run as they stand there; only times may differ."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from corpus import ROOT

from kenken_cp import loads

GUIDE = (ROOT / "kenken_cp" / "cli" / "guides" / "judge.md").read_text(encoding="utf-8")
CONSOLE = [
    example
    for block in re.findall(r"^```console\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    for example in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]
FILES = re.findall(r"^`(\w+\.py)`\n\n```python\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the guide's files are, and ``kenken-cp`` and ``python3`` are these."""
    found = tmp_path_factory.mktemp("guide")
    for name, text in FILES:
        (found / name).write_text(text)
    for command, _ in CONSOLE:
        if command.startswith("sed "):  # it makes a file that other examples need
            subprocess.run(["sh", "-c", command], cwd=found, check=True)
    (found / "bin").mkdir()
    for name, words in (("kenken-cp", "-m kenken_cp"), ("python3", "-S")):
        script = found / "bin" / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        script.chmod(0o755)
    return found


def timeless(text):
    """Without what differs from run to run: times, and the room that a table leaves for them."""
    return re.sub(r" +", " ", re.sub(r"\d[\d.]* m?s\b", "TIME", text))


EXAMPLES = [  # that of the random puzzles is the same program on more of them
    pytest.param(*example, id=example[0], marks=[pytest.mark.complete] * ("--fuzz" in example[0]))
    for example in CONSOLE
]


@pytest.mark.parametrize(("command", "output"), EXAMPLES)
def test_examples(command, output, folder):
    environment = {
        **os.environ,
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PYTHONIOENCODING": "utf-8",
        "PUZZLES": str(ROOT / "puzzles"),
    }
    (saving,) = [each for each, _ in CONSOLE if "--save out" in each]
    if " out/" in command and not (folder / "out").exists():  # that example ran elsewhere
        subprocess.run(["sh", "-c", saving], cwd=folder, env=environment, timeout=300, check=False)
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, cwd=folder, env=environment, timeout=300
    )
    assert timeless(done.stdout.decode()) == timeless(output)
    assert done.stderr == b""


def test_examples_are_found():
    assert len(CONSOLE) >= 5
    assert [name for name, _ in FILES] == ["solve.py", "adapter.py"]


def test_the_adapter_gives_a_function_lists_of_lists(monkeypatch):
    """A sum of two cells, a given, and a hidden operator."""
    monkeypatch.setitem(sys.modules, "mine", SimpleNamespace(solve=lambda *given: given))
    names: dict[str, Any] = {}
    exec(dict(FILES)["adapter.py"], names)
    assert names["judged"](loads("aa\nb1\n\na 3+\nb 2")) == (
        2,
        [["+", 3, [[0, 0], [0, 1]]], ["=", 2, [[1, 0]]], ["=", 1, [[1, 1]]]],
    )
    hidden = names["judged"](loads("ab\nab\n\na 3+\nb 3"))[1][1]
    assert hidden == [None, 3, [[0, 1], [1, 1]]]


def test_tables_are_complete():
    from kenken_cp.judge.answers import Claim
    from kenken_cp.judge.suites import SUITES
    from kenken_cp.judge.verdicts import Kind

    for record in (*Kind, *Claim):
        assert re.search(rf"^\| `{record}` \|", GUIDE, re.MULTILINE), record
    for suite in SUITES:
        assert f"--suite {suite.name}" in GUIDE
