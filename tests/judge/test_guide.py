"""The guide, ``docs/judge.md``: its commands, programs and tables."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli.calls import run
from corpus import PUZZLES, ROOT

GUIDE = (ROOT / "docs" / "judge.md").read_text(encoding="utf-8")
OWN = Path(__file__).parent / "own"
"""Solvers for the guide's adapters in Java and C, which call one."""

SOME = [f"{PUZZLES}/{name}.kk" for name in ("4x4/cs332", "impossible/4x4-line", "latin/latin-3")]
RIGHT = "3 puzzles: all right\n"

CHANGES = {
    "sed": [
        ("sys.stdin", "open(sys.argv[1])"),
        ("print(*grid", 'print(f"Row {start // size + 1}:", *grid'),
    ],
    "jq": [
        ("json.load(sys.stdin)", "[line.split() for line in sys.stdin]"),
        ('puzzle["size"]', "int(puzzle[0][0])"),
        (
            '[(c["op"], c["target"], [row * size + column for row, column in c["cells"]]) '
            'for c in puzzle["cages"]]',
            "[(op, int(target), [int(row) * size + int(column) for row, column in "
            "zip(numbers[::2], numbers[1::2])]) for target, op, *numbers in puzzle[1:]]",
        ),
    ],
}
"""What makes the solver of the guide one that needs a pipe."""


def code(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the guide's programs are, and ``kenken-cp`` and ``python3`` are these."""
    found = tmp_path_factory.mktemp("guide")
    (python,), (java,), (c,) = map(code, ("python", "java", "c"))
    texts = {"solver.py": python, "Adapter.java": java, "adapter.c": c}
    for name, text in texts.items():
        (found / name).write_text(text)
    (found / "bin").mkdir()
    for name, words in (("kenken-cp", "-m kenken_cp"), ("python3", "-S")):
        program(found / "bin" / name, f'exec "{sys.executable}" {words} "$@"')
    return found


def program(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def printed(command, folder):
    """What a command prints that must not complain: ours in this process, others by a shell."""
    environment = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    first, *words = shlex.split(command)
    if first == "kenken-cp":
        done = run(*words, env=environment, folder=folder)
    else:
        call = ["sh", "-c", command]
        environment = {**os.environ, **environment}
        done = subprocess.run(call, capture_output=True, cwd=folder, env=environment, timeout=300)
    assert done.stderr == b"", done
    return done.stdout.decode()


def judged(solver, folder, *options):
    return printed(" ".join(["kenken-cp judge", solver, "-q --timeout 100", *options]), folder)


@pytest.mark.slow
def test_the_examples(folder):
    """One after the other, as they stand there; three dots are any lines."""
    (block,) = code("console")
    examples = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    assert len(examples) == 3
    for command, output in examples:
        found = printed(command, folder)
        expected = re.escape(output).replace(re.escape("...\n"), "(?:.*\n)+")
        assert re.fullmatch(expected, found), found


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("javac") is None, reason="needs a Java compiler")
def test_the_adapter_in_java(folder):
    shutil.copy(OWN / "Solver.java", folder)
    printed("javac Adapter.java Solver.java", folder)
    assert judged('"java Adapter"', folder, *SOME) == RIGHT


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_the_adapter_in_c(folder):
    printed(f"cc -Wall -o adapter adapter.c {OWN / 'solver.c'}", folder)
    assert judged("./adapter", folder, *SOME) == RIGHT


@pytest.mark.parametrize("tool", CHANGES)
def test_a_pipe(tool, folder):
    if shutil.which(tool) is None:
        pytest.skip(f"needs {tool}")
    (command,) = [line for line in code("sh")[0].splitlines() if f"{tool} " in line]
    text = (folder / "solver.py").read_text().replace("//", "/", 1)
    for before, after in CHANGES[tool]:
        assert before in text
        text = text.replace(before, after)
    (folder / "old.py").write_text(text)
    program(folder / "old", 'exec python3 old.py "$@"')
    assert judged("./old", folder, *SOME) != RIGHT
    assert judged(command.removeprefix("kenken-cp judge "), folder, *SOME) == RIGHT
