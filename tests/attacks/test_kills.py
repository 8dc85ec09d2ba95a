"""Kills at random moments: nothing that was kept is lost. Other signals: tests/cli/test_signals."""

from __future__ import annotations

import json
import os
import signal
import time
from random import Random

import pytest
from cli.calls import answer, run_process, started
from cli.puzzles import LATIN4
from corpus import ROOT

from kenken_cp import Cage, Puzzle, dumps

pytestmark = pytest.mark.slow

SECONDS = 1.5
"""Within which the moment is: from before Python has started until most commands have ended."""


def killed(command: list[str], moment: float, *, group: bool = False) -> tuple[int, bytes]:
    """The exit code and the output of a command that is killed then; or its group."""
    with started(*command, start_new_session=True) as process:
        time.sleep(moment)
        (os.killpg if group else os.kill)(process.pid, signal.SIGKILL)
        output, _ = process.communicate(timeout=300)
    return process.returncode, output


def test_killed_work_is_resumed(tmp_path):
    random = Random("kills")
    kept = tmp_path / "kept"
    command = ["count", "--backend", "cp-sat", LATIN4, "--resume", str(kept)]
    before = b""
    for _ in range(4):
        code, output = killed(command, random.uniform(0.2, SECONDS))
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
    puzzle.write_text(dumps(Puzzle(5, [Cage([(0, 0)], "given", 1)])))
    files = sorted(map(str, (ROOT / "puzzles").glob("[4-7]x*/*.kk")))
    command = {"count": ["count", str(puzzle)], "batch": ["solve", "--plain", *files]}[name]
    expected = answer(*command)
    command = [*command, "--backend", "cp-sat", "--jobs", "2", "--resume", str(kept)]
    for _ in range(2):
        killed(command, random.uniform(1, 3), group=group)
    assert answer(*command, call=run_process) == expected
    done = [json.loads(line)["item"] for line in kept.read_bytes().splitlines()[1:]]
    assert len(done) == len(set(done))
    assert len(done) >= len(files) * (name == "batch")
