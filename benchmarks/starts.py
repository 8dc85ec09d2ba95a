"""Starts: the CPU time of whole processes, against one that only imports CP-SAT's Python API.

The processes run in turn, so that a busy machine slows all of them down alike.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from statistics import median

from corpus import PUZZLES, ROOT

from kenken_cp import __version__, load, solve
from kenken_cp.formats import dumps

HARD = PUZZLES / "9x9" / "hard.kk"
LINE = dumps(load(HARD), "keen").strip()
(GRID,) = solve(load(HARD)).grids
ROWS = "\n".join(" ".join(map(str, row)) for row in GRID)

OURS = ["-m", "kenken_cp"]
CALLS = {
    "`python -c pass`": (["-c", "pass"], ""),
    "`import typer`": (["-c", "import typer"], ""),
    "`import ortools.sat.python.cp_model`": (["-c", "import ortools.sat.python.cp_model"], ""),
    "`--version`": ([*OURS, "--version"], __version__),
    "`--help`": ([*OURS, "--help"], "Solve puzzles, and say whether"),
    "`solve --help`": ([*OURS, "solve", "--help"], "--timeout"),
    "`show`, 9x9": ([*OURS, "show", str(HARD)], "21×"),
    "`check`, 9x9": ([*OURS, "check", str(HARD)], "1 solution, as stated"),
    "`count`, 9x9": ([*OURS, "count", str(HARD)], "1\n"),
    "`solve`, 9x9 in a file": ([*OURS, "solve", "--plain", str(HARD)], ROWS),
    "`solve`, 9x9 on the line": ([*OURS, "solve", "--plain", LINE], ROWS),
    "`solve --json`, 9x9": ([*OURS, "solve", "--json", str(HARD)], '"unique": true'),
    "`solve --backend cp-sat`, 9x9": (
        [*OURS, "solve", "--plain", "--backend", "cp-sat", str(HARD)],
        ROWS,
    ),
}
"""What is run, and what it must print."""

BASE = "`import ortools.sat.python.cp_model`"
ROUNDS = 15


def seconds(arguments: list[str], expected: str) -> float:
    """The CPU time of a process, which has its byte code as an installed program has."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert expected in done.stdout.decode(), arguments
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    found: dict[str, list[float]] = {name: [] for name in CALLS}
    for arguments, expected in CALLS.values():
        seconds(arguments, expected)  # which writes the byte code
    for _ in range(ROUNDS):
        for name, (arguments, expected) in CALLS.items():
            found[name].append(seconds(arguments, expected))
    base = median(found[BASE])
    print("| | CPU, ms | of the import |\n|---|---|---|")
    for name, times in found.items():
        print(f"| {name} | {median(times) * 1000:.0f} | {median(times) / base:.2f} |")


if __name__ == "__main__":
    main()
