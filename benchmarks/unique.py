"""Proving Keen puzzles unique, one after the other in a process: median / slowest in milliseconds.

PYTHONPATH=tests .venv/bin/python benchmarks/unique.py
"""

from __future__ import annotations

import time
from statistics import median

from corpus import keen
from peers import SOLVERS, heading, row

LEVELS = {"e": "easy", "n": "normal", "h": "hard", "x": "extreme", "u": "unreasonable"}
NAMES = ["auto", "cover", "cp-sat", "sat", "CP-SAT, tables", "CP-SAT, arithmetic"]
SLOW = "python-constraint"
"""It takes seconds to hours for a puzzle above 5x5."""


def figures(size: int, level: str, name: str) -> str:
    if name == SLOW and size > 5:
        return "-"
    puzzles = [puzzle for title, puzzle, _ in keen() if title.startswith(f"keen-{size}{level}-")]
    times = []
    for puzzle in puzzles:
        started = time.perf_counter()
        found = SOLVERS[name](puzzle, 2)
        times.append(1000 * (time.perf_counter() - started))
        assert found == 1, (name, puzzle)
    return f"{median(times):.3g} / {max(times):.3g}"


def main() -> None:
    names = [*NAMES, SLOW]
    heading(names)
    for size in (5, 7, 9):
        for level, title in LEVELS.items():
            row(f"{size}x{size} {title}", [figures(size, level, name) for name in names])


if __name__ == "__main__":
    main()
