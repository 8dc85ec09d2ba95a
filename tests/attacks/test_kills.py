"""Signals at random moments: no traceback, no wrong number, and nothing that was kept is lost."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from random import Random

import pytest
from cli.calls import answer, run_process, started
from cli.puzzles import LATIN4, THREE
from corpus import ROOT

from kenken_cp import Cage, Puzzle, dumps

pytestmark = pytest.mark.slow

SECONDS = 1.5
"""Within which the moment is: from before Python has started until most commands have ended."""

ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PACKAGE = bytes(ROOT / "kenken_cp")

STARTING = re.compile(
    rb' +File "%b/__(init|main)__\.py", line \d+, in <module>\n' % re.escape(PACKAGE)
)
"""In a traceback, where nothing of ours is called yet."""

COMMANDS = {
    "count": (["count", "--backend", "cp-sat", LATIN4], rb"(?:([0-9]+)\+?\n)?"),
    "shared": (["count", "--backend", "cp-sat", "-j", "2", LATIN4], rb"(?:([0-9]+)\+?\n)?"),
    "enumerate": (["enumerate", "--plain", LATIN4], rb"(?:\n?(?:[1-4]( [1-4]){3}\n){4})*"),
    **{name: ([name, THREE], rb"(?s).*") for name in ("solve", "rate", "hint")},
    "generate": (["generate", "-q", "-n", "200", "-s", "3", "--seed", "1"], rb"(?s).*"),
}
"""Each, and what it prints however it ends."""


def signalled(
    command: list[str], ending: signal.Signals, moment: float, *, group: bool = False
) -> tuple[int, bytes]:
    """The exit code and the output of a command that is sent a signal; or its group."""
    with started(*command, start_new_session=True) as process:
        time.sleep(moment)
        (os.killpg if group else os.kill)(process.pid, ending)
        output, error = process.communicate(timeout=300)
    if ending is not signal.SIGKILL:
        # While Python starts, until we have said what Ctrl-C does, it is its own business.
        rest = STARTING.sub(b"", error)
        assert PACKAGE not in rest, (command, ending, moment, error.decode())
    return process.returncode, output


@pytest.mark.parametrize("name", COMMANDS)
def test_signals(name):
    random = Random(name)
    command, printed = COMMANDS[name]
    for _ in range(2):
        ending, moment = random.choice(ENDINGS), random.uniform(0, SECONDS)
        code, output = signalled(command, ending, moment)
        # Python's default before anything of ours runs; ours; or it was too late.
        assert code in (-ending, 128 + ending, 0, 1), (command, ending, moment, code)
        match = re.fullmatch(printed, output)
        assert match, (command, ending, moment, output)
        if name in ("count", "shared") and output:
            assert int(match[1]) <= 576
            assert output.endswith(b"+\n") or output == b"576\n"


def test_killed_work_is_resumed(tmp_path):
    random = Random("kills")
    kept = tmp_path / "kept"
    command = ["count", "--backend", "cp-sat", LATIN4, "--resume", str(kept)]
    before = b""
    for _ in range(4):
        code, output = signalled(command, signal.SIGKILL, random.uniform(0.2, SECONDS))
        assert code in (-signal.SIGKILL, 0)
        assert output in (b"", b"576\n")  # it may be killed after its answer, too
        content = kept.read_bytes() if kept.exists() else b""
        whole = before[: before.rfind(b"\n") + 1]
        assert content.startswith(whole), "what was kept stays"
        before = content
    assert answer(*command) == "576\n"
    assert kept.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    assert answer(*command) == "576\n"


@pytest.mark.parametrize(
    ("name", "group"), [("count", True), ("batch", False)], ids=["the group", "the parent"]
)
def test_killed_work_of_workers_is_resumed(name, group, tmp_path):
    """Exact in the end, and nothing is done twice that was kept."""
    random = Random(f"workers {name} {group}")
    kept, puzzle = tmp_path / "kept", tmp_path / "latin.kk"
    puzzle.write_text(dumps(Puzzle(5, [Cage([(0, 0), (0, 1)], "+", 3)])))
    files = sorted(map(str, (ROOT / "puzzles").glob("[4-7]x*/*.kk")))
    command = {"count": ["count", str(puzzle)], "batch": ["solve", "--plain", *files]}[name]
    expected = answer(*command)
    command = [*command, "--backend", "cp-sat", "--jobs", "2", "--resume", str(kept)]
    signalled(command, signal.SIGKILL, random.uniform(1, 3), group=group)
    assert answer(*command, call=run_process) == expected
    done = [json.loads(line)["item"] for line in kept.read_bytes().splitlines()[1:]]
    assert len(done) == len(set(done))
    assert len(done) >= len(files) * (name == "batch")
