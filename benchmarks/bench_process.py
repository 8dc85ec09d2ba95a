"""Whole processes: one 9x9 solved from the shell, against only importing CP-SAT's Python API."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from corpus import PUZZLES, ROOT

HARD = str(PUZZLES / "9x9" / "hard.kk")
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import cp_model": ["-c", "import ortools.sat.python.cp_model"],
    "kenken-cp solve, 9x9": ["-m", "kenken_cp", "solve", HARD],
    "by cp-sat": ["-m", "kenken_cp", "solve", "--backend", "cp-sat", HARD],
    "kenken-cp --help": ["-m", "kenken_cp", "--help"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_process(benchmark: Any, command: str) -> None:
    benchmark.group, benchmark.name = "processes", command

    def run() -> int:
        arguments = [sys.executable, *COMMANDS[command]]
        return subprocess.run(arguments, stdout=subprocess.DEVNULL, cwd=ROOT).returncode

    assert benchmark.pedantic(run, rounds=15, warmup_rounds=1) == 0
