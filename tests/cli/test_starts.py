"""A command imports what it uses and no more: what is imported is most of a start.

No test takes the time. A module that is new here needs a reason.
"""

from __future__ import annotations

import subprocess
import sys

import pytest
from cli.calls import KEEN, ROOT
from typer.main import get_command

from kenken_cp.cli.app import app
from kenken_cp.cli.table import COMMANDS

CALLS = {
    "--version": "--version",
    "--help": "--help",
    "guide": "guide",
    "backends": "backends",
    "check": f"check {KEEN}",
    "convert": f"convert {KEEN} --to json",
    "show": f"show {KEEN}",
    "count": f"count {KEEN}",
    "solve": f"solve {KEEN}",
    "json": f"solve {KEEN} --json",
    "cp-sat": f"solve {KEEN} --backend cp-sat",
}
"""What is called, in one process, each after those above it."""

IMPORTED = """
import sys
import typer
print(*sys.modules, file=sys.stderr)
from kenken_cp.__main__ import main
for line in sys.argv[1:]:
    sys.argv = ["kenken-cp", *line.split()]
    try: main()
    except SystemExit as leaving: assert leaving.code in (0, None), line
    print(*sys.modules, file=sys.stderr)
"""


@pytest.fixture(scope="module")
def imported():
    """The modules that Typer imports, and those that have been imported when each call ends."""
    command = [sys.executable, "-c", IMPORTED, *CALLS.values()]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") > 60, "each has said something"
    return {
        name: set(line.split())
        for name, line in zip(["typer", *CALLS], done.stderr.splitlines(), strict=True)
    }


def ours(modules):
    return {name.removeprefix("kenken_cp.") for name in modules if name.startswith("kenken_cp.")}


HELP = {"__main__", "clock", "errors", "registry", "text"}
HELP |= {"cli", "cli.app", "cli.signals", "cli.table"}
HELP |= {"cli.options", "cli.options.groups", "cli.options.help"}
HELP |= {"cli.printing", "cli.printing.live", "cli.printing.output"}


@pytest.mark.parametrize("name", ["--version", "--help"])
def test_help_imports_no_command(imported, name):
    assert ours(imported[name]) == HELP
    # Typer imports ``traceback``, which imports ``dataclasses`` from Python 3.14 on.
    unused = {"dataclasses", "json", "logging", "random"}
    assert not (imported[name] - imported["typer"]) & unused


ENGINES = {"constraint", "numba", "numpy", "ortools", "pysat", "pysolvers"}
HEAVY = ENGINES | {"pandas", "pydantic", "reportlab", "rich"}
HEAVY |= {"asyncio", "email", "importlib.metadata", "multiprocessing", "typing_extensions"}


@pytest.mark.parametrize("name", [name for name in CALLS if name != "cp-sat"])
def test_no_engine_but_exact_cover_and_nothing_heavy(imported, name):
    assert not imported[name] & HEAVY


def test_an_engine_is_imported_when_it_is_used(imported):
    assert "ortools.sat.python.cp_model_helper" in imported["cp-sat"]
    assert not imported["cp-sat"] & {"constraint", "pandas", "rich"}


FOLDERS = {"cli", "model", "formats", "encode", "search", "backends", "render", "parallel"}
"""The folders of the package that the calls above need; of ``diagnose`` only the warnings."""


@pytest.mark.parametrize("name", list(CALLS))
def test_what_no_call_needs_is_not_imported(imported, name):
    """The hand-written solver, diagnosis, certificates, generation, the judge; other commands."""
    found = {module for module in ours(imported[name]) if module.partition(".")[2]}
    others = {module for module in found if module.partition(".")[0] not in FOLDERS}
    assert others <= {"diagnose.warnings"}
    used = {"guide", "listing", "searching", "show"}
    unused = {f"cli.commands.{module}" for module, _ in COMMANDS.values() if module not in used}
    assert len(unused) > 5
    assert not found & unused


def test_the_help_says_of_each_command_what_its_docstring_says():
    known = get_command(app).commands
    assert list(known) == list(COMMANDS)
    for name, command in known.items():
        first = " ".join(command.help.split("\n\n")[0].split())
        assert COMMANDS[name] == (COMMANDS[name][0], first)
