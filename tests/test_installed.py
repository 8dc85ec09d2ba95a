"""The wheel, installed where nothing else is, and used far from its sources.

These tests take pip and what it reaches, and a minute: ``.ci/run`` runs them, each once.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import Distribution, distributions
from pathlib import Path

import pytest
from cli.calls import COMMANDS, answer, plain_words
from corpus import ROOT

pytestmark = pytest.mark.installed

KEEN = "4:_a_aa_ba_5a3,s1s3d2m12a3a4m24"
SOLVED = ("3 4 1 2\n2 1 3 4\n1 2 4 3\n4 3 2 1\n", "The only solution.\n")


def pip(environment: Path, *arguments: object) -> None:
    """This environment's own, for another that has none: it takes seconds to put it there."""
    command = [sys.executable, "-m", "pip", "--python", environment / "bin" / "python"]
    subprocess.run([*command, *arguments], check=True, stdout=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The source archive, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    # Nor does it build in an environment of its own: the installation that tests it has done so.
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (source,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return source, wheel


@pytest.fixture(scope="module")
def environment(built, tmp_path_factory):
    """An environment that has the wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    pip(folder, "install", "--quiet", "--no-compile", built[1])
    return folder


@pytest.fixture
def shell(environment, tmp_path):
    """Runs a command line in an empty folder; returns its exit code and what it printed."""

    def run(line: str) -> tuple[int, str, str]:
        env = {
            "PATH": f"{environment}/bin:/usr/bin:/bin",
            "HOME": str(tmp_path),
            "PYTHONIOENCODING": "utf-8",
        }
        done = subprocess.run(
            ["sh", "-c", line], capture_output=True, cwd=tmp_path, env=env, timeout=300, text=True
        )
        return done.returncode, done.stdout, done.stderr

    return run


def packages(environment: Path) -> dict[str, Distribution]:
    (folder,) = environment.glob("lib/python3*/site-packages")
    return {one.name.lower(): one for one in distributions(path=[str(folder)])}


def megabytes(one: Distribution) -> float:
    """With the bytecode that pip compiles unless asked not to: some 1.4 times the sources."""
    paths = [Path(str(file.locate())) for file in one.files or ()]
    sizes = {path: path.stat().st_size for path in paths if path.is_file()}
    return sum(size * (2.4 if path.suffix == ".py" else 1) for path, size in sizes.items()) / 1e6


def tracked(folder: str) -> set[str]:
    """The files of the project below a folder, but for what Python and tools leave there."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not any(part.endswith(("_cache", "cache__")) for part in path.parts)
    }


def test_everything_is_packed(built):
    source, wheel = built
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    others = {name for name in names if ".dist-info/" not in name}
    assert others == tracked("kenken_cp")
    assert "kenken_cp/cli/schema.json" in names
    assert "kenken_cp/py.typed" in names
    assert any(name.endswith("/suites/smoke.kk") for name in names)
    with tarfile.open(source) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("kenken_cp", "tests", "puzzles", "benchmarks"):
        assert tracked(folder) <= packed
    assert {".ci/run", "LICENSE", "CHANGELOG.md", "README.md", "pyproject.toml"} <= packed


def test_a_puzzle_is_solved(shell):
    assert shell(f"kenken-cp solve --plain '{KEEN}'") == (0, *SOLVED)
    assert shell(f"python -m kenken_cp count '{KEEN}'") == (0, "1\n", "")


CALLS = """
import shlex, sys
from contextvars import copy_context
from kenken_cp.cli import main
for line in sys.argv[1:]:
    sys.argv = shlex.split(line)
    try:
        copy_context().run(main)
    except SystemExit as leaving:
        print("left with", leaving.code, flush=True)
"""
"""Runs command lines, all in one process."""


def test_the_examples_of_the_help_run(shell, tmp_path):
    """Each command, without what only tests need; the texts are those that are printed here."""
    (tmp_path / "calls.py").write_text(CALLS)
    lines = {}
    for name in COMMANDS:
        (lines[name],) = re.findall("Example: (kenken-cp .*)", plain_words(answer(name, "--help")))
    code, printed, error = shell(f"python calls.py {shlex.join(lines.values())}")
    assert (code, "Traceback" in error) == (0, False), error
    left = dict(zip(lines, re.findall(r"^left with (\d+)$", printed, re.MULTILINE), strict=True))
    assert left.pop("judge") in "12", "the solver is not there"
    assert set(left.values()) <= {"0", "1"}, (left, error)
    code, _, error = shell(f"kenken-cp show '{KEEN}' -o x.pdf")
    assert (code, 'pip install "kenken-cp[pdf]"' in error) == (2, True)


def test_a_function_is_judged_and_suites_are_there(shell):
    code, text, error = shell("kenken-cp judge -q kenken_cp:count --answers count --fuzz 2")
    assert (code, text, error) == (0, "2 puzzles: all right\n", "")
    code, text, error = shell("kenken-cp judge -q --no-shrink true --suite smoke")
    assert (code, text, error) == (1, "24 puzzles: 0 right, 24 unreadable\n", "")


def test_it_is_typed(environment, tmp_path):
    """A checker sees the types, and so a wrong one."""
    program = tmp_path / "program.py"
    program.write_text("from kenken_cp import count, loads\n\nx: str = count(loads('1'))\n")
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable"]
    done = subprocess.run(
        [*command, environment / "bin" / "python", program],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": "", "MYPY_CACHE_DIR": str(tmp_path)},
    )
    assert 'has type "Count", variable has type "str"' in done.stdout
    assert "1 error" in done.stdout


def test_what_each_package_weighs(environment):
    text = (ROOT / "docs" / "installation.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`[\w-]+`,? ?)+) \| (\d+) \|", text, re.MULTILINE)
    stated = {tuple(re.findall(r"[\w-]+", names)): int(weight) for names, weight in rows}
    found = packages(environment)
    assert {name for names in stated for name in names} == set(found)
    for names, weight in stated.items():
        # From version to version, and from Python to Python, they differ a little.
        assert weight == pytest.approx(sum(megabytes(found[name]) for name in names), 0.3, 1)
    (whole,) = re.findall(r"Together (\d+) MB", text)
    assert int(whole) == pytest.approx(sum(map(megabytes, found.values())), 0.1)


def test_it_works_without_pandas(environment, shell):
    """The last of these tests: it takes the package away."""
    pip(environment, "uninstall", "--yes", "pandas", "python-dateutil", "tzdata")
    assert shell(f"kenken-cp solve --plain '{KEEN}'") == (0, *SOLVED)
    assert shell(f"kenken-cp cross-check -q '{KEEN}'")[0] == 0
